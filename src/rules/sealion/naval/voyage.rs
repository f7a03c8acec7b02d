//! Rules 9.1, 9.3 and 9.4: what an order to sail comes to: which ships, over which sea, with what aboard.

use super::super::bars::Bar;
use super::super::control;
use super::super::orders::number;
use super::super::side::Side;
use super::super::state::{Berth, Cargo, Position, Wake, Where};
use super::super::tables::Weather;
use super::super::units::{Class, Type};
use super::counters::counters;
use super::orders::sailing::{Lot, SeaOrder};
use super::release;
use super::seas::{self, Start};
use crate::board::{SpaceId, UnitId};

/// What an order comes to.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Voyage {
    pub ships: Vec<UnitId>,
    /// The zones of sea it enters.
    pub path: Vec<SpaceId>,
    /// The port it puts into.
    pub port: Option<SpaceId>,
    /// Troops that go aboard, where they are, and who lies on what.
    pub troops: Vec<UnitId>,
    pub from: Option<SpaceId>,
    pub cargo: Vec<Cargo>,
}

/// Whether something lies aboard a point, as far as the reader knows.
pub(in super::super) fn is_loaded(v: &Position<'_>, ship: UnitId) -> bool {
    v.hidden.cargo.iter().any(|cargo| cargo.on.contains(&ship))
}

/// Whether a ship can still move in this phase (9.1, 16.1.14).
pub(in super::super) fn may_sail(v: &Position<'_>, ship: UnitId) -> bool {
    let afloat = matches!(v.ship(ship).at, Berth::Port(_) | Berth::Sea(_));
    let idle = [Wake::Moved, Wake::Intercepted, Wake::Withdrew]
        .into_iter()
        .all(|wake| !v.did(ship, wake));
    let at_sea = matches!(v.ship(ship).at, Berth::Sea(_));
    afloat && idle && (at_sea || release::may_act(v, ship))
}

/// Points of shipping for some units; swimming tanks find room beside others (9.3.1).
fn need(v: &Position<'_>, units: &[UnitId]) -> i32 {
    let swims = |unit: &&UnitId| v.printed(**unit).kind == Type::AmphibiousPanzer;
    let points: i32 = units
        .iter()
        .filter(|unit| !swims(unit))
        .map(|unit| v.printed(*unit).need() * i32::from(v.unit(*unit).steps))
        .sum();
    let tanks = number(units.iter().filter(swims).count());
    points + 2 * (tanks - points / 2).max(0)
}

/// Rules 9.3.2, 9.4 and 9.5.2: whether points of a class serve some units so.
fn serves(v: &Position<'_>, class: Class, units: &[UnitId], assault: bool, port: bool) -> bool {
    let rides_boats = |unit: &UnitId| {
        let printed = v.printed(*unit);
        printed.parent.is_some() || printed.kind == Type::AmphibiousPanzer
    };
    match class {
        Class::Ap => port && !assault,
        Class::Mb => units.iter().all(rides_boats),
        Class::Lc | Class::Prahm => true,
        _ => false,
    }
}

/// Who lies on what, one after the other (9.5.5); swimming tanks beside the first that have two points.
fn stow(v: &Position<'_>, units: &[UnitId], carriers: &[UnitId]) -> Vec<Cargo> {
    let mut left = carriers.iter().copied();
    let mut cargo: Vec<Cargo> = Vec::new();
    let swims = |unit: &UnitId| v.printed(*unit).kind == Type::AmphibiousPanzer;
    for unit in units.iter().filter(|unit| !swims(unit)) {
        let points = v.printed(*unit).need() * i32::from(v.unit(*unit).steps);
        let on = left
            .by_ref()
            .take(usize::try_from(points).unwrap_or(0))
            .collect();
        cargo.push(Cargo { unit: *unit, on });
    }
    let pairs: Vec<UnitId> = cargo.iter().flat_map(|one| one.on.clone()).collect();
    let mut beside = pairs.chunks_exact(2);
    for unit in units.iter().filter(|unit| swims(unit)) {
        let on = match beside.next() {
            Some(pair) => pair.to_vec(),
            None => left.by_ref().take(2).collect(),
        };
        cargo.push(Cargo { unit: *unit, on });
    }
    cargo
}

/// Where an order begins: the place that was named, that of its troops, that of its ships, or the first from which it can
/// be done.
fn origins(v: &Position<'_>, order: &SeaOrder, side: Side) -> Vec<(SpaceId, u16)> {
    let mut groups: Vec<(SpaceId, u16)> = v
        .afloat(side)
        .filter(|ship| may_sail(v, *ship))
        .filter_map(|ship| seas::group(v, ship))
        .collect();
    groups.sort_unstable();
    groups.dedup();
    let named = order.from();
    let place = |at: SpaceId| {
        if v.data.map.zone_of_box(at).is_some() {
            at
        } else {
            v.data.map.place(at).zone
        }
    };
    let troops = order
        .troops()
        .first()
        .and_then(|unit| match v.unit(*unit).at {
            Where::At(at) => Some(place(at)),
            Where::Aboard(zone) => Some(zone),
            _ => None,
        });
    let lead = order.named().first().and_then(|ship| seas::group(v, *ship));
    groups.retain(|group| {
        named.is_none_or(|from| place(from) == group.0)
            && troops.is_none_or(|at| at == group.0)
            && lead.is_none_or(|lead| lead == *group)
    });
    groups
}

/// Works out an order, after those before it have taken their ships.
pub(in super::super) fn plan(
    v: &Position<'_>,
    side: Side,
    order: &SeaOrder,
    used: &[UnitId],
) -> Result<Voyage, Bar> {
    if let Some(unit) = order
        .named()
        .iter()
        .find(|ship| used.contains(ship) || !may_sail(v, **ship))
    {
        return Err(Bar::CannotSail { unit: *unit });
    }
    let mut first: Option<Bar> = None;
    for group in origins(v, order, side) {
        match from_group(v, side, order, used, group) {
            Ok(voyage) => return Ok(voyage),
            Err(bar) => first = first.or(Some(bar)),
        }
    }
    let need = number(order.lots().iter().map(|(_, n)| *n).sum::<i32>());
    Err(first.unwrap_or(Bar::NoRoomAboard { need, has: 0 }))
}

/// The same from one zone of ports, or one stack at sea.
fn from_group(
    v: &Position<'_>,
    side: Side,
    order: &SeaOrder,
    used: &[UnitId],
    group: (SpaceId, u16),
) -> Result<Voyage, Bar> {
    let free: Vec<UnitId> = v
        .afloat(side)
        .filter(|ship| {
            !used.contains(ship) && may_sail(v, *ship) && seas::group(v, *ship) == Some(group)
        })
        .collect();
    if let Some(unit) = order.named().iter().find(|ship| !free.contains(ship)) {
        return Err(Bar::NotOneFleet { unit: *unit });
    }
    let (at, assault) = (order.to(), order.assaults());
    let troops = order.troops();
    let port = v.data.map.place(at).port.is_some() && v.control(at) == side;
    let aboard = troops
        .iter()
        .all(|unit| matches!(v.unit(*unit).at, Where::Aboard(_)));
    let mut carriers = Vec::new();
    if !troops.is_empty() {
        landing(v, side, order, port, aboard)?;
        if aboard {
            let lies = |ship: &UnitId| {
                v.hidden
                    .cargo
                    .iter()
                    .any(|one| troops.contains(&one.unit) && one.on.contains(ship))
            };
            carriers = free.iter().copied().filter(lies).collect();
        }
    }
    let mut ships: Vec<UnitId> = order.named().to_vec();
    let usable = |ship: &UnitId, class: Class| {
        v.hull(*ship).class == class
            && !ships.contains(ship)
            && (troops.is_empty()
                || class == Class::Dd
                || class == Class::Tb
                || serves(v, class, troops, assault, port))
            && !v.hidden.dummies.contains(ship)
            && !is_loaded(v, *ship)
    };
    let need = if aboard { 0 } else { need(v, troops) };
    let lots = order.lots();
    let carries = |lot: &Lot| lot.class().carries();
    if need > 0 && !lots.iter().any(|(lot, _)| carries(lot)) {
        // Nothing was said: what serves best and is there.
        for class in [Class::Mb, Class::Lc, Class::Ap, Class::Prahm] {
            for ship in free.iter().copied().filter(|ship| usable(ship, class)) {
                if number(carriers.len()) < need {
                    carriers.push(ship);
                }
            }
        }
    }
    for (lot, n) in lots {
        let of: Vec<UnitId> = free
            .iter()
            .copied()
            .filter(|ship| usable(ship, lot.class()))
            .collect();
        let wanted = usize::try_from(*n).unwrap_or(0);
        if of.len() < wanted {
            return Err(Bar::NoRoomAboard {
                need: *n,
                has: number(of.len()),
            });
        }
        carriers.extend(of.into_iter().take(wanted));
    }
    let loads: Vec<UnitId> = carriers
        .iter()
        .copied()
        .filter(|ship| v.hull(*ship).class.carries())
        .collect();
    if number(loads.len()) < need {
        return Err(Bar::NoRoomAboard {
            need,
            has: number(loads.len()),
        });
    }
    ships.extend(carriers);
    ships.sort_unstable();
    ships.dedup();
    sail(v, side, order, ships, &loads, aboard)
}

/// The way of some ships to where an order sends them.
fn sail(
    v: &Position<'_>,
    side: Side,
    order: &SeaOrder,
    ships: Vec<UnitId>,
    loads: &[UnitId],
    aboard: bool,
) -> Result<Voyage, Bar> {
    let at = order.to();
    let Some(lead) = ships.first().copied() else {
        return Err(Bar::NoRoomAboard { need: 1, has: 0 });
    };
    let (has, most) = (counters(v, &ships).len(), v.data.tables.naval.numbers.stack);
    if has > most {
        return Err(Bar::TooManyCounters {
            has: number(has),
            most: number(most),
        });
    }
    let start = match seas::start(v, lead) {
        Some(Start::Ports(_)) => {
            let mut exits: Vec<SpaceId> = Vec::new();
            for ship in &ships {
                if let Some(Start::Ports(from)) = seas::start(v, *ship) {
                    exits.extend(from);
                }
            }
            exits.sort_unstable();
            exits.dedup();
            Start::Ports(exits)
        }
        Some(start) => start,
        None => return Err(Bar::CannotSail { unit: lead }),
    };
    let speed = ships.iter().map(|ship| v.sails(*ship)).min().unwrap_or(0);
    let troops = order.troops().to_vec();
    let lands = u32::from(!troops.is_empty());
    let goals: Vec<SpaceId> = goals(v, order);
    let reach = |most: u32| {
        let mut ways = seas::reach(v, &ships, &start, most, order.by());
        let found = goals
            .iter()
            .filter_map(|zone| ways.remove(zone).map(|way| (way.len(), *zone, way)));
        found.min()
    };
    let Some((_, zone, path)) = reach(speed.saturating_sub(lands)) else {
        let far = reach(8).map_or(i32::MAX, |(far, ..)| number(far) + number(lands));
        if far == i32::MAX {
            return Err(Bar::NoSeaWay { at, unit: lead });
        }
        return Err(Bar::SeaTooFar {
            at,
            far,
            most: number(speed),
        });
    };
    let port = order.port(v).filter(|_| troops.is_empty());
    if let Some(port) = port {
        if let Some(unit) = ships
            .iter()
            .find(|ship| !seas::admits(v, **ship, port, zone))
        {
            return Err(Bar::NotAdmitted {
                unit: *unit,
                at: port,
            });
        }
        let (has, most) = (number(ships.len()), seas::room(v, side, port, zone));
        if has > most {
            return Err(Bar::PortFull {
                at: port,
                has,
                most,
            });
        }
    }
    let from = troops.first().and_then(|unit| v.at(*unit));
    Ok(Voyage {
        cargo: if aboard {
            Vec::new()
        } else {
            stow(v, &troops, loads)
        },
        ships,
        path,
        port,
        troops,
        from,
    })
}

/// The zones of sea from which an order is carried out.
fn goals(v: &Position<'_>, order: &SeaOrder) -> Vec<SpaceId> {
    let at = order.to();
    if seas::all(v.data).contains(&at) {
        return vec![at];
    }
    let place = v.data.map.place(at);
    if !order.troops().is_empty() && place.port.is_none() {
        return place.seas.clone();
    }
    let mut goals = seas::exits(v, at, None);
    if !order.troops().is_empty() {
        goals.extend(place.seas.iter().copied());
        goals.sort_unstable();
        goals.dedup();
    }
    goals
}

/// Rules 9.3.2, 9.3.21, 9.4.1: whether some troops may land or assault there.
fn landing(
    v: &Position<'_>,
    side: Side,
    order: &SeaOrder,
    port: bool,
    aboard: bool,
) -> Result<(), Bar> {
    let (at, troops) = (order.to(), order.troops());
    let place = v.data.map.place(at);
    let stormy = v.open.weather == Weather::Stormy;
    if stormy && (order.assaults() || !aboard) {
        return Err(Bar::Storm { at });
    }
    if order.assaults() {
        for unit in troops {
            let printed = v.printed(*unit);
            if !printed.can('d') {
                return Err(Bar::NotByShip { unit: *unit });
            }
            if place.cliff && !printed.can('c') {
                return Err(Bar::NotOnCliffs { unit: *unit, at });
            }
        }
    } else if v.data.map.zone_of_box(at).is_none()
        && !port
        && (place.cliff || v.control(at) != side || !place.assault)
    {
        return Err(Bar::NoLanding { at });
    }
    let (has, most) = (v.stack_of(troops), v.data.tables.limits.stack);
    if has > most && v.data.map.zone_of_box(at).is_none() {
        return Err(Bar::TooHigh {
            at,
            has: number(has),
            most: number(most),
        });
    }
    let first = troops.first().map(|unit| v.unit(*unit).at);
    let apart = troops.iter().find(|unit| {
        let now = v.unit(**unit);
        Some(now.at) != first || v.printed(**unit).side() != side || v.printed(**unit).immobile
    });
    if let Some(unit) = apart {
        return Err(Bar::NotInPort { unit: *unit });
    }
    if aboard {
        return Ok(());
    }
    // 9.3: from a port one holds; beside an enemy somebody must stay to hold it.
    let Some(from) = troops.first().and_then(|unit| v.at(*unit)) else {
        return Err(troops
            .first()
            .map_or(Bar::NoLanding { at }, |unit| Bar::NotInPort { unit: *unit }));
    };
    let unit = troops.first().copied().unwrap_or_default();
    let held = v.control(from) == side
        && (v.data.map.zone_of_box(from).is_some() || v.port(from, side) > 0);
    if !held {
        return Err(Bar::NotInPort { unit });
    }
    let stays = v.on(from, side).iter().any(|one| !troops.contains(one));
    if v.in_zone_of(from, side.other()) && !stays {
        return Err(Bar::MustStay { at: from });
    }
    Ok(())
}

/// Rule 9.3.2: who has come to unload does so: into a hex, with what follows (1.3).
pub(in super::super) fn taken(
    t: &mut super::super::Board<'_>,
    side: Side,
    at: SpaceId,
) -> crate::engine::table::Play {
    if t.data().map.zone_of_box(at).is_none() {
        control::entered(t, side, &[at])?;
    }
    Ok(())
}
