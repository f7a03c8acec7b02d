//! Rule 10.0: ideas for offensives.

use super::super::class::{Arm, Class};
use super::super::march::{self, Reached};
use super::super::orders::{items, place_of, unit_of};
use super::super::position::Position;
use super::super::view::View;
use super::super::words::{ATTACK, DOUBLE, DROP, FLY, LAND, MARCH, RAIL, STRIKE};
use super::air::{air_targets, fly, strike};
use super::{chance, destination, holds_a_town, named, of, one_of, path, worth};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Item, Line, Pick, Picks, Row};

/// Rule 10.0: the best of what the rows allow: landings and marches into towns, attacks with odds.
pub(crate) fn offensive(v: &View<'_>, rows: &[Row], most: usize, rng: &mut dyn Below) -> Vec<Line> {
    let pos = v.pos();
    let own = v.alliance();
    let enemies = pos.held(own.other());
    let mut best: Vec<(i32, Line)> = Vec::new();
    let mut walks = Walks {
        enemies: &enemies,
        known: Vec::new(),
    };
    for row in rows {
        let found = if row.word == &ATTACK {
            attack_line(v, row, &mut walks, rng)
        } else if row.word == &DOUBLE && chance(rng, 2) {
            double(v, row, &mut walks, rng)
        } else if (row.word == &RAIL || row.word == &FLY) && chance(rng, 8) {
            carried(v, row, rng)
        } else if row.word == &LAND {
            land(v, row)
        } else if row.word == &MARCH && chance(rng, 2) {
            march(v, row, &enemies)
        } else if row.word == &DROP {
            drop(v, row, 1, rng)
        } else if row.word == &STRIKE && chance(rng, 2) {
            let lead = row.subjects.first().copied().and_then(unit_of);
            let targets = air_targets(pos, own.other());
            lead.and_then(|lead| strike(v, lead, &[], &targets, rng))
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

/// What units can reach, found once for each.
struct Walks<'e> {
    enemies: &'e [SpaceId],
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

/// An attack on a hex with as many as are needed, not more.
fn attack(
    v: &View<'_>,
    target: SpaceId,
    able: &[UnitId],
    walks: &mut Walks<'_>,
) -> Option<(i32, Vec<UnitId>)> {
    let pos = v.pos();
    let own = v.alliance();
    let defenders = pos.land(target, own.other());
    let defence: i32 = defenders
        .iter()
        .map(|unit| pos.defence(*unit) * pos.steps(*unit))
        .sum();
    let mut nation = None;
    let (mut power, mut planes, mut with) = (0, 0, Vec::new());
    for unit in able.iter().copied() {
        let class = pos.class(unit);
        let at = pos.at(unit)?;
        // One nation at a time, so that one offensive pays for it.
        let same = nation.is_none_or(|one| one == pos.unit(unit).nation);
        if !v.commands(unit) || !same || pos.s.offensives[pos.unit(unit).nation.index()] < 1 {
            continue;
        }
        let joins = match class.arm() {
            Arm::Land if 2 * power > 5 * defence => false,
            Arm::Land if pos.carrier(unit).is_some() => !class.is_artillery(),
            Arm::Land if holds_a_town(pos, own, unit, walks.enemies) => false,
            Arm::Land => {
                let near = pos.d.map.distance(at, target) <= pos.movement(unit) + 1;
                near && march::approach_within(pos, unit, target, walks.of(pos, unit), &[])
                    .is_some_and(|way| !way.river || pos.attack(unit) > 1)
            }
            Arm::Leader => false,
            Arm::Naval => true,
            Arm::Air => {
                class != Class::AirTransport
                    && 2 * pos.d.map.distance(at, target) <= pos.movement(unit)
                    && planes < 3
            }
        };
        if joins {
            if class.arm() == Arm::Land {
                nation = Some(pos.unit(unit).nation);
                power += pos.attack(unit) * pos.steps(unit);
            }
            if class.arm() == Arm::Air {
                planes += 1;
                power += pos.other(unit);
            }
            with.push(unit);
        }
    }
    let fights = |unit: &UnitId| pos.arm(*unit) == Arm::Land && !pos.class(*unit).is_artillery();
    // Rule 10.7: guns of ships for a landing.
    if !pos.d.on.bombards_always
        && !with
            .iter()
            .any(|one| fights(one) && pos.carrier(*one).is_some())
    {
        with.retain(|unit| pos.arm(*unit) != Arm::Naval);
    }
    if !with.iter().any(fights) || 5 * power < 4 * defence {
        return None;
    }
    // A general goes where his men go.
    let leads = able.iter().copied().find(|unit| {
        let beside = |one: &UnitId| fights(one) && pos.at(*one) == pos.at(*unit);
        pos.arm(*unit) == Arm::Leader
            && v.commands(*unit)
            && with.iter().any(beside)
            && (pos.carrier(*unit).is_some()
                || march::approach_within(pos, *unit, target, walks.of(pos, *unit), &[]).is_some())
    });
    with.extend(leads);
    with.sort_unstable();
    let odds = 10 * power / defence.max(1);
    Some((3 * worth(pos, own, target) + odds.min(30) - 6, with))
}

/// The line of an attack.
fn attack_line(
    v: &View<'_>,
    form: &Row,
    walks: &mut Walks<'_>,
    rng: &mut dyn Below,
) -> Option<(i32, Line)> {
    let pos = v.pos();
    let target = form.subjects.first().copied().and_then(place_of)?;
    let (value, with) = attack(v, target, &of(&form.pick, 0), walks)?;
    // Now and then only one of them moves in (10.3/b).
    let first = with
        .iter()
        .copied()
        .find(|unit| pos.arm(*unit) == Arm::Land && !pos.class(*unit).is_artillery());
    let hold = chance(rng, 12).then(|| Picks::List(first.map(UnitId::item).into_iter().collect()));
    let line = Line {
        word: form.word,
        subject: Some(target.item()),
        picks: Picks::Parts(vec![Some(Picks::List(items(&with))), None, hold]),
    };
    Some((value, line))
}

/// Rule 10.9: two attacks at once, if one of them is led.
fn double(
    v: &View<'_>,
    form: &Row,
    walks: &mut Walks<'_>,
    rng: &mut dyn Below,
) -> Option<(i32, Line)> {
    let pos = v.pos();
    let target = form.subjects.first().copied().and_then(place_of)?;
    let Pick::Parts(parts) = &form.pick else {
        return None;
    };
    let Some(Pick::One(others)) = parts.get(1).map(|part| &part.pick) else {
        return None;
    };
    let second = one_of(rng, others).and_then(place_of)?;
    let (value, with) = attack(v, target, &of(&form.pick, 0), walks)?;
    let mut rest = of(&form.pick, 2);
    rest.retain(|unit| !with.contains(unit));
    let (more, there) = attack(v, second, &rest, walks)?;
    let all = with.iter().chain(&there);
    let general = all
        .clone()
        .find(|unit| pos.class(**unit) == Class::General)?;
    let nation = pos.unit(*general).nation;
    if pos.s.offensives[nation.index()] < pos.d.tables.double_price {
        return None;
    }
    let line = Line {
        word: form.word,
        subject: Some(target.item()),
        picks: Picks::Parts(vec![
            Some(Picks::List(items(&with))),
            Some(Picks::One(second.item())),
            Some(Picks::List(items(&there))),
            None,
        ]),
    };
    Some((value + more, line))
}

/// By rail or by air, for its own sake: a seldom idea.
fn carried(v: &View<'_>, form: &Row, rng: &mut dyn Below) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    if pos.arm(lead) == Arm::Leader || pos.s.offensives[pos.unit(lead).nation.index()] < 1 {
        return None;
    }
    let Pick::Parts(parts) = &form.pick else {
        return None;
    };
    let Some(Pick::One(to)) = parts.first().map(|part| &part.pick) else {
        return None;
    };
    let to = one_of(rng, to)?;
    if form.word == &FLY {
        let base = place_of(to).filter(|base| Some(*base) != pos.at(lead))?;
        return Some((4, fly(v, lead, base, &mut Vec::new())));
    }
    let line = Line {
        word: form.word,
        subject: Some(lead.item()),
        picks: Picks::Parts(vec![Some(Picks::One(to)), None]),
    };
    Some((4, line))
}

fn land(v: &View<'_>, form: &Row) -> Option<(i32, Line)> {
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
            word: form.word,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![Some(Picks::List(items(&with)))]),
        },
    ))
}

fn march(v: &View<'_>, form: &Row, enemies: &[SpaceId]) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    if pos.s.offensives[pos.unit(lead).nation.index()] < 1 {
        return None;
    }
    // Only a town is worth an offensive.
    let (from, own) = (pos.at(lead)?, v.alliance());
    let near = |town: &SpaceId| {
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
            word: form.word,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![Some(path(&way)), None]),
        };
        (value, line)
    })
}

/// A drop on an empty airfield of the enemy.
pub(super) fn drop(
    v: &View<'_>,
    form: &Row,
    price: i32,
    rng: &mut dyn Below,
) -> Option<(i32, Line)> {
    let pos = v.pos();
    let lead = form.subjects.first().copied().and_then(unit_of)?;
    let Pick::Parts(parts) = &form.pick else {
        return None;
    };
    let Some(Pick::One(to)) = parts.first().map(|part| &part.pick) else {
        return None;
    };
    if pos.s.unit(lead).reduced || pos.s.offensives[pos.unit(lead).nation.index()] < price {
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
            word: form.word,
            subject: Some(lead.item()),
            picks: Picks::Parts(vec![
                Some(Picks::One(to)),
                Some(Picks::List(vec![plane.item()])),
                None,
            ]),
        },
    ))
}
