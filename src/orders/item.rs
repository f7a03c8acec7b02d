//! Items: what an answer is made of.

use serde::{Deserialize, Serialize};

use super::word::Word;

/// The class of a thing, so that a hex and a unit of the same number differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A hex, area, zone or box of the board.
    Place,
    /// A counter.
    Unit,
    /// A side or nation.
    Side,
    /// A card or chit.
    Card,
    /// A numbered marker that stands for something: a raid, a task force, a mission.
    Marker,
    /// An edge or crossing of the board: a bridge, a ferry.
    Edge,
}

/// A thing of the game by its number; its names live in the scenario's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Thing {
    /// What kind of thing.
    pub class: Class,
    /// Its number within the class.
    pub id: u16,
}

impl Thing {
    /// A place by number.
    pub const fn place(id: u16) -> Self {
        Self {
            class: Class::Place,
            id,
        }
    }

    /// A unit by number.
    pub const fn unit(id: u16) -> Self {
        Self {
            class: Class::Unit,
            id,
        }
    }

    /// A side by number.
    pub const fn side(id: u16) -> Self {
        Self {
            class: Class::Side,
            id,
        }
    }

    /// A card by number.
    pub const fn card(id: u16) -> Self {
        Self {
            class: Class::Card,
            id,
        }
    }
}

/// One element of an answer: a keyword, a number or a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A keyword such as `yes`.
    Word(&'static Word),
    /// A plain number.
    Number(i32),
    /// A thing of the game.
    Thing(Thing),
}

impl Item {
    /// The class of a thing; keywords and numbers have none.
    pub const fn class(self) -> Option<Class> {
        match self {
            Self::Thing(thing) => Some(thing.class),
            Self::Word(_) | Self::Number(_) => None,
        }
    }
}

impl From<Thing> for Item {
    fn from(thing: Thing) -> Self {
        Self::Thing(thing)
    }
}

impl From<&'static Word> for Item {
    fn from(word: &'static Word) -> Self {
        Self::Word(word)
    }
}

impl From<i32> for Item {
    fn from(number: i32) -> Self {
        Self::Number(number)
    }
}
