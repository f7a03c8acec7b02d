//! Which line mends which: by what it orders, or by the words that both have.

use crate::orders::form::{Act, Line};
use crate::orders::token::{Kind, TokenLine};
use crate::orders::{Form, Item, Pick, Picks, Word};

/// Of a hundred words of two lines so many must be the same.
const ENOUGH: usize = 45;

/// What one line orders, as far as it tells it from others of its set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matter {
    word: &'static Word,
    subject: Option<Item>,
    things: Vec<Item>,
    script: bool,
}

/// What lines order; nothing of forks, which are told apart by their words.
pub(super) fn matters(form: &Form, picks: &Picks) -> Vec<Matter> {
    let script = matches!(form.pick, Pick::Script { .. });
    let matter = |line: &Line| {
        let mut things = Vec::new();
        things_of(&line.picks, &mut things);
        Matter {
            word: line.word,
            subject: line.subject,
            things,
            script,
        }
    };
    match picks {
        Picks::Sheet(lines) => lines.iter().map(matter).collect(),
        Picks::Script(acts) => {
            let plain = acts.iter().filter_map(|act| match act {
                Act::Do(line) => Some(matter(line)),
                Act::If(_) => None,
            });
            plain.collect()
        }
        _ => Vec::new(),
    }
}

fn things_of(picks: &Picks, out: &mut Vec<Item>) {
    match picks {
        Picks::One(item) => out.push(*item),
        Picks::List(items) => out.extend(items),
        Picks::Share(share) => out.extend(share.iter().map(|(item, _)| *item)),
        Picks::Pairs(pairs) => out.extend(pairs.iter().map(|(from, _)| *from)),
        Picks::Parts(parts) => parts.iter().flatten().for_each(|part| things_of(part, out)),
        _ => {}
    }
}

impl Matter {
    /// Whether a letter that begins with it takes the place of one that holds the other.
    pub(super) fn is_other(&self, other: &Self) -> bool {
        (self.word, self.subject) != (other.word, other.subject)
    }

    /// The word the line begins with.
    pub(super) const fn word(&self) -> &'static Word {
        self.word
    }
}

/// Whether the new line speaks of what the old one does.
pub(super) fn mends(new: &Matter, old: &Matter) -> bool {
    match (new.subject, old.subject) {
        // On a sheet whoever is ordered about has one line; in a script he may do one thing after another.
        (Some(one), Some(other)) => one == other && (!new.script || new.word == old.word),
        (None, None) => {
            let shared = new.things.iter().any(|thing| old.things.contains(thing));
            new.word == old.word && (shared || new.things.is_empty() && old.things.is_empty())
        }
        _ => false,
    }
}

/// How many of a hundred words two lines have in common.
pub(super) fn alike(one: &str, other: &str) -> usize {
    let words = |text: &str| -> Vec<String> {
        let line = TokenLine::new(1, text);
        let said = line.tokens.into_iter();
        said.filter(|token| token.kind.is_word() && token.glue.is_none())
            .map(|token| token.bare)
            .collect()
    };
    let (one, mut other) = (words(one), words(other));
    let all = one.len() + other.len();
    let mut same = 0;
    for word in &one {
        let near = |known: &String| {
            let slips = usize::from(word.len() > 3) + usize::from(word.len() > 6);
            let number = word.bytes().any(|b| b.is_ascii_digit());
            known == word || !number && strsim::osa_distance(known, word) <= slips
        };
        if let Some(at) = other.iter().position(near) {
            other.swap_remove(at);
            same += 1;
        }
    }
    let shared: usize = 200 * same;
    shared.checked_div(all).unwrap_or(0)
}

/// Whether the new line obviously corrects the old one.
pub(super) fn corrects(new: &str, old: &str) -> bool {
    alike(new, old) >= ENOUGH
}

/// How a line begins that was sent ahead: the order and what it is about.
pub(super) fn beginning(line: &TokenLine) -> Vec<String> {
    let ends = |kind: Kind| matches!(kind, Kind::Colon | Kind::Arrow | Kind::Equals);
    let end = line.tokens.iter().position(|token| ends(token.kind));
    let said = line.tokens.iter().filter(|token| token.kind.is_word());
    let words = said.take_while(|token| end.is_none_or(|end| token.span < line.tokens[end].span));
    let words = words
        .filter(|token| token.glue.is_none())
        .map(|token| token.bare.clone());
    // Without a mark the order and one word are all that can be known.
    words
        .take(if end.is_some() { usize::MAX } else { 2 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_corrected_and_another_order_is_none() {
        for (new, old) in [
            (
                "seize St Oedenrode bridge by 2/502",
                "seize St Oedenrode brige by 2/502",
            ),
            (
                "move 1/505: Groesbeek Heights",
                "1/505 to Groesbeek Heights",
            ),
            (
                "seize Arnhem by 2 Para",
                "2 Para moves to Arnhem and siezes the bridge",
            ),
            ("place U-boat 3: 1305", "place U-boat 3: 1306"),
        ] {
            assert!(corrects(new, old), "{new}");
        }
        for (new, old) in [
            ("move kg1: 25", "seize St Oedenrode brige by 2/502"),
            ("strike Bf110 4: Oslo", "sail Hipper: Narvik"),
        ] {
            assert!(!corrects(new, old), "{new}");
        }
    }
}
