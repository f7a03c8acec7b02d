//! Rules 8.4/b and 10.5: who leaves a battle, where to, and who covers him.

use super::super::words::{BREAK_KIND, REAR, TO, WITHDRAW_KIND};
use super::super::{View, Weserubung};
use super::items;
use super::judgements::worse_off;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{Choice, absent, any, one};
use crate::orders::{Below, Item, OrNo, Phrase, named_parts};

/// Rule 10.5: where to do defenders withdraw, and who covers them?
pub(crate) struct Withdraw {
    pub(crate) at: SpaceId,
    pub(crate) to: Vec<SpaceId>,
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
}

/// One unit alone has nobody to cover it.
fn rearguard(own: &[UnitId]) -> Choice<Option<UnitId>> {
    if own.len() > 1 {
        one(own).into()
    } else {
        absent()
    }
}

named_parts! {
    /// Where to, and under whose cover.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Withdrawal from w: &Withdraw {
        pub(crate) to TO: OrNo<SpaceId> = one(&w.ways()),
        pub(crate) rear REAR: Option<UnitId> = rearguard(&w.own),
    }
}

impl Withdraw {
    fn ways(&self) -> Vec<OrNo<SpaceId>> {
        let to = self.to.iter().map(|to| OrNo(Some(*to)));
        std::iter::once(OrNo(None)).chain(to).collect()
    }
}

impl Give<Weserubung> for Withdraw {
    type Of = Withdrawal;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        let key = if self.own.len() > 1 {
            "ask-withdraw-covered"
        } else {
            "ask-withdraw-alone"
        };
        Phrase::new(key).with("at", self.at.item())
    }

    fn choice(&self, _: &View<'_>) -> Choice<Withdrawal> {
        Withdrawal::choice(self)
    }

    fn default(&self, v: &View<'_>) -> Withdrawal {
        let hopeless = worse_off(v, &self.own, &self.enemy, false);
        let to = self.to.first().copied().filter(|_| hopeless);
        let (to, rear) = (OrNo(to), None);
        Withdrawal { to, rear }
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Withdrawal> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}

/// Rule 8.4/b: which attacking ships leave the battle?
pub(crate) struct Leaving {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: SpaceId,
}

impl Give<Weserubung> for Leaving {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &BREAK_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-leaving")
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
    }

    fn choice(&self, _: &View<'_>) -> Choice<Vec<UnitId>> {
        any(&self.own)
    }

    fn default(&self, v: &View<'_>) -> Vec<UnitId> {
        if worse_off(v, &self.own, &self.enemy, false) {
            self.own.clone()
        } else {
            Vec::new()
        }
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<UnitId>> {
        (rng.below(6) > 0).then(|| self.default(v))
    }
}
