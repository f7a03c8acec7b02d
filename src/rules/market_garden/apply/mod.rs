//! What each event changes: the only place that may. The rooms follow `chapters`.

mod bridges;
mod day;
mod fight;
mod impulse;
mod ruled;
mod troops;

pub(super) use impulse::act;

use super::chapters::{Chapter, chapter};
use super::data::Data;
use super::event::Event;
use super::state::State;
use crate::board::SideId;

/// No boundary.
pub(super) const NO_EDGE: SideId = SideId(u16::MAX);

pub(super) fn apply(d: &Data, s: &mut State, event: &Event) {
    match chapter(event) {
        Chapter::Impulse => impulse::apply(d, s, event),
        Chapter::Bridges => bridges::apply(d, s, event),
        Chapter::Fight => fight::apply(d, s, event),
        Chapter::Day => day::apply(s, event),
        Chapter::Troops => troops::apply(d, s, event),
        Chapter::Ruled => ruled::apply(d, s, event),
    }
}
