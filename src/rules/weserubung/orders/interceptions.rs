//! Rules 7.2, 8.2 and 8.3: who meets whom on his way, and where.

use super::super::class::Arm;
use super::super::words::{AT, ENGAGE, ENGAGE_KIND, INTERCEPT, INTERCEPT_KIND, WITH};
use super::super::{View, Weserubung};
use super::items;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::choice::{any, one};
use crate::orders::lines::unless;
use crate::orders::{
    About, Answer as _, Below, Form, Item, Phrase, Picks, Problem, Word, named_parts,
};

/// Rules 7.2, 8.2, 8.3: who intercepts, and where on the way?
pub(crate) struct Intercept {
    pub(crate) movers: Vec<UnitId>,
    pub(crate) route: Vec<SpaceId>,
    /// Who could, and the first and last hex of the route in his reach.
    pub(crate) able: Vec<(UnitId, Vec<usize>)>,
}

/// Against ships: by ships and aircraft.
pub(crate) struct Engage(pub(crate) Intercept);

/// Who meets the movers at which hex of the route.
pub(crate) type Meeting = (Vec<UnitId>, usize);

named_parts! {
    /// Who goes, and where to: `intercept ju-87: with gladiator at 1204`.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Sally from i: &Intercept {
        with WITH: Vec<UnitId> = any(&i.units()).required(),
        at AT: Option<SpaceId> = one(&i.hexes()),
    }
}

impl Intercept {
    fn units(&self) -> Vec<UnitId> {
        self.able.iter().map(|(unit, _)| *unit).collect()
    }

    fn hexes(&self) -> Vec<SpaceId> {
        let reached = |n: &usize| self.able.iter().any(|(_, hexes)| hexes.contains(n));
        let mut hexes: Vec<SpaceId> = Vec::new();
        for n in (0..self.route.len()).filter(reached) {
            if !hexes.contains(&self.route[n]) {
                hexes.push(self.route[n]);
            }
        }
        hexes
    }

    fn form(&self, word: &'static Word) -> Form {
        let first = self.movers.first().map(|unit| unit.item());
        Form {
            word,
            subject: first.into_iter().collect(),
            pick: Sally::choice(self).pick(),
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Option<Meeting>, Vec<Problem>> {
        let Some(Sally { with: chosen, at }) = Sally::read(Some(picks)) else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        if chosen.is_empty() {
            return Ok(None);
        }
        let reach = |unit: &UnitId, n: usize| {
            let able = self.able.iter().find(|(one, _)| one == unit);
            able.is_some_and(|(_, hexes)| hexes.contains(&n))
        };
        let at = match at {
            Some(at) => self.route.iter().position(|place| *place == at),
            None => (0..self.route.len()).find(|n| chosen.iter().all(|unit| reach(unit, *n))),
        };
        let Some(at) = at else {
            return Err(vec![
                Problem::new(Phrase::new("no-common-hex").with("units", items(&chosen)))
                    .rule("7.2"),
            ]);
        };
        let pos = v.pos();
        let mut problems = Vec::new();
        for unit in &chosen {
            if !reach(unit, at) {
                let far = pos
                    .at(*unit)
                    .map_or(0, |from| pos.d.map.distance(from, self.route[at]));
                let reach = match pos.arm(*unit) {
                    Arm::Naval => pos.d.tables.naval_reach,
                    _ => pos.d.tables.air_reach,
                };
                // Within reach as the crow flies, but not by water, or in a port (8.8).
                let key = if far <= reach {
                    "cannot-meet-there"
                } else {
                    "out-of-reach"
                };
                let what = Phrase::new(key)
                    .with("unit", unit.item())
                    .with("at", self.route[at].item())
                    .with("needed", super::number(far))
                    .with("has", super::number(reach));
                problems.push(
                    Problem::new(what)
                        .about(About::Item(unit.item()))
                        .rule("7.2"),
                );
            }
        }
        let ships = chosen
            .iter()
            .filter(|unit| pos.arm(**unit) == Arm::Naval)
            .count();
        let room = chosen.first().map_or(0, |unit| {
            pos.space(self.route[at], pos.alliance(*unit), Arm::Naval)
        });
        if ships > room {
            let what = Phrase::new("too-many-there")
                .with("at", self.route[at].item())
                .with("needed", super::number(ships))
                .with("has", super::number(room));
            problems.push(Problem::new(what).rule("3.1"));
        }
        unless(problems, Some((chosen, at)))
    }

    /// Intercept with everybody who can at the first hex where that makes a fight worth having.
    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        if rng.below(2) == 0 {
            return Some(nobody());
        }
        let pos = v.pos();
        let n = (0..self.route.len()).find(|n| self.able.iter().any(|(_, at)| at.contains(n)))?;
        let here = |arm: Arm, most: usize| -> Vec<UnitId> {
            let able = self
                .able
                .iter()
                .filter(|(unit, at)| at.contains(&n) && pos.arm(*unit) == arm);
            able.map(|(unit, _)| *unit).take(most).collect()
        };
        let room = self.able.first().map_or(0, |(unit, _)| {
            pos.space(self.route[n], pos.alliance(*unit), Arm::Naval)
        });
        let mut chosen = here(Arm::Naval, room.min(6));
        chosen.extend(here(Arm::Air, 6));
        let sally = Sally {
            with: chosen,
            at: Some(self.route[n]),
        };
        Some(sally.picks())
    }
}

/// Nobody goes; that must be said.
fn nobody() -> Picks {
    Picks::Parts(vec![Some(Picks::List(Vec::new())), None])
}

impl Decision<Weserubung> for Intercept {
    type Answer = Option<Meeting>;
    const KIND: &'static Kind = &INTERCEPT_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-intercept-flight")
            .with("units", items(&self.movers))
            .with(
                "to",
                self.route.last().map_or(Item::Number(0), |to| to.item()),
            )
    }

    fn form(&self, _: &View<'_>) -> Form {
        Self::form(self, &INTERCEPT)
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        Self::answer(self, v, picks)
    }

    fn default(&self, _: &View<'_>) -> Picks {
        nobody()
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Self::idea(self, v, rng)
    }
}

impl Decision<Weserubung> for Engage {
    type Answer = Option<Meeting>;
    const KIND: &'static Kind = &ENGAGE_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-engage")
            .with("units", items(&self.0.movers))
            .with(
                "to",
                self.0.route.last().map_or(Item::Number(0), |to| to.item()),
            )
    }

    fn form(&self, _: &View<'_>) -> Form {
        self.0.form(&ENGAGE)
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        self.0.answer(v, picks)
    }

    fn default(&self, _: &View<'_>) -> Picks {
        nobody()
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        self.0.idea(v, rng)
    }
}
