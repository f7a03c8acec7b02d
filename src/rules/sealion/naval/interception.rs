//! Rule 7.2: ships and coastal guns against a fleet that was found.

use std::collections::BTreeMap;

use super::super::bars::Bar;
use super::super::event::Event;
use super::super::orders::number;
use super::super::side::Side;
use super::super::state::{Position, Wake};
use super::super::{Board, pos};
use super::counters::{counters, strength};
use super::orders::intercept::Intercept;
use super::{battle, fire, hazards, movement, release, seas};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// The guns that reach a zone: those of Cap Gris-Nez, in the Straits alone (7.2.3).
pub(super) fn guns(v: &Position<'_>, side: Side, zone: SpaceId) -> i32 {
    let straits = v.data.map.named_box("straits") == Some(zone);
    if side == Side::German && straits {
        i32::try_from(v.open.guns).unwrap_or(0)
    } else {
        0
    }
}

/// Rules 7.2.2, 7.2.5, 9.5.1 and 16.1.14: the zones a ship enters to intercept in another; nothing if it cannot.
pub(super) fn way(v: &Position<'_>, ship: UnitId, zone: SpaceId) -> Option<Vec<SpaceId>> {
    let hull = v.hull(ship);
    let idle = !v.did(ship, Wake::Moved)
        && !v.did(ship, Wake::Intercepted)
        && !v.did(ship, Wake::Withdrew);
    if hull.class.carries()
        || !idle
        || !release::may_act(v, ship)
        || !seas::may_enter(v, ship, zone)
    {
        return None;
    }
    let most = v.sails(ship).min(v.data.tables.naval.numbers.intercept);
    seas::route(v, &[ship], &seas::start(v, ship)?, zone, most, &[])
}

/// Who can go, by what they can form a fleet with.
pub(super) fn groups(
    v: &Position<'_>,
    side: Side,
    zone: SpaceId,
) -> BTreeMap<(SpaceId, u16), Vec<UnitId>> {
    let mut groups: BTreeMap<(SpaceId, u16), Vec<UnitId>> = BTreeMap::new();
    for ship in v.afloat(side) {
        if let Some(group) = seas::group(v, ship).filter(|_| way(v, ship, zone).is_some()) {
            groups.entry(group).or_default().push(ship);
        }
    }
    groups
}

/// Whether a side has anything to intercept with in a zone.
pub(super) fn possible(v: &Position<'_>, side: Side, zone: SpaceId) -> bool {
    guns(v, side, zone) > 0 || v.afloat(side).any(|ship| way(v, ship, zone).is_some())
}

/// What is wrong with a fleet that is to intercept.
pub(super) fn wrong(
    v: &Position<'_>,
    zone: SpaceId,
    ships: &[UnitId],
    guns: i32,
    margin: usize,
) -> Option<Bar> {
    let numbers = &v.data.tables.naval.numbers;
    if !ships.is_empty() && guns > 0 {
        return Some(Bar::GunsOrShips { at: zone });
    }
    let first = ships.first().and_then(|ship| seas::group(v, *ship));
    if let Some(unit) = ships.iter().find(|ship| seas::group(v, **ship) != first) {
        return Some(Bar::NotOneFleet { unit: *unit });
    }
    let has = counters(v, ships).len();
    let most = (margin * numbers.option.counters).min(numbers.stack);
    if has > most {
        return Some(Bar::TooManyCounters {
            has: number(has),
            most: number(most),
        });
    }
    let most = number(margin) * numbers.option.guns;
    (guns > most).then_some(Bar::TooManyGuns { has: guns, most })
}

/// The best fleet a side can send, by attack: what a bot sends, and who has said that he always wants to fight.
pub(super) fn best(v: &Position<'_>, side: Side, zone: SpaceId, margin: usize) -> Vec<UnitId> {
    let mut best: (i32, Vec<UnitId>) = (0, Vec::new());
    for ships in groups(v, side, zone).into_values() {
        let mut counters = counters(v, &ships);
        counters.sort_by_key(|one| (-one.attack, one.lead()));
        let numbers = &v.data.tables.naval.numbers;
        let most = (margin * numbers.option.counters).min(numbers.stack);
        let fleet: Vec<UnitId> = counters
            .into_iter()
            .take(most)
            .flat_map(|one| one.units)
            .collect();
        let value = strength(v, &fleet);
        if value > best.0 {
            best = (value, fleet);
        }
    }
    best.1
}

/// Rule 7.2: a side decides whether to intercept a fleet it has found, and does.
pub(super) fn intercept(
    t: &mut Board<'_>,
    side: Side,
    zone: SpaceId,
    enemy: &[UnitId],
    margin: usize,
) -> Play {
    let found = Intercept {
        zone,
        enemy: enemy.to_vec(),
        margin,
    };
    let sent = t.ask(side, Given(found))?;
    let points = sent.guns.unwrap_or(0);
    if points > 0 {
        let enemy = hazards::here(&pos(t), zone, enemy);
        return fire::volley(t, side, zone, &enemy, points);
    }
    if sent.with.is_empty() {
        return Ok(());
    }
    let fleet = come(t, side, zone, &sent.with)?;
    let enemy = hazards::here(&pos(t), zone, enemy);
    if fleet.is_empty() || enemy.is_empty() {
        return Ok(());
    }
    battle::fight(t, zone, side, &fleet, &enemy)
}

/// Rule 7.2.2: a fleet goes where the enemy was found; those that arrive.
fn come(t: &mut Board<'_>, side: Side, zone: SpaceId, ships: &[UnitId]) -> Play<Vec<UnitId>> {
    let v = pos(t);
    let most = v.data.tables.naval.numbers.intercept;
    let mut exits = Vec::new();
    for ship in ships {
        match seas::start(&v, *ship) {
            Some(seas::Start::Ports(from)) => exits.extend(from),
            Some(seas::Start::Sea(at)) => exits.push(at),
            None => {}
        }
    }
    let start = seas::start(&v, ships.first().copied().unwrap_or_default());
    let path = match start {
        Some(seas::Start::Sea(at)) => {
            seas::route(&v, ships, &seas::Start::Sea(at), zone, most, &[])
        }
        _ => seas::route(&v, ships, &seas::Start::Ports(exits), zone, most, &[]),
    };
    t.happen(Event::Intercepts {
        side,
        zone,
        ships: ships.to_vec(),
    })?;
    let mut fleet = ships.to_vec();
    for to in path.unwrap_or_default() {
        movement::go(t, side, &fleet, to, false)?;
        fleet = hazards::threaten(t, side, to, &fleet)?;
        if side == Side::German {
            release::seen_at_sea(t, to, &fleet)?;
        }
    }
    Ok(hazards::here(&pos(t), zone, &fleet))
}
