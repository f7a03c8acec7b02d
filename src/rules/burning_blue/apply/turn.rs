//! The course of the turn (5.2).

use super::super::data::Data;
use super::super::event::Turn;
use super::super::state::{Hidden, Open, Phase, Until};

pub(super) fn open(_: &Data, s: &mut Open, event: Turn<'_>) {
    match event {
        Turn::Phase { turn, phase } => {
            s.turn = *turn;
            s.phase = *phase;
            if *phase == Phase::Events {
                begin(s);
            }
            for one in &mut s.sky {
                one.attacked.clear();
            }
        }
        Turn::Chance { hf, limit, .. } => {
            s.hf = *hf;
            s.limit_shift = *limit;
        }
        Turn::WeatherTurns { zones } => {
            for zone in zones {
                if let Some(laid) = s.weather.get_mut(*zone) {
                    laid.bad = !laid.bad;
                }
            }
        }
        Turn::Picture { to } => s.picture = *to,
        Turn::Limit { limit } => s.limit = *limit,
        Turn::Ends => s.ended = true,
        Turn::Waits { .. } | Turn::NotDone { .. } => {}
    }
}

/// What lasts a turn ends.
fn begin(s: &mut Open) {
    s.limit_shift = 0;
    s.scrambled = 0;
    s.barrages.clear();
    for field in &mut s.fields {
        field.landed = 0;
        field.scrambled = 0;
    }
    for one in &mut s.sky {
        one.climbed = false;
        one.attacked.clear();
    }
}

pub(super) fn hidden(_: &Data, s: &mut Hidden, event: Turn<'_>) {
    match event {
        Turn::Waits { side, until } => {
            s.until.resize(2, Until::default());
            if let Some(slot) = s.until.get_mut(side.index()) {
                *slot = until.clone();
            }
        }
        Turn::Phase { .. }
        | Turn::Chance { .. }
        | Turn::WeatherTurns { .. }
        | Turn::Picture { .. }
        | Turn::Limit { .. }
        | Turn::NotDone { .. }
        | Turn::Ends => {}
    }
}
