//! Rule 4: the orders of the Movement phase.

use std::collections::BTreeMap;

use super::super::Mercury;
use super::super::bars::Bar;
use super::super::evacuation;
use super::super::nets::{Front, Walk};
use super::super::side::Side;
use super::super::state::Position;
use super::super::units::Type;
use super::super::words::{EMBARK, MARCH, MOVE, MOVEMENT, land_kind};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::Script;
use crate::orders::choice::{one, way};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Net, Phrase, Problem, Row, Step, Way, lines};

/// Units that can go the same ways.
pub(in super::super) struct Column {
    units: Vec<UnitId>,
    walk: Walk,
    net: Net,
}

/// Rule 17.33: units that can be taken off, and where.
pub(in super::super) struct Leavers {
    units: Vec<UnitId>,
    ports: Vec<SpaceId>,
}

/// Who can move, and how.
pub(in super::super) struct Movers {
    walks: Vec<Column>,
    marches: Vec<Column>,
    leavers: Vec<Leavers>,
}

impl Movers {
    fn new(v: &Position<'_>) -> Self {
        let side = v.own();
        let front = Front::new(v, side);
        let columns = |strategic| {
            let mut groups: BTreeMap<Walk, Vec<UnitId>> = BTreeMap::new();
            for unit in v.units_of(side) {
                if let Some(walk) = v.walk(unit, strategic) {
                    groups.entry(walk).or_default().push(unit);
                }
            }
            let column = |(walk, units)| Column {
                units,
                walk,
                net: front.net(walk),
            };
            groups.into_iter().map(column).collect()
        };
        let walks: Vec<Column> = columns(false);
        let leave = |column: &Column| Leavers {
            units: column.units.clone(),
            ports: evacuation::ways(v, &front, column.walk)
                .into_iter()
                .map(|(at, _)| at)
                .collect(),
        };
        let leavers = if side == Side::Allied && v.open.evacuation.is_some() {
            walks.iter().map(leave).collect()
        } else {
            Vec::new()
        };
        Self {
            marches: columns(true),
            leavers,
            walks,
        }
    }
}

lines! {
    /// What one line of the Movement phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum MoveOrder from m: &Movers {
        /// Rule 4.1: `move koch, sarrazin: W4314 W4315`.
        MOVE for c in &m.walks => Walk [unit: UnitId = c.units] {
            path: Way<SpaceId> = way(c.walk.start, c.walk.budget, c.net.clone())
        },
        /// Rule 4.4: `march a-20: W4219`.
        MARCH for c in &m.marches => March [unit: UnitId = c.units] {
            path: Way<SpaceId> = way(c.walk.start, c.walk.budget, c.net.clone())
        },
        /// Rule 17.33: `embark a-20: W1335`.
        EMBARK for l in &m.leavers => Embark [unit: UnitId = l.units] {
            at: SpaceId = one(&l.ports)
        },
    }
}

impl MoveOrder {
    /// Who goes, and which way.
    pub fn way(&self) -> (UnitId, &[SpaceId]) {
        match self {
            Self::Walk { unit, path } | Self::March { unit, path } => (*unit, path),
            Self::Embark { unit, .. } => (*unit, &[]),
        }
    }
}

/// The orders of the Movement phase.
pub(in super::super) struct Moves;

pub(super) static MOVES: Kind = land_kind(&MOVEMENT, MoveOrder::WORDS, MoveOrder::PARTS, false);

impl Script<Mercury> for Moves {
    type Order = MoveOrder;
    type Answer = Vec<MoveOrder>;
    const KIND: &'static Kind = &MOVES;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("ask-crete-movement").with("side", Item::Word(v.own().word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        MoveOrder::rows(&Movers::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        steps: Vec<Step<MoveOrder>>,
    ) -> Result<Vec<MoveOrder>, Vec<Problem>> {
        let orders: Vec<(usize, MoveOrder)> = steps.into_iter().filter_map(only).collect();
        let mut problems = named_twice(
            &orders,
            |order: &MoveOrder| vec![order.way().0.item()],
            "4.1",
        );
        problems.extend(crowded(v, &orders));
        problems.extend(too_many_leave(v, &orders));
        problems.extend(too_much_militia(v, &orders));
        problems.extend(too_many_embark(v, &orders));
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<MoveOrder>>> {
        let orders = super::super::ideas::moves(v, rng);
        Some(orders.into_iter().map(|order| Step::Do(0, order)).collect())
    }
}

/// The line of a step; there is nothing to ask behind `if` here.
fn only(step: Step<MoveOrder>) -> Option<(usize, MoveOrder)> {
    match step {
        Step::Do(line, order) => Some((line, order)),
        Step::If { .. } => None,
    }
}

/// Rule 4.31: the line that leaves too much in a hex at the end of the phase.
fn crowded(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    let most = v.data.tables.limits.stack;
    let goes = |unit: &UnitId| orders.iter().any(|(_, order)| order.way().0 == *unit);
    let mut problems = Vec::new();
    for (n, (line, order)) in orders.iter().enumerate() {
        let (_, path) = order.way();
        let Some(&to) = path.last().filter(|to| !v.data.map.place(**to).zone) else {
            continue;
        };
        let mut there = v.on(to, v.own());
        there.retain(|unit| !goes(unit));
        let came = orders[..=n]
            .iter()
            .filter(|(_, one)| one.way().1.last() == Some(&to));
        there.extend(came.map(|(_, one)| one.way().0));
        let has = v.stack_of(&there);
        if has > most {
            let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
            let (has, most) = (number(has), number(most));
            problems.push(on_line(*line, Bar::TooHigh { at: to, has, most }));
        }
    }
    problems
}

/// Rule 4.64: from turn 7 to 12 one unit in a turn may leave the Suda Special Command Zone.
fn too_many_leave(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    if v.open.suda_open || !(7..=12).contains(&v.open.turn) {
        return Vec::new();
    }
    let suda = |at: SpaceId| v.data.map.place(at).suda;
    let leaves = |order: &&(usize, MoveOrder)| {
        let (unit, path) = order.1.way();
        let from = v.at(unit).is_some_and(suda);
        v.printed(unit).suda && from && path.iter().any(|at| !suda(*at))
    };
    let late = orders.iter().filter(leaves).skip(1);
    late.map(|(line, order)| {
        on_line(
            *line,
            Bar::SudaLeft {
                unit: order.way().0,
            },
        )
    })
    .collect()
}

/// 17.33 a: ports handle so many steps in a turn, and anchorages no tanks.
fn too_many_embark(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut used: BTreeMap<SpaceId, i32> = BTreeMap::new();
    for (line, order) in orders {
        let MoveOrder::Embark { unit, at } = order else {
            continue;
        };
        let (unit, at) = (*unit, *at);
        if !evacuation::fits(v, at, v.printed(unit)) {
            problems.push(on_line(*line, Bar::NeedsPort { unit, at }));
            continue;
        }
        let has = used.entry(at).or_default();
        *has += i32::from(v.steps(unit));
        let (has, most) = (*has, evacuation::room(v, at));
        if has > most {
            problems.push(on_line(*line, Bar::PortFull { at, has, most }));
        }
    }
    problems
}

/// Rule 13.61: no third militia unit in a sector.
fn too_much_militia(v: &Position<'_>, orders: &[(usize, MoveOrder)]) -> Vec<Problem> {
    let most = v.data.tables.limits.militia_per_sector;
    let militia = v.units_of(v.own());
    let militia: Vec<UnitId> = militia
        .filter(|unit| v.printed(*unit).kind == Type::Militia)
        .collect();
    let goes = |unit: UnitId| orders.iter().find(|(_, order)| order.way().0 == unit);
    let end = |unit: UnitId| match goes(unit) {
        Some((_, order)) => order.way().1.last().copied(),
        None => v.at(unit),
    };
    let mut problems = Vec::new();
    for unit in &militia {
        let (Some((line, _)), Some(at)) = (goes(*unit), end(*unit)) else {
            continue;
        };
        let same = |one: &&UnitId| end(**one).is_some_and(|to| v.sector(to) == v.sector(at));
        let came = v
            .at(*unit)
            .is_some_and(|from| v.sector(from) != v.sector(at));
        if came && militia.iter().filter(same).count() > most {
            problems.push(on_line(*line, Bar::Militia { unit: *unit }));
        }
    }
    problems
}
