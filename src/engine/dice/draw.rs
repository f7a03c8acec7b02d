//! Draws: what every party brings to a run, and the seed that comes of it.

use std::fmt;
use std::str::FromStr;

use super::hash::{TaggedHash, is_hex64};

/// Which of the referee's two chains a seed is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Rolls that everybody sees at once.
    Public,
    /// Hidden rolls, opened at the end of the game.
    Sealed,
}

impl Stream {
    /// Returns the word that is hashed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Sealed => "sealed",
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How much a player's contribution to a draw is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// A link that opens the seal he gave before the game.
    Sealed,
    /// Words of his choice, or nothing; he has no chain.
    Plain,
    /// He was asked and sent nothing; his chain does not move.
    Absent,
    /// He sent orders but not the link that was due after the close.
    Withheld,
    /// He was not asked in this run; his chain does not move.
    Unasked,
}

impl Grade {
    /// All grades.
    pub const ALL: [Self; 5] = [
        Self::Sealed,
        Self::Plain,
        Self::Absent,
        Self::Withheld,
        Self::Unasked,
    ];

    /// Returns the word that is written and hashed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Plain => "plain",
            Self::Absent => "absent",
            Self::Withheld => "withheld",
            Self::Unasked => "unasked",
        }
    }

    /// Returns whether a value may stand beside this grade.
    fn fits(self, value: &str) -> bool {
        match self {
            Self::Sealed => is_hex64(value),
            Self::Plain => !value.contains(['|', '\n', '\r']),
            Self::Absent | Self::Withheld | Self::Unasked => value.is_empty(),
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Grade {
    type Err = ParseGradeError;

    fn from_str(text: &str) -> Result<Self, ParseGradeError> {
        let known = Self::ALL.into_iter().find(|grade| grade.as_str() == text);
        known.ok_or_else(|| ParseGradeError(text.to_owned()))
    }
}

/// A text is not a grade.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a grade")]
pub struct ParseGradeError(String);

/// What one seat brings to a draw, written `seat|grade|value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The seat.
    pub seat: String,
    /// What its value is worth.
    pub grade: Grade,
    /// The link of a sealed seat, the words of a plain one, else empty.
    pub value: String,
}

impl fmt::Display for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}|{}", self.seat, self.grade, self.value)
    }
}

impl FromStr for Contribution {
    type Err = ParseContributionError;

    fn from_str(text: &str) -> Result<Self, ParseContributionError> {
        let mut parts = text.split('|');
        let (Some(seat), Some(grade), Some(value), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseContributionError::Form);
        };
        if seat.is_empty() {
            return Err(ParseContributionError::Form);
        }
        let grade: Grade = grade.parse()?;
        if !grade.fits(value) {
            return Err(ParseContributionError::Value { grade });
        }
        Ok(Self {
            seat: seat.to_owned(),
            grade,
            value: value.to_owned(),
        })
    }
}

/// Why a text is not a contribution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseContributionError {
    /// It does not have three parts, or the seat is missing.
    #[error("a contribution is written seat|grade|value")]
    Form,
    /// The middle part is not a grade.
    #[error(transparent)]
    Grade(#[from] ParseGradeError),
    /// The value does not go with the grade.
    #[error("the value does not fit the grade {grade}")]
    Value {
        /// The grade.
        grade: Grade,
    },
}

/// Returns the seed of one draw for one of the two streams, as 64 hex digits.
///
/// `book` and `beacon` are empty unless entropy arrives after the close: order text mixed in earlier would be a handle for
/// grinding. The order of the contributions does not matter.
pub fn draw_seed(
    genesis: &str,
    draw: u64,
    stream: Stream,
    server_link: &str,
    contributions: &[Contribution],
    book: &str,
    beacon: &str,
) -> String {
    let mut rows: Vec<[&str; 3]> = contributions
        .iter()
        .map(|c| [c.seat.as_str(), c.grade.as_str(), c.value.as_str()])
        .collect();
    rows.sort_unstable();
    TaggedHash::new("draw")
        .field(genesis)
        .number(draw)
        .field(stream.as_str())
        .field(server_link)
        .field(&rows.len().to_string())
        .fields(rows.as_flattened())
        .field(book)
        .field(beacon)
        .hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contributions_are_judged_by_their_grade() {
        let sealed = format!("axis|sealed|{}", "a".repeat(64));
        for good in [
            sealed.as_str(),
            "axis|plain|rule britannia 42",
            "axis|plain|",
            "axis|absent|",
            "axis|withheld|",
            "axis|unasked|",
        ] {
            let read: Contribution = good.parse().unwrap();
            assert_eq!(read.to_string(), good);
        }
        for bad in [
            "",
            "axis",
            "axis||",
            "axis|absent",
            "|absent|",
            "axis|absent|x",
            "axis|unasked|x",
            "axis|withheld|x",
            "axis|sealed|",
            "axis|sealed|abc",
            "axis|Sealed|",
            "axis|plain|a|b",
            "axis|plain|a\nb",
        ] {
            assert!(bad.parse::<Contribution>().is_err(), "{bad:?}");
        }
    }
}
