//! Rule 6.5: the regroup phase, and the end of the day.

use super::Field;
use super::MarketGarden;
use super::bars::Bar;
use super::check::Draft;
use super::control::{look, settle};
use super::event::Event;
use super::look::Look;
use super::pulse::Via;
use super::reasons::regroup_refused;
use super::staff;
use super::state::{Phase, Side};
use super::units::Kind as Type;
use super::victory;
use super::view::View;
use super::words::{REGROUP, REGROUP_KIND};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::decision::{Kind, Speaks};
use crate::engine::ready::{InScript, Script};
use crate::engine::table::Play;
use crate::orders::choice::one;
use crate::orders::lines::unless;
use crate::orders::{Below, Lines as _, Phrase, Problem, Row, lines};

pub(super) static REGROUP_PHASE: Kind = Kind {
    word: &REGROUP_KIND,
    rows: Regrouping::WORDS,
    answers: &[],
    reaction: false,
    desk: "staff",
    phases: &["german-regroup", "allied-regroup"],
    speaks: Speaks::ANY,
};

impl Look<'_> {
    /// Rules 6.5 and 7.6: whether a unit may regroup into a neighbouring place.
    pub(super) fn regroup(self, unit: UnitId, to: SpaceId) -> Result<(SideId, Via), Bar> {
        let from = self.s.at(unit).ok_or(Bar::NotAdjacent)?;
        if self.counter(unit).kind == Type::Tower {
            return Err(Bar::Tower);
        }
        if self.s.pulse.regrouped.contains(&unit) {
            return Err(Bar::RegroupTwice);
        }
        let edge = self.d.ground.between(from, to).ok_or(Bar::NotAdjacent)?;
        if !self.free(self.counter(unit).side, to) {
            return Err(Bar::RegroupFree);
        }
        self.allowed(unit, to)?;
        let via = self.way_across(unit, edge)?;
        Ok((edge, via))
    }
}

lines! {
    /// Who goes where.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Regrouping from v: &View<'_> {
        /// A unit goes next door; those of one place share a row.
        REGROUP for (at, units) in groups(v) => Regroup [unit: UnitId = units] {
            to: SpaceId = one(&neighbours(v, at)),
        },
    }
}

/// One step of a plan.
pub(super) type RegroupStep = crate::orders::Step<Regrouping>;

/// Rule 6.5: who goes where.
pub(super) struct Regroup;

/// The units of a side by place.
pub(super) fn groups(v: &View<'_>) -> Vec<(SpaceId, Vec<UnitId>)> {
    let (look, side) = (v.look(), v.own());
    let mut groups = Vec::new();
    for at in v.data().ground.ids() {
        let units: Vec<UnitId> = look
            .units(side, at)
            .filter(|unit| look.counter(*unit).kind != Type::Tower)
            .collect();
        if !units.is_empty() {
            groups.push((at, units));
        }
    }
    groups
}

fn neighbours(v: &View<'_>, at: SpaceId) -> Vec<SpaceId> {
    let near = v.data().ground.place(at).near.iter();
    near.map(|(to, _)| *to).collect()
}

impl Script<MarketGarden> for Regroup {
    type Order = Regrouping;
    type Answer = Vec<Regrouping>;
    const KIND: &'static Kind = &REGROUP_PHASE;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-regroup")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        Regrouping::rows(v)
    }

    fn answer(&self, v: &View<'_>, steps: Vec<RegroupStep>) -> Result<Self::Answer, Vec<Problem>> {
        let mut draft = Draft::new(v.data(), v.look().s, v.own());
        let (mut moves, mut problems) = (Vec::new(), Vec::new());
        for step in steps {
            // There is nothing to ask behind `if`.
            let RegroupStep::Do(n, order @ Regrouping::Regroup { unit, to }) = step else {
                continue;
            };
            if let Some(bar) = draft.rehearse(|t| move_up(t, unit, to)).refused() {
                problems.push(regroup_refused(draft.look(), n, unit, to, bar));
            }
            moves.push(order);
        }
        unless(problems, moves)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<RegroupStep>> {
        Some(staff::regroup(v, rng))
    }
}

/// Rule 6.5: a side regroups; behind the Allied one the day ends (3.6, 21).
pub(super) fn phase(t: &mut Field<'_>, side: Side) -> Play {
    for order in t.ask(side, InScript(Regroup))? {
        let Regrouping::Regroup { unit, to } = order;
        t.attempt(
            |t, bar| {
                let line = order.words(None, &View::new(t.data(), t.state(), Some(side)));
                Event::NotDone { side, line, bar }
            },
            |t| move_up(t, unit, to),
        )?;
    }
    if side == Side::German {
        return t.happen(Event::Next {
            phase: Phase::AlliedRegroup,
        });
    }
    victory::end_of_day(t)?;
    t.happen(Event::Next { phase: Phase::Dawn })
}

/// Rule 6.5: a unit goes next door.
fn move_up(t: &mut Field<'_>, unit: UnitId, to: SpaceId) -> Play {
    let (edge, via) = t.check(look(t).regroup(unit, to))?;
    let from = t.check(t.state().at(unit).ok_or(Bar::NotAdjacent))?;
    t.happen(Event::Regroups {
        unit,
        from,
        to,
        edge,
        via,
    })?;
    settle(t, from)?;
    settle(t, to)
}
