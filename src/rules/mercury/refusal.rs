//! IV.E: refusal of combat (7.3).

use super::Board;
use super::bars::Bar;
use super::declare::{attackers, declared};
use super::event::{Event, How};
use super::moves::go;
use super::orders::declare::{Follow, Place, Refusal, Refusals};
use super::side::Side;
use super::state::Position;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OnSheet};
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Lines as _;

/// The stacks that may refuse, and where they can go.
pub(super) fn places(pos: &Position<'_>, attacker: Side) -> Vec<Place> {
    let limits = &pos.data.tables.limits;
    let mut places = Vec::new();
    for at in declared(pos) {
        let units = pos.on(at, attacker.other());
        let fresh = |unit: &UnitId| {
            let now = pos.unit(*unit);
            !now.fatigued && !now.dispersed
        };
        let able = |unit: &UnitId| {
            let ratings = pos.ratings(*unit);
            let gate = if pos.data.on.refusal_by_movement {
                ratings.movement
            } else {
                ratings.efficiency
            };
            gate >= limits.refusal_efficiency
        };
        // 7.34: not while they are surprised.
        let surprised = attacker == Side::German && pos.surprised(at);
        if surprised || !units.iter().all(fresh) || !units.iter().any(able) {
            continue;
        }
        let exits = exits(pos, attacker, at, &units);
        if find_room(pos, attacker, at, &units, &exits).is_some() {
            places.push(Place { at, units, exits });
        }
    }
    places
}

/// Where some unit of a stack can go: the safest first.
fn exits(pos: &Position<'_>, attacker: Side, at: SpaceId, units: &[UnitId]) -> Vec<SpaceId> {
    let mut exits: Vec<SpaceId> = pos.data.map.ways(at).iter().map(|way| way.to).collect();
    exits.retain(|to| {
        units
            .iter()
            .any(|unit| may_go(pos, attacker, at, *to, *unit).is_ok())
    });
    exits.sort_by_key(|to| (std::cmp::Reverse(pos.nearest(*to, attacker)), *to));
    exits
}

/// Rule 7.33: not into a hex attacked, nor a zone of control, nor an enemy, nor where it cannot be.
pub(super) fn may_go(
    pos: &Position<'_>,
    attacker: Side,
    at: SpaceId,
    to: SpaceId,
    unit: UnitId,
) -> Result<(), Bar> {
    let gait = pos.printed(unit).gait;
    let enters = pos.data.map.touch(at, to)
        && pos.data.playable.has(to)
        && pos.data.map.enters(&pos.data.tables, gait, at, to);
    if pos.holds(to, attacker) {
        Err(Bar::EnemyThere { at: to })
    } else if !enters {
        Err(Bar::NoWayThere { unit, at: to })
    } else if declared(pos).contains(&to) {
        Err(Bar::UnderAttack { at: to })
    } else if pos.in_zone(to, attacker.other()) {
        Err(Bar::InZone { at: to })
    } else {
        Ok(())
    }
}

/// Where each unit of a stack goes, the foremost exit first; nothing if they cannot all go.
fn find_room(
    pos: &Position<'_>,
    attacker: Side,
    at: SpaceId,
    units: &[UnitId],
    exits: &[SpaceId],
) -> Option<Vec<(UnitId, SpaceId)>> {
    let most = pos.data.tables.limits.stack;
    let mut gone: Vec<(UnitId, SpaceId)> = Vec::new();
    for unit in units {
        let to = exits.iter().copied().find(|to| {
            let mut there = pos.on(*to, attacker.other());
            there.extend(
                gone.iter()
                    .filter(|(_, end)| end == to)
                    .map(|(unit, _)| *unit),
            );
            let height = pos.stack_of(&there) + pos.printed(*unit).stack;
            height <= most && may_go(pos, attacker, at, *to, *unit).is_ok()
        })?;
        gone.push((*unit, to));
    }
    Some(gone)
}

/// Stacks refuse, and attackers follow (7.32).
pub(super) fn refusals(t: &mut Board<'_>, attacker: Side) -> Play {
    if places(&super::pos(t), attacker).is_empty() {
        return Ok(());
    }
    let refusals = t.ask(attacker.other(), OnSheet(Refusals { attacker }))?;
    for order in refusals {
        let Refusal::Refuse { at, .. } = &order;
        let t: &mut Board<'_> = &mut t.within(&t.data().map.place(*at).key);
        refuse(t, attacker, &order)?;
    }
    Ok(())
}

fn refuse(t: &mut Board<'_>, attacker: Side, order: &Refusal) -> Play {
    let Refusal::Refuse { at, to: exits } = order;
    let at = *at;
    let pos = super::pos(t);
    let units = pos.on(at, attacker.other());
    let Some(gone) = find_room(&pos, attacker, at, &units, exits) else {
        let (side, bar) = (attacker.other(), Bar::NoWayOut { at });
        let order = order.words(None, &pos);
        return t.happen(Event::NotDone { side, order, bar });
    };
    let Some(best) = units
        .iter()
        .copied()
        .max_by_key(|unit| pos.efficiency(*unit))
    else {
        return Ok(());
    };
    let followers = attackers(&pos, at);
    let mut tally = Tally::of_rule("7.31");
    tally.term("efficiency", pos.efficiency(best), "7.22");
    let dice = t.roll("refusal", 1, 10)?;
    tally.dice(&dice).at_most();
    let done = tally.reached();
    t.happen(Event::Refusal {
        at,
        unit: best,
        tally,
        done,
    })?;
    if !done {
        return Ok(());
    }
    for (unit, to) in gone {
        go(t, unit, vec![to], How::Refuse)?;
    }
    let ask = Follow {
        at,
        units: followers,
    };
    for unit in t.ask(attacker, Given(ask))? {
        go(t, unit, vec![at], How::Follow)?;
    }
    Ok(())
}
