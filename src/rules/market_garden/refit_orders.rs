//! The orders of a refit phase: depots, refits, evening repairs, purchases, in the player's order.

use super::MarketGarden;
use super::check::Draft;
use super::conditions::Condition;
use super::control::look;
use super::depots::Source;
use super::reasons::{plain, refit_refused};
use super::refit::{self, Later};
use super::staff;
use super::state::Side;
use super::view::View;
use super::words::{
    AIR_SUPPLY, ALL_AMERICAN, BOOST, BUY, CORPS_DEPOT, DEPOT, EVENING, FROM, GERMAN_DEPOT,
    OSS_DEPOT, RED_DEVILS, REFIT, REFIT_KIND, REORGANISE, SCREAMING_EAGLES,
};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::decision::{Kind, Speaks};
use crate::engine::ready::Script;
use crate::orders::choice::{any, number, one};
use crate::orders::lines::{forms, unless};
use crate::orders::{Below, Element, Form, Item, Lines as _, Phrase, Problem, Row, Word, lines};

pub(super) static REFIT_PHASE: Kind = Kind {
    word: &REFIT_KIND,
    rows: RefitOrder::WORDS,
    answers: RefitOrder::PARTS,
    reaction: false,
    desk: "staff",
    phases: &["german-refit", "allied-refit"],
    speaks: Speaks::ANY,
};

lines! {
    /// One order of a refit phase.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum RefitOrder from v: &View<'_> {
        /// Rules 13.5 and 13.6: a depot is placed.
        DEPOT => Depot [at: SpaceId = places(v)] { source: Source = one(Source::of(v.own())) },
        /// Rule 13.43: spaces are bought.
        BUY => Buy { spaces: i32 = number(-most_spaces(v), most_spaces(v)) },
        /// Rule 13.41: a unit recovers.
        REFIT => Refit [unit: UnitId = worn(v)] { from FROM: Vec<SpaceId> = any(&places(v)) },
        /// Option 23.6: the wreck of one unit makes another whole.
        REORGANISE => Reorganise [unit: UnitId = worn(v)] { by: UnitId = one(&worn(v)) }
            if v.data().switches.reorganisation,
        /// Rule 19.23: a bridge is repaired in the evening.
        EVENING => Rebuild [edge: SideId = v.look().s.blown] { from FROM: Vec<SpaceId> = any(&places(v)) },
        /// Option 23.4: the reserve goes to the depots of the airborne.
        BOOST => Boost { each: i32 = number(1, v.data().tables.options.boost_most) }
            if v.data().switches.depot_boost && v.own() == Side::Allied,
    }
}

/// One step of a plan.
pub(super) type RefitStep = crate::orders::Step<RefitOrder>;

impl Source {
    /// The sources of a side.
    pub(super) const fn of(side: Side) -> &'static [Self] {
        match side {
            Side::German => &[Self::German],
            Side::Allied => &[
                Self::Corps,
                Self::Oss,
                Self::Airborne(0),
                Self::Airborne(1),
                Self::Airborne(2),
                Self::Air,
            ],
        }
    }

    const fn word(self) -> &'static Word {
        match self {
            Self::German => &GERMAN_DEPOT,
            Self::Corps => &CORPS_DEPOT,
            Self::Oss => &OSS_DEPOT,
            Self::Airborne(0) => &RED_DEVILS,
            Self::Airborne(1) => &ALL_AMERICAN,
            Self::Airborne(_) => &SCREAMING_EAGLES,
            Self::Air => &AIR_SUPPLY,
        }
    }
}

impl Element for Source {
    const WORDS: &'static [&'static Word] = &[
        &CORPS_DEPOT,
        &OSS_DEPOT,
        &RED_DEVILS,
        &ALL_AMERICAN,
        &SCREAMING_EAGLES,
        &AIR_SUPPLY,
        &GERMAN_DEPOT,
    ];

    fn item(self) -> Item {
        Item::Word(self.word())
    }

    fn from_item(item: Item) -> Option<Self> {
        let all = [Side::German, Side::Allied].map(Self::of);
        let mut all = all.into_iter().flatten().copied();
        all.find(|source| source.item() == item)
    }
}

fn places(v: &View<'_>) -> Vec<SpaceId> {
    v.data().ground.ids().collect()
}

fn most_spaces(v: &View<'_>) -> i32 {
    v.data().tables.supply.spaces_most
}

/// Units on the map that are not fresh.
fn worn(v: &View<'_>) -> Vec<UnitId> {
    let look = v.look();
    let units = v.data().units_of(v.own());
    units
        .filter(|unit| look.s.at(*unit).is_some() && !look.fresh(*unit))
        .collect()
}

/// Rule 6.4: the whole plan of a refit phase.
pub(super) struct RefitPlan;

impl Script<MarketGarden> for RefitPlan {
    type Order = RefitOrder;
    type Answer = Vec<RefitStep>;
    const KIND: &'static Kind = &REFIT_PHASE;

    fn question(&self, v: &View<'_>) -> Phrase {
        let s = v.look().s;
        Phrase::new("ask-refit").with("reserve", s.reserve[v.own().index()])
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        RefitOrder::rows(v)
    }

    fn tests(&self, v: &View<'_>) -> Vec<Form> {
        forms(Condition::rows(v))
    }

    fn most(&self, _: &[Row]) -> usize {
        300
    }

    fn answer(&self, v: &View<'_>, steps: Vec<RefitStep>) -> Result<Self::Answer, Vec<Problem>> {
        let problems = problems(v, &certain(&steps));
        unless(problems, steps)
    }

    fn default(&self, v: &View<'_>) -> Vec<RefitStep> {
        staff::refit(v, &[])
    }

    fn policy(&self, v: &View<'_>, wish: &[Item]) -> Option<Vec<RefitStep>> {
        let first: Vec<UnitId> = wish.iter().copied().filter_map(UnitId::from_item).collect();
        Some(staff::refit(v, &first))
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<RefitStep>> {
        Some(staff::evening(v, rng))
    }
}

/// The orders up to the first whose outcome nobody knows: a condition, or a repaired bridge, which may carry the lines
/// of what follows.
fn certain(steps: &[RefitStep]) -> Vec<(usize, &RefitOrder)> {
    let mut orders = Vec::new();
    for step in steps {
        let RefitStep::Do(n, order) = step else {
            break;
        };
        orders.push((*n, order));
        if matches!(order, RefitOrder::Rebuild { .. }) {
            break;
        }
    }
    orders
}

/// Tries the plan as it will be carried out.
fn problems(v: &View<'_>, orders: &[(usize, &RefitOrder)]) -> Vec<Problem> {
    let side = v.own();
    let mut draft = Draft::new(v.data(), v.look().s, side);
    let mut problems = Vec::new();
    for (n, order) in orders {
        let tried = match order {
            // Surrenders come before it: whether the units are a pair is all that can be said.
            RefitOrder::Reorganise { unit, by } => {
                draft.rehearse(|t| t.check(look(t).reorganisable(*unit, *by)))
            }
            order => draft.rehearse(|t| refit::carry_out(t, side, order)),
        };
        if let Some(bar) = tried.refused() {
            problems.push(refit_refused(draft.look(), *n, order, bar));
        }
    }
    // Purchases are paid with what will be in the reserve.
    draft.rehearse(|t| refit::store(t, side));
    let mut later = Later::default();
    for (n, order) in orders {
        if matches!(order, RefitOrder::Buy { .. }) {
            let tried = draft.rehearse(|t| later.carry_out(t, side, order));
            problems.extend(tried.refused().map(|bar| plain(*n, bar)));
        }
    }
    problems
}
