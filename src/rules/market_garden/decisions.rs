//! What the active side is asked: the orders of an impulse (8.2) and of the phases of D-Day (20).

use super::MarketGarden;
use super::check;
use super::conditions;
use super::ground::place_item;
use super::reactions;
use super::script::{self, Step};
use super::staff;
use super::state::Side;
use super::units::unit_of;
use super::view::View;
use super::words;
use super::words::{ORDERS, TARGET, TARGETS};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind, Speaks};
use crate::orders::word::{NO, YES};
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem, Row, Word};

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
    rows: &[
        &words::ACTIVATE,
        &words::REPAIR,
        &words::MOVE,
        &words::BOAT,
        &words::SEIZE,
        &words::ASSAULT,
        &words::DEMOLISH,
        &words::INFILTRATE,
        &words::BOMBARD,
        &words::BARRAGE,
        &words::STRIKE,
        &words::INTERDICT,
        &words::LAND,
        &words::DROP,
        &words::PASS,
        &words::STOP,
        &words::HOLD,
    ],
    answers: &[
        &words::BY,
        &words::WITH,
        &words::POINT,
        &words::GUNS,
        &words::LEAD,
        &words::TARGET,
    ],
    ..kind(&ORDERS, DAYLIGHT)
};
static TARGETS_KIND: Kind = Kind {
    rows: &[&TARGET],
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

/// An answer of the wrong shape, which no form lets through.
pub(super) fn wrong_shape<T>() -> Result<T, Vec<Problem>> {
    Err(vec![Problem::new(Phrase::new("wrong-shape"))])
}

/// Rule 8.2: the orders of an impulse, one letter.
pub(super) struct Impulse;

impl Decision<MarketGarden> for Impulse {
    type Answer = Vec<Step>;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let s = v.look().s;
        Phrase::new("ask-impulse")
            .with("date", i32::try_from(s.date).unwrap_or(0))
            .with("number", super::telling::space(s.impulse))
    }

    fn form(&self, v: &View<'_>) -> Form {
        script::form(v, conditions::all(v))
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Vec<Step>, Vec<Problem>> {
        let (words, _) = script::layout(v);
        let steps = script::read(&words, picks);
        let problems = check::problems(v.data(), v.look().s, v.own(), &steps);
        if problems.is_empty() {
            Ok(steps)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Script(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(staff::impulse(v, rng))
    }

    fn appeal(&self, v: &View<'_>, picks: &Picks) -> i32 {
        let (words, _) = script::layout(v);
        staff::appeal(v, &script::read(&words, picks))
    }
}

/// Rule 20.4: what the landed units do; with option 23.2 first where they land.
pub(super) struct Landing {
    /// Whether it is asked before anybody has landed.
    pub(super) drops: bool,
}

impl Decision<MarketGarden> for Landing {
    type Answer = Vec<Step>;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new(if self.drops {
            "ask-drops"
        } else {
            "ask-landing"
        })
    }

    fn form(&self, v: &View<'_>) -> Form {
        script::form(v, conditions::all(v))
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Vec<Step>, Vec<Problem>> {
        let (words, _) = script::layout(v);
        let steps = script::read(&words, picks);
        let problems = if self.drops {
            super::dday::drop_problems(v.look(), &steps)
        } else {
            super::dday::landing_problems(v.look(), &steps)
        };
        if problems.is_empty() {
            Ok(steps)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Script(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(if self.drops {
            staff::drops(v, rng)
        } else {
            staff::landing(v, rng)
        })
    }
}

/// Rule 20.5: the assault of XXX Corps in F.
pub(super) struct CorpsAssault;

impl Decision<MarketGarden> for CorpsAssault {
    type Answer = super::assault::Attack;
    const KIND: &'static Kind = &ORDERS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-corps")
    }

    fn form(&self, v: &View<'_>) -> Form {
        script::form(v, Vec::new())
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let (words, _) = script::layout(v);
        let steps = script::read(&words, picks);
        super::dday::corps_attack(v.look(), &steps)
    }

    fn default(&self, v: &View<'_>) -> Picks {
        staff::corps(v)
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Picks> {
        Some(staff::corps(v))
    }
}

/// Rules 20.2 and 20.3: what the bombardments of D-Day are aimed at; one line for each place.
pub(super) struct AimAt {
    pub(super) places: Vec<SpaceId>,
}

impl Decision<MarketGarden> for AimAt {
    type Answer = Vec<(SpaceId, UnitId)>;
    const KIND: &'static Kind = &TARGETS_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let places = self.places.iter().map(|at| place_item(*at));
        Phrase::new("ask-targets").with("places", places.collect::<Vec<Item>>())
    }

    fn form(&self, v: &View<'_>) -> Form {
        let rows = self.places.iter().map(|at| {
            let units = v.look().forward_units(Side::German, *at);
            Row {
                word: &TARGET,
                subjects: vec![place_item(*at)],
                pick: Pick::One(units.into_iter().map(UnitId::item).collect()),
            }
        });
        Form {
            word: &TARGETS,
            subject: Vec::new(),
            pick: Pick::Sheet {
                rows: rows.collect(),
                max: self.places.len(),
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return wrong_shape();
        };
        let chosen = lines.iter().filter_map(|line| {
            let at = self.places.get(line.row)?;
            let unit = script::one(Some(&line.picks)).and_then(unit_of)?;
            Some((*at, unit))
        });
        Ok(chosen.collect())
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::new())
    }
}
