//! Rule 9.2.4: stay or withdraw, and how to fight.

use super::super::super::Sealion;
use super::super::super::orders::number as small;
use super::super::super::side::Side;
use super::super::super::state::Position;
use super::super::super::words::{AIM, GUNS, NAVAL, SCREEN, STANCE, STAY, TO, WITHDRAW, kind_in};
use super::super::counters::strength;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{absent, any, number, one};
use crate::orders::{Below, Choice, Element as _, Item, Phrase, elements, named_parts};

elements! {
    /// Whether a force stays.
    pub(in super::super::super) enum Stance {
        Stay = STAY,
        Withdraw = WITHDRAW,
    }
}

/// A round of a naval combat, as one side sees it.
pub(in super::super::super) struct Standing {
    pub zone: SpaceId,
    pub own: Vec<UnitId>,
    pub enemy: Vec<UnitId>,
    /// Where it can withdraw to.
    pub havens: Vec<SpaceId>,
    pub guns: i32,
    pub round: u32,
}

named_parts! {
    /// How a side fights a round.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super::super) struct Orders from s: &Standing {
        pub(in super::super::super) stance STANCE: Stance = one(s.stances()),
        /// Where to, if it withdraws.
        pub(in super::super::super) to TO: Option<SpaceId> = one(&s.havens),
        /// Whom to engage first.
        pub(in super::super::super) aim AIM: Vec<UnitId> = any(&s.enemy),
        /// Whom to put before the others.
        pub(in super::super::super) screen SCREEN: Vec<UnitId> = any(&s.own),
        pub(in super::super::super) guns GUNS: Option<i32> = if s.guns > 0 {
            Choice::<Option<i32>>::from(number(1, s.guns))
        } else {
            absent()
        },
    }
}

impl Orders {
    fn of(stance: Stance) -> Self {
        Self {
            stance,
            to: None,
            aim: Vec::new(),
            screen: Vec::new(),
            guns: None,
        }
    }
}

pub(in super::super::super) static STANCES: Kind = kind_in(
    &["naval"],
    &NAVAL,
    &[],
    &[&STANCE, &STAY, &WITHDRAW, &TO, &AIM, &SCREEN, &GUNS],
    true,
);

impl Standing {
    fn stances(&self) -> &'static [Stance] {
        if self.havens.is_empty() {
            &[Stance::Stay]
        } else {
            Stance::ALL
        }
    }

    /// Stay a round; then only who is stronger stays, and never into the light of day without need.
    fn careful(&self, v: &Position<'_>) -> Orders {
        let [own, theirs] = [strength(v, &self.own), strength(v, &self.enemy)];
        let weaker = if self.round == 1 {
            own * 2 < theirs
        } else {
            own <= theirs
        };
        let stance = if weaker && !self.havens.is_empty() {
            Stance::Withdraw
        } else {
            Stance::Stay
        };
        let guns = (v.own() == Side::German && self.guns > 0).then_some(self.guns.min(3));
        Orders {
            guns,
            ..Orders::of(stance)
        }
    }
}

impl Give<Sealion> for Standing {
    type Of = Orders;
    const KIND: &'static Kind = &STANCES;

    fn subject(&self) -> Vec<Item> {
        vec![self.zone.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-stance")
            .with("at", self.zone)
            .with("round", small(self.round))
            .with("own", crate::engine::say::items(&self.own))
            .with("enemy", crate::engine::say::items(&self.enemy))
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Orders> {
        Orders::choice(self)
    }

    fn default(&self, v: &Position<'_>) -> Orders {
        self.careful(v)
    }

    /// `stay` or `withdraw`, then whom to aim at and where to go.
    fn policy(&self, v: &Position<'_>, wish: &[Item]) -> Option<Orders> {
        let mut orders = self.careful(v);
        for item in wish {
            if let Some(stance) = Stance::from_item(*item) {
                let possible = self.stances().contains(&stance);
                orders.stance = if possible { stance } else { Stance::Stay };
            } else if let Some(unit) = UnitId::from_item(*item) {
                if self.enemy.contains(&unit) {
                    orders.aim.push(unit);
                } else if self.own.contains(&unit) {
                    orders.screen.push(unit);
                }
            } else if let Some(at) = SpaceId::from_item(*item).filter(|at| self.havens.contains(at))
            {
                orders.to = Some(at);
            }
        }
        Some(orders)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Orders> {
        let mut orders = self.careful(v);
        if rng.below(5) == 0 {
            orders.aim = self.enemy.iter().copied().take(1).collect();
        }
        Some(orders)
    }
}
