//! A sheet: what is drawn, and how much of it.

use crate::board::{Board, Picture, SpaceId};
use crate::orders::Lang;

/// How much of the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// All of it.
    Whole,
    /// What lies around a space.
    Around {
        /// The middle.
        centre: SpaceId,
        /// Steps from it.
        radius: u32,
    },
}

/// How finely it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Everything: numbers of hexes, values of counters.
    Full,
    /// What can be made out where a hex is as small as a letter.
    Coarse,
}

/// A board, what stands on it, and a window.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// The board.
    pub board: &'a Board,
    /// What stands on it.
    pub picture: &'a Picture,
    /// How much is shown.
    pub window: Window,
    /// Whether boxes beside the map are drawn that hold nothing.
    pub empty_boxes: bool,
    /// The reader's language.
    pub lang: Lang,
    /// The words of the reader's language, by key.
    pub say: &'a dyn Fn(&str) -> Option<String>,
    /// The heading.
    pub title: &'a str,
    /// What stands under it.
    pub note: &'a str,
}

impl Sheet<'_> {
    /// The spaces shown, in order.
    pub fn spaces(&self) -> Vec<SpaceId> {
        match self.window {
            Window::Whole => self.board.spaces().collect(),
            Window::Around { centre, radius } => self.board.within(centre, radius),
        }
    }

    /// A word of the reader's language; its key where there is none.
    pub fn word(&self, key: &str) -> String {
        (self.say)(key).unwrap_or_else(|| key.to_owned())
    }

    /// What the reader calls a sea or country that the board names; what has no other name keeps it.
    pub fn label(&self, name: &str) -> String {
        let key: String = name
            .chars()
            .map(|c| {
                if c.is_alphanumeric() {
                    c.to_ascii_lowercase()
                } else {
                    '-'
                }
            })
            .collect();
        (self.say)(&format!("label-{key}")).unwrap_or_else(|| name.to_owned())
    }

    /// A party's name.
    pub fn party(&self, owner: usize) -> String {
        let word = self
            .picture
            .parties
            .get(owner)
            .map_or("", |party| party.word.print(self.lang));
        // Keywords are written small, names are not.
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect()
        })
    }
}
