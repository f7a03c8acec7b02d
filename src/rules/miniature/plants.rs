//! Leaks planted for the secrecy tests, all together. Without the switch `plant` nothing here changes anything.

use super::Board;
use super::Miniature;
use super::data::{BoxId, Data, Plant};
use super::event::Event;
use super::state::Side;
use crate::engine::event::Sight;
use crate::engine::table::{Play, Scope};

/// Blue's screen; in the open if that is the leak.
pub(super) fn screen<'t, 'r>(t: &'t mut Board<'r>, open: Plant) -> Scope<'t, 'r, Miniature> {
    if t.data().plant == open {
        t.within("open")
    } else {
        t.behind_screen(Side::Blue)
    }
}

/// Lets the submarine miss, which red never learns (8.4); revealed to him if that is the leak.
pub(super) fn missed(t: &mut Board<'_>, event: Event) -> Play {
    if t.data().plant == Plant::FalseNews {
        t.reveal(event)
    } else {
        t.happen(event)
    }
}

/// What a side sees of an event through a leak.
pub(super) fn seen(data: &Data, event: &Event, by: Side) -> Option<Sight<Event>> {
    let leaks = data.plant == Plant::FalseNews && by == Side::Red;
    (leaks && matches!(event, Event::AmbushMissed { .. })).then_some(Sight::Whole)
}

/// The submarine's box, where red's decision is to hold it.
pub(super) fn hidden_field(t: &Board<'_>, side: Side) -> Option<BoxId> {
    let leaks = t.data().plant == Plant::HiddenField && side == Side::Red;
    if leaks {
        t.state().at(t.data().submarine)
    } else {
        None
    }
}
