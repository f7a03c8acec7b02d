//! What events say, where it is not the same for all of a kind.

use super::event::{Cause, Coordination, Crossing, Fall, How, Passage, Sweep, Touchdown, Volley};
use super::map::Sector;
use super::rulings::{Afloat, Condition, Depth, Station};
use super::scenario::Mission;
use super::side::{Nation, Side};
use super::state::{Bin, Ending, Phase, Supply};
use super::tables::Shot;
use super::words;
use crate::board::SpaceId;
use crate::engine::game::Side as _;
use crate::orders::{Element as _, Item, Phrase, Word};

crate::say_words!(Side, Sector);
crate::say_nothing!(
    Phase,
    How,
    Cause,
    Coordination,
    Volley,
    Ending,
    Nation,
    Bin,
    Mission,
    Shot,
    Fall,
    Touchdown,
    super::state::Told,
    Sweep,
    Passage,
    Crossing
);

impl crate::engine::say::Say for Condition {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl crate::engine::say::Say for Afloat {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl crate::engine::say::Say for Depth {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl crate::engine::say::Say for Station {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

/// The last place of a path.
pub(super) fn space(path: &[SpaceId]) -> Vec<Item> {
    path.last().map(|at| at.item()).into_iter().collect()
}

impl Ending {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Time => "ends-time",
            Self::NoAirfield => "ends-no-airfield",
            Self::Evacuation => "ends-evacuation",
            Self::Ordered => "ends-ordered",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Time => "14.0",
            Self::NoAirfield => "22.1",
            Self::Evacuation => "20.12",
            Self::Ordered => "20.0",
        }
    }
}

impl How {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Move => "crete-moves",
            Self::Strategic => "marches",
            Self::Refuse => "falls-back",
            Self::Follow => "follows",
            Self::React => "reacts",
            Self::Retreat => "crete-retreats",
            Self::Escape => "escapes",
            Self::Advance => "advances",
            Self::Occupy => "occupies",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Move => "4.1",
            Self::Strategic => "4.4",
            Self::Refuse => "7.31",
            Self::Follow => "7.32",
            Self::React => "7.41",
            Self::Retreat => "9.61",
            Self::Escape => "6.42",
            Self::Advance => "9.81",
            Self::Occupy => "10.34",
        }
    }
}

impl Cause {
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Manoeuvre => "9.41",
            Self::Stood => "9.65",
            Self::Trapped => "9.64",
            Self::Assault => "10.2",
            Self::DefensiveFire => "11.31",
            Self::Bombardment => "11.23",
            Self::Stack => "4.32",
            Self::OffMap => "4.55",
            Self::AtSea => "17.34",
        }
    }
}

impl Coordination {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Full => "coordinated-full",
            Self::Plain => "coordinated",
            Self::Uncoordinated => "uncoordinated",
            Self::Frontal => "frontal",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Full => "8.21",
            Self::Plain => "8.22",
            Self::Uncoordinated => "8.23",
            Self::Frontal => "8.24",
        }
    }
}

impl Volley {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Bombardment => "crete-bombards",
            Self::Attack => "supports-attack",
            Self::Defence => "supports-defence",
            Self::Barrage => "barrage",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Bombardment => "11.22",
            Self::Attack | Self::Defence => "11.44",
            Self::Barrage => "11.31",
        }
    }
}

impl Sector {
    pub(super) const fn word(self) -> &'static Word {
        match self {
            Self::MalemeSuda => &words::MALEME_SUDA,
            Self::Retimo => &words::RETIMO,
            Self::Heraklion => &words::HERAKLION,
            Self::SouthCrete => &words::SOUTH_CRETE,
        }
    }
}

impl Bin {
    /// What is said of those that leave it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Abort1 => "repaired",
            Self::Abort2 => "half-repaired",
            Self::Out | Self::Ready | Self::Mission(_) | Self::Flown => "made-ready",
        }
    }
}

impl Mission {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Interdiction => "assigns-interdiction",
            Self::Bombardment => "assigns-bombardment",
            Self::Search => "assigns-search",
            Self::Naval => "assigns-naval",
        }
    }
}

impl Shot {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Missed => "flak-misses",
            Self::Flown => "flak-turns-back",
            Self::Abort1 => "flak-damages",
            Self::Abort2 => "flak-damages-badly",
        }
    }
}

impl Fall {
    pub(super) const fn words(self, gone: bool) -> &'static str {
        match self {
            Self::Intact => "drops",
            Self::Dispersed => "drops-dispersed",
            Self::Adrift => "drops-adrift",
            Self::AdriftDispersed => "drops-adrift-dispersed",
            Self::AdriftLoss if gone => "drops-lost",
            Self::AdriftLoss => "drops-adrift-loss",
        }
    }
}

impl Fall {
    /// The same from the sea (17.43).
    pub(super) const fn by_sea(self, gone: bool) -> &'static str {
        match self {
            Self::Intact => "wades",
            Self::Dispersed => "wades-dispersed",
            Self::Adrift => "wades-adrift",
            Self::AdriftDispersed => "wades-adrift-dispersed",
            Self::AdriftLoss if gone => "wades-lost",
            Self::AdriftLoss => "wades-adrift-loss",
        }
    }
}

impl Sweep {
    pub(super) const fn words(self, gone: bool) -> &'static str {
        match self {
            Self::Beach => "swept",
            Self::Rocks if gone => "swept-lost",
            Self::Rocks => "swept-loss",
            Self::Bay => "swept-into-bay",
        }
    }
}

impl Passage {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Arrives => "passage-arrives",
            Self::Returns => "passage-returns",
            Self::OneLost => "passage-one-lost",
            Self::Beaten => "passage-beaten",
            Self::Lost => "passage-lost",
        }
    }
}

impl Crossing {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Arrives => "crossing-arrives",
            Self::Half => "crossing-half",
            Self::Delayed => "crossing-delayed",
            Self::HalfBack => "crossing-half-back",
            Self::Back => "crossing-back",
            Self::Lost => "crossing-lost",
        }
    }
}

impl Supply {
    const fn key(self) -> &'static str {
        match self {
            Self::Adequate => "supply-adequate",
            Self::Limited => "supply-limited",
            Self::Insufficient => "supply-insufficient",
        }
    }

    /// In words.
    pub(super) fn phrase(self) -> Phrase {
        Phrase::new(self.key())
    }
}

impl crate::engine::say::Say for Supply {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.phrase())
    }
}

impl Touchdown {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Free => "airlands",
            Self::Shelled | Self::UnderFire => "airlands-under-fire",
            Self::Loss => "airlands-loss",
            Self::Destroyed => "airlands-destroyed",
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Free => "6.54",
            Self::Shelled => "6.55",
            Self::UnderFire | Self::Loss | Self::Destroyed => "6.56",
        }
    }
}
