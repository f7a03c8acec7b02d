//! Rule 10.8: casualty points.

use super::Field;
use super::control::{look, settle};
use super::event::{Cause, Event};
use super::look::Look;
use super::reactions::Losses;
use super::retreat;
use super::state::Side;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// What one unit takes: points, and whether the last of them is a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) unit: UnitId,
    pub(super) points: i32,
    pub(super) retreats: bool,
}

/// Rule 10.8: the most points the units of a side in a place absorb.
pub(super) fn capacity(look: Look<'_>, side: Side, at: SpaceId) -> i32 {
    look.units(side, at)
        .map(|unit| look.level(unit).capacity())
        .sum()
}

/// Rule 10.5: more points than can be absorbed eliminate everybody.
pub(super) fn overrun(t: &mut Field<'_>, side: Side, at: SpaceId) -> Play {
    let units: Vec<UnitId> = look(t).units(side, at).collect();
    for unit in units {
        t.happen(Event::Eliminated {
            unit,
            cause: Cause::Overrun,
        })?;
    }
    Ok(())
}

/// Rule 10.8: the defender shares the points among his units, the first one to the forward unit.
pub(super) fn take(
    t: &mut Field<'_>,
    side: Side,
    at: SpaceId,
    forward: UnitId,
    points: i32,
) -> Play {
    if points <= 0 {
        return Ok(());
    }
    let ask = Losses {
        at,
        forward,
        points,
    };
    let shares = t.ask(side, Given(ask))?.shares();
    for share in &shares {
        let steps = usize::try_from(share.points - i32::from(share.retreats)).unwrap_or(0);
        worsen(t, share.unit, steps)?;
    }
    for share in shares.iter().filter(|share| share.retreats) {
        let gone = retreat::defender(t, share.unit, at)?;
        // where it cannot go after all, the point is taken by a step.
        if !gone {
            worsen(t, share.unit, 1)?;
        }
    }
    settle(t, at)
}

fn worsen(t: &mut Field<'_>, unit: UnitId, steps: usize) -> Play {
    if steps == 0 {
        return Ok(());
    }
    match look(t).level(unit).worse(steps) {
        Some(level) => t.happen(Event::Becomes {
            units: vec![unit],
            level,
            cause: Cause::Casualties,
        }),
        None => t.happen(Event::Eliminated {
            unit,
            cause: Cause::Casualties,
        }),
    }
}
