//! Rule 16: bombing.

use super::Board;
use super::state::RaidId;
use crate::engine::table::Play;

/// How a raid came to drop its bombs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct How {
    pub lost: bool,
    pub decoyed: bool,
    pub foul: bool,
}

/// A raid drops its bombs.
pub(super) fn bomb(_: &mut Board<'_>, _: RaidId, how: How) -> Play {
    let _ = (how.lost, how.decoyed, how.foul);
    Ok(())
}
