//! Rules 12.21 and 12.22: the sunset marker.

use super::super::MarketGarden;
use super::super::state::Side;
use super::super::view::View;
use super::SHIFT_KIND;
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::number;
use crate::orders::{Below, Choice, Phrase, Problem};

/// Rules 12.21 and 12.22: how far the sunset marker is shifted.
pub(in super::super) struct Shift {
    pub(in super::super) most: i32,
    /// Whether he may leave it: only who gains the Advantage with these losses may.
    pub(in super::super) free: bool,
}

impl Give<MarketGarden> for Shift {
    type Of = i32;
    const KIND: &'static Kind = &SHIFT_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        Phrase::new("ask-shift")
            .with("most", self.most)
            .with("drm", v.look().s.drm)
    }

    fn choice(&self, _: &View<'_>) -> Choice<i32> {
        number(-self.most, self.most)
    }

    fn default(&self, v: &View<'_>) -> i32 {
        // The Germans want night, the Allies day.
        match v.own() {
            Side::German => -self.most,
            Side::Allied => self.most,
        }
    }

    fn check(&self, _: &View<'_>, by: &i32) -> Vec<Problem> {
        // 12.21/a, 12.22/a: every space is moved, each in the direction of his choice.
        if self.free || (self.most - by) % 2 == 0 {
            return Vec::new();
        }
        let what = Phrase::new("shift-owed").with("most", self.most);
        vec![Problem::new(what).rule("12.21, 12.22")]
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<i32> {
        (rng.below(6) > 0).then(|| self.default(v))
    }
}
