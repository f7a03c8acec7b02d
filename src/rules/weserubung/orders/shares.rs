//! Hits placed on units: by their owner, or by who threw a natural one (7.3/b).

use super::super::words::{LOSSES_KIND, TARGET_KIND};
use super::super::{View, Weserubung};
use crate::board::UnitId;
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{Choice, share};
use crate::orders::{About, Below, Item, Phrase, Problem};

/// How many steps each of some units loses.
type Shares = Vec<(UnitId, i32)>;

/// The hits the owner places.
pub(crate) struct Losses {
    /// Who can be hit, with the steps he has left.
    pub(crate) units: Vec<(UnitId, i32)>,
    /// Who can be hit only by wide hits.
    pub(crate) guarded: Vec<UnitId>,
    /// Who can be named only when nobody else is left.
    pub(crate) last: Vec<UnitId>,
    /// How many of the hits are wide.
    pub(crate) wide: i32,
    /// How many hits.
    pub(crate) lost: i32,
}

/// The hits who threw them places.
pub(crate) struct Target {
    /// Who can be hit, with the steps he has left.
    pub(crate) units: Vec<(UnitId, i32)>,
    /// Who can be hit only by wide hits.
    pub(crate) guarded: Vec<UnitId>,
    /// How many of the hits are wide.
    pub(crate) wide: i32,
    /// How many hits.
    pub(crate) lost: i32,
}

/// What both have in common.
struct Hits<'h> {
    units: &'h [(UnitId, i32)],
    guarded: &'h [UnitId],
    last: &'h [UnitId],
    wide: i32,
    lost: i32,
}

impl Hits<'_> {
    /// The answer, where there is no choice.
    fn forced(&self) -> Option<Shares> {
        if let [(unit, _)] = self.units {
            return Some(vec![(*unit, self.lost)]);
        }
        let all: i32 = self.units.iter().map(|(_, steps)| steps).sum();
        (all == self.lost).then(|| self.units.to_vec())
    }

    fn choice(&self) -> Choice<Shares> {
        share(self.units, self.lost, self.lost)
    }

    fn check(&self, shares: &Shares) -> Vec<Problem> {
        let on = |some: &[UnitId]| -> i32 {
            let named = shares.iter().filter(|(unit, _)| some.contains(unit));
            named.map(|(_, n)| n).sum()
        };
        if on(self.guarded) > self.wide {
            let what = Phrase::new("losses-guarded")
                .with("most", Item::Number(self.wide))
                .with("units", super::items(self.guarded));
            return vec![Problem::new(what).rule("3.4.1")];
        }
        let free = |(unit, steps): &(UnitId, i32)| {
            let given = shares
                .iter()
                .find(|(one, _)| one == unit)
                .map_or(0, |(_, n)| *n);
            !self.last.contains(unit) && !self.guarded.contains(unit) && given < *steps
        };
        if let Some(unit) = self
            .last
            .iter()
            .find(|unit| on(std::slice::from_ref(*unit)) > 0)
            && self.units.iter().any(free)
        {
            let what = Phrase::new("losses-last").with("unit", unit.item());
            let about = About::Item(unit.item());
            return vec![Problem::new(what).about(about).rule("3.2.3")];
        }
        Vec::new()
    }

    /// Hits in the order of a ranking, as far as they may go.
    fn fill(&self, ranked: Shares) -> Shares {
        let (mut left, mut wide) = (self.lost, self.wide);
        let mut given: Shares = Vec::new();
        // Those who come last only after everybody else; a second pass takes what the first could not place.
        for pass in 0..2 {
            for (unit, steps) in &ranked {
                let last = self.last.contains(unit);
                let had = given
                    .iter()
                    .find(|(one, _)| one == unit)
                    .map_or(0, |(_, n)| *n);
                if left == 0 || had > 0 || (last && pass == 0) {
                    continue;
                }
                let mut n = (*steps).min(left);
                if self.guarded.contains(unit) {
                    n = n.min(wide);
                    wide -= n;
                }
                if n > 0 {
                    given.push((*unit, n));
                    left -= n;
                }
            }
        }
        let of = self.units.iter();
        of.filter_map(|(unit, _)| given.iter().find(|(one, _)| one == unit))
            .copied()
            .collect()
    }
}

impl Losses {
    fn hits(&self) -> Hits<'_> {
        Hits {
            units: &self.units,
            guarded: &self.guarded,
            last: &self.last,
            wide: self.wide,
            lost: self.lost,
        }
    }

    /// The answer, where there is no choice.
    pub(crate) fn forced(&self) -> Option<Shares> {
        self.hits().forced()
    }
}

impl Target {
    fn hits(&self) -> Hits<'_> {
        Hits {
            units: &self.units,
            guarded: &self.guarded,
            last: &[],
            wide: self.wide,
            lost: self.lost,
        }
    }

    /// The answer, where there is no choice.
    pub(crate) fn forced(&self) -> Option<Shares> {
        self.hits().forced()
    }
}

/// What a unit is worth to its owner, roughly.
fn worth(v: &View<'_>, unit: UnitId) -> i32 {
    let pos = v.pos();
    let cargo = i32::try_from(pos.cargo(unit).len()).unwrap_or(0);
    pos.attack(unit) + pos.defence(unit) + 2 * pos.other(unit) + 4 * cargo
}

impl Give<Weserubung> for Losses {
    type Of = Shares;
    const KIND: &'static Kind = &LOSSES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-losses-own").with("lost", Item::Number(self.lost))
    }

    fn choice(&self, _: &View<'_>) -> Choice<Shares> {
        self.hits().choice()
    }

    fn check(&self, _: &View<'_>, given: &Shares) -> Vec<Problem> {
        self.hits().check(given)
    }

    /// The least useful units, and full ones before reduced ones, so that none is lost while another can bear it.
    fn default(&self, v: &View<'_>) -> Shares {
        let hits = self.hits();
        let mut ranked: Shares = self.units.clone();
        ranked.sort_by_key(|(unit, steps)| (std::cmp::Reverse(*steps), worth(v, *unit)));
        // One step of each before the second of any.
        let first: Shares = ranked.iter().map(|(unit, _)| (*unit, 1)).collect();
        let total = i32::try_from(first.len()).unwrap_or(0);
        if hits.guarded.is_empty() && hits.last.is_empty() && total >= self.lost {
            return hits.fill(first);
        }
        hits.fill(ranked)
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Shares> {
        Some(self.default(v))
    }
}

impl Give<Weserubung> for Target {
    type Of = Shares;
    const KIND: &'static Kind = &TARGET_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-target").with("lost", Item::Number(self.lost))
    }

    fn choice(&self, _: &View<'_>) -> Choice<Shares> {
        self.hits().choice()
    }

    fn check(&self, _: &View<'_>, given: &Shares) -> Vec<Problem> {
        self.hits().check(given)
    }

    /// The most useful unit that the hits destroy, else the most useful.
    fn default(&self, v: &View<'_>) -> Shares {
        let mut ranked = self.units.clone();
        ranked
            .sort_by_key(|(unit, steps)| (*steps > self.lost, std::cmp::Reverse(worth(v, *unit))));
        self.hits().fill(ranked)
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Shares> {
        Some(self.default(v))
    }
}
