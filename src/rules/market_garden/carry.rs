//! Rule 8.2: the orders of an impulse, carried out one after another.

use super::Field;
use super::advantage;
use super::assault::{self, Plan};
use super::bars::Bar;
use super::bombardment;
use super::bridges;
use super::control::{look, settle};
use super::event::Event;
use super::infiltration;
use super::landing;
use super::look::Look;
use super::pulse::{Sort, Stage, UK_BOX};
use super::script::{Order, Step};
use super::state::Side;
use super::view::View;
use crate::board::{SpaceId, UnitId};
use crate::engine::letters::all_hold;
use crate::engine::table::Play;

/// How a script ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Go on with the next line.
    On,
    /// No more of it.
    Stop,
    /// Its author wants to see how things stand before he goes on.
    Hold,
}

impl Look<'_> {
    /// Rules 12.4, 14.5 and 8.1: whether something more may be activated, and whether that takes the Advantage.
    pub(super) fn slot(self, side: Side, slot: SpaceId) -> Result<bool, Bar> {
        let pulse = &self.s.pulse;
        match pulse.sort {
            Sort::Air => return Err(Bar::AirAlone),
            Sort::Interdiction => return Err(Bar::InterdictAlone),
            Sort::Pass => return Err(Bar::PassAlone),
            _ => {}
        }
        match pulse.slots.as_slice() {
            [] => Ok(false),
            // what is begun at dusk is finished, nothing more is begun.
            [_] if pulse.dusk => Err(Bar::DuskFell),
            // 14.5: F comes for nothing.
            [first]
                if side == Side::Allied
                    && (slot == self.d.ground.f) != (*first == self.d.ground.f) =>
            {
                Ok(false)
            }
            [_] if self.s.advantage != side => Err(Bar::NoSecond),
            [_] if pulse.used => Err(Bar::AdvantageUsed),
            //
            [_] if pulse.lost => Err(Bar::AdvantageNew),
            [_] => Ok(true),
            _ => Err(Bar::NoThird),
        }
    }

    /// Whether a sole action may be taken: nothing else was. The bar says which it is.
    pub(super) fn sole(self, alone: Bar) -> Result<(), Bar> {
        let pulse = &self.s.pulse;
        if pulse.sort == Sort::None && pulse.slots.is_empty() {
            Ok(())
        } else {
            Err(alone)
        }
    }

    /// Rule 8.21: whether the impulse is at the seizures, moves and assaults of an active area.
    pub(super) fn acts(self) -> Result<(), Bar> {
        let pulse = &self.s.pulse;
        match pulse.sort {
            Sort::Assault if pulse.stage == Stage::Demolish => Err(Bar::ActsOver),
            _ => self.assaulting(),
        }
    }

    /// Whether this is an assault impulse, and what it is if not.
    fn assaulting(self) -> Result<(), Bar> {
        match self.s.pulse.sort {
            Sort::Assault => Ok(()),
            Sort::None => Err(Bar::NothingActive),
            Sort::Infiltration => Err(Bar::Infiltrating),
            Sort::Bombardment => Err(Bar::Bombarding),
            Sort::Air => Err(Bar::AirAlone),
            Sort::Interdiction => Err(Bar::InterdictAlone),
            Sort::Pass => Err(Bar::PassAlone),
        }
    }

    /// An assault belongs to an assault impulse, or ends an infiltration.
    pub(super) fn assaults(self, at: SpaceId) -> Result<(), Bar> {
        if self.s.pulse.sort == Sort::Infiltration && self.s.pulse.target.contains(&at) {
            return Ok(());
        }
        self.acts()
    }

    /// Rules 8.2122, 12.4 and 18.4: demolitions belong to an impulse, or half of one, that activated an area for an
    /// assault; a landing activates none.
    pub(super) fn demolishes(self) -> Result<(), Bar> {
        let pulse = &self.s.pulse;
        if pulse
            .active
            .iter()
            .any(|at| !pulse.raided_from.contains(at))
        {
            return Ok(());
        }
        self.assaulting()?;
        Err(Bar::NoWorkFromAir)
    }

    /// Who tries to seize a bridge if the order does not say: whoever may and has the most movement left.
    pub(super) fn seizer(self, side: Side, edge: crate::board::SideId) -> Result<UnitId, Bar> {
        let printed = self.d.ground.edge(edge);
        self.to_seize(side, edge)?;
        let mut why = Bar::NotBeside;
        let mut best: Option<(i32, UnitId)> = None;
        for at in [printed.a, printed.b] {
            for unit in self.units(side, at) {
                match self.seizure(unit, edge) {
                    Ok(_) if best.is_none_or(|(left, _)| self.left(unit) > left) => {
                        best = Some((self.left(unit), unit));
                    }
                    Ok(_) => {}
                    // Who is nearest to it says why not.
                    Err(bar) if nearness(bar) > nearness(why) => why = bar,
                    Err(_) => {}
                }
            }
        }
        best.map(|(_, unit)| unit).ok_or(why)
    }

    /// What remains of a march: places behind the one the unit stands in; else from the last one next to it, since a
    /// way is found from where the unit stood when the letter was read.
    pub(super) fn march(self, unit: UnitId, path: &[SpaceId]) -> Vec<SpaceId> {
        let moved = self.acting(unit).is_some_and(|acting| acting.moved);
        let Some(here) = self.s.at(unit).filter(|_| moved) else {
            return path.to_vec();
        };
        let passed = path.iter().rposition(|at| *at == here).map(|n| n + 1);
        let near = |at: &SpaceId| self.d.ground.between(here, *at).is_some();
        let from = passed.or_else(|| path.iter().rposition(near));
        path[from.unwrap_or(0)..].to_vec()
    }
}

/// How near a unit came to seizing a bridge when this stood in its way.
const fn nearness(bar: Bar) -> u8 {
    match bar {
        Bar::NotBeside => 0,
        Bar::Tower | Bar::WhoSeizes => 1,
        Bar::NotFresh => 2,
        Bar::NotActive => 3,
        Bar::Done => 4,
        _ => 5,
    }
}

/// Plays a script.
pub(super) fn play(t: &mut Field<'_>, side: Side, steps: &[Step]) -> Play<Flow> {
    let sure: Vec<&Order> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Do(_, order) => Some(order),
            Step::If { .. } => None,
        })
        .collect();
    let mut landed = false;
    for (n, step) in steps.iter().enumerate() {
        match step {
            Step::Do(_, order) => {
                let flow = one_of(t, side, order, (&sure, &mut landed))?;
                if flow != Flow::On {
                    return Ok(flow);
                }
            }
            Step::If {
                tests,
                then,
                otherwise,
            } => {
                let view = View::new(t.data(), t.state(), Some(side));
                let holds = all_hold::<super::MarketGarden>(&view, tests);
                let branch = if holds { then } else { otherwise };
                let all: Vec<&Order> = branch.iter().map(|(_, order)| order).collect();
                let mut landed = false;
                for order in &all {
                    let flow = one_of(t, side, order, (&all, &mut landed))?;
                    if flow != Flow::On {
                        return Ok(flow);
                    }
                }
            }
        }
        // by the strict reading nothing follows the sunset roll.
        if advantage::cut_short(t) {
            left_over(t, side, &steps[n + 1..], landed)?;
            return Ok(Flow::Stop);
        }
    }
    Ok(Flow::On)
}

/// Tells the author of the lines that nightfall cut off, up to one that would have ended them anyway.
fn left_over(t: &mut Field<'_>, side: Side, steps: &[Step], landed: bool) -> Play {
    for step in steps {
        match step {
            Step::Do(_, Order::Stop | Order::Hold) => break,
            Step::Do(_, Order::Land { .. }) if landed => {}
            Step::Do(_, order) => not_done(t, side, order, Bar::DuskFell)?,
            // What it asks is never judged.
            Step::If { .. } => {}
        }
    }
    Ok(())
}

/// Carries out one order of several; the first landing lands all of them (18.41): who lands in an impulse is declared
/// before the first die.
fn one_of(
    t: &mut Field<'_>,
    side: Side,
    order: &Order,
    (all, landed): (&[&Order], &mut bool),
) -> Play<Flow> {
    match order {
        Order::Land { .. } if *landed => Ok(Flow::On),
        Order::Land { .. } => {
            *landed = true;
            land_all(t, side, all)?;
            Ok(Flow::On)
        }
        _ => one(t, side, order),
    }
}

/// Carries out one order, or tells its author why not.
fn one(t: &mut Field<'_>, side: Side, order: &Order) -> Play<Flow> {
    match order {
        Order::Stop => return Ok(Flow::Stop),
        Order::Hold => return Ok(Flow::Hold),
        _ => {}
    }
    t.attempt(
        |t, bar| told(t, side, order, bar),
        |t| carry_out(t, side, order),
    )?;
    Ok(Flow::On)
}

/// Carries out one order.
pub(super) fn carry_out(t: &mut Field<'_>, side: Side, order: &Order) -> Play {
    match order {
        Order::Activate { at } => return activate(t, side, *at),
        Order::Repair { edge } => {
            t.check(look(t).acts())?;
            t.check(look(t).repair(side, *edge))?;
            bridges::repair(t, side, *edge)?;
            bridges::settle_ends(t, *edge)?;
        }
        Order::Move { unit, path } => return march(t, *unit, path),
        Order::Boat { unit, to } => {
            t.check(look(t).acts())?;
            let entry = t.check(look(t).boat(*unit, *to))?;
            enter(t, *unit, *to, entry)?;
        }
        Order::Seize { edge, by } => {
            t.check(look(t).acts())?;
            let unit = match by {
                Some(unit) => *unit,
                None => t.check(look(t).seizer(side, *edge))?,
            };
            let at = t.check(look(t).seizure(unit, *edge))?;
            bridges::seize(t, unit, at, *edge)?;
        }
        Order::Assault { at, plan } => {
            t.check(look(t).assaults(*at))?;
            let attack = t.check(look(t).assault(side, *at, plan))?;
            assault::resolve(t, attack)?;
        }
        Order::Demolish { edge } => {
            t.check(look(t).demolishes())?;
            // Demolitions come last: what must be assaulted is, before.
            must_assaults(t, side)?;
            t.check(look(t).demolition(side, *edge))?;
            bridges::demolish(t, side, *edge)?;
        }
        Order::Infiltrate { to, units } => {
            for unit in units {
                infiltration::attempt(t, *unit, *to)?;
            }
        }
        Order::Bombard { at, battery } | Order::Barrage { at, battery } => {
            let barrage = matches!(order, Order::Barrage { .. });
            let fire = t.check(look(t).bombard(side, *at, battery, barrage))?;
            second(t, side, *at)?;
            bombardment::by_guns(t, &fire)?;
            advantage::swing(t)?;
        }
        Order::Strike { at, marker, target } => {
            t.check(look(t).sole(Bar::AirAlone))?;
            let marker = marker.unwrap_or_else(|| look(t).next_raf()).index();
            let target = t.check(look(t).strike(marker, *at, *target))?;
            bombardment::from_air(t, marker, *at, target)?;
        }
        Order::Interdict { at } => {
            t.check(look(t).sole(Bar::InterdictAlone))?;
            t.check(look(t).interdiction_marker(*at))?;
            t.happen(Event::Interdicts { at: *at })?;
        }
        Order::Pass => {
            t.check(look(t).sole(Bar::PassAlone))?;
            t.happen(Event::Passes { side })?;
        }
        Order::Land { unit, at } => return land(t, &[(*unit, *at)]),
        Order::Drop { .. } | Order::Stop | Order::Hold => {}
    }
    Ok(())
}

/// Spends the Advantage on a second activation where one is needed.
pub(super) fn second(t: &mut Field<'_>, side: Side, slot: SpaceId) -> Play {
    let doubles = t.check(look(t).slot(side, slot))?;
    if doubles {
        t.happen(Event::Doubles { side, at: slot })?;
    }
    Ok(())
}

fn activate(t: &mut Field<'_>, side: Side, at: SpaceId) -> Play {
    t.check(look(t).slot(side, at))?;
    if t.state().pulse.sort == Sort::Infiltration {
        infiltration::finish(t, side)?;
    }
    if t.state().pulse.begun {
        // What the first half must assault it assaults before the second begins.
        must_assaults(t, side)?;
    }
    second(t, side, at)?;
    t.happen(Event::Activates { side, at })?;
    Ok(())
}

/// Rule 9.2: a unit marches as far as it can; what stops it is told.
fn march(t: &mut Field<'_>, unit: UnitId, path: &[SpaceId]) -> Play {
    t.check(look(t).acts())?;
    let rest = look(t).march(unit, path);
    if rest.is_empty() {
        return t.refuse(Bar::AlreadyThere);
    }
    for to in rest {
        let entry = t.check(look(t).entry(unit, to))?;
        enter(t, unit, to, entry)?;
    }
    Ok(())
}

pub(super) fn enter(
    t: &mut Field<'_>,
    unit: UnitId,
    to: SpaceId,
    entry: super::movement::Entry,
) -> Play {
    let from = t.state().at(unit).unwrap_or(to);
    t.happen(Event::Enters {
        unit,
        from,
        to,
        edge: entry.edge,
        via: entry.via,
        cost: entry.cost,
        must: entry.must,
    })?;
    settle(t, from)?;
    settle(t, to)
}

/// Lands all whom these orders land.
fn land_all(t: &mut Field<'_>, side: Side, orders: &[&Order]) -> Play {
    let mut landers = Vec::new();
    for order in orders.iter().copied() {
        let Order::Land { unit, at } = order else {
            continue;
        };
        let mut tried = landers.clone();
        tried.push((*unit, *at));
        let judged = if t.state().pulse.uk {
            Err(Bar::LandFirst)
        } else {
            look(t).landing(&tried, tried.len() - 1)
        };
        // Guns wait for their point unit, which may stand further down.
        let behind = |order: &&Order| match order {
            Order::Land { unit, at: place } => {
                place == at && t.data().counter(*unit).kind.assaults()
            }
            _ => false,
        };
        match judged {
            Ok(()) => landers = tried,
            Err(Bar::LandGuns) if orders.iter().any(behind) => landers = tried,
            Err(bar) => not_done(t, side, order, bar)?,
        }
    }
    if let Some((unit, at)) = landers.first().copied() {
        let first = Order::Land { unit, at };
        t.attempt(|t, bar| told(t, side, &first, bar), |t| land(t, &landers))?;
    }
    Ok(())
}

/// What the author of an order is told that is not carried out.
pub(super) fn told(t: &Field<'_>, side: Side, order: &Order, bar: Bar) -> Event {
    let line = order.text(&View::new(t.data(), t.state(), Some(side)));
    Event::NotDone { side, line, bar }
}

fn not_done(t: &mut Field<'_>, side: Side, order: &Order, bar: Bar) -> Play {
    let event = told(t, side, order, bar);
    t.leave_out(bar, event)
}

/// Rule 18.4: whether this one of some units may land, before anything is activated for them.
pub(super) fn may_land(t: &mut Field<'_>, landers: &[(UnitId, SpaceId)], n: usize) -> Play {
    if t.state().pulse.uk {
        return t.refuse(Bar::LandFirst);
    }
    t.check(look(t).slot(Side::Allied, UK_BOX))?;
    t.check(look(t).landing(landers, n))
}

/// Rule 18.4: units land from the UK Box, which is activated for it once.
fn land(t: &mut Field<'_>, landers: &[(UnitId, SpaceId)]) -> Play {
    for n in 0..landers.len() {
        t.check(look(t).landing(landers, n))?;
    }
    if !t.state().pulse.uk {
        t.check(look(t).slot(Side::Allied, UK_BOX))?;
        if t.state().pulse.begun {
            must_assaults(t, Side::Allied)?;
        }
        second(t, Side::Allied, UK_BOX)?;
        t.happen(Event::ActivatesUk)?;
    }
    landing::from_uk(t, landers)?;
    Ok(())
}

/// Rules 10.1 and 10.2: every assault that units standing among enemies must still make.
pub(super) fn must_assaults(t: &mut Field<'_>, side: Side) -> Play {
    loop {
        let look = look(t);
        let place = look.s.pulse.acting.iter().find_map(|acting| {
            let at = look.s.at(acting.unit)?;
            let due = acting.must
                && !acting.done
                && look.fresh(acting.unit)
                && look.counter(acting.unit).kind.assaults()
                && look.s.pulse.assault(at).is_none()
                && !look.vacant(side, at);
            due.then_some(at)
        });
        let Some(at) = place else { return Ok(()) };
        match look.assault(side, at, &must_plan(look, side, at)) {
            Ok(attack) => assault::resolve(t, attack)?,
            Err(_) => return Ok(()),
        };
    }
}

/// Only those who must, if nobody ordered more.
fn must_plan(look: Look<'_>, side: Side, at: SpaceId) -> Plan {
    let must = look
        .units(side, at)
        .filter(|unit| {
            look.acting(*unit)
                .is_some_and(|acting| acting.must && !acting.done)
        })
        .filter(|unit| look.counter(*unit).kind.assaults() && look.fresh(*unit));
    Plan {
        with: Some(must.collect()),
        ..Plan::default()
    }
}
