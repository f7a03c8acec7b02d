//! Rule 5.4: ships in a box may intercept what enters it.

use super::Board;
use super::combat;
use super::data::{BoxId, Effect};
use super::event::Event;
use super::orders::Intercept;
use crate::board::UnitId;
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// What became of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// Nobody stopped it.
    Free,
    /// There was a battle: its way ends here (6.6).
    Fought,
}

pub(super) fn intercept(t: &mut Board<'_>, ship: UnitId, at: BoxId) -> Play<Passage> {
    let enemy = t.data().ship(ship).side.other();
    if t.state().fleet(t.data(), enemy, at).is_empty() {
        return Ok(Passage::Free);
    }
    let by = t.ask(enemy, Given(Intercept { ship, at }))?;
    if by.is_empty() {
        return Ok(Passage::Free);
    }
    let dice = t.roll("intercept", 1, 6)?;
    let mut tally = Tally::of_rule("5.4");
    tally.dice(&dice).need(t.data().tables.intercept_needed);
    tally.term(
        "more-ships",
        i32::try_from(by.len()).unwrap_or(1) - 1,
        "5.4",
    );
    match t.state().weather {
        Effect::Storm => tally.term("storm", -1, "3.2"),
        Effect::Calm => tally.term("calm", 1, "3.2"),
        Effect::Fog | Effect::Fuel | Effect::None => &mut tally,
    };
    let met = tally.reached();
    t.happen(Event::Intercepts {
        ship,
        by: by.clone(),
        at,
        tally,
        met,
    })?;
    if !met {
        return Ok(Passage::Free);
    }
    combat::battle(t, at, (enemy, by), (enemy.other(), vec![ship]))?;
    Ok(Passage::Fought)
}
