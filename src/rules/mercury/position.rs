//! What the rules ask of a position on land: who stands where, ratings as they are, zones of control, stacking.

use std::collections::BTreeSet;

use super::data::Data;
use super::map::Sector;
use super::side::{Nation, Side};
use super::state::{Hidden, Mark, Open, Supply, Unit, Vessel, Where};
use super::tables::POINT;
use super::units::{Land, Ratings, Type};
use crate::board::{Mask, Reach, SpaceId, Step, UnitId};
use crate::engine::hidden::Known;

impl<'a> Known<'a, Data, Open, Hidden, Side> {
    /// What is printed on a unit.
    pub fn printed(&self, unit: UnitId) -> &'a Land {
        self.data.land(unit)
    }

    /// A unit as it is.
    pub fn unit(&self, unit: UnitId) -> &'a Unit {
        self.open.unit(unit)
    }

    /// Whose it is.
    pub fn side(&self, unit: UnitId) -> Side {
        self.printed(unit).side()
    }

    /// The place it is in, if it is on the board.
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.unit(unit).at {
            Where::At(at) if self.data.map.place(at).is_land() => Some(at),
            _ => None,
        }
    }

    /// The units in play of a side, in order.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let here = *self;
        self.data
            .land_ids()
            .filter(move |unit| here.side(*unit) == side && here.at(*unit).is_some())
    }

    /// The units of a side in a place, in order.
    pub fn on(&self, at: SpaceId, side: Side) -> Vec<UnitId> {
        let here = |unit: &UnitId| self.unit(*unit).at == Where::At(at) && self.side(*unit) == side;
        self.data.land_ids().filter(here).collect()
    }

    /// Whether a side has units in a place.
    pub fn holds(&self, at: SpaceId, side: Side) -> bool {
        let here = |unit: UnitId| self.unit(unit).at == Where::At(at) && self.side(unit) == side;
        self.data.land_ids().any(here)
    }

    /// The sector a place lies in.
    pub fn sector(&self, at: SpaceId) -> Sector {
        self.data.map.place(at).sector.unwrap_or_default()
    }

    /// The ratings of its present face.
    pub fn ratings(&self, unit: UnitId) -> Ratings {
        self.printed(unit).ratings[usize::from(self.unit(unit).reduced)]
    }

    /// Rule 9.51: steps it has left; a headquarters has one.
    pub fn steps(&self, unit: UnitId) -> u8 {
        let printed = self.printed(unit);
        if printed.is_hq() {
            return 1;
        }
        printed.steps - u8::from(self.unit(unit).reduced)
    }

    /// Steps of some units.
    pub fn steps_of(&self, units: &[UnitId]) -> i32 {
        units.iter().map(|unit| i32::from(self.steps(*unit))).sum()
    }

    /// Its attack in halves: dispersed units count half (6.32), a mortar its bombardment (13.42).
    pub fn attack(&self, unit: UnitId) -> i32 {
        let (printed, now) = (self.printed(unit), self.unit(unit));
        let attack = match (printed.kind, printed.guns) {
            (Type::Mortar, Some(_)) if now.fire > 1 || now.fatigued => 0,
            (Type::Mortar, Some((guns, _))) => guns,
            _ => self.ratings(unit).attack,
        };
        if now.dispersed { attack } else { 2 * attack }
    }

    /// Its defence in halves (6.32).
    pub fn defence(&self, unit: UnitId) -> i32 {
        let defence = self.ratings(unit).defence;
        if self.unit(unit).dispersed {
            defence
        } else {
            2 * defence
        }
    }

    /// Its efficiency.
    pub fn efficiency(&self, unit: UnitId) -> i32 {
        self.ratings(unit).efficiency
    }

    /// Rule 4.3: stacking points of some units.
    pub fn stack_of(&self, units: &[UnitId]) -> u32 {
        units.iter().map(|unit| self.printed(*unit).stack).sum()
    }

    /// Rule 4.3: whether one more unit may end in a place.
    pub fn has_room(&self, at: SpaceId, unit: UnitId) -> bool {
        let mut there = self.on(at, self.side(unit));
        there.retain(|one| *one != unit);
        there.push(unit);
        self.data.map.place(at).zone || self.stack_of(&there) <= self.data.tables.limits.stack
    }

    /// Rule 4.3: whether some more units may be in a place.
    pub fn has_room_for(&self, at: SpaceId, units: &[UnitId]) -> bool {
        let Some(first) = units.first() else {
            return true;
        };
        let mut there = self.on(at, self.side(*first));
        there.retain(|one| !units.contains(one));
        there.extend(units);
        self.data.map.place(at).zone || self.stack_of(&there) <= self.data.tables.limits.stack
    }

    /// Rule 5.12: whether a unit exerts a zone of control at all.
    pub fn exerts(&self, unit: UnitId) -> bool {
        let (printed, now) = (self.printed(unit), self.unit(unit));
        printed.zone && printed.nation != Nation::Greek && !now.fatigued && !now.dispersed
    }

    /// Rules 5.11 and 5.15: whether a unit in a hex controls a neighbour.
    fn controls(&self, unit: UnitId, from: SpaceId, to: SpaceId) -> bool {
        self.exerts(unit)
            && self.data.map.touch(from, to)
            && self
                .data
                .map
                .enters(&self.data.tables, self.printed(unit).gait, from, to)
    }

    /// Rule 5.1: the hexes in the zones of control of a side.
    pub fn zones(&self, side: Side) -> Mask {
        let mut mask = Mask::new();
        for unit in self.units_of(side) {
            let Some(at) = self.at(unit).filter(|_| self.exerts(unit)) else {
                continue;
            };
            for way in self.data.map.ways(at) {
                if self.controls(unit, at, way.to) {
                    mask.add(way.to);
                }
            }
        }
        mask
    }

    /// Whether a hex is in the zone of control of an enemy of `side`.
    pub fn in_zone(&self, at: SpaceId, side: Side) -> bool {
        let ways = self.data.map.ways(at).iter();
        let mut units = ways.flat_map(|way| {
            let near = way.to;
            let there = self.on(near, side.other()).into_iter();
            there.map(move |unit| (unit, near))
        });
        units.any(|(unit, near)| self.controls(unit, near, at))
    }

    /// Hexes with units of a side.
    pub fn spots(&self, side: Side) -> BTreeSet<SpaceId> {
        self.units_of(side)
            .filter_map(|unit| self.at(unit))
            .collect()
    }

    /// Rule 15.34: the worst supply of some units of a side; militia always has enough.
    pub fn supply(&self, side: Side, units: &[UnitId]) -> Supply {
        let own = units
            .iter()
            .filter(|unit| self.printed(**unit).kind != Type::Militia);
        let status = |unit: &UnitId| {
            let at = self.at(*unit)?;
            Some(self.open.supply[side.index()][self.sector(at).index()])
        };
        own.filter_map(status).max().unwrap_or_default()
    }

    /// Rule 9.23: the defence value of a hex, with its improved position.
    pub fn defence_value(&self, at: SpaceId) -> i32 {
        let ground = self
            .data
            .tables
            .terrain
            .get(&self.data.map.place(at).terrain);
        ground.map_or(1, |ground| ground.defence) + i32::from(self.open.improved.contains(&at))
    }

    /// Rule 12.42: the interdiction an Allied unit in a place is under.
    pub fn interdicted(&self, at: SpaceId) -> i32 {
        if self.open.is_day() {
            i32::from(self.open.interdiction[self.sector(at).index()])
        } else {
            0
        }
    }

    /// Rule 8.12: how far a headquarters commands.
    pub fn command_range(&self, hq: UnitId) -> u32 {
        let printed = self.printed(hq).command[usize::from(self.unit(hq).reduced)];
        let lost = match (self.side(hq), self.at(hq)) {
            (Side::Allied, Some(at)) => self.interdicted(at),
            _ => 0,
        };
        printed.saturating_sub(u32::try_from(lost).unwrap_or(0))
    }

    /// Rules 8.11 to 8.13: the headquarters of a side that can coordinate an attack on a hex, the best first.
    pub fn commanders(&self, side: Side, target: SpaceId) -> Vec<UnitId> {
        let enemy = self.zones(side.other());
        let own = self.spots(side);
        let mut found: Vec<UnitId> = self
            .units_of(side)
            .filter(|unit| self.printed(*unit).is_hq() && !self.unit(*unit).dispersed)
            .filter(|hq| {
                let Some(at) = self.at(*hq) else { return false };
                let reach = Reach::flood(at, self.command_range(*hq), |from, _, out| {
                    for way in self
                        .data
                        .map
                        .ways(from)
                        .iter()
                        .filter(|way| !way.between.closed)
                    {
                        // The hex attacked is not tested.
                        if way.to == target {
                            out.push(Step::last(way.to, 1));
                        } else if !self.data.map.place(way.to).zone
                            && (!enemy.has(way.to) || own.contains(&way.to))
                            && !self.holds(way.to, side.other())
                        {
                            out.push(Step::on(way.to, 1));
                        }
                    }
                });
                reach.has(target)
            })
            .collect();
        found.sort_by_key(|hq| (-self.efficiency(*hq), *hq));
        found
    }

    /// Rule 4.1: what a unit may spend this phase, in sixths of a point, and whether it may go no further than one hex;
    /// nothing if it may not move at all.
    pub fn movement(&self, unit: UnitId) -> Option<(u32, bool)> {
        let now = self.unit(unit);
        let printed = self.ratings(unit).movement;
        let marks = now.marks;
        let at = self.at(unit)?;
        let fired = self.printed(unit).is_artillery() && self.printed(unit).kind != Type::Mortar;
        if now.dispersed || printed == 0 || marks.has(Mark::AirlandedUnderFire) {
            return None;
        }
        // 11.12: guns that have fired twice stay where they are.
        if fired && now.fire > 1 {
            return None;
        }
        let mut points = printed;
        let mut one_hex = false;
        if marks.has(Mark::Airlanded) {
            points = printed / 2;
        }
        one_hex |= marks.has(Mark::BySteamer);
        if marks.has(Mark::Unloaded) {
            // 17.37 d
            if self.data.map.place(at).zone {
                return None;
            }
            points = printed - (printed + 1) / 2;
        }
        if marks.has(Mark::Dropped) || marks.has(Mark::LandedBySea) {
            points = points.min(1);
        }
        if self.side(unit) == Side::Allied {
            match self.paralysis(unit, at) {
                Some(0) => return None,
                Some(_) => (points, one_hex) = (points.min(1), true),
                None => {}
            }
            points -= self.interdicted(at);
        }
        Some((u32::try_from(points.max(0)).unwrap_or(0) * POINT, one_hex))
    }

    /// Rules 4.61 to 4.63: how the Allies are held back by surprise: not at all, to one hex, or altogether.
    pub fn paralysis(&self, unit: UnitId, at: SpaceId) -> Option<i32> {
        if self.side(unit) != Side::Allied {
            return None;
        }
        let turn = self.open.turn;
        if self.data.map.place(at).zone {
            return (turn <= 6).then_some(0);
        }
        match self.sector(at) {
            Sector::Retimo | Sector::Heraklion if turn <= 1 => Some(0),
            Sector::Retimo | Sector::Heraklion if turn == 2 => Some(1),
            Sector::MalemeSuda if turn <= 1 => Some(1),
            _ => None,
        }
    }

    /// Rules 7.34 and 7.43: whether the Allies in a place are still surprised.
    pub fn surprised(&self, at: SpaceId) -> bool {
        match self.sector(at) {
            Sector::MalemeSuda => self.open.turn == 1,
            Sector::Retimo | Sector::Heraklion => self.open.turn == 2,
            Sector::SouthCrete => false,
        }
    }

    /// The distance from a place to the nearest unit of a side.
    pub fn nearest(&self, at: SpaceId, side: Side) -> u32 {
        let spots = self.spots(side);
        let far = spots.iter().map(|spot| self.data.map.distance(at, *spot));
        far.min().unwrap_or(u32::MAX)
    }

    /// A ship or convoy, as far as it is known.
    pub fn ship(&self, unit: UnitId) -> &'a Vessel {
        &self.hidden.ships[unit.index() - self.data.land.len() - self.data.planes.len()]
    }
}
