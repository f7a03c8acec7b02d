//! What changes in play: units, ships, control, damage, supply, score, and how far the turn has come.
//!
//! [`Open`] is what lies open to both sides, which is nearly all (1.4); [`Hidden`] what transports carry and which barges are
//! dummies, as it is or as a side was told of it ([`crate::engine::hidden`]).

use serde::{Deserialize, Serialize};

use super::data::Data;
use super::side::Side;
use super::tables::{Level, Weather};
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::{Known, Veiled};

/// The position, with what is hidden of it.
pub type State = Veiled<Open, Hidden>;

/// A position as it is, or as one side knows it.
pub type Position<'a> = Known<'a, Data, Open, Hidden, Side>;

/// The phases of a turn, in order (2.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first turn (16.1).
    #[default]
    Setup,
    /// 2.1: weather, release of the Royal Navy.
    Weather,
    /// 2.2
    Reinforcement,
    /// 2.31, 2.32
    Detection,
    /// 2.33, 2.34
    Fleet,
    /// 2.35
    Ferry,
    /// 2.41, 2.51
    Supply,
    /// 2.42, 2.52
    Movement,
    /// 2.43, 2.53: missions of who operates; 2.44, 2.54: of the other.
    Air,
    /// 2.45, 2.55
    Combat,
    /// 2.46, 2.56
    Motorised,
    /// 2.6
    Return,
    /// 2.7, and the end of the turn.
    Repair,
}

impl Phase {
    /// Its name in keys.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Weather => "weather",
            Self::Reinforcement => "reinforcement",
            Self::Detection => "detection",
            Self::Fleet => "fleet",
            Self::Ferry => "ferry",
            Self::Supply => "supply",
            Self::Movement => "movement",
            Self::Air => "air",
            Self::Combat => "combat",
            Self::Motorised => "motorised",
            Self::Return => "return",
            Self::Repair => "repair",
        }
    }

    /// The segment it belongs to: what lines sent ahead live and lapse with.
    pub const fn segment(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Weather | Self::Reinforcement => "reinforcement",
            Self::Detection | Self::Fleet | Self::Ferry => "naval",
            Self::Supply | Self::Movement | Self::Air | Self::Combat | Self::Motorised => {
                "operations"
            }
            Self::Return | Self::Repair => "return",
        }
    }
}

/// Where a land unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// Not in this scenario, or not rebuilt yet.
    #[default]
    Out,
    /// In a hex, or in a zone beside the map.
    At(SpaceId),
    /// 9.3: aboard ships in a zone of sea.
    Aboard(SpaceId),
    /// 9.4: aboard, and about to assault this hex.
    Landing(SpaceId),
    /// Comes later.
    Waiting,
    Lost,
    /// 13.3: the Royal Family in exile; 13.4: a detachment that went back.
    Away,
}

/// What a unit has done or suffered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// Moved in the movement phase.
    Moved,
    /// 5.4: by rail.
    Railed,
    /// 6.0: attacked in this combat phase.
    Attacked,
    /// Was attacked in this combat phase.
    Defended,
    /// 6.2.32: retreated in this phase; adds nothing to the defence of another hex.
    Retreated,
    /// 5.6: took part in an overrun that ended its movement.
    Halted,
    /// 8.6: jumped this turn, into a hex it must attack.
    Dropped,
    /// 8.5: flown this turn.
    Flown,
    /// 9.3.2: came ashore this turn.
    Landed,
    /// 16.1.15: may move although its zone is quiet.
    Freed,
    /// 5.5.1: left England this turn, and does not come back in it.
    LeftMap,
}

/// The marks of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(u32);

impl Marks {
    /// Whether a mark is there.
    pub const fn has(self, mark: Mark) -> bool {
        self.0 >> mark as u8 & 1 == 1
    }

    pub(super) const fn put(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    pub(super) const fn take(&mut self, mark: Mark) {
        self.0 &= !(1 << mark as u8);
    }

    /// A new phase of movement or combat: what counted for the last one is forgotten.
    pub(super) const fn new_phase(&mut self) {
        self.take(Mark::Attacked);
        self.take(Mark::Defended);
        self.take(Mark::Retreated);
        self.take(Mark::Halted);
        self.take(Mark::Moved);
    }

    /// The end of a turn: only the right to move stays.
    pub(super) const fn clear(&mut self) {
        self.0 &= 1 << Mark::Freed as u8;
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    const fn none(&self) -> bool {
        self.0 == 0
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn no(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn none(number: &u8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn first(number: &u16) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn zero(number: &u32) -> bool {
    *number == 0
}

/// A land unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub at: Where,
    pub steps: u8,
    /// 11.2.4
    #[serde(default, skip_serializing_if = "none")]
    pub hits: u8,
    /// 12.0.1: Out of Supply 1 or 2.
    #[serde(default, skip_serializing_if = "none")]
    pub out: u8,
    /// 8.7: on its weak side.
    #[serde(default, skip_serializing_if = "no")]
    pub weak: bool,
    /// 12.0: supplied to the end of this turn, having landed.
    #[serde(default, skip_serializing_if = "zero")]
    pub grace: u32,
    /// Movement points spent in this phase, where it goes on after an overrun.
    #[serde(default, skip_serializing_if = "none")]
    pub spent: u8,
    #[serde(default, skip_serializing_if = "Marks::none")]
    pub marks: Marks,
}

/// Where a ship or naval point is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Berth {
    /// Not in this scenario.
    #[default]
    Out,
    /// In the port of a hex, or of a zone beside the map.
    Port(SpaceId),
    /// In a zone of sea.
    Sea(SpaceId),
    /// Comes later.
    Waiting,
    Sunk,
}

/// What a ship has done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Wake {
    /// 9.1
    Moved,
    /// 7.2
    Intercepted,
    /// 9.3.2, 9.4: does not return to port.
    NoReturn,
    /// 9.2.4
    Withdrew,
}

/// The wakes of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wakes(u8);

impl Wakes {
    /// Whether it did so.
    pub const fn has(self, wake: Wake) -> bool {
        self.0 >> wake as u8 & 1 == 1
    }

    pub(super) const fn put(&mut self, wake: Wake) {
        self.0 |= 1 << wake as u8;
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    const fn none(&self) -> bool {
        self.0 == 0
    }
}

/// A ship or naval point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ship {
    pub at: Berth,
    /// In a port beside the map: the sea it opens on, if it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<SpaceId>,
    #[serde(default, skip_serializing_if = "no")]
    pub damaged: bool,
    /// 9.1: at sea, the number of its stack: that of its first ship.
    #[serde(default, skip_serializing_if = "first")]
    pub stack: u16,
    #[serde(default, skip_serializing_if = "Wakes::none")]
    pub wakes: Wakes,
}

/// What a unit at sea lies on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cargo {
    pub unit: UnitId,
    /// The naval points that carry it.
    pub on: Vec<UnitId>,
}

/// What is hidden: the same type for the truth and for what a side was told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// 9.5.5: the manifests.
    #[serde(default)]
    pub cargo: Vec<Cargo>,
    /// 9.5.6: barges that carry nothing and count two points.
    #[serde(default)]
    pub dummies: Vec<UnitId>,
}

/// What can be damaged in a hex (11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Installation {
    Port,
    Airbase,
    Radar,
    Rail,
}

/// Hits on an installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    pub at: SpaceId,
    pub what: Installation,
    pub hits: u8,
}

/// Replacement points a side has (14.2): leg, armour, army tank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pools {
    pub leg: u8,
    pub armour: u8,
    pub tank: u8,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// After the last turn: by points.
    Time,
    /// 15.2.1: a side declared its sudden death.
    GermanSudden,
    BritishSudden,
}

/// What lies open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    pub turn: u32,
    pub phase: Phase,
    /// Whose phase it is.
    pub active: Side,
    /// 2.4, 2.5: whose operations segment it is.
    pub operations: Side,
    /// How the game ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    pub weather: Weather,
    /// 15.1: points ashore and at sea.
    pub ovp: i32,
    pub nvp: i32,
    /// 1.3: hexes of England the Germans hold, in order.
    #[serde(default)]
    pub german: Vec<SpaceId>,
    /// 5.4.2: hexes of converted rail, each behind the one it was joined to.
    #[serde(default)]
    pub converted: Vec<SpaceId>,
    /// 11.1
    #[serde(default)]
    pub damage: Vec<Damage>,
    /// 9.5.7: the zone of the German mines; 9.5.8: those of the U-boats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mines: Option<SpaceId>,
    #[serde(default)]
    pub uboats: Vec<SpaceId>,
    /// 9.5.1: capital ships, cruisers, small ships: free this turn.
    #[serde(default)]
    pub released: [bool; 3],
    /// 16.1.14: the Germans have come out; the Royal Navy may.
    #[serde(default)]
    pub awake: bool,
    /// 13.1, 13.2
    pub guns: u32,
    pub auxiliaries: u8,
    pub brandenburgers: u8,
    pub western_approach: u8,
    /// 16.1.15: the turn in which the British first moved against an invader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alarm: Option<u32>,
    /// The turn in which the first German land unit came to England.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landed: Option<u32>,
    /// 13.5: zones a German has entered: their garrisons are free for good.
    #[serde(default)]
    pub entered: Vec<SpaceId>,
    /// 5.4.1: steps that may still go by rail in this phase.
    #[serde(default)]
    pub rail: u32,
    /// 6.0: hexes attacked in this phase.
    #[serde(default)]
    pub fought: Vec<SpaceId>,
    /// 8.5: points of Ju-52 that have flown this turn.
    #[serde(default, skip_serializing_if = "none")]
    pub lifted: u8,
    /// 13.2.1: the zone of each strike of Auxiliary Units this turn.
    #[serde(default)]
    pub struck: Vec<SpaceId>,
    /// 9.4.22: divisions that answer for beaches beside them, with the points against them so far.
    #[serde(default)]
    pub beach: Vec<(UnitId, u32)>,
    /// 13.3, 15.2.1
    #[serde(default, skip_serializing_if = "no")]
    pub churchill_taken: bool,
    #[serde(default, skip_serializing_if = "no")]
    pub royals_gone: bool,
    /// 14.2, of the British; the Germans have no end of them at home.
    pub pools: Pools,
    /// 14.2.2: German points in England: the port or airbase, how many legs and armour.
    #[serde(default)]
    pub stores: Vec<(SpaceId, Pools)>,
    /// 9.5.3: Prahm and landing craft lost in combat, not yet replaced.
    #[serde(default)]
    pub box_points: [u8; 2],
    /// The points that come in the next turn for them.
    #[serde(default)]
    pub box_due: [u8; 2],
    /// Ships that have come because it was time, by their place in the scenario.
    #[serde(default)]
    pub cued: Vec<u8>,
    pub units: Vec<Unit>,
    pub ships: Vec<Ship>,
}

impl Open {
    /// A land unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// A ship or naval point.
    pub fn ship(&self, d: &Data, unit: UnitId) -> &Ship {
        &self.ships[unit.index() - d.land.len()]
    }

    /// Hits on something in a hex.
    pub fn hits(&self, at: SpaceId, what: Installation) -> i32 {
        let found = self
            .damage
            .iter()
            .find(|one| one.at == at && one.what == what);
        found.map_or(0, |one| i32::from(one.hits))
    }

    /// Rule 1.3: whether the Germans hold a hex of England.
    pub fn is_german(&self, at: SpaceId) -> bool {
        self.german.binary_search(&at).is_ok()
    }
}

/// The month of a turn, and its number in it (1.1.4): turn 1 is the first of July.
pub const fn date(turn: u32) -> (u32, u32) {
    let n = turn.saturating_sub(1);
    (7 + n / 10, n % 10 + 1)
}

/// Who has won, by points (15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub total: i32,
    pub level: Level,
}
