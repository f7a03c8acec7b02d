//! All that does not change in play: map, counters, tables, cards, chits, scenario, switches.

mod cards;
mod ground;
mod map;
mod scenario;
mod switches;
mod tables;
mod units;

#[cfg(test)]
mod tests;

pub use cards::{Card, Chit, Cloud, Force, Mark, PatrolChit, Shown, Sky, WeatherChit};
pub use map::{
    Airfield, Class as FieldClass, Guns, Map, Place, Relay, Station, Target, TargetKind, Terrain,
    Zone,
};
pub use scenario::{NAMES as SCENARIOS, Scenario, Surge};
pub use switches::{NAMES as SWITCHES, Removed, Switches};
pub use tables::{Answer, Bearing, Bomber, Chance, Contact, FormUp, Hits, Tables, TimeOfDay};
pub use units::{Column, Craft, Fleet, Rating, Size, Start, Unit};

use std::sync::{Arc, LazyLock};

use super::side::Side;
use crate::board::UnitId;
use crate::engine::files::{DataFile, Files, Page, Shelf, unknown};
use crate::engine::game::{DataError, Setup};
use crate::orders::{self, Folded};

macro_rules! file {
    ($name:literal) => {
        DataFile {
            name: $name,
            path: concat!("scenarios/burning-blue/", $name),
            text: include_str!(concat!("../../../../scenarios/burning-blue/", $name)),
        }
    };
}

static FILES: [DataFile; 11] = [
    file!("board.toml"),
    file!("ground.toml"),
    file!("units.toml"),
    file!("tables.toml"),
    file!("weather.toml"),
    file!("cards.toml"),
    scenario::FILES[0],
    scenario::FILES[1],
    scenario::FILES[2],
    scenario::FILES[3],
    scenario::FILES[4],
];

/// The files of the game.
pub static SHELF: Shelf = Shelf::new(&FILES);

/// All that does not change in play.
#[derive(Debug)]
pub struct Data {
    pub map: Arc<Map>,
    /// Units of the scenario: squadrons and Gruppen first, then the Flights and Staffeln they can be parted into.
    pub units: Vec<Unit>,
    /// Aircraft Data Chart.
    pub ratings: Arc<Vec<Rating>>,
    pub tables: Arc<Tables>,
    /// The Detection cards (2.9).
    pub cards: Arc<Vec<Card>>,
    /// The raid chits of the scenario (6.4.2).
    pub chits: Vec<Chit>,
    /// The Channel patrol chits (21.1).
    pub patrols: Arc<Vec<PatrolChit>>,
    /// The weather chits (6.3).
    pub weather: Arc<Vec<WeatherChit>>,
    pub scenario: Scenario,
    pub on: Switches,
    pub folded: Folded,
}

impl Data {
    /// What is printed on a unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// Its aircraft (Aircraft Data Chart).
    pub fn rating(&self, unit: UnitId) -> &Rating {
        &self.ratings[self.unit(unit).craft.index()]
    }

    /// All units of a side, Flights and Staffeln too.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let all = (0..u16::try_from(self.units.len()).unwrap_or(u16::MAX)).map(UnitId);
        all.filter(move |unit| self.unit(*unit).side == side)
    }
}

/// What is read once from the files that ship, and for each game from an owner's.
struct Read {
    map: Arc<Map>,
    rows: units::Rows,
    ratings: Arc<Vec<Rating>>,
    sizes: Vec<units::SizeRow>,
    tables: Arc<Tables>,
    cards: Arc<Vec<Card>>,
    patrols: Arc<Vec<PatrolChit>>,
    weather: Arc<Vec<WeatherChit>>,
    chits: Vec<Chit>,
    scenario: Scenario,
}

/// Reads everything there is for the scenario with this number, from 0.
fn read(files: &Files, number: usize) -> Result<Read, DataError> {
    let [board, ground, units, tables, weather, cards] =
        [0, 1, 2, 3, 4, 5].map(|n| files.page(&FILES[n]));
    let page = files.page(&scenario::FILES[number]);
    let sheet: scenario::ScenarioFile = page.read()?;
    let rows = units::Rows::read(&units)?;
    let all = tables::read(&tables, &weather)?;
    let map = ground::read(&board, &ground, &sheet)?;
    let chits = sheet.chits(&map, &rows, &page)?;
    Ok(Read {
        map: Arc::new(map),
        rows,
        ratings: Arc::new(all.ratings),
        sizes: all.sizes,
        tables: Arc::new(all.tables),
        cards: Arc::new(cards::read(&cards)?),
        patrols: Arc::new(all.patrols),
        weather: Arc::new(all.chits),
        chits,
        scenario: sheet.scenario(SCENARIOS[number], &page)?,
    })
}

/// The names of the scenarios.
pub fn scenarios() -> Vec<String> {
    SCENARIOS.iter().map(|name| (*name).to_owned()).collect()
}

type Shipped = LazyLock<Result<Read, DataError>>;

static SHIPPED: [Shipped; 5] = [
    LazyLock::new(|| read(&Files::default(), 0)),
    LazyLock::new(|| read(&Files::default(), 1)),
    LazyLock::new(|| read(&Files::default(), 2)),
    LazyLock::new(|| read(&Files::default(), 3)),
    LazyLock::new(|| read(&Files::default(), 4)),
];

/// The data of a game.
pub fn load(setup: &Setup) -> Result<Data, DataError> {
    let number = SCENARIOS.iter().position(|name| *name == setup.scenario);
    let Some(number) = number else {
        let what = unknown("scenario", &setup.scenario, SCENARIOS.iter().copied());
        return Err(setup.files.page(&FILES[0]).whole(what));
    };
    let units = setup.files.page(&FILES[2]);
    let page = setup.files.page(&scenario::FILES[number]);
    if setup.files.are_shipped() {
        let read = SHIPPED[number].as_ref().map_err(Clone::clone)?;
        return lay_out(read, &units, &page, setup);
    }
    lay_out(&read(&setup.files, number)?, &units, &page, setup)
}

fn lay_out(
    read: &Read,
    units_page: &Page<'_>,
    page: &Page<'_>,
    setup: &Setup,
) -> Result<Data, DataError> {
    let mut on = Switches::default();
    for (name, value) in &setup.switches {
        on.set(name, value)?;
    }
    let makings = units::Makings {
        rows: &read.rows,
        map: &read.map,
        ratings: &read.ratings,
        sizes: &read.sizes,
        units_page,
        scenario_page: page,
        allow_421: on.opt_421_in_4,
    };
    let units = makings.units(&read.scenario)?;
    let mut scenario = read.scenario.clone();
    scenario.flight_421 |= on.opt_421_in_4 && scenario.flight_421_in == scenario::Flight421::Option;
    for id in scenario.duxford.iter().flatten() {
        if !units.iter().any(|unit| unit.id == *id) {
            return Err(page.whole(format!(
                "duxford: no squadron `{id}` in this scenario; expected one"
            )));
        }
    }
    Ok(Data {
        folded: Folded::new(&[
            (orders::Class::Place, read.map.places.len()),
            (orders::Class::Unit, units.len()),
        ]),
        map: Arc::clone(&read.map),
        units,
        ratings: Arc::clone(&read.ratings),
        tables: Arc::clone(&read.tables),
        cards: Arc::clone(&read.cards),
        chits: read.chits.clone(),
        patrols: Arc::clone(&read.patrols),
        weather: Arc::clone(&read.weather),
        scenario,
        on,
    })
}
