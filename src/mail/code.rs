//! One-time codes: they travel in subject, Reply-To and Message-ID of a mail, and prove that the answer is its reader's.
//!
//! A code follows from the post's secret, the game, the seat, the decision and a number, so none has to be kept: those
//! that were issued can be computed again, and only their numbers are remembered.

use crate::engine::dice::TaggedHash;

const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Groups of letters in a code.
const GROUPS: usize = 3;
/// Letters in a group.
const GROUP: usize = 4;
/// The length of a code with its dashes.
pub const LENGTH: usize = GROUPS * GROUP + GROUPS - 1;

/// What a code is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Answering one decision.
    Answer,
    /// Joining a game, or confirming a new address.
    Join,
}

/// What a code belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'c> {
    /// What it is good for.
    pub purpose: Purpose,
    /// The game's fingerprint.
    pub genesis: &'c str,
    /// The seat.
    pub seat: &'c str,
    /// The decision, or the address that may join.
    pub about: &'c str,
}

/// The code with a number.
pub fn code(secret: &str, scope: Scope<'_>, number: u32) -> String {
    let purpose = match scope.purpose {
        Purpose::Answer => "answer",
        Purpose::Join => "join",
    };
    let bytes = TaggedHash::new("mail-code")
        .field(secret)
        .field(purpose)
        .field(scope.genesis)
        .field(scope.seat)
        .field(scope.about)
        .number(number.into())
        .bytes();
    let mut code = String::with_capacity(LENGTH);
    for (n, byte) in bytes.iter().take(GROUPS * GROUP).enumerate() {
        if n > 0 && n % GROUP == 0 {
            code.push('-');
        }
        code.push(LETTERS[usize::from(byte % 32)] as char);
    }
    code
}

/// Whether two codes are the same, in a time that does not tell where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one
            .bytes()
            .zip(other.bytes())
            .fold(0, |all, (a, b)| all | (a ^ b))
            == 0
}

/// Whether a text has the shape of a code.
pub fn is_code(text: &str) -> bool {
    text.len() == LENGTH
        && text.bytes().enumerate().all(|(n, byte)| {
            if n % (GROUP + 1) == GROUP {
                byte == b'-'
            } else {
                LETTERS.contains(&byte)
            }
        })
}

/// Whether a text can be the id of a game or the name of a seat: no dot, no slash, nothing a path could be made of.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 64 && !text.starts_with('-') && text.chars().all(fits)
}

/// A game and a code that stand together in a subject, an address or a Message-ID: `game code`, `game.code`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The game's id.
    pub game: String,
    /// The code.
    pub code: String,
}

/// All games with codes in a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut found: Vec<Token> = Vec::new();
    for pair in words.windows(2) {
        if let [game, code] = pair
            && is_code(code)
            && is_name(game)
        {
            let token = Token {
                game: (*game).to_owned(),
                code: (*code).to_owned(),
            };
            if !found.contains(&token) && found.len() < 16 {
                found.push(token);
            }
        }
    }
    found
}

/// Codes that stand in a text without a game, as in `join CODE`.
pub fn bare_codes(text: &str) -> Vec<String> {
    text.to_ascii_lowercase()
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| is_code(word))
        .take(8)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCOPE: Scope<'_> = Scope {
        purpose: Purpose::Answer,
        genesis: "f00d",
        seat: "anna",
        about: "3.0",
    };

    #[test]
    fn codes_differ_in_everything_they_belong_to() {
        let mut all = vec![
            code("s", SCOPE, 1),
            code("s", SCOPE, 2),
            code("t", SCOPE, 1),
            code(
                "s",
                Scope {
                    seat: "bob",
                    ..SCOPE
                },
                1,
            ),
            code(
                "s",
                Scope {
                    about: "4.0",
                    ..SCOPE
                },
                1,
            ),
            code(
                "s",
                Scope {
                    genesis: "beef",
                    ..SCOPE
                },
                1,
            ),
            code(
                "s",
                Scope {
                    purpose: Purpose::Join,
                    ..SCOPE
                },
                1,
            ),
        ];
        assert!(all.iter().all(|code| is_code(code)), "{all:?}");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 7);
    }

    #[test]
    fn tokens_are_found_where_mail_programs_put_them() {
        let code = code("s", SCOPE, 1);
        for text in [
            format!("Re: [first {code}] Turn 1"),
            format!("AW: Re: [FIRST {}] Turn 1", code.to_uppercase()),
            format!("referee+first.{code}@example.org"),
            format!("<first.{code}.0011@example.org>"),
        ] {
            let found = tokens(&text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].game.as_str(), &found[0].code), ("first", &code));
        }
        assert!(
            tokens("[../../etc/passwd aaaa-aaaa-aaaa]")
                .iter()
                .all(|t| is_name(&t.game))
        );
    }
}
