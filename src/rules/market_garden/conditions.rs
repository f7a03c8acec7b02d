//! What may stand behind `if`, in scripts and standing orders.

use super::pulse::Fought;
use super::view::View;
use super::words::{
    ADVANTAGE, ATTACKING, CLEAR, CONTESTED, DATE, DEMOLISHED, DREW, DUSK, EMPTIED, ENEMY, FREE,
    FRESH, HELD, INFILTRATED, LOST, MARGIN, OVERCAST, OVERRAN, REPAIRED, SEIZED, WON,
};
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::choice::{Choice, number, one};
use crate::orders::lines;

fn places(v: &View<'_>) -> Choice<SpaceId> {
    one(&v.data().ground.ids().collect::<Vec<_>>())
}

fn bridges(v: &View<'_>) -> Choice<SideId> {
    one(&v.data().ground.bridges().collect::<Vec<_>>())
}

fn units(v: &View<'_>) -> Choice<UnitId> {
    one(&v.data().unit_ids().collect::<Vec<_>>())
}

lines! {
    /// What may be asked.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Condition from v: &View<'_> {
        /// An assault of this impulse was won there.
        WON => Won { at: SpaceId = places(v) },
        /// It was drawn.
        DREW => Drew { at: SpaceId = places(v) },
        /// It was lost.
        LOST => Lost { at: SpaceId = places(v) },
        /// It overran all defenders.
        OVERRAN => Overran { at: SpaceId = places(v) },
        /// No enemy is left there.
        EMPTIED => Emptied { at: SpaceId = places(v) },
        /// A bridge was taken in this impulse.
        SEIZED => Seized { edge: SideId = bridges(v) },
        /// A bridge was repaired in this impulse.
        REPAIRED => Repaired { edge: SideId = bridges(v) },
        /// A bridge is gone.
        DEMOLISHED => Demolished { edge: SideId = bridges(v) },
        /// A bridge stands and is one's own.
        HELD => Held { edge: SideId = bridges(v) },
        /// A unit slipped through in this impulse.
        INFILTRATED => Infiltrated { unit: UnitId = units(v) },
        /// A unit is on the map and fresh.
        FRESH => Fresh { unit: UnitId = units(v) },
        /// There are enemies in a place.
        ENEMY => Enemy { at: SpaceId = places(v) },
        /// Both sides are there.
        CONTESTED => Contested { at: SpaceId = places(v) },
        /// A place is free (7.1).
        FREE => Free { at: SpaceId = places(v) },
        /// The sky is clear.
        CLEAR => Clear,
        /// It is not.
        OVERCAST => Overcast,
        /// One holds the Advantage.
        ADVANTAGE => Advantage,
        /// The sun has set.
        DUSK => Dusk,
        /// One is the attacker of the assault under way.
        ATTACKING => Attacking,
        /// What is at stake for the reader is so much or less.
        MARGIN => Margin { most: i32 = number(-20, 20) },
        /// It is that day of September.
        DATE => Date { day: i32 = number(17, 26) },
    }
}

/// Whether a condition holds.
pub(super) fn holds(v: &View<'_>, condition: &Condition) -> bool {
    let (look, own) = (v.look(), v.own());
    let pulse = &look.s.pulse;
    let fought = |at: &SpaceId| pulse.assault(*at).map(|one| one.fought);
    let pending = pulse.pending.first();
    match condition {
        Condition::Won { at } => matches!(fought(at), Some(Fought::Won | Fought::Overrun)),
        Condition::Drew { at } => fought(at) == Some(Fought::Drawn),
        Condition::Lost { at } => fought(at) == Some(Fought::Lost),
        Condition::Overran { at } => fought(at) == Some(Fought::Overrun),
        Condition::Emptied { at } => look.vacant(own, *at),
        Condition::Seized { edge } => pulse.seized.iter().any(|(one, _)| one == edge),
        Condition::Repaired { edge } => pulse.repaired.contains(edge),
        Condition::Demolished { edge } => look.s.blown.contains(edge),
        Condition::Held { edge } => look.bridged(*edge) && look.holder(*edge) == own,
        Condition::Infiltrated { unit } => pulse.infiltrated.contains(unit),
        Condition::Fresh { unit } => look.fresh(*unit) && look.s.at(*unit).is_some(),
        Condition::Enemy { at } => !look.vacant(own, *at),
        Condition::Contested { at } => look.contested(*at),
        Condition::Free { at } => look.free(own, *at),
        Condition::Clear => look.clear(),
        Condition::Overcast => !look.clear(),
        Condition::Advantage => look.s.advantage == own,
        Condition::Dusk => pulse.dusk,
        Condition::Attacking => pending.is_some_and(|pending| pending.attacker == own),
        Condition::Margin { most } => pending.is_some_and(|pending| {
            let margin = if pending.attacker == own {
                pending.margin
            } else {
                -pending.margin
            };
            margin <= *most
        }),
        Condition::Date { day } => i32::try_from(look.s.date).is_ok_and(|date| date == *day),
    }
}
