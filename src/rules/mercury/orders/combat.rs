//! Rules 8 to 11: what is asked in a combat.

use super::super::Mercury;
use super::super::bars::Bar;
use super::super::event::How;
use super::super::fights::{self, odds};
use super::super::side::Side;
use super::super::state::Position;
use super::super::words::{
    ADVANCE, ASSAULT, COMBAT, COMMAND, DEFEND, FATIGUE, FIRE, FRONT, HOLD, LEAD, LOSSES, MANOEUVRE,
    ORDER, RETREAT, SPEARHEAD, STAND, SUPPORT, land_kind,
};
use super::declare::too_high;
use super::{ask, plain};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Ask, Choose, Give};
use crate::orders::choice::{any, one, pairs, ranked, share, some, up_to};
use crate::orders::{Answer as _, Below, Choice, Item, Phrase, Problem, Ranking, named_parts};

/// Which combat is fought next.
pub(in super::super) struct Next {
    pub targets: Vec<SpaceId>,
}

pub(super) static NEXT: Kind = land_kind(&ORDER, &[], &[], true);

impl Choose<Mercury> for Next {
    type Of = SpaceId;
    const KIND: &'static Kind = &NEXT;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-order")
    }

    fn options(&self, _: &Position<'_>) -> Vec<SpaceId> {
        self.targets.clone()
    }
}

/// Rule 8.11: which headquarters coordinates.
pub(in super::super) struct Commander {
    pub at: SpaceId,
    pub hqs: Vec<UnitId>,
}

pub(super) static COMMANDS: Kind = land_kind(&COMMAND, &[], &[], true);

impl Choose<Mercury> for Commander {
    type Of = UnitId;
    const KIND: &'static Kind = &COMMANDS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-command", self.at)
    }

    fn options(&self, _: &Position<'_>) -> Vec<UnitId> {
        self.hqs.clone()
    }
}

/// Rule 8.24: from which hex the frontal assault comes; the defender says.
pub(in super::super) struct Front {
    pub at: SpaceId,
    pub hexes: Vec<SpaceId>,
}

pub(super) static FRONTS: Kind = land_kind(&FRONT, &[], &[], true);

impl Choose<Mercury> for Front {
    type Of = SpaceId;
    const KIND: &'static Kind = &FRONTS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-front", self.at)
    }

    fn options(&self, _: &Position<'_>) -> Vec<SpaceId> {
        self.hexes.clone()
    }
}

named_parts! {
    /// How an attack is carried out.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in super::super) struct Plan from f: &Fight {
        /// 9.11
        pub manoeuvre MANOEUVRE: Vec<UnitId> = any(&f.units),
        /// 10.1
        pub assault ASSAULT: Vec<UnitId> = any(&f.units),
        /// 9.31: the lead of the manoeuvre; an engineer uses his skills (13.2).
        pub lead LEAD: Option<UnitId> = one(&f.units),
        /// 10.2: the lead of the assault.
        pub spearhead SPEARHEAD: Option<UnitId> = one(&f.units),
        /// 11.4
        pub support SUPPORT: Vec<UnitId> = any(&f.guns),
    }
}

/// How a side attacks a hex.
pub(in super::super) struct Fight {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    /// What may support it; nothing without full coordination (8.22).
    pub guns: Vec<UnitId>,
}

pub(super) static FIGHTS: Kind = land_kind(&COMBAT, &[], Plan::WORDS, true);

impl Give<Mercury> for Fight {
    type Of = Plan;
    const KIND: &'static Kind = &FIGHTS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-combat", self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Plan> {
        Plan::choice(self)
    }

    fn default(&self, v: &Position<'_>) -> Plan {
        fights::usual_plan(v, self.at, &self.units, &self.guns)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Plan> {
        Some(fights::any_plan(v, self.at, &self.units, &self.guns, rng))
    }

    fn check(&self, v: &Position<'_>, plan: &Plan) -> Vec<Problem> {
        let mut problems = Vec::new();
        let both = plan
            .manoeuvre
            .iter()
            .find(|unit| plan.assault.contains(unit));
        if let Some(unit) = both {
            problems.push(plain(Bar::InBoth { unit: *unit }));
        }
        if plan.manoeuvre.is_empty()
            && plan.assault.is_empty()
            && fights::can_fight(v, self.at, &self.units)
        {
            problems.push(plain(Bar::Nobody { at: self.at }));
        }
        if !plan.manoeuvre.is_empty() && odds(v, self.at, &plan.manoeuvre).is_none() {
            problems.push(plain(Bar::OddsTooLow { at: self.at }));
        }
        if let Some(unit) = fights::idle(v, self.at, &self.units, plan) {
            problems.push(plain(Bar::Idle { unit, at: self.at }));
        }
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let (has, most) = (
            number(v.stack_of(&plan.assault)),
            number(v.data.tables.limits.stack),
        );
        if has > most {
            problems.push(plain(Bar::AssaultTooHigh { has, most }));
        }
        for (lead, units) in [
            (plan.lead, &plan.manoeuvre),
            (plan.spearhead, &plan.assault),
        ] {
            if let Some(unit) = lead.filter(|lead| !units.contains(lead)) {
                problems.push(plain(Bar::LeadNotThere { unit }));
            }
        }
        let joins = |unit: &&UnitId| plan.manoeuvre.contains(unit) || plan.assault.contains(unit);
        if let Some(unit) = plan.support.iter().find(joins) {
            problems.push(plain(Bar::InBoth { unit: *unit }));
        }
        let planes = plan
            .support
            .iter()
            .filter(|unit| unit.index() >= v.data.land.len());
        if planes.count() > 1 {
            problems.push(plain(Bar::OnePlane { most: 1 }));
        }
        problems
    }
}

named_parts! {
    /// How a hex is defended in a manoeuvre combat.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in super::super) struct Defence from d: &Defend {
        pub lead LEAD: Option<UnitId> = one(&d.units),
        pub support SUPPORT: Vec<UnitId> = up_to(2, &d.guns),
    }
}

/// How the defender meets a manoeuvre combat.
pub(in super::super) struct Defend {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    pub guns: Vec<UnitId>,
}

pub(super) static DEFENDS: Kind = land_kind(&DEFEND, &[], Defence::WORDS, true);

impl Give<Mercury> for Defend {
    type Of = Defence;
    const KIND: &'static Kind = &DEFENDS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-crete-defend", self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Defence> {
        Defence::choice(self)
    }

    fn default(&self, v: &Position<'_>) -> Defence {
        let mut support = fights::spare_guns(v, &self.guns);
        support.truncate(2);
        Defence {
            lead: None,
            support,
        }
    }
}

named_parts! {
    /// How a hex is held against an assault.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in super::super) struct Held from h: &Hold {
        pub lead LEAD: Option<UnitId> = one(&h.units),
        pub fire FIRE: Vec<UnitId> = up_to(2, &h.guns),
    }
}

/// How the defender meets an assault.
pub(in super::super) struct Hold {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    pub guns: Vec<UnitId>,
}

pub(super) static HOLDS: Kind = land_kind(&HOLD, &[], Held::WORDS, true);

impl Give<Mercury> for Hold {
    type Of = Held;
    const KIND: &'static Kind = &HOLDS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-hold", self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Held> {
        Held::choice(self)
    }

    fn default(&self, v: &Position<'_>) -> Held {
        let mut fire = fights::spare_guns(v, &self.guns);
        fire.truncate(2);
        Held { lead: None, fire }
    }
}

/// Rule 10.31: who leads a second round in the place of a lead that fell.
pub(in super::super) struct Lead {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
}

pub(super) static LEADS: Kind = land_kind(&LEAD, &[], &[], true);

impl Choose<Mercury> for Lead {
    type Of = UnitId;
    const KIND: &'static Kind = &LEADS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-lead", self.at)
    }

    fn options(&self, _: &Position<'_>) -> Vec<UnitId> {
        self.units.clone()
    }
}

/// Rules 9.41, 10.2 and 11.23: who loses steps.
pub(in super::super) struct Losses {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    pub steps: i32,
}

pub(super) static LOSE: Kind = land_kind(&LOSSES, &[], &[], true);

impl Give<Mercury> for Losses {
    type Of = Vec<(UnitId, i32)>;
    const KIND: &'static Kind = &LOSE;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-crete-losses", self.at).with("steps", self.steps)
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Vec<(UnitId, i32)>> {
        let most = |unit: &UnitId| (*unit, i32::from(v.steps(*unit)));
        let units: Vec<(UnitId, i32)> = self.units.iter().map(most).collect();
        share(&units, self.steps, self.steps)
    }

    fn default(&self, v: &Position<'_>) -> Vec<(UnitId, i32)> {
        fights::cheapest(v, &self.units, self.steps)
    }
}

/// Rule 9.41: who is fatigued.
pub(in super::super) struct Fatigue {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    pub count: usize,
}

pub(super) static TIRE: Kind = land_kind(&FATIGUE, &[], &[], true);

impl Give<Mercury> for Fatigue {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &TIRE;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        let count = i32::try_from(self.count).unwrap_or(i32::MAX);
        ask("ask-fatigue", self.at).with("n", count)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        some(&self.units, self.count, self.count)
    }

    fn default(&self, v: &Position<'_>) -> Vec<UnitId> {
        let mut units = self.units.clone();
        units.sort_by_key(|unit| (v.attack(*unit), v.defence(*unit), *unit));
        units.truncate(self.count);
        units
    }
}

/// Rule 9.65: whether the defender stays and pays for it.
pub(in super::super) struct Stand {
    pub at: SpaceId,
}

pub(super) static STANDS: Kind = land_kind(&STAND, &[], super::super::words::YES_NO, true);

impl Ask<Mercury> for Stand {
    const KIND: &'static Kind = &STANDS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-stand", self.at)
    }
}

/// Rules 4.55, 6.42, 9.61 and 17.43: where units retreat to, the best first.
pub(in super::super) struct Retreat {
    pub at: SpaceId,
    pub ends: Vec<SpaceId>,
    pub how: How,
}

pub(super) static RETREATS: Kind = land_kind(&RETREAT, &[], &[], true);

impl Give<Mercury> for Retreat {
    type Of = Ranking<SpaceId>;
    const KIND: &'static Kind = &RETREATS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        let key = match self.how {
            How::Escape => "ask-crete-escape",
            _ => "ask-retreat",
        };
        ask(key, self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Ranking<SpaceId>> {
        ranked(&self.ends)
    }

    fn default(&self, _: &Position<'_>) -> Ranking<SpaceId> {
        Ranking(self.ends.clone())
    }
}

/// Rule 9.8: who advances, and where to.
pub(in super::super) struct Advance {
    pub at: SpaceId,
    pub units: Vec<UnitId>,
    pub hexes: Vec<SpaceId>,
}

pub(super) static ADVANCES: Kind = land_kind(&ADVANCE, &[], &[], true);

impl Give<Mercury> for Advance {
    type Of = Vec<(UnitId, SpaceId)>;
    const KIND: &'static Kind = &ADVANCES;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-advance", self.at)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<(UnitId, SpaceId)>> {
        pairs(&self.units, &self.hexes, self.units.len())
    }

    fn default(&self, v: &Position<'_>) -> Vec<(UnitId, SpaceId)> {
        let fit = v.as_many_as_fit(&self.units);
        fit.into_iter().map(|unit| (unit, self.at)).collect()
    }

    fn check(&self, v: &Position<'_>, given: &Vec<(UnitId, SpaceId)>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for at in &self.hexes {
            let mut there = v.on(*at, v.own());
            there.retain(|unit| !given.iter().any(|(one, _)| one == unit));
            there.extend(
                given
                    .iter()
                    .filter(|(_, to)| to == at)
                    .map(|(unit, _)| *unit),
            );
            problems.extend(too_high(v, *at, &there));
        }
        for (unit, to) in given {
            if !fights::may_advance(v, *unit, self.at, *to) {
                problems.push(plain(Bar::NotBeside {
                    unit: *unit,
                    at: *to,
                }));
            }
        }
        problems
    }
}

/// Whose guns can fire for a hex, for an attacker's question.
pub(in super::super) fn fight(
    v: &Position<'_>,
    side: Side,
    at: SpaceId,
    units: Vec<UnitId>,
    supported: bool,
) -> Fight {
    let mut guns = Vec::new();
    if supported {
        guns = fights::guns(v, side, at, super::super::event::Volley::Attack);
        if side == Side::German {
            // 12.61
            guns.extend(super::super::bombardment::bombers(v));
        }
    }
    Fight { at, units, guns }
}
