//! Rule 12: who sees whom.

use super::Board;
use super::state::RaidId;
use crate::board::UnitId;
use crate::engine::table::Play;

/// Who has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    Raf(UnitId),
    Raid(RaidId),
}

/// RAF Air Combat Phase.
pub(super) fn raf_phase(_: &mut Board<'_>) -> Play {
    Ok(())
}

/// Luftwaffe Air Combat Phase.
pub(super) fn lw_phase(_: &mut Board<'_>) -> Play {
    Ok(())
}

/// Rule 12.1.3: orbiters look for what came into their zone.
pub(super) fn orbiters(_: &mut Board<'_>, mover: Mover) -> Play {
    let _ = match mover {
        Mover::Raf(unit) => unit.0,
        Mover::Raid(raid) => raid.0,
    };
    Ok(())
}

/// Rule 12.2: pursuers attack what came to them.
pub(super) fn pursuers(_: &mut Board<'_>, _: Mover) -> Play {
    Ok(())
}
