//! Lines that name first who acts, and then what he does: `2 Para moves to Arnhem`, `Hipper: sail to Narvik`.

use crate::orders::fold::fold;
use crate::orders::grammar::Glue;
use crate::orders::names::{Match, Names, Offer};
use crate::orders::token::{Kind, Token, TokenLine, span_of};
use crate::orders::{Class, Item, Lexicon, Word};

/// Nobody names more words before he says what they do.
const FARTHEST: usize = 24;
/// Articles and the like before a name, in both languages.
const ARTICLES: &[&str] = &[
    "the", "my", "our", "le", "la", "les", "mon", "ma", "mes", "nos", "se", "will", "shall",
    "should", "must", "can",
];

/// The line with the word of the order first, if it names units before it and nothing else; `words` may begin orders.
///
/// Where the order is about something else than units they come last: `2/502 seizes Son bridge`. What `reads` counts,
/// else the units come first.
pub(super) fn turned(
    line: TokenLine,
    words: &[&'static Word],
    view: &dyn Lexicon,
    reads: impl Fn(&TokenLine) -> bool,
) -> TokenLine {
    let Some(verb) = verb(&line.tokens, words) else {
        return line;
    };
    let (at, word) = verb;
    let mut before = line.tokens.get(..at).unwrap_or_default();
    // `Hipper: sail to Narvik`
    while let [rest @ .., last] = before
        && (!last.kind.is_word() || ARTICLES.contains(&last.text.as_str()))
    {
        before = rest;
    }
    if !only_units(before, view) {
        return line;
    }
    // It is kept and told as it reads now.
    let written = |tokens: &[Token]| -> String {
        let Some(span) = span_of(tokens) else {
            return String::new();
        };
        let chars = line.text.chars().skip(span.from - 1);
        chars.take(span.to - span.from).collect()
    };
    let (word, who) = (word.text, written(before));
    let behind = line.tokens.get(at + 1..).unwrap_or_default();
    let behind = match again(behind, words) {
        // `... and seizes the bridge`
        Some((n, verb)) => {
            let (one, other) = (&behind[..n], &behind[n + 1..]);
            format!("{} {} {}", written(one), verb.text, written(other))
        }
        None => written(behind),
    };
    let text = format!("{word} {who} {behind}");
    let units_first = TokenLine::new(line.number, text.trim_end());
    let units_last = TokenLine::new(line.number, format!("{word} {behind}: {who}"));
    if !behind.is_empty() && !reads(&units_first) && reads(&units_last) {
        units_last
    } else {
        units_first
    }
}

/// A second word of an order, behind `and`.
fn again(tokens: &[Token], words: &[&'static Word]) -> Option<(usize, Token)> {
    let found = |n: &usize| tokens[*n].glue == Some(Glue::And);
    let at = (0..tokens.len().saturating_sub(1)).find(found)? + 1;
    Some((at, form_of(&tokens[at], words)?))
}

/// The word of an order as it is written at the beginning of a line: `moves` is `move`, `frappent` is `frappe`.
fn form_of(token: &Token, words: &[&'static Word]) -> Option<Token> {
    let own = std::iter::once(token.text.clone());
    let stem = |ending: &str, with: &str| {
        let stem = token.text.strip_suffix(ending)?;
        (stem.len() > 2).then(|| format!("{stem}{with}"))
    };
    let forms = [
        stem("s", ""),
        stem("es", ""),
        stem("ent", "e"),
        stem("ent", ""),
        stem("", "s"),
        stem("nent", "ds"),
    ];
    let mut forms = own.chain(forms.into_iter().flatten());
    let form = forms.find(|form| spelt(form, words))?;
    Some(token.spelt(&form))
}

fn spelt(text: &str, words: &[&'static Word]) -> bool {
    let mut spellings = words.iter().flat_map(|word| word.spellings());
    spellings.any(|one| fold(one) == text)
}

/// The first word of an order that is not the first word of the line, as it is written at the beginning of one.
fn verb(tokens: &[Token], words: &[&'static Word]) -> Option<(usize, Token)> {
    let first = tokens.first()?;
    // What begins with the word of an order is in order as it is.
    if first.kind.is_word() && spelt(&first.text, words) {
        return None;
    }
    let mut others = tokens.iter().enumerate().take(FARTHEST).skip(1);
    others.find_map(|(at, token)| {
        let word = token.kind == Kind::Word;
        Some((at, form_of(token, words).filter(|_| word)?))
    })
}

/// Whether tokens name units one after the other, and nothing else.
fn only_units(tokens: &[Token], view: &dyn Lexicon) -> bool {
    let units = units(view);
    let mut names = Names::new(view);
    let offer: Offer = names.offer(&units);
    let filling = |token: &Token| {
        !token.kind.is_word() || token.glue.is_some() || ARTICLES.contains(&token.text.as_str())
    };
    let (mut at, mut any) = (0, false);
    while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
        match offer.find(rest) {
            Match::Found { used, .. } | Match::Ambiguous { used, .. } => {
                (at, any) = (at + used.max(1), true);
            }
            // `U-boat 1 and 2`: the number has its name before it.
            Match::Unknown if any && rest[0].kind == Kind::Number => at += 1,
            Match::Unknown if filling(&rest[0]) => at += 1,
            Match::Unknown => return false,
        }
    }
    any
}

fn units(view: &dyn Lexicon) -> Vec<Item> {
    let known = view.known().into_iter();
    let units = known.filter(|thing| thing.class == Class::Unit);
    units.map(Item::Thing).collect()
}

/// Whether a line names a unit, written out.
pub(super) fn names_unit(line: &TokenLine, view: &dyn Lexicon) -> bool {
    let offer = Names::new(view).offer(&units(view));
    let named = |at: usize| {
        let rest = line.tokens.get(at..).unwrap_or_default();
        let word = rest.first().is_some_and(|token| token.kind.is_word());
        word && matches!(offer.find_exact(rest), Match::Found { .. })
    };
    (0..line.tokens.len()).any(named)
}

/// Whether a line that begins with no order speaks of a unit and of where it is to go, as orders do and talk seldom does.
pub(super) fn speaks_of_orders(line: &TokenLine, view: &dyn Lexicon) -> Option<Vec<Token>> {
    let mut names = Names::new(view);
    let units = names.offer(&units(view));
    let places = view.known().into_iter();
    let places: Vec<Item> = places
        .filter(|thing| matches!(thing.class, Class::Place | Class::Edge))
        .map(Item::Thing)
        .collect();
    let places = names.offer(&places);
    let (mut unit, mut place): (Option<Vec<Token>>, bool) = (None, false);
    let mut at = 0;
    while let Some(rest) = line.tokens.get(at..).filter(|rest| !rest.is_empty()) {
        let token = &rest[0];
        let numbered = |used: usize| {
            let name = rest.get(..used).unwrap_or_default();
            name.iter()
                .any(|token| token.text.contains(|c: char| c.is_ascii_digit()))
        };
        let mut step = 1;
        if token.kind.is_word() && token.glue.is_none() {
            match (units.find(rest), places.find_exact(rest)) {
                (Match::Found { used, exact, .. }, found)
                    if exact && used > 1
                        || numbered(used) && found == Match::Unknown
                        || exact && found == Match::Unknown =>
                {
                    unit = unit.or_else(|| Some(rest.get(..used)?.to_vec()));
                    step = used;
                }
                (_, Match::Found { used, .. }) => {
                    (place, step) = (true, used);
                }
                _ if rest.get(1).is_some_and(|next| next.kind == Kind::Number)
                    && !crate::orders::suggest::suggest(rest.get(..2)?, &[&units], view)
                        .is_empty() =>
                {
                    unit = unit.or_else(|| Some(rest.get(..2)?.to_vec()));
                    step = 2;
                }
                _ => {}
            }
        }
        at += step.max(1);
    }
    unit.filter(|_| place)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::orders::Thing;

    struct Ships;

    impl Lexicon for Ships {
        fn name(&self, thing: Thing) -> Cow<'_, str> {
            match (thing.class, thing.id) {
                (Class::Unit, 0) => "U-boat 1".into(),
                (Class::Unit, 1) => "U-boat 2".into(),
                (Class::Unit, _) => "Hipper".into(),
                _ => "Narvik".into(),
            }
        }
        fn id(&self, thing: Thing) -> Cow<'_, str> {
            format!(
                "{}{}",
                if thing.class == Class::Unit { "u" } else { "p" },
                thing.id
            )
            .into()
        }
        fn known(&self) -> Vec<Thing> {
            (0..3).map(Thing::unit).chain([Thing::place(0)]).collect()
        }
    }

    static SAIL: Word = Word {
        en: &["sail"],
        fr: &["navigue"],
    };

    fn read(text: &str) -> String {
        let line = turned(TokenLine::new(1, text), &[&SAIL], &Ships, |_| true);
        let words: Vec<&str> = line
            .tokens
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        words.join(" ")
    }

    #[test]
    fn the_word_of_the_order_comes_first() {
        assert_eq!(read("Hipper sails to Narvik"), "sail hipper to narvik");
        assert_eq!(
            read("les U-boat 1 et 2 naviguent vers Narvik"),
            "navigue les u-boat 1 et 2 vers narvik"
        );
        assert_eq!(read("Hipper: sail to Narvik"), "sail hipper to narvik");
        for text in [
            "sail Hipper to Narvik",
            "Anna sails to Narvik",
            "Narvik sail Hipper",
            "Hipper is fine",
        ] {
            assert_eq!(read(text), text.to_lowercase(), "{text}");
        }
    }

    #[test]
    fn who_names_a_unit_and_a_place_means_an_order() {
        for text in [
            "U-boat 1 before Narvik",
            "les u-boots 1 et 2 devant Narvik",
            "I want Hipper in Narvik",
        ] {
            assert!(
                speaks_of_orders(&TokenLine::new(1, text), &Ships).is_some(),
                "{text}"
            );
        }
        for text in ["See you in Narvik", "Hipper is my favourite", "well played"] {
            assert!(
                speaks_of_orders(&TokenLine::new(1, text), &Ships).is_none(),
                "{text}"
            );
        }
    }
}
