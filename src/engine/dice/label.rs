//! Labels: what a roll is for, in the words of the rules.

/// The most characters a label may have.
const LONGEST: usize = 120;

/// Checks the form of a label: 1 to 120 of `a-z 0-9 : / . - #`.
///
/// What a label may *say* is for the rules to keep: facts of the game, never anything a player can vary at will, since
/// each such handle would let him fish for dice.
pub fn check_label(label: &str) -> Result<(), LabelError> {
    if label.is_empty() {
        return Err(LabelError::Empty);
    }
    let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | ':' | '/' | '.' | '-' | '#');
    if let Some((at, found)) = label.chars().enumerate().find(|&(_, c)| !allowed(c)) {
        return Err(LabelError::Character { found, at: at + 1 });
    }
    if label.len() > LONGEST {
        return Err(LabelError::TooLong {
            length: label.len(),
        });
    }
    Ok(())
}

/// Why a text cannot be the label of a roll.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// There is no text.
    #[error("a label cannot be empty")]
    Empty,
    /// The text is too long.
    #[error("a label has at most {LONGEST} characters, not {length}")]
    TooLong {
        /// How many characters it has.
        length: usize,
    },
    /// A character does not belong in labels.
    #[error("{found:?} (character {at}) cannot stand in a label")]
    Character {
        /// The first such character.
        found: char,
        /// Its place, counted from 1.
        at: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_to_their_alphabet() {
        for good in ["a", "t05/combat/hex:1523", "t1/x.y-z#2", &"a".repeat(120)] {
            assert_eq!(check_label(good), Ok(()), "{good}");
        }
        let too_long = LabelError::TooLong { length: 121 };
        assert_eq!(check_label(&"a".repeat(121)), Err(too_long));
        assert_eq!(check_label(""), Err(LabelError::Empty));
        for bad in ["A", "a b", "a|b", "é", "a\n", "a_b", "+a", "a\0"] {
            let error = check_label(bad).unwrap_err();
            assert!(matches!(error, LabelError::Character { .. }), "{bad:?}");
        }
        let error = LabelError::Character { found: 'É', at: 3 };
        assert_eq!(check_label("t/Été"), Err(error));
    }
}
