//! The Luftwaffe's planning map: one line for each raid (6.4, 9.2).

use std::sync::Arc;

use super::super::BurningBlue;
use super::super::bars::Bar;
use super::super::planning;
use super::super::state::{Method, Position, Program};
use super::super::view::{ChitId, TargetId};
use super::super::words::{
    ABOVE, ANGELS, AT, BACK, BOMBERS, COVER, DESCENT, DIVE, ESCORT, FORM, HOW, HUNT, LEVEL, LOW,
    ORBIT, PLAN, RAID, RECOVER, ROUTE, TARGET, TURN, kind,
};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Script;
use crate::orders::choice::{any, at_least, number, one};
use crate::orders::lines::unless;
use crate::orders::{
    Below, Choice, Item, Lines as _, Net, Phrase, Pick, Problem, Row, Step, Way, Ways, elements,
    lines, named_parts,
};

elements! {
    /// Rule 16.2: how a raid bombs.
    pub(in super::super) enum Manner {
        Level = LEVEL,
        Dive = DIVE,
        Low = LOW,
    }
}

impl Manner {
    pub const fn method(self) -> Method {
        match self {
            Self::Level => Method::Level,
            Self::Dive => Method::Dive,
            Self::Low => Method::Low,
        }
    }

    pub const fn of(method: Method) -> Self {
        match method {
            Method::Level => Self::Level,
            Method::Dive => Self::Dive,
            Method::Low => Self::Low,
        }
    }
}

/// What a plan is made of.
pub(in super::super) struct Means {
    pub chits: Vec<ChitId>,
    pub hunts: Vec<ChitId>,
    pub bombers: Vec<UnitId>,
    pub fighters: Vec<UnitId>,
    pub places: Vec<SpaceId>,
    pub bases: Vec<SpaceId>,
    pub targets: Vec<TargetId>,
    pub last: i32,
}

/// Waypoints: any place may follow any other one, since a leg is straight (9.2.3).
struct Anywhere(Vec<SpaceId>);

impl Ways for Anywhere {
    fn from(&self, _: Item, out: &mut Vec<(Item, u32)>) {
        out.extend(self.0.iter().map(|at| (at.item(), 1)));
    }

    fn rule(&self) -> Option<&'static str> {
        Some("9.2.9")
    }
}

/// Rule 9.2.9: more waypoints than any plan needs.
const MOST: u32 = 7;

fn waypoints(m: &Means) -> Choice<Way<SpaceId>> {
    Choice::new(Pick::Path {
        from: Item::Number(0),
        max: MOST,
        stay: true,
        net: Net(Arc::new(Anywhere(m.places.clone()))),
    })
    .optional()
}

named_parts! {
    /// Rule 9.2: who, when, where, how.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Attack from m: &Means {
        pub bombers BOMBERS: Vec<UnitId> = at_least(1, &m.bombers),
        pub escort ESCORT: Vec<UnitId> = any(&m.fighters),
        pub cover COVER: Vec<UnitId> = any(&m.fighters),
        pub form FORM: SpaceId = one(&m.bases),
        pub angels ANGELS: i32 = number(0, 30),
        pub above ABOVE: Option<i32> = number(0, 34),
        pub turn TURN: i32 = number(1, m.last),
        pub route ROUTE: Way<SpaceId> = waypoints(m),
        pub target TARGET: TargetId = one(&m.targets),
        pub how HOW: Option<Manner> = one(Manner::ALL),
        pub descent DESCENT: Option<SpaceId> = one(&m.places),
        pub back BACK: Way<SpaceId> = waypoints(m),
        pub recover RECOVER: Option<SpaceId> = one(&m.bases),
    }
}

named_parts! {
    /// Rule 9.4: a sweep.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Sweep from m: &Means {
        pub hunters BOMBERS: Vec<UnitId> = at_least(1, &m.fighters),
        pub form FORM: SpaceId = one(&m.bases),
        pub angels ANGELS: i32 = number(0, 34),
        pub turn TURN: i32 = number(1, m.last),
        pub route ROUTE: Way<SpaceId> = waypoints(m),
        pub orbit AT: Option<SpaceId> = one(&m.places),
        pub back BACK: Way<SpaceId> = waypoints(m),
        pub recover RECOVER: Option<SpaceId> = one(&m.bases),
    }
}

lines! {
    /// What one line programmes.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Raid from m: &Means {
        /// Rule 9.2: `raid H: with II KG76, III KG76 escort I JG26 form calais angels 12 turn 3 route 2520 2316 target biggin hill`.
        RAID => Attack [chit: ChitId = m.chits] { attack: Attack = Attack::choice(m) },
        /// Rule 9.4: `hunt T: with II JG26 form calais angels 20 turn 2 route 1833 2025 at 2025`.
        HUNT => Sweep [chit: ChitId = m.hunts] { sweep: Sweep = Sweep::choice(m) },
    }
}

/// How the raids are flown.
pub(in super::super) struct Plans;

pub(super) static PLANS: Kind = kind(&PLAN, Raid::WORDS, Raid::PARTS, &["planning"]);

impl Script<BurningBlue> for Plans {
    type Order = Raid;
    type Answer = Vec<Program>;
    const KIND: &'static Kind = &PLANS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let plan = v.hidden.plan.as_ref();
        let chits = plan.map_or(&[][..], |plan| &plan.chits);
        let chits: Vec<Item> = chits.iter().map(|chit| planning::chit_id(*chit)).collect();
        let _ = ORBIT;
        Phrase::new("ask-blue-plan").with("chits", chits)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Raid::rows(&planning::means(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<Step<Raid>>,
    ) -> Result<Vec<Program>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut programs: Vec<Program> = Vec::new();
        for step in orders {
            let Step::Do(line, order) = step else {
                continue;
            };
            match planning::program(v, &order, &programs) {
                Ok(program) => programs.push(program),
                Err(bars) => problems.extend(bars.into_iter().map(|bar| on_line(line, bar))),
            }
        }
        if problems.is_empty()
            && let Err(bar) = planning::complete(v, &programs)
        {
            let bar: Bar = bar;
            problems.push(Problem::new(bar.phrase()).rule(bar.rule()));
        }
        unless(problems, programs)
    }

    fn default(&self, v: &Position<'_>) -> Vec<Step<Raid>> {
        let orders = super::super::staff::plan(v, &mut |_| 0).into_iter();
        orders.map(|order| Step::Do(0, order)).collect()
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<Raid>>> {
        let orders = super::super::staff::plan(v, rng).into_iter();
        Some(orders.map(|order| Step::Do(0, order)).collect())
    }
}
