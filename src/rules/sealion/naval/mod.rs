//! Rules 7.1, 7.2 and 9: the game at sea.
//!
//! Ships move stack by stack from zone to zone. In each zone they enter mines and U-boats strike ([`hazards`]), then the enemy
//! looks for them ([`detection`]) and may intercept with ships or coastal guns ([`interception`]); a combat is fought in rounds
//! ([`battle`], [`fire`]) until a side is gone or withdraws ([`withdrawal`]). What is carried goes down with its carriers
//! ([`losses`]) or ashore at the end of the phase ([`movement`], [`voyage`]). The Royal Navy waits for release ([`release`]).
//! Aircraft do not fly yet.

pub(super) mod battle;
pub(super) mod counters;
mod detection;
mod fire;
pub(super) mod harbour;
pub(super) mod hazards;
mod interception;
pub(super) mod losses;
mod movement;
mod muster;
pub(super) mod orders;
pub(super) mod release;
mod returns;
pub(super) mod seas;
pub(super) mod table;
pub(super) mod voyage;
mod withdrawal;

use super::Board;
use super::side::Side;
use crate::board::SpaceId;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 1.1.4: a die from 0 to 9 that must not be above a number, where the ten is nought: the number is then held against
/// ten more.
fn low(t: &mut Board<'_>, what: &str, tally: &mut Tally) -> Play<i32> {
    let dice = t.roll(what, 1, 10)?;
    tally.dice(&dice);
    let die = dice.die(0);
    if die == 10 {
        tally.term("eng-nought", 10, "1.1.4");
    }
    Ok(die % 10)
}

/// 2.21, 2.22: ships that come when it is time.
pub(super) fn muster(t: &mut Board<'_>, side: Side) -> Play {
    muster::phase(t, side)
}

/// 2.31, 2.32: detection of ships at sea.
pub(super) fn detection(t: &mut Board<'_>, side: Side) -> Play {
    detection::phase(t, side)
}

/// 2.33, 2.34: naval movement.
pub(super) fn fleet(t: &mut Board<'_>, side: Side) -> Play {
    movement::phase(t, side)
}

/// 2.35: ferrying aircraft.
pub(super) fn ferry(_: &mut Board<'_>, _: Side) -> Play {
    Ok(())
}

/// 2.61, 2.62: ships return to port.
pub(super) fn returns(t: &mut Board<'_>, side: Side) -> Play {
    returns::phase(t, side)
}

/// 4.22.2: ships leave a port that has fallen, or is blocked.
pub(super) fn expelled(t: &mut Board<'_>, at: SpaceId) -> Play {
    harbour::expelled(t, at)
}

/// 11.3.2: ships are repaired.
pub(super) fn repair(t: &mut Board<'_>) -> Play {
    harbour::repair(t)
}
