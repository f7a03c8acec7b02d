//! Reactions: what a player chooses while somebody else acts, or a battle goes on.

use super::super::words::{
    CARGO_KIND, COURSE_KIND, DEFEND, DEFEND_KIND, ESCAPE_KIND, FLAG_KIND, FLEE_KIND, HOMING_KIND,
    INSPIRE, INSPIRE_KIND, KEEP_ON, LEAVE_KIND, OCCUPY, OCCUPY_KIND, SCRAMBLE, SCRAMBLE_KIND,
    SCRAP, SCRAP_KIND,
};
use super::super::{View, Weserubung};
use super::{any_of, items, units};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::engine::ready::Choose;
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem};

/// Rule 3.4.5/a: which unit is lost with the transport's first step?
pub(crate) struct Cargo {
    pub(crate) ship: UnitId,
    pub(crate) aboard: Vec<UnitId>,
}

impl Choose<Weserubung> for Cargo {
    type Of = Item;
    const KIND: &'static Kind = &CARGO_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-cargo").with("ship", self.ship.item())
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let mut aboard = self.aboard.clone();
        aboard.sort_by_key(|unit| (v.pos().steps(*unit), v.pos().attack(*unit)));
        items(&aboard)
    }
}

/// Where to: one of several places or ships, the first by default.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident, $kind:ident, $key:literal;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            pub(crate) units: Vec<UnitId>,
            pub(crate) to: Vec<Item>,
        }

        impl Choose<Weserubung> for $name {
            type Of = Item;
            const KIND: &'static Kind = &$kind;

            fn subject(&self) -> Vec<Item> {
                self.units.first().map(|unit| unit.item()).into_iter().collect()
            }

            fn question(&self, _: &View<'_>) -> Phrase {
                Phrase::new($key).with("units", items(&self.units))
            }

            fn options(&self, _: &View<'_>) -> Vec<Item> {
                self.to.clone()
            }
        })*
    };
}

choices! {
    /// Rule 8.5/a: where do ships evade to?
    Escape, ESCAPE_KIND, "ask-escape";
    /// Rule 10.12/a: where do ships go that must leave a port?
    Leave, LEAVE_KIND, "ask-leave";
    /// Rule 3.5/b: where does a leader get away to?
    Flee, FLEE_KIND, "ask-flee";
    /// Rules 7.4 and 7.5: on which base do aircraft land?
    Homing, HOMING_KIND, "ask-homing";
    /// Rule 3.6: on which of several equal ships is the admiral?
    Flag, FLAG_KIND, "ask-flag";
}

/// Rules 7.1 and 8.2/a: how does a mover go on after an interruption?
pub(crate) struct Course {
    pub(crate) units: Vec<UnitId>,
    pub(crate) at: SpaceId,
    pub(crate) to: Vec<Item>,
    /// There is something left of the way to go on.
    pub(crate) goes_on: bool,
    /// Where going on would lead, for who knows better.
    pub(crate) danger: bool,
}

impl Choose<Weserubung> for Course {
    type Of = Item;
    const KIND: &'static Kind = &COURSE_KIND;

    fn subject(&self) -> Vec<Item> {
        self.units
            .first()
            .map(|unit| unit.item())
            .into_iter()
            .collect()
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-course")
            .with("units", items(&self.units))
            .with("at", self.at.item())
    }

    fn options(&self, _: &View<'_>) -> Vec<Item> {
        let on = self.goes_on.then_some(Item::Word(&KEEP_ON));
        on.into_iter().chain(self.to.iter().copied()).collect()
    }

    fn appeal(&self, _: &View<'_>, item: Item) -> i32 {
        i32::from(item == Item::Word(&KEEP_ON) && !self.danger)
    }
}

/// Any of some units, none by default.
macro_rules! selections {
    ($($(#[$doc:meta])* $name:ident, $word:ident, $kind:ident, $key:literal;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            pub(crate) of: Vec<UnitId>,
            pub(crate) at: SpaceId,
        }

        impl Decision<Weserubung> for $name {
            type Answer = Vec<UnitId>;
            const KIND: &'static Kind = &$kind;

            fn question(&self, _: &View<'_>) -> Phrase {
                Phrase::new($key).with("at", self.at.item())
            }

            fn form(&self, _: &View<'_>) -> Form {
                Form {
                    word: &$word,
                    subject: vec![self.at.item()],
                    pick: any_of(&self.of),
                }
            }

            fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
                Ok(units(picks))
            }

            fn default(&self, _: &View<'_>) -> Picks {
                Picks::List(Vec::new())
            }

            fn engage(&self, _: &View<'_>) -> Option<Picks> {
                Some(Picks::List(items(&self.of)))
            }

            fn idea(&self, _: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
                (rng.below(3) > 0).then(|| Picks::List(items(&self.of)))
            }
        })*
    };
}

selections! {
    /// Rule 7.5/b: which fighters rise from an attacked carrier?
    ScrambleUp, SCRAMBLE, SCRAMBLE_KIND, "ask-scramble";
    /// Rules 7.2/b, 3.2.5/b, 3.4/c: who joins the defence of an attacked hex?
    Defend, DEFEND, DEFEND_KIND, "ask-defend";
}

/// Rule 10.3/b: which six units hold the hex?
pub(crate) struct Occupy {
    pub(crate) of: Vec<UnitId>,
    pub(crate) at: SpaceId,
    pub(crate) most: usize,
}

impl Decision<Weserubung> for Occupy {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &OCCUPY_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-occupy")
            .with("at", self.at.item())
            .with("most", super::number(self.most))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &OCCUPY,
            subject: vec![self.at.item()],
            pick: Pick::Some {
                of: items(&self.of),
                min: 1,
                max: self.most,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(items(&self.of).into_iter().take(self.most).collect())
    }
}

/// Rules 3.5/a and 3.6/a: whom does a leader help?
pub(crate) struct Inspire {
    pub(crate) leader: UnitId,
    pub(crate) of: Vec<UnitId>,
    pub(crate) most: usize,
}

impl Decision<Weserubung> for Inspire {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &INSPIRE_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-inspire")
            .with("leader", self.leader.item())
            .with("most", super::number(self.most))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &INSPIRE,
            subject: vec![self.leader.item()],
            pick: Pick::Some {
                of: items(&self.of),
                min: 0,
                max: self.most,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    /// Those who fight best: the same +1 is worth as much to all, but they last longest.
    fn default(&self, v: &View<'_>) -> Picks {
        let mut best = self.of.clone();
        best.sort_by_key(|unit| std::cmp::Reverse(v.pos().steps(*unit)));
        best.truncate(self.most);
        let of = self.of.iter().filter(|unit| best.contains(unit));
        Picks::List(of.map(|unit| unit.item()).collect())
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Picks> {
        Some(self.default(v))
    }
}

/// Rule 13.1: which ships are not kept up?
pub(crate) struct Scrap {
    pub(crate) ships: Vec<UnitId>,
    pub(crate) lost: usize,
}

impl Decision<Weserubung> for Scrap {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &SCRAP_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-scrap").with("lost", super::number(self.lost))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &SCRAP,
            subject: Vec::new(),
            pick: Pick::Some {
                of: items(&self.ships),
                min: self.lost,
                max: self.lost,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let mut ships = self.ships.clone();
        ships.sort_by_key(|ship| {
            (
                std::cmp::Reverse(v.pos().steps(*ship)),
                v.pos().attack(*ship),
            )
        });
        ships.truncate(self.lost);
        let of = self.ships.iter().filter(|ship| ships.contains(ship));
        Picks::List(of.map(|ship| ship.item()).collect())
    }
}
