//! What changes in play.

use serde::{Deserialize, Serialize};

use super::data::{BoxId, Data, Effect};
use crate::board::UnitId;
use crate::engine::deck::Deck;
use crate::engine::game::{self, Side as _};
use crate::orders::Word;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Red, from the Haven.
    Red,
    /// Blue, from the Harbour.
    Blue,
}

static RED: Word = Word {
    en: &["red"],
    fr: &["rouge"],
};
static BLUE: Word = Word {
    en: &["blue"],
    fr: &["bleu"],
};

impl game::Side for Side {
    const ALL: &'static [Self] = &[Self::Red, Self::Blue];

    fn word(self) -> &'static Word {
        match self {
            Self::Red => &RED,
            Self::Blue => &BLUE,
        }
    }
}

crate::orders::elements! { Side: Red = RED, Blue = BLUE }

impl Side {
    /// The enemy.
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The phases of a turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first turn: reserves are ranked (1.3).
    Reserves,
    /// Sealed bids (2).
    Bid,
    /// Cards (3).
    Cards,
    /// The submarine (4).
    Submarine,
    /// Movement of the side with the initiative (5).
    First,
    /// Movement of the other side (5).
    Second,
    /// Points, and the end of the turn (7).
    Points,
}

impl Phase {
    /// Its name in keys and headings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reserves => "reserves",
            Self::Bid => "bid",
            Self::Cards => "cards",
            Self::Submarine => "submarine",
            Self::First => "first",
            Self::Second => "second",
            Self::Points => "points",
        }
    }

    /// The next one, and whether a turn ends with this one.
    pub const fn next(self) -> (Self, bool) {
        match self {
            Self::Reserves => (Self::Bid, false),
            Self::Bid => (Self::Cards, false),
            Self::Cards => (Self::Submarine, false),
            Self::Submarine => (Self::First, false),
            Self::First => (Self::Second, false),
            Self::Second => (Self::Points, false),
            Self::Points => (Self::Bid, true),
        }
    }
}

/// Where a ship is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// In a box.
    At(BoxId),
    /// In reserve.
    Reserve,
    /// Sunk.
    Sunk,
}

/// A ship in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vessel {
    /// Where it is.
    pub at: Where,
    /// Steps left.
    pub steps: i32,
    /// Fuel burnt for a raid this turn: adds to its guns (5.3).
    pub raid: i32,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u32,
    /// The phase.
    pub phase: Phase,
    /// Who has the initiative (2.2).
    pub initiative: Side,
    /// Who holds the Advantage (6.4).
    pub advantage: Side,
    /// Fuel, red and blue.
    pub fuel: [i32; 2],
    /// Points, red and blue.
    pub points: [i32; 2],
    /// Where red last saw the submarine (4.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sighted: Option<BoxId>,
    /// What the open card of the turn does.
    pub weather: Effect,
    /// Reserves in the order they come, red and blue (1.3).
    pub reserves: [Vec<UnitId>; 2],
    /// Cards in hand, red and blue (3.3).
    pub hands: [Vec<u16>; 2],
    /// Cards that have been seen by all and lie aside (3.5).
    pub discard: Vec<u16>,
    /// The deck.
    pub deck: Deck,
    /// The ships, by number.
    pub ships: Vec<Vessel>,
}

impl State {
    pub(super) fn first(data: &Data) -> Self {
        let reserve = |side: Side| {
            let ships = data.ship_ids();
            ships.filter(move |ship| data.ship(*ship).side == side && data.ship(*ship).at.is_none())
        };
        Self {
            turn: 1,
            phase: Phase::Reserves,
            initiative: Side::Red,
            advantage: Side::Blue,
            fuel: data.tables.fuel,
            points: [0, 0],
            sighted: None,
            weather: Effect::None,
            reserves: [reserve(Side::Red).collect(), reserve(Side::Blue).collect()],
            hands: [Vec::new(), Vec::new()],
            discard: Vec::new(),
            deck: Deck::default(),
            ships: data
                .ships
                .iter()
                .map(|ship| Vessel {
                    at: ship.at.map_or(Where::Reserve, Where::At),
                    steps: ship.steps,
                    raid: 0,
                })
                .collect(),
        }
    }

    /// A ship in play.
    pub fn ship(&self, ship: UnitId) -> &Vessel {
        &self.ships[usize::from(ship.0)]
    }

    /// The box a ship is in, if it is on the board.
    pub fn at(&self, ship: UnitId) -> Option<BoxId> {
        match self.ship(ship).at {
            Where::At(place) => Some(place),
            Where::Reserve | Where::Sunk => None,
        }
    }

    /// The surface ships of a side in a box, by number.
    pub fn fleet(&self, data: &Data, side: Side, place: BoxId) -> Vec<UnitId> {
        let here = |ship: &UnitId| {
            let printed = data.ship(*ship);
            printed.side == side && !printed.submarine && self.at(*ship) == Some(place)
        };
        data.ship_ids().filter(here).collect()
    }

    /// Whether a side has surface ships left, here or in reserve.
    pub fn has_ships(&self, data: &Data, side: Side) -> bool {
        data.ship_ids().any(|ship| {
            let printed = data.ship(ship);
            printed.side == side && !printed.submarine && self.ship(ship).at != Where::Sunk
        })
    }

    pub(super) fn facts(&self, data: &Data) -> Vec<(String, String)> {
        let mut facts = vec![
            ("turn".to_owned(), self.turn.to_string()),
            ("phase".to_owned(), self.phase.name().to_owned()),
            ("initiative".to_owned(), self.initiative.id().to_owned()),
            ("advantage".to_owned(), self.advantage.id().to_owned()),
            (
                "sighted".to_owned(),
                self.sighted
                    .map_or_else(String::new, |place| data.place(place).id.clone()),
            ),
            ("deck.left".to_owned(), self.deck.left().to_string()),
        ];
        for side in Side::ALL {
            let hand = self.hands[side.index()].iter();
            let hand: Vec<&str> = hand
                .map(|card| data.cards[usize::from(*card)].id.as_str())
                .collect();
            facts.push((
                format!("{}.fuel", side.id()),
                self.fuel[side.index()].to_string(),
            ));
            facts.push((
                format!("{}.points", side.id()),
                self.points[side.index()].to_string(),
            ));
            facts.push((format!("{}.hand", side.id()), hand.join(" ")));
        }
        for ship in data.ship_ids() {
            let (id, vessel) = (&data.ship(ship).id, self.ship(ship));
            let at = match vessel.at {
                Where::At(place) => data.place(place).id.clone(),
                Where::Reserve => "reserve".to_owned(),
                Where::Sunk => "sunk".to_owned(),
            };
            facts.push((format!("{id}.at"), at));
            facts.push((format!("{id}.steps"), vessel.steps.to_string()));
        }
        facts
    }

    pub(super) fn broken(&self, data: &Data) -> Vec<String> {
        let mut broken = Vec::new();
        for ship in data.ship_ids() {
            let (printed, vessel) = (data.ship(ship), self.ship(ship));
            if vessel.steps < 0 || vessel.steps > printed.steps {
                broken.push(format!("{} has {} steps", printed.id, vessel.steps));
            }
            if (vessel.steps == 0) != (vessel.at == Where::Sunk) {
                broken.push(format!(
                    "{} is {:?} with {} steps",
                    printed.id, vessel.at, vessel.steps
                ));
            }
            let listed = self.reserves[printed.side.index()].contains(&ship);
            if listed != (vessel.at == Where::Reserve) {
                broken.push(format!(
                    "{} is {:?}, its reserve list says {listed}",
                    printed.id, vessel.at
                ));
            }
        }
        for side in Side::ALL {
            if self.fuel[side.index()] < 0 {
                broken.push(format!("{} has less than no fuel", side.id()));
            }
            if self.hands[side.index()].len() > data.tables.hand_most {
                broken.push(format!("{} holds too many cards", side.id()));
            }
        }
        if !self.deck.cards.is_empty() {
            let mut cards: Vec<u16> = self.deck.cards[usize::from(self.deck.drawn)..].to_vec();
            cards.extend(self.hands.iter().flatten());
            cards.extend(&self.discard);
            cards.sort_unstable();
            let all = 0..u16::try_from(data.cards.len()).unwrap_or(u16::MAX);
            if !cards.iter().copied().eq(all) {
                broken.push(format!("cards lost or doubled: {cards:?}"));
            }
        }
        broken
    }
}
