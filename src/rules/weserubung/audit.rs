//! Facts of a position for cases and referees, and what can be wrong with one.

use super::class::{Arm, Class};
use super::data::Data;
use super::nation::{Alliance, Nation};
use super::position::Position;
use super::state::{State, Where};
use crate::board::{SpaceId, UnitId};

/// Named facts: `ger-159.at = "1522"`.
pub(super) fn facts(d: &Data, s: &State) -> Vec<(String, String)> {
    let pos = Position { d, s };
    let mut facts = vec![
        ("turn".to_owned(), s.turn.to_string()),
        ("phase".to_owned(), s.phase.name().to_owned()),
        ("initiative".to_owned(), s.initiative.id().to_owned()),
        ("silenced".to_owned(), s.silenced.to_string()),
        ("capitals-lost".to_owned(), s.capitals_lost.to_string()),
        (
            "surrendered".to_owned(),
            s.surrendered.is_some().to_string(),
        ),
        ("first".to_owned(), s.first.map(Alliance::id).join(" ")),
    ];
    for nation in Nation::ALL {
        let (id, n) = (nation.word().id(), nation.index());
        facts.push((format!("{id}.level"), s.level[n].to_string()));
        facts.push((format!("{id}.used"), s.used[n].to_string()));
        facts.push((format!("{id}.offensives"), s.offensives[n].to_string()));
    }
    for unit in d.unit_ids() {
        let (id, counter) = (&d.unit(unit).id, s.unit(unit));
        let at = match counter.at {
            Where::At(place) => d.map.hex(place).id.clone(),
            Where::Aboard(ship) => d.unit(ship).id.clone(),
            Where::Pool => "pool".to_owned(),
            Where::Bought => "bought".to_owned(),
            Where::Later => "later".to_owned(),
            Where::Gone => "gone".to_owned(),
        };
        facts.push((format!("{id}.at"), at));
        let face = if counter.reduced { "reduced" } else { "full" };
        facts.push((format!("{id}.side"), face.to_owned()));
        facts.push((format!("{id}.acts"), pos.acts(unit).to_string()));
        if counter.grounded {
            facts.push((format!("{id}.grounded"), "true".to_owned()));
        }
    }
    for place in d.map.places() {
        if d.map.hex(place).town.is_some() || d.map.hex(place).airfield || d.map.hex(place).battery
        {
            let by = pos.controller(place).map_or("", Alliance::id);
            facts.push((format!("{}.by", d.map.hex(place).id), by.to_owned()));
        }
    }
    for (alliance, at) in &s.lakes {
        facts.push((format!("lake.{}", alliance.id()), d.map.hex(*at).id.clone()));
    }
    facts
}

/// What no position in play may be.
pub(super) fn broken(d: &Data, s: &State) -> Vec<String> {
    let pos = Position { d, s };
    let mut broken = Vec::new();
    for unit in d.unit_ids() {
        check_unit(pos, unit, &mut broken);
    }
    check_stacks(pos, &mut broken);
    for nation in Nation::ALL {
        let n = nation.index();
        let (level, used) = (s.level[n], s.used[n]);
        // 4.0/a: a level that fell in mid-turn may be below what was used before, never above it.
        if level < 0 || used < 0 || s.offensives[n] < 0 || used > s.peak[n] {
            broken.push(format!(
                "{}: level {level}, used {used}, offensives {}",
                nation.word().id(),
                s.offensives[n]
            ));
        }
        if d.purse(nation) != nation && (level != 0 || used != 0) {
            broken.push(format!("{} has a purse of its own", nation.word().id()));
        }
    }
    broken
}

/// Rule 3.1, and who stands where.
fn check_stacks(pos: Position<'_>, broken: &mut Vec<String>) {
    let tables = &pos.d.tables;
    let mut stood: Vec<(SpaceId, Alliance, usize)> = Vec::new();
    for unit in pos.d.unit_ids() {
        let arm = match pos.arm(unit) {
            Arm::Land => 0,
            Arm::Air => 1,
            Arm::Naval => 2,
            Arm::Leader => continue,
        };
        if let Where::At(place) = pos.s.unit(unit).at {
            stood.push((place, pos.alliance(unit), arm));
        }
    }
    stood.sort_unstable();
    let mut counts: Vec<((SpaceId, Alliance), [usize; 3])> = Vec::new();
    for (place, alliance, arm) in stood {
        if counts
            .last()
            .is_none_or(|(last, _)| *last != (place, alliance))
        {
            counts.push(((place, alliance), [0; 3]));
        }
        if let Some((_, here)) = counts.last_mut() {
            here[arm] += 1;
        }
    }
    let most = [tables.stack_land, tables.stack_air, tables.stack_sea];
    for ((place, alliance), here) in &counts {
        let hex = pos.d.map.hex(*place);
        if hex.holds.is_some() {
            continue;
        }
        for (arm, kind) in ["land", "air", "naval"].into_iter().enumerate() {
            if here[arm] > most[arm] {
                broken.push(format!(
                    "{} {kind} units of {} in {}, at most {}",
                    here[arm],
                    alliance.id(),
                    hex.id,
                    most[arm]
                ));
            }
        }
        if here[0] == 0 {
            continue;
        }
        let enemy = counts
            .binary_search_by_key(&(*place, alliance.other()), |(key, _)| *key)
            .ok()
            .map(|at| counts[at].1);
        if *alliance == Alliance::Axis && enemy.is_some_and(|enemy| enemy[0] > 0) {
            broken.push(format!("land units of both sides in {}", hex.id));
        }
        if !pos.controls(*alliance, *place) {
            broken.push(format!(
                "{} stands in {} and does not control it",
                alliance.id(),
                hex.id
            ));
        }
    }
}

fn check_unit(pos: Position<'_>, unit: UnitId, broken: &mut Vec<String>) {
    let (printed, counter) = (pos.unit(unit), pos.s.unit(unit));
    let id = &printed.id;
    let most = match printed.class.arm() {
        Arm::Air => pos.d.tables.air_actions,
        Arm::Land => pos.d.tables.land_actions,
        Arm::Naval => pos.d.tables.naval_actions,
        Arm::Leader => 4,
    };
    // An airlift of a unit that has fought is no action of its own.
    if pos.acts(unit) > most {
        broken.push(format!("{id} has acted {} times", pos.acts(unit)));
    }
    match counter.at {
        Where::At(place) => {
            let hex = pos.d.map.hex(place);
            let fits = match printed.class.arm() {
                Arm::Naval => hex.sea,
                Arm::Land | Arm::Leader => hex.land || hex.holds.is_some(),
                Arm::Air => hex.land || hex.holds.is_some(),
            };
            if !fits {
                broken.push(format!("{id} cannot be in {}", hex.id));
            }
            if printed.class.arm() == Arm::Air && !pos.is_base(pos.alliance(unit), place) {
                broken.push(format!(
                    "{id} is on {}, which is no base of its side",
                    hex.id
                ));
            }
            if hex.holds.is_some_and(|holds| holds != pos.alliance(unit)) {
                broken.push(format!("{id} is in the enemy's box"));
            }
        }
        Where::Aboard(ship) => {
            let class = pos.class(ship);
            let fits = match printed.class.arm() {
                Arm::Land => class == Class::Tr,
                Arm::Leader => pos.arm(ship) == Arm::Naval,
                Arm::Air => class == Class::Cv,
                Arm::Naval => false,
            };
            let afloat = matches!(pos.s.unit(ship).at, Where::At(_));
            if !fits || !afloat || pos.alliance(ship) != pos.alliance(unit) {
                broken.push(format!("{id} is aboard {}", pos.unit(ship).id));
            }
            let counted = pos
                .cargo(ship)
                .iter()
                .filter(|one| pos.arm(**one) != Arm::Leader)
                .count();
            if counted > pos.capacity(ship) {
                broken.push(format!("{} carries {counted}", pos.unit(ship).id));
            }
        }
        Where::Pool | Where::Bought => {
            if !printed.class.returns() {
                broken.push(format!("{id} cannot come back"));
            }
        }
        Where::Later | Where::Gone => {}
    }
    if counter.reduced && matches!(counter.at, Where::Pool | Where::Bought | Where::Gone) {
        broken.push(format!("{id} is reduced and not in play"));
    }
}
