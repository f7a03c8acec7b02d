//! Yes or no: break off, evade, let go, fight, give up, agree.

use super::super::words::{
    ABANDON_KIND, AGAIN_KIND, AGREE_KIND, BREAK_KIND, EVADE_KIND, FIGHT_KIND, LETGO_KIND,
};
use super::super::{View, Weserubung};
use super::items;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::word::{NO, YES};
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem};

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
pub(super) fn worse_off(v: &View<'_>, own: &[UnitId], enemy: &[UnitId], air: bool) -> bool {
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
    pub(crate) at: SpaceId,
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
    pub(crate) at: SpaceId,
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
    pub(crate) at: SpaceId,
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
    pub(crate) at: SpaceId,
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
    pub(crate) at: SpaceId,
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
    pub(crate) at: SpaceId,
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
    pub(crate) at: SpaceId,
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
