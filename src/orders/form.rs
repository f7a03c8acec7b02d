//! Forms: the shape of the answers a decision accepts.
//!
//! From one form come the printed order form, the reading of letters in both languages, standing-order
//! preferences and samples of legal answers; so they cannot differ.

use std::fmt;
use std::sync::Arc;

use super::item::Item;
use super::way::Reach;
use super::word::Word;

/// The shape of the answer to one decision.
#[derive(Clone, Debug)]
pub struct Form {
    /// The keyword that begins the line: `bid`, `intercept`.
    pub word: &'static Word,
    /// What the question is about (`intercept hipper`); empty where the word says it all.
    pub subject: Vec<Item>,
    /// The choices.
    pub pick: Pick,
}

/// What may be chosen.
#[derive(Clone, Debug)]
pub enum Pick {
    /// Exactly one of these. `withdraw: yes`.
    One(Vec<Item>),
    /// A set of these, `min` to `max` of them, order without meaning. `commit: renown, glowworm`.
    Some {
        /// The candidates.
        of: Vec<Item>,
        /// At least so many.
        min: usize,
        /// At most so many.
        max: usize,
    },
    /// A ranking: named ones first in the order given, the rest behind in the order printed. `losses: a, b`.
    Order(Vec<Item>),
    /// A whole number. `bid: 3`.
    Number {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
    },
    /// A way over a net; via-points are filled in by the cheapest legal way. `move: 3 7 12`.
    Path {
        /// Where it begins; not written.
        from: Item,
        /// What it may cost.
        max: u32,
        /// Whether standing still (an empty path) is allowed.
        stay: bool,
        /// The ways from place to place.
        net: Net,
    },
    /// Numbers given to items, summing to between `min` and `max`. `losses: hipper 2, z10 1`.
    Share {
        /// Each item with the most it may get.
        of: Vec<(Item, i32)>,
        /// The least sum.
        min: i32,
        /// The greatest sum.
        max: i32,
    },
    /// Some of `from`, each matched with one of `to`. `match: spitfire > stuka, hurricane > he111`.
    Pairs {
        /// The left sides; each at most once.
        from: Vec<Item>,
        /// The right sides.
        to: Vec<Item>,
        /// Each right side at most so many times.
        each: usize,
    },
    /// Several named parts on one line, some of which may be left out.
    /// `mission: units stuka1, stuka2 target 5 base 3`.
    Parts(Vec<Part>),
    /// A sheet: any of these kinds of line, in the player's order; an empty sheet is `none`.
    Sheet {
        /// The kinds of line.
        rows: Vec<Row>,
        /// At most so many lines.
        max: usize,
    },
}

impl Pick {
    /// Everything that may be named in an answer, in the form's order.
    pub fn items(&self) -> Vec<Item> {
        match self {
            Self::One(items) | Self::Order(items) | Self::Some { of: items, .. } => items.clone(),
            Self::Number { .. } => Vec::new(),
            Self::Path { from, max, net, .. } => Reach::new(net, *from, *max).places().collect(),
            Self::Share { of, .. } => of.iter().map(|(item, _)| *item).collect(),
            Self::Pairs { from, to, .. } => from.iter().chain(to).copied().collect(),
            Self::Parts(parts) => parts
                .iter()
                .flat_map(|part| std::iter::once(Item::Word(part.word)).chain(part.pick.items()))
                .collect(),
            Self::Sheet { rows, .. } => rows
                .iter()
                .flat_map(|row| {
                    std::iter::once(Item::Word(row.word)).chain(row.subjects.iter().copied())
                })
                .collect(),
        }
    }
}

/// A named part of a line.
#[derive(Clone, Debug)]
pub struct Part {
    /// The keyword before the part; the first part of a line may be written without it.
    pub word: &'static Word,
    /// The choices.
    pub pick: Pick,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A kind of line of a sheet: `move <unit>: <path>`.
#[derive(Clone, Debug)]
pub struct Row {
    /// The keyword that begins the line.
    pub word: &'static Word,
    /// Who may be its subject; each at most once on the sheet. Empty: the line has no subject.
    pub subjects: Vec<Item>,
    /// The choices, for each subject alike.
    pub pick: Pick,
}

/// The ways from place to place, with costs.
#[derive(Clone)]
pub struct Net(pub Arc<dyn Ways>);

/// Yields the neighbours of a place.
pub trait Ways: Send + Sync {
    /// Pushes each place that can be entered from `at` with its cost, in a fixed order.
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>);
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Net")
    }
}

/// An answer in the shape of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picks {
    /// To [`Pick::One`].
    One(Item),
    /// To [`Pick::Some`] (in the form's order), [`Pick::Order`] (all of them), [`Pick::Path`] (each place entered).
    List(Vec<Item>),
    /// To [`Pick::Number`].
    Number(i32),
    /// To [`Pick::Share`]: the items with more than nothing, in the form's order.
    Share(Vec<(Item, i32)>),
    /// To [`Pick::Pairs`], in the form's order of left sides.
    Pairs(Vec<(Item, Item)>),
    /// To [`Pick::Parts`]: one for each part.
    Parts(Vec<Option<Self>>),
    /// To [`Pick::Sheet`], in the player's order.
    Sheet(Vec<Line>),
}

/// One line of a filled sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which of the sheet's rows.
    pub row: usize,
    /// Its subject, if the row has subjects.
    pub subject: Option<Item>,
    /// The answer.
    pub picks: Picks,
}
