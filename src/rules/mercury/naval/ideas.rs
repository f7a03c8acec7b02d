//! Bots that play the naval game with a plan: the Allies between the Germans and Crete and home when they are hurt, the
//! Germans for the shortest way to a beach.

use super::super::side::Side;
use super::super::state::{Ammo, Berth, Position};
use super::super::units::Hull;
use super::ids::Letter;
use super::orders::convoys::ConvoyOrder;
use super::orders::fleet::{self, FleetOrder};
use super::orders::shore::ShoreOrder;
use super::surface::freight;
use super::{convoys, forces, landings};
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

fn pick<T: Copy>(of: &[T], rng: &mut dyn Below) -> Option<T> {
    let n = u32::try_from(of.len()).ok().filter(|n| *n > 0)?;
    of.get(rng.below(n) as usize).copied()
}

/// Allied orders: those that cannot be carried out together are left out again.
pub(super) fn fleet(v: &Position<'_>, rng: &mut dyn Below) -> Vec<FleetOrder> {
    let mut orders: Vec<FleetOrder> = Vec::new();
    let wish = |orders: &mut Vec<FleetOrder>, order: FleetOrder| {
        orders.push(order);
        if fleet::refused(v, orders) {
            orders.pop();
            return false;
        }
        true
    };
    let most = u8::try_from(v.data.tables.limits.task_forces).unwrap_or(12);
    let mut free: Vec<Letter> = (0..most).map(Letter).collect();
    free.retain(|letter| v.force(*letter).is_none());
    // Reinforcements, and now and then a force from Alexandria with what waits there.
    let due: Vec<UnitId> = v
        .vessels(Side::Allied)
        .into_iter()
        .filter(|ship| v.ship(*ship).at == Berth::Later && forces::due(v, *ship).is_some())
        .collect();
    let mut ready = v.ready_to_sail();
    ready.retain(|ship| !v.ship(*ship).damaged);
    let home = v.home(Side::Allied);
    for (ships, loads) in [(due, false), (ready, true)] {
        let Some(force) = free.first().copied() else {
            break;
        };
        if ships.is_empty() || loads && rng.below(3) > 0 {
            continue;
        }
        let ships: Vec<UnitId> = ships.into_iter().take(6).collect();
        if loads && v.open.turn >= v.data.tables.ports.troops_from {
            load(v, &ships, &mut |order| wish(&mut orders, order));
        }
        let at = None;
        if wish(&mut orders, FleetOrder::Form { force, ships, at }) {
            free.remove(0);
            let to = shores(v, home);
            if let Some(to) = pick(&to, rng) {
                wish(&mut orders, FleetOrder::Sail { force, to });
            }
        }
    }
    if rng.below(8) == 0
        && let (Some(force), Some(near)) = (free.first(), v.open.forces.first())
    {
        let (force, at) = (*force, Some(near.at));
        let ships = Vec::new();
        wish(&mut orders, FleetOrder::Form { force, ships, at });
    }
    for marker in &v.open.forces {
        let force = marker.letter;
        let Some(to) = goal(v, force, rng) else {
            continue;
        };
        wish(&mut orders, FleetOrder::Sail { force, to });
    }
    for pair in v.open.forces.windows(2) {
        if let [a, b] = pair
            && a.at == b.at
            && rng.below(6) == 0
            && let Some(ship) = v.in_force(b.letter).first()
        {
            let ships = vec![*ship];
            let force = a.letter;
            wish(&mut orders, FleetOrder::Add { force, ships });
        }
    }
    orders
}

/// What ships that sail take along: as much as fits, the dearest room first.
fn load(v: &Position<'_>, ships: &[UnitId], wish: &mut dyn FnMut(FleetOrder) -> bool) {
    let mut troops = v.at_alexandria();
    let mut supplies = i32::from(v.hidden.waiting_reserves);
    for ship in ships {
        let mut room = v.room(*ship);
        let mut units = Vec::new();
        troops.retain(|unit| {
            let steps = i32::from(v.steps(*unit));
            let fits = steps <= room;
            if fits {
                room -= steps;
                units.push(*unit);
            }
            !fits
        });
        let one = supplies > 0 && room >= v.data.tables.limits.reserve_steps;
        supplies -= i32::from(one);
        if !units.is_empty() || one {
            wish(FleetOrder::Load {
                ship: *ship,
                units,
                supplies: one.then_some(1),
            });
        }
    }
}

/// Ports of Crete that Allied ships could make for.
fn shores(v: &Position<'_>, from: SpaceId) -> Vec<SpaceId> {
    let way = super::fleet::reach(&v.data.map, from, 4);
    let mut places: Vec<SpaceId> = way.places().filter(|at| *at != from).collect();
    places.retain(|at| v.holds_port(*at, Side::Allied));
    places
}

/// Where a task force goes.
fn goal(v: &Position<'_>, force: Letter, rng: &mut dyn Below) -> Option<SpaceId> {
    let marker = v.force(force)?;
    let ships = v.in_force(force);
    let spent = |ship: &&UnitId| v.ship(**ship).ammo != Ammo::Full || v.ship(**ship).damaged;
    let weak = 2 * ships.iter().filter(spent).count() > ships.len();
    let may = |to: &SpaceId| forces::may_sail(v, force, *to).is_ok();
    let home = v.home(Side::Allied);
    // 23.1: who alone holds a sea that must be held stays there.
    let zones = v.data.scenario.one_ship_in_each.iter();
    let mut wanted = zones.filter_map(|id| v.data.map.sea_named(id));
    let others = |zone: SpaceId| {
        let mut forces = v.forces_in(zone).into_iter();
        forces.any(|letter| letter != force && !v.is_decoy(letter))
    };
    if !ships.is_empty() && wanted.any(|zone| zone == marker.at && !others(zone)) {
        return None;
    }
    if weak && !ships.is_empty() {
        if may(&home) {
            return Some(home);
        }
        let way = super::fleet::reach(&v.data.map, home, u32::from(u8::MAX));
        let mut places: Vec<SpaceId> = v.data.map.seas().filter(may).collect();
        places.sort_by_key(|at| (way.cost(*at), *at));
        return places.first().copied();
    }
    let screen = v
        .data
        .map
        .water(marker.at)
        .is_some_and(|water| water.screen);
    if screen && rng.below(4) > 0 {
        return None;
    }
    let laden = ships.iter().any(|ship| v.burden(*ship) > 0);
    let mut places: Vec<SpaceId> = v.data.map.seas().filter(may).collect();
    let contact = |at: SpaceId| !v.contacts_in(at).is_empty();
    let quay = |at: SpaceId| {
        v.data
            .map
            .water(at)
            .is_some_and(|water| water.land.is_some())
    };
    places.retain(|at| {
        if laden {
            quay(*at) && v.holds_port(*at, Side::Allied)
        } else {
            contact(*at) || *at != home && rng.below(5) == 0
        }
    });
    if places.is_empty() || rng.below(3) == 0 && !laden {
        return None;
    }
    pick(&places, rng)
}

/// German orders: each convoy nearer to a coast where it can land, the others about.
pub(super) fn convoys(v: &Position<'_>, rng: &mut dyn Below) -> Vec<ConvoyOrder> {
    let mut orders = Vec::new();
    for ship in v.vessels(Side::German) {
        if v.data.ship(ship).id == convoys::FLOTILLA && v.ship(ship).at == Berth::Ready {
            let troops = super::super::airlanding::queue(v);
            let unit = troops.iter().rev().find(|unit| v.steps(**unit) <= 2);
            if let Some(unit) = unit.filter(|_| rng.below(3) == 0) {
                let units = vec![*unit];
                orders.push(ConvoyOrder::Load { ship, units });
            }
        }
        let may = |to: &SpaceId| convoys::may_sail(v, ship, *to).is_ok();
        let mut places: Vec<SpaceId> = v.data.map.seas().filter(may).collect();
        let home = v.home(Side::German);
        let laden = freight(v, ship) > 0;
        let waits = v.ship(ship).at == Berth::Ready && rng.below(3) > 0;
        let ashore = landings::roads(v, ship).is_some_and(|at| {
            v.data
                .map
                .water(at)
                .is_some_and(|water| water.from_crete == 0)
        });
        if waits || laden && ashore {
            continue;
        }
        let far = |at: SpaceId| {
            v.data
                .map
                .water(at)
                .map_or(u32::MAX, |water| water.from_crete)
        };
        let zone = |at: SpaceId| {
            v.data
                .map
                .water(at)
                .is_some_and(super::waters::Water::is_zone)
        };
        if laden || v.data.ship(ship).kind != Hull::Convoy {
            places.retain(|at| zone(*at));
            places.sort_by_key(|at| (far(*at), *at));
            places.truncate(2);
        } else {
            let way = super::fleet::reach(&v.data.map, home, u32::from(u8::MAX));
            places.sort_by_key(|at| (way.cost(*at).unwrap_or(u32::MAX), *at));
            places.truncate(1);
        }
        if let Some(to) = pick(&places, rng) {
            orders.push(ConvoyOrder::Sail { ship, to });
        }
    }
    orders
}

/// Boats go where few enemies are.
pub(super) fn landings(v: &Position<'_>, side: Side, rng: &mut dyn Below) -> Vec<ShoreOrder> {
    let mut orders = Vec::new();
    let mut height: std::collections::BTreeMap<SpaceId, u32> = std::collections::BTreeMap::new();
    let limits = &v.data.tables.limits;
    let mut steps = 0;
    for ship in v.vessels(side) {
        if landings::roads(v, ship).is_none() || side == Side::Allied && rng.below(2) == 0 {
            continue;
        }
        if side == Side::German {
            steps = 0;
        }
        for unit in v.aboard(ship) {
            let open = |at: &SpaceId| landings::may_beach(v, unit, *at).is_ok();
            let mut beaches: Vec<SpaceId> = v.data.map.all().filter(open).collect();
            let enemy = |at: SpaceId| v.holds(at, side.other());
            beaches.sort_by_key(|at| (enemy(*at), v.in_zone(*at, side), *at));
            let best = beaches.len().min(4);
            let Some(at) = pick(&beaches[..best], rng) else {
                continue;
            };
            let most = if side == Side::German {
                limits.by_sea_german
            } else {
                limits.by_sea_allied
            };
            let stack = v.printed(unit).stack;
            let here = height.entry(at).or_default();
            if steps + i32::from(v.steps(unit)) > most || *here + stack > limits.stack {
                continue;
            }
            steps += i32::from(v.steps(unit));
            *here += stack;
            orders.push(ShoreOrder::Beach { unit, at });
        }
    }
    orders
}
