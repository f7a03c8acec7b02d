//! Rule 10.0: ideas for offensives.

use super::super::class::{Arm, Class};
use super::super::flight::Base;
use super::super::march::{self, Reached};
use super::super::orders::{
    Carried, Drop, Flyer, Goal, Ground, Jumper, Lander, March, OffensiveLine, Pair, Rail, Rider,
    Strike, Walker,
};
use super::super::position::Position;
use super::super::view::View;
use super::air::{air_targets, fly, strike};
use super::{chance, destination, holds_a_town, one_of, worth};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

/// A line with what it is worth.
type Idea = Option<(i32, OffensiveLine)>;

/// Rule 10.0: the best of what is offered: landings and marches into towns, attacks with odds.
pub(crate) fn offensive(
    v: &View<'_>,
    ground: &Ground,
    carried: Option<&Carried>,
    most: usize,
    rng: &mut dyn Below,
) -> Vec<OffensiveLine> {
    let mut best = Best::default();
    let enemies = v.pos().held(v.alliance().other());
    let mut walks = Walks {
        enemies: &enemies,
        known: Vec::new(),
    };
    for target in &ground.targets {
        let idea = attack_line(v, target, &mut walks, rng);
        best.add(idea, rng);
    }
    for pair in &ground.pairs {
        let idea = chance(rng, 2).then(|| double(v, pair, &mut walks, rng));
        best.add(idea.flatten(), rng);
    }
    for one in &ground.jumpers {
        let unit = one.unit;
        let idea = drop(v, one, 1, rng).map(|how| (18, OffensiveLine::Drop { unit, how }));
        best.add(idea, rng);
    }
    for one in &ground.walkers {
        let idea = chance(rng, 2).then(|| march(v, one, &enemies));
        best.add(idea.flatten(), rng);
    }
    for one in &ground.landers {
        best.add(land(v, one), rng);
    }
    if let Some(carried) = carried {
        transport(v, carried, &mut best, rng);
    }
    best.lines(most)
}

/// By rail and by air.
fn transport(v: &View<'_>, carried: &Carried, best: &mut Best, rng: &mut dyn Below) {
    for one in &carried.riders {
        let idea = chance(rng, 8).then(|| ride(v, one, rng));
        best.add(idea.flatten(), rng);
    }
    for one in &carried.movers {
        let idea = chance(rng, 8).then(|| lift(v, one, rng));
        best.add(idea.flatten(), rng);
    }
    for one in &carried.strikers {
        if !chance(rng, 2) {
            continue;
        }
        let targets = air_targets(v.pos(), v.alliance().other());
        let lead = one.unit;
        let how: Option<Strike> = strike(v, lead, &[], &targets, rng);
        best.add(how.map(|how| (2, OffensiveLine::Strike { lead, how })), rng);
    }
}

/// Ideas by what they are worth.
#[derive(Default)]
struct Best(Vec<(i32, OffensiveLine)>);

impl Best {
    fn add(&mut self, idea: Idea, rng: &mut dyn Below) {
        if let Some((value, line)) = idea {
            let whim = i32::try_from(rng.below(6)).unwrap_or(0);
            self.0.push((value + whim, line));
        }
    }

    /// The best, none of which names a unit of another.
    fn lines(mut self, most: usize) -> Vec<OffensiveLine> {
        self.0.sort_by_key(|(value, _)| -*value);
        let mut used: Vec<UnitId> = Vec::new();
        let mut lines = Vec::new();
        for (value, line) in self.0 {
            let units = line.units();
            let free = !units.iter().any(|unit| used.contains(unit));
            if value > 0 && lines.len() < most.min(8) && free {
                used.extend(units);
                lines.push(line);
            }
        }
        lines
    }
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
fn attack_line(v: &View<'_>, target: &Goal, walks: &mut Walks<'_>, rng: &mut dyn Below) -> Idea {
    let pos = v.pos();
    let (value, with) = attack(v, target.at, &target.able, walks)?;
    // Now and then only one of them moves in (10.3/b).
    let first = with
        .iter()
        .copied()
        .find(|unit| pos.arm(*unit) == Arm::Land && !pos.class(*unit).is_artillery());
    let hold = chance(rng, 12).then(|| first.into_iter().collect());
    let line = OffensiveLine::Attack {
        at: target.at,
        with,
        from: Vec::new(),
        hold,
    };
    Some((value, line))
}

/// Rule 10.9: two attacks at once, if one of them is led.
fn double(v: &View<'_>, pair: &Pair, walks: &mut Walks<'_>, rng: &mut dyn Below) -> Idea {
    let pos = v.pos();
    let second = one_of(rng, &pair.others)?;
    let (value, with) = attack(v, pair.at, &pair.able, walks)?;
    let mut rest = pair.there.clone();
    rest.retain(|unit| !with.contains(unit));
    let (more, there) = attack(v, second, &rest, walks)?;
    let mut all = with.iter().chain(&there);
    let general = all.find(|unit| pos.class(**unit) == Class::General)?;
    let nation = pos.unit(*general).nation;
    if pos.s.offensives[nation.index()] < pos.d.tables.double_price {
        return None;
    }
    let line = OffensiveLine::Double {
        at: pair.at,
        with,
        second,
        there,
        from: Vec::new(),
    };
    Some((value + more, line))
}

/// Whether a unit is no leader and its nation can pay for an offensive.
fn can_pay(pos: Position<'_>, unit: UnitId) -> bool {
    let nation = pos.unit(unit).nation;
    pos.arm(unit) != Arm::Leader && pos.s.offensives[nation.index()] > 0
}

/// By rail, for its own sake: a seldom idea.
fn ride(v: &View<'_>, one: &Rider, rng: &mut dyn Below) -> Idea {
    let unit = one.unit;
    if !can_pay(v.pos(), unit) {
        return None;
    }
    let (to, with) = (one_of(rng, &one.to)?, Vec::new());
    let how = Rail { to, with };
    Some((4, OffensiveLine::Rail { unit, how }))
}

/// By air, for its own sake.
fn lift(v: &View<'_>, one: &Flyer, rng: &mut dyn Below) -> Idea {
    let (pos, lead) = (v.pos(), one.unit);
    if !can_pay(pos, lead) {
        return None;
    }
    let to = one_of(rng, &one.bases).and_then(Base::field)?;
    if Some(to) == pos.at(lead) {
        return None;
    }
    let how = fly(v, lead, to, &mut Vec::new());
    Some((4, OffensiveLine::Fly { lead, how }))
}

fn land(v: &View<'_>, one: &Lander) -> Idea {
    let (pos, unit) = (v.pos(), one.unit);
    let at = pos.at(unit)?;
    let room = pos.space(at, v.alliance(), Arm::Land);
    if !can_pay(pos, unit) || room == 0 {
        return None;
    }
    let nation = pos.unit(unit).nation;
    let with = one.with.iter().copied();
    let with = with.filter(|one| pos.unit(*one).nation == nation);
    let with = with.take(room - 1).collect();
    let value = 10 + 2 * worth(pos, v.alliance(), at);
    Some((value, OffensiveLine::Land { unit, with }))
}

fn march(v: &View<'_>, one: &Walker, enemies: &[SpaceId]) -> Idea {
    let (pos, unit) = (v.pos(), one.unit);
    if !can_pay(pos, unit) {
        return None;
    }
    // Only a town is worth an offensive.
    let (from, own) = (pos.at(unit)?, v.alliance());
    let near = |town: &SpaceId| {
        !pos.controls(own, *town) && pos.d.map.distance(from, *town) <= pos.movement(unit)
    };
    if !pos.d.map.towns.iter().any(near) {
        return None;
    }
    let mut steady = |_: u32| 0;
    let (value, way) = destination(v, unit, enemies, &mut steady)?;
    let to = *way.last()?;
    let town = pos.d.map.hex(to).town.is_some() && !pos.controls(v.alliance(), to);
    let (to, with) = (Way(way), Vec::new());
    let how = March { to, with };
    town.then_some((value, OffensiveLine::March { unit, how }))
}

/// A drop on an empty airfield of the enemy.
pub(super) fn drop(v: &View<'_>, one: &Jumper, price: i32, rng: &mut dyn Below) -> Option<Drop> {
    let (pos, unit) = (v.pos(), one.unit);
    if pos.s.unit(unit).reduced || pos.s.offensives[pos.unit(unit).nation.index()] < price {
        return None;
    }
    let from = pos.at(unit)?;
    let plane = one.planes.first().copied()?;
    let mut fields = one.to.clone();
    fields.retain(|at| {
        pos.d.map.hex(*at).airfield
            && !pos.controls(v.alliance(), *at)
            && !pos.has_land(*at, v.alliance().other())
            && 2 * pos.d.map.distance(from, *at) <= pos.movement(plane)
    });
    Some(Drop {
        to: one_of(rng, &fields)?,
        by: vec![plane],
        with: Vec::new(),
    })
}
