//! Decks: cards and chits in the order of a committed shuffle.
//!
//! The whole order is fixed by one sealed shuffle, so a hidden draw cannot shift an open one, and the number on
//! an open die tells nothing of the cards that are hidden.

use serde::{Deserialize, Serialize};

/// A shuffled deck; part of a game's state, and of nobody's view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// The label of the shuffle it came from.
    pub shuffle: String,
    /// The cards in the order in which they come.
    pub cards: Vec<u16>,
    /// How many are drawn.
    pub drawn: u16,
}

impl Deck {
    /// The next card, if one is left.
    pub fn top(&self) -> Option<u16> {
        self.cards.get(usize::from(self.drawn)).copied()
    }

    /// Takes the next card: for `apply`.
    pub fn take(&mut self) -> Option<u16> {
        let card = self.top()?;
        self.drawn += 1;
        Some(card)
    }

    /// How many are left.
    pub fn left(&self) -> usize {
        self.cards.len().saturating_sub(usize::from(self.drawn))
    }
}
