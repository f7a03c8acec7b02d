//! Rules 10.1 to 10.3: who may assault, who must, and who leads.

use super::super::bars::Bar;
use super::super::look::Look;
use super::super::script::Muster;
use super::super::state::Side;
use super::super::words::{GUNS, POINT, WITH};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{any, at_least, one};
use crate::orders::named_parts;

/// An assault that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Attack {
    pub(in super::super) side: Side,
    pub(in super::super) at: SpaceId,
    pub(in super::super) units: Vec<UnitId>,
    pub(in super::super) point: UnitId,
    pub(in super::super) guns: Vec<UnitId>,
}

impl Attack {
    /// The order that says all of it.
    pub(in super::super) fn into_plan(self) -> Plan {
        Plan {
            with: Some(self.units),
            point: Some(self.point),
            guns: self.guns,
        }
    }
}

named_parts! {
    /// What an order says of an assault; what it leaves out is filled in.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in super::super) struct Plan from m: &Muster<'_> {
        pub(in super::super) with WITH: Option<Vec<UnitId>> = at_least(1, &m.assault),
        pub(in super::super) point POINT: Option<UnitId> = one(&m.assault),
        pub(in super::super) guns GUNS: Vec<UnitId> = any(&m.guns),
    }
}

impl Look<'_> {
    /// Rules 10.1 to 10.3: whether a side may assault a place so.
    pub(in super::super) fn assault(
        self,
        side: Side,
        at: SpaceId,
        plan: &Plan,
    ) -> Result<Attack, Bar> {
        if self.s.pulse.assault(at).is_some() {
            return Err(Bar::AssaultOver);
        }
        if self.vacant(side, at) {
            return Err(Bar::NobodyThere);
        }
        let mut units: Vec<UnitId> = match &plan.with {
            Some(with) => {
                for unit in with {
                    self.may_assault(side, at, *unit)?;
                }
                with.clone()
            }
            None => self
                .units(side, at)
                .filter(|unit| self.may_assault(side, at, *unit).is_ok())
                .collect(),
        };
        // 10.2: who must assault does.
        let must = self.units(side, at).filter(|unit| {
            let acting = self.acting(*unit);
            acting.is_some_and(|acting| acting.must) && self.may_assault(side, at, *unit).is_ok()
        });
        for unit in must {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units.sort_unstable();
        if units.is_empty() {
            return Err(self.why_nobody(side, at));
        }
        let strongest = |unit: &&UnitId| (self.counter(**unit).attack, std::cmp::Reverse(unit.0));
        let best = units.iter().max_by_key(strongest).copied();
        let point = match plan.point {
            Some(point) if !units.contains(&point) => return Err(Bar::PointWho),
            Some(point) => point,
            None => best.ok_or(Bar::NotThere)?,
        };
        for gun in &plan.guns {
            self.may_support(side, at, *gun, &units)?;
        }
        let mut guns = plan.guns.clone();
        guns.sort_unstable();
        guns.dedup();
        Ok(Attack {
            side,
            at,
            units,
            point,
            guns,
        })
    }

    /// Why nobody in a place can assault: of several reasons the one that could be helped.
    fn why_nobody(self, side: Side, at: SpaceId) -> Bar {
        let bars: Vec<Bar> = self
            .units(side, at)
            .filter_map(|unit| self.may_assault(side, at, unit).err())
            .collect();
        [Bar::Standing, Bar::NotActive, Bar::Done, Bar::NotFresh]
            .into_iter()
            .find(|bar| bars.contains(bar))
            .or(bars.first().copied())
            .unwrap_or(Bar::NoneOfOurs)
    }

    /// Rule 10.1: fresh infantry or armour that may act and stands there.
    fn may_assault(self, side: Side, at: SpaceId, unit: UnitId) -> Result<(), Bar> {
        let counter = self.counter(unit);
        if counter.side != side || !counter.kind.assaults() {
            return Err(Bar::WhoAssaults);
        }
        if self.may_act(unit)? != at {
            return Err(Bar::NotThere);
        }
        Ok(())
    }
}
