//! Rule 11.0: the Movement Phase. Land and air units with an action left move; one side, then the other.

use super::Board;
use super::air_phase;
use super::attack;
use super::bars::{Bar, Task, fit, obey, spare};
use super::capture;
use super::class::Arm;
use super::combat_phase;
use super::event::{Event, How, Sortie};
use super::flight::{self, Flight, Passage};
use super::nation::Alliance;
use super::orders::{Assault, MoveOrder, MoveOrders};
use super::position::Position;
use super::state::{Phase, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// One side's half of the phase.
pub(super) fn half(t: &mut Board<'_>, own: Alliance) -> Play {
    let players = t.data().players(own);
    let asks = players
        .iter()
        .map(|player| (*player, OnSheet(MoveOrders::default())))
        .collect();
    let sheets = t.ask_all(asks)?;
    let orders: Vec<MoveOrder> = sheets.into_iter().flatten().collect();
    for n in 0..orders.len() {
        let mut order = orders[n].clone();
        if t.state().surrendered.is_some() {
            let (task, units) = named(&order);
            spare(t, task, units, Bar::PhaseOver)?;
            continue;
        }
        hold_back(t, own, &mut order, &orders[n + 1..])?;
        let (task, units) = named(&order);
        obey(t, task, &units, |t| carry_out(t, own, &order))?;
    }
    super::end_half(t, Phase::Placement)
}

fn carry_out(t: &mut Board<'_>, own: Alliance, order: &MoveOrder) -> Play {
    match order {
        MoveOrder::March { unit, path } => walk(t, own, *unit, path, How::March),
        MoveOrder::Rail { unit, to } => walk(t, own, *unit, &[*to], How::Rail),
        MoveOrder::Land { units, .. } if units.is_empty() => Ok(()),
        MoveOrder::Land { units, at } => {
            let t: &mut Board<'_> =
                &mut t.within(format_args!("land-{}", t.data().unit(units[0]).id));
            combat_phase::go_together(t, own, units, &[*at], How::Land)
        }
        MoveOrder::Fly(order) => air_phase::transfer(t, order),
        MoveOrder::Drop(assault) => parachute(t, own, assault),
        MoveOrder::Nothing => Ok(()),
    }
}

/// What an order is called, and whom it is for.
fn named(order: &MoveOrder) -> (Task, Vec<UnitId>) {
    match order {
        MoveOrder::March { unit, .. } => (Task::Move, vec![*unit]),
        MoveOrder::Rail { unit, .. } => (Task::Rail, vec![*unit]),
        MoveOrder::Land { units, .. } => (Task::Land, units.clone()),
        MoveOrder::Fly(order) => (Task::Fly, order.units.clone()),
        MoveOrder::Drop(assault) => (Task::Drop, assault.units.clone()),
        // Whom it was for has been told.
        MoveOrder::Nothing => (Task::Move, Vec::new()),
    }
}

/// Where an order takes land units.
fn arrivals(pos: Position<'_>, order: &MoveOrder) -> Vec<(UnitId, SpaceId)> {
    let (units, to) = match order {
        MoveOrder::March { unit, path } => (vec![*unit], path.last().copied()),
        MoveOrder::Rail { unit, to } => (vec![*unit], Some(*to)),
        MoveOrder::Land { units, at } => (units.clone(), Some(*at)),
        MoveOrder::Fly(order) => (order.carry.clone(), order.to.field()),
        MoveOrder::Drop(assault) => (assault.units.clone(), Some(assault.target)),
        MoveOrder::Nothing => (Vec::new(), None),
    };
    let Some(to) = to.filter(|to| pos.d.map.hex(*to).holds.is_none()) else {
        return Vec::new();
    };
    let lands = |unit: &UnitId| pos.arm(*unit) == Arm::Land && pos.in_play(*unit);
    units
        .into_iter()
        .filter(lands)
        .map(|unit| (unit, to))
        .collect()
}

/// Rule 3.1: at the end of the phase no hex may be too full, whoever else still goes or comes. Who would be the
/// seventh, the last to be ordered there, is held back and told: letters of two players, or a flight that was turned
/// back, may have filled the hex.
fn hold_back(t: &mut Board<'_>, own: Alliance, order: &mut MoveOrder, later: &[MoveOrder]) -> Play {
    let held = {
        let pos = super::pos(t);
        let first = arrivals(pos, order);
        let mut moves = first.clone();
        moves.extend(later.iter().flat_map(|order| arrivals(pos, order)));
        while let Some(n) = seventh(pos, own, &moves) {
            moves.remove(n);
        }
        let mut held = first;
        held.retain(|one| !moves.contains(one));
        held
    };
    for (unit, at) in &held {
        t.happen(Event::HeldBack {
            unit: *unit,
            at: *at,
        })?;
    }
    let stays = |unit: &UnitId| held.iter().any(|(one, _)| one == unit);
    match order {
        MoveOrder::March { unit, .. } | MoveOrder::Rail { unit, .. } if stays(unit) => {
            *order = MoveOrder::Nothing;
        }
        MoveOrder::Land { units, .. } => units.retain(|unit| !stays(unit)),
        MoveOrder::Fly(order) => order.carry.retain(|unit| !stays(unit)),
        MoveOrder::Drop(assault) => assault.units.retain(|unit| !stays(unit)),
        MoveOrder::March { .. } | MoveOrder::Rail { .. } | MoveOrder::Nothing => {}
    }
    Ok(())
}

/// The last of some moves that would leave a hex too full.
fn seventh(pos: Position<'_>, own: Alliance, moves: &[(UnitId, SpaceId)]) -> Option<usize> {
    let full = |to: SpaceId| {
        let leaves = |unit: &UnitId| moves.iter().any(|(one, end)| one == unit && *end != to);
        let here = pos.land(to, own);
        let stay = here.iter().filter(|unit| !leaves(unit)).count();
        let come = moves
            .iter()
            .filter(|(unit, end)| *end == to && !here.contains(unit))
            .count();
        come > 0 && stay + come > pos.d.tables.stack_land
    };
    moves.iter().rposition(|(unit, to)| {
        let comes = pos.s.unit(*unit).at != Where::At(*to);
        comes && full(*to)
    })
}

fn walk(t: &mut Board<'_>, own: Alliance, unit: UnitId, path: &[SpaceId], how: How) -> Play {
    let pos = super::pos(t);
    let blocked = path.iter().find(|at| pos.has_land(**at, own.other()));
    let blocked = blocked.map(|at| Bar::EnemiesThere { at: *at });
    if let Some(bar) = pos.unable(unit).or(blocked) {
        return t.refuse(bar);
    }
    let t: &mut Board<'_> = &mut t.within(format_args!("move-{}", t.data().unit(unit).id));
    combat_phase::go_together(t, own, &[unit], path, how)
}

/// Rule 3.2.3: paratroops jump on a vacant hex; the die is that of a drop there (10.8).
fn parachute(t: &mut Board<'_>, own: Alliance, assault: &Assault) -> Play {
    let able = fit(t, Task::Drop, &assault.units, |pos, unit| pos.unable(unit))?;
    let pos = super::pos(t);
    let of = |arm: Arm| {
        able.iter()
            .copied()
            .filter(move |unit| pos.arm(*unit) == arm)
    };
    let paras: Vec<UnitId> = of(Arm::Land).collect();
    let Some((first, from)) = paras.first().and_then(|unit| Some((unit, pos.at(*unit)?))) else {
        // Those who were to jump are told of; the aircraft stay.
        return Ok(());
    };
    let planes: Vec<UnitId> = of(Arm::Air)
        .filter(|plane| pos.at(*plane) == Some(from))
        .collect();
    if planes.is_empty() {
        return t.refuse(Bar::NoPlane { unit: *first });
    }
    let t: &mut Board<'_> = &mut t.within(format_args!("drop-{}", t.data().unit(*first).id));
    air_phase::load(t, &planes, &paras, from)?;
    let route = t.data().map.flight(from, assault.target);
    t.happen(Event::Sorties {
        sortie: Sortie::Drop,
        units: planes.clone(),
        to: assault.target,
        over: route.clone(),
    })?;
    let mut flight = Flight {
        units: planes.clone(),
        here: from,
        flown: 0,
        home: None,
        fights: false,
    };
    if flight::fly(t, &mut flight, &route)? != Passage::Through {
        return air_phase::unload(t, &planes);
    }
    let mut landed = Vec::new();
    for unit in &paras {
        if super::pos(t).carrier(*unit).is_none() {
            continue;
        }
        let t: &mut Board<'_> = &mut t.within(&t.data().unit(*unit).id);
        attack::drop_one(t, *unit, assault.target, true)?;
        landed.push(*unit);
    }
    t.happen(Event::Moves {
        units: landed,
        to: Where::At(assault.target),
        over: Vec::new(),
        how: How::Drop,
        act: true,
    })?;
    capture::enter(t, own, &[assault.target])?;
    air_phase::back(t, &mut flight)
}
