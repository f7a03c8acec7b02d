//! Rules 2.61, 2.62 and 9.1.1: ships go home; nobody looks for them, but mines and U-boats do not ask.

use super::super::Board;
use super::super::pos;
use super::super::side::Side;
use super::super::state::{Berth, Position, Wake};
use super::orders::sailing::Homeward;
use super::seas::{self, Start};
use super::voyage::is_loaded;
use super::{hazards, movement, release};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// The nearest port a ship can reach, and the zones on the way to it.
fn home(v: &Position<'_>, ship: UnitId) -> Option<(Vec<SpaceId>, SpaceId)> {
    let side = v.hull(ship).side();
    let Berth::Sea(zone) = v.ship(ship).at else {
        return None;
    };
    let mut best: Option<(usize, SpaceId, Vec<SpaceId>)> = None;
    for (to, path) in seas::reach(v, &[ship], &Start::Sea(zone), v.sails(ship), &[]) {
        if best.as_ref().is_some_and(|old| old.0 < path.len()) {
            continue;
        }
        let port = seas::havens(v, side, to)
            .into_iter()
            .find(|at| seas::admits(v, ship, *at, to));
        if let Some(port) = port {
            let found = (path.len(), port, path);
            if best.as_ref().is_none_or(|old| found < *old) {
                best = Some(found);
            }
        }
    }
    best.map(|(_, port, path)| (path, port))
}

/// The ships of a side that can go home: not those that have landed troops on a coast, nor those with troops aboard.
pub(in super::super) fn homebound(v: &Position<'_>, side: Side) -> Vec<UnitId> {
    v.afloat(side)
        .filter(|ship| matches!(v.ship(*ship).at, Berth::Sea(_)))
        .filter(|ship| {
            !v.did(*ship, Wake::NoReturn) && !is_loaded(v, *ship) && home(v, *ship).is_some()
        })
        .collect()
}

/// The return phase of a side.
pub(in super::super) fn phase(t: &mut Board<'_>, side: Side) -> Play {
    if side == Side::German {
        movement::spend_boats(t)?;
    }
    let view = t.state().known(t.data(), side);
    let ships = homebound(&view, side);
    if ships.is_empty() {
        return Ok(());
    }
    let mut gone = t.ask(side, Given(Homeward { ships }))?;
    gone.sort_unstable();
    // Those of one zone with one port before them go together, and share their escorts (9.1).
    while let Some(first) = gone.first().copied() {
        let v = pos(t);
        let Some((path, port)) = home(&v, first) else {
            gone.remove(0);
            continue;
        };
        let from = v.ship(first).at;
        let last = path.last().copied().or(match from {
            Berth::Sea(zone) => Some(zone),
            _ => None,
        });
        let Some(last) = last else { break };
        let room = usize::try_from(seas::room(&v, side, port, last)).unwrap_or(0);
        let most = v.data.tables.naval.numbers.stack;
        let mut fleet: Vec<UnitId> = Vec::new();
        for ship in &gone {
            let mut more = fleet.clone();
            more.push(*ship);
            let fits = v.ship(*ship).at == from
                && home(&v, *ship).is_some_and(|(way, to)| (way, to) == (path.clone(), port))
                && super::counters::counters(&v, &more).len() <= most;
            if fits && more.len() <= room {
                fleet = more;
            }
        }
        if fleet.is_empty() {
            gone.remove(0);
            continue;
        }
        gone.retain(|ship| !fleet.contains(ship));
        let key = t.data().label(first).1.to_owned();
        let t: &mut Board<'_> = &mut t.within(format_args!("home-{key}"));
        for to in path {
            movement::go(t, side, &fleet, to, false)?;
            fleet = hazards::threaten(t, side, to, &fleet)?;
            if side == Side::German {
                release::seen_at_sea(t, to, &fleet)?;
            }
        }
        if !fleet.is_empty() {
            movement::go(t, side, &fleet, port, true)?;
        }
    }
    Ok(())
}
