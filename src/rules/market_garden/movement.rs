//! Rule 9: movement. What a unit may enter, how, and at what cost.

use super::bars::Bar;
use super::ground::Water;
use super::look::Look;
use super::pulse::Via;
use super::state::{Phase, Side};
use super::units::Kind;
use crate::board::{SideId, SpaceId, UnitId};

/// A step from one place to the next that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Over which boundary.
    pub edge: SideId,
    /// How.
    pub via: Via,
    /// Movement factors it takes.
    pub cost: i32,
    /// Whether an assault must follow (10.2).
    pub must: bool,
    /// Whether the unit stops there (9.2).
    pub stop: bool,
}

impl<'a> Look<'a> {
    /// Rules 8.1 and 13.1: whether a unit may act in this impulse.
    pub fn may_act(self, unit: UnitId) -> Result<SpaceId, Bar> {
        let at = self.s.at(unit).ok_or(Bar::NotActive)?;
        if self.s.phase == Phase::German && self.standing_still() {
            return Err(Bar::Standing);
        }
        if self.counter(unit).kind == Kind::Tower {
            return Err(Bar::Tower);
        }
        if !self.fresh(unit) {
            return Err(Bar::NotFresh);
        }
        match self.acting(unit) {
            Some(acting) if acting.done => Err(Bar::Done),
            Some(_) => Ok(at),
            None if self.active_now().contains(&at) => Ok(at),
            None => Err(Bar::NotActive),
        }
    }

    /// The active places of the present half of the impulse.
    pub fn active_now(self) -> &'a [SpaceId] {
        let pulse = &self.s.pulse;
        pulse.active.get(pulse.half..).unwrap_or_default()
    }

    /// Rule 20.61: on 17 September Germans neither move nor attack until the marker has left the number the day
    /// began with. An air bombardment leaves it there (16.2).
    pub fn standing_still(self) -> bool {
        self.s.date == 17 && self.s.impulse == self.s.opened
    }

    /// Rule 9: whether a unit that may act can enter a neighbouring place, and at what cost.
    pub fn entry(self, unit: UnitId, to: SpaceId) -> Result<Entry, Bar> {
        let from = self.may_act(unit)?;
        let counter = self.counter(unit);
        if self.acting(unit).is_some_and(|acting| acting.must) {
            // Guns that followed a point unit in assault nobody: they have just stopped.
            return Err(if counter.kind.assaults() {
                Bar::MustAssault
            } else {
                Bar::Stopped
            });
        }
        if self.acting(unit).is_some_and(|acting| acting.moved) {
            // 9.2: who enters a place with enemies stops there.
            if self.has(counter.side.other(), from) {
                return Err(Bar::Stopped);
            }
            if self.d.ground.place(from).zone {
                return Err(Bar::StoppedInZone);
            }
        }
        let edge = self.d.ground.between(from, to).ok_or(if from == to {
            Bar::AlreadyThere
        } else {
            Bar::NotAdjacent
        })?;
        self.allowed(unit, to)?;
        let via = self.way_across(unit, edge)?;
        self.price(unit, from, to, edge, via)
    }

    /// Restrictions that rest on the place, not on the boundary.
    pub(super) fn allowed(self, unit: UnitId, to: SpaceId) -> Result<(), Bar> {
        let (counter, place) = (self.counter(unit), self.d.ground.place(to));
        // 9.67, 3.26.
        if let Some(division) = counter.airborne
            && !place.sector[division.index()]
        {
            return Err(Bar::OutsideSector);
        }
        // 14.5.
        if to == self.d.ground.f {
            return Err(Bar::OnlyByRetreat);
        }
        // 14.2: from next to it only, as the whole move.
        if place.zone && self.acting(unit).is_some_and(|acting| acting.moved) {
            return Err(Bar::ZoneFromAfar);
        }
        if self.full(counter.side, to) {
            return Err(Bar::Full);
        }
        // 8.212, 9.1.
        if self.s.pulse.assault(to).is_some() {
            return Err(Bar::AssaultOver);
        }
        Ok(())
    }

    /// Rules 9.41 and 9.61 to 9.63: how a unit gets over a boundary.
    pub(super) fn way_across(self, unit: UnitId, edge: SideId) -> Result<Via, Bar> {
        let counter = self.counter(unit);
        let (printed, infantry) = (self.d.ground.edge(edge), counter.kind.is_infantry());
        let ferry = printed.water == Water::River && !self.bridged(edge) && self.ferry(edge);
        // 9.41; R-52: a ferry counts as a road.
        if !infantry && !printed.road && !ferry {
            return Err(Bar::NoRoad);
        }
        if printed.water == Water::None {
            return Ok(Via::Land);
        }
        if self.bridged(edge) {
            // 9.3: infantry gets over a canal without the bridge too, where that is full.
            let canal = printed.water == Water::Canal && infantry;
            return match self.bridge_has_room(unit, edge) {
                true => Ok(Via::Bridge),
                false if canal => Ok(Via::Canal),
                false => Err(Bar::BridgeFull),
            };
        }
        if printed.water == Water::Canal {
            return if infantry {
                Ok(Via::Canal)
            } else {
                Err(Bar::CanalOnFoot)
            };
        }
        if !ferry {
            return Err(Bar::River);
        }
        self.ferry_takes(unit, edge)?;
        Ok(Via::Ferry)
    }

    /// Rule 9.62: one unit a phase, and no German armour before the 19th.
    pub(super) fn ferry_takes(self, unit: UnitId, edge: SideId) -> Result<(), Bar> {
        let counter = self.counter(unit);
        let used = self.s.ferried.iter().filter(|one| **one == edge).count();
        if used >= self.d.tables.stacking.ferry {
            return Err(Bar::FerryUsed);
        }
        let early = self.s.date < self.d.tables.dday.ferry_armour_from;
        if counter.side == Side::German && counter.kind == Kind::Armour && early {
            return Err(Bar::FerryArmour);
        }
        Ok(())
    }

    /// Rule 9.61: five different units a bridge, both ways together.
    pub fn bridge_has_room(self, unit: UnitId, edge: SideId) -> bool {
        let crossed = &self.s.pulse.crossed;
        crossed.contains(&(edge, unit))
            || crossed.iter().filter(|(one, _)| *one == edge).count()
                < self.d.tables.stacking.bridge
    }

    /// Rule 9.3: what the step costs.
    fn price(
        self,
        unit: UnitId,
        from: SpaceId,
        to: SpaceId,
        edge: SideId,
        via: Via,
    ) -> Result<Entry, Bar> {
        let counter = self.counter(unit);
        let side = counter.side;
        let must = self.forces_assault(side, to, edge, via);
        self.behind_point(unit, to, must)?;
        let leaves = self.leaves_contested(unit, from, to)?;
        let (left, acting) = (self.left(unit), self.acting(unit));
        let moved = acting.is_some_and(|acting| acting.moved);
        let all = via.takes_all() || leaves;
        // all means all, a seizure takes of it too; only the assault in the active area may have.
        let (of, surcharge) = (
            self.movement(unit),
            self.s.pulse.assault(from).map_or(0, |one| one.surcharge),
        );
        let paid = acting.is_some_and(|acting| acting.paid);
        if all && (moved || of - left > if paid { surcharge } else { 0 }) {
            return Err(Bar::NotWhole { left, of });
        }
        let seized = via == Via::Bridge
            && self
                .s
                .pulse
                .seized
                .iter()
                .any(|(one, by)| *one == edge && *by != unit);
        let tables = &self.d.tables.cost;
        let mut cost = self.entry_cost(side, to);
        cost += if seized { tables.seized_bridge } else { 0 };
        if !moved && !paid {
            cost += surcharge;
        }
        // 9.7: who has spent nothing may make one step with all he has.
        let whole = left == of;
        if !all && cost > left && !(whole && left > 0) {
            return Err(Bar::TooFar { cost, left });
        }
        let cost = if all { left } else { cost.min(left) };
        let stop = self.has(side.other(), to) || self.d.ground.place(to).zone;
        Ok(Entry {
            edge,
            via,
            cost,
            must,
            stop,
        })
    }

    /// Rules 9.3 and 7.3: the cost of entering a place, whatever the boundary.
    pub fn entry_cost(self, side: Side, to: SpaceId) -> i32 {
        let tables = &self.d.tables.cost;
        if self.has_fresh(side.other(), to) {
            tables.fresh
        } else if self.has(side.other(), to) {
            tables.spent
        } else if self.controls(side, to) && !self.s.pulse.taken.contains(&to) {
            tables.free
        } else {
            tables.vacant
        }
    }

    /// Rules 10.2, 10.4 and 9.63: whether entering so forces an assault.
    pub fn forces_assault(self, side: Side, to: SpaceId, edge: SideId, via: Via) -> bool {
        if self.vacant(side, to) {
            return false;
        }
        if !self.s.pulse.contested.contains(&to) {
            return true;
        }
        match via {
            Via::Land | Via::Air => false,
            Via::Bridge => self.holder(edge) != side,
            // 9.63; R-53: by another reading a canal or ferry that one holds is like a bridge of one's own.
            Via::Canal | Via::Ferry => {
                !self.d.switches.held_as_bridges || self.holder(edge) != side
            }
            // 9.64: boats always end in an assault.
            Via::Boat => true,
        }
    }

    /// Rules 9.5 and 9.66: guns and flak go behind a point unit.
    fn behind_point(self, unit: UnitId, to: SpaceId, must: bool) -> Result<(), Bar> {
        let counter = self.counter(unit);
        let (side, pulse) = (counter.side, &self.s.pulse);
        if counter.kind.assaults() || pulse.pointed.contains(&to) {
            return Ok(());
        }
        if self.contested(to) {
            return if must {
                Err(Bar::NeedsPointAcross)
            } else {
                Ok(())
            };
        }
        if self.free(side, to) {
            return Ok(());
        }
        Err(Bar::NeedsPoint)
    }

    /// Rules 9.3 and 14.2: whether leaving a contested area takes all movement.
    fn leaves_contested(self, unit: UnitId, from: SpaceId, to: SpaceId) -> Result<bool, Bar> {
        let counter = self.counter(unit);
        let side = counter.side;
        if self.d.ground.place(from).zone || self.vacant(side, from) {
            return Ok(false);
        }
        let free = self.free(side, to);
        // 9.3 note: armour that faces no armour leaves at normal cost.
        if counter.kind == Kind::Armour && !self.faces_armour(side, from) {
            // 9.5: to the enemy one goes from a vacant area only.
            return if !self.d.switches.armour_exit_free && !free {
                Err(Bar::ContestedExit)
            } else {
                Ok(false)
            };
        }
        if free {
            Ok(true)
        } else {
            Err(Bar::ContestedExit)
        }
    }

    /// Rule 9.64: whether a unit may cross by boat.
    pub fn boat(self, unit: UnitId, to: SpaceId) -> Result<Entry, Bar> {
        let from = self.may_act(unit)?;
        let counter = self.counter(unit);
        if self.s.boats_used {
            return Err(Bar::BoatsUsed);
        }
        let foot = counter.kind.is_infantry() && counter.kind != Kind::Mech;
        if counter.side != Side::Allied || !foot {
            return Err(Bar::BoatsWho);
        }
        let edge = self.d.ground.between(from, to).ok_or(Bar::NotAdjacent)?;
        let river = self.d.ground.edge(edge).water == Water::River;
        if !river || self.bridged(edge) && !self.d.switches.boats_beside_bridges {
            return Err(Bar::BoatsWhere);
        }
        self.allowed(unit, to)?;
        if !self.line_to_f(from) {
            return Err(Bar::BoatsLine);
        }
        self.price(unit, from, to, edge, Via::Boat)
    }
}
