//! What events say of the game's own things, and the rules that depend on how something happened.

use super::bars::Task;
use super::event::{Battle, Check, Fate, How, Offensive, Ruling, Sortie, Volley, Why};
use super::nation::{Alliance, Nation, Side};
use super::state::{Phase, Where};
use crate::board::SpaceId;
use crate::engine::game::Side as _;
use crate::engine::say::Say;
use crate::orders::{Item, Phrase};

crate::say_words!(Alliance, Nation, Side, Task);
crate::say_nothing!(Battle, Check, Fate, How, Offensive, Sortie, Volley);

/// A place, a ship or a box of the display.
impl Say for Where {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        let key = match self {
            Self::At(place) => return phrase.with(name, *place),
            Self::Aboard(ship) => return phrase.with(name, *ship),
            Self::Pool => "spot-pool",
            Self::Bought => "spot-bought",
            Self::Later => "spot-later",
            Self::Gone => "spot-gone",
        };
        phrase.with(name, Phrase::new(key))
    }
}

impl Say for Phase {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, phase_name(*self))
    }
}

impl Say for Why {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, Phrase::new(self.words()))
    }
}

impl Say for Ruling {
    fn say(&self, _: &'static str, phrase: Phrase) -> Phrase {
        self.arguments(phrase)
    }
}

/// Names a phase.
pub(super) const fn phase_name(phase: Phase) -> Phrase {
    Phrase::new(match phase {
        Phase::Setup => "phase-setup",
        Phase::Offensive => "phase-offensive",
        Phase::Air => "phase-air",
        Phase::Naval => "phase-naval",
        Phase::Combat => "phase-combat",
        Phase::Movement => "phase-movement",
        Phase::Placement => "phase-placement",
        Phase::Final => "phase-final",
    })
}

/// How many there are.
pub(super) fn count(n: usize) -> Item {
    Item::Number(i32::try_from(n).unwrap_or(i32::MAX))
}

impl How {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Setup => "moves-setup",
            Self::March => "moves-march",
            Self::Rail => "moves-rail",
            Self::Land => "moves-land",
            Self::Sail => "moves-sail",
            Self::Meet => "moves-meet",
            Self::Evade => "moves-evade",
            Self::Break => "moves-break",
            Self::Leave => "moves-leave",
            Self::Spread => "moves-spread",
            Self::Embark => "moves-embark",
            Self::Reembark => "moves-reembark",
            Self::Transfer => "moves-transfer",
            Self::Return => "moves-return",
            Self::Escape => "moves-escape",
            Self::Airlift => "moves-airlift",
            Self::Drop => "moves-drop",
            Self::Withdraw => "moves-withdraw",
            Self::Abandon => "moves-abandon",
            Self::Occupy => "moves-occupy",
            Self::Deploy => "moves-deploy",
            Self::Attack => "moves-attack",
            Self::Flee => "moves-flee",
            Self::Arrive => "moves-arrive",
            Self::Place => "moves-place",
            Self::Transit => "moves-transit",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Setup => "15.2",
            Self::March => "9.0",
            Self::Rail | Self::Land => "11.0",
            Self::Sail => "8.6",
            Self::Meet => "8.2",
            Self::Evade => "8.5",
            Self::Break => "8.4",
            Self::Leave => "10.12",
            Self::Spread => "3.1",
            Self::Embark => "8.7",
            Self::Reembark => "10.7",
            Self::Transfer | Self::Airlift => "7.6",
            Self::Return | Self::Escape => "7.4",
            Self::Drop => "10.8",
            Self::Withdraw | Self::Abandon => "10.5",
            Self::Occupy => "10.3",
            Self::Deploy | Self::Attack => "10.2",
            Self::Flee => "3.5",
            Self::Arrive => "12.1",
            Self::Place => "12.0",
            Self::Transit => "3.6",
        }
    }
}

impl Sortie {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Strike => "sorties-strike",
            Self::Intercept => "sorties-intercept",
            Self::Hunt => "sorties-hunt",
            Self::Scramble => "sorties-scramble",
            Self::Support => "sorties-support",
            Self::Defend => "sorties-defend",
            Self::Drop => "sorties-drop",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Strike => "7.1",
            Self::Intercept | Self::Defend => "7.2",
            Self::Hunt => "8.3",
            Self::Scramble => "7.5",
            Self::Support => "10.2",
            Self::Drop => "10.8",
        }
    }
}

impl Battle {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Air => "battle-air",
            Self::Base => "battle-base",
            Self::AirNaval => "battle-air-naval",
            Self::Naval => "battle-naval",
            Self::Land => "battle-land",
            Self::Amphibious => "battle-amphibious",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Air | Self::Base => "7.3",
            Self::AirNaval => "7.5",
            Self::Naval => "8.4",
            Self::Land => "10.3",
            Self::Amphibious => "10.7",
        }
    }
}

impl Volley {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Air => "fires-air",
            Self::Raid => "fires-raid",
            Self::Bombs => "fires-bombs",
            Self::Flak => "fires-flak",
            Self::Guns => "fires-guns",
            Self::Torpedoes => "fires-torpedoes",
            Self::Land => "fires-land",
            Self::Shore => "fires-shore",
            Self::Battery => "fires-battery",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Air | Self::Raid => "7.3",
            Self::Bombs | Self::Flak => "7.5",
            Self::Guns => "8.4",
            Self::Torpedoes => "8.4.1",
            Self::Land => "10.3",
            Self::Shore => "10.7",
            Self::Battery => "14.2.2",
        }
    }
}

impl Check {
    /// The key of its words.
    pub(super) const fn words(self, passed: bool) -> &'static str {
        match (self, passed) {
            (Self::Locate, true) => "found",
            (Self::Locate, false) => "not-found",
            (Self::Evade, true) => "evaded",
            (Self::Evade, false) => "not-evaded",
            (Self::Slip, _) => "slipped-away",
            (Self::Drop, true) => "dropped",
            (Self::Drop, false) => "scattered",
            (Self::Leader, true) => "leader-escapes",
            (Self::Leader, false) => "leader-taken",
            (Self::Narvik, true) => "narvik-yields",
            (Self::Narvik, false) => "narvik-stands",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Locate => "7.5",
            Self::Evade | Self::Slip => "8.5",
            Self::Drop => "10.8",
            Self::Leader => "3.5",
            Self::Narvik => "14.2.1",
        }
    }
}

impl Why {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Hit => "why-hit",
            Self::One => "why-one",
            Self::Carrier => "why-carrier",
            Self::Deck => "why-deck",
            Self::Homeless => "why-homeless",
            Self::Thaw => "why-thaw",
            Self::Drop => "why-drop",
            Self::Reembark => "why-reembark",
            Self::Upkeep => "why-upkeep",
            Self::Narvik => "why-narvik",
            Self::Leader => "why-leader",
            Self::Trapped => "why-trapped",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Hit => "3.0",
            Self::One => "7.3",
            Self::Carrier => "3.4.5",
            Self::Deck => "3.4.2",
            Self::Homeless => "7.4",
            Self::Thaw => "9.0",
            Self::Drop => "10.4",
            Self::Reembark => "10.7",
            Self::Upkeep => "13.1",
            Self::Narvik => "14.2.1",
            Self::Leader => "3.5",
            Self::Trapped => "10.12",
        }
    }
}

impl Offensive {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Attack => "declares-attack",
            Self::Double => "declares-double",
            Self::Airborne => "declares-airborne",
            Self::March => "declares-march",
            Self::Rail => "declares-rail",
            Self::Land => "declares-land",
            Self::Airlift => "declares-airlift",
            Self::Strike => "declares-strike",
        }
    }
}

impl Fate {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Reduced => "reduced",
            Self::Pool => "destroyed",
            Self::Gone => "eliminated",
        }
    }
}

/// A place as an item, for texts of the position.
pub(super) const fn place(at: SpaceId) -> Item {
    at.item()
}
