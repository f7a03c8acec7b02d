//! What changes in play: what lies open, what is hidden, and beside the truth what each side was told.
//!
//! **Open** is what stands on the map for both: clock, weather, tracks of the play aids, every RAF unit in the air with its
//! orders, damage. **Hidden** are the Luftwaffe's plan and raids, the deck, the RAF's Tote Board and both sides' record
//! sheets. In the RAF's copy of a raid `real` is missing and `plot` says what it was told; in the Luftwaffe's copy there
//! is no Tote Board.

use serde::{Deserialize, Serialize};

use super::data::Data;
use super::side::Side;
use crate::board::{SpaceId, UnitId};
use crate::engine::deck::Deck;
use crate::engine::hidden::{Known, Veiled};
use crate::orders::{Class, Element, Item, Thing};

/// The position.
pub type State = Veiled<Open, Hidden>;

/// The position as somebody knows it.
pub type Position<'a> = Known<'a, Data, Open, Hidden, Side>;

/// The phases (5.1, 5.2), in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Weather,
    Planning,
    Deployment,
    Readiness,
    Events,
    Scramble,
    Formation,
    Patrol,
    RafMovement,
    LwMovement,
    Pursuit,
    Dogfight,
    RafCombat,
    LwCombat,
    TakeOff,
    Administration,
}

impl Phase {
    /// All, in order.
    pub const ALL: [Self; 16] = [
        Self::Weather,
        Self::Planning,
        Self::Deployment,
        Self::Readiness,
        Self::Events,
        Self::Scramble,
        Self::Formation,
        Self::Patrol,
        Self::RafMovement,
        Self::LwMovement,
        Self::Pursuit,
        Self::Dogfight,
        Self::RafCombat,
        Self::LwCombat,
        Self::TakeOff,
        Self::Administration,
    ];

    /// Its name in keys and headings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weather => "weather",
            Self::Planning => "planning",
            Self::Deployment => "deployment",
            Self::Readiness => "readiness",
            Self::Events => "events",
            Self::Scramble => "scramble",
            Self::Formation => "formation",
            Self::Patrol => "patrol",
            Self::RafMovement => "raf-movement",
            Self::LwMovement => "lw-movement",
            Self::Pursuit => "pursuit",
            Self::Dogfight => "dogfight",
            Self::RafCombat => "raf-combat",
            Self::LwCombat => "lw-combat",
            Self::TakeOff => "take-off",
            Self::Administration => "administration",
        }
    }

    /// The next one; a turn ends with the last.
    pub fn next(self) -> Option<Self> {
        let here = Self::ALL.iter().position(|phase| *phase == self)?;
        Self::ALL.get(here + 1).copied()
    }
}

/// A raid by its number on the map, which tells nothing (9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RaidId(pub u16);

/// A Form-Up marker by its number, which tells nothing (9.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormId(pub u16);

/// Markers of form-ups are numbered behind those of raids.
pub(super) const FORMS: u16 = 100;

impl Element for RaidId {
    fn item(self) -> Item {
        Item::Thing(Thing {
            class: Class::Marker,
            id: self.0,
        })
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Marker,
                id,
            }) if id < FORMS => Some(Self(id)),
            _ => None,
        }
    }
}

impl Element for FormId {
    fn item(self) -> Item {
        Item::Thing(Thing {
            class: Class::Marker,
            id: FORMS + self.0,
        })
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Marker,
                id,
            }) if id >= FORMS => Some(Self(id - FORMS)),
            _ => None,
        }
    }
}

/// Rule 12.1.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AirPicture {
    #[default]
    Good,
    Degraded,
    Poor,
}

/// Rule 10.2: what a RAF unit was told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// To a hex and an altitude; there it may go over into an orbit or a patrol line.
    Vector {
        to: SpaceId,
        angels: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<Follow>,
    },
    Orbit,
    /// Between two hexes; going to the first or to the second.
    Patrol {
        ends: [SpaceId; 2],
        to_second: bool,
    },
    /// To an airfield.
    Pancake {
        field: usize,
    },
    Pursuit {
        raid: RaidId,
    },
}

/// What follows a Vector (10.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Follow {
    Orbit,
    Patrol(SpaceId),
}

/// A RAF unit in the air, or on its way to be: all of it stands on the map (3.1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    pub unit: UnitId,
    pub at: SpaceId,
    pub angels: i32,
    pub order: Option<Order>,
    /// The leader of its Wing (20.2), itself if it leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wing: Option<UnitId>,
    /// Successes in forming a Balbo: 1 or 2.
    #[serde(default)]
    pub balbo: u8,
    /// Climbed this turn (8.1.7).
    #[serde(default)]
    pub climbed: bool,
    /// Lost its tally: needs a new order (12.3).
    #[serde(default)]
    pub must_change: bool,
    /// The unit of the raid it goes for, by its letter (13.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dogfight: Option<u16>,
    /// Units it has attacked in this phase, by the letter of their silhouette and their raid.
    #[serde(default)]
    pub attacked: Vec<(RaidId, u8)>,
}

/// Damage to an airfield and what happened there this turn (16.4, 18.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    #[serde(default)]
    pub capacity_lost: i32,
    #[serde(default)]
    pub ops_hit: bool,
    /// Disrupted to the end of this turn's Administrative Phase.
    #[serde(default)]
    pub disrupted_until: u32,
    #[serde(default)]
    pub landed: i32,
    #[serde(default)]
    pub scrambled: i32,
}

/// A side of a weather chit that lies in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    pub chit: u16,
    pub bad: bool,
}

/// When a side wishes to be asked again (house rule of play by mail): until then its gates pass with the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Until {
    #[serde(default)]
    pub turn: Option<u32>,
    #[serde(default)]
    pub track: bool,
    #[serde(default)]
    pub form_up: bool,
    #[serde(default)]
    pub near: Option<SpaceId>,
    #[serde(default)]
    pub within: i32,
}

/// A Dogfight (13.6.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dogfight {
    pub id: u16,
    pub at: SpaceId,
    pub angels: i32,
    /// The raid it moves with (13.6.1).
    pub raid: RaidId,
    pub raf: Vec<UnitId>,
}

/// What lies open to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// 0 before the first.
    pub turn: u32,
    pub phase: Phase,
    /// Number of the row of Time of Day (6.2).
    pub time: usize,
    /// None 0, crosswind from so many Angels up, headwind -1 (6.3.1).
    pub wind: i32,
    /// By zone (6.3).
    pub weather: Vec<Laid>,
    /// Category of London Haze; 0 none.
    pub haze: u8,
    pub picture: AirPicture,
    /// RAF Response, in halves (20.1).
    pub response: i32,
    /// The VP track, in halves (22).
    pub vp: i32,
    /// HF range this turn (10.1.2).
    pub hf: i32,
    /// Scramble Limit (20.1.1), and its change this turn (7).
    pub limit: i32,
    pub limit_shift: i32,
    /// Units put into Scramble boxes this turn.
    pub scrambled: i32,
    /// RAF units in the air, by number.
    pub sky: Vec<Fighter>,
    /// By number of the airfield.
    pub fields: Vec<Damage>,
    /// Stations out of action, by number.
    pub rdf_out: Vec<usize>,
    /// HAA barrage markers (14.1.3).
    pub barrages: Vec<SpaceId>,
    /// Balloons Down points (15).
    pub balloons_down: Vec<(SpaceId, i32)>,
    pub balloon_losses: i32,
    /// A unit of 12 Group has gone south (20.3.2).
    pub group12_crossed: bool,
    pub dogfights: Vec<Dogfight>,
    /// All raids are home, or both agreed (6.7).
    pub ended: bool,
}

/// Boxes of the Tote Board (18.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readiness {
    Available,
    Ready,
    Scramble,
    Landed,
    Reform,
    Rearm2,
    Rearm1,
}

/// A RAF unit on the ground (18.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tote {
    pub unit: UnitId,
    /// Number of the airfield.
    pub field: usize,
    pub state: Readiness,
    /// Goes through R/R a second time: it is not at a field of its own.
    #[serde(default)]
    pub again: bool,
    /// Its orders for take-off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The leader of the Wing it takes off with (20.2.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wing: Option<UnitId>,
    /// Asks to be made Ready (18.2.2), and how often it tried.
    #[serde(default)]
    pub called: bool,
    #[serde(default)]
    pub tried: i32,
}

/// A unit's record (3.2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    pub unit: UnitId,
    #[serde(default)]
    pub losses: i32,
    #[serde(default)]
    pub disruption: i32,
    #[serde(default)]
    pub low_ammo: bool,
    /// The turn by which it must be down (17); nothing on the ground and for bombers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<i32>,
    /// Fought this turn: burns endurance (17.1.1).
    #[serde(default)]
    pub fought: bool,
    #[serde(default)]
    pub destroyed: bool,
    /// Was in the air (3.3.1/c).
    #[serde(default)]
    pub flown: bool,
    /// RAF: was parted into Flights (3.3.1).
    #[serde(default)]
    pub parted: bool,
}

/// Rule 9.1.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    Bombing,
    CloseEscort,
    TopCover,
    FreeHunt,
}

/// Rule 16.2: how a unit bombs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    #[default]
    Level,
    Dive,
    Low,
}

/// A unit of a raid in the air.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aircraft {
    pub unit: UnitId,
    /// What its silhouette is called once it is tallied: 0 for A; drawn, so that it tells nothing.
    pub letter: u8,
    pub task: Task,
    pub angels: i32,
    #[serde(default)]
    pub bombs: bool,
    /// Climbed this turn, dived this turn (16.2.2).
    #[serde(default)]
    pub climbed: bool,
    #[serde(default)]
    pub dived: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dogfight: Option<u16>,
}

/// What a point of a route is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    Waypoint,
    /// Homeward: no navigation.
    Return,
    Target,
    Orbit,
    Descent,
    Recovery,
}

/// What an LW raid is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Course {
    /// Flies its route.
    Route,
    /// Stays over its orbit point.
    Orbit,
    /// Goes for a RAF unit (12.2).
    Pursuit { quarry: UnitId },
    /// Goes home, and nothing else (9.3.5).
    Pancake,
}

/// What a raid truly is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Real {
    pub at: SpaceId,
    pub units: Vec<Aircraft>,
    /// Number in `Plan::programs`.
    pub program: usize,
    pub course: Course,
    /// Where the leg began, and how many hexes of it are flown.
    pub from: SpaceId,
    pub flown: u32,
    /// The points ahead.
    pub ahead: Vec<(SpaceId, Stop)>,
    /// What it goes for now: number in `Map::targets`; the secondary after a diversion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
    pub method: Method,
    #[serde(default)]
    pub lost: bool,
    #[serde(default)]
    pub rerolled: bool,
    #[serde(default)]
    pub diverted: bool,
    /// Bombs are gone.
    #[serde(default)]
    pub bombed: bool,
    /// The card in its box (11.2.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u16>,
    /// What it was announced as when it formed.
    #[serde(default)]
    pub formed_as: i32,
    /// Squadrons that attacked it (22.1.1).
    #[serde(default)]
    pub attacked_by: Vec<UnitId>,
    /// RAF units it was asked to tally in this phase, so that none is tried twice.
    #[serde(default)]
    pub tried: Vec<UnitId>,
    /// A Channel patrol: number of its box, from 0 (21.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patrol: Option<usize>,
    /// The turn and phase in which it last attacked, and whom (13.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub struck: Option<(u32, Phase, UnitId)>,
}

/// Why a tally ends (12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Drop {
    /// Too far to be seen in this weather.
    Far,
    /// Broken by the weather.
    Weather,
    /// Home, or destroyed.
    Gone,
    /// Of one's own will.
    Own,
}

/// How a raid stands on the plotting table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seen {
    /// Its marker is off the map; the track stays.
    Lost,
    /// A "?", the hex alone (11.1.1).
    Shown,
    Detected,
    Tallied,
    /// Home, or destroyed.
    Gone,
}

/// A unit of a tallied raid as the RAF sees it (12.1.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silhouette {
    pub letter: u8,
    pub bomber: bool,
    pub large: bool,
    pub angels: i32,
    pub disruption: i32,
    /// Known since it fought (13.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub craft: Option<super::data::Craft>,
}

/// What was announced of a raid, right or wrong: both sides know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plot {
    pub seen: Seen,
    pub at: SpaceId,
    /// The turn of the last look.
    pub turn: u32,
    pub strength: i32,
    /// The best strength ever announced (20.1.1).
    pub best: i32,
    pub angels: i32,
    /// Where it was, turn by turn: the arrows (5.3.1).
    #[serde(default)]
    pub track: Vec<(u32, SpaceId)>,
    #[serde(default)]
    pub units: Vec<Silhouette>,
}

/// A raid: what it is, and what was told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    pub id: RaidId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real: Option<Real>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Plot>,
}

/// What a Form-Up marker stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forming {
    /// Number in `Plan::programs`.
    Program(usize),
    /// Number in the scenario's dummies.
    Dummy(usize),
}

/// A Form-Up marker (9.3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    pub id: FormId,
    pub at: SpaceId,
    pub strength: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Forming>,
}

/// What is to be done with a dummy in the next Formation Phase (9.3.1/a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decoying {
    Place { at: SpaceId, size: i32 },
    Take { form: FormId },
}

/// A raid as it was programmed (9.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Number in `Data::chits`.
    pub chit: usize,
    pub bombers: Vec<UnitId>,
    pub close: Vec<UnitId>,
    pub cover: Vec<UnitId>,
    pub hunters: Vec<UnitId>,
    pub angels: i32,
    pub cover_angels: i32,
    pub form: SpaceId,
    /// As programmed (17.2), and as the Form Up roll made it (9.2.8); nothing once it has formed.
    pub turn: u32,
    pub adjusted: u32,
    pub route: Vec<SpaceId>,
    pub target: Option<usize>,
    pub home: Vec<SpaceId>,
    pub recover: SpaceId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<SpaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descent: Option<SpaceId>,
    pub method: Method,
    #[serde(default)]
    pub formed: bool,
    /// Units that a Form Up roll took away (9.2.8).
    #[serde(default)]
    pub missing: Vec<UnitId>,
}

/// The Luftwaffe's planning map and its chits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Numbers in `Data::chits`.
    pub chits: Vec<usize>,
    pub programs: Vec<Program>,
    /// Channel patrol boxes 1 to 6 (21.1).
    pub patrols: Vec<Vec<UnitId>>,
    /// Dummies that are not on the map, by number in the scenario.
    pub dummies: Vec<usize>,
    /// Orders for the next Formation Phase.
    #[serde(default)]
    pub decoys: Vec<Decoying>,
    /// Units lost or home for good.
    pub home: Vec<UnitId>,
    /// What the chits are worth, and their Response Level in halves.
    pub vp: i32,
    pub level: i32,
}

/// What is hidden: the truth, or what one side was told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// By unit; of the RAF's eyes alone.
    pub tote: Vec<Tote>,
    /// By unit: those whose record is known.
    pub logs: Vec<Log>,
    pub plan: Option<Plan>,
    /// By number.
    pub raids: Vec<Raid>,
    pub forms: Vec<Marker>,
    /// Detection cards; drawn ones lie aside until the deck is empty (2.9).
    pub deck: Deck,
    #[serde(default)]
    pub aside: Vec<u16>,
    /// Numbers for raids and for Form-Up markers, shuffled.
    pub numbers: Deck,
    pub form_numbers: Deck,
    /// By side; of its own alone.
    #[serde(default)]
    pub until: Vec<Until>,
}

impl Hidden {
    /// A raid, if anything is known of it.
    pub fn raid(&self, id: RaidId) -> Option<&Raid> {
        self.raids.iter().find(|raid| raid.id == id)
    }

    /// What a raid truly is, where that is known.
    pub fn real(&self, id: RaidId) -> Option<&Real> {
        self.raid(id)?.real.as_ref()
    }

    /// What was announced of it.
    pub fn plot(&self, id: RaidId) -> Option<&Plot> {
        self.raid(id)?.plot.as_ref()
    }

    /// A unit's record, where it is known.
    pub fn log(&self, unit: UnitId) -> Option<&Log> {
        self.logs.iter().find(|log| log.unit == unit)
    }

    /// Where a RAF unit stands on the Tote Board.
    pub fn tote(&self, unit: UnitId) -> Option<&Tote> {
        self.tote.iter().find(|tote| tote.unit == unit)
    }

    /// The raid a unit flies in.
    pub fn raid_of(&self, unit: UnitId) -> Option<RaidId> {
        let has = |raid: &&Raid| {
            let real = raid.real.as_ref();
            real.is_some_and(|real| real.units.iter().any(|one| one.unit == unit))
        };
        self.raids.iter().find(has).map(|raid| raid.id)
    }
}

impl Open {
    /// A RAF unit in the air.
    pub fn fighter(&self, unit: UnitId) -> Option<&Fighter> {
        self.sky.iter().find(|one| one.unit == unit)
    }
}

impl Fighter {
    /// A unit in the air without orders.
    pub const fn new(unit: UnitId, at: SpaceId) -> Self {
        Self {
            unit,
            at,
            angels: 0,
            order: None,
            wing: None,
            balbo: 0,
            climbed: false,
            must_change: false,
            dogfight: None,
            attacked: Vec::new(),
        }
    }

    /// The raid it pursues.
    pub const fn quarry(&self) -> Option<RaidId> {
        match self.order {
            Some(Order::Pursuit { raid }) => Some(raid),
            _ => None,
        }
    }

    /// Goes home.
    pub const fn pancakes(&self) -> bool {
        matches!(self.order, Some(Order::Pancake { .. }))
    }

    /// Stays over a point, or between two (10.3).
    pub const fn orbits(&self) -> bool {
        matches!(self.order, Some(Order::Orbit))
    }
}

impl Program {
    /// All units of it that were not left behind.
    pub fn all_units(&self) -> Vec<UnitId> {
        let lists = [&self.bombers, &self.close, &self.cover, &self.hunters];
        let all = lists.into_iter().flatten().copied();
        all.filter(|unit| !self.missing.contains(unit)).collect()
    }

    /// Flies for nothing but to fight.
    pub fn hunts(&self) -> bool {
        self.bombers.is_empty()
    }
}

impl Real {
    /// The lowest of its units.
    pub fn lowest(&self) -> i32 {
        let angels = self.units.iter().map(|one| one.angels);
        angels.min().unwrap_or(0)
    }

    /// Goes as fast as fighters: nobody is to bomb.
    pub fn fighters_only(&self) -> bool {
        self.units.iter().all(|one| one.task != Task::Bombing)
    }
}

impl Plot {
    /// Its marker is on the map.
    pub const fn on_map(&self) -> bool {
        matches!(self.seen, Seen::Shown | Seen::Detected | Seen::Tallied)
    }
}
