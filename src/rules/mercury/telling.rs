//! What events say, where it is not the same for all of a kind.

use super::event::{Cause, Coordination, How, Volley};
use super::map::Sector;
use super::side::{Nation, Side};
use super::state::{Ending, Phase};
use crate::board::SpaceId;
use crate::engine::game::Side as _;
use crate::orders::Item;

crate::say_words!(Side);
crate::say_nothing!(
    Phase,
    How,
    Cause,
    Coordination,
    Volley,
    Ending,
    Nation,
    Sector
);

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
        }
    }

    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Time | Self::NoAirfield => "22.1",
            Self::Evacuation => "20.12",
        }
    }
}

impl How {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Move => "moves",
            Self::Strategic => "marches",
            Self::Refuse => "falls-back",
            Self::Follow => "follows",
            Self::React => "reacts",
            Self::Retreat => "retreats",
            Self::Advance => "advances",
            Self::Occupy => "occupies",
            Self::Ruling => "ruled-place",
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
            Self::Advance => "9.81",
            Self::Occupy => "10.34",
            Self::Ruling => "",
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
            Self::Ruling => "",
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
            Self::Bombardment => "bombards",
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
