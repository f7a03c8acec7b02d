//! Reactions: what a player chooses while somebody else acts, or a battle goes on.

use super::super::flight::Base;
use super::super::words::{
    CARGO_KIND, COURSE_KIND, DEFEND_KIND, ESCAPE_KIND, FLAG_KIND, FLEE_KIND, HOMING_KIND,
    INSPIRE_KIND, KEEP_ON, LEAVE_KIND, OCCUPY_KIND, SCRAMBLE_KIND, SCRAP_KIND, STAY,
};
use super::super::{View, Weserubung};
use super::items;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Choose, Give};
use crate::orders::choice::{Choice, any, some};
use crate::orders::{Below, Element, Item, Phrase, Word};

/// Rule 3.4.5/a: which unit is lost with the transport's first step?
pub(crate) struct Cargo {
    pub(crate) ship: UnitId,
    pub(crate) aboard: Vec<UnitId>,
}

impl Choose<Weserubung> for Cargo {
    type Of = UnitId;
    const KIND: &'static Kind = &CARGO_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-cargo").with("ship", self.ship.item())
    }

    fn options(&self, v: &View<'_>) -> Vec<UnitId> {
        let mut aboard = self.aboard.clone();
        aboard.sort_by_key(|unit| (v.pos().steps(*unit), v.pos().attack(*unit)));
        aboard
    }
}

/// Where to: one of several places or ships, the first by default.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident of $Of:ty, $kind:ident, $key:literal;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            pub(crate) units: Vec<UnitId>,
            pub(crate) to: Vec<$Of>,
        }

        impl Choose<Weserubung> for $name {
            type Of = $Of;
            const KIND: &'static Kind = &$kind;

            fn subject(&self) -> Vec<Item> {
                self.units.first().map(|unit| unit.item()).into_iter().collect()
            }

            fn question(&self, _: &View<'_>) -> Phrase {
                Phrase::new($key).with("units", items(&self.units))
            }

            fn options(&self, _: &View<'_>) -> Vec<$Of> {
                self.to.clone()
            }
        })*
    };
}

choices! {
    /// Rule 8.5/a: where do ships evade to?
    Escape of SpaceId, ESCAPE_KIND, "ask-escape";
    /// Rule 10.12/a: where do ships go that must leave a port?
    Leave of SpaceId, LEAVE_KIND, "ask-leave";
    /// Rule 3.5/b: where does a leader get away to?
    Flee of SpaceId, FLEE_KIND, "ask-flee";
    /// Rules 7.4 and 7.5: on which base do aircraft land?
    Homing of Base, HOMING_KIND, "ask-homing";
    /// Rule 3.6: on which of several equal ships is the admiral?
    Flag of UnitId, FLAG_KIND, "ask-flag";
}

/// How a mover goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    /// As he meant to.
    On,
    /// Not at all.
    Stay,
    /// To another base, or another hex.
    To(Base),
}

impl Element for Heading {
    const WORDS: &'static [&'static Word] = &[&KEEP_ON, &STAY];

    fn item(self) -> Item {
        match self {
            Self::On => Item::Word(&KEEP_ON),
            Self::Stay => Item::Word(&STAY),
            Self::To(base) => base.item(),
        }
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Word(word) if word == &KEEP_ON => Some(Self::On),
            Item::Word(word) if word == &STAY => Some(Self::Stay),
            item => Base::from_item(item).map(Self::To),
        }
    }
}

/// Rules 7.1 and 8.2/a: how does a mover go on after an interruption?
pub(crate) struct Course {
    pub(crate) units: Vec<UnitId>,
    pub(crate) at: SpaceId,
    pub(crate) to: Vec<Heading>,
    /// There is something left of the way to go on.
    pub(crate) goes_on: bool,
    /// Where going on would lead, for who knows better.
    pub(crate) danger: bool,
}

impl Choose<Weserubung> for Course {
    type Of = Heading;
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

    fn options(&self, _: &View<'_>) -> Vec<Heading> {
        let on = self.goes_on.then_some(Heading::On);
        on.into_iter().chain(self.to.iter().copied()).collect()
    }

    fn appeal(&self, _: &View<'_>, chosen: Heading) -> i32 {
        i32::from(chosen == Heading::On && !self.danger)
    }
}

/// Any of some units, none by default.
macro_rules! selections {
    ($($(#[$doc:meta])* $name:ident, $kind:ident, $key:literal;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            pub(crate) of: Vec<UnitId>,
            pub(crate) at: SpaceId,
        }

        impl Give<Weserubung> for $name {
            type Of = Vec<UnitId>;
            const KIND: &'static Kind = &$kind;

            fn subject(&self) -> Vec<Item> {
                vec![self.at.item()]
            }

            fn question(&self, _: &View<'_>) -> Phrase {
                Phrase::new($key).with("at", self.at.item())
            }

            fn choice(&self, _: &View<'_>) -> Choice<Vec<UnitId>> {
                any(&self.of)
            }

            fn default(&self, _: &View<'_>) -> Vec<UnitId> {
                Vec::new()
            }

            fn engage(&self, _: &View<'_>) -> Option<Vec<UnitId>> {
                Some(self.of.clone())
            }

            fn idea(&self, _: &View<'_>, rng: &mut dyn Below) -> Option<Vec<UnitId>> {
                (rng.below(3) > 0).then(|| self.of.clone())
            }
        })*
    };
}

selections! {
    /// Rule 7.5/b: which fighters rise from an attacked carrier?
    ScrambleUp, SCRAMBLE_KIND, "ask-scramble";
    /// Rules 7.2/b, 3.2.5/b, 3.4/c: who joins the defence of an attacked hex?
    Defend, DEFEND_KIND, "ask-defend";
}

/// Rule 10.3/b: which six units hold the hex?
pub(crate) struct Occupy {
    pub(crate) of: Vec<UnitId>,
    pub(crate) at: SpaceId,
    pub(crate) most: usize,
}

impl Give<Weserubung> for Occupy {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &OCCUPY_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-occupy")
            .with("at", self.at.item())
            .with("most", super::number(self.most))
    }

    fn choice(&self, _: &View<'_>) -> Choice<Vec<UnitId>> {
        some(&self.of, 1, self.most)
    }

    fn default(&self, _: &View<'_>) -> Vec<UnitId> {
        self.of.iter().copied().take(self.most).collect()
    }
}

/// Rules 3.5/a and 3.6/a: whom does a leader help?
pub(crate) struct Inspire {
    pub(crate) leader: UnitId,
    pub(crate) of: Vec<UnitId>,
    pub(crate) most: usize,
}

impl Give<Weserubung> for Inspire {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &INSPIRE_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.leader.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-inspire")
            .with("leader", self.leader.item())
            .with("most", super::number(self.most))
    }

    fn choice(&self, _: &View<'_>) -> Choice<Vec<UnitId>> {
        some(&self.of, 0, self.most)
    }

    /// Those who fight best: the same +1 is worth as much to all, but they last longest.
    fn default(&self, v: &View<'_>) -> Vec<UnitId> {
        let mut best = self.of.clone();
        best.sort_by_key(|unit| std::cmp::Reverse(v.pos().steps(*unit)));
        best.truncate(self.most);
        best
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Vec<UnitId>> {
        Some(self.default(v))
    }
}

/// Rule 13.1: which ships are not kept up?
pub(crate) struct Scrap {
    pub(crate) ships: Vec<UnitId>,
    pub(crate) lost: usize,
}

impl Give<Weserubung> for Scrap {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &SCRAP_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-scrap").with("lost", super::number(self.lost))
    }

    fn choice(&self, _: &View<'_>) -> Choice<Vec<UnitId>> {
        some(&self.ships, self.lost, self.lost)
    }

    fn default(&self, v: &View<'_>) -> Vec<UnitId> {
        let mut ships = self.ships.clone();
        ships.sort_by_key(|ship| {
            (
                std::cmp::Reverse(v.pos().steps(*ship)),
                v.pos().attack(*ship),
            )
        });
        ships.truncate(self.lost);
        ships
    }
}
