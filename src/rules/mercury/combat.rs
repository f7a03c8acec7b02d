//! IV.G: combats, one after the other in the attacker's order (8, 9, 10).

use super::Board;
use super::declare::{attackers, declared};
use super::event::{Coordination, Event};
use super::fights::{self, hexes, still_there};
use super::orders::combat::{Commander, Front, Next, fight};
use super::side::Side;
use super::state::Position;
use super::{assault, manoeuvre, moves};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The next combat of the active side; says whether there was one.
pub(super) fn next(t: &mut Board<'_>) -> Play<bool> {
    let side = t.state().open.active;
    let targets = declared(&super::pos(t));
    let at = match targets.as_slice() {
        [] => {
            moves::thin_out(t, side)?;
            moves::thin_out(t, side.other())?;
            return Ok(false);
        }
        [only] => *only,
        _ => t.ask(side, OneOf(Next { targets }))?,
    };
    {
        let t: &mut Board<'_> = &mut t.within(&t.data().map.place(at).key);
        fight_for(t, side, at)?;
    }
    t.happen(Event::Fought { at })?;
    Ok(true)
}

/// One combat, from its coordination to its end.
fn fight_for(t: &mut Board<'_>, side: Side, at: SpaceId) -> Play {
    let pos = super::pos(t);
    let units = attackers(&pos, at);
    if !pos.holds(at, side.other()) || units.is_empty() {
        return Ok(());
    }
    let coordination = coordinate(t, side, at)?;
    if coordination == Coordination::Frontal {
        return frontal(t, side, at, &units);
    }
    let pos = super::pos(t);
    if !fights::can_fight(&pos, at, &units) {
        // 9.32: too weak to do anything.
        return Ok(());
    }
    let ask = fight(&pos, side, at, units, coordination == Coordination::Full);
    let plan = t.ask(side, Given(ask))?;
    if !plan.manoeuvre.is_empty() {
        manoeuvre::combat(t, side, at, &plan, coordination)?;
    }
    let pos = super::pos(t);
    let assaulters = still_there(&pos, &plan.assault);
    if assaulters.is_empty() || !pos.holds(at, side.other()) {
        return Ok(());
    }
    let how = assault::How {
        coordinated: coordination < Coordination::Uncoordinated,
        landing: false,
    };
    assault::combat(t, side, at, &assaulters, plan.spearhead, how)
}

/// Rule 8.24: only the units of one hex attack, and they assault.
fn frontal(t: &mut Board<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> Play {
    let pos = super::pos(t);
    let mut fronts = hexes(&pos, units);
    let weight = |from: &SpaceId| pos.attack_of(&of_hex(&pos, units, *from));
    fronts.sort_by_key(|from| (weight(from), *from));
    let from = match fronts.as_slice() {
        [] => return Ok(()),
        [only] => *only,
        _ => t.ask(side.other(), OneOf(Front { at, hexes: fronts }))?,
    };
    t.happen(Event::Front { at, from })?;
    let pos = super::pos(t);
    let units = pos.as_many_as_fit(&of_hex(&pos, units, from));
    let how = assault::How {
        coordinated: false,
        landing: false,
    };
    assault::combat(t, side, at, &units, None, how)
}

fn of_hex(pos: &Position<'_>, units: &[UnitId], from: SpaceId) -> Vec<UnitId> {
    let here = |unit: &UnitId| pos.at(*unit) == Some(from);
    units.iter().copied().filter(here).collect()
}

/// Rules 8.1 and 8.2: how well an attack is coordinated.
pub(super) fn coordinate(t: &mut Board<'_>, side: Side, at: SpaceId) -> Play<Coordination> {
    let hqs = super::pos(t).commanders(side, at);
    let hq = match hqs.as_slice() {
        [] => None,
        [only] => Some(*only),
        _ => Some(t.ask(side, OneOf(Commander { at, hqs }))?),
    };
    let pos = super::pos(t);
    let mut tally = Tally::of_rule("8.2");
    let value = match hq {
        Some(hq) => {
            let value = pos.efficiency(hq);
            tally.term_of("headquarters", &pos.printed(hq).id, value, "8.13");
            value
        }
        None => {
            let value = pos.data.tables.limits.no_headquarters;
            tally.term("no-headquarters", value, "8.14");
            value
        }
    };
    let dice = t.roll("coordination", 1, 10)?;
    tally.dice(&dice).at_most();
    let result = match dice.die(0) - value {
        ..0 => Coordination::Full,
        0 => Coordination::Plain,
        1 => Coordination::Uncoordinated,
        _ => Coordination::Frontal,
    };
    t.happen(Event::Coordinates {
        side,
        at,
        hq,
        tally,
        result,
    })?;
    Ok(result)
}
