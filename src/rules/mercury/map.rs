//! Rules 2.1, 4.2 and 4.5: the map. Hexes of both sheets, the zones beside them, what a step costs and who may take it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::naval::waters::{self, Water};
use super::tables::{Cost, POINT, Tables};
use super::units::Gait;
use crate::board::{Board, SideId, SpaceId};
use crate::engine::files::{DataFile, Page};
use crate::engine::game::DataError;

/// The files of the boards.
pub(super) const BOARD: DataFile = DataFile {
    name: "board.toml",
    path: "scenarios/mercury/board.toml",
    text: include_str!("../../../scenarios/mercury/board.toml"),
};
pub(super) const SEA: DataFile = DataFile {
    name: "sea.toml",
    path: "scenarios/mercury/sea.toml",
    text: include_str!("../../../scenarios/mercury/sea.toml"),
};

/// A sector of supply and interdiction (15.1, 12.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sector {
    #[default]
    MalemeSuda,
    Retimo,
    Heraklion,
    SouthCrete,
}

impl Sector {
    /// All of them, in the order of the tracks.
    pub const ALL: [Self; 4] = [
        Self::MalemeSuda,
        Self::Retimo,
        Self::Heraklion,
        Self::SouthCrete,
    ];

    /// Its id in files and keys.
    pub const fn id(self) -> &'static str {
        match self {
            Self::MalemeSuda => "maleme-suda",
            Self::Retimo => "retimo",
            Self::Heraklion => "heraklion",
            Self::SouthCrete => "south-crete",
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sector| sector.id() == id)
    }
}

/// An airfield (6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    Maleme,
    Retimo,
    Heraklion,
}

impl Field {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Maleme, Self::Retimo, Self::Heraklion];

    /// Its id in files and keys.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Maleme => "maleme",
            Self::Retimo => "retimo",
            Self::Heraklion => "heraklion",
        }
    }
}

/// One place: a hex, a zone beside the map, or a box.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub id: String,
    /// The id as it stands in keys and labels.
    pub key: String,
    pub name: Option<String>,
    /// Other spellings.
    pub also: Vec<String>,
    /// Its terrain in the tables; empty for sea, zones and boxes.
    pub terrain: String,
    /// 10.26
    pub level: i32,
    /// Of land.
    pub sector: Option<Sector>,
    /// The sea zones it lies in, opens on, or is reached from.
    pub seas: Vec<SpaceId>,
    /// A hex of the sea, or a place of the sea map.
    pub sea: bool,
    /// 4.5: a zone beside the map.
    pub zone: bool,
    pub town: bool,
    pub village: bool,
    pub field: Option<Field>,
    pub anchorage: bool,
    pub minor_port: bool,
    /// 17.24
    pub beach: bool,
    /// 4.64
    pub suda: bool,
    /// 17.24, 17.43
    pub suda_bay: bool,
    /// 19.81: sea zones from which ships shell it.
    pub shelled: Vec<SpaceId>,
}

impl Place {
    /// Whether land units can be in it: a land hex or a zone beside the map.
    pub const fn is_land(&self) -> bool {
        self.zone || !self.terrain.is_empty()
    }
}

/// What lies between two neighbouring hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Between {
    pub river: bool,
    /// 5.15, 9.21: nobody crosses.
    pub closed: bool,
    /// 4.22: the best road across.
    pub road: Option<Road>,
}

/// 4.22
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Road {
    Track,
    Secondary,
    Main,
}

/// A step from a place to a neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub to: SpaceId,
    pub between: Between,
}

/// The map of Crete and the map of the seas.
#[derive(Debug)]
pub struct Map {
    /// As drawn.
    pub board: Board,
    /// The Naval Operations map (16.5).
    pub sea: Board,
    /// Hexes, then the zones and boxes of the board in their order, then the places of the sea map in theirs.
    pub places: Vec<Place>,
    ways: Vec<Vec<Way>>,
    /// What ships need to know of the places of the sea map, in their order.
    waters: Vec<Water>,
    /// The first zone.
    off_map: u16,
    /// The first place of the sea map.
    first_sea: u16,
    alexandria: SpaceId,
    athens: SpaceId,
}

impl Map {
    pub(super) fn read(
        page: &Page<'_>,
        sea_page: &Page<'_>,
        tables: &Tables,
    ) -> Result<Self, DataError> {
        let board = Board::read(page.text, &page.file).map_err(|error| page.board(error))?;
        let sea =
            Board::read(sea_page.text, &sea_page.file).map_err(|error| sea_page.board(error))?;
        let first_sea = u16::try_from(board.len() + board.boxes().len()).unwrap_or(u16::MAX);
        let mut places = Vec::new();
        for space in board.spaces() {
            let hex = hex(&board, &sea, space, tables, first_sea);
            places.push(hex.map_err(|what| page.whole(what))?);
        }
        let mut ways: Vec<Vec<Way>> = board
            .spaces()
            .map(|from| ways_from(&board, &places, from))
            .collect();
        roads(&board, &mut ways);
        let off_map = u16::try_from(places.len()).unwrap_or(u16::MAX);
        for off in board.boxes() {
            let zone = tables.zones.iter().find(|zone| zone.id == off.id);
            let seas = zone.iter().flat_map(|zone| &zone.seas);
            places.push(Place {
                id: off.id.clone(),
                key: off.id.clone(),
                name: Some(off.name.clone()),
                sector: zone.and_then(|zone| Sector::from_id(&zone.sector)),
                seas: seas
                    .filter_map(|id| sea.find(id))
                    .map(|at| SpaceId(first_sea + at.0))
                    .collect(),
                zone: zone.is_some(),
                anchorage: ["sitia", "tymbakion"].contains(&off.id.as_str()),
                ..Place::default()
            });
            ways.push(Vec::new());
        }
        let number = |id: &str| {
            let found = board.boxes().iter().position(|off| off.id == id);
            let found = found.and_then(|n| u16::try_from(n).ok());
            found
                .map(|n| SpaceId(off_map + n))
                .ok_or_else(|| page.whole(format!("no box `{id}`; expected one")))
        };
        let open = |to| Way {
            to,
            between: Between::default(),
        };
        for zone in &tables.zones {
            let here = number(&zone.id)?;
            for near in &zone.near {
                ways[here.index()].push(open(number(near)?));
            }
            let exits = board.off_map(&zone.id).map(|off| off.near.clone());
            for exit in exits.into_iter().flatten() {
                ways[here.index()].push(open(exit));
                ways[exit.index()].push(open(here));
            }
        }
        let (alexandria, athens) = (number("alexandria")?, number("athens")?);
        let find = |id: &str| {
            let place = places.iter().position(|place| place.id == id)?;
            u16::try_from(place).ok().map(SpaceId)
        };
        let waters = waters::read(&sea, first_sea, find).map_err(|what| sea_page.whole(what))?;
        for space in sea.spaces() {
            let id = sea.space(space).id.replace('_', "-");
            places.push(Place {
                key: id.clone(),
                id,
                name: sea.space(space).name.clone(),
                sea: true,
                ..Place::default()
            });
            ways.push(Vec::new());
        }
        Ok(Self {
            board,
            sea,
            places,
            ways,
            waters,
            first_sea,
            off_map,
            alexandria,
            athens,
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

    /// The place with this id, number or name; `O4415` is W4415 (2.1).
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        let west = id.strip_prefix('O').map(|number| format!("W{number}"));
        let id = west.as_deref().unwrap_or(id);
        let off = || {
            let off = self.board.boxes().iter().position(|off| off.id == id)?;
            Some(SpaceId(self.off_map + u16::try_from(off).ok()?))
        };
        let named = || {
            let name = |at: &SpaceId| self.place(*at).name.as_deref() == Some(id);
            self.all().find(name)
        };
        self.board.find(id).or_else(off).or_else(named)
    }

    /// Alexandria, where the Allies wait for ships (16.4).
    pub const fn alexandria(&self) -> SpaceId {
        self.alexandria
    }

    /// What ships need to know of a place of the sea map; nothing for any other place.
    pub fn water(&self, at: SpaceId) -> Option<&Water> {
        self.waters
            .get(usize::from(at.0.checked_sub(self.first_sea)?))
    }

    /// The places of the sea map: zones, ports, minor ports, anchorages.
    pub fn seas(&self) -> impl Iterator<Item = SpaceId> + use<> {
        let first = self.first_sea;
        let n = u16::try_from(self.waters.len()).unwrap_or(0);
        (0..n).map(move |at| SpaceId(first + at))
    }

    /// The place of the sea map with this id or name.
    pub fn sea_named(&self, id: &str) -> Option<SpaceId> {
        let at = self.sea.find(id).or_else(|| self.sea.named(id))?;
        Some(SpaceId(self.first_sea + at.0))
    }

    /// A place of the sea map as its own board numbers it.
    pub fn on_sea(&self, at: SpaceId) -> Option<SpaceId> {
        self.water(at)?;
        at.0.checked_sub(self.first_sea).map(SpaceId)
    }

    /// The airfields and ports of Greece, where the Germans wait.
    pub const fn athens(&self) -> SpaceId {
        self.athens
    }

    /// The steps from a place; whether anybody may take them is another matter.
    pub fn ways(&self, from: SpaceId) -> &[Way] {
        self.ways.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// What lies between two neighbours.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> Option<Between> {
        let way = self.ways(a).iter().find(|way| way.to == b)?;
        Some(way.between)
    }

    /// Whether two hexes are adjacent and something other than cliff or sea lies between them.
    pub fn touch(&self, a: SpaceId, b: SpaceId) -> bool {
        !self.place(a).zone
            && !self.place(b).zone
            && self.between(a, b).is_some_and(|between| !between.closed)
    }

    /// Hexes between two places; the greatest number where nothing on the map joins them.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> u32 {
        if a == b {
            return 0;
        }
        self.board.distance(a, b)
    }

    /// Hexes no further away than so many, the place itself among them.
    pub fn within(&self, at: SpaceId, n: u32) -> Vec<SpaceId> {
        if at.0 >= self.off_map {
            return vec![at];
        }
        self.board.within(at, n)
    }

    /// Rules 4.21 to 4.24: what a unit pays for a step, in sixths of a point; nothing where it may not go.
    pub(super) fn cost(
        &self,
        tables: &Tables,
        gait: Gait,
        from: SpaceId,
        way: &Way,
    ) -> Option<u32> {
        let to = self.place(way.to);
        if way.between.closed || gait == Gait::None || !to.is_land() {
            return None;
        }
        if to.zone {
            // 4.53: with a point left.
            return Some(POINT);
        }
        let road = way.between.road.map(|road| match road {
            Road::Main => tables.roads.road.of(gait),
            Road::Secondary => tables.roads.secondary.of(gait),
            Road::Track => tables.roads.track.of(gait),
        });
        if let (Some(Cost::Sixths(cost)), Some(Road::Main | Road::Secondary)) =
            (road, way.between.road)
        {
            return Some(cost);
        }
        // 4.24: who comes in by road alone goes out by road alone.
        let here = tables.terrain.get(&self.place(from).terrain);
        let tanks = matches!(gait, Gait::Armour | Gait::LightArmour);
        if tanks && here.is_some_and(|ground| ground.cost(gait) == Cost::ByRoad) {
            return None;
        }
        let ground = tables.terrain.get(&to.terrain)?.cost(gait);
        let river = match (way.between.river, tables.roads.river.of(gait)) {
            (false, _) => 0,
            (true, Cost::Sixths(cost)) => cost,
            (true, _) => return None,
        };
        // 4.23: only main and secondary roads bridge rivers.
        match (ground, road) {
            (Cost::Sixths(ground), Some(Cost::Sixths(track))) => Some(ground.min(track) + river),
            (Cost::Sixths(ground), _) => Some(ground + river),
            (_, Some(Cost::Sixths(track))) => Some(track + river),
            _ => None,
        }
    }

    /// Rule 4.24: whether a unit may be in a place at all on its way from a neighbour: to retreat, to attack.
    pub(super) fn enters(&self, tables: &Tables, gait: Gait, from: SpaceId, to: SpaceId) -> bool {
        let way = self.ways(from).iter().find(|way| way.to == to);
        // Who never moves by himself may still stand and fight.
        let gait = if gait == Gait::None {
            Gait::Wheeled
        } else {
            gait
        };
        way.is_some_and(|way| !self.place(to).zone && self.cost(tables, gait, from, way).is_some())
    }

    /// The hexes of an airfield.
    pub fn field(&self, field: Field) -> Vec<SpaceId> {
        let of = |at: &SpaceId| self.place(*at).field == Some(field);
        self.board.tagged("airfield").filter(of).collect()
    }
}

fn zones_of(sea: &Board, names: &str, first_sea: u16) -> Result<Vec<SpaceId>, String> {
    let find = |name: &str| {
        let zone = sea.named(name).map(|at| SpaceId(first_sea + at.0));
        zone.ok_or_else(|| format!("no sea zone `{name}`"))
    };
    names
        .split('|')
        .filter(|name| !name.is_empty())
        .map(find)
        .collect()
}

fn hex(
    board: &Board,
    sea: &Board,
    at: SpaceId,
    tables: &Tables,
    first_sea: u16,
) -> Result<Place, String> {
    let space = board.space(at);
    let is_sea = space.terrain == "sea";
    if !is_sea && !tables.terrain.contains_key(&space.terrain) {
        let (id, terrain) = (&space.id, &space.terrain);
        return Err(format!("space {id}: no [terrain] row for `{terrain}`"));
    }
    let field = space.tag("airfield").map(|id| {
        let field = Field::ALL.into_iter().find(|field| field.id() == id);
        field.ok_or_else(|| format!("space {}: no airfield `{id}`", space.id))
    });
    let opens = sea
        .spaces()
        .filter(|port| sea.space(*port).tag("hex") == Some(&space.id))
        .flat_map(|port| sea.links(port).iter())
        .map(|link| SpaceId(first_sea + link.to.0));
    let mut seas = zones_of(sea, space.tag("zone").unwrap_or_default(), first_sea)?;
    seas.extend(opens);
    Ok(Place {
        id: space.id.clone(),
        key: space.id.to_lowercase(),
        name: space.name.clone(),
        also: space.also.clone(),
        terrain: if is_sea {
            String::new()
        } else {
            space.terrain.clone()
        },
        level: space.tag("level").and_then(|n| n.parse().ok()).unwrap_or(0),
        sector: space.tag("sector").and_then(Sector::from_id),
        seas,
        sea: is_sea,
        zone: false,
        town: space.has("town"),
        village: space.has("village"),
        field: field.transpose()?,
        anchorage: space.has("port"),
        minor_port: space.has("minor-port"),
        beach: space.has("beach") || space.has("airfield"),
        suda: space.has("suda"),
        suda_bay: space.has("suda-bay"),
        shelled: zones_of(sea, space.tag("bombard").unwrap_or_default(), first_sea)?,
    })
}

fn ways_from(board: &Board, places: &[Place], from: SpaceId) -> Vec<Way> {
    let links = board.links(from).iter();
    let way = |link: &crate::board::Link| {
        let side = board.side_of(link.side);
        let sea = places[from.index()].sea || places[link.to.index()].sea;
        Way {
            to: link.to,
            between: Between {
                river: side.has("river"),
                closed: sea || side.has("cliff") || side.has("sea-cliff") || side.has("no-land"),
                road: None,
            },
        }
    };
    links.map(way).collect()
}

/// Rule 4.22: a road leads from hex to hex through their common side.
fn roads(board: &Board, ways: &mut [Vec<Way>]) {
    let mut best: BTreeMap<SideId, Road> = BTreeMap::new();
    for line in board.lines() {
        let road = match line.kind.as_str() {
            "road" => Road::Main,
            "secondary" => Road::Secondary,
            _ => Road::Track,
        };
        for pair in line.spaces.windows(2) {
            if let &[a, b] = pair
                && let Some(side) = board.side(a, b)
            {
                let known = best.entry(side).or_insert(road);
                *known = road.max(*known);
            }
        }
    }
    for (side, road) in best {
        let side = board.side_of(side);
        for (a, b) in [(side.a, side.b), (side.b, side.a)] {
            let way = ways[a.index()].iter_mut().find(|way| way.to == b);
            if let Some(way) = way {
                way.between.road = Some(road);
            }
        }
    }
}

/// The map is shared by all games of a program.
pub(super) type SharedMap = Arc<Map>;
