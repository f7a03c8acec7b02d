//! How each event changes the position: what lies open, and what is hidden, in the truth and in what a side was told.

#![deny(clippy::wildcard_enum_match_arm)]

mod combat;
mod defence;
mod ground;
mod opening;
mod plotting;
mod raids;
mod ruled;
mod turn;

use super::data::Data;
use super::event::{Chapter, Event};
use super::state::{Hidden, Log, Open, Raid, RaidId};
use crate::board::UnitId;

/// What an event changes of what lies open.
pub(super) fn open(d: &Data, s: &mut Open, event: &Event) {
    match event.chapter() {
        Chapter::Opening(event) => opening::open(d, s, event),
        Chapter::Turn(event) => turn::open(d, s, event),
        Chapter::Defence(event) => defence::open(d, s, event),
        Chapter::Raids(event) => raids::open(d, s, event),
        Chapter::Plotting(event) => plotting::open(s, event),
        Chapter::Combat(event) => combat::open(d, s, event),
        Chapter::Ground(event) => ground::open(d, s, event),
        Chapter::Ruled(event) => ruled::open(d, s, event),
    }
}

/// What an event changes of what is hidden: of the truth, or of what a side was told.
pub(super) fn hidden(d: &Data, s: &mut Hidden, event: &Event) {
    match event.chapter() {
        Chapter::Opening(event) => opening::hidden(d, s, event),
        Chapter::Turn(event) => turn::hidden(d, s, event),
        Chapter::Defence(event) => defence::hidden(d, s, event),
        Chapter::Raids(event) => raids::hidden(d, s, event),
        Chapter::Plotting(event) => plotting::hidden(s, event),
        Chapter::Combat(event) => combat::hidden(d, s, event),
        Chapter::Ground(event) => ground::hidden(d, s, event),
        Chapter::Ruled(event) => ruled::hidden(d, s, event),
    }
}

/// The raid with a number; a new one if nothing was known of it.
pub(super) fn raid(s: &mut Hidden, id: RaidId) -> &mut Raid {
    let at = match s.raids.binary_search_by_key(&id, |raid| raid.id) {
        Ok(at) => at,
        Err(at) => {
            let (real, plot) = (None, None);
            s.raids.insert(at, Raid { id, real, plot });
            at
        }
    };
    &mut s.raids[at]
}

/// The record of a unit; a new one if there was none.
pub(super) fn log(s: &mut Hidden, unit: UnitId) -> &mut Log {
    let at = match s.logs.binary_search_by_key(&unit, |log| log.unit) {
        Ok(at) => at,
        Err(at) => {
            let log = Log {
                unit,
                losses: 0,
                disruption: 0,
                low_ammo: false,
                recovery: None,
                fought: false,
                destroyed: false,
                flown: false,
                parted: false,
            };
            s.logs.insert(at, log);
            at
        }
    };
    &mut s.logs[at]
}

/// Changes the record of a unit where it is known.
pub(super) fn known_log(s: &mut Hidden, unit: UnitId, change: impl FnOnce(&mut Log)) {
    if let Some(log) = s.logs.iter_mut().find(|log| log.unit == unit) {
        change(log);
    }
}

/// Puts a drawn card aside.
pub(super) fn card_aside(s: &mut Hidden, card: Option<u16>) {
    if let Some(card) = card {
        s.deck.take();
        s.aside.push(card);
    }
}
