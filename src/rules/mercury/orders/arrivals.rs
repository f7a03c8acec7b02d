//! Rule 21.3: when German convoys sail, and where they come in.

use super::super::Mercury;
use super::super::airlanding;
use super::super::arrivals::{convoys, docks, is_flotilla, passengers};
use super::super::ashore::{beaches, may_unload};
use super::super::bars::Bar;
use super::super::fights;
use super::super::side::Side;
use super::super::state::Position;
use super::super::words::{
    ARRIVALS, BEACH, LOAD, PLAN, SCHEDULES, SUNK, UNLOAD, naval_kind, setup_kind,
};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Give, Sheet};
use crate::orders::choice::{at_least, number, one, share};
use crate::orders::lines::unless;
use crate::orders::{Below, Choice, Item, Lines as _, Phrase, Problem, Row, lines};

/// What can be planned.
pub(in super::super) struct Board {
    convoys: Vec<UnitId>,
    flotilla: Vec<UnitId>,
    troops: Vec<UnitId>,
    turns: [i32; 2],
}

impl Board {
    fn new(v: &Position<'_>) -> Self {
        let all = convoys(v);
        let turn = |n: u32| i32::try_from(n).unwrap_or(1);
        Self {
            flotilla: all
                .iter()
                .copied()
                .filter(|ship| is_flotilla(v, *ship))
                .collect(),
            convoys: all,
            troops: airlanding::queue(v),
            turns: v.data.scenario.turns.map(turn),
        }
    }
}

lines! {
    /// What one line plans.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Plan from b: &Board {
        /// Rule 21.31: `plan light convoy 1: 7`.
        PLAN => Sail [convoy: UnitId = b.convoys] {
            turn: i32 = number(b.turns[0], b.turns[1])
        },
        /// Rule 17.35 e: `load dd flotilla: 1/pi 95`.
        LOAD => Load [convoy: UnitId = b.flotilla] {
            units: Vec<UnitId> = at_least(1, &b.troops)
        },
    }
}

/// Rule 21.31: the plan of all convoys.
pub(in super::super) struct Plans;

pub(super) static PLANS: Kind = setup_kind(&SCHEDULES, Plan::WORDS, Plan::PARTS);

/// When convoys come if nobody says so: on 22 May.
const USUAL_TURN: i32 = 7;

impl Sheet<Mercury> for Plans {
    type Order = Plan;
    type Answer = Vec<Plan>;
    const KIND: &'static Kind = &PLANS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let convoys: Vec<Item> = convoys(v).into_iter().map(Item::from).collect();
        Phrase::new("ask-schedule").with("convoys", convoys)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Plan::rows(&Board::new(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Plan)>,
    ) -> Result<Vec<Plan>, Vec<Problem>> {
        let mut problems = Vec::new();
        for (line, order) in &orders {
            if let Plan::Load { units, .. } = order {
                let (has, most) = (v.steps_of(units), v.data.tables.convoys.dd_flotilla);
                if has > most {
                    problems.push(on_line(*line, Bar::FlotillaFull { has, most }));
                }
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn default(&self, v: &Position<'_>) -> Vec<Plan> {
        let turn = USUAL_TURN;
        let plan = |convoy| Plan::Sail { convoy, turn };
        convoys(v).into_iter().map(plan).collect()
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Plan>> {
        let b = Board::new(v);
        let mut plans = Vec::new();
        if let [convoy] = b.flotilla.as_slice()
            && rng.below(2) == 0
        {
            let most = v.data.tables.convoys.dd_flotilla;
            let mut units: Vec<UnitId> = Vec::new();
            for unit in b.troops.iter().rev() {
                if v.steps_of(&units) + i32::from(v.steps(*unit)) <= most {
                    units.push(*unit);
                }
            }
            units.sort_unstable();
            let convoy = *convoy;
            plans.push(Plan::Load { convoy, units });
        }
        for convoy in b.convoys {
            let turn = 4 + i32::try_from(rng.below(15)).unwrap_or(0);
            let turn = turn.min(b.turns[1]);
            plans.push(Plan::Sail { convoy, turn });
        }
        Some(plans)
    }
}

/// Where the convoys of a turn can come in.
pub(in super::super) struct Coast {
    waders: Vec<UnitId>,
    dockers: Vec<UnitId>,
    beaches: Vec<SpaceId>,
    ports: Vec<SpaceId>,
}

lines! {
    /// Where one convoy comes in.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Coming from c: &Coast {
        /// Rules 21.32 and 17.4: `beach light convoy 1: W4219, W4220`.
        BEACH => Beach [convoy: UnitId = c.waders] {
            beaches: Vec<SpaceId> = at_least(1, &c.beaches)
        },
        /// Rules 21.32 and 17.37: `unload steamer: W4003`.
        UNLOAD => Unload [convoy: UnitId = c.dockers] {
            at: SpaceId = one(&c.ports)
        },
    }
}

impl Coming {
    pub const fn convoy(&self) -> UnitId {
        match self {
            Self::Beach { convoy, .. } | Self::Unload { convoy, .. } => *convoy,
        }
    }
}

/// Rule 21.32: where the convoys of this turn come in.
pub(in super::super) struct Ports {
    pub convoys: Vec<UnitId>,
}

pub(super) static PORTS: Kind = naval_kind(&ARRIVALS, Coming::WORDS, Coming::PARTS);

impl Ports {
    fn coast(&self, v: &Position<'_>) -> Coast {
        let troops = |ship: &UnitId| !passengers(v, *ship).is_empty();
        let dock = |ship: &UnitId| docks(v, *ship);
        let of = |fits: &dyn Fn(&UnitId) -> bool| -> Vec<UnitId> {
            self.convoys.iter().copied().filter(fits).collect()
        };
        Coast {
            waders: of(&troops),
            dockers: of(&dock),
            beaches: beaches(v, Side::German),
            ports: ports(v),
        }
    }

    /// Where nobody says: the port or the beach with fewest enemies near, where friends are.
    pub fn usual(v: &Position<'_>, convoy: UnitId) -> Vec<SpaceId> {
        let worth = |at: &SpaceId| {
            let danger = v.holds(*at, Side::Allied) || v.in_zone(*at, Side::German);
            (danger, v.nearest(*at, Side::German), *at)
        };
        let ports = ports(v).into_iter().filter(|_| docks(v, convoy));
        if let Some(port) = ports.min_by_key(worth) {
            return vec![port];
        }
        let mut all = beaches(v, Side::German);
        all.sort_by_key(worth);
        let Some(first) = all.first().copied() else {
            return Vec::new();
        };
        let seas = v.data.map.coast(first);
        all.retain(|at| v.data.map.coast(*at).iter().any(|sea| seas.contains(sea)));
        all.truncate(3);
        all
    }
}

fn ports(v: &Position<'_>) -> Vec<SpaceId> {
    let ports = v.data.map.all();
    ports
        .filter(|at| may_unload(v, Side::German, *at))
        .collect()
}

impl Sheet<Mercury> for Ports {
    type Order = Coming;
    type Answer = Vec<Coming>;
    const KIND: &'static Kind = &PORTS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        let convoys: Vec<Item> = self.convoys.iter().copied().map(Item::from).collect();
        Phrase::new("ask-arrivals").with("convoys", convoys)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Coming::rows(&self.coast(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Coming)>,
    ) -> Result<Vec<Coming>, Vec<Problem>> {
        let named = |order: &Coming| vec![Item::from(order.convoy())];
        let mut problems = crate::orders::lines::named_twice(&orders, named, "21.32");
        for (line, order) in &orders {
            if let Coming::Beach { convoy, beaches } = order {
                let mut seas = beaches.iter().map(|at| v.data.map.coast(*at));
                let first = seas.next().unwrap_or_default();
                let rest: Vec<Vec<SpaceId>> = seas.collect();
                let common = |sea: &&SpaceId| rest.iter().all(|seas| seas.contains(sea));
                if first.iter().find(common).is_none() {
                    problems.push(on_line(*line, Bar::TwoSeas { unit: *convoy }));
                }
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Coming>> {
        let coast = self.coast(v);
        let pick = |from: &[SpaceId], rng: &mut dyn Below| {
            let n = u32::try_from(from.len()).ok().filter(|n| *n > 0)?;
            from.get(rng.below(n) as usize).copied()
        };
        let mut orders = Vec::new();
        for convoy in coast.waders.iter().copied() {
            if coast.dockers.contains(&convoy) && rng.below(2) == 0 {
                continue;
            }
            if let Some(at) = pick(&coast.beaches, rng) {
                let seas = v.data.map.coast(at);
                let mut near = v.data.map.within(at, 2);
                near.retain(|to| {
                    coast.beaches.contains(to)
                        && v.data
                            .map
                            .coast(*to)
                            .iter()
                            .any(|sea| seas.first() == Some(sea))
                });
                near.sort_unstable();
                let beaches = if near.contains(&at) { near } else { vec![at] };
                orders.push(Coming::Beach { convoy, beaches });
            }
        }
        for convoy in coast.dockers.iter().copied() {
            let told = orders.iter().any(|order| order.convoy() == convoy);
            if let Some(at) = pick(&coast.ports, rng).filter(|_| !told) {
                orders.push(Coming::Unload { convoy, at });
            }
        }
        Some(orders)
    }
}

/// Rule 21.33: whose steps go down.
pub(in super::super) struct Sunk {
    pub units: Vec<UnitId>,
    pub steps: i32,
}

pub(super) static SINKS: Kind = naval_kind(&SUNK, &[], &[]);

impl Give<Mercury> for Sunk {
    type Of = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &SINKS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-sunk").with("steps", self.steps)
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Vec<(UnitId, i32)>> {
        let most = |unit: &UnitId| (*unit, i32::from(v.steps(*unit)));
        let units: Vec<(UnitId, i32)> = self.units.iter().map(most).collect();
        share(&units, self.steps, self.steps)
    }

    fn default(&self, v: &Position<'_>) -> Vec<(UnitId, i32)> {
        fights::cheapest(v, &self.units, self.steps)
    }
}

/// What can sail again, and when at the earliest.
pub(in super::super) struct Again {
    pub convoys: Vec<UnitId>,
    pub first: u32,
}

lines! {
    /// When a marker sails again.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Resail from a: &(Vec<UnitId>, [i32; 2]) {
        /// Rule 21.34: `plan steamer: 14`.
        PLAN => Sail [convoy: UnitId = a.0] {
            turn: i32 = number(a.1[0], a.1[1])
        },
    }
}

pub(super) static AGAIN: Kind = naval_kind(&SCHEDULES, Resail::WORDS, Resail::PARTS);

impl Again {
    fn turns(&self, v: &Position<'_>) -> [i32; 2] {
        let turn = |n: u32| i32::try_from(n).unwrap_or(1);
        [turn(self.first), turn(v.data.scenario.turns[1])]
    }
}

impl Sheet<Mercury> for Again {
    type Order = Resail;
    type Answer = Vec<(UnitId, u32)>;
    const KIND: &'static Kind = &AGAIN;

    fn question(&self, _: &Position<'_>) -> Phrase {
        let convoys: Vec<Item> = self.convoys.iter().copied().map(Item::from).collect();
        Phrase::new("ask-schedule-again").with("convoys", convoys)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Resail::rows(&(self.convoys.clone(), self.turns(v)))
    }

    fn answer(
        &self,
        _: &Position<'_>,
        orders: Vec<(usize, Resail)>,
    ) -> Result<Vec<(UnitId, u32)>, Vec<Problem>> {
        let plan = |(_, Resail::Sail { convoy, turn }): (usize, Resail)| {
            (convoy, u32::try_from(turn).unwrap_or(self.first))
        };
        Ok(orders.into_iter().map(plan).collect())
    }

    /// As soon as they may.
    fn default(&self, v: &Position<'_>) -> Vec<Resail> {
        let [turn, _] = self.turns(v);
        let plan = |convoy: &UnitId| Resail::Sail {
            convoy: *convoy,
            turn,
        };
        self.convoys.iter().map(plan).collect()
    }
}
