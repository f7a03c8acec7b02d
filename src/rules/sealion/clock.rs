//! Rule 16.1.15: when the British may move against an invader.

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::{Mark, Position};
use crate::board::{Mask, SpaceId, UnitId};
use crate::engine::table::Play;

/// Units that wait for leave may be freed: so many thirds of a division, by the clock.
const CHOSEN: u32 = 15;
/// How near an enemy alarms, on the first turn.
const NEAR: u32 = 3;

/// The turn of the clock; nothing before the alarm.
fn clock(pos: &Position<'_>) -> Option<u32> {
    Some(pos.open.turn.saturating_sub(pos.open.alarm?) + 1)
}

/// Rule 16.1.15: who may move by the clock alone, unchosen; found once for many units.
pub(super) struct Leave {
    clock: Option<u32>,
    /// Hexes near a German.
    near: Mask,
    /// Zones that hold a German unit.
    invaded: Vec<SpaceId>,
}

impl Leave {
    pub fn new(pos: &Position<'_>) -> Self {
        let spots = pos.spots(Side::German);
        let map = &pos.data.map;
        Self {
            clock: clock(pos),
            near: spots.iter().flat_map(|at| map.within(*at, NEAR)).collect(),
            invaded: spots.iter().map(|at| map.place(*at).zone).collect(),
        }
    }

    /// Whether a unit may move unchosen.
    pub fn has(&self, pos: &Position<'_>, unit: UnitId) -> bool {
        let (Some(clock), Some(at)) = (self.clock, pos.at(unit)) else {
            return false;
        };
        if pos.printed(unit).is_leader() || clock >= 5 {
            return true;
        }
        let near = || self.invaded.contains(&pos.data.map.place(at).zone);
        let ghq = pos.data.ghq.contains(&unit);
        match clock {
            1 => {
                let reserve = ghq || pos.data.reserves.contains(&unit);
                reserve && near() || self.near.has(at)
            }
            2 => ghq || near(),
            _ => ghq || near() || pos.has(unit, Mark::Freed),
        }
    }
}

/// Whether a unit may move by the clock alone, unchosen.
pub(super) fn entitled(pos: &Position<'_>, unit: UnitId) -> bool {
    Leave::new(pos).has(pos, unit)
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
    pos.printed(unit).side() == Side::German || to_choose(pos) > 0 || entitled(pos, unit)
}

/// The units of a side that may be ordered to move.
pub(super) fn movers(pos: &Position<'_>, side: Side) -> Vec<UnitId> {
    let leave = Leave::new(pos);
    let free = side == Side::German || to_choose(pos) > 0;
    pos.units_of(side)
        .filter(|unit| free || leave.has(pos, *unit))
        .collect()
}

/// Whether more units are ordered to move than may be chosen: how many thirds, and how many at most.
pub(super) fn too_many(pos: &Position<'_>, ends: &[(UnitId, SpaceId)]) -> Option<(i32, i32)> {
    if pos.own() == Side::German {
        return None;
    }
    let leave = Leave::new(pos);
    let chosen = ends.iter().filter(|(unit, _)| !leave.has(pos, *unit));
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
    let leave = Leave::new(&pos);
    let free = |unit: &UnitId| !pos.has(*unit, Mark::Freed) && leave.has(&pos, *unit);
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
