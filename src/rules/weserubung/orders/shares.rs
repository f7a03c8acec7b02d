//! Hits placed on units: by their owner, or by who threw a natural one (7.3/b).

use super::super::words::{LOSSES, LOSSES_KIND, TARGET, TARGET_KIND};
use super::super::{View, Weserubung};
use crate::board::UnitId;
use crate::engine::decision::{Decision, Kind};
use crate::orders::{About, Below, Form, Item, Phrase, Pick, Picks, Problem, Word};

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
    fn forced(&self) -> Option<Vec<(UnitId, i32)>> {
        if let [(unit, _)] = self.units {
            return Some(vec![(*unit, self.lost)]);
        }
        let all: i32 = self.units.iter().map(|(_, steps)| steps).sum();
        (all == self.lost).then(|| self.units.to_vec())
    }

    fn form(&self, word: &'static Word) -> Form {
        let of = self.units.iter().map(|(unit, steps)| (unit.item(), *steps));
        Form {
            word,
            subject: Vec::new(),
            pick: Pick::Share {
                of: of.collect(),
                min: self.lost,
                max: self.lost,
            },
        }
    }

    fn check(&self, picks: &Picks) -> Result<Vec<(UnitId, i32)>, Vec<Problem>> {
        let Picks::Share(shares) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let shares: Vec<(UnitId, i32)> = shares
            .iter()
            .filter_map(|(item, n)| Some((super::unit_of(*item)?, *n)))
            .collect();
        let on = |some: &[UnitId]| -> i32 {
            let named = shares.iter().filter(|(unit, _)| some.contains(unit));
            named.map(|(_, n)| n).sum()
        };
        if on(self.guarded) > self.wide {
            let what = Phrase::new("losses-guarded")
                .with("most", Item::Number(self.wide))
                .with("units", super::items(self.guarded));
            return Err(vec![Problem::new(what).rule("3.4.1")]);
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
            return Err(vec![Problem::new(what).about(about).rule("3.2.3")]);
        }
        Ok(shares)
    }

    /// Hits in the order of a ranking, as far as they may go.
    fn fill(&self, ranked: Vec<(UnitId, i32)>) -> Picks {
        let (mut left, mut wide) = (self.lost, self.wide);
        let mut given: Vec<(UnitId, i32)> = Vec::new();
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
        let shares = of.filter_map(|(unit, _)| given.iter().find(|(one, _)| one == unit));
        Picks::Share(shares.map(|(unit, n)| (unit.item(), *n)).collect())
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
    pub(crate) fn forced(&self) -> Option<Vec<(UnitId, i32)>> {
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
    pub(crate) fn forced(&self) -> Option<Vec<(UnitId, i32)>> {
        self.hits().forced()
    }
}

/// What a unit is worth to its owner, roughly.
fn worth(v: &View<'_>, unit: UnitId) -> i32 {
    let pos = v.pos();
    let cargo = i32::try_from(pos.cargo(unit).len()).unwrap_or(0);
    pos.attack(unit) + pos.defence(unit) + 2 * pos.other(unit) + 4 * cargo
}

impl Decision<Weserubung> for Losses {
    type Answer = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &LOSSES_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-losses-own").with("lost", Item::Number(self.lost))
    }

    fn form(&self, _: &View<'_>) -> Form {
        self.hits().form(&LOSSES)
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        self.hits().check(picks)
    }

    /// The least useful units, and full ones before reduced ones, so that none is lost while another can bear it.
    fn default(&self, v: &View<'_>) -> Picks {
        let hits = self.hits();
        let mut ranked: Vec<(UnitId, i32)> = self.units.clone();
        ranked.sort_by_key(|(unit, steps)| (std::cmp::Reverse(*steps), worth(v, *unit)));
        // One step of each before the second of any.
        let first: Vec<(UnitId, i32)> = ranked.iter().map(|(unit, _)| (*unit, 1)).collect();
        let total = i32::try_from(first.len()).unwrap_or(0);
        if hits.guarded.is_empty() && hits.last.is_empty() && total >= self.lost {
            return hits.fill(first);
        }
        hits.fill(ranked)
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Picks> {
        Some(self.default(v))
    }
}

impl Decision<Weserubung> for Target {
    type Answer = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &TARGET_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-target").with("lost", Item::Number(self.lost))
    }

    fn form(&self, _: &View<'_>) -> Form {
        self.hits().form(&TARGET)
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        self.hits().check(picks)
    }

    /// The most useful unit that the hits destroy, else the most useful.
    fn default(&self, v: &View<'_>) -> Picks {
        let mut ranked = self.units.clone();
        ranked
            .sort_by_key(|(unit, steps)| (*steps > self.lost, std::cmp::Reverse(worth(v, *unit))));
        self.hits().fill(ranked)
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Picks> {
        Some(self.default(v))
    }
}
