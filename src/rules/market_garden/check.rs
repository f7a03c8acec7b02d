//! The check of a script before it is played: what is certain to fail is told at once.
//!
//! Lines are tried on a copy of the position one after another, up to the first that needs dice or a condition; what
//! comes behind cannot be judged yet.

use super::apply::{act, apply};
use super::bars::Bar;
use super::control::changes;
use super::data::Data;
use super::event::Event;
use super::look::Look;
use super::movement::Entry;
use super::pulse::UK_BOX;
use super::reasons::refused;
use super::script::{Order, Step};
use super::state::{Side, State};
use crate::board::{SideId, SpaceId, UnitId};
use crate::orders::Problem;

/// What is wrong with a script, as far as it can be known.
pub(super) fn problems(d: &Data, s: &State, side: Side, steps: &[Step]) -> Vec<Problem> {
    let mut draft = Draft::new(d, s, side);
    let mut problems = Vec::new();
    for step in steps {
        let Step::Do(n, order) = step else {
            break;
        };
        match draft.attempt(order, steps) {
            Ok(true) => {}
            Ok(false) => break,
            Err(bar) => {
                problems.push(refused(draft.look(), side, *n, order, bar));
                // Without its activation nothing behind it could be right.
                if matches!(order, Order::Activate { .. }) {
                    break;
                }
            }
        }
    }
    problems
}

/// A copy of the position on which orders are tried.
pub(super) struct Draft<'d> {
    d: &'d Data,
    pub(super) s: State,
    side: Side,
}

impl<'d> Draft<'d> {
    pub(super) fn new(d: &'d Data, s: &State, side: Side) -> Self {
        let s = s.clone();
        Self { d, s, side }
    }

    pub(super) fn look(&self) -> Look<'_> {
        Look {
            d: self.d,
            s: &self.s,
        }
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    pub(super) fn happen(&mut self, event: &Event) {
        apply(self.d, &mut self.s, event);
    }

    fn settle(&mut self, at: SpaceId) {
        for event in changes(self.d, &self.s, at) {
            self.happen(&event);
        }
    }

    /// Takes a unit out of further plans: it is busy.
    pub(super) fn busy(&mut self, unit: UnitId) {
        act(self.d, &mut self.s, unit, |acting| acting.done = true);
    }

    /// Tries an order; says whether what follows can still be judged.
    pub(super) fn attempt(&mut self, order: &Order, steps: &[Step]) -> Result<bool, Bar> {
        let side = self.side;
        match order {
            Order::Activate { at } => {
                let doubles = self.look().slot(side, *at)?;
                if self.s.pulse.acting.iter().any(|acting| acting.must) {
                    return Ok(false);
                }
                if doubles {
                    self.happen(&Event::Doubles { side, at: *at });
                }
                self.happen(&Event::Activates { side, at: *at });
                Ok(true)
            }
            Order::Repair { edge } => {
                self.look().acts()?;
                self.look().repair(side, *edge)?;
                self.s.pulse.repairs += 1;
                let left = &mut self.s.kept.available[side.index()];
                *left = left.saturating_sub(1);
                Ok(true)
            }
            Order::Move { unit, path } => {
                self.look().acts()?;
                let rest = self.look().march(*unit, path);
                if rest.is_empty() {
                    return Err(Bar::AlreadyThere);
                }
                for to in rest {
                    let entry = self.look().entry(*unit, to)?;
                    self.enter(*unit, to, entry);
                }
                Ok(true)
            }
            Order::Boat { unit, to } => {
                self.look().acts()?;
                let entry = self.look().boat(*unit, *to)?;
                self.enter(*unit, *to, entry);
                Ok(true)
            }
            Order::Seize { edge, by } => {
                self.look().acts()?;
                let unit = match by {
                    Some(unit) => *unit,
                    None => self.look().seizer(side, *edge)?,
                };
                self.look().seizure(unit, *edge)?;
                Ok(false)
            }
            Order::Assault { at, plan } => {
                self.look().assaults(*at)?;
                self.look().assault(side, *at, plan)?;
                Ok(false)
            }
            Order::Demolish { edge } => {
                self.look().demolishes()?;
                if self.s.pulse.acting.iter().any(|acting| acting.must) {
                    return Ok(false);
                }
                self.look().demolition(side, *edge)?;
                self.s.pulse.mined.push(*edge);
                self.s.pulse.stage = super::pulse::Stage::Demolish;
                self.s.pulse.begun = true;
                Ok(true)
            }
            Order::Infiltrate { to, units } => {
                for (n, unit) in units.iter().enumerate() {
                    let from = self.look().infiltration(*unit, *to)?;
                    // The first of them activates its area, if no line did.
                    if n == 0 && self.look().infiltration_activates(from) {
                        if self.look().slot(side, from)? {
                            self.happen(&Event::Doubles { side, at: from });
                        }
                        self.happen(&Event::Activates { side, at: from });
                    }
                    self.look().entry(*unit, *to)?;
                }
                Ok(false)
            }
            Order::Bombard { at, battery } | Order::Barrage { at, battery } => {
                let barrage = matches!(order, Order::Barrage { .. });
                self.look().slot(side, *at)?;
                self.look().bombard(side, *at, battery, barrage)?;
                Ok(false)
            }
            Order::Strike { at, marker, target } => {
                self.look().sole(Bar::AirAlone)?;
                let marker = marker.unwrap_or_else(|| self.look().next_raf()).index();
                let target = self.look().strike(marker, *at, *target)?;
                self.happen(&Event::Strikes {
                    marker,
                    at: *at,
                    target,
                });
                Ok(true)
            }
            Order::Interdict { at } => {
                self.look().sole(Bar::InterdictAlone)?;
                self.look().interdiction_marker(*at)?;
                self.happen(&Event::Interdicts { at: *at });
                Ok(true)
            }
            Order::Pass => {
                self.look().sole(Bar::PassAlone)?;
                self.happen(&Event::Passes { side });
                Ok(true)
            }
            Order::Land { unit, at } => {
                if self.s.pulse.uk {
                    return Err(Bar::LandFirst);
                }
                self.look().slot(side, UK_BOX)?;
                let landers: Vec<(UnitId, SpaceId)> = steps
                    .iter()
                    .filter_map(|step| match step {
                        Step::Do(_, Order::Land { unit, at }) => Some((*unit, *at)),
                        _ => None,
                    })
                    .collect();
                let n = landers.iter().position(|one| *one == (*unit, *at));
                self.look().landing(&landers, n.unwrap_or(0))?;
                // Further landings are judged; what the landers do depends on flak.
                let last = landers.last() == Some(&(*unit, *at));
                Ok(!last)
            }
            Order::Drop { .. } | Order::Stop | Order::Hold => Ok(false),
        }
    }

    /// Notes that a unit tries for a bridge, whatever comes of it.
    pub(super) fn tries(&mut self, unit: UnitId, edge: SideId) {
        let cost = self.d.tables.cost.seize;
        act(self.d, &mut self.s, unit, |acting| acting.left -= cost);
        self.s.pulse.tried.push(edge);
    }

    pub(super) fn enter(&mut self, unit: UnitId, to: SpaceId, entry: Entry) {
        let from = self.s.at(unit).unwrap_or(to);
        self.happen(&Event::Enters {
            unit,
            from,
            to,
            edge: entry.edge,
            via: entry.via,
            cost: entry.cost,
            must: entry.must,
        });
        act(self.d, &mut self.s, unit, |_| {});
        self.settle(from);
        self.settle(to);
    }
}
