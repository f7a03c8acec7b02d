//! Rule 12.9: fire from the ground at aircraft.

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::Position;
use super::tables::Shot;
use super::units::Type;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 12.91: the hex an air unit flies to is defended; gives those that may go on with their mission.
pub(super) fn shoot(t: &mut Board<'_>, planes: &[UnitId], at: SpaceId) -> Play<Vec<UnitId>> {
    if planes.is_empty() || !defended(&super::pos(t), at) {
        return Ok(planes.to_vec());
    }
    let t: &mut Board<'_> = &mut t.within("flak");
    let mut left = Vec::new();
    for plane in planes {
        let tally = modifiers(&super::pos(t), at);
        if fire(t, *plane, Some(at), tally)? {
            left.push(*plane);
        }
    }
    Ok(left)
}

/// Rule 12.63: guns and perhaps an air unit support a combat; gives those that can after the fire at the air unit.
pub(super) fn through(t: &mut Board<'_>, support: &[UnitId], at: SpaceId) -> Play<Vec<UnitId>> {
    let first = t.data().land.len();
    let (mut guns, planes): (Vec<UnitId>, Vec<UnitId>) =
        support.iter().partition(|unit| unit.index() < first);
    guns.extend(shoot(t, &planes, at)?);
    Ok(guns)
}

/// Rule 12.41: fire at those that interdict, with one change of the die and no other.
pub(super) fn shoot_over_sector(t: &mut Board<'_>, planes: &[UnitId]) -> Play<Vec<UnitId>> {
    let t: &mut Board<'_> = &mut t.within("flak");
    let mut left = Vec::new();
    for plane in planes {
        let mut tally = Tally::of_rule("12.41");
        let change = t.data().tables.modifiers.flak.interdiction;
        tally.term("interdicting", change, "12.41");
        if fire(t, *plane, None, tally)? {
            left.push(*plane);
        }
    }
    Ok(left)
}

/// Rule 12.94: one roll in the column of fire from land; says whether the air unit goes on.
fn fire(t: &mut Board<'_>, plane: UnitId, at: Option<SpaceId>, mut tally: Tally) -> Play<bool> {
    let chart = &t.data().tables.charts.flak;
    let dice = t.roll(&t.data().plane(plane).id, 1, 10)?;
    tally.dice(&dice);
    let column = chart.named("land").unwrap_or(0);
    let shot = chart.cell(tally.total(), column).copied();
    let shot = shot.unwrap_or(Shot::Missed);
    t.happen(Event::Flak {
        unit: plane,
        at,
        tally,
        shot,
    })?;
    Ok(shot == Shot::Missed)
}

/// Rules 12.91 and 13.33: guns of a type against aircraft that count: neither fatigued nor under Final Fire.
pub(super) fn guns_against_aircraft(pos: &Position<'_>) -> Vec<(UnitId, SpaceId)> {
    let ready = |unit: UnitId| {
        let now = pos.unit(unit);
        let fit = pos.printed(unit).is_flak() && !now.fatigued && now.fire < 2;
        pos.at(unit).filter(|_| fit).map(|at| (unit, at))
    };
    pos.units_of(Side::Allied).filter_map(ready).collect()
}

/// Rule 12.91: whether anybody can fire from a hex, or at what flies over it.
fn defended(pos: &Position<'_>, at: SpaceId) -> bool {
    let here = pos.on(at, Side::Allied);
    here.into_iter().any(|unit| pos.exerts(unit))
        || guns_against_aircraft(pos)
            .iter()
            .any(|(gun, from)| in_range(pos, *gun, *from, at))
}

fn in_range(pos: &Position<'_>, gun: UnitId, from: SpaceId, at: SpaceId) -> bool {
    let guns = pos.printed(gun).guns;
    guns.is_some_and(|(_, range)| pos.data.map.distance(from, at) <= range)
}

/// Rules 12.42, 12.94 and 15.33: what changes the die.
fn modifiers(pos: &Position<'_>, at: SpaceId) -> Tally {
    let changes = &pos.data.tables.modifiers.flak;
    let mut tally = Tally::of_rule("12.94");
    let near: Vec<(UnitId, SpaceId)> = guns_against_aircraft(pos)
        .into_iter()
        .filter(|(gun, from)| in_range(pos, *gun, *from, at))
        .collect();
    let light = |(gun, _): &&(UnitId, SpaceId)| pos.printed(*gun).kind == Type::LightAa;
    if near.iter().filter(light).any(|(_, from)| *from == at) {
        tally.term("light-flak-there", changes.light_in_hex, "12.94");
    } else if near.iter().any(|gun| light(&gun)) {
        tally.term("light-flak", changes.light_in_range, "12.94");
    } else if !near.is_empty() {
        tally.term("heavy-flak", changes.heavy, "12.94");
    }
    let there = pos.on(at, Side::Allied);
    if pos.stack_of(&there) >= changes.crowd {
        tally.term("crowded", changes.crowded, "12.94");
    }
    tally.term("interdicted", pos.interdicted(at), "12.42");
    let mut firing = there;
    firing.extend(near.iter().map(|(gun, _)| *gun));
    let supply = pos.supply(Side::Allied, &firing);
    tally.term("supply", changes.supply[supply.index()], "15.33");
    tally
}
