//! Rules 5.1 and 5.2: from phase to phase, from turn to turn.

use super::Board;
use super::event::Event;
use super::state::Phase;
use crate::engine::table::Play;

/// Goes on to the next phase, or to the next turn, or ends the game (6.7).
pub(super) fn go_on(t: &mut Board<'_>) -> Play {
    let (turn, phase) = (t.state().open.turn, t.state().open.phase);
    if phase == Phase::Readiness {
        return t.happen(Event::Phase {
            turn: 1,
            phase: Phase::Events,
        });
    }
    if let Some(phase) = phase.next() {
        return t.happen(Event::Phase { turn, phase });
    }
    // 6.7: the game is over when no raid is left to form or to come home.
    if done(t) {
        return t.reveal(Event::Ends);
    }
    t.happen(Event::Phase {
        turn: turn + 1,
        phase: Phase::Events,
    })
}

fn done(t: &Board<'_>) -> bool {
    let hidden = super::pos(t).hidden;
    let flying = hidden.raids.iter().any(|raid| raid.real.is_some());
    let coming = hidden.plan.iter().flat_map(|plan| &plan.programs);
    !flying
        && coming
            .into_iter()
            .all(|program| program.formed || program.all_units().is_empty())
}
