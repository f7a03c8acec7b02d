//! Runs: names that are numbered one after the other, told and read as one. `Bf110 1-3`, `3007-3012`.

use super::grammar::Glue;
use super::names::{Match, Offer};
use super::token::{Kind, Token};

/// So many in a row are worth a run.
const WORTH: usize = 3;
/// Nobody writes a longer one.
const LONGEST: u32 = 60;
/// Words of a name before its number.
const WORDS: usize = 4;

/// A name and the number it ends with.
fn numbered(name: &str) -> Option<(&str, &str, u32)> {
    let head = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = name.get(head.len()..)?;
    // `1/502` and `Z-10` are names, not numbers of a row.
    let is_row = head.is_empty() || head.ends_with(' ');
    (is_row && digits.len() <= 4)
        .then(|| digits.parse().ok())
        .flatten()
        .map(|number| (head, digits, number))
}

/// The names in their order, those that follow each other as one.
pub fn shortened(names: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = names.get(at) {
        let long = run(names.get(at..).unwrap_or_default());
        match (
            long >= WORTH,
            names.get(at + long - 1).map(|last| numbered(last)),
        ) {
            (true, Some(Some((_, last, _)))) => {
                out.push(format!("{first}-{last}"));
                at += long;
            }
            _ => {
                out.push(first.clone());
                at += 1;
            }
        }
    }
    out
}

/// How many of the first names follow each other; at least one.
fn run(names: &[String]) -> usize {
    let Some((head, digits, first)) = names.first().and_then(|name| numbered(name)) else {
        return 1;
    };
    let follows = |(name, n): &(&String, u32)| {
        numbered(name).is_some_and(|(other, its, number)| {
            // Numbers of a board have equally many digits.
            other == head && number == first + n && (!head.is_empty() || its.len() == digits.len())
        })
    };
    let most = usize::try_from(LONGEST).unwrap_or(usize::MAX);
    names
        .iter()
        .zip(0..)
        .take(most)
        .take_while(follows)
        .count()
        .max(1)
}

/// The tokens of a list with every run and every number alone written out: `Bf110 1-3` and `Bf110 1, 2, 3` are
/// `Bf110 1, Bf110 2, Bf110 3`. `None` if there is none.
pub(crate) fn written_out(offer: &Offer, tokens: &[Token]) -> Option<Vec<Token>> {
    write_out(offer, tokens, true)
}

/// The same, but for numbers without a name before them: a crossing may be called `7-21`.
pub(super) fn named_written_out(offer: &Offer, tokens: &[Token]) -> Option<Vec<Token>> {
    write_out(offer, tokens, false)
}

fn write_out(offer: &Offer, tokens: &[Token], nameless: bool) -> Option<Vec<Token>> {
    if !may_be_in(tokens) {
        return None;
    }
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut changed = false;
    for (at, token) in tokens.iter().enumerate() {
        out.push(token.clone());
        if token.kind == Kind::Number {
            let named = offer.find_exact(tokens.get(at..).unwrap_or_default());
            if let (Match::Unknown, Some(words)) = (named, said_before(offer, &out)) {
                let at = out.len() - 1;
                out.splice(at..at, words);
                changed = true;
            }
            continue;
        }
        let Some((first, last)) = ends(token) else {
            continue;
        };
        let here = out.len() - 1;
        let begins = |from: &usize| {
            let words = out.get(*from..here).unwrap_or_default();
            let named = |token: Token| {
                let mut name = words.to_vec();
                name.push(token);
                names(offer, &name)
            };
            (nameless || !words.is_empty())
                && words.iter().all(|word| word.kind.is_word())
                && !named(token.clone())
                && named(numeral(token, first))
                && named(numeral(token, last))
        };
        let Some(from) = (here.saturating_sub(WORDS)..=here).find(begins) else {
            continue;
        };
        let words: Vec<Token> = out.drain(from..).collect();
        let words = words.get(..words.len() - 1).unwrap_or_default();
        for number in first..=last {
            if number > first {
                out.push(Token {
                    kind: Kind::Comma,
                    ..numeral(token, number)
                });
            }
            out.extend(words.iter().cloned());
            out.push(numeral(token, number));
        }
        changed = true;
    }
    changed.then_some(out)
}

/// Whether there may be runs among the tokens, or numbers alone.
pub(super) fn may_be_in(tokens: &[Token]) -> bool {
    let alone = |pair: &[Token]| parts_names(&pair[0]) && pair[1].kind == Kind::Number;
    tokens.iter().any(|token| ends(token).is_some()) || tokens.windows(2).any(alone)
}

/// Whether the tokens are the name of one thing on offer, all of them.
fn names(offer: &Offer, tokens: &[Token]) -> bool {
    matches!(offer.find(tokens), Match::Found { used, .. } if used == tokens.len())
}

/// Whether a token stands between the members of a list.
fn parts_names(token: &Token) -> bool {
    matches!(token.kind, Kind::Comma | Kind::Plus) || token.glue == Some(Glue::And)
}

/// The words that the number at the end leaves out, because the name before it has them: in `Bf110 1, 2` it is `Bf110`.
fn said_before(offer: &Offer, tokens: &[Token]) -> Option<Vec<Token>> {
    let (number, before) = tokens.split_last()?;
    let parted = before.iter().rev().take_while(|token| parts_names(token));
    let end = before.len().checked_sub(parted.count().max(1))?;
    if end == before.len() || !before.get(end..)?.iter().all(parts_names) {
        return None;
    }
    let last = before.get(..end)?.last()?;
    let words = match last.kind {
        // `Bf110 1`
        Kind::Number => {
            let begins = |from: &usize| {
                let words = before.get(*from..end - 1).unwrap_or_default();
                !words.is_empty()
                    && words
                        .iter()
                        .all(|word| word.kind.is_word() && word.glue.is_none())
                    && names(offer, before.get(*from..end).unwrap_or_default())
            };
            let from = (end.saturating_sub(WORDS + 1)..end).find(begins)?;
            before.get(from..end - 1)?.to_vec()
        }
        // `TR2`
        Kind::Word => {
            let stem = last.text.trim_end_matches(|c: char| c.is_ascii_digit());
            let fits = stem.len() > 1
                && stem.len() < last.text.len()
                && stem.ends_with(char::is_alphabetic)
                && names(offer, std::slice::from_ref(last));
            fits.then(|| vec![last.spelt(stem)])?
        }
        _ => return None,
    };
    let mut name = words.clone();
    name.push(number.clone());
    names(offer, &name).then_some(words)
}

/// The first and the last number of a run.
fn ends(token: &Token) -> Option<(u32, u32)> {
    let (first, last) = token.text.split_once('-')?;
    let digits = |text: &str| text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit());
    if token.kind != Kind::Word || !digits(first) || !digits(last) {
        return None;
    }
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    (first < last && last - first < LONGEST).then_some((first, last))
}

/// A number that stands where a run stood; as many digits as the run's first number has.
fn numeral(run: &Token, number: u32) -> Token {
    let wide = run.text.find('-').unwrap_or(0);
    let text = format!("{number:0wide$}");
    Token {
        kind: Kind::Number,
        bare: text.clone(),
        number: i32::try_from(number).ok(),
        glue: None,
        text,
        ..run.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    fn told(names: &str) -> String {
        let names: Vec<String> = names.split(", ").map(str::to_owned).collect();
        shortened(&names).join(", ")
    }

    #[test]
    fn names_in_a_row_are_told_as_one() {
        assert_eq!(
            told("Hipper, Bf110 1, Bf110 2, Bf110 3, Bf110 5, Bf110 6, Ju52 7"),
            "Hipper, Bf110 1-3, Bf110 5, Bf110 6, Ju52 7"
        );
        assert_eq!(told("0101, 0102, 0103, 0201"), "0101-0103, 0201");
        assert_eq!(told("GB DD 9, GB DD 10, GB DD 11"), "GB DD 9-11");
        assert_eq!(
            told("1/502 PIR, 2/502 PIR, 3/502 PIR"),
            "1/502 PIR, 2/502 PIR, 3/502 PIR"
        );
        assert_eq!(told("99, 100, 101"), "99, 100, 101");
        assert_eq!(told("3 Inf, Z-1, Z-2, Z-3"), "3 Inf, Z-1, Z-2, Z-3");
        assert_eq!(told("A 1, A 1, A 2"), "A 1, A 1, A 2");
        assert!(shortened(&[]).is_empty());
    }
}
