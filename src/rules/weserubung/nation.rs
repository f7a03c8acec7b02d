//! Rule 1.1: nations, alliances, and who commands whom.

use serde::{Deserialize, Serialize};

use crate::engine::game;
use crate::orders::{Word, elements};

/// A player: with two of them the Allies command Norway too (1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Germany.
    Germany,
    /// Britain and France; Norway too in a game of two.
    Allies,
    /// Norway, in a game of three.
    Norway,
}

/// A nation: buys offensives and owns units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    /// Germany.
    Germany,
    /// Norway.
    Norway,
    /// Britain.
    Britain,
    /// France.
    France,
}

/// An alliance: Germany against the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alliance {
    /// Germany.
    Axis,
    /// Norway, Britain and France.
    Allies,
}

static GERMANY: Word = Word {
    en: &["germany", "german", "germans"],
    fr: &["allemagne", "allemand", "allemands"],
};
static ALLIES: Word = Word {
    en: &["allies", "allied"],
    fr: &["alliés", "allié"],
};
static NORWAY: Word = Word {
    en: &["norway", "norwegian"],
    fr: &["norvège", "norvégien"],
};
static BRITAIN: Word = Word {
    en: &["britain", "british"],
    fr: &["Grande-Bretagne", "britanniques"],
};
static FRANCE: Word = Word {
    en: &["france", "french"],
    fr: &["france", "français"],
};

impl game::Side for Side {
    const ALL: &'static [Self] = &[Self::Germany, Self::Allies, Self::Norway];

    fn word(self) -> &'static Word {
        match self {
            Self::Germany => &GERMANY,
            Self::Allies => &ALLIES,
            Self::Norway => &NORWAY,
        }
    }
}

elements! { Side: Germany = GERMANY, Allies = ALLIES, Norway = NORWAY }
elements! { Nation: Germany = GERMANY, Norway = NORWAY, Britain = BRITAIN, France = FRANCE }
elements! { Alliance: Axis = GERMANY, Allies = ALLIES }

impl Side {
    /// His alliance.
    pub const fn alliance(self) -> Alliance {
        match self {
            Self::Germany => Alliance::Axis,
            Self::Allies | Self::Norway => Alliance::Allies,
        }
    }
}

impl Nation {
    /// All of them, in the order of the tracks.
    pub const ALL: [Self; 4] = [Self::Germany, Self::Norway, Self::Britain, Self::France];

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its alliance (6.3).
    pub const fn alliance(self) -> Alliance {
        match self {
            Self::Germany => Alliance::Axis,
            Self::Norway | Self::Britain | Self::France => Alliance::Allies,
        }
    }

    /// Its name as a keyword.
    pub const fn word(self) -> &'static Word {
        match self {
            Self::Germany => &GERMANY,
            Self::Norway => &NORWAY,
            Self::Britain => &BRITAIN,
            Self::France => &FRANCE,
        }
    }

    /// The nation with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|nation| nation.word().id() == id)
    }
}

impl Alliance {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Axis, Self::Allies];

    /// The enemy.
    pub const fn other(self) -> Self {
        match self {
            Self::Axis => Self::Allies,
            Self::Allies => Self::Axis,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name as a keyword: the Axis is Germany alone.
    pub const fn word(self) -> &'static Word {
        match self {
            Self::Axis => &GERMANY,
            Self::Allies => &ALLIES,
        }
    }

    /// Its short name in labels.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Axis => "axis",
            Self::Allies => "allies",
        }
    }
}
