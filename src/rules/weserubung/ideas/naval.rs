//! Rule 8.0: ideas for the sea.

use super::super::class::{Arm, Class};
use super::super::map::Step;
use super::super::nation::Alliance;
use super::super::naval_phase::hostile;
use super::super::orders::{NavalLine, sailors};
use super::super::view::View;
use super::{chance, one_of};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

/// Rule 8.0: transports with troops go for towns, empty ones for more, warships sometimes for the enemy.
pub(crate) fn naval(v: &View<'_>, rng: &mut dyn Below) -> Vec<NavalLine> {
    let pos = v.pos();
    let own = v.alliance();
    let able = sailors(v);
    let shun = hostile(pos, own);
    let home = pos.d.map.box_of(own);
    let mut lines = Vec::new();
    let mut used: Vec<UnitId> = Vec::new();
    let mut filled: Vec<(SpaceId, usize)> = Vec::new();
    let enemies: Vec<SpaceId> = pos
        .afloat(own.other())
        .into_iter()
        .filter(|place| !pos.at_sea(*place, own.other()).is_empty())
        .collect();
    let awaited = pos.land(home, own).len() > 1;
    for ship in &able {
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
            let near: Vec<SpaceId> = enemies
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
            let end = route.last().copied().unwrap_or(to);
            let far = u32::try_from(route.len()).unwrap_or(u32::MAX);
            let with: Vec<UnitId> = beside
                .iter()
                .copied()
                .filter(|one| {
                    !used.contains(one) && pos.movement(*one) >= far && pos.class(*one) != Class::Tr
                })
                .take(4)
                .collect();
            // Nobody looks for a fight he would lose.
            let guns = |ships: &[UnitId]| -> i32 {
                let each = ships.iter().map(|one| pos.attack(*one) * pos.steps(*one));
                each.sum()
            };
            let mut group = with.clone();
            group.push(*ship);
            if guns(&group) < guns(&pos.at_sea(end, own.other())) {
                continue;
            }
            used.push(*ship);
            used.extend(&with);
            lines.push(NavalLine::Raid {
                lead: *ship,
                to: Way(route),
                with,
            });
            continue;
        }
        let goals: Vec<SpaceId> = if loaded {
            let near = goals(v, from, most);
            let idle = own == Alliance::Axis && near.iter().all(|place| pos.controls(own, *place));
            match idle.then(|| far_goal(v, from, most)).flatten() {
                Some(step) => vec![step],
                None => near,
            }
        } else if transport && own == Alliance::Axis && !spare(v, from).is_empty() {
            vec![from]
        } else if transport && (awaited || chance(rng, 2)) {
            let ports = pos.d.map.ports.iter().copied();
            let waits = |place: &SpaceId| {
                pos.d.map.distance(from, *place) <= most && !spare(v, *place).is_empty()
            };
            if awaited || own == Alliance::Allies {
                vec![home]
            } else {
                ports.filter(waits).collect()
            }
        } else if chance(rng, if own == Alliance::Axis { 5 } else { 2 }) {
            let ports = pos
                .d
                .map
                .ports
                .iter()
                .copied()
                .filter(|place| pos.is_port(own, *place));
            // A box is the safest port.
            if pos.d.map.distance(from, home) <= most {
                vec![home]
            } else {
                ports
                    .filter(|place| pos.d.map.distance(from, *place) <= most)
                    .collect()
            }
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
        if transport && !loaded && (from == home || to == from) {
            let waiting = spare(v, from).into_iter();
            let waiting = waiting.filter(|unit| !used.contains(unit));
            load = waiting.take(pos.room(*ship)).collect();
            if load.is_empty() {
                continue;
            }
            let leader = pos.leaders(from, own).into_iter();
            load.extend(
                leader
                    .filter(|unit| v.commands(*unit) && !used.contains(unit))
                    .take(1),
            );
            let mut near = self::goals(v, from, most);
            if from != home {
                near.retain(|place| !pos.controls(own, *place));
                near.extend(far_goal(v, from, most).filter(|_| near.is_empty()));
            }
            let Some(to) = one_of(rng, &near) else {
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
        lines.push(NavalLine::Sail {
            lead: *ship,
            to: Way(route),
            with,
            load,
        });
    }
    lines
}

/// Who can leave a port: everybody in the box, elsewhere all but one, if no enemy is near.
fn spare(v: &View<'_>, at: SpaceId) -> Vec<UnitId> {
    let (pos, own) = (v.pos(), v.alliance());
    let hex = pos.d.map.hex(at);
    let mut here = pos.land(at, own);
    here.retain(|unit| v.commands(*unit) && pos.s.unit(*unit).acts == 0);
    if hex.holds.is_some() {
        return here;
    }
    let enemies = pos.held(own.other());
    let near = |enemy: &SpaceId| pos.d.map.distance(at, *enemy) <= 6;
    if !pos.is_port(own, at) || here.is_empty() || enemies.iter().any(near) {
        return Vec::new();
    }
    here.split_off(1)
}

/// Coasts worth landing on within reach: enemy towns, and friendly ports.
fn goals(v: &View<'_>, from: SpaceId, most: u32) -> Vec<SpaceId> {
    let pos = v.pos();
    let own = v.alliance();
    let fits = |place: &SpaceId| {
        let hex = pos.d.map.hex(*place);
        hex.land
            && hex.sea
            && (hex.town.is_some() || hex.port)
            && pos.d.map.distance(from, *place) <= most
    };
    let all: Vec<SpaceId> = pos.d.map.ports.iter().copied().filter(fits).collect();
    let enemy: Vec<SpaceId> = all
        .iter()
        .copied()
        .filter(|place| !pos.controls(own, *place))
        .collect();
    if own == Alliance::Axis && !enemy.is_empty() {
        // Where fewest defend it: two ports are enough to choose from.
        let mut weak = enemy;
        let defence = |place: &SpaceId| -> i32 {
            let here = pos.land(*place, own.other()).into_iter();
            here.map(|unit| pos.defence(unit) * pos.steps(unit)).sum()
        };
        let prize = |place: &SpaceId| {
            let value = pos.d.map.hex(*place).town.unwrap_or(0);
            let needed = !pos.d.exempt.contains(place);
            4 * value + 6 * i32::from(needed)
        };
        weak.sort_by_key(|place| defence(place) - prize(place));
        weak.truncate(2);
        return weak;
    }
    all
}

/// Rule 8.6: as far as one gets in a turn on the way to an enemy port beyond reach.
fn far_goal(v: &View<'_>, from: SpaceId, most: u32) -> Option<SpaceId> {
    let (pos, own) = (v.pos(), v.alliance());
    let map = &pos.d.map;
    let theirs = map.ports.iter().copied();
    let mut theirs: Vec<SpaceId> = theirs
        .filter(|place| map.hex(*place).holds.is_none() && !pos.controls(own, *place))
        .collect();
    // The far north is not needed (14.2).
    theirs.sort_by_key(|place| (pos.d.exempt.contains(place), map.distance(from, *place)));
    let shun = hostile(pos, own);
    let may = |step: &Step| step.sea && !shun.contains(&step.to);
    let way = map.around(from, *theirs.first()?, may, 3 * most);
    way.get(usize::try_from(most).ok()?.checked_sub(1)?)
        .copied()
}
