//! The deadline in the reader's words: a report knows no clock, and is told.

use jiff::tz::TimeZone;

use super::rules::{ClockRules, zone};
use super::{Clock, shown};
use crate::engine::game::Game;
use crate::engine::seats::Seat;
use crate::mail::desk::{Desk, House};
use crate::mail::speech::say;
use crate::mail::visit::stamp;
use crate::orders::{Lang, Phrase};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// By when, for the headline of a seat's report; empty where no deadline runs. `house` is the clock of the house.
pub fn due<G: Game>(keeper: &Keeper<G>, seat: &Seat, house: &ClockRules, now: i64) -> Kept<String> {
    let Some(desk) = Desk::read(&keeper.folder)? else {
        return Ok(String::new());
    };
    // A game that somebody has run by hand gets its deadline with the next poll.
    let stands = !keeper.now.over.is_empty() || keeper.now.paused != 0;
    if stands || desk.clock.about != stamp(keeper) {
        return Ok(String::new());
    }
    let mut clock = desk.clock.clone();
    clock.extend_to(keeper.now.extended, now);
    let own = House::read(&keeper.folder)?.clock;
    let phase = G::phase(&keeper.data, &keeper.now.state);
    let named = desk.player(&seat.name).map(|player| player.zone.clone());
    let named = named.filter(|zone| !zone.is_empty());
    let usual = || own.settle(house, phase).ok().map(|rules| rules.zone);
    let zone = named.or_else(usual).and_then(|name| zone(&name).ok());
    let asked = keeper.now.asked().contains(&seat.name);
    let key = if asked { "post-due" } else { "post-due-others" };
    let zone = zone.unwrap_or(TimeZone::UTC);
    Ok(clock.words(key, now, &zone, seat.lang))
}

impl Clock {
    /// The deadline, told with this phrase; that it has passed, if it has; empty without one.
    pub fn words(&self, key: &'static str, now: i64, zone: &TimeZone, lang: Lang) -> String {
        if self.deadline == 0 {
            return String::new();
        }
        let key = if now < self.deadline {
            key
        } else {
            "post-due-passed"
        };
        let time = shown(self.deadline, zone, lang);
        say(&Phrase::new(key).with("time", time), lang)
    }
}
