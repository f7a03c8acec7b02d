//! Printing: answers as order lines, in a player's language or in that of the records.
//!
//! Whatever is printed here is read back as the same answer.

use std::fmt::Write as _;

use super::form::{Act, Clause, Form, Line, Part, Pick, Picks, Row};
use super::item::Item;
use super::lexicon::Lexicon;
use super::names::{Match, Names, Offer, class_word};
use super::token::{Kind, TokenLine};
use super::word::{AND, ELSE, IF, Lang, NONE, NOT, Word};

/// Prints an answer as order lines with the names of counters and map.
pub fn words(form: &Form, picks: &Picks, lang: Lang, lex: &dyn Lexicon) -> Vec<String> {
    words_with(&mut Names::new(lex), form, picks, lang)
}

/// The same with names that are lent: who prints many answers folds their spellings once.
pub(super) fn words_with(
    names: &mut Names<'_>,
    form: &Form,
    picks: &Picks,
    lang: Lang,
) -> Vec<String> {
    let record = false;
    Printer {
        names,
        lang,
        record,
    }
    .form(form, picks)
}

/// Prints an answer as it stands in records: English, with ids.
pub fn canonical(form: &Form, picks: &Picks, lex: &dyn Lexicon) -> Vec<String> {
    let mut printer = Printer {
        names: &mut Names::new(lex),
        lang: Lang::En,
        record: true,
    };
    printer.form(form, picks)
}

/// Prints conditions as they stand behind `if`: in a player's language, or as in records if there is none.
pub fn conditions(
    tests: &[Form],
    clauses: &[Clause],
    lang: Option<Lang>,
    lex: &dyn Lexicon,
) -> String {
    let mut printer = Printer {
        names: &mut Names::new(lex),
        lang: lang.unwrap_or_default(),
        record: lang.is_none(),
    };
    printer.clauses(tests, clauses)
}

/// Spells names for whoever puts lines together elsewhere: each as it is printed where it must be told apart from some
/// others.
pub struct Speller<'a> {
    names: Names<'a>,
    lang: Lang,
}

impl<'a> Speller<'a> {
    /// For a reader.
    pub fn new(lex: &'a dyn Lexicon, lang: Lang) -> Self {
        Self {
            names: Names::new(lex),
            lang,
        }
    }

    fn printer(&mut self) -> Printer<'_, 'a> {
        Printer {
            names: &mut self.names,
            lang: self.lang,
            record: false,
        }
    }

    /// How each of these items is written among them.
    pub fn among(&mut self, items: &[Item]) -> Vec<String> {
        let mut printer = self.printer();
        let choice = printer.choice(items);
        items
            .iter()
            .map(|item| printer.item(*item, &choice))
            .collect()
    }

    /// How the line of a form begins that is no sheet.
    pub fn head(&mut self, form: &Form) -> String {
        self.printer().head(form)
    }

    /// Which of these items want a colon before a number up to so much, lest it be read as a part of a name.
    pub fn want_colon(&mut self, of: &[(Item, i32)]) -> Vec<bool> {
        let items: Vec<Item> = of.iter().map(|(item, _)| *item).collect();
        let mut printer = self.printer();
        let choice = printer.choice(&items);
        let clear = |name: &str, item: Item, n: i32| {
            meant(&choice.offer, &format!("{name} {n}"), 1) == Some(item)
        };
        of.iter()
            .map(|(item, most)| {
                let name = printer.item(*item, &choice);
                (1..=(*most).min(20)).any(|n| !clear(&name, *item, n))
            })
            .collect()
    }
}

/// Prints a line of a row: in a player's language, or as in records if there is none.
pub fn line_words(row: &Row, line: &Line, lang: Option<Lang>, lex: &dyn Lexicon) -> String {
    let mut printer = Printer {
        names: &mut Names::new(lex),
        lang: lang.unwrap_or_default(),
        record: lang.is_none(),
    };
    printer.row(std::slice::from_ref(row), line)
}

struct Printer<'n, 'a> {
    names: &'n mut Names<'a>,
    lang: Lang,
    /// Ids instead of names.
    record: bool,
}

/// What an item must be told apart from.
struct Choice<'i> {
    items: &'i [Item],
    /// Their spellings; empty for records, whose ids need no comparison.
    offer: Offer,
}

impl Printer<'_, '_> {
    fn form(&mut self, form: &Form, picks: &Picks) -> Vec<String> {
        if let (Pick::Sheet { rows, .. }, Picks::Sheet(lines)) = (&form.pick, picks)
            && !lines.is_empty()
        {
            return lines.iter().map(|line| self.row(rows, line)).collect();
        }
        if let (Pick::Script { rows, tests, .. }, Picks::Script(acts)) = (&form.pick, picks)
            && !acts.is_empty()
        {
            return acts.iter().map(|act| self.act(rows, tests, act)).collect();
        }
        let head = self.head(form);
        vec![format!("{head}: {}", self.pick(&form.pick, picks))]
    }

    /// How the line of a form begins.
    fn head(&mut self, form: &Form) -> String {
        let mut text = self.word(form.word).to_owned();
        if !form.subject.is_empty() {
            let things: Vec<Item> = match self.record {
                true => form.subject.clone(),
                false => self
                    .names
                    .lexicon()
                    .known()
                    .into_iter()
                    .map(Item::Thing)
                    .collect(),
            };
            for &item in &form.subject {
                // Another form may have the same word and a subject of the same name.
                let choice = self.choice(if things.contains(&item) {
                    &things
                } else {
                    &form.subject
                });
                text.push(' ');
                text.push_str(&self.item(item, &choice));
            }
        }
        text
    }

    /// An act of a script, on one line.
    fn act(&mut self, rows: &[Row], tests: &[Form], act: &Act) -> String {
        let branch = match act {
            Act::Do(line) => return self.row(rows, line),
            Act::If(branch) => branch,
        };
        let mut text = format!("{} ", self.word(&IF));
        text.push_str(&self.clauses(tests, &branch.tests));
        let _ = write!(text, ": {}", self.rows(rows, &branch.then));
        if !branch.otherwise.is_empty() {
            let otherwise = self.rows(rows, &branch.otherwise);
            let _ = write!(text, " {}: {otherwise}", self.word(&ELSE));
        }
        text
    }

    fn rows(&mut self, rows: &[Row], lines: &[Line]) -> String {
        let lines: Vec<String> = lines.iter().map(|line| self.row(rows, line)).collect();
        lines.join("; ")
    }

    fn clauses(&mut self, tests: &[Form], clauses: &[Clause]) -> String {
        let clauses: Vec<String> = clauses
            .iter()
            .map(|clause| self.clause(tests, clause))
            .collect();
        clauses.join(&format!(" {} ", self.word(&AND)))
    }

    fn clause(&mut self, tests: &[Form], clause: &Clause) -> String {
        let Some(form) = tests.iter().find(|form| form.word == clause.word) else {
            return self.none();
        };
        let mut text = String::new();
        if clause.not {
            let _ = write!(text, "{} ", self.word(&NOT));
        }
        text.push_str(self.word(form.word));
        if clause.picks != Picks::Nothing {
            text.push(' ');
            text.push_str(&self.pick(&form.pick, &clause.picks));
        }
        text
    }

    const fn word(&self, word: &'static Word) -> &'static str {
        if self.record {
            word.id()
        } else {
            word.print(self.lang)
        }
    }

    fn choice<'i>(&mut self, items: &'i [Item]) -> Choice<'i> {
        let offer = if self.record {
            Offer::default()
        } else {
            self.names.offer(items)
        };
        Choice { items, offer }
    }

    fn none(&self) -> String {
        self.word(&NONE).to_owned()
    }

    fn pick(&mut self, pick: &Pick, picks: &Picks) -> String {
        match (pick, picks) {
            (Pick::One(items), Picks::One(item)) => {
                let choice = self.choice(items);
                self.item(*item, &choice)
            }
            (Pick::Some { of: items, .. } | Pick::Order(items), Picks::List(list)) => {
                let choice = self.choice(items);
                self.list(list, &choice, ", ")
            }
            (Pick::Path { .. }, Picks::List(way)) => self.way(pick, way),
            (Pick::Share { of, .. }, Picks::Share(share)) => self.share(of, share),
            (Pick::Pairs { from, to, .. }, Picks::Pairs(pairs)) => self.pairs(from, to, pairs),
            (Pick::Parts(parts), Picks::Parts(picks)) => self.parts(parts, picks),
            (Pick::Sheet { rows, .. }, Picks::Sheet(lines)) if !lines.is_empty() => {
                let lines: Vec<String> = lines.iter().map(|line| self.row(rows, line)).collect();
                lines.join("; ")
            }
            (_, Picks::Number(number)) => number.to_string(),
            _ => self.none(),
        }
    }

    fn list(&mut self, list: &[Item], choice: &Choice<'_>, between: &str) -> String {
        if list.is_empty() {
            return self.none();
        }
        let items: Vec<String> = list.iter().map(|item| self.item(*item, choice)).collect();
        items.join(between)
    }

    fn way(&mut self, pick: &Pick, way: &[Item]) -> String {
        // Every place is printed as a neighbour of the one before, but must be told apart from all in reach.
        let places = if self.record {
            way.to_vec()
        } else {
            pick.items()
        };
        let choice = self.choice(&places);
        let names: Vec<String> = way.iter().map(|place| self.item(*place, &choice)).collect();
        let digits = |name: &String| name.bytes().all(|b| b.is_ascii_digit());
        match names.as_slice() {
            [] => self.none(),
            names if names.iter().all(digits) => names.join(" "),
            names => names.join(", "),
        }
    }

    fn share(&mut self, of: &[(Item, i32)], share: &[(Item, i32)]) -> String {
        if share.is_empty() {
            return self.none();
        }
        let items: Vec<Item> = of.iter().map(|(item, _)| *item).collect();
        let choice = self.choice(&items);
        let mut given = Vec::with_capacity(share.len());
        for (item, n) in share {
            let name = self.item(*item, &choice);
            let plain = format!("{name} {n}");
            // `Hipper 2` may be another ship's name; a colon parts them for certain.
            let clear = !self.record && meant(&choice.offer, &plain, 1) == Some(*item);
            given.push(if clear { plain } else { format!("{name}: {n}") });
        }
        given.join(", ")
    }

    fn pairs(&mut self, from: &[Item], to: &[Item], pairs: &[(Item, Item)]) -> String {
        if pairs.is_empty() {
            return self.none();
        }
        let (from, to) = (self.choice(from), self.choice(to));
        let mut text = Vec::with_capacity(pairs.len());
        for (left, right) in pairs {
            text.push(format!(
                "{} > {}",
                self.item(*left, &from),
                self.item(*right, &to)
            ));
        }
        text.join(", ")
    }

    fn parts(&mut self, parts: &[Part], picks: &[Option<Picks>]) -> String {
        let words: Vec<Item> = parts.iter().map(|part| Item::Word(part.word)).collect();
        let keywords = self.names.offer(&words);
        let mut text = String::new();
        for (part, picks) in parts.iter().zip(picks) {
            let Some(picks) = picks else { continue };
            if !text.is_empty() {
                text.push(' ');
            }
            let inner = self.pick(&part.pick, picks);
            // Parentheses keep keywords inside the part from ending it.
            let wrap = matches!(part.pick, Pick::Parts(_) | Pick::Sheet { .. })
                || mentions(&keywords, &inner);
            let (open, close) = if wrap { ("(", ")") } else { ("", "") };
            let _ = write!(text, "{} {open}{inner}{close}", self.word(part.word));
        }
        if text.is_empty() { self.none() } else { text }
    }

    fn row(&mut self, rows: &[Row], line: &Line) -> String {
        let Some(row) = line.row(rows) else {
            return self.none();
        };
        let mut text = self.word(row.word).to_owned();
        if let Some(subject) = line.subject {
            let rows = rows.iter().filter(|r| r.word == row.word);
            let subjects: Vec<Item> = rows.flat_map(|row| row.subjects.iter().copied()).collect();
            let choice = self.choice(&subjects);
            text.push(' ');
            text.push_str(&self.item(subject, &choice));
        }
        // Where all is said by the keyword and its subject nothing follows.
        match (&row.pick, &line.picks) {
            (Pick::Nothing, _) => return text,
            (Pick::Parts(_), Picks::Parts(parts)) if parts.iter().all(Option::is_none) => {
                return text;
            }
            _ => text.push_str(": "),
        }
        let inner = self.pick(&row.pick, &line.picks);
        if matches!(row.pick, Pick::Sheet { .. }) {
            let _ = write!(text, "({inner})");
        } else {
            text.push_str(&inner);
        }
        text
    }

    /// The first spelling of an item that means nothing else.
    fn item(&mut self, item: Item, choice: &Choice<'_>) -> String {
        let lex = self.names.lexicon();
        if self.record {
            return match item {
                Item::Word(word) => word.id().to_owned(),
                Item::Number(number) => number.to_string(),
                Item::Thing(thing) => {
                    let id = lex.id(thing);
                    let meets = choice.items.iter().any(|other| match *other {
                        Item::Thing(other) => other.class != thing.class && lex.id(other) == id,
                        Item::Word(word) => word.id() == id,
                        Item::Number(number) => number.to_string() == id,
                    });
                    if meets {
                        format!("{}/{id}", class_word(thing.class))
                    } else {
                        id.into_owned()
                    }
                }
            };
        }
        let spellings: Vec<String> = match item {
            Item::Number(number) => vec![number.to_string()],
            Item::Word(word) => {
                let first = std::iter::once(word.print(self.lang));
                first.chain(word.spellings()).map(str::to_owned).collect()
            }
            Item::Thing(thing) => {
                let id = lex.id(thing).into_owned();
                let full = format!("{}/{id}", class_word(thing.class));
                vec![lex.name(thing).into_owned(), id, full]
            }
        };
        let clear = spellings
            .iter()
            .find(|text| meant(&choice.offer, text, 0) == Some(item));
        clear.or(spellings.last()).cloned().unwrap_or_default()
    }
}

/// What a text means, if all of its words but the last few name one item.
fn meant(offer: &Offer, text: &str, more: usize) -> Option<Item> {
    let line = TokenLine::new(1, text);
    // These marks would end the name where it stands in a line.
    let ends = |kind: Kind| {
        matches!(
            kind,
            Kind::Colon | Kind::Semicolon | Kind::Arrow | Kind::Equals
        )
    };
    if line.tokens.iter().any(|token| ends(token.kind)) {
        return None;
    }
    match offer.find_exact(&line.tokens) {
        Match::Found { item, used, .. } if used + more == line.tokens.len() => Some(item),
        _ => None,
    }
}

/// Whether a keyword stands anywhere in the text.
fn mentions(keywords: &Offer, text: &str) -> bool {
    let tokens = TokenLine::new(1, text).tokens;
    (0..tokens.len())
        .any(|at| keywords.find_exact(tokens.get(at..).unwrap_or_default()) != Match::Unknown)
}
