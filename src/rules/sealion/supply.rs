//! Rule 12: supply, and the railways the Germans convert (5.4.2).

use std::collections::{BTreeMap, BTreeSet};

use super::Board;
use super::event::Event;
use super::map::{City, ZoneKind};
use super::orders::supply::{Conversion, Rations};
use super::position::Lay;
use super::side::Side;
use super::state::{Berth, Position, Wake};
use super::tables::Weather;
use super::units::Class;
use crate::board::{Reach, SpaceId, Step, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// Points of shipping that a beach takes (12.2.2).
const BEACH: i32 = 2;
/// How far from a friendly shore beyond the sea ships still supply (12.2), in movement points.
const FROM_HOME: u32 = 3;

/// Where supply of a side goes.
struct Ground<'a> {
    pos: Position<'a>,
    side: Side,
    lay: Lay,
}

impl<'a> Ground<'a> {
    fn new(pos: &Position<'a>, side: Side) -> Self {
        Self {
            pos: *pos,
            side,
            lay: Lay::new(pos, side),
        }
    }

    /// Rule 12.1: what lets supply through a hex.
    fn passes(&self, at: SpaceId) -> bool {
        let (pos, lay) = (&self.pos, &self.lay);
        let place = pos.data.map.place(at);
        let foreign = place.city.is_some() || place.airbase.is_some();
        pos.data.map.england.has(at)
            && !lay.enemies.has(at)
            && (!lay.zones.has(at) || lay.own.has(at))
            && !(foreign && pos.control(at) != self.side)
    }

    /// Rule 12.1.2: the hexes that lie in supply of some sources: no more than so many hexes, the source not counted.
    fn lines(&self, sources: &[SpaceId]) -> BTreeSet<SpaceId> {
        let mut found: BTreeSet<SpaceId> = sources.iter().copied().collect();
        let mut edge: Vec<SpaceId> = sources.to_vec();
        for _ in 0..self.pos.data.tables.limits.supply_line {
            let mut next = Vec::new();
            for at in edge {
                for way in self.pos.data.map.ways(at) {
                    if !way.between.closed && self.passes(way.to) && found.insert(way.to) {
                        next.push(way.to);
                    }
                }
            }
            edge = next;
        }
        found
    }
}

/// Rule 12.1.1: the sources of the British on land: the north edge, and railways that join it or two major cities.
fn british_sources(ground: &Ground<'_>) -> Vec<SpaceId> {
    let pos = &ground.pos;
    let map = &pos.data.map;
    let open = |at: SpaceId| !pos.open.converted.contains(&at) && ground.passes(at);
    let mut seen: BTreeSet<SpaceId> = BTreeSet::new();
    let mut sources: Vec<SpaceId> = map
        .hexes()
        .filter(|at| map.place(*at).north && !ground.lay.enemies.has(*at))
        .collect();
    for start in map.hexes().filter(|at| map.place(*at).rail) {
        if seen.contains(&start) || !open(start) {
            continue;
        }
        let net = Reach::flood(start, u32::MAX, |at, _, out| {
            for way in map.ways(at) {
                if way.between.rail && open(way.to) {
                    out.push(Step::on(way.to, 1));
                }
            }
        });
        let mut hexes: Vec<SpaceId> = net.places().collect();
        hexes.push(start);
        seen.extend(&hexes);
        let north = hexes.iter().any(|at| map.place(*at).north);
        let major = hexes
            .iter()
            .filter(|at| matches!(map.place(**at).city, Some(City::Major | City::London)));
        if north || major.count() > 1 {
            sources.extend(hexes);
        }
    }
    sources.sort_unstable();
    sources.dedup();
    sources
}

/// What comes over the sea to a port or beach.
#[derive(Clone, Debug)]
pub(super) struct Depot {
    /// The port or beach, and the converted rail joined to it.
    pub hexes: Vec<SpaceId>,
    /// What it can hand out by itself.
    pub most: i32,
    /// The zone whose points it draws on.
    pub zone: SpaceId,
}

/// The supply of one zone of sea.
#[derive(Clone, Debug)]
pub(super) struct Sea {
    pub zone: SpaceId,
    pub capacity: i32,
    pub factor: i32,
    /// What the ports hand out together, and the beaches.
    pub points: [i32; 2],
    pub depots: Vec<(Depot, bool)>,
}

/// Whether a zone of sea lies near enough to a shore that is a side's own.
fn near_home(pos: &Position<'_>, side: Side, zone: SpaceId) -> bool {
    if side == Side::British {
        return true;
    }
    let map = &pos.data.map;
    let reach = Reach::flood(zone, FROM_HOME, |at, _, out| {
        for near in map.near(at) {
            let sea = map
                .zone_of_box(*near)
                .is_some_and(|zone| zone.kind == ZoneKind::Sea);
            if sea {
                out.push(Step::on(*near, 1));
            }
        }
    });
    let opens = |home: SpaceId| {
        let zone = map.zone_of_box(home);
        zone.is_some_and(|zone| {
            zone.side == side && zone.ports.iter().any(|(sea, _)| reach.has(*sea))
        })
    };
    map.boxes().any(opens)
}

/// Rule 12.2: what the ships of a side in a zone of sea bring.
pub(super) fn sea(pos: &Position<'_>, side: Side, zone: SpaceId) -> Option<Sea> {
    if pos.open.weather == Weather::Stormy || !near_home(pos, side, zone) {
        return None;
    }
    let (mut ships, mut craft) = (0, 0);
    for hull in pos.data.hull_ids() {
        let (printed, now) = (pos.data.hull(hull), pos.open.ship(pos.data, hull));
        let serves = printed.side() == side
            && now.at == Berth::Sea(zone)
            && !now.wakes.has(Wake::Withdrew)
            && !super::crossing::is_loaded(pos, hull);
        if !serves {
            continue;
        }
        match printed.class {
            Class::Ap => ships += 1,
            Class::Lc | Class::Prahm => craft += 1,
            _ => {}
        }
    }
    let map = &pos.data.map;
    let ports: Vec<(SpaceId, i32)> = map
        .hexes()
        .filter(|at| map.place(*at).opens == Some(zone))
        .map(|at| (at, pos.port(at, side)))
        .filter(|(_, capacity)| *capacity > 0)
        .collect();
    let beaches = if pos.open.weather == Weather::Foul {
        Vec::new()
    } else {
        beaches(pos, side, zone)
    };
    let harbour: i32 = ports.iter().map(|(_, capacity)| *capacity).sum();
    // So many craft go to the beaches that most comes ashore.
    let room = BEACH * i32::try_from(beaches.len()).unwrap_or(0);
    let brings = |on_beach: i32| {
        let factor = pos.data.tables.supply.factor(harbour + on_beach);
        let in_port = ships + craft - on_beach;
        (
            factor,
            [(in_port * factor).min(harbour * factor), on_beach * factor],
        )
    };
    let on_beach = (0..=craft.min(room)).max_by_key(|n| {
        let (_, [port, beach]) = brings(*n);
        (port + beach, std::cmp::Reverse(*n))
    })?;
    let (factor, points) = brings(on_beach);
    if factor == 0 || points == [0, 0] {
        return None;
    }
    let mut depots = Vec::new();
    for (at, capacity) in ports {
        depots.push((
            Depot {
                hexes: line_of(pos, at),
                most: capacity * factor,
                zone,
            },
            false,
        ));
    }
    let mut left = on_beach;
    for at in beaches {
        let n = left.min(BEACH);
        left -= n;
        if n > 0 {
            depots.push((
                Depot {
                    hexes: vec![at],
                    most: n * factor,
                    zone,
                },
                true,
            ));
        }
    }
    Some(Sea {
        zone,
        capacity: harbour + on_beach,
        factor,
        points,
        depots,
    })
}

/// Beaches of a side on a zone of sea: those first that serve most units.
fn beaches(pos: &Position<'_>, side: Side, zone: SpaceId) -> Vec<SpaceId> {
    let map = &pos.data.map;
    let usable = |at: &SpaceId| {
        let place = map.place(*at);
        place.assault
            && !place.cliff
            && place.seas.contains(&zone)
            && pos.control(*at) == side
            && !pos.holds(*at, side.other())
    };
    let mut beaches: Vec<SpaceId> = map.hexes().filter(usable).collect();
    if side == Side::British {
        return Vec::new();
    }
    let spots = pos.spots(side);
    let near = |at: &SpaceId| {
        spots
            .iter()
            .filter(|spot| map.distance(*at, **spot) <= 4)
            .count()
    };
    beaches.sort_by_key(|at| (std::cmp::Reverse(near(at)), *at));
    beaches
}

/// Rule 12.1.1: a port with the converted rail that is joined to it.
fn line_of(pos: &Position<'_>, port: SpaceId) -> Vec<SpaceId> {
    let mut line = vec![port];
    if pos.open.converted.contains(&port) {
        let reach = Reach::flood(port, u32::MAX, |at, _, out| {
            for way in pos.data.map.ways(at) {
                if way.between.rail && pos.open.converted.contains(&way.to) {
                    out.push(Step::on(way.to, 1));
                }
            }
        });
        line.extend(reach.places());
    }
    line
}

/// What a unit needs (12.1): for each step one on foot, two on wheels.
fn need(pos: &Position<'_>, unit: UnitId) -> i32 {
    pos.printed(unit).need() * i32::from(pos.unit(unit).steps)
}

/// Those who are fed, and those who could be and are not: the foremost of a ranking first.
pub(super) fn feed(
    pos: &Position<'_>,
    side: Side,
    seas: &[Sea],
    wanted: &[UnitId],
) -> (Vec<UnitId>, Vec<UnitId>) {
    let mut pots: BTreeMap<(SpaceId, bool), i32> = BTreeMap::new();
    let mut depots: Vec<(BTreeSet<SpaceId>, i32, (SpaceId, bool))> = Vec::new();
    let ground = Ground::new(pos, side);
    for sea in seas {
        pots.insert((sea.zone, false), sea.points[0]);
        pots.insert((sea.zone, true), sea.points[1]);
        for (depot, beach) in &sea.depots {
            depots.push((ground.lines(&depot.hexes), depot.most, (depot.zone, *beach)));
        }
    }
    let (mut fed, mut starved) = (Vec::new(), Vec::new());
    for unit in wanted {
        let Some(at) = pos.at(*unit) else { continue };
        let need = need(pos, *unit);
        let mut reached = false;
        let mut done = false;
        for (hexes, most, pot) in &mut depots {
            if !hexes.contains(&at) {
                continue;
            }
            reached = true;
            let left = pots.get_mut(pot);
            if let Some(left) = left.filter(|left| **left >= need && *most >= need) {
                *left -= need;
                *most -= need;
                done = true;
                break;
            }
        }
        if done {
            fed.push(*unit);
        } else if reached {
            starved.push(*unit);
        }
    }
    (fed, starved)
}

/// Rule 12.0: the supply phase of the active side.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = t.state().open.active;
    // 13.2.1, 13.2.2: each side's saboteurs strike in the other's supply phase.
    super::sabotage::phase(t, &[side.other()])?;
    if side == Side::German {
        convert(t)?;
    }
    let pos = super::pos(t);
    let turn = pos.open.turn;
    let hungry: Vec<UnitId> = pos
        .units_of(side)
        .filter(|unit| {
            let ashore = pos.at(*unit).is_some_and(|at| pos.data.map.england.has(at));
            ashore && !pos.printed(*unit).is_leader() && pos.unit(*unit).grace < turn
        })
        .collect();
    let mut fed: Vec<UnitId> = Vec::new();
    if side == Side::British && !hungry.is_empty() {
        let ground = Ground::new(&pos, side);
        let supplied = ground.lines(&british_sources(&ground));
        fed.extend(
            hungry
                .iter()
                .filter(|unit| pos.at(**unit).is_some_and(|at| supplied.contains(&at))),
        );
    }
    let mut wanted: Vec<UnitId> = hungry
        .iter()
        .copied()
        .filter(|unit| !fed.contains(unit))
        .collect();
    if !wanted.is_empty() {
        let zones: Vec<SpaceId> = pos
            .data
            .map
            .boxes()
            .filter(|at| {
                pos.data
                    .map
                    .zone_of_box(*at)
                    .is_some_and(|zone| zone.kind == ZoneKind::Sea)
            })
            .collect();
        let seas: Vec<Sea> = zones
            .into_iter()
            .filter_map(|zone| sea(&pos, side, zone))
            .collect();
        // Foot first: it is the cheapest to feed.
        wanted.sort_by_key(|unit| (need(&pos, *unit) > 2, *unit));
        let (_, starved) = feed(&pos, side, &seas, &wanted);
        if !starved.is_empty() {
            let first = t.ask(
                side,
                Given(Rations {
                    units: wanted.clone(),
                }),
            )?;
            wanted.sort_by_key(|unit| !first.contains(unit));
        }
        for sea in &seas {
            t.happen(Event::Unloads {
                zone: sea.zone,
                capacity: sea.capacity,
                factor: sea.factor,
                points: sea.points[0] + sea.points[1],
            })?;
        }
        let pos = super::pos(t);
        fed.extend(feed(&pos, side, &seas, &wanted).0);
    }
    let pos = super::pos(t);
    let lacks = |unit: &UnitId| !fed.contains(unit);
    let without: Vec<UnitId> = hungry.iter().copied().filter(lacks).collect();
    let of = |level: u8| {
        let least = |unit: &UnitId| (pos.unit(*unit).out > 0) == (level > 0);
        without.iter().copied().filter(least).collect::<Vec<_>>()
    };
    let (first, second) = (of(0), of(1));
    // Off the map everybody is in supply, and so is who has just landed.
    let rested = |unit: &UnitId| !without.contains(unit) && pos.unit(*unit).out > 0;
    let fed: Vec<UnitId> = pos.units_of(side).filter(rested).collect();
    if fed.is_empty() && without.is_empty() {
        return Ok(());
    }
    t.happen(Event::Supplies { fed, first, second })
}

/// Rule 5.4.2: hexes of rail that could be converted now, some being chosen already.
pub(super) fn convertible(pos: &Position<'_>, chosen: &[SpaceId]) -> Vec<SpaceId> {
    let map = &pos.data.map;
    let done = |at: SpaceId| pos.open.converted.contains(&at) || chosen.contains(&at);
    let fits = |at: &SpaceId| {
        let place = map.place(*at);
        let british = pos.control(*at) == Side::British;
        let closed = british && (place.city.is_some() || place.airbase.is_some());
        let watched = pos.in_zone_of(*at, Side::British) && !pos.holds(*at, Side::German);
        let root = place.port.is_some() && !british;
        let joined = || {
            map.ways(*at)
                .iter()
                .any(|way| way.between.rail && done(way.to))
        };
        place.rail
            && !done(*at)
            && !closed
            && !watched
            && !pos.holds(*at, Side::British)
            && (root || joined())
    };
    map.hexes().filter(fits).collect()
}

/// What is converted by who says nothing: towards the troops.
pub(super) fn usual_conversion(pos: &Position<'_>) -> Vec<SpaceId> {
    let mut chosen = Vec::new();
    while chosen.len() < pos.data.tables.limits.convert {
        let mut open = convertible(pos, &chosen);
        open.sort_by_key(|at| {
            (
                pos.nearest(*at, Side::German),
                pos.nearest(*at, Side::British),
                *at,
            )
        });
        let Some(at) = open.first() else { break };
        chosen.push(*at);
    }
    chosen
}

fn convert(t: &mut Board<'_>) -> Play {
    if convertible(&super::pos(t), &[]).is_empty() {
        return Ok(());
    }
    let hexes = t.ask(Side::German, Given(Conversion))?;
    if hexes.is_empty() {
        return Ok(());
    }
    t.happen(Event::Converts { hexes })
}
