//! Rule 2.2: the map. Hexes of England, the Channel and France, the movement boxes beside them, and what stands there.

use serde::{Deserialize, Serialize};

use crate::board::{Board, SpaceId};

/// The fifteen weather zones, in the order of 6.3.2; the first ten are the Sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    Duxford,
    Filton,
    MiddleWallop,
    Tangmere,
    Northolt,
    Debden,
    NorthWeald,
    Hornchurch,
    BigginHill,
    Kenley,
    London,
    Channel,
    DoverStrait,
    NorthSea,
    France,
}

impl Zone {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Duxford,
        Self::Filton,
        Self::MiddleWallop,
        Self::Tangmere,
        Self::Northolt,
        Self::Debden,
        Self::NorthWeald,
        Self::Hornchurch,
        Self::BigginHill,
        Self::Kenley,
        Self::London,
        Self::Channel,
        Self::DoverStrait,
        Self::NorthSea,
        Self::France,
    ];

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its id in files and keys.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Duxford => "duxford",
            Self::Filton => "filton",
            Self::MiddleWallop => "middle-wallop",
            Self::Tangmere => "tangmere",
            Self::Northolt => "northolt",
            Self::Debden => "debden",
            Self::NorthWeald => "north-weald",
            Self::Hornchurch => "hornchurch",
            Self::BigginHill => "biggin-hill",
            Self::Kenley => "kenley",
            Self::London => "london",
            Self::Channel => "channel",
            Self::DoverStrait => "dover-strait",
            Self::NorthSea => "north-sea",
            Self::France => "france",
        }
    }

    /// The zone with this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|zone| zone.id() == id)
    }
}

/// Rule 2.2.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    Land,
    Coast,
    #[default]
    Sea,
}

/// Heavy guns of a hex (14.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guns {
    #[default]
    None,
    All,
    /// Red: scenarios 4 and 5 alone.
    Late,
}

/// A hex or a movement box.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub id: String,
    pub name: Option<String>,
    /// Other spellings.
    pub also: Vec<String>,
    /// Row from the south and column from the west; nothing for boxes.
    pub row: i32,
    pub col: i32,
    /// A movement box (8.1.6).
    pub is_box: bool,
    pub terrain: Terrain,
    /// `Some(true)` England, `Some(false)` France.
    pub english: Option<bool>,
    /// All whose weather counts here (2.2.4, 19.1.1).
    pub zones: Vec<Zone>,
    /// For points (22).
    pub over_england: bool,
    /// 2.2.3: a landmark, or a coast.
    pub landmark: bool,
    pub guns: Guns,
    /// Light guns besides those of airfields.
    pub light_guns: bool,
    /// Balloons, besides those of convoys (15).
    pub balloons: bool,
    /// Neighbours: hexes by direction, boxes by their arrows, both ways.
    pub links: Vec<SpaceId>,
    /// Boxes: stations whose icon is printed there, by number in `Map::stations` (11.3.1).
    pub stations: Vec<usize>,
    /// Where the RAF may not go (20.3.3).
    pub no_raf: bool,
}

/// Rule 18.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    Sector,
    Satellite,
    Forward,
    NonFc,
    LwFighter,
    /// Off the map, reached by a box.
    LwBox,
}

/// An airfield.
#[derive(Clone, Debug)]
pub struct Airfield {
    pub id: String,
    pub name: String,
    pub class: Class,
    pub group: Option<u8>,
    pub sector: Option<Zone>,
    /// Its hex, or its box.
    pub at: SpaceId,
    pub capacity: i32,
}

impl Airfield {
    /// Whether the RAF's fighters use it (18.1.2).
    pub const fn fighter_command(&self) -> bool {
        matches!(
            self.class,
            Class::Sector | Class::Satellite | Class::Forward
        )
    }
}

/// A radar station (11.3).
#[derive(Clone, Debug)]
pub struct Station {
    pub id: String,
    pub name: String,
    /// Chain Home Low.
    pub low: bool,
    /// Sees the North Sea and its coast alone.
    pub starred: bool,
    pub at: SpaceId,
    pub range: u32,
    /// Against raids at 0 Angels; 0 for Chain Home.
    pub low_range: u32,
    /// Compass degrees.
    pub arc_centre: i32,
    pub arc_width: i32,
    /// Works at the start of this scenario.
    pub works: bool,
    /// Hexes in arc and range, sorted; worked out when read.
    pub sees: Vec<SpaceId>,
}

/// A radio relay (10.1.2).
#[derive(Clone, Debug)]
pub struct Relay {
    pub id: String,
    pub sector: Zone,
    pub at: SpaceId,
}

/// What a raid can be sent against (16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    AirfieldSector,
    AirfieldSatellite,
    AirfieldNonfc,
    RdfCh,
    RdfChl,
    Port,
    Oil,
    Factory,
    City,
    Rail,
    Town,
    Convoy,
}

/// A target.
#[derive(Clone, Debug)]
pub struct Target {
    pub id: String,
    pub name: String,
    pub kind: TargetKind,
    pub at: SpaceId,
    /// Of an airfield: its number in `Map::fields`.
    pub field: Option<usize>,
    /// Of a radar station: its number in `Map::stations`.
    pub station: Option<usize>,
    /// A convoy that is on the map in this scenario; always true for what is no convoy.
    pub here: bool,
}

/// The map of a scenario.
#[derive(Debug)]
pub struct Map {
    pub board: Board,
    /// Hexes in the order of the board, then the boxes: the number is that of [`SpaceId`].
    pub places: Vec<Place>,
    pub fields: Vec<Airfield>,
    pub stations: Vec<Station>,
    pub relays: Vec<Relay>,
    pub targets: Vec<Target>,
}

impl Map {
    /// A place.
    pub fn place(&self, at: SpaceId) -> &Place {
        &self.places[at.index()]
    }

    /// The place with this id.
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        let found = self.places.iter().position(|place| place.id == id)?;
        u16::try_from(found).ok().map(SpaceId)
    }

    /// The Fighter Command airfield in a place, else any other one.
    pub fn field_at(&self, at: SpaceId) -> Option<usize> {
        let here = |field: &Airfield| field.at == at;
        let own = |field: &Airfield| here(field) && field.fighter_command();
        let first = self.fields.iter().position(own);
        first.or_else(|| self.fields.iter().position(here))
    }

    /// The Group a Sector belongs to, in this scenario (4.3.2).
    pub fn group_of(&self, sector: Zone) -> Option<u8> {
        let base = |field: &&Airfield| field.class == Class::Sector && field.sector == Some(sector);
        self.fields.iter().find(base)?.group
    }

    /// The Sector airfield of a Sector (4.3.3).
    pub fn base(&self, sector: Zone) -> Option<usize> {
        let base = |field: &Airfield| field.class == Class::Sector && field.sector == Some(sector);
        self.fields.iter().position(base)
    }

    /// The targets of a hex that are there in this scenario.
    pub fn targets_at(&self, at: SpaceId) -> impl Iterator<Item = &Target> {
        self.targets
            .iter()
            .filter(move |target| target.at == at && target.here)
    }

    /// Rule 15: whether a hex has balloons; each convoy brings its own.
    pub fn balloons(&self, at: SpaceId) -> bool {
        let convoy = |target: &Target| target.kind == TargetKind::Convoy;
        self.place(at).balloons || self.targets_at(at).any(convoy)
    }

    /// All places.
    pub fn spaces(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(SpaceId)
    }
}
