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
use crate::engine::decision::Kind;
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

/// Every kind of decision of the land.
const LAND: &[&Kind] = &[
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

const COUNT: usize = LAND.len() + super::naval::orders::KINDS.len();

static ALL: [&Kind; COUNT] = {
    let mut all: [&Kind; COUNT] = [&moves::MOVES; COUNT];
    let mut n = 0;
    while n < COUNT {
        all[n] = if n < LAND.len() {
            LAND[n]
        } else {
            super::naval::orders::KINDS[n - LAND.len()]
        };
        n += 1;
    }
    all
};

/// Every kind of decision.
pub(super) static KINDS: &[&Kind] = &ALL;
