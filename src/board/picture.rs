//! What stands on a board at a moment, as one reader knows it: what every kind of map is drawn from.

use std::collections::BTreeMap;

use super::space::{SideId, SpaceId};
use crate::orders::Word;

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// On a space.
    Space(SpaceId),
    /// In a box beside the map, by its number among [`super::Board::boxes`].
    Off(usize),
}

/// The colour of a party's counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// Field grey.
    Grey,
    /// Khaki.
    Khaki,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Dark green.
    Green,
    /// Sand.
    Sand,
}

/// A nation or side whose counters are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its name.
    pub word: &'static Word,
    /// The colour of its counters.
    pub colour: Colour,
    /// Its letter on maps in characters.
    pub letter: char,
}

/// What the picture on a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// Foot.
    Infantry,
    /// Mountain troops.
    Mountain,
    /// Motorised foot.
    Motorised,
    /// Cavalry or reconnaissance.
    Cavalry,
    /// Tanks.
    Armour,
    /// Guns.
    Artillery,
    /// Mountain guns.
    MountainArtillery,
    /// Guns against aircraft.
    AntiAir,
    /// Engineers.
    Engineer,
    /// Parachute troops.
    Parachute,
    /// Glider troops.
    Glider,
    /// A headquarters.
    Headquarters,
    /// A leader.
    Leader,
    /// Fighters.
    Fighter,
    /// Bombers.
    Bomber,
    /// Transport aircraft.
    AirTransport,
    /// A battleship.
    Battleship,
    /// An aircraft carrier.
    Carrier,
    /// A cruiser.
    Cruiser,
    /// Destroyers or other small warships.
    Destroyer,
    /// Transports or a convoy.
    Transport,
    /// A submarine.
    Submarine,
    /// Something whose nature the reader does not know.
    Unknown,
}

/// Where a unit fights: units of one domain lie on one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domain {
    /// On land.
    Land,
    /// At sea.
    Sea,
    /// In the air.
    Air,
}

impl Symbol {
    /// All of them.
    pub const ALL: [Self; 23] = [
        Self::Infantry,
        Self::Mountain,
        Self::Motorised,
        Self::Cavalry,
        Self::Armour,
        Self::Artillery,
        Self::MountainArtillery,
        Self::AntiAir,
        Self::Engineer,
        Self::Parachute,
        Self::Glider,
        Self::Headquarters,
        Self::Leader,
        Self::Fighter,
        Self::Bomber,
        Self::AirTransport,
        Self::Battleship,
        Self::Carrier,
        Self::Cruiser,
        Self::Destroyer,
        Self::Transport,
        Self::Submarine,
        Self::Unknown,
    ];

    /// Where it fights.
    pub const fn domain(self) -> Domain {
        match self {
            Self::Fighter | Self::Bomber | Self::AirTransport => Domain::Air,
            Self::Battleship
            | Self::Carrier
            | Self::Cruiser
            | Self::Destroyer
            | Self::Transport
            | Self::Submarine => Domain::Sea,
            _ => Domain::Land,
        }
    }

    /// The key of its name in the templates.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Infantry => "symbol-infantry",
            Self::Mountain => "symbol-mountain",
            Self::Motorised => "symbol-motorised",
            Self::Cavalry => "symbol-cavalry",
            Self::Armour => "symbol-armour",
            Self::Artillery => "symbol-artillery",
            Self::MountainArtillery => "symbol-mountain-artillery",
            Self::AntiAir => "symbol-anti-air",
            Self::Engineer => "symbol-engineer",
            Self::Parachute => "symbol-parachute",
            Self::Glider => "symbol-glider",
            Self::Headquarters => "symbol-headquarters",
            Self::Leader => "symbol-leader",
            Self::Fighter => "symbol-fighter",
            Self::Bomber => "symbol-bomber",
            Self::AirTransport => "symbol-air-transport",
            Self::Battleship => "symbol-battleship",
            Self::Carrier => "symbol-carrier",
            Self::Cruiser => "symbol-cruiser",
            Self::Destroyer => "symbol-destroyer",
            Self::Transport => "symbol-transport",
            Self::Submarine => "symbol-submarine",
            Self::Unknown => "symbol-unknown",
        }
    }
}

/// A counter as the reader knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it stands.
    pub at: Spot,
    /// Whose it is, by number among the parties.
    pub owner: usize,
    /// What it shows.
    pub symbol: Symbol,
    /// Its name as printed.
    pub name: String,
    /// What fits on the counter: `138`, `Hipper`.
    pub short: String,
    /// Its values as printed: `3-4-5`.
    pub strength: String,
    /// Steps left, and of how many.
    pub steps: (u8, u8),
    /// Whether it is carried by another counter on the same spot: it is listed, and lies under the pile.
    pub carried: bool,
}

/// Something else that lies on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Where it lies.
    pub at: Spot,
    /// What is written on it, as short as can be.
    pub text: String,
    /// What it means, for whoever asks.
    pub meaning: String,
}

/// How something went from place to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Going {
    /// On land.
    Land,
    /// By rail.
    Rail,
    /// By sea.
    Sea,
    /// By air.
    Air,
}

/// What happened on the map in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Something went this way; the first spot is where it came from.
    Way {
        /// Whose it is.
        owner: usize,
        /// How it went.
        going: Going,
        /// Where it came from and each place entered.
        spots: Vec<Spot>,
    },
    /// There was a fight.
    Fight {
        /// Where.
        at: Spot,
    },
}

/// How one gets across a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passage {
    /// Over a bridge.
    Bridge,
    /// By ferry.
    Ferry,
}

/// A bridge or ferry in its present state; its name is on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The side it crosses.
    pub side: SideId,
    /// What it is.
    pub passage: Passage,
    /// Who holds it, by number among the parties.
    pub holder: usize,
    /// Whether it can be used: it was not destroyed.
    pub whole: bool,
    /// What else is to be said of it, as short as can be: works under way.
    pub note: String,
}

/// What stands on a board, as one reader knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Whose counters there are.
    pub parties: Vec<Party>,
    /// The counters, in the order they are listed.
    pub pieces: Vec<Piece>,
    /// Who controls what, where a map should show it.
    pub control: BTreeMap<SpaceId, usize>,
    /// What else lies there.
    pub markers: Vec<Marker>,
    /// Bridges and ferries whose state changes.
    pub crossings: Vec<Crossing>,
    /// What happened.
    pub traces: Vec<Trace>,
}

impl Picture {
    /// The counters on a spot, in order.
    pub fn on(&self, spot: Spot) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.at == spot)
    }

    /// The spots with counters, in order.
    pub fn spots(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.pieces.iter().map(|piece| piece.at).collect();
        spots.sort_unstable();
        spots.dedup();
        spots
    }
}
