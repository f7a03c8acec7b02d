//! Rule 19.8: Allied ships shell the coast, in the Allied Bombardment phase.

use super::super::Board;
use super::super::event::{Cause, Event};
use super::super::fights::{fatigue, losses};
use super::super::side::Side;
use super::super::state::{Berth, Position, Told};
use super::ids::Letter;
use super::search::sight;
use super::told::Roster;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 19.81: whether a task force marker lies where ships shell a hex; what is in it is hidden.
pub(in super::super) fn threatens(pos: &Position<'_>, at: SpaceId) -> bool {
    let zones = &pos.data.map.place(at).shelled;
    let mut forces = pos.open.forces.iter();
    forces.any(|force| zones.contains(&force.at))
}

/// Rule 19.81: the ships that can shell a hex, as far as they are known.
pub(in super::super) fn ships(pos: &Position<'_>, at: SpaceId) -> Vec<UnitId> {
    let zones = &pos.data.map.place(at).shelled;
    let forces = pos.open.forces.iter();
    let near = forces.filter(|force| zones.contains(&force.at));
    let mut ships: Vec<UnitId> = near.flat_map(|force| pos.in_force(force.letter)).collect();
    ships.retain(|ship| pos.ship_ratings(*ship).bombardment > 0);
    ships
}

/// The task force of some ships, if it is one.
pub(in super::super) fn force_of(pos: &Position<'_>, ships: &[UnitId]) -> Option<Letter> {
    let of = |ship: &UnitId| match pos.ship(*ship).at {
        Berth::Force(letter) => Some(letter),
        _ => None,
    };
    let first = ships.first().and_then(of)?;
    ships
        .iter()
        .all(|ship| of(ship) == Some(first))
        .then_some(first)
}

/// Rules 19.82 and 19.83: ships of one task force shell a hex together.
pub(in super::super) fn shell(t: &mut Board<'_>, at: SpaceId, ships: &[UnitId]) -> Play {
    let pos = super::super::pos(t);
    let Some(force) = force_of(&pos, ships) else {
        return Ok(());
    };
    let strength = ships.iter().map(|ship| pos.ship_ratings(*ship).bombardment);
    let strength = strength.sum();
    let tables = &t.data().tables;
    let chart = &tables.charts.bombardment;
    let Some(column) = chart.column(strength) else {
        return Ok(());
    };
    let hulls = ships.iter().map(|ship| pos.data.ship(*ship).kind);
    let types = Roster::of(hulls.collect());
    let key = t.data().map.place(at).key.clone();
    let t: &mut Board<'_> = &mut t.within(key);
    let mut tally = Tally::of_rule("19.82");
    tally.term("naval-guns", tables.modifiers.bombardment.naval, "19.82");
    let dice = t.roll("shelling", 1, 10)?;
    tally.dice(&dice);
    let hit = chart.cell(tally.total(), column).copied();
    let (number, marked) = hit.map_or((0, false), |hit| (hit.number, hit.marked));
    t.reveal(Event::Shells {
        force,
        at,
        units: ships.to_vec(),
        types,
        strength,
        column: chart.head(column).to_owned(),
        tally,
        number,
        fatigues: marked,
    })?;
    sight(t, &[force], Told::Detected)?;
    let pos = super::super::pos(t);
    let there = pos.on(at, Side::German);
    let steps = number / pos.defence_value(at).max(1);
    losses(t, Side::German, at, &there, steps, None, Cause::Bombardment)?;
    let pos = super::super::pos(t);
    let left = pos.on(at, Side::German);
    if marked && left.iter().any(|unit| !pos.unit(*unit).fatigued) {
        fatigue(t, Side::German, at, &left, 1, None, Cause::Bombardment)?;
    }
    Ok(())
}
