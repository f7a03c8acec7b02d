//! Rule 10.1: command and the range of radio; what the RAF's units may be told.

use super::bars::Bar;
use super::data::Zone;
use super::geometry::distance;
use super::state::{Fighter, Order, Position};
use crate::board::{SpaceId, UnitId};

/// Rule 10.1.2: HF radio reaches so many hexes, but for random events.
pub(super) const HF: i32 = 8;

/// Rule 20.3.2: units of 12 Group are not sent south of this row.
pub(super) const SOUTH: i32 = 23;

/// The unit whose radio counts: of a Wing its leader's.
fn radio(one: &Fighter) -> UnitId {
    one.wing.unwrap_or(one.unit)
}

/// Rule 10.1.2: from where a unit can be commanded: the airfield of its Sector and the relays joined to it.
fn voices(v: &Position<'_>, sector: Zone) -> Vec<SpaceId> {
    let map = &v.data.map;
    let own = map.fields.iter().filter(|field| {
        field.sector == Some(sector) && field.class == super::data::FieldClass::Sector
    });
    let relays = map.relays.iter().filter(|relay| relay.sector == sector);
    own.map(|field| field.at)
        .chain(relays.map(|relay| relay.at))
        .collect()
}

/// Rule 10.1: whether a unit in the air is Commanded; or why not.
pub(super) fn commanded(v: &Position<'_>, one: &Fighter) -> Result<(), Bar> {
    let unit = radio(one);
    let printed = v.data.unit(unit);
    let Some(sector) = printed.sector else {
        return Ok(());
    };
    // 16.4.2: an operations room that was hit commands nobody, whatever the radio.
    let hit = v
        .data
        .map
        .fields
        .iter()
        .zip(&v.open.fields)
        .any(|(field, damage)| damage.ops_hit && field.sector == Some(sector));
    if hit && (v.data.on.ops_room_beats_vhf || !printed.vhf) {
        return Err(Bar::OpsRoomHit { unit });
    }
    if printed.vhf {
        return Ok(());
    }
    let at = v.open.fighter(unit).map_or(one.at, |leader| leader.at);
    let mut sectors = vec![sector];
    // 20.3.1: in scenario 4 neighbours lend their voices.
    if v.data.scenario.number == 4 {
        match sector {
            Zone::MiddleWallop => sectors.push(Zone::Northolt),
            Zone::Tangmere => sectors.push(Zone::MiddleWallop),
            _ => {}
        }
    }
    let far = sectors
        .iter()
        .flat_map(|sector| voices(v, *sector))
        .map(|from| distance(&v.data.map, from, at).cast_signed())
        .min()
        .unwrap_or(i32::MAX);
    let range = v.open.hf.max(HF);
    if far <= range {
        Ok(())
    } else {
        Err(Bar::OutOfRadio { unit, far, range })
    }
}

/// Whether a unit waits to be told what to do (10.2).
pub(super) fn needs_order(v: &Position<'_>, one: &Fighter) -> bool {
    if one.wing.is_some_and(|leader| leader != one.unit) || one.dogfight.is_some() {
        return false;
    }
    match one.order {
        None => true,
        Some(Order::Vector { to, then: None, .. }) => to == one.at && commanded(v, one).is_ok(),
        _ => one.must_change,
    }
}

/// The airfield a unit goes home to: its own, or the forward one if that is nearer.
pub(super) fn home(v: &Position<'_>, unit: UnitId) -> Option<usize> {
    let printed = v.data.unit(unit);
    let at = v.open.fighter(unit)?.at;
    let fields = printed.field.into_iter().chain(printed.forward);
    let usable = fields.filter(|field| v.data.map.fields[*field].fighter_command());
    usable.min_by_key(|field| distance(&v.data.map, at, v.data.map.fields[*field].at))
}

/// Rule 20.3.2: whether an order marker may stand there for a unit.
fn far_enough_north(v: &Position<'_>, one: &Fighter, at: SpaceId, marker: bool) -> Result<(), Bar> {
    let unit = one.unit;
    let place = v.data.map.place(at);
    if v.data.unit(unit).group != 12 || place.is_box || place.row >= SOUTH {
        return Ok(());
    }
    let leader = one.wing.map(|leader| v.data.unit(leader));
    let free = match v.data.scenario.number {
        4 => leader.is_some_and(|leader| leader.id.starts_with("242-")),
        5 => leader.is_some(),
        _ => false,
    };
    if free && (marker || !v.data.on.group12_all) {
        return Ok(());
    }
    Err(Bar::TooFarSouth { unit, at })
}

/// Rule 10.2: whether an order can be given to a unit where it is, apart from the radio.
pub(super) fn allowed(v: &Position<'_>, one: &Fighter, order: &Order) -> Result<(), Bar> {
    let unit = one.unit;
    let ceiling = v.data.rating(unit).ceiling;
    let map = &v.data.map;
    match order {
        Order::Vector { to, angels, then } => {
            if angels % 2 != 0 {
                return Err(Bar::OddAngels { angels: *angels });
            }
            if *angels > ceiling {
                let angels = *angels;
                return Err(Bar::TooHigh {
                    unit,
                    angels,
                    ceiling,
                });
            }
            if map.place(*to).no_raf {
                return Err(Bar::ClosedBox { at: *to });
            }
            far_enough_north(v, one, *to, true)?;
            match then {
                None => Ok(()),
                Some(super::state::Follow::Orbit) => orbit(v, one, *to),
                Some(super::state::Follow::Patrol(end)) => patrol(v, one, [*to, *end]),
            }
        }
        Order::Orbit => orbit(v, one, one.at),
        Order::Patrol { ends, .. } => patrol(v, one, *ends),
        Order::Pancake { field } => {
            let at = map.fields[*field].at;
            if map.fields[*field].fighter_command() {
                Ok(())
            } else {
                Err(Bar::NoField { at })
            }
        }
        Order::Pursuit { .. } => Ok(()),
    }
}

/// Rule 10.3.2: over a landmark, an airfield, a coast or a convoy.
fn orbit(v: &Position<'_>, one: &Fighter, at: SpaceId) -> Result<(), Bar> {
    let map = &v.data.map;
    let convoy = |target: &super::data::Target| {
        target.kind == super::data::TargetKind::Convoy && target.here && target.at == at
    };
    let fits =
        map.place(at).landmark || map.field_at(at).is_some() || map.targets.iter().any(convoy);
    if !fits {
        return Err(Bar::NoOrbit { at });
    }
    far_enough_north(v, one, at, false)
}

/// Rule 10.3.3: between landmarks, airfields or coasts.
fn patrol(v: &Position<'_>, one: &Fighter, ends: [SpaceId; 2]) -> Result<(), Bar> {
    let map = &v.data.map;
    for at in ends {
        let fits = map.place(at).landmark || map.field_at(at).is_some();
        if !fits || map.place(at).is_box {
            return Err(Bar::NoPatrol { at });
        }
        far_enough_north(v, one, at, false)?;
    }
    Ok(())
}
