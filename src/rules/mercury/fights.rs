//! What manoeuvre and assault combats have in common: strengths, guns, leads, losses and fatigue (9.4, 9.5, 9.7, 11).

use super::Board;
use super::bars::Bar;
use super::data::Data;
use super::declare::declared;
use super::event::{Cause, Event, Volley};
use super::orders::combat::{Fatigue, Losses, Plan};
use super::side::Side;
use super::state::{Hidden, Mark, Open, Position};
use super::tables::Hit;
use super::units::{Gait, Type};
use crate::board::{SpaceId, UnitId};
use crate::engine::hidden::Known;
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Below;

impl Known<'_, Data, Open, Hidden, Side> {
    /// Attack or defence of some units, in halves.
    pub fn attack_of(&self, units: &[UnitId]) -> i32 {
        units.iter().map(|unit| self.attack(*unit)).sum()
    }

    /// The same of defence.
    pub fn defence_of(&self, units: &[UnitId]) -> i32 {
        units.iter().map(|unit| self.defence(*unit)).sum()
    }

    /// The best of some units that fit into one hex together.
    pub fn as_many_as_fit(&self, units: &[UnitId]) -> Vec<UnitId> {
        let most = self.data.tables.limits.stack;
        let mut best = units.to_vec();
        best.sort_by_key(|unit| (-self.defence(*unit), -self.attack(*unit), *unit));
        let mut fit: Vec<UnitId> = Vec::new();
        for unit in best {
            if self.stack_of(&fit) + self.printed(unit).stack <= most {
                fit.push(unit);
            }
        }
        fit.sort_unstable();
        fit
    }

    /// The unit that leads best (9.31 D).
    pub fn best_lead(&self, units: &[UnitId]) -> Option<UnitId> {
        let best = |unit: &&UnitId| {
            (
                self.efficiency(**unit),
                self.steps(**unit),
                std::cmp::Reverse(**unit),
            )
        };
        units.iter().max_by_key(best).copied()
    }
}

/// Rules 9.31 B and C: the column of the odds; nothing below the first one.
pub(super) fn odds(pos: &Position<'_>, at: SpaceId, units: &[UnitId]) -> Option<usize> {
    let defenders = pos.on(at, pos.open.active.other());
    let chart = &pos.data.tables.charts.manoeuvre;
    chart.odds(pos.attack_of(units), pos.defence_of(&defenders))
}

/// Whether units can attack a hex at all: by manoeuvre, or by assault.
pub(super) fn can_fight(pos: &Position<'_>, at: SpaceId, units: &[UnitId]) -> bool {
    !usual_plan(pos, at, units, &[]).is_empty()
}

impl Plan {
    fn is_empty(&self) -> bool {
        self.manoeuvre.is_empty() && self.assault.is_empty()
    }
}

/// What a side does that says nothing: all manoeuvre, with all guns that still have their first fire; or assault, where
/// the odds are too low (9.32).
pub(super) fn usual_plan(
    pos: &Position<'_>,
    at: SpaceId,
    units: &[UnitId],
    guns: &[UnitId],
) -> Plan {
    if odds(pos, at, units).is_some() {
        let mut support = spare_guns(pos, guns);
        support.retain(|gun| !units.contains(gun));
        return Plan {
            manoeuvre: units.to_vec(),
            support,
            ..Plan::default()
        };
    }
    Plan {
        assault: pos.as_many_as_fit(units),
        ..Plan::default()
    }
}

/// Rule 9.0: a unit that has declared combat and would neither manoeuvre nor assault, though it could (ruling 4).
pub(super) fn idle(
    pos: &Position<'_>,
    at: SpaceId,
    units: &[UnitId],
    plan: &Plan,
) -> Option<UnitId> {
    let acts = |unit: &&UnitId| plan.manoeuvre.contains(unit) || plan.assault.contains(unit);
    let idle: Vec<UnitId> = units.iter().filter(|unit| !acts(unit)).copied().collect();
    let most = pos.data.tables.limits.stack;
    let height = pos.stack_of(&plan.assault);
    let mut manoeuvre = plan.manoeuvre.clone();
    manoeuvre.extend(&idle);
    if odds(pos, at, &manoeuvre).is_some() {
        return idle.first().copied();
    }
    let fits = |unit: &UnitId| height + pos.printed(*unit).stack <= most;
    idle.into_iter().find(fits)
}

/// Some legal plan, for bots: now and then part of the units assault.
pub(super) fn any_plan(
    pos: &Position<'_>,
    at: SpaceId,
    units: &[UnitId],
    guns: &[UnitId],
    rng: &mut dyn Below,
) -> Plan {
    let mut plan = usual_plan(pos, at, units, guns);
    if plan.manoeuvre.len() > 1 && rng.below(3) == 0 {
        let share: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|_| rng.below(2) == 0)
            .collect();
        let assault = pos.as_many_as_fit(&share);
        let manoeuvre: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|unit| !assault.contains(unit))
            .collect();
        if manoeuvre.is_empty() || odds(pos, at, &manoeuvre).is_some() {
            plan = Plan {
                manoeuvre,
                assault,
                ..plan
            };
        }
    }
    let mut engineer = plan.manoeuvre.iter().chain(&plan.assault);
    let engineer = engineer
        .find(|unit| pos.printed(**unit).kind == Type::Engineer)
        .copied();
    if rng.below(2) == 0 {
        plan.lead = engineer.filter(|unit| plan.manoeuvre.contains(unit));
        plan.spearhead = engineer.filter(|unit| plan.assault.contains(unit));
    }
    plan
}

/// Guns that have not fired yet, the strongest first.
pub(super) fn spare_guns(pos: &Position<'_>, guns: &[UnitId]) -> Vec<UnitId> {
    let land = pos.data.land.len();
    let fresh = |unit: &UnitId| unit.index() >= land || pos.unit(*unit).fire == 0;
    let mut guns: Vec<UnitId> = guns.iter().copied().filter(fresh).collect();
    guns.sort_by_key(|gun| (std::cmp::Reverse(bombardment(pos, *gun)), *gun));
    // 12.62: no more than one air unit.
    let mut flies = false;
    guns.retain(|gun| gun.index() < land || !std::mem::replace(&mut flies, true));
    guns
}

/// The bombardment strength of guns or an aircraft.
pub(super) fn bombardment(pos: &Position<'_>, unit: UnitId) -> i32 {
    if unit.index() >= pos.data.land.len() {
        return pos.data.plane(unit).bombardment;
    }
    pos.printed(unit).guns.map_or(0, |(guns, _)| guns)
}

/// Rules 11.0, 11.11 to 11.16: the guns of a side that may fire at, or for, a hex.
pub(super) fn guns(pos: &Position<'_>, side: Side, at: SpaceId, volley: Volley) -> Vec<UnitId> {
    pos.units_of(side)
        .filter(|unit| may_fire(pos, *unit, at, volley).is_ok())
        .collect()
}

/// Rules 11.0, 11.11 to 11.16: whether a unit may fire at, or for, a hex, and why not.
pub(super) fn may_fire(
    pos: &Position<'_>,
    unit: UnitId,
    at: SpaceId,
    volley: Volley,
) -> Result<(), Bar> {
    let (printed, now, side) = (pos.printed(unit), pos.unit(unit), pos.side(unit));
    let (Some(from), Some((_, range))) = (pos.at(unit), printed.guns) else {
        return Err(Bar::NoGuns { unit });
    };
    if !printed.is_artillery() {
        return Err(Bar::NoGuns { unit });
    }
    if now.fatigued {
        return Err(Bar::TiredGuns { unit });
    }
    if now.dispersed {
        return Err(Bar::DispersedGuns { unit });
    }
    let done = match volley {
        Volley::Bombardment => Mark::Bombarded,
        Volley::Attack => Mark::SupportedAttack,
        Volley::Defence => Mark::SupportedDefence,
        Volley::Barrage => Mark::FiredInDefence,
    };
    if now.fire >= 2 || now.marks.has(done) {
        return Err(Bar::FiredOut { unit });
    }
    let far = pos.data.map.distance(from, at);
    if far > range {
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let (far, range) = (number(far), number(range));
        return Err(Bar::OutOfRange {
            unit,
            at,
            far,
            range,
        });
    }
    let stacked = pos
        .on(from, side)
        .iter()
        .any(|one| !pos.printed(*one).is_artillery());
    if far <= 1 && !stacked {
        return Err(Bar::GunsAlone { unit, at });
    }
    // 11.16: who is attacked fires for himself alone.
    if from != at && side != pos.open.active && declared(pos).contains(&from) {
        return Err(Bar::GunsAttacked { unit });
    }
    Ok(())
}

/// Rules 11.22 and 11.44: guns, and perhaps one aircraft, fire; gives the number of the table.
pub(super) fn fire(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    volley: Volley,
) -> Play<i32> {
    let hit = salvo(t, side, at, units, volley)?;
    Ok(hit.map_or(0, |hit| hit.number))
}

/// The same, with all that the table says.
pub(super) fn salvo(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    volley: Volley,
) -> Play<Option<Hit>> {
    let pos = super::pos(t);
    let strength = units.iter().map(|unit| bombardment(&pos, *unit)).sum();
    let tables = &t.data().tables;
    let Some(column) = tables.charts.bombardment.column(strength) else {
        return Ok(None);
    };
    let changes = &tables.modifiers.bombardment;
    let mut tally = Tally::of_rule(volley.rule());
    let land: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|unit| unit.index() < t.data().land.len())
        .collect();
    if !land.is_empty() {
        let supply = pos.supply(side, &land);
        tally.term("supply", changes.supply[supply.index()], "15.33");
    }
    let stuka =
        |unit: &UnitId| unit.index() >= t.data().land.len() && t.data().plane(*unit).is_stuka();
    if units.iter().any(stuka) {
        tally.term("ju-87", changes.ju_87, "11.22");
    }
    if volley == Volley::Bombardment && unobserved(&pos, side, at) {
        tally.term("unobserved", changes.unobserved, "11.22");
    }
    let dice = t.roll(
        match volley {
            Volley::Bombardment => "bombardment",
            Volley::Attack => "support",
            Volley::Defence => "defensive-support",
            Volley::Barrage => "barrage",
        },
        1,
        10,
    )?;
    tally.dice(&dice);
    let chart = &tables.charts.bombardment;
    let Some(hit) = chart.cell(tally.total(), column).copied() else {
        return Ok(None);
    };
    t.happen(Event::Fires {
        side,
        at,
        units: units.to_vec(),
        volley,
        strength,
        column: chart.head(column).to_owned(),
        tally,
        number: hit.number,
        fatigues: hit.marked
            && match volley {
                Volley::Bombardment => true,
                Volley::Barrage => t.data().on.defensive_fire_fatigues,
                Volley::Attack | Volley::Defence => false,
            },
    })?;
    Ok(Some(hit))
}

/// Rule 11.22: from turn 2 on somebody beside the target must see it.
fn unobserved(pos: &Position<'_>, side: Side, at: SpaceId) -> bool {
    let near = pos.data.map.within(at, 1);
    pos.open.turn > 1 && !near.into_iter().any(|hex| pos.holds(hex, side))
}

/// Who loses so many steps at the least cost: the weakest first, whole units before half ones are lost.
pub(super) fn cheapest(pos: &Position<'_>, units: &[UnitId], steps: i32) -> Vec<(UnitId, i32)> {
    let mut order = units.to_vec();
    order.sort_by_key(|unit| (pos.defence(*unit) + pos.attack(*unit), *unit));
    let mut left = steps;
    let mut lost: Vec<(UnitId, i32)> = Vec::new();
    // First from those that keep a step.
    for unit in &order {
        if left > 0 && pos.steps(*unit) > 1 {
            lost.push((*unit, 1));
            left -= 1;
        }
    }
    for unit in &order {
        let taken = lost
            .iter()
            .find(|(one, _)| one == unit)
            .map_or(0, |(_, n)| *n);
        let more = (i32::from(pos.steps(*unit)) - taken).min(left);
        if more > 0 {
            left -= more;
            match lost.iter_mut().find(|(one, _)| one == unit) {
                Some((_, n)) => *n += more,
                None => lost.push((*unit, more)),
            }
        }
    }
    lost.sort_unstable();
    lost
}

/// Rules 9.41, 9.5, 10.2 and 11.23: a side loses steps, the first from its lead, the rest as its player likes.
pub(super) fn losses(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    steps: i32,
    lead: Option<UnitId>,
    cause: Cause,
) -> Play {
    let t: &mut Board<'_> = &mut t.within(side_segment(side));
    let mut left = steps;
    if let Some(lead) = lead.filter(|_| left > 0) {
        lose(t, lead, at, cause)?;
        left -= 1;
    }
    let pos = super::pos(t);
    let units = still_there(&pos, units);
    left = left.min(pos.steps_of(&units));
    if left <= 0 {
        return Ok(());
    }
    let all = left == pos.steps_of(&units);
    let shares = if all || units.len() == 1 {
        cheapest(&pos, &units, left)
    } else {
        t.ask(
            side,
            Given(Losses {
                at,
                units,
                steps: left,
            }),
        )?
    };
    for (unit, steps) in shares {
        for _ in 0..steps {
            lose(t, unit, at, cause)?;
        }
    }
    Ok(())
}

/// A unit loses a step.
pub(super) fn lose(t: &mut Board<'_>, unit: UnitId, at: SpaceId, cause: Cause) -> Play {
    let gone = super::pos(t).steps(unit) <= 1;
    t.happen(Event::Loses {
        unit,
        at,
        gone,
        cause,
    })
}

/// Those of some units that are still in play.
pub(super) fn still_there(pos: &Position<'_>, units: &[UnitId]) -> Vec<UnitId> {
    units
        .iter()
        .copied()
        .filter(|unit| pos.at(*unit).is_some())
        .collect()
}

/// Rules 9.41, 9.71 and 13.23: so many units of a side are fatigued; an engineer who led is the first. If all are fatigued
/// already, a step is lost instead.
pub(super) fn fatigue(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
    count: i32,
    engineer: Option<UnitId>,
    cause: Cause,
) -> Play {
    if count <= 0 {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut t.within(format_args!("{}-fatigue", side_segment(side)));
    let pos = super::pos(t);
    let units = still_there(&pos, units);
    let mut fresh: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|unit| !pos.unit(*unit).fatigued)
        .collect();
    if fresh.is_empty() {
        return losses(t, side, at, &units, 1, None, cause);
    }
    let mut count = usize::try_from(count).unwrap_or(0);
    if let Some(unit) = engineer.filter(|unit| fresh.contains(unit)) {
        t.happen(Event::Tires { unit, cause })?;
        fresh.retain(|one| *one != unit);
        count -= 1;
    }
    let count = count.min(fresh.len());
    let tired = if count == 0 || count == fresh.len() {
        fresh.into_iter().take(count).collect()
    } else {
        let units = fresh;
        t.ask(side, Given(Fatigue { at, units, count }))?
    };
    for unit in tired {
        t.happen(Event::Tires { unit, cause })?;
    }
    Ok(())
}

/// A side in keys.
pub(super) const fn side_segment(side: Side) -> &'static str {
    match side {
        Side::German => "german",
        Side::Allied => "allied",
    }
}

/// Rule 9.21: steps of some units that attack a hex across a river, in all.
pub(super) fn across_river(pos: &Position<'_>, units: &[UnitId], at: SpaceId) -> i32 {
    let wet = |unit: &&UnitId| {
        let from = pos.at(**unit);
        let between = from.and_then(|from| pos.data.map.between(from, at));
        between.is_some_and(|between| between.river)
    };
    let wet: Vec<UnitId> = units.iter().filter(wet).copied().collect();
    pos.steps_of(&wet)
}

/// Rule 13.1: tanks attack, and no tank or anti-tank gun that is not fatigued defends.
pub(super) fn tanks_unopposed(
    pos: &Position<'_>,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> bool {
    let heavy = |unit: &UnitId| pos.printed(*unit).kind == Type::Armour;
    let stops = |unit: &UnitId| {
        let printed = pos.printed(*unit);
        let gun = printed.kind == Type::AntiTank || printed.is_armour();
        gun && !pos.unit(*unit).fatigued
    };
    attackers.iter().any(heavy) && !defenders.iter().any(stops)
}

/// Rule 13.62: at least half of the steps are mountain troops, in ground that suits them.
pub(super) fn mountaineers(pos: &Position<'_>, attackers: &[UnitId], at: SpaceId) -> bool {
    let steep = ["rough", "hill", "mountain"];
    let climbs = |unit: &&UnitId| pos.printed(**unit).climbs();
    let climbers: Vec<UnitId> = attackers.iter().filter(climbs).copied().collect();
    steep.contains(&pos.data.map.place(at).terrain.as_str())
        && 2 * pos.steps_of(&climbers) >= pos.steps_of(attackers)
}

/// Rule 9.74: how many of the defending steps are fatigued: none, some, or at least half.
pub(super) fn tired_share(pos: &Position<'_>, units: &[UnitId]) -> usize {
    let tired: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|unit| pos.unit(*unit).fatigued)
        .collect();
    match pos.steps_of(&tired) {
        0 => 0,
        steps if 2 * steps < pos.steps_of(units) => 1,
        _ => 2,
    }
}

/// From how many hexes some units attack.
pub(super) fn hexes(pos: &Position<'_>, units: &[UnitId]) -> Vec<SpaceId> {
    let mut hexes: Vec<SpaceId> = units.iter().filter_map(|unit| pos.at(*unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Rule 9.84: whether a unit may advance to a hex, by way of the one that was attacked.
pub(super) fn may_advance(pos: &Position<'_>, unit: UnitId, at: SpaceId, to: SpaceId) -> bool {
    let gait = match pos.printed(unit).gait {
        Gait::None => return false,
        gait => gait,
    };
    let enters = |from, to| {
        pos.data.playable.has(to)
            && pos.data.map.enters(&pos.data.tables, gait, from, to)
            && !pos.holds(to, pos.side(unit).other())
    };
    let Some(from) = pos.at(unit) else {
        return false;
    };
    enters(from, at) && (to == at || enters(at, to))
}
