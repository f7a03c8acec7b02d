//! How each event changes the position.

#![deny(clippy::wildcard_enum_match_arm)]

mod battle;
mod crossing;
mod fleet;
mod march;
mod muster;
mod ruled;
mod special;

use super::data::Data;
use super::event::{Chapter, Course, Event, Land, Leader, Prize, Quartermaster};
use super::side::Side;
use super::state::{Damage, Hidden, Installation, Open, Phase, Where};
use crate::board::SpaceId;

/// What an event changes of what lies open.
pub(super) fn open(d: &Data, s: &mut Open, event: &Event) {
    match event.chapter() {
        Chapter::Course(event) => course(d, s, event),
        Chapter::Muster(event) => muster::apply(d, s, event),
        Chapter::March(event) => march::apply(d, s, event),
        Chapter::Battle(event) => battle::apply(s, event),
        Chapter::Special(event) => special::apply(d, s, event),
        Chapter::Land(event) => land(d, s, event),
        Chapter::Quartermaster(event) => quartermaster(s, event),
        Chapter::Crossing(event) => crossing::open(d, s, event),
        Chapter::Fleet(event) => fleet::open(d, s, event),
        Chapter::Ruled(event) => ruled::apply(d, s, event),
    }
}

/// What an event changes of what is hidden: of the truth, or of what a side was told.
pub(super) fn hidden(d: &Data, h: &mut Hidden, event: &Event) {
    match event.chapter() {
        Chapter::Crossing(event) => crossing::hidden(h, event),
        Chapter::Fleet(event) => fleet::hidden(h, event),
        Chapter::Battle(event) => battle::hidden(h, event),
        Chapter::March(event) => march::hidden(h, event),
        Chapter::Ruled(event) => ruled::hidden(h, event),
        Chapter::Course(_)
        | Chapter::Muster(_)
        | Chapter::Special(_)
        | Chapter::Land(_)
        | Chapter::Quartermaster(_) => {
            let _ = d;
        }
    }
}

fn course(d: &Data, s: &mut Open, event: Course<'_>) {
    match event {
        Course::Phase {
            turn,
            phase,
            active,
            operations,
        } => {
            s.turn = *turn;
            s.phase = *phase;
            s.active = *active;
            s.operations = *operations;
            if matches!(phase, Phase::Movement | Phase::Combat | Phase::Motorised) {
                s.fought.clear();
                s.beach.clear();
                s.rail = 0;
                for unit in &mut s.units {
                    unit.spent = 0;
                    unit.marks.new_phase();
                }
            }
        }
        Course::Ends { how } => s.ended = Some(*how),
        Course::Sky { weather, tally: _ } => s.weather = *weather,
        Course::Scores {
            prize, ovp, nvp, ..
        } => {
            s.ovp += ovp;
            s.nvp += nvp;
            match prize {
                Prize::Churchill => s.churchill_taken = true,
                Prize::RoyalFamily | Prize::Exile => s.royals_gone = true,
                Prize::City
                | Prize::CityLost
                | Prize::London
                | Prize::LondonLost
                | Prize::Airbase
                | Prize::AirbaseLost
                | Prize::Transport
                | Prize::Destroyer
                | Prize::Damaged
                | Prize::Sunk
                | Prize::Repaired
                | Prize::WesternApproach
                | Prize::Bombed => {}
            }
        }
        Course::Clears { turn: _ } => {
            s.guns = d.scenario.guns;
            s.lifted = 0;
            s.struck.clear();
            s.released = [false; 3];
            for unit in &mut s.units {
                unit.marks.clear();
            }
            for ship in &mut s.ships {
                ship.wakes = super::state::Wakes::default();
            }
        }
        Course::NotDone { .. } => {}
    }
}

/// Changes the hits on something; none are kept as nothing.
fn damage(s: &mut Open, at: SpaceId, what: Installation, by: i32) {
    let hits = (s.hits(at, what) + by).max(0);
    s.damage.retain(|one| one.at != at || one.what != what);
    if let Ok(hits) = u8::try_from(hits)
        && hits > 0
    {
        s.damage.push(Damage { at, what, hits });
        s.damage.sort_by_key(|one| (one.at, one.what));
    }
}

fn land(d: &Data, s: &mut Open, event: Land<'_>) {
    match event {
        Land::Takes { side, at } => {
            let zone = d.map.place(*at).zone;
            match (side, s.german.binary_search(at)) {
                (Side::German, Err(n)) => {
                    s.german.insert(n, *at);
                    // 13.5: its garrison is free for good.
                    if !s.entered.contains(&zone) {
                        s.entered.push(zone);
                        s.entered.sort_unstable();
                    }
                    s.landed = s.landed.or(Some(s.turn));
                }
                (Side::British, Ok(n)) => {
                    s.german.remove(n);
                }
                _ => {}
            }
        }
        Land::Wrecks {
            at,
            what,
            hits,
            tally: _,
        } => {
            damage(s, *at, *what, i32::try_from(*hits).unwrap_or(0));
        }
        Land::Mends { at, what } => damage(s, *at, *what, -1),
        Land::Recovers { units } => {
            for unit in units {
                let now = &mut s.units[unit.index()];
                now.hits = now.hits.saturating_sub(1);
            }
        }
        Land::Taken {
            leader,
            unit,
            exile,
        } => {
            s.units[unit.index()].at = if *exile { Where::Away } else { Where::Lost };
            match leader {
                Leader::Churchill => s.churchill_taken = true,
                Leader::Royals => s.royals_gone = true,
            }
        }
    }
}

fn quartermaster(s: &mut Open, event: Quartermaster<'_>) {
    match event {
        Quartermaster::Unloads { .. } => {}
        Quartermaster::Supplies { fed, first, second } => {
            for unit in fed {
                s.units[unit.index()].out = 0;
            }
            for unit in first {
                s.units[unit.index()].out = 1;
            }
            for unit in second {
                s.units[unit.index()].out = 2;
            }
        }
    }
}
