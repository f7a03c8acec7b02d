//! Rule 16.21: friendly fire.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::state::Side;
use super::super::view::View;
use super::MISTAKEN_KIND;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Choose;
use crate::orders::{Item, Phrase};

/// Rule 16.21: which Allied unit a mistaken attack hits first.
pub(in super::super) struct Mistaken {
    pub(in super::super) at: SpaceId,
}

impl Choose<MarketGarden> for Mistaken {
    type Of = UnitId;
    const KIND: &'static Kind = &MISTAKEN_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-mistaken").with("at", place_item(self.at))
    }

    fn options(&self, v: &View<'_>) -> Vec<UnitId> {
        let look = v.look();
        let mut units = look.forward_units(Side::Allied, self.at);
        units.sort_by_key(|unit| {
            let attack = look.counter(*unit).attack;
            (!look.fresh(*unit), std::cmp::Reverse(attack), *unit)
        });
        units
    }
}
