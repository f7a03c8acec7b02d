//! All that a run may know of the world: letters, standing orders, who is late, the pace.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::game::Game;
use super::record::LineId;

/// How often a game waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Each choice the rules give is asked unless a standing order covers it.
    #[default]
    Strict,
    /// Standing orders and defaults answer reactions.
    Brisk,
}

impl Pace {
    /// The name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Brisk => "brisk",
        }
    }
}

/// When a line sent ahead counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// If these words hold when it is reached.
    If(String),
    /// If these words, of the line before, do not hold then.
    Unless(String),
}

/// What a side has said to an open question: all its lines that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<S> {
    /// Whose.
    pub side: S,
    /// The key of the question.
    pub key: String,
    /// The lines of letters it is made of.
    pub ids: Vec<LineId>,
    /// The lines, in canonical words and in their order.
    pub words: Vec<String>,
    /// Whether no other line of it had problems; else it waits for the deadline, so that the player can mend them.
    pub whole: bool,
    /// Whether the words are as somebody wrote them.
    pub raw: bool,
}

/// A line sent ahead that has not been used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent<S> {
    /// Whose order.
    pub side: S,
    /// Which line of which letter.
    pub id: LineId,
    /// The order, without its condition.
    pub text: String,
    /// The kind of decision it is meant for, by its canonical word.
    pub kind: String,
    /// When it counts.
    pub when: When,
}

/// What a standing order wishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Wait for me, whatever the pace.
    AskMe,
    /// The default.
    Default,
    /// These, in this order, as canonical words.
    Prefer(Vec<String>),
}

/// A standing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing<S> {
    /// Whose.
    pub side: S,
    /// The line that gave it.
    pub id: LineId,
    /// The kind of decision, by its canonical word.
    pub kind: String,
    /// Only for questions with this subject, as canonical words.
    pub subject: Option<String>,
    /// Only if these words hold.
    pub condition: Option<String>,
    /// What it wishes.
    pub wish: Wish,
}

/// All that a run may know of the world.
#[derive(Debug)]
pub struct Inputs<G: Game> {
    /// What was said to open questions.
    pub answers: Vec<Answer<G::Side>>,
    /// Lines sent ahead and not used, in the order they came.
    pub sent: Vec<Sent<G::Side>>,
    /// Standing orders, in the order they were given.
    pub standing: Vec<Standing<G::Side>>,
    /// Sides that answer nothing themselves: their defaults count, whatever they are asked.
    pub late: BTreeSet<G::Side>,
    /// Sides that, where nothing else answers, do what they can against the others: for odds.
    pub eager: BTreeSet<G::Side>,
    /// Questions whose deadline has passed, by key. What is asked next has a deadline of its own.
    pub late_keys: BTreeSet<String>,
    /// The pace.
    pub pace: Pace,
    /// Rulings of the referee that take effect at the next checkpoint, in the order language.
    pub rulings: Vec<String>,
}

impl<G: Game> Inputs<G> {
    /// Nothing.
    pub const NONE: &'static Self = &Self::nothing();

    const fn nothing() -> Self {
        Self {
            answers: Vec::new(),
            sent: Vec::new(),
            standing: Vec::new(),
            late: BTreeSet::new(),
            eager: BTreeSet::new(),
            late_keys: BTreeSet::new(),
            pace: Pace::Strict,
            rulings: Vec::new(),
        }
    }
}

impl<G: Game> Default for Inputs<G> {
    fn default() -> Self {
        Self::nothing()
    }
}

/// A line sent ahead and not used, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentRow {
    /// Whose order.
    pub side: String,
    /// The letter.
    pub letter: u32,
    /// The line in it.
    pub line: u32,
    /// The order.
    pub text: String,
    /// The key of the question it answers, in games from before answers were kept as sets; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bound: String,
    /// The kind of decision it is meant for.
    pub kind: String,
    /// `if` or `unless` and the condition, empty for always.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<String>,
    /// Whether it waits for the deadline, since its letter had problems; in such games alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// A standing order, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingRow {
    /// Whose.
    pub side: String,
    /// The letter that gave it.
    pub letter: u32,
    /// The line in it.
    pub line: u32,
    /// The kind of decision.
    pub kind: String,
    /// The subject, empty for all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subject: String,
    /// The condition, empty for always.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub condition: String,
    /// `ask me`, `default`, `forget` or `prefer`.
    pub wish: String,
    /// What is preferred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prefer: Vec<String>,
}

impl SentRow {
    /// The line, for its side.
    pub fn sent<S>(&self, side: S) -> Sent<S> {
        Sent {
            side,
            id: LineId {
                letter: self.letter,
                line: self.line,
            },
            text: self.text.clone(),
            kind: self.kind.clone(),
            when: match self.when.as_slice() {
                [word, condition] if word == "if" => When::If(condition.clone()),
                [_, condition] => When::Unless(condition.clone()),
                _ => When::Always,
            },
        }
    }
}

impl StandingRow {
    /// The order, for its side.
    pub fn standing<S>(&self, side: S) -> Standing<S> {
        let full = |text: &String| (!text.is_empty()).then(|| text.clone());
        Standing {
            side,
            id: LineId {
                letter: self.letter,
                line: self.line,
            },
            kind: self.kind.clone(),
            subject: full(&self.subject),
            condition: full(&self.condition),
            wish: match self.wish.as_str() {
                "ask me" => Wish::AskMe,
                "default" => Wish::Default,
                _ => Wish::Prefer(self.prefer.clone()),
            },
        }
    }
}
