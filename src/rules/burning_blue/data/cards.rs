//! Rules 2.9, 6.3, 6.4.2 and 21.1: cards and chits.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::units::Craft;
use crate::engine::files::Page;
use crate::engine::game::DataError;

/// A row of a Detection card: needed, letter of strength, error of altitude (11.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    pub needed: i32,
    /// 0 to 4 for A to E.
    pub letter: usize,
    pub error: i32,
}

/// A tally cell of a card (12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Fail,
    Within(i32),
    Confusion,
    Bombers,
}

/// A Detection card.
#[derive(Clone, Debug)]
pub struct Card {
    pub chain_home: Shown,
    pub chain_home_low: Shown,
    /// By weather category 1 to 4.
    pub observers: [Shown; 4],
    /// By weather category 1 to 4, then Good, Degraded, Poor.
    pub tally: [[Mark; 3]; 4],
}

/// Some units of a type: three Staffeln are a Gruppe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    pub craft: Craft,
    pub gruppen: i32,
    pub staffeln: i32,
}

/// A raid chit.
#[derive(Clone, Debug)]
pub struct Chit {
    /// `A` to `UU`.
    pub id: String,
    /// All must be attacked; numbers in `Map::targets`. Empty for Freie Jagd.
    pub targets: Vec<usize>,
    /// Luftflotte 2 or 3.
    pub fleet: u8,
    pub secondary: Option<usize>,
    pub bombers: Vec<Force>,
    pub fighters: Vec<Force>,
    pub vp: i32,
    /// Response level in halves.
    pub level: i32,
    pub erpro: bool,
    pub free_hunt: bool,
    pub jabo: bool,
    /// Dive bombing is the intended method.
    pub dive: bool,
    /// So many Staffeln, or any, of these fly low: unit names of the chit.
    pub low_level: Vec<String>,
    /// How many of them.
    pub low_force: Option<Force>,
    pub italian: bool,
}

/// A Channel patrol chit, low and high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatrolChit {
    /// Gruppen and Staffeln.
    pub low: (i32, i32),
    pub high: (i32, i32),
}

/// What a side of a weather chit prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sky {
    /// 2 Patchy or Haze, 3 Broken or Dense haze, 4 Overcast, Fog, Rain.
    pub category: u8,
    pub kind: Cloud,
    /// From and to, Angels, both included; haze, fog and rain from 0.
    pub from: i32,
    pub to: i32,
}

/// What is in the sky (19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cloud {
    Patchy,
    Haze,
    Broken,
    DenseHaze,
    Overcast,
    Fog,
    Rain,
}

/// A weather chit (6.3).
#[derive(Clone, Debug)]
pub struct WeatherChit {
    pub id: String,
    /// Y, G, B or R.
    pub colour: char,
    pub fine: Vec<Sky>,
    pub bad: Vec<Sky>,
}

/// Cards as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsFile {
    #[serde(rename = "provenance")]
    _provenance: String,
    cards: Vec<CardRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    ch: String,
    chl: String,
    oc: [String; 4],
    tally: [String; 4],
}

impl FromStr for Shown {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}`; expected detection, letter, error: `2 C +2`");
        let [needed, letter, error] = words(text).ok_or_else(wrong)?;
        let letter = "ABCDE".find(letter).ok_or_else(wrong)?;
        Ok(Self {
            needed: needed.parse().map_err(|_| wrong())?,
            letter,
            error: error.trim_start_matches('+').parse().map_err(|_| wrong())?,
        })
    }
}

impl FromStr for Mark {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Ok(match text {
            "-" => Self::Fail,
            "R" => Self::Confusion,
            "B" => Self::Bombers,
            _ => Self::Within(text.parse().map_err(|_| ())?),
        })
    }
}

/// A text of so many words.
fn words<const N: usize>(text: &str) -> Option<[&str; N]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.try_into().ok()
}

fn marks(text: &str) -> Result<[Mark; 3], String> {
    let wrong = || format!("`{text}`; expected a number, -, R or B for Good, Degraded and Poor");
    let [a, b, c] = words(text).ok_or_else(wrong)?;
    let mark = |word: &str| word.parse::<Mark>().map_err(|()| wrong());
    Ok([mark(a)?, mark(b)?, mark(c)?])
}

/// Reads the Detection cards.
pub(super) fn read(page: &Page<'_>) -> Result<Vec<Card>, DataError> {
    let rows = page.read::<CardsFile>()?.cards;
    let mut cards = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let card = || -> Result<Card, String> {
            let [a, b, c, d] = &row.oc;
            let [fine, patchy, broken, foul] = &row.tally;
            Ok(Card {
                chain_home: row.ch.parse()?,
                chain_home_low: row.chl.parse()?,
                observers: [a.parse()?, b.parse()?, c.parse()?, d.parse()?],
                tally: [marks(fine)?, marks(patchy)?, marks(broken)?, marks(foul)?],
            })
        };
        cards.push(card().map_err(|what| page.at_key("{ ch", n, what))?);
    }
    if cards.is_empty() {
        return Err(page.whole("no cards; expected some"));
    }
    Ok(cards)
}

impl FromStr for Force {
    type Err = String;

    /// `3g Me109`, `1s Ju88`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}`; expected so many Gruppen or Staffeln of a type: `3g Me109`");
        let (count, craft) = text.split_once(' ').ok_or_else(wrong)?;
        let craft = Craft::named(craft).ok_or_else(wrong)?;
        let (gruppen, staffeln) = force(count).ok_or_else(wrong)?;
        Ok(Self {
            craft,
            gruppen,
            staffeln,
        })
    }
}

/// `1g 2s`: Gruppen and Staffeln.
fn force(text: &str) -> Option<(i32, i32)> {
    let mut found = (0, 0);
    for word in text.split_whitespace() {
        if let Some(n) = word.strip_suffix('g') {
            found.0 = n.parse().ok()?;
        } else {
            found.1 = word.strip_suffix('s')?.parse().ok()?;
        }
    }
    Some(found)
}

impl FromStr for PatrolChit {
    type Err = String;

    /// `1g 1s / 2g 1s`: low and high.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}`; expected Gruppen and Staffeln, low and high: `1s / 1g 1s`");
        let (low, high) = text.split_once('/').ok_or_else(wrong)?;
        Ok(Self {
            low: force(low).ok_or_else(wrong)?,
            high: force(high).ok_or_else(wrong)?,
        })
    }
}

/// Kinds of weather, as chits name them, with their category (19.1.1).
const CLOUDS: [(&str, Cloud, u8); 7] = [
    ("Patchy", Cloud::Patchy, 2),
    ("Haze", Cloud::Haze, 2),
    ("Broken", Cloud::Broken, 3),
    ("Dense haze", Cloud::DenseHaze, 3),
    ("Overcast", Cloud::Overcast, 4),
    ("Fog", Cloud::Fog, 4),
    ("Rain", Cloud::Rain, 4),
];

impl Sky {
    /// Reads `Broken 10, Patchy 14`; `Fine` is nothing.
    pub(super) fn all(text: &str) -> Result<Vec<Self>, String> {
        if text.is_empty() || text == "Fine" {
            return Ok(Vec::new());
        }
        text.split(", ").map(Self::one).collect()
    }

    fn one(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}`; expected weather and Angels: `Broken 10-14`, `Fog 2`, `Rain`");
        let (name, angels) = match text.rsplit_once(' ') {
            Some((name, angels)) => (name, angels),
            None => (text, "0"),
        };
        let known = CLOUDS.iter().find(|(word, _, _)| *word == name);
        let (_, kind, category) = *known.ok_or_else(wrong)?;
        let (from, to) = angels.split_once('-').unwrap_or((angels, angels));
        let number = |text: &str| text.parse::<i32>().map_err(|_| wrong());
        // 19.2.4, 19.2.5: haze and fog reach up from the ground.
        let from = match kind {
            Cloud::Haze | Cloud::DenseHaze | Cloud::Fog | Cloud::Rain => 0,
            _ => number(from)?,
        };
        let to = number(to)?;
        if from % 2 != 0 || to % 2 != 0 || from > to || (kind == Cloud::Rain && to != 0) {
            return Err(wrong());
        }
        Ok(Self {
            category,
            kind,
            from,
            to,
        })
    }
}
