//! Rule 11.3: repair, and the end of the turn.

use super::Board;
use super::event::Event;
use super::side::Side;
use super::state::Installation;
use super::{naval, victory};
use crate::board::UnitId;
use crate::engine::table::Play;

/// 2.7: one hit off each unit and installation; then sudden death, and the marks of the turn are cleared.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    naval::repair(t)?;
    let pos = super::pos(t);
    let hit = |unit: &UnitId| pos.unit(*unit).hits > 0;
    let units: Vec<UnitId> = Side::BOTH
        .into_iter()
        .flat_map(|side| pos.units_of(side))
        .filter(hit)
        .collect();
    let damage = pos.open.damage.clone();
    if !units.is_empty() {
        t.happen(Event::Recovers { units })?;
    }
    for one in damage {
        let mends = one.what != Installation::Rail || !super::pos(t).open.is_german(one.at);
        if mends {
            let (at, what) = (one.at, one.what);
            t.happen(Event::Mends { at, what })?;
        }
    }
    victory::sudden_death(t)?;
    let turn = t.state().open.turn;
    t.happen(Event::Clears { turn })
}
