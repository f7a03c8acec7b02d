//! Rule 19: weather.

use super::state::Position;
use crate::board::SpaceId;

/// Rule 19.1: the category of the weather in a place at an altitude, 1 to 4: the worst of its zones.
pub(super) const fn category(_: &Position<'_>, _: SpaceId, _: i32) -> u8 {
    1
}

/// The worst from 0 up to an altitude.
pub(super) fn worst_below(v: &Position<'_>, at: SpaceId, angels: i32) -> u8 {
    (0..=angels)
        .map(|angels| category(v, at, angels))
        .max()
        .unwrap_or(1)
}

/// Rule 19.2: fog on the ground.
pub(super) const fn fog(_: &Position<'_>, _: SpaceId) -> bool {
    false
}
