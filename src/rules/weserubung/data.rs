//! Counters, tables and calendar, read from `scenarios/weserubung`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::class::{Arm, Class};
use super::map::{Map, PlaceId, map};
use super::nation::{Alliance, Nation, Sd};
use super::switches::Switches;
use crate::board::Dir;
use crate::engine::game::{DataError, Setup};
use crate::orders::{Item, Thing};

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnitId(pub u16);

impl UnitId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing::unit(self.0))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, String>,
    unit: Vec<UnitRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: String,
    name: String,
    #[serde(default)]
    also: Vec<String>,
    nation: Nation,
    class: Class,
    full: Vec<i32>,
    #[serde(default)]
    reduced: Vec<i32>,
    #[serde(default)]
    model: String,
    #[serde(default)]
    optional: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cost {
    build: Option<i32>,
    repair: i32,
}

#[derive(Deserialize)]
struct Costs {
    optional: BTreeMap<String, Cost>,
    #[serde(flatten)]
    classes: BTreeMap<Name, Cost>,
}

/// A class by its name in files.
type Name = String;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Levels {
    germany: i32,
    norway: i32,
    west: i32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    #[serde(rename = "turns")]
    _turns: u32,
    last_german_win: u32,
    lake_bases_end: u32,
}

/// A turn of the calendar (5.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Date {
    #[serde(rename = "n")]
    _n: u32,
    /// Its days, in English.
    pub en: String,
    /// Its days, in French.
    pub fr: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupRow {
    at: String,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    aboard: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementRow {
    turn: u32,
    units: Vec<String>,
    to: String,
}

#[derive(Deserialize)]
struct CampaignFile {
    costs: Costs,
    levels: Levels,
    track: Track,
    turn: Vec<Date>,
    setup: Vec<SetupRow>,
    reinforcement: Vec<ReinforcementRow>,
    tables: Tables,
}

/// The printed numbers, each with its rule in the file.
#[derive(Clone, Debug, Deserialize)]
pub struct Tables {
    pub locate_sea: i32,
    pub locate_coast: i32,
    pub port_flak: i32,
    pub evade: i32,
    pub evade_from_submarine: i32,
    pub evade_submarine: i32,
    pub drop_battle: i32,
    pub drop_vacant: i32,
    pub leader_lost: i32,
    pub narvik: i32,
    pub battery: i32,
    pub battery_dice_after: u32,
    pub air_reach: u32,
    pub naval_reach: u32,
    pub leader_flight: u32,
    pub stack_land: usize,
    pub stack_air: usize,
    pub stack_sea: usize,
    pub allied_ships_at_edge: usize,
    pub upkeep_every: i32,
    pub capital_losses_draw: i32,
}

/// How a fighter may use carriers (3.3.1/a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    /// A carrier is a base like any other.
    Free,
    /// Only between box, carrier and land base, never to fight.
    Ferry,
    /// Never.
    Never,
}

/// What is printed on a counter.
#[derive(Debug)]
pub struct Printed {
    /// Its id.
    pub id: String,
    /// Its short name.
    pub name: String,
    /// What else it is called.
    pub also: Vec<String>,
    /// Whose it is.
    pub nation: Nation,
    /// Its class.
    pub class: Class,
    /// Attack, full and reduced.
    pub attack: [i32; 2],
    /// Defence, full and reduced.
    pub defence: [i32; 2],
    /// Ground and naval strength of aircraft, anti-air and bombardment of ships; a leader's strength.
    pub other: [i32; 2],
    /// Movement, full and reduced.
    pub movement: [u32; 2],
    /// 3.3.1: it fights like a bomber.
    pub swordfish: bool,
    /// 3.3.1
    pub deck: Deck,
    /// 14.1.1
    pub optional: bool,
    /// 13.2: what it costs to build, if it can be.
    pub build: Option<i32>,
    /// 13.3: what it costs to repair.
    pub repair: i32,
}

/// Where a unit begins (15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In a place.
    At(PlaceId),
    /// On another unit.
    Aboard(UnitId),
    /// 15.2: its player puts it between groups 1 and 2.
    Between,
    /// 15.2: its player puts it in any sea hex.
    Free,
    /// 15.3: it comes later.
    Later,
}

/// A reinforcement (15.3).
#[derive(Clone, Debug)]
pub struct Reinforcement {
    /// When.
    pub turn: u32,
    /// Who.
    pub unit: UnitId,
    /// The box, or the Force Pool for optional units (14.1.1).
    pub to: Option<PlaceId>,
}

/// All that does not change in play.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Arc<Map>,
    /// The counters.
    pub units: Arc<Vec<Printed>>,
    /// Where each begins.
    pub starts: Arc<Vec<Start>>,
    /// The printed numbers.
    pub tables: Tables,
    /// Levels at the start, by nation; France has its own only where the purse is not shared (14.3).
    pub levels: [i32; 4],
    /// The calendar.
    pub dates: Arc<Vec<Date>>,
    /// 15.3
    pub calendar: Arc<Vec<Reinforcement>>,
    /// 15.1: the last turn in which surrender is a German victory.
    pub last_german_win: u32,
    /// 9.0: the turn from which lakes bear no aircraft.
    pub thaw: u32,
    /// The switches.
    pub on: Switches,
    /// 14.2: towns whose fall is not needed.
    pub exempt: [PlaceId; 2],
    /// 14.2.1
    pub narvik: PlaceId,
    /// 14.2.1: the garrison of Narvik.
    pub narvik_garrison: UnitId,
    /// 14.2.2
    pub batteries: Vec<PlaceId>,
}

const FILE: &str = "scenarios/weserubung/campaign.toml";
const UNITS: &str = include_str!("../../../scenarios/weserubung/units.toml");
const CAMPAIGN: &str = include_str!("../../../scenarios/weserubung/campaign.toml");

fn wrong(what: String) -> DataError {
    DataError {
        file: FILE.to_owned(),
        what,
    }
}

impl Data {
    /// What is printed on a unit.
    pub fn unit(&self, unit: UnitId) -> &Printed {
        &self.units[usize::from(unit.0)]
    }

    /// All counters.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..u16::try_from(self.units.len()).unwrap_or(u16::MAX)).map(UnitId)
    }

    /// The unit with this id.
    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.unit_ids().find(|unit| self.unit(*unit).id == id)
    }

    /// Who commands a nation's units.
    pub const fn commander(&self, nation: Nation) -> Sd {
        match nation {
            Nation::Germany => Sd::Germany,
            Nation::Norway if self.on.three_players => Sd::Norway,
            Nation::Norway | Nation::Britain | Nation::France => Sd::Allies,
        }
    }

    /// Who commands a unit.
    pub fn owner(&self, unit: UnitId) -> Sd {
        self.commander(self.unit(unit).nation)
    }

    /// The players of an alliance; the first speaks for it.
    pub const fn players(&self, alliance: Alliance) -> &'static [Sd] {
        match (alliance, self.on.three_players) {
            (Alliance::Axis, _) => &[Sd::Germany],
            (Alliance::Allies, false) => &[Sd::Allies],
            (Alliance::Allies, true) => &[Sd::Allies, Sd::Norway],
        }
    }

    /// Rule 14.3: the nation on whose track another's morale is counted.
    pub const fn purse(&self, nation: Nation) -> Nation {
        match nation {
            Nation::France if self.on.shared_purse => Nation::Britain,
            other => other,
        }
    }

    /// Rule 10.12/b: the nation whose morale a town of an alliance moves.
    pub const fn town_nation(alliance: Alliance) -> Nation {
        match alliance {
            Alliance::Axis => Nation::Germany,
            Alliance::Allies => Nation::Norway,
        }
    }
}

pub(super) fn scenarios() -> Vec<String> {
    vec!["campaign".to_owned()]
}

fn printed(row: UnitRow, costs: &Costs) -> Result<Printed, DataError> {
    let rating = |n: usize| {
        let full = row.full.get(n).copied().unwrap_or(0);
        [full, row.reduced.get(n).copied().unwrap_or(full)]
    };
    let arm = row.class.arm();
    let wanted = match arm {
        Arm::Leader => 1,
        Arm::Land => 3,
        Arm::Air | Arm::Naval => 4,
    };
    if row.full.len() != wanted
        || !matches!(row.reduced.len(), n if n == 0 && arm == Arm::Leader || n == wanted)
    {
        return Err(wrong(format!(
            "units.toml: `{}` has {} and {} ratings, wanted {wanted}",
            row.id,
            row.full.len(),
            row.reduced.len()
        )));
    }
    let last = rating(wanted - 1).map(|m| u32::try_from(m).unwrap_or(0));
    let (attack, defence, other, movement) = match arm {
        // 3.5: generals move 8; an admiral ashore moves freely, by 3.6.
        Arm::Leader => ([0; 2], [0; 2], rating(0), [8; 2]),
        Arm::Land => (rating(0), rating(1), [0; 2], last),
        Arm::Air | Arm::Naval => (rating(0), rating(1), rating(2), last),
    };
    let class_name = Class::ALL.iter().find(|(_, class)| *class == row.class);
    let class_name = class_name.map_or("", |(name, _)| name);
    let cost = costs
        .optional
        .get(&row.id)
        .or_else(|| costs.classes.get(class_name));
    let deck = match row.model.as_str() {
        "swordfish" | "sea-gladiator" => Deck::Free,
        "hurricane" | "gladiator" => Deck::Ferry,
        _ => Deck::Never,
    };
    Ok(Printed {
        attack,
        defence,
        other,
        movement,
        swordfish: row.model == "swordfish",
        deck,
        build: cost.and_then(|cost| cost.build),
        repair: cost.map_or(0, |cost| cost.repair),
        id: row.id,
        name: row.name,
        also: row.also,
        nation: row.nation,
        class: row.class,
        optional: row.optional,
    })
}

/// What is read once: it is the same for every game.
struct Shelf {
    map: Arc<Map>,
    units: Arc<Vec<Printed>>,
    starts: Arc<Vec<Start>>,
    tables: Tables,
    levels: [i32; 3],
    dates: Arc<Vec<Date>>,
    calendar: Arc<Vec<Reinforcement>>,
    track: Track,
}

fn shelf() -> Result<&'static Shelf, DataError> {
    static SHELF: LazyLock<Result<Shelf, DataError>> = LazyLock::new(read);
    SHELF.as_ref().map_err(Clone::clone)
}

fn read() -> Result<Shelf, DataError> {
    let map = map()?;
    let file: CampaignFile = toml::from_str(CAMPAIGN).map_err(|error| wrong(error.to_string()))?;
    let rows: UnitsFile = toml::from_str(UNITS)
        .map_err(|error| wrong(format!("scenarios/weserubung/units.toml: {error}")))?;
    let rows = rows.unit.into_iter();
    let units: Vec<Printed> = rows
        .map(|row| printed(row, &file.costs))
        .collect::<Result<_, _>>()?;
    let unit = |id: &str| {
        let found = units.iter().position(|unit| unit.id == id);
        let number = found.and_then(|n| u16::try_from(n).ok()).map(UnitId);
        number.ok_or_else(|| wrong(format!("no unit `{id}`")))
    };
    let mut starts = vec![Start::Later; units.len()];
    for row in &file.setup {
        let start = start(&map, &row.at)?;
        for id in &row.units {
            starts[usize::from(unit(id)?.0)] = start;
        }
        for (carrier, load) in &row.aboard {
            let carrier = unit(carrier)?;
            for id in load {
                starts[usize::from(unit(id)?.0)] = Start::Aboard(carrier);
            }
        }
    }
    let mut calendar = Vec::new();
    for row in &file.reinforcement {
        let to = match row.to.as_str() {
            "denmark" => Some(map.box_of(Alliance::Axis)),
            "britain" => Some(map.box_of(Alliance::Allies)),
            "pool" => None,
            other => {
                return Err(wrong(format!(
                    "reinforcement to `{other}`: denmark, britain or pool"
                )));
            }
        };
        for id in &row.units {
            let (unit, turn) = (unit(id)?, row.turn);
            calendar.push(Reinforcement { turn, unit, to });
        }
    }
    let levels = [file.levels.germany, file.levels.norway, file.levels.west];
    Ok(Shelf {
        map,
        units: Arc::new(units),
        starts: Arc::new(starts),
        tables: file.tables,
        levels,
        dates: Arc::new(file.turn),
        calendar: Arc::new(calendar),
        track: file.track,
    })
}

/// `group-3`, `denmark`, `between`, `free`, `hex:Moss`, `hex:Bergen/SE`.
fn start(map: &Map, at: &str) -> Result<Start, DataError> {
    let none = || wrong(format!("setup at `{at}`: no such place"));
    let place = match at {
        "denmark" => map.box_of(Alliance::Axis),
        "britain" => map.box_of(Alliance::Allies),
        "between" => return Ok(Start::Between),
        "free" => return Ok(Start::Free),
        _ => {
            if let Some(group) = at.strip_prefix("group-") {
                let group = group.parse().ok();
                let starts_here =
                    |place: &PlaceId| group.is_some() && map.hex(*place).group == group;
                map.places().find(starts_here).ok_or_else(none)?
            } else {
                let name = at.strip_prefix("hex:").ok_or_else(none)?;
                let (name, dir) = name.split_once('/').unwrap_or((name, ""));
                let town = map.find(name).ok_or_else(none)?;
                let dir = match dir {
                    "" => return Ok(Start::At(town)),
                    "E" => Dir::E,
                    "NE" => Dir::NE,
                    "NW" => Dir::NW,
                    "W" => Dir::W,
                    "SW" => Dir::SW,
                    "SE" => Dir::SE,
                    _ => return Err(none()),
                };
                map.toward(town, dir).ok_or_else(none)?
            }
        }
    };
    Ok(Start::At(place))
}

pub(super) fn load(setup: &Setup) -> Result<Data, DataError> {
    if setup.scenario != "campaign" {
        return Err(wrong(format!(
            "no scenario `{}`: there is campaign",
            setup.scenario
        )));
    }
    let shelf = shelf()?;
    let mut on = Switches::default();
    for (name, value) in &setup.switches {
        on.set(name, value)?;
    }
    let map = Arc::clone(&shelf.map);
    let town = |name: &str| {
        map.find(name)
            .ok_or_else(|| wrong(format!("no place `{name}`")))
    };
    let exempt = [town("Tromsø")?, town("Harstad")?];
    let narvik = town("Narvik")?;
    let garrison = shelf.units.iter().position(|unit| unit.id == "nor-15");
    let garrison = garrison.and_then(|n| u16::try_from(n).ok());
    let narvik_garrison = UnitId(garrison.ok_or_else(|| wrong("no unit `nor-15`".to_owned()))?);
    let batteries = map
        .places()
        .filter(|place| map.hex(*place).battery)
        .collect();
    let [germany, norway, west] = shelf.levels;
    Ok(Data {
        units: Arc::clone(&shelf.units),
        starts: Arc::clone(&shelf.starts),
        tables: shelf.tables.clone(),
        levels: [
            germany,
            norway,
            west,
            if on.shared_purse { 0 } else { west },
        ],
        dates: Arc::clone(&shelf.dates),
        calendar: Arc::clone(&shelf.calendar),
        last_german_win: shelf.track.last_german_win,
        thaw: shelf.track.lake_bases_end,
        on,
        exempt,
        narvik,
        narvik_garrison,
        batteries,
        map,
    })
}
