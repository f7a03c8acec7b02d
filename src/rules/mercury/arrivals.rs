//! Rule 21.3: German convoys, without the naval game. Their turns are written down before play; the Allies see markers.

use super::Board;
use super::ashore::{land, may_unload, unload, unload_reserve, wades};
use super::evacuation::{fits, room};
use super::event::{Cause, Crossing, Event};
use super::fights::lose;
use super::orders::arrivals::{Again, Coming, Plan, Plans, Ports, Sunk};
use super::side::{Nation, Side};
use super::state::{Arrival, Berth, Position, Where};
use super::units::Hull;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Give as _, Given, OnSheet};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 21.31: before play the Germans write down when their convoys come.
pub(super) fn schedule(t: &mut Board<'_>) -> Play {
    if t.data().scenario.fleet.is_none() || !t.data().on_land() || t.data().naval() {
        return Ok(());
    }
    let mut plans = t.ask(Side::German, OnSheet(Plans))?;
    // By turns, so that the order of the markers tells nothing.
    plans.sort_by_key(|plan| match plan {
        Plan::Load { .. } => (0, UnitId(0)),
        Plan::Sail { convoy, turn } => (*turn, *convoy),
    });
    for plan in plans {
        match plan {
            Plan::Load { convoy, units } => t.happen(Event::Loads { convoy, units })?,
            Plan::Sail { convoy, turn } => {
                let turn = u32::try_from(turn).unwrap_or(1);
                let convoy = Some(convoy);
                t.happen(Event::Plans { convoy, turn })?;
            }
        }
    }
    Ok(())
}

/// Rules 21.3 and 17.35: convoys that could sail: those of the card, and the decoys.
pub(super) fn convoys(pos: &Position<'_>) -> Vec<UnitId> {
    let sails = |ship: &UnitId| {
        let printed = pos.data.ship(*ship);
        printed.side() == Side::German
            && printed.kind != Hull::Mas
            && pos.ship(*ship).at == Berth::Ready
    };
    pos.data.ship_ids().filter(sails).collect()
}

/// Whether a convoy may go into ports (21.32).
pub(super) fn docks(pos: &Position<'_>, convoy: UnitId) -> bool {
    let id = pos.data.ship(convoy).id.as_str();
    ["gs-steamer", "gs-dd-flotilla"].contains(&id) || passengers(pos, convoy).is_empty()
}

/// The flotilla that can take airlanded troops along (17.35 e).
pub(super) fn is_flotilla(pos: &Position<'_>, convoy: UnitId) -> bool {
    pos.data.ship(convoy).id == "gs-dd-flotilla"
}

/// Who is aboard.
pub(super) fn passengers(pos: &Position<'_>, convoy: UnitId) -> Vec<UnitId> {
    let id = &pos.data.ship(convoy).id;
    let group = id.strip_prefix("gs-").map(|name| format!("cv-{name}"));
    let aboard = |unit: &UnitId| {
        let listed = group.as_ref() == Some(&pos.printed(*unit).group);
        let loaded = pos.hidden.cargo.contains(&(*unit, convoy));
        pos.unit(*unit).at == Where::Waiting && (listed || loaded)
    };
    pos.data.land_ids().filter(aboard).collect()
}

/// The Amphibious Landing phase of the Germans.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    announce(t)?;
    for arrival in t.state().open.arrivals.clone() {
        let t: &mut Board<'_> = &mut t.within(&t.data().ship(arrival.convoy).id);
        if arrival.there || cross(t, arrival.convoy)? {
            come_in(t, &arrival)?;
        }
    }
    sail_again(t)
}

/// Rules 21.31 and 21.32: the markers of this turn are turned over, and their places announced.
fn announce(t: &mut Board<'_>) -> Play {
    let pos = t.state().known(t.data(), Side::German);
    let turn = pos.open.turn;
    let due = pos.hidden.schedule.iter().filter(|slip| slip.turn == turn);
    let due: Vec<UnitId> = due.filter_map(|slip| slip.convoy).collect();
    let mut coming = Vec::new();
    for convoy in due {
        let planned = turn;
        if t.data().ship(convoy).kind == Hull::Decoy {
            t.happen(Event::Decoy { convoy, planned })?;
        } else {
            coming.push(convoy);
        }
    }
    if coming.is_empty() {
        return Ok(());
    }
    let ask = Ports {
        convoys: coming.clone(),
    };
    let chosen = t.ask(Side::German, OnSheet(ask))?;
    for convoy in coming {
        let pos = t.state().known(t.data(), Side::German);
        let told = chosen.iter().find(|order| order.convoy() == convoy);
        let at = match told {
            Some(Coming::Beach { beaches, .. }) => beaches.clone(),
            Some(Coming::Unload { at, .. }) => vec![*at],
            None => Ports::usual(&pos, convoy),
        };
        let planned = turn;
        t.happen(Event::Announces {
            convoy,
            at,
            planned,
        })?;
    }
    Ok(())
}

/// The German Convoy Arrival Table (21.33); says whether anything of it arrives.
fn cross(t: &mut Board<'_>, convoy: UnitId) -> Play<bool> {
    let pos = super::pos(t);
    let table = &t.data().tables.convoys;
    let turn = pos.open.turn;
    let mut tally = Tally::of_rule("21.33");
    if turn <= 6 {
        tally.term("early", table.german_early, "21.33");
    }
    if turn >= 16 {
        tally.term("late", table.german_late, "21.33");
    }
    if ["gs-steamer", "gs-dd-flotilla"].contains(&t.data().ship(convoy).id.as_str()) {
        tally.term("small-target", table.german_small, "21.33");
    }
    if !pos.open.is_day() {
        tally.term("night", table.german_night, "21.33");
    }
    let dice = t.roll("crossing", 1, 10)?;
    tally.dice(&dice);
    let [arrives, half, delayed, half_back, back] = table.german;
    let fate = match tally.total() {
        n if n <= arrives => Crossing::Arrives,
        n if n <= half => Crossing::Half,
        n if n <= delayed => Crossing::Delayed,
        n if n <= half_back => Crossing::HalfBack,
        n if n <= back => Crossing::Back,
        _ => Crossing::Lost,
    };
    let aboard = passengers(&super::pos(t), convoy);
    let carries = i32::from(super::pos(t).ship(convoy).reserves);
    // 21.33: half of all steps, rounded up; reserves count for one, and go first.
    let steps = super::pos(t).steps_of(&aboard) + carries;
    let lost = match fate {
        Crossing::Half | Crossing::HalfBack => (steps + 1) / 2,
        Crossing::Lost => steps,
        Crossing::Arrives | Crossing::Delayed | Crossing::Back => 0,
    };
    let reserve = carries > 0 && lost == 0;
    t.happen(Event::Crosses {
        convoy,
        tally,
        fate,
        reserve,
    })?;
    sink(t, &aboard, lost - carries.min(lost))?;
    if matches!(fate, Crossing::HalfBack | Crossing::Back) {
        go_back(t, convoy)?;
    }
    Ok(matches!(fate, Crossing::Arrives | Crossing::Half))
}

/// So many steps go down; the Germans choose whose.
fn sink(t: &mut Board<'_>, aboard: &[UnitId], steps: i32) -> Play {
    let pos = super::pos(t);
    let (all, at) = (pos.steps_of(aboard), t.data().map.athens());
    let ask = Sunk {
        units: aboard.to_vec(),
        steps: steps.min(all),
    };
    if ask.steps <= 0 {
        return Ok(());
    }
    let shares = if ask.steps == all || aboard.len() == 1 {
        ask.default(&pos)
    } else {
        t.ask(Side::German, Given(ask))?
    };
    for (unit, steps) in shares {
        for _ in 0..steps {
            lose(t, unit, at, Cause::AtSea)?;
        }
    }
    Ok(())
}

/// Rule 21.33: troops that go back are put ashore in Greece, and the marker is free.
fn go_back(t: &mut Board<'_>, convoy: UnitId) -> Play {
    for unit in passengers(&super::pos(t), convoy) {
        t.happen(Event::BackInGreece { unit })?;
    }
    t.happen(Event::Leaves { convoy })
}

/// A convoy lands its troops on beaches, or unloads what its port can take.
fn come_in(t: &mut Board<'_>, arrival: &Arrival) -> Play {
    let (side, convoy) = (Side::German, arrival.convoy);
    let pos = super::pos(t);
    let port = arrival.at.iter().copied().find(|at| {
        let place = pos.data.map.place(*at);
        place.anchorage || place.minor_port
    });
    match port {
        Some(at) => {
            if !may_unload(&pos, side, at) {
                // 17.22, 5.25: it waits.
                return Ok(());
            }
            unload_all(t, convoy, at)?;
        }
        None => {
            let landings = places(&pos, &arrival.at, &passengers(&pos, convoy));
            land(t, side, &landings)?;
        }
    }
    let pos = super::pos(t);
    let left = passengers(&pos, convoy);
    let stuck = |unit: &UnitId| match port {
        Some(at) => !fits(&pos, at, pos.printed(*unit)),
        None => !wades(pos.printed(*unit)),
    };
    let carries = pos.ship(convoy).reserves > 0;
    let waits = port.is_some() && carries && !left.is_empty();
    if left.iter().all(stuck) && !waits {
        // 15.25 b: reserves come ashore in a port of the same sea, if there is one.
        let at = port.or_else(|| arrival.at.first().and_then(|at| port_near(&pos, *at)));
        if let Some(at) = at.filter(|at| carries && takes(&pos, *at)) {
            unload_reserve(t, side, at)?;
        } else if port.is_some() && carries {
            return Ok(());
        }
        return go_back(t, convoy);
    }
    Ok(())
}

/// Whether a port can still take reserves this turn.
fn takes(pos: &Position<'_>, at: SpaceId) -> bool {
    let steps = pos.data.tables.limits.reserve_steps;
    !pos.data.map.place(at).zone && room(pos, at) >= steps
}

/// A port of the Germans on the same sea as a beach.
fn port_near(pos: &Position<'_>, beach: SpaceId) -> Option<SpaceId> {
    let seas = pos.data.map.coast(beach);
    let mut ports = pos.data.map.all();
    ports.find(|at| {
        let place = pos.data.map.place(*at);
        let near = place.seas.iter().any(|sea| seas.contains(sea));
        near && pos.holds(*at, Side::German) && may_unload(pos, Side::German, *at)
    })
}

/// Rule 17.37: the best troops first, as many as the port and the hex can take.
fn unload_all(t: &mut Board<'_>, convoy: UnitId, at: SpaceId) -> Play {
    let mut units = passengers(&super::pos(t), convoy);
    let pos = super::pos(t);
    units.sort_by_key(|unit| (-pos.attack(*unit), *unit));
    for unit in units {
        let pos = super::pos(t);
        let steps = i32::from(pos.steps(unit));
        let fits = fits(&pos, at, pos.printed(unit)) && steps <= room(&pos, at);
        if fits && pos.has_room(at, unit) {
            unload(t, unit, at)?;
        }
    }
    Ok(())
}

/// Rule 17.43 A: a beach for each unit, the beaches named first; who finds no room or may not wade stays aboard.
fn places(pos: &Position<'_>, beaches: &[SpaceId], units: &[UnitId]) -> Vec<(UnitId, SpaceId)> {
    let limits = &pos.data.tables.limits;
    let mut found: Vec<(UnitId, SpaceId)> = Vec::new();
    let mut steps = 0;
    for unit in units {
        let printed = pos.printed(*unit);
        let more = i32::from(pos.steps(*unit));
        let high = |at: &SpaceId| {
            let there = found.iter().filter(|(_, to)| to == at);
            let stack: u32 = there.map(|(one, _)| pos.printed(*one).stack).sum();
            stack + printed.stack + pos.stack_of(&pos.on(*at, Side::German)) <= limits.stack
        };
        let at = beaches.iter().copied().find(high);
        if let Some(at) = at.filter(|_| wades(printed) && steps + more <= limits.by_sea_german) {
            steps += more;
            found.push((*unit, at));
        }
    }
    found
}

/// Rule 21.34: a marker that is free may bring a reserve, five turns on or later.
fn sail_again(t: &mut Board<'_>) -> Play {
    let pos = t.state().known(t.data(), Side::German);
    let first = pos.open.turn + pos.data.tables.convoys.german_wait;
    let last = pos.data.scenario.turns[1];
    let free = |ship: &UnitId| {
        let printed = pos.data.ship(*ship);
        printed.kind == Hull::Convoy && pos.ship(*ship).at == Berth::Refit(1)
    };
    let convoys: Vec<UnitId> = pos.data.ship_ids().filter(free).collect();
    if convoys.is_empty() || first > last {
        return Ok(());
    }
    let mut plans = t.ask(Side::German, OnSheet(Again { convoys, first }))?;
    plans.sort_by_key(|plan| plan.1);
    for (convoy, turn) in plans {
        let convoy = Some(convoy);
        t.happen(Event::Plans { convoy, turn })?;
    }
    Ok(())
}

/// Rule 17.37 e: who waits in Greece for aircraft: mountain troops and engineers, no tanks and no Italians.
pub(super) fn flies_later(pos: &Position<'_>, unit: UnitId) -> bool {
    let printed = pos.printed(unit);
    let in_greece = pos.unit(unit).at == Where::At(pos.data.map.athens());
    in_greece && printed.nation == Nation::German && !printed.is_armour()
}
