//! IV.B: movement (4.1 to 4.6).

use super::Board;
use super::event::{Event, How};
use super::orders::moves::{MoveOrder, Moves};
use super::side::Side;
use super::{evacuation, off_map};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::InScript;
use crate::engine::table::Play;

/// The Movement phase of the active side.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = t.state().open.active;
    let mut came = Vec::new();
    for order in t.ask(side, InScript(Moves))? {
        if let MoveOrder::Embark { unit, at } = order {
            evacuation::leave(t, unit, at)?;
            continue;
        }
        let (unit, path) = order.way();
        let zone = |at: &&SpaceId| t.data().map.place(**at).zone;
        if let (Some(_), Some(from)) = (path.last().filter(zone), super::pos(t).at(unit)) {
            came.push((unit, from));
        }
        let how = match order {
            MoveOrder::March { .. } => How::Strategic,
            _ => How::Move,
        };
        go(t, unit, path.to_vec(), how)?;
    }
    off_map::combats(t, side, &came)?;
    thin_out(t, side)?;
    open_suda(t)
}

/// A unit goes to another place; an improved position there falls to its enemy (9.23).
pub(super) fn go(t: &mut Board<'_>, unit: UnitId, path: Vec<SpaceId>, how: How) -> Play {
    let entered = path.clone();
    t.happen(Event::Moves { unit, path, how })?;
    if super::pos(t).side(unit) == Side::German {
        for at in entered {
            if t.state().open.improved.contains(&at) {
                t.happen(Event::Razed { at })?;
            }
        }
    }
    Ok(())
}

/// Rule 4.32: at the end of a phase what is too much in a hex is removed, the least first.
pub(super) fn thin_out(t: &mut Board<'_>, side: Side) -> Play {
    for at in super::pos(t).spots(side) {
        loop {
            let pos = super::pos(t);
            let there = pos.on(at, side);
            let fits = pos.stack_of(&there) <= t.data().tables.limits.stack;
            if fits || t.data().map.place(at).zone {
                break;
            }
            let worth = |unit: &&UnitId| (pos.steps(**unit), pos.defence(**unit), **unit);
            let Some(unit) = there.iter().min_by_key(worth).copied() else {
                break;
            };
            t.happen(Event::Crowded { unit, at })?;
        }
    }
    Ok(())
}

/// Rule 4.64: a German who ends his movement in or beside the zone opens it for good, unless he jumped there.
fn open_suda(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    if pos.open.suda_open || pos.open.active == Side::Allied {
        return Ok(());
    }
    let map = &pos.data.map;
    let opens = |unit: UnitId| {
        let at = pos.at(unit)?;
        let near = map.within(at, 1);
        let there =
            !pos.open.suda_jumpers.contains(&unit) && near.iter().any(|at| map.place(*at).suda);
        there.then_some(at)
    };
    let found = pos.units_of(Side::German).find_map(opens);
    match found {
        Some(at) => t.happen(Event::SudaOpens { at }),
        None => Ok(()),
    }
}
