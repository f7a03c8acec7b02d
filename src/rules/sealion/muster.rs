//! Rule 14: reinforcement and replacement; forward detachments (13.4); airborne troops recover (8.7).

use super::Board;
use super::data::Data;
use super::event::Event;
use super::orders::muster::{MusterOrder, Musters};
use super::scenario::Pool;
use super::side::Side;
use super::state::{Berth, Hidden, Open, Pools, Position, Where};
use super::units::{Size, Type};
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::Known;
use crate::engine::ready::InScript;
use crate::engine::table::Play;

/// How many AP the Royal Navy is brought up to (9.5.4).
const AP: usize = 6;

impl Pools {
    /// Points of a pool.
    pub const fn of(self, pool: Pool) -> u8 {
        match pool {
            Pool::Leg => self.leg,
            Pool::Armour => self.armour,
            Pool::Tank => self.tank,
        }
    }

    pub(super) const fn of_mut(&mut self, pool: Pool) -> &mut u8 {
        match pool {
            Pool::Leg => &mut self.leg,
            Pool::Armour => &mut self.armour,
            Pool::Tank => &mut self.tank,
        }
    }
}

/// Rule 14.2: the points that serve a unit; nothing if it is never rebuilt.
pub(super) const fn pool(kind: Type, size: Size) -> Option<Pool> {
    match kind {
        _ if matches!(size, Size::FD | Size::L) => None,
        Type::AmphibiousPanzer
        | Type::Parachute
        | Type::Airlanding
        | Type::Mountain
        | Type::Leader => None,
        Type::Panzer | Type::Armour => Some(Pool::Armour),
        Type::ArmyTank => Some(Pool::Tank),
        Type::Infantry | Type::Motorised | Type::Recon | Type::Mmg => Some(Pool::Leg),
    }
}

/// What a step of a unit costs now, and how many it brings (14.2.1).
pub(super) fn price(pos: &Position<'_>, unit: UnitId) -> Option<(Pool, u8)> {
    let (printed, now) = (pos.printed(unit), pos.unit(unit));
    let pool = pool(printed.kind, printed.size)?;
    let rebuildable = || pos.data.scenario.rebuildable.contains(&printed.id);
    let off_map = |at: SpaceId| pos.data.map.zone_of_box(at).is_some();
    match now.at {
        Where::Lost => Some((pool, if printed.is_division() { 2 } else { 1 })),
        Where::Out if rebuildable() => Some((pool, if printed.is_division() { 2 } else { 1 })),
        Where::At(at) if printed.is_division() && now.steps == 1 && now.out == 0 => {
            // 13.4: not while its detachment is out; 14.2.2: the Germans have no points in England.
            let detached = pos
                .data
                .detachment_of(unit)
                .is_some_and(|one| pos.at(one).is_some());
            let near = printed.side() == Side::British || off_map(at);
            (!detached && near).then_some((pool, 1))
        }
        _ => None,
    }
}

/// Where a rebuilt unit of a side can stand: the zones beside the map that are its own.
pub(super) fn homes(pos: &Position<'_>, side: Side) -> Vec<SpaceId> {
    let map = &pos.data.map;
    let own = |at: &SpaceId| {
        map.is_land(*at) && map.zone_of_box(*at).is_some_and(|zone| zone.side == side)
    };
    map.boxes().filter(own).collect()
}

impl Known<'_, Data, Open, Hidden, Side> {
    /// Points of a pool a side can spend; the Germans have as many as they like at home.
    pub(super) fn points(&self, side: Side, pool: Pool) -> i32 {
        match side {
            Side::German => 99,
            Side::British => i32::from(self.open.pools.of(pool)),
        }
    }
}

/// The reinforcement phase of the active side.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = t.state().open.active;
    arrivals(t, side)?;
    points(t, side)?;
    if side == Side::German {
        rally(t)?;
    }
    let view = t.state().known(t.data(), side);
    if super::orders::muster::is_any(&view) {
        for order in t.ask(side, InScript(Musters))? {
            carry_out(t, side, &order)?;
        }
    }
    Ok(())
}

/// Rules 14.1 and 9.5.4: what the schedule brings.
fn arrivals(t: &mut Board<'_>, side: Side) -> Play {
    let (data, turn) = (t.data(), t.state().open.turn);
    let due: Vec<_> = data
        .scenario
        .arrival
        .iter()
        .filter(|one| one.side == side && one.turn == turn && turn > data.scenario.turns[0])
        .cloned()
        .collect();
    for arrival in due {
        let pos = super::pos(t);
        let Some(at) = pos.data.spot(&arrival.at) else {
            continue;
        };
        let named: Vec<UnitId> = arrival
            .units
            .iter()
            .filter_map(|id| pos.data.unit_named(id))
            .collect();
        let waits = |unit: &UnitId| matches!(pos.unit(*unit).at, Where::Out | Where::Waiting);
        let units: Vec<UnitId> = named
            .iter()
            .copied()
            .filter(|unit| pos.data.is_land(*unit))
            .filter(waits)
            .collect();
        let mut ships: Vec<UnitId> = named
            .into_iter()
            .filter(|unit| !pos.data.is_land(*unit))
            .filter(|ship| {
                matches!(
                    pos.open.ship(pos.data, *ship).at,
                    Berth::Out | Berth::Waiting
                )
            })
            .collect();
        for (id, count) in &arrival.points {
            ships.extend(spare(&pos, id, *count));
        }
        if !units.is_empty() {
            t.happen(Event::Arrives { units, at })?;
        }
        if !ships.is_empty() {
            t.happen(Event::Joins { ships, at })?;
        }
    }
    if side == Side::British {
        let pos = super::pos(t);
        let here = pos.data.hull_ids().filter(|ship| {
            let hull = pos.data.hull(*ship);
            let at = pos.open.ship(pos.data, *ship).at;
            hull.side() == side
                && hull.class == super::units::Class::Ap
                && matches!(at, Berth::Port(_) | Berth::Sea(_))
        });
        let missing = AP.saturating_sub(here.count());
        let ships = spare(&pos, "b-ap", u32::try_from(missing).unwrap_or(0));
        let home = pos.data.map.named_box("scotland-west");
        if let Some(at) = home.filter(|_| !ships.is_empty()) {
            t.happen(Event::Joins { ships, at })?;
        }
    }
    Ok(())
}

/// Points of a type that are not in play.
fn spare(pos: &Position<'_>, id: &str, count: u32) -> Vec<UnitId> {
    let of = |ship: &UnitId| {
        let hull = pos.data.hull(*ship);
        let same = hull.id.strip_prefix(id).is_some_and(|rest| {
            rest.strip_prefix('-')
                .is_some_and(|n| n.parse::<u32>().is_ok())
        });
        let at = pos.open.ship(pos.data, *ship).at;
        // 9.5.4: sunk AP come again.
        let free = matches!(at, Berth::Out | Berth::Waiting) || at == Berth::Sunk && id == "b-ap";
        same && free
    };
    let count = usize::try_from(count).unwrap_or(0);
    pos.data.hull_ids().filter(of).take(count).collect()
}

/// Rule 14.2: replacement points of the schedule.
fn points(t: &mut Board<'_>, side: Side) -> Play {
    let (data, turn) = (t.data(), t.state().open.turn);
    let due: Vec<_> = data
        .scenario
        .replacement
        .iter()
        .filter(|one| one.side == side && one.turns.contains(&turn))
        .map(|one| (one.kind, u32::from(one.points)))
        .collect();
    for (pool, points) in due {
        t.happen(Event::Points { side, pool, points })?;
    }
    Ok(())
}

/// Rule 8.7: airborne troops beside a whole German division have all their weapons again.
fn rally(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let helped = |unit: &UnitId| {
        let Some(at) = pos.at(*unit).filter(|_| pos.unit(*unit).weak) else {
            return false;
        };
        let here = pos.on(at, Side::German).into_iter();
        let near = pos.controllers(at, Side::German);
        here.chain(near).any(|one| pos.is_full_division(one))
    };
    let units: Vec<UnitId> = pos.units_of(Side::German).filter(helped).collect();
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::Rallies { units })
}

fn carry_out(t: &mut Board<'_>, side: Side, order: &MusterOrder) -> Play {
    let pos = super::pos(t);
    match order {
        MusterOrder::Rebuild { unit, to } => {
            let unit = *unit;
            let Some((pool, cost)) = price(&pos, unit) else {
                return Ok(());
            };
            let at = match (pos.at(unit), to) {
                (Some(at), _) => at,
                (None, Some(at)) => *at,
                (None, None) => match homes(&pos, side).first() {
                    Some(at) => *at,
                    None => return Ok(()),
                },
            };
            let (steps, cost) = (1, u32::from(cost));
            t.happen(Event::Rebuilds {
                unit,
                at,
                steps,
                cost,
                pool,
            })
        }
        MusterOrder::Detach { unit } => {
            let from = *unit;
            let (Some(at), Some(unit)) = (pos.at(from), pos.data.detachment_of(from)) else {
                return Ok(());
            };
            t.happen(Event::Detaches { unit, from, at })
        }
        MusterOrder::Rejoin { unit } => match pos.data.parent_of(*unit) {
            Some(to) => t.happen(Event::Rejoins { unit: *unit, to }),
            None => Ok(()),
        },
    }
}
