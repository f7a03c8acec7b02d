//! Reading the data from `scenarios/weserubung`, or from an owner's files.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use toml::Spanned;

use super::class::{Arm, Class};
use super::data::{Data, Date, Deck, Printed, Reinforcement, Start, Tables};
use super::map::{BOARD, Map};
use super::nation::{Alliance, Nation};
use super::switches::Switches;
use super::terrain::Ground;
use crate::board::{Dir, SpaceId, UnitId};
use crate::engine::files::{DataFile, Files, Page, Shelf, unknown};
use crate::engine::game::{DataError, Setup};
use crate::engine::switches::number;
use crate::orders::{self, Folded};

const UNITS: DataFile = DataFile {
    name: "units.toml",
    path: "scenarios/weserubung/units.toml",
    text: include_str!("../../../scenarios/weserubung/units.toml"),
};
const CAMPAIGN: DataFile = DataFile {
    name: "campaign.toml",
    path: "scenarios/weserubung/campaign.toml",
    text: include_str!("../../../scenarios/weserubung/campaign.toml"),
};

/// The files of the game.
pub(super) static SHELF: Shelf = Shelf::new(&[BOARD, UNITS, CAMPAIGN]);

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
    id: Spanned<String>,
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
    turns: u32,
    last_german_win: u32,
    lake_bases_end: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupRow {
    at: Spanned<String>,
    #[serde(default)]
    units: Vec<Spanned<String>>,
    #[serde(default)]
    aboard: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementRow {
    turn: u32,
    units: Vec<Spanned<String>>,
    to: Spanned<String>,
}

/// Names the special rules need (14.2, 14.2.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Special {
    surrender_spares: Vec<String>,
    surrender_line: String,
    narvik_town: String,
    narvik_garrison: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CampaignFile {
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, String>,
    costs: Costs,
    levels: Levels,
    track: Track,
    turn: Vec<Date>,
    setup: Vec<SetupRow>,
    reinforcement: Vec<ReinforcementRow>,
    tables: Tables,
    special: Special,
    /// Told to players who make a game.
    #[serde(rename = "switches")]
    _switches: toml::Table,
}

pub(super) fn scenarios() -> Vec<String> {
    vec!["campaign".to_owned()]
}

fn printed(row: UnitRow, file: &CampaignFile, page: &Page<'_>) -> Result<Printed, DataError> {
    let costs = &file.costs;
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
        let what = format!(
            "`{}` has {} ratings full and {} reduced; expected {wanted} of each",
            row.id.as_ref(),
            row.full.len(),
            row.reduced.len()
        );
        return Err(page.wrong(&row.id.span(), what));
    }
    let last = rating(wanted - 1).map(|m| u32::try_from(m).unwrap_or(0));
    let (attack, defence, other, movement) = match arm {
        // 3.5; an admiral ashore moves freely, by 3.6.
        Arm::Leader => ([0; 2], [0; 2], rating(0), [file.tables.general_moves; 2]),
        Arm::Land => (rating(0), rating(1), [0; 2], last),
        Arm::Air | Arm::Naval => (rating(0), rating(1), rating(2), last),
    };
    let class_name = Class::ALL.iter().find(|(_, class)| *class == row.class);
    let class_name = class_name.map_or("", |(name, _)| name);
    let cost = costs
        .optional
        .get(row.id.as_ref())
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
        id: row.id.into_inner(),
        name: row.name,
        also: row.also,
        nation: row.nation,
        class: row.class,
        optional: row.optional,
    })
}

/// What is read once from the files that ship, and for each game from an owner's.
struct Read {
    map: Arc<Map>,
    units: Arc<Vec<Printed>>,
    starts: Arc<Vec<Start>>,
    tables: Tables,
    levels: [i32; 3],
    dates: Arc<Vec<Date>>,
    calendar: Arc<Vec<Reinforcement>>,
    track: Track,
    special: Special,
    narvik_garrison: UnitId,
}

/// The counters by their ids, as the campaign's file names them.
struct Roster<'f> {
    page: &'f Page<'f>,
    units: &'f [Printed],
}

impl Roster<'_> {
    fn find(&self, id: &Spanned<String>) -> Result<UnitId, DataError> {
        let found = self.units.iter().position(|unit| unit.id == *id.as_ref());
        let number = found.and_then(|n| u16::try_from(n).ok()).map(UnitId);
        number.ok_or_else(|| {
            let known = self.units.iter().map(|unit| unit.id.as_str());
            let what = unknown("unit", id.as_ref(), known);
            self.page.wrong(&id.span(), what)
        })
    }
}

/// Costs are not below nothing, and the turns are numbered without a gap.
fn check_numbers(file: &CampaignFile, page: &Page<'_>) -> Result<(), DataError> {
    for (name, cost) in file.costs.classes.iter().chain(&file.costs.optional) {
        if cost.repair < 0 || cost.build.is_some_and(|build| build < 0) {
            let what = format!("{name}: a cost below 0; expected what it costs in National Morale");
            return Err(page.at_key(name, 0, what));
        }
    }
    for (nth, (date, expected)) in file.turn.iter().zip(1..).enumerate() {
        if date.n != expected {
            let what = format!(
                "n = {}; expected turn {expected}: turns stand in their order",
                date.n
            );
            return Err(page.at_key("n", nth, what));
        }
    }
    let rows = u32::try_from(file.turn.len()).unwrap_or(u32::MAX);
    if file.track.turns != rows {
        let what = format!(
            "turns = {}, but {rows} turns have dates; expected the same number",
            file.track.turns
        );
        return Err(page.at_key("turns", 0, what));
    }
    Ok(())
}

fn read(files: &Files) -> Result<Read, DataError> {
    let map = Arc::new(Map::read(&files.page(&BOARD))?);
    let page = files.page(&CAMPAIGN);
    let file: CampaignFile = page.read()?;
    check_numbers(&file, &page)?;
    let counters = files.page(&UNITS);
    let rows: UnitsFile = counters.read()?;
    let mut units: Vec<Printed> = Vec::new();
    for row in rows.unit {
        let at = row.id.span();
        if units.iter().any(|unit| unit.id == *row.id.as_ref()) {
            let what = format!("a second unit `{}`; expected another id", row.id.as_ref());
            return Err(counters.wrong(&at, what));
        }
        units.push(printed(row, &file, &counters)?);
    }
    let roster = Roster {
        page: &page,
        units: &units,
    };
    let mut starts = vec![Start::Later; units.len()];
    for row in &file.setup {
        let start = start(&map, &page, &row.at)?;
        for id in &row.units {
            starts[usize::from(roster.find(id)?.0)] = start;
        }
        for (carrier, load) in &row.aboard {
            let carrier = roster.find(carrier)?;
            for id in load {
                starts[usize::from(roster.find(id)?.0)] = Start::Aboard(carrier);
            }
        }
    }
    let mut calendar = Vec::new();
    for row in &file.reinforcement {
        let to = match row.to.as_ref().as_str() {
            "denmark" => Some(map.box_of(Alliance::Axis)),
            "britain" => Some(map.box_of(Alliance::Allies)),
            "pool" => None,
            other => {
                let known = ["denmark", "britain", "pool"].into_iter();
                let what = unknown("place for reinforcements", other, known);
                return Err(page.wrong(&row.to.span(), what));
            }
        };
        for id in &row.units {
            let (unit, turn) = (roster.find(id)?, row.turn);
            calendar.push(Reinforcement { turn, unit, to });
        }
    }
    let levels = [file.levels.germany, file.levels.norway, file.levels.west];
    let narvik_garrison = roster.find(&file.special.narvik_garrison)?;
    Ok(Read {
        map,
        units: Arc::new(units),
        starts: Arc::new(starts),
        tables: file.tables,
        levels,
        dates: Arc::new(file.turn),
        calendar: Arc::new(calendar),
        track: file.track,
        special: file.special,
        narvik_garrison,
    })
}

/// `group-3`, `denmark`, `between`, `free`, `hex:Moss`, `hex:Bergen/SE`.
fn start(map: &Map, page: &Page<'_>, at: &Spanned<String>) -> Result<Start, DataError> {
    let text = at.as_ref().as_str();
    let none = || {
        let what = format!(
            "setup at `{text}`: no such place; expected denmark, britain, between, free, group-N, hex:TOWN or hex:TOWN/SE"
        );
        page.wrong(&at.span(), what)
    };
    let place = match text {
        "denmark" => map.box_of(Alliance::Axis),
        "britain" => map.box_of(Alliance::Allies),
        "between" => return Ok(Start::Between),
        "free" => return Ok(Start::Free),
        _ => {
            if let Some(group) = text.strip_prefix("group-") {
                let group = group.parse().ok();
                let starts_here =
                    |place: &SpaceId| group.is_some() && map.hex(*place).group == group;
                map.places().find(starts_here).ok_or_else(none)?
            } else {
                let name = text.strip_prefix("hex:").ok_or_else(none)?;
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
    static SHIPPED: LazyLock<Result<Read, DataError>> = LazyLock::new(|| read(&Files::default()));
    if setup.scenario != "campaign" {
        let known = ["campaign"].into_iter();
        let what = unknown("scenario", &setup.scenario, known);
        return Err(setup.files.page(&CAMPAIGN).whole(what));
    }
    if setup.files.are_shipped() {
        let read = SHIPPED.as_ref().map_err(Clone::clone)?;
        return lay_out(read, setup);
    }
    lay_out(&read(&setup.files)?, setup)
}

/// The data of a game with its switches.
fn lay_out(read: &Read, setup: &Setup) -> Result<Data, DataError> {
    let on = Switches::read(&setup.switches)?;
    let turns = match on.turns {
        Some(said) => number("turns", &said.to_string(), 1..=read.track.turns)?,
        None => read.track.turns,
    };
    let map = Arc::clone(&read.map);
    let town = |name: &str| {
        let page = setup.files.page(&BOARD);
        map.find(name).ok_or_else(|| {
            page.whole(format!(
                "no place `{name}`; expected a space with this name"
            ))
        })
    };
    let special = &read.special;
    let spares = special.surrender_spares.iter();
    let exempt = spares
        .map(|name| town(name))
        .collect::<Result<Vec<_>, _>>()?;
    let surrender_line = town(&special.surrender_line)?;
    let narvik = town(&special.narvik_town)?;
    let batteries = map
        .places()
        .filter(|place| map.hex(*place).battery)
        .collect();
    let [germany, norway, west] = read.levels;
    let mut roster: [[Vec<UnitId>; 4]; 2] = Default::default();
    for (unit, printed) in (0_u16..).zip(read.units.iter()) {
        let (alliance, arm) = (printed.nation.alliance(), printed.class.arm());
        roster[alliance.index()][arm as usize].push(UnitId(unit));
    }
    Ok(Data {
        folded: Folded::new(&[
            (orders::Class::Place, map.hexes.len()),
            (orders::Class::Unit, read.units.len()),
        ]),
        roster: Arc::new(roster),
        units: Arc::clone(&read.units),
        starts: Arc::clone(&read.starts),
        tables: read.tables.clone(),
        levels: [
            germany,
            norway,
            west,
            if on.shared_purse { 0 } else { west },
        ],
        dates: Arc::clone(&read.dates),
        calendar: Arc::clone(&read.calendar),
        last_german_win: read.track.last_german_win,
        thaw: read.track.lake_bases_end,
        ground: Ground::new(&read.tables, &on),
        on,
        turns,
        battery_dice: on.oslo_dice.unwrap_or(read.tables.battery_dice),
        exempt,
        surrender_line,
        narvik,
        narvik_garrison: read.narvik_garrison,
        batteries,
        map,
    })
}
