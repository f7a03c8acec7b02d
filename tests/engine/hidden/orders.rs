//! What is asked in the Straits: always one of a list, made from what its reader knows.

use fieldpost::engine::decision::{Decision, Kind, Speaks};
use fieldpost::engine::rehearse::Stage;
use fieldpost::orders::word::NO;
use fieldpost::orders::{Form, Item, Phrase, Pick, Picks, Problem, Thing, Word};

use super::forces;
use super::game::{FORCES, Hidden, Plant, Position, SHIPS, State, Straits, ZONES};
use super::raids;

macro_rules! kinds {
    ($($NAME:ident $word:literal $french:literal;)*) => {
        $(pub static $NAME: Kind = Kind {
            word: &Word { en: &[$word], fr: &[$french] },
            rows: &[],
            answers: &[],
            reaction: false,
            desk: "any",
            phases: &[],
            speaks: Speaks::ANY,
        };)*
        pub static KINDS: &[&Kind] = &[$(&$NAME,)*];
    };
}

kinds! {
    SAIL "sail" "appareille";
    JOIN "join" "rejoins";
    SEARCH "search" "cherche";
    STRIKE "strike" "frappe";
    AIM "aim" "vise";
    LAUNCH "launch" "lance";
    SCRAMBLE "scramble" "decolle";
}

/// One of several things, or none; the first is the default.
macro_rules! choice {
    ($Name:ident { $($field:ident: $ty:ty),* } $KIND:ident, |$it:ident, $v:ident| $options:expr) => {
        pub struct $Name { $(pub $field: $ty),* }

        impl $Name {
            fn options(&self, $v: &Position<'_>) -> Vec<Item> {
                let $it = self;
                $options
            }
        }

        impl Decision<Straits> for $Name {
            type Answer = Option<u16>;
            const KIND: &'static Kind = &$KIND;

            fn question(&self, _: &Position<'_>) -> Phrase {
                Phrase::new("straits")
            }

            fn form(&self, v: &Position<'_>) -> Form {
                let pick = Pick::One(self.options(v));
                Form { word: $KIND.word, subject: Vec::new(), pick }
            }

            fn answer(&self, _: &Position<'_>, picks: &Picks) -> Result<Option<u16>, Vec<Problem>> {
                match picks {
                    Picks::One(Item::Thing(thing)) => Ok(Some(thing.id)),
                    Picks::One(_) => Ok(None),
                    _ => Err(vec![Problem::new(Phrase::new("wrong-shape"))]),
                }
            }

            fn default(&self, v: &Position<'_>) -> Picks {
                Picks::One(self.options(v)[0])
            }
        }
    };
}

fn zones() -> Vec<Item> {
    (0..ZONES)
        .map(|zone| Item::Thing(Thing::place(zone)))
        .collect()
}

fn or_none(things: impl IntoIterator<Item = Thing>) -> Vec<Item> {
    std::iter::once(Item::Word(&NO))
        .chain(things.into_iter().map(Item::Thing))
        .collect()
}

choice!(Sail { force: u16 } SAIL, |it, v| {
    let mut zones = zones();
    zones.rotate_left(usize::from(v.open.at[usize::from(it.force)]));
    zones
});
// A ship of his own that goes over to another of his forces in the same zone.
choice!(Join { to: u16 } JOIN, |it, v| or_none((0..SHIPS).filter(|ship| v.may_join(*ship, it.to)).map(Thing::unit)));
choice!(Search {} SEARCH, |_it, _v| zones());
choice!(Aim { force: u16 } AIM, |it, v| v.ships_of(it.force).into_iter().map(|ship| Item::Thing(Thing::unit(ship))).collect());
choice!(Launch {} LAUNCH, |_it, _v| or_none((0..ZONES).map(Thing::place)));
choice!(Scramble { leak: Vec<u16> } SCRAMBLE, |it, v| {
    let plots = v.plots().into_iter().filter(|(_, plot)| !plot.lost).map(|(raid, _)| raid);
    let leak = it.leak.iter().copied().filter(|_| v.data.plant == Plant::HiddenField);
    let mut raids: Vec<u16> = plots.chain(leak).collect();
    raids.sort_unstable();
    raids.dedup();
    or_none(raids.into_iter().map(raids::thing))
});

/// A force to be struck: any marker may be named, and the procedure itself says which cannot be.
pub struct Strike {
    /// The truth, where the leak is to rehearse on it.
    pub leak: Option<Hidden>,
}

impl Decision<Straits> for Strike {
    type Answer = Option<u16>;
    const KIND: &'static Kind = &STRIKE;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("straits")
    }

    fn form(&self, _: &Position<'_>) -> Form {
        Form {
            word: STRIKE.word,
            subject: Vec::new(),
            pick: Pick::One(or_none((0..FORCES).map(Thing::card))),
        }
    }

    fn answer(&self, v: &Position<'_>, picks: &Picks) -> Result<Option<u16>, Vec<Problem>> {
        let Picks::One(Item::Thing(Thing { id: force, .. })) = picks else {
            return Ok(None);
        };
        let mut known: State = v.imagined();
        if let Some(leak) = &self.leak {
            known.scramble().0.clone_from(leak);
        }
        let mut stage = Stage::<Straits>::new(v.data, known);
        match stage.attempt(|t| forces::strike_one(t, *force)).refused() {
            Some(bar) => Err(vec![Problem::new(bar.phrase())]),
            None => Ok(Some(*force)),
        }
    }

    fn default(&self, _: &Position<'_>) -> Picks {
        Picks::One(Item::Word(&NO))
    }
}
