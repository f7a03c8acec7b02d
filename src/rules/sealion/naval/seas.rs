//! Rules 1.1.2, 4.22 and 9.1: zones of sea, ports, and the ways between them.

use std::collections::BTreeMap;

use super::super::data::Data;
use super::super::map::ZoneKind;
use super::super::side::Side;
use super::super::state::{Berth, Hidden, Open, Position, Ship, Wake};
use super::super::units::{Class, Hull};
use super::hazards;
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::Known;

impl<'a> Known<'a, Data, Open, Hidden, Side> {
    /// What is printed on a ship or point.
    pub fn hull(&self, ship: UnitId) -> &'a Hull {
        self.data.hull(ship)
    }

    /// A ship or point as it is.
    pub fn ship(&self, ship: UnitId) -> &'a Ship {
        self.open.ship(self.data, ship)
    }

    /// The ships and points of a side that are afloat, in order.
    pub fn afloat(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let here = *self;
        let afloat = move |ship: &UnitId| {
            here.data.hull(*ship).side() == side
                && matches!(here.ship(*ship).at, Berth::Port(_) | Berth::Sea(_))
        };
        self.data.hull_ids().filter(afloat)
    }

    /// Those of a side in a zone of sea.
    pub fn in_sea(&self, zone: SpaceId, side: Side) -> Vec<UnitId> {
        self.afloat(side)
            .filter(|ship| self.ship(*ship).at == Berth::Sea(zone))
            .collect()
    }

    /// Those of a side in a port.
    pub fn moored(&self, at: SpaceId, side: Side) -> Vec<UnitId> {
        self.afloat(side)
            .filter(|ship| self.ship(*ship).at == Berth::Port(at))
            .collect()
    }

    /// 9.1: the stacks of a side at sea: zone, number, ships.
    pub fn stacks(&self, side: Side) -> Vec<(SpaceId, Vec<UnitId>)> {
        let mut stacks: BTreeMap<(SpaceId, u16), Vec<UnitId>> = BTreeMap::new();
        for ship in self.afloat(side) {
            if let Berth::Sea(zone) = self.ship(ship).at {
                stacks
                    .entry((zone, self.ship(ship).stack))
                    .or_default()
                    .push(ship);
            }
        }
        stacks
            .into_iter()
            .map(|((zone, _), ships)| (zone, ships))
            .collect()
    }

    /// Whether a ship bears a mark of this turn.
    pub fn did(&self, ship: UnitId, wake: Wake) -> bool {
        self.ship(ship).wakes.has(wake)
    }

    /// 9.1: the zones of sea a ship or point can enter in one move.
    pub fn sails(&self, ship: UnitId) -> u32 {
        self.hull(ship).movement[usize::from(self.ship(ship).damaged)]
    }
}

/// Every zone of sea.
pub(in super::super) fn all(data: &Data) -> Vec<SpaceId> {
    let sea = |at: &SpaceId| {
        data.map
            .zone_of_box(*at)
            .is_some_and(|zone| zone.kind == ZoneKind::Sea)
    };
    data.map.boxes().filter(sea).collect()
}

/// Rule 9.5.1: whether British ships need release to enter a zone.
pub(in super::super) fn restricted(v: &Position<'_>, zone: SpaceId) -> bool {
    v.open.mines == Some(zone)
        || v.data
            .map
            .zone_of_box(zone)
            .is_some_and(|one| one.restricted)
}

/// Rules 9.5.1, 9.5.11 and 9.5.4: whether a ship may enter zones that need release.
pub(in super::super) fn released(v: &Position<'_>, ship: UnitId) -> bool {
    let class = match v.hull(ship).class {
        Class::Bb | Class::Bc | Class::Pb | Class::Pd => 0,
        Class::Ca => 1,
        _ => 2,
    };
    v.hull(ship).side() == Side::German || v.open.released[class]
}

/// Whether a ship may enter a zone of sea.
pub(in super::super) fn may_enter(v: &Position<'_>, ship: UnitId, zone: SpaceId) -> bool {
    released(v, ship) || !restricted(v, zone)
}

/// Rule 9.1: the zones of sea a port opens on; of a zone with several ports, that of the ship's own if it is known.
pub(in super::super) fn exits(
    v: &Position<'_>,
    at: SpaceId,
    opens: Option<SpaceId>,
) -> Vec<SpaceId> {
    if let Some(zone) = v.data.map.zone_of_box(at) {
        let all: Vec<SpaceId> = zone.ports.iter().map(|(sea, _)| *sea).collect();
        return match opens {
            Some(sea) if all.contains(&sea) && zone.kind != ZoneKind::Base => vec![sea],
            _ => all,
        };
    }
    v.data.map.place(at).opens.into_iter().collect()
}

/// Rules 4.22.1 and 4.22.3: how many more points a port has room for, come from a zone of sea.
pub(in super::super) fn room(v: &Position<'_>, side: Side, at: SpaceId, from: SpaceId) -> i32 {
    let count = |ships: &[UnitId]| i32::try_from(ships.len()).unwrap_or(i32::MAX);
    let there = v.moored(at, side);
    let Some(zone) = v.data.map.zone_of_box(at) else {
        let opens = v.data.map.place(at).opens == Some(from);
        return if opens {
            v.port(at, side) - count(&there)
        } else {
            0
        };
    };
    if v.control(at) != side {
        return 0;
    }
    let own = zone
        .ports
        .iter()
        .find(|(sea, _)| *sea == from)
        .map(|(_, capacity)| *capacity);
    let Some(own) = own else { return 0 };
    if zone.kind == ZoneKind::Base {
        return own - count(&there);
    }
    let whole: i32 = zone.ports.iter().map(|(_, capacity)| *capacity).sum();
    let mut here = there.clone();
    here.retain(|ship| v.ship(*ship).opens == Some(from));
    (own - count(&here)).min(whole - count(&there))
}

/// Rules 4.22.1, 9.1 and 9.5.12: whether a ship may put into a port from a zone of sea, room apart.
pub(in super::super) fn admits(v: &Position<'_>, ship: UnitId, at: SpaceId, from: SpaceId) -> bool {
    let hull = v.hull(ship);
    if !exits(v, at, None).contains(&from) {
        return false;
    }
    let (base, english) = match v.data.map.zone_of_box(at) {
        Some(zone) => (zone.naval_base, false),
        None => (v.data.map.place(at).naval_base, true),
    };
    match hull.side() {
        Side::German => true,
        Side::British => {
            let capital = matches!(hull.class, Class::Bb | Class::Bc);
            (base || hull.class == Class::Ap)
                && !(capital && restricted(v, from))
                && (english || v.control(at) == Side::British)
        }
    }
}

/// The ports that open on a zone of sea, with room for a ship of this side, in order.
pub(in super::super) fn havens(v: &Position<'_>, side: Side, zone: SpaceId) -> Vec<SpaceId> {
    let hexes = v.data.map.harbours.iter().copied();
    let boxes = v
        .data
        .map
        .boxes()
        .filter(|at| !exits(v, *at, None).is_empty());
    boxes
        .chain(hexes)
        .filter(|at| room(v, side, *at, zone) > 0)
        .collect()
}

/// Zones of sea beside one.
pub(in super::super) fn beside(v: &Position<'_>, zone: SpaceId) -> Vec<SpaceId> {
    let sea = |at: &SpaceId| {
        v.data
            .map
            .zone_of_box(*at)
            .is_some_and(|one| one.kind == ZoneKind::Sea)
    };
    v.data.map.near(zone).iter().copied().filter(sea).collect()
}

/// Where ships begin a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Start {
    /// In ports: the first zone is one of these.
    Ports(Vec<SpaceId>),
    Sea(SpaceId),
}

/// A way over the sea so far: how many zones, how many of them with mines, the zones.
type Course = (u32, u32, Vec<SpaceId>);

/// Rule 9.1: every zone that ships can enter, with the way that has the fewest zones and of these the fewest mines.
/// With zones to pass, only ways that lead through all of them count.
pub(in super::super) fn reach(
    v: &Position<'_>,
    ships: &[UnitId],
    start: &Start,
    most: u32,
    through: &[SpaceId],
) -> BTreeMap<SpaceId, Vec<SpaceId>> {
    let Some(lead) = ships.first() else {
        return BTreeMap::new();
    };
    let side = v.hull(*lead).side();
    let open = |zone: SpaceId| ships.iter().all(|ship| may_enter(v, *ship, zone));
    let passed = |zone: SpaceId, old: u32| {
        let bit = through.iter().take(16).position(|one| *one == zone);
        bit.map_or(old, |bit| old | 1 << bit)
    };
    let full = through
        .iter()
        .take(16)
        .enumerate()
        .fold(0, |all, (bit, _)| all | 1 << bit);
    // By zone and by the zones already passed.
    let mut best: BTreeMap<(SpaceId, u32), Course> = BTreeMap::new();
    let mut next: Vec<((SpaceId, u32), Course)> = Vec::new();
    let first = |zone: SpaceId| {
        let mined = u32::from(!hazards::of(v, side, zone).is_empty());
        ((zone, passed(zone, 0)), (1, mined, vec![zone]))
    };
    match start {
        Start::Sea(zone) => {
            best.insert((*zone, passed(*zone, 0)), (0, 0, Vec::new()));
            next.extend(beside(v, *zone).into_iter().map(first));
        }
        Start::Ports(exits) => next.extend(exits.iter().copied().map(first)),
    }
    while !next.is_empty() {
        let mut after = Vec::new();
        next.sort();
        for (key, course) in next {
            let fits = course.0 <= most && open(key.0);
            if !fits || best.get(&key).is_some_and(|old| *old <= course) {
                continue;
            }
            for to in beside(v, key.0) {
                let mined = u32::from(!hazards::of(v, side, to).is_empty());
                let mut way = course.2.clone();
                way.push(to);
                after.push((
                    (to, passed(to, key.1)),
                    (course.0 + 1, course.1 + mined, way),
                ));
            }
            best.insert(key, course);
        }
        next = after;
    }
    let done = best.into_iter().filter(|((_, passed), _)| *passed == full);
    done.map(|((zone, _), (_, _, way))| (zone, way)).collect()
}

/// The same to one zone; nothing if no way leads there within so many.
pub(in super::super) fn route(
    v: &Position<'_>,
    ships: &[UnitId],
    start: &Start,
    to: SpaceId,
    most: u32,
    through: &[SpaceId],
) -> Option<Vec<SpaceId>> {
    reach(v, ships, start, most, through).remove(&to)
}

/// Where a ship begins a move.
pub(in super::super) fn start(v: &Position<'_>, ship: UnitId) -> Option<Start> {
    let ship = v.ship(ship);
    match ship.at {
        Berth::Sea(zone) => Some(Start::Sea(zone)),
        Berth::Port(at) => Some(Start::Ports(exits(v, at, ship.opens))),
        _ => None,
    }
}

/// What ships have in common that can move as one stack (9.1): the zone of their ports, or their stack at sea.
pub(in super::super) fn group(v: &Position<'_>, ship: UnitId) -> Option<(SpaceId, u16)> {
    let now = v.ship(ship);
    match now.at {
        Berth::Sea(zone) => Some((zone, now.stack)),
        Berth::Port(at) => {
            let zone = if v.data.map.zone_of_box(at).is_some() {
                at
            } else {
                v.data.map.place(at).zone
            };
            Some((zone, u16::MAX))
        }
        _ => None,
    }
}
