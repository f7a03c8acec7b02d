//! Reading the map: the board, and what stands on it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::map::{
    Airfield, Class, Guns, Map, Place, Relay, Station, Target, TargetKind, Terrain, Zone,
};
use super::scenario::ScenarioFile;
use crate::board::{Board, SpaceId};
use crate::engine::files::{Page, unknown};
use crate::engine::game::DataError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroundFile {
    zones: Vec<ZoneRow>,
    boxes: Vec<BoxRow>,
    airfields: Vec<FieldRow>,
    rdf: Vec<StationRow>,
    relays: Vec<RelayRow>,
    targets: Vec<TargetRow>,
}

/// Names of zones are for whoever edits the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneRow {
    id: String,
    #[serde(rename = "name")]
    _name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxRow {
    id: String,
    zone: String,
    boxes: Vec<String>,
    rdf: Vec<String>,
    #[serde(default = "yes")]
    raf: bool,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldRow {
    id: String,
    name: String,
    class: FieldClass,
    at: String,
    group: Option<u8>,
    sector: Option<String>,
    #[serde(default)]
    capacity: i32,
    #[serde(rename = "luftflotte")]
    _luftflotte: Option<u8>,
    scenarios: Option<[u8; 2]>,
    #[serde(rename = "from")]
    _from: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FieldClass {
    Sector,
    Satellite,
    Forward,
    Other,
    German,
    Box,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StationRow {
    id: String,
    name: String,
    kind: Chain,
    at: String,
    range: u32,
    #[serde(default)]
    low: u32,
    arc: [i32; 2],
    #[serde(default)]
    starred: bool,
    scenarios: Option<[u8; 2]>,
    #[serde(rename = "from")]
    _from: Option<String>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Chain {
    Ch,
    Chl,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RelayRow {
    id: String,
    sector: String,
    at: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetRow {
    id: String,
    name: String,
    kind: String,
    at: String,
    convoy: Option<Vec<u8>>,
}

const KINDS: [(&str, TargetKind); 12] = [
    ("airfield-sector", TargetKind::AirfieldSector),
    ("airfield-satellite", TargetKind::AirfieldSatellite),
    ("airfield-nonfc", TargetKind::AirfieldNonfc),
    ("rdf-ch", TargetKind::RdfCh),
    ("rdf-chl", TargetKind::RdfChl),
    ("port", TargetKind::Port),
    ("oil", TargetKind::Oil),
    ("factory", TargetKind::Factory),
    ("city", TargetKind::City),
    ("rail", TargetKind::Rail),
    ("town", TargetKind::Town),
    ("convoy", TargetKind::Convoy),
];

/// Reads the map as it is in a scenario.
pub(super) fn read(
    board_page: &Page<'_>,
    page: &Page<'_>,
    scenario: &ScenarioFile,
) -> Result<Map, DataError> {
    let board =
        Board::read(board_page.text, &board_page.file).map_err(|error| board_page.board(error))?;
    let ground: GroundFile = page.read()?;
    for row in &ground.zones {
        zone(page, &row.id)?;
    }
    let mut map = Map {
        places: places(&board, board_page)?,
        board,
        fields: Vec::new(),
        stations: Vec::new(),
        relays: Vec::new(),
        targets: Vec::new(),
    };
    boxes(&mut map, &ground.boxes, page)?;
    fields(&mut map, &ground.airfields, page, scenario)?;
    stations(&mut map, &ground.rdf, page, scenario)?;
    for row in &ground.boxes {
        let here = place(&map, page, &row.id)?;
        for id in &row.rdf {
            let known = map.stations.iter().position(|station| station.id == *id);
            let n = known.ok_or_else(|| {
                let known = map.stations.iter().map(|station| station.id.as_str());
                page.whole(format!("box {}: {}", row.id, unknown("station", id, known)))
            })?;
            map.places[here.index()].stations.push(n);
        }
    }
    for row in &ground.relays {
        map.relays.push(Relay {
            id: row.id.clone(),
            sector: zone(page, &row.sector)?,
            at: place(&map, page, &row.at)?,
        });
    }
    targets(&mut map, &ground.targets, page, scenario)?;
    Ok(map)
}

fn zone(page: &Page<'_>, id: &str) -> Result<Zone, DataError> {
    let known = Zone::ALL.iter().map(|zone| zone.id());
    Zone::named(id).ok_or_else(|| page.whole(unknown("weather zone", id, known)))
}

fn place(map: &Map, page: &Page<'_>, id: &str) -> Result<SpaceId, DataError> {
    map.find(id).ok_or_else(|| {
        page.whole(format!(
            "no hex or box `{id}`; expected four digits or the id of a box"
        ))
    })
}

/// The hexes, then the boxes with the hexes they touch.
fn places(board: &Board, page: &Page<'_>) -> Result<Vec<Place>, DataError> {
    let mut places = Vec::new();
    for space in board.spaces() {
        let printed = board.space(space);
        let wrong = |what: String| page.whole(format!("space {}: {what}", printed.id));
        let number = |range: std::ops::Range<usize>| printed.id.get(range)?.parse::<i32>().ok();
        let (Some(row), Some(col), 4) = (number(0..2), number(2..4), printed.id.len()) else {
            return Err(wrong(
                "no number; expected row and column, four digits".to_owned(),
            ));
        };
        let terrain = match printed.terrain.as_str() {
            "sea" => Terrain::Sea,
            other if other.starts_with("coastal-") => Terrain::Coast,
            _ => Terrain::Land,
        };
        let mut zones = Vec::new();
        for id in printed.tag("zones").unwrap_or_default().split_whitespace() {
            let known = Zone::ALL.iter().map(|zone| zone.id());
            zones.push(Zone::named(id).ok_or_else(|| wrong(unknown("weather zone", id, known)))?);
        }
        if zones.is_empty() {
            return Err(wrong("no zones; expected at least one".to_owned()));
        }
        let english = match (printed.has("england"), printed.has("france")) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            (false, false) if terrain == Terrain::Sea => None,
            _ => {
                return Err(wrong(
                    "expected england or france on land, neither at sea".to_owned(),
                ));
            }
        };
        places.push(Place {
            id: printed.id.clone(),
            name: printed.name.clone(),
            also: printed.also.clone(),
            row,
            col,
            is_box: false,
            terrain,
            english,
            zones,
            over_england: printed.has("over-england"),
            // 2.2.3: every coast is one.
            landmark: printed.has("mark") || terrain == Terrain::Coast,
            guns: match printed.tag("haa") {
                None => Guns::None,
                Some("late") => Guns::Late,
                Some(_) => Guns::All,
            },
            light_guns: printed.has("laa"),
            balloons: printed.has("balloons"),
            links: board.links(space).iter().map(|link| link.to).collect(),
            stations: Vec::new(),
            no_raf: false,
        });
    }
    Ok(places)
}

/// Rule 8.1.6: the boxes, joined to the hexes they touch and to each other, both ways.
fn boxes(map: &mut Map, rows: &[BoxRow], page: &Page<'_>) -> Result<(), DataError> {
    let first = map.places.len();
    let number = |n: usize| SpaceId(u16::try_from(n).unwrap_or(u16::MAX));
    for (n, off) in map.board.boxes().iter().enumerate() {
        let row = rows.iter().find(|row| row.id == off.id);
        let row = row
            .ok_or_else(|| page.whole(format!("no row of boxes for `{}`; expected one", off.id)))?;
        let zone = zone(page, &row.zone)?;
        map.places.push(Place {
            id: off.id.clone(),
            name: Some(off.name.clone()),
            is_box: true,
            english: (zone == Zone::France).then_some(false),
            zones: vec![zone],
            links: off.near.clone(),
            no_raf: !row.raf,
            ..Place::default()
        });
        for hex in &off.near {
            map.places[hex.index()].links.push(number(first + n));
        }
    }
    for row in rows {
        let here = place(map, page, &row.id)?;
        for near in &row.boxes {
            let there = place(map, page, near)?;
            let links = &mut map.places[here.index()].links;
            if !links.contains(&there) {
                links.push(there);
            }
            let links = &mut map.places[there.index()].links;
            if !links.contains(&here) {
                links.push(here);
            }
        }
    }
    Ok(())
}

/// Whether something is there in a scenario.
fn in_scenario(span: Option<[u8; 2]>, scenario: &ScenarioFile) -> bool {
    span.is_none_or(|[first, last]| (first..=last).contains(&scenario.number))
}

fn fields(
    map: &mut Map,
    rows: &[FieldRow],
    page: &Page<'_>,
    scenario: &ScenarioFile,
) -> Result<(), DataError> {
    for row in rows
        .iter()
        .filter(|row| in_scenario(row.scenarios, scenario))
    {
        let at = place(map, page, &row.at)?;
        let sector = row.sector.as_deref().map(|id| zone(page, id)).transpose()?;
        let to_12 = row
            .sector
            .as_ref()
            .is_some_and(|id| scenario.group12.contains(id));
        let field = Airfield {
            id: row.id.clone(),
            name: row.name.clone(),
            class: match row.class {
                FieldClass::Sector => Class::Sector,
                FieldClass::Satellite => Class::Satellite,
                FieldClass::Forward => Class::Forward,
                FieldClass::Other => Class::NonFc,
                FieldClass::German => Class::LwFighter,
                FieldClass::Box => Class::LwBox,
            },
            group: if to_12 { Some(12) } else { row.group },
            sector,
            at,
            capacity: row.capacity,
        };
        if field.fighter_command() && field.capacity < 1 {
            let what = format!("airfield {}: no capacity; expected 1 or 2", row.id);
            return Err(page.whole(what));
        }
        call(map, at, &row.name);
        map.fields.push(field);
    }
    Ok(())
}

/// A place answers to the names of what stands there.
fn call(map: &mut Map, at: SpaceId, name: &str) {
    let place = &mut map.places[at.index()];
    match &place.name {
        None => place.name = Some(name.to_owned()),
        Some(one) if one == name => {}
        Some(_) => {
            if !place.also.iter().any(|one| one == name) {
                place.also.push(name.to_owned());
            }
        }
    }
}

fn stations(
    map: &mut Map,
    rows: &[StationRow],
    page: &Page<'_>,
    scenario: &ScenarioFile,
) -> Result<(), DataError> {
    for row in rows {
        let at = place(map, page, &row.at)?;
        let [centre, width] = row.arc;
        if !(0..360).contains(&centre) || !(1..=180).contains(&width) {
            let id = &row.id;
            let what = format!(
                "rdf {id}: arc = [{centre}, {width}]; expected a bearing of 0 to 359 and a width of 1 to 180"
            );
            return Err(page.whole(what));
        }
        let mut station = Station {
            id: row.id.clone(),
            name: row.name.clone(),
            low: row.kind == Chain::Chl,
            starred: row.starred,
            at,
            range: row.range,
            low_range: row.low,
            arc_centre: centre,
            arc_width: width,
            works: in_scenario(row.scenarios, scenario) && !scenario.broken_rdf.contains(&row.id),
            sees: Vec::new(),
        };
        station.sees = sight(map, &station);
        call(map, at, &row.name);
        map.stations.push(station);
    }
    for id in &scenario.broken_rdf {
        if !map.stations.iter().any(|station| station.id == *id) {
            let known = map.stations.iter().map(|station| station.id.as_str());
            return Err(page.whole(unknown("station", id, known)));
        }
    }
    Ok(())
}

/// The sine of so many degrees, in ten thousandths, by Bhaskara's fraction: good to a fiftieth of a hex at twenty hexes.
fn sine(degrees: i32) -> i64 {
    let turn = i64::from(degrees.rem_euclid(360));
    let (sign, half) = if turn > 180 {
        (-1, turn - 180)
    } else {
        (1, turn)
    };
    let product = half * (180 - half);
    sign * 40_000 * product / (40_500 - product)
}

/// East and south of a place on the plane, a hex being 1000 across.
fn plane(place: &Place) -> (i64, i64) {
    let (row, col) = (i64::from(place.row), i64::from(place.col));
    let shift = if row % 2 == 0 { 500 } else { 0 };
    (1000 * col + shift, -866 * row)
}

/// Rules 11.3.1, 11.3.2: the hexes in arc and range of a station. Half a hex in the arc is in it; the station's own and
/// the adjacent hexes always are.
fn sight(map: &Map, station: &Station) -> Vec<SpaceId> {
    let (x0, y0) = plane(map.place(station.at));
    // The edges of the arc, as arrows: a compass bearing turns from the north over the east.
    let edge = |bearing: i32| (sine(bearing), -sine(bearing + 90));
    let (lx, ly) = edge(station.arc_centre - station.arc_width / 2);
    let (rx, ry) = edge(station.arc_centre + station.arc_width / 2);
    let half = 500 * 10_000;
    let sees = |at: &SpaceId| {
        let place = map.place(*at);
        if place.is_box || map.board.distance(station.at, *at) > station.range {
            return false;
        }
        if station.starred && !north_sea(map, *at) {
            return false;
        }
        if map.board.distance(station.at, *at) <= 1 {
            return true;
        }
        let (x, y) = plane(place);
        let (x, y) = (x - x0, y - y0);
        // How far it lies to the right of the left edge, and to the left of the right one.
        lx * y - ly * x >= -half && x * ry - y * rx >= -half
    };
    map.spaces().filter(sees).collect()
}

/// Rule 11.3.2: the North Sea zone and the coast beside it.
fn north_sea(map: &Map, at: SpaceId) -> bool {
    let is_sea = |at: SpaceId| {
        let place = map.place(at);
        place.terrain == Terrain::Sea && place.zones.contains(&Zone::NorthSea)
    };
    let coast = map.place(at).terrain == Terrain::Coast;
    is_sea(at) || (coast && map.place(at).links.iter().any(|near| is_sea(*near)))
}

fn targets(
    map: &mut Map,
    rows: &[TargetRow],
    page: &Page<'_>,
    scenario: &ScenarioFile,
) -> Result<(), DataError> {
    let mut seen = BTreeMap::new();
    for (n, row) in rows.iter().enumerate() {
        if seen.insert(row.id.clone(), n).is_some() {
            return Err(page.whole(format!("a second target `{}`; expected another id", row.id)));
        }
        let wrong = |what: String| page.whole(format!("target {}: {what}", row.id));
        let kind = KINDS.iter().find(|(word, _)| *word == row.kind);
        let known = KINDS.iter().map(|(word, _)| *word);
        let (_, kind) = kind.ok_or_else(|| wrong(unknown("kind", &row.kind, known)))?;
        let at = place(map, page, &row.at)?;
        let bare = |prefix: &str| row.id.strip_prefix(prefix);
        let field = bare("af_").and_then(|id| map.fields.iter().position(|field| field.id == id));
        let station = bare("rdf_").and_then(|id| map.stations.iter().position(|one| one.id == id));
        let of_rdf = matches!(kind, TargetKind::RdfCh | TargetKind::RdfChl);
        if of_rdf && station.is_none() {
            return Err(wrong(
                "no such station; expected the id of one behind `rdf_`".to_owned(),
            ));
        }
        let here = row
            .convoy
            .as_ref()
            .is_none_or(|all| all.contains(&scenario.number));
        if here && *kind != TargetKind::Convoy {
            call(map, at, &row.name);
        }
        map.targets.push(Target {
            id: row.id.clone(),
            name: row.name.clone(),
            kind: *kind,
            at,
            field,
            station,
            here,
        });
    }
    Ok(())
}
