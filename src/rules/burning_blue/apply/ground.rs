//! Bombs, airfields, endurance, points (16 to 22).

use super::super::data::Data;
use super::super::event::Ground;
use super::super::state::{Hidden, Open, Readiness, Tote};

pub(super) fn open(d: &Data, s: &mut Open, event: Ground<'_>) {
    match event {
        Ground::Scores { halves, .. } => s.vp += halves,
        Ground::Lands { unit, at, .. } => {
            s.sky.retain(|one| one.unit != *unit);
            let field = d.map.field_at(*at);
            if let Some(field) = field.and_then(|field| s.fields.get_mut(field)) {
                field.landed += 1;
            }
        }
        Ground::Recovers { .. } => {}
    }
}

pub(super) fn hidden(d: &Data, s: &mut Hidden, event: Ground<'_>) {
    match event {
        // The enemy sees that it is gone from the sky, and no more.
        Ground::Lands { field: None, .. } | Ground::Scores { .. } => {}
        Ground::Lands {
            unit,
            field: Some(field),
            ..
        } => {
            let printed = d.unit(*unit);
            let own = printed.field == Some(*field) || printed.forward == Some(*field);
            super::log(s, *unit).recovery = None;
            s.tote.push(Tote {
                unit: *unit,
                field: *field,
                state: Readiness::Landed,
                again: !own,
                order: None,
                called: false,
                tried: 0,
            });
            s.tote.sort_by_key(|one| one.unit);
        }
        Ground::Recovers { raid, units } => {
            if let Some(real) = &mut super::raid(s, *raid).real {
                real.units.retain(|one| !units.contains(&one.unit));
            }
            if let Some(plan) = &mut s.plan {
                plan.home.extend(units.iter().copied());
            }
        }
    }
}
