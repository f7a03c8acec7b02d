//! What a player may put before an order (`if ...:`).

use super::super::View;
use super::super::class::Arm;
use super::super::nation::{Alliance, Side};
use super::super::words::{EMPTY, ENEMY, HELD, INITIATIVE, LOST, TURN};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{Choice, number, one};
use crate::orders::lines;

fn places(v: &View<'_>) -> Choice<SpaceId> {
    let map = &v.pos().d.map;
    let open = map.places().filter(|place| !map.hex(*place).neutral);
    one(&open.collect::<Vec<_>>())
}

lines! {
    /// What may be asked.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum Condition from v: &View<'_> {
        /// A side has the initiative.
        INITIATIVE => Initiative { side: Side = one(&[Side::Germany, Side::Allies]) },
        /// Enemies are in a hex.
        ENEMY => Enemy { at: SpaceId = places(v) },
        /// None are.
        EMPTY => Empty { at: SpaceId = places(v) },
        /// A hex is ours.
        HELD => Held { at: SpaceId = places(v) },
        /// A unit is lost.
        LOST => Lost { unit: UnitId = one(&v.pos().d.unit_ids().collect::<Vec<_>>()) },
        /// It is that turn.
        TURN => Turn {
            turn: i32 = number(1, i32::try_from(v.pos().d.turns).unwrap_or(i32::MAX))
        },
    }
}

/// Whether a condition holds.
pub(crate) fn holds(v: &View<'_>, condition: &Condition) -> bool {
    let pos = v.pos();
    let own = v.alliance();
    let enemy = |place: SpaceId| {
        pos.has_land(place, own.other())
            || !pos.ships(place, own.other()).is_empty()
            || !pos.aircraft(place, own.other()).is_empty()
    };
    match *condition {
        Condition::Initiative { side } => match pos.s.initiative {
            Alliance::Axis => side == Side::Germany,
            Alliance::Allies => side == Side::Allies,
        },
        Condition::Enemy { at } => enemy(at),
        Condition::Empty { at } => !enemy(at),
        Condition::Held { at } => pos.controls(own, at),
        Condition::Lost { unit } => !pos.in_play(unit) && pos.arm(unit) != Arm::Leader,
        Condition::Turn { turn } => i64::from(turn) == i64::from(pos.s.turn),
    }
}
