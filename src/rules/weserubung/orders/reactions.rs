//! Reactions: what a player is asked while somebody else acts, or a battle goes on.

use super::super::class::Arm;
use super::super::data::UnitId;
use super::super::map::PlaceId;
use super::super::words::{
    ABANDON_KIND, AGAIN_KIND, AGREE_KIND, AT, BREAK_KIND, CARGO_KIND, COURSE_KIND, DEFEND,
    DEFEND_KIND, ENGAGE, ENGAGE_KIND, ESCAPE_KIND, EVADE_KIND, FIGHT_KIND, FLAG_KIND, FLEE_KIND,
    HOMING_KIND, INSPIRE, INSPIRE_KIND, INTERCEPT, INTERCEPT_KIND, KEEP_ON, LEAVE_KIND, LETGO_KIND,
    OCCUPY, OCCUPY_KIND, REAR, SCRAMBLE, SCRAMBLE_KIND, SCRAP, SCRAP_KIND, TO, WITH, WITHDRAW,
    WITHDRAW_KIND,
};
use super::super::{View, Weserubung};
use super::{any_of, items, may, must, part_item, part_units, place_of, unit_of, units};
use crate::engine::decision::{Decision, Kind};
use crate::engine::ready::Choose;
use crate::orders::word::{NO, YES};
use crate::orders::{About, Below, Form, Item, Phrase, Pick, Picks, Problem, Word};

/// A yes/no question with a sensible answer of its own.
pub(crate) trait Judge: 'static {
    /// Its kind.
    const KIND: &'static Kind;
    /// What it is about: follows the keyword.
    fn subject(&self) -> Vec<Item> {
        Vec::new()
    }
    /// What is asked.
    fn question(&self, view: &View<'_>) -> Phrase;
    /// What counts when nobody answers.
    fn sensible(&self, view: &View<'_>) -> bool;
}

/// A yes/no decision.
pub(crate) struct Judged<J>(pub(crate) J);

fn yes_no(yes: bool) -> Picks {
    Picks::One(Item::Word(if yes { &YES } else { &NO }))
}

impl<J: Judge> Decision<Weserubung> for Judged<J> {
    type Answer = bool;
    const KIND: &'static Kind = J::KIND;

    fn question(&self, view: &View<'_>) -> Phrase {
        self.0.question(view)
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: J::KIND.word,
            subject: self.0.subject(),
            pick: Pick::One(vec![Item::Word(&YES), Item::Word(&NO)]),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<bool, Vec<Problem>> {
        Ok(*picks == yes_no(true))
    }

    fn default(&self, view: &View<'_>) -> Picks {
        yes_no(self.0.sensible(view))
    }

    fn idea(&self, view: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(8) > 0).then(|| self.default(view))
    }
}

/// What two parties can still do to each other.
fn worse_off(v: &View<'_>, own: &[UnitId], enemy: &[UnitId], air: bool) -> bool {
    let pos = v.pos();
    let punch = |units: &[UnitId]| -> i32 {
        let fight = units.iter().filter(|unit| !air || pos.dogfights(**unit));
        fight
            .map(|unit| pos.attack(*unit) + pos.defence(*unit))
            .sum()
    };
    let steps = |units: &[UnitId]| -> i32 { units.iter().map(|unit| pos.steps(*unit)).sum() };
    punch(own) * steps(own) * 2 < punch(enemy) * steps(enemy)
}

/// Rules 7.4 and 8.4/b: does a party leave the fight?
pub(crate) struct BreakOff {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: PlaceId,
    pub(crate) air: bool,
}

impl Judge for BreakOff {
    const KIND: &'static Kind = &BREAK_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-break")
            .with("own", items(&self.own))
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
    }

    fn sensible(&self, v: &View<'_>) -> bool {
        worse_off(v, &self.own, &self.enemy, self.air)
    }
}

/// Rule 7.5: a second round against the ships?
pub(crate) struct Again {
    pub(crate) own: Vec<UnitId>,
    pub(crate) at: PlaceId,
}

impl Judge for Again {
    const KIND: &'static Kind = &AGAIN_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-again")
            .with("own", items(&self.own))
            .with("at", self.at.item())
    }

    fn sensible(&self, v: &View<'_>) -> bool {
        self.own.iter().all(|unit| v.pos().steps(*unit) == 2)
    }
}

/// Rule 8.5: does the defender try to evade?
pub(crate) struct Evade {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: PlaceId,
    pub(crate) most: i32,
}

impl Judge for Evade {
    const KIND: &'static Kind = &EVADE_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-evade")
            .with("own", items(&self.own))
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
            .with("most", Item::Number(self.most))
    }

    fn sensible(&self, v: &View<'_>) -> bool {
        let pos = v.pos();
        worse_off(v, &self.own, &self.enemy, false)
            || self.own.iter().any(|ship| !pos.cargo(*ship).is_empty())
    }
}

/// Rule 8.5/b: does the attacker let the defender go?
pub(crate) struct LetGo {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: PlaceId,
}

impl Judge for LetGo {
    const KIND: &'static Kind = &LETGO_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-let-go")
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
    }

    fn sensible(&self, v: &View<'_>) -> bool {
        worse_off(v, &self.own, &self.enemy, false)
    }
}

/// Rule 8.8/b: does the port's owner fight the intruder?
pub(crate) struct Fight {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: PlaceId,
}

impl Judge for Fight {
    const KIND: &'static Kind = &FIGHT_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-fight")
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
    }

    fn sensible(&self, v: &View<'_>) -> bool {
        worse_off(v, &self.enemy, &self.own, false)
    }
}

/// Rule 10.5/b and 10.7/c: does the attacker give up?
pub(crate) struct Abandon {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: PlaceId,
    /// Back to the ships, at the price of a step each.
    pub(crate) afloat: bool,
}

impl Judge for Abandon {
    const KIND: &'static Kind = &ABANDON_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        let key = if self.afloat {
            "ask-reembark"
        } else {
            "ask-abandon"
        };
        Phrase::new(key).with("at", self.at.item())
    }

    fn sensible(&self, v: &View<'_>) -> bool {
        !self.afloat && worse_off(v, &self.own, &self.enemy, false)
    }
}

/// 1.1: does an ally agree that his units are used?
pub(crate) struct Agree {
    pub(crate) units: Vec<UnitId>,
    pub(crate) at: PlaceId,
}

impl Judge for Agree {
    const KIND: &'static Kind = &AGREE_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-agree")
            .with("units", items(&self.units))
            .with("at", self.at.item())
    }

    fn sensible(&self, _: &View<'_>) -> bool {
        true
    }
}

/// Rule 3.4.5/a: which unit is lost with the transport's first step?
pub(crate) struct Cargo {
    pub(crate) ship: UnitId,
    pub(crate) aboard: Vec<UnitId>,
}

impl Choose<Weserubung> for Cargo {
    const KIND: &'static Kind = &CARGO_KIND;

    fn subject(&self) -> Vec<Item> {
        vec![self.ship.item()]
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-cargo").with("ship", self.ship.item())
    }

    fn options(&self, v: &View<'_>) -> Vec<Item> {
        let mut aboard = self.aboard.clone();
        aboard.sort_by_key(|unit| (v.pos().steps(*unit), v.pos().attack(*unit)));
        items(&aboard)
    }
}

/// Where to: one of several places or ships, the first by default.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident, $kind:ident, $key:literal;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            pub(crate) units: Vec<UnitId>,
            pub(crate) to: Vec<Item>,
        }

        impl Choose<Weserubung> for $name {
            const KIND: &'static Kind = &$kind;

            fn subject(&self) -> Vec<Item> {
                self.units.first().map(|unit| unit.item()).into_iter().collect()
            }

            fn question(&self, _: &View<'_>) -> Phrase {
                Phrase::new($key).with("units", items(&self.units))
            }

            fn options(&self, _: &View<'_>) -> Vec<Item> {
                self.to.clone()
            }
        })*
    };
}

choices! {
    /// Rule 8.5/a: where do ships evade to?
    Escape, ESCAPE_KIND, "ask-escape";
    /// Rule 10.12/a: where do ships go that must leave a port?
    Leave, LEAVE_KIND, "ask-leave";
    /// Rule 3.5/b: where does a leader get away to?
    Flee, FLEE_KIND, "ask-flee";
    /// Rules 7.4 and 7.5: on which base do aircraft land?
    Homing, HOMING_KIND, "ask-homing";
    /// Rule 3.6: on which of several equal ships is the admiral?
    Flag, FLAG_KIND, "ask-flag";
}

/// Rules 7.1 and 8.2/a: how does a mover go on after an interruption?
pub(crate) struct Course {
    pub(crate) units: Vec<UnitId>,
    pub(crate) at: PlaceId,
    pub(crate) to: Vec<Item>,
    /// There is something left of the way to go on.
    pub(crate) goes_on: bool,
    /// Where going on would lead, for who knows better.
    pub(crate) danger: bool,
}

impl Choose<Weserubung> for Course {
    const KIND: &'static Kind = &COURSE_KIND;

    fn subject(&self) -> Vec<Item> {
        self.units
            .first()
            .map(|unit| unit.item())
            .into_iter()
            .collect()
    }

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-course")
            .with("units", items(&self.units))
            .with("at", self.at.item())
    }

    fn options(&self, _: &View<'_>) -> Vec<Item> {
        let on = self.goes_on.then_some(Item::Word(&KEEP_ON));
        on.into_iter().chain(self.to.iter().copied()).collect()
    }

    fn appeal(&self, _: &View<'_>, item: Item) -> i32 {
        i32::from(item == Item::Word(&KEEP_ON) && !self.danger)
    }
}

/// Rules 7.2, 8.2, 8.3: who intercepts, and where on the way?
pub(crate) struct Intercept {
    pub(crate) movers: Vec<UnitId>,
    pub(crate) route: Vec<PlaceId>,
    /// Who could, and the first and last hex of the route in his reach.
    pub(crate) able: Vec<(UnitId, Vec<usize>)>,
}

/// Against ships: by ships and aircraft.
pub(crate) struct Engage(pub(crate) Intercept);

/// Who meets the movers at which hex of the route.
pub(crate) type Meeting = (Vec<UnitId>, usize);

impl Intercept {
    fn hexes(&self) -> Vec<Item> {
        let reached = |n: &usize| self.able.iter().any(|(_, hexes)| hexes.contains(n));
        let hexes = (0..self.route.len()).filter(reached);
        let mut items: Vec<Item> = hexes.map(|n| self.route[n].item()).collect();
        let mut seen = Vec::new();
        items.retain(|item| {
            let new = !seen.contains(item);
            seen.push(*item);
            new
        });
        items
    }

    fn form(&self, word: &'static Word) -> Form {
        let able: Vec<UnitId> = self.able.iter().map(|(unit, _)| *unit).collect();
        Form {
            word,
            subject: self
                .movers
                .first()
                .map(|unit| unit.item())
                .into_iter()
                .collect(),
            pick: Pick::Parts(vec![
                must(&WITH, any_of(&able)),
                may(&AT, Pick::One(self.hexes())),
            ]),
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Option<Meeting>, Vec<Problem>> {
        let chosen = part_units(picks, 0);
        if chosen.is_empty() {
            return Ok(None);
        }
        let reach = |unit: &UnitId, n: usize| {
            let able = self.able.iter().find(|(one, _)| one == unit);
            able.is_some_and(|(_, hexes)| hexes.contains(&n))
        };
        let at = match part_item(picks, 1).and_then(place_of) {
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
                let what = Phrase::new("out-of-reach")
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
        if problems.is_empty() {
            Ok(Some((chosen, at)))
        } else {
            Err(problems)
        }
    }

    /// Intercept with everybody who can at the first hex where that makes a fight worth having.
    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        if rng.below(2) == 0 {
            return Some(none());
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
        let of = self.able.iter().filter(|(unit, _)| chosen.contains(unit));
        let with = of.map(|(unit, _)| unit.item()).collect();
        Some(Picks::Parts(vec![
            Some(Picks::List(with)),
            Some(Picks::One(self.route[n].item())),
        ]))
    }
}

fn none() -> Picks {
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
        none()
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
        none()
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        self.0.idea(v, rng)
    }
}

/// Any of some units, none by default.
macro_rules! selections {
    ($($(#[$doc:meta])* $name:ident, $word:ident, $kind:ident, $key:literal;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            pub(crate) of: Vec<UnitId>,
            pub(crate) at: PlaceId,
        }

        impl Decision<Weserubung> for $name {
            type Answer = Vec<UnitId>;
            const KIND: &'static Kind = &$kind;

            fn question(&self, _: &View<'_>) -> Phrase {
                Phrase::new($key).with("at", self.at.item())
            }

            fn form(&self, _: &View<'_>) -> Form {
                Form {
                    word: &$word,
                    subject: vec![self.at.item()],
                    pick: any_of(&self.of),
                }
            }

            fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
                Ok(units(picks))
            }

            fn default(&self, _: &View<'_>) -> Picks {
                Picks::List(Vec::new())
            }

            fn engage(&self, _: &View<'_>) -> Option<Picks> {
                Some(Picks::List(items(&self.of)))
            }

            fn idea(&self, _: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
                (rng.below(3) > 0).then(|| Picks::List(items(&self.of)))
            }
        })*
    };
}

selections! {
    /// Rule 7.5/b: which fighters rise from an attacked carrier?
    ScrambleUp, SCRAMBLE, SCRAMBLE_KIND, "ask-scramble";
    /// Rules 7.2/b, 3.2.5/b, 3.4/c: who joins the defence of an attacked hex?
    Defend, DEFEND, DEFEND_KIND, "ask-defend";
}

/// Rule 10.3/b: which six units hold the hex?
pub(crate) struct Occupy {
    pub(crate) of: Vec<UnitId>,
    pub(crate) at: PlaceId,
    pub(crate) most: usize,
}

impl Decision<Weserubung> for Occupy {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &OCCUPY_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-occupy")
            .with("at", self.at.item())
            .with("most", super::number(self.most))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &OCCUPY,
            subject: vec![self.at.item()],
            pick: Pick::Some {
                of: items(&self.of),
                min: 1,
                max: self.most,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::List(items(&self.of).into_iter().take(self.most).collect())
    }
}

/// Rules 3.5/a and 3.6/a: whom does a leader help?
pub(crate) struct Inspire {
    pub(crate) leader: UnitId,
    pub(crate) of: Vec<UnitId>,
    pub(crate) most: usize,
}

impl Decision<Weserubung> for Inspire {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &INSPIRE_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-inspire")
            .with("leader", self.leader.item())
            .with("most", super::number(self.most))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &INSPIRE,
            subject: vec![self.leader.item()],
            pick: Pick::Some {
                of: items(&self.of),
                min: 0,
                max: self.most,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    /// Those who fight best: the same +1 is worth as much to all, but they last longest.
    fn default(&self, v: &View<'_>) -> Picks {
        let mut best = self.of.clone();
        best.sort_by_key(|unit| std::cmp::Reverse(v.pos().steps(*unit)));
        best.truncate(self.most);
        let of = self.of.iter().filter(|unit| best.contains(unit));
        Picks::List(of.map(|unit| unit.item()).collect())
    }

    fn idea(&self, v: &View<'_>, _: &mut dyn Below) -> Option<Picks> {
        Some(self.default(v))
    }
}

/// Rule 10.5: where to do defenders withdraw, and who covers them?
pub(crate) struct Withdraw {
    pub(crate) at: PlaceId,
    pub(crate) to: Vec<PlaceId>,
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
}

impl Decision<Weserubung> for Withdraw {
    type Answer = Option<(PlaceId, Option<UnitId>)>;
    const KIND: &'static Kind = &WITHDRAW_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        let key = if self.own.len() > 1 {
            "ask-withdraw-covered"
        } else {
            "ask-withdraw-alone"
        };
        Phrase::new(key).with("at", self.at.item())
    }

    fn form(&self, _: &View<'_>) -> Form {
        let to = self.to.iter().map(|to| to.item());
        let to = std::iter::once(Item::Word(&NO)).chain(to).collect();
        let mut parts = vec![must(&TO, Pick::One(to))];
        if self.own.len() > 1 {
            parts.push(may(&REAR, Pick::One(items(&self.own))));
        }
        Form {
            word: &WITHDRAW,
            subject: vec![self.at.item()],
            pick: Pick::Parts(parts),
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Some(to) = part_item(picks, 0).and_then(place_of) else {
            return Ok(None);
        };
        if self.own.len() < 2 {
            return Ok(Some((to, None)));
        }
        // The weakest unit covers the others where nobody is named.
        let weakest = || {
            self.own
                .iter()
                .copied()
                .min_by_key(|unit| (v.pos().steps(*unit), v.pos().defence(*unit)))
        };
        let rear = part_item(picks, 1).and_then(unit_of).or_else(weakest);
        Ok(Some((to, rear)))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let hopeless = worse_off(v, &self.own, &self.enemy, false);
        let to = match self.to.first() {
            Some(to) if hopeless => to.item(),
            _ => Item::Word(&NO),
        };
        let mut parts = vec![Some(Picks::One(to))];
        if self.own.len() > 1 {
            parts.push(None);
        }
        Picks::Parts(parts)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}

/// Rule 13.1: which ships are not kept up?
pub(crate) struct Scrap {
    pub(crate) ships: Vec<UnitId>,
    pub(crate) lost: usize,
}

impl Decision<Weserubung> for Scrap {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &SCRAP_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-scrap").with("lost", super::number(self.lost))
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: &SCRAP,
            subject: Vec::new(),
            pick: Pick::Some {
                of: items(&self.ships),
                min: self.lost,
                max: self.lost,
            },
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        let mut ships = self.ships.clone();
        ships.sort_by_key(|ship| {
            (
                std::cmp::Reverse(v.pos().steps(*ship)),
                v.pos().attack(*ship),
            )
        });
        ships.truncate(self.lost);
        let of = self.ships.iter().filter(|ship| ships.contains(ship));
        Picks::List(of.map(|ship| ship.item()).collect())
    }
}

/// Rule 8.4/b: which attacking ships leave the battle?
pub(crate) struct Leaving {
    pub(crate) own: Vec<UnitId>,
    pub(crate) enemy: Vec<UnitId>,
    pub(crate) at: PlaceId,
}

impl Decision<Weserubung> for Leaving {
    type Answer = Vec<UnitId>;
    const KIND: &'static Kind = &BREAK_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-leaving")
            .with("enemy", items(&self.enemy))
            .with("at", self.at.item())
    }

    fn form(&self, _: &View<'_>) -> Form {
        Form {
            word: BREAK_KIND.word,
            subject: vec![self.at.item()],
            pick: any_of(&self.own),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Vec<UnitId>, Vec<Problem>> {
        Ok(units(picks))
    }

    fn default(&self, v: &View<'_>) -> Picks {
        if worse_off(v, &self.own, &self.enemy, false) {
            Picks::List(items(&self.own))
        } else {
            Picks::List(Vec::new())
        }
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        (rng.below(6) > 0).then(|| self.default(v))
    }
}
