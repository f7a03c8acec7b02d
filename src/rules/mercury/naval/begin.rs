//! Rule 3.1: before the first turn German ships may put to sea.

use super::super::Board;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::convoys;
use super::orders::convoys::Beginning;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// The German set-up at sea: at Athens, or in the gulf before it.
pub(super) fn begin(t: &mut Board<'_>) -> Play {
    if ready(&super::super::pos(t)).is_empty() {
        return Ok(());
    }
    let ships = t.ask(Side::German, OnSheet(Beginning))?;
    let Some(at) = gulf(&super::super::pos(t)) else {
        return Ok(());
    };
    for ship in ships {
        convoys::put_out(t, ship, at)?;
    }
    Ok(())
}

/// The German ships at Athens that are ready to sail.
pub(super) fn ready(pos: &Position<'_>) -> Vec<UnitId> {
    let mut ships = pos.vessels(Side::German);
    ships.retain(|ship| pos.ship(*ship).at == Berth::Ready);
    ships
}

/// The sea before Athens.
pub(super) fn gulf(pos: &Position<'_>) -> Option<SpaceId> {
    let athens = pos.data.map.water(pos.home(Side::German))?;
    athens.links.first().copied()
}
