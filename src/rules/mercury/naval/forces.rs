//! III.A.3 and B: the Allied ships (16.3, 17.1, 17.3): task forces are formed, loaded, sent out, and grouped anew.

use super::super::Board;
use super::super::bars::Bar;
use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Berth, Position, Told};
use super::fleet::reach;
use super::ids::Letter;
use super::orders::fleet::{Fleet, FleetOrder};
use super::told::Roster;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::orders::{Lexicon, Lines as _};

/// Allied orders of the segment, carried out in the order of the book: forces and cargo, then movement, then regrouping.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    if super::super::pos(t).vessels(Side::Allied).is_empty() {
        return Ok(());
    }
    let orders = t.ask(Side::Allied, OnSheet(Fleet))?;
    for order in in_order(&orders) {
        let words = {
            let view = super::super::pos(t);
            let lexicon: &dyn Lexicon = &view;
            order.words(None, lexicon)
        };
        t.attempt(
            |_, bar| Event::NotDone {
                side: Side::Allied,
                order: words,
                bar,
            },
            |t| carry_out(t, order),
        )?;
    }
    Ok(())
}

/// The orders of a sheet as the phases take them.
pub(super) fn in_order(orders: &[FleetOrder]) -> Vec<&FleetOrder> {
    let stage = |order: &&FleetOrder| match order {
        FleetOrder::Form { .. } => 0,
        FleetOrder::Add { .. } | FleetOrder::Dissolve { .. } => 1,
        FleetOrder::Load { .. } => 2,
        FleetOrder::Sail { .. } => 3,
        FleetOrder::Regroup { .. } => 4,
    };
    let mut orders: Vec<&FleetOrder> = orders.iter().collect();
    orders.sort_by_key(stage);
    orders
}

/// One order.
pub(super) fn carry_out(t: &mut Board<'_>, order: &FleetOrder) -> Play {
    match order {
        FleetOrder::Form { force, ships, at } => form(t, *force, ships, *at),
        FleetOrder::Add { force, ships } | FleetOrder::Regroup { force, ships } => {
            add(t, *force, ships)
        }
        FleetOrder::Dissolve { force } => dissolve(t, *force),
        FleetOrder::Load {
            ship,
            units,
            supplies,
        } => load(t, *ship, units, supplies.unwrap_or(0)),
        FleetOrder::Sail { force, to } => sail(t, *force, *to),
    }
}

/// Where a ship is that may be put into a task force.
struct Source {
    at: SpaceId,
    force: Option<Letter>,
    spent: i32,
}

fn source(pos: &Position<'_>, ship: UnitId) -> Result<Source, Bar> {
    let nowhere = Bar::NoSuchShip { ship };
    match pos.ship(ship).at {
        Berth::Ready => Ok(Source {
            at: pos.home(Side::Allied),
            force: None,
            spent: 0,
        }),
        Berth::Force(letter) => {
            let force = pos.force(letter).ok_or(nowhere)?;
            Ok(Source {
                at: force.at,
                force: Some(letter),
                spent: i32::from(force.spent),
            })
        }
        Berth::Later => Ok(Source {
            at: due(pos, ship).ok_or(nowhere)?,
            force: None,
            // 17.13: to enter costs a point.
            spent: 1,
        }),
        _ => Err(nowhere),
    }
}

/// Rule 17.13: where a ship comes in, if its turn has come.
pub(super) fn due(pos: &Position<'_>, ship: UnitId) -> Option<SpaceId> {
    let mut squadrons = pos.data.fleet.iter();
    let squadron = squadrons.find(|squadron| squadron.ships.contains(&ship))?;
    let come = squadron.turn.is_some_and(|turn| turn <= pos.open.turn);
    squadron.at.filter(|_| come)
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Rule 16.33: no more than eight.
fn not_too_many(pos: &Position<'_>, force: Letter, more: usize) -> Result<(), Bar> {
    let (has, most) = (
        pos.in_force(force).len() + more,
        pos.data.tables.limits.ships,
    );
    if has > most {
        let (has, most) = (count(has), count(most));
        return Err(Bar::TooManyShips { force, has, most });
    }
    Ok(())
}

/// Rule 16.34: a new task force, of ships or as a decoy.
fn form(t: &mut Board<'_>, force: Letter, ships: &[UnitId], at: Option<SpaceId>) -> Play {
    let checked = may_form(&super::super::pos(t), force, ships, at);
    let (at, givers, spent) = t.check(checked)?;
    t.reveal(Event::Forms {
        force,
        at,
        ships: ships.to_vec(),
        spent,
    })?;
    spread(t, force, &givers)
}

type Formed = (SpaceId, Vec<Option<Letter>>, i32);

fn may_form(
    pos: &Position<'_>,
    force: Letter,
    ships: &[UnitId],
    at: Option<SpaceId>,
) -> Result<Formed, Bar> {
    if pos.force(force).is_some() {
        return Err(Bar::InUse { force });
    }
    if ships.is_empty() {
        let at = at.ok_or(Bar::WhereTo { force })?;
        let there = pos.open.forces.iter().any(|one| one.at == at);
        if !there && at != pos.home(Side::Allied) {
            return Err(Bar::NoForceThere { at });
        }
        let decoys = pos.open.forces.iter();
        let decoys = decoys.filter(|force| pos.is_decoy(force.letter)).count();
        let most = pos.data.tables.limits.decoys;
        if decoys >= most {
            return Err(Bar::DecoysOut { most: count(most) });
        }
        return Ok((at, Vec::new(), 0));
    }
    let mut place = at;
    let (mut givers, mut spent) = (Vec::new(), 0);
    for ship in ships {
        let from = source(pos, *ship)?;
        let at = *place.get_or_insert(from.at);
        if from.at != at {
            return Err(Bar::ShipElsewhere { ship: *ship, at });
        }
        spent = spent.max(from.spent);
        givers.push(from.force);
    }
    not_too_many(pos, force, ships.len())?;
    let at = place.ok_or(Bar::WhereTo { force })?;
    Ok((at, givers, spent))
}

/// Rule 16.35: ships go to another task force in the same place.
fn add(t: &mut Board<'_>, force: Letter, ships: &[UnitId]) -> Play {
    let checked = may_add(&super::super::pos(t), force, ships);
    let givers = t.check(checked)?;
    t.happen(Event::Regroups {
        force,
        ships: ships.to_vec(),
    })?;
    spread(t, force, &givers)
}

fn may_add(
    pos: &Position<'_>,
    letter: Letter,
    ships: &[UnitId],
) -> Result<Vec<Option<Letter>>, Bar> {
    let force = letter;
    let at = pos.force(letter).ok_or(Bar::NoSuchForce { force })?.at;
    let mut givers = Vec::new();
    for ship in ships {
        if pos.ship(*ship).at == Berth::Later {
            return Err(Bar::EntersAlone { ship: *ship });
        }
        let from = source(pos, *ship)?;
        if from.at != at || from.force == Some(letter) {
            return Err(Bar::ShipElsewhere { ship: *ship, at });
        }
        givers.push(from.force);
    }
    not_too_many(pos, letter, ships.len())?;
    Ok(givers)
}

/// Rule 18.18: who takes ships of a task force that was seen is seen as well, and as far as that one; who is known by
/// number takes nobody unseen.
fn spread(t: &mut Board<'_>, letter: Letter, givers: &[Option<Letter>]) -> Play {
    let pos = super::super::pos(t);
    let told = |letter: Letter| pos.force(letter).map_or(Told::Nothing, |force| force.told);
    let before = told(letter);
    let gave = givers.iter().flatten().map(|giver| told(*giver)).max();
    let now = before.max(gave.unwrap_or(Told::Nothing));
    if now > before {
        t.happen(Event::Sighted {
            forces: vec![letter],
            told: now,
        })?;
    }
    if now >= Told::Count && !givers.is_empty() {
        report(t, letter, now)?;
    }
    Ok(())
}

/// Rule 18.33: the Allies tell what is in a task force.
pub(super) fn report(t: &mut Board<'_>, letter: Letter, told: Told) -> Play {
    let pos = super::super::pos(t);
    let ships = pos.in_force(letter);
    let hulls = |ship: &UnitId| pos.data.ship(*ship).kind;
    let types = if told >= Told::Types {
        Roster::of(ships.iter().map(hulls).collect())
    } else {
        Roster::default()
    };
    let names = if told >= Told::Ships {
        ships.clone()
    } else {
        Vec::new()
    };
    let damaged = names.iter().copied().filter(|ship| pos.ship(*ship).damaged);
    let event = Event::Reported {
        force: letter,
        ships: count(ships.len()),
        types,
        damaged: damaged.collect(),
        names,
        turn: pos.open.turn,
    };
    t.reveal(event)
}

/// A task force without ships is taken off the map.
fn dissolve(t: &mut Board<'_>, force: Letter) -> Play {
    let pos = super::super::pos(t);
    let checked = match pos.force(force) {
        None => Err(Bar::NoSuchForce { force }),
        Some(_) if !pos.is_decoy(force) => Err(Bar::HasShips { force }),
        Some(_) => Ok(()),
    };
    t.check(checked)?;
    t.reveal(Event::Dissolves { force })
}

/// Rules 17.31 and 17.32: units and supplies go aboard at Alexandria.
fn load(t: &mut Board<'_>, ship: UnitId, units: &[UnitId], supplies: i32) -> Play {
    let checked = may_load(&super::super::pos(t), ship, units, supplies);
    t.check(checked)?;
    t.happen(Event::TakesAboard {
        ship,
        units: units.to_vec(),
        reserves: supplies,
    })
}

fn may_load(pos: &Position<'_>, ship: UnitId, units: &[UnitId], supplies: i32) -> Result<(), Bar> {
    let home = pos.home(Side::Allied);
    let in_box = matches!(pos.ship(ship).at, Berth::Refit(_));
    if in_box || pos.ship_place(ship) != Some(home) {
        return Err(Bar::NotAtAlexandria { ship });
    }
    let waiting = pos.at_alexandria();
    if let Some(unit) = units.iter().find(|unit| !waiting.contains(unit)) {
        return Err(Bar::NotWaiting { unit: *unit });
    }
    let has = i32::from(pos.hidden.waiting_reserves);
    if supplies > has {
        return Err(Bar::NoSupplies { has });
    }
    let steps = pos.steps_of(units) + supplies * pos.data.tables.limits.reserve_steps;
    let most = pos.room(ship);
    if steps > most {
        let has = steps;
        return Err(Bar::NoRoomAboard { ship, has, most });
    }
    Ok(())
}

/// Rule 17.12: a task force sails as fast as its slowest ship.
fn sail(t: &mut Board<'_>, force: Letter, to: SpaceId) -> Play {
    let checked = may_sail(&super::super::pos(t), force, to);
    let cost = t.check(checked)?;
    let pos = super::super::pos(t);
    if to == pos.home(Side::Allied) {
        let ships = pos.in_force(force);
        return t.reveal(Event::Docks { force, ships });
    }
    let cost = i32::try_from(cost).unwrap_or(i32::MAX);
    t.reveal(Event::Steams { force, to, cost })
}

/// What a force pays to come somewhere, if it can.
pub(super) fn may_sail(pos: &Position<'_>, force: Letter, to: SpaceId) -> Result<u32, Bar> {
    let marker = pos.force(force).ok_or(Bar::NoSuchForce { force })?;
    if marker.at == to {
        return Err(Bar::NoWayByWater { at: to });
    }
    let speed = pos.speed(&pos.in_force(force));
    let points = speed.saturating_sub(u32::from(marker.spent));
    way(pos, marker.at, to, points, Side::Allied)
}

/// Rules 17.12 and 17.2: what it costs to come from a place to another, for ships of a side with so many points.
pub(super) fn way(
    pos: &Position<'_>,
    from: SpaceId,
    to: SpaceId,
    points: u32,
    side: Side,
) -> Result<u32, Bar> {
    if !pos.holds_port(to, side) {
        return Err(Bar::NotYourPort { at: to });
    }
    let far = reach(&pos.data.map, from, u32::from(u8::MAX)).cost(to);
    let far = far.ok_or(Bar::NoWayByWater { at: to })?;
    if far > points {
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let (far, most) = (number(far), number(points));
        return Err(Bar::TooFarToSail { at: to, far, most });
    }
    Ok(far)
}
