//! Rule 5.6: overruns.

use super::Board;
use super::bars::Bar;
use super::event::{Cause, Event, How};
use super::fights::{self, Attack};
use super::moves;
use super::nets::{Front, Walk};
use super::orders::moves::{Onward, can_go_on};
use super::side::Side;
use super::state::{Mark, Position};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::InScript;
use crate::engine::table::Play;

/// Rule 5.6.1: whether a unit may take part in an overrun at all.
pub(super) fn may(pos: &Position<'_>, unit: UnitId) -> bool {
    pos.printed(unit).overruns()
        && pos.attack(unit) > 0
        && pos.at(unit).is_some_and(|at| pos.data.map.england.has(at))
        && pos.walk(unit).is_some()
        && !pos.has(unit, Mark::Moved)
}

/// Whether the ground lets itself be overrun.
fn open_ground(pos: &Position<'_>, at: SpaceId) -> bool {
    let place = pos.data.map.place(at);
    pos.data.tables.effects(place).all(|ground| ground.overrun)
}

/// Every hex that a walk could overrun, behind the hex it would do so from.
pub(super) fn within_reach(
    pos: &Position<'_>,
    front: &Front,
    walk: Walk,
) -> Vec<(SpaceId, SpaceId)> {
    let reach = front.reach(walk);
    let enemy = pos.own().other();
    let mut found = Vec::new();
    for from in std::iter::once(walk.start).chain(reach.places()) {
        for way in pos.data.map.ways(from) {
            let Some(spent) = reach.cost(from) else {
                continue;
            };
            let Some(entry) = front.cost(false, way, false) else {
                continue;
            };
            let enough = spent + entry + pos.data.tables.limits.overrun <= walk.budget;
            if enough && pos.holds(way.to, enemy) && open_ground(pos, way.to) {
                found.push((from, way.to));
            }
        }
    }
    found
}

/// Rule 5.6.1: the way of a stack to a hex from which it overruns another, and what all of it costs.
pub(super) fn approach(
    pos: &Position<'_>,
    front: &Front,
    units: &[UnitId],
    at: SpaceId,
    by: Option<SpaceId>,
) -> Result<(Vec<SpaceId>, u32), Bar> {
    let side = units.first().map_or(Side::German, |unit| pos.side(*unit));
    if !pos.holds(at, side.other()) || !open_ground(pos, at) {
        return Err(Bar::NobodyThere { at });
    }
    let mut walks: Vec<Walk> = Vec::new();
    for unit in units {
        let walk = pos.walk(*unit).filter(|_| may(pos, *unit));
        walks.push(walk.ok_or(Bar::NotTogether { unit: *unit })?);
    }
    let slowest = walks.iter().min_by_key(|walk| walk.budget).copied();
    let apart = walks
        .iter()
        .zip(units)
        .find(|(walk, _)| Some(walk.start) != slowest.map(|one| one.start));
    if let Some((_, unit)) = apart {
        return Err(Bar::NotTogether { unit: *unit });
    }
    let Some(walk) = slowest else {
        return Err(Bar::NobodyThere { at });
    };
    let reach = front.reach(walk);
    let more = pos.data.tables.limits.overrun;
    let mut best: Option<(u32, SpaceId)> = None;
    for way in pos.data.map.ways(at) {
        let from = way.to;
        if by.is_some_and(|by| by != from) {
            continue;
        }
        let entry = pos.data.map.ways(from).iter().find(|way| way.to == at);
        let entry = entry.and_then(|way| front.cost(false, way, false));
        let (Some(spent), Some(entry)) = (reach.cost(from), entry) else {
            continue;
        };
        let cost = spent + entry + more;
        if best.is_none_or(|(old, hex)| (cost, from) < (old, hex)) {
            best = Some((cost, from));
        }
    }
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let left = number(walk.budget);
    match best {
        Some((cost, from)) if cost <= walk.budget => {
            Ok((reach.way(from).unwrap_or_default(), cost))
        }
        Some((cost, _)) => Err(Bar::OverrunTooFar {
            at,
            need: number(cost),
            left,
        }),
        None => Err(Bar::OverrunTooFar {
            at,
            need: left + 1,
            left,
        }),
    }
}

/// Rule 5.6: a stack overruns a hex, and goes on.
pub(super) fn overrun(
    t: &mut Board<'_>,
    side: Side,
    units: &[UnitId],
    at: SpaceId,
    by: Option<SpaceId>,
) -> Play<Result<(), Bar>> {
    let pos = super::pos(t);
    let front = Front::new(&pos, side);
    let (path, cost) = match approach(&pos, &front, units, at, by) {
        Ok(found) => found,
        Err(bar) => return Ok(Err(bar)),
    };
    for unit in units {
        if path.is_empty() {
            break;
        }
        moves::go(t, *unit, path.clone(), How::Move, 0)?;
    }
    let attack = Attack {
        side,
        targets: vec![at],
        units: units.to_vec(),
        armour: None,
        guns: 0,
        overrun: true,
    };
    let outcome = fights::fight(t, &attack)?;
    let left = fights::ashore(&super::pos(t), units);
    if outcome.cleared && !outcome.fell_back {
        for unit in &left {
            moves::go(t, *unit, vec![at], How::Overrun, cost)?;
        }
        if can_go_on(&super::pos(t), &left) {
            let units = left;
            let t: &mut Board<'_> = &mut t.within("onward");
            let orders = t.ask(side, InScript(Onward { at, units }))?;
            moves::carry_out(t, side, orders)?;
        }
        return Ok(Ok(()));
    }
    if !outcome.fell_back {
        thrown_back(t, side, &left, at)?;
    }
    t.happen(Event::Fought {
        side,
        at: Vec::new(),
        units: units.to_vec(),
    })?;
    Ok(Ok(()))
}

/// Rule 5.6.1: the stack stays whence it came; if others control that hex, it pays with a step.
fn thrown_back(t: &mut Board<'_>, side: Side, units: &[UnitId], target: SpaceId) -> Play {
    let pos = super::pos(t);
    let Some(at) = units.first().and_then(|unit| pos.at(*unit)) else {
        return Ok(());
    };
    let others = pos.controllers(at, side.other());
    let controlled = others.iter().any(|unit| pos.at(*unit) != Some(target));
    let company = pos.on(at, side).iter().any(|unit| !units.contains(unit));
    let weakest = units.iter().min_by_key(|unit| (pos.attack(**unit), **unit));
    match weakest.copied() {
        Some(unit) if controlled && !company => fights::lose(t, unit, 1, Cause::Overrun),
        _ => Ok(()),
    }
}
