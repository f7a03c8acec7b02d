//! Rule 13.2: Auxiliary Units and Brandenburgers.

use super::Board;
use super::event::Event;
use super::orders::sabotage::{Raid, Raids};
use super::side::Side;
use super::state::{Installation, Position};
use super::{control, telling};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// 13.2.1: Auxiliary Units in a zone and turn.
pub(super) const A_ZONE: usize = 4;
/// 13.2.21: how far Brandenburgers go from their own.
const REACH: u32 = 5;
/// 13.2.12: others of the enemy in the hex, or beside it.
const COMPANY: i32 = 2;
const WATCHED: i32 = 1;

/// Points a side has left.
pub(super) fn points(pos: &Position<'_>, side: Side) -> u8 {
    match side {
        Side::German => pos.open.brandenburgers,
        Side::British => pos.open.auxiliaries,
    }
}

/// Rules 13.2.1 and 13.2.21: whether the saboteurs of a side come to a hex.
pub(super) fn reaches(pos: &Position<'_>, side: Side, at: SpaceId) -> bool {
    let zone = pos.data.map.place(at).zone;
    match side {
        Side::German => pos.nearest(at, Side::German) <= REACH,
        Side::British => pos.open.struck.iter().filter(|one| **one == zone).count() < A_ZONE,
    }
}

/// What can be struck in a hex of the enemy's.
pub(super) fn targets(pos: &Position<'_>, side: Side) -> Vec<(SpaceId, Installation)> {
    let kinds = [
        Installation::Port,
        Installation::Airbase,
        Installation::Radar,
        Installation::Rail,
    ];
    let foreign = |at: &SpaceId| pos.control(*at) != side && reaches(pos, side, *at);
    let hexes = pos.data.map.hexes().filter(foreign);
    hexes
        .flat_map(|at| kinds.map(|what| (at, what)))
        .filter(|(at, what)| control::room(pos, *at, *what) > 0)
        .collect()
}

/// The saboteurs of both sides, at the beginning of a phase in which they strike.
pub(super) fn phase(t: &mut Board<'_>, sides: &[Side]) -> Play {
    for side in sides {
        let view = t.state().known(t.data(), *side);
        if points(&view, *side) == 0 || !super::orders::sabotage::is_any(&view) {
            continue;
        }
        let t: &mut Board<'_> = &mut t.within(format_args!("{}-saboteurs", side.name()));
        for order in t.ask(*side, OnSheet(Raids))? {
            match order {
                Raid::Wreck { at, what } => strike(t, *side, at, Some(what), None)?,
                Raid::Ambush { unit } => {
                    if let Some(at) = super::pos(t).at(unit) {
                        strike(t, *side, at, None, Some(unit))?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Rule 13.2.12: a die; a success is a hit.
fn strike(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    what: Option<Installation>,
    unit: Option<UnitId>,
) -> Play {
    let pos = super::pos(t);
    let enemy = side.other();
    let mut tally = Tally::of_rule("13.2.12");
    let column = match (what, unit) {
        (Some(Installation::Rail), _) => "rail",
        (Some(_), _) => "installation",
        (None, Some(unit)) if pos.printed(unit).is_division() => "division",
        (None, _) => "small",
    };
    let company = pos.holds(at, enemy);
    let watched = pos.in_zone_of(at, enemy);
    let label = match (what, unit) {
        (Some(what), _) => format!(
            "{}-{}",
            pos.data.map.place(at).key,
            telling::installation(what)
        ),
        (None, Some(unit)) => pos.printed(unit).id.clone(),
        (None, None) => return Ok(()),
    };
    let t: &mut Board<'_> = &mut t.within(label);
    super::d10(t, "sabotage", &mut tally)?;
    if unit.is_none() {
        tally.term("eng-company", if company { COMPANY } else { 0 }, "13.2.12");
        tally.term(
            "eng-zone",
            if watched && !company { WATCHED } else { 0 },
            "13.2.12",
        );
    }
    let chart = &t.data().tables.charts.sabotage;
    let die = tally.total().clamp(0, 9);
    let done = chart
        .named(column)
        .and_then(|column| chart.cell(die, column))
        .is_some_and(|cell| cell.0);
    t.happen(Event::Sabotages {
        side,
        at,
        unit,
        tally,
        done,
    })?;
    match (done, what) {
        (true, Some(what)) => control::wreck(t, at, what, 1, None),
        _ => Ok(()),
    }
}
