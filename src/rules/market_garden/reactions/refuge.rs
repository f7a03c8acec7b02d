//! Rule 10.92: the way of a retreat.

use super::super::MarketGarden;
use super::super::view::View;
use super::REFUGE_KIND;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Choose;
use crate::orders::{Item, Phrase};

/// Rule 10.92: where a unit retreats to, of places of equal rank.
pub(in super::super) struct Refuge {
    pub(in super::super) unit: UnitId,
    pub(in super::super) places: Vec<SpaceId>,
}

impl Choose<MarketGarden> for Refuge {
    type Of = SpaceId;
    const KIND: &'static Kind = &REFUGE_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.unit.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-refuge").with("unit", self.unit.item())
    }

    fn options(&self, _: &View<'_>) -> Vec<SpaceId> {
        self.places.clone()
    }
}
