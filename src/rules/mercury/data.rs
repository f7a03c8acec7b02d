//! All that does not change in play: counters, maps, tables, scenario, switches.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::map::{self, Map, SharedMap};
use super::scenario::{self, Mission, Scenario};
use super::side::Side;
use super::switches::Switches;
use super::tables::Tables;
use super::units::{Land, Plane, Ship, UnitsFile};
use crate::board::{Mask, SpaceId, UnitId};
use crate::engine::files::{DataFile, Files, Page, Shelf, unknown};
use crate::engine::game::{DataError, Setup};
use crate::orders::{self, Folded};

const UNITS: DataFile = DataFile {
    name: "units.toml",
    path: "scenarios/mercury/units.toml",
    text: include_str!("../../../scenarios/mercury/units.toml"),
};
const TABLES: DataFile = DataFile {
    name: "tables.toml",
    path: "scenarios/mercury/tables.toml",
    text: include_str!("../../../scenarios/mercury/tables.toml"),
};
const FLEET: DataFile = DataFile {
    name: "fleet.toml",
    path: "scenarios/mercury/fleet.toml",
    text: include_str!("../../../scenarios/mercury/fleet.toml"),
};

static FILES: [DataFile; 11] = [
    map::BOARD,
    map::SEA,
    UNITS,
    TABLES,
    FLEET,
    scenario::FILES[0],
    scenario::FILES[1],
    scenario::FILES[2],
    scenario::FILES[3],
    scenario::FILES[4],
    scenario::FILES[5],
];

/// The files of the game.
pub(super) static SHELF: Shelf = Shelf::new(&FILES);

/// Ships that begin together (3.1).
#[derive(Clone, Debug)]
pub struct Squadron {
    /// The letter of their task force; nothing in Alexandria, or for those that come later.
    pub force: Option<char>,
    /// The sea zone or Alexandria.
    pub at: Option<SpaceId>,
    /// When they come, if later.
    pub turn: Option<u32>,
    pub ships: Vec<UnitId>,
}

/// What kind of counter a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Land(usize),
    Plane(usize),
    Ship(usize),
}

/// All that does not change in play. Units on land have the first numbers, then aircraft, then ships.
#[derive(Debug)]
pub struct Data {
    pub map: SharedMap,
    pub land: Arc<Vec<Land>>,
    pub planes: Arc<Vec<Plane>>,
    pub ships: Arc<Vec<Ship>>,
    pub(super) tables: Arc<Tables>,
    pub(super) scenario: Scenario,
    pub(super) scenario_name: String,
    pub(super) on: Switches,
    /// 3.1: where the Allied ships of the scenario begin.
    pub fleet: Vec<Squadron>,
    /// 9.23: improved positions at the start.
    pub improved: Vec<SpaceId>,
    /// Places of the sheets in play, and the zones beside the eastern one.
    pub playable: Mask,
    pub(super) folded: Folded,
}

impl Data {
    /// What a number stands for.
    pub fn counted(&self, unit: UnitId) -> Counted {
        let n = unit.index();
        let (land, planes) = (self.land.len(), self.planes.len());
        if n < land {
            Counted::Land(n)
        } else if n < land + planes {
            Counted::Plane(n - land)
        } else {
            Counted::Ship(n - land - planes)
        }
    }

    /// What is printed on a unit on land.
    pub fn land(&self, unit: UnitId) -> &Land {
        &self.land[unit.index()]
    }

    /// What is printed on an air unit.
    pub fn plane(&self, unit: UnitId) -> &Plane {
        &self.planes[unit.index() - self.land.len()]
    }

    /// What is printed on a ship.
    pub fn ship(&self, unit: UnitId) -> &Ship {
        &self.ships[unit.index() - self.land.len() - self.planes.len()]
    }

    /// The units on land.
    pub fn land_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        ids(0, self.land.len())
    }

    /// The air units.
    pub fn plane_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        ids(self.land.len(), self.planes.len())
    }

    /// The ships.
    pub fn ship_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        ids(self.land.len() + self.planes.len(), self.ships.len())
    }

    /// The name, the id and the owner of any counter.
    pub fn label(&self, unit: UnitId) -> (&str, &str, Side) {
        match self.counted(unit) {
            Counted::Land(n) => {
                let land = &self.land[n];
                (&land.name, &land.id, land.side())
            }
            Counted::Plane(n) => {
                let plane = &self.planes[n];
                (&plane.name, &plane.id, Side::German)
            }
            Counted::Ship(n) => self.ships.get(n).map_or(("?", "?", Side::Allied), |ship| {
                (ship.name.as_str(), ship.id.as_str(), ship.side())
            }),
        }
    }

    /// The number of counters.
    pub fn counters(&self) -> usize {
        self.land.len() + self.planes.len() + self.ships.len()
    }

    /// The counter with this id.
    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        ids(0, self.counters()).find(|unit| self.label(*unit).1 == id)
    }

    /// Whether the naval game is played (16.0, 21.0).
    pub const fn naval(&self) -> bool {
        self.scenario.fleet.is_some() && (self.on.naval_game || self.scenario.maps.is_empty())
    }

    /// Rule 23.41: options belong to the historical campaign.
    pub fn has_variants(&self) -> bool {
        self.scenario.variants
    }

    /// Whether land units fight (scenario 4 has none).
    pub fn on_land(&self) -> bool {
        !self.scenario.maps.is_empty()
    }

    /// Whether a mission of the Air Operations card may be flown.
    pub fn flies(&self, mission: Mission) -> bool {
        self.scenario.missions.contains(&mission)
    }
}

fn ids(from: usize, n: usize) -> impl Iterator<Item = UnitId> + use<> {
    let end = u16::try_from(from + n).unwrap_or(u16::MAX);
    (u16::try_from(from).unwrap_or(u16::MAX)..end).map(UnitId)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetFile {
    fleet: Vec<SquadronRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SquadronRow {
    scenario: u32,
    tf: Option<String>,
    at: String,
    turn: Option<u32>,
    ships: Vec<String>,
}

/// What is read once from the files that ship, and for each game from an owner's.
struct Read {
    map: SharedMap,
    land: Arc<Vec<Land>>,
    planes: Arc<Vec<Plane>>,
    ships: Arc<Vec<Ship>>,
    tables: Arc<Tables>,
    fleets: Vec<SquadronRow>,
}

/// 9.23: where improved positions are dug.
const IMPROVED: [&str; 9] = [
    "W4314", "W4123", "W4022", "W4031", "E3417", "E3312", "E3138", "E3139", "E3039",
];

fn read(files: &Files) -> Result<Read, DataError> {
    let tables = Tables::read(&files.page(&TABLES))?;
    let map = Map::read(&files.page(&map::BOARD), &files.page(&map::SEA), &tables)?;
    let page = files.page(&UNITS);
    let rows = page.read::<UnitsFile>()?.units;
    let mut ids = std::collections::BTreeSet::new();
    let land = rows.land.iter().map(|row| &row.id);
    let others = rows.air.iter().map(|row| &row.id);
    for id in land
        .chain(others)
        .chain(rows.ship.iter().map(|row| &row.id))
    {
        if !ids.insert(id.as_ref().clone()) {
            let what = format!("a second unit `{}`; expected another id", id.as_ref());
            return Err(page.wrong(&id.span(), what));
        }
    }
    let land: Vec<Land> = rows.land.into_iter().map(Land::from).collect();
    for unit in &land {
        let boxed = ["free", "athens", "alexandria"].contains(&unit.at.as_str());
        if !boxed && !unit.group.starts_with("cv-") && map.find(&unit.at).is_none() {
            let known = std::iter::empty();
            let what = unknown("place", &unit.at, known);
            return Err(page.whole(format!("unit {}: {what}", unit.id)));
        }
    }
    Ok(Read {
        map: Arc::new(map),
        land: Arc::new(land),
        planes: Arc::new(rows.air.into_iter().map(Plane::from).collect()),
        ships: Arc::new(rows.ship.into_iter().map(Ship::from).collect()),
        tables: Arc::new(tables),
        fleets: files.page(&FLEET).read::<FleetFile>()?.fleet,
    })
}

/// The data of a game.
pub(super) fn load(setup: &Setup) -> Result<Data, DataError> {
    static SHIPPED: LazyLock<Result<Read, DataError>> = LazyLock::new(|| read(&Files::default()));
    let known = scenario::NAMES.iter().zip(scenario::FILES);
    let found = known.clone().find(|(name, _)| **name == setup.scenario);
    let Some((name, file)) = found else {
        let what = unknown("scenario", &setup.scenario, known.map(|(name, _)| *name));
        return Err(setup.files.page(&UNITS).whole(what));
    };
    let page = setup.files.page(file);
    let scenario: Scenario = page.read()?;
    if setup.files.are_shipped() {
        let read = SHIPPED.as_ref().map_err(Clone::clone)?;
        return lay_out(read, name, scenario, &page, setup);
    }
    lay_out(&read(&setup.files)?, name, scenario, &page, setup)
}

fn lay_out(
    read: &Read,
    name: &str,
    scenario: Scenario,
    page: &Page<'_>,
    setup: &Setup,
) -> Result<Data, DataError> {
    let on = Switches::read(&setup.switches)?;
    let playable = read.map.all().filter(|at| {
        let place = read.map.place(*at);
        let on_sheet = |sheet: &String| {
            let mut ids = place.also.iter().chain([&place.id]);
            ids.any(|id| id.starts_with(sheet.as_str())) || place.zone && sheet == "E"
        };
        place.is_land() && scenario.maps.iter().any(on_sheet)
    });
    let playable = playable.collect();
    let improved = IMPROVED.iter().filter_map(|id| read.map.find(id));
    let counters = read.land.len() + read.planes.len() + read.ships.len();
    let mut data = Data {
        folded: Folded::new(&[
            (orders::Class::Place, read.map.places.len()),
            (orders::Class::Unit, counters),
            (orders::Class::Marker, super::naval::ids::MARKERS),
        ]),
        map: Arc::clone(&read.map),
        land: Arc::clone(&read.land),
        planes: Arc::clone(&read.planes),
        ships: Arc::clone(&read.ships),
        tables: Arc::clone(&read.tables),
        scenario_name: name.to_owned(),
        on,
        fleet: Vec::new(),
        improved: improved.collect(),
        playable,
        scenario,
    };
    for id in data
        .scenario
        .without
        .iter()
        .chain(&data.scenario.only)
        .chain(&data.scenario.convoys)
    {
        if data.unit_named(id).is_none() {
            return Err(page.whole(format!("no unit `{id}`; expected the id of a counter")));
        }
    }
    let rows = read
        .fleets
        .iter()
        .filter(|row| Some(row.scenario) == data.scenario.fleet);
    let mut fleet = Vec::new();
    for row in rows {
        let find = |id: &String| {
            let ship = data.unit_named(id);
            ship.ok_or_else(|| page.whole(format!("no ship `{id}`; expected the id of one")))
        };
        fleet.push(Squadron {
            force: row.tf.as_ref().and_then(|letter| letter.chars().next()),
            at: data.map.sea_named(&row.at),
            turn: row.turn,
            ships: row.ships.iter().map(find).collect::<Result<_, _>>()?,
        });
    }
    data.fleet = fleet;
    Ok(data)
}
