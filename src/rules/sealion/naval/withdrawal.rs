//! Rule 9.2.4: ships leave a combat.

use super::super::event::Event;
use super::super::side::Side;
use super::super::state::Position;
use super::super::{Board, pos};
use super::{hazards, movement, release, seas};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Whether a port takes ships that withdraw: Germans find none in England.
fn takes(v: &Position<'_>, side: Side, at: SpaceId) -> bool {
    side == Side::British || v.data.map.zone_of_box(at).is_some()
}

/// Where ships can withdraw to: ports on the zone, then zones of sea beside it, those near home first.
pub(super) fn choices(
    v: &Position<'_>,
    side: Side,
    zone: SpaceId,
    ships: &[UnitId],
) -> Vec<SpaceId> {
    let ports = seas::havens(v, side, zone).into_iter().filter(|at| {
        takes(v, side, *at) && ships.iter().any(|ship| seas::admits(v, *ship, *at, zone))
    });
    let mut found: Vec<SpaceId> = ports.collect();
    let mut waters = seas::beside(v, zone);
    waters.retain(|to| ships.iter().all(|ship| seas::may_enter(v, *ship, *to)));
    waters.sort_by_key(|to| {
        let mined = hazards::of(v, side, *to).len();
        let homes = seas::havens(v, side, *to)
            .into_iter()
            .filter(|at| takes(v, side, *at))
            .count();
        (homes == 0, mined, *to)
    });
    found.extend(waters);
    found
}

/// Rule 9.2.4: ships go to a port as far as it holds them, the others to one zone of sea. Nobody finds them on the way;
/// mines and U-boats do.
pub(super) fn withdraw(
    t: &mut Board<'_>,
    side: Side,
    zone: SpaceId,
    ships: &[UnitId],
    to: Option<SpaceId>,
) -> Play {
    let v = pos(t);
    let mut left = hazards::here(&v, zone, ships);
    let mut places = choices(&v, side, zone, &left);
    if let Some(to) = to.filter(|to| places.contains(to)) {
        places.retain(|at| *at != to);
        places.insert(0, to);
    }
    for to in places {
        if left.is_empty() {
            break;
        }
        let v = pos(t);
        let is_sea = seas::all(v.data).contains(&to);
        let mut go: Vec<UnitId> = left.clone();
        if !is_sea {
            go.retain(|ship| seas::admits(&v, *ship, to, zone));
            go.truncate(usize::try_from(seas::room(&v, side, to, zone)).unwrap_or(0));
        }
        if go.is_empty() {
            continue;
        }
        left.retain(|ship| !go.contains(ship));
        t.happen(Event::Withdraws {
            side,
            ships: go.clone(),
            from: zone,
            to,
            port: !is_sea,
        })?;
        movement::bring(t, &go, to, !is_sea)?;
        if is_sea {
            let there = hazards::threaten(t, side, to, &go)?;
            if side == Side::German {
                release::seen_at_sea(t, to, &there)?;
            }
        }
    }
    Ok(())
}

/// Rule 9.5.1: the nearest way out for ships that may not be in a zone: a port on it, or a zone of sea beside it.
pub(super) fn outward(
    v: &Position<'_>,
    zone: SpaceId,
    ships: &[UnitId],
) -> Option<(SpaceId, bool)> {
    let seas = seas::all(v.data);
    let sea = choices(v, Side::British, zone, ships)
        .into_iter()
        .find(|at| seas.contains(at));
    let port = || {
        let fits = |at: &SpaceId| ships.iter().all(|ship| seas::admits(v, *ship, *at, zone));
        seas::havens(v, Side::British, zone).into_iter().find(fits)
    };
    sea.map(|at| (at, false))
        .or_else(|| port().map(|at| (at, true)))
}
