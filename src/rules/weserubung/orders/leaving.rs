//! Rules 8.4/b and 10.5: who leaves a battle, where to, and who covers him.

use super::super::words::{BREAK_KIND, REAR, TO, WITHDRAW, WITHDRAW_KIND};
use super::super::{View, Weserubung};
use super::judgements::worse_off;
use super::{any_of, items, may, must, part_item, place_of, unit_of, units};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::word::NO;
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem};

/// Rule 10.5: where to do defenders withdraw, and who covers them?
pub(crate) struct Withdraw {
    pub(crate) at: SpaceId,
    pub(crate) to: Vec<SpaceId>,
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
}

impl Decision<Weserubung> for Withdraw {
    type Answer = Option<(SpaceId, Option<UnitId>)>;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let key = if self.own.len() > 1 {
            "ask-withdraw-covered"
        } else {
            "ask-withdraw-alone"
        };
        Phrase::new(key).with("at", self.at.item())
    }

    fn form(&self, _: &View<'_>) -> Form {
        let to = self.to.iter().map(|to| to.item());
        let to = std::iter::once(Item::Word(&NO)).chain(to).collect();
        let mut parts = vec![must(&TO, Pick::One(to))];
        if self.own.len() > 1 {
            parts.push(may(&REAR, Pick::One(items(&self.own))));
        }
        Form {
            word: &WITHDRAW,
            subject: vec![self.at.item()],
            pick: Pick::Parts(parts),
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Some(to) = part_item(picks, 0).and_then(place_of) else {
            return Ok(None);
        };
        if self.own.len() < 2 {
            return Ok(Some((to, None)));
        }
        // The weakest unit covers the others where nobody is named.
        let weakest = || {
            self.own
                .iter()
                .copied()
                .min_by_key(|unit| (v.pos().steps(*unit), v.pos().defence(*unit)))
        };
        let rear = part_item(picks, 1).and_then(unit_of).or_else(weakest);
        Ok(Some((to, rear)))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let hopeless = worse_off(v, &self.own, &self.enemy, false);
        let to = match self.to.first() {
            Some(to) if hopeless => to.item(),
            _ => Item::Word(&NO),
        };
        let mut parts = vec![Some(Picks::One(to))];
        if self.own.len() > 1 {
            parts.push(None);
        }
        Picks::Parts(parts)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}

/// Rule 8.4/b: which attacking ships leave the battle?
pub(crate) struct Leaving {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: SpaceId,
}

impl Decision<Weserubung> for Leaving {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &BREAK_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-leaving")
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: BREAK_KIND.word,
            subject: vec![self.at.item()],
            pick: any_of(&self.own),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        if worse_off(v, &self.own, &self.enemy, false) {
            Picks::List(items(&self.own))
        } else {
            Picks::List(Vec::new())
        }
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(6) > 0).then(|| self.default(v))
    }
}
