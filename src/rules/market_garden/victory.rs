//! Rules 21 and 22.1: victory.

use super::Field;
use super::control::look;
use super::data::Data;
use super::event::Event;
use super::look::Look;
use super::state::{Control, Ending, Side, State};
use crate::engine::game::Outcome;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Phrase;

/// Rule 21.1: a fresh Allied unit with a line to F in Apeldoorn at the end of daylight.
pub(super) fn breakthrough(look: Look<'_>) -> bool {
    let at = look.d.named.apeldoorn;
    look.has_fresh(Side::Allied, at) && look.line_to_f(at)
}

/// Rules 21.3 to 21.4: the Allied points as they stand.
pub(super) fn points(look: Look<'_>) -> Tally {
    let (d, table) = (look.d, &look.d.tables.victory);
    let mut tally = Tally::of_rule("21.3");
    let mut contested = 0;
    for at in d.ground.ids() {
        let place = d.ground.place(at);
        let allied = look.controls(Side::Allied, at);
        if place.points == 0 || !allied {
            continue;
        }
        // 21.4: Arnhem counts whole, whatever it gives.
        if look.contested(at) {
            contested += place.points;
        }
        let line = look.line_to_f(at);
        if at == d.named.arnhem {
            let worth = if line {
                place.points
            } else {
                place.isolated_points
            };
            tally.term_of("area", &place.id, worth, "21.3/a");
        } else if look.control(at) == Control::Corps && line {
            tally.term_of("area", &place.id, place.points, "21.3");
        }
    }
    if look.s.advantage == Side::Allied {
        tally.term("advantage", table.advantage, "21.3/b");
    }
    if look.s.eindhoven {
        tally.term("bonus", table.bonus, "21.31");
    }
    if contested >= table.penalty_from {
        tally.term("penalty", table.penalty, "21.4");
    }
    tally
}

/// The end of a turn: the bonus of the first day, and the check of points where one is due.
pub(super) fn end_of_day(t: &mut Field<'_>) -> Play {
    let eindhoven = t.data().named.eindhoven;
    let reached = look(t).controls(Side::Allied, eindhoven) || look(t).has(Side::Allied, eindhoven);
    if t.state().date == 17 && reached {
        t.happen(Event::Bonus)?;
    }
    let date = t.state().date;
    let check = t
        .data()
        .scenario
        .checks
        .iter()
        .find(|(day, _)| *day == date);
    let needed = check.map(|(_, needed)| *needed);
    let tally = points(look(t));
    let total = tally.total();
    t.happen(Event::Scores { tally, needed })?;
    let Some(needed) = needed else { return Ok(()) };
    let last = date == t.data().scenario.last;
    // 21.2: in the short game so many points win; 22.1: in the long one equal goes on, on the last day R-31.
    let equal = if last && !(t.data().extended() && t.data().switches.equal_loses) {
        Some(Side::Allied)
    } else if last {
        Some(Side::German)
    } else {
        None
    };
    let winner = match total.cmp(&needed) {
        std::cmp::Ordering::Greater => Some(Side::Allied),
        std::cmp::Ordering::Less => Some(Side::German),
        std::cmp::Ordering::Equal => equal,
    };
    match winner {
        Some(winner) => t.happen(Event::Over {
            ending: Ending::Points {
                winner,
                points: total,
                needed,
            },
        }),
        None => Ok(()),
    }
}

/// Who has won.
pub(super) fn outcome(data: &Data, state: &State) -> Option<Outcome<Side>> {
    Some(match state.ending? {
        Ending::Breakthrough => Outcome {
            winner: Some(Side::Allied),
            why: Phrase::new("breakthrough"),
            rule: "21.1",
        },
        Ending::Points {
            winner,
            points,
            needed,
        } => Outcome {
            winner: Some(winner),
            why: Phrase::new("points-decide")
                .with("points", points)
                .with("needed", needed),
            rule: if data.extended() { "22.1" } else { "21.2" },
        },
    })
}
