//! What a sensible player could order, for bots: missions that have a target, landings where there is something to
//! take, attacks with odds, marches towards towns.

mod air;
mod movement;
mod naval;
mod offensive;
mod supply;

pub(super) use air::air;
pub(super) use movement::movement;
pub(super) use naval::naval;
pub(super) use offensive::offensive;
pub(super) use supply::supply;

use super::class::Arm;
use super::march;
use super::nation::Alliance;
use super::position::Position;
use super::view::View;
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

fn chance(rng: &mut dyn Below, of: u32) -> bool {
    rng.below(of) == 0
}

fn one_of<T: Copy>(rng: &mut dyn Below, of: &[T]) -> Option<T> {
    let n = u32::try_from(of.len()).ok().filter(|n| *n > 0)?;
    of.get(rng.below(n) as usize).copied()
}

/// What a hex is worth to take.
fn worth(pos: Position<'_>, own: Alliance, place: SpaceId) -> i32 {
    let hex = pos.d.map.hex(place);
    if pos.controls(own, place) {
        return 0;
    }
    hex.town.unwrap_or(0) * 3 + i32::from(hex.airfield) * 2 + 1
}

/// The last unit in a town stays while enemies are near.
fn holds_a_town(pos: Position<'_>, own: Alliance, unit: UnitId, enemies: &[SpaceId]) -> bool {
    pos.at(unit).is_some_and(|at| {
        let near = |enemy: &SpaceId| pos.d.map.distance(at, *enemy) <= 6;
        let town = pos.d.map.hex(at).town.is_some();
        town && pos.land(at, own).len() < 2 && enemies.iter().any(near)
    })
}

/// Hexes that take no more land units of an alliance.
fn crowded(pos: Position<'_>, own: Alliance) -> Vec<SpaceId> {
    let mut held = pos.held(own);
    held.retain(|place| pos.space(*place, own, Arm::Land) == 0);
    held
}

/// The best hex a unit can walk to.
fn destination(
    v: &View<'_>,
    unit: UnitId,
    enemies: &[SpaceId],
    rng: &mut dyn Below,
) -> Option<(i32, Vec<SpaceId>)> {
    let pos = v.pos();
    let own = v.alliance();
    let from = pos.at(unit)?;
    let reached = march::reach(pos, unit, enemies);
    let map = &pos.d.map;
    let mut goals: Vec<SpaceId> = map
        .towns
        .iter()
        .copied()
        .filter(|place| worth(pos, own, *place) > 1)
        .collect();
    // Norway surrenders without the towns in the far north (14.2): they come last.
    if own == Alliance::Axis && !goals.iter().all(|goal| pos.d.exempt.contains(goal)) {
        goals.retain(|goal| !pos.d.exempt.contains(goal));
    }
    let near = |place: SpaceId| {
        goals
            .iter()
            .map(|goal| i32::try_from(map.distance(place, *goal)).unwrap_or(0))
            .min()
            .unwrap_or(0)
    };
    let here = near(from);
    let full = crowded(pos, own);
    let mut best: Option<(i32, SpaceId)> = None;
    for place in reached.places() {
        if place == from || full.contains(&place) {
            continue;
        }
        let value = 3 * worth(pos, own, place)
            + 2 * (here - near(place))
            + i32::try_from(rng.below(3)).unwrap_or(0);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, place));
        }
    }
    let (value, to) = best?;
    Some((value, reached.way(from, to)))
}
