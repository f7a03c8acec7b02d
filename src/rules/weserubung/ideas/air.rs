//! Rule 7.0: ideas for the air.

use super::super::class::{Arm, Class};
use super::super::flight::Base;
use super::super::nation::Alliance;
use super::super::orders::{AirLine, Fly, Strike, movers, passengers, strikers};
use super::super::position::Position;
use super::super::view::View;
use super::{chance, one_of};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

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
) -> Option<Strike> {
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
    let mut with = beside.to_vec();
    with.retain(|unit| pos.movement(*unit) >= 2 * far && rng.below(2) == 0);
    Some(Strike {
        to: Way(route),
        with,
        ..Strike::default()
    })
}

/// Rule 7.0: strikes where there is something to hit, transfers to bases further forward, airlifts.
pub(crate) fn air(v: &View<'_>, rng: &mut dyn Below) -> Vec<AirLine> {
    let pos = v.pos();
    let (able, all) = (strikers(v), movers(v));
    let targets = air_targets(pos, v.alliance().other());
    let mut lines = Vec::new();
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
        if let Some(how) = strike(v, *unit, &beside, &targets, rng)
            && !how.with.iter().any(|one| used.contains(one))
        {
            used.push(*unit);
            used.extend(&how.with);
            lines.push(AirLine::Strike { lead: *unit, how });
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
        let how = fly(v, *unit, to, &mut used);
        lines.push(AirLine::Fly { lead: *unit, how });
    }
    lines
}

/// A transfer, with passengers if there are any.
pub(super) fn fly(v: &View<'_>, unit: UnitId, to: SpaceId, used: &mut Vec<UnitId>) -> Fly {
    let pos = v.pos();
    let mut carry = Vec::new();
    if pos.class(unit) == Class::AirTransport {
        let space = pos.space(to, v.alliance(), Arm::Land);
        let riders = passengers(v, unit).into_iter();
        let room = pos.room(unit).min(space);
        let riders = riders.filter(|one| pos.arm(*one) == Arm::Land && !used.contains(one));
        carry = riders.take(room).collect();
        used.extend(&carry);
    }
    Fly {
        to: Base::Field(to),
        with: Vec::new(),
        over: Way::default(),
        carry,
    }
}
