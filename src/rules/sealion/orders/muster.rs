//! Rules 13.4 and 14.2: orders of the reinforcement phase.

use super::super::Sealion;
use super::super::bars::Bar;
use super::super::muster::{homes, price};
use super::super::scenario::Pool;
use super::super::side::Side;
use super::super::state::{Position, Where};
use super::super::words::{DETACH, REBUILD, REINFORCE, REJOIN, TO, kind_in};
use super::{on_line, only};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::Script;
use crate::orders::choice::one;
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, Step, lines};

/// Who can be rebuilt, sent forward, taken back.
pub(in super::super) struct Depot {
    lost: Vec<UnitId>,
    homes: Vec<SpaceId>,
    parents: Vec<UnitId>,
    detachments: Vec<UnitId>,
}

impl Depot {
    fn new(v: &Position<'_>) -> Self {
        let side = v.own();
        let own = |unit: &UnitId| v.printed(*unit).side() == side;
        let affordable = |unit: &UnitId| {
            price(v, *unit).is_some_and(|(pool, cost)| v.points(side, pool) >= i32::from(cost))
        };
        let parent = |unit: &UnitId| {
            let away = |one: UnitId| matches!(v.unit(one).at, Where::Out | Where::Away);
            v.is_full_division(*unit)
                && v.at(*unit).is_some()
                && v.data.detachment_of(*unit).is_some_and(away)
        };
        let back = |unit: &UnitId| {
            let parent = v.data.parent_of(*unit);
            let same =
                parent.is_some_and(|parent| v.at(parent).is_some() && v.at(parent) == v.at(*unit));
            same && parent.is_some_and(|parent| v.unit(parent).steps == 1)
        };
        let all = || v.data.land_ids().filter(own);
        Self {
            lost: all().filter(affordable).collect(),
            homes: homes(v, side),
            parents: all().filter(parent).collect(),
            detachments: all().filter(back).collect(),
        }
    }
}

/// Whether there is anything to order.
pub(in super::super) fn is_any(v: &Position<'_>) -> bool {
    let depot = Depot::new(v);
    !depot.lost.is_empty() || !depot.parents.is_empty() || !depot.detachments.is_empty()
}

lines! {
    /// What one line of the reinforcement phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum MusterOrder from d: &Depot {
        /// Rule 14.2.1: `rebuild 1 Inf: to northern-england`.
        REBUILD => Rebuild [unit: UnitId = d.lost] { to TO: Option<SpaceId> = one(&d.homes) },
        /// Rule 13.4: `detach 8 Inf`.
        DETACH => Detach [unit: UnitId = d.parents],
        /// Rule 13.4: `rejoin FD 8th`.
        REJOIN => Rejoin [unit: UnitId = d.detachments],
    }
}

impl MusterOrder {
    fn unit(&self) -> UnitId {
        match self {
            Self::Rebuild { unit, .. } | Self::Detach { unit } | Self::Rejoin { unit } => *unit,
        }
    }
}

/// The orders of the reinforcement phase.
pub(in super::super) struct Musters;

pub(super) static MUSTERS: Kind = kind_in(
    &["reinforcement"],
    &REINFORCE,
    MusterOrder::WORDS,
    MusterOrder::PARTS,
    true,
);

/// What is wrong with the orders, taken together: no more points are spent than there are.
fn problems(v: &Position<'_>, orders: &[(usize, MusterOrder)]) -> Vec<Problem> {
    let mut problems = named_twice(
        orders,
        |order: &MusterOrder| vec![order.unit().item()],
        "14.2",
    );
    let mut spent: Vec<(Pool, i32)> = Vec::new();
    for (line, order) in orders {
        let MusterOrder::Rebuild { unit, .. } = order else {
            continue;
        };
        let Some((pool, cost)) = price(v, *unit) else {
            continue;
        };
        let before: i32 = spent
            .iter()
            .filter(|(one, _)| *one == pool)
            .map(|(_, cost)| *cost)
            .sum();
        let (has, needs) = (v.points(v.own(), pool) - before, i32::from(cost));
        if has < needs {
            problems.push(on_line(
                *line,
                Bar::NoPoints {
                    unit: *unit,
                    has,
                    needs,
                },
            ));
        }
        spent.push((pool, needs));
    }
    problems
}

impl Script<Sealion> for Musters {
    type Order = MusterOrder;
    type Answer = Vec<MusterOrder>;
    const KIND: &'static Kind = &MUSTERS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-muster").with("side", Item::Word(v.own().word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        MusterOrder::rows(&Depot::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<MusterOrder>>,
    ) -> Result<Vec<MusterOrder>, Vec<Problem>> {
        let orders: Vec<(usize, MusterOrder)> = steps.into_iter().filter_map(only).collect();
        unless(
            problems(v, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<MusterOrder>>> {
        let depot = Depot::new(v);
        let mut orders: Vec<(usize, MusterOrder)> = Vec::new();
        let rebuild = depot.lost.iter().map(|unit| MusterOrder::Rebuild {
            unit: *unit,
            to: None,
        });
        let mut wishes: Vec<MusterOrder> = rebuild.collect();
        if v.own() == Side::German && rng.below(3) == 0 {
            wishes.extend(
                depot
                    .parents
                    .iter()
                    .map(|unit| MusterOrder::Detach { unit: *unit }),
            );
        }
        if rng.below(2) == 0 {
            wishes.extend(
                depot
                    .detachments
                    .iter()
                    .map(|unit| MusterOrder::Rejoin { unit: *unit }),
            );
        }
        for wish in wishes {
            orders.push((orders.len(), wish));
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
