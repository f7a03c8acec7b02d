//! What may stand behind `if` in lines sent ahead and standing orders.

use super::state::Position;
use super::words::{ENEMY, FREE, HELD, TURN};
use crate::board::SpaceId;
use crate::orders::choice::{Choice, number, one};
use crate::orders::lines;

fn hexes(v: &Position<'_>) -> Choice<SpaceId> {
    one(&v.data.map.hexes().collect::<Vec<_>>())
}

lines! {
    /// What may be asked.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Condition from v: &Position<'_> {
        /// Enemies are in a hex.
        ENEMY => Enemy { at: SpaceId = hexes(v) },
        /// Units of one's own are there.
        HELD => Held { at: SpaceId = hexes(v) },
        /// Nobody is there.
        FREE => Free { at: SpaceId = hexes(v) },
        /// It is that turn, or a later one.
        TURN => Turn { turn: i32 = number(1, 40) },
    }
}

/// Whether a condition holds.
pub(super) fn holds(v: &Position<'_>, condition: &Condition) -> bool {
    let own = v.own();
    match condition {
        Condition::Enemy { at } => v.holds(*at, own.other()),
        Condition::Held { at } => v.holds(*at, own),
        Condition::Free { at } => !v.holds(*at, own) && !v.holds(*at, own.other()),
        Condition::Turn { turn } => i32::try_from(v.open.turn).is_ok_and(|now| now >= *turn),
    }
}
