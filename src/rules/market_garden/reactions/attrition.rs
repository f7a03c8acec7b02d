//! Rule 11.41: attrition points.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::view::View;
use super::super::words::ATTRITION;
use super::{ATTRITION_KIND, units_of};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Phrase, Pick, Picks, Problem};

/// Rule 11.41: in which order units take what is left of the attrition points.
pub(in super::super) struct Attrition {
    pub(in super::super) at: SpaceId,
    pub(in super::super) points: i32,
    pub(in super::super) units: Vec<UnitId>,
}

impl Decision<MarketGarden> for Attrition {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &ATTRITION_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-attrition")
            .with("at", place_item(self.at))
            .with("points", self.points)
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &ATTRITION,
            subject: vec![place_item(self.at)],
            pick: Pick::Order(self.units.iter().map(|unit| unit.item()).collect()),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units_of(picks))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let look = v.look();
        let mut units = self.units.clone();
        units.sort_by_key(|unit| (look.counter(*unit).attack, *unit));
        Picks::List(units.into_iter().map(UnitId::item).collect())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}
