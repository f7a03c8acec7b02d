//! Rule 2.0: the turn from phase to phase.

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::{Ending, Phase};
use crate::engine::table::Play;

/// The phase behind one, who acts in it, and whose operations it belongs to; nothing at the end of the turn.
const fn next(phase: Phase, active: Side, operations: Side) -> Option<(Phase, Side, Side)> {
    use Phase::*;
    use Side::{British, German};
    Some(match (phase, active) {
        (Setup, _) => (Weather, German, German),
        (Weather, _) => (Reinforcement, German, German),
        (Reinforcement, German) => (Reinforcement, British, German),
        (Reinforcement, British) => (Detection, German, German),
        (Detection, German) => (Detection, British, German),
        (Detection, British) => (Fleet, German, German),
        (Fleet, German) => (Fleet, British, German),
        (Fleet, British) => (Ferry, German, German),
        (Ferry, German) => (Ferry, British, German),
        (Ferry, British) => (Supply, German, German),
        (Supply, _) => (Movement, operations, operations),
        (Movement, _) => (Air, operations, operations),
        (Air, German) => match operations {
            German => (Air, British, operations),
            British => (Combat, British, operations),
        },
        (Air, British) => match operations {
            British => (Air, German, operations),
            German => (Combat, German, operations),
        },
        (Combat, _) => (Motorised, operations, operations),
        (Motorised, German) => (Supply, British, British),
        (Motorised, British) => (Return, German, German),
        (Return, German) => (Return, British, German),
        (Return, British) => (Repair, German, German),
        (Repair, _) => return None,
    })
}

/// Goes on to the next phase, or to the next turn, or ends the game (15.2).
pub(super) fn go_on(t: &mut Board<'_>) -> Play {
    let open = &t.state().open;
    if open.ended.is_some() {
        return Ok(());
    }
    let turn = open.turn;
    if let Some((phase, active, operations)) = next(open.phase, open.active, open.operations) {
        return t.happen(Event::Phase {
            turn,
            phase,
            active,
            operations,
        });
    }
    if turn >= t.data().scenario.turns[1] {
        return t.happen(Event::Ends { how: Ending::Time });
    }
    t.happen(Event::Phase {
        turn: turn + 1,
        phase: Phase::Weather,
        active: Side::German,
        operations: Side::German,
    })
}
