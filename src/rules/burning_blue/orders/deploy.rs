//! Before the game: dummies of the Luftwaffe (9.3.1/a), who of the RAF is up already (6.6.5).

use super::super::BurningBlue;
use super::super::deployment;
use super::super::state::{FormId, Position, Readiness};
use super::super::words::{
    ANGELS, AT, DEPLOY, DUMMIES, DUMMY, EARLY, LATE, ON, REMOVE, SIZE, kind,
};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Script, Sheet};
use crate::engine::rehearse::Stage;
use crate::orders::choice::{number, one};
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, Step, lines, named_parts};

/// What dummies are chosen from.
pub(in super::super) struct Decoys {
    pub sizes: i32,
    pub places: Vec<SpaceId>,
    pub down: Vec<FormId>,
}

lines! {
    /// What one line does with dummies.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Decoy from m: &Decoys {
        /// Rule 9.3.1/a: `dummy on 1340 size 2`.
        DUMMY => Place { on ON: SpaceId = one(&m.places), size SIZE: i32 = number(1, m.sizes) } if m.sizes > 0,
        /// Rule 9.3.1/a: `remove f03`.
        REMOVE => Take { form: FormId = one(&m.down) },
    }
}

/// Where dummies are.
pub(in super::super) struct Dummies;

pub(super) static DECOYS: Kind = kind(
    &DUMMIES,
    Decoy::WORDS,
    Decoy::PARTS,
    &["deployment", "formation"],
);

impl Script<BurningBlue> for Dummies {
    type Order = Decoy;
    type Answer = Vec<Decoy>;
    const KIND: &'static Kind = &DECOYS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let free = v.hidden.plan.as_ref().map_or(0, |plan| plan.dummies.len());
        Phrase::new("ask-blue-dummies").with("count", i32::try_from(free).unwrap_or(0))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Decoy::rows(&deployment::decoys(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<Step<Decoy>>,
    ) -> Result<Vec<Decoy>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut done = Vec::new();
        let mut free: Vec<i32> = deployment::free_dummies(v);
        for step in orders {
            let Step::Do(line, order) = step else {
                continue;
            };
            match &order {
                Decoy::Place { on, size } => match free.iter().position(|one| one == size) {
                    Some(at) => {
                        free.remove(at);
                    }
                    None => {
                        problems.push(on_line(line, super::super::bars::Bar::NoDummy { at: *on }));
                    }
                },
                Decoy::Take { form } => free.extend(deployment::dummy_size(v, *form)),
            }
            done.push(order);
        }
        unless(problems, done)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Step<Decoy>>> {
        let orders = super::super::ideas::dummies(v, rng).into_iter();
        Some(orders.map(|order| Step::Do(0, order)).collect())
    }
}

/// Who may begin in the air.
pub(in super::super) struct Alert {
    pub units: Vec<UnitId>,
    pub places: Vec<SpaceId>,
}

named_parts! {
    /// Where a squadron is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Station from m: &Alert {
        pub at AT: SpaceId = one(&m.places),
        pub angels ANGELS: Option<i32> = number(0, 16),
    }
}

named_parts! {
    /// How high a squadron is over its airfield.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Height from m: &Alert {
        pub angels ANGELS: Option<i32> = number(0, 6),
    }
}

lines! {
    /// What one line puts into the air.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Deploy from m: &Alert {
        /// Rule 6.6.5: `early 74: at 2030 angels 16`.
        EARLY => Early [unit: UnitId = m.units] { station: Station = Station::choice(m) },
        /// Rule 6.6.5: `late 501: angels 6`.
        LATE => Late [unit: UnitId = m.units] { height: Height = Height::choice(m) },
    }
}

/// Who begins in the air.
pub(in super::super) struct Deploys {
    pub early: i32,
    pub late: i32,
}

pub(super) static DEPLOYS: Kind = kind(&DEPLOY, Deploy::WORDS, Deploy::PARTS, &["readiness"]);

impl Sheet<BurningBlue> for Deploys {
    type Order = Deploy;
    type Answer = Vec<Deploy>;
    const KIND: &'static Kind = &DEPLOYS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-blue-deploy")
            .with("early", self.early)
            .with("late", self.late)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        let ready = v.hidden.tote.iter();
        let ready = ready.filter(|tote| tote.state == Readiness::Ready);
        let map = &v.data.map;
        let home = |at: &SpaceId| map.place(*at).english == Some(true);
        Deploy::rows(&Alert {
            units: ready.map(|tote| tote.unit).collect(),
            places: map.spaces().filter(home).collect(),
        })
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Deploy)>,
    ) -> Result<Vec<Deploy>, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut stage = Stage::new(v.data, v.imagined());
        let (mut early, mut late) = (0, 0);
        for (line, order) in &orders {
            let tried = stage.attempt(|t| {
                deployment::put_up(t, order, (&mut early, self.early), (&mut late, self.late))
            });
            if let Some(bar) = tried.refused() {
                problems.push(on_line(*line, bar));
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Deploy>> {
        Some(super::super::ideas::deploy(v, rng, self.early, self.late))
    }
}
