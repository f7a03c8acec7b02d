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
            carry_out(t, side, order)?;
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

fn not_done(t: &mut Field<'_>, side: Side, order: &RefitOrder, bar: Bar) -> Play {
    let line = order.words(None, &View::new(t.data(), t.state(), Some(side)));
    t.happen(Event::NotDone { side, line, bar })
}

/// Carries out what is done before the points are stored.
fn carry_out(t: &mut Field<'_>, side: Side, order: &RefitOrder) -> Play {
    let tried = match order {
        RefitOrder::Depot { source, at } => match look(t).depot(*source, *at) {
            Ok(points) => {
                let depot = Depot {
                    source: *source,
                    at: *at,
                    points,
                    boosted: 0,
                };
                t.happen(Event::Places { depot })?;
                Ok(())
            }
            Err(bar) => Err(bar),
        },
        RefitOrder::Refit { unit, from } => match look(t).refit(*unit, from) {
            Ok((cost, parts)) => {
                let level = look(t).level(*unit).better().unwrap_or(Level::Fresh);
                t.happen(Event::Refits {
                    unit: *unit,
                    level,
                    cost,
                    from: parts,
                })?;
                Ok(())
            }
            Err(bar) => Err(bar),
        },
        RefitOrder::Rebuild { edge, from } => match look(t).evening(side, *edge, from) {
            Ok((cost, parts)) => {
                t.happen(Event::Pays {
                    edge: *edge,
                    cost,
                    from: parts,
                })?;
                bridges::repair(t, side, *edge)?;
                bridges::settle_ends(t, *edge)?;
                Ok(())
            }
            Err(bar) => Err(bar),
        },
        RefitOrder::Boost { each } => match look(t).boost(*each) {
            Ok(points) => {
                t.happen(Event::Boosts {
                    each: *each,
                    points,
                })?;
                Ok(())
            }
            Err(bar) => Err(bar),
        },
        RefitOrder::Buy { .. } | RefitOrder::Reorganise { .. } => Ok(()),
    };
    match tried {
        Ok(()) => Ok(()),
        Err(bar) => not_done(t, side, order, bar),
    }
}

/// Rules 13.42 and 13.43: what is left of depots in free places goes to the reserve.
fn store(t: &mut Field<'_>, side: Side) -> Play {
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
    let mut bought = 0;
    let mut reorganised: Vec<UnitId> = Vec::new();
    for order in orders.iter().copied().filter(|order| which(order)) {
        match order {
            RefitOrder::Buy { spaces } => match buy(t, side, *spaces, bought) {
                Ok(points) => {
                    bought += spaces.abs();
                    t.happen(Event::Buys {
                        side,
                        spaces: *spaces,
                        points,
                    })?;
                }
                Err(bar) => not_done(t, side, order, bar)?,
            },
            // 23.6/a: with a refit two levels, never three.
            RefitOrder::Reorganise { unit, .. } if reorganised.contains(unit) => {
                not_done(t, side, order, Bar::ReorganiseTwice)?;
            }
            RefitOrder::Reorganise { unit, by } => match look(t).reorganisation(*unit, *by) {
                Ok(level) => {
                    reorganised.push(*unit);
                    t.happen(Event::Reorganises {
                        unit: *unit,
                        level,
                        by: *by,
                    })?;
                }
                Err(bar) => not_done(t, side, order, bar)?,
            },
            _ => {}
        }
    }
    Ok(())
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
