//! Lines a side can read, and what comparing them came to.

use std::collections::BTreeMap;
use std::fmt;

use crate::engine::fault::Fault;

/// What a side reads, or can find out by writing a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// An event he is told of, with its tally.
    Told,
    /// A line of the public journal: a roll, or an event that all saw whole.
    Public,
    /// Whom the game waits for, and with which question.
    Waits,
    /// How the game ended.
    Over,
    /// The position.
    Position,
    /// The map.
    Map,
    /// The names he may know.
    Names,
    /// The position he may take for the true one, in which odds are found and orders rehearsed.
    Imagined,
    /// A condition he may put before an order, and whether it holds.
    Condition,
    /// A question put to him.
    Question,
    /// The form of its answer.
    Form,
    /// What counts if he does not answer.
    Default,
    /// An answer that the form gives, and what is wrong with it.
    Answer,
    /// The verdict on a line of a wrong letter.
    Verdict,
}

/// A line a side can read.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) what: What,
    /// The step of the game in which he reads it.
    pub(super) step: String,
    pub(super) text: String,
    /// Whether it tells news, so that the twins may part here.
    pub(super) news: bool,
}

/// Two lines are equal if he cannot tell them apart; that one of them is news stands nowhere.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        (self.what, &self.text) == (other.what, &other.text)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.what, self.text)
    }
}

/// How much of a pair was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// How many lines of each kind were equal.
    pub lines: BTreeMap<What, usize>,
    /// How many waits were passed.
    pub gates: usize,
    /// Whether the twin differed at all; if not, nothing was compared.
    pub changed: bool,
    /// The news at which the twins parted, if they did.
    pub parted: Option<String>,
}

impl Compared {
    /// How many lines were equal in all.
    pub fn total(&self) -> usize {
        self.lines.values().sum()
    }
}

/// A difference that a side can see and that no news explains.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "seed {seed}: {by} can tell the twins apart by line {position}, in {step}\n  after: {before}\n  left:  {left}\n  right: {right}"
)]
pub struct Leak {
    /// What kind of line differs; of the left twin if the kinds differ.
    pub what: What,
    /// Who can see it.
    pub by: String,
    /// The seed that repeats it.
    pub seed: u64,
    /// How many lines were equal before.
    pub position: usize,
    /// The step of the game.
    pub step: String,
    /// The last line that was equal.
    pub before: String,
    /// The line of the left twin.
    pub left: String,
    /// The line of the right twin.
    pub right: String,
}

/// Why a pair of twins failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The twin is no twin: nothing could be compared.
    #[error("seed {seed}: scramble for {by}: {what}")]
    Scramble {
        /// Whose view was to stay equal.
        by: String,
        /// The seed that repeats it.
        seed: u64,
        /// What is wrong with the twin.
        what: String,
    },
    /// The program is at fault: a run broke off.
    #[error("seed {seed}: {fault}")]
    Broken {
        /// The seed that repeats it.
        seed: u64,
        /// What happened.
        fault: Fault,
    },
    /// A side can see what he may not know.
    #[error(transparent)]
    Leak(Box<Leak>),
}
