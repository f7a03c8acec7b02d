//! Rules 15.11 to 15.13: the guns that fire and support.

use super::super::bars::Bar;
use super::super::look::Look;
use super::super::state::{Phase, Side};
use super::super::units::Kind;
use crate::board::{SpaceId, UnitId};

impl Look<'_> {
    /// Rule 15.12: whether a gun may support an assault.
    pub(in super::super) fn may_support(
        self,
        side: Side,
        at: SpaceId,
        gun: UnitId,
        units: &[UnitId],
    ) -> Result<(), Bar> {
        let counter = self.counter(gun);
        self.may_fire(side, at, gun)?;
        let from = self.s.at(gun).ok_or(Bar::NotFresh)?;
        if self.d.switches.support_from_active && !self.active_now().contains(&from) {
            return Err(Bar::GunActive);
        }
        // 15.12: guns of a division support only their own.
        let own = units
            .iter()
            .any(|unit| self.counter(*unit).division == counter.division);
        if counter.kind == Kind::Guns && !own {
            return Err(Bar::GunDivision);
        }
        Ok(())
    }

    /// Rules 15.11 to 15.13 and 14.4: whether a fresh gun reaches a place.
    pub(in super::super) fn may_fire(
        self,
        side: Side,
        at: SpaceId,
        gun: UnitId,
    ) -> Result<(), Bar> {
        let counter = self.counter(gun);
        if counter.side != side || !counter.kind.is_artillery() {
            return Err(Bar::NotGun);
        }
        if side == Side::German && self.s.phase == Phase::German && self.standing_still() {
            return Err(Bar::Standing);
        }
        let from = self.s.at(gun).ok_or(Bar::NotFresh)?;
        if !self.fresh(gun) {
            return Err(Bar::NotFresh);
        }
        let busy = self
            .acting(gun)
            .is_some_and(|acting| acting.done || acting.moved);
        if busy || self.s.pulse.fired.contains(&gun) {
            return Err(Bar::GunFired);
        }
        if from == at {
            return Ok(());
        }
        let ground = &self.d.ground;
        if ground.place(from).zone || ground.place(at).zone {
            return Err(Bar::GunZone);
        }
        let corps = counter.kind == Kind::CorpsGuns;
        let near = ground.between(from, at).is_some()
            || corps && ground.within_two[usize::from(from.0)].contains(&at);
        if !near {
            let reach = if corps { 2 } else { 1 };
            return Err(Bar::GunRange { reach });
        }
        if !self.free(side, from) {
            return Err(Bar::GunContested);
        }
        Ok(())
    }
}
