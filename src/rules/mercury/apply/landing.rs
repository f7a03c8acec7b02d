//! Drops and airlanding.

use super::super::data::Data;
use super::super::event::{Fall, Landing, Touchdown};
use super::super::state::{Mark, Open, Where};
use super::super::units::Type;
use super::lose;
use crate::board::{SpaceId, UnitId};

pub(super) fn apply(d: &Data, s: &mut Open, event: Landing<'_>) {
    match event {
        Landing::Drops {
            unit,
            at,
            fall,
            gone,
            tally: _,
        } => come_down(d, s, *unit, *at, *fall, *gone),
        Landing::Drifts { unit, to, .. } => match to {
            Some(to) => {
                s.units[unit.index()].at = Where::At(*to);
                jumper(d, s, *unit, *to);
            }
            None => lose(d, s, *unit, true),
        },
        Landing::Overrun { unit, at: _ } | Landing::Cornered { unit, at: _ } => {
            lose(d, s, *unit, true);
        }
        Landing::Airlands {
            unit,
            at,
            touchdown,
            tally: _,
        } => {
            if let Some(field) = d.map.place(*at).field {
                let steps = d.land(*unit).steps - u8::from(s.units[unit.index()].reduced);
                s.airlanded[field as usize] += steps;
            }
            let now = &mut s.units[unit.index()];
            now.at = Where::At(*at);
            let mark = match touchdown {
                Touchdown::Free => Mark::Airlanded,
                Touchdown::Shelled
                | Touchdown::UnderFire
                | Touchdown::Loss
                | Touchdown::Destroyed => Mark::AirlandedUnderFire,
            };
            now.marks.put(mark);
            match touchdown {
                Touchdown::Free | Touchdown::Shelled | Touchdown::UnderFire => {}
                Touchdown::Loss => {
                    let gone = d.land(*unit).steps <= 1 || s.units[unit.index()].reduced;
                    lose(d, s, *unit, gone);
                }
                Touchdown::Destroyed => lose(d, s, *unit, true),
            }
        }
    }
}

/// Rule 6.2: a unit jumps.
fn come_down(d: &Data, s: &mut Open, unit: UnitId, at: SpaceId, fall: Fall, gone: bool) {
    let printed = d.land(unit);
    arrive(d, s, unit, at, fall, gone, Mark::Dropped);
    // 11.11: a drop is a move; mortars are marked by the switch alone (13.41).
    if printed.is_artillery() && (printed.kind != Type::Mortar || d.on.mortars_marked) {
        s.units[unit.index()].fire = 1;
    }
    if matches!(fall, Fall::Intact | Fall::Dispersed) {
        jumper(d, s, unit, at);
    }
}

/// Rules 6.2 and 17.43: a unit comes from the air or the sea, whole or not.
pub(super) fn arrive(
    d: &Data,
    s: &mut Open,
    unit: UnitId,
    at: SpaceId,
    fall: Fall,
    gone: bool,
    mark: Mark,
) {
    let now = &mut s.units[unit.index()];
    now.at = Where::At(at);
    now.marks.put(mark);
    now.dispersed = matches!(fall, Fall::Dispersed | Fall::AdriftDispersed);
    if fall == Fall::AdriftLoss {
        lose(d, s, unit, gone);
    }
}

/// Rule 4.64: who jumps in or beside the Suda Special Command Zone never opens it.
fn jumper(d: &Data, s: &mut Open, unit: UnitId, at: SpaceId) {
    if d.map.within(at, 1).iter().any(|at| d.map.place(*at).suda) {
        s.suda_jumpers.push(unit);
    }
}
