//! I.A: recovery.

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::{Hour, hour};
use crate::board::UnitId;
use crate::engine::table::Play;

/// Rules 5.28, 6.33, 9.76 and 11.1: fatigue passes in the morning, markers at all times.
pub(super) fn recovery(t: &mut Board<'_>) -> Play {
    let turn = t.state().open.turn;
    if hour(turn) == Hour::Am {
        let pos = super::pos(t);
        // Where the zones lie before anybody recovers, on both sides.
        let zones = Side::BOTH.map(|side| pos.zones(side.other()));
        let rests = |unit: &UnitId| {
            let zones = &zones[pos.side(*unit).index()];
            pos.unit(*unit).fatigued && pos.at(*unit).is_some_and(|at| !zones.has(at))
        };
        let units: Vec<UnitId> = t.data().land_ids().filter(rests).collect();
        if !units.is_empty() {
            t.happen(Event::Recovers { units })?;
        }
    }
    t.happen(Event::Clears { turn })?;
    super::hq::restore(t)?;
    super::hq::muster(t)
}
