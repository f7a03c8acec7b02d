//! Rules 9.3 and 9.4: orders of the crossing.

use super::super::Sealion;
use super::super::crossing::{carriers, plan};
use super::super::map::ZoneKind;
use super::super::side::Side;
use super::super::state::{Position, Where};
use super::super::units::Class;
use super::super::words::{
    AP, ASSAULT, FLEET, FROM, LAND, LC, MB, ON, PRAHM, RETURN, STAND, WITH, kind_in,
};
use super::{on_line, only};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Give, Script};
use crate::orders::choice::{any, at_least, one, share};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Choice, Lines as _, Phrase, Problem, Row, Step, elements, lines};

elements! {
    /// What carries troops (9.3).
    #[derive(PartialOrd, Ord)]
    pub(in super::super) enum Carrier { Prahm = PRAHM, Lc = LC, Ap = AP, Mb = MB }
}

impl Carrier {
    /// The class of its naval points.
    pub const fn class(self) -> Class {
        match self {
            Self::Prahm => Class::Prahm,
            Self::Lc => Class::Lc,
            Self::Ap => Class::Ap,
            Self::Mb => Class::Mb,
        }
    }
}

/// Who can cross, on what, whither.
pub(in super::super) struct Quay {
    troops: Vec<UnitId>,
    carriers: Vec<(Carrier, i32)>,
    beaches: Vec<SpaceId>,
    shores: Vec<SpaceId>,
    seas: Vec<SpaceId>,
    ports: Vec<SpaceId>,
    total: i32,
}

impl Quay {
    fn new(v: &Position<'_>) -> Self {
        let map = &v.data.map;
        let ports: Vec<SpaceId> = map
            .boxes()
            .filter(|at| {
                map.zone_of_box(*at)
                    .is_some_and(|zone| zone.side == Side::German && !zone.ports.is_empty())
            })
            .collect();
        let free: Vec<UnitId> = ports.iter().flat_map(|at| carriers(v, *at)).collect();
        let count = |carrier: Carrier| {
            let of = free
                .iter()
                .filter(|ship| v.data.hull(**ship).class == carrier.class());
            (carrier, i32::try_from(of.count()).unwrap_or(0))
        };
        let carriers: Vec<(Carrier, i32)> = Carrier::ALL
            .iter()
            .map(|one| count(*one))
            .filter(|(_, n)| *n > 0)
            .collect();
        let crosses = |unit: &UnitId| {
            let printed = v.printed(*unit);
            let here = match v.unit(*unit).at {
                Where::At(at) => ports.contains(&at) && !free.is_empty(),
                Where::Aboard(_) => true,
                _ => false,
            };
            printed.side() == Side::German && here && !printed.immobile
        };
        let coast = |at: &SpaceId| map.place(*at).assault && !map.place(*at).seas.is_empty();
        let german = |at: &SpaceId| v.control(*at) == Side::German;
        let landing = |at: &SpaceId| {
            german(at) && (coast(at) && !map.place(*at).cliff || map.place(*at).port.is_some())
        };
        Self {
            troops: v.data.land_ids().filter(crosses).collect(),
            total: carriers.iter().map(|(_, n)| *n).sum(),
            carriers,
            beaches: map.hexes().filter(|at| coast(at) && !german(at)).collect(),
            shores: map.hexes().filter(landing).collect(),
            seas: map
                .boxes()
                .filter(|at| {
                    map.zone_of_box(*at)
                        .is_some_and(|zone| zone.kind == ZoneKind::Sea && zone.hexes)
                })
                .collect(),
            ports,
        }
    }
}

/// Whether there is anything to order.
pub(in super::super) fn is_any(v: &Position<'_>) -> bool {
    let quay = Quay::new(v);
    !quay.carriers.is_empty()
        || quay
            .troops
            .iter()
            .any(|unit| matches!(v.unit(*unit).at, Where::Aboard(_)))
}

lines! {
    /// What one line of the crossing orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum CrossOrder from q: &Quay {
        /// Rule 9.4: `assault 3825: with 17 Inf, 35 Inf on prahm 4`.
        ASSAULT => Assault [at: SpaceId = q.beaches] {
            with WITH: Vec<UnitId> = at_least(1, &q.troops),
            on ON: Vec<(Carrier, i32)> = share(&q.carriers, 0, q.total),
        },
        /// Rule 9.3: `land dover: with 7 Pz on prahm 4`.
        LAND => Land [at: SpaceId = q.shores] {
            with WITH: Vec<UnitId> = at_least(1, &q.troops),
            on ON: Vec<(Carrier, i32)> = share(&q.carriers, 0, q.total),
        },
        /// Rule 12.2: `sail straits: on prahm 4 from pas-de-calais`.
        STAND => Sail [zone: SpaceId = q.seas] {
            on ON: Vec<(Carrier, i32)> = share(&q.carriers, 1, q.total),
            from FROM: Option<SpaceId> = one(&q.ports),
        },
    }
}

impl CrossOrder {
    /// Who crosses.
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Assault { with, .. } | Self::Land { with, .. } => with.clone(),
            Self::Sail { .. } => Vec::new(),
        }
    }
}

/// What is wrong with the orders: each by itself, with the ships that those before it take.
fn problems(v: &Position<'_>, orders: &[(usize, CrossOrder)]) -> Vec<Problem> {
    let mut problems = named_twice(
        orders,
        |order: &CrossOrder| order.units().into_iter().map(UnitId::item).collect(),
        "9.3.1",
    );
    let mut used: Vec<UnitId> = Vec::new();
    for (line, order) in orders {
        match plan(v, order, &used) {
            Ok(plan) => used.extend(plan.ships),
            Err(bar) => problems.push(on_line(*line, bar)),
        }
    }
    problems
}

/// The orders of the crossing.
pub(in super::super) struct Crossings;

pub(super) static CROSSINGS: Kind = kind_in(
    &["naval"],
    &FLEET,
    CrossOrder::WORDS,
    CrossOrder::PARTS,
    false,
);

impl Script<Sealion> for Crossings {
    type Order = CrossOrder;
    type Answer = Vec<CrossOrder>;
    const KIND: &'static Kind = &CROSSINGS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-crossing")
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        CrossOrder::rows(&Quay::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<CrossOrder>>,
    ) -> Result<Vec<CrossOrder>, Vec<Problem>> {
        let orders: Vec<(usize, CrossOrder)> = steps.into_iter().filter_map(only).collect();
        unless(
            problems(v, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<CrossOrder>>> {
        let quay = Quay::new(v);
        let mut orders: Vec<(usize, CrossOrder)> = Vec::new();
        for order in
            super::super::ideas::crossings(v, &quay.troops, &quay.beaches, &quay.shores, rng)
        {
            orders.push((orders.len(), order));
            if !problems(v, &orders).is_empty() {
                orders.pop();
            }
        }
        Some(
            orders
                .into_iter()
                .map(|(n, order)| Step::Do(n, order))
                .collect(),
        )
    }
}

/// 2.61: which empty ships go home.
pub(in super::super) struct Homeward {
    pub ships: Vec<UnitId>,
    pub zones: Vec<SpaceId>,
}

pub(super) static HOMEWARD: Kind = kind_in(&["return"], &RETURN, &[], &[], true);

/// Points that stay in a zone beside troops ashore, to feed them.
const STAY: usize = 4;

impl Give<Sealion> for Homeward {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &HOMEWARD;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-homeward").with("units", crate::engine::say::items(&self.ships))
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        any(&self.ships)
    }

    fn default(&self, v: &Position<'_>) -> Vec<UnitId> {
        let mut stays: Vec<SpaceId> = Vec::new();
        let mut gone = Vec::new();
        for (ship, zone) in self.ships.iter().zip(&self.zones) {
            let fed = v
                .open
                .german
                .iter()
                .any(|at| v.data.map.place(*at).seas.contains(zone));
            let here = stays.iter().filter(|one| *one == zone).count();
            if fed && here < STAY {
                stays.push(*zone);
            } else {
                gone.push(*ship);
            }
        }
        gone
    }
}
