//! Suggestions: names that a misspelt one comes near.

use super::item::Item;
use super::lexicon::Lexicon;
use super::names::{Entry, Key, Offer};
use super::token::Token;

/// At most so many suggestions.
pub const MOST: usize = 3;

/// Returns the spellings that come nearest to what was written, best first.
pub fn suggest(tokens: &[Token], offers: &[&Offer], lex: &dyn Lexicon) -> Vec<String> {
    let words: Vec<Typed<'_>> = tokens
        .iter()
        .filter(|t| t.kind.is_word())
        .map(|t| Typed::new(&t.bare))
        .collect();
    let together: String = words.iter().map(|word| word.text).collect();
    let together = Typed::new(&together);
    for offer in offers {
        let mut near: Vec<(usize, String)> = Vec::new();
        for Entry { item, keys, .. } in &offer.entries {
            let misses = keys
                .iter()
                .enumerate()
                .filter_map(|(i, key)| Some((miss(&words, &together, key)?, i)));
            let Some((miss, key)) = misses.min() else {
                continue;
            };
            let text = match item {
                Item::Thing(thing) => lex.name(*thing).into_owned(),
                Item::Word(word) => word.spellings().nth(key).unwrap_or(word.id()).to_owned(),
                Item::Number(number) => number.to_string(),
            };
            if near.iter().all(|(_, old)| *old != text) {
                near.push((miss, text));
            }
        }
        if !near.is_empty() {
            near.sort_by_key(|(miss, _)| *miss);
            near.truncate(MOST);
            return near.into_iter().map(|(_, text)| text).collect();
        }
    }
    Vec::new()
}

/// A word as typed, with the slips that its length excuses.
struct Typed<'t> {
    text: &'t str,
    /// In bytes: nearly all folded text is ASCII, and every name of a lexicon is compared with this.
    len: usize,
    most: usize,
}

impl<'t> Typed<'t> {
    fn new(text: &'t str) -> Self {
        let most = match text.len() {
            // A number one digit off is another number, not a slip.
            _ if is_digits(text) => 0,
            0 | 1 => 0,
            2..=5 => 1,
            6..=8 => 2,
            _ => 3,
        };
        Self {
            text,
            len: text.len(),
            most,
        }
    }
}

/// How many slips of the finger lie between the words and the spelling; `None` if too many.
fn miss(words: &[Typed<'_>], together: &Typed<'_>, key: &Key) -> Option<usize> {
    let whole = distance(together, key.bare());
    if !key.text.contains(' ') {
        return whole;
    }
    let parts = words.iter().map(|word| {
        let misses = key.text.split(' ').filter_map(|part| {
            let same = word.text == part;
            if same { Some(0) } else { distance(word, part) }
        });
        misses.min()
    });
    let parts: Option<usize> = parts.sum();
    // One word of a longer name is a weaker hint than the name.
    let parts = parts.map(|miss| miss + 1);
    whole.into_iter().chain(parts).min()
}

/// The slips between a word and a name, if they are few for its length; the name may go on where the word ends.
fn distance(word: &Typed<'_>, name: &str) -> Option<usize> {
    if word.most == 0 || is_digits(name) {
        return None;
    }
    let first = word.text.as_bytes().first() == name.as_bytes().first();
    let miss = if word.len.abs_diff(name.len()) <= word.most {
        // Of two letters one must be right.
        if word.len == 2 && !first {
            return None;
        }
        strsim::osa_distance(word.text, name)
    } else if first && word.len > 3 && name.len() > word.len {
        let start: String = name.chars().take(word.len).collect();
        strsim::osa_distance(word.text, &start) + 1
    } else {
        return None;
    };
    (miss <= word.most).then_some(miss)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_few_for_the_length() {
        let distance = |word, name| distance(&Typed::new(word), name);
        assert_eq!(distance("hiper", "hipper"), Some(1));
        assert_eq!(distance("ouii", "oui"), Some(1));
        assert_eq!(distance("yse", "yes"), Some(1));
        assert_eq!(distance("shcarnh", "scharnhorst"), Some(2));
        assert_eq!(distance("bismarck", "tirpitz"), None);
        assert_eq!(distance("512", "513"), None);
        assert_eq!(distance("", ""), None);
    }
}
