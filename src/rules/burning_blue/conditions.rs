//! What may stand behind `if` in lines sent ahead and standing orders: nothing but what a side knows.

use super::geometry::distance;
use super::state::{AirPicture, Position, RaidId, Seen};
use super::words::{DETECTED, NEAR, PICTURE, POOR, TALLY, TURN, WITHIN};
use crate::board::SpaceId;
use crate::orders::choice::{Choice, number, one};
use crate::orders::{lines, named_parts};

fn places(v: &Position<'_>) -> Choice<SpaceId> {
    one(&v.data.map.spaces().collect::<Vec<_>>())
}

fn plots(v: &Position<'_>) -> Choice<RaidId> {
    let plots = v.hidden.raids.iter().filter(|raid| raid.plot.is_some());
    one(&plots.map(|raid| raid.id).collect::<Vec<_>>())
}

named_parts! {
    /// How near.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Near from v: &Position<'_> {
        pub at NEAR: SpaceId = places(v),
        pub within WITHIN: Option<i32> = number(0, 40),
    }
}

lines! {
    /// What may be asked.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Condition from v: &Position<'_> {
        /// A raid is detected.
        DETECTED => Detected { raid: RaidId = plots(v) },
        /// A raid is tallied.
        TALLY => Tallied { raid: RaidId = plots(v) },
        /// An enemy is near a place.
        NEAR => Enemy { near: Near = Near::choice(v) },
        /// The Air Picture is poor.
        PICTURE => Picture { bad: Bad = one(Bad::ALL) },
        /// It is that turn, or a later one.
        TURN => Turn { turn: i32 = number(1, 99) },
    }
}

crate::elements! {
    /// How bad it is.
    pub(super) enum Bad { Poor = POOR }
}

/// Whether a condition holds.
pub(super) fn holds(v: &Position<'_>, condition: &Condition) -> bool {
    let seen = |raid: &RaidId| v.hidden.plot(*raid).map(|plot| plot.seen);
    match condition {
        Condition::Detected { raid } => matches!(seen(raid), Some(Seen::Detected | Seen::Tallied)),
        Condition::Tallied { raid } => seen(raid) == Some(Seen::Tallied),
        Condition::Enemy { near } => {
            let within = near.within.unwrap_or(0);
            let far = |at| distance(&v.data.map, near.at, at).cast_signed() <= within;
            let raids = v.hidden.raids.iter().filter_map(|raid| raid.plot.as_ref());
            match v.reader {
                Some(super::Side::Luftwaffe) => v.open.sky.iter().any(|one| far(one.at)),
                _ => raids.into_iter().any(|plot| plot.on_map() && far(plot.at)),
            }
        }
        Condition::Picture { bad: Bad::Poor } => v.open.picture == AirPicture::Poor,
        Condition::Turn { turn } => i32::try_from(v.open.turn).is_ok_and(|now| now >= *turn),
    }
}
