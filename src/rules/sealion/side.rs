//! Rule 1.0: the two players and the nations of their counters.

use serde::{Deserialize, Serialize};

use crate::engine::game;
use crate::orders::Word;

/// A player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Germans and a few Italian aircraft.
    #[default]
    German,
    /// British, Commonwealth and Free French.
    British,
}

/// A nation: points of different nations never make one counter (1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    German,
    Italian,
    British,
    Commonwealth,
    French,
}

static GERMAN: Word = Word {
    en: &["german", "germans", "germany", "axis"],
    fr: &["allemand", "allemands", "allemagne", "axe"],
};
static BRITISH: Word = Word {
    en: &["british", "britain", "england"],
    fr: &["britannique", "britanniques", "angleterre"],
};

impl game::Side for Side {
    const ALL: &'static [Self] = &[Self::German, Self::British];

    fn word(self) -> &'static Word {
        match self {
            Self::German => &GERMAN,
            Self::British => &BRITISH,
        }
    }
}

impl Side {
    /// Both, the German first (2.0).
    pub const BOTH: [Self; 2] = [Self::German, Self::British];

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::German => Self::British,
            Self::British => Self::German,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in the names of steps.
    pub const fn name(self) -> &'static str {
        match self {
            Self::German => "german",
            Self::British => "british",
        }
    }
}

impl Nation {
    /// Whose counters it has.
    pub const fn side(self) -> Side {
        match self {
            Self::German | Self::Italian => Side::German,
            Self::British | Self::Commonwealth | Self::French => Side::British,
        }
    }
}
