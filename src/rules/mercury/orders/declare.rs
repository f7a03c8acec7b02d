//! Rule 7: declarations of combat, refusals, reactions, and who follows.

use super::super::Mercury;
use super::super::bars::Bar;
use super::super::side::Side;
use super::super::state::Position;
use super::super::words::{
    ATTACK, DECLARE, FOLLOW, REACT, REACTION, REFUSAL, REFUSE, TO, WITH, land_kind,
};
use super::super::{declare, reaction, refusal};
use super::{ask, on_line, plain};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::{Give, Sheet};
use crate::orders::choice::{any, at_least, one, ranked};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{
    Answer as _, Below, Choice, Item, Lines as _, Phrase, Problem, Ranking, Row, lines,
};

/// A hex, and the units that can do something about it.
pub(in super::super) struct Place {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    pub exits: Vec<SpaceId>,
}

lines! {
    /// What one line declares.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Declaration from places: &[Place] {
        /// Rule 7.1: `attack W4314: with koch, sarrazin`.
        ATTACK for place in places => Attack [at: SpaceId = [place.at]] {
            with WITH: Vec<UnitId> = at_least(1, &place.units).required()
        },
    }
}

/// The declarations of the active side.
pub(in super::super) struct Declarations;

pub(super) static DECLARATIONS: Kind =
    land_kind(&DECLARE, Declaration::WORDS, Declaration::PARTS, false);

impl Sheet<Mercury> for Declarations {
    type Order = Declaration;
    type Answer = Vec<Declaration>;
    const KIND: &'static Kind = &DECLARATIONS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("ask-declarations").with("side", Item::Word(v.own().word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Declaration::rows(&declare::targets(v, v.own()))
    }

    fn answer(
        &self,
        _: &Position<'_>,
        orders: Vec<(usize, Declaration)>,
    ) -> Result<Vec<Declaration>, Vec<Problem>> {
        let named = |order: &Declaration| {
            let Declaration::Attack { with, .. } = order;
            with.iter().map(|unit| unit.item()).collect()
        };
        let problems = named_twice(&orders, named, "7.11");
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Declaration>> {
        Some(super::super::ideas::declarations(v, rng))
    }
}

lines! {
    /// What one line refuses.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Refusal from places: &[Place] {
        /// Rule 7.3: `refuse W4314: to W4315`.
        REFUSE for place in places => Refuse [at: SpaceId = [place.at]] {
            to TO: Ranking<SpaceId> = ranked(&place.exits)
        },
    }
}

/// Which stacks of the side attacked refuse combat.
pub(in super::super) struct Refusals {
    pub attacker: Side,
}

pub(super) static REFUSALS: Kind = land_kind(&REFUSAL, Refusal::WORDS, Refusal::PARTS, true);

impl Sheet<Mercury> for Refusals {
    type Order = Refusal;
    type Answer = Vec<Refusal>;
    const KIND: &'static Kind = &REFUSALS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let places = refusal::places(v, self.attacker);
        let places: Vec<Item> = places.iter().map(|place| place.at.item()).collect();
        Phrase::new("ask-refusals").with("places", places)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Refusal::rows(&refusal::places(v, self.attacker))
    }

    fn answer(
        &self,
        _: &Position<'_>,
        orders: Vec<(usize, Refusal)>,
    ) -> Result<Vec<Refusal>, Vec<Problem>> {
        Ok(orders.into_iter().map(|(_, order)| order).collect())
    }
}

lines! {
    /// What one line sends to help.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum Help from places: &[Place] {
        /// Rule 7.4: `react W4314: 19-nz`.
        REACT for place in places => React [at: SpaceId = [place.at]] {
            unit: UnitId = one(&place.units)
        },
    }
}

/// Which units of the side attacked come to help.
pub(in super::super) struct Reactions {
    pub attacker: Side,
}

pub(super) static REACTIONS: Kind = land_kind(&REACTION, Help::WORDS, Help::PARTS, true);

impl Sheet<Mercury> for Reactions {
    type Order = Help;
    type Answer = Vec<Help>;
    const KIND: &'static Kind = &REACTIONS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let places = reaction::places(v, self.attacker);
        let places: Vec<Item> = places.iter().map(|place| place.at.item()).collect();
        Phrase::new("ask-reactions").with("places", places)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        Help::rows(&reaction::places(v, self.attacker))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, Help)>,
    ) -> Result<Vec<Help>, Vec<Problem>> {
        let named = |order: &Help| {
            let Help::React { unit, .. } = order;
            vec![unit.item()]
        };
        let mut problems = named_twice(&orders, named, "7.42");
        for (line, order) in &orders {
            let Help::React { at, unit } = order;
            if !v.has_room(*at, *unit) {
                let most = v.data.tables.limits.stack;
                let has = v.stack_of(&v.on(*at, v.own())) + v.printed(*unit).stack;
                let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
                let (has, most) = (number(has), number(most));
                problems.push(on_line(*line, Bar::TooHigh { at: *at, has, most }));
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }
}

/// Rule 7.32: who goes into a hex that was given up.
pub(in super::super) struct Follow {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
}

pub(super) static FOLLOWS: Kind = land_kind(&FOLLOW, &[], <Vec<UnitId>>::WORDS, true);

impl Give<Mercury> for Follow {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &FOLLOWS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-follow", self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        any(&self.units)
    }

    fn default(&self, v: &Position<'_>) -> Vec<UnitId> {
        v.as_many_as_fit(&self.units)
    }

    fn check(&self, v: &Position<'_>, given: &Vec<UnitId>) -> Vec<Problem> {
        too_high(v, self.at, given).into_iter().collect()
    }
}

/// Rule 4.31: more stacking points than a hex holds.
pub(super) fn too_high(v: &Position<'_>, at: SpaceId, units: &[UnitId]) -> Option<Problem> {
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let (has, most) = (
        number(v.stack_of(units)),
        number(v.data.tables.limits.stack),
    );
    (has > most).then(|| plain(Bar::TooHigh { at, has, most }))
}
