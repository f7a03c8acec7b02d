//! What the active side is asked: the orders of an impulse (8.2) and of the phases of D-Day (20).

use super::MarketGarden;
use super::check;
use super::conditions::Condition;
use super::ground::place_item;
use super::reactions;
use super::script::{Muster, Order, Step};
use super::staff;
use super::state::Side;
use super::view::View;
use super::words::{ORDERS, TARGET, TARGETS};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Kind, Speaks};
use crate::engine::ready::{Script, Sheet};
use crate::orders::choice::one;
use crate::orders::lines::{forms, unless};
use crate::orders::word::{NO, YES};
use crate::orders::{Below, Form, Item, Lines as _, Phrase, Problem, Row, Word, lines};

const DDAY: &[&str] = &["air", "guns", "drop", "corps"];
const DAYLIGHT: &[&str] = &["german", "allied", "drop", "corps"];
/// What standing orders may answer besides names.
static YES_NO: [&Word; 2] = [&YES, &NO];

pub(super) const fn kind(word: &'static Word, phases: &'static [&'static str]) -> Kind {
    Kind {
        word,
        rows: &[],
        answers: &YES_NO,
        reaction: false,
        desk: "staff",
        phases,
        speaks: Speaks::ANY,
    }
}

pub(super) static ORDERS_KIND: Kind = Kind {
    rows: Order::WORDS,
    answers: Order::PARTS,
    ..kind(&ORDERS, DAYLIGHT)
};
static TARGETS_KIND: Kind = Kind {
    rows: Aim::WORDS,
    ..kind(&TARGETS, DDAY)
};
pub(super) static KINDS: &[&Kind] = &[
    &ORDERS_KIND,
    &super::refit_orders::REFIT_PHASE,
    &super::regroup::REGROUP_PHASE,
    &TARGETS_KIND,
    &reactions::FORWARD_KIND,
    &reactions::REROLL_KIND,
    &reactions::LOSSES_KIND,
    &reactions::REFUGE_KIND,
    &reactions::WITHDRAW_KIND,
    &reactions::ATTRITION_KIND,
    &reactions::MISTAKEN_KIND,
    &reactions::SHIFT_KIND,
    &reactions::BLOW_KIND,
    &super::bids::BID_KIND,
    &super::bids::SPACES_KIND,
];

pub(super) static SCRIPTS: &[&Kind] = &[
    &ORDERS_KIND,
    &super::refit_orders::REFIT_PHASE,
    &super::regroup::REGROUP_PHASE,
];

/// Rule 8.2: the orders of an impulse, one letter.
pub(super) struct Impulse;

impl Script<MarketGarden> for Impulse {
    type Order = Order;
    type Answer = Vec<Step>;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let s = v.look().s;
        Phrase::new("ask-impulse")
            .with("date", i32::try_from(s.date).unwrap_or(0))
            .with("number", super::telling::space(s.impulse))
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        Order::rows(&Muster::new(v))
    }

    fn tests(&self, v: &View<'_>) -> Vec<Form> {
        forms(Condition::rows(v))
    }

    fn answer(&self, v: &View<'_>, steps: Vec<Step>) -> Result<Vec<Step>, Vec<Problem>> {
        let problems = check::problems(v.data(), v.look().s, v.own(), &steps);
        unless(problems, steps)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<Step>> {
        Some(staff::impulse(v, rng))
    }

    fn appeal(&self, v: &View<'_>, steps: &[Step]) -> i32 {
        staff::appeal(v, steps)
    }
}

/// Rule 20.4: what the landed units do; with option 23.2 first where they land.
pub(super) struct Landing {
    /// Whether it is asked before anybody has landed.
    pub(super) drops: bool,
}

impl Script<MarketGarden> for Landing {
    type Order = Order;
    type Answer = Vec<Step>;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new(if self.drops {
            "ask-drops"
        } else {
            "ask-landing"
        })
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        Order::rows(&Muster::new(v))
    }

    fn tests(&self, v: &View<'_>) -> Vec<Form> {
        forms(Condition::rows(v))
    }

    fn answer(&self, v: &View<'_>, steps: Vec<Step>) -> Result<Vec<Step>, Vec<Problem>> {
        let problems = if self.drops {
            super::dday::drop_problems(v.look(), &steps)
        } else {
            super::dday::landing_problems(v.look(), &steps)
        };
        unless(problems, steps)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<Step>> {
        Some(if self.drops {
            staff::drops(v, rng)
        } else {
            staff::landing(v, rng)
        })
    }
}

/// Rule 20.5: the assault of XXX Corps in F.
pub(super) struct CorpsAssault;

impl Script<MarketGarden> for CorpsAssault {
    type Order = Order;
    type Answer = super::assault::Attack;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-corps")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        Order::rows(&Muster::new(v))
    }

    fn answer(&self, v: &View<'_>, steps: Vec<Step>) -> Result<Self::Answer, Vec<Problem>> {
        super::dday::corps_attack(v.look(), &steps)
    }

    fn default(&self, v: &View<'_>) -> Vec<Step> {
        staff::corps(v)
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Vec<Step>> {
        Some(staff::corps(v))
    }
}

/// Rules 20.2 and 20.3: what the bombardments of D-Day are aimed at; one line for each place.
pub(super) struct AimAt {
    pub(super) places: Vec<SpaceId>,
}

lines! {
    /// What one place is bombarded for.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Aim from aims: &[(SpaceId, Vec<UnitId>)] {
        /// `target 12: 9 SS recon`.
        TARGET for (place, units) in aims => Target [at: SpaceId = [*place]] { unit: UnitId = one(units) },
    }
}

impl Sheet<MarketGarden> for AimAt {
    type Order = Aim;
    type Answer = Vec<(SpaceId, UnitId)>;
    const KIND: &'static Kind = &TARGETS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let places = self.places.iter().map(|at| place_item(*at));
        Phrase::new("ask-targets").with("places", places.collect::<Vec<Item>>())
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        let there = |at: &SpaceId| (*at, v.look().forward_units(Side::German, *at));
        let aims: Vec<_> = self.places.iter().map(there).collect();
        Aim::rows(&aims)
    }

    fn most(&self, _: &[Row]) -> usize {
        self.places.len()
    }

    fn answer(&self, _: &View<'_>, aims: Vec<(usize, Aim)>) -> Result<Self::Answer, Vec<Problem>> {
        let aim = |(_, Aim::Target { at, unit })| (at, unit);
        Ok(aims.into_iter().map(aim).collect())
    }
}
