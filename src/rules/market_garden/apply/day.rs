//! What the course of the days changes (6, 12.2, 17, 21, 23).

use super::super::event::Day;
use super::super::pulse::{Pulse, Sort};
use super::super::state::{Phase, Side, State};

pub(super) fn apply(s: &mut State, event: Day<'_>) {
    match event {
        Day::Sunset { natural, over, .. } => {
            s.pulse.sunset = *natural;
            s.pulse.dusk = *over;
        }
        Day::WeatherChanges { to } => s.kept.weather = *to,
        Day::Ends { side, advances } => end(s, *side, *advances),
        Day::DayEnds { .. } => {
            s.kept.drm = 0;
            s.kept.phase = Phase::GermanRefit;
            s.kept.impulse = 0;
            s.kept.bought = 0;
            s.kept.passed = false;
            s.kept.ferried.clear();
            s.kept.pulse = Pulse::default();
        }
        Day::Passed { to } => {
            s.kept.advantage = *to;
            s.pulse.used = false;
        }
        Day::Gains { to, .. } => {
            s.kept.advantage = *to;
            s.pulse.used = false;
            s.pulse.lost = true;
        }
        Day::Shifts { side, by, most } => {
            s.kept.drm += by;
            s.pulse.shifted[side.index()] += most;
        }
        Day::Readies => {
            s.kept.raf_used = [false, false];
            s.kept.boats_used = false;
            for side in 0..2 {
                s.kept.available[side] += s.kept.used[side];
                s.kept.used[side] = 0;
            }
        }
        Day::Weather { to, .. } => {
            s.kept.weather = *to;
            s.kept.began = *to;
        }
        Day::Bonus => s.kept.eindhoven = true,
        Day::Over { ending } => s.kept.ending = Some(*ending),
        Day::Shuffled { side, deck } => s.kept.decks[side.index()] = deck.clone(),
        Day::Bids {
            points,
            to: Some(to),
            ..
        } => s.kept.reserve[to.index()] += points,
        Day::Next { phase } => next(s, *phase),
        Day::Bids { to: None, .. } | Day::Scores { .. } | Day::ShuffledUnseen { .. } => {}
    }
}

fn end(s: &mut State, side: Side, advances: bool) {
    s.kept.passed = s.pulse.sort == Sort::Pass;
    s.kept.pulse = Pulse::default();
    s.kept.phase = match side {
        Side::German => Phase::Allied,
        Side::Allied => {
            s.kept.pair += 1;
            s.kept.impulse += i32::from(advances);
            Phase::German
        }
    };
}

/// Rule 6.4: a day begins with the number that was bought for it.
fn open(s: &mut State) {
    s.kept.impulse = s.kept.bought;
    s.kept.opened = s.kept.bought;
    s.kept.bought = 0;
}

fn next(s: &mut State, phase: Phase) {
    s.kept.pulse = Pulse::default();
    s.kept.phase = phase;
    if matches!(phase, Phase::GermanRegroup | Phase::AlliedRegroup) {
        s.kept.ferried.clear();
    }
    // 3.6, R-46: the day ends once, behind the regroup phase.
    if phase == Phase::Dawn {
        s.kept.date += 1;
        s.kept.pair = 1;
        open(s);
        s.kept.ferried.clear();
    }
    if phase == Phase::German && s.kept.date == 17 {
        open(s);
    }
}
