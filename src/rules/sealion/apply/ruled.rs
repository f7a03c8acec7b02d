//! The referee's rulings.

use super::super::data::Data;
use super::super::event::Ruled;
use super::super::rulings::{Condition, Tally};
use super::super::side::Side;
use super::super::state::{Berth, Cargo, Hidden, Mark, Open, Unit, Where};

pub(super) fn apply(d: &Data, s: &mut Open, event: Ruled<'_>) {
    match event {
        Ruled::RuledPlace { unit, at } => {
            let steps = d.land(*unit).steps();
            let now = &mut s.units[unit.index()];
            now.at = Where::At(*at);
            if now.steps == 0 {
                now.steps = steps;
            }
            // A unit of the other side holds what it stands on.
            if d.map.england.has(*at) {
                hold(s, *at, d.land(*unit).side());
            }
        }
        Ruled::RuledRemove { unit } => {
            s.units[unit.index()] = Unit {
                at: Where::Lost,
                ..Unit::default()
            };
        }
        Ruled::RuledState { unit, state } => {
            let full = d.land(*unit).steps();
            let now = &mut s.units[unit.index()];
            match state {
                Condition::Full => now.steps = full,
                Condition::Reduced => now.steps = 1,
                Condition::Weak => now.weak = true,
                Condition::Hit1 => now.hits = 1,
                Condition::Hit2 => now.hits = 2,
                Condition::Out1 => now.out = 1,
                Condition::Out2 => now.out = 2,
                Condition::Dropped => now.marks.put(Mark::Dropped),
                Condition::Fresh => {
                    *now = Unit {
                        at: now.at,
                        steps: now.steps,
                        ..Unit::default()
                    };
                }
            }
        }
        Ruled::RuledControl { at, side } => hold(s, *at, *side),
        Ruled::RuledEmpty => {
            for unit in &mut s.units {
                if matches!(unit.at, Where::At(_) | Where::Aboard(_) | Where::Landing(_)) {
                    unit.at = Where::Waiting;
                }
            }
            for ship in &mut s.ships {
                if matches!(ship.at, Berth::Port(_) | Berth::Sea(_)) {
                    ship.at = Berth::Waiting;
                }
            }
        }
        Ruled::RuledTrack { track, value } => {
            let small = u8::try_from(*value).unwrap_or(0);
            let turn = u32::try_from(*value).unwrap_or(0);
            match track {
                Tally::Ovp => s.ovp = *value,
                Tally::Nvp => s.nvp = *value,
                Tally::Leg => s.pools.leg = small,
                Tally::Armour => s.pools.armour = small,
                Tally::Tank => s.pools.tank = small,
                Tally::Guns => s.guns = turn,
                Tally::Rail => s.rail = turn,
                Tally::Landed => s.landed = Some(turn),
                Tally::Alarm => s.alarm = Some(turn),
                Tally::Auxiliaries => s.auxiliaries = small,
                Tally::Brandenburgers => s.brandenburgers = small,
            }
        }
        Ruled::RuledSky { weather } => s.weather = *weather,
        Ruled::RuledShip { unit, at } => {
            let sea = d
                .map
                .zone_of_box(*at)
                .is_some_and(|zone| zone.ndv.is_some());
            s.ships[unit.index() - d.land.len()].at = if sea {
                Berth::Sea(*at)
            } else {
                Berth::Port(*at)
            };
        }
        Ruled::RuledDamage { at, what, hits } => {
            let by = hits - s.hits(*at, *what);
            super::damage(s, *at, *what, by);
        }
        Ruled::RuledAboard { unit, at, .. } => {
            let now = &mut s.units[unit.index()];
            now.at = if d.map.england.has(*at) {
                Where::Landing(*at)
            } else {
                Where::Aboard(*at)
            };
            if now.steps == 0 {
                now.steps = d.land(*unit).steps();
            }
        }
    }
}

fn hold(s: &mut Open, at: crate::board::SpaceId, side: Side) {
    match (side, s.german.binary_search(&at)) {
        (Side::German, Err(n)) => s.german.insert(n, at),
        (Side::British, Ok(n)) => {
            s.german.remove(n);
        }
        _ => {}
    }
}

pub(super) fn hidden(h: &mut Hidden, event: Ruled<'_>) {
    match event {
        Ruled::RuledAboard { unit, on, .. } => {
            h.cargo.retain(|cargo| cargo.unit != *unit);
            h.cargo.push(Cargo {
                unit: *unit,
                on: on.clone(),
            });
        }
        Ruled::RuledEmpty => h.cargo.clear(),
        Ruled::RuledPlace { unit, .. } | Ruled::RuledRemove { unit } => {
            h.cargo.retain(|cargo| cargo.unit != *unit);
        }
        Ruled::RuledState { .. }
        | Ruled::RuledControl { .. }
        | Ruled::RuledTrack { .. }
        | Ruled::RuledSky { .. }
        | Ruled::RuledShip { .. }
        | Ruled::RuledDamage { .. } => {}
    }
}
