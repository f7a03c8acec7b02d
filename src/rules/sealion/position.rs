//! What the rules ask of a position: who stands where, ratings as they are, control, zones of control, home guard.

use std::collections::BTreeSet;

use super::data::Data;
use super::map::City;
use super::side::Side;
use super::state::{Hidden, Installation, Mark, Open, Unit, Where};
use super::units::{Land, Type};
use crate::board::{Mask, SpaceId, UnitId};
use crate::engine::hidden::Known;

/// Where a side's units and its enemies stand, and what they control: found once for many questions.
#[derive(Clone, Debug)]
pub(super) struct Lay {
    pub own: Mask,
    pub enemies: Mask,
    /// Zones of control of the enemy.
    pub zones: Mask,
}

impl Lay {
    /// As a side sees it.
    pub fn new(pos: &Known<'_, Data, Open, Hidden, Side>, side: Side) -> Self {
        Self {
            own: pos.spots(side).into_iter().collect(),
            enemies: pos.spots(side.other()).into_iter().collect(),
            zones: pos.zones(side.other()),
        }
    }
}

impl<'a> Known<'a, Data, Open, Hidden, Side> {
    /// What is printed on a land unit.
    pub fn printed(&self, unit: UnitId) -> &'a Land {
        self.data.land(unit)
    }

    /// A land unit as it is.
    pub fn unit(&self, unit: UnitId) -> &'a Unit {
        self.open.unit(unit)
    }

    /// Whose a counter is.
    pub fn side(&self, unit: UnitId) -> Side {
        self.data.label(unit).2
    }

    /// The hex or zone it is in, if it is ashore.
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.unit(unit).at {
            Where::At(at) => Some(at),
            _ => None,
        }
    }

    /// The land units of a side that are ashore, in order.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let here = *self;
        self.data
            .land_ids()
            .filter(move |unit| here.printed(*unit).side() == side && here.at(*unit).is_some())
    }

    /// The units of a side in a place, leaders among them.
    pub fn all_on(&self, at: SpaceId, side: Side) -> Vec<UnitId> {
        let here = Where::At(at);
        let counters = self.open.units.iter().zip(self.data.land.iter()).zip(0..);
        let found = counters.filter(|((now, printed), _)| now.at == here && printed.side() == side);
        found.map(|(_, n)| UnitId(n)).collect()
    }

    /// The units of a side in a place that fight.
    pub fn on(&self, at: SpaceId, side: Side) -> Vec<UnitId> {
        let mut units = self.all_on(at, side);
        units.retain(|unit| !self.printed(*unit).is_leader());
        units
    }

    /// Whether a side has units in a place.
    pub fn holds(&self, at: SpaceId, side: Side) -> bool {
        let here = Where::At(at);
        let mut counters = self.open.units.iter().zip(self.data.land.iter());
        counters
            .any(|(now, printed)| now.at == here && printed.side() == side && !printed.is_leader())
    }

    /// Hexes of England with units of a side.
    pub fn spots(&self, side: Side) -> BTreeSet<SpaceId> {
        self.units_of(side)
            .filter(|unit| !self.printed(*unit).is_leader())
            .filter_map(|unit| self.at(unit))
            .filter(|at| self.data.map.england.has(*at))
            .collect()
    }

    /// Rule 1.3: who controls a place.
    pub fn control(&self, at: SpaceId) -> Side {
        match self.data.map.zone_of_box(at) {
            Some(zone) => zone.side,
            None if self.open.is_german(at) => Side::German,
            None => Side::British,
        }
    }

    /// Steps of some units.
    pub fn steps_of(&self, units: &[UnitId]) -> u32 {
        units
            .iter()
            .map(|unit| u32::from(self.unit(*unit).steps))
            .sum()
    }

    /// Whether a division has both its steps.
    pub fn is_full_division(&self, unit: UnitId) -> bool {
        self.printed(unit).is_division() && self.unit(unit).steps == 2
    }

    /// Rules 11.2.4 and 12.0.2: by what attack, defence and movement are divided.
    fn wear(&self, unit: UnitId) -> [i32; 3] {
        let (now, tables) = (self.unit(unit), &self.data.tables);
        let wear = if self.data.on.printed_wear {
            &tables.wear_printed
        } else {
            &tables.wear
        };
        wear[usize::from(now.out.min(2))][usize::from(now.hits.min(2))]
    }

    /// The face that counts: reduced, or weak (8.7).
    fn face(&self, unit: UnitId) -> usize {
        let (printed, now) = (self.printed(unit), self.unit(unit));
        let weak = printed.weakens() && now.weak;
        usize::from(weak || printed.is_division() && now.steps < 2)
    }

    /// Its attack.
    pub fn attack(&self, unit: UnitId) -> i32 {
        self.printed(unit).faces[self.face(unit)].attack / self.wear(unit)[0]
    }

    /// Its defence: one at least.
    pub fn defence(&self, unit: UnitId) -> i32 {
        let printed = self.printed(unit);
        if printed.is_leader() {
            return 0;
        }
        (printed.faces[self.face(unit)].defence / self.wear(unit)[1]).max(1)
    }

    /// Its movement points: one at least.
    pub fn movement(&self, unit: UnitId) -> u32 {
        let printed = self.printed(unit).faces[self.face(unit)].movement;
        if printed == 0 {
            return 0;
        }
        u32::try_from((printed / self.wear(unit)[2]).max(1)).unwrap_or(0)
    }

    /// Rule 6.4: its armour superiority, one less for each hit.
    pub fn armour(&self, unit: UnitId) -> i32 {
        (self.printed(unit).asv - i32::from(self.unit(unit).hits)).max(0)
    }

    /// Rule 4.11: the height of a stack, in thirds of a division.
    pub fn stack_of(&self, units: &[UnitId]) -> u32 {
        units.iter().map(|unit| self.printed(*unit).stack()).sum()
    }

    /// Rule 4.11: whether some more units may end in a place.
    pub fn has_room(&self, at: SpaceId, side: Side, more: &[UnitId]) -> bool {
        let mut there = self.on(at, side);
        there.retain(|unit| !more.contains(unit));
        there.extend(more);
        self.data.map.zone_of_box(at).is_some()
            || self.stack_of(&there) <= self.data.tables.limits.stack
    }

    /// Rule 5.1.1: whether it has a zone of control.
    pub fn exerts(&self, unit: UnitId) -> bool {
        let kind = self.printed(unit).kind;
        !matches!(kind, Type::AmphibiousPanzer | Type::Leader)
    }

    /// Rule 5.1: the hexes in the zones of control of a side.
    pub fn zones(&self, side: Side) -> Mask {
        let mut mask = Mask::new();
        for unit in self.units_of(side).filter(|unit| self.exerts(*unit)) {
            let Some(at) = self.at(unit) else { continue };
            for way in self.data.map.ways(at) {
                if !way.between.closed && !way.between.crossing {
                    mask.add(way.to);
                }
            }
        }
        mask
    }

    /// The units of a side whose zone of control a hex is in.
    pub fn controllers(&self, at: SpaceId, side: Side) -> Vec<UnitId> {
        let mut found = Vec::new();
        for way in self.data.map.ways(at) {
            if !way.between.closed && !way.between.crossing {
                found.extend(
                    self.on(way.to, side)
                        .into_iter()
                        .filter(|unit| self.exerts(*unit)),
                );
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether a hex is in the zone of control of a side.
    pub fn in_zone_of(&self, at: SpaceId, side: Side) -> bool {
        !self.controllers(at, side).is_empty()
    }

    /// Rules 10.0 and 10.2: the home guard of a hex that is British, whoever comes.
    pub fn guard(&self, at: SpaceId) -> i32 {
        if self.control(at) == Side::German {
            return 0;
        }
        let city = self.data.map.place(at).city;
        let city = city.and_then(|city| self.data.tables.city(city));
        city.map_or(0, |city| city.guard)
    }

    /// Rule 10.0: the home guard against a combat; the largest of its values.
    pub fn guard_against(&self, at: SpaceId, from_sea: bool, from_air: bool) -> i32 {
        let mut guard = self.guard(at);
        if self.control(at) == Side::German {
            return 0;
        }
        let table = &self.data.tables.home_guard;
        let british = self.on(at, Side::British);
        if from_air && british.is_empty() {
            guard = guard.max(table.airborne);
        }
        if from_sea && !british.iter().any(|unit| self.printed(*unit).is_division()) {
            let port = self.data.map.place(at).port.unwrap_or(0) >= table.port_capacity;
            guard = guard.max(if port { table.port } else { table.division });
        }
        guard
    }

    /// Rule 4.22: the capacity of a port with its hits; nothing if it is blocked.
    pub fn port(&self, at: SpaceId, side: Side) -> i32 {
        let place = self.data.map.place(at);
        let Some(printed) = place.port else { return 0 };
        let shut = place
            .blocked
            .iter()
            .any(|hex| self.holds(*hex, side.other()));
        if shut || self.control(at) != side {
            return 0;
        }
        (printed - self.open.hits(at, Installation::Port)).max(0)
    }

    /// The distance from a hex to the nearest unit of a side.
    pub fn nearest(&self, at: SpaceId, side: Side) -> u32 {
        let spots = self.spots(side);
        let far = spots.iter().map(|spot| self.data.map.distance(at, *spot));
        far.min().unwrap_or(u32::MAX)
    }

    /// The hexes of London.
    pub fn london(&self) -> Vec<SpaceId> {
        let london = |at: &SpaceId| self.data.map.place(*at).city == Some(City::London);
        self.data.map.hexes().filter(london).collect()
    }

    /// Whether a unit belongs to a mark of this phase.
    pub fn has(&self, unit: UnitId, mark: Mark) -> bool {
        self.unit(unit).marks.has(mark)
    }

    /// Rule 12.2: whether it is in supply.
    pub fn supplied(&self, unit: UnitId) -> bool {
        self.unit(unit).out == 0
    }

    /// The zone a unit stands in, as its box.
    pub fn zone_at(&self, unit: UnitId) -> Option<SpaceId> {
        Some(self.data.map.place(self.at(unit)?).zone)
    }

    /// Who reads; the referee looks as the German does.
    pub fn own(&self) -> Side {
        self.reader.unwrap_or(Side::German)
    }
}
