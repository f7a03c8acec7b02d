//! Ways of land units: to a place, into an attack, out of one (9.0, 10.2/a, 10.5).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::class::{Arm, Class};
use super::nation::Alliance;
use super::position::Position;
use crate::board::{SpaceId, UnitId};

/// How a unit comes to fight a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Approach {
    /// The hexes it enters, the last one the target or, for artillery, where it fires from.
    pub(super) path: Vec<SpaceId>,
    /// What that costs.
    pub(super) cost: u32,
    /// 9.0: across a river.
    pub(super) river: bool,
}

/// What can be reached: each place with its cost and where the way came from.
pub(super) struct Reached {
    found: Vec<Option<(u16, SpaceId)>>,
    places: Vec<SpaceId>,
}

impl Reached {
    fn get(&self, place: SpaceId) -> Option<(u16, SpaceId)> {
        self.found.get(usize::from(place.0)).copied().flatten()
    }

    /// The way to a place, each hex entered.
    pub(super) fn way(&self, from: SpaceId, to: SpaceId) -> Vec<SpaceId> {
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            way.push(at);
            match self.get(at) {
                Some((_, before)) => at = before,
                None => break,
            }
        }
        way.reverse();
        way
    }

    /// All places reached, in order.
    pub(super) fn places(&self) -> impl Iterator<Item = SpaceId> + '_ {
        self.places.iter().copied()
    }

    /// The cost of a place.
    pub(super) fn cost(&self, place: SpaceId) -> Option<u32> {
        self.get(place).map(|(cost, _)| u32::from(cost))
    }
}

/// Hexes a unit can reach without meeting enemies (11.0/move).
pub(super) fn reach(pos: Position<'_>, unit: UnitId, enemies: &[SpaceId]) -> Reached {
    reach_with(pos, unit, enemies, pos.movement(unit))
}

/// What a unit would have to pay to attack a hex; `None` if no way leads there.
pub(super) fn needs(
    pos: Position<'_>,
    unit: UnitId,
    target: SpaceId,
    enemies: &[SpaceId],
) -> Option<u32> {
    let mut open = enemies.to_vec();
    open.retain(|place| *place != target);
    let guns = pos.class(unit).is_artillery();
    let reached = reach_with(pos, unit, if guns { enemies } else { &open }, u32::MAX);
    if !guns {
        return reached.cost(target);
    }
    let beside = pos.d.map.beside(target);
    beside.filter_map(|place| reached.cost(place)).min()
}

fn reach_with(pos: Position<'_>, unit: UnitId, enemies: &[SpaceId], most: u32) -> Reached {
    let map = &pos.d.map;
    let mut reached = Reached {
        found: vec![None; map.hexes.len()],
        places: Vec::new(),
    };
    let Some(from) = pos.at(unit) else {
        return reached;
    };
    let enemies = map.mask(enemies);
    let class = pos.class(unit);
    let mut open = BinaryHeap::from([Reverse((0_u32, from, from))]);
    while let Some(Reverse((cost, here, before))) = open.pop() {
        if reached.get(here).is_some() {
            continue;
        }
        reached.found[usize::from(here.0)] =
            Some((u16::try_from(cost).unwrap_or(u16::MAX), before));
        reached.places.push(here);
        for step in map.steps(here) {
            let Some(price) = pos.d.ground.cost(map, class, step) else {
                continue;
            };
            let total = cost + price;
            if total <= most && !enemies.has(step.to) && reached.get(step.to).is_none() {
                open.push(Reverse((total, step.to, here)));
            }
        }
    }
    reached.places.sort_unstable();
    reached
}

/// Rules 10.2/a and 9.0: the best way of a unit into an attacked hex, through one of some hexes beside it if the
/// attacker named any; artillery stays in that hex (3.2.5).
pub(super) fn approach(
    pos: Position<'_>,
    unit: UnitId,
    target: SpaceId,
    enemies: &[SpaceId],
    through: &[SpaceId],
) -> Option<Approach> {
    let from = pos.at(unit)?;
    if pos.d.map.distance(from, target) > pos.movement(unit) + 1 {
        return None;
    }
    approach_within(pos, unit, target, &reach(pos, unit, enemies), through)
}

/// The same, with what the unit can reach.
pub(super) fn approach_within(
    pos: Position<'_>,
    unit: UnitId,
    target: SpaceId,
    reached: &Reached,
    through: &[SpaceId],
) -> Option<Approach> {
    let from = pos.at(unit)?;
    let (most, class) = (pos.movement(unit), pos.class(unit));
    let own = pos.alliance(unit);
    let mut best: Option<Approach> = None;
    for step in pos.d.map.steps(target) {
        let beside = step.to;
        if !through.is_empty() && !through.contains(&beside) {
            continue;
        }
        let Some(cost) = reached.cost(beside) else {
            continue;
        };
        let Some(last) = pos.d.map.step(beside, target) else {
            continue;
        };
        let (cost, end) = if class.is_artillery() {
            let stays = beside == from;
            if !stays && pos.space(beside, own, Arm::Land) == 0 {
                continue;
            }
            (cost, None)
        } else {
            let Some(price) = pos.d.ground.cost(&pos.d.map, class, last) else {
                continue;
            };
            (cost + price, Some(target))
        };
        if cost > most {
            continue;
        }
        let better = best
            .as_ref()
            .is_none_or(|best| (last.river, cost) < (best.river, best.cost));
        if better {
            let mut path = reached.way(from, beside);
            path.extend(end);
            best = Some(Approach {
                path,
                cost,
                river: last.river,
            });
        }
    }
    best
}

/// Rule 10.5: hexes defenders may withdraw to.
pub(super) fn retreats(
    pos: Position<'_>,
    own: Alliance,
    at: SpaceId,
    units: usize,
    other: Option<SpaceId>,
) -> Vec<SpaceId> {
    let map = &pos.d.map;
    let mut to: Vec<SpaceId> = Vec::new();
    for step in map.steps(at) {
        let walks = pos
            .d
            .ground
            .cost(map, Class::MountainInfantry, step)
            .is_some();
        let barred = pos.bars_retreat(own, step.to);
        let free = walks
            && !pos.has_land(step.to, own.other())
            && !barred
            && Some(step.to) != other
            && pos.space(step.to, own, Arm::Land) >= units;
        if free {
            to.push(step.to);
        }
    }
    // Friends and own ground first.
    to.sort_by_key(|place| {
        (
            !pos.has_land(*place, own),
            !pos.controls(own, *place),
            *place,
        )
    });
    to
}
