//! Rules 12.21 and 12.22: the sunset marker.

use super::super::MarketGarden;
use super::super::decisions::wrong_shape;
use super::super::state::Side;
use super::super::view::View;
use super::super::words::SHIFT;
use super::SHIFT_KIND;
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Phrase, Pick, Picks, Problem};

/// Rules 12.21 and 12.22: how far the sunset marker is shifted.
pub(in super::super) struct Shift {
    pub(in super::super) most: i32,
    /// Whether he may leave it: only who gains the Advantage with these losses may.
    pub(in super::super) free: bool,
}

impl Decision<MarketGarden> for Shift {
    type Answer = i32;
    const KIND: &'static Kind = &SHIFT_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        Phrase::new("ask-shift")
            .with("most", self.most)
            .with("drm", v.look().s.drm)
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &SHIFT,
            subject: Vec::new(),
            pick: Pick::Number {
                min: -self.most,
                max: self.most,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<i32, Vec<Problem>> {
        match picks {
            // 12.21/a, 12.22/a: every space is moved, each in the direction of his choice.
            Picks::Number(by) if !self.free && (self.most - by) % 2 != 0 => {
                let what = Phrase::new("shift-owed").with("most", self.most);
                Err(vec![Problem::new(what).rule("12.21, 12.22")])
            }
            Picks::Number(by) => Ok(*by),
            _ => wrong_shape(),
        }
    }

    fn default(&self, v: &View<'_>) -> Picks {
        // The Germans want night, the Allies day.
        Picks::Number(match v.own() {
            Side::German => -self.most,
            Side::Allied => self.most,
        })
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(6) > 0).then(|| self.default(v))
    }
}
