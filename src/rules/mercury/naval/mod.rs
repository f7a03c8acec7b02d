//! III: the naval segment (16 to 19), in the order of the detailed sequence.
//!
//! Task forces and contacts are markers that lie open; what is in them is [`Hidden`](super::state::Hidden). What a side was
//! told of it ([`Told`](super::state::Told)) is state of its own.

pub(super) mod audit;
mod begin;
mod convoys;
pub(super) mod fleet;
mod forces;
pub(super) mod ideas;
pub mod ids;
pub(super) mod landings;
pub(super) mod orders;
mod picture;
mod ports;
mod reports;
mod search;
pub(super) mod secrets;
pub(super) mod shelling;
mod strikes;
mod surface;
pub mod told;
pub(super) mod unloading;
pub mod waters;

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::{Phase, Position, Told};
use crate::engine::table::Play;

pub(super) use picture::picture;
pub(super) use reports::lines;

/// One phase of the segment.
pub(super) fn phase(t: &mut Board<'_>, phase: Phase) -> Play {
    match phase {
        Phase::Setup => begin::begin(t),
        Phase::AlliedFleet => {
            if !t.state().open.is_day() {
                darken(t)?;
            }
            ports::alexandria(t)?;
            forces::phase(t)?;
            ports::athens(t)
        }
        Phase::FirstBattle => {
            search::by_ships(t)?;
            search::by_german_aircraft(t)?;
            strikes::phase(t)?;
            surface::phase(t)?;
            by_night(t)
        }
        Phase::Convoys => convoys::phase(t),
        Phase::SecondBattle => {
            search::by_allied_aircraft(t)?;
            search::by_ships(t)?;
            surface::phase(t)?;
            by_night(t)
        }
        Phase::Landings => {
            landings::phase(t)?;
            screen(t)
        }
        _ => Ok(()),
    }
}

/// Rule 18.17: nobody is in sight any more.
fn darken(t: &mut Board<'_>) -> Play {
    let open = &t.state().open;
    let seen = open.forces.iter().any(|force| force.told != Told::Nothing)
        || open.contacts.iter().any(|contact| contact.shown.is_some());
    if !seen {
        return Ok(());
    }
    let turn = open.turn;
    t.happen(Event::NightFalls {
        turn,
        forgets: false,
    })
}

/// Rule 18.14: by night who was seen is lost again as soon as the fight is over.
pub(super) fn by_night(t: &mut Board<'_>) -> Play {
    if t.state().open.is_day() {
        return Ok(());
    }
    darken(t)
}

/// Rule 23.1: bombardment strength in the zones of the screen, at the end of the segment.
pub(super) fn screening(pos: &Position<'_>) -> i32 {
    let stands = |at| pos.data.map.water(at).is_some_and(|water| water.screen);
    let forces = pos.open.forces.iter().filter(|force| stands(force.at));
    let ships = forces.flat_map(|force| pos.in_force(force.letter));
    ships.map(|ship| pos.ship_ratings(ship).bombardment).sum()
}

/// Rule 23.1: what the screen must have this turn.
pub(super) fn screen_needs(pos: &Position<'_>) -> Option<i32> {
    let turn = pos.open.turn;
    let mut screens = pos.data.scenario.screen.iter();
    screens
        .find(|screen| turn <= screen.to)
        .map(|screen| screen.needs)
}

fn screen(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let (has, Some(needs)) = (screening(&pos), screen_needs(&pos)) else {
        return Ok(());
    };
    if has >= needs {
        return Ok(());
    }
    // The points lie open, and with them what is missing.
    t.reveal(Event::Screens { has, needs })
}

/// Rule 23.1: whether an Allied ship is in each zone that the scenario names.
pub(super) fn holds_the_sea(pos: &Position<'_>) -> bool {
    let held = |id: &String| {
        let Some(zone) = pos.data.map.sea_named(id) else {
            return false;
        };
        let mut forces = pos.forces_in(zone).into_iter();
        // The Germans do not know which markers are decoys.
        forces.any(|letter| pos.reader == Some(Side::German) || !pos.in_force(letter).is_empty())
    };
    let mut zones = pos.data.scenario.one_ship_in_each.iter();
    zones.all(held)
}

/// A task force in keys and labels.
fn force_key(force: ids::Letter) -> String {
    ids::id(u16::from(force.0))
}

/// A contact in keys and labels.
fn contact_key(contact: ids::Number) -> String {
    format!("contact-{}", contact.0 + 1)
}

/// A side in keys.
const fn side_key(side: Side) -> &'static str {
    match side {
        Side::German => "german",
        Side::Allied => "allied",
    }
}
