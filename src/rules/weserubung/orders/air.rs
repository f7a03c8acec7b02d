//! Rule 7.0: the sheet of the Air Phase.

use super::super::class::{Arm, Class};
use super::super::combat_phase;
use super::super::flight;
use super::super::nets;
use super::super::position::Position;
use super::super::state::{Phase, Where};
use super::super::words::{
    AIR, AIR_KIND, AIRCRAFT, BACK, CARRY, ESCORT, FLY, HOME, ON, SHIPS, STRIKE, TO, VIA, WITH,
};
use super::super::{View, Weserubung};
use super::{
    any_of, may, must, number, on_line, on_unit, part, part_item, part_units, places, unit_of,
};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Line, Phrase, Pick, Picks, Problem, Row};

/// A mission against the enemy (7.1).
#[derive(Clone, Debug)]
pub(crate) struct Mission {
    pub(crate) units: Vec<UnitId>,
    /// Those of them who only escort the others (3.3.1).
    pub(crate) escort: Vec<UnitId>,
    pub(crate) target: SpaceId,
    pub(crate) route: Vec<SpaceId>,
    pub(crate) home: Option<Item>,
    /// 7.1: the hexes it flies through on its way home; straight on from the last of them.
    pub(crate) back: Vec<SpaceId>,
    /// Against ships, not against aircraft.
    pub(crate) ships: bool,
}

/// A flight to another base (7.6).
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    pub(crate) units: Vec<UnitId>,
    pub(crate) to: Item,
    pub(crate) route: Vec<SpaceId>,
    pub(crate) carry: Vec<UnitId>,
    /// 3.3.1/a: aboard a carrier in the same box, which is no action.
    pub(crate) free: bool,
    /// Its action has been marked already: it is an offensive.
    pub(crate) paid: bool,
}

/// The sheet.
pub(crate) struct AirOrders;

/// Aircraft of the reader that may take off for a fight now.
pub(crate) fn strikers(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let able = pos.units(v.alliance(), Arm::Air).into_iter();
    able.filter(|unit| {
        let lies = pos.carrier(*unit).is_some() && !pos.fights_from_deck(*unit);
        v.commands(*unit) && pos.may_act(*unit) && !lies && pos.class(*unit) != Class::AirTransport
    })
    .collect()
}

/// Aircraft that may change their base now.
pub(crate) fn movers(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let able = pos.units(v.alliance(), Arm::Air).into_iter();
    able.filter(|unit| v.commands(*unit) && pos.may_act(*unit))
        .collect()
}

/// Others at the same place.
pub(super) fn beside(pos: Position<'_>, unit: UnitId, of: &[UnitId]) -> Vec<UnitId> {
    let here = pos.at(unit);
    of.iter()
        .copied()
        .filter(|one| *one != unit && pos.at(*one) == here)
        .collect()
}

fn path(pos: Position<'_>, unit: UnitId, stay: bool) -> Pick {
    Pick::Path {
        from: pos.at(unit).map_or(Item::Number(0), SpaceId::item),
        max: pos.movement(unit),
        stay,
        net: pos.d.map.air.clone(),
    }
}

/// Rule 7.1: a way home, which begins wherever the target is.
fn way_home(pos: Position<'_>, unit: UnitId) -> Pick {
    Pick::Path {
        from: Item::Number(0),
        max: pos.movement(unit),
        stay: false,
        net: nets::from_anywhere(&pos.d.map),
    }
}

/// From a place through some hexes to another, each place entered: straight where nothing else is said.
fn by_way_of(pos: Position<'_>, from: SpaceId, via: &[SpaceId], to: SpaceId) -> Vec<SpaceId> {
    let mut way = Vec::new();
    let mut here = from;
    for next in via.iter().chain([&to]) {
        way.extend(pos.d.map.flight(here, *next));
        here = *next;
    }
    way
}

/// Every base the reader's aircraft could land on.
fn all_bases(v: &View<'_>, decks: bool) -> Vec<Item> {
    let pos = v.pos();
    let own = v.alliance();
    let mut bases: Vec<Item> = pos.bases(own).into_iter().map(SpaceId::item).collect();
    if decks {
        let ships = pos.units(own, Arm::Naval).into_iter();
        bases.extend(
            ships
                .filter(|ship| pos.class(*ship) == Class::Cv)
                .map(UnitId::item),
        );
    }
    bases
}

/// Rule 3.3.1: fighters of the same place that may go along without attacking.
fn escorts(pos: Position<'_>, unit: UnitId, of: &[UnitId]) -> Vec<UnitId> {
    let mut able = beside(pos, unit, of);
    able.retain(|one| pos.dogfights(*one));
    able
}

/// Rows of `strike` lines, one for each aircraft that can lead.
pub(super) fn strike_rows(v: &View<'_>) -> Vec<Row> {
    let pos = v.pos();
    let able = strikers(v);
    let bases = [all_bases(v, false), all_bases(v, true)];
    let row = |unit: &UnitId| Row {
        word: &STRIKE,
        subjects: vec![unit.item()],
        pick: Pick::Parts(vec![
            must(&TO, path(pos, *unit, true)),
            may(&WITH, any_of(&beside(pos, *unit, &able))),
            may(
                &ON,
                Pick::One(vec![Item::Word(&SHIPS), Item::Word(&AIRCRAFT)]),
            ),
            may(
                &HOME,
                Pick::One(bases[usize::from(pos.fights_from_deck(*unit))].clone()),
            ),
            may(&ESCORT, any_of(&escorts(pos, *unit, &able))),
            may(&BACK, way_home(pos, *unit)),
        ]),
    };
    able.iter().map(row).collect()
}

/// Rows of `fly` lines, of all aircraft or of transports alone.
pub(super) fn fly_rows(v: &View<'_>, transports: bool) -> Vec<Row> {
    let pos = v.pos();
    let able = movers(v);
    let bases = [all_bases(v, false), all_bases(v, true)];
    let row = |unit: &UnitId| {
        let mut parts = vec![
            must(&TO, Pick::One(bases[usize::from(pos.decks(*unit))].clone())),
            may(&WITH, any_of(&beside(pos, *unit, &able))),
            may(&VIA, path(pos, *unit, false)),
        ];
        if pos.class(*unit) == Class::AirTransport {
            parts.push(may(&CARRY, any_of(&passengers(v, *unit))));
        }
        Row {
            word: &FLY,
            subjects: vec![unit.item()],
            pick: Pick::Parts(parts),
        }
    };
    let leads = |unit: &&UnitId| !transports || combat_phase::is_plane(pos.class(**unit));
    able.iter().filter(leads).map(row).collect()
}

/// Rules 3.3.3 and 11.0: who may be carried by a transport now.
pub(crate) fn passengers(v: &View<'_>, plane: UnitId) -> Vec<UnitId> {
    let pos = v.pos();
    let Some(at) = pos.at(plane) else {
        return Vec::new();
    };
    let own = v.alliance();
    let mut able = pos.land(at, own);
    able.retain(|unit| {
        let fresh = match pos.s.phase {
            Phase::Movement => pos.d.on.airlift_used || pos.may_act(*unit),
            _ => pos.may_act(*unit),
        };
        pos.class(*unit).flies_along() && fresh
    });
    able.extend(pos.leaders(at, own));
    able.retain(|unit| v.commands(*unit));
    able
}

/// What is wrong with a mission; its route is `Some` if it can be flown.
pub(super) fn mission(v: &View<'_>, n: usize, line: &Line) -> Result<Mission, Vec<Problem>> {
    let pos = v.pos();
    let Some(lead) = line.subject.and_then(unit_of) else {
        return Err(vec![on_line(n, Phrase::new("wrong-shape"), "7.1")]);
    };
    let route = part(&line.picks, 0).map_or_else(Vec::new, places);
    let from = pos.at(lead).unwrap_or(SpaceId(0));
    let target = route.last().copied().unwrap_or(from);
    let mut units = vec![lead];
    units.extend(part_units(&line.picks, 1));
    let mut escort = part_units(&line.picks, 4);
    escort.retain(|unit| !units.contains(unit));
    units.extend(&escort);
    let enemy = v.alliance().other();
    let hex = pos.d.map.hex(target);
    let on_ships = !pos.ships(target, enemy).is_empty();
    let on_base = !pos.aircraft(target, enemy).is_empty();
    let mut problems = Vec::new();
    if hex.holds.is_some() {
        let what = Phrase::new("target-in-box").with("at", target.item());
        problems.push(on_line(n, what, "7.1"));
    } else if !on_ships && !on_base {
        let what = Phrase::new("nothing-to-attack").with("at", target.item());
        problems.push(on_line(n, what, "7.1"));
    }
    let ships = match part_item(&line.picks, 2) {
        Some(Item::Word(word)) if word == &SHIPS => true,
        Some(Item::Word(word)) if word == &AIRCRAFT => false,
        _ => on_ships,
    };
    let hits = if ships { on_ships } else { on_base };
    if problems.is_empty() && !hits {
        let what = Phrase::new("nothing-to-attack").with("at", target.item());
        problems.push(on_line(n, what, "7.1"));
    }
    let home = part_item(&line.picks, 3);
    let via = part(&line.picks, 5).map_or_else(Vec::new, places);
    let end = home.or_else(|| flight::base_of(pos, lead));
    let back = match end.and_then(|base| flight::field_of(pos, base)) {
        Some(end) if !via.is_empty() => by_way_of(pos, target, &via, end),
        _ => Vec::new(),
    };
    // Nobody asks how far a target is that nobody may attack.
    let asked = if hex.holds.is_some() { &[] } else { &units[..] };
    for unit in asked {
        problems.extend(range(v, n, *unit, (&route, target, &back), home));
    }
    if problems.is_empty() {
        Ok(Mission {
            units,
            escort,
            target,
            route,
            home,
            back,
            ships,
        })
    } else {
        Err(problems)
    }
}

/// Rule 3.3/b: out and back within the movement of a unit.
fn range(
    v: &View<'_>,
    n: usize,
    unit: UnitId,
    (route, target, back): (&[SpaceId], SpaceId, &[SpaceId]),
    home: Option<Item>,
) -> Option<Problem> {
    let pos = v.pos();
    let base = home.or_else(|| flight::base_of(pos, unit))?;
    let to = match flight::stand(base)? {
        Where::At(place) => place,
        Where::Aboard(ship) => pos.at(ship)?,
        _ => return None,
    };
    let out = u32::try_from(route.len()).unwrap_or(u32::MAX);
    let straight = pos.d.map.flight(target, to).len();
    let back = if back.is_empty() {
        straight
    } else {
        back.len()
    };
    let back = u32::try_from(back).unwrap_or(u32::MAX);
    let (needed, has) = (out.saturating_add(back), pos.movement(unit));
    if needed > has {
        let what = Phrase::new("too-far-and-back")
            .with("needed", number(needed))
            .with("has", number(has));
        return Some(on_unit(n, unit, what, "3.3"));
    }
    let reach = flight::bases(pos, unit, target, has - out, true);
    if !reach.contains(&base) {
        let what = Phrase::new("cannot-land").with("base", base);
        return Some(on_unit(n, unit, what, "3.3"));
    }
    None
}

/// What is wrong with a transfer.
pub(super) fn transfer(v: &View<'_>, n: usize, line: &Line) -> Result<Transfer, Vec<Problem>> {
    let pos = v.pos();
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "7.6")];
    let lead = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let to = part_item(&line.picks, 0).ok_or_else(wrong)?;
    let mut units = vec![lead];
    units.extend(part_units(&line.picks, 1));
    let via = part(&line.picks, 2).map_or_else(Vec::new, places);
    let carry = part_units(&line.picks, 3);
    let from = pos.at(lead).ok_or_else(wrong)?;
    let stand = flight::stand(to).ok_or_else(wrong)?;
    let end = match stand {
        Where::At(place) => place,
        Where::Aboard(ship) => pos.at(ship).ok_or_else(wrong)?,
        _ => return Err(wrong()),
    };
    let route = by_way_of(pos, from, &via, end);
    let free = from == end && pos.d.map.hex(from).holds.is_some();
    let mut problems = Vec::new();
    if from == end && !free {
        let what = Phrase::new("is-there-already").with("at", end.item());
        problems.push(on_line(n, what, "7.6"));
    }
    for unit in &units {
        let (needed, has) = (
            u32::try_from(route.len()).unwrap_or(u32::MAX),
            pos.movement(*unit),
        );
        if needed > has {
            let what = Phrase::new("too-far-one-way")
                .with("needed", number(needed))
                .with("has", number(has));
            problems.push(on_unit(n, *unit, what, "7.6"));
        }
        let deck = matches!(stand, Where::Aboard(_));
        if deck && !pos.decks(*unit) {
            problems.push(on_unit(n, *unit, Phrase::new("no-deck"), "3.3.1"));
        }
    }
    let room: usize = units
        .iter()
        .map(|unit| {
            if pos.class(*unit) == Class::AirTransport {
                pos.room(*unit)
            } else {
                0
            }
        })
        .sum();
    let load = carry
        .iter()
        .filter(|unit| pos.arm(**unit) == Arm::Land)
        .count();
    if load > room {
        let what = Phrase::new("no-room-aboard")
            .with("needed", number(load))
            .with("has", number(room));
        problems.push(on_line(n, what, "3.3.3"));
    }
    if problems.is_empty() {
        Ok(Transfer {
            units,
            to,
            route,
            carry,
            free,
            paid: false,
        })
    } else {
        Err(problems)
    }
}

/// Rules 3.1 and 3.4.2: no base may end up too full; the line that makes it so is named.
pub(crate) fn crowding(v: &View<'_>, orders: &[(usize, &Transfer)]) -> Vec<Problem> {
    let pos = v.pos();
    let own = v.alliance();
    let mut problems = Vec::new();
    let mut gone: Vec<UnitId> = Vec::new();
    let mut came: Vec<(Item, UnitId)> = Vec::new();
    for (n, order) in orders {
        gone.extend(order.units.iter().copied());
        came.extend(order.units.iter().map(|unit| (order.to, *unit)));
        let (there, most): (Vec<UnitId>, usize) = match flight::stand(order.to) {
            Some(Where::At(place)) => {
                let most = if pos.d.map.hex(place).holds.is_some() {
                    usize::MAX
                } else {
                    pos.d.tables.stack_air
                };
                (pos.aircraft(place, own), most)
            }
            Some(Where::Aboard(ship)) => (pos.cargo(ship), pos.capacity(ship)),
            _ => continue,
        };
        let stay = there.iter().filter(|unit| !gone.contains(unit)).count();
        let new = came.iter().filter(|(to, _)| *to == order.to).count();
        if stay + new > most {
            let what = Phrase::new("base-full")
                .with("base", order.to)
                .with("needed", number(stay + new))
                .with("has", number(most));
            problems.push(on_line(*n, what, "3.1"));
        }
        if let Some(Where::At(place)) = flight::stand(order.to) {
            let upto = orders
                .iter()
                .filter(|(m, other)| m <= n && other.to == order.to);
            let riders = upto.flat_map(|(_, other)| &other.carry);
            let come = riders.filter(|unit| pos.arm(**unit) == Arm::Land).count();
            let room = pos.space(place, own, Arm::Land);
            if come > room {
                let what = Phrase::new("too-many-there")
                    .with("at", place.item())
                    .with("needed", number(come))
                    .with("has", number(room));
                problems.push(on_line(*n, what, "3.1"));
            }
        }
    }
    problems
}

/// A unit named twice on one sheet.
pub(super) fn named_twice(
    n: usize,
    units: &[UnitId],
    seen: &mut Vec<UnitId>,
    rule: &'static str,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for unit in units {
        if seen.contains(unit) {
            problems.push(on_unit(n, *unit, Phrase::new("ordered-already"), rule));
        }
        seen.push(*unit);
    }
    problems
}

impl Decision<Weserubung> for AirOrders {
    type Answer = (Vec<Mission>, Vec<Transfer>);
    const KIND: &'static Kind = &AIR_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-air")
    }

    fn form(&self, v: &View<'_>) -> Form {
        let mut rows = strike_rows(v);
        rows.extend(fly_rows(v, false));
        let max = movers(v).len();
        Form {
            word: &AIR,
            subject: Vec::new(),
            pick: Pick::Sheet { rows, max },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let (mut missions, mut transfers, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            if line.word == &STRIKE {
                match mission(v, n, line) {
                    Ok(mission) => {
                        problems.extend(named_twice(n, &mission.units, &mut seen, "3.3"));
                        missions.push(mission);
                    }
                    Err(wrong) => problems.extend(wrong),
                }
            } else {
                match transfer(v, n, line) {
                    Ok(order) => {
                        problems.extend(named_twice(n, &order.units, &mut seen, "3.3"));
                        problems.extend(named_twice(n, &order.carry, &mut seen, "7.6"));
                        transfers.push((n, order));
                    }
                    Err(wrong) => problems.extend(wrong),
                }
            }
        }
        let moved: Vec<(usize, &Transfer)> =
            transfers.iter().map(|(n, order)| (*n, order)).collect();
        problems.extend(crowding(v, &moved));
        if problems.is_empty() {
            Ok((
                missions,
                transfers.into_iter().map(|(_, order)| order).collect(),
            ))
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(Picks::Sheet(super::super::ideas::air(v, rng)))
    }
}
