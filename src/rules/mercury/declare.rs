//! IV.D: declaration of combat (7.1, 7.2).

use std::collections::BTreeMap;

use super::Board;
use super::bars::Bar;
use super::event::Event;
use super::orders::declare::{Declaration, Declarations, Place};
use super::side::Side;
use super::state::{Mark, Position};
use super::{reaction, refusal};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// The Declaration phase of the active side, with refusals and reactions (IV.D to F).
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = t.state().open.active;
    if targets(&super::pos(t), side).is_empty() {
        return Ok(());
    }
    for Declaration::Attack { at, with: units } in t.ask(side, OnSheet(Declarations))? {
        t.happen(Event::Declares { side, units, at })?;
    }
    refusal::refusals(t, side)?;
    reaction::reactions(t, side)
}

/// Rules 7.11 to 7.14: the hexes that can be attacked, and by whom.
pub(super) fn targets(pos: &Position<'_>, side: Side) -> Vec<Place> {
    let mut found: BTreeMap<SpaceId, Vec<UnitId>> = BTreeMap::new();
    for at in pos.spots(side.other()) {
        let units = pos.units_of(side);
        let units: Vec<UnitId> = units
            .filter(|unit| may_attack(pos, *unit, at).is_ok())
            .collect();
        if !units.is_empty() {
            found.insert(at, units);
        }
    }
    let place = |(at, units)| Place {
        at,
        units,
        exits: Vec::new(),
    };
    found.into_iter().map(place).collect()
}

/// Rules 7.11 and 7.14: whether a unit may declare combat against a hex.
pub(super) fn may_attack(pos: &Position<'_>, unit: UnitId, at: SpaceId) -> Result<(), Bar> {
    let now = pos.unit(unit);
    let from = pos.at(unit).filter(|from| pos.data.map.touch(*from, at));
    let gait = pos.printed(unit).gait;
    let enters = |from| pos.data.map.enters(&pos.data.tables, gait, from, at);
    match from {
        // Less than one is nothing.
        _ if pos.attack(unit) < 2 => Err(Bar::NoAttack { unit }),
        _ if now.fatigued => Err(Bar::TiredAttack { unit }),
        _ if now.marks.has(Mark::Followed) => Err(Bar::HasFollowed { unit }),
        None => Err(Bar::NotBeside { unit, at }),
        Some(from) if !enters(from) => Err(Bar::NoWayThere { unit, at }),
        Some(_) => Ok(()),
    }
}

/// The hexes with a declared combat, in order.
pub(super) fn declared(pos: &Position<'_>) -> Vec<SpaceId> {
    let side = pos.open.active;
    let mut hexes: Vec<SpaceId> = pos
        .units_of(side)
        .filter_map(|unit| pos.unit(unit).target)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Who has declared combat against a hex.
pub(super) fn attackers(pos: &Position<'_>, at: SpaceId) -> Vec<UnitId> {
    pos.units_of(pos.open.active)
        .filter(|unit| pos.unit(*unit).target == Some(at))
        .collect()
}
