//! House rule of play by mail: `run until`. A side may let its letters pass until something happens; what it waits for it
//! knows itself, and of the Luftwaffe both do, so that the wait tells nothing.

use super::Board;
use super::event::Event;
use super::geometry::distance;
use super::orders::scramble::Quiet;
use super::side::Side;
use super::state::{Position, Seen, Until};
use crate::engine::table::Play;

/// A side says when it wishes to be asked again.
pub(super) fn keep(t: &mut Board<'_>, side: Side, quiet: &Quiet) -> Play {
    let until = quiet.until();
    t.happen(Event::Waits { side, until })
}

/// Whether a side lets its letter pass.
pub(super) fn passes(t: &mut Board<'_>, side: Side) -> Play<bool> {
    let until = t
        .state()
        .known(t.data(), side)
        .hidden
        .until
        .get(side.index());
    let Some(until) = until.filter(|until| **until != Until::default()).cloned() else {
        return Ok(false);
    };
    if !over(&t.state().known(t.data(), side), side, &until) {
        return Ok(true);
    }
    t.happen(Event::Waits {
        side,
        until: Until::default(),
    })?;
    Ok(false)
}

fn over(v: &Position<'_>, side: Side, until: &Until) -> bool {
    let open = v.open;
    if until.turn.is_some_and(|turn| open.turn >= turn) {
        return true;
    }
    // Nobody sleeps through a fight, or while somebody asks for orders.
    let fights = !open.dogfights.is_empty() || open.sky.iter().any(|one| one.quarry().is_some());
    let asks = side == Side::Raf && open.sky.iter().any(|one| one.must_change);
    let plots = || v.hidden.raids.iter().filter_map(|raid| raid.plot.as_ref());
    let fresh = plots().any(|plot| plot.on_map() && plot.turn == open.turn && plot.track.len() < 2);
    let near = |at| {
        let far = |there| distance(&v.data.map, at, there).cast_signed() <= until.within;
        match side {
            Side::Raf => {
                plots().any(|plot| plot.seen >= Seen::Shown && plot.on_map() && far(plot.at))
            }
            Side::Luftwaffe => open.sky.iter().any(|one| far(one.at)),
        }
    };
    fights
        || asks
        || until.track && fresh
        || until.form_up && !v.hidden.forms.is_empty()
        || until.near.is_some_and(near)
}
