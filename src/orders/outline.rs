//! Outlines: what an order form says may be written.

use super::fits::number;
use super::form::{Form, Part, Pick, Row};
use super::item::{Class, Item};
use super::lexicon::Lexicon;
use super::phrase::{Arg, Phrase};
use super::phrasebook::Phrasebook;
use super::sample::possible;
use super::word::{Lang, NONE};

/// Describes a form for the player who must fill it in; a sheet has a line for each kind of row. Long lists have a short
/// name in these lines and are told once, below them.
pub fn outline(form: &Form, lang: Lang, lex: &dyn Lexicon) -> Vec<String> {
    let say = |phrase: &Phrase| Phrasebook::builtin().say(phrase, lang, lex);
    let mut head = form.word.print(lang).to_owned();
    for item in &form.subject {
        head.push(' ');
        head.push_str(&super::phrasebook::item_text(*item, lang, lex));
    }
    let mut teller = Teller {
        names: true,
        many: MANY,
        ..Teller::default()
    };
    let mut lines = Vec::new();
    match &form.pick {
        Pick::Sheet { rows, max } | Pick::Script { rows, max, .. } => {
            lines.push(format!("{head}: {}", say(&sheet_head(*max))));
            for row in alike(rows) {
                lines.push(format!("  {}", say(&teller.row(&row))));
            }
        }
        pick => lines.push(format!("{head}: {}", say(&teller.pick(pick)))),
    }
    if let Pick::Script { tests, .. } = &form.pick
        && !tests.is_empty()
    {
        lines.push(format!("  {}", say(&Phrase::new("form-if"))));
        lines.extend(
            teller
                .tests(tests, &say)
                .into_iter()
                .map(|test| format!("    {test}")),
        );
    }
    let told = teller.told(lang, lex, &say);
    lines.extend(told.into_iter().map(|list| format!("  {list}")));
    lines
}

/// Describes what may be asked behind `if`: words that are followed by the same together, and a few of the names that
/// may follow them.
pub fn outline_tests(tests: &[Form], lang: Lang, lex: &dyn Lexicon) -> Vec<String> {
    let say = |phrase: &Phrase| Phrasebook::builtin().say(phrase, lang, lex);
    let mut teller = Teller {
        names: true,
        many: SOME,
        ..Teller::default()
    };
    let mut lines = teller.tests(tests, &say);
    lines.extend(teller.told(lang, lex, &say));
    lines
}

/// A list of so many names is told in its place.
const SHORT: usize = 8;
/// No list is told any further.
const MANY: usize = 9;
/// Nor that far where names are but examples.
const SOME: usize = 2;

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
    Teller::default().pick(pick)
}

/// Tells what may be written; long lists are put aside under a short name each.
#[derive(Default)]
struct Teller {
    /// Whether long lists get names.
    names: bool,
    /// So many of each are told.
    many: usize,
    lists: Vec<(Phrase, Vec<Item>)>,
}

impl Teller {
    /// The lists that were put aside.
    fn told(&self, lang: Lang, lex: &dyn Lexicon, say: &dyn Fn(&Phrase) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, items) in &self.lists {
            let texts: Vec<String> = items
                .iter()
                .map(|item| super::phrasebook::item_text(*item, lang, lex))
                .collect();
            let told = super::runs::shortened(&texts);
            // Numbers are short.
            let bare = |text: &String| text.chars().all(|c| c.is_ascii_digit());
            let many = if texts.iter().any(bare) && self.many > SOME {
                self.many * 2
            } else {
                self.many
            };
            let list = told.get(..many.min(told.len())).unwrap_or_default();
            let mut phrase = Phrase::new("form-list-is");
            if told.len() > many {
                phrase = Phrase::new("form-list-begins").with("n", number(items.len()));
            }
            let phrase = phrase
                .with("name", name.clone())
                .with("list", list.join(", "));
            lines.push(say(&phrase));
        }
        lines
    }

    /// A list in its place, or its name.
    fn items(&mut self, items: &[Item]) -> Arg {
        if !self.names || items.len() <= SHORT {
            return Arg::Items(items.to_vec());
        }
        if let Some((name, _)) = self.lists.iter().find(|(_, list)| list == items) {
            return Arg::Phrase(name.clone());
        }
        let kind = name_of(items);
        let like = self.lists.iter().filter(|(_, list)| name_of(list) == kind);
        let name = match like.count() {
            0 => Phrase::new(kind),
            n => Phrase::new("form-name-next")
                .with("name", Phrase::new(kind))
                .with("n", number(n + 1)),
        };
        self.lists.push((name.clone(), items.to_vec()));
        Arg::Phrase(name)
    }

    fn pick(&mut self, pick: &Pick) -> Phrase {
        match pick {
            Pick::One(items) => Phrase::new("form-one").with("items", self.items(items)),
            Pick::Some { of, min, max } => self.some(of, *min, (*max).min(of.len())),
            Pick::Order(items) => Phrase::new("form-order").with("items", self.items(items)),
            Pick::Number { min, max } => Phrase::new("form-number")
                .with("min", *min)
                .with("max", *max),
            Pick::Path {
                from,
                max,
                stay,
                net,
            } => path(*from, net.said(*max), *stay),
            Pick::Share { of, min, max } => share(of, *min, *max),
            Pick::Pairs { from, to, each } => {
                let key = if *each >= from.len() {
                    "form-pairs"
                } else {
                    "form-pairs-each"
                };
                let phrase = Phrase::new(key)
                    .with("from", self.items(from))
                    .with("to", self.items(to));
                if *each >= from.len() {
                    phrase
                } else {
                    phrase.with("each", number(*each))
                }
            }
            Pick::Parts(parts) => {
                // A part that this line does not have is not told.
                let parts = parts
                    .iter()
                    .filter(|part| !part.optional || possible(&part.pick));
                let parts: Vec<Phrase> = parts.map(|part| self.part(part)).collect();
                chain("form-then", parts.into_iter())
            }
            Pick::Sheet { rows, max } | Pick::Script { rows, max, .. } => {
                let rows: Vec<Phrase> = rows.iter().map(|row| self.row(row)).collect();
                Phrase::new("form-sheet")
                    .with("head", sheet_head(*max))
                    .with("rows", chain("form-rows", rows.into_iter()))
            }
            Pick::Nothing => Phrase::new("form-nothing").with("none", &NONE),
        }
    }

    /// What may be asked behind `if`: words that are followed by the same are told together.
    fn tests(&mut self, tests: &[Form], say: &dyn Fn(&Phrase) -> String) -> Vec<String> {
        let mut lines: Vec<(Vec<Item>, String)> = Vec::new();
        for test in tests {
            let follows = match &test.pick {
                Pick::Nothing => String::new(),
                pick => say(&self.pick(pick)),
            };
            match lines.iter_mut().find(|(_, other)| *other == follows) {
                Some((words, _)) => words.push(Item::Word(test.word)),
                None => lines.push((vec![Item::Word(test.word)], follows)),
            }
        }
        lines
            .into_iter()
            .map(|(words, follows)| {
                let words = say(&Phrase::new("form-one").with("items", words));
                match follows.as_str() {
                    "" => words,
                    follows => format!("{words}: {follows}"),
                }
            })
            .collect()
    }

    fn some(&mut self, of: &[Item], min: usize, max: usize) -> Phrase {
        let (key, counts): (_, &[_]) = if min == max {
            ("form-some-exactly", &[("n", min)])
        } else if min == 0 && max >= of.len() {
            ("form-some-any", &[])
        } else if min == 0 {
            ("form-some-up-to", &[("max", max)])
        } else {
            ("form-some", &[("min", min), ("max", max)])
        };
        let phrase = Phrase::new(key).with("items", self.items(of));
        counts
            .iter()
            .fold(phrase, |phrase, (name, n)| phrase.with(name, number(*n)))
    }

    fn part(&mut self, part: &Part) -> Phrase {
        let key = if part.optional {
            "form-part-optional"
        } else {
            "form-part"
        };
        Phrase::new(key)
            .with("word", part.word)
            .with("form", self.pick(&part.pick))
    }

    fn row(&mut self, row: &Row) -> Phrase {
        let key = match row.subjects.as_slice() {
            [] if matches!(row.pick, Pick::Nothing) => {
                return Phrase::new("form-word").with("word", row.word);
            }
            [] => {
                return Phrase::new("form-row-bare")
                    .with("word", row.word)
                    .with("form", self.pick(&row.pick));
            }
            subjects if matches!(row.pick, Pick::Nothing) => {
                return Phrase::new("form-word-of")
                    .with("word", row.word)
                    .with("items", self.items(subjects));
            }
            [_] => "form-row",
            _ => "form-row-of",
        };
        Phrase::new(key)
            .with("word", row.word)
            .with("items", self.items(&row.subjects))
            .with("form", self.pick(&row.pick))
    }
}

/// The short name of a list: by what is in it.
fn name_of(items: &[Item]) -> &'static str {
    let class = |item: &Item| match item {
        Item::Thing(thing) => Some(thing.class),
        _ => None,
    };
    let mut classes = items.iter().map(class);
    let first = classes
        .next()
        .flatten()
        .filter(|first| classes.all(|class| class == Some(*first)));
    match first {
        Some(Class::Place) => "form-name-place",
        Some(Class::Unit) => "form-name-unit",
        Some(Class::Edge) => "form-name-edge",
        Some(Class::Card) => "form-name-card",
        Some(Class::Side | Class::Marker) | None => "form-name-any",
    }
}

fn path(from: Item, max: Arg, stay: bool) -> Phrase {
    let nowhere = from == Item::Number(0);
    let key = match (nowhere, stay) {
        (true, true) => "form-any-path-or-stay",
        (true, false) => "form-any-path",
        (false, true) => "form-path-or-stay",
        (false, false) => "form-path",
    };
    let phrase = Phrase::new(key).with("max", max);
    if nowhere {
        phrase
    } else {
        phrase.with("from", from)
    }
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
