//! Rule 8.2122: bridges blown up at the end of an impulse.

use super::super::MarketGarden;
use super::super::ground::{edge_item, edge_of};
use super::super::script;
use super::super::script::list;
use super::super::state::Side;
use super::super::view::View;
use super::super::words::BLOW;
use super::BLOW_KIND;
use crate::board::SideId;
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Phrase, Picks, Problem};

/// Rule 8.2122: which bridges a standing order has blown up at the end of an impulse.
pub(in super::super) struct BlowUp {
    pub(in super::super) bridges: Vec<SideId>,
}

impl Decision<MarketGarden> for BlowUp {
    type Answer = Vec<SideId>;
    const KIND: &'static Kind = &BLOW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let bridges = self.bridges.iter().map(|edge| edge_item(*edge));
        Phrase::new("ask-blow").with("bridges", bridges.collect::<Vec<Item>>())
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &BLOW,
            subject: Vec::new(),
            pick: script::some(
                self.bridges.iter().map(|edge| edge_item(*edge)).collect(),
                0,
            ),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<SideId>, Vec<Problem>> {
        let edges = list(picks).iter().filter_map(|item| edge_of(*item));
        Ok(edges.collect())
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        // Germans blow up what they can; the Allies need their bridges.
        let all = match v.own() {
            Side::German => rng.below(6) > 0,
            Side::Allied => rng.below(60) == 0,
        };
        let bridges = self.bridges.iter().filter(|_| all);
        Some(Picks::List(bridges.map(|edge| edge_item(*edge)).collect()))
    }
}
