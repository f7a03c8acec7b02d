//! Rule 6.5: units are landed on airfields.

use super::Board;
use super::event::{Event, Touchdown};
use super::map::Field;
use super::orders::drops::Airlandings;
use super::side::Side;
use super::state::{Position, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// What an airfield is under (6.54 to 6.56).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    None,
    /// 6.55
    Guns,
    /// 6.56
    Zone,
}

/// Airlanding at the start of the German Movement phase (IV.B.1).
pub(super) fn airland(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let possible = pos.open.active == Side::German
        && !queue(&pos).is_empty()
        && Field::ALL
            .into_iter()
            .any(|field| is_open(&pos, field) && capacity(&pos, field) > 0);
    if !possible {
        return Ok(());
    }
    let landed = t.ask(Side::German, OnSheet(Airlandings))?;
    // What threatens the fields is looked at before anybody lands.
    let threats = Field::ALL.map(|field| threat(&super::pos(t), field));
    for (unit, at) in landed {
        let Some(field) = t.data().map.place(at).field else {
            continue;
        };
        touch_down(t, unit, at, threats[field as usize])?;
    }
    Ok(())
}

/// One unit lands; under a zone of control with a die (6.56).
pub(super) fn touch_down(t: &mut Board<'_>, unit: UnitId, at: SpaceId, threat: Threat) -> Play {
    let mut tally = Tally::of_rule(match threat {
        Threat::None => "6.54",
        Threat::Guns => "6.55",
        Threat::Zone => "6.56",
    });
    let touchdown = match threat {
        Threat::None => Touchdown::Free,
        Threat::Guns => Touchdown::Shelled,
        Threat::Zone => {
            let pos = super::pos(t);
            let Some(field) = t.data().map.place(at).field else {
                return Ok(());
            };
            let changes = &t.data().tables.modifiers.airlanding;
            if shelled(&pos, field) {
                tally.term("guns-in-range", changes.artillery, "6.56");
            }
            if flak_beside(&pos, field) {
                tally.term("flak-beside", changes.flak, "6.56");
            }
            let dice = t.roll(&t.data().land(unit).id, 1, 10)?;
            tally.dice(&dice);
            match tally.total() {
                n if n <= changes.intact_to => Touchdown::UnderFire,
                n if n <= changes.loss_to => Touchdown::Loss,
                _ => Touchdown::Destroyed,
            }
        }
    };
    t.happen(Event::Airlands {
        unit,
        at,
        tally,
        touchdown,
    })
}

/// Rule 6.51: by day, where Germans are in every hex of it.
pub(super) fn is_open(pos: &Position<'_>, field: Field) -> bool {
    let hexes = pos.data.map.field(field);
    let held = |at: &SpaceId| pos.data.playable.has(*at) && pos.holds(*at, Side::German);
    pos.open.is_day() && !hexes.is_empty() && hexes.iter().all(held)
}

/// Rules 6.52, 6.55, 6.56 and 15.25 c: how many steps an airfield still takes this turn.
pub(super) fn capacity(pos: &Position<'_>, field: Field) -> i32 {
    let limits = &pos.data.tables.limits;
    let printed = limits.airfield.get(field.id()).copied().unwrap_or(0);
    let threatened = match threat(pos, field) {
        Threat::None => 0,
        Threat::Guns => limits.airfield_shelled,
        Threat::Zone => limits.airfield_zone,
    };
    let supplies = if pos.open.airlifts.contains(&field) {
        limits.reserve_steps
    } else {
        0
    };
    let landed = i32::from(pos.open.airlanded[field as usize]);
    let craters = &pos.data.tables.variants.craters;
    let cratered =
        super::variants::has(pos, Side::Allied, craters.option) && pos.open.turn <= craters.to;
    let holes = if cratered { craters.steps } else { 0 };
    (printed + threatened + holes - supplies - landed).max(0)
}

/// Rule 6.53: those of the groups that may still come.
pub(super) fn queue(pos: &Position<'_>) -> Vec<UnitId> {
    let aboard = |unit: &UnitId| pos.hidden.cargo.iter().any(|(one, _)| one == unit);
    let waits = |unit: &UnitId| match pos.unit(*unit).at {
        Where::Waiting => !aboard(unit),
        _ => super::arrivals::flies_later(pos, *unit),
    };
    let units = pos.data.land_ids().filter(waits);
    units.filter(|unit| group(pos, *unit).is_some()).collect()
}

/// Rule 6.53: the group of a unit that may be landed.
pub(super) fn group(pos: &Position<'_>, unit: UnitId) -> Option<u32> {
    if super::arrivals::flies_later(pos, unit) {
        // 17.37 e: when all others have come.
        return Some(u32::MAX);
    }
    match pos.printed(unit).group.as_str() {
        // 23.4: before all others.
        "german-option-2" => Some(0),
        group => group.strip_prefix("al")?.parse().ok(),
    }
}

/// Rules 6.54 to 6.56: a zone of control over any of its hexes counts before guns.
pub(super) fn threat(pos: &Position<'_>, field: Field) -> Threat {
    let mut hexes = pos.data.map.field(field).into_iter();
    if hexes.any(|at| pos.in_zone(at, Side::German)) {
        Threat::Zone
    } else if shelled(pos, field) {
        Threat::Guns
    } else {
        Threat::None
    }
}

/// Rule 6.55: Allied guns, neither fatigued nor under Final Fire, that reach a hex of it.
fn shelled(pos: &Position<'_>, field: Field) -> bool {
    let hexes = pos.data.map.field(field);
    let reaches = |unit: UnitId| {
        let (printed, now) = (pos.printed(unit), pos.unit(unit));
        let (Some(from), Some((_, range))) = (pos.at(unit), printed.guns) else {
            return false;
        };
        let near = |at: &SpaceId| pos.data.map.distance(from, *at) <= range;
        printed.is_artillery() && !now.fatigued && now.fire < 2 && hexes.iter().any(near)
    };
    pos.units_of(Side::Allied).any(reaches)
}

/// Rule 6.56: Allied guns against aircraft beside it.
fn flak_beside(pos: &Position<'_>, field: Field) -> bool {
    let hexes = pos.data.map.field(field);
    let mut guns = super::flak::guns_against_aircraft(pos).into_iter();
    guns.any(|(_, from)| hexes.iter().any(|at| pos.data.map.distance(from, *at) == 1))
}
