//! Spaces, sides, lines and boxes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::hex::{Dir, Hex};
use crate::orders::{Class, Element, Item, Thing};

/// A space by its number: its place among the ids of the board in order. A game that plays on the boxes beside the map
/// numbers them behind the last space.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SpaceId(pub u16);

impl SpaceId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing::place(self.0))
    }

    /// The space an item stands for, if it is one.
    pub const fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Place,
                id,
            }) => Some(Self(id)),
            _ => None,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Element for SpaceId {
    fn item(self) -> Item {
        self.item()
    }

    fn from_item(item: Item) -> Option<Self> {
        Self::from_item(item)
    }
}

impl From<SpaceId> for Item {
    fn from(id: SpaceId) -> Self {
        id.item()
    }
}

/// A side between two neighbouring spaces, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u16);

impl SideId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing {
            class: Class::Edge,
            id: self.0,
        })
    }

    /// The side an item stands for, if it is one.
    pub const fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Edge,
                id,
            }) => Some(Self(id)),
            _ => None,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Element for SideId {
    fn item(self) -> Item {
        self.item()
    }

    fn from_item(item: Item) -> Option<Self> {
        Self::from_item(item)
    }
}

impl From<SideId> for Item {
    fn from(id: SideId) -> Self {
        id.item()
    }
}

/// A hex, an area or a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// The id as printed: `1522`.
    pub id: String,
    /// Its other numbers, where sheets of a map overlap.
    pub also: Vec<String>,
    /// Where it lies on the lattice, if it is a hex.
    pub(super) hex: Option<Hex>,
    /// The name of its town or of the area.
    pub name: Option<String>,
    /// The terrain, one of the words the file declares.
    pub terrain: String,
    /// What else is there: `port`, `town` with its value.
    pub tags: BTreeMap<String, String>,
}

/// A space that is nowhere.
static NOWHERE: Space = Space {
    id: String::new(),
    also: Vec::new(),
    hex: None,
    name: None,
    terrain: String::new(),
    tags: BTreeMap::new(),
};

impl Space {
    /// The space that stands for a number outside the board.
    pub(super) const fn nowhere() -> &'static Self {
        &NOWHERE
    }

    /// Whether it has a tag.
    pub fn has(&self, tag: &str) -> bool {
        self.tags.contains_key(tag)
    }

    /// The value of a tag, empty where the tag alone says it.
    pub fn tag(&self, tag: &str) -> Option<&str> {
        self.tags.get(tag).map(String::as_str)
    }

    /// Its name, or its id where it has none.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }
}

/// A neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The neighbour.
    pub to: SpaceId,
    /// The direction, on boards of hexes.
    pub dir: Option<Dir>,
    /// The side that is crossed.
    pub side: SideId,
}

/// What lies between two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The space with the lower number.
    pub a: SpaceId,
    /// The other.
    pub b: SpaceId,
    /// What runs along or across it: `river` with its name, `bridge`.
    pub tags: BTreeMap<String, String>,
}

/// A side that is nowhere.
static NO_SIDE: Side = Side {
    a: SpaceId(u16::MAX),
    b: SpaceId(u16::MAX),
    tags: BTreeMap::new(),
};

impl Side {
    /// The side that stands for a number outside the board.
    pub(super) const fn nowhere() -> &'static Self {
        &NO_SIDE
    }

    /// Whether it has a tag.
    pub fn has(&self, tag: &str) -> bool {
        self.tags.contains_key(tag)
    }

    /// The value of a tag, empty where the tag alone says it.
    pub fn tag(&self, tag: &str) -> Option<&str> {
        self.tags.get(tag).map(String::as_str)
    }
}

/// A railway or road: a row of neighbouring spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its id in the file.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is: `rail`, `road`.
    pub kind: String,
    /// What else is said of it: `open`.
    pub tags: BTreeMap<String, String>,
    /// The spaces in order.
    pub spaces: Vec<SpaceId>,
}

impl Line {
    /// Whether it serves without any option.
    pub fn is_open(&self) -> bool {
        let has = |tag| self.tags.contains_key(tag);
        self.tags.is_empty() || has("open") && !has("optional")
    }
}

/// A box beside the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffMap {
    /// Its id: `denmark`.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// The spaces its arrows point to, in the order of the board.
    pub near: Vec<SpaceId>,
}
