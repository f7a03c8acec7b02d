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
use super::words;
use super::words::{
    ATTRITION, BLOW, FORWARD, LOSSES, MISTAKEN, REFUGE, REROLL, RETREAT, SHIFT, WITHDRAW,
};
use crate::engine::decision::{Kind, Speaks};
use crate::orders::{Class, Word};

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

const PLACES: &[Class] = &[Class::Place];
const UNITS: &[Class] = &[Class::Unit];

/// A reaction that is asked about one of some things and answered with others.
const fn reaction(
    word: &'static Word,
    of: Option<&'static [Class]>,
    names: &'static [Class],
) -> Kind {
    Kind {
        reaction: true,
        speaks: Speaks {
            of,
            names: Some(names),
            waits: true,
        },
        ..kind(word, ALL_DAY)
    }
}

pub(super) static FORWARD_KIND: Kind = reaction(&FORWARD, Some(PLACES), UNITS);
pub(super) static REROLL_KIND: Kind = reaction(&REROLL, None, &[]);
pub(super) static LOSSES_KIND: Kind = Kind {
    answers: &[&RETREAT, &words::HOLD],
    ..reaction(&LOSSES, Some(PLACES), UNITS)
};
pub(super) static REFUGE_KIND: Kind = reaction(&REFUGE, Some(UNITS), PLACES);
pub(super) static WITHDRAW_KIND: Kind = reaction(&WITHDRAW, Some(PLACES), UNITS);
pub(super) static ATTRITION_KIND: Kind = reaction(&ATTRITION, Some(PLACES), UNITS);
pub(super) static MISTAKEN_KIND: Kind = reaction(&MISTAKEN, Some(PLACES), UNITS);
pub(super) static SHIFT_KIND: Kind = reaction(&SHIFT, Some(&[]), &[]);
pub(super) static BLOW_KIND: Kind = Kind {
    speaks: Speaks {
        of: Some(&[]),
        names: Some(&[Class::Edge]),
        waits: false,
    },
    ..reaction(&BLOW, None, &[])
};
