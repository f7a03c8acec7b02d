//! Rule 21.1: Allied convoys, without the naval game; and the coastal steamer (17.5).

use super::Board;
use super::ashore::{may_unload, unload, unload_reserve};
use super::event::{Cause, Event, Passage};
use super::fights::lose;
use super::orders::sailings::{Drowned, Passenger, Sail, Sailings};
use super::side::Side;
use super::state::{Position, Returned, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OnSheet, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The convoy of this turn, if one sails.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let known = t.state().known(t.data(), Side::Allied);
    let cargo = !at_hand(&pos).is_empty() || known.hidden.waiting_reserves > 0;
    if !may_sail(&pos) || !cargo || destinations(&pos).is_empty() {
        return Ok(());
    }
    let Some(sail) = t.ask(Side::Allied, OnSheet(Sailings))? else {
        return Ok(());
    };
    let Sail::Send {
        to: at,
        units,
        reserves,
    } = sail;
    let reserves = reserves.unwrap_or(0);
    t.happen(Event::Sails {
        units: units.clone(),
        reserves,
        at,
    })?;
    arrive(t, at, units, reserves)
}

/// Rules 21.12 and 23.2: from 22 May, and never in two turns on end.
pub(super) fn may_sail(pos: &Position<'_>) -> bool {
    let tables = &pos.data.tables;
    let early = &tables.variants.early;
    let soon = pos.open.options[Side::Allied.index()].contains(&early.option);
    let from = if soon {
        early.from
    } else {
        tables.convoys.allied_from
    };
    let rested = pos.open.sailed == 0 || pos.open.turn > pos.open.sailed + 1;
    pos.open.turn >= from && rested
}

/// Rule 21.15: the convoy a unit came back with.
pub(super) fn party<'a>(pos: &Position<'a>, unit: UnitId) -> Option<&'a Returned> {
    let mut back = pos.open.returned.iter();
    back.find(|back| back.units.contains(&unit))
}

/// The units at Alexandria that may sail this turn.
pub(super) fn at_hand(pos: &Position<'_>) -> Vec<UnitId> {
    let ready = |unit: &UnitId| {
        let waits = pos.unit(*unit).at == Where::Waiting;
        let group = &pos.printed(*unit).group;
        let rested = party(pos, *unit).is_none_or(|back| back.from <= pos.open.turn);
        waits && group == "alexandria" && rested
    };
    pos.data.land_ids().filter(ready).collect()
}

/// Rule 21.13: Suda and Heraklion by night, the anchorages of the south at any time.
pub(super) fn destinations(pos: &Position<'_>) -> Vec<SpaceId> {
    let places = pos.data.map.all().filter(|at| {
        let port = pos.data.map.place(*at).minor_port && !pos.open.is_day();
        port || is_south(pos, *at)
    });
    places
        .filter(|at| may_unload(pos, Side::Allied, *at))
        .collect()
}

fn is_south(pos: &Position<'_>, at: SpaceId) -> bool {
    let id = &pos.data.map.place(at).id;
    pos.data.tables.convoys.south.contains(id)
}

/// Rule 21.14: the Allied Convoy Arrival Table.
fn arrive(t: &mut Board<'_>, at: SpaceId, units: Vec<UnitId>, reserves: i32) -> Play {
    let t: &mut Board<'_> = &mut t.within(&t.data().map.place(at).key);
    let pos = super::pos(t);
    let table = &t.data().tables.convoys;
    let mut tally = Tally::of_rule("21.14");
    if !pos.open.is_day() {
        tally.term("night", table.allied_night, "21.14");
    }
    if is_south(&pos, at) {
        tally.term("southern", table.allied_south, "21.14");
    }
    let level = i32::from(pos.open.interdiction[pos.sector(at).index()]);
    tally.term("interdicted", level, "21.14");
    let dice = t.roll("passage", 1, 10)?;
    tally.dice(&dice);
    let [arrives, returns, one, beaten] = table.allied;
    let fate = match tally.total() {
        n if n <= arrives => Passage::Arrives,
        n if n <= returns => Passage::Returns,
        n if n <= one => Passage::OneLost,
        n if n <= beaten => Passage::Beaten,
        _ => Passage::Lost,
    };
    t.happen(Event::Passes { at, tally, fate })?;
    match fate {
        Passage::Arrives => {
            for unit in units {
                unload(t, unit, at)?;
            }
            for _ in 0..reserves {
                unload_reserve(t, Side::Allied, at)?;
            }
            Ok(())
        }
        Passage::Returns | Passage::Beaten => go_back(t, units, reserves),
        Passage::OneLost => one_lost(t, units, reserves),
        Passage::Lost => {
            for unit in units {
                sink(t, unit)?;
            }
            if reserves > 0 {
                t.happen(Event::ReservesSink { n: reserves })?;
            }
            Ok(())
        }
    }
}

/// 21.14: a unit of Allied choice goes down; of reserves alone one of these.
fn one_lost(t: &mut Board<'_>, mut units: Vec<UnitId>, reserves: i32) -> Play {
    let lost = match units.as_slice() {
        [] => {
            t.happen(Event::ReservesSink { n: 1 })?;
            return go_back(t, units, reserves - 1);
        }
        [only] => *only,
        _ => {
            let units = units.clone();
            t.ask(Side::Allied, OneOf(Drowned { units }))?
        }
    };
    sink(t, lost)?;
    units.retain(|unit| *unit != lost);
    go_back(t, units, reserves)
}

fn go_back(t: &mut Board<'_>, units: Vec<UnitId>, reserves: i32) -> Play {
    let from = t.state().open.turn + t.data().tables.convoys.allied_wait;
    t.happen(Event::Returns {
        units,
        reserves,
        from,
    })
}

/// All of a unit is lost at sea.
fn sink(t: &mut Board<'_>, unit: UnitId) -> Play {
    let at = t.data().map.alexandria();
    while super::pos(t).unit(unit).at != Where::Lost {
        lose(t, unit, at, Cause::AtSea)?;
    }
    Ok(())
}

/// Rule 17.5: by night a unit of one step, or of tanks, goes by steamer from one of two ports to the other.
pub(super) fn steamer(t: &mut Board<'_>) -> Play {
    let units = passengers(&super::pos(t));
    if units.is_empty() {
        return Ok(());
    }
    let chosen = t.ask(Side::Allied, Given(Passenger { units }))?;
    for unit in chosen {
        if let Some(to) = super::pos(t)
            .at(unit)
            .and_then(|at| other_port(&super::pos(t), at))
        {
            t.happen(Event::Ferries { unit, to })?;
        }
    }
    Ok(())
}

fn other_port(pos: &Position<'_>, at: SpaceId) -> Option<SpaceId> {
    let mut ports = pos.data.map.all();
    ports.find(|to| *to != at && pos.data.map.place(*to).minor_port && pos.data.playable.has(*to))
}

/// Rule 17.52: those in Suda and Heraklion, both at least two hexes from every enemy.
fn passengers(pos: &Position<'_>) -> Vec<UnitId> {
    let option = pos.data.tables.variants.steamer;
    let chosen = pos.open.options[Side::Allied.index()].contains(&option);
    if !chosen || pos.open.is_day() {
        return Vec::new();
    }
    let safe = |at: SpaceId| pos.nearest(at, Side::German) >= 2;
    let fits = |unit: &UnitId| {
        let printed = pos.printed(*unit);
        let Some(at) = pos
            .at(*unit)
            .filter(|at| pos.data.map.place(*at).minor_port)
        else {
            return false;
        };
        let other = other_port(pos, at);
        let small = printed.steps == 1 || printed.is_armour();
        small && safe(at) && other.is_some_and(|to| safe(to) && pos.has_room(to, *unit))
    };
    pos.units_of(Side::Allied).filter(fits).collect()
}

/// Whether reserves can be landed in a place: never beside the map (15.21).
pub(super) fn takes_reserves(pos: &Position<'_>, at: SpaceId) -> bool {
    !pos.data.map.place(at).zone
}
