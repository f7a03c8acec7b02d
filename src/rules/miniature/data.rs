//! The board, the ships, the cards and the tables.

use serde::{Deserialize, Serialize};

use super::state::Side;
use crate::board::{Board, SpaceId, UnitId};
use crate::orders::{Class, Element, Item, Thing};

/// A box of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoxId(pub u16);

impl BoxId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing::place(self.0))
    }
}

impl Element for BoxId {
    fn item(self) -> Item {
        self.item()
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Place,
                id,
            }) => Some(Self(id)),
            _ => None,
        }
    }
}

/// A card by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardId(pub u16);

impl Element for CardId {
    fn item(self) -> Item {
        Item::Thing(Thing::card(self.0))
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Card,
                id,
            }) => Some(Self(id)),
            _ => None,
        }
    }
}

/// What an open card does for the turn (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Interception is harder.
    Storm,
    /// An ambush is harder.
    Fog,
    /// Interception is easier.
    Calm,
    /// The holder of the initiative gets fuel.
    Fuel,
    /// Nothing.
    None,
}

/// A card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRow {
    /// Its id.
    pub id: String,
    /// What it does when drawn open.
    pub effect: Effect,
    /// What it adds when played from the hand.
    pub value: i32,
}

/// The printed numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Fuel at the start, red and blue.
    pub fuel: [i32; 2],
    /// The highest bid (2.1).
    pub bid_most: i32,
    /// What an interception must reach (5.4).
    pub intercept_needed: i32,
    /// What an ambush must reach (4.2).
    pub ambush_needed: i32,
    /// The lowest die that hits (6.3).
    pub hit_from: i32,
    /// At most so many dice a round (6.3).
    pub dice_most: i32,
    /// Rounds of a battle (6.1).
    pub rounds: u32,
    /// Cards a hand holds (3.3).
    pub hand_most: usize,
    /// Fuel a raid may burn (5.3).
    pub raid_fuel_most: i32,
}

/// A leak planted for the secrecy tests: they must catch each of them. No game is played with one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plant {
    /// No leak.
    #[default]
    None,
    /// The ambush is rolled in the open.
    OpenRoll,
    /// Blue is asked about the ambush in the open, so that the wait shows.
    OpenQuestion,
    /// A field of red's order sheet holds where the submarine is.
    HiddenField,
    /// Red is told of an ambush that missed, as if it were news he is entitled to.
    FalseNews,
}

/// A box.
#[derive(Debug)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose port it is.
    pub port: Option<Side>,
    /// Points it gives (7.1).
    pub points: i32,
    /// Its space on the board.
    pub space: SpaceId,
    /// The ways from it.
    pub ways: Vec<(BoxId, u32)>,
}

/// A ship's printed values.
#[derive(Debug)]
pub struct Ship {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What else it is called.
    pub also: Vec<String>,
    /// Whose it is.
    pub side: Side,
    /// Dice it throws.
    pub guns: i32,
    /// Steps at the start.
    pub steps: i32,
    /// What its way may cost.
    pub speed: u32,
    /// Where it starts; `None` in reserve.
    pub at: Option<BoxId>,
    /// Whether it is the submarine.
    pub submarine: bool,
}

/// All that does not change in play.
#[derive(Debug)]
pub struct Data {
    /// The board.
    pub board: Board,
    /// The boxes.
    pub places: Vec<Place>,
    /// The ships.
    pub ships: Vec<Ship>,
    /// The submarine.
    pub submarine: UnitId,
    /// The ports, red's and blue's.
    pub ports: [BoxId; 2],
    /// The cards.
    pub cards: Vec<CardRow>,
    /// The printed numbers.
    pub tables: Tables,
    /// Turns of the scenario.
    pub turns: u32,
    /// Whether everything comes back each turn.
    pub endless: bool,
    /// Ruling on tied bids: whether red has the initiative; else the holder of the Advantage has it (2.2).
    pub tie_to_red: bool,
    /// The leak planted for the secrecy tests.
    pub plant: Plant,
    /// The net of the ways, for paths.
    pub net: crate::orders::Net,
}

impl Data {
    /// A ship's printed values.
    pub fn ship(&self, ship: UnitId) -> &Ship {
        &self.ships[usize::from(ship.0)]
    }

    /// A box.
    pub fn place(&self, place: BoxId) -> &Place {
        &self.places[usize::from(place.0)]
    }

    /// All ships' numbers.
    pub fn ship_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..u16::try_from(self.ships.len()).unwrap_or(u16::MAX)).map(UnitId)
    }

    /// All boxes' numbers.
    pub fn box_ids(&self) -> impl Iterator<Item = BoxId> + use<> {
        (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(BoxId)
    }

    /// A side's port.
    pub const fn port(&self, side: Side) -> BoxId {
        self.ports[side.index()]
    }
}
