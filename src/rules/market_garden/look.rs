//! Questions that every rule asks of the position.

use super::data::Data;
use super::ground::Water;
use super::pulse::Acting;
use super::state::{Control, Level, Mark, Side, State, Weather};
use super::units::Counter;
use crate::board::{SideId, SpaceId, UnitId};

/// The position and what is printed.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// What is printed.
    pub d: &'a Data,
    /// The position.
    pub s: &'a State,
}

impl<'a> Look<'a> {
    /// A counter.
    pub fn counter(self, unit: UnitId) -> &'a Counter {
        self.d.counter(unit)
    }

    /// A unit's state.
    pub fn level(self, unit: UnitId) -> Level {
        self.s.unit(unit).level
    }

    /// Whether a unit is fresh.
    pub fn fresh(self, unit: UnitId) -> bool {
        self.level(unit) == Level::Fresh
    }

    /// The units of a side in a place.
    pub fn units(self, side: Side, at: SpaceId) -> impl Iterator<Item = UnitId> + 'a {
        let units = self.s.stack(at).iter().copied();
        units.filter(move |unit| self.d.counter(*unit).side == side)
    }

    /// How many units a side has in a place.
    pub fn count(self, side: Side, at: SpaceId) -> usize {
        self.units(side, at).count()
    }

    /// Whether a side has a unit in a place.
    pub fn has(self, side: Side, at: SpaceId) -> bool {
        self.units(side, at).next().is_some()
    }

    /// Whether a side has a fresh unit in a place.
    pub fn has_fresh(self, side: Side, at: SpaceId) -> bool {
        self.units(side, at).any(|unit| self.fresh(unit))
    }

    /// Rule 7.1: whether no more units of a side may enter; zones hold any number (7.2).
    pub fn full(self, side: Side, at: SpaceId) -> bool {
        !self.d.ground.place(at).zone && self.count(side, at) >= self.d.tables.stacking.area
    }

    /// Who controls a place.
    pub fn control(self, at: SpaceId) -> Control {
        self.s.control[usize::from(at.0)]
    }

    /// Whether a side controls a place.
    pub fn controls(self, side: Side, at: SpaceId) -> bool {
        self.control(at).side() == side
    }

    /// Rule 7.4: units of both sides are there.
    pub fn contested(self, at: SpaceId) -> bool {
        self.has(Side::German, at) && self.has(Side::Allied, at)
    }

    /// Rule 7.5: no enemy unit is there.
    pub fn vacant(self, side: Side, at: SpaceId) -> bool {
        !self.has(side.other(), at)
    }

    /// Rule 7.6: vacant and friendly.
    pub fn free(self, side: Side, at: SpaceId) -> bool {
        self.controls(side, at) && self.vacant(side, at)
    }

    /// Whether a bridge stands on a boundary.
    pub fn bridged(self, edge: SideId) -> bool {
        self.d.ground.edge(edge).bridge.is_some() && !self.s.blown.contains(&edge)
    }

    /// Whether a ferry works on a boundary (4.7).
    pub fn ferry(self, edge: SideId) -> bool {
        self.d.ground.edge(edge).ferry.is_some() && !self.s.sunk.contains(&edge)
    }

    /// Who holds a crossing. Rule 10.4: without a marker a canal or ferry is German, unless it lies between two areas
    /// under Allied control.
    pub fn holder(self, edge: SideId) -> Side {
        match self.s.held[usize::from(edge.0)] {
            Mark::German => Side::German,
            Mark::Allied => Side::Allied,
            Mark::Unmarked => {
                let edge = self.d.ground.edge(edge);
                let both =
                    self.controls(Side::Allied, edge.a) && self.controls(Side::Allied, edge.b);
                if both { Side::Allied } else { Side::German }
            }
        }
    }

    /// Whether a friendly bridge stands on a boundary, or there is no water to bridge.
    pub fn dry(self, side: Side, edge: SideId) -> bool {
        self.d.ground.edge(edge).water == Water::None
            || self.bridged(edge) && self.holder(edge) == side
    }

    /// Whether the weather is clear.
    pub fn clear(self) -> bool {
        self.s.weather == Weather::Clear
    }

    /// What a unit has done in the impulse.
    pub fn acting(self, unit: UnitId) -> Option<&'a Acting> {
        self.s.pulse.acting(unit)
    }

    /// Rules 17.3 and 20.61: the movement factors a unit has in the present impulse.
    pub fn movement(self, unit: UnitId) -> i32 {
        let (counter, tables) = (self.counter(unit), &self.d.tables.dday);
        match (counter.side, self.s.weather) {
            (Side::German, Weather::Overcast) => counter.movement + tables.overcast_mf,
            (Side::German, Weather::Clear) if self.s.date == 17 => tables.german_mf,
            _ => counter.movement,
        }
    }

    /// The movement factors a unit has left.
    pub fn left(self, unit: UnitId) -> i32 {
        self.acting(unit)
            .map_or_else(|| self.movement(unit), |acting| acting.left)
    }

    /// Whether a unit has an enemy armoured unit beside it.
    pub fn faces_armour(self, side: Side, at: SpaceId) -> bool {
        self.units(side.other(), at)
            .any(|unit| self.counter(unit).kind == super::units::Kind::Armour)
    }

    /// Rules 13.641 and 18.41: fresh flak, towers and interdiction markers in or next to a place.
    pub fn interdiction(self, at: SpaceId) -> i32 {
        let place = |at: SpaceId| {
            let flak = self.units(Side::German, at);
            let flak = flak.filter(|unit| self.fresh(*unit) && self.counter(*unit).kind.is_flak());
            let markers = self.s.interdiction.iter().filter(|one| **one == at);
            flak.count() + markers.count()
        };
        let near = self.d.ground.place(at).near.iter();
        let sum = place(at) + near.map(|(to, _)| place(*to)).sum::<usize>();
        i32::try_from(sum).unwrap_or(i32::MAX)
    }

    /// Rule 7.3: who should control a place now, if that changes.
    pub fn settled(self, at: SpaceId) -> Option<Control> {
        let (german, allied) = (self.has(Side::German, at), self.has(Side::Allied, at));
        let corps = self
            .units(Side::Allied, at)
            .any(|unit| self.counter(unit).is_corps());
        let allied_kind = if corps {
            Control::Corps
        } else {
            Control::Airborne
        };
        match (self.control(at), german, allied) {
            (Control::German, false, true) => Some(allied_kind),
            (Control::Airborne | Control::Corps, true, false) => Some(Control::German),
            (Control::Airborne, _, true) if corps => Some(Control::Corps),
            _ => None,
        }
    }
}
