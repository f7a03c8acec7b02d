//! Rules 8.5 and 8.6: who flies, who jumps, and where.

use super::super::Sealion;
use super::super::airborne::{may_drop, may_fly, may_land, planes, wrong};
use super::super::bars::Bar;
use super::super::side::Side;
use super::super::state::Position;
use super::super::tables::Weather;
use super::super::words::{DROP, FLY, LIFT, land_kind};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::one;
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, lines};

/// Who can go where.
pub(in super::super) struct Airfield {
    jumpers: Vec<UnitId>,
    zones: Vec<SpaceId>,
    flyers: Vec<UnitId>,
    bases: Vec<SpaceId>,
}

impl Airfield {
    fn new(v: &Position<'_>) -> Self {
        let all = |drops| {
            v.data
                .land_ids()
                .filter(|unit| may_fly(v, *unit, drops))
                .collect()
        };
        let fair = v.open.weather < Weather::Foul;
        Self {
            jumpers: if fair { all(true) } else { Vec::new() },
            zones: v.data.map.hexes().filter(|at| may_drop(v, *at)).collect(),
            flyers: all(false),
            bases: v.data.map.hexes().filter(|at| may_land(v, *at)).collect(),
        }
    }
}

/// Whether there is anything to order.
pub(in super::super) fn is_any(v: &Position<'_>) -> bool {
    let field = Airfield::new(v);
    planes(v) > 0
        && (!field.jumpers.is_empty() || !field.flyers.is_empty() && !field.bases.is_empty())
}

lines! {
    /// What one line of the air phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Flight from f: &Airfield {
        /// Rule 8.6: `drop 1 FJ: 4022`.
        DROP => Drop [unit: UnitId = f.jumpers] { at: SpaceId = one(&f.zones) },
        /// Rule 8.5: `fly 16 LL: hawkinge`.
        FLY => Fly [unit: UnitId = f.flyers] { at: SpaceId = one(&f.bases) },
    }
}

impl Flight {
    const fn unit(&self) -> UnitId {
        match self {
            Self::Drop { unit, .. } | Self::Fly { unit, .. } => *unit,
        }
    }
}

/// The flights of an air phase.
pub(in super::super) struct Flights;

pub(super) static FLIGHTS: Kind = land_kind(&LIFT, Flight::WORDS, Flight::PARTS, true);

/// What is wrong with the flights: each by itself, and all together.
fn problems(v: &Position<'_>, orders: &[(usize, Flight)]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut left = planes(v);
    for (line, order) in orders {
        let unit = order.unit();
        let needs = i32::from(v.unit(unit).steps);
        if let Some(bar) = wrong(v, order) {
            problems.push(on_line(*line, bar));
        } else if needs > left {
            let has = left.max(0);
            problems.push(on_line(*line, Bar::NoPlanes { unit, has, needs }));
        }
        left -= needs;
    }
    problems
}

impl Sheet<Sealion> for Flights {
    type Order = Flight;
    type Answer = Vec<Flight>;
    const KIND: &'static Kind = &FLIGHTS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-flights").with("most", planes(v))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Flight::rows(&Airfield::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Flight)>,
    ) -> Result<Vec<Flight>, Vec<Problem>> {
        unless(
            problems(v, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Flight>> {
        let field = Airfield::new(v);
        // Beside those who land; never alone.
        let landing: Vec<SpaceId> = v.spots(Side::German).into_iter().collect();
        let near = |at: &SpaceId| {
            landing
                .iter()
                .map(|one| v.data.map.distance(*at, *one))
                .min()
                .unwrap_or(99)
        };
        let mut zones = field.zones.clone();
        zones.retain(|at| v.on(*at, Side::British).is_empty() && near(at) <= 2);
        let mut orders: Vec<(usize, Flight)> = Vec::new();
        for unit in &field.jumpers {
            let n = u32::try_from(zones.len()).unwrap_or(0);
            if n == 0 || rng.below(3) == 0 {
                break;
            }
            let at = zones.swap_remove(usize::try_from(rng.below(n)).unwrap_or(0));
            orders.push((orders.len(), Flight::Drop { unit: *unit, at }));
        }
        for unit in &field.flyers {
            let used = orders.iter().any(|(_, order)| order.unit() == *unit);
            if let Some(at) = field.bases.first().filter(|_| !used) {
                orders.push((
                    orders.len(),
                    Flight::Fly {
                        unit: *unit,
                        at: *at,
                    },
                ));
            }
        }
        while !problems(v, &orders).is_empty() {
            orders.pop();
        }
        Some(orders.into_iter().map(|(_, order)| order).collect())
    }
}
