//! What may stand behind `if` in lines sent ahead and standing orders.

use super::event::Coordination;
use super::state::Position;
use super::words::{COORDINATED, ENEMY, FATIGUED, FREE, FULL, HELD, TURN, UNCOORDINATED};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{Choice, number, one};
use crate::orders::lines;

fn places(v: &Position<'_>) -> Choice<SpaceId> {
    let playable = v.data.map.all().filter(|at| v.data.playable.has(*at));
    one(&playable.collect::<Vec<_>>())
}

fn units(v: &Position<'_>) -> Choice<UnitId> {
    one(&v.data.land_ids().collect::<Vec<_>>())
}

lines! {
    /// What may be asked.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Condition from v: &Position<'_> {
        /// The combat under way is fully coordinated (8.21).
        FULL => Full,
        /// It is coordinated, with support or without (8.22).
        COORDINATED => Coordinated,
        /// It is not (8.23).
        UNCOORDINATED => Uncoordinated,
        /// Enemies are in a place.
        ENEMY => Enemy { at: SpaceId = places(v) },
        /// Units of one's own are there.
        HELD => Held { at: SpaceId = places(v) },
        /// Nobody is there.
        FREE => Free { at: SpaceId = places(v) },
        /// A unit is fatigued.
        FATIGUED => Fatigued { unit: UnitId = units(v) },
        /// It is that turn, or a later one.
        TURN => Turn { turn: i32 = number(1, 36) },
    }
}

/// Whether a condition holds.
pub(super) fn holds(v: &Position<'_>, condition: &Condition) -> bool {
    let now = v.open.coordinated.map(|(_, result)| result);
    let own = v.own();
    match condition {
        Condition::Full => now == Some(Coordination::Full),
        Condition::Coordinated => matches!(now, Some(Coordination::Full | Coordination::Plain)),
        Condition::Uncoordinated => now == Some(Coordination::Uncoordinated),
        Condition::Enemy { at } => v.holds(*at, own.other()),
        Condition::Held { at } => v.holds(*at, own),
        Condition::Free { at } => !v.holds(*at, own) && !v.holds(*at, own.other()),
        Condition::Fatigued { unit } => v.unit(*unit).fatigued,
        Condition::Turn { turn } => i32::try_from(v.open.turn).is_ok_and(|now| now >= *turn),
    }
}
