//! Units.

use serde::{Deserialize, Serialize};

use crate::orders::{Class, Element, Item, Thing};

/// A counter by its number: its place in the list of units of the game's data.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct UnitId(pub u16);

impl UnitId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing::unit(self.0))
    }

    /// The unit an item stands for, if it is one.
    pub const fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Unit,
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

impl Element for UnitId {
    fn item(self) -> Item {
        self.item()
    }

    fn from_item(item: Item) -> Option<Self> {
        Self::from_item(item)
    }
}

impl From<UnitId> for Item {
    fn from(id: UnitId) -> Self {
        id.item()
    }
}
