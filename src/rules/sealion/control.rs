//! Rules 1.3, 4.2, 11.1 and 15.1: who holds a hex, and what follows when it changes hands.

use super::Board;
use super::event::{Event, Leader, Prize};
use super::leaders;
use super::map::City;
use super::orders::control::{Demolish, Exile, Seize};
use super::side::Side;
use super::state::{Installation, Position};
use crate::board::SpaceId;
use crate::engine::ready::{Given, YesNo};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Hits that a captor may place (11.1.2).
const CAPTORS_HITS: u32 = 2;
/// The most hits an airbase, a radar station, a hex of rail can have (11.1).
const MOST: [(Installation, i32); 3] = [
    (Installation::Airbase, 3),
    (Installation::Radar, 2),
    (Installation::Rail, 2),
];

/// How many more hits something can take.
pub(super) fn room(pos: &Position<'_>, at: SpaceId, what: Installation) -> i32 {
    let place = pos.data.map.place(at);
    let most = match what {
        Installation::Port => place.port.unwrap_or(0),
        Installation::Airbase if place.airbase.is_none() => 0,
        Installation::Radar if place.radar.is_none() => 0,
        Installation::Rail if !place.rail => 0,
        _ => MOST
            .iter()
            .find(|(one, _)| *one == what)
            .map_or(0, |(_, most)| *most),
    };
    (most - pos.open.hits(at, what)).max(0)
}

/// Rule 11.1: damages something, no more than it can take.
pub(super) fn wreck(
    t: &mut Board<'_>,
    at: SpaceId,
    what: Installation,
    hits: u32,
    tally: Option<Tally>,
) -> Play {
    let room = u32::try_from(room(&super::pos(t), at, what)).unwrap_or(0);
    let hits = hits.min(room);
    if hits == 0 && tally.is_none() {
        return Ok(());
    }
    t.happen(Event::Wrecks {
        at,
        what,
        hits,
        tally,
    })
}

/// Rule 1.3: a side enters hexes; those the enemy controls and does not hold are taken.
pub(super) fn entered(t: &mut Board<'_>, side: Side, path: &[SpaceId]) -> Play {
    for at in path.iter().copied() {
        let pos = super::pos(t);
        let foreign = pos.data.map.england.has(at) && pos.control(at) != side;
        if side == Side::German && pos.data.map.england.has(at) {
            leaders::entered(t, at)?;
        }
        if foreign && !super::pos(t).holds(at, side.other()) {
            take(t, side, at)?;
        }
    }
    Ok(())
}

/// A hex changes hands.
fn take(t: &mut Board<'_>, side: Side, at: SpaceId) -> Play {
    let london = london_held(&super::pos(t));
    t.happen(Event::Takes { side, at })?;
    let t: &mut Board<'_> = &mut t.within(format_args!("takes-{}", t.data().map.place(at).key));
    score(t, side, at, london)?;
    super::naval::expelled(t, at)?;
    let pos = super::pos(t);
    let place = pos.data.map.place(at);
    if place.rail {
        if side == Side::German {
            // 11.1.1: it hampers nobody but the British (ruling 64).
            wreck(t, at, Installation::Rail, CAPTORS_HITS, None)?;
        } else if pos.open.converted.contains(&at) {
            t.happen(Event::Unconverts { hexes: vec![at] })?;
        }
    }
    demolition(t, side, at)
}

/// Rule 15.1: what a hex is worth.
fn score(t: &mut Board<'_>, side: Side, at: SpaceId, london_before: bool) -> Play {
    let pos = super::pos(t);
    let place = pos.data.map.place(at);
    let sign = if side == Side::German { 1 } else { -1 };
    let points = place
        .city
        .and_then(|city| pos.data.tables.city(city))
        .map_or(0, |city| city.points);
    let airbase = place.airbase.is_some();
    let victory = &pos.data.tables.victory;
    let (london, base) = (victory.london, victory.airbase);
    let now = london_held(&pos);
    let gains = side == Side::German;
    if points != 0 {
        let prize = if gains { Prize::City } else { Prize::CityLost };
        t.happen(Event::Scores {
            prize,
            at: Some(at),
            unit: None,
            ovp: sign * points,
            nvp: 0,
        })?;
    }
    if airbase {
        let prize = if gains {
            Prize::Airbase
        } else {
            Prize::AirbaseLost
        };
        t.happen(Event::Scores {
            prize,
            at: Some(at),
            unit: None,
            ovp: sign * base,
            nvp: 0,
        })?;
    }
    if now != london_before {
        let prize = if now {
            Prize::London
        } else {
            Prize::LondonLost
        };
        t.happen(Event::Scores {
            prize,
            at: Some(at),
            unit: None,
            ovp: sign * london,
            nvp: 0,
        })?;
    }
    Ok(())
}

/// Whether the Germans hold all of London.
pub(super) fn london_held(pos: &Position<'_>) -> bool {
    let london = pos.london();
    !london.is_empty() && london.iter().all(|at| pos.control(*at) == Side::German)
}

/// The hexes of a class of cities that the Germans hold.
pub(super) fn cities_held(pos: &Position<'_>, class: City) -> Vec<SpaceId> {
    let held = |at: &SpaceId| pos.data.map.place(*at).city == Some(class);
    pos.open.german.iter().copied().filter(held).collect()
}

/// Rule 11.1: who loses a port or airbase may blow it up; who takes it may wreck what is there.
fn demolition(t: &mut Board<'_>, side: Side, at: SpaceId) -> Play {
    let pos = super::pos(t);
    let place = pos.data.map.place(at);
    let loses = side.other();
    let (port, base) = (place.port.is_some(), place.airbase.is_some());
    if (port || base) && t.ask(loses, YesNo(Demolish { at }))? {
        let mut tally = Tally::of_rule("11.1.3");
        let die = super::d10(t, "demolition", &mut tally)?;
        for (what, column, here) in [
            (Installation::Airbase, "airbase", base),
            (Installation::Port, "port", port),
        ] {
            let chart = &t.data().tables.charts.demolition;
            let column = chart.named(column).unwrap_or(0);
            let hits = chart.cell(die, column).copied().unwrap_or(0);
            if here {
                let hits = u32::try_from(hits).unwrap_or(0);
                wreck(t, at, what, hits, Some(tally.clone()))?;
            }
        }
    }
    let pos = super::pos(t);
    let what: Vec<Installation> = [
        Installation::Radar,
        Installation::Port,
        Installation::Airbase,
    ]
    .into_iter()
    .filter(|what| room(&pos, at, *what) > 0)
    .collect();
    if what.is_empty() {
        return Ok(());
    }
    for what in t.ask(side, Given(Seize { at, what }))? {
        wreck(t, at, what, CAPTORS_HITS, None)?;
    }
    Ok(())
}

/// Rule 13.3.2: the Royal Family may leave the country, once an enemy is in it.
pub(super) fn exile(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let royals = leaders::counter(&pos, Leader::Royals);
    let Some((unit, at)) = royals.and_then(|unit| Some((unit, pos.at(unit)?))) else {
        return Ok(());
    };
    // Nobody is asked while no German is near.
    let threatened = pos.nearest(at, Side::German) <= 2;
    if !threatened || !t.ask(Side::British, YesNo(Exile { at }))? {
        return Ok(());
    }
    let leader = Leader::Royals;
    let ovp = t.data().tables.victory.exile;
    t.happen(Event::Taken {
        leader,
        unit,
        exile: true,
    })?;
    t.happen(Event::Scores {
        prize: Prize::Exile,
        at: None,
        unit: Some(unit),
        ovp,
        nvp: 0,
    })
}
