//! Rule 6.3: advance after combat.

use super::Board;
use super::event::How;
use super::fights::{alive, by_sea};
use super::moves::go;
use super::orders::combat::Forward;
use super::side::Side;
use super::state::{Mark, Position, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// The ways of a unit into hexes that were left, and on: the end of each, with the hexes entered.
fn ways(
    pos: &Position<'_>,
    side: Side,
    unit: UnitId,
    hexes: &[SpaceId],
    far: u32,
) -> Vec<Vec<SpaceId>> {
    let map = &pos.data.map;
    let printed = pos.printed(unit);
    let landing = match pos.unit(unit).at {
        Where::Landing(at) => Some(at),
        _ => None,
    };
    if pos.has(unit, Mark::Dropped) || printed.movement_is_none() {
        return Vec::new();
    }
    let free = |at: SpaceId| map.england.has(at) && !pos.holds(at, side.other());
    let guarded = |at: SpaceId| side == Side::German && pos.guard(at) > 0;
    let mut found: Vec<Vec<SpaceId>> = Vec::new();
    for at in hexes.iter().copied().filter(|at| free(*at)) {
        let beside = pos.at(unit).is_some_and(|from| map.touch(from, at));
        if landing != Some(at) && !(landing.is_none() && beside) {
            continue;
        }
        found.push(vec![at]);
        // 9.4.2: who lands goes no further; a city holds up who enters it.
        if landing.is_some() || guarded(at) {
            continue;
        }
        let mut ends = vec![vec![at]];
        for _ in 1..far {
            let mut longer = Vec::new();
            for way in &ends {
                let last = way.last().copied().unwrap_or(at);
                for next in map.ways(last) {
                    let to = next.to;
                    let open = !next.between.closed && free(to) && !guarded(to);
                    let new = open && !way.contains(&to) && pos.at(unit) != Some(to);
                    if new && !found.iter().any(|way| way.last() == Some(&to)) {
                        let mut way = way.clone();
                        way.push(to);
                        found.push(way.clone());
                        longer.push(way);
                    }
                }
            }
            ends = longer;
        }
    }
    found
}

/// Units of a side advance into hexes that were left, or up to so many hexes on.
pub(super) fn advance(
    t: &mut Board<'_>,
    side: Side,
    units: &[UnitId],
    hexes: &[SpaceId],
    far: u32,
) -> Play {
    let pos = super::pos(t);
    let mut able: Vec<UnitId> = alive(&pos, units);
    able.retain(|unit| !ways(&pos, side, *unit, hexes, far).is_empty());
    if able.is_empty() {
        return Ok(());
    }
    let mut ends: Vec<SpaceId> = able
        .iter()
        .flat_map(|unit| ways(&pos, side, *unit, hexes, far))
        .filter_map(|way| way.last().copied())
        .collect();
    ends.sort_unstable();
    ends.dedup();
    let at = hexes.first().copied().unwrap_or_default();
    let landing: Vec<UnitId> = able
        .iter()
        .copied()
        .filter(|unit| by_sea(&pos, *unit))
        .collect();
    let reach: Vec<(UnitId, SpaceId)> = able
        .iter()
        .flat_map(|unit| {
            let ways = ways(&pos, side, *unit, hexes, far).into_iter();
            ways.filter_map(|way| Some((*unit, way.last().copied()?)))
        })
        .collect();
    let ask = Forward {
        at,
        hexes: hexes.to_vec(),
        units: able,
        ends,
        reach,
        landing,
    };
    let t: &mut Board<'_> = &mut t.within(format_args!("{}-advance", side.name()));
    for (unit, to) in t.ask(side, Given(ask))? {
        let pos = super::pos(t);
        let found = ways(&pos, side, unit, hexes, far)
            .into_iter()
            .find(|way| way.last() == Some(&to));
        let Some(way) = found.filter(|_| pos.has_room(to, side, &[unit])) else {
            continue;
        };
        let how = if by_sea(&pos, unit) {
            How::Ashore
        } else {
            How::Advance
        };
        go(t, unit, way, how, 0)?;
    }
    Ok(())
}
