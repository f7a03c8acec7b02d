//! Rules 2.33, 2.34 and 9.1: the naval movement phases.

use super::super::Board;
use super::super::bars::Bar;
use super::super::event::Event;
use super::super::pos;
use super::super::side::Side;
use super::super::state::{Position, Where};
use super::super::units::Class;
use super::orders::sailing::{Sailing, SeaOrder, is_any};
use super::voyage::{self, Voyage, plan};
use super::{detection, hazards, release, seas, withdrawal};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::InScript;
use crate::engine::table::Play;
use crate::orders::Lines as _;

/// A landing that waits for the end of the phase (9.3.2).
struct Landing {
    at: SpaceId,
    troops: Vec<UnitId>,
    assault: bool,
}

/// The naval movement phase of a side: stack by stack, then what was carried goes ashore.
pub(in super::super) fn phase(t: &mut Board<'_>, side: Side) -> Play {
    let view = t.state().known(t.data(), side);
    let mut landings = Vec::new();
    if is_any(&view, side) {
        for order in t.ask(side, InScript(Sailing { side }))? {
            carry_out(t, side, &order, &mut landings)?;
        }
    }
    if side == Side::British {
        leave_restricted(t)?;
    }
    for landing in landings {
        ashore(t, side, landing)?;
    }
    Ok(())
}

fn carry_out(t: &mut Board<'_>, side: Side, order: &SeaOrder, landings: &mut Vec<Landing>) -> Play {
    match order {
        SeaOrder::UBoats { zone, also } => {
            let zones = std::iter::once(*zone).chain(*also).collect();
            return t.happen(Event::UBoats { zones });
        }
        SeaOrder::Mines { zone } => return t.happen(Event::Mines { zone: *zone }),
        SeaOrder::Assault { .. } | SeaOrder::Land { .. } | SeaOrder::Sail { .. } => {}
    }
    let voyage = match plan(&pos(t), side, order, &[]) {
        Ok(voyage) => voyage,
        Err(bar) => return not_done(t, side, order, bar),
    };
    let troops = voyage.troops.clone();
    let lead = voyage.ships.first().copied().unwrap_or_default();
    {
        let key = t.data().label(lead).1.to_owned();
        let t: &mut Board<'_> = &mut t.within(format_args!("sail-{key}"));
        sail(t, side, voyage)?;
    }
    if !troops.is_empty() {
        landings.push(Landing {
            at: order.to(),
            troops,
            assault: order.assaults(),
        });
    }
    Ok(())
}

fn not_done(t: &mut Board<'_>, side: Side, order: &SeaOrder, bar: Bar) -> Play {
    let order = order.words(None, &pos(t));
    t.happen(Event::NotDone { side, order, bar })
}

/// Ships go to a zone or a port, and what they carry with them.
pub(super) fn go(t: &mut Board<'_>, side: Side, ships: &[UnitId], to: SpaceId, port: bool) -> Play {
    t.happen(Event::Sails {
        side,
        ships: ships.to_vec(),
        to,
        port,
    })?;
    bring(t, ships, to, port)
}

/// What lies aboard some ships goes where they go; in a port beside the map it goes ashore.
pub(super) fn bring(t: &mut Board<'_>, ships: &[UnitId], to: SpaceId, port: bool) -> Play {
    let v = pos(t);
    let mut units: Vec<UnitId> = v
        .hidden
        .cargo
        .iter()
        .filter(|cargo| cargo.on.iter().any(|ship| ships.contains(ship)))
        .map(|cargo| cargo.unit)
        .filter(|unit| matches!(v.unit(*unit).at, Where::Aboard(_) | Where::Landing(_)))
        .collect();
    units.sort_unstable();
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::Carried { units, to, port })
}

/// Rules 9.1 and 7.1.01: a stack goes from zone to zone, through mines and past enemies who look for it.
fn sail(t: &mut Board<'_>, side: Side, voyage: Voyage) -> Play {
    let Voyage {
        ships,
        path,
        port,
        troops,
        from,
        cargo,
    } = voyage;
    if let (Some(from), Some(first)) = (from, path.first().copied())
        && !cargo.is_empty()
    {
        t.happen(Event::Embarks {
            units: troops,
            from,
            zone: first,
            cargo,
        })?;
    }
    let whole: Vec<UnitId> = ships
        .iter()
        .copied()
        .filter(|ship| !pos(t).ship(*ship).damaged)
        .collect();
    let mut fleet = ships;
    let last = path.last().copied();
    for to in path {
        if fleet.is_empty() {
            return Ok(());
        }
        go(t, side, &fleet, to, false)?;
        fleet = hazards::threaten(t, side, to, &fleet)?;
        if side == Side::German && !fleet.is_empty() {
            release::seen_at_sea(t, to, &fleet)?;
        }
        let key = t.data().map.place(to).key.clone();
        detection::seek(&mut t.within(key), side.other(), to, &fleet)?;
        fleet = hazards::here(&pos(t), to, &fleet);
        // 9.1, 11.2.1: a ship that was damaged on the way stops; points and the others go on.
        let v = pos(t);
        fleet.retain(|ship| !(whole.contains(ship) && v.ship(*ship).damaged));
    }
    let (Some(port), Some(zone)) = (port, last.or_else(|| at_sea(&pos(t), &fleet))) else {
        return Ok(());
    };
    let v = pos(t);
    fleet.retain(|ship| seas::admits(&v, *ship, port, zone));
    fleet.truncate(usize::try_from(seas::room(&v, side, port, zone)).unwrap_or(0));
    if fleet.is_empty() {
        return Ok(());
    }
    go(t, side, &fleet, port, true)
}

/// The zone some ships are in.
fn at_sea(v: &Position<'_>, ships: &[UnitId]) -> Option<SpaceId> {
    match v.ship(*ships.first()?).at {
        super::super::state::Berth::Sea(zone) => Some(zone),
        _ => None,
    }
}

/// Rules 9.3.2 and 9.4: troops whose carriers have come through go ashore, or will fight their way there.
fn ashore(t: &mut Board<'_>, side: Side, landing: Landing) -> Play {
    let Landing {
        at,
        troops,
        assault,
    } = landing;
    let v = pos(t);
    let place = v.data.map.place(at);
    let near =
        |zone: SpaceId| place.seas.contains(&zone) || seas::exits(&v, at, None).contains(&zone);
    let arrived: Vec<UnitId> = troops
        .into_iter()
        .filter(|unit| {
            matches!(v.unit(*unit).at, Where::Aboard(zone) if near(zone)) && carried(&v, *unit)
        })
        .collect();
    if arrived.is_empty() {
        return Ok(());
    }
    if assault {
        return t.happen(Event::Declares { units: arrived, at });
    }
    // The shore may have been lost meanwhile, and no ship that stops short unloads in a port of England.
    if v.control(at) != side {
        return Ok(());
    }
    t.happen(Event::Lands { units: arrived, at })?;
    voyage::taken(t, side, at)
}

/// Whether something still carries a unit that did not withdraw.
fn carried(v: &Position<'_>, unit: UnitId) -> bool {
    let cargo = v.hidden.cargo.iter().find(|cargo| cargo.unit == unit);
    cargo.is_some_and(|cargo| {
        !cargo
            .on
            .iter()
            .any(|ship| v.did(*ship, super::super::state::Wake::Withdrew))
    })
}

/// Rule 9.5.1: ships that are not released leave the zones they may not be in.
fn leave_restricted(t: &mut Board<'_>) -> Play {
    let v = pos(t);
    let mut guilty: Vec<(SpaceId, Vec<UnitId>)> = v.stacks(Side::British);
    guilty.retain_mut(|(zone, ships)| {
        ships.retain(|ship| !seas::may_enter(&v, *ship, *zone) && voyage::may_sail(&v, *ship));
        !ships.is_empty()
    });
    for (zone, ships) in guilty {
        let key = t
            .data()
            .label(ships.first().copied().unwrap_or_default())
            .1
            .to_owned();
        let t: &mut Board<'_> = &mut t.within(format_args!("leave-{key}"));
        let v = pos(t);
        let to = withdrawal::outward(&v, zone, &ships);
        let Some(to) = to else { continue };
        let path = if to.1 { vec![] } else { vec![to.0] };
        let voyage = Voyage {
            ships,
            path,
            port: to.1.then_some(to.0),
            ..Voyage::default()
        };
        sail(t, Side::British, voyage)?;
    }
    Ok(())
}

/// Rule 9.5.2: motor boats serve once.
pub(super) fn spend_boats(t: &mut Board<'_>) -> Play {
    let v = pos(t);
    let ships: Vec<UnitId> = v
        .afloat(Side::German)
        .filter(|ship| {
            v.hull(*ship).class == Class::Mb && v.did(*ship, super::super::state::Wake::NoReturn)
        })
        .collect();
    if ships.is_empty() {
        return Ok(());
    }
    t.happen(Event::Sinks { ships })
}
