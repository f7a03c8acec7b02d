//! What a sensible player could order, for bots: missions that have a target, landings where there is something to
//! take, attacks with odds, marches towards towns.

use super::class::{Arm, Class};
use super::data::UnitId;
use super::map::{PlaceId, Step};
use super::march::{self, Reached};
use super::nation::Alliance;
use super::naval_phase::hostile;
use super::orders::{items, movers, place_of, sailors, strikers, unit_of};
use super::position::Position;
use super::view::View;
use super::words::{ATTACK, BUILD, DROP, FLY, LAND, MARCH, MOVE, PLACE, RAIL, REPAIR, STRIKE};
use crate::orders::{Below, Item, Line, Pick, Picks, Row};

fn chance(rng: &mut dyn Below, of: u32) -> bool {
    rng.below(of) == 0
}

fn one_of<T: Copy>(rng: &mut dyn Below, of: &[T]) -> Option<T> {
    let n = u32::try_from(of.len()).ok().filter(|n| *n > 0)?;
    of.get(rng.below(n) as usize).copied()
}

fn path(hexes: &[PlaceId]) -> Picks {
    Picks::List(hexes.iter().map(|hex| hex.item()).collect())
}

/// Some of a form's units, in its order.
fn chosen(of: &[UnitId], mut keep: impl FnMut(UnitId) -> bool) -> Picks {
    Picks::List(items(
        &of.iter()
            .copied()
            .filter(|unit| keep(*unit))
            .collect::<Vec<_>>(),
    ))
}

/// Where an alliance can be struck from the air.
fn air_targets(pos: Position<'_>, enemy: Alliance) -> Vec<PlaceId> {
    let mut at = pos.afloat(enemy);
    for unit in pos.units(enemy, Arm::Air) {
        if pos.carrier(unit).is_none() {
            at.extend(pos.at(unit));
        }
    }
    at.retain(|place| pos.d.map.hex(*place).holds.is_none());
    at.sort_unstable();
    at.dedup();
    at
}

/// A strike by one unit and some beside it.
fn strike(
    v: &View<'_>,
    row: usize,
    lead: UnitId,
    beside: &[UnitId],
    targets: &[PlaceId],
    rng: &mut dyn Below,
) -> Option<Line> {
    let pos = v.pos();
    let from = pos.at(lead)?;
    let reach = pos.movement(lead) / 2;
    let near: Vec<PlaceId> = targets
        .iter()
        .copied()
        .filter(|to| pos.d.map.distance(from, *to) <= reach)
        .collect();
    let to = one_of(rng, &near)?;
    let route = pos.d.map.flight(from, to);
    let far = u32::try_from(route.len()).ok()?;
    let with = chosen(beside, |unit| {
        pos.movement(unit) >= 2 * far && rng.below(2) == 0
    });
    Some(Line {
        row,
        subject: Some(lead.item()),
        picks: Picks::Parts(vec![Some(path(&route)), Some(with), None, None, None]),
    })
}

/// Rule 7.0: strikes where there is something to hit, transfers to bases further forward, airlifts.
pub(super) fn air(v: &View<'_>, rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let (able, all) = (strikers(v), movers(v));
    let targets = air_targets(pos, v.alliance().other());
    let mut lines: Vec<Line> = Vec::new();
    let mut used: Vec<UnitId> = Vec::new();
    let bases = pos.bases(v.alliance());
    for (row, unit) in able.iter().enumerate() {
        if used.contains(unit) || !chance(rng, 4) {
            continue;
        }
        let beside: Vec<UnitId> = able
            .iter()
            .copied()
            .filter(|one| one != unit && pos.at(*one) == pos.at(*unit))
            .collect();
        if let Some(line) = strike(v, row, *unit, &beside, &targets, rng) {
            let named = named(&line);
            if named.iter().any(|one| used.contains(one)) {
                continue;
            }
            used.extend(named);
            lines.push(line);
        }
    }
    for (n, unit) in all.iter().enumerate() {
        if used.contains(unit) || !chance(rng, 5) {
            continue;
        }
        let Some(from) = pos.at(*unit) else { continue };
        let fits = |base: &PlaceId| {
            *base != from
                && pos.d.map.distance(from, *base) <= pos.movement(*unit)
                && pos.space(*base, v.alliance(), Arm::Air) > 3
        };
        let near: Vec<PlaceId> = bases.iter().copied().filter(fits).collect();
        let Some(to) = one_of(rng, &near) else {
            continue;
        };
        used.push(*unit);
        lines.push(fly(v, able.len() + n, *unit, to, &mut used));
    }
    lines
}

/// A transfer, with passengers if there are any.
fn fly(v: &View<'_>, row: usize, unit: UnitId, to: PlaceId, used: &mut Vec<UnitId>) -> Line {
    let pos = v.pos();
    let mut parts = vec![Some(Picks::One(to.item())), None];
    if pos.class(unit) == Class::AirTransport {
        let space = pos.space(to, v.alliance(), Arm::Land);
        let riders = super::orders::passengers(v, unit).into_iter();
        let room = pos.room(unit).min(space);
        let riders: Vec<UnitId> = riders
            .filter(|one| pos.arm(*one) == Arm::Land && !used.contains(one))
            .take(room)
            .collect();
        used.extend(&riders);
        parts.push(Some(Picks::List(items(&riders))));
    }
    Line {
        row,
        subject: Some(unit.item()),
        picks: Picks::Parts(parts),
    }
}

/// Everybody a line names.
fn named(line: &Line) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = line.subject.and_then(unit_of).into_iter().collect();
    if let Picks::Parts(parts) = &line.picks {
        for part in parts.iter().flatten() {
            if let Picks::List(list) = part {
                units.extend(list.iter().filter_map(|item| unit_of(*item)));
            }
        }
    }
    units
}

/// Rule 8.0: transports with troops go for towns, empty ones for more, warships sometimes for the enemy.
pub(super) fn naval(v: &View<'_>, rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let own = v.alliance();
    let able = sailors(v);
    let shun = hostile(pos, own);
    let home = pos.d.map.box_of(own);
    let mut lines = Vec::new();
    let mut used: Vec<UnitId> = Vec::new();
    let mut filled: Vec<(PlaceId, usize)> = Vec::new();
    let enemies: Vec<PlaceId> = pos
        .afloat(own.other())
        .into_iter()
        .filter(|place| !pos.at_sea(*place, own.other()).is_empty())
        .collect();
    for (n, ship) in able.iter().enumerate() {
        if used.contains(ship) {
            continue;
        }
        let Some(from) = pos.at(*ship) else { continue };
        let beside: Vec<UnitId> = able
            .iter()
            .copied()
            .filter(|one| one != ship && pos.at(*one) == Some(from))
            .collect();
        let transport = pos.class(*ship) == Class::Tr;
        let loaded = transport && !pos.cargo(*ship).is_empty();
        let most = pos.movement(*ship);
        let may = |step: &Step| step.sea && !shun.contains(&step.to);
        if !transport && chance(rng, 6) {
            let near: Vec<PlaceId> = enemies
                .iter()
                .copied()
                .filter(|to| pos.d.map.distance(from, *to) <= most)
                .collect();
            let Some(to) = one_of(rng, &near) else {
                continue;
            };
            let route = pos.d.map.around(
                from,
                to,
                |step| step.sea && step.to != pos.d.map.box_of(own.other()),
                most,
            );
            if route.is_empty() {
                continue;
            }
            let far = u32::try_from(route.len()).unwrap_or(u32::MAX);
            let with: Vec<UnitId> = beside
                .iter()
                .copied()
                .filter(|one| {
                    !used.contains(one) && pos.movement(*one) >= far && pos.class(*one) != Class::Tr
                })
                .take(4)
                .collect();
            used.push(*ship);
            used.extend(&with);
            lines.push(Line {
                row: n,
                subject: Some(ship.item()),
                picks: Picks::Parts(vec![
                    Some(path(&route)),
                    Some(chosen(&beside, |one| with.contains(&one))),
                ]),
            });
            continue;
        }
        let goals: Vec<PlaceId> = if loaded {
            goals(v, from, most)
        } else if transport && chance(rng, 2) {
            vec![home]
        } else if chance(rng, 5) {
            let ports = pos
                .d
                .map
                .ports
                .iter()
                .copied()
                .filter(|place| pos.is_port(own, *place));
            ports
                .filter(|place| pos.d.map.distance(from, *place) <= most)
                .collect()
        } else {
            Vec::new()
        };
        let Some(to) = one_of(rng, &goals) else {
            continue;
        };
        let mut route = if to == from {
            Vec::new()
        } else {
            pos.d.map.around(from, to, may, most)
        };
        let mut load = Vec::new();
        if transport && !loaded && from == home {
            let waiting = pos.land(home, own).into_iter().filter(|unit| {
                v.commands(*unit) && pos.s.unit(*unit).acts == 0 && !used.contains(unit)
            });
            load = waiting.take(pos.room(*ship)).collect();
            if load.is_empty() {
                continue;
            }
            let Some(to) = one_of(rng, &self::goals(v, from, most)) else {
                continue;
            };
            route = pos.d.map.around(from, to, may, most);
        }
        if route.is_empty() && load.is_empty() {
            continue;
        }
        let end = route.last().copied().unwrap_or(from);
        let room = pos.space(end, own, Arm::Naval);
        let taken = filled
            .iter()
            .find(|(place, _)| *place == end)
            .map_or(0, |(_, n)| *n);
        if room <= taken {
            continue;
        }
        let far = u32::try_from(route.len()).unwrap_or(u32::MAX);
        let escort = if loaded { (room - taken - 1).min(2) } else { 0 };
        let with: Vec<UnitId> = beside
            .iter()
            .copied()
            .filter(|one| {
                !used.contains(one) && pos.movement(*one) >= far && pos.class(*one).bombards()
            })
            .take(escort)
            .collect();
        filled.push((end, taken + 1 + with.len()));
        used.push(*ship);
        used.extend(&with);
        used.extend(&load);
        load.sort_unstable();
        lines.push(Line {
            row: able.len() + n,
            subject: Some(ship.item()),
            picks: Picks::Parts(vec![
                Some(path(&route)),
                Some(chosen(&beside, |one| with.contains(&one))),
                Some(Picks::List(items(&load))),
            ]),
        });
    }
    lines
}

/// Coasts worth landing on within reach: enemy towns, and friendly ports.
fn goals(v: &View<'_>, from: PlaceId, most: u32) -> Vec<PlaceId> {
    let pos = v.pos();
    let own = v.alliance();
    let fits = |place: &PlaceId| {
        let hex = pos.d.map.hex(*place);
        hex.land
            && hex.sea
            && (hex.town.is_some() || hex.port)
            && pos.d.map.distance(from, *place) <= most
    };
    let all: Vec<PlaceId> = pos.d.map.ports.iter().copied().filter(fits).collect();
    let enemy: Vec<PlaceId> = all
        .iter()
        .copied()
        .filter(|place| !pos.controls(own, *place))
        .collect();
    if own == Alliance::Axis && !enemy.is_empty() {
        return enemy;
    }
    all
}

/// What a hex is worth to take.
fn worth(pos: Position<'_>, own: Alliance, place: PlaceId) -> i32 {
    let hex = pos.d.map.hex(place);
    if pos.controls(own, place) {
        return 0;
    }
    hex.town.unwrap_or(0) * 3 + i32::from(hex.airfield) * 2 + 1
}

/// Rule 10.0: the best of what the rows allow: landings and marches into towns, attacks with odds.
pub(super) fn offensive(v: &View<'_>, rows: &[Row], most: usize, rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let own = v.alliance();
    let enemies = pos.held(own.other());
    let mut best: Vec<(i32, Line)> = Vec::new();
    let mut walks = Walks {
        enemies: &enemies,
        known: Vec::new(),
    };
    for (n, row) in rows.iter().enumerate() {
        let found = if row.word == &ATTACK {
            attack(v, n, row, &mut walks)
        } else if row.word == &LAND {
            land(v, n, row)
        } else if row.word == &MARCH && chance(rng, 3) {
            march(v, n, row, &enemies)
        } else if row.word == &DROP {
            drop(v, n, row, rng)
        } else if row.word == &STRIKE && chance(rng, 2) {
            let lead = row.subjects.first().copied().and_then(unit_of);
            let targets = air_targets(pos, own.other());
            lead.and_then(|lead| strike(v, n, lead, &[], &targets, rng))
                .map(|mut line| {
                    if let Picks::Parts(parts) = &mut line.picks {
                        parts[1] = None;
                    }
                    (2, line)
                })
        } else {
            None
        };
        if let Some((value, line)) = found {
            best.push((value + i32::try_from(rng.below(6)).unwrap_or(0), line));
        }
    }
    best.sort_by_key(|(value, _)| -*value);
    let mut used: Vec<UnitId> = Vec::new();
    let mut lines = Vec::new();
    for (value, line) in best {
        let units = named(&line);
        if value <= 0 || lines.len() >= most.min(8) || units.iter().any(|unit| used.contains(unit))
        {
            continue;
        }
        used.extend(units);
        lines.push(line);
    }
    lines
}

/// Units of a part's list.
fn of(pick: &Pick, n: usize) -> Vec<UnitId> {
    let Pick::Parts(parts) = pick else {
        return Vec::new();
    };
    match parts.get(n).map(|part| &part.pick) {
        Some(Pick::Some { of, .. }) => of.iter().filter_map(|item| unit_of(*item)).collect(),
        _ => Vec::new(),
    }
}

/// What units can reach, found once for each.
struct Walks<'e> {
    enemies: &'e [PlaceId],
    known: Vec<(UnitId, Reached)>,
}

impl Walks<'_> {
    fn of(&mut self, pos: Position<'_>, unit: UnitId) -> &Reached {
        let at = match self.known.iter().position(|(one, _)| *one == unit) {
            Some(at) => at,
            None => {
                self.known
                    .push((unit, march::reach(pos, unit, self.enemies)));
                self.known.len() - 1
            }
        };
        &self.known[at].1
    }
}

fn attack(v: &View<'_>, row: usize, form: &Row, walks: &mut Walks<'_>) -> Option<(i32, Line)> {
    let pos = v.pos();
    let own = v.alliance();
    let target = form.subjects.first().copied().and_then(place_of)?;
    let defenders = pos.land(target, own.other());
    let defence: i32 = defenders
        .iter()
        .map(|unit| pos.defence(*unit) * pos.steps(*unit))
        .sum();
    let able = of(&form.pick, 0);
    let mut nation = None;
    let (mut power, mut with) = (0, Vec::new());
    for unit in able {
        let class = pos.class(unit);
        let mine = v.commands(unit);
        let at = pos.at(unit)?;
        // One nation at a time, so that one offensive pays for it.
        let same = nation.is_none_or(|one| one == pos.unit(unit).nation);
        if !mine || !same || pos.s.offensives[pos.unit(unit).nation.index()] < 1 {
            continue;
        }
        let joins = match class.arm() {
            Arm::Land if pos.carrier(unit).is_some() => !class.is_artillery(),
            Arm::Land => {
                let near = pos.d.map.distance(at, target) <= pos.movement(unit) + 1;
                near && march::approach_within(pos, unit, target, walks.of(pos, unit), &[])
                    .is_some_and(|way| !way.river || pos.attack(unit) > 1)
            }
            Arm::Leader => pos.carrier(unit).is_some(),
            Arm::Naval => true,
            Arm::Air => {
                pos.class(unit) != Class::AirTransport
                    && 2 * pos.d.map.distance(at, target) <= pos.movement(unit)
                    && with.len() < 8
            }
        };
        if joins {
            if class.arm() == Arm::Land {
                nation = Some(pos.unit(unit).nation);
                power += pos.attack(unit) * pos.steps(unit);
            }
            with.push(unit);
        }
    }
    let fights = |unit: &UnitId| pos.arm(*unit) == Arm::Land && !pos.class(*unit).is_artillery();
    if !with.iter().any(fights) {
        return None;
    }
    let value = worth(pos, own, target) + 2 * (power - defence);
    let list = Picks::List(items(&with));
    Some((
        value,
        Line {
            row,
            subject: Some(target.item()),
            picks: Picks::Parts(vec![Some(list), None, None]),
        },
    ))
}

fn land(v: &View<'_>, row: usize, form: &Row) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    if pos.arm(lead) == Arm::Leader || pos.s.offensives[pos.unit(lead).nation.index()] < 1 {
        return None;
    }
    let at = pos.at(lead)?;
    let room = pos.space(at, v.alliance(), Arm::Land).saturating_sub(1);
    let nation = pos.unit(lead).nation;
    let with: Vec<UnitId> = of(&form.pick, 0)
        .into_iter()
        .filter(|unit| pos.unit(*unit).nation == nation)
        .take(room)
        .collect();
    if pos.space(at, v.alliance(), Arm::Land) == 0 {
        return None;
    }
    Some((
        10 + 2 * worth(pos, v.alliance(), at),
        Line {
            row,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![Some(Picks::List(items(&with)))]),
        },
    ))
}

/// Hexes that take no more land units of an alliance.
fn crowded(pos: Position<'_>, own: Alliance) -> Vec<PlaceId> {
    let mut held = pos.held(own);
    held.retain(|place| pos.space(*place, own, Arm::Land) == 0);
    held
}

/// The best hex a unit can walk to.
fn destination(
    v: &View<'_>,
    unit: UnitId,
    enemies: &[PlaceId],
    rng: &mut dyn Below,
) -> Option<(i32, Vec<PlaceId>)> {
    let pos = v.pos();
    let own = v.alliance();
    let from = pos.at(unit)?;
    let reached = march::reach(pos, unit, enemies);
    let map = &pos.d.map;
    let goals: Vec<PlaceId> = map
        .towns
        .iter()
        .copied()
        .filter(|place| worth(pos, own, *place) > 1)
        .collect();
    let near = |place: PlaceId| {
        goals
            .iter()
            .map(|goal| i32::try_from(map.distance(place, *goal)).unwrap_or(0))
            .min()
            .unwrap_or(0)
    };
    let here = near(from);
    let full = crowded(pos, own);
    let mut best: Option<(i32, PlaceId)> = None;
    for place in reached.places() {
        if place == from || full.contains(&place) {
            continue;
        }
        let value = 3 * worth(pos, own, place)
            + 2 * (here - near(place))
            + i32::try_from(rng.below(3)).unwrap_or(0);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, place));
        }
    }
    let (value, to) = best?;
    Some((value, reached.way(from, to)))
}

fn march(v: &View<'_>, row: usize, form: &Row, enemies: &[PlaceId]) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    if pos.s.offensives[pos.unit(lead).nation.index()] < 1 {
        return None;
    }
    // Only a town is worth an offensive.
    let (from, own) = (pos.at(lead)?, v.alliance());
    let near = |town: &PlaceId| {
        !pos.controls(own, *town) && pos.d.map.distance(from, *town) <= pos.movement(lead)
    };
    if !pos.d.map.towns.iter().any(near) {
        return None;
    }
    let mut steady = |_: u32| 0;
    let (value, way) = destination(v, lead, enemies, &mut steady)?;
    let to = *way.last()?;
    let town = pos.d.map.hex(to).town.is_some() && !pos.controls(v.alliance(), to);
    town.then(|| {
        let line = Line {
            row,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![Some(path(&way)), None]),
        };
        (value, line)
    })
}

fn drop(v: &View<'_>, row: usize, form: &Row, rng: &mut dyn Below) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    let Pick::Parts(parts) = &form.pick else {
        return None;
    };
    let Some(Pick::One(to)) = parts.first().map(|part| &part.pick) else {
        return None;
    };
    if pos.s.unit(lead).reduced || pos.s.offensives[pos.unit(lead).nation.index()] < 1 {
        return None;
    }
    let from = pos.at(lead)?;
    let plane = of(&form.pick, 1).first().copied()?;
    let fields: Vec<Item> = to
        .iter()
        .copied()
        .filter(|item| {
            let Some(place) = place_of(*item) else {
                return false;
            };
            let hex = pos.d.map.hex(place);
            hex.airfield
                && !pos.controls(v.alliance(), place)
                && !pos.has_land(place, v.alliance().other())
                && 2 * pos.d.map.distance(from, place) <= pos.movement(plane)
        })
        .collect();
    let to = one_of(rng, &fields)?;
    Some((
        18,
        Line {
            row,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![
                Some(Picks::One(to)),
                Some(Picks::List(vec![plane.item()])),
                None,
            ]),
        },
    ))
}

/// Rule 11.0: marches towards towns, landings, airlifts to the front.
pub(super) fn movement(v: &View<'_>, rows: &[Row], rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let own = v.alliance();
    let enemies = pos.held(own.other());
    let mut lines = Vec::new();
    let mut used: Vec<UnitId> = Vec::new();
    let mut filled: Vec<PlaceId> = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let Some(lead) = row.subjects.first().copied().and_then(unit_of) else {
            continue;
        };
        if used.contains(&lead) {
            continue;
        }
        let garrison = pos
            .at(lead)
            .is_some_and(|at| pos.d.map.hex(at).town.is_some() && pos.land(at, own).len() < 2);
        if row.word == &MOVE
            && pos.arm(lead) == Arm::Land
            && (!garrison || chance(rng, 4))
            && chance(rng, 2)
        {
            if let Some((_, way)) = destination(v, lead, &enemies, rng)
                && let Some(to) = way.last().copied()
            {
                let coming = filled.iter().filter(|place| **place == to).count();
                if pos.space(to, own, Arm::Land) > coming {
                    filled.push(to);
                    used.push(lead);
                    lines.push(Line {
                        row: n,
                        subject: Some(lead.item()),
                        picks: path(&way),
                    });
                }
            }
        } else if row.word == &RAIL && pos.arm(lead) == Arm::Land && chance(rng, 8) {
            let Pick::Parts(parts) = &row.pick else {
                continue;
            };
            let Some(Pick::One(to)) = parts.first().map(|part| &part.pick) else {
                continue;
            };
            if let Some(to) = one_of(rng, to)
                && let Some(place) = place_of(to)
            {
                let coming = filled.iter().filter(|one| **one == place).count();
                if pos.space(place, own, Arm::Land) > coming {
                    filled.push(place);
                    used.push(lead);
                    lines.push(Line {
                        row: n,
                        subject: Some(lead.item()),
                        picks: Picks::Parts(vec![Some(Picks::One(to))]),
                    });
                }
            }
        } else if row.word == &LAND && pos.arm(lead) == Arm::Land {
            if let Some((_, line)) = landing(v, n, row, &used, &filled) {
                let units = named(&line);
                if let Some(at) = pos.at(lead) {
                    filled.extend(units.iter().map(|_| at));
                }
                used.extend(units);
                lines.push(line);
            }
        } else if row.word == &FLY && pos.class(lead) == Class::AirTransport && chance(rng, 2) {
            let bases: Vec<PlaceId> = pos
                .bases(own)
                .into_iter()
                .filter(|base| {
                    pos.d.map.hex(*base).holds.is_none()
                        && pos.at(lead) != Some(*base)
                        && pos
                            .at(lead)
                            .is_some_and(|at| pos.d.map.distance(at, *base) <= pos.movement(lead))
                })
                .filter(|base| {
                    pos.space(*base, own, Arm::Air)
                        > filled.iter().filter(|one| *one == base).count()
                        && pos.space(*base, own, Arm::Land)
                            > 2 + filled.iter().filter(|one| *one == base).count()
                })
                .collect();
            if let Some(to) = one_of(rng, &bases) {
                let line = fly(v, n, lead, to, &mut used);
                used.push(lead);
                filled.extend(named(&line).iter().map(|_| to));
                lines.push(line);
            }
        }
    }
    lines
}

fn landing(
    v: &View<'_>,
    row: usize,
    form: &Row,
    used: &[UnitId],
    filled: &[PlaceId],
) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    let at = pos.at(lead)?;
    let taken = filled.iter().filter(|place| **place == at).count();
    let room = pos
        .space(at, v.alliance(), Arm::Land)
        .checked_sub(taken + 1)?;
    let with: Vec<UnitId> = of(&form.pick, 0)
        .into_iter()
        .filter(|unit| !used.contains(unit) && pos.arm(*unit) == Arm::Land)
        .take(room)
        .collect();
    Some((
        0,
        Line {
            row,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![Some(Picks::List(items(&with)))]),
        },
    ))
}

/// Rules 12.0 and 13.0: place what was bought, repair, build what can be paid.
pub(super) fn supply(v: &View<'_>, rows: &[Row], rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let mut lines = Vec::new();
    let mut spent: Vec<(super::nation::Nation, i32)> = Vec::new();
    let mut placed: Vec<Item> = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let subject = row.subjects.first().copied();
        if row.word == &PLACE {
            let Pick::One(to) = &row.pick else { continue };
            let fresh: Vec<Item> = to
                .iter()
                .copied()
                .filter(|item| !placed.contains(item))
                .collect();
            if let Some(to) = one_of(rng, &fresh) {
                placed.push(to);
                lines.push(Line {
                    row: n,
                    subject,
                    picks: Picks::One(to),
                });
            }
        } else if row.word == &REPAIR || row.word == &BUILD {
            let Pick::Some { of, .. } = &row.pick else {
                continue;
            };
            let mut chosen = Vec::new();
            for unit in of.iter().filter_map(|item| unit_of(*item)) {
                let printed = pos.unit(unit);
                let cost = if row.word == &BUILD {
                    printed.build.unwrap_or(0)
                } else {
                    printed.repair
                };
                let purse = pos.d.purse(printed.nation);
                let gone: i32 = spent
                    .iter()
                    .filter(|(one, _)| *one == purse)
                    .map(|(_, n)| n)
                    .sum();
                let has = pos.purse(printed.nation) - super::orders::upkeep_due(pos, purse) - gone;
                if cost <= has && rng.below(3) > 0 {
                    spent.push((purse, cost));
                    chosen.push(unit);
                }
            }
            if !chosen.is_empty() {
                lines.push(Line {
                    row: n,
                    subject: None,
                    picks: Picks::List(items(&chosen)),
                });
            }
        }
    }
    lines
}
