//! Rules 13.5 and 13.6: headquarters and militia that come back.

use super::super::Mercury;
use super::super::hq;
use super::super::side::Side;
use super::super::state::Position;
use super::super::words::{MUSTER, RESTORE, RESTORES, recovery_kind};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Choose, Sheet};
use crate::orders::choice::one;
use crate::orders::lines::unless;
use crate::orders::{About, Item, Lines as _, Phrase, Problem, Row, lines};

use super::declare::too_high;

lines! {
    /// What one line restores.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Restore from places: &[(UnitId, Vec<SpaceId>)] {
        /// Rule 13.52: `restore sturm-rhq: W4415`.
        RESTORE for (hq, places) in places => Hq [unit: UnitId = [*hq]] {
            at: SpaceId = one(places)
        },
    }
}

/// Which headquarters a side brings back.
pub(in super::super) struct Headquarters {
    pub side: Side,
}

pub(super) static HEADQUARTERS: Kind = recovery_kind(&RESTORES, Restore::WORDS, Restore::PARTS);

impl Sheet<Mercury> for Headquarters {
    type Order = Restore;
    type Answer = Vec<Restore>;
    const KIND: &'static Kind = &HEADQUARTERS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let units = hq::fallen(v, self.side).into_iter();
        let units: Vec<Item> = units.map(|(unit, _)| unit.item()).collect();
        Phrase::new("ask-headquarters").with("units", units)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Restore::rows(&hq::fallen(v, self.side))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Restore)>,
    ) -> Result<Vec<Restore>, Vec<Problem>> {
        let mut problems = Vec::new();
        for (n, (line, Restore::Hq { at, .. })) in orders.iter().enumerate() {
            let mut there = v.on(*at, self.side);
            let before = orders.iter().take(n + 1);
            there.extend(before.filter_map(|(_, one)| {
                let Restore::Hq { unit, at: to } = one;
                (to == at).then_some(*unit)
            }));
            let wrong = too_high(v, *at, &there);
            problems.extend(wrong.map(|problem| problem.about(About::Line(*line))));
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn default(&self, v: &Position<'_>) -> Vec<Restore> {
        let mut taken: Vec<SpaceId> = Vec::new();
        let mut orders = Vec::new();
        for (unit, places) in hq::fallen(v, self.side) {
            // Not two in one hex: it might not hold them.
            if let Some(at) = places.into_iter().find(|at| !taken.contains(at)) {
                taken.push(at);
                orders.push(Restore::Hq { unit, at });
            }
        }
        orders
    }
}

/// Rule 13.64: where militia comes back.
pub(in super::super) struct Muster {
    pub unit: UnitId,
    pub places: Vec<SpaceId>,
}

pub(super) static MUSTERS: Kind = recovery_kind(&MUSTER, &[], &[]);

impl Choose<Mercury> for Muster {
    type Of = SpaceId;
    const KIND: &'static Kind = &MUSTERS;

    fn subject(&self) -> Vec<Item> {
        vec![self.unit.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-muster").with("unit", self.unit)
    }

    fn options(&self, _: &Position<'_>) -> Vec<SpaceId> {
        self.places.clone()
    }
}
