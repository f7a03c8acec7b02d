//! How each event changes the position.

#![deny(clippy::wildcard_enum_match_arm)]

mod air;
mod battle;
mod hidden;
mod landing;
mod march;
mod naval;
mod ruled;

use super::data::Data;
use super::event::{Chapter, Course, Event, Recovery};
use super::state::{Open, Phase, Where};
use super::units::Land;
use crate::board::UnitId;
pub(super) use hidden::apply as hidden;

/// What an event changes of what lies open.
pub(super) fn open(d: &Data, s: &mut Open, event: &Event) {
    match event.chapter() {
        Chapter::Course(event) => course(s, event),
        Chapter::Recovery(event) => recovery(s, event),
        Chapter::March(event) => march::apply(d, s, event),
        Chapter::Battle(event) => battle::apply(d, s, event),
        Chapter::Ruled(event) => ruled::apply(d, s, event),
        Chapter::Air(event) => air::apply(d, s, event),
        Chapter::Landing(event) => landing::apply(d, s, event),
        Chapter::Fleet(event) => naval::fleet(s, event),
        Chapter::Sighting(event) => naval::sighting(s, event),
        Chapter::SeaBattle(event) => naval::battle(d, s, event),
        Chapter::Shore(event) => naval::shore(d, s, event),
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
                s.handled.clear();
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
        Course::NotDone { .. } => {}
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
        let left = printed.steps - u8::from(s.units[unit.index()].reduced && !printed.is_hq());
        u32::from(left)
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
