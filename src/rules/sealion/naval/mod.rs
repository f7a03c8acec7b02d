//! Rules 7 and 9: the naval game.
//!
//! So far ships only cross (see [`super::crossing`]): nobody detects or intercepts them yet.

use super::side::Side;
use super::{Board, crossing};
use crate::board::SpaceId;
use crate::engine::table::Play;

/// 2.31, 2.32: detection of ships at sea.
pub(super) fn detection(_: &mut Board<'_>, _: Side) -> Play {
    Ok(())
}

/// 2.33, 2.34: naval movement.
pub(super) fn fleet(t: &mut Board<'_>, side: Side) -> Play {
    match side {
        Side::German => crossing::phase(t),
        Side::British => Ok(()),
    }
}

/// 2.35: ferrying aircraft.
pub(super) fn ferry(_: &mut Board<'_>, _: Side) -> Play {
    Ok(())
}

/// 2.61, 2.62: ships return to port.
pub(super) fn returns(t: &mut Board<'_>, side: Side) -> Play {
    match side {
        Side::German => crossing::homeward(t),
        Side::British => Ok(()),
    }
}

/// 4.22.2: ships leave a port that has fallen.
pub(super) fn expelled(_: &mut Board<'_>, _: SpaceId) -> Play {
    Ok(())
}

/// 11.3.2: ships are repaired.
pub(super) fn repair(_: &mut Board<'_>) -> Play {
    Ok(())
}
