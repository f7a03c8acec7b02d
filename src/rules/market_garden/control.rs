//! Rules 7.3, 10.4 and 19.1: who controls places and holds crossings when units have come or gone.

use super::Field;
use super::data::Data;
use super::event::{Event, Holding};
use super::look::Look;
use super::state::{Mark, State};
use crate::board::SpaceId;
use crate::engine::table::Play;

/// The position at the table.
pub(super) const fn look<'t>(t: &'t Field<'_>) -> Look<'t> {
    Look {
        d: t.data(),
        s: t.state(),
    }
}

/// Rule 7.3: the change of control that is due in a place, and what follows from it: bridges between two places that are
/// now of one side (19.1).
pub(super) fn changes(d: &Data, s: &State, at: SpaceId) -> Vec<Event> {
    let look = Look { d, s };
    let Some(control) = look.settled(at) else {
        return Vec::new();
    };
    let mut events = vec![Event::Takes { at, control }];
    let side = control.side();
    if look.controls(side, at) {
        // From airborne troops to XXX Corps: nothing changes hands.
        return events;
    }
    for (to, edge) in &d.ground.place(at).near {
        if look.controls(side, *to)
            && look.bridged(*edge)
            && s.held[usize::from(edge.0)] != Mark::of(side)
        {
            events.push(Event::Holds {
                edge: *edge,
                side,
                by: Holding::Control,
            });
        }
    }
    events
}

/// Lets control and crossings follow what has happened in a place.
pub(super) fn settle(t: &mut Field<'_>, at: SpaceId) -> Play {
    for event in changes(t.data(), t.state(), at) {
        t.happen(event)?;
    }
    Ok(())
}
