//! Rule 11.0: ideas for the Movement Phase.

use super::super::class::{Arm, Class};
use super::super::march;
use super::super::nation::Alliance;
use super::super::orders::{Flyer, Lander, MoveLine, MoveOffer, Rider, Walker};
use super::super::view::View;
use super::air::fly;
use super::{chance, destination, holds_a_town, one_of};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

/// Who is ordered already, and how many come where.
struct Plan<'v> {
    v: &'v View<'v>,
    enemies: Vec<SpaceId>,
    used: Vec<UnitId>,
    filled: Vec<SpaceId>,
    lines: Vec<MoveLine>,
}

/// Rule 11.0: marches towards towns, landings, airlifts to the front.
pub(crate) fn movement(v: &View<'_>, offer: &MoveOffer, rng: &mut dyn Below) -> Vec<MoveLine> {
    let mut plan = Plan {
        v,
        enemies: v.pos().held(v.alliance().other()),
        used: Vec::new(),
        filled: Vec::new(),
        lines: Vec::new(),
    };
    for one in &offer.walkers {
        plan.walk(one, rng);
    }
    for one in &offer.riders {
        plan.ride(one, rng);
    }
    for one in &offer.landers {
        plan.land(one);
    }
    for one in &offer.movers {
        plan.fly(one, rng);
    }
    for one in &offer.jumpers {
        if !plan.used.contains(&one.unit)
            && chance(rng, 3)
            && let Some(how) = super::offensive::drop(v, one, 0, rng)
            && !how.by.iter().any(|unit| plan.used.contains(unit))
        {
            plan.used.push(one.unit);
            plan.used.extend(&how.by);
            let unit = one.unit;
            plan.lines.push(MoveLine::Drop { unit, how });
        }
    }
    plan.lines
}

impl Plan<'_> {
    fn coming(&self, to: SpaceId) -> usize {
        self.filled.iter().filter(|place| **place == to).count()
    }

    /// Whether a hex takes one more, and notes that one comes.
    fn goes(&mut self, unit: UnitId, to: SpaceId) -> bool {
        let room = self.v.pos().space(to, self.v.alliance(), Arm::Land);
        let goes = room > self.coming(to);
        if goes {
            self.filled.push(to);
            self.used.push(unit);
        }
        goes
    }

    fn walk(&mut self, one: &Walker, rng: &mut dyn Below) {
        let (v, unit) = (self.v, one.unit);
        let (pos, own) = (v.pos(), v.alliance());
        if self.used.contains(&unit) {
            return;
        }
        let garrison = holds_a_town(pos, own, unit, &self.enemies);
        if pos.arm(unit) == Arm::Leader {
            if let Some(way) = to_troops(v, unit, &self.enemies, rng) {
                let path = Way(way);
                self.lines.push(MoveLine::Move { unit, path });
            }
            return;
        }
        // The invader is in a hurry, the defender is not.
        let haste = if own == Alliance::Axis { 1 } else { 4 };
        if (!garrison || chance(rng, 8))
            && chance(rng, haste)
            && let Some((_, way)) = destination(v, unit, &self.enemies, rng)
            && let Some(to) = way.last().copied()
            && self.goes(unit, to)
        {
            let path = Way(way);
            self.lines.push(MoveLine::Move { unit, path });
        }
    }

    fn ride(&mut self, one: &Rider, rng: &mut dyn Below) {
        let unit = one.unit;
        if !self.used.contains(&unit)
            && self.v.pos().arm(unit) == Arm::Land
            && chance(rng, 8)
            && let Some(to) = one_of(rng, &one.to)
            && self.goes(unit, to)
        {
            self.lines.push(MoveLine::Rail { unit, to });
        }
    }

    fn land(&mut self, one: &Lander) {
        let (pos, unit) = (self.v.pos(), one.unit);
        let Some(at) = pos.at(unit) else { return };
        if self.used.contains(&unit) || pos.arm(unit) != Arm::Land {
            return;
        }
        let room = pos.space(at, self.v.alliance(), Arm::Land);
        let Some(room) = room.checked_sub(self.coming(at) + 1) else {
            return;
        };
        let with = one.with.iter().copied();
        let with = with.filter(|one| !self.used.contains(one) && pos.arm(*one) == Arm::Land);
        let with: Vec<UnitId> = with.take(room).collect();
        self.used.push(unit);
        self.used.extend(&with);
        self.filled.extend(std::iter::repeat_n(at, with.len() + 1));
        self.lines.push(MoveLine::Land { unit, with });
    }

    fn fly(&mut self, one: &Flyer, rng: &mut dyn Below) {
        let (v, lead) = (self.v, one.unit);
        let (pos, own) = (v.pos(), v.alliance());
        let plane = pos.class(lead) == Class::AirTransport;
        if self.used.contains(&lead) || !plane || !chance(rng, 2) {
            return;
        }
        let Some(at) = pos.at(lead) else { return };
        let fits = |base: &SpaceId| {
            let coming = self.coming(*base);
            pos.d.map.hex(*base).holds.is_none()
                && at != *base
                && pos.d.map.distance(at, *base) <= pos.movement(lead)
                && pos.space(*base, own, Arm::Air) > coming
                && pos.space(*base, own, Arm::Land) > 2 + coming
        };
        let bases: Vec<SpaceId> = pos.bases(own).into_iter().filter(fits).collect();
        if let Some(to) = one_of(rng, &bases) {
            let how = fly(v, lead, to, &mut self.used);
            self.used.push(lead);
            let come = how.carry.len() + 1;
            self.filled.extend(std::iter::repeat_n(to, come));
            self.lines.push(MoveLine::Fly { lead, how });
        }
    }
}

/// A leader goes where troops of his side are.
fn to_troops(
    v: &View<'_>,
    leader: UnitId,
    enemies: &[SpaceId],
    rng: &mut dyn Below,
) -> Option<Vec<SpaceId>> {
    let (pos, own) = (v.pos(), v.alliance());
    let from = pos.at(leader)?;
    let useful = pos.has_land(from, own) && !chance(rng, 6);
    if useful || pos.class(leader) == Class::Admiral {
        return None;
    }
    let reached = march::reach(pos, leader, enemies);
    let with: Vec<SpaceId> = reached
        .places()
        .filter(|place| *place != from && pos.has_land(*place, own))
        .collect();
    one_of(rng, &with).map(|to| reached.way(from, to))
}
