//! Rule 7.0: the Air Phase. Each side flies its missions one by one, and only then moves other aircraft.

use super::Board;
use super::air_combat::{self, Party};
use super::air_naval;
use super::bars::{Bar, Task, fit, obey, spare};
use super::class::Arm;
use super::event::{Event, How, Sortie};
use super::flight::{self, Base, Flight, Passage};
use super::nation::Alliance;
use super::orders::{AirOrders, Mission, Transfer};
use super::state::{Phase, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// One side's half of the phase.
pub(super) fn half(t: &mut Board<'_>, alliance: Alliance) -> Play {
    let players = t.data().players(alliance);
    let asks = players
        .iter()
        .map(|player| (*player, OnSheet(AirOrders)))
        .collect();
    let sheets = t.ask_all(asks)?;
    for (missions, _) in &sheets {
        for mission in missions {
            obey(t, Task::Strike, &mission.units, |t| strike(t, mission))?;
        }
    }
    for (_, transfers) in &sheets {
        for order in transfers {
            obey(t, Task::Fly, &order.units, |t| transfer(t, order))?;
        }
    }
    super::end_half(t, Phase::Naval)
}

/// Rule 7.1: a mission against aircraft on their base or against ships.
pub(super) fn strike(t: &mut Board<'_>, mission: &Mission) -> Play {
    // An earlier interception or raid may have spent or destroyed some of them; an offensive has marked its units.
    let units = fit(t, Task::Strike, &mission.units, |pos, unit| {
        match pos.s.phase {
            Phase::Combat => pos.absent(unit),
            _ => pos.unable(unit),
        }
    })?;
    let pos = super::pos(t);
    let Some((first, from)) = units.first().and_then(|unit| Some((*unit, pos.at(*unit)?))) else {
        return Ok(());
    };
    let own = pos.alliance(first);
    let t: &mut Board<'_> = &mut t.within(format_args!("strike-{}", t.data().unit(first).id));
    t.happen(Event::Sorties {
        sortie: Sortie::Strike,
        units: units.clone(),
        to: mission.target,
        over: mission.route.clone(),
    })?;
    let mut flight = Flight {
        units,
        here: from,
        flown: 0,
        home: mission.home,
        fights: true,
    };
    if flight::fly(t, &mut flight, &mission.route)? != Passage::Through {
        return Ok(());
    }
    let mut party = Party::new(own, flight.units.clone());
    party.escort.clone_from(&mission.escort);
    let ships = super::pos(t).ships(mission.target, own.other());
    let party = if party.strikers().is_empty() {
        party
    } else if mission.ships && !ships.is_empty() {
        air_naval::attack(t, mission.target, party, ships)?
    } else if !mission.ships && air_combat::is_target(t, mission.target, own.other()) {
        air_combat::raid(t, mission.target, party, own.other())?
    } else {
        let at = mission.target;
        spare(
            t,
            Task::Strike,
            flight.units.clone(),
            Bar::NothingThere { at },
        )?;
        party
    };
    flight.units = party.units;
    if mission.back.is_empty() || flight.units.is_empty() {
        return back(t, &mut flight);
    }
    fly_back(t, &mut flight, &mission.back)
}

/// The way home, on which a flight can be met again (7.2).
pub(super) fn back(t: &mut Board<'_>, flight: &mut Flight) -> Play {
    if flight.units.is_empty() {
        return Ok(());
    }
    let pos = super::pos(t);
    let home = flight
        .home
        .or_else(|| flight::base_of(pos, flight.units[0]));
    if let Some(to) = home.and_then(|base| base.place(pos))
        && to != flight.here
    {
        let route = t.data().map.flight(flight.here, to);
        return fly_back(t, flight, &route);
    }
    flight::land(t, flight, How::Return)
}

/// Home by a route, and down.
fn fly_back(t: &mut Board<'_>, flight: &mut Flight, route: &[SpaceId]) -> Play {
    let t: &mut Board<'_> = &mut t.within("back");
    if flight::fly(t, flight, route)? != Passage::Through {
        return Ok(());
    }
    flight::land(t, flight, How::Return)
}

/// Rules 7.6 and 7.6/a: from base to base, with passengers or without.
pub(super) fn transfer(t: &mut Board<'_>, order: &Transfer) -> Play {
    let units = fit(t, Task::Fly, &order.units, |pos, unit| {
        if order.paid || order.free {
            pos.absent(unit)
        } else {
            pos.unable(unit)
        }
    })?;
    let pos = super::pos(t);
    let Some((first, from)) = units.first().and_then(|unit| Some((*unit, pos.at(*unit)?))) else {
        return Ok(());
    };
    let to = order.to.stand();
    let t: &mut Board<'_> = &mut t.within(format_args!("fly-{}", t.data().unit(first).id));
    // Nobody is flown to where there is no room for him (3.1).
    let room = order.to.field().map_or(0, |place| {
        super::pos(t).space(place, super::pos(t).alliance(first), Arm::Land)
    });
    let carry: Vec<UnitId> = order.carry.iter().copied().take(room).collect();
    if let Base::Field(at) = order.to {
        for unit in &order.carry[carry.len()..] {
            t.happen(Event::HeldBack { unit: *unit, at })?;
        }
    }
    load(t, &units, &carry, from)?;
    if order.free {
        // Rule 3.3.1/a: aboard a carrier in the Britain Box, without an action.
        return t.happen(Event::Moves {
            units,
            to,
            over: Vec::new(),
            how: How::Transfer,
            act: false,
        });
    }
    let mut flight = Flight {
        units,
        here: from,
        flown: 0,
        home: Some(order.to),
        fights: false,
    };
    let passage = flight::fly(t, &mut flight, &order.route)?;
    if passage == Passage::Through {
        let pos = super::pos(t);
        let can: Vec<UnitId> = flight
            .units
            .iter()
            .copied()
            .filter(|unit| {
                let left = flight.left(pos, *unit);
                flight::bases(pos, *unit, flight.here, left, false).contains(&order.to)
            })
            .collect();
        // Rule 3.1: others may have landed there meanwhile.
        let come = flight.units.iter();
        let come = come.filter(|unit| pos.s.unit(**unit).at != to).count();
        let room = match order.to {
            Base::Field(place) => pos.space(place, pos.alliance(first), Arm::Air),
            Base::Deck(ship) => pos.room(ship),
        };
        if can.len() == flight.units.len() && come <= room {
            let units = flight.units.clone();
            let over = order.route.clone();
            t.happen(Event::Moves {
                units,
                to,
                over,
                how: How::Transfer,
                act: true,
            })?;
            for unit in &flight.units {
                flight::ground(t, *unit)?;
            }
        } else {
            let at = order.to.place(pos).unwrap_or(flight.here);
            spare(t, Task::Fly, flight.units.clone(), Bar::NoLanding { at })?;
            flight::land(t, &flight, How::Transfer)?;
        }
    }
    unload(t, &order.units)
}

/// Passengers board: two for each full transport, one for a reduced one; leaders ride free (3.3.3).
pub(super) fn load(
    t: &mut Board<'_>,
    transports: &[UnitId],
    carry: &[UnitId],
    from: SpaceId,
) -> Play {
    for passenger in carry {
        let pos = super::pos(t);
        let leads = pos.arm(*passenger) == Arm::Leader;
        let ashore = pos.s.unit(*passenger).at == Where::At(from);
        let Some(plane) = transports
            .iter()
            .find(|plane| pos.capacity(**plane) > 0 && (leads || pos.room(**plane) > 0))
        else {
            let unit = *passenger;
            spare(t, Task::Carry, vec![unit], Bar::NoSeat { unit })?;
            continue;
        };
        if !ashore {
            let unit = *passenger;
            let bar = pos.absent(unit);
            let bar = bar.unwrap_or(Bar::NotAt { unit, at: from });
            spare(t, Task::Carry, vec![unit], bar)?;
        } else if pos.class(*plane) == super::class::Class::AirTransport {
            t.happen(Event::Moves {
                units: vec![*passenger],
                to: Where::Aboard(*plane),
                over: Vec::new(),
                how: How::Airlift,
                act: false,
            })?;
        }
    }
    Ok(())
}

/// Passengers leave where their transports have landed.
pub(super) fn unload(t: &mut Board<'_>, transports: &[UnitId]) -> Play {
    for plane in transports {
        let pos = super::pos(t);
        let passengers: Vec<UnitId> = if pos.class(*plane) == super::class::Class::AirTransport {
            pos.cargo(*plane)
        } else {
            Vec::new()
        };
        if let (Some(at), false) = (pos.at(*plane), passengers.is_empty()) {
            let own = pos.alliance(*plane);
            t.happen(Event::Moves {
                units: passengers.clone(),
                to: Where::At(at),
                over: Vec::new(),
                how: How::Airlift,
                act: false,
            })?;
            make_room(t, own, at, &passengers)?;
        }
    }
    Ok(())
}

/// Rule 3.1: who was set down in a full hex, since his transport could not land elsewhere, goes on to the nearest
/// friendly hex that has room.
fn make_room(t: &mut Board<'_>, own: Alliance, at: SpaceId, came: &[UnitId]) -> Play {
    for unit in came.iter().rev() {
        let pos = super::pos(t);
        let map = &t.data().map;
        let most = t.data().tables.stack_land;
        let crowded = map.hex(at).holds.is_none() && pos.land(at, own).len() > most;
        if !crowded || pos.arm(*unit) != Arm::Land {
            continue;
        }
        let free = |place: &SpaceId| {
            pos.controls(own, *place)
                && !pos.has_land(*place, own.other())
                && pos.space(*place, own, Arm::Land) > 0
        };
        let near = |place: &SpaceId| (map.distance(at, *place), *place);
        if let Some(to) = map.places().filter(free).min_by_key(near) {
            t.happen(Event::Moves {
                units: vec![*unit],
                to: Where::At(to),
                over: Vec::new(),
                how: How::Spread,
                act: false,
            })?;
        }
    }
    Ok(())
}
