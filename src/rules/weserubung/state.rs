//! What changes in play.

use serde::{Deserialize, Serialize};

use super::data::{Data, Start};
use super::nation::Alliance;
use crate::board::{SpaceId, UnitId};

/// The phases of a turn, in order (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first turn (15.2).
    Setup,
    /// 6.0
    Offensive,
    /// 7.0
    Air,
    /// 8.0
    Naval,
    /// 10.0
    Combat,
    /// 11.0
    Movement,
    /// 12.0
    Placement,
    /// 13.0
    Final,
}

impl Phase {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Setup,
        Self::Offensive,
        Self::Air,
        Self::Naval,
        Self::Combat,
        Self::Movement,
        Self::Placement,
        Self::Final,
    ];

    /// Its name in keys and headings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Offensive => "offensive",
            Self::Air => "air",
            Self::Naval => "naval",
            Self::Combat => "combat",
            Self::Movement => "movement",
            Self::Placement => "placement",
            Self::Final => "final",
        }
    }

    /// The next one.
    pub const fn next(self) -> Self {
        match self {
            Self::Setup | Self::Final => Self::Offensive,
            Self::Offensive => Self::Air,
            Self::Air => Self::Naval,
            Self::Naval => Self::Combat,
            Self::Combat => Self::Movement,
            Self::Movement => Self::Placement,
            Self::Placement => Self::Final,
        }
    }

    /// Its mark among the actions of a unit.
    pub const fn mark(self) -> u8 {
        match self {
            Self::Air => 1,
            Self::Naval => 2,
            Self::Combat => 4,
            Self::Movement => 8,
            Self::Setup | Self::Offensive | Self::Placement | Self::Final => 0,
        }
    }

    /// Its place among the phases in which the initiative chooses who acts first (6.3).
    pub const fn chosen(self) -> usize {
        match self {
            Self::Naval => 1,
            Self::Combat => 2,
            Self::Movement => 3,
            _ => 0,
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// In a hex or box: ashore, afloat or on its base.
    At(SpaceId),
    /// On a ship.
    Aboard(UnitId),
    /// 3.2/e: in the Force Pool.
    Pool,
    /// 13.2: in the Placement Box.
    Bought,
    /// 15.3: yet to come, or yet to be placed before the first turn.
    Later,
    /// Out of the game.
    Gone,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn no(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn none(acts: &u8) -> bool {
    *acts == 0
}

/// A unit in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Where it is.
    pub at: Where,
    /// 3.0: on its reduced side.
    #[serde(default, skip_serializing_if = "no")]
    pub reduced: bool,
    /// The phases of this turn in which it has acted.
    #[serde(default, skip_serializing_if = "none")]
    pub acts: u8,
    /// 13.4: has moved this turn.
    #[serde(default, skip_serializing_if = "no")]
    pub moved: bool,
    /// 7.2/a: has been attacked this phase.
    #[serde(default, skip_serializing_if = "no")]
    pub attacked: bool,
    /// 7.6/a: was carried by air in the Air Phase.
    #[serde(default, skip_serializing_if = "no")]
    pub lifted: bool,
    /// 3.3.1/a: may not take off.
    #[serde(default, skip_serializing_if = "no")]
    pub grounded: bool,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u32,
    /// The phase.
    pub phase: Phase,
    /// Which half of the phase: 0 for the side that goes first, 1 for the other.
    pub half: u8,
    /// Who has the initiative (6.3).
    pub initiative: Alliance,
    /// Who acts first in the Air, Naval, Combat and Movement Phases (6.3).
    pub first: [Alliance; 4],
    /// Offensives left, by nation.
    pub offensives: [i32; 4],
    /// National Morale used this turn, by nation.
    pub used: [i32; 4],
    /// National Morale, by nation.
    pub level: [i32; 4],
    /// 4.0/a: the highest it was this turn; never less than what was used.
    pub peak: [i32; 4],
    /// 10.0: whose offensive is next.
    pub acting: Alliance,
    /// 10.0: passes in a row.
    pub passes: u32,
    /// Offensives asked for so far in this Combat Phase.
    pub number: u32,
    /// 14.2.2: both crossed hexes were German at once.
    pub silenced: bool,
    /// 14.2.1: the die for Narvik has fallen.
    pub narvik: bool,
    /// 14.2: the turn in which Norway surrendered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrendered: Option<u32>,
    /// 15.1: the last turn is over.
    pub ended: bool,
    /// 15.1: capital ships and carriers lost by Britain and France.
    pub capitals_lost: i32,
    /// Land hexes that Germany controls, in order; Norway has the rest.
    pub german: Vec<SpaceId>,
    /// 9.0: lake bases there are.
    pub lakes: Vec<(Alliance, SpaceId)>,
    /// 9.0: alliances that have chosen their lake.
    pub chose_lake: Vec<Alliance>,
    /// The units, by number.
    pub units: Vec<Counter>,
}

impl State {
    pub(super) fn first(data: &Data) -> Self {
        let counter = |start: &Start| Counter {
            at: match start {
                Start::At(place) => Where::At(*place),
                Start::Aboard(unit) => Where::Aboard(*unit),
                Start::Between | Start::Free | Start::Later => Where::Later,
            },
            reduced: false,
            acts: 0,
            moved: false,
            attacked: false,
            lifted: false,
            grounded: false,
        };
        Self {
            turn: 1,
            phase: Phase::Setup,
            half: 0,
            initiative: Alliance::Axis,
            first: [Alliance::Axis; 4],
            offensives: [0; 4],
            used: [0; 4],
            level: data.levels,
            peak: data.levels,
            acting: Alliance::Axis,
            passes: 0,
            number: 0,
            silenced: false,
            narvik: false,
            surrendered: None,
            ended: false,
            capitals_lost: 0,
            german: Vec::new(),
            lakes: Vec::new(),
            chose_lake: Vec::new(),
            units: data.starts.iter().map(counter).collect(),
        }
    }

    /// A unit in play.
    pub fn unit(&self, unit: UnitId) -> &Counter {
        &self.units[usize::from(unit.0)]
    }
}
