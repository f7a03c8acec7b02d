//! Rules 14 and 15: guns and balloons.

use super::Board;
use super::state::RaidId;
use crate::engine::table::Play;

/// Guns of the hex fire at a raid.
pub(super) fn fire(_: &mut Board<'_>, _: RaidId) -> Play {
    Ok(())
}
