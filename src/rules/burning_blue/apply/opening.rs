//! Before the game (5.1, 6).

use super::super::data::Data;
use super::super::event::Opening;
use super::super::state::{Hidden, Open, Plan};

pub(super) fn open(d: &Data, s: &mut Open, event: Opening<'_>) {
    match event {
        Opening::Day { time, .. } => s.time = *time,
        Opening::Skies {
            wind,
            weather,
            haze,
        } => {
            s.wind = *wind;
            s.weather.clone_from(weather);
            s.haze = *haze;
        }
        Opening::Airborne {
            fighter, halves, ..
        } => {
            super::defence::put_up(s, fighter);
            s.response += halves;
        }
        Opening::Readied { .. }
        | Opening::Shuffled { .. }
        | Opening::Reshuffled { .. }
        | Opening::Chits { .. }
        | Opening::Programmed { .. }
        | Opening::Patrols { .. }
        | Opening::Assembles { .. }
        | Opening::Fuelled { .. }
        | Opening::Warning { .. } => {
            let _ = d;
        }
    }
}

fn plan(s: &mut Hidden) -> &mut Plan {
    s.plan.get_or_insert_default()
}

pub(super) fn hidden(d: &Data, s: &mut Hidden, event: Opening<'_>) {
    match event {
        Opening::Shuffled {
            deck,
            numbers,
            forms,
        } => {
            s.deck = deck.clone();
            s.numbers = numbers.clone();
            s.form_numbers = forms.clone();
        }
        Opening::Reshuffled { deck } => {
            s.deck = deck.clone();
            s.aside.clear();
        }
        Opening::Chits { chits, vp, level } => {
            let plan = plan(s);
            plan.chits.clone_from(chits);
            plan.vp = *vp;
            plan.level = *level;
            plan.dummies = (0..d.scenario.dummies.len()).collect();
            plan.patrols = vec![Vec::new(); 6];
        }
        Opening::Programmed { program } => plan(s).programs.push(program.clone()),
        Opening::Patrols { boxes } => plan(s).patrols.clone_from(boxes),
        Opening::Assembles {
            program,
            adjusted,
            missing,
            disrupted,
            ..
        } => {
            if let Some(program) = plan(s).programs.get_mut(*program) {
                program.adjusted = *adjusted;
                program.missing.clone_from(missing);
            }
            plan(s).home.extend(missing.iter().copied());
            if let Some(unit) = disrupted {
                super::log(s, *unit).disruption += 1;
            }
        }
        Opening::Fuelled { units } => {
            for (unit, turn) in units {
                super::log(s, *unit).recovery = Some(*turn);
            }
        }
        Opening::Readied { tote, .. } => s.tote.clone_from(tote),
        Opening::Airborne {
            fighter, recovery, ..
        } => {
            s.tote.retain(|tote| tote.unit != fighter.unit);
            if recovery.is_some() {
                super::log(s, fighter.unit).recovery = *recovery;
            }
        }
        Opening::Day { .. } | Opening::Skies { .. } | Opening::Warning { .. } => {}
    }
}
