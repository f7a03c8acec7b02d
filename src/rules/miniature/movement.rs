//! Rules 1.3 and 5: reserves, and ships on their way.

use super::Board;
use super::bars::Bar;
use super::data::BoxId;
use super::event::Event;
use super::interception::{self, Passage};
use super::orders::{Order, Orders, RankReserves};
use super::plants;
use super::state::Side;
use super::submarine;
use crate::board::UnitId;
use crate::engine::ready::{Given, OnSheet};
use crate::engine::table::Play;

/// Rule 1.3: each side ranks its reserves in secret.
pub(super) fn rank_reserves(t: &mut Board<'_>) -> Play {
    let ranked = t.ask_all(vec![
        (Side::Red, Given(RankReserves)),
        (Side::Blue, Given(RankReserves)),
    ])?;
    for (side, ships) in [Side::Red, Side::Blue].into_iter().zip(ranked) {
        t.happen(Event::Ranked {
            side,
            ships: ships.0,
        })?;
    }
    t.happen(Event::NextPhase)
}

/// Rule 5: a reserve arrives, then each ship moves as ordered, in the order of the sheet.
pub(super) fn phase(t: &mut Board<'_>, side: Side) -> Play {
    let next = t.state().reserves[side.index()].first().copied();
    if let Some(ship) = next {
        let at = t.data().port(side);
        // Which one comes was the owner's secret until now.
        t.reveal(Event::Arrives { ship, at })?;
    }
    let shun = plants::hidden_field(t, side);
    for order in t.ask(side, OnSheet(Orders { shun }))? {
        let ship = order.ship();
        let told = |_: &Board<'_>, bar| Event::NotDone { ship, bar };
        t.attempt(told, |t| carry_out(t, &order))?;
    }
    t.happen(Event::NextPhase)
}

/// Rules 5.1 to 5.3: an order is carried out, or refused.
pub(super) fn carry_out(t: &mut Board<'_>, order: &Order) -> Play {
    let (ship, fuel) = (order.ship(), order.fuel());
    let mut from = t.check(t.state().at(ship).ok_or(Bar::Afloat { ship }))?;
    let t: &mut Board<'_> = &mut t.within(&t.data().ship(ship).id);
    if fuel > 0 {
        let has = t.state().fuel[t.data().ship(ship).side.index()];
        if fuel > has {
            return t.refuse(Bar::FuelShort { needed: fuel, has });
        }
        t.happen(Event::Raids { ship, fuel })?;
    }
    let mut spent = 0;
    for to in order.path() {
        spent += cost(t, from, *to);
        // A box may be entered twice on one way, movement spent is never the same twice.
        let t: &mut Board<'_> = &mut t.within(spent);
        if !enter(t, ship, *to)? {
            break;
        }
        from = *to;
    }
    Ok(())
}

fn cost(t: &Board<'_>, from: BoxId, to: BoxId) -> u32 {
    let ways = &t.data().place(from).ways;
    ways.iter()
        .find(|(place, _)| *place == to)
        .map_or(1, |(_, cost)| *cost)
}

/// Rule 5.2: a ship enters a box; tells whether it may go on.
fn enter(t: &mut Board<'_>, ship: UnitId, to: BoxId) -> Play<bool> {
    t.happen(Event::Moves { ship, to })?;
    if t.data().ship(ship).side == Side::Red {
        submarine::ambush(t, ship, to)?;
    }
    if t.state().at(ship).is_none() {
        return Ok(false);
    }
    Ok(interception::intercept(t, ship, to)? == Passage::Free)
}
