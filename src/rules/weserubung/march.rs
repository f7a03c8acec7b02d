//! Ways of land units: to a place, into an attack, by rail (9.0, 10.2/a, 11.0).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::class::{Arm, Class};
use super::data::UnitId;
use super::map::PlaceId;
use super::nation::Alliance;
use super::position::Position;

/// How a unit comes to fight a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Approach {
    /// The hexes it enters, the last one the target or, for artillery, where it fires from.
    pub(super) path: Vec<PlaceId>,
    /// What that costs.
    pub(super) cost: u32,
    /// 9.0: across a river.
    pub(super) river: bool,
}

/// What can be reached: each place with its cost and where the way came from.
pub(super) struct Reached(BTreeMap<PlaceId, (u32, PlaceId)>);

impl Reached {
    /// The way to a place, each hex entered.
    pub(super) fn way(&self, from: PlaceId, to: PlaceId) -> Vec<PlaceId> {
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            way.push(at);
            match self.0.get(&at) {
                Some((_, before)) => at = *before,
                None => break,
            }
        }
        way.reverse();
        way
    }

    /// All places reached.
    pub(super) fn places(&self) -> impl Iterator<Item = PlaceId> + '_ {
        self.0.keys().copied()
    }

    /// The cost of a place.
    pub(super) fn cost(&self, place: PlaceId) -> Option<u32> {
        self.0.get(&place).map(|(cost, _)| *cost)
    }
}

/// Hexes a unit can reach without meeting enemies (11.0/move).
pub(super) fn reach(pos: Position<'_>, unit: UnitId, enemies: &[PlaceId]) -> Reached {
    let mut found: BTreeMap<PlaceId, (u32, PlaceId)> = BTreeMap::new();
    let Some(from) = pos.at(unit) else {
        return Reached(found);
    };
    let (most, class) = (pos.movement(unit), pos.class(unit));
    let mut open = BinaryHeap::from([Reverse((0_u32, from, from))]);
    while let Some(Reverse((cost, here, before))) = open.pop() {
        if found.contains_key(&here) {
            continue;
        }
        found.insert(here, (cost, before));
        for step in pos.d.map.steps(here) {
            let Some(price) = pos.d.map.cost(&pos.d.on, class, step) else {
                continue;
            };
            let total = cost + price;
            if total <= most && !enemies.contains(&step.to) && !found.contains_key(&step.to) {
                open.push(Reverse((total, step.to, here)));
            }
        }
    }
    Reached(found)
}

/// Rules 10.2/a and 9.0: the best way of a unit into an attacked hex; artillery goes beside it (3.2.5).
pub(super) fn approach(
    pos: Position<'_>,
    unit: UnitId,
    target: PlaceId,
    enemies: &[PlaceId],
) -> Option<Approach> {
    let from = pos.at(unit)?;
    let (most, class) = (pos.movement(unit), pos.class(unit));
    if pos.d.map.distance(from, target) > most + 1 {
        return None;
    }
    let reached = reach(pos, unit, enemies);
    let own = pos.alliance(unit);
    let mut best: Option<Approach> = None;
    for step in pos.d.map.steps(target) {
        let beside = step.to;
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
            let Some(price) = pos.d.map.cost(&pos.d.on, class, last) else {
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

/// Rules 11.0/rail and 11.0/railcontrol: hexes a unit can reach by rail.
///
/// A railway is open between friendly towns, or a friendly town and a friendly unit, where neither an enemy unit nor
/// a hex beside one lies on it.
pub(super) fn by_rail(pos: Position<'_>, unit: UnitId) -> Vec<PlaceId> {
    let Some(from) = pos.at(unit) else {
        return Vec::new();
    };
    let own = pos.alliance(unit);
    let all = pos.d.on.all_rails;
    let map = &pos.d.map;
    if map.rails(from, all).next().is_none() {
        return Vec::new();
    }
    let enemies = pos.held(own.other());
    let watched = |place: PlaceId| enemies.iter().any(|enemy| map.distance(*enemy, place) <= 1);
    // The stretch around the unit that no enemy watches.
    if watched(from) {
        return Vec::new();
    }
    let mut stretch = vec![from];
    let mut next = 0;
    while let Some(here) = stretch.get(next).copied() {
        next += 1;
        for to in map.rails(here, all) {
            if !stretch.contains(&to) && !watched(to) {
                stretch.push(to);
            }
        }
    }
    // It counts only between friendly towns, or a town and a friendly unit: a town must lie on it.
    let town = |place: &PlaceId| map.hex(*place).town.is_some() && pos.controls(own, *place);
    if !stretch.iter().any(town) {
        return Vec::new();
    }
    let friends = pos.held(own);
    let anchor = |place: &PlaceId| town(place) || friends.contains(place);
    let anchors: Vec<PlaceId> = stretch.iter().copied().filter(anchor).collect();
    // A dead end beyond the last town or unit is not between two of them.
    let mut open = stretch.clone();
    loop {
        let ends: Vec<PlaceId> = open
            .iter()
            .copied()
            .filter(|place| {
                let on = map
                    .rails(*place, all)
                    .filter(|to| open.contains(to))
                    .count();
                on < 2 && !anchors.contains(place)
            })
            .collect();
        if ends.is_empty() {
            break;
        }
        open.retain(|place| !ends.contains(place));
    }
    open.retain(|place| *place != from && pos.space(*place, own, Arm::Land) > 0);
    open.sort_unstable();
    open
}

/// Rule 10.5: hexes defenders may withdraw to.
pub(super) fn retreats(
    pos: Position<'_>,
    own: Alliance,
    at: PlaceId,
    units: usize,
    other: Option<PlaceId>,
) -> Vec<PlaceId> {
    let map = &pos.d.map;
    let mut to: Vec<PlaceId> = Vec::new();
    for step in map.steps(at) {
        let hex = map.hex(step.to);
        let walks = map.cost(&pos.d.on, Class::MountainInfantry, step).is_some();
        let barred = (hex.town.is_some() || hex.airfield) && !pos.controls(own, step.to);
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
