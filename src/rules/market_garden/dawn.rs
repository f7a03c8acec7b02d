//! Rules 6.2, 17.1 and 18: dawn.

use super::Field;
use super::advantage::{self, die};
use super::control::{look, settle};
use super::event::Event;
use super::look::Look;
use super::state::{Phase, Side, Weather, Where};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 6.2: reinforcements, German first; markers; the weather last.
pub(super) fn phase(t: &mut Field<'_>) -> Play {
    reinforce(t, Side::German)?;
    reinforce(t, Side::Allied)?;
    t.happen(Event::Readies)?;
    weather(t)?;
    advantage::pass_on(t)?;
    t.happen(Event::Next {
        phase: Phase::German,
    })
}

/// Rules 18.1 to 18.4 and 22.2: who is due comes.
fn reinforce(t: &mut Field<'_>, side: Side) -> Play {
    let mut groups: Vec<(Option<SpaceId>, Vec<UnitId>)> = Vec::new();
    for unit in t.data().units_of(side) {
        let Some(to) = arrival(look(t), unit) else {
            continue;
        };
        match groups.iter_mut().find(|(one, _)| *one == to) {
            Some((_, units)) => units.push(unit),
            None => groups.push((to, vec![unit])),
        }
    }
    for (at, units) in groups {
        t.happen(Event::Reinforces { side, units, at })?;
        if let Some(at) = at {
            settle(t, at)?;
        }
    }
    Ok(())
}

/// Where a unit comes today: a place, or the UK Box; `None` if it does not.
fn arrival(look: Look<'_>, unit: UnitId) -> Option<Option<SpaceId>> {
    let counter = look.counter(unit);
    let due = counter.date.is_some_and(|date| date <= look.s.date);
    if !due || look.s.unit(unit).at != Where::Later {
        return None;
    }
    let airfield = look.d.named.airfield;
    if counter.at == airfield {
        return match counter.side {
            // 22.2: the 52nd needs Deelen in hand with a fresh unit on it, whatever day it is.
            Side::Allied => look.airfield_open().then_some(None),
            Side::German => {
                let open = look.free(Side::German, airfield) && !look.full(Side::German, airfield);
                open.then_some(Some(airfield))
            }
        };
    }
    Some(match counter.airborne {
        Some(_) => None,
        None => Some(counter.at),
    })
}

/// Rule 6.21: clear on the first two days, then a die of the Allies.
fn weather(t: &mut Field<'_>) -> Play {
    let table = t.data().tables.weather.clone();
    if t.state().date < table.roll_from {
        return t.happen(Event::Weather {
            tally: None,
            to: Weather::Clear,
        });
    }
    let dice = die(t, "weather", Side::Allied, Vec::new(), |die| {
        die - table.overcast_to - 1
    })?;
    let mut tally = Tally::of_rule("6.21");
    tally.dice(&dice).need(table.overcast_to + 1);
    let to = if tally.reached() {
        Weather::Clear
    } else {
        Weather::Overcast
    };
    t.happen(Event::Weather {
        tally: Some(tally),
        to,
    })
}
