//! Forms: the shape of the answers a decision accepts.
//!
//! From one form come the printed order form, the reading of letters in both languages, standing-order
//! preferences and samples of legal answers; so they cannot differ.

use std::fmt;
use std::sync::Arc;

use super::item::Item;
use super::phrase::{Arg, Phrase};
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
    /// A script: lines carried out one after another, some only if something holds by then.
    /// `if seized 12-25: move kg1: 25; move kg2: 25`, `else: stop`.
    ///
    /// Unlike on a sheet a subject may have several lines, and a line may have several subjects.
    Script {
        /// The kinds of line.
        rows: Vec<Row>,
        /// What may be asked behind `if`.
        tests: Vec<Form>,
        /// At most so many lines.
        max: usize,
    },
    /// Nothing: the keyword says it all. `pass`.
    Nothing,
}

impl Pick {
    /// Everything that may be named in an answer, in the form's order.
    pub fn items(&self) -> Vec<Item> {
        match self {
            Self::One(items) | Self::Order(items) | Self::Some { of: items, .. } => items.clone(),
            Self::Number { .. } | Self::Nothing => Vec::new(),
            Self::Path { from, max, net, .. } => Reach::new(net, *from, *max).places().collect(),
            Self::Share { of, .. } => of.iter().map(|(item, _)| *item).collect(),
            Self::Pairs { from, to, .. } => from.iter().chain(to).copied().collect(),
            Self::Parts(parts) => parts
                .iter()
                .flat_map(|part| std::iter::once(Item::Word(part.word)).chain(part.pick.items()))
                .collect(),
            Self::Sheet { rows, .. } | Self::Script { rows, .. } => rows
                .iter()
                .flat_map(|row| {
                    std::iter::once(Item::Word(row.word)).chain(row.subjects.iter().copied())
                })
                .collect(),
        }
    }

    /// The kinds of line, where the answer is written on several.
    pub fn rows(&self) -> Option<&[Row]> {
        match self {
            Self::Sheet { rows, .. } | Self::Script { rows, .. } => Some(rows),
            _ => None,
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

    /// How many parts of a point costs are counted in: 6 where a step may cost a half or a third.
    fn parts(&self) -> u32 {
        1
    }

    /// The rule that says how far a way may lead.
    fn rule(&self) -> Option<&'static str> {
        None
    }

    /// The same ways if nobody barred any place: to say who does.
    fn unbarred(&self) -> Option<Net> {
        None
    }

    /// Why nobody can enter a place that way, with the rule.
    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        let _ = place;
        None
    }
}

impl Net {
    /// A cost in points, as it is said: `4`, `1/2`, `5 1/3`.
    pub fn said(&self, cost: u32) -> Arg {
        let parts = self.0.parts().max(1);
        let (whole, rest) = (cost / parts, cost % parts);
        if rest == 0 {
            return Arg::Item(Item::Number(i32::try_from(whole).unwrap_or(i32::MAX)));
        }
        let shared = (1..=rest)
            .rev()
            .find(|n| rest % n == 0 && parts.is_multiple_of(*n));
        let shared = shared.unwrap_or(1);
        let part = format!("{}/{}", rest / shared, parts / shared);
        Arg::Text(match whole {
            0 => part,
            _ => format!("{whole} {part}"),
        })
    }
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
    /// To [`Pick::Script`], in the player's order.
    Script(Vec<Act>),
    /// To [`Pick::Nothing`].
    Nothing,
}

/// One act of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A line to carry out.
    Do(Line),
    /// Lines to carry out if something holds when they are reached, and others if it does not.
    If(Branch),
}

/// A fork of a script; what it asks is judged once, when it is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// All of these must hold.
    pub tests: Vec<Clause>,
    /// What is done then.
    pub then: Vec<Line>,
    /// What is done else.
    pub otherwise: Vec<Line>,
}

/// One thing that must hold, or must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Whether it must not hold.
    pub not: bool,
    /// The word of one of the script's tests.
    pub word: &'static Word,
    /// With what.
    pub picks: Picks,
}

impl Act {
    /// The lines of the act, whatever holds.
    pub fn lines(&self) -> impl Iterator<Item = &Line> + Clone {
        let (one, branch) = match self {
            Self::Do(line) => (Some(line), None),
            Self::If(branch) => (None, Some(branch)),
        };
        let both = branch.into_iter();
        one.into_iter()
            .chain(both.flat_map(|branch| branch.then.iter().chain(&branch.otherwise)))
    }
}

/// Takes one line out of a script, counted as [`Act::lines`] gives them; says whether it was there.
pub fn strike_out(acts: &mut Vec<Act>, line: usize) -> bool {
    let mut before = 0;
    for (n, act) in acts.iter_mut().enumerate() {
        let here = line - before;
        let count = act.lines().count();
        if here >= count {
            before += count;
            continue;
        }
        match act {
            Act::If(branch) if count > 1 => {
                if here < branch.then.len() {
                    branch.then.remove(here);
                } else {
                    branch.otherwise.remove(here - branch.then.len());
                }
            }
            _ => {
                acts.remove(n);
            }
        }
        return true;
    }
    false
}

/// One line of a filled sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The word of one of the sheet's rows.
    pub word: &'static Word,
    /// Its subject, if the row has subjects.
    pub subject: Option<Item>,
    /// The answer.
    pub picks: Picks,
}

impl Line {
    /// The row it is written in.
    pub fn row<'r>(&self, rows: &'r [Row]) -> Option<&'r Row> {
        row_of(rows, self.word, self.subject)
    }
}

/// The row of lines that begin with a word and are about a subject.
pub fn row_of<'r>(rows: &'r [Row], word: &Word, subject: Option<Item>) -> Option<&'r Row> {
    rows.iter().find(|row| {
        let about = || match subject {
            Some(item) => row.subjects.contains(&item),
            None => row.subjects.is_empty(),
        };
        row.word == word && about()
    })
}
