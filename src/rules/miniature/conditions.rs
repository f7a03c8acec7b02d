//! What may stand behind `if` in a line sent ahead.

use super::View;
use super::data::BoxId;
use super::state::Side;
use super::words::{ENEMY, INITIATIVE, SUNK, TURN};
use crate::board::UnitId;
use crate::engine::game::Side as _;
use crate::orders::choice::{number, one};
use crate::orders::lines;

lines! {
    /// What may be asked.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Condition from v: &View<'_> {
        /// A side has the initiative.
        INITIATIVE => Initiative { side: Side = one(Side::ALL) },
        /// Surface ships of the enemy are in a box.
        ENEMY => Enemy { at: BoxId = one(&v.data().box_ids().collect::<Vec<_>>()) },
        /// A ship is sunk.
        SUNK => Sunk { ship: UnitId = one(&v.data().ship_ids().collect::<Vec<_>>()) },
        /// It is that turn.
        TURN => Turn { turn: i32 = number(1, i32::try_from(v.data().turns).unwrap_or(i32::MAX)) },
    }
}

/// Whether a condition holds.
pub(super) fn holds(v: &View<'_>, condition: &Condition) -> bool {
    match condition {
        Condition::Initiative { side } => v.initiative() == *side,
        Condition::Enemy { at } => v.enemy_in(*at),
        Condition::Sunk { ship } => v.is_sunk(*ship),
        Condition::Turn { turn } => i64::from(*turn) == i64::from(v.turn()),
    }
}
