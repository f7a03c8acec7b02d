//! Rule 11.41: attrition points.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::view::View;
use super::ATTRITION_KIND;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::ranked;
use crate::orders::{Below, Choice, Item, Phrase, Ranking};

/// Rule 11.41: in which order units take what is left of the attrition points.
pub(in super::super) struct Attrition {
    pub(in super::super) at: SpaceId,
    pub(in super::super) points: i32,
    pub(in super::super) units: Vec<UnitId>,
}

impl Give<MarketGarden> for Attrition {
    type Of = Ranking<UnitId>;
    const KIND: &'static Kind = &ATTRITION_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![place_item(self.at)]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-attrition")
            .with("at", place_item(self.at))
            .with("points", self.points)
    }

    fn choice(&self, _: &View<'_>) -> Choice<Self::Of> {
        ranked(&self.units)
    }

    fn default(&self, v: &View<'_>) -> Self::Of {
        let look = v.look();
        let mut units = self.units.clone();
        units.sort_by_key(|unit| (look.counter(*unit).attack, *unit));
        Ranking(units)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Self::Of> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}
