//! Rule 9.4.22: divisions that stand beside a beach nobody holds answer for it.

use super::Board;
use super::event::{Cause, Event};
use super::fights::{Attack, by_sea, lose};
use super::orders::combat::Answering;
use super::side::Side;
use super::tables::Blow;
use crate::board::UnitId;
use crate::engine::ready::OneOf;
use crate::engine::table::Play;

/// What an elimination counts.
const ELIMINATED: u32 = 2;
/// Points that cost a step.
const STEP: u32 = 2;

/// After an assault on a hex without British units: a division beside it takes note of the result.
pub(super) fn answers(t: &mut Board<'_>, attack: &Attack, blow: Blow) -> Play {
    let points = if blow.all { ELIMINATED } else { blow.points };
    let pos = super::pos(t);
    let landing = attack.units.iter().any(|unit| by_sea(&pos, *unit));
    if attack.side == Side::British || !landing || points == 0 {
        return Ok(());
    }
    for at in attack.targets.clone() {
        let pos = super::pos(t);
        let division = |unit: &UnitId| pos.printed(*unit).is_division();
        let units: Vec<UnitId> = pos
            .controllers(at, Side::British)
            .into_iter()
            .filter(division)
            .collect();
        let unit = match units.as_slice() {
            [] => continue,
            [only] => *only,
            _ => t.ask(Side::British, OneOf(Answering { at, units }))?,
        };
        t.happen(Event::Answers { unit, points })?;
    }
    Ok(())
}

/// At the end of the combat phase: who has answered for too much loses a step, and never more than one.
pub(super) fn reckoning(t: &mut Board<'_>) -> Play {
    for (unit, points) in t.state().open.beach.clone() {
        if points >= STEP && super::pos(t).at(unit).is_some() {
            lose(t, unit, 1, Cause::Beach)?;
        }
    }
    Ok(())
}
