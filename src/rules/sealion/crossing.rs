//! Rules 9.3 and 9.4: what is aboard, as those ask who fight and feed ashore. How it comes there is the naval game's.

use super::Board;
use super::event::{Cause, Event};
use super::fights::lose;
use super::map::ZoneKind;
use super::state::{Berth, Position, Where};
use super::units::Class;
use crate::board::{Reach, SpaceId, Step, UnitId};
use crate::engine::table::Play;

/// Whether something lies aboard a naval point, as far as the reader knows.
pub(super) fn is_loaded(pos: &Position<'_>, ship: UnitId) -> bool {
    pos.hidden
        .cargo
        .iter()
        .any(|cargo| cargo.on.contains(&ship))
}

/// Rule 9.4.2: whether a unit comes by landing craft alone.
pub(super) fn by_landing_craft(pos: &Position<'_>, unit: UnitId) -> bool {
    let cargo = pos.hidden.cargo.iter().find(|cargo| cargo.unit == unit);
    cargo.is_some_and(|cargo| {
        cargo
            .on
            .iter()
            .all(|ship| pos.data.hull(*ship).class == Class::Lc)
    })
}

/// Rule 9.1: zones of sea that ships enter on their way from a port to a zone: the least number of them.
pub(super) fn voyage(pos: &Position<'_>, from: SpaceId, to: SpaceId) -> Option<u32> {
    let map = &pos.data.map;
    let opens: Vec<SpaceId> = match map.zone_of_box(from) {
        Some(zone) => zone.ports.iter().map(|(sea, _)| *sea).collect(),
        None => map.place(from).opens.into_iter().collect(),
    };
    let far = opens.into_iter().filter_map(|start| {
        let reach = Reach::flood(start, 12, |at, _, out| {
            for near in map.near(at) {
                let sea = map
                    .zone_of_box(*near)
                    .is_some_and(|zone| zone.kind == ZoneKind::Sea);
                if sea {
                    out.push(Step::on(*near, 1));
                }
            }
        });
        reach.cost(to)
    });
    far.min().map(|far| far + 1)
}

/// Rule 9.4.2: those who did not come ashore go back aboard; motor boats wait for nobody.
pub(super) fn back_aboard(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let mut back: Vec<(UnitId, SpaceId)> = Vec::new();
    let mut drowned: Vec<UnitId> = Vec::new();
    for unit in pos.data.land_ids() {
        let Where::Landing(at) = pos.unit(unit).at else {
            continue;
        };
        let cargo = pos.hidden.cargo.iter().find(|cargo| cargo.unit == unit);
        let on = cargo.and_then(|cargo| cargo.on.first().copied());
        let boats = on.is_some_and(|ship| pos.data.hull(ship).class == Class::Mb);
        let zone = on.and_then(|ship| match pos.open.ship(pos.data, ship).at {
            Berth::Sea(zone) => Some(zone),
            _ => None,
        });
        let zone = zone.or_else(|| pos.data.map.place(at).seas.first().copied());
        match zone.filter(|_| !boats) {
            Some(zone) => back.push((unit, zone)),
            None => drowned.push(unit),
        }
    }
    for (unit, zone) in back {
        t.happen(Event::Reembarks {
            units: vec![unit],
            zone,
        })?;
    }
    for unit in drowned {
        lose(t, unit, 9, Cause::Sea)?;
    }
    Ok(())
}
