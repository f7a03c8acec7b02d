//! Rule 6.5: the regroup phase, and the end of the day.

use super::Field;
use super::MarketGarden;
use super::bars::Bar;
use super::control::{look, settle};
use super::event::Event;
use super::ground::{place_item, place_of};
use super::look::Look;
use super::pulse::Via;
use super::reasons::regroup_refused;
use super::script::one;
use super::staff;
use super::state::{Phase, Side};
use super::units::{Kind as Type, unit_of};
use super::victory;
use super::view::View;
use super::words::{REGROUP, REGROUP_KIND};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind, Speaks};
use crate::engine::table::Play;
use crate::orders::{Act, Below, Form, Item, Line, Phrase, Pick, Picks, Problem, Row};

pub(super) static REGROUP_PHASE: Kind = Kind {
    word: &REGROUP_KIND,
    rows: &[&REGROUP],
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

/// Rule 6.5: who goes where.
pub(super) struct Regroup;

/// The units of a side by place, those of one place sharing a row.
pub(super) fn rows(v: &View<'_>) -> Vec<(SpaceId, Vec<UnitId>)> {
    let (look, side) = (v.look(), v.own());
    let mut rows = Vec::new();
    for at in v.data().ground.ids() {
        let units: Vec<UnitId> = look
            .units(side, at)
            .filter(|unit| look.counter(*unit).kind != Type::Tower)
            .collect();
        if !units.is_empty() {
            rows.push((at, units));
        }
    }
    rows
}

impl Decision<MarketGarden> for Regroup {
    type Answer = Vec<(UnitId, SpaceId)>;
    const KIND: &'static Kind = &REGROUP_PHASE;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-regroup")
    }

    fn form(&self, v: &View<'_>) -> Form {
        let rows = rows(v).into_iter().map(|(at, units)| {
            let near = v.data().ground.place(at).near.iter();
            let near: Vec<Item> = near.map(|(to, _)| place_item(*to)).collect();
            Row {
                word: &REGROUP,
                subjects: units.into_iter().map(UnitId::item).collect(),
                pick: Pick::One(near),
            }
        });
        Form {
            word: &REGROUP_KIND,
            subject: Vec::new(),
            pick: Pick::Script {
                rows: rows.collect(),
                tests: Vec::new(),
                max: 200,
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Script(acts) = picks else {
            return super::decisions::wrong_shape();
        };
        let order = |line: &Line| {
            let unit = line.subject.and_then(unit_of)?;
            Some((unit, one(Some(&line.picks)).and_then(place_of)?))
        };
        let lines: Vec<_> = acts.iter().flat_map(Act::lines).filter_map(order).collect();
        let mut s = v.look().s.clone();
        let mut problems = Vec::new();
        for (n, (unit, to)) in lines.iter().enumerate() {
            let look = Look { d: v.data(), s: &s };
            match look.regroup(*unit, *to) {
                Ok((edge, via)) => {
                    let from = s.at(*unit).unwrap_or(*to);
                    let event = Event::Regroups {
                        unit: *unit,
                        from,
                        to: *to,
                        edge,
                        via,
                    };
                    super::apply::apply(v.data(), &mut s, &event);
                }
                Err(bar) => problems.push(regroup_refused(look, n, *unit, *to, bar)),
            }
        }
        if problems.is_empty() {
            Ok(lines)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Script(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(staff::regroup(v, rng))
    }
}

/// Rule 6.5: a side regroups; behind the Allied one the day ends (3.6, 21).
pub(super) fn phase(t: &mut Field<'_>, side: Side) -> Play {
    for (unit, to) in t.ask(side, Regroup)? {
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
