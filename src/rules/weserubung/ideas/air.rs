//! Rule 7.0: ideas for the air.

use super::super::class::{Arm, Class};
use super::super::nation::Alliance;
use super::super::orders::{items, movers, passengers, strikers};
use super::super::position::Position;
use super::super::view::View;
use super::super::words::{FLY, STRIKE};
use super::{chance, chosen, named, one_of, path};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Line, Picks};

/// Where an alliance can be struck from the air.
pub(super) fn air_targets(pos: Position<'_>, enemy: Alliance) -> Vec<SpaceId> {
    let mut at = pos.afloat(enemy);
    for unit in pos.units(enemy, Arm::Air) {
        if pos.carrier(unit).is_none() {
            at.extend(pos.at(unit));
        }
    }
    at.retain(|place| pos.d.map.hex(*place).holds.is_none());
    at.sort_unstable();
    at.dedup();
    at
}

/// A strike by one unit and some beside it.
pub(super) fn strike(
    v: &View<'_>,
    lead: UnitId,
    beside: &[UnitId],
    targets: &[SpaceId],
    rng: &mut dyn Below,
) -> Option<Line> {
    let pos = v.pos();
    let from = pos.at(lead)?;
    let reach = pos.movement(lead) / 2;
    let near: Vec<SpaceId> = targets
        .iter()
        .copied()
        .filter(|to| pos.d.map.distance(from, *to) <= reach)
        .collect();
    let to = one_of(rng, &near)?;
    let route = pos.d.map.flight(from, to);
    let far = u32::try_from(route.len()).ok()?;
    let with = chosen(beside, |unit| {
        pos.movement(unit) >= 2 * far && rng.below(2) == 0
    });
    Some(Line {
        word: &STRIKE,
        subject: Some(lead.item()),
        picks: Picks::Parts(vec![Some(path(&route)), Some(with), None, None, None, None]),
    })
}

/// Rule 7.0: strikes where there is something to hit, transfers to bases further forward, airlifts.
pub(crate) fn air(v: &View<'_>, rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let (able, all) = (strikers(v), movers(v));
    let targets = air_targets(pos, v.alliance().other());
    let mut lines: Vec<Line> = Vec::new();
    let mut used: Vec<UnitId> = Vec::new();
    let bases = pos.bases(v.alliance());
    for unit in &able {
        if used.contains(unit) || !chance(rng, 4) {
            continue;
        }
        let beside: Vec<UnitId> = able
            .iter()
            .copied()
            .filter(|one| one != unit && pos.at(*one) == pos.at(*unit))
            .collect();
        if let Some(line) = strike(v, *unit, &beside, &targets, rng) {
            let named = named(&line);
            if named.iter().any(|one| used.contains(one)) {
                continue;
            }
            used.extend(named);
            lines.push(line);
        }
    }
    for unit in &all {
        if used.contains(unit) || !chance(rng, 5) {
            continue;
        }
        let Some(from) = pos.at(*unit) else { continue };
        let fits = |base: &SpaceId| {
            *base != from
                && pos.d.map.distance(from, *base) <= pos.movement(*unit)
                && pos.space(*base, v.alliance(), Arm::Air) > 3
        };
        let near: Vec<SpaceId> = bases.iter().copied().filter(fits).collect();
        let Some(to) = one_of(rng, &near) else {
            continue;
        };
        used.push(*unit);
        lines.push(fly(v, *unit, to, &mut used));
    }
    lines
}

/// A transfer, with passengers if there are any.
pub(super) fn fly(v: &View<'_>, unit: UnitId, to: SpaceId, used: &mut Vec<UnitId>) -> Line {
    let pos = v.pos();
    let mut parts = vec![Some(Picks::One(to.item())), None, None];
    if pos.class(unit) == Class::AirTransport {
        let space = pos.space(to, v.alliance(), Arm::Land);
        let riders = passengers(v, unit).into_iter();
        let room = pos.room(unit).min(space);
        let riders: Vec<UnitId> = riders
            .filter(|one| pos.arm(*one) == Arm::Land && !used.contains(one))
            .take(room)
            .collect();
        used.extend(&riders);
        parts.push(Some(Picks::List(items(&riders))));
    }
    Line {
        word: &FLY,
        subject: Some(unit.item()),
        picks: Picks::Parts(parts),
    }
}
