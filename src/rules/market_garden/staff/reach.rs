//! How far a unit gets in one impulse (9): every place, the way there, and the enemies it could meet.

use super::super::ground::Water;
use super::super::look::Look;
use super::super::units::Kind;
use crate::board::{SpaceId, UnitId};

/// A place a unit can get to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) at: SpaceId,
    /// Movement left there.
    pub(super) left: i32,
    /// Whether enemies are there.
    pub(super) fight: bool,
    before: usize,
}

/// What a unit can reach; the first leg is where it stands.
pub(super) struct Reach(Vec<Leg>);

impl Reach {
    pub(super) fn legs(&self) -> &[Leg] {
        &self.0
    }

    /// The way to a place, without where it begins.
    pub(super) fn path(&self, to: SpaceId) -> Option<Vec<SpaceId>> {
        let mut n = self.0.iter().position(|leg| leg.at == to)?;
        let mut path = Vec::new();
        while n > 0 {
            path.push(self.0[n].at);
            n = self.0[n].before;
        }
        path.reverse();
        (!path.is_empty()).then_some(path)
    }

    pub(super) fn of(look: Look<'_>, unit: UnitId) -> Self {
        let Ok(start) = look.may_act(unit) else {
            return Self(Vec::new());
        };
        let left = look.left(unit);
        let mut legs = vec![Leg {
            at: start,
            left,
            fight: false,
            before: 0,
        }];
        // Legs are looked at again when a better way to them is found, which is rare on so short marches.
        let mut open = vec![0];
        while let Some(n) = open.pop() {
            let here = legs[n];
            if n > 0 && (here.fight || here.left <= 0 || look.d.ground.place(here.at).zone) {
                continue;
            }
            for (to, _) in &look.d.ground.place(here.at).near {
                let Some(rest) = step(look, unit, start, here, *to) else {
                    continue;
                };
                let leg = Leg {
                    at: *to,
                    left: rest,
                    fight: !look.vacant(look.counter(unit).side, *to),
                    before: n,
                };
                match legs.iter().position(|leg| leg.at == *to) {
                    Some(known) if legs[known].left >= rest || known == 0 => {}
                    Some(known) => {
                        legs[known] = leg;
                        open.push(known);
                    }
                    None => {
                        legs.push(leg);
                        open.push(legs.len() - 1);
                    }
                }
            }
        }
        Self(legs)
    }
}

/// What a unit has left behind one more step, if it can make it.
fn step(look: Look<'_>, unit: UnitId, start: SpaceId, here: Leg, to: SpaceId) -> Option<i32> {
    let counter = look.counter(unit);
    let side = counter.side;
    let first = here.at == start;
    let place = look.d.ground.place(to);
    if place.zone && !first || look.allowed(unit, to).is_err() {
        return None;
    }
    // Guns and flak follow, they do not lead (9.66).
    if !counter.kind.assaults() && !look.free(side, to) {
        return None;
    }
    let edge = look.d.ground.between(here.at, to)?;
    let via = look.way_across(unit, edge).ok()?;
    if via.takes_all() && !first {
        return None;
    }
    // 9.3: out of a contested area only into a free one, armour apart.
    let contested = first && !look.vacant(side, start) && !look.d.ground.place(start).zone;
    let free_exit = counter.kind == Kind::Armour && !look.faces_armour(side, start);
    if contested && !free_exit {
        return look.free(side, to).then_some(0);
    }
    if via.takes_all() {
        return Some(0);
    }
    let cost = look.entry_cost(side, to);
    if cost > here.left {
        // 9.7.
        return (first && here.left > 0 && here.left == look.movement(unit)).then_some(0);
    }
    let bridge = look.d.ground.edge(edge).water != Water::None;
    let seized = &look.s.pulse.seized;
    let dear = bridge && seized.iter().any(|(one, by)| *one == edge && *by != unit);
    Some((here.left - cost - i32::from(dear)).max(0))
}
