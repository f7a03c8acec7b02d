//! All that does not change in play: map, counters, printed numbers, switches.

use serde::Deserialize;

use super::ground::{BOARD, Ground};
use super::nets::Nets;
use super::state::Side;
use super::switches::Switches;
use super::units::{self, Counter};
use crate::board::{Board, SpaceId, UnitId};
use crate::engine::files::{DataFile, Files, Shelf, unknown};
use crate::engine::game::{DataError, Setup};
use crate::orders::{Class, Folded};

/// The printed numbers, as `tables.toml` has them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    #[serde(rename = "provenance")]
    _provenance: String,
    /// Rule 6.21.
    pub weather: WeatherTable,
    /// Rules 7.1, 9.61, 9.62, 18.4.
    pub stacking: Stacking,
    /// Rules 9.3, 8.2121, 10.1.
    pub cost: Cost,
    /// Rules 20.61, 17.3, 9.62.
    pub dday: DDay,
    /// Rules 10.72, 10.73, 10.81.
    pub assault: Assault,
    /// Rules 11.3, 11.41, 11.111.
    pub attrition: Attrition,
    /// Rules 12.21 to 12.24.
    pub advantage: Advantage,
    /// Rule 13.
    pub supply: Supply,
    /// Rule 19.
    pub bridges: Bridges,
    /// Rules 21 and 22.1.
    pub victory: Victory,
    /// Rules 22.2 and 23.
    pub options: Options,
    /// What the book does not print.
    pub reconstructed: Reconstructed,
    scenario: Vec<Scenario>,
}

macro_rules! tables {
    ($($(#[$about:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $type),* }
    )*};
}

tables! {
    /// Rule 6.21.
    WeatherTable { overcast_to: i32, roll_from: u32 }
    /// Rules 7.1, 9.61, 9.62, 18.4.
    Stacking { area: usize, bridge: usize, ferry: usize, landing: usize }
    /// Rules 9.3, 8.2121, 10.1.
    Cost { free: i32, vacant: i32, spent: i32, fresh: i32, seize: i32, seized_bridge: i32, assault_spent: i32, assault_fresh: i32 }
    /// Rules 20.61, 17.3, 9.62.
    DDay { german_mf: i32, overcast_mf: i32, ferry_armour_from: u32 }
    /// Rules 10.72, 10.73, 10.81.
    Assault { more: i32, gun: i32, division: i32, division_from: usize, mixed: i32, bridge: i32, bridge_held: i32, bridge_river: i32, water: i32, fresh: i32, elevated: i32 }
    /// Rules 11.3, 11.41, 11.111.
    Attrition { armour: [i32; 3], other: [i32; 3], marker: i32, tem_times: i32, barrage_times: i32 }
    /// Rules 12.21 to 12.24.
    Advantage { german_losses: i32, shift_most: i32 }
    /// Rule 13.
    Supply { german_depots: usize, german_clear: i32, german_overcast: i32, corps_depots: usize, corps_points: i32, oss_points: i32, airborne_clear: i32, airborne_overcast: i32, air_points: i32, air_tem_most: i32, space: i32, spaces_most: i32, allied_isolated_from: u32 }
    /// Rule 19.
    Bridges { seize: i32, seize_vacant: i32, seize_fresh: i32, river: i32, work: i32, free: i32, friendly_contested: i32, enemy_contested: i32, repair: i32, repairs_most: u8, construction_most: i32 }
    /// Rules 21 and 22.1.
    Victory { eindhoven: String, arnhem: String, breakthrough: String, advantage: i32, bonus: i32, penalty: i32, penalty_from: i32 }
    /// Rules 22.2 and 23.
    Options { landing_most: usize, landing_wide: String, landing_wide_most: usize, landing_not: String, landing_tem_most: i32, polder: i32, polder_gliders: i32, gliders_at: String, early_impulse: i32, boost_most: i32, airfield: String, airfield_from: u32, deck: [u16; 11] }
    /// What the book does not print.
    Reconstructed { track_end: i32, raf: [i32; 2], eighth_air: i32, construction: [u8; 2] }
}

/// A scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// The last day.
    pub last: u32,
    /// Days at whose end the points are held against a number (21.2, 22.1).
    pub checks: Vec<(u32, i32)>,
}

/// Places the rules speak of by name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Eindhoven (21.31).
    pub eindhoven: SpaceId,
    /// Arnhem (21.3).
    pub arnhem: SpaceId,
    /// Apeldoorn (21.1).
    pub apeldoorn: SpaceId,
    /// Deelen (22.2).
    pub airfield: SpaceId,
    /// The area where six may land (23.2).
    pub wide: SpaceId,
    /// The head that does not count for landings (23.2).
    pub not_head: SpaceId,
    /// Where the glider troops are printed to land (23.2).
    pub gliders: SpaceId,
}

/// All that does not change in play.
#[derive(Debug)]
pub struct Data {
    /// The board as drawn.
    pub board: Board,
    /// The map.
    pub ground: Ground,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The printed numbers.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
    /// Options and rulings.
    pub switches: Switches,
    /// Places the rules speak of by name.
    pub named: Named,
    /// The ways of each class of units, for paths.
    pub nets: Nets,
    /// Where units may land, by division.
    pub drops: [Vec<SpaceId>; 3],
    /// The spellings of places and counters, which all may know.
    pub(super) folded: Folded,
}

impl Data {
    /// A counter.
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.counters[unit.index()]
    }

    /// All units.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..u16::try_from(self.counters.len()).unwrap_or(u16::MAX)).map(UnitId)
    }

    /// The units of a side.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids()
            .filter(move |unit| self.counter(*unit).side == side)
    }

    /// Whether the game goes on after the 20th (22).
    pub fn extended(&self) -> bool {
        self.scenario.last > 20
    }
}

const TABLES: DataFile = DataFile {
    name: "tables.toml",
    path: "scenarios/market-garden/tables.toml",
    text: include_str!("../../../scenarios/market-garden/tables.toml"),
};

/// The files of the game.
pub(super) static SHELF: Shelf = Shelf::new(&[BOARD, units::UNITS, TABLES]);

pub(super) fn scenarios() -> Vec<String> {
    let names = |tables: Tables| tables.scenario.into_iter().map(|one| one.name).collect();
    let tables = Files::default().page(&TABLES).read();
    tables.map(names).unwrap_or_default()
}

pub(super) fn load(setup: &Setup) -> Result<Data, DataError> {
    let page = setup.files.page(&TABLES);
    let paper = setup.files.page(&BOARD);
    let mut tables: Tables = page.read()?;
    let scenario = tables
        .scenario
        .iter()
        .find(|scenario| scenario.name == setup.scenario)
        .cloned()
        .ok_or_else(|| {
            let known = tables.scenario.iter().map(|one| one.name.as_str());
            page.whole(unknown("scenario", &setup.scenario, known))
        })?;
    let switches = Switches::read(&setup.switches)?;
    if let Some(end) = switches.track_end {
        tables.reconstructed.track_end = end;
    }
    let board = Board::read(paper.text, &paper.file).map_err(|error| paper.board(error))?;
    let ground = Ground::new(&board, &paper)?;
    let counters = units::read(&ground, &setup.files.page(&units::UNITS))?;
    let find = |id: &str| {
        let known = ground.ids().map(|at| ground.place(at).id.as_str());
        ground
            .find(id)
            .ok_or_else(|| page.whole(unknown("place", id, known)))
    };
    let named = Named {
        eindhoven: find(&tables.victory.eindhoven)?,
        arnhem: find(&tables.victory.arnhem)?,
        apeldoorn: find(&tables.victory.breakthrough)?,
        airfield: find(&tables.options.airfield)?,
        wide: find(&tables.options.landing_wide)?,
        not_head: find(&tables.options.landing_not)?,
        gliders: find(&tables.options.gliders_at)?,
    };
    super::proofs::hold(&board, &ground, &counters, named.apeldoorn, &paper)?;
    let drops = [0, 1, 2].map(|division: usize| {
        let places = ground.ids();
        places
            .filter(|at| ground.place(*at).drop[division])
            .collect()
    });
    Ok(Data {
        folded: Folded::new(&[
            (Class::Place, ground.places.len()),
            (Class::Unit, counters.len()),
            (Class::Edge, ground.edges.len()),
        ]),
        nets: Nets::new(&ground),
        board,
        ground,
        counters,
        tables,
        scenario,
        switches,
        named,
        drops,
    })
}
