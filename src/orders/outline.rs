//! Outlines: what an order form says may be written.

use super::fits::number;
use super::form::{Form, Part, Pick, Row};
use super::item::Item;
use super::lexicon::Lexicon;
use super::phrase::Phrase;
use super::phrasebook::Phrasebook;
use super::word::{Lang, NONE, Word};

/// Describes a form for the player who must fill it in; a sheet has a line for each kind of row.
pub fn outline(form: &Form, lang: Lang, lex: &dyn Lexicon) -> Vec<String> {
    let say = |phrase: &Phrase| Phrasebook::builtin().say(phrase, lang, lex);
    let mut head = form.word.print(lang).to_owned();
    for item in &form.subject {
        head.push(' ');
        head.push_str(&super::phrasebook::item_text(*item, lang, lex));
    }
    let mut lines = Vec::new();
    match &form.pick {
        Pick::Sheet { rows, max } => {
            lines.push(format!("{head}: {}", say(&sheet_head(*max))));
            let rows = alike(rows);
            lines.extend(
                rows.iter()
                    .map(|row| format!("  {}", say(&describe_row(row)))),
            );
        }
        Pick::Script { rows, tests, max } => {
            lines.push(format!("{head}: {}", say(&sheet_head(*max))));
            let rows = alike(rows);
            let rows = rows.iter().map(describe_row);
            lines.extend(rows.map(|row| format!("  {}", say(&row))));
            if !tests.is_empty() {
                lines.push(format!("  {}", say(&Phrase::new("form-if"))));
                let tests = tests
                    .iter()
                    .map(|test| describe_words(test.word, &test.pick));
                lines.extend(tests.map(|test| format!("    {}", say(&test))));
            }
        }
        pick => lines.push(format!("{head}: {}", say(&describe(pick)))),
    }
    lines
}

/// So many rows can be told one by one.
const FEW: usize = 6;

/// Rows that are written in the same way, as one row each: for every subject that any of them takes, and with all
/// choices that any of them gives. What a player may write is told once; what fits together is checked when he does.
fn alike(rows: &[Row]) -> Vec<Row> {
    if rows.len() <= FEW {
        return rows.to_vec();
    }
    let mut merged: Vec<Row> = Vec::new();
    for row in rows {
        let same = |other: &&mut Row| {
            other.word == row.word
                && other.subjects.is_empty() == row.subjects.is_empty()
                && written_alike(&other.pick, &row.pick)
        };
        match merged.iter_mut().find(same) {
            Some(other) => {
                add_new(&mut other.subjects, &row.subjects);
                join(&mut other.pick, &row.pick);
            }
            None => merged.push(row.clone()),
        }
    }
    merged
}

fn add_new(to: &mut Vec<Item>, from: &[Item]) {
    for item in from {
        if !to.contains(item) {
            to.push(*item);
        }
    }
}

fn written_alike(a: &Pick, b: &Pick) -> bool {
    match (a, b) {
        (Pick::Parts(a), Pick::Parts(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| {
                    a.word == b.word && a.optional == b.optional && written_alike(&a.pick, &b.pick)
                })
        }
        (Pick::One(_), Pick::One(_)) | (Pick::Nothing, Pick::Nothing) => true,
        (Pick::Some { min: a, .. }, Pick::Some { min: b, .. }) => a == b,
        (Pick::Path { stay: a, .. }, Pick::Path { stay: b, .. }) => a == b,
        _ => false,
    }
}

/// Gives a pick the choices of another one that is written alike.
fn join(pick: &mut Pick, other: &Pick) {
    match (pick, other) {
        (Pick::Parts(parts), Pick::Parts(others)) => {
            for (part, other) in parts.iter_mut().zip(others) {
                join(&mut part.pick, &other.pick);
            }
        }
        (Pick::One(items), Pick::One(others)) => add_new(items, others),
        (
            Pick::Some { of, max, .. },
            Pick::Some {
                of: others,
                max: more,
                ..
            },
        ) => {
            let all = *max >= of.len() && *more >= others.len();
            add_new(of, others);
            of.sort_unstable();
            *max = if all { of.len() } else { (*max).max(*more) };
        }
        (
            Pick::Path { from, max, .. },
            Pick::Path {
                from: other,
                max: more,
                ..
            },
        ) => {
            if from != other {
                // From wherever each of them is.
                *from = Item::Number(0);
            }
            *max = (*max).max(*more);
        }
        _ => {}
    }
}

/// Describes the choices.
pub(crate) fn describe(pick: &Pick) -> Phrase {
    match pick {
        Pick::One(items) => Phrase::new("form-one").with("items", items.clone()),
        Pick::Some { of, min, max } => some(of, *min, (*max).min(of.len())),
        Pick::Order(items) => Phrase::new("form-order").with("items", items.clone()),
        Pick::Number { min, max } => Phrase::new("form-number")
            .with("min", *min)
            .with("max", *max),
        Pick::Path {
            from, max, stay, ..
        } => {
            let max = i32::try_from(*max).unwrap_or(i32::MAX);
            let nowhere = *from == Item::Number(0);
            let key = match (nowhere, *stay) {
                (true, true) => "form-any-path-or-stay",
                (true, false) => "form-any-path",
                (false, true) => "form-path-or-stay",
                (false, false) => "form-path",
            };
            let phrase = Phrase::new(key).with("max", max);
            if nowhere {
                phrase
            } else {
                phrase.with("from", *from)
            }
        }
        Pick::Share { of, min, max } => share(of, *min, *max),
        Pick::Pairs { from, to, each } => {
            let key = if *each >= from.len() {
                "form-pairs"
            } else {
                "form-pairs-each"
            };
            let phrase = Phrase::new(key)
                .with("from", from.clone())
                .with("to", to.clone());
            if *each >= from.len() {
                phrase
            } else {
                phrase.with("each", number(*each))
            }
        }
        Pick::Parts(parts) => chain("form-then", parts.iter().map(part)),
        Pick::Sheet { rows, max } => {
            let rows = chain("form-rows", rows.iter().map(describe_row));
            Phrase::new("form-sheet")
                .with("head", sheet_head(*max))
                .with("rows", rows)
        }
        Pick::Script { rows, max, .. } => {
            let rows = chain("form-rows", rows.iter().map(describe_row));
            Phrase::new("form-sheet")
                .with("head", sheet_head(*max))
                .with("rows", rows)
        }
        Pick::Nothing => Phrase::new("form-nothing").with("none", &NONE),
    }
}

/// A keyword and what follows it.
fn describe_words(word: &'static Word, pick: &Pick) -> Phrase {
    match pick {
        Pick::Nothing => Phrase::new("form-word").with("word", word),
        _ => Phrase::new("form-row-bare")
            .with("word", word)
            .with("form", describe(pick)),
    }
}

fn some(of: &[Item], min: usize, max: usize) -> Phrase {
    let (key, counts): (_, &[_]) = if min == max {
        ("form-some-exactly", &[("n", min)])
    } else if min == 0 && max >= of.len() {
        ("form-some-any", &[])
    } else if min == 0 {
        ("form-some-up-to", &[("max", max)])
    } else {
        ("form-some", &[("min", min), ("max", max)])
    };
    let phrase = Phrase::new(key).with("items", of.to_vec());
    counts
        .iter()
        .fold(phrase, |phrase, (name, n)| phrase.with(name, number(*n)))
}

fn share(of: &[(Item, i32)], min: i32, max: i32) -> Phrase {
    let each = |(item, most): &(Item, i32)| {
        Phrase::new("form-share-each")
            .with("item", *item)
            .with("max", *most)
    };
    let list = chain("form-list", of.iter().map(each));
    let phrase = if min == max {
        Phrase::new("form-share-exactly").with("n", min)
    } else {
        Phrase::new("form-share").with("min", min).with("max", max)
    };
    phrase.with("list", list)
}

fn part(part: &Part) -> Phrase {
    let key = if part.optional {
        "form-part-optional"
    } else {
        "form-part"
    };
    Phrase::new(key)
        .with("word", part.word)
        .with("form", describe(&part.pick))
}

fn describe_row(row: &Row) -> Phrase {
    let (key, subjects) = match row.subjects.as_slice() {
        [] => return describe_words(row.word, &row.pick),
        _ if matches!(row.pick, Pick::Nothing) => {
            return Phrase::new("form-word-of")
                .with("word", row.word)
                .with("items", row.subjects.clone());
        }
        [_] => ("form-row", row.subjects.clone()),
        _ => ("form-row-of", row.subjects.clone()),
    };
    Phrase::new(key)
        .with("word", row.word)
        .with("items", subjects)
        .with("form", describe(&row.pick))
}

fn sheet_head(max: usize) -> Phrase {
    // More lines than anybody writes are no limit worth telling.
    if max > 999 {
        Phrase::new("form-lines-any").with("none", &NONE)
    } else {
        Phrase::new("form-lines")
            .with("max", number(max))
            .with("none", &NONE)
    }
}

/// Strings phrases together with a phrase of two places.
fn chain(key: &'static str, phrases: impl Iterator<Item = Phrase>) -> Phrase {
    let joined = phrases.reduce(|a, b| Phrase::new(key).with("a", a).with("b", b));
    joined.unwrap_or_else(|| Phrase::new("form-nothing").with("none", &NONE))
}
