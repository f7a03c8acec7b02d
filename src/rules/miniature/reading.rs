//! Reading the data from `scenarios/miniature`, or from an owner's files.

use serde::Deserialize;
use toml::Spanned;

use super::data::{BoxId, CardRow, Data, Place, Plant, Ship, Tables};
use super::state::Side;
use crate::board::{Board, UnitId};
use crate::engine::files::{DataFile, Files, Page, Shelf, unknown};
use crate::engine::game::{DataError, Setup, Side as _};
use crate::orders::{Item, Ways};

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
    between: [Spanned<String>; 2],
    cost: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipRow {
    id: Spanned<String>,
    name: String,
    #[serde(default)]
    also: Vec<String>,
    side: Spanned<String>,
    guns: i32,
    steps: i32,
    speed: u32,
    at: Option<Spanned<String>>,
    #[serde(default)]
    reserve: bool,
    #[serde(default)]
    submarine: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    name: String,
    turns: u32,
    #[serde(default)]
    endless: bool,
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

const SKERRIES: DataFile = DataFile {
    name: "skerries.toml",
    path: "scenarios/miniature/skerries.toml",
    text: include_str!("../../../scenarios/miniature/skerries.toml"),
};
const BOARD: DataFile = DataFile {
    name: "board.toml",
    path: "scenarios/miniature/board.toml",
    text: include_str!("../../../scenarios/miniature/board.toml"),
};

/// The files of the game.
pub(super) static SHELF: Shelf = Shelf::new(&[BOARD, SKERRIES]);

pub(super) fn scenarios() -> Vec<String> {
    let file: Result<File, _> = Files::default().page(&SKERRIES).read();
    file.map(|file| {
        file.scenario
            .into_iter()
            .map(|scenario| scenario.name)
            .collect()
    })
    .unwrap_or_default()
}

/// Something wrong with the switches of a game.
fn wrong(what: String) -> DataError {
    Files::default().page(&SKERRIES).whole(what)
}

/// The numbers of the boxes that a file names.
struct Boxes<'f> {
    page: &'f Page<'f>,
    ids: &'f [String],
}

impl Boxes<'_> {
    fn find(&self, id: &Spanned<String>) -> Result<BoxId, DataError> {
        let found = self.ids.iter().position(|row| row == id.as_ref());
        let number = found.and_then(|index| u16::try_from(index).ok());
        number.map(BoxId).ok_or_else(|| {
            let known = self.ids.iter().map(String::as_str);
            self.page
                .wrong(&id.span(), unknown("box", id.as_ref(), known))
        })
    }
}

fn side_of(id: &str) -> Result<Side, String> {
    match id {
        "red" => Ok(Side::Red),
        "blue" => Ok(Side::Blue),
        other => Err(unknown("side", other, ["red", "blue"].into_iter())),
    }
}

/// The ships, each with where it begins.
fn ships(rows: &[ShipRow], boxes: &Boxes<'_>) -> Result<Vec<Ship>, DataError> {
    let page = boxes.page;
    let mut ships = Vec::new();
    for row in rows {
        let id = row.id.as_ref();
        if row.reserve == row.at.is_some() {
            let what = format!("ship `{id}`: expected either `at` or `reserve`");
            return Err(page.wrong(&row.id.span(), what));
        }
        let side = side_of(row.side.as_ref()).map_err(|what| page.wrong(&row.side.span(), what))?;
        ships.push(Ship {
            id: id.to_owned(),
            name: row.name.clone(),
            also: row.also.clone(),
            side,
            guns: row.guns,
            steps: row.steps,
            speed: row.speed,
            at: row.at.as_ref().map(|at| boxes.find(at)).transpose()?,
            submarine: row.submarine,
        });
    }
    Ok(ships)
}

/// The boxes as the board describes them; the ways must be those of the board.
fn places(
    board: &Board,
    paper: &Page<'_>,
    page: &Page<'_>,
    file: &File,
    ways: &[Vec<(BoxId, u32)>],
) -> Result<Vec<Place>, DataError> {
    let mut places = Vec::new();
    for (id, ways) in file.boxes.iter().zip(ways) {
        let space = board
            .find(id)
            .ok_or_else(|| paper.whole(format!("no space `{id}`, which {} names", page.file)))?;
        let here = board.space(space);
        let points = here.tag("points").unwrap_or("0");
        let port = here.tag("port").map(side_of).transpose();
        places.push(Place {
            id: id.clone(),
            name: here.label().to_owned(),
            port: port.map_err(|what| paper.whole(format!("port of `{id}`: {what}")))?,
            points: points.parse().map_err(|_| {
                paper.whole(format!(
                    "points of `{id}` are `{points}`; expected a number"
                ))
            })?,
            space,
            ways: ways.clone(),
        });
    }
    for (place, ways) in places.iter().zip(ways) {
        let neighbours = board.links(place.space).len();
        let on_board = |(to, _): &(BoxId, u32)| {
            let to: Option<&Place> = places.get(usize::from(to.0));
            to.is_some_and(|to| board.side(place.space, to.space).is_some())
        };
        if neighbours != ways.len() || !ways.iter().all(on_board) {
            return Err(page.whole(format!(
                "the ways of `{}` are not those of the board; expected one for each of its {neighbours} neighbours in {}",
                place.id, paper.file
            )));
        }
    }
    Ok(places)
}

/// The number of the first of a list that fits.
fn number_of<T>(list: &[T], fits: impl Fn(&T) -> bool) -> Option<u16> {
    let found = list.iter().position(fits)?;
    u16::try_from(found).ok()
}

pub(super) fn load(setup: &Setup) -> Result<Data, DataError> {
    let page = setup.files.page(&SKERRIES);
    let paper = setup.files.page(&BOARD);
    let file: File = page.read()?;
    let scenario = file
        .scenario
        .iter()
        .find(|scenario| scenario.name == setup.scenario)
        .ok_or_else(|| {
            let known = file.scenario.iter().map(|scenario| scenario.name.as_str());
            page.whole(unknown("scenario", &setup.scenario, known))
        })?
        .clone();
    let boxes = Boxes {
        page: &page,
        ids: &file.boxes,
    };
    let mut ways = vec![Vec::new(); file.boxes.len()];
    for way in &file.way {
        let (a, b) = (boxes.find(&way.between[0])?, boxes.find(&way.between[1])?);
        ways[usize::from(a.0)].push((b, way.cost));
        ways[usize::from(b.0)].push((a, way.cost));
    }
    let board = Board::read(paper.text, &paper.file).map_err(|error| paper.board(error))?;
    let places = places(&board, &paper, &page, &file, &ways)?;
    let ships = ships(&file.ship, &boxes)?;
    let submarine = number_of(&ships, |ship| ship.submarine).map(UnitId);
    let submarine = submarine.ok_or_else(|| {
        page.whole("no ship is the submarine; expected `submarine = true` on one")
    })?;
    let port = |side: Side| {
        let port = number_of(&places, |place| place.port == Some(side)).map(BoxId);
        port.ok_or_else(|| {
            paper.whole(format!(
                "no box is the port of {}; expected the tag `port {}` on one",
                side.id(),
                side.id()
            ))
        })
    };
    let ports = [port(Side::Red)?, port(Side::Blue)?];
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
        submarine,
        ports,
        cards,
        tables,
        turns,
        endless,
        tie_to_red,
        plant,
        net,
    })
}
