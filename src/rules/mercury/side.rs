//! Rule 1.0: the two sides and the nations of their units.

use serde::{Deserialize, Serialize};

use crate::engine::game;
use crate::orders::Word;

/// A player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// German army and Luftwaffe, Italians, Axis ships.
    #[default]
    German,
    /// British, New Zealanders, Australians, Greeks, the Royal Navy.
    Allied,
}

/// A nation: Greeks have rules of their own (5.12, 13.6, 20.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    German,
    Italian,
    British,
    Nz,
    Australian,
    Greek,
}

static GERMAN: Word = Word {
    en: &["german", "germans", "germany", "axis"],
    fr: &["allemand", "allemands", "allemagne", "axe"],
};
static ALLIED: Word = Word {
    en: &["allied", "allies"],
    fr: &["allié", "alliés"],
};

impl game::Side for Side {
    const ALL: &'static [Self] = &[Self::German, Self::Allied];

    fn word(self) -> &'static Word {
        match self {
            Self::German => &GERMAN,
            Self::Allied => &ALLIED,
        }
    }
}

impl Side {
    /// Both, the German first (3.2).
    pub const BOTH: [Self; 2] = [Self::German, Self::Allied];

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::German => Self::Allied,
            Self::Allied => Self::German,
        }
    }

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Nation {
    /// Whose units it has.
    pub const fn side(self) -> Side {
        match self {
            Self::German | Self::Italian => Side::German,
            Self::British | Self::Nz | Self::Australian | Self::Greek => Side::Allied,
        }
    }
}
