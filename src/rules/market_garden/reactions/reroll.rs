//! Rules 12.3 and 12.6: dice thrown again.

use super::super::MarketGarden;
use super::super::staff;
use super::super::state::Phase;
use super::super::view::View;
use super::REROLL_KIND;
use crate::engine::decision::Kind;
use crate::engine::ready::Ask;
use crate::orders::{Below, Item, Phrase};

/// Rules 12.3 and 12.6: does the owner of the Advantage have the dice thrown again?
pub(in super::super) struct Reroll {
    pub(in super::super) subject: Vec<Item>,
    pub(in super::super) dice: Vec<u32>,
}

impl Ask<MarketGarden> for Reroll {
    const KIND: &'static Kind = &REROLL_KIND;

    fn subject(&self) -> Vec<Item> {
        self.subject.clone()
    }

    fn question(&self, v: &View<'_>) -> Phrase {
        let dice = self.dice.iter().map(|die| i32::try_from(*die).unwrap_or(0));
        let dice: Vec<Item> = dice.map(Item::Number).collect();
        let own = v.own();
        let margin = v.look().s.pulse.pending.first().map_or(0, |pending| {
            if pending.attacker == own {
                pending.margin
            } else {
                -pending.margin
            }
        });
        let what = match self.subject.first() {
            Some(item) => Phrase::new("reroll-of").with("what", *item),
            None => Phrase::new(match v.look().s.phase {
                Phase::Dawn => "reroll-weather",
                Phase::GermanRefit | Phase::AlliedRefit => "reroll-surrender",
                _ => "reroll-sunset",
            }),
        };
        Phrase::new("ask-reroll-throw")
            .with("what", what)
            .with("dice", dice)
            .with("margin", margin)
    }

    fn appeal(&self, v: &View<'_>) -> i32 {
        let pending = v.look().s.pulse.pending.first();
        pending.map_or(-1, |pending| {
            let margin = if pending.attacker == v.own() {
                pending.margin
            } else {
                -pending.margin
            };
            -margin - 3
        })
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<bool> {
        let pending = v.look().s.pulse.pending.first();
        Some(staff::throws_again(v, pending, rng))
    }
}
