//! Phrases: what is said, without the words.
//!
//! Rules say *what* (a key and its arguments); `templates/{en,fr}` hold the words.

use serde::{Deserialize, Serialize};

use super::item::Item;

/// Something to be said to a person, in whatever language he reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The key of the template.
    pub key: &'static str,
    /// Its arguments by name.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A thing, number or keyword.
    Item(Item),
    /// A list of them.
    Items(Vec<Item>),
    /// Text that is the same in every language.
    Text(String),
    /// Words of a record: its ids are said by the names of what they mean.
    Record(String),
    /// A phrase inside the phrase.
    Phrase(Phrase),
}

impl Phrase {
    /// A phrase without arguments.
    pub const fn new(key: &'static str) -> Self {
        Self {
            key,
            args: Vec::new(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((name, arg.into()));
        self
    }
}

impl<T: Into<Item>> From<T> for Arg {
    fn from(item: T) -> Self {
        Self::Item(item.into())
    }
}

impl From<Vec<Item>> for Arg {
    fn from(items: Vec<Item>) -> Self {
        Self::Items(items)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Phrase> for Arg {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}

/// A stretch of a letter: line (from 1) and columns (in characters, from 1, end exclusive).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The line.
    pub line: usize,
    /// The first column.
    pub from: usize,
    /// The column behind the last.
    pub to: usize,
}

/// What part of an answer a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The answer as a whole.
    Whole,
    /// An item wherever it stands.
    Item(Item),
    /// A line of a sheet, from 0.
    Line(usize),
    /// An item in a line of a sheet.
    LineItem(usize, Item),
    /// A stretch of text that could not be read.
    Text(Span),
}

/// Something wrong with an answer: data, not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What part of the answer.
    pub about: About,
    /// Of whom and where, where that stands before what is wrong.
    pub of: Option<Phrase>,
    /// What is wrong and why, with the numbers.
    pub what: Phrase,
    /// The rule that says so, as printed in the rulebook.
    pub rule: Option<&'static str>,
    /// What could stand there instead.
    pub instead: Vec<String>,
}

impl Problem {
    /// A problem with the answer as a whole.
    pub const fn new(what: Phrase) -> Self {
        Self {
            about: About::Whole,
            of: None,
            what,
            rule: None,
            instead: Vec::new(),
        }
    }

    /// Says which part it is about.
    #[must_use]
    pub const fn about(mut self, about: About) -> Self {
        self.about = about;
        self
    }

    /// Says of whom and where.
    #[must_use]
    pub fn of(mut self, whom: Phrase) -> Self {
        self.of = Some(whom);
        self
    }

    /// Names the rule.
    #[must_use]
    pub const fn rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Suggests something else.
    #[must_use]
    pub fn instead(mut self, words: impl Into<String>) -> Self {
        self.instead.push(words.into());
        self
    }
}
