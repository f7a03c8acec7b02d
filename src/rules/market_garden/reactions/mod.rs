//! What the sides are asked while orders are carried out: dice, forward units, losses, retreats, bridges.

mod attrition;
mod blow_up;
mod forward;
mod losses;
mod mistaken;
mod refuge;
mod reroll;
mod shift;
mod withdraw;

pub(super) use attrition::Attrition;
pub(super) use blow_up::BlowUp;
pub(super) use forward::Forward;
pub(super) use losses::Losses;
pub(super) use mistaken::Mistaken;
pub(super) use refuge::Refuge;
pub(super) use reroll::Reroll;
pub(super) use shift::Shift;
pub(super) use withdraw::Withdraw;

use super::decisions::kind;
use super::script::list;
use super::units::{UnitId, unit_of};
use super::words;
use super::words::{
    ATTRITION, BLOW, FORWARD, LOSSES, MISTAKEN, REFUGE, REROLL, RETREAT, SHIFT, WITHDRAW,
};
use crate::engine::decision::Kind;
use crate::orders::{Picks, Word};

const ALL_DAY: &[&str] = &[
    "air",
    "guns",
    "drop",
    "corps",
    "dawn",
    "german",
    "allied",
    "german-refit",
    "allied-refit",
];

const fn reaction(word: &'static Word, phases: &'static [&'static str]) -> Kind {
    Kind {
        reaction: true,
        ..kind(word, phases)
    }
}

pub(super) static FORWARD_KIND: Kind = reaction(&FORWARD, ALL_DAY);
pub(super) static REROLL_KIND: Kind = reaction(&REROLL, ALL_DAY);
pub(super) static LOSSES_KIND: Kind = Kind {
    answers: &[&RETREAT, &words::HOLD],
    ..reaction(&LOSSES, ALL_DAY)
};
pub(super) static REFUGE_KIND: Kind = reaction(&REFUGE, ALL_DAY);
pub(super) static WITHDRAW_KIND: Kind = reaction(&WITHDRAW, ALL_DAY);
pub(super) static ATTRITION_KIND: Kind = reaction(&ATTRITION, ALL_DAY);
pub(super) static MISTAKEN_KIND: Kind = reaction(&MISTAKEN, ALL_DAY);
pub(super) static SHIFT_KIND: Kind = reaction(&SHIFT, ALL_DAY);
pub(super) static BLOW_KIND: Kind = reaction(&BLOW, ALL_DAY);

fn units_of(picks: &Picks) -> Vec<UnitId> {
    list(picks)
        .iter()
        .filter_map(|item| unit_of(*item))
        .collect()
}
