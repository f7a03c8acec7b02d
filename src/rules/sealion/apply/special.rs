//! Troops by air, saboteurs.

use super::super::data::Data;
use super::super::event::Special;
use super::super::side::Side;
use super::super::state::{Mark, Open, Unit, Where};

pub(super) fn apply(d: &Data, s: &mut Open, event: Special<'_>) {
    let turn = s.turn;
    match event {
        Special::Jumps {
            unit,
            at,
            lost,
            hit,
            tally: _,
        } => {
            let now = &mut s.units[unit.index()];
            s.lifted = s.lifted.saturating_add(now.steps);
            if *lost {
                *now = Unit {
                    at: Where::Lost,
                    ..Unit::default()
                };
                return;
            }
            now.at = Where::At(*at);
            now.weak = true;
            now.hits += u8::from(*hit);
            now.grace = turn + 1;
            now.marks.put(Mark::Dropped);
            s.landed = s.landed.or(Some(turn));
        }
        Special::Flies { unit, at } => {
            let weakens = d.land(*unit).weakens();
            let now = &mut s.units[unit.index()];
            s.lifted = s.lifted.saturating_add(now.steps);
            now.at = Where::At(*at);
            now.weak = weakens;
            now.marks.put(Mark::Flown);
        }
        Special::Sabotages {
            side,
            at,
            unit,
            done,
            tally: _,
        } => {
            match side {
                Side::German => s.brandenburgers = s.brandenburgers.saturating_sub(1),
                Side::British => {
                    s.auxiliaries = s.auxiliaries.saturating_sub(1);
                    s.struck.push(d.map.place(*at).zone);
                }
            }
            if let (Some(unit), true) = (unit, done) {
                let now = &mut s.units[unit.index()];
                now.hits = (now.hits + 1).min(2);
            }
        }
    }
}
