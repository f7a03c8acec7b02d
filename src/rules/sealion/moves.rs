//! Rule 5: the movement phases.

use super::Board;
use super::bars::Bar;
use super::event::{Cause, Event, How};
use super::nets::{Front, Walk};
use super::orders::moves::{MoveOrder, Moves, MovesAgain};
use super::side::Side;
use super::state::Phase;
use super::{clock, control, overrun, retreat};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::InScript;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Lines as _;

/// The movement phase, or the motorised one, of the active side.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let (side, phase) = (t.state().open.active, t.state().open.phase);
    if side == Side::British && phase == Phase::Movement {
        clock::strike(t)?;
        railways(t)?;
        control::exile(t)?;
    }
    let pos = super::pos(t);
    let goes = |unit: UnitId| pos.walk(unit).is_some() || pos.by_rail(unit).is_some();
    if !pos
        .units_of(side)
        .any(|unit| clock::may_move(&pos, unit) && goes(unit))
    {
        return Ok(());
    }
    let orders = if phase == Phase::Movement {
        t.ask(side, InScript(Moves))?
    } else {
        t.ask(side, InScript(MovesAgain))?
    };
    carry_out(t, side, orders)?;
    thin_out(t, side)
}

/// Lines of a movement phase, one after the other.
pub(super) fn carry_out(t: &mut Board<'_>, side: Side, orders: Vec<MoveOrder>) -> Play {
    // What the order was checked against holds until something has been overrun.
    let mut changed = false;
    for order in orders {
        let units = order.units();
        let pos = super::pos(t);
        let late: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|unit| side == Side::British && !clock::entitled(&pos, *unit))
            .collect();
        let done = match &order {
            MoveOrder::Walk { unit, path } => {
                let walk = super::pos(t).walk(*unit);
                march(t, *unit, path.to_vec(), walk, changed)?
            }
            MoveOrder::Train { unit, path } => {
                let walk = super::pos(t).by_rail(*unit);
                march(t, *unit, path.to_vec(), walk, changed)?
            }
            MoveOrder::Overrun { at, with, by } => {
                changed = true;
                let at = *at;
                // Two stacks may try the same hex: each by the name of its first unit.
                let first = with.iter().min().map_or("", |unit| t.data().label(*unit).1);
                let t: &mut Board<'_> = &mut t.within(format_args!(
                    "overrun-{}-{first}",
                    t.data().map.place(at).key
                ));
                overrun::overrun(t, side, with, at, *by)?
            }
        };
        match done {
            Ok(()) => clock::free_them(t, late)?,
            Err(bar) => {
                let order = order.words(None, &super::pos(t));
                t.happen(Event::NotDone { side, order, bar })?;
            }
        }
    }
    Ok(())
}

/// A unit goes its way, if nothing has come between.
fn march(
    t: &mut Board<'_>,
    unit: UnitId,
    path: Vec<SpaceId>,
    walk: Option<Walk>,
    changed: bool,
) -> Play<Result<(), Bar>> {
    let end = path.last().copied().unwrap_or_default();
    let bar = Bar::NoWay { unit, at: end };
    let pos = super::pos(t);
    let Some(walk) = walk else {
        return Ok(Err(bar));
    };
    if changed && !Front::new(&pos, pos.side(unit)).reach(walk).has(end) {
        return Ok(Err(bar));
    }
    let how = match (walk.rail, pos.open.phase) {
        (true, _) => How::Rail,
        (false, Phase::Motorised) => How::Motorised,
        _ => How::Move,
    };
    go(t, unit, path, how, walk.budget)?;
    Ok(Ok(()))
}

/// A unit goes to another place, and takes what it enters (1.3).
pub(super) fn go(t: &mut Board<'_>, unit: UnitId, path: Vec<SpaceId>, how: How, cost: u32) -> Play {
    let side = super::pos(t).side(unit);
    let fights = !super::pos(t).printed(unit).is_leader();
    let entered = path.clone();
    t.happen(Event::Moves {
        unit,
        path,
        how,
        cost,
    })?;
    if fights {
        control::entered(t, side, &entered)?;
    }
    Ok(())
}

/// Rule 5.4.1: how many steps the railways carry.
fn railways(t: &mut Board<'_>) -> Play {
    let Some(alarm) = t.state().open.alarm else {
        return Ok(());
    };
    // 16.1.15: not on the first turn of the invasion.
    if t.state().open.turn <= alarm {
        return Ok(());
    }
    let mut tally = Tally::of_rule("5.4.1");
    let die = super::d10(t, "railways", &mut tally)?;
    let steps = u32::try_from(die).unwrap_or(0);
    t.happen(Event::Railways { tally, steps })
}

/// Rule 4.11: at the end of a phase what is too much in a hex falls back a hex, the least first, or is lost.
pub(super) fn thin_out(t: &mut Board<'_>, side: Side) -> Play {
    for at in super::pos(t).spots(side) {
        loop {
            let pos = super::pos(t);
            let there = pos.on(at, side);
            if pos.stack_of(&there) <= pos.data.tables.limits.stack {
                break;
            }
            let worth = |unit: &&UnitId| (pos.unit(**unit).steps, pos.defence(**unit), **unit);
            let heavy = there.iter().filter(|unit| pos.printed(**unit).stack() > 0);
            let Some(unit) = heavy.min_by_key(worth).copied() else {
                break;
            };
            match retreat::ways(&pos, side, unit, 1, &[])
                .into_iter()
                .find(|way| {
                    let end = way.last().copied().unwrap_or(at);
                    pos.has_room(end, side, &[unit])
                }) {
                Some(way) => go(t, unit, way, How::Retreat, 0)?,
                None => super::fights::lose(t, unit, 9, Cause::Stack)?,
            }
        }
    }
    Ok(())
}
