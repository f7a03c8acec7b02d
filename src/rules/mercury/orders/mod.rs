//! What the sides are asked on land, and what they may write.

pub(super) mod air;
pub(super) mod arrivals;
pub(super) mod bombardment;
pub(super) mod combat;
pub(super) mod declare;
pub(super) mod drops;
pub(super) mod moves;
pub(super) mod recovery;
pub(super) mod sailings;
pub(super) mod supply;
pub(super) mod variants;

use super::bars::Bar;
use crate::orders::{About, Phrase, Problem};

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
pub(super) fn ask(key: &'static str, at: crate::board::SpaceId) -> Phrase {
    Phrase::new(key).with("at", at)
}

/// Every kind of decision.
pub(super) const KINDS: &[&crate::engine::decision::Kind] = &[
    &recovery::HEADQUARTERS,
    &recovery::MUSTERS,
    &supply::STOCK,
    &supply::SPENDS,
    &supply::AIRLIFTS,
    &variants::CHOICES,
    &arrivals::PLANS,
    &arrivals::PORTS,
    &arrivals::SINKS,
    &arrivals::AGAIN,
    &sailings::SAILS,
    &sailings::DROWNS,
    &sailings::STEAMS,
    &moves::MOVES,
    &declare::DECLARATIONS,
    &declare::REFUSALS,
    &declare::FOLLOWS,
    &declare::REACTIONS,
    &combat::NEXT,
    &combat::COMMANDS,
    &combat::FRONTS,
    &combat::FIGHTS,
    &combat::DEFENDS,
    &combat::HOLDS,
    &combat::LEADS,
    &combat::LOSE,
    &combat::TIRE,
    &combat::STANDS,
    &combat::RETREATS,
    &combat::ADVANCES,
    &air::CARD,
    &drops::JUMPS,
    &drops::VANGUARDS,
    &drops::LIFTS,
    &bombardment::RAID,
];
