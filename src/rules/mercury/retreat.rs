//! Rule 9.6: retreats.

use super::Board;
use super::declare::declared;
use super::event::{Cause, Event, How};
use super::fights::{fatigue, losses};
use super::moves::go;
use super::orders::combat::{Retreat, Stand};
use super::side::Side;
use super::state::Position;
use crate::board::{Mask, SpaceId, UnitId, retreats};
use crate::engine::ready::{Given, YesNo};
use crate::engine::table::Play;

/// What became of a stack that had to retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It went.
    Left,
    /// It stayed, by will or by force.
    Stayed,
}

/// Rule 9.65: defenders in good ground may stay, at a price; else they retreat.
pub(super) fn defenders(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    far: u32,
    worth: i32,
) -> Play<Outcome> {
    if worth >= 2 && t.ask(side, YesNo(Stand { at }))? {
        let units = units.to_vec();
        t.happen(Event::Stands {
            at,
            units: units.clone(),
        })?;
        let t: &mut Board<'_> = &mut t.within("stands");
        if worth == 2 {
            losses(t, side, at, &units, 1, None, Cause::Stood)?;
        }
        fatigue(t, side, at, &units, 1, None, Cause::Stood)?;
        return Ok(Outcome::Stayed);
    }
    retreat(t, side, at, units, far)
}

/// Rules 9.61 to 9.64: the units of one hex retreat so many hexes, all or none.
pub(super) fn retreat(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    far: u32,
) -> Play<Outcome> {
    if units.is_empty() {
        return Ok(Outcome::Left);
    }
    let pos = super::pos(t);
    let ground = Ground::new(&pos, side);
    let ways: Vec<(UnitId, Vec<Vec<SpaceId>>)> = units
        .iter()
        .map(|unit| (*unit, ground.ways(&pos, *unit, at, far)))
        .collect();
    let mut ends: Vec<SpaceId> = ways
        .iter()
        .flat_map(|(_, ways)| ways.iter().filter_map(|way| way.last().copied()))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    // The furthest from the enemy first.
    ends.sort_by_key(|end| (std::cmp::Reverse(pos.nearest(*end, side.other())), *end));
    let possible = assign(&pos, side, &ways, &ends).is_some();
    if !possible {
        return trapped(t, side, at, units);
    }
    let ranking = if ends.len() > 1 {
        t.ask(
            side,
            Given(Retreat {
                at,
                ends,
                how: How::Retreat,
            }),
        )?
        .0
    } else {
        ends
    };
    let Some(gone) = assign(&super::pos(t), side, &ways, &ranking) else {
        return trapped(t, side, at, units);
    };
    for (unit, path) in gone {
        go(t, unit, path, How::Retreat)?;
    }
    Ok(Outcome::Left)
}

/// Rule 9.64: they stay, lose one more step, and one is fatigued.
fn trapped(t: &mut Board<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> Play<Outcome> {
    t.happen(Event::Trapped {
        at,
        units: units.to_vec(),
    })?;
    let t: &mut Board<'_> = &mut t.within("trapped");
    losses(t, side, at, units, 1, None, Cause::Trapped)?;
    fatigue(t, side, at, units, 1, None, Cause::Trapped)?;
    Ok(Outcome::Stayed)
}

/// The way of each unit, to the foremost end that it can reach and that has room; nothing if one has none.
fn assign(
    pos: &Position<'_>,
    side: Side,
    ways: &[(UnitId, Vec<Vec<SpaceId>>)],
    ends: &[SpaceId],
) -> Option<Vec<(UnitId, Vec<SpaceId>)>> {
    let most = pos.data.tables.limits.stack;
    let mut gone: Vec<(UnitId, Vec<SpaceId>)> = Vec::new();
    for (unit, ways) in ways {
        let found = ends.iter().find_map(|end| {
            let mut there = pos.on(*end, side);
            there.retain(|one| !gone.iter().any(|(moved, _)| moved == one));
            let came = gone.iter().filter(|(_, way)| way.last() == Some(end));
            there.extend(came.map(|(unit, _)| *unit));
            let fits = pos.stack_of(&there) + pos.printed(*unit).stack <= most;
            let way = ways.iter().find(|way| way.last() == Some(end))?;
            fits.then(|| way.clone())
        })?;
        gone.push((*unit, found));
    }
    Some(gone)
}

/// What bars a side's retreats.
struct Ground {
    enemies: Mask,
    zones: Mask,
    own: Mask,
    targets: Vec<SpaceId>,
}

impl Ground {
    fn new(pos: &Position<'_>, side: Side) -> Self {
        Self {
            enemies: pos.spots(side.other()).into_iter().collect(),
            zones: pos.zones(side.other()),
            own: pos.spots(side).into_iter().collect(),
            targets: declared(pos),
        }
    }

    /// Rules 9.62 and 9.63: every way a unit can retreat.
    fn ways(&self, pos: &Position<'_>, unit: UnitId, at: SpaceId, far: u32) -> Vec<Vec<SpaceId>> {
        let map = &pos.data.map;
        let gait = pos.printed(unit).gait;
        let next = |from: SpaceId, out: &mut Vec<SpaceId>| {
            for way in map.ways(from) {
                let to = way.to;
                let covered = self.own.has(to) && !self.targets.contains(&to);
                if pos.data.playable.has(to)
                    && map.enters(&pos.data.tables, gait, from, to)
                    && !self.enemies.has(to)
                    && (!self.zones.has(to) || covered)
                {
                    out.push(to);
                }
            }
        };
        retreats(at, far, &next, &|a, b| map.distance(a, b))
    }
}
