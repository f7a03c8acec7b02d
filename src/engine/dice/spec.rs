//! Specs: which dice are thrown, or how many cards are shuffled.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most dice in one roll and the most cards in one shuffle.
const MOST: u32 = 1000;

/// What a roll is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Spec {
    /// So many dice of so many sides, `2d6`.
    Dice {
        /// How many dice.
        count: u32,
        /// The sides of each; a die shows 1 to this.
        sides: u32,
    },
    /// An order of the numbers from 1 to this, `p52`.
    Shuffle(u32),
}

impl Spec {
    /// Makes a spec of dice, 1 to 1000 of at least one side.
    pub const fn dice(count: u32, sides: u32) -> Result<Self, ParseSpecError> {
        if count == 0 || count > MOST {
            return Err(ParseSpecError::Count { count });
        }
        if sides == 0 {
            return Err(ParseSpecError::Sides);
        }
        Ok(Self::Dice { count, sides })
    }

    /// Makes a spec of a shuffle of 1 to 1000 cards.
    pub const fn shuffle(cards: u32) -> Result<Self, ParseSpecError> {
        if cards == 0 || cards > MOST {
            return Err(ParseSpecError::Cards { cards });
        }
        Ok(Self::Shuffle(cards))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice { count, sides } => write!(f, "{count}d{sides}"),
            Self::Shuffle(cards) => write!(f, "p{cards}"),
        }
    }
}

impl From<Spec> for String {
    fn from(spec: Spec) -> Self {
        spec.to_string()
    }
}

impl TryFrom<String> for Spec {
    type Error = ParseSpecError;

    fn try_from(text: String) -> Result<Self, ParseSpecError> {
        text.parse()
    }
}

impl FromStr for Spec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        if let Some(cards) = text.strip_prefix('p') {
            return Self::shuffle(number(cards)?);
        }
        let (count, sides) = text.split_once('d').ok_or(ParseSpecError::Form)?;
        Self::dice(number(count)?, number(sides)?)
    }
}

/// Reads a number in the one form that is written, since the text of a spec is hashed.
fn number(text: &str) -> Result<u32, ParseSpecError> {
    let number: u32 = text.parse().map_err(|_| ParseSpecError::Form)?;
    if text.starts_with('+') || (text.starts_with('0') && text != "0") {
        return Err(ParseSpecError::Form);
    }
    Ok(number)
}

/// Why a text is not a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// It is neither dice nor a shuffle.
    #[error("dice are written like 2d6, a shuffle like p52")]
    Form,
    /// No dice, or too many.
    #[error("1 to {MOST} dice can be rolled at once, not {count}")]
    Count {
        /// How many were asked for.
        count: u32,
    },
    /// A die without sides.
    #[error("a die has at least one side")]
    Sides,
    /// No cards, or too many.
    #[error("1 to {MOST} cards can be shuffled, not {cards}")]
    Cards {
        /// How many were asked for.
        cards: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Spec, ParseSpecError> {
        text.parse()
    }

    #[test]
    fn specs_have_one_spelling() {
        let dice = "d,6,d6,2d,2D6,02d6,2d06,+2d6,2d+6,-1d6, 2d6,2d6 ,2d6d6,2d6+1,1d4294967296";
        let cards = ",p,p052,p+5,p-1,P5,p 5,p5.0,pp";
        for bad in dice.split(',').chain(cards.split(',')) {
            assert_eq!(read(bad), Err(ParseSpecError::Form), "{bad:?}");
        }
    }

    #[test]
    fn specs_keep_their_bounds() {
        for count in [0, 1001, u32::MAX] {
            let error = ParseSpecError::Count { count };
            assert_eq!(read(&format!("{count}d6")), Err(error));
        }
        for cards in [0, 1001, u32::MAX] {
            let error = ParseSpecError::Cards { cards };
            assert_eq!(read(&format!("p{cards}")), Err(error));
        }
        assert_eq!(read("1d0"), Err(ParseSpecError::Sides));
        assert_eq!(read("p1000"), Spec::shuffle(1000));
        assert_eq!(read("1000d4294967295"), Spec::dice(1000, u32::MAX));
    }
}
