//! Rule 3.2: the turn from phase to phase.

use super::Board;
use super::event::Event;
use super::scenario::Victory;
use super::side::Side;
use super::state::{Ending, Phase};
use super::{points, victory};
use crate::engine::table::Play;

/// The phase behind one, and whose segment it belongs to; nothing at the end of the turn.
fn next(t: &Board<'_>) -> Option<(Phase, Side)> {
    let (d, open) = (t.data(), &t.state().open);
    let (phase, active) = (open.phase, open.active);
    let land = |phase| Some((phase, Side::German));
    let first_on_land = || {
        if d.on_land() {
            land(Phase::Drops)
        } else {
            None
        }
    };
    match phase {
        Phase::Setup => Some((Phase::Strategic, Side::German)),
        Phase::Strategic => land(Phase::Air),
        Phase::Air if d.naval() => land(Phase::AlliedFleet),
        // 21.0: convoys come in without the naval game.
        Phase::Air if d.scenario.fleet.is_some() => land(Phase::Landings),
        Phase::Air | Phase::Landings => first_on_land(),
        Phase::AlliedFleet => land(Phase::FirstBattle),
        Phase::FirstBattle => land(Phase::Convoys),
        Phase::Convoys => land(Phase::SecondBattle),
        Phase::SecondBattle => land(Phase::Landings),
        Phase::Drops => land(Phase::Movement),
        Phase::Movement => Some((Phase::Bombardment, active)),
        Phase::Bombardment => Some((Phase::Declaration, active)),
        Phase::Declaration => Some((Phase::Combat, active)),
        Phase::Combat if active == Side::German => Some((Phase::Movement, Side::Allied)),
        Phase::Combat => None,
    }
}

/// Goes on to the next phase, or to the next turn, or ends the game (V).
pub(super) fn go_on(t: &mut Board<'_>) -> Play {
    if t.state().open.ended.is_some() {
        return Ok(());
    }
    if let Some((phase, active)) = next(t) {
        let turn = t.state().open.turn;
        return t.happen(Event::Phase {
            turn,
            phase,
            active,
        });
    }
    let open = &t.state().open;
    let turn = open.turn;
    if victory::too_late(&super::pos(t)) {
        return end(t, Ending::NoAirfield);
    }
    if open.evacuation == Some(turn) {
        return end(t, Ending::Evacuation);
    }
    if turn >= t.data().scenario.turns[1] {
        return end(t, Ending::Time);
    }
    t.happen(Event::Phase {
        turn: turn + 1,
        phase: Phase::Strategic,
        active: Side::German,
    })
}

/// The game is over; of a campaign all that counts is told (22.2).
pub(super) fn end(t: &mut Board<'_>, how: Ending) -> Play {
    let counts = matches!(t.data().scenario.victory, Victory::Points { .. });
    if counts && matches!(how, Ending::Time | Ending::Evacuation) {
        let tally = points::count(&super::pos(t));
        let points = tally.total();
        t.happen(Event::Scores { points, tally })?;
    }
    t.happen(Event::Ends { how })
}
