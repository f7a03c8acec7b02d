//! Combat.

use super::super::event::Battle;
use super::super::state::{Hidden, Mark, Open, Where};

pub(super) fn apply(s: &mut Open, event: Battle<'_>) {
    match event {
        Battle::Loses {
            unit, steps, gone, ..
        } => {
            let now = &mut s.units[unit.index()];
            now.steps = now
                .steps
                .saturating_sub(u8::try_from(*steps).unwrap_or(u8::MAX));
            if *gone {
                *now = super::super::state::Unit {
                    at: Where::Lost,
                    ..Default::default()
                };
            }
        }
        Battle::Guns { points } => s.guns = s.guns.saturating_sub(*points),
        Battle::Fought { at, units, .. } => {
            s.fought.extend(at);
            for unit in units {
                let mark = if at.is_empty() {
                    Mark::Halted
                } else {
                    Mark::Attacked
                };
                let now = &mut s.units[unit.index()];
                now.marks.put(mark);
                now.marks.take(Mark::Dropped);
            }
        }
        Battle::Answers { unit, points } => match s.beach.iter_mut().find(|(one, _)| one == unit) {
            Some((_, sum)) => *sum += *points,
            None => s.beach.push((*unit, *points)),
        },
        Battle::Odds { .. }
        | Battle::Clash { .. }
        | Battle::Armour { .. }
        | Battle::Heartens { .. }
        | Battle::Escapes { .. } => {}
    }
}

pub(super) fn hidden(h: &mut Hidden, event: Battle<'_>) {
    match event {
        Battle::Loses { unit, gone, .. } => {
            if *gone {
                h.cargo.retain(|cargo| cargo.unit != *unit);
            }
        }
        Battle::Guns { .. }
        | Battle::Fought { .. }
        | Battle::Odds { .. }
        | Battle::Clash { .. }
        | Battle::Armour { .. }
        | Battle::Answers { .. }
        | Battle::Heartens { .. }
        | Battle::Escapes { .. } => {}
    }
}
