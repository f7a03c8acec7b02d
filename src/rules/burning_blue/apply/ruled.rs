//! What the referee changes.

use super::super::data::Data;
use super::super::event::Ruled;
use super::super::state::{Fighter, Hidden, Open};

pub(super) fn open(_: &Data, s: &mut Open, event: Ruled<'_>) {
    match event {
        Ruled::RuledFighter { unit, at, angels } => super::defence::put_up(
            s,
            &Fighter {
                unit: *unit,
                at: *at,
                angels: *angels,
                ..Fighter::new(*unit, *at)
            },
        ),
        Ruled::RuledOrder { unit, order } => {
            if let Some(one) = s.sky.iter_mut().find(|one| one.unit == *unit) {
                one.order = Some(*order);
            }
        }
        Ruled::RuledWeather { zone, laid } => {
            if let Some(slot) = s.weather.get_mut(*zone) {
                *slot = *laid;
            }
        }
        Ruled::RuledPicture { to } => s.picture = *to,
        Ruled::RuledEmpty => {
            s.sky.clear();
            s.dogfights.clear();
            s.weather.clear();
            s.haze = 0;
            s.wind = 0;
        }
        Ruled::RuledRaid { .. } | Ruled::RuledTote { .. } => {}
    }
}

pub(super) fn hidden(_: &Data, s: &mut Hidden, event: Ruled<'_>) {
    match event {
        Ruled::RuledFighter { unit, .. } => s.tote.retain(|one| one.unit != *unit),
        Ruled::RuledRaid {
            raid,
            real,
            program,
        } => {
            let plan = s.plan.get_or_insert_default();
            plan.programs.push(program.clone());
            let program = plan.programs.len() - 1;
            let mut real = real.clone();
            real.program = program;
            super::raid(s, *raid).real = Some(real);
        }
        Ruled::RuledTote { unit, state } => {
            if let Some(one) = s.tote.iter_mut().find(|one| one.unit == *unit) {
                one.state = *state;
            }
        }
        Ruled::RuledEmpty => {
            s.raids.clear();
            s.forms.clear();
            if let Some(plan) = &mut s.plan {
                plan.programs.clear();
            }
        }
        Ruled::RuledOrder { .. } | Ruled::RuledWeather { .. } | Ruled::RuledPicture { .. } => {}
    }
}
