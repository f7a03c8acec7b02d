//! Facts of a position for cases and referees, and what no position in play may be.

use std::collections::BTreeMap;

use super::state::{Berth, Mark, Phase, Position, Where};
use crate::engine::game::Side as _;

/// Named facts: `g-7-inf.at = "4223"`, `g-7-inf.steps = "2"`, `g-7-inf.marks = "hit-1 out-1"`.
pub(super) fn facts(pos: &Position<'_>) -> Vec<(String, String)> {
    let open = pos.open;
    let place = |at| pos.data.map.place(at).id.clone();
    let mut facts = vec![
        ("turn".to_owned(), open.turn.to_string()),
        ("phase".to_owned(), open.phase.name().to_owned()),
        ("active".to_owned(), open.active.id().to_owned()),
        ("weather".to_owned(), open.weather.id().to_owned()),
        ("ovp".to_owned(), open.ovp.to_string()),
        ("nvp".to_owned(), open.nvp.to_string()),
        ("guns".to_owned(), open.guns.to_string()),
        ("rail".to_owned(), open.rail.to_string()),
        ("leg".to_owned(), open.pools.leg.to_string()),
        ("armour".to_owned(), open.pools.armour.to_string()),
        ("tank".to_owned(), open.pools.tank.to_string()),
    ];
    for unit in pos.data.land_ids() {
        let (id, now) = (&pos.printed(unit).id, pos.unit(unit));
        let at = match now.at {
            Where::Out => continue,
            Where::At(at) => place(at),
            Where::Aboard(zone) => format!("aboard {}", place(zone)),
            Where::Landing(at) => format!("landing {}", place(at)),
            Where::Waiting => "waiting".to_owned(),
            Where::Lost => "lost".to_owned(),
            Where::Away => "away".to_owned(),
        };
        facts.push((format!("{id}.at"), at));
        facts.push((format!("{id}.steps"), now.steps.to_string()));
        if matches!(now.at, Where::At(_)) && !pos.printed(unit).is_leader() {
            let (attack, defence, movement) =
                (pos.attack(unit), pos.defence(unit), pos.movement(unit));
            facts.push((
                format!("{id}.now"),
                format!("{attack}-{defence}-{movement}"),
            ));
        }
        let mut marks = Vec::new();
        if now.hits > 0 {
            marks.push(format!("hit-{}", now.hits));
        }
        if now.out > 0 {
            marks.push(format!("out-{}", now.out));
        }
        for (here, mark) in [
            (now.weak, "weak"),
            (now.marks.has(Mark::Freed), "freed"),
            (now.marks.has(Mark::Halted), "halted"),
            (now.marks.has(Mark::Attacked), "attacked"),
        ] {
            if here {
                marks.push(mark.to_owned());
            }
        }
        facts.push((format!("{id}.marks"), marks.join(" ")));
    }
    for ship in pos.data.hull_ids() {
        let at = match open.ship(pos.data, ship).at {
            Berth::Out | Berth::Waiting => continue,
            Berth::Port(at) | Berth::Sea(at) => place(at),
            Berth::Sunk => "sunk".to_owned(),
        };
        facts.push((format!("{}.at", pos.data.hull(ship).id), at));
        if open.ship(pos.data, ship).damaged {
            facts.push((
                format!("{}.damaged", pos.data.hull(ship).id),
                "yes".to_owned(),
            ));
        }
    }
    for at in &open.german {
        facts.push((format!("{}.control", place(*at)), "german".to_owned()));
    }
    for at in &open.converted {
        facts.push((format!("{}.rail", place(*at)), "converted".to_owned()));
    }
    for one in &open.damage {
        let what = super::telling::installation(one.what);
        facts.push((format!("{}.{what}", place(one.at)), one.hits.to_string()));
    }
    facts
}

/// What no position in play may be.
pub(super) fn broken(pos: &Position<'_>) -> Vec<String> {
    let mut broken = Vec::new();
    let mut held = BTreeMap::new();
    let map = &pos.data.map;
    for unit in pos.data.land_ids() {
        let (printed, now) = (pos.printed(unit), pos.unit(unit));
        let id = &printed.id;
        if now.steps > printed.steps() {
            broken.push(format!("{id} has {} steps", now.steps));
        }
        let lives = matches!(now.at, Where::At(_) | Where::Aboard(_) | Where::Landing(_));
        if lives != (now.steps > 0) && !printed.is_leader() && !matches!(now.at, Where::Waiting) {
            broken.push(format!("{id} has {} steps and is {:?}", now.steps, now.at));
        }
        if now.hits > 2 || now.out > 2 {
            broken.push(format!("{id} has {} hits and {} out", now.hits, now.out));
        }
        let Where::At(at) = now.at else { continue };
        if !map.is_land(at) {
            broken.push(format!("{id} stands at {}", map.place(at).id));
        }
        if now.marks.has(Mark::Dropped) {
            continue;
        }
        let side = printed.side();
        if *held.entry(at).or_insert(side) != side && !printed.is_leader() {
            broken.push(format!("{id} shares {} with an enemy", map.place(at).id));
        }
        if map.england.has(at) && pos.control(at) != side && !printed.is_leader() {
            broken.push(format!(
                "{id} stands in {}, which the enemy holds",
                map.place(at).id
            ));
        }
    }
    for ship in pos.data.hull_ids() {
        let hull = pos.data.hull(ship);
        if let Berth::Sea(at) = pos.open.ship(pos.data, ship).at
            && map.zone_of_box(at).is_none()
        {
            broken.push(format!("{} is at sea in {}", hull.id, map.place(at).id));
        }
    }
    let most = pos.data.tables.limits.stack;
    if pos.open.phase == Phase::Repair {
        for at in held.keys().filter(|at| map.england.has(**at)) {
            for side in super::side::Side::BOTH {
                let has = pos.stack_of(&pos.on(*at, side));
                if has > most {
                    broken.push(format!("{} has a stack of {has}", map.place(*at).id));
                }
            }
        }
    }
    for cargo in &pos.hidden.cargo {
        if !matches!(
            pos.unit(cargo.unit).at,
            Where::Aboard(_) | Where::Landing(_)
        ) {
            broken.push(format!(
                "{} is on a manifest and not aboard",
                pos.printed(cargo.unit).id
            ));
        }
    }
    broken
}
