//! Rules 9.5.3, 16.2.2, 16.3 and 16.4: ships that come when it is time, and barges for those that were lost.

use super::super::Board;
use super::super::event::Event;
use super::super::pos;
use super::super::scenario::Cue;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::super::units::Class;
use super::seas;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Points of both kinds that bring Force H home.
const FORCE_H: i32 = 50;
/// Turns behind the landing in which the ships of Menace are back.
const MENACE: u32 = 2;

/// The ships of a side's reinforcement phase that no calendar names.
pub(super) fn phase(t: &mut Board<'_>, side: Side) -> Play {
    if side == Side::German {
        return salvage(t);
    }
    cued(t)
}

/// Rule 9.5.3: for two barges lost, or two landing craft, one comes in the next turn.
fn salvage(t: &mut Board<'_>) -> Play {
    let open = &t.state().open;
    let (due, lost) = (open.box_due, open.box_points);
    for (class, count) in [Class::Prahm, Class::Lc].into_iter().zip(due) {
        let v = pos(t);
        let ships: Vec<UnitId> = idle(&v, class)
            .into_iter()
            .take(usize::from(count))
            .collect();
        let Some(at) = yard(&v, ships.len()) else {
            continue;
        };
        if !ships.is_empty() {
            t.happen(Event::Launched {
                ships,
                at,
                craft: class == Class::Lc,
            })?;
        }
    }
    let pairs = lost.map(|n| n / 2);
    if pairs == [0, 0] {
        return Ok(());
    }
    t.happen(Event::Salvaged {
        prahm: u32::from(pairs[0]),
        craft: u32::from(pairs[1]),
    })
}

/// Points of a class that are not in play, those never used first.
fn idle(v: &Position<'_>, class: Class) -> Vec<UnitId> {
    let mut ships: Vec<UnitId> = v
        .data
        .hulls_of(class)
        .filter(|ship| matches!(v.ship(*ship).at, Berth::Out | Berth::Waiting | Berth::Sunk))
        .collect();
    ships.sort_by_key(|ship| (v.ship(*ship).at == Berth::Sunk, *ship));
    ships
}

/// A German port beside the map with room, the nearest to England first.
fn yard(v: &Position<'_>, count: usize) -> Option<SpaceId> {
    let wanted = i32::try_from(count).unwrap_or(i32::MAX);
    let mut ports: Vec<SpaceId> = ["pas-de-calais", "holland", "france", "germany"]
        .into_iter()
        .filter_map(|id| v.data.map.named_box(id))
        .collect();
    ports.retain(|at| {
        seas::exits(v, *at, None)
            .into_iter()
            .any(|zone| seas::room(v, Side::German, *at, zone) >= wanted)
    });
    ports.into_iter().next()
}

/// Force H and the ships of Menace.
fn cued(t: &mut Board<'_>) -> Play {
    let v = pos(t);
    let open = v.open;
    let now = |cue: Cue| match cue {
        Cue::ForceH => open.ovp + open.nvp >= FORCE_H,
        Cue::Menace => open
            .landed
            .is_some_and(|landed| open.turn >= landed + MENACE),
    };
    let due: Vec<(usize, SpaceId, Vec<UnitId>)> = v
        .data
        .scenario
        .conditional
        .iter()
        .enumerate()
        .filter(|(n, one)| {
            now(one.when) && !open.cued.contains(&u8::try_from(*n).unwrap_or(u8::MAX))
        })
        .filter_map(|(n, one)| {
            let at = v.data.spot(&one.at)?;
            let waits = |ship: &UnitId| matches!(v.ship(*ship).at, Berth::Out | Berth::Waiting);
            let mut ships: Vec<UnitId> = one
                .units
                .iter()
                .filter_map(|id| v.data.unit_named(id))
                .filter(waits)
                .collect();
            for (id, count) in &one.points {
                let first = v.data.unit_named(&format!("{id}-1"))?;
                let (class, nation) = (v.hull(first).class, v.hull(first).nation);
                let of = v
                    .data
                    .hulls_of(class)
                    .filter(|ship| v.hull(*ship).nation == nation)
                    .filter(waits);
                ships.extend(of.take(usize::try_from(*count).unwrap_or(0)));
            }
            Some((n, at, ships))
        })
        .collect();
    for (n, at, ships) in due {
        let cue = u32::try_from(n).unwrap_or(0);
        t.happen(Event::Cued { ships, at, cue })?;
    }
    Ok(())
}
