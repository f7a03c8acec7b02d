//! Rules 17 and 18: endurance, landing, and the ground.

use super::Board;
use super::event::Event;
use super::state::{Order, RaidId};
use crate::board::UnitId;
use crate::engine::table::Play;

/// Rule 18.1: a unit lands.
pub(super) fn land(t: &mut Board<'_>, unit: UnitId) -> Play {
    let v = super::pos(t);
    let Some(one) = v.open.fighter(unit) else {
        return Ok(());
    };
    let Some(Order::Pancake { field }) = one.order else {
        return Ok(());
    };
    let at = one.at;
    t.happen(Event::Lands {
        unit,
        field: Some(field),
        at,
    })
}

/// Rule 17.3: a raid is home.
pub(super) fn recover_raid(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let units = super::pos(t)
        .hidden
        .real(raid)
        .map(|real| real.units.iter().map(|one| one.unit).collect());
    t.happen(Event::Recovers {
        raid,
        units: units.unwrap_or_default(),
    })?;
    t.reveal(Event::Gone { raid })
}

/// Administrative Phase.
pub(super) fn administration(_: &mut Board<'_>) -> Play {
    Ok(())
}
