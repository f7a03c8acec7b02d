//! Rule 6.5: the regroup phase, and the end of the day.

use super::Field;
use super::MarketGarden;
use super::bars::Bar;
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
    type Answer = Vec<(UnitId, SpaceId)>;
    const KIND: &'static Kind = &REGROUP_PHASE;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-regroup")
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        Regrouping::rows(v)
    }

    fn answer(&self, v: &View<'_>, steps: Vec<RegroupStep>) -> Result<Self::Answer, Vec<Problem>> {
        let mut s = v.look().s.clone();
        let (mut moves, mut problems) = (Vec::new(), Vec::new());
        for step in steps {
            // There is nothing to ask behind `if`.
            let RegroupStep::Do(n, Regrouping::Regroup { unit, to }) = step else {
                continue;
            };
            let look = Look { d: v.data(), s: &s };
            match look.regroup(unit, to) {
                Ok((edge, via)) => {
                    let from = s.at(unit).unwrap_or(to);
                    let event = Event::Regroups {
                        unit,
                        from,
                        to,
                        edge,
                        via,
                    };
                    super::apply::apply(v.data(), &mut s, &event);
                }
                Err(bar) => problems.push(regroup_refused(look, n, unit, to, bar)),
            }
            moves.push((unit, to));
        }
        unless(problems, moves)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<RegroupStep>> {
        Some(staff::regroup(v, rng))
    }
}

/// Rule 6.5: a side regroups; behind the Allied one the day ends (3.6, 21).
pub(super) fn phase(t: &mut Field<'_>, side: Side) -> Play {
    for (unit, to) in t.ask(side, InScript(Regroup))? {
        let Ok((edge, via)) = look(t).regroup(unit, to) else {
            held(t, side, unit, to)?;
            continue;
        };
        let from = t.state().at(unit).unwrap_or(to);
        t.happen(Event::Regroups {
            unit,
            from,
            to,
            edge,
            via,
        })?;
        settle(t, from)?;
        settle(t, to)?;
    }
    if side == Side::German {
        return t.happen(Event::Next {
            phase: Phase::AlliedRegroup,
        });
    }
    victory::end_of_day(t)?;
    t.happen(Event::Next { phase: Phase::Dawn })
}

/// Tells the owner of a unit why it does not move up.
fn held(t: &mut Field<'_>, side: Side, unit: UnitId, to: SpaceId) -> Play {
    let Err(bar) = look(t).regroup(unit, to) else {
        return Ok(());
    };
    let (unit, to) = (t.data().counter(unit), t.data().ground.place(to));
    let line = format!("regroup {}: {}", unit.id, to.id);
    t.happen(Event::NotDone { side, line, bar })
}
