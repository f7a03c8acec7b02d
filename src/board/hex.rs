//! Hexes: directions, neighbours and distances by calculation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A direction on a board of hexes with a corner at the top. On a board of columns the lattice lies on its side: E is
/// down the page, NW up and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Dir {
    /// To the right.
    E,
    /// Up and right.
    NE,
    /// Up and left.
    NW,
    /// To the left.
    W,
    /// Down and left.
    SW,
    /// Down and right.
    SE,
}

impl Dir {
    /// All of them, in the order in which neighbours are listed.
    pub const ALL: [Self; 6] = [Self::E, Self::NE, Self::NW, Self::W, Self::SW, Self::SE];

    /// The opposite direction.
    pub const fn back(self) -> Self {
        match self {
            Self::E => Self::W,
            Self::NE => Self::SW,
            Self::NW => Self::SE,
            Self::W => Self::E,
            Self::SW => Self::NE,
            Self::SE => Self::NW,
        }
    }

    /// The letters on the compass.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::E => "E",
            Self::NE => "NE",
            Self::NW => "NW",
            Self::W => "W",
            Self::SW => "SW",
            Self::SE => "SE",
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

impl FromStr for Dir {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL
            .into_iter()
            .find(|dir| dir.letters().eq_ignore_ascii_case(text))
            .ok_or(())
    }
}

/// A hex by column and row, as its number `CCRR` says; rows grow downwards and odd rows are shifted half a hex right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex {
    /// The column, from the left.
    pub col: i32,
    /// The row, from the top.
    pub row: i32,
}

impl Hex {
    /// Reads a number of four digits.
    pub fn from_id(id: &str) -> Option<Self> {
        if id.len() != 4 || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (col, row) = id.split_at_checked(2)?;
        Some(Self {
            col: col.parse().ok()?,
            row: row.parse().ok()?,
        })
    }

    /// The place on the lattice of a hex of a board of columns: the lattice lies on its side, so that even columns are its
    /// odd rows, which are shifted.
    pub const fn turned(self) -> Self {
        Self {
            col: self.row,
            row: self.col + 1,
        }
    }

    /// The column and row of a board of columns that lie at this place of the lattice.
    pub const fn turned_back(self) -> Self {
        Self {
            col: self.row - 1,
            row: self.col,
        }
    }

    /// One if the row is shifted to the right.
    pub const fn shift(self) -> i32 {
        self.row.rem_euclid(2)
    }

    /// The neighbour in a direction.
    pub const fn toward(self, dir: Dir) -> Self {
        let Self { col, row } = self;
        let right = self.shift();
        let (col, row) = match dir {
            Dir::E => (col + 1, row),
            Dir::W => (col - 1, row),
            Dir::NE => (col + right, row - 1),
            Dir::NW => (col + right - 1, row - 1),
            Dir::SE => (col + right, row + 1),
            Dir::SW => (col + right - 1, row + 1),
        };
        Self { col, row }
    }

    /// The number of steps to another hex.
    pub const fn distance(self, other: Self) -> u32 {
        let (q, r) = self.axial();
        let (oq, or) = other.axial();
        let (dq, dr) = (q - oq, r - or);
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// Along the rows and down the slanting columns.
    const fn axial(self) -> (i32, i32) {
        (self.col - (self.row - self.shift()) / 2, self.row)
    }
}
