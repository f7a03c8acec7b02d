//! Rule 7: points, and the end of the game.

use super::Board;
use super::data::Data;
use super::event::Event;
use super::state::{Side, State};
use crate::engine::game::{Outcome, Side as _};
use crate::engine::table::Play;
use crate::orders::{Item, Phrase};

/// Rule 7.1: a box gives its points to the side that alone has ships there.
pub(super) fn score(t: &mut Board<'_>) -> Play {
    let mut points = [0, 0];
    for place in t.data().box_ids() {
        let fleets = [Side::Red, Side::Blue].map(|side| t.state().fleet(t.data(), side, place));
        for (index, alone) in [(0, 1), (1, 0)].map(|(a, b)| (a, fleets[b].is_empty())) {
            if alone && !fleets[index].is_empty() {
                points[index] += t.data().place(place).points;
            }
        }
    }
    t.happen(Event::Scores {
        red: points[0],
        blue: points[1],
    })?;
    if t.data().endless {
        t.happen(Event::Refits)?;
    }
    t.happen(Event::NextPhase)
}

/// Rules 7.2 and 7.3: the game ends with its last turn or a side's last ship; most points win.
pub(super) fn outcome(data: &Data, state: &State) -> Option<Outcome<Side>> {
    let (red, blue) = (state.points[0], state.points[1]);
    if !data.endless {
        let afloat = [Side::Red, Side::Blue].map(|side| state.has_ships(data, side));
        let (loser, winner) = match afloat {
            [true, true] => (None, None),
            [false, true] => (Some(Side::Red), Some(Side::Blue)),
            [true, false] => (Some(Side::Blue), Some(Side::Red)),
            // Both gone in one round: nobody wins.
            [false, false] => (Some(Side::Red), None),
        };
        if let Some(loser) = loser {
            let why = Phrase::new("no-ships").with("side", Item::Word(loser.word()));
            return Some(Outcome {
                winner,
                why,
                rule: "7.2",
            });
        }
    }
    if state.turn <= data.turns {
        return None;
    }
    let winner = match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    };
    let why = Phrase::new("most-points")
        .with("red", red)
        .with("blue", blue);
    Some(Outcome {
        winner,
        why,
        rule: "7.3",
    })
}
