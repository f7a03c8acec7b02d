//! The check of a script before it is played: what is certain to fail is told at once.
//!
//! Lines are rehearsed one after another, by the procedures that carry them out, up to the first that needs dice or a
//! condition; what comes behind cannot be judged yet.

use super::MarketGarden;
use super::apply::act;
use super::bars::Bar;
use super::carry;
use super::data::Data;
use super::event::Event;
use super::look::Look;
use super::pulse::Stage as Part;
use super::reasons::refused;
use super::script::{Order, Step};
use super::state::{Side, State};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::rehearse::{Stage, Tried};
use crate::engine::table::Play;
use crate::orders::Problem;

/// What is wrong with a script, as far as it can be known.
pub(super) fn problems(d: &Data, s: &State, side: Side, steps: &[Step]) -> Vec<Problem> {
    let mut draft = Draft::new(d, s, side);
    let mut problems = Vec::new();
    for step in steps {
        let Step::Do(n, order) = step else {
            break;
        };
        let tried = match order {
            Order::Drop { .. } | Order::Stop | Order::Hold => break,
            Order::Land { unit, at } => draft.land((*unit, *at), steps),
            order => draft.attempt(order),
        };
        match tried {
            Tried::Done(()) => {}
            Tried::Unsure if goes_on(order) => {}
            Tried::Unsure => break,
            Tried::Refused(bar) => {
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

/// Whether what follows an order can be judged, whatever its dice show.
const fn goes_on(order: &Order) -> bool {
    matches!(
        order,
        Order::Repair { .. } | Order::Demolish { .. } | Order::Strike { .. }
    )
}

/// Where the orders of a side are tried.
pub(super) struct Draft<'d> {
    d: &'d Data,
    stage: Stage<'d, MarketGarden>,
    side: Side,
}

impl<'d> Draft<'d> {
    pub(super) fn new(d: &'d Data, s: &State, side: Side) -> Self {
        let stage = Stage::new(d, s.clone());
        Self { d, stage, side }
    }

    pub(super) const fn look(&self) -> Look<'_> {
        Look {
            d: self.d,
            s: self.stage.state(),
        }
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    pub(super) fn happen(&mut self, event: &Event) {
        self.stage.happen(event);
    }

    /// Goes back to a position.
    pub(super) fn back_to(&mut self, s: State) {
        self.stage.suppose(|_, now| *now = s);
    }

    /// Takes a unit out of further plans: it is busy.
    pub(super) fn busy(&mut self, unit: UnitId) {
        self.stage
            .suppose(|d, s| act(d, s, unit, |acting| acting.done = true));
    }

    /// Tries an order as it will be carried out. Of what waits for dice the cost is noted.
    pub(super) fn attempt(&mut self, order: &Order) -> Tried<(), Bar> {
        let side = self.side;
        let tried = self.stage.attempt(|t| carry::carry_out(t, side, order));
        if matches!(tried, Tried::Unsure) {
            match order {
                Order::Repair { .. } => self.works(),
                Order::Demolish { edge } => self.mines(*edge),
                _ => {}
            }
        }
        tried
    }

    /// Tries an order of a phase with procedures of its own.
    pub(super) fn rehearse<T>(
        &mut self,
        order: impl FnOnce(&mut super::Field<'d>) -> Play<T>,
    ) -> Tried<T, Bar> {
        self.stage.attempt(order)
    }

    /// Rule 18.41: landings are judged with those before them; what the landers do depends on flak.
    fn land(&mut self, lander: (UnitId, SpaceId), steps: &[Step]) -> Tried<(), Bar> {
        let landers: Vec<(UnitId, SpaceId)> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Do(_, Order::Land { unit, at }) => Some((*unit, *at)),
                _ => None,
            })
            .collect();
        let n = landers.iter().position(|one| *one == lander).unwrap_or(0);
        let tried = self.stage.attempt(|t| carry::may_land(t, &landers, n));
        match tried {
            Tried::Done(()) if landers.last() == Some(&lander) => Tried::Unsure,
            tried => tried,
        }
    }

    /// Notes that a bridge is worked on, whatever comes of it (19.2).
    pub(super) fn works(&mut self) {
        let n = self.side.index();
        self.stage.suppose(|_, s| {
            s.pulse.repairs += 1;
            let left = &mut s.kept.available[n];
            *left = left.saturating_sub(1);
        });
    }

    /// Notes that a bridge was to be blown up, whatever comes of it (19.4).
    fn mines(&mut self, edge: SideId) {
        self.stage.suppose(|_, s| {
            s.pulse.mined.push(edge);
            s.pulse.stage = Part::Demolish;
            s.pulse.begun = true;
        });
    }

    /// Notes that a unit tries for a bridge, whatever comes of it (19.3).
    pub(super) fn tries(&mut self, unit: UnitId, edge: SideId) {
        self.stage.suppose(|d, s| {
            let cost = d.tables.cost.seize;
            act(d, s, unit, |acting| acting.left -= cost);
            s.pulse.tried.push(edge);
        });
    }
}
