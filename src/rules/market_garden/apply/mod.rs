//! What each event changes: the only place that may. A file for each chapter of the events, and none forgets one.

#![deny(clippy::wildcard_enum_match_arm)]

mod bridges;
mod day;
mod fight;
mod impulse;
mod ruled;
mod troops;

pub(super) use impulse::act;

use super::data::Data;
use super::event::{Chapter, Event};
use super::state::State;
use crate::board::SideId;

/// No boundary.
pub(super) const NO_EDGE: SideId = SideId(u16::MAX);

pub(super) fn apply(d: &Data, s: &mut State, event: &Event) {
    match event.chapter() {
        Chapter::Impulse(event) => impulse::apply(d, s, event),
        Chapter::Bridges(event) => bridges::apply(d, s, event),
        Chapter::Fight(event) => fight::apply(d, s, event),
        Chapter::Day(event) => day::apply(s, event),
        Chapter::Troops(event) => troops::apply(d, s, event),
        Chapter::Ruled(event) => ruled::apply(d, s, event),
    }
}
