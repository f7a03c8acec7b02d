//! Rule 6.2.3: retreats.

use super::Board;
use super::event::{Cause, How};
use super::fights::lose;
use super::moves::go;
use super::position::Lay;
use super::side::Side;
use super::state::Position;
use crate::board::{SpaceId, UnitId, retreats};
use crate::engine::table::Play;

/// Rules 6.2.31 and 6.2.32: every way a unit can retreat so many hexes, away from some enemies.
pub(super) fn ways(
    pos: &Position<'_>,
    side: Side,
    unit: UnitId,
    far: u32,
    enemies: &[SpaceId],
) -> Vec<Vec<SpaceId>> {
    let Some(start) = pos.at(unit) else {
        return Vec::new();
    };
    let map = &pos.data.map;
    let lay = Lay::new(pos, side);
    let next = |from: SpaceId, out: &mut Vec<SpaceId>| {
        for way in map.ways(from) {
            let to = way.to;
            let free = !way.between.closed && !way.between.crossing && map.england.has(to);
            let friend = || pos.on(to, side).iter().any(|one| *one != unit);
            if free && !lay.enemies.has(to) && (!lay.zones.has(to) || friend()) {
                out.push(to);
            }
        }
    };
    let apart = |a: SpaceId, b: SpaceId| map.distance(a, b);
    let mut found = retreats(start, far, &next, &apart);
    found.retain(|way| {
        let end = way.last().copied().unwrap_or(start);
        enemies.iter().all(|enemy| map.distance(*enemy, end) >= far)
    });
    // 5.5: the British may leave by the north edge.
    if side == Side::British
        && let Some(north) = map.named_box("northern-england")
    {
        for steps in 0..far {
            for mut way in retreats(start, steps, &next, &apart) {
                if map.place(way.last().copied().unwrap_or(start)).north {
                    way.push(north);
                    found.push(way);
                }
            }
        }
    }
    found
}

/// Where some units can retreat to, the safest first.
pub(super) fn ends(
    pos: &Position<'_>,
    side: Side,
    units: &[UnitId],
    far: u32,
    enemies: &[SpaceId],
) -> Vec<SpaceId> {
    let mut ends: Vec<SpaceId> = units
        .iter()
        .flat_map(|unit| ways(pos, side, *unit, far, enemies))
        .filter_map(|way| way.last().copied())
        .collect();
    ends.sort_unstable();
    ends.dedup();
    ends.sort_by_key(|end| (std::cmp::Reverse(pos.nearest(*end, side.other())), *end));
    ends
}

/// Units retreat so many hexes, each to the foremost place that has room; a unit that cannot go so far loses a step for
/// each hex that is missing. Says whether all that are left have gone.
pub(super) fn retreat(
    t: &mut Board<'_>,
    side: Side,
    units: &[UnitId],
    far: u32,
    enemies: &[SpaceId],
    to: Option<SpaceId>,
) -> Play<bool> {
    let mut all = true;
    for unit in units {
        let mut gone = false;
        for steps in (1..=far).rev() {
            let pos = super::pos(t);
            if pos.at(*unit).is_none() {
                break;
            }
            let Some(way) = best(&pos, side, *unit, steps, enemies, to) else {
                continue;
            };
            if steps < far {
                lose(t, *unit, far - steps, Cause::Trapped)?;
            }
            if super::pos(t).at(*unit).is_some() {
                go(t, *unit, way, How::Retreat, 0)?;
            }
            gone = true;
            break;
        }
        if !gone && super::pos(t).at(*unit).is_some() {
            lose(t, *unit, far, Cause::Trapped)?;
            all &= super::pos(t).at(*unit).is_none();
        }
    }
    Ok(all)
}

/// The way of a unit to the wished end, or to the safest; where all are full, one hex on (5.2).
fn best(
    pos: &Position<'_>,
    side: Side,
    unit: UnitId,
    far: u32,
    enemies: &[SpaceId],
    to: Option<SpaceId>,
) -> Option<Vec<SpaceId>> {
    for far in [far, far + 1] {
        let mut ways = ways(pos, side, unit, far, enemies);
        ways.retain(|way| {
            way.last()
                .is_some_and(|end| pos.has_room(*end, side, &[unit]))
        });
        let rank = |way: &&Vec<SpaceId>| {
            let end = way.last().copied().unwrap_or_default();
            let safe = pos.nearest(end, side.other());
            (
                Some(end) != to,
                std::cmp::Reverse(safe),
                way.len(),
                (*way).clone(),
            )
        };
        if let Some(way) = ways.iter().min_by_key(rank) {
            return Some(way.clone());
        }
    }
    None
}
