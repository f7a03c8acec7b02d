//! Rules 8.5 to 8.7: troops by air. Nobody intercepts them here: that is the air game's.

use super::Board;
use super::bars::Bar;
use super::event::Event;
use super::orders::airborne::{Flight, Flights};
use super::side::Side;
use super::state::Position;
use super::tables::Weather;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// 8.6.11: the assault regiment.
const STURM: i32 = 2;
/// 8.6.1: an empty hex that a division or motorised unit watches.
const WATCHED: i32 = -2;
/// 8.6.1: so much below the defence, and it is lost.
const LOST: i32 = 2;
/// Hexes a Ju-52 flies from the Channel and back.
const REACH: u32 = 28;

/// Points of Ju-52 that can fly this turn.
pub(super) fn planes(pos: &Position<'_>) -> i32 {
    let spots = pos
        .data
        .scenario
        .air
        .get("ju-52")
        .map_or("", String::as_str);
    let points: i32 = spots
        .split_whitespace()
        .filter_map(|word| word.trim_end_matches(',').parse::<i32>().ok())
        .sum();
    points - i32::from(pos.open.lifted)
}

/// Whether a unit can be flown or dropped at all (8.5, 8.6): it is at home, and its kind does.
pub(super) fn may_fly(pos: &Position<'_>, unit: UnitId, drops: bool) -> bool {
    let printed = pos.printed(unit);
    let home = pos
        .at(unit)
        .is_some_and(|at| pos.data.map.zone_of_box(at).is_some());
    let fit = if drops {
        printed.can('b')
    } else {
        printed.can('a')
    };
    printed.side() == Side::German
        && home
        && fit
        && pos.unit(unit).marks == super::state::Marks::default()
}

/// Rule 8.6: whether troops can jump into a hex.
pub(super) fn may_drop(pos: &Position<'_>, at: SpaceId) -> bool {
    let place = pos.data.map.place(at);
    let ground = pos.data.tables.effects(place).all(|ground| ground.drop);
    ground && pos.control(at) == Side::British && near(pos, at)
}

/// Rule 8.5.1: whether troops can be landed on an airbase.
pub(super) fn may_land(pos: &Position<'_>, at: SpaceId) -> bool {
    let place = pos.data.map.place(at);
    let watched = pos.in_zone_of(at, Side::British) && !pos.holds(at, Side::German);
    place.airbase.is_some() && pos.control(at) == Side::German && !watched && near(pos, at)
}

fn near(pos: &Position<'_>, at: SpaceId) -> bool {
    let map = &pos.data.map;
    let channel = map.board.spaces().find(|at| map.place(*at).guns);
    channel.is_some_and(|channel| map.distance(channel, at) <= REACH)
}

/// 2.43: drops and transport of the Germans.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let open = &t.state().open;
    let own = open.operations == Side::German && open.active == Side::German;
    if !own || open.weather == Weather::Stormy {
        return Ok(());
    }
    let view = t.state().known(t.data(), Side::German);
    if !super::orders::airborne::is_any(&view) {
        return Ok(());
    }
    for order in t.ask(Side::German, OnSheet(Flights))? {
        match order {
            Flight::Drop { unit, at } => drop(t, unit, at)?,
            Flight::Fly { unit, at } => t.happen(Event::Flies { unit, at })?,
        }
    }
    Ok(())
}

/// Rule 8.6.1: how whole a regiment comes down.
fn drop(t: &mut Board<'_>, unit: UnitId, at: SpaceId) -> Play {
    let t: &mut Board<'_> = &mut t.within(format_args!("drop-{}", t.data().land(unit).id));
    let pos = super::pos(t);
    let enemies = pos.on(at, Side::British);
    let watches = |unit: &UnitId| {
        let printed = pos.printed(*unit);
        printed.is_division() || !printed.is_foot()
    };
    let watched = enemies.is_empty() && pos.controllers(at, Side::British).iter().any(watches);
    let defence = enemies.iter().map(|unit| pos.defence(*unit)).sum::<i32>()
        + pos.guard_against(at, false, true);
    let sturm = pos.printed(unit).sturm;
    let mut tally = Tally::of_rule("8.6.1");
    super::d10(t, "integrity", &mut tally)?;
    if sturm {
        tally.term("eng-sturm", STURM, "8.6.11");
    }
    if watched {
        tally.term("eng-watched", WATCHED, "8.6.1");
    }
    tally.need(defence + 1);
    let short = defence - tally.total();
    let (lost, hit) = (short >= LOST, (0..LOST).contains(&short));
    t.happen(Event::Jumps {
        unit,
        at,
        tally,
        lost,
        hit,
    })
}

/// Why a flight cannot be.
pub(super) fn wrong(pos: &Position<'_>, order: &Flight) -> Option<Bar> {
    let (Flight::Drop { unit, at } | Flight::Fly { unit, at }) = order;
    let rough = matches!(order, Flight::Drop { .. }) && pos.open.weather >= Weather::Foul;
    let steps = i32::from(pos.unit(*unit).steps);
    if rough {
        return Some(Bar::NoJump { at: *at });
    }
    (steps > planes(pos)).then_some(Bar::NoPlanes {
        unit: *unit,
        has: planes(pos),
        needs: steps,
    })
}
