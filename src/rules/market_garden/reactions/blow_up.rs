//! Rule 8.2122: bridges blown up at the end of an impulse.

use super::super::MarketGarden;
use super::super::ground::edge_item;
use super::super::state::Side;
use super::super::view::View;
use super::BLOW_KIND;
use crate::board::SideId;
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::any;
use crate::orders::{Below, Choice, Item, Phrase};

/// Rule 8.2122: which bridges a standing order has blown up at the end of an impulse.
pub(in super::super) struct BlowUp {
    pub(in super::super) bridges: Vec<SideId>,
}

impl Give<MarketGarden> for BlowUp {
    type Of = Vec<SideId>;
    const KIND: &'static Kind = &BLOW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let bridges = self.bridges.iter().map(|edge| edge_item(*edge));
        Phrase::new("ask-blow").with("bridges", bridges.collect::<Vec<Item>>())
    }

    fn choice(&self, _: &View<'_>) -> Choice<Self::Of> {
        any(&self.bridges)
    }

    fn default(&self, _: &View<'_>) -> Self::Of {
        Vec::new()
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Self::Of> {
        // Germans blow up what they can; the Allies need their bridges.
        let all = match v.own() {
            Side::German => rng.below(6) > 0,
            Side::Allied => rng.below(60) == 0,
        };
        Some(if all {
            self.bridges.clone()
        } else {
            Vec::new()
        })
    }
}
