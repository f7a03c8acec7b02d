//! Rules 10.3 and 10.742: assaulters that may go back.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::view::View;
use super::WITHDRAW_KIND;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::any;
use crate::orders::{Below, Choice, Item, Phrase};

/// Rules 10.3 and 10.742: which assaulters go back.
pub(in super::super) struct Withdraw {
    pub(in super::super) at: SpaceId,
    pub(in super::super) units: Vec<UnitId>,
}

impl Give<MarketGarden> for Withdraw {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-withdraw-from").with("at", place_item(self.at))
    }

    fn choice(&self, _: &View<'_>) -> Choice<Self::Of> {
        any(&self.units)
    }

    fn default(&self, _: &View<'_>) -> Self::Of {
        Vec::new()
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Self::Of> {
        // Who has a foot in the door keeps it there, as a rule.
        (rng.below(4) > 0).then(|| self.default(v))
    }
}
