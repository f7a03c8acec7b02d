//! Facts of a position for cases and referees, and what no position in play may be.

use std::collections::BTreeMap;

use super::data::Data;
use super::map::{Field, Sector};
use super::points;
use super::side::Side;
use super::state::{Bin, Phase, Position, Reserves, Supply, Where};
use crate::engine::game::Side as _;

/// Named facts: `g-koch.at = "W4215"`, `g-koch.side = "full"`, `g-koch.marks = "fatigued fire-1"`.
pub(super) fn facts(pos: &Position<'_>) -> Vec<(String, String)> {
    let open = pos.open;
    let mut facts = vec![
        ("turn".to_owned(), open.turn.to_string()),
        ("phase".to_owned(), open.phase.name().to_owned()),
        ("active".to_owned(), open.active.id().to_owned()),
        ("awarded".to_owned(), open.points.to_string()),
        ("points".to_owned(), points::count(pos).total().to_string()),
    ];
    for unit in pos.data.land_ids() {
        let (id, now) = (&pos.printed(unit).id, pos.unit(unit));
        let at = match now.at {
            Where::Out => continue,
            Where::At(at) => pos.data.map.place(at).id.clone(),
            Where::Waiting => "waiting".to_owned(),
            Where::Lost => "lost".to_owned(),
            Where::Saved => "saved".to_owned(),
        };
        facts.push((format!("{id}.at"), at));
        let face = if now.reduced { "reduced" } else { "full" };
        facts.push((format!("{id}.side"), face.to_owned()));
        let mut marks = Vec::new();
        if now.fatigued {
            marks.push("fatigued".to_owned());
        }
        if now.dispersed {
            marks.push("dispersed".to_owned());
        }
        if now.fire > 0 {
            marks.push(format!("fire-{}", now.fire));
        }
        facts.push((format!("{id}.marks"), marks.join(" ")));
    }
    for plane in pos.data.plane_ids() {
        let bin = open.plane(pos.data, plane);
        if bin != Bin::Out {
            let id = &pos.data.plane(plane).id;
            facts.push((format!("{id}.at"), bin.id().to_owned()));
        }
    }
    for sector in Sector::ALL {
        let level = open.interdiction[sector.index()];
        facts.push((format!("{}.interdiction", sector.id()), level.to_string()));
    }
    let supplied = Side::BOTH.into_iter().filter(|_| pos.data.scenario.supply);
    for side in supplied {
        let name = side.id();
        for sector in &pos.data.scenario.sectors {
            let (at, id) = (sector.index(), sector.id());
            let level = match open.supply[side.index()][at] {
                Supply::Adequate => "adequate",
                Supply::Limited => "limited",
                Supply::Insufficient => "insufficient",
            };
            facts.push((format!("{id}.{name}-supply"), level.to_owned()));
            let Reserves { ready, spent } = open.reserves[side.index()][at];
            facts.push((format!("{id}.{name}-reserves"), ready.to_string()));
            facts.push((format!("{id}.{name}-spent"), spent.to_string()));
        }
    }
    if let Some(turn) = open.evacuation {
        facts.push(("evacuation".to_owned(), turn.to_string()));
    }
    let [others, greeks, germans] = open.steps_lost;
    facts.push(("lost.allied".to_owned(), others.to_string()));
    facts.push(("lost.greek".to_owned(), greeks.to_string()));
    facts.push(("lost.german".to_owned(), germans.to_string()));
    for field in Field::ALL {
        let steps = open.airlanded[field as usize];
        facts.push((format!("{}.airlanded", field.id()), steps.to_string()));
    }
    for at in &open.improved {
        facts.push((
            format!("{}.improved", pos.data.map.place(*at).id),
            "true".to_owned(),
        ));
    }
    facts.extend(super::naval::audit::facts(pos));
    facts
}

/// What no position in play may be: enemies in one place, units where none can stand.
pub(super) fn broken(pos: &Position<'_>) -> Vec<String> {
    let (data, open): (&Data, _) = (pos.data, pos.open);
    let mut broken = Vec::new();
    let mut held = BTreeMap::new();
    for unit in data.land_ids() {
        let Where::At(at) = pos.unit(unit).at else {
            continue;
        };
        let (id, place) = (&pos.printed(unit).id, data.map.place(at));
        // 17.37 e: back in Greece.
        let in_greece = at == data.map.athens() && pos.side(unit) == Side::German;
        if in_greece {
            continue;
        }
        if !place.is_land() {
            broken.push(format!("{id} stands at {}", place.id));
        }
        let side = pos.side(unit);
        // 6.41: those who jump meet enemies until the phase is over.
        let meets = matches!(pos.open.phase, Phase::Drops | Phase::Landings);
        if *held.entry(at).or_insert(side) != side && !meets {
            broken.push(format!("{id} shares {} with an enemy", place.id));
        }
        if pos.unit(unit).fire > 2 {
            broken.push(format!("{id} has fired {} times", pos.unit(unit).fire));
        }
    }
    for (side, name) in [(0, "german"), (1, "allied")] {
        let south = Sector::SouthCrete.index();
        if data.scenario.supply && open.supply[side][south] != Supply::Insufficient {
            broken.push(format!(
                "15.13: {name} supply in the south is not insufficient"
            ));
        }
    }
    for back in &open.returned {
        let gone = |unit: &&_| pos.unit(**unit).at != Where::Waiting;
        if let Some(unit) = back.units.iter().find(gone) {
            let id = &pos.printed(*unit).id;
            broken.push(format!("21.15: {id} waits at Alexandria and is elsewhere"));
        }
    }
    broken.extend(super::naval::audit::broken(pos));
    broken
}
