//! Bombs, airfields, endurance, points (16 to 22).

use super::super::data::Data;
use super::super::event::Ground;
use super::super::state::{Hidden, Open, Readiness, Real, Task, Tote};

pub(super) fn open(d: &Data, s: &mut Open, event: Ground<'_>) {
    match event {
        Ground::Scores { halves, .. } | Ground::Bombs { halves, .. } => s.vp += halves,
        Ground::Lands { unit, at, .. } => {
            super::combat::gone(s, *unit);
            let field = d.map.field_at(*at);
            if let Some(field) = field.and_then(|field| s.fields.get_mut(field)) {
                field.landed += 1;
            }
        }
        Ground::RdfHit {
            station, out: true, ..
        } => {
            if !s.rdf_out.contains(station) {
                s.rdf_out.push(*station);
                s.rdf_out.sort_unstable();
            }
        }
        Ground::FieldHit {
            field, lost, until, ..
        } => {
            if let Some(damage) = s.fields.get_mut(*field) {
                damage.capacity_lost += lost;
                damage.disrupted_until = damage.disrupted_until.max(*until);
            }
        }
        Ground::OpsRoom {
            field, hit: true, ..
        } => {
            if let Some(damage) = s.fields.get_mut(*field) {
                damage.ops_hit = true;
            }
        }
        Ground::Recovers { .. }
        | Ground::Dives { .. }
        | Ground::RdfHit { .. }
        | Ground::OpsRoom { .. }
        | Ground::OnGround { .. }
        | Ground::ComesDown { .. }
        | Ground::Burns { .. }
        | Ground::Reforms { .. }
        | Ground::Serviced { .. }
        | Ground::Recombines { .. } => {}
    }
}

fn real(s: &mut Hidden, raid: super::super::state::RaidId, change: impl FnOnce(&mut Real)) {
    let known = s.raids.iter_mut().find(|one| one.id == raid);
    if let Some(real) = known.and_then(|raid| raid.real.as_mut()) {
        change(real);
    }
}

pub(super) fn hidden(d: &Data, s: &mut Hidden, event: Ground<'_>) {
    match event {
        // The enemy sees that it is gone from the sky, and no more.
        Ground::Lands { field: None, .. }
        | Ground::Scores { .. }
        | Ground::RdfHit { .. }
        | Ground::FieldHit { .. }
        | Ground::OpsRoom { .. } => {}
        Ground::Lands {
            unit,
            field: Some(field),
            ..
        } => {
            let printed = d.unit(*unit);
            let own = printed.field == Some(*field) || printed.forward == Some(*field);
            let log = super::log(s, *unit);
            log.recovery = None;
            log.flown = true;
            s.tote.push(Tote {
                unit: *unit,
                field: *field,
                state: Readiness::Landed,
                again: !own,
                order: None,
                wing: None,
                called: false,
                tried: 0,
            });
            s.tote.sort_by_key(|one| one.unit);
        }
        Ground::Recovers { raid, units } => {
            real(s, *raid, |real| {
                real.units.retain(|one| !units.contains(&one.unit));
            });
            if let Some(plan) = &mut s.plan {
                plan.home.extend(units.iter().copied());
            }
        }
        Ground::Bombs {
            raid, unit, dived, ..
        } => real(s, *raid, |real| {
            real.bombed = true;
            for one in real.units.iter_mut().filter(|one| Some(one.unit) == *unit) {
                one.bombs = false;
                one.dived |= *dived;
            }
        }),
        // 9.2.3: the bombers and their Close Escort go down, and home so low.
        Ground::Dives { raid, to } => real(s, *raid, |real| {
            for one in &mut real.units {
                if matches!(one.task, Task::Bombing | Task::CloseEscort) {
                    one.angels = *to;
                }
            }
        }),
        Ground::OnGround {
            unit,
            losses,
            destroyed,
            ..
        }
        | Ground::ComesDown {
            unit,
            losses,
            destroyed,
            ..
        } => {
            let log = super::log(s, *unit);
            log.losses += losses;
            log.destroyed |= destroyed;
            if *destroyed {
                s.tote.retain(|one| one.unit != *unit);
            }
        }
        Ground::Burns { units, .. } => {
            for unit in units {
                let log = super::log(s, *unit);
                log.recovery = log.recovery.map(|due| due - 1);
                log.fought = false;
            }
        }
        Ground::Reforms { unit, done, .. } => {
            if *done {
                super::log(s, *unit).disruption = 0;
            }
        }
        Ground::Serviced { unit } => super::known_log(s, *unit, |log| log.low_ammo = false),
        Ground::Recombines { unit } => recombine(d, s, *unit),
    }
}

/// Rule 3.3.1/c: the losses of both Flights are the squadron's.
fn recombine(d: &Data, s: &mut Hidden, whole: crate::board::UnitId) {
    let parts = &d.unit(whole).parts;
    let lost: i32 = s
        .logs
        .iter()
        .filter(|log| parts.contains(&log.unit))
        .map(|log| log.losses)
        .sum();
    let place = s.tote.iter().find(|one| parts.contains(&one.unit)).cloned();
    s.tote.retain(|one| !parts.contains(&one.unit));
    super::log(s, whole).losses = lost;
    if let Some(place) = place {
        s.tote.push(Tote {
            unit: whole,
            ..place
        });
        s.tote.sort_by_key(|one| one.unit);
    }
}
