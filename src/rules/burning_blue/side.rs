//! Rule 1.1: the two sides.

use serde::{Deserialize, Serialize};

use crate::engine::game;
use crate::orders::Word;

/// A player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Fighter Command.
    #[default]
    Raf,
    /// The Luftwaffe, and the Italians it leads.
    Luftwaffe,
}

static RAF: Word = Word {
    en: &["raf", "british", "fighter-command"],
    fr: &["raf", "britannique", "anglais"],
};
static LUFTWAFFE: Word = Word {
    en: &["luftwaffe", "german", "lw"],
    fr: &["luftwaffe", "allemand", "lw"],
};

impl game::Side for Side {
    const ALL: &'static [Self] = &[Self::Raf, Self::Luftwaffe];

    fn word(self) -> &'static Word {
        match self {
            Self::Raf => &RAF,
            Self::Luftwaffe => &LUFTWAFFE,
        }
    }
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Raf => Self::Luftwaffe,
            Self::Luftwaffe => Self::Raf,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}
