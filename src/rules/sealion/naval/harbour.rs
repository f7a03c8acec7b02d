//! Rules 4.22.2, 4.22.3 and 11.3.2: what happens to ships in port.

use super::super::Board;
use super::super::event::{Event, Prize};
use super::super::pos;
use super::super::side::Side;
use super::super::state::Berth;
use super::super::units::Class;
use super::{counters, hazards, seas};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rules 4.22.2 and 4.22.3: the enemy has entered a hex: ships of the port there, or of an inland port he now blocks, put to
/// sea. Nobody intercepts them; mines and U-boats roll.
pub(in super::super) fn expelled(t: &mut Board<'_>, at: SpaceId) -> Play {
    let v = pos(t);
    let blocked: Vec<SpaceId> = v
        .data
        .map
        .hexes()
        .filter(|port| *port == at || v.data.map.place(*port).blocked.contains(&at))
        .collect();
    for port in blocked {
        for side in Side::BOTH {
            let v = pos(t);
            if v.port(port, side) > 0 || v.data.map.place(port).port.is_none() {
                continue;
            }
            let shut = v.control(port) != side
                || v.data
                    .map
                    .place(port)
                    .blocked
                    .iter()
                    .any(|hex| v.holds(*hex, side.other()));
            let Some(zone) = v.data.map.place(port).opens.filter(|_| shut) else {
                continue;
            };
            put_to_sea(t, side, port, zone)?;
        }
    }
    Ok(())
}

/// Stacks of six counters leave a port.
fn put_to_sea(t: &mut Board<'_>, side: Side, port: SpaceId, zone: SpaceId) -> Play {
    loop {
        let v = pos(t);
        let moored = v.moored(port, side);
        let most = v.data.tables.naval.numbers.stack;
        let fleet: Vec<UnitId> = counters::counters(&v, &moored)
            .into_iter()
            .take(most)
            .flat_map(|one| one.units)
            .collect();
        if fleet.is_empty() {
            return Ok(());
        }
        let key = v.data.label(fleet[0]).1.to_owned();
        let t: &mut Board<'_> = &mut t.within(format_args!("expelled-{key}"));
        t.happen(Event::Sails {
            side,
            ships: fleet.clone(),
            to: zone,
            port: false,
        })?;
        hazards::threaten(t, side, zone, &fleet)?;
    }
}

/// Rule 11.3.2: a die for each damaged ship in a naval base of its own: a zero repairs it.
pub(in super::super) fn repair(t: &mut Board<'_>) -> Play {
    for side in Side::BOTH {
        let v = pos(t);
        let base = |at: SpaceId| match v.data.map.zone_of_box(at) {
            Some(zone) => zone.naval_base && v.control(at) == side,
            None => v.data.map.place(at).naval_base && v.control(at) == side,
        };
        let damaged: Vec<UnitId> = v
            .afloat(side)
            .filter(|ship| {
                v.ship(*ship).damaged && matches!(v.ship(*ship).at, Berth::Port(at) if base(at))
            })
            .collect();
        for ship in damaged {
            mend(t, side, ship)?;
        }
    }
    Ok(())
}

fn mend(t: &mut Board<'_>, side: Side, ship: UnitId) -> Play {
    let key = format!("repair-{}", t.data().label(ship).1);
    let mut tally = Tally::of_rule("11.3.2");
    let die = super::low(t, &key, &mut tally)?;
    tally.at_most();
    let done = die == 0;
    t.happen(Event::Repairs {
        unit: ship,
        done,
        tally,
    })?;
    if !done || side == Side::German {
        return Ok(());
    }
    let points = t.data().tables.naval.points;
    let capital = matches!(t.data().hull(ship).class, Class::Bb | Class::Bc);
    let nvp = if capital { points.bb[1] } else { points.ca[1] };
    t.happen(Event::Scores {
        prize: Prize::Repaired,
        at: None,
        unit: Some(ship),
        ovp: 0,
        nvp,
    })
}

/// Whether a port of a side has room for a ship, from the zone it opens on; for who places reinforcements.
pub(in super::super) fn has_room(t: &Board<'_>, side: Side, at: SpaceId) -> bool {
    let v = pos(t);
    seas::exits(&v, at, None)
        .into_iter()
        .any(|zone| seas::room(&v, side, at, zone) > 0)
}
