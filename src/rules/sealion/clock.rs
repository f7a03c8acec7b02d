//! Rule 16.1.15: when the British may move against an invader.

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::{Mark, Position};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Units that wait for leave may be freed: so many thirds of a division, by the clock.
const CHOSEN: u32 = 15;
/// How near an enemy alarms, on the first turn.
const NEAR: u32 = 3;

/// The turn of the clock; nothing before the alarm.
fn clock(pos: &Position<'_>) -> Option<u32> {
    Some(pos.open.turn.saturating_sub(pos.open.alarm?) + 1)
}

/// Zones that hold a German unit.
fn invaded(pos: &Position<'_>) -> Vec<SpaceId> {
    let spots = pos.spots(Side::German).into_iter();
    spots.map(|at| pos.data.map.place(at).zone).collect()
}

/// Whether a unit may move by the clock alone, unchosen.
pub(super) fn entitled(pos: &Position<'_>, unit: UnitId) -> bool {
    let (Some(clock), Some(at)) = (clock(pos), pos.at(unit)) else {
        return false;
    };
    if pos.printed(unit).is_leader() || clock >= 5 {
        return true;
    }
    let near = || invaded(pos).contains(&pos.data.map.place(at).zone);
    let ghq = pos.data.ghq.contains(&unit);
    match clock {
        1 => {
            let reserve = ghq || pos.data.reserves.contains(&unit);
            let england = pos.data.map.england.has(at);
            reserve && near() || england && pos.nearest(at, Side::German) <= NEAR
        }
        2 => ghq || near(),
        _ => ghq || near() || pos.has(unit, Mark::Freed),
    }
}

/// How many thirds of a division may still be chosen.
fn to_choose(pos: &Position<'_>) -> u32 {
    match clock(pos) {
        Some(3 | 4) => CHOSEN,
        _ => 0,
    }
}

/// Whether a unit may be ordered to move.
pub(super) fn may_move(pos: &Position<'_>, unit: UnitId) -> bool {
    pos.printed(unit).side() == Side::German || entitled(pos, unit) || to_choose(pos) > 0
}

/// Whether more units are ordered to move than may be chosen: how many thirds, and how many at most.
pub(super) fn too_many(pos: &Position<'_>, ends: &[(UnitId, SpaceId)]) -> Option<(i32, i32)> {
    if pos.own() == Side::German {
        return None;
    }
    let chosen = ends.iter().filter(|(unit, _)| !entitled(pos, *unit));
    let units: Vec<UnitId> = chosen.map(|(unit, _)| *unit).collect();
    let (has, most) = (pos.stack_of(&units), to_choose(pos));
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    (has > most).then_some((number(has), number(most)))
}

/// At the start of the British movement phase: the alarm, and who is free for good.
pub(super) fn strike(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    if pos.open.alarm.is_none() {
        if pos.spots(Side::German).is_empty() {
            return Ok(());
        }
        let turn = pos.open.turn;
        t.happen(Event::Alarm { turn })?;
    }
    let pos = super::pos(t);
    let free = |unit: &UnitId| !pos.has(*unit, Mark::Freed) && entitled(&pos, *unit);
    let units: Vec<UnitId> = pos.units_of(Side::British).filter(free).collect();
    free_them(t, units)
}

/// Units of the chosen ones that have moved stay free.
pub(super) fn free_them(t: &mut Board<'_>, units: Vec<UnitId>) -> Play {
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::Frees { units })
}
