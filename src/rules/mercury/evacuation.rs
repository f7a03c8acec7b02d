//! I.C and section 20: whether the Allies must leave Crete, and how they do.

use super::Board;
use super::bars::Bar;
use super::event::{Event, How};
use super::map::{Field, Sector};
use super::naval::unloading;
use super::nets::{Front, Walk, reached};
use super::side::Side;
use super::state::{Ending, Position, Supply};
use super::tables::POINT;
use super::units::{Gait, Land};
use super::victory::holds_field;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The Evacuation Determination phase.
pub(super) fn check(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    if !is_due(&pos) {
        return Ok(());
    }
    let table = &t.data().tables.evacuation;
    let mut tally = modifiers(&pos);
    let dice = t.roll("evacuation", 1, 10)?;
    tally.dice(&dice);
    let ordered = tally.total() <= table.to;
    let turn = t.state().open.turn;
    let last = t.data().scenario.turns[1];
    // 20.12: ten turns on; the game is never longer for it.
    let until = ordered.then(|| (turn + table.turns).min(last));
    t.happen(Event::EvacuationDue { tally, until })?;
    if ordered && t.data().on.no_evacuation {
        let how = Ending::Ordered;
        return super::turn::end(t, how);
    }
    Ok(())
}

/// Rule 20.11: an airfield lost for good, thirty steps gone, and supplies short; from 24 May, afternoon, on.
pub(super) fn is_due(pos: &Position<'_>) -> bool {
    let table = &pos.data.tables.evacuation;
    let Some(sectors) = pos.data.scenario.evacuation_sectors else {
        return false;
    };
    let safe = |field: &Field| {
        let hexes = pos.data.map.field(*field);
        holds_field(pos, *field) && !hexes.iter().any(|at| pos.in_zone(*at, Side::German))
    };
    let short = |sector: &&Sector| {
        pos.open.supply[Side::Allied.index()][sector.index()] != Supply::Adequate
    };
    pos.open.turn >= table.from_turn
        && pos.open.evacuation.is_none()
        && pos.open.ended.is_none()
        && Field::ALL.iter().any(safe)
        && lost(pos) >= table.steps
        && pos.data.scenario.sectors.iter().filter(short).count() >= sectors
}

/// Rule 20.11 b: Allied steps lost that were not Greek.
fn lost(pos: &Position<'_>) -> i32 {
    i32::try_from(pos.open.steps_lost[0]).unwrap_or(i32::MAX)
}

/// The Evacuation Table: what changes the die.
fn modifiers(pos: &Position<'_>) -> Tally {
    let table = &pos.data.tables.evacuation;
    let mut tally = Tally::of_rule("20.12");
    let more = (lost(pos) - table.steps) / table.per_steps.max(1);
    tally.term("steps-lost", -more, "20.12");
    let fields = Field::ALL.into_iter();
    let held = fields.filter(|field| holds_field(pos, *field)).count();
    let held = i32::try_from(held).unwrap_or(0);
    tally.term(
        "more-airfields",
        (held - 1).max(0) * table.per_airfield,
        "20.12",
    );
    let taken = |town: &Vec<String>| {
        let mut hexes = town.iter();
        hexes.all(|id| {
            pos.data
                .map
                .find(id)
                .is_some_and(|at| pos.holds(at, Side::German))
        })
    };
    if !table.towns.iter().any(taken) {
        tally.term("no-town", table.no_town, "20.12");
    }
    tally
}

/// Rules 20.22 and 17.33: where the Allies are taken off.
pub(super) fn ports(pos: &Position<'_>) -> Vec<SpaceId> {
    if pos.open.evacuation.is_none() {
        return Vec::new();
    }
    let port = |at: &SpaceId| {
        let place = pos.data.map.place(*at);
        let port = place.minor_port || place.anchorage;
        // 17.33 d: with the naval game ships must be there.
        let ships = !pos.data.naval() || unloading::force_at(pos, *at);
        port && ships && pos.data.playable.has(*at)
    };
    pos.data.map.all().filter(port).collect()
}

/// The Naval Embark/Debark Table: how many steps a place still handles this turn, in plus out.
pub(super) fn room(pos: &Position<'_>, at: SpaceId) -> i32 {
    let (table, place) = (&pos.data.tables.ports, pos.data.map.place(at));
    let most = match place.sector {
        _ if place.zone => table.off_map,
        Some(Sector::Heraklion) if place.minor_port => table.heraklion,
        _ if place.minor_port => table.suda,
        _ => table.anchorage,
    };
    let used = pos.open.handled.iter().find(|(one, _)| *one == at);
    most - used.map_or(0, |(_, steps)| *steps)
}

/// 17.37 a: tanks and wheeled guns need a minor port.
pub(super) fn fits(pos: &Position<'_>, at: SpaceId, unit: &Land) -> bool {
    let wheeled_guns = unit.is_artillery() && unit.gait == Gait::Wheeled;
    pos.data.map.place(at).minor_port || !(unit.is_armour() || wheeled_guns)
}

/// 17.33 b and c: the ports that units reach with a point to spare, and the ways; a zone beside the map only from itself.
pub(super) fn ways(pos: &Position<'_>, front: &Front, walk: Walk) -> Vec<(SpaceId, Vec<SpaceId>)> {
    let Some(budget) = walk.budget.checked_sub(POINT) else {
        return Vec::new();
    };
    let ports = ports(pos);
    if ports.is_empty() {
        return Vec::new();
    }
    let mut found = reached(&front.net(walk), walk.start, budget);
    found.retain(|(at, _)| *at != walk.start && !pos.data.map.place(*at).zone);
    found.push((walk.start, Vec::new()));
    found.retain(|(at, _)| ports.contains(at));
    found
}

/// Rule 17.33: a unit goes to a port and is taken off.
pub(super) fn leave(t: &mut Board<'_>, unit: UnitId, at: SpaceId) -> Play {
    let pos = super::pos(t);
    let front = Front::new(&pos, Side::Allied);
    let ways = pos.walk(unit, false).map(|walk| ways(&pos, &front, walk));
    let found = ways.into_iter().flatten().find(|(to, _)| *to == at);
    let Some((_, path)) = found else {
        return Ok(());
    };
    if !path.is_empty() {
        super::moves::go(t, unit, path, How::Move)?;
    }
    embark(t, unit, at)
}

/// Rule 17.33: a unit is taken off; without the naval game there are always ships (21.2).
pub(super) fn embark(t: &mut Board<'_>, unit: UnitId, at: SpaceId) -> Play {
    if !t.data().naval() {
        return t.happen(Event::Embarks { unit, at });
    }
    let ship = unloading::carrier(&super::pos(t), at, unit);
    let Some(ship) = ship else {
        let (side, bar) = (Side::Allied, Bar::NoShipThere { unit, at });
        let order = t.data().land(unit).id.clone();
        return t.happen(Event::NotDone { side, order, bar });
    };
    t.happen(Event::Embarks { unit, at })?;
    t.happen(Event::Boards { unit, ship })
}
