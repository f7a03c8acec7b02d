//! Rules 2.31, 2.32 and 7.1: finding enemy ships.

use super::super::event::Event;
use super::super::side::Side;
use super::super::state::Position;
use super::super::{Board, pos};
use super::{hazards, interception, release};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// 7.1: the value of a side in a zone.
pub(super) fn value(v: &Position<'_>, side: Side, zone: SpaceId) -> i32 {
    let ndv = v.data.map.zone_of_box(zone).and_then(|one| one.ndv);
    let [british, german] = ndv.unwrap_or_default();
    match side {
        Side::British => british,
        Side::German => german,
    }
}

/// Rules 2.31 and 2.32: first what lies in wait, then one attempt for each enemy stack at sea.
pub(in super::super) fn phase(t: &mut Board<'_>, side: Side) -> Play {
    // 9.5.11: as the naval segment begins.
    if side == Side::German {
        release::at_start(t)?;
    }
    hazards::lie_in_wait(t, side)?;
    for (zone, ships) in pos(t).stacks(side.other()) {
        seek(t, side, zone, &ships)?;
    }
    Ok(())
}

/// Rules 7.1.02 and 7.2: a side looks for a stack, and intercepts what it finds. Who has nothing to send does not look.
pub(super) fn seek(t: &mut Board<'_>, side: Side, zone: SpaceId, ships: &[UnitId]) -> Play {
    let v = pos(t);
    let ships = hazards::here(&v, zone, ships);
    let Some(lead) = ships.first().copied() else {
        return Ok(());
    };
    if !interception::possible(&v, side, zone) {
        return Ok(());
    }
    let key = v.data.label(lead).1.to_owned();
    let t: &mut Board<'_> = &mut t.within(format_args!("seek-{key}"));
    let Some(margin) = attempt(t, side, zone, &ships)? else {
        return Ok(());
    };
    interception::intercept(t, side, zone, &ships, margin)
}

/// Rule 7.1.02: the die, the weather, and the value of the zone; by how much it succeeds, at least one (7.2).
fn attempt(t: &mut Board<'_>, side: Side, zone: SpaceId, ships: &[UnitId]) -> Play<Option<usize>> {
    let v = pos(t);
    let value = value(&v, side, zone);
    let weather = v.data.tables.naval.effects(v.open.weather).detection;
    let mut tally = Tally::of_rule("7.1.02");
    let die = super::low(t, "detect", &mut tally)?;
    tally
        .term("detection", value, "7.1")
        .term("weather", -weather, "3.0")
        .at_most();
    let margin = value - weather - die;
    t.happen(Event::Detects {
        side,
        zone,
        ships: ships.to_vec(),
        found: margin >= 0,
        tally,
    })?;
    Ok((margin >= 0).then(|| usize::try_from(margin.max(1)).unwrap_or(1)))
}
