//! III.D: German ships (16.13, 16.46, 17.1, 17.35). They move singly, beneath markers that tell nothing.

use super::super::Board;
use super::super::airlanding;
use super::super::bars::Bar;
use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::super::units::Hull;
use super::forces::way;
use super::ids::Number;
use super::orders::convoys::{ConvoyOrder, Convoys};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::orders::{Lexicon, Lines as _};

/// The flotilla that may take units of the airlanding groups aboard (17.35 e).
pub(super) const FLOTILLA: &str = "gs-dd-flotilla";

/// The German movement phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    if super::super::pos(t).vessels(Side::German).is_empty() {
        return Ok(());
    }
    let orders = t.ask(Side::German, OnSheet(Convoys))?;
    for order in in_order(&orders) {
        let words = {
            let view = super::super::pos(t);
            let lexicon: &dyn Lexicon = &view;
            order.words(None, lexicon)
        };
        t.attempt(
            |_, bar| Event::NotDone {
                side: Side::German,
                order: words,
                bar,
            },
            |t| carry_out(t, order),
        )?;
    }
    Ok(())
}

/// Who takes troops aboard does so before he sails.
pub(super) fn in_order(orders: &[ConvoyOrder]) -> Vec<&ConvoyOrder> {
    let mut orders: Vec<&ConvoyOrder> = orders.iter().collect();
    orders.sort_by_key(|order| matches!(order, ConvoyOrder::Sail { .. }));
    orders
}

/// One order.
pub(super) fn carry_out(t: &mut Board<'_>, order: &ConvoyOrder) -> Play {
    match order {
        ConvoyOrder::Load { ship, units } => load(t, *ship, units),
        ConvoyOrder::Sail { ship, to } => sail(t, *ship, *to),
    }
}

/// Rule 17.35 e: the flotilla takes units aboard at Athens.
fn load(t: &mut Board<'_>, ship: UnitId, units: &[UnitId]) -> Play {
    let checked = may_load(&super::super::pos(t), ship, units);
    t.check(checked)?;
    t.happen(Event::TakesAboard {
        ship,
        units: units.to_vec(),
        reserves: 0,
    })
}

fn may_load(pos: &Position<'_>, ship: UnitId, units: &[UnitId]) -> Result<(), Bar> {
    let at_athens = matches!(pos.ship(ship).at, Berth::Ready | Berth::Refit(_));
    if !at_athens || pos.data.ship(ship).id != FLOTILLA {
        return Err(Bar::NotAtAlexandria { ship });
    }
    let waiting = airlanding::queue(pos);
    if let Some(unit) = units.iter().find(|unit| !waiting.contains(unit)) {
        return Err(Bar::NotWaiting { unit: *unit });
    }
    let has = pos.steps_of(units) + pos.steps_of(&pos.aboard(ship));
    let most = pos.data.tables.ports.flotilla;
    if has > most {
        return Err(Bar::NoRoomAboard { ship, has, most });
    }
    Ok(())
}

/// Rules 16.46 and 17.12: a ship sails, from Athens or at sea.
fn sail(t: &mut Board<'_>, ship: UnitId, to: SpaceId) -> Play {
    let checked = may_sail(&super::super::pos(t), ship, to);
    t.check(checked)?;
    let pos = super::super::pos(t);
    let Some(contact) = pos.contact_of(ship).map(|contact| contact.number) else {
        return put_out(t, ship, to);
    };
    if to == pos.home(Side::German) {
        // 16.46, 17.35 d: who comes empty loads; who comes loaded waits, ready to sail again.
        let empty = super::surface::freight(&pos, ship) == 0;
        let works = empty && pos.data.ship(ship).kind == Hull::Convoy;
        return t.reveal(Event::MakesPort {
            ship: Some(ship),
            contact,
            works: Some(works),
        });
    }
    t.reveal(Event::Steers { contact, to })
}

/// Whether a ship can come to a place this phase.
pub(super) fn may_sail(pos: &Position<'_>, ship: UnitId, to: SpaceId) -> Result<u32, Bar> {
    let nowhere = Bar::NoSuchShip { ship };
    let from = match pos.ship(ship).at {
        Berth::Ready => pos.home(Side::German),
        Berth::Contact(number) => pos.contact(number).ok_or(nowhere)?.at,
        _ => return Err(nowhere),
    };
    let mut idle = pos.open.idle_until.iter();
    if let Some((_, turn)) = idle.find(|(one, turn)| *one == ship && pos.open.turn < *turn) {
        let turn = i32::try_from(*turn).unwrap_or(i32::MAX);
        return Err(Bar::SailsLater { ship, turn });
    }
    if from == to {
        return Err(Bar::NoWayByWater { at: to });
    }
    let speed = u32::try_from(pos.ship_ratings(ship).movement).unwrap_or(0);
    way(pos, from, to, speed, Side::German)
}

/// Rule 16.16: a ship puts to sea beneath a marker that is drawn, so that its number tells nothing.
pub(super) fn put_out(t: &mut Board<'_>, ship: UnitId, at: SpaceId) -> Play {
    let used = |n: &u16| {
        let mut contacts = t.state().open.contacts.iter();
        contacts.any(|contact| u16::from(contact.number.0) == *n)
    };
    let n = u16::try_from(t.data().scenario.convoys.len()).unwrap_or(0);
    let free: Vec<u16> = (0..n).filter(|n| !used(n)).collect();
    let drawn = {
        let t: &mut Board<'_> = &mut t.behind_screen(Side::German);
        let id = t.data().ship(ship).id.clone();
        let t: &mut Board<'_> = &mut t.within(id);
        t.shuffle("marker", free)?.top()
    };
    let number = drawn.and_then(|n| u8::try_from(n).ok());
    let number = t.known(number)?;
    t.reveal(Event::PutsOut {
        ship: Some(ship),
        contact: Number(number),
        at,
    })
}
