//! What the sides are asked, and what they may write.

pub(super) mod control;
pub(super) mod deploy;
pub(super) mod fights;
pub(super) mod plan;
pub(super) mod raids;
pub(super) mod scramble;

use super::bars::Bar;
use crate::engine::decision::Kind;
use crate::orders::{About, Problem};

/// A bar as what is wrong with a line.
pub(super) fn on_line(line: usize, bar: Bar) -> Problem {
    Problem::new(bar.phrase())
        .about(About::Line(line))
        .rule(bar.rule())
}

/// Every kind of decision.
pub(super) const KINDS: &[&Kind] = &[
    &plan::PLANS,
    &deploy::DECOYS,
    &deploy::DEPLOYS,
    &scramble::GROUND,
    &control::CONTROLS,
    &raids::LEADS,
    &fights::LOOKS,
    &fights::AIMS,
    &fights::AGAINS,
    &fights::DECLINES,
    &fights::HOMES,
    &fights::HOMES_LW,
    &fights::ESCORTS,
    &fights::CONFUSES,
];
