//! Rules 6.4, 13.3 and 13.7: the refit phase.

use super::Field;
use super::advantage;
use super::bars::Bar;
use super::bridges;
use super::control::{look, settle};
use super::depots::{Bill, Depot, Source};
use super::event::Event;
use super::look::Look;
use super::refit_orders::{RefitOrder, RefitPlan, RefitStep};
use super::state::{Level, Phase, Side};
use super::units::Kind;
use super::view::View;
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::letters::all_hold;
use crate::engine::ready::InScript;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Lines as _;

impl Look<'_> {
    /// Rule 13.41: what the refit of a unit costs, and from which depots.
    pub(super) fn refit(self, unit: UnitId, from: &[SpaceId]) -> Result<Bill, Bar> {
        let level = self.level(unit);
        let at = self.s.at(unit).ok_or(Bar::RefitFresh)?;
        if level == Level::Fresh {
            return Err(Bar::RefitFresh);
        }
        if self.s.pulse.refitted.contains(&unit) {
            return Err(Bar::RefitTwice);
        }
        let more = i32::from(level >= Level::D1);
        let serves = |depot: &Depot| self.serves(depot, unit);
        self.bill(self.counter(unit).side, at, more, from, &serves)
    }

    /// Rule 19.23: what an evening repair costs: like a spent unit at the site.
    pub(super) fn evening(self, side: Side, edge: SideId, from: &[SpaceId]) -> Result<Bill, Bar> {
        let printed = self.d.ground.edge(edge);
        if !self.s.blown.contains(&edge) {
            return Err(Bar::NotDestroyed);
        }
        let ends = [printed.a, printed.b];
        self.workable(side, &ends)?;
        let mut best: Result<Bill, Bar> = Err(Bar::EveningServes);
        for end in ends.into_iter().filter(|end| self.controls(side, *end)) {
            let serves = |depot: &Depot| matches!(depot.source, Source::German | Source::Corps);
            let bill = self.bill(side, end, 0, from, &serves);
            best = match (best, bill) {
                (Ok(one), Ok(other)) if other.0 < one.0 => Ok(other),
                (Ok(one), _) => Ok(one),
                (Err(_), Ok(other)) => Ok(other),
                // Only depots of F, or German ones, pay for bridges.
                (Err(bar), Err(Bar::RefitServes)) => Err(bar),
                (Err(_), Err(bar)) => Err(bar),
            };
        }
        best
    }

    /// Rule 23.6: whether two units are a pair for a reorganisation, whatever their state.
    pub(super) fn reorganisable(self, unit: UnitId, by: UnitId) -> Result<(), Bar> {
        let sort = |unit: UnitId| match self.counter(unit).kind {
            kind if kind.is_infantry() => 1,
            Kind::Armour => 2,
            kind if kind.is_artillery() => 3,
            _ => 0,
        };
        if sort(unit) == 0 || sort(unit) != sort(by) {
            return Err(Bar::ReorganiseType);
        }
        let at = self.s.at(unit);
        if unit == by || at.is_none() || at != self.s.at(by) {
            return Err(Bar::ReorganiseTogether);
        }
        Ok(())
    }

    /// Rule 23.6: whether a unit may be reorganised at the cost of another.
    pub(super) fn reorganisation(self, unit: UnitId, by: UnitId) -> Result<Level, Bar> {
        self.reorganisable(unit, by)?;
        match (self.level(unit), self.level(by)) {
            (Level::Spent, Level::D1 | Level::D2) => Ok(Level::Fresh),
            (Level::D1, Level::D1 | Level::D2) => Ok(Level::Spent),
            _ => Err(Bar::ReorganiseLevel),
        }
    }
}

/// Rule 6.4: a side places depots, refits, repairs, stores, buys, surrenders, reorganises.
pub(super) fn phase(t: &mut Field<'_>, side: Side) -> Play {
    free_refits(t, side)?;
    let plan = t.ask(side, InScript(RefitPlan))?;
    // What a fork asks is judged once, also for what is bought behind it.
    let mut chosen: Vec<&RefitOrder> = Vec::new();
    for step in &plan {
        let first = chosen.len();
        match step {
            RefitStep::Do(_, order) => chosen.push(order),
            RefitStep::If {
                tests,
                then,
                otherwise,
            } => {
                let view = View::new(t.data(), t.state(), Some(side));
                let holds = all_hold::<super::MarketGarden>(&view, tests);
                let branch = if holds { then } else { otherwise };
                chosen.extend(branch.iter().map(|(_, order)| order));
            }
        }
        for order in &chosen[first..] {
            t.attempt(
                |t, bar| told(t, side, order, bar),
                |t| carry_out(t, side, order),
            )?;
        }
    }
    store(t, side)?;
    later(t, side, &chosen, &|order| {
        matches!(order, RefitOrder::Buy { .. })
    })?;
    surrender(t, side)?;
    later(t, side, &chosen, &|order| {
        matches!(order, RefitOrder::Reorganise { .. })
    })?;
    advantage::pass_on(t)?;
    if side == Side::German {
        return t.happen(Event::Next {
            phase: Phase::AlliedRefit,
        });
    }
    // 16.4.
    if !t.state().interdiction.is_empty() {
        t.happen(Event::Clears)?;
    }
    t.happen(Event::Next {
        phase: Phase::GermanRegroup,
    })
}

/// Rules 13.511 and 13.62: units in zone I recover a level without cost.
fn free_refits(t: &mut Field<'_>, side: Side) -> Play {
    let oss = t.data().ground.oss;
    if side == Side::German && !look(t).controls(side, oss) {
        return Ok(());
    }
    let units: Vec<UnitId> = look(t).units(side, oss).collect();
    for unit in units {
        if let Some(level) = look(t).level(unit).better() {
            t.happen(Event::Refits {
                unit,
                level,
                cost: 0,
                from: Vec::new(),
            })?;
        }
    }
    Ok(())
}

/// What the author of an order is told that is not carried out.
fn told(t: &Field<'_>, side: Side, order: &RefitOrder, bar: Bar) -> Event {
    let line = order.words(None, &View::new(t.data(), t.state(), Some(side)));
    Event::NotDone { side, line, bar }
}

/// Carries out what is done before the points are stored.
pub(super) fn carry_out(t: &mut Field<'_>, side: Side, order: &RefitOrder) -> Play {
    match order {
        RefitOrder::Depot { source, at } => {
            let depot = Depot {
                source: *source,
                at: *at,
                points: t.check(look(t).depot(*source, *at))?,
                boosted: 0,
            };
            t.happen(Event::Places { depot })
        }
        RefitOrder::Refit { unit, from } => {
            let (cost, from) = t.check(look(t).refit(*unit, from))?;
            let level = look(t).level(*unit).better().unwrap_or(Level::Fresh);
            t.happen(Event::Refits {
                unit: *unit,
                level,
                cost,
                from,
            })
        }
        RefitOrder::Rebuild { edge, from } => {
            let (cost, from) = t.check(look(t).evening(side, *edge, from))?;
            t.happen(Event::Pays {
                edge: *edge,
                cost,
                from,
            })?;
            bridges::repair(t, side, *edge)?;
            bridges::settle_ends(t, *edge)
        }
        RefitOrder::Boost { each } => {
            let points = t.check(look(t).boost(*each))?;
            t.happen(Event::Boosts {
                each: *each,
                points,
            })
        }
        RefitOrder::Buy { .. } | RefitOrder::Reorganise { .. } => Ok(()),
    }
}

/// Rules 13.42 and 13.43: what is left of depots in free places goes to the reserve.
pub(super) fn store(t: &mut Field<'_>, side: Side) -> Play {
    let (mut kept, mut lost) = (0, 0);
    for depot in &t.state().pulse.depots {
        if look(t).free(side, depot.at) {
            kept += depot.points;
        } else {
            // 23.4: what came from the reserve goes back there.
            let back = depot.points.min(depot.boosted);
            kept += back;
            lost += depot.points - back;
        }
    }
    t.happen(Event::Stores {
        side,
        points: kept,
        lost,
    })
}

/// Carries out what comes behind: purchases, reorganisation.
fn later(
    t: &mut Field<'_>,
    side: Side,
    orders: &[&RefitOrder],
    which: &dyn Fn(&RefitOrder) -> bool,
) -> Play {
    let mut done = Later::default();
    for order in orders.iter().copied().filter(|order| which(order)) {
        t.attempt(
            |t, bar| told(t, side, order, bar),
            |t| done.carry_out(t, side, order),
        )?;
    }
    Ok(())
}

/// What was bought and reorganised in a phase.
#[derive(Default)]
pub(super) struct Later {
    bought: i32,
    reorganised: Vec<UnitId>,
}

impl Later {
    /// Carries out what comes behind the storing of points.
    pub(super) fn carry_out(&mut self, t: &mut Field<'_>, side: Side, order: &RefitOrder) -> Play {
        match order {
            RefitOrder::Buy { spaces } => {
                let points = t.check(buy(t, side, *spaces, self.bought))?;
                self.bought += spaces.abs();
                t.happen(Event::Buys {
                    side,
                    spaces: *spaces,
                    points,
                })
            }
            // 23.6/a: with a refit two levels, never three.
            RefitOrder::Reorganise { unit, .. } if self.reorganised.contains(unit) => {
                t.refuse(Bar::ReorganiseTwice)
            }
            RefitOrder::Reorganise { unit, by } => {
                let level = t.check(look(t).reorganisation(*unit, *by))?;
                self.reorganised.push(*unit);
                t.happen(Event::Reorganises {
                    unit: *unit,
                    level,
                    by: *by,
                })
            }
            _ => Ok(()),
        }
    }
}

/// Rules 6.4 and 13.43: what spaces cost, on top of those bought before; three a turn at most.
pub(super) fn buy(t: &Field<'_>, side: Side, spaces: i32, before: i32) -> Result<i32, Bar> {
    let table = &t.data().tables.supply;
    let points = spaces.abs() * table.space;
    if before + spaces.abs() > table.spaces_most {
        let most = table.spaces_most;
        return Err(Bar::BuyMost { most });
    }
    let reserve = t.state().reserve[side.index()];
    if points > reserve {
        return Err(Bar::BuyPoints {
            cost: points,
            points: reserve,
        });
    }
    Ok(points)
}

/// Rule 13.7: isolated units may surrender. Isolation is judged once, before the first die.
fn surrender(t: &mut Field<'_>, side: Side) -> Play {
    for unit in look(t).isolated_units(side) {
        let level = look(t).level(unit);
        let at = t.state().at(unit);
        let number = level as i32 + 1;
        let mut tally = Tally::of_rule("13.7");
        tally.term("isolation", number, "13.7");
        let id = t.data().counter(unit).id.clone();
        {
            let t: &mut Field<'_> = &mut t.within(format_args!("surrender/{id}"));
            let dice = advantage::die(t, "surrender", side, vec![unit.item()], |die| die - number)?;
            tally.dice(&dice).at_most();
            let level = match dice.sum().cmp(&number) {
                std::cmp::Ordering::Less => None,
                std::cmp::Ordering::Equal => level.worse(1),
                std::cmp::Ordering::Greater => Some(level),
            };
            t.happen(Event::Surrenders { unit, tally, level })?;
        }
        if let Some(at) = at {
            settle(t, at)?;
        }
    }
    Ok(())
}
