//! Rule 14.2: Norway. Narvik, the guns before Oslo, surrender.

use super::Board;
use super::class::Arm;
use super::event::{Check, Event, Fate, Volley, Why};
use super::fire::{self, Shot, Targets};
use super::nation::{Alliance, Nation};
use super::position::Position;
use super::state::Where;
use super::switches::SurrenderLine;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// Rule 14.2.2: whether the batteries fire at ships that enter a hex.
pub(super) fn guns_bear(pos: Position<'_>, own: Alliance, at: SpaceId) -> bool {
    own == Alliance::Axis
        && !pos.s.silenced
        && pos.d.batteries.contains(&at)
        && !pos.controls(Alliance::Axis, at)
}

/// Rule 14.2.2: the batteries fire at once; with one of the two hexes taken they have fewer dice.
pub(super) fn batteries(t: &mut Board<'_>, at: SpaceId, ships: &mut Vec<UnitId>) -> Play {
    let t: &mut Board<'_> = &mut t.within("guns");
    let pos = super::pos(t);
    let data = t.data();
    let taken = data
        .batteries
        .iter()
        .any(|hex| pos.controls(Alliance::Axis, *hex));
    let dice = if taken {
        let part = data.tables.battery_dice_part.max(1);
        data.battery_dice.div_ceil(part)
    } else {
        data.battery_dice
    };
    let shot = |_| Shot {
        id: data.map.hex(at).id.clone(),
        by: data.commander(Nation::Norway),
        terms: vec![Term::new("battery", data.tables.battery, "14.2.2")],
        wide: true,
    };
    let shots = (0..dice).map(shot).collect();
    let salvo = fire::volley(
        t,
        Alliance::Allies,
        (Volley::Battery, "14.2.2"),
        at,
        1,
        shots,
    )?;
    let units = ships.clone();
    let targets = Targets {
        units,
        ..Targets::default()
    };
    fire::settle(t, &[(Alliance::Allies, salvo, targets)])?;
    let pos = super::pos(t);
    ships.retain(|ship| pos.in_play(*ship));
    Ok(())
}

/// Rule 14.2.2/a: once both hexes are German the guns are silent for good.
pub(super) fn silence(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let all = t
        .data()
        .batteries
        .iter()
        .all(|hex| pos.controls(Alliance::Axis, *hex));
    if all && !t.state().silenced {
        t.happen(Event::Silenced)?;
    }
    Ok(())
}

/// Rule 14.2.1: on the first turn, when the Germans first go for Narvik, its garrison may give up.
pub(super) fn narvik(t: &mut Board<'_>, target: SpaceId, by: Alliance) -> Play {
    let garrison = t.data().narvik_garrison;
    let here = super::pos(t).s.unit(garrison).at == Where::At(target);
    if target != t.data().narvik
        || by != Alliance::Axis
        || t.state().turn > t.data().tables.narvik_turns
        || t.state().narvik
        || !here
    {
        return Ok(());
    }
    let dice = t.roll("narvik", 1, 10)?;
    let mut tally = Tally::of_rule("14.2.1");
    tally
        .term("narvik", t.data().tables.narvik, "14.2.1")
        .dice(&dice)
        .at_most();
    let passed = tally.reached();
    t.happen(Event::Checks {
        check: Check::Narvik,
        units: vec![garrison],
        at: target,
        tally,
        passed,
    })?;
    if passed {
        t.happen(Event::Loss {
            unit: garrison,
            fate: Fate::Pool,
            why: Why::Narvik,
        })?;
    }
    Ok(())
}

/// Rule 14.2: Norway surrenders at once when its towns are lost and nobody stands beyond the line.
pub(super) fn surrender(t: &mut Board<'_>) -> Play {
    if t.state().surrendered.is_none() && is_lost(super::pos(t)) {
        t.happen(Event::Surrenders)?;
    }
    Ok(())
}

fn is_lost(pos: Position<'_>) -> bool {
    let map = &pos.d.map;
    let towns = map.towns.iter().copied();
    let all = towns
        .filter(|town| !pos.d.exempt.contains(town))
        .all(|town| pos.controls(Alliance::Axis, town));
    if !all {
        return false;
    }
    let line = map.hex(pos.d.surrender_line).column;
    let beyond = |unit: &UnitId| match pos.s.unit(*unit).at {
        Where::At(place) if map.hex(place).holds.is_none() => match pos.d.on.surrender_line {
            SurrenderLine::East => map.hex(place).column > line,
            SurrenderLine::West => map.hex(place).column < line,
            SurrenderLine::None => false,
        },
        _ => false,
    };
    !pos.units(Alliance::Allies, Arm::Land).iter().any(beyond)
}
