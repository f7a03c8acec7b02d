//! III.A: the ports (16.4). What lies at Alexandria is a secret of the Allies, what lies at Athens one of the Germans.

use super::super::Board;
use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::super::units::Hull;
use crate::board::UnitId;
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// Rules 16.42 and 16.45: ships at Alexandria are refitted, then repaired.
pub(super) fn alexandria(t: &mut Board<'_>) -> Play {
    let t: &mut Board<'_> = &mut t.behind_screen(Side::Allied);
    // 16.42: from right to left, so that nobody moves twice.
    for berth in [2, 1] {
        refit(t, berth)?;
    }
    repair(t)
}

fn berthed(pos: &Position<'_>, side: Side, berth: Berth) -> Vec<UnitId> {
    let there = |ship: &UnitId| pos.ship(*ship).at == berth && pos.data.ship(*ship).side() == side;
    pos.data.ship_ids().filter(there).collect()
}

/// Rule 16.42: a die for each ship in one box.
fn refit(t: &mut Board<'_>, berth: u8) -> Play {
    let ships = berthed(&super::super::pos(t), Side::Allied, Berth::Refit(berth));
    if ships.is_empty() {
        return Ok(());
    }
    let n = u32::try_from(ships.len()).unwrap_or(0);
    let dice = t.roll(format_args!("refit-{berth}"), n, 10)?;
    let mut tally = Tally::of_rule("16.42");
    let (mut ready, mut rest) = (Vec::new(), Vec::new());
    let tables = &t.data().tables;
    for (ship, die) in ships.into_iter().zip(&dice.values) {
        let printed = t.data().ship(ship);
        let range = tables.refit(printed.kind);
        let range = range.map_or(0, |refit| refit.dice[usize::from(berth) - 1]);
        let mut terms = vec![Term::new("refit", range, "16.42")];
        // Added to the die: taken from what it must not exceed.
        if super::super::pos(t).ship(ship).damaged && printed.kind != Hull::Dd2 {
            terms.push(Term::new("ship-damaged", -tables.refit_damaged, "16.42"));
        }
        tally.test(&printed.id, terms, *die);
        if tally.tests.last().is_some_and(|test| test.passed()) {
            ready.push(ship);
        } else {
            rest.push(ship);
        }
    }
    tally.dice(&dice);
    t.happen(Event::Refits { ready, rest, tally })
}

/// Rule 16.45: a die for each damaged ship that is ready; not for a pair of which one destroyer was sunk.
fn repair(t: &mut Board<'_>) -> Play {
    let pos = super::super::pos(t);
    let mut damaged = berthed(&pos, Side::Allied, Berth::Ready);
    damaged.retain(|ship| pos.ship(*ship).damaged && pos.data.ship(*ship).kind != Hull::Dd2);
    if damaged.is_empty() {
        return Ok(());
    }
    let n = u32::try_from(damaged.len()).unwrap_or(0);
    let dice = t.roll("ship-repair", n, 10)?;
    let mut tally = Tally::of_rule("16.45");
    let (mut ships, mut rest) = (Vec::new(), Vec::new());
    for (ship, die) in damaged.into_iter().zip(&dice.values) {
        let terms = vec![Term::new("ship-repair", t.data().tables.repair, "16.45")];
        tally.test(&t.data().ship(ship).id, terms, *die);
        if tally.tests.last().is_some_and(|test| test.passed()) {
            ships.push(ship);
        } else {
            rest.push(ship);
        }
    }
    tally.dice(&dice);
    t.happen(Event::Repairs { ships, rest, tally })
}

/// Rule 16.46: the German ships in the boxes of Athens come one box nearer; an empty convoy that worked there has taken
/// a reserve supply counter aboard (17.35 d).
pub(super) fn athens(t: &mut Board<'_>) -> Play {
    let t: &mut Board<'_> = &mut t.behind_screen(Side::German);
    let pos = super::super::pos(t);
    let ships: Vec<UnitId> = (1..=3)
        .flat_map(|berth| berthed(&pos, Side::German, Berth::Refit(berth)))
        .collect();
    if ships.is_empty() {
        return Ok(());
    }
    let empty = |ship: &UnitId| {
        let convoy = pos.data.ship(*ship).kind == Hull::Convoy;
        convoy
            && pos.ship(*ship).at == Berth::Refit(1)
            && pos.ship(*ship).reserves == 0
            && pos.aboard(*ship).is_empty()
    };
    let restocked: Vec<UnitId> = ships.iter().copied().filter(empty).collect();
    for ship in restocked {
        t.happen(Event::Restocks { ship })?;
    }
    t.happen(Event::Warps { ships })
}
