//! Rules 13.5 and 13.6: headquarters are replaced, and militia gathers again.

use super::Board;
use super::event::Event;
use super::orders::recovery::{Headquarters, Muster, Restore};
use super::side::Side;
use super::state::{Hour, Position, Where, hour};
use super::units::Type;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{OnSheet, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 13.52: original headquarters that fell in an earlier turn, and the hexes of their sectors where friends are: the
/// strongest first, the furthest from the enemy before others.
pub(super) fn fallen(pos: &Position<'_>, side: Side) -> Vec<(UnitId, Vec<SpaceId>)> {
    let mut found = Vec::new();
    for unit in pos.data.land_ids() {
        let (printed, now) = (pos.printed(unit), pos.unit(unit));
        let Some((turn, sector)) = now.fell else {
            continue;
        };
        let lost = now.at == Where::Lost && !now.reduced && turn < pos.open.turn;
        if printed.side() != side || !printed.is_hq() || !lost {
            continue;
        }
        let mut places: Vec<SpaceId> = pos.spots(side).into_iter().collect();
        places.retain(|at| pos.sector(*at) == sector && pos.has_room(*at, unit));
        let worth = |at: &SpaceId| {
            let steps = pos.steps_of(&pos.on(*at, side));
            let far = pos.nearest(*at, side.other());
            (-steps, std::cmp::Reverse(far), *at)
        };
        places.sort_by_key(worth);
        if !places.is_empty() {
            found.push((unit, places));
        }
    }
    found
}

/// I.A.4: each side's replacements; who passes keeps the right.
pub(super) fn restore(t: &mut Board<'_>) -> Play {
    for side in Side::BOTH {
        if fallen(&super::pos(t), side).is_empty() {
            continue;
        }
        for Restore::Hq { unit, at } in t.ask(side, OnSheet(Headquarters { side }))? {
            t.happen(Event::Restores { unit, at })?;
        }
    }
    Ok(())
}

/// I.A.5: in the morning each militia unit that was lost may gather again (13.63).
pub(super) fn muster(t: &mut Board<'_>) -> Play {
    if hour(t.state().open.turn) != Hour::Am {
        return Ok(());
    }
    let pos = super::pos(t);
    let lost = |unit: &UnitId| {
        pos.printed(*unit).kind == Type::Militia && pos.unit(*unit).at == Where::Lost
    };
    let lost: Vec<UnitId> = pos.data.land_ids().filter(lost).collect();
    for unit in lost {
        let t: &mut Board<'_> = &mut t.within(&t.data().land(unit).id);
        let mut tally = Tally::of_rule("13.63");
        tally.term("returns", t.data().tables.limits.militia_returns, "13.63");
        let dice = t.roll("militia", 1, 10)?;
        tally.dice(&dice).at_most();
        let places = gathering(&super::pos(t), unit);
        let done = tally.reached() && !places.is_empty();
        t.happen(Event::Gathers { unit, tally, done })?;
        if done {
            let at = match places.as_slice() {
                [only] => *only,
                _ => t.ask(Side::Allied, OneOf(Muster { unit, places }))?,
            };
            t.happen(Event::Musters { unit, at })?;
        }
    }
    Ok(())
}

/// Rules 13.61 and 13.64: towns and villages far from every German, zones without Germans; never a third in a sector.
fn gathering(pos: &Position<'_>, unit: UnitId) -> Vec<SpaceId> {
    let limits = &pos.data.tables.limits;
    let militia = |at: SpaceId| {
        let others = pos.units_of(Side::Allied);
        let kin = others.filter(|one| pos.printed(*one).kind == Type::Militia);
        let near = kin.filter(|one| {
            pos.at(*one)
                .is_some_and(|here| pos.sector(here) == pos.sector(at))
        });
        near.count()
    };
    let fits = |at: &SpaceId| {
        let place = pos.data.map.place(*at);
        let far = pos.nearest(*at, Side::German) >= limits.militia_distance;
        let settled = (place.town || place.village) && far;
        let free = place.zone && !pos.holds(*at, Side::German);
        pos.data.playable.has(*at)
            && (settled || free)
            && pos.has_room(*at, unit)
            && militia(*at) < limits.militia_per_sector
    };
    let mut places: Vec<SpaceId> = pos.data.map.all().filter(fits).collect();
    places.sort_by_key(|at| (pos.nearest(*at, Side::German), *at));
    places
}
