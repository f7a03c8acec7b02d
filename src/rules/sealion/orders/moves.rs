//! Rule 5: the orders of the movement phases.

use std::collections::BTreeMap;

use super::super::Sealion;
use super::super::bars::Bar;
use super::super::nets::{Front, Walk};
use super::super::state::{Phase, Position, Where};
use super::super::words::{BY, GO_ON, MOTORISED, MOVE, MOVEMENT, OVERRUN, RAIL, WITH, land_kind};
use super::super::{clock, garrison, overrun};
use super::{number, on_line, only};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::Script;
use crate::orders::choice::{at_least, one, way};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Net, Phrase, Problem, Row, Step, Way, lines};

/// Units that can go the same ways.
pub(in super::super) struct Column {
    units: Vec<UnitId>,
    walk: Walk,
    net: Net,
}

/// Who can move, and how.
pub(in super::super) struct Movers {
    walks: Vec<Column>,
    trains: Vec<Column>,
    targets: Vec<SpaceId>,
    tanks: Vec<UnitId>,
    /// Hexes from which a target can be overrun.
    beside: Vec<SpaceId>,
}

impl Movers {
    /// Of some units: all of a side, or a stack that goes on after an overrun.
    pub fn new(v: &Position<'_>, units: &[UnitId]) -> Self {
        let side = v.own();
        let front = Front::new(v, side);
        let columns = |walk: &dyn Fn(UnitId) -> Option<Walk>| {
            let mut groups: BTreeMap<Walk, Vec<UnitId>> = BTreeMap::new();
            for unit in units {
                if let Some(walk) = walk(*unit) {
                    groups.entry(walk).or_default().push(*unit);
                }
            }
            let column = |(walk, units)| Column {
                units,
                walk,
                net: front.net(walk),
            };
            groups.into_iter().map(column).collect::<Vec<_>>()
        };
        let walks = columns(&|unit| v.walk(unit));
        let trains = columns(&|unit| v.by_rail(unit));
        let tanks: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|unit| overrun::may(v, *unit))
            .collect();
        let mut targets: Vec<SpaceId> = Vec::new();
        let mut beside: Vec<SpaceId> = Vec::new();
        let mut seen: Vec<Walk> = Vec::new();
        for walk in tanks.iter().filter_map(|unit| v.walk(*unit)) {
            if seen.contains(&walk) {
                continue;
            }
            seen.push(walk);
            for (from, to) in overrun::within_reach(v, &front, walk) {
                targets.push(to);
                beside.push(from);
            }
        }
        for list in [&mut targets, &mut beside] {
            list.sort_unstable();
            list.dedup();
        }
        Self {
            walks,
            trains,
            targets,
            tanks,
            beside,
        }
    }
}

lines! {
    /// What one line of a movement phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum MoveOrder from m: &Movers {
        /// Rule 5.1: `move 1 Inf, 2 Inf: 3824 3823`.
        MOVE for c in &m.walks => Walk [unit: UnitId = c.units] {
            path: Way<SpaceId> = way(c.walk.start, c.walk.budget, c.net.clone())
        },
        /// Rule 5.4: `rail 1 Inf: 3420`.
        RAIL for c in &m.trains => Train [unit: UnitId = c.units] {
            path: Way<SpaceId> = way(c.walk.start, c.walk.budget, c.net.clone())
        },
        /// Rule 5.6: `overrun 3724: with 7 Pz, 8 Pz by 3823`.
        OVERRUN => Overrun [at: SpaceId = m.targets] {
            with WITH: Vec<UnitId> = at_least(1, &m.tanks),
            by BY: Option<SpaceId> = one(&m.beside),
        },
    }
}

impl MoveOrder {
    /// Who goes.
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Walk { unit, .. } | Self::Train { unit, .. } => vec![*unit],
            Self::Overrun { with, .. } => with.clone(),
        }
    }

    /// Where it ends.
    pub fn end(&self) -> Option<SpaceId> {
        match self {
            Self::Walk { path, .. } | Self::Train { path, .. } => path.last().copied(),
            Self::Overrun { at, .. } => Some(*at),
        }
    }
}

/// What is wrong with the orders of a movement phase, taken together.
fn problems(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    let mut problems = named_twice(
        orders,
        |order: &MoveOrder| order.units().into_iter().map(UnitId::item).collect(),
        "5.1",
    );
    problems.extend(crowded(v, orders));
    problems.extend(trains(v, orders));
    let overruns = orders
        .iter()
        .any(|(_, order)| matches!(order, MoveOrder::Overrun { .. }));
    let front = overruns.then(|| Front::new(v, v.own()));
    for (line, order) in orders {
        if let (MoveOrder::Overrun { at, with, by }, Some(front)) = (order, &front)
            && let Err(bar) = overrun::approach(v, front, with, *at, *by)
        {
            problems.push(on_line(*line, bar));
        }
    }
    let ends: Vec<(UnitId, SpaceId)> = orders
        .iter()
        .flat_map(|(_, order)| {
            let end = order.end();
            order
                .units()
                .into_iter()
                .filter_map(move |unit| Some((unit, end?)))
        })
        .collect();
    if let Some((zone, has, needs)) = garrison::short(v, v.own(), &ends) {
        let guilty = orders.iter().find(|(_, order)| {
            let from = order.units().first().and_then(|unit| v.zone_at(*unit));
            from == Some(zone)
        });
        let line = guilty.map_or(0, |(line, _)| *line);
        problems.push(on_line(line, Bar::Garrison { zone, has, needs }));
    }
    if let Some((has, most)) = clock::too_many(v, &ends) {
        let late = orders
            .iter()
            .rev()
            .find(|(_, order)| order.units().iter().any(|unit| !clock::entitled(v, *unit)));
        let line = late.map_or(0, |(line, _)| *line);
        problems.push(on_line(line, Bar::TooManyFreed { has, most }));
    }
    problems
}

/// Rule 4.11: the line that leaves too much in a hex at the end of the phase.
fn crowded(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    let most = v.data.tables.limits.stack;
    let moved: Vec<UnitId> = orders.iter().flat_map(|(_, order)| order.units()).collect();
    let mut problems = Vec::new();
    for (n, (line, order)) in orders.iter().enumerate() {
        let Some(to) = order.end().filter(|to| v.data.map.england.has(*to)) else {
            continue;
        };
        let mut there = v.on(to, v.own());
        there.retain(|unit| !moved.contains(unit));
        let came = orders[..=n].iter().filter(|(_, one)| one.end() == Some(to));
        there.extend(came.flat_map(|(_, one)| one.units()));
        let has = v.stack_of(&there);
        if has > most {
            let (has, most) = (number(has), number(most));
            problems.push(on_line(*line, Bar::TooHigh { at: to, has, most }));
        }
    }
    problems
}

/// Rule 5.4.1: the line with which more steps go by rail than the die allows.
fn trains(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    if v.own() == super::super::side::Side::German {
        return Vec::new();
    }
    let (mut has, most) = (0, v.open.rail);
    let mut problems = Vec::new();
    for (line, order) in orders {
        if let MoveOrder::Train { unit, .. } = order {
            has += u32::from(v.unit(*unit).steps);
            if has > most {
                let (has, most) = (number(has), number(most));
                problems.push(on_line(*line, Bar::RailFull { has, most }));
            }
        }
    }
    problems
}

/// The orders of the movement phase.
pub(in super::super) struct Moves;

pub(super) static MOVES: Kind = land_kind(&MOVEMENT, MoveOrder::WORDS, MoveOrder::PARTS, false);

/// Those units of the reader that may move in this phase.
fn movers(v: &Position<'_>) -> Vec<UnitId> {
    v.units_of(v.own())
        .filter(|unit| clock::may_move(v, *unit))
        .collect()
}

/// What bots order: nothing that the check refuses.
fn idea(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Step<MoveOrder>> {
    let wishes = super::super::ideas::moves(v, &movers(v), rng);
    let whole: Vec<(usize, MoveOrder)> = wishes.into_iter().enumerate().collect();
    if problems(v, &whole).is_empty() {
        return whole
            .into_iter()
            .map(|(n, order)| Step::Do(n, order))
            .collect();
    }
    let mut orders: Vec<(usize, MoveOrder)> = Vec::new();
    for (_, order) in whole {
        orders.push((orders.len(), order));
        if !problems(v, &orders).is_empty() {
            orders.pop();
        }
    }
    orders
        .into_iter()
        .map(|(n, order)| Step::Do(n, order))
        .collect()
}

impl Script<Sealion> for Moves {
    type Order = MoveOrder;
    type Answer = Vec<MoveOrder>;
    const KIND: &'static Kind = &MOVES;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-movement").with("side", Item::Word(v.own().word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        MoveOrder::rows(&Movers::new(v, &movers(v)))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<MoveOrder>>,
    ) -> Result<Vec<MoveOrder>, Vec<Problem>> {
        let orders: Vec<(usize, MoveOrder)> = steps.into_iter().filter_map(only).collect();
        unless(
            problems(v, &orders),
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<MoveOrder>>> {
        Some(idea(v, rng))
    }
}

/// The orders of the motorised movement phase (5.3).
pub(in super::super) struct MovesAgain;

pub(super) static AGAIN: Kind = land_kind(&MOTORISED, MoveOrder::WORDS, MoveOrder::PARTS, false);

impl Script<Sealion> for MovesAgain {
    type Order = MoveOrder;
    type Answer = Vec<MoveOrder>;
    const KIND: &'static Kind = &AGAIN;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-motorised").with("side", Item::Word(v.own().word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Moves.rows(v)
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<MoveOrder>>,
    ) -> Result<Vec<MoveOrder>, Vec<Problem>> {
        Moves.answer(v, steps)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<MoveOrder>>> {
        Some(idea(v, rng))
    }
}

/// Rule 5.6.2: what a stack does that has overrun a hex.
pub(in super::super) struct Onward {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
}

pub(super) static ONWARD: Kind = land_kind(&GO_ON, MoveOrder::WORDS, MoveOrder::PARTS, false);

impl Script<Sealion> for Onward {
    type Order = MoveOrder;
    type Answer = Vec<MoveOrder>;
    const KIND: &'static Kind = &ONWARD;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-onward")
            .with("at", self.at)
            .with("units", crate::engine::say::items(&self.units))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        MoveOrder::rows(&Movers::new(v, &self.units))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<MoveOrder>>,
    ) -> Result<Vec<MoveOrder>, Vec<Problem>> {
        Moves.answer(v, steps)
    }
}

/// Whether a stack that has overrun a hex can do anything more.
pub(in super::super) fn can_go_on(v: &Position<'_>, units: &[UnitId]) -> bool {
    let there = |unit: &&UnitId| matches!(v.unit(**unit).at, Where::At(_));
    let units: Vec<UnitId> = units.iter().filter(there).copied().collect();
    matches!(v.open.phase, Phase::Movement | Phase::Motorised)
        && units.iter().any(|unit| v.walk(*unit).is_some())
}
