//! Rule 3.0: the weather.

use super::Board;
use super::event::Event;
use super::tables::Weather;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rolls for the weather of the turn, but for the first turns of a scenario.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let open = &t.state().open;
    let first = t.data().scenario.turns[0];
    if open.turn < first + t.data().scenario.fair {
        let weather = Weather::Fair;
        return t.happen(Event::Sky {
            weather,
            tally: None,
        });
    }
    let last = open.weather;
    let mut tally = Tally::of_rule("3.0");
    let die = super::d10(t, "weather", &mut tally)?;
    let chart = &t.data().tables.charts.weather;
    let column = chart.named(last.id()).unwrap_or(0);
    let weather = chart.cell(die, column).copied().unwrap_or_default();
    let tally = Some(tally);
    t.happen(Event::Sky { weather, tally })
}
