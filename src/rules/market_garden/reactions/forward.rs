//! Rule 10.73A: the forward unit.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::view::View;
use super::FORWARD_KIND;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Choose;
use crate::orders::{Below, Item, Phrase};

/// Rule 10.73A: the forward unit.
pub(in super::super) struct Forward {
    pub(in super::super) at: SpaceId,
}

impl Choose<MarketGarden> for Forward {
    type Of = UnitId;
    const KIND: &'static Kind = &FORWARD_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-forward").with("at", place_item(self.at))
    }

    fn options(&self, v: &View<'_>) -> Vec<UnitId> {
        v.look().forward_units(v.own(), self.at)
    }

    fn appeal(&self, v: &View<'_>, unit: UnitId) -> i32 {
        v.look().defence_factor(unit)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<UnitId> {
        // The best one, as a rule.
        let best = self.options(v).first().copied();
        best.filter(|_| rng.below(8) > 0)
    }
}
