//! Rule 10.73A: the forward unit.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::units::unit_of;
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
    const KIND: &'static Kind = &FORWARD_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-forward").with("at", place_item(self.at))
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let units = v.look().forward_units(v.own(), self.at);
        units.into_iter().map(UnitId::item).collect()
    }

    fn appeal(&self, v: &View<'_>, item: Item) -> i32 {
        unit_of(item).map_or(0, |unit| v.look().defence_factor(unit))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Item> {
        // The best one, as a rule.
        let best = self.options(v).first().copied();
        best.filter(|_| rng.below(8) > 0)
    }
}
