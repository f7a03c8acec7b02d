//! Rules 1.3 and 5: reserves, and ships on their way.

use super::Board;
use super::data::BoxId;
use super::event::Event;
use super::interception::{self, Passage};
use super::orders::{Order, Orders, RankReserves};
use super::plants;
use super::state::Side;
use super::submarine;
use crate::board::UnitId;
use crate::engine::table::Play;

/// Rule 1.3: each side ranks its reserves in secret.
pub(super) fn rank_reserves(t: &mut Board<'_>) -> Play {
    let ranked = t.ask_all(vec![(Side::Red, RankReserves), (Side::Blue, RankReserves)])?;
    for (side, ships) in [Side::Red, Side::Blue].into_iter().zip(ranked) {
        t.happen(Event::Ranked { side, ships })?;
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
    for order in t.ask(side, Orders { shun })? {
        carry_out(t, &order)?;
    }
    t.happen(Event::NextPhase)
}

fn carry_out(t: &mut Board<'_>, order: &Order) -> Play {
    // An ambush or a battle of an earlier order may have sunk it.
    let Some(mut from) = t.state().at(order.ship) else {
        return Ok(());
    };
    let t: &mut Board<'_> = &mut t.within(&t.data().ship(order.ship).id);
    if order.fuel > 0 {
        t.happen(Event::Raids {
            ship: order.ship,
            fuel: order.fuel,
        })?;
    }
    let mut spent = 0;
    for to in &order.path {
        spent += cost(t, from, *to);
        // A box may be entered twice on one way, movement spent is never the same twice.
        let t: &mut Board<'_> = &mut t.within(spent);
        if !enter(t, order.ship, *to)? {
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
