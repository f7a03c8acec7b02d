//! Rules 11 and 16.2: bombardments by guns and from the air.

use super::Field;
use super::assault::{contest, count};
use super::bars::Bar;
use super::control::look;
use super::event::{Cause, Event, Target};
use super::look::Look;
use super::reactions::{Attrition, Mistaken};
use super::script::Battery;
use super::state::{Level, Side};
use super::units::Kind;
use super::view::MarkerId;
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// A bombardment by guns that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fire {
    pub(super) side: Side,
    pub(super) at: SpaceId,
    pub(super) lead: UnitId,
    pub(super) guns: Vec<UnitId>,
    pub(super) barrage: bool,
    pub(super) target: Target,
}

/// The markers of air bombardment: RAF 2 Group, RAF 83 Group, and US 8th Air on D-Day.
pub(super) const EIGHTH_AIR: usize = 2;

impl Look<'_> {
    /// Rules 11.11 to 11.2 and 15.11: whether guns may bombard a place so.
    pub(super) fn bombard(
        self,
        side: Side,
        at: SpaceId,
        battery: &Battery,
        barrage: bool,
    ) -> Result<Fire, Bar> {
        let (lead, guns) = (battery.lead, &battery.guns);
        for gun in std::iter::once(&lead).chain(guns) {
            self.may_fire(side, at, *gun)?;
        }
        // 11.2: British and Americans do not support each other.
        let nation = self.counter(lead).nation;
        if side == Side::Allied && guns.iter().any(|gun| self.counter(*gun).nation != nation) {
            return Err(Bar::GunNations);
        }
        if barrage && self.counter(lead).kind != Kind::CorpsGuns {
            return Err(Bar::BarrageWho);
        }
        let target = match battery.target {
            Some(Target::Marker(edge)) => self.marker_target(side, at, lead, edge)?,
            Some(Target::Unit(unit)) => self.unit_target(side, at, unit)?,
            None => self.default_target(side, at)?,
        };
        let mut guns: Vec<UnitId> = guns.iter().copied().filter(|gun| *gun != lead).collect();
        guns.sort_unstable();
        guns.dedup();
        Ok(Fire {
            side,
            at,
            lead,
            guns,
            barrage,
            target,
        })
    }

    /// Rules 11.12 and 15.1: guns are aimed at only where nothing else is.
    pub(super) fn unit_target(self, side: Side, at: SpaceId, unit: UnitId) -> Result<Target, Bar> {
        if self.s.at(unit) != Some(at) || self.counter(unit).side == side {
            return Err(Bar::NoTarget);
        }
        if !self.forward_units(side.other(), at).contains(&unit) {
            return Err(Bar::GunAsTarget);
        }
        Ok(Target::Unit(unit))
    }

    /// A fresh unit that is the best in defence, if the order does not say.
    pub(super) fn default_target(self, side: Side, at: SpaceId) -> Result<Target, Bar> {
        let units = self.forward_units(side.other(), at);
        let fresh = units.iter().find(|unit| self.fresh(**unit));
        let unit = fresh.or(units.first()).ok_or(Bar::NobodyToHit)?;
        Ok(Target::Unit(*unit))
    }

    /// Rules 11.12 and 19.22: a construction marker or a ferry on a boundary of the lead gun's own area, the
    /// place bombarded being on the far side.
    fn marker_target(
        self,
        side: Side,
        at: SpaceId,
        lead: UnitId,
        edge: SideId,
    ) -> Result<Target, Bar> {
        let from = self.s.at(lead).ok_or(Bar::TargetMarker)?;
        let work = self
            .s
            .works
            .iter()
            .any(|work| work.edge == edge && work.side != side);
        if !work && !self.ferry(edge) {
            return Err(Bar::TargetMarker);
        }
        if self.d.ground.between(from, at) != Some(edge) {
            return Err(Bar::TargetBoundary);
        }
        Ok(Target::Marker(edge))
    }

    /// The group of the Royal Air Force that strikes if the order does not say.
    pub(super) fn next_raf(self) -> MarkerId {
        MarkerId::RAF[usize::from(self.s.raf_used[0])]
    }

    /// Rules 16.2, 17.2 and 14.4: whether an RAF marker may bombard a place.
    pub(super) fn strike(
        self,
        marker: usize,
        at: SpaceId,
        target: Option<UnitId>,
    ) -> Result<UnitId, Bar> {
        if !self.clear() {
            return Err(Bar::Overcast);
        }
        if self.s.raf_used.get(marker).copied().unwrap_or(true) {
            return Err(Bar::MarkerUsed);
        }
        if self.vacant(Side::Allied, at) {
            return Err(Bar::NobodyToHit);
        }
        let place = self.d.ground.place(at);
        let near = place
            .near
            .iter()
            .any(|(to, _)| self.has(Side::Allied, *to) || self.controls(Side::Allied, *to));
        // A zone must be next to Allied units or an area of theirs; units in the zone itself are nearer still.
        if place.zone && !near && !self.has(Side::Allied, at) {
            return Err(Bar::ZoneTooFar);
        }
        let target = match target {
            Some(unit) => self.unit_target(Side::Allied, at, unit)?,
            None => self.default_target(Side::Allied, at)?,
        };
        match target {
            Target::Unit(unit) => Ok(unit),
            Target::Marker(_) => Err(Bar::NoTarget),
        }
    }

    /// Rule 11.3: the defence value against a bombardment.
    pub(super) fn cover(self, victim: Side, at: SpaceId, air: bool) -> Tally {
        let table = &self.d.tables.attrition;
        let mut tally = Tally::of_rule("11.3");
        let tem = self.d.ground.place(at).tem;
        tally.term("terrain", tem * table.tem_times, "11.3");
        let fresh = |test: &dyn Fn(Kind) -> bool| {
            let units = self.units(victim, at);
            let units = units.filter(|unit| self.fresh(*unit) && test(self.counter(*unit).kind));
            count(units.count())
        };
        if air {
            tally.term("flak", fresh(&Kind::is_flak), "11.3");
        } else {
            tally.term("fresh-guns", fresh(&Kind::is_artillery), "11.3");
        }
        tally
    }

    /// Rule 11.41: what it costs to take a level from a unit; nothing can be taken from D2.
    pub(super) fn attrition_cost(self, unit: UnitId) -> Option<i32> {
        let table = &self.d.tables.attrition;
        let costs = match self.counter(unit).kind {
            Kind::Armour => &table.armour,
            _ => &table.other,
        };
        let spent = self.s.pulse.reduced.contains(&unit);
        costs
            .get(self.level(unit) as usize)
            .copied()
            .filter(|_| !spent)
    }
}

/// Rule 11.4: guns bombard.
pub(super) fn by_guns(t: &mut Field<'_>, fire: &Fire) -> Play {
    let (side, at) = (fire.side, fire.at);
    let place = super::view::label(t.data(), at);
    let lead = t.data().counter(fire.lead);
    let (id, factor) = (lead.id.clone(), lead.attack);
    let t: &mut Field<'_> = &mut t.within(format_args!("bombard/{place}/{id}"));
    t.happen(Event::Bombards {
        side,
        at,
        lead: fire.lead,
        guns: fire.guns.clone(),
        barrage: fire.barrage,
        target: fire.target,
    })?;
    let mut attack = Tally::of_rule("11.2");
    attack.term_of("lead-gun", &id, factor, "11.2");
    if fire.barrage {
        let times = t.data().tables.attrition.barrage_times;
        attack.term("barrage", factor * (times - 1), "11.111");
    }
    attack.term("supporting-guns", count(fire.guns.len()), "11.2");
    let defence = look(t).cover(side.other(), at, false);
    let subject = vec![super::ground::place_item(at)];
    let (margin, _) = contest(t, (side, at), (attack, defence), subject)?;
    batter(t, side.other(), at, margin.max(0), Some(fire.target))?;
    // 11.111: after a barrage the guns are spent, else they stay fresh.
    if fire.barrage {
        let mut units = vec![fire.lead];
        units.extend(&fire.guns);
        t.happen(Event::Becomes {
            units,
            level: Level::Spent,
            cause: Cause::Barrage,
        })?;
    }
    Ok(())
}

/// Rules 16.2 and 16.21: aircraft bombard.
pub(super) fn from_air(t: &mut Field<'_>, marker: usize, at: SpaceId, target: UnitId) -> Play {
    let place = super::view::label(t.data(), at);
    let t: &mut Field<'_> = &mut t.within(format_args!("strike/{place}"));
    t.happen(Event::Strikes { marker, at, target })?;
    let table = &t.data().tables.reconstructed;
    let factor = table.raf.get(marker).copied().unwrap_or(table.eighth_air);
    let mut attack = Tally::of_rule("11.2");
    attack.term("aircraft", factor, "11.2");
    let defence = look(t).cover(Side::German, at, true);
    let subject = vec![super::ground::place_item(at)];
    let contested = look(t).contested(at);
    let (margin, [first, second]) = contest(t, (Side::Allied, at), (attack, defence), subject)?;
    batter(
        t,
        Side::German,
        at,
        margin.max(0),
        Some(Target::Unit(target)),
    )?;
    // 16.21: equal natural throws over a contested area hit friends too.
    if contested && first.value == second.value {
        let points = (first.value + 1) / 2;
        t.happen(Event::Mistakes { at, points })?;
        let units = look(t).forward_units(Side::Allied, at);
        let chosen = match units.as_slice() {
            [] => return Ok(()),
            [only] => *only,
            _ => t.ask(Side::German, OneOf(Mistaken { at }))?,
        };
        batter(t, Side::Allied, at, points, Some(Target::Unit(chosen)))?;
    }
    Ok(())
}

/// Rule 11.41: the primary target pays first, then the others as their owner ranks them.
fn batter(
    t: &mut Field<'_>,
    victim: Side,
    at: SpaceId,
    points: i32,
    primary: Option<Target>,
) -> Play {
    t.happen(Event::Batters {
        side: victim,
        at,
        points,
    })?;
    let mut left = points;
    match primary {
        Some(Target::Marker(edge)) if left > 0 => {
            left -= t.data().tables.attrition.marker;
            t.happen(Event::Wrecks { edge, side: victim })?;
        }
        Some(Target::Unit(unit)) if left > 0 => {
            if let Some(cost) = look(t).attrition_cost(unit) {
                // 11.12: the first point is the target's, spent on it whether or not it suffices.
                left = reduce(t, unit, cost, left)?.unwrap_or(left - 1);
            }
        }
        _ => {}
    }
    let units: Vec<UnitId> = look(t)
        .units(victim, at)
        .filter(|unit| primary != Some(Target::Unit(*unit)))
        .filter(|unit| look(t).attrition_cost(*unit).is_some())
        .collect();
    let all: i32 = units
        .iter()
        .filter_map(|unit| look(t).attrition_cost(*unit))
        .sum();
    let order = if left <= 0 || units.is_empty() {
        return Ok(());
    } else if all <= left {
        units
    } else {
        let side = victim;
        let t: &mut Field<'_> = &mut t.within("spread");
        let ask = Attrition {
            at,
            points: left,
            units,
        };
        t.ask(side, Given(ask))?.0
    };
    for unit in order {
        if left <= 0 {
            break;
        }
        let Some(cost) = look(t).attrition_cost(unit) else {
            continue;
        };
        // Who cannot be paid for in full is passed over for one who can.
        if let Some(rest) = reduce(t, unit, cost, left)? {
            left = rest;
        }
    }
    Ok(())
}

/// Takes a level from a unit if the points suffice; gives what is left.
fn reduce(t: &mut Field<'_>, unit: UnitId, cost: i32, left: i32) -> Play<Option<i32>> {
    if left < cost && !t.data().switches.attrition_rounds_up {
        return Ok(None);
    }
    if let Some(level) = look(t).level(unit).worse(1) {
        t.happen(Event::Becomes {
            units: vec![unit],
            level,
            cause: Cause::Attrition,
        })?;
    }
    Ok(Some((left - cost).max(0)))
}
