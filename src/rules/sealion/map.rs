//! Rules 1.1.1, 1.1.2 and 5: the map. Hexes of England, the zones of both maps, and what lies between hexes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::side::Side;
use crate::board::{Board, Mask, SideId, SpaceId};
use crate::engine::files::{DataFile, Page, unknown};
use crate::engine::game::DataError;

pub(super) const BOARD: DataFile = DataFile {
    name: "board.toml",
    path: "scenarios/sealion/board.toml",
    text: include_str!("../../../scenarios/sealion/board.toml"),
};
pub(super) const ZONES: DataFile = DataFile {
    name: "zones.toml",
    path: "scenarios/sealion/zones.toml",
    text: include_str!("../../../scenarios/sealion/zones.toml"),
};

/// The classes of cities (10.0, 15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum City {
    Reference,
    Minor,
    Major,
    London,
}

impl City {
    /// Its id in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::London => "london",
        }
    }

    fn from_id(id: &str) -> Option<Self> {
        [Self::Reference, Self::Minor, Self::Major, Self::London]
            .into_iter()
            .find(|city| city.id() == id)
    }
}

/// What a zone is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ZoneKind {
    Land,
    #[default]
    Sea,
    /// Scapa Flow: ships and aircraft, no land units.
    Base,
}

/// A port of an off-map zone, by the sea it opens on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harbour {
    sea: String,
    capacity: i32,
}

/// 7.3.1: a British detection value that changes with radar stations and sector airbases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    pub twin: String,
    pub max: i32,
    pub min: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZonesFile {
    #[serde(default)]
    #[expect(dead_code, reason = "provenance, for who reads the file")]
    provenance: Option<toml::Value>,
    zone: Vec<ZoneRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ZoneRow {
    id: String,
    #[serde(default)]
    #[expect(dead_code, reason = "the board has the name")]
    en: Option<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "provenance, for who reads the file")]
    from: Option<String>,
    #[serde(default)]
    fr: Option<String>,
    kind: ZoneKind,
    #[serde(default)]
    hexes: bool,
    #[serde(default)]
    side: Option<Side>,
    #[serde(default)]
    near: Vec<String>,
    #[serde(default)]
    ports: Vec<Harbour>,
    #[serde(default)]
    naval_base: bool,
    #[serde(default)]
    air: i32,
    #[serde(default)]
    ndv: Option<[i32; 2]>,
    #[serde(default)]
    adv: [i32; 2],
    #[serde(default)]
    variable: Option<Variable>,
    #[serde(default)]
    restricted: bool,
    #[serde(default)]
    mines: bool,
    #[serde(default)]
    garrison: usize,
}

/// A zone of the strategic map.
#[derive(Clone, Debug)]
pub struct Zone {
    pub id: String,
    pub name: String,
    pub fr: Option<String>,
    pub kind: ZoneKind,
    /// Whether hexes of the map lie in it: units stand in those and never in the box.
    pub hexes: bool,
    /// Whose it is at the start.
    pub side: Side,
    /// Adjacent zones, as places.
    pub near: Vec<SpaceId>,
    /// Off the map: its ports, by the sea they open on, with their capacity.
    pub ports: Vec<(SpaceId, i32)>,
    pub naval_base: bool,
    pub air: i32,
    /// 7.1: British and German; seas alone have it.
    pub ndv: Option<[i32; 2]>,
    /// 7.3: British and German.
    pub adv: [i32; 2],
    pub variable: Option<Variable>,
    /// 9.5.1
    pub restricted: bool,
    /// 9.5.9: British mines.
    pub mines: bool,
    /// 13.5: full divisions that must stay.
    pub garrison: usize,
}

/// One place: a hex, or the box of a zone.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: String,
    /// The id as it stands in keys.
    pub key: String,
    pub name: Option<String>,
    /// Its terrain in the tables; empty for sea, neutral ground and boxes.
    pub terrain: String,
    /// The zone it lies in; of a box the box itself.
    pub zone: SpaceId,
    /// The zone's place in the list, if it is a box.
    pub boxed: Option<usize>,
    pub city: Option<City>,
    /// Printed capacity.
    pub port: Option<i32>,
    pub naval_base: bool,
    /// 4.22: the sea zone its port opens on.
    pub opens: Option<SpaceId>,
    /// 4.22.3: an enemy in one of these blocks the port.
    pub blocked: Vec<SpaceId>,
    pub airbase: Option<bool>,
    pub sector: bool,
    pub radar: Option<String>,
    pub rail: bool,
    /// The seas beside it, as zones.
    pub seas: Vec<SpaceId>,
    /// 9.4.1: touches a full-sea hex.
    pub assault: bool,
    pub cliff: bool,
    pub beach: bool,
    pub industry: bool,
    /// 5.5.1: leads to Northern England.
    pub north: bool,
    /// 13.1
    pub guns: bool,
}

impl Place {
    /// Whether land units can stand in it as a hex.
    pub const fn is_hex(&self) -> bool {
        self.boxed.is_none() && !self.terrain.is_empty()
    }
}

/// What lies between two neighbouring hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Between {
    pub river: bool,
    /// Sea: nobody goes, controls or attacks across.
    pub closed: bool,
    /// A crossing arrow: one moves, but neither controls nor retreats across.
    pub crossing: bool,
    /// A railway runs across.
    pub rail: bool,
}

/// A step from a hex to a neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub to: SpaceId,
    pub between: Between,
}

/// The map.
#[derive(Debug)]
pub struct Map {
    pub board: Board,
    /// Hexes, then the boxes of the zones.
    pub places: Vec<Place>,
    pub zones: Vec<Zone>,
    /// The hexes of England.
    pub england: Mask,
    /// Those with a port.
    pub harbours: Vec<SpaceId>,
    ways: Vec<Vec<Way>>,
    off_map: u16,
}

impl Map {
    pub(super) fn read(page: &Page<'_>, zones: &Page<'_>) -> Result<Self, DataError> {
        let board = Board::read(page.text, &page.file).map_err(|error| page.board(error))?;
        let off_map = u16::try_from(board.len()).unwrap_or(u16::MAX);
        let rows = zones.read::<ZonesFile>()?.zone;
        let boxes: BTreeMap<&str, SpaceId> = board
            .boxes()
            .iter()
            .zip(off_map..)
            .map(|(off, n)| (off.id.as_str(), SpaceId(n)))
            .collect();
        let zones = read_zones(&board, rows, &boxes).map_err(|what| zones.whole(what))?;
        let mut places = Vec::new();
        for at in board.spaces() {
            places.push(hex(&board, at, &boxes).map_err(|what| page.whole(what))?);
        }
        for line in board.lines() {
            for at in &line.spaces {
                places[at.index()].rail = true;
            }
        }
        let mut ways: Vec<Vec<Way>> = board
            .spaces()
            .map(|from| ways_from(&board, &places, from))
            .collect();
        rails(&board, &mut ways);
        for at in board.spaces() {
            let near = ways[at.index()].iter().map(|way| way.to);
            let seas = near.filter(|near| board.space(*near).terrain == "sea");
            let mut seas: Vec<SpaceId> = seas.map(|near| places[near.index()].zone).collect();
            seas.sort_unstable();
            seas.dedup();
            if places[at.index()].is_hex() {
                places[at.index()].seas = seas;
            }
        }
        for (n, zone) in zones.iter().enumerate() {
            let at = SpaceId(off_map + u16::try_from(n).unwrap_or(0));
            let mut place = nowhere(at);
            place.id.clone_from(&zone.id);
            place.key.clone_from(&zone.id);
            place.name = Some(zone.name.clone());
            place.boxed = Some(n);
            places.push(place);
            ways.push(Vec::new());
        }
        let english = |at: &SpaceId| {
            let place = &places[at.index()];
            let zone = zones.get(usize::from(place.zone.0.saturating_sub(off_map)));
            place.is_hex() && zone.is_some_and(|zone| zone.side == Side::British && zone.hexes)
        };
        let ports = |at: &SpaceId| places[at.index()].port.is_some();
        let harbours = board
            .spaces()
            .filter(|at| english(at) && ports(at))
            .collect();
        let england = board.spaces().filter(english).collect();
        Ok(Self {
            board,
            places,
            zones,
            england,
            harbours,
            ways,
            off_map,
        })
    }

    /// One place.
    pub fn place(&self, at: SpaceId) -> &Place {
        &self.places[at.index()]
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(SpaceId)
    }

    /// The hexes of England, in order.
    pub fn hexes(&self) -> impl Iterator<Item = SpaceId> {
        self.board.spaces().filter(|at| self.england.has(*at))
    }

    /// The boxes of the zones.
    pub fn boxes(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (self.off_map..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(SpaceId)
    }

    /// Whether land units can be in a place: a hex of England, or a land zone without hexes or beyond the Channel.
    pub fn is_land(&self, at: SpaceId) -> bool {
        match self.zone_of_box(at) {
            Some(zone) => {
                zone.kind == ZoneKind::Land && !(zone.hexes && zone.side == Side::British)
            }
            None => self.england.has(at),
        }
    }

    /// The zone whose box a place is.
    pub fn zone_of_box(&self, at: SpaceId) -> Option<&Zone> {
        self.zones.get(self.places.get(at.index())?.boxed?)
    }

    /// The zone a place lies in.
    pub fn zone(&self, at: SpaceId) -> Option<&Zone> {
        self.zone_of_box(self.places.get(at.index())?.zone)
    }

    /// The place with this id or name.
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        let named = |at: &SpaceId| {
            let place = self.place(*at);
            place.id == id || place.name.as_deref() == Some(id)
        };
        self.board.find(id).or_else(|| self.all().find(named))
    }

    /// The steps from a hex; whether anybody may take them is another matter.
    pub fn ways(&self, from: SpaceId) -> &[Way] {
        self.ways.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// What lies between two neighbours.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> Option<Between> {
        let way = self.ways(a).iter().find(|way| way.to == b)?;
        Some(way.between)
    }

    /// Whether one attacks from a hex into another: neighbours with no sea between them.
    pub fn touch(&self, a: SpaceId, b: SpaceId) -> bool {
        self.between(a, b).is_some_and(|between| !between.closed)
    }

    /// Hexes between two places; the greatest number where nothing on the map joins them.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> u32 {
        if a == b { 0 } else { self.board.distance(a, b) }
    }

    /// Hexes no further away than so many, the place itself among them.
    pub fn within(&self, at: SpaceId, n: u32) -> Vec<SpaceId> {
        if at.0 >= self.off_map {
            return vec![at];
        }
        self.board.within(at, n)
    }

    /// The zones next to one.
    pub fn near(&self, zone: SpaceId) -> &[SpaceId] {
        self.zone_of_box(zone).map_or(&[], |zone| &zone.near)
    }

    /// The box of a zone by its id; data that has none was refused when it was read.
    pub fn named_box(&self, id: &str) -> Option<SpaceId> {
        self.boxes().find(|at| self.place(*at).id == id)
    }
}

const fn nowhere(zone: SpaceId) -> Place {
    Place {
        id: String::new(),
        key: String::new(),
        name: None,
        terrain: String::new(),
        zone,
        boxed: None,
        city: None,
        port: None,
        naval_base: false,
        opens: None,
        blocked: Vec::new(),
        airbase: None,
        sector: false,
        radar: None,
        rail: false,
        seas: Vec::new(),
        assault: false,
        cliff: false,
        beach: false,
        industry: false,
        north: false,
        guns: false,
    }
}

fn read_zones(
    board: &Board,
    rows: Vec<ZoneRow>,
    boxes: &BTreeMap<&str, SpaceId>,
) -> Result<Vec<Zone>, String> {
    let find = |id: &str| {
        let found = boxes.get(id).copied();
        found.ok_or_else(|| unknown("zone", id, boxes.keys().copied()))
    };
    let mut zones = Vec::new();
    for off in board.boxes() {
        let row = rows.iter().find(|row| row.id == off.id);
        let row = row.ok_or_else(|| {
            format!(
                "no zone `{}`; expected one for each box of the board",
                off.id
            )
        })?;
        let here = find(&row.id)?;
        let mut near = Vec::new();
        for one in &rows {
            let named = |list: &[String], id: &str| list.iter().any(|near| near == id);
            if named(&row.near, &one.id) || named(&one.near, &row.id) {
                near.push(find(&one.id)?);
            }
        }
        for id in &row.near {
            find(id)?;
        }
        near.retain(|at| *at != here);
        let mut ports = Vec::new();
        for port in &row.ports {
            ports.push((find(&port.sea)?, port.capacity));
        }
        zones.push(Zone {
            id: row.id.clone(),
            name: off.name.clone(),
            fr: row.fr.clone(),
            kind: row.kind,
            hexes: row.hexes,
            side: row.side.unwrap_or(Side::British),
            near,
            ports,
            naval_base: row.naval_base,
            air: row.air,
            ndv: row.ndv,
            adv: row.adv,
            variable: row.variable.clone(),
            restricted: row.restricted,
            mines: row.mines,
            garrison: row.garrison,
        });
    }
    if let Some(row) = rows.iter().find(|row| !boxes.contains_key(row.id.as_str())) {
        return Err(unknown("zone", &row.id, boxes.keys().copied()));
    }
    Ok(zones)
}

fn hex(board: &Board, at: SpaceId, boxes: &BTreeMap<&str, SpaceId>) -> Result<Place, String> {
    let space = board.space(at);
    let wrong = |what: String| format!("space {}: {what}", space.id);
    let terrain = space
        .terrain
        .strip_prefix("coastal-")
        .unwrap_or(&space.terrain);
    let zone = |id: &str| {
        let found = boxes.get(id).copied();
        found.ok_or_else(|| wrong(unknown("zone", id, boxes.keys().copied())))
    };
    let number = |tag: &str| -> Result<Option<i32>, String> {
        let Some(text) = space.tag(tag) else {
            return Ok(None);
        };
        let number = text.parse().map(Some);
        number.map_err(|_| wrong(format!("{tag} `{text}`; expected a number")))
    };
    // Neutral ground belongs to no zone: nobody comes there.
    let lies_in = match space.tag("zone") {
        Some(id) => zone(id)?,
        None => at,
    };
    let mut blocked = Vec::new();
    for id in space.tag("blocked").unwrap_or_default().split_whitespace() {
        let hex = board.find(id);
        blocked.push(hex.ok_or_else(|| wrong(format!("blocked by `{id}`; expected a hex")))?);
    }
    let city = match space.tag("city") {
        Some(id) => Some(City::from_id(id).ok_or_else(|| {
            wrong(format!(
                "city `{id}`; expected london, major, minor or reference"
            ))
        })?),
        None => None,
    };
    Ok(Place {
        id: space.id.clone(),
        key: space.id.clone(),
        name: space.name.clone(),
        terrain: if ["sea", "neutral"].contains(&terrain) {
            String::new()
        } else {
            terrain.to_owned()
        },
        zone: lies_in,
        boxed: None,
        city,
        port: number("port")?,
        naval_base: space.has("naval-base"),
        opens: space.tag("opens").map(zone).transpose()?,
        blocked,
        airbase: space.tag("airbase").map(|colour| colour == "blue"),
        sector: space.has("sector"),
        radar: space.tag("radar").map(str::to_owned),
        rail: false,
        seas: Vec::new(),
        assault: space.has("assault"),
        cliff: space.has("cliff"),
        beach: space.has("beach"),
        industry: space.has("industry"),
        north: space.has("north"),
        guns: space.has("guns"),
    })
}

fn ways_from(board: &Board, places: &[Place], from: SpaceId) -> Vec<Way> {
    let links = board.links(from).iter();
    let way = |link: &crate::board::Link| {
        let side = board.side_of(link.side);
        let land = places[from.index()].is_hex() && places[link.to.index()].is_hex();
        Way {
            to: link.to,
            between: Between {
                river: side.has("river"),
                closed: !land || side.has("no-land"),
                crossing: side.has("crossing"),
                rail: false,
            },
        }
    };
    links.map(way).collect()
}

/// Rule 5.4: a railway leads from hex to hex through their common side.
fn rails(board: &Board, ways: &mut [Vec<Way>]) {
    let mut crossed: Vec<SideId> = Vec::new();
    for line in board.lines() {
        for pair in line.spaces.windows(2) {
            if let &[a, b] = pair
                && let Some(side) = board.side(a, b)
            {
                crossed.push(side);
            }
        }
    }
    for side in crossed {
        let side = board.side_of(side);
        for (a, b) in [(side.a, side.b), (side.b, side.a)] {
            let way = ways[a.index()].iter_mut().find(|way| way.to == b);
            if let Some(way) = way {
                way.between.rail = true;
            }
        }
    }
}

/// The map is shared by all games of a program.
pub(super) type SharedMap = Arc<Map>;
