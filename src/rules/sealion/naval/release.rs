//! Rules 9.5.1, 9.5.11 and 16.1.14: what the Royal Navy may do.

use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::super::units::Class;
use super::super::{Board, pos};
use super::seas;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The key of the words for what is free.
pub(in super::super) const fn words(capital: bool, cruisers: bool, small: bool) -> &'static str {
    match (capital, cruisers, small) {
        (true, true, true) => "eng-released-all",
        (true, _, _) => "eng-released-capital",
        (false, true, _) => "eng-released-cruisers",
        (false, false, true) => "eng-released-small",
        (false, false, false) => "eng-released-none",
    }
}

/// Rule 2.12: one die for all classes.
pub(in super::super) fn phase(t: &mut Board<'_>) -> Play {
    if !pos(t).afloat(Side::British).any(|_| true) {
        return Ok(());
    }
    let mut tally = Tally::of_rule("9.5.1");
    let dice = t.roll("release", 1, 10)?;
    let die = dice.die(0) % 10;
    tally.dice(&dice);
    let open = &t.state().open;
    let chart = &t.data().tables.naval.release;
    let column = chart.column(open.ovp.max(0)).unwrap_or(0);
    let cell = chart.cell(open.nvp.max(0) / 6, column);
    let free = cell.map_or([false; 3], |cell| {
        cell.0.map(|most| most.is_some_and(|most| die <= most))
    });
    t.happen(Event::Released {
        capital: free[0],
        cruisers: free[1],
        small: free[2],
        tally: Some(tally),
    })
}

/// Rule 9.5.11: a great German ship in a port on the Channel when the naval segment begins.
pub(in super::super) fn at_start(t: &mut Board<'_>) -> Play {
    let v = pos(t);
    let ports = &v.data.tables.naval.numbers.awake_ports;
    let great = v.afloat(Side::German).any(|ship| {
        let at = match v.ship(ship).at {
            Berth::Port(at) => v.data.map.place(at).id.clone(),
            _ => return false,
        };
        is_great(&v, ship) && ports.contains(&at)
    });
    if great { free_all(t) } else { Ok(()) }
}

const fn great(class: Class) -> bool {
    matches!(class, Class::Bb | Class::Bc | Class::Pb)
}

fn is_great(v: &Position<'_>, ship: UnitId) -> bool {
    great(v.hull(ship).class)
}

fn free_all(t: &mut Board<'_>) -> Play {
    if t.state().open.released == [true; 3] {
        return Ok(());
    }
    t.happen(Event::Released {
        capital: true,
        cruisers: true,
        small: true,
        tally: None,
    })
}

/// Rules 9.5.11 and 16.1.14: Germans enter a zone of sea.
pub(in super::super) fn seen_at_sea(t: &mut Board<'_>, zone: SpaceId, ships: &[UnitId]) -> Play {
    let v = pos(t);
    let id = &v.data.map.place(zone).id;
    let wakes = !v.open.awake && !v.data.tables.naval.numbers.expel_from.contains(id);
    let frees = seas::restricted(&v, zone) && ships.iter().any(|ship| is_great(&v, *ship));
    if wakes {
        t.happen(Event::Wakes { zone })?;
    }
    if frees { free_all(t) } else { Ok(()) }
}

/// Whether a British ship may leave port or intercept at all (16.1.14).
pub(in super::super) fn may_act(v: &Position<'_>, ship: UnitId) -> bool {
    v.hull(ship).side() == Side::German || v.open.awake
}
