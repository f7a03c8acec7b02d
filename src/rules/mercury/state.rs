//! What changes in play: units, aircraft, ships and task forces, supply, and how far the turn has come.
//!
//! [`Open`] is what lies open to both sides; [`Hidden`] what is in task forces, ports and convoys, as it is or as a side was
//! told of it ([`crate::engine::hidden`]).

use serde::{Deserialize, Serialize};

use super::data::Data;
use super::event::Coordination;
use super::map::{Field, Sector};
use super::naval::ids::{Letter, Number};
use super::scenario::Mission;
use super::side::Side;
use super::units::Hull;
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::{Known, Veiled};

/// The position, with what is hidden of it.
pub type State = Veiled<Open, Hidden>;

/// A position as it is, or as one side knows it.
pub type Position<'a> = Known<'a, Data, Open, Hidden, Side>;

/// The phases of a turn, in order (3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before the first turn (3.1).
    #[default]
    Setup,
    /// I: recovery, supply, evacuation.
    Strategic,
    /// II: the Air Operations card.
    Air,
    /// III.A and B: ports, Allied ships.
    AlliedFleet,
    /// III.C: the first naval combat.
    FirstBattle,
    /// III.D: German convoys.
    Convoys,
    /// III.E: the second naval combat.
    SecondBattle,
    /// III.F and G: landings and unloading.
    Landings,
    /// IV.A: German drops.
    Drops,
    /// IV.B: airlanding and movement of the active side.
    Movement,
    /// IV.C
    Bombardment,
    /// IV.D, E and F: declarations, refusals, reactions.
    Declaration,
    /// IV.G: one combat after the other.
    Combat,
}

impl Phase {
    /// Its name in keys.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Strategic => "strategic",
            Self::Air => "air",
            Self::AlliedFleet => "allied-fleet",
            Self::FirstBattle => "first-battle",
            Self::Convoys => "convoys",
            Self::SecondBattle => "second-battle",
            Self::Landings => "landings",
            Self::Drops => "drops",
            Self::Movement => "movement",
            Self::Bombardment => "bombardment",
            Self::Declaration => "declaration",
            Self::Combat => "combat",
        }
    }

    /// The segment it belongs to: what lines sent ahead live and lapse with.
    pub const fn segment(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Strategic => "strategic",
            Self::Air => "air",
            Self::AlliedFleet
            | Self::FirstBattle
            | Self::Convoys
            | Self::SecondBattle
            | Self::Landings => "naval",
            Self::Drops | Self::Movement | Self::Bombardment | Self::Declaration | Self::Combat => {
                "land"
            }
        }
    }
}

/// The part of the day (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hour {
    Am,
    Pm,
    Night,
}

/// Rule 14.0: turn 1 is the morning of 20 May.
pub const fn hour(turn: u32) -> Hour {
    match turn % 3 {
        1 => Hour::Am,
        2 => Hour::Pm,
        _ => Hour::Night,
    }
}

/// The day of May of a turn.
pub const fn day(turn: u32) -> u32 {
    20 + turn.saturating_sub(1) / 3
}

/// Where a counter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// Not in this scenario.
    #[default]
    Out,
    /// In a hex, a zone beside the map, or a box.
    At(SpaceId),
    /// In Alexandria, Greece or at sea: where exactly is hidden.
    Waiting,
    /// Lost.
    Lost,
    /// 20.0: taken off Crete.
    Saved,
}

/// What a unit on land has done or suffered this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// Moved in the Movement phase.
    Moved,
    /// 4.18, 6.1: came down by parachute or glider.
    Dropped,
    /// 17.43: landed on a beach.
    LandedBySea,
    /// 6.54: airlanded undisturbed.
    Airlanded,
    /// 6.55, 6.56: airlanded under fire.
    AirlandedUnderFire,
    /// 17.37: unloaded in a port.
    Unloaded,
    /// 17.52
    BySteamer,
    /// 7.3: refused a combat.
    Refused,
    /// 7.32: advanced after a refusal.
    Followed,
    /// 7.4: tried to react.
    Reacted,
    /// 9.0: took part in a manoeuvre combat.
    Manoeuvred,
    /// 10.0: took part in an assault.
    Assaulted,
    /// 9.8: advanced after combat.
    Advanced,
    /// 11.2: bombarded.
    Bombarded,
    /// 11.4: supported in its own combat phase.
    SupportedAttack,
    /// 11.4: supported in the enemy's.
    SupportedDefence,
    /// 11.3: fired in a defensive bombardment.
    FiredInDefence,
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

    pub(super) const fn clear(&mut self) {
        self.0 = 0;
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

/// A unit on land.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub at: Where,
    /// 9.5: on its reduced side; of a headquarters, the replacement (13.5).
    #[serde(default, skip_serializing_if = "no")]
    pub reduced: bool,
    /// 9.7
    #[serde(default, skip_serializing_if = "no")]
    pub fatigued: bool,
    /// 6.3
    #[serde(default, skip_serializing_if = "no")]
    pub dispersed: bool,
    /// 11.1: 1 First Fire, 2 Final Fire.
    #[serde(default, skip_serializing_if = "none")]
    pub fire: u8,
    #[serde(default, skip_serializing_if = "Marks::none")]
    pub marks: Marks,
    /// 7.1: the hex it has declared combat against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<SpaceId>,
    /// 13.5: where and when it was eliminated, if it may come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell: Option<(u32, Sector)>,
}

/// A box of the Air Operations card (12.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bin {
    /// Not in this scenario, or half of a unit that is whole.
    #[default]
    Out,
    Ready,
    Mission(Mission),
    Flown,
    #[serde(rename = "abort-1")]
    Abort1,
    #[serde(rename = "abort-2")]
    Abort2,
}

impl Bin {
    /// Its name in facts.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Ready => "ready",
            Self::Mission(Mission::Interdiction) => "interdiction",
            Self::Mission(Mission::Bombardment) => "bombardment",
            Self::Mission(Mission::Search) => "search",
            Self::Mission(Mission::Naval) => "naval",
            Self::Flown => "flown",
            Self::Abort1 => "abort-1",
            Self::Abort2 => "abort-2",
        }
    }
}

/// 19.6
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ammo {
    #[default]
    Full,
    Low,
    Out,
}

/// Where a ship or convoy is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Berth {
    /// Not in this scenario.
    #[default]
    Out,
    /// The reader does not know.
    Unknown,
    /// Arrives later (17.13).
    Later,
    /// 16.4: in a refit box of Alexandria or Athens: 1, 2 or 3.
    Refit(u8),
    /// 16.4: ready to sail from there.
    Ready,
    /// 16.3: in the task force with this letter.
    Force(Letter),
    /// 16.13: under the German contact marker with this number.
    Contact(Number),
    Sunk,
}

/// A ship or convoy, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vessel {
    pub at: Berth,
    #[serde(default, skip_serializing_if = "no")]
    pub damaged: bool,
    #[serde(default, skip_serializing_if = "is_full")]
    pub ammo: Ammo,
    /// 15.25: reserve supply counters aboard.
    #[serde(default, skip_serializing_if = "none")]
    pub reserves: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_full(ammo: &Ammo) -> bool {
    matches!(ammo, Ammo::Full)
}

/// 18.33: what the Germans were told of a task force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// Nothing but where its marker is.
    #[default]
    Nothing,
    /// That it is there in earnest.
    Detected,
    /// How many ships it has.
    Count,
    /// How many of which types.
    Types,
    /// 19.21: which ships, since they were attacked or came near enough to be seen.
    Ships,
}

/// A task force marker (16.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    /// 0 is A.
    pub letter: Letter,
    /// A place of the sea map.
    pub at: SpaceId,
    /// How deep the Germans have looked into it; both sides know.
    #[serde(default)]
    pub told: Told,
    /// Movement points it has used this turn.
    #[serde(default, skip_serializing_if = "none")]
    pub spent: u8,
}

/// A German contact marker (16.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Its number, which tells nothing.
    pub number: Number,
    /// A place of the sea map.
    pub at: SpaceId,
    /// 18.2: what it is, once it is detected, until the next night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<UnitId>,
}

/// 18.33: what was told of the ships of a task force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The task force.
    pub letter: Letter,
    /// When it was told.
    pub turn: u32,
    /// How many ships.
    pub ships: u8,
    /// How many of each type; empty where only their number was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<(Hull, u8)>,
}

/// 15.1
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Supply {
    #[default]
    Adequate,
    Limited,
    Insufficient,
}

impl Supply {
    /// Its place in tables of three.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// 15.2: reserve supply counters of one side in one sector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserves {
    pub ready: u8,
    pub spent: u8,
}

/// What is hidden: the same type for the truth and for what a side was told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// 15.25: reserve supply counters waiting at Alexandria.
    #[serde(default, skip_serializing_if = "none")]
    pub waiting_reserves: u8,
    /// 23.4: campaign options chosen, by side, until they are known.
    #[serde(default)]
    pub options: [Vec<u8>; 2],
    /// 21.31: convoys that were written down, and for which turns.
    #[serde(default)]
    pub schedule: Vec<Slip>,
    /// 18.33: what the Germans were told of task forces.
    #[serde(default)]
    pub reports: Vec<Report>,
    /// 17.3: units on land, and the ship that carries each.
    #[serde(default)]
    pub cargo: Vec<(UnitId, UnitId)>,
    /// Ships and convoys, by number.
    pub ships: Vec<Vessel>,
}

/// 21.31: a German convoy marker on the Turn Track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    /// Which it is, for who may know.
    pub convoy: Option<UnitId>,
    pub turn: u32,
}

/// 21.15: an Allied convoy that came back and may try again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    pub units: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "none")]
    pub reserves: u8,
    /// The first turn on which it may.
    pub from: u32,
}

/// 21.32: a German convoy off Crete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    pub convoy: UnitId,
    /// The beaches or the port that were announced.
    pub at: Vec<SpaceId>,
    /// 17.37 b: it lies in its port, and unloads as the port allows.
    #[serde(default, skip_serializing_if = "no")]
    pub there: bool,
}

/// What lies open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    pub turn: u32,
    pub phase: Phase,
    /// IV: whose segment it is.
    pub active: Side,
    /// Combats fought so far in this segment; landings and battles so far in this turn.
    pub number: u32,
    /// How the game ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    /// 9.23: improved positions that stand.
    pub improved: Vec<SpaceId>,
    /// 8.2: how the combat that is being fought was coordinated: for lines sent ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinated: Option<(SpaceId, Coordination)>,
    /// 9.2: hexes attacked this segment whose combat is over.
    pub fought: Vec<SpaceId>,
    /// 15.1: by side and sector.
    pub supply: [[Supply; 4]; 2],
    /// 15.2: by side and sector.
    pub reserves: [[Reserves; 4]; 2],
    /// 12.41: the level of interdiction of each sector, this turn.
    pub interdiction: [u8; 4],
    /// 15.15: what it was on the last day turn.
    pub raided: [u8; 4],
    /// 15.25c: airfields that take an RSC by air this turn.
    pub airlifts: Vec<Field>,
    /// 6.52: steps airlanded this turn on each airfield.
    pub airlanded: [u8; 3],
    /// 4.64: the Suda Special Command Zone is open for good.
    #[serde(default, skip_serializing_if = "no")]
    pub suda_open: bool,
    /// 4.64: Germans who jumped in or beside the zone; they never open it.
    #[serde(default)]
    pub suda_jumpers: Vec<UnitId>,
    /// 4.64: units that left the zone this turn.
    #[serde(default, skip_serializing_if = "none")]
    pub suda_left: u8,
    /// 20.12: the turn in which the evacuation ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evacuation: Option<u32>,
    /// Points that stand in no position: the screen, convoys, options (23.1, 21.14, 23.4).
    pub points: i32,
    /// 20.11b: non-Greek Allied steps lost; Greek ones; German ones (22.2).
    pub steps_lost: [u32; 3],
    /// 23.4: campaign options chosen, by side, once they are known.
    pub options: [Vec<u8>; 2],
    /// 21.12: the turn in which an Allied convoy sailed last.
    #[serde(default)]
    pub sailed: u32,
    pub returned: Vec<Returned>,
    pub arrivals: Vec<Arrival>,
    /// 17.33, 17.37: steps that went through a port, an anchorage or a zone this turn.
    pub handled: Vec<(SpaceId, i32)>,
    /// 23.3: convoys that do not sail before a turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle_until: Vec<(UnitId, u32)>,
    pub forces: Vec<Force>,
    pub contacts: Vec<Contact>,
    /// 18.31: aircraft over a sea zone this turn, to search and to coordinate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scouts: Vec<(UnitId, SpaceId)>,
    pub planes: Vec<Bin>,
    pub units: Vec<Unit>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// After the last turn.
    Time,
    /// 22.1: the Germans hold no airfield.
    NoAirfield,
    /// 20.12: the last Allies have left.
    Evacuation,
    /// 20.0: the Allies were told to leave, and nobody plays that out.
    Ordered,
}

impl Open {
    /// A unit on land.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// An air unit.
    pub fn plane(&self, d: &Data, unit: UnitId) -> Bin {
        self.planes[unit.index() - d.land.len()]
    }

    /// Whether it is day.
    pub const fn is_day(&self) -> bool {
        !matches!(hour(self.turn), Hour::Night)
    }
}
