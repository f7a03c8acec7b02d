//! Rules 16.3 and 16.13: the markers on the sea map: task forces by letter, German contacts by number.

use serde::{Deserialize, Serialize};

use crate::engine::say::Say;
use crate::orders::{Class, Element, Item, Phrase, Thing};

/// Task forces have the first numbers, contacts those from here.
pub const CONTACTS: u16 = 20;

/// Room for all markers.
pub const MARKERS: usize = 40;

/// A task force by its letter: 0 is A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Letter(pub u8);

/// A German contact by its number, which tells nothing of what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(pub u8);

const fn marker(id: u16) -> Item {
    Item::Thing(Thing {
        class: Class::Marker,
        id,
    })
}

impl Letter {
    /// The letter in keys: `a`.
    pub fn key(self) -> char {
        char::from(b'a' + self.0.min(25))
    }
}

impl Element for Letter {
    fn item(self) -> Item {
        marker(u16::from(self.0))
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Marker,
                id,
            }) if id < CONTACTS => u8::try_from(id).ok().map(Self),
            _ => None,
        }
    }
}

impl Element for Number {
    fn item(self) -> Item {
        marker(CONTACTS + u16::from(self.0))
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Marker,
                id,
            }) => u8::try_from(id.checked_sub(CONTACTS)?).ok().map(Self),
            _ => None,
        }
    }
}

impl Say for Letter {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl Say for Number {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

impl Say for Vec<Letter> {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        let items: Vec<Item> = self.iter().map(|one| one.item()).collect();
        phrase.with(name, items)
    }
}

/// The name on a marker: `TF A`, `Contact 3`.
pub fn name(id: u16) -> String {
    match id.checked_sub(CONTACTS) {
        Some(number) => format!("Contact {}", number + 1),
        None => format!("TF {}", letter(id).to_ascii_uppercase()),
    }
}

/// Its id in records: `tf-a`, `contact-3`.
pub fn id(id: u16) -> String {
    match id.checked_sub(CONTACTS) {
        Some(number) => format!("contact-{}", number + 1),
        None => format!("tf-{}", letter(id)),
    }
}

/// What else it is called: `a`, `3`.
pub fn also(id: u16) -> Vec<String> {
    match id.checked_sub(CONTACTS) {
        Some(number) => vec![(number + 1).to_string()],
        None => vec![
            letter(id).to_string(),
            format!("task force {}", letter(id)),
            format!("force {}", letter(id)),
        ],
    }
}

fn letter(id: u16) -> char {
    Letter(u8::try_from(id).unwrap_or(0)).key()
}
