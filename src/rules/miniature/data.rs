//! The board, the ships, the cards and the tables, read from `scenarios/miniature`.

use serde::{Deserialize, Serialize};

use super::state::Sd;
use crate::board::{Board, SpaceId};
use crate::engine::game::{DataError, Setup};
use crate::orders::{Item, Thing, Ways};

/// A box of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoxId(pub u16);

/// A ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShipId(pub u16);

impl BoxId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing::place(self.0))
    }
}

impl ShipId {
    /// As an item of an answer.
    pub const fn item(self) -> Item {
        Item::Thing(Thing::unit(self.0))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: String,
    boxes: Vec<String>,
    way: Vec<WayRow>,
    ship: Vec<ShipRow>,
    card: Vec<CardRow>,
    tables: Tables,
    scenario: Vec<Scenario>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WayRow {
    between: [String; 2],
    cost: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipRow {
    id: String,
    name: String,
    #[serde(default)]
    also: Vec<String>,
    side: String,
    guns: i32,
    steps: i32,
    speed: u32,
    at: Option<String>,
    #[serde(default)]
    reserve: bool,
    #[serde(default)]
    submarine: bool,
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

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    name: String,
    turns: u32,
    #[serde(default)]
    endless: bool,
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

impl Plant {
    /// The plant that a switch names.
    fn from_switch(value: &str) -> Result<Self, DataError> {
        match value {
            "none" => Ok(Self::None),
            "open-roll" => Ok(Self::OpenRoll),
            "open-question" => Ok(Self::OpenQuestion),
            "hidden-field" => Ok(Self::HiddenField),
            "false-news" => Ok(Self::FalseNews),
            other => Err(wrong(format!("no plant `{other}`"))),
        }
    }
}

/// A box.
#[derive(Debug)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose port it is.
    pub port: Option<Sd>,
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
    pub side: Sd,
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

/// The ways of the board, for paths.
#[derive(Debug)]
struct Sea(Vec<Vec<(BoxId, u32)>>);

impl Ways for Sea {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        if let Item::Thing(thing) = at
            && let Some(ways) = self.0.get(usize::from(thing.id))
        {
            out.extend(ways.iter().map(|(to, cost)| (to.item(), *cost)));
        }
    }
}

impl Data {
    /// A ship's printed values.
    pub fn ship(&self, ship: ShipId) -> &Ship {
        &self.ships[usize::from(ship.0)]
    }

    /// A box.
    pub fn place(&self, place: BoxId) -> &Place {
        &self.places[usize::from(place.0)]
    }

    /// All ships' numbers.
    pub fn ship_ids(&self) -> impl Iterator<Item = ShipId> + use<> {
        (0..u16::try_from(self.ships.len()).unwrap_or(u16::MAX)).map(ShipId)
    }

    /// All boxes' numbers.
    pub fn box_ids(&self) -> impl Iterator<Item = BoxId> + use<> {
        (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).map(BoxId)
    }

    /// The submarine.
    pub fn submarine(&self) -> ShipId {
        self.ship_ids()
            .find(|ship| self.ship(*ship).submarine)
            .unwrap_or(ShipId(0))
    }

    /// A side's port.
    pub fn port(&self, side: Sd) -> BoxId {
        self.box_ids()
            .find(|place| self.place(*place).port == Some(side))
            .unwrap_or(BoxId(0))
    }
}

const FILE: &str = "scenarios/miniature/skerries.toml";
const TEXT: &str = include_str!("../../../scenarios/miniature/skerries.toml");
const BOARD_FILE: &str = "scenarios/miniature/board.toml";
const BOARD: &str = include_str!("../../../scenarios/miniature/board.toml");

pub(super) fn scenarios() -> Vec<String> {
    let file: Result<File, _> = toml::from_str(TEXT);
    file.map(|file| {
        file.scenario
            .into_iter()
            .map(|scenario| scenario.name)
            .collect()
    })
    .unwrap_or_default()
}

fn wrong(what: String) -> DataError {
    DataError {
        file: FILE.to_owned(),
        what,
    }
}

pub(super) fn load(setup: &Setup) -> Result<Data, DataError> {
    let file: File = toml::from_str(TEXT).map_err(|error| wrong(error.to_string()))?;
    let scenario = file
        .scenario
        .iter()
        .find(|scenario| scenario.name == setup.scenario)
        .ok_or_else(|| wrong(format!("no scenario `{}`", setup.scenario)))?
        .clone();
    let box_of = |id: &str| {
        let found = file.boxes.iter().position(|row| row == id);
        let number = found.and_then(|index| u16::try_from(index).ok());
        number
            .map(BoxId)
            .ok_or_else(|| wrong(format!("no box `{id}`")))
    };
    let side_of = |id: &str| match id {
        "red" => Ok(Sd::Red),
        "blue" => Ok(Sd::Blue),
        _ => Err(wrong(format!("no side `{id}`"))),
    };
    let mut ways = vec![Vec::new(); file.boxes.len()];
    for way in &file.way {
        let (a, b) = (box_of(&way.between[0])?, box_of(&way.between[1])?);
        ways[usize::from(a.0)].push((b, way.cost));
        ways[usize::from(b.0)].push((a, way.cost));
    }
    let board = Board::read(BOARD, BOARD_FILE).map_err(|error| DataError {
        file: BOARD_FILE.to_owned(),
        what: error.to_string(),
    })?;
    let mut places = Vec::new();
    for (id, ways) in file.boxes.iter().zip(&ways) {
        let space = board
            .find(id)
            .ok_or_else(|| wrong(format!("no box `{id}` on the board")))?;
        let here = board.space(space);
        let points = here.tag("points").unwrap_or("0");
        places.push(Place {
            id: id.clone(),
            name: here.label().to_owned(),
            port: here.tag("port").map(side_of).transpose()?,
            points: points
                .parse()
                .map_err(|_| wrong(format!("points = `{points}`: a number")))?,
            space,
            ways: ways.clone(),
        });
    }
    for (place, ways) in places.iter().zip(&ways) {
        let neighbours = board.links(place.space).len();
        let on_board = |(to, _): &(BoxId, u32)| {
            let to: Option<&Place> = places.get(usize::from(to.0));
            to.is_some_and(|to| board.side(place.space, to.space).is_some())
        };
        if neighbours != ways.len() || !ways.iter().all(on_board) {
            return Err(wrong(format!(
                "the ways of `{}` are not those of the board",
                place.id
            )));
        }
    }
    let mut ships = Vec::new();
    for row in &file.ship {
        if row.reserve == row.at.is_some() {
            return Err(wrong(format!(
                "ship `{}`: either `at` or `reserve`",
                row.id
            )));
        }
        ships.push(Ship {
            id: row.id.clone(),
            name: row.name.clone(),
            also: row.also.clone(),
            side: side_of(&row.side)?,
            guns: row.guns,
            steps: row.steps,
            speed: row.speed,
            at: row.at.as_deref().map(box_of).transpose()?,
            submarine: row.submarine,
        });
    }
    let (mut turns, mut tie_to_red) = (scenario.turns, false);
    let mut plant = Plant::None;
    for (name, value) in &setup.switches {
        match (name.as_str(), value.as_str()) {
            ("turns", value) => {
                turns = value
                    .parse()
                    .map_err(|_| wrong(format!("turns = `{value}`: a number")))?;
            }
            ("tie", "red") => tie_to_red = true,
            ("tie", "advantage") => tie_to_red = false,
            ("tie", other) => {
                return Err(wrong(format!("tie = `{other}`: red or advantage")));
            }
            // For the secrecy tests alone, so the error text below does not offer it.
            ("plant", value) => plant = Plant::from_switch(value)?,
            (other, _) => {
                return Err(wrong(format!(
                    "no switch `{other}`: there are turns and tie"
                )));
            }
        }
    }
    let net = crate::orders::Net(std::sync::Arc::new(Sea(ways)));
    let endless = scenario.endless;
    let (cards, tables) = (file.card, file.tables);
    Ok(Data {
        board,
        places,
        ships,
        cards,
        tables,
        turns,
        endless,
        tie_to_red,
        plant,
        net,
    })
}
