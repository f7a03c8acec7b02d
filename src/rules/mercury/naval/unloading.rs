//! III.G: units and supplies are unloaded in ports and anchorages (17.37), and the coastal steamer sails (17.5).

use super::super::Board;
use super::super::bars::Bar;
use super::super::evacuation;
use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::orders::shore::ShoreOrder;
use super::waters::Haven;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::orders::{Lexicon, Lines as _};

/// What a side unloads.
pub(super) fn phase(t: &mut Board<'_>, side: Side, orders: &[ShoreOrder]) -> Play {
    for order in orders {
        let words = {
            let view = super::super::pos(t);
            let lexicon: &dyn Lexicon = &view;
            order.words(None, lexicon)
        };
        t.attempt(
            |_, bar| Event::NotDone {
                side,
                order: words,
                bar,
            },
            |t| carry_out(t, order),
        )?;
    }
    Ok(())
}

/// One order.
pub(super) fn carry_out(t: &mut Board<'_>, order: &ShoreOrder) -> Play {
    match order {
        ShoreOrder::Unload {
            ship,
            units,
            supplies,
        } => unload(t, *ship, units, supplies.unwrap_or(0)),
        ShoreOrder::Beach { .. } => Ok(()),
    }
}

/// The place of Crete that a ship lies before, in a port of it.
pub(super) fn quay(pos: &Position<'_>, ship: UnitId) -> Option<SpaceId> {
    pos.data.map.water(pos.ship_place(ship)?)?.land
}

/// Rule 16.46: whether a German ship lies before Athens.
pub(super) fn before_athens(pos: &Position<'_>, ship: UnitId) -> bool {
    matches!(pos.ship(ship).at, Berth::Contact(_))
        && pos.ship_place(ship) == super::begin::gulf(pos)
}

/// Rule 17.37: units and supplies go ashore.
fn unload(t: &mut Board<'_>, ship: UnitId, units: &[UnitId], supplies: i32) -> Play {
    let pos = super::super::pos(t);
    if before_athens(&pos, ship) {
        return at_athens(t, ship);
    }
    let checked = may_unload(&super::super::pos(t), ship, units, supplies);
    let land = t.check(checked)?;
    let side = t.data().ship(ship).side();
    for unit in units {
        let unit = *unit;
        t.reveal(Event::Unloads { unit, at: land })?;
    }
    for _ in 0..supplies {
        let sector = super::super::pos(t).sector(land);
        t.reveal(Event::UnloadsReserve {
            side,
            at: land,
            sector,
        })?;
    }
    if supplies > 0 {
        let reserves = supplies;
        t.happen(Event::Lightens { ship, reserves })?;
    }
    Ok(())
}

/// Rules 5.25, 15.21, 17.22 and 17.37: where, if it can be done.
pub(super) fn may_unload(
    pos: &Position<'_>,
    ship: UnitId,
    units: &[UnitId],
    supplies: i32,
) -> Result<SpaceId, Bar> {
    let nowhere = Bar::NoPortHere { ship };
    let port = pos.ship_place(ship).ok_or(nowhere)?;
    let land = quay(pos, ship).ok_or(nowhere)?;
    let side = pos.data.ship(ship).side();
    if pos.holds(land, side.other()) || !pos.holds_port(port, side) {
        return Err(Bar::NotYourPort { at: port });
    }
    let place = pos.data.map.place(land);
    if !place.zone && pos.in_zone(land, side) {
        return Err(Bar::PortInZone { at: land });
    }
    let aboard = pos.aboard(ship);
    if let Some(unit) = units.iter().find(|unit| !aboard.contains(unit)) {
        return Err(Bar::NotAboard { unit: *unit, ship });
    }
    let haven = pos.data.map.water(port).and_then(|water| water.haven);
    let small = haven == Some(Haven::Anchorage);
    if let Some(unit) = units.iter().find(|unit| small && pos.is_heavy(**unit)) {
        return Err(Bar::TooHeavy { unit: *unit });
    }
    let has = i32::from(pos.ship(ship).reserves);
    if supplies > has {
        return Err(Bar::NoSupplies { has });
    }
    if supplies > 0 && place.zone {
        return Err(Bar::NoSuppliesThere { at: land });
    }
    let five = pos.data.tables.limits.reserve_steps;
    let most = evacuation::room(pos, land);
    let steps = pos.steps_of(units) + supplies * five;
    if steps > most {
        let has = steps;
        return Err(Bar::QuayFull {
            at: land,
            has,
            most,
        });
    }
    let mut there = pos.on(land, side);
    there.extend(units);
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let (has, most) = (
        number(pos.stack_of(&there)),
        number(pos.data.tables.limits.stack),
    );
    if !place.zone && !units.is_empty() && has > most {
        return Err(Bar::TooHigh {
            at: land,
            has,
            most,
        });
    }
    Ok(land)
}

/// Rules 16.46 and 17.37 e: a convoy gives up and lands all it carries at Athens, where units wait for aircraft.
fn at_athens(t: &mut Board<'_>, ship: UnitId) -> Play {
    let pos = super::super::pos(t);
    let contact = pos.contact_of(ship).map(|contact| contact.number);
    let contact = t.known(contact)?;
    for unit in super::super::pos(t).aboard(ship) {
        t.reveal(Event::BackInGreece { unit })?;
    }
    t.reveal(Event::MakesPort {
        ship: Some(ship),
        contact,
        works: Some(true),
    })
}

/// The most a ship can unload where it lies, in the order of its list: what counts when nobody answers.
pub(super) fn all_it_can(pos: &Position<'_>, ship: UnitId) -> Option<(Vec<UnitId>, i32)> {
    quay(pos, ship)?;
    let mut units: Vec<UnitId> = Vec::new();
    for unit in pos.aboard(ship) {
        units.push(unit);
        if may_unload(pos, ship, &units, 0).is_err() {
            units.pop();
        }
    }
    let mut supplies = i32::from(pos.ship(ship).reserves);
    while supplies > 0 && may_unload(pos, ship, &units, supplies).is_err() {
        supplies -= 1;
    }
    let some = !units.is_empty() || supplies > 0;
    (some && may_unload(pos, ship, &units, supplies).is_ok()).then_some((units, supplies))
}

/// Rule 17.33 d and e: the ship that takes a unit off in a port: that with the least room that is enough.
pub(in super::super) fn carrier(pos: &Position<'_>, land: SpaceId, unit: UnitId) -> Option<UnitId> {
    let steps = i32::from(pos.steps(unit));
    let fits = |ship: &UnitId| quay(pos, *ship) == Some(land) && pos.room(*ship) >= steps;
    let ships = pos.vessels(Side::Allied).into_iter().filter(fits);
    ships.min_by_key(|ship| (pos.room(*ship), *ship))
}

/// Rule 17.33 d: whether a task force marker lies in a port.
pub(in super::super) fn force_at(pos: &Position<'_>, land: SpaceId) -> bool {
    let mut forces = pos.open.forces.iter();
    forces.any(|force| {
        let water = pos.data.map.water(force.at);
        water.is_some_and(|water| water.land == Some(land))
    })
}
