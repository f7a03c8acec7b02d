//! Rule 12.2: the Pursuit Phase.

use super::Board;
use crate::engine::table::Play;

/// Pursuit Phase.
pub(super) fn phase(_: &mut Board<'_>) -> Play {
    Ok(())
}
