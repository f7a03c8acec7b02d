//! IV.C: bombardment from the air and by guns (11.2, 12.5).

use super::Board;
use super::event::{Cause, Volley};
use super::fights::{fatigue, guns, losses, salvo};
use super::flak;
use super::naval;
use super::orders::bombardment::{Raid, Raids, Target};
use super::scenario::Mission;
use super::side::Side;
use super::state::{Bin, Position};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;

/// The Bombardment phase of the active side.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = t.state().open.active;
    if targets(&super::pos(t), side, false).is_empty() {
        return Ok(());
    }
    let raids = t.ask(side, OnSheet(Raids { special: false }))?;
    carry_out(t, side, &raids)?;
    // 19.83: by night ships that fired are lost from sight again.
    naval::by_night(t)
}

/// Rule 12.55: on turn 1 aircraft bombard before anybody jumps.
pub(super) fn before_the_drop(t: &mut Board<'_>) -> Play {
    let first = t.state().open.turn == 1;
    if !first || targets(&super::pos(t), Side::German, true).is_empty() {
        return Ok(());
    }
    let raids = t.ask(Side::German, OnSheet(Raids { special: true }))?;
    let t: &mut Board<'_> = &mut t.within("before");
    carry_out(t, Side::German, &raids)
}

/// Rules 11.21 and 12.51: the hexes that can be bombarded, and by whom; before a drop by aircraft alone.
pub(super) fn targets(pos: &Position<'_>, side: Side, special: bool) -> Vec<Target> {
    let planes = if side == Side::German {
        bombers(pos)
    } else {
        Vec::new()
    };
    let map = &pos.data.map;
    let hexes = pos.spots(side.other()).into_iter();
    let target = |at: SpaceId| Target {
        at,
        guns: if special {
            Vec::new()
        } else {
            guns(pos, side, at, Volley::Bombardment)
        },
        planes: planes.clone(),
        ships: if side == Side::Allied {
            naval::shelling::ships(pos, at)
        } else {
            Vec::new()
        },
    };
    // What lies beneath a marker is hidden: wherever ships could be, the Allies are asked.
    let shelled = |at: SpaceId| side == Side::Allied && naval::shelling::threatens(pos, at);
    hexes
        .filter(|at| !map.place(*at).zone)
        .map(target)
        .filter(|target| !target.guns.is_empty() || !target.planes.is_empty() || shelled(target.at))
        .collect()
}

/// Rules 12.51 and 12.61: air units that may bombard or support.
pub(super) fn bombers(pos: &Position<'_>) -> Vec<UnitId> {
    let ready =
        |unit: &UnitId| pos.open.plane(pos.data, *unit) == Bin::Mission(Mission::Bombardment);
    if !pos.open.is_day() {
        return Vec::new();
    }
    pos.data.plane_ids().filter(ready).collect()
}

/// IV.C.3 to 5: all are declared; fire at the aircraft; then aircraft and guns bombard.
fn carry_out(t: &mut Board<'_>, side: Side, raids: &[Raid]) -> Play {
    let mut strikes: Vec<(SpaceId, Vec<UnitId>)> = Vec::new();
    for raid in raids {
        let t: &mut Board<'_> = &mut t.within(&t.data().map.place(raid.at).key);
        strikes.push((raid.at, flak::shoot(t, &raid.planes, raid.at)?));
    }
    for (at, planes) in strikes {
        let t: &mut Board<'_> = &mut t.within("air");
        bombard(t, side, at, &planes)?;
    }
    // 11.21: ships fire between aircraft and guns (19.8).
    for raid in raids.iter().filter(|raid| !raid.ships.is_empty()) {
        let t: &mut Board<'_> = &mut t.within("ships");
        naval::shelling::shell(t, raid.at, &raid.ships)?;
    }
    for raid in raids {
        let t: &mut Board<'_> = &mut t.within("guns");
        bombard(t, side, raid.at, &raid.guns)?;
    }
    Ok(())
}

/// Rules 11.23, 11.24 and 12.54: one bombardment of a hex.
pub(super) fn bombard(t: &mut Board<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> Play {
    if units.is_empty() {
        return Ok(());
    }
    let enemy = side.other();
    let t: &mut Board<'_> = &mut t.within(&t.data().map.place(at).key);
    let Some(hit) = salvo(t, side, at, units, Volley::Bombardment)? else {
        return Ok(());
    };
    let pos = super::pos(t);
    let there = pos.on(at, enemy);
    let steps = hit.number / pos.defence_value(at).max(1);
    losses(t, enemy, at, &there, steps, None, Cause::Bombardment)?;
    let pos = super::pos(t);
    let left = pos.on(at, enemy);
    // One unit is fatigued, if there is one that is not.
    if hit.marked && left.iter().any(|unit| !pos.unit(*unit).fatigued) {
        fatigue(t, enemy, at, &left, 1, None, Cause::Bombardment)?;
    }
    Ok(())
}
