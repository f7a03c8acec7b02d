//! The Luftwaffe's raids (9), which the RAF does not see.

use super::super::data::{Bearing, Data};
use super::super::event::Raids;
use super::super::plants::{Plant, planted};
use super::super::state::{Hidden, Open, RaidId, Real};

pub(super) fn open(d: &Data, s: &mut Open, event: Raids<'_>) {
    match event {
        Raids::Forms { .. } => s.response += i32::from(planted(d, Plant::OpenChange)),
        Raids::Goes { .. }
        | Raids::Turns { .. }
        | Raids::Navigates { .. }
        | Raids::Diverts { .. }
        | Raids::Parts { .. }
        | Raids::Unseen { .. }
        | Raids::Decoys { .. }
        | Raids::Rests => {}
    }
}

fn with(s: &mut Hidden, raid: RaidId, change: impl FnOnce(&mut Real)) {
    if let Some(real) = &mut super::raid(s, raid).real {
        change(real);
    }
}

pub(super) fn hidden(_: &Data, s: &mut Hidden, event: Raids<'_>) {
    match event {
        Raids::Forms {
            raid,
            program,
            real,
        } => {
            s.numbers.take();
            super::raid(s, *raid).real = Some(real.clone());
            if let Some(plan) = &mut s.plan
                && let Some(program) = plan.programs.get_mut(*program)
            {
                program.formed = true;
            }
        }
        Raids::Goes {
            raid,
            to,
            flown,
            passed,
            angels,
        } => with(s, *raid, |real| {
            real.at = *to;
            real.flown = *flown;
            if let Some(last) = passed.checked_sub(1)
                && let Some((point, _)) = real.ahead.get(last)
            {
                real.from = *point;
                real.ahead.drain(..*passed);
            }
            for (unit, angels) in angels {
                for one in real.units.iter_mut().filter(|one| one.unit == *unit) {
                    one.climbed |= *angels > one.angels;
                    one.angels = *angels;
                }
            }
        }),
        Raids::Turns {
            raid,
            course,
            ahead,
        } => with(s, *raid, |real| {
            real.course = *course;
            if *ahead != real.ahead {
                real.ahead.clone_from(ahead);
                real.from = real.at;
                real.flown = 0;
            }
        }),
        Raids::Navigates {
            raid,
            result,
            again,
            ..
        } => with(s, *raid, |real| {
            match result {
                Bearing::OnCourse if *again => real.lost = false,
                Bearing::OnCourse => {}
                Bearing::Lost | Bearing::Decoy => real.lost = true,
            }
            real.rerolled |= again;
        }),
        Raids::Diverts {
            raid,
            target,
            ahead,
        } => with(s, *raid, |real| {
            real.target = *target;
            real.diverted = true;
            real.ahead.clone_from(ahead);
            real.from = real.at;
            real.flown = 0;
        }),
        Raids::Parts {
            raid,
            into,
            units,
            course,
            ahead,
        } => {
            s.numbers.take();
            part(s, *raid, *into, |real| {
                let (gone, left) = std::mem::take(&mut real.units)
                    .into_iter()
                    .partition(|one| units.contains(&one.unit));
                real.units = left;
                Real {
                    units: gone,
                    course: *course,
                    from: real.at,
                    flown: 0,
                    ahead: ahead.clone(),
                    card: None,
                    ..real.clone()
                }
            });
        }
        Raids::Decoys { orders } => {
            if let Some(plan) = &mut s.plan {
                plan.decoys.clone_from(orders);
            }
        }
        Raids::Unseen { card, .. } => super::card_aside(s, *card),
        Raids::Rests => {
            for raid in &mut s.raids {
                if let Some(real) = &mut raid.real {
                    real.rerolled = false;
                    real.tried.clear();
                    for one in &mut real.units {
                        one.climbed = false;
                        one.dived = false;
                    }
                }
            }
        }
    }
}

fn part(s: &mut Hidden, raid: RaidId, into: RaidId, split: impl FnOnce(&mut Real) -> Real) {
    let new = super::raid(s, raid).real.as_mut().map(split);
    super::raid(s, into).real = new;
}
