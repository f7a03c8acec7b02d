//! Rules 8.2 and 8.3: whoever sails can be met on the way, by ships and by aircraft.

use super::Board;
use super::air_combat::Party;
use super::air_naval;
use super::class::Arm;
use super::event::{Event, How, Sortie};
use super::flight::{self, Flight, Passage};
use super::nation::Alliance;
use super::naval_combat::{self, Evasion};
use super::naval_phase::Group;
use super::orders::{Engage, Intercept, Meeting};
use super::state::Where;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Who of the enemy could meet a group on a stretch: ships within three hexes by sea that have not moved (8.2),
/// aircraft within four (8.3).
fn hunters(t: &Board<'_>, own: Alliance, route: &[SpaceId]) -> Vec<(UnitId, Vec<usize>)> {
    let pos = super::pos(t);
    let map = &t.data().map;
    let (by_sea, by_air) = (t.data().tables.naval_reach, t.data().tables.air_reach);
    let mut able = Vec::new();
    for ship in pos.units(own.other(), Arm::Naval) {
        let Some(from) = pos.at(ship) else { continue };
        if !route
            .iter()
            .any(|place| map.distance(from, *place) <= by_sea)
            || !pos.may_act(ship)
            || t.state().unit(ship).moved
            || pos.attack(ship) + pos.defence(ship) == 0
        {
            continue;
        }
        let near = |n: &usize| {
            // Rule 8.8: who enters a friendly port is in it and safe from ships; in the port's own hex its ships
            // fight an intruder only as 8.8/b says.
            let port = pos.is_port(own, route[*n]) || from == route[*n] && pos.in_port(ship);
            map.hex(route[*n]).holds.is_none()
                && !port
                && map.distance(from, route[*n]) <= by_sea
                && (from == route[*n]
                    || !map
                        .around(from, route[*n], |step| step.sea, by_sea)
                        .is_empty())
        };
        let hexes: Vec<usize> = (0..route.len()).filter(near).collect();
        if !hexes.is_empty() {
            able.push((ship, hexes));
        }
    }
    for unit in pos.units(own.other(), Arm::Air) {
        let Some(from) = pos.at(unit) else { continue };
        let lies = pos.carrier(unit).is_some() && !pos.fights_from_deck(unit);
        if !pos.may_act(unit) || lies || pos.other(unit) == 0 {
            continue;
        }
        let near = |n: &usize| {
            map.hex(route[*n]).holds.is_none() && map.distance(from, route[*n]) <= by_air
        };
        let hexes: Vec<usize> = (0..route.len()).filter(near).collect();
        if !hexes.is_empty() {
            able.push((unit, hexes));
        }
    }
    able
}

/// Rules 8.2 and 8.3: asks who meets the group, and where.
pub(super) fn meet(t: &mut Board<'_>, group: &Group, route: &[SpaceId]) -> Play<Option<Meeting>> {
    let able = hunters(t, group.own, route);
    let mut asks = Vec::new();
    for player in t.data().players(group.own.other()) {
        let able: Vec<_> = able
            .iter()
            .filter(|(unit, _)| t.data().owner(*unit) == *player)
            .cloned()
            .collect();
        if able.is_empty() {
            continue;
        }
        let ask = Engage(Intercept {
            movers: group.ships.clone(),
            route: route.to_vec(),
            able,
        });
        asks.push((*player, ask));
    }
    if asks.is_empty() {
        return Ok(None);
    }
    let Some((mut units, at)) = flight::earliest(t.ask_all(asks)?) else {
        return Ok(None);
    };
    // Rule 3.1/a: allies who did not know of each other may be too many together.
    let pos = super::pos(t);
    let mut room = pos.space(route[at], group.own.other(), Arm::Naval);
    units.retain(|unit| {
        let fits = pos.arm(*unit) != Arm::Naval || room > 0;
        room = room.saturating_sub(usize::from(pos.arm(*unit) == Arm::Naval));
        fits
    });
    Ok(Some((units, at)))
}

/// Rules 8.2 and 8.3: first the ships fight, then the aircraft; gives the submarines that slipped away on their own
/// (8.5/c).
pub(super) fn intercepted(
    t: &mut Board<'_>,
    group: &mut Group,
    by: &[UnitId],
) -> Play<Vec<UnitId>> {
    let t: &mut Board<'_> = &mut t.within("met");
    let pos = super::pos(t);
    let ships: Vec<UnitId> = by
        .iter()
        .copied()
        .filter(|unit| pos.arm(*unit) == Arm::Naval)
        .collect();
    let aircraft: Vec<UnitId> = by
        .iter()
        .copied()
        .filter(|unit| pos.arm(*unit) == Arm::Air)
        .collect();
    let enemy = group.own.other();
    let mut slipped = Vec::new();
    if let Some(origin) = ships.first().and_then(|ship| pos.at(*ship)) {
        t.happen(Event::Moves {
            units: ships.clone(),
            to: Where::At(group.here),
            over: Vec::new(),
            how: How::Meet,
            act: true,
        })?;
        let left = group.left(super::pos(t));
        let end = naval_combat::battle(
            t,
            group.here,
            Party::new(enemy, ships),
            Party::new(group.own, group.ships.clone()),
            (Evasion::Route(left), origin),
        )?;
        let pos = super::pos(t);
        slipped = end.slipped;
        group.ships = end.defenders;
        group.ships.retain(|ship| pos.at(*ship) == Some(group.here));
    }
    if !aircraft.is_empty() && !group.ships.is_empty() {
        hunted(t, group, &aircraft)?;
    }
    Ok(slipped)
}

/// Rule 8.3: aircraft find the group; its own fighters may meet them first (7.5).
fn hunted(t: &mut Board<'_>, group: &mut Group, aircraft: &[UnitId]) -> Play {
    let enemy = group.own.other();
    t.happen(Event::Sorties {
        sortie: Sortie::Hunt,
        units: aircraft.to_vec(),
        to: group.here,
        over: Vec::new(),
    })?;
    let from = super::pos(t).at(aircraft[0]).unwrap_or(group.here);
    let mut flight = Flight {
        units: aircraft.to_vec(),
        here: from,
        flown: t.data().map.distance(from, group.here).saturating_sub(1),
        home: None,
        fights: true,
    };
    let last = [group.here];
    if flight::fly(t, &mut flight, &last)? != Passage::Through {
        return Ok(());
    }
    let party = Party::new(enemy, flight.units.clone());
    let party = air_naval::attack(t, group.here, party, group.ships.clone())?;
    flight.units = party.units;
    flight::land(t, &flight, How::Return)?;
    let pos = super::pos(t);
    group.ships.retain(|ship| pos.in_play(*ship));
    Ok(())
}
