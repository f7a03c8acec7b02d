//! All that does not change in play: counters, map, tables, scenario, switches.

use std::sync::{Arc, LazyLock};

use super::map::{self, Map, SharedMap};
use super::scenario::{self, Scenario};
use super::side::Side;
use super::switches::Switches;
use super::tables::{self, Tables};
use super::units::{Class, Hull, Land, UnitsFile};
use crate::board::{SpaceId, UnitId};
use crate::engine::files::{DataFile, Files, Page, Shelf, unknown};
use crate::engine::game::{DataError, Setup};
use crate::orders::{self, Folded};

const UNITS: DataFile = DataFile {
    name: "units.toml",
    path: "scenarios/sealion/units.toml",
    text: include_str!("../../../scenarios/sealion/units.toml"),
};

static FILES: [DataFile; 7] = [
    map::BOARD,
    map::ZONES,
    UNITS,
    tables::TABLES,
    scenario::FILES[0],
    scenario::FILES[1],
    scenario::FILES[2],
];

/// The files of the game.
pub(super) static SHELF: Shelf = Shelf::new(&FILES);

/// All that does not change in play. Land units have the first numbers, then ships and naval points.
#[derive(Debug)]
pub struct Data {
    pub map: SharedMap,
    pub land: Arc<Vec<Land>>,
    pub hulls: Arc<Vec<Hull>>,
    pub(super) tables: Arc<Tables>,
    pub(super) scenario: Scenario,
    pub(super) on: Switches,
    /// 16.1.15: R and GHQ units.
    pub reserves: Vec<UnitId>,
    pub ghq: Vec<UnitId>,
    pub(super) folded: Folded,
}

impl Data {
    /// What is printed on a land unit.
    pub fn land(&self, unit: UnitId) -> &Land {
        &self.land[unit.index()]
    }

    /// Whether a number means a land unit.
    pub fn is_land(&self, unit: UnitId) -> bool {
        unit.index() < self.land.len()
    }

    /// What is printed on a ship or naval point.
    pub fn hull(&self, unit: UnitId) -> &Hull {
        &self.hulls[unit.index() - self.land.len()]
    }

    /// The land units.
    pub fn land_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        ids(0, self.land.len())
    }

    /// Ships and naval points.
    pub fn hull_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        ids(self.land.len(), self.hulls.len())
    }

    /// The naval points or ships of a class.
    pub fn hulls_of(&self, class: Class) -> impl Iterator<Item = UnitId> + '_ {
        self.hull_ids()
            .filter(move |unit| self.hull(*unit).class == class)
    }

    /// The name, the id and the owner of any counter.
    pub fn label(&self, unit: UnitId) -> (&str, &str, Side) {
        let n = unit.index();
        if let Some(land) = self.land.get(n) {
            return (&land.name, &land.id, land.side());
        }
        let hull = self.hulls.get(n - self.land.len());
        hull.map_or(("?", "?", Side::British), |hull| {
            (hull.name.as_str(), hull.id.as_str(), hull.side())
        })
    }

    /// The number of counters.
    pub fn counters(&self) -> usize {
        self.land.len() + self.hulls.len()
    }

    /// The counter with this id.
    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        ids(0, self.counters()).find(|unit| self.label(*unit).1 == id)
    }

    /// The forward detachment of a division (13.4).
    pub fn detachment_of(&self, unit: UnitId) -> Option<UnitId> {
        let id = &self.land(unit).id;
        self.land_ids()
            .find(|one| self.land(*one).parent.as_ref() == Some(id))
    }

    /// The division a forward detachment comes from (13.4).
    pub fn parent_of(&self, unit: UnitId) -> Option<UnitId> {
        self.unit_named(self.land(unit).parent.as_ref()?)
    }

    /// Where something of the scenario stands: `london` is its first hex.
    pub(super) fn spot(&self, id: &str) -> Option<SpaceId> {
        if id == "london" {
            let city = |at: &SpaceId| self.map.place(*at).city == Some(map::City::London);
            return self.map.hexes().find(city);
        }
        self.map.find(id)
    }
}

fn ids(from: usize, n: usize) -> impl Iterator<Item = UnitId> + use<> {
    let end = u16::try_from(from + n).unwrap_or(u16::MAX);
    (u16::try_from(from).unwrap_or(u16::MAX)..end).map(UnitId)
}

/// What is read once from the files that ship, and for each game from an owner's.
struct Read {
    map: SharedMap,
    land: Arc<Vec<Land>>,
    hulls: Arc<Vec<Hull>>,
    tables: Arc<Tables>,
}

fn read(files: &Files) -> Result<Read, DataError> {
    let tables = Tables::read(&files.page(&tables::TABLES))?;
    let board = files.page(&map::BOARD);
    let map = Map::read(&board, &files.page(&map::ZONES))?;
    for place in &map.places {
        if !place.terrain.is_empty() && !tables.knows(&place.terrain) {
            let (id, terrain) = (&place.id, &place.terrain);
            return Err(board.whole(format!("space {id}: no [terrain] row for `{terrain}`")));
        }
    }
    let page = files.page(&UNITS);
    let rows = page.read::<UnitsFile>()?.units;
    let mut seen = std::collections::BTreeSet::new();
    let land_ids = rows.land.iter().map(|row| &row.id);
    let ship_ids = rows.ship.iter().map(|row| &row.id);
    for id in land_ids
        .chain(ship_ids)
        .chain(rows.point.iter().map(|row| &row.id))
    {
        if !seen.insert(id.as_ref().clone()) {
            let what = format!("a second unit `{}`; expected another id", id.as_ref());
            return Err(page.wrong(&id.span(), what));
        }
    }
    let mut land = Vec::new();
    for row in rows.land {
        land.push(row.land().map_err(|(span, what)| page.wrong(&span, what))?);
    }
    let mut hulls = Vec::new();
    for row in rows.ship {
        hulls.push(row.hull().map_err(|(span, what)| page.wrong(&span, what))?);
    }
    for row in rows.point {
        hulls.extend(
            row.hulls()
                .map_err(|(span, what)| page.wrong(&span, what))?,
        );
    }
    Ok(Read {
        map: Arc::new(map),
        land: Arc::new(land),
        hulls: Arc::new(hulls),
        tables: Arc::new(tables),
    })
}

/// The data of a game.
pub(super) fn load(setup: &Setup) -> Result<Data, DataError> {
    static SHIPPED: LazyLock<Result<Read, DataError>> = LazyLock::new(|| read(&Files::default()));
    let known = scenario::NAMES.iter().zip(scenario::FILES);
    let found = known.clone().find(|(name, _)| **name == setup.scenario);
    let Some((_, file)) = found else {
        let what = unknown("scenario", &setup.scenario, known.map(|(name, _)| *name));
        return Err(setup.files.page(&UNITS).whole(what));
    };
    let page = setup.files.page(file);
    let scenario: Scenario = page.read()?;
    if setup.files.are_shipped() {
        let read = SHIPPED.as_ref().map_err(Clone::clone)?;
        return lay_out(read, scenario, &page, setup);
    }
    lay_out(&read(&setup.files)?, scenario, &page, setup)
}

fn lay_out(
    read: &Read,
    scenario: Scenario,
    page: &Page<'_>,
    setup: &Setup,
) -> Result<Data, DataError> {
    let on = Switches::read(&setup.switches)?;
    let counters = read.land.len() + read.hulls.len();
    let mut data = Data {
        folded: Folded::new(&[
            (orders::Class::Place, read.map.places.len()),
            (orders::Class::Unit, counters),
        ]),
        map: Arc::clone(&read.map),
        land: Arc::clone(&read.land),
        hulls: Arc::clone(&read.hulls),
        tables: Arc::clone(&read.tables),
        scenario,
        on,
        reserves: Vec::new(),
        ghq: Vec::new(),
    };
    let find = |data: &Data, id: &String| {
        let unit = data.unit_named(id).filter(|unit| data.is_land(*unit));
        unit.ok_or_else(|| {
            let known = data.land.iter().map(|land| land.id.as_str());
            page.whole(unknown("unit", id, known))
        })
    };
    let all = |data: &Data, ids: &[String]| {
        ids.iter()
            .map(|id| find(data, id))
            .collect::<Result<Vec<_>, _>>()
    };
    data.reserves = all(&data, &data.scenario.reserves)?;
    data.ghq = all(&data, &data.scenario.ghq)?;
    all(&data, &data.scenario.reduced)?;
    all(&data, &data.scenario.rebuildable)?;
    for (id, at) in &data.scenario.land {
        find(&data, id)?;
        if data.spot(at).is_none() {
            return Err(page.whole(format!("[land] {id} = `{at}`; expected a hex or a zone")));
        }
    }
    afloat(&data, page)?;
    Ok(data)
}

/// Every ship, point and port that the scenario and the tables name must be known.
fn afloat(data: &Data, page: &Page<'_>) -> Result<(), DataError> {
    let known = |entry: &str, id: &str| {
        let ship = data
            .unit_named(id)
            .or_else(|| data.unit_named(&format!("{id}-1")));
        match ship {
            Some(_) => Ok(()),
            None => Err(page.whole(format!(
                "{entry}: `{id}`; expected a unit, a ship or a type of points"
            ))),
        }
    };
    let place = |entry: &str, at: &str| match data.spot(at) {
        Some(_) => Ok(()),
        None => Err(page.whole(format!("{entry}: `{at}`; expected a hex or a zone"))),
    };
    let scenario = &data.scenario;
    for (id, spots) in &scenario.fleet {
        let entry = format!("[fleet] {id}");
        known(&entry, id)?;
        for part in spots.split(',') {
            place(&entry, part.split_whitespace().next().unwrap_or_default())?;
        }
    }
    let arrivals = scenario
        .arrival
        .iter()
        .map(|one| (&one.units, &one.points, &one.at));
    let cued = scenario
        .conditional
        .iter()
        .map(|one| (&one.units, &one.points, &one.at));
    for (units, points, at) in arrivals.chain(cued) {
        let entry = format!("[[arrival]] at {at}");
        place(&entry, at)?;
        for id in units.iter().chain(points.keys()) {
            known(&entry, id)?;
        }
    }
    if let Some(zone) = &scenario.mines {
        place("mines", zone)?;
    }
    let numbers = &data.tables.naval.numbers;
    let named = numbers
        .expel_from
        .iter()
        .chain(&numbers.awake_ports)
        .chain(&numbers.western_approach);
    for at in named {
        place("tables.toml [naval]", at)?;
    }
    Ok(())
}
