//! Rule 10: assaults.

use super::Field;
use super::advantage;
use super::apply::NO_EDGE;
use super::bars::Bar;
use super::casualties;
use super::control::look;
use super::dice::{Throw, throw};
use super::event::{Cause, Event, Holding};
use super::ground::{Terrain, Water};
use super::look::Look;
use super::pulse::{Fought, Via};
use super::reactions::{Forward, Withdraw};
use super::retreat;
use super::state::{Level, Phase, Sd};
use super::units::{Nation, UnitId};
use crate::board::SpaceId;
use crate::engine::ready::OneOf;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Item;

/// An assault that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) side: Sd,
    pub(super) at: SpaceId,
    pub(super) units: Vec<UnitId>,
    pub(super) point: UnitId,
    pub(super) guns: Vec<UnitId>,
}

impl Attack {
    /// The order that says all of it.
    pub(super) fn into_plan(self) -> Plan {
        Plan {
            with: Some(self.units),
            point: Some(self.point),
            guns: self.guns,
        }
    }
}

/// What an order says of an assault; what it leaves out is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) with: Option<Vec<UnitId>>,
    pub(super) point: Option<UnitId>,
    pub(super) guns: Vec<UnitId>,
}

impl Look<'_> {
    /// Rules 10.1 to 10.3: whether a side may assault a place so.
    pub(super) fn assault(self, side: Sd, at: SpaceId, plan: &Plan) -> Result<Attack, Bar> {
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
            return Err(Bar::NotThere);
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

    /// Rule 10.1: fresh infantry or armour that may act and stands there.
    fn may_assault(self, side: Sd, at: SpaceId, unit: UnitId) -> Result<(), Bar> {
        let counter = self.counter(unit);
        if counter.side != side || !counter.kind.assaults() {
            return Err(Bar::WhoAssaults);
        }
        if self.may_act(unit)? != at {
            return Err(Bar::NotThere);
        }
        Ok(())
    }

    /// Rule 15.12: whether a gun may support an assault.
    pub(super) fn may_support(
        self,
        side: Sd,
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
        if counter.kind == super::units::Kind::Guns && !own {
            return Err(Bar::GunDivision);
        }
        Ok(())
    }

    /// Rules 15.11 to 15.13 and 14.4: whether a fresh gun reaches a place.
    pub(super) fn may_fire(self, side: Sd, at: SpaceId, gun: UnitId) -> Result<(), Bar> {
        let counter = self.counter(gun);
        if counter.side != side || !counter.kind.is_artillery() {
            return Err(Bar::NotGun);
        }
        if side == Sd::German && self.s.phase == Phase::German && self.standing_still() {
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
        let near = ground.between(from, at).is_some()
            || counter.kind == super::units::Kind::CorpsGuns
                && ground.within_two[usize::from(from.0)].contains(&at);
        if !self.free(side, from) {
            return Err(Bar::GunFree);
        }
        if !near {
            return Err(Bar::GunRange);
        }
        Ok(())
    }

    /// Rule 10.72: the attack value.
    pub(super) fn attack_value(self, attack: &Attack) -> Tally {
        let (d, table) = (self.d, &self.d.tables.assault);
        let mut tally = Tally::of_rule("10.72");
        let point = self.counter(attack.point);
        tally.term_of("point-unit", &point.id, point.attack, "10.72/a");
        let more = count(attack.units.len().saturating_sub(1));
        tally.term("more-units", more * table.more, "10.72/b");
        tally.term(
            "supporting-guns",
            count(attack.guns.len()) * table.gun,
            "10.72/c",
        );
        let all: Vec<UnitId> = attack.units.iter().chain(&attack.guns).copied().collect();
        let mut divisions: Vec<&str> = Vec::new();
        for unit in &all {
            let division = d.counter(*unit).division.as_str();
            if division.is_empty() || divisions.contains(&division) {
                continue;
            }
            let of = |one: &&UnitId| d.counter(**one).division == division;
            if all.iter().filter(of).count() >= table.division_from {
                tally.term_of("division", division, table.division, "10.72/d");
            }
            divisions.push(division);
        }
        // guns do not count.
        let has = |nation: Nation| {
            attack
                .units
                .iter()
                .any(|unit| d.counter(*unit).nation == nation)
        };
        if has(Nation::Ss) && has(Nation::Wehrmacht) {
            tally.term("mixed", table.mixed, "10.72/e");
        }
        tally
    }

    /// Rule 10.73: the defence value.
    pub(super) fn defence_value(self, attack: &Attack, forward: UnitId) -> Tally {
        let table = &self.d.tables.assault;
        let (place, defender) = (self.d.ground.place(attack.at), attack.side.other());
        let mut tally = Tally::of_rule("10.73");
        let counter = self.counter(forward);
        let factor = self.defence_factor(forward);
        tally.term_of("forward-unit", &counter.id, factor, "10.73/a");
        tally.term("terrain", place.tem, "10.73/b");
        let (bridge, water) = self.crossing_bonus(attack);
        if water > 0 && water >= bridge {
            tally.term("water", water, "10.73/d");
        } else {
            tally.term("bridge", bridge, "10.73/c");
        }
        let mut fresh = 0;
        for unit in self.units(defender, attack.at) {
            let counts = counter_of(self, unit, attack.at);
            fresh += i32::from(unit != forward && self.fresh(unit) && counts);
        }
        tally.term("fresh-units", fresh * table.fresh, "10.73/e");
        tally
    }

    /// Rule 10.73A: the defence factor as it stands, less the disruption.
    pub(super) fn defence_factor(self, unit: UnitId) -> i32 {
        let counter = self.counter(unit);
        let printed = if self.fresh(unit) {
            counter.defence
        } else {
            counter.spent
        };
        printed - self.level(unit).disruption()
    }

    /// Rule 10.73: what a bridge and what open water give the defender.
    fn crossing_bonus(self, attack: &Attack) -> (i32, i32) {
        let table = &self.d.tables.assault;
        let (mut bridge, mut water, mut mandatory) = (0, 0, false);
        for unit in &attack.units {
            let Some(acting) = self.acting(*unit).filter(|acting| acting.moved) else {
                continue;
            };
            mandatory |= acting.must;
            if acting.via.takes_all() {
                water = table.water;
            }
            if acting.via == Via::Bridge {
                let held = self.holder(acting.over) != attack.side;
                let river = self.d.ground.edge(acting.over).water == Water::River;
                let bonus = table.bridge
                    + if held { table.bridge_held } else { 0 }
                    + if river { table.bridge_river } else { 0 };
                bridge = bridge.max(bonus);
            }
        }
        (if mandatory { bridge } else { 0 }, water)
    }

    /// Rule 15.1: who may be forward unit; the best first.
    pub(super) fn forward_units(self, side: Sd, at: SpaceId) -> Vec<UnitId> {
        let guns = |unit: &UnitId| self.counter(*unit).kind.is_artillery();
        let mut units: Vec<UnitId> = self.units(side, at).filter(|unit| !guns(unit)).collect();
        if units.is_empty() {
            units = self.units(side, at).collect();
        }
        let rank = |unit: &UnitId| {
            let counter = self.counter(*unit);
            (
                std::cmp::Reverse(self.defence_factor(*unit)),
                !self.fresh(*unit),
                counter.attack,
                *unit,
            )
        };
        units.sort_by_key(rank);
        units
    }
}

/// Rule 10.73E: airborne units without a line to F do not count.
fn counter_of(look: Look<'_>, unit: UnitId, at: SpaceId) -> bool {
    look.counter(unit).airborne.is_none() || look.line_to_f(at)
}

pub(super) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Rule 10.7: an assault from its declaration to its last retreat.
pub(super) fn resolve(t: &mut Field<'_>, attack: Attack) -> Play<Fought> {
    let id = super::view::label(t.data(), attack.at);
    let t: &mut Field<'_> = &mut t.within(format_args!("assault/{id}"));
    let (side, at) = (attack.side, attack.at);
    let cost = surcharge(t, &attack);
    t.happen(Event::Assaults {
        side,
        at,
        units: attack.units.clone(),
        point: attack.point,
        guns: attack.guns.clone(),
        cost,
    })?;
    let forward = forward_unit(t, side.other(), at)?;
    let values = (
        look(t).attack_value(&attack),
        look(t).defence_value(&attack, forward),
    );
    let subject = vec![super::ground::place_item(at)];
    // 10.71, 12.3: both throw, perhaps again.
    let (margin, _) = contest(t, (side, at), values, subject)?;
    let result = outcome(t, &attack, forward, margin)?;
    // 12.21, 12.22: losses count when the combat is over.
    advantage::swing(t)?;
    Ok(result)
}

/// Rule 10.1: what an assault in the contested active area costs those who began there.
fn surcharge(t: &Field<'_>, attack: &Attack) -> i32 {
    let (look, table) = (look(t), &t.data().tables.cost);
    let here =
        look.active_now().contains(&attack.at) && look.s.pulse.contested.contains(&attack.at);
    match here {
        true if look.has_fresh(attack.side.other(), attack.at) => table.assault_fresh,
        true => table.assault_spent,
        false => 0,
    }
}

fn forward_unit(t: &mut Field<'_>, side: Sd, at: SpaceId) -> Play<UnitId> {
    let units = look(t).forward_units(side, at);
    if let [only] = units.as_slice() {
        return Ok(*only);
    }
    let chosen = t.ask(side, OneOf(Forward { at }))?;
    Ok(super::units::unit_of(chosen)
        .or(units.first().copied())
        .unwrap_or(UnitId(0)))
}

/// Two sides throw against each other, perhaps again by the Advantage; gives the margin and the natural throws.
pub(super) fn contest(
    t: &mut Field<'_>,
    (side, at): (Sd, SpaceId),
    (attack, defence): (Tally, Tally),
    subject: Vec<Item>,
) -> Play<(i32, [Throw; 2])> {
    let mut again = "";
    loop {
        let first = throw(t, side, &format!("attack{again}"))?;
        let second = throw(t, side.other(), &format!("defence{again}"))?;
        let (mut attack, mut defence) = (attack.clone(), defence.clone());
        first.add_to(&mut attack);
        second.add_to(&mut defence);
        let margin = attack.total() - defence.total();
        let attacks = Event::Attacks {
            side,
            at,
            tally: attack,
            card: first.card(),
        };
        let defends = Event::Defends {
            side: side.other(),
            at,
            tally: defence,
            margin,
            card: second.card(),
        };
        for event in [attacks, defends] {
            // 23.71: what a card is nobody knew before it was turned over.
            if first.card().is_some() {
                t.reveal(event)?;
            } else {
                t.happen(event)?;
            }
        }
        let dice: Vec<_> = [&first, &second]
            .iter()
            .filter_map(|throw| throw.dice.as_ref())
            .collect();
        if again.is_empty() && advantage::reroll(t, subject.clone(), &dice)? {
            again = ".r1";
            continue;
        }
        // 12.5: what stands is the sunset roll too. R-43: cards are not, the dice fall apart.
        if side == Sd::Allied && t.state().phase == Phase::Allied && t.state().pulse.sunset == 0 {
            match &first.dice {
                Some(dice) => advantage::sunset(t, dice.sum())?,
                None => advantage::sunset_dice(t)?,
            }
        }
        return Ok((margin, [first, second]));
    }
}

/// Rule 10.74.
fn outcome(t: &mut Field<'_>, attack: &Attack, forward: UnitId, margin: i32) -> Play<Fought> {
    let (side, at) = (attack.side, attack.at);
    let place = t.data().ground.place(at);
    // 10.81.
    let high = place.terrain == Terrain::Elevated;
    let points = (margin
        - if high {
            t.data().tables.assault.elevated
        } else {
            0
        })
    .max(0);
    let capacity = casualties::capacity(look(t), side.other(), at);
    let overrun = margin > 0 && points > capacity;
    let fought = match margin {
        ..0 => Fought::Lost,
        0 => Fought::Drawn,
        _ if overrun && overrun_allowed(t, at) => Fought::Overrun,
        _ => Fought::Won,
    };
    t.happen(Event::Fights {
        side,
        at,
        fought,
        points,
    })?;
    match fought {
        Fought::Lost => lost(t, attack)?,
        Fought::Drawn => drawn(t, attack)?,
        Fought::Won | Fought::Overrun if overrun => {
            take_crossings(t, attack)?;
            casualties::overrun(t, side.other(), at)?;
            after_success(t, attack, fought)?;
        }
        Fought::Won | Fought::Overrun => {
            take_crossings(t, attack)?;
            casualties::take(t, side.other(), at, forward, points)?;
            after_success(t, attack, fought)?;
        }
    }
    Ok(fought)
}

/// Rules 10.5 and 20.4: where nobody is overrun.
fn overrun_allowed(t: &Field<'_>, at: SpaceId) -> bool {
    t.data().ground.place(at).terrain == Terrain::Open && !t.state().phase.is_dday()
}

/// Rule 10.741: all assaulters are disrupted, guns only spent; who had to assault goes back.
fn lost(t: &mut Field<'_>, attack: &Attack) -> Play {
    t.happen(Event::Becomes {
        units: attack.units.clone(),
        level: Level::D1,
        cause: Cause::Failed,
    })?;
    spend_guns(t, attack)?;
    let mut may = Vec::new();
    for unit in &attack.units {
        let Some(acting) = look(t).acting(*unit).copied() else {
            continue;
        };
        if !can_go_back(t, attack, *unit) {
            continue;
        }
        if acting.must {
            retreat::go_back(t, *unit, acting.from, acting.over)?;
        } else {
            may.push(*unit);
        }
    }
    // Guns that followed a point unit in go back with it.
    let followers: Vec<UnitId> = look(t)
        .units(attack.side, attack.at)
        .filter(|unit| !attack.units.contains(unit))
        .filter(|unit| look(t).acting(*unit).is_some_and(|acting| acting.must))
        .filter(|unit| can_go_back(t, attack, *unit))
        .collect();
    for unit in followers {
        if let Some(acting) = look(t).acting(unit).copied() {
            retreat::go_back(t, unit, acting.from, acting.over)?;
        }
    }
    withdraw(t, attack.at, attack.side, may)
}

/// Rules 10.741, 10.6 and 18.4: who has nowhere to go back to.
fn can_go_back(t: &Field<'_>, attack: &Attack, unit: UnitId) -> bool {
    let acting = look(t).acting(unit);
    let entered = acting.is_some_and(|acting| acting.moved && acting.via != Via::Air);
    let in_f = attack.side == Sd::Allied && attack.at == t.data().ground.f;
    entered && !in_f
}

/// Rule 10.742: the point unit is disrupted, the others and the guns are spent; each may go back.
fn drawn(t: &mut Field<'_>, attack: &Attack) -> Play {
    let others: Vec<UnitId> = attack
        .units
        .iter()
        .copied()
        .filter(|unit| *unit != attack.point)
        .collect();
    t.happen(Event::Becomes {
        units: vec![attack.point],
        level: Level::D1,
        cause: Cause::Drawn,
    })?;
    if !others.is_empty() {
        t.happen(Event::Becomes {
            units: others,
            level: Level::Spent,
            cause: Cause::Drawn,
        })?;
    }
    spend_guns(t, attack)?;
    take_crossings(t, attack)?;
    let may: Vec<UnitId> = attack
        .units
        .iter()
        .copied()
        .filter(|unit| can_go_back(t, attack, *unit))
        .collect();
    withdraw(t, attack.at, attack.side, may)
}

/// Rule 10.743: who did not overrun is done.
fn after_success(t: &mut Field<'_>, attack: &Attack, fought: Fought) -> Play {
    super::control::settle(t, attack.at)?;
    if fought == Fought::Overrun {
        let guns = attack.guns.clone();
        let on: Vec<UnitId> = attack
            .units
            .iter()
            .copied()
            // 10.5: not who came over open water.
            .filter(|unit| look(t).acting(*unit).is_none_or(|acting| !acting.wet))
            .collect();
        let stay: Vec<UnitId> = attack
            .units
            .iter()
            .copied()
            .filter(|unit| !on.contains(unit))
            .collect();
        t.happen(Event::GoesOn { units: on, guns })?;
        return spend(t, stay, Cause::Won);
    }
    spend_guns(t, attack)?;
    spend(t, attack.units.clone(), Cause::Won)
}

fn spend(t: &mut Field<'_>, units: Vec<UnitId>, cause: Cause) -> Play {
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::Becomes {
        units,
        level: Level::Spent,
        cause,
    })
}

/// guns that supported are spent.
fn spend_guns(t: &mut Field<'_>, attack: &Attack) -> Play {
    spend(t, attack.guns.clone(), Cause::Acted)
}

/// Rules 10.4 and 19.1: crossings used in a mandatory assault that did not fail are held now.
fn take_crossings(t: &mut Field<'_>, attack: &Attack) -> Play {
    for unit in &attack.units {
        let Some(acting) = look(t).acting(*unit).copied() else {
            continue;
        };
        let crossing = acting.over != NO_EDGE
            && t.data().ground.edge(acting.over).water != Water::None
            && !matches!(acting.via, Via::Boat | Via::Land);
        if acting.must && crossing && look(t).holder(acting.over) != attack.side {
            t.happen(Event::Holds {
                edge: acting.over,
                side: attack.side,
                by: Holding::Assault,
            })?;
        }
    }
    Ok(())
}

/// Rules 10.3 and 10.742: those who may go back where they came from.
fn withdraw(t: &mut Field<'_>, at: SpaceId, side: Sd, may: Vec<UnitId>) -> Play {
    if may.is_empty() {
        return Ok(());
    }
    for unit in t.ask(side, Withdraw { at, units: may })? {
        if let Some(acting) = look(t).acting(unit).copied() {
            retreat::go_back(t, unit, acting.from, acting.over)?;
        }
    }
    Ok(())
}
