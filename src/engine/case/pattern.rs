//! Patterns: what an event must look like, as a case writes it.

use std::fmt;

use serde::{Serialize, Serializer};
use toml::Value;

/// An argument of an event as it is written in a case: ids, keywords and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// One word or number.
    One(String),
    /// A list of them.
    Many(Vec<String>),
}

impl Shown {
    /// Reads a value of a case; only words, whole numbers and lists of them will do.
    pub(super) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Array(values) => {
                let words = values.iter().map(word).collect::<Option<_>>()?;
                Some(Self::Many(words))
            }
            value => word(value).map(Self::One),
        }
    }

    /// Whether two are the same; a list of one is as good as the one.
    pub(super) fn fits(&self, other: &Self) -> bool {
        self.words() == other.words()
    }

    /// The words, however many.
    pub(super) fn words(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }
}

/// A single value as a word.
pub(super) fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(yes) => Some(yes.to_string()),
        _ => None,
    }
}

/// A word as TOML: numbers bare, all else quoted.
pub(super) fn quoted(word: &str) -> String {
    match word.parse::<i64>() {
        Ok(number) if number.to_string() == word => word.to_owned(),
        _ => Value::String(word.to_owned()).to_string(),
    }
}

/// A key as TOML: bare where that is allowed.
pub(super) fn key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) {
        name.to_owned()
    } else {
        Value::String(name.to_owned()).to_string()
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(word) => f.write_str(&quoted(word)),
            Self::Many(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                write!(f, "[{}]", words.join(", "))
            }
        }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(word) => match word.parse::<i64>() {
                Ok(number) if number.to_string() == *word => serializer.serialize_i64(number),
                _ => serializer.serialize_str(word),
            },
            Self::Many(words) => words.serialize(serializer),
        }
    }
}

/// What an event must look like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The line of the file.
    pub line: usize,
    /// The event's key.
    pub event: String,
    /// Arguments that it must have.
    pub args: Vec<(String, Shown)>,
    /// The rule of its tally, or the one it follows from.
    pub rule: Option<String>,
    /// The terms of its tally, all of them, as `name value` or `name whom value`.
    pub tally: Option<Vec<String>>,
    /// The total of its tally.
    pub total: Option<i64>,
    /// What the total had to reach.
    pub needed: Option<i64>,
    /// Sides that must have seen all of it.
    pub seen_by: Vec<String>,
    /// Sides that must have seen nothing of it.
    pub hidden_from: Vec<String>,
    /// Sides that must have seen another, poorer event instead.
    pub seen_as: Vec<(String, Self)>,
}

impl Pattern {
    /// Reads a pattern: the key of an event, or a table.
    pub(super) fn read(value: &Value, line: usize) -> Result<Self, String> {
        let table = match value {
            Value::String(event) => {
                return Ok(Self {
                    line,
                    event: event.clone(),
                    ..Self::default()
                });
            }
            Value::Table(table) => table,
            _ => return Err("an event is its key, or a table with `event = \"...\"`".to_owned()),
        };
        let mut pattern = Self {
            line,
            ..Self::default()
        };
        for (name, value) in table {
            pattern.take(name, value)?;
        }
        if pattern.event.is_empty() {
            return Err("`event = \"...\"` is missing: which event is meant?".to_owned());
        }
        Ok(pattern)
    }

    fn take(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let text = || match value {
            Value::String(text) => Ok(text.clone()),
            _ => Err(format!("`{name}` is a text in quotes")),
        };
        let number = || {
            let wrong = || format!("`{name}` is a whole number");
            value.as_integer().ok_or_else(wrong)
        };
        let list = || {
            let wrong = || format!("`{name}` is a list of texts");
            let shown = Shown::read(value).ok_or_else(wrong)?;
            Ok::<_, String>(shown.words().to_vec())
        };
        match name {
            "event" => self.event = text()?,
            "rule" => self.rule = Some(text()?),
            "tally" => self.tally = Some(list()?),
            "total" => self.total = Some(number()?),
            "needed" => self.needed = Some(number()?),
            "seen_by" => self.seen_by = list()?,
            "hidden_from" => self.hidden_from = list()?,
            "seen_as" => {
                let wrong = || "`seen_as` is a table: `{ red = \"event\" }`".to_owned();
                for (side, value) in value.as_table().ok_or_else(wrong)? {
                    let pattern = Self::read(value, self.line)?;
                    self.seen_as.push((side.clone(), pattern));
                }
            }
            // For arguments that are called like one of the keys above.
            "args" => {
                let wrong = || "`args` is a table of arguments".to_owned();
                for (name, value) in value.as_table().ok_or_else(wrong)? {
                    self.argument(name, value)?;
                }
            }
            _ => self.argument(name, value)?,
        }
        Ok(())
    }

    fn argument(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let wrong = || format!("`{name}` is a text, a whole number or a list of them");
        let shown = Shown::read(value).ok_or_else(wrong)?;
        self.args.push((name.to_owned(), shown));
        Ok(())
    }

    /// Every side it names.
    pub(super) fn sides(&self) -> impl Iterator<Item = &str> {
        let lists = self.seen_by.iter().chain(&self.hidden_from);
        let parts = self.seen_as.iter().map(|(side, _)| side);
        lists.chain(parts).map(String::as_str)
    }
}

/// Puts an event's key and arguments together as an inline table.
pub(super) fn inline<'a>(event: &str, rest: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let mut text = format!("{{ event = {}", quoted(event));
    for (name, value) in rest {
        text.push_str(", ");
        text.push_str(&key(name));
        text.push_str(" = ");
        text.push_str(&value);
    }
    text.push_str(" }");
    text
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |words: &[String]| Shown::Many(words.to_vec()).to_string();
        let mut rest: Vec<(&str, String)> = Vec::new();
        for (name, shown) in &self.args {
            rest.push((name, shown.to_string()));
        }
        rest.extend(self.rule.iter().map(|rule| ("rule", format!("\"{rule}\""))));
        rest.extend(self.tally.iter().map(|terms| ("tally", list(terms))));
        rest.extend(self.total.iter().map(|total| ("total", total.to_string())));
        rest.extend(self.needed.iter().map(|n| ("needed", n.to_string())));
        for (name, sides) in [
            ("seen_by", &self.seen_by),
            ("hidden_from", &self.hidden_from),
        ] {
            if !sides.is_empty() {
                rest.push((name, list(sides)));
            }
        }
        if !self.seen_as.is_empty() {
            let parts = self.seen_as.iter();
            let parts: Vec<String> = parts
                .map(|(side, part)| format!("{} = {part}", key(side)))
                .collect();
            rest.push(("seen_as", format!("{{ {} }}", parts.join(", "))));
        }
        f.write_str(&inline(&self.event, rest))
    }
}
