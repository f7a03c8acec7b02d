//! Rule 4: the submarine, which red does not see.

use super::Board;
use super::data::{BoxId, Effect, Plant};
use super::event::Event;
use super::orders::{Ambush, Lurk};
use super::plants;
use super::state::Side;
use crate::board::UnitId;
use crate::engine::ready::{OneOf, YesNo};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 4.1: blue secretly moves the submarine to an adjacent box, or leaves it.
pub(super) fn lurk(t: &mut Board<'_>) -> Play {
    // Everybody knows whether it is afloat, so that the question tells nothing.
    if t.state().at(t.data().submarine).is_some() {
        let at = t.ask(Side::Blue, OneOf(Lurk))?;
        t.happen(Event::Lurks { at })?;
    }
    t.happen(Event::NextPhase)
}

/// Rule 4.2: a red ship that enters the submarine's box may be ambushed.
pub(super) fn ambush(t: &mut Board<'_>, ship: UnitId, at: BoxId) -> Play {
    if t.state().at(t.data().submarine) != Some(at) {
        return Ok(());
    }
    // It rests on a hidden fact: red must not notice that anything was asked or rolled.
    if !plants::screen(t, Plant::OpenQuestion).ask(Side::Blue, YesNo(Ambush { ship, at }))? {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut plants::screen(t, Plant::OpenRoll);
    let dice = t.roll("ambush", 1, 6)?;
    let mut tally = Tally::of_rule("4.2");
    tally.dice(&dice).need(t.data().tables.ambush_needed);
    tally.term("fog", -i32::from(t.state().weather == Effect::Fog), "3.2");
    if tally.reached() {
        t.reveal(Event::Ambushed { ship, at, tally })
    } else {
        plants::missed(t, Event::AmbushMissed { ship, at, tally })
    }
}
