//! The letters of the players, so that an answer can name the line it came from.

use std::collections::BTreeMap;

use crate::engine::game::Game;
use crate::engine::record::LineId;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// A letter as it was taken.
#[derive(Clone, Debug, Default)]
pub struct Letter {
    /// Who sent it.
    pub seat: String,
    /// When it came.
    pub time: String,
    /// Where it came from: a mail, a file; empty if it was handed in.
    pub origin: String,
    lines: Vec<String>,
}

impl Letter {
    /// A line of it, from 1.
    pub fn line(&self, line: u32) -> &str {
        let at = usize::try_from(line).unwrap_or(0).checked_sub(1);
        at.and_then(|at| self.lines.get(at))
            .map_or("", |line| line.trim())
    }
}

/// The letters by number.
#[derive(Debug, Default)]
pub struct Letters(BTreeMap<u32, Letter>);

impl Letters {
    /// Reads all letters of a game.
    pub fn read<G: Game>(keeper: &Keeper<G>) -> Kept<Self> {
        let mut letters = BTreeMap::new();
        for part in keeper.parts()? {
            let part = part?;
            if part.kind() == "letter" {
                let letter = Letter {
                    seat: part.text("seat").to_owned(),
                    time: part.text("time").to_owned(),
                    origin: part.text("origin").to_owned(),
                    lines: part.text("text").lines().map(str::to_owned).collect(),
                };
                letters.insert(u32::try_from(part.int("letter")).unwrap_or(0), letter);
            }
        }
        Ok(Self(letters))
    }

    /// The letter that a line stands in.
    pub fn of(&self, line: LineId) -> Option<&Letter> {
        self.0.get(&line.letter)
    }
}
