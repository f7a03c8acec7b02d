//! What the sides are asked, and what they may write.

pub(super) mod airborne;
pub(super) mod combat;
pub(super) mod control;
pub(super) mod moves;
pub(super) mod muster;
pub(super) mod sabotage;
pub(super) mod supply;

use super::bars::Bar;
use super::naval::orders::{battle, intercept, sailing};
use crate::board::SpaceId;
use crate::orders::{About, Phrase, Problem, Step};

/// A bar as what is wrong with a line.
pub(super) fn on_line(line: usize, bar: Bar) -> Problem {
    Problem::new(bar.phrase())
        .about(About::Line(line))
        .rule(bar.rule())
}

/// A bar as what is wrong with an answer.
pub(super) fn plain(bar: Bar) -> Problem {
    Problem::new(bar.phrase()).rule(bar.rule())
}

/// A question about a place.
pub(super) fn ask(key: &'static str, at: SpaceId) -> Phrase {
    Phrase::new(key).with("at", at)
}

/// The line of a step; there is nothing to ask behind `if` here.
pub(super) fn only<O>(step: Step<O>) -> Option<(usize, O)> {
    match step {
        Step::Do(line, order) => Some((line, order)),
        Step::If { .. } => None,
    }
}

/// A count as it stands in refusals.
pub(super) fn number(n: impl TryInto<i32>) -> i32 {
    n.try_into().unwrap_or(i32::MAX)
}

/// Every kind of decision.
pub(super) const KINDS: &[&crate::engine::decision::Kind] = &[
    &muster::MUSTERS,
    &sailing::SAILINGS,
    &sailing::HOMEWARD,
    &intercept::INTERCEPTS,
    &battle::STANCES,
    &supply::RAILWAYS,
    &supply::RATION,
    &moves::MOVES,
    &moves::AGAIN,
    &moves::ONWARD,
    &airborne::FLIGHTS,
    &sabotage::RAIDS,
    &combat::ATTACKS,
    &combat::TANK,
    &combat::REPLIES,
    &combat::ADVANCES,
    &combat::ANSWERS,
    &control::DEMOLITIONS,
    &control::SEIZURES,
    &control::EXILES,
    &control::CLAIMS,
];
