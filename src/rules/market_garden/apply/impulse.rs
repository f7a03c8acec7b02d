//! What the actions of an impulse change (8, 9, 18.4).

use super::super::data::Data;
use super::super::event::Impulse;
use super::super::look::Look;
use super::super::pulse::{Acting, Pulse, Sort, Stage, UK_BOX, Via};
use super::super::state::{State, Where};
use super::NO_EDGE;
use crate::board::{SideId, SpaceId, UnitId};

pub(super) fn apply(d: &Data, s: &mut State, event: Impulse<'_>) {
    match event {
        Impulse::Begins { .. } => begin(d, s),
        Impulse::Activates { at, .. } => activate(s, *at),
        Impulse::Doubles { .. } => {
            s.pulse.doubled = true;
            s.pulse.used = true;
        }
        Impulse::ActivatesUk => {
            let pulse = &mut s.kept.pulse;
            pulse.slots.push(UK_BOX);
            pulse.uk = true;
            pulse.sort = Sort::Assault;
            if pulse.begun {
                second_half(pulse);
            }
        }
        Impulse::Passes { .. } => s.pulse.sort = Sort::Pass,
        Impulse::Enters {
            unit,
            from,
            to,
            edge,
            via,
            cost,
            must,
        } => enter(d, s, *unit, (*from, *to, *edge, *via), (*cost, *must)),
        Impulse::Infiltrates {
            unit,
            to,
            edge,
            cost,
            done,
            ..
        } => {
            let from = s.at(*unit).unwrap_or(*to);
            s.pulse.sort = Sort::Infiltration;
            s.pulse.target = vec![*to];
            if !s.pulse.raided_from.contains(&from) {
                s.pulse.raided_from.push(from);
            }
            enter(d, s, *unit, (from, *to, *edge, Via::Land), (*cost, !done));
            if *done {
                s.pulse.infiltrated.push(*unit);
                act(d, s, *unit, |acting| acting.done = true);
            }
        }
        Impulse::NotDone { .. } => {}
    }
}

/// Rule 10.2: what is contested now is what counts for the impulse.
fn begin(d: &Data, s: &mut State) {
    let look = Look { d, s };
    let contested = d.ground.ids().filter(|at| look.contested(*at)).collect();
    s.kept.pulse = Pulse {
        contested,
        ..Pulse::default()
    };
}

fn activate(s: &mut State, at: SpaceId) {
    let pulse = &mut s.kept.pulse;
    pulse.sort = Sort::Assault;
    pulse.slots.push(at);
    if pulse.begun {
        second_half(pulse);
    }
    pulse.active.push(at);
}

/// Rule 12.4: what was active before is done, the order of steps begins anew.
fn second_half(pulse: &mut Pulse) {
    pulse.half = pulse.active.len();
    pulse.stage = Stage::Repair;
    pulse.begun = false;
    for acting in &mut pulse.acting {
        acting.done = true;
    }
}

/// Notes what a unit does; who acts for the first time has all his movement.
pub(in super::super) fn act(
    d: &Data,
    s: &mut State,
    unit: UnitId,
    change: impl FnOnce(&mut Acting),
) {
    if s.pulse.acting(unit).is_none() {
        let look = Look { d, s };
        // Who is off the map does nothing on it.
        let Some(at) = s.at(unit) else { return };
        let acting = Acting {
            unit,
            left: look.movement(unit),
            moved: false,
            wet: false,
            must: false,
            done: false,
            fought: false,
            paid: false,
            began: at,
            from: at,
            over: NO_EDGE,
            via: Via::Land,
        };
        s.pulse.acting.push(acting);
    }
    if let Some(acting) = s.kept.pulse.acting.iter_mut().find(|one| one.unit == unit) {
        change(acting);
    }
}

fn enter(
    d: &Data,
    s: &mut State,
    unit: UnitId,
    (from, to, edge, via): (SpaceId, SpaceId, SideId, Via),
    (cost, must): (i32, bool),
) {
    act(d, s, unit, |acting| {
        acting.left -= cost;
        acting.moved = true;
        acting.wet |= via.takes_all();
        acting.must = must;
        acting.from = from;
        acting.over = edge;
        acting.via = via;
    });
    s.pulse.stage = Stage::Act;
    s.pulse.begun = true;
    s.put(unit, Where::At(to));
    cross(d, s, unit, edge);
    match via {
        Via::Ferry => s.kept.ferried.push(edge),
        Via::Boat => s.kept.boats_used = true,
        Via::Land | Via::Bridge | Via::Canal | Via::Air => {}
    }
    if d.counter(unit).kind.assaults() && !s.pulse.pointed.contains(&to) {
        s.pulse.pointed.push(to);
    }
}

/// Rule 9.61: a bridge is used.
pub(super) fn cross(d: &Data, s: &mut State, unit: UnitId, edge: SideId) {
    let bridge = edge != NO_EDGE && Look { d, s }.bridged(edge);
    if bridge && !s.pulse.crossed.contains(&(edge, unit)) {
        s.pulse.crossed.push((edge, unit));
    }
}
