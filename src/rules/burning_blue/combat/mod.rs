//! Rule 13: air combat.

use super::Board;
use crate::engine::table::Play;

/// Dogfight Phase (13.6.1).
pub(super) fn dogfights(_: &mut Board<'_>) -> Play {
    Ok(())
}
