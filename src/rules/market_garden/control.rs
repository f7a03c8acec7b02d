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

/// What changes hands when units have come to a place or left it: control first, then bridges between two places that
/// are now of one side.
pub(super) fn changes(d: &Data, s: &State, at: SpaceId) -> Option<Event> {
    let look = Look { d, s };
    if let Some(control) = look.settled(at) {
        return Some(Event::Takes { at, control });
    }
    let side = look.control(at).side();
    let near = d.ground.place(at).near.iter();
    let bridge = near.copied().find(|(to, edge)| {
        look.controls(side, *to)
            && d.ground.edge(*edge).bridge.is_some()
            && s.held[usize::from(edge.0)] != Mark::of(side)
    });
    bridge.map(|(_, edge)| Event::Holds {
        edge,
        side,
        by: Holding::Control,
    })
}

/// Lets control and crossings follow what has happened in a place.
pub(super) fn settle(t: &mut Field<'_>, at: SpaceId) -> Play {
    while let Some(event) = changes(t.data(), t.state(), at) {
        t.happen(event)?;
    }
    Ok(())
}
