//! Rule 11.0: the sheet of the Movement Phase.

use std::cell::OnceCell;

use super::super::class::Arm;
use super::super::words::{DROP, FLY, LAND, MOVE, MOVEMENT_KIND, RAIL, TO, WITH};
use super::super::{View, Weserubung};
use super::air::{self, Fly, Flyer, Transfer, named_twice};
use super::assault::{self, Assault, Drop, Jumper};
use super::columns::{self, Lander, Rider, Walker};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{any, one, way};
use crate::orders::lines::unless;
use crate::orders::{Below, Phrase, Problem, Row, Way, lines};

/// What a line comes to.
#[derive(Clone, Debug)]
pub(crate) enum MoveOrder {
    /// On foot.
    March { unit: UnitId, path: Vec<SpaceId> },
    /// By rail.
    Rail { unit: UnitId, to: SpaceId },
    /// From ships.
    Land { units: Vec<UnitId>, at: SpaceId },
    /// By air.
    Fly(Transfer),
    /// By parachute, on a vacant hex (3.2.3).
    Drop(Assault),
    /// Held back: there is no room (3.1).
    Nothing,
}

/// What the Movement Phase offers.
pub(crate) struct MoveOffer {
    pub(crate) walkers: Vec<Walker>,
    pub(crate) riders: Vec<Rider>,
    pub(crate) landers: Vec<Lander>,
    pub(crate) movers: Vec<Flyer>,
    pub(crate) jumpers: Vec<Jumper>,
}

lines! {
    /// What one line of the Movement Phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum MoveLine from o: &MoveOffer {
        /// Rule 11.0/move: `move 159-1: 1204 1205`.
        MOVE for w in &o.walkers => Move [unit: UnitId = [w.unit]] {
            path: Way<SpaceId> = way(w.from, w.most, w.ways.clone())
        },
        /// Rule 11.0/rail: `rail 159-1: to oslo`.
        RAIL for r in &o.riders => Rail [unit: UnitId = [r.unit]] { to TO: SpaceId = one(&r.to) },
        /// Rule 11.0/land: `land 159-1: with 159-2`.
        LAND for l in &o.landers => Land [unit: UnitId = [l.unit]] {
            with WITH: Vec<UnitId> = any(&l.with),
        },
        /// Rule 7.6.
        FLY for f in &o.movers => Fly [lead: UnitId = [f.unit]] { how: Fly = Fly::choice(f) },
        /// Rule 3.2.3: on a hex without enemies.
        DROP for j in &o.jumpers => Drop [unit: UnitId = [j.unit]] { how: Drop = Drop::choice(j) },
    }
}

/// The sheet. What it offers is found once: the position does not change while it is open.
#[derive(Default)]
pub(crate) struct MoveOrders(OnceCell<MoveOffer>);

impl MoveOrders {
    fn offer(&self, v: &View<'_>) -> &MoveOffer {
        self.0.get_or_init(|| MoveOffer {
            walkers: columns::march_offers(v, false),
            riders: columns::rail_offers(v),
            landers: columns::land_offers(v, false),
            movers: air::fly_offers(v, false),
            jumpers: assault::drop_offers(v, false),
        })
    }
}

/// What some lines come to, and what is wrong with them.
#[derive(Default)]
struct Marching {
    orders: Vec<MoveOrder>,
    problems: Vec<Problem>,
    seen: Vec<UnitId>,
    flights: Vec<(usize, Transfer)>,
    /// Who ends where, to see that no hex is too full (3.1).
    ends: Vec<(usize, UnitId, SpaceId)>,
}

impl Marching {
    fn add(&mut self, v: &View<'_>, n: usize, line: MoveLine) -> Result<(), Vec<Problem>> {
        let pos = v.pos();
        match line {
            MoveLine::Move { unit, path } => {
                self.once(n, &[unit], "3.2");
                self.ends.extend(path.last().map(|to| (n, unit, *to)));
                let path = path.0;
                self.orders.push(MoveOrder::March { unit, path });
            }
            MoveLine::Rail { unit, to } => {
                self.once(n, &[unit], "3.2");
                self.ends.push((n, unit, to));
                self.orders.push(MoveOrder::Rail { unit, to });
            }
            MoveLine::Land { unit, with } => {
                let (units, at) = columns::landing(v, n, unit, &with)?;
                self.once(n, &units, "3.2");
                self.ends.extend(units.iter().map(|unit| (n, *unit, at)));
                self.orders.push(MoveOrder::Land { units, at });
            }
            MoveLine::Fly { lead, how } => {
                let order = air::transfer(v, n, lead, &how)?;
                self.once(n, &order.units, "3.3");
                self.once(n, &order.carry, "7.6");
                if let Some(to) = order.to.field() {
                    self.ends
                        .extend(order.carry.iter().map(|unit| (n, *unit, to)));
                }
                self.flights.push((n, order.clone()));
                self.orders.push(MoveOrder::Fly(order));
            }
            MoveLine::Drop { unit, how } => {
                let order = assault::jump(v, n, unit, &how)?;
                self.once(n, &order.units, "3.2");
                let land = order.units.iter();
                let land = land.filter(|unit| pos.arm(**unit) == Arm::Land);
                self.ends.extend(land.map(|unit| (n, *unit, order.target)));
                self.orders.push(MoveOrder::Drop(order));
            }
        }
        Ok(())
    }

    fn once(&mut self, n: usize, units: &[UnitId], rule: &'static str) {
        let twice = named_twice(n, units, &mut self.seen, rule);
        self.problems.extend(twice);
    }
}

impl Sheet<Weserubung> for MoveOrders {
    type Order = MoveLine;
    type Answer = Vec<MoveOrder>;
    const KIND: &'static Kind = &MOVEMENT_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-movement")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        MoveLine::rows(self.offer(v))
    }

    fn most(&self, rows: &[Row]) -> usize {
        rows.len()
    }

    fn answer(
        &self,
        v: &View<'_>,
        lines: Vec<(usize, MoveLine)>,
    ) -> Result<Vec<MoveOrder>, Vec<Problem>> {
        let mut all = Marching::default();
        for (n, line) in lines {
            if let Err(wrong) = all.add(v, n, line) {
                all.problems.extend(wrong);
            }
        }
        let flights = all.flights.iter();
        let flights: Vec<(usize, &Transfer)> = flights.map(|(n, order)| (*n, order)).collect();
        all.problems.extend(air::crowding(v, &flights));
        all.problems.extend(crowded(v, &all.ends));
        unless(all.problems, all.orders)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<MoveLine>> {
        Some(super::super::ideas::movement(v, self.offer(v), rng))
    }
}

/// Rule 3.1: the line that leaves too many land units in a hex.
fn crowded(v: &View<'_>, ends: &[(usize, UnitId, SpaceId)]) -> Vec<Problem> {
    let pos = v.pos();
    let own = v.alliance();
    let mut problems = Vec::new();
    for (index, (n, unit, to)) in ends.iter().enumerate() {
        if pos.arm(*unit) != Arm::Land || pos.d.map.hex(*to).holds.is_some() {
            continue;
        }
        let leaves = |one: &UnitId| ends.iter().any(|(_, other, end)| other == one && end != to);
        let stay = pos
            .land(*to, own)
            .iter()
            .filter(|one| !leaves(one) && *one != unit)
            .count();
        let come = ends[..=index]
            .iter()
            .filter(|(_, one, end)| {
                end == to && pos.arm(*one) == Arm::Land && !pos.land(*to, own).contains(one)
            })
            .count();
        let has = pos.d.tables.stack_land;
        if stay + come > has {
            let what = Phrase::new("too-many-there")
                .with("at", to.item())
                .with("needed", super::number(stay + come))
                .with("has", super::number(has));
            problems.push(on_line(*n, what, "3.1"));
        }
    }
    problems
}
