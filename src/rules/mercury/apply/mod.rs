//! How each event changes the position.

#![deny(clippy::wildcard_enum_match_arm)]

mod air;
mod ashore;
mod battle;
mod convoys;
mod hidden;
mod landing;
mod march;
mod naval;
mod ruled;
mod supplies;
mod variants;

use super::data::Data;
use super::event::{Chapter, Course, Event, Leaving, Recovery};
use super::state::{Open, Phase, Where};
use super::units::Land;
use crate::board::{SpaceId, UnitId};
pub(super) use hidden::apply as hidden;

/// What an event changes of what lies open.
pub(super) fn open(d: &Data, s: &mut Open, event: &Event) {
    match event.chapter() {
        Chapter::Course(event) => course(s, event),
        Chapter::Recovery(event) => recovery(s, event),
        Chapter::Supplies(event) => supplies::apply(d, s, event),
        Chapter::Leaving(event) => leaving(d, s, event),
        Chapter::Ashore(event) => ashore::apply(d, s, event),
        Chapter::Convoys(event) => convoys::open(d, s, event),
        Chapter::Variants(event) => variants::open(d, s, event),
        Chapter::March(event) => march::apply(d, s, event),
        Chapter::Battle(event) => battle::apply(d, s, event),
        Chapter::Ruled(event) => ruled::apply(d, s, event),
        Chapter::RuledStock(event) => ruled::stock(s, event),
        Chapter::Air(event) => air::apply(d, s, event),
        Chapter::Landing(event) => landing::apply(d, s, event),
        Chapter::Fleet(event) => naval::fleet(s, event),
        Chapter::Sighting(event) => naval::sighting(s, event),
        Chapter::SeaBattle(event) => naval::battle(d, s, event),
        Chapter::Shore(event) => naval::shore(s, event),
    }
}

fn course(s: &mut Open, event: Course<'_>) {
    match event {
        Course::Phase {
            turn,
            phase,
            active,
        } => {
            s.turn = *turn;
            s.phase = *phase;
            s.active = *active;
            s.number = 0;
            if *phase == Phase::AlliedFleet {
                s.scouts.clear();
                for force in &mut s.forces {
                    force.spent = 0;
                }
            }
            // Declarations last as long as a side's segment.
            if matches!(phase, Phase::Strategic | Phase::Movement) {
                s.fought.clear();
                for unit in &mut s.units {
                    unit.target = None;
                }
            }
        }
        Course::Ends { how } => s.ended = Some(*how),
        Course::NotDone { .. } | Course::Scores { .. } => {}
    }
}

/// Section 20.
fn leaving(d: &Data, s: &mut Open, event: Leaving<'_>) {
    match event {
        Leaving::EvacuationDue { until, tally: _ } => s.evacuation = *until,
        Leaving::Embarks { unit, at } => {
            let steps = i32::from(steps(d, s, *unit));
            handle(s, *at, steps);
            let now = &mut s.units[unit.index()];
            now.at = Where::Saved;
            now.target = None;
        }
    }
}

/// Steps a unit on land has left (9.51).
fn steps(d: &Data, s: &Open, unit: UnitId) -> u8 {
    let printed = d.land(unit);
    let gone = s.units[unit.index()].reduced && !printed.is_hq();
    printed.steps - u8::from(gone)
}

/// Rules 17.33 and 17.37: so many steps went through a place this turn.
fn handle(s: &mut Open, at: SpaceId, steps: i32) {
    match s.handled.iter_mut().find(|(one, _)| *one == at) {
        Some((_, sum)) => *sum += steps,
        None => s.handled.push((at, steps)),
    }
}

fn recovery(s: &mut Open, event: Recovery<'_>) {
    match event {
        Recovery::Recovers { units } => {
            for unit in units {
                s.units[unit.index()].fatigued = false;
            }
        }
        Recovery::Restores { unit, at } => {
            let now = &mut s.units[unit.index()];
            now.at = Where::At(*at);
            now.reduced = true;
            now.fell = None;
        }
        Recovery::Gathers { .. } => {}
        Recovery::Musters { unit, at } => s.units[unit.index()].at = Where::At(*at),
        Recovery::Clears { turn: _ } => {
            s.suda_left = 0;
            s.airlifts.clear();
            s.airlanded = [0; 3];
            s.handled.clear();
            for unit in &mut s.units {
                unit.fire = 0;
                unit.dispersed = false;
                unit.marks.clear();
            }
        }
    }
}

/// Rules 13.5, 20.11 and 22.2: a step is lost; tells nothing of it.
fn lose(d: &Data, s: &mut Open, unit: UnitId, gone: bool) {
    let printed: &Land = d.land(unit);
    let steps = if gone {
        u32::from(self::steps(d, s, unit))
    } else {
        1
    };
    let column = match printed.nation {
        super::side::Nation::German | super::side::Nation::Italian => 2,
        super::side::Nation::Greek => 1,
        super::side::Nation::British
        | super::side::Nation::Nz
        | super::side::Nation::Australian => 0,
    };
    if printed.kind != super::units::Type::Militia {
        s.steps_lost[column] += steps;
    }
    let turn = s.turn;
    let now = &mut s.units[unit.index()];
    if !gone {
        now.reduced = true;
        return;
    }
    let sector = match now.at {
        Where::At(at) => d.map.place(at).sector,
        Where::Out | Where::Waiting | Where::Lost | Where::Saved => None,
    };
    now.fell = sector.map(|sector| (turn, sector));
    now.at = Where::Lost;
    now.target = None;
    now.fatigued = false;
    now.dispersed = false;
}
