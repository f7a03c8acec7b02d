//! Rules 10.3 and 10.742: assaulters that may go back.

use super::super::MarketGarden;
use super::super::ground::place_item;
use super::super::script;
use super::super::view::View;
use super::super::words::WITHDRAW;
use super::{WITHDRAW_KIND, units_of};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Phrase, Picks, Problem};

/// Rules 10.3 and 10.742: which assaulters go back.
pub(in super::super) struct Withdraw {
    pub(in super::super) at: SpaceId,
    pub(in super::super) units: Vec<UnitId>,
}

impl Decision<MarketGarden> for Withdraw {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-withdraw-from").with("at", place_item(self.at))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &WITHDRAW,
            subject: vec![place_item(self.at)],
            pick: script::some(self.units.iter().map(|unit| unit.item()).collect(), 0),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units_of(picks))
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        // Who has a foot in the door keeps it there, as a rule.
        (rng.below(4) > 0).then(|| self.default(v))
    }
}
