//! Rule 3: the map. Areas, zones and the boundaries between them, as the rules need them.

use crate::board::{Board, SideId, SpaceId};
use crate::engine::files::{DataFile, Page, unknown};
use crate::engine::game::DataError;
use crate::orders::Item;

/// An airborne division, by its operational sector (3.26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Division {
    /// Red Devils: 1st British.
    RedDevils,
    /// All American: 82nd.
    AllAmerican,
    /// Screaming Eagles: 101st.
    ScreamingEagles,
}

impl Division {
    /// All three.
    pub const ALL: [Self; 3] = [Self::RedDevils, Self::AllAmerican, Self::ScreamingEagles];

    /// Its mark in the board file.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::RedDevils => "RD",
            Self::AllAmerican => "AA",
            Self::ScreamingEagles => "SE",
        }
    }

    /// Its name on the counters.
    pub const fn label(self) -> &'static str {
        match self {
            Self::RedDevils => "1AB",
            Self::AllAmerican => "82",
            Self::ScreamingEagles => "101",
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What ground an area is (3.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Neither elevated nor polder.
    Open,
    /// Square identifier.
    Elevated,
    /// Blue rim.
    Polder,
}

/// An area or zone.
#[derive(Debug)]
pub struct Place {
    /// As printed: `12`, `F`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it is a zone (3.3).
    pub zone: bool,
    /// The ground.
    pub terrain: Terrain,
    /// The terrain modifier (3.22).
    pub tem: i32,
    /// Whose operational sector it is (3.26).
    pub sector: [bool; 3],
    /// Who may land here (3.261).
    pub drop: [bool; 3],
    /// Whose airborne depot may stand here (3.262).
    pub head: [bool; 3],
    /// Victory points with a line to F (21.3).
    pub points: i32,
    /// Victory points without one: Arnhem alone has any.
    pub isolated_points: i32,
    /// The neighbours.
    pub near: Vec<(SpaceId, SideId)>,
}

/// What a boundary is (3.23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Water {
    /// Clear.
    None,
    /// A canal, or the Dommel.
    Canal,
    /// A river.
    River,
}

/// A boundary between two places.
#[derive(Debug)]
pub struct Edge {
    /// One end.
    pub a: SpaceId,
    /// The other.
    pub b: SpaceId,
    /// `12-25`.
    pub id: String,
    /// What runs along it.
    pub water: Water,
    /// Whether a bridge was printed here (3.24).
    pub bridge: Option<String>,
    /// Whether a ferry was (3.11).
    pub ferry: Option<String>,
    /// Whether a road crosses (9.4).
    pub road: bool,
}

impl Edge {
    /// The end that is not this one.
    pub fn other(&self, from: SpaceId) -> SpaceId {
        if self.a == from { self.b } else { self.a }
    }
}

/// The map.
#[derive(Debug)]
pub struct Ground {
    /// Areas 1 to 65, then zones A to J.
    pub places: Vec<Place>,
    /// The boundaries.
    pub edges: Vec<Edge>,
    /// Zone F, where the British come from (13.61).
    pub f: SpaceId,
    /// Zone I, Oss (13.62).
    pub oss: SpaceId,
    /// Places at most two steps away, without the place itself: the range of corps artillery (15.13).
    pub within_two: Vec<Vec<SpaceId>>,
}

impl Ground {
    /// A place as players read it: `Arnhem (12)`.
    pub fn place_name(&self, at: SpaceId) -> String {
        let place = self.place(at);
        let kind = if place.zone { "zone " } else { "" };
        format!("{} ({kind}{})", place.name, place.id)
    }

    /// A boundary as players read it: `Grave bridge (40-44)`.
    pub fn edge_name(&self, edge: SideId) -> String {
        let edge = self.edge(edge);
        match edge.bridge.as_ref().or(edge.ferry.as_ref()) {
            Some(name) => format!("{name} ({})", edge.id),
            None => edge.id.clone(),
        }
    }

    /// Reads the rules' part of the board.
    pub fn new(board: &Board, page: &Page<'_>) -> Result<Self, DataError> {
        let wrong = |what: String| page.whole(what);
        let mut places = Vec::with_capacity(board.len());
        for at in board.spaces() {
            let space = board.space(at);
            let bad = |what: String| page.at_key(&space.id, 0, format!("{}: {what}", space.id));
            let marks = |tag: &str| {
                let words: Vec<&str> = space
                    .tag(tag)
                    .unwrap_or_default()
                    .split_whitespace()
                    .collect();
                let known = Division::ALL.map(Division::mark);
                match words.iter().find(|word| !known.contains(word)) {
                    Some(other) => {
                        let what = unknown("division", other, known.into_iter());
                        Err(bad(format!("{tag}: {what}")))
                    }
                    None => Ok(known.map(|mark| words.contains(&mark))),
                }
            };
            let number = |text: &str| {
                text.parse::<i32>()
                    .map_err(|_| bad(format!("`{text}` is no number; expected one like 2")))
            };
            let zone = space.terrain == "zone";
            let tem = match space.tag("tem") {
                Some(tem) => number(tem)?,
                None if zone => 1,
                None => return Err(bad("no `tem`; expected its number, like `tem 2`".to_owned())),
            };
            let points = space.tag("vp").unwrap_or("0");
            let (isolated, points) = points.split_once('/').unwrap_or(("0", points));
            places.push(Place {
                id: space.id.clone(),
                name: space.label().to_owned(),
                zone,
                terrain: match space.terrain.as_str() {
                    "elevated" => Terrain::Elevated,
                    "polder" => Terrain::Polder,
                    _ => Terrain::Open,
                },
                tem,
                sector: marks("sector")?,
                drop: marks("drop")?,
                head: marks("head")?,
                points: number(points)?,
                isolated_points: number(isolated)?,
                near: board
                    .links(at)
                    .iter()
                    .map(|link| (link.to, link.side))
                    .collect(),
            });
        }
        let mut edges = Vec::new();
        for side in board.sides() {
            let tags = board.side_of(side);
            let (a, b) = (board.space(tags.a), board.space(tags.b));
            edges.push(Edge {
                a: tags.a,
                b: tags.b,
                id: format!("{}-{}", a.id, b.id),
                water: if tags.has("river") {
                    Water::River
                } else if tags.has("canal") {
                    Water::Canal
                } else {
                    Water::None
                },
                bridge: tags.tag("bridge").map(str::to_owned),
                ferry: tags.tag("ferry").map(str::to_owned),
                road: tags.has("road"),
            });
        }
        let zone = |id: &str| {
            board
                .find(id)
                .ok_or_else(|| wrong(format!("there is no zone {id}")))
        };
        let (f, oss) = (zone("F")?, zone("I")?);
        let within_two = board
            .spaces()
            .map(|at| {
                let near = board.within(at, 2);
                near.into_iter().filter(|other| *other != at).collect()
            })
            .collect();
        Ok(Self {
            places,
            edges,
            f,
            oss,
            within_two,
        })
    }

    /// A place.
    pub fn place(&self, at: SpaceId) -> &Place {
        &self.places[usize::from(at.0)]
    }

    /// A boundary.
    pub fn edge(&self, edge: SideId) -> &Edge {
        &self.edges[usize::from(edge.0)]
    }

    /// The boundary between two neighbours.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> Option<SideId> {
        let mut near = self.place(a).near.iter();
        near.find(|(to, _)| *to == b).map(|(_, edge)| *edge)
    }

    /// All places.
    pub fn ids(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(SpaceId)
    }

    /// All boundaries.
    pub fn edge_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..u16::try_from(self.edges.len()).unwrap_or(u16::MAX)).map(SideId)
    }

    /// Boundaries on which a bridge was printed.
    pub fn bridges(&self) -> impl Iterator<Item = SideId> + '_ {
        self.edge_ids()
            .filter(|edge| self.edge(*edge).bridge.is_some())
    }

    /// Boundaries with a ferry.
    pub fn ferries(&self) -> impl Iterator<Item = SideId> + '_ {
        self.edge_ids()
            .filter(|edge| self.edge(*edge).ferry.is_some())
    }

    /// The place with this id.
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        self.ids().find(|at| self.place(*at).id == id)
    }
}

/// The file of the board.
pub(super) const BOARD: DataFile = DataFile {
    name: "board.toml",
    path: "scenarios/market-garden/board.toml",
    text: include_str!("../../../scenarios/market-garden/board.toml"),
};

/// A place as an item of an answer.
pub const fn place_item(at: SpaceId) -> Item {
    at.item()
}

/// A boundary as an item of an answer.
pub const fn edge_item(edge: SideId) -> Item {
    edge.item()
}

/// The place an item stands for, if it is one.
pub const fn place_of(item: Item) -> Option<SpaceId> {
    SpaceId::from_item(item)
}
