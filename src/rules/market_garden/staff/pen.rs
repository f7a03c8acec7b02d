//! Writes orders as lines of a form.

use super::super::event::Target;
use super::super::ground::{edge_item, place_item};
use super::super::script::{self, Order, Step};
use super::super::view::{View, marker};
use super::super::words::{
    ACTIVATE, ASSAULT, BARRAGE, BOAT, BOMBARD, DEMOLISH, DROP, HOLD, INFILTRATE, INTERDICT, LAND,
    PASS, REPAIR, SEIZE, STOP, STRIKE,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Act, Branch, Item, Line, Picks, Word};

/// Knows the rows of the form a script is written in.
pub(super) struct Pen {
    words: Vec<&'static Word>,
    all: script::Muster,
}

fn items(units: &[UnitId]) -> Vec<Item> {
    let mut units = units.to_vec();
    units.sort_unstable();
    units.into_iter().map(UnitId::item).collect()
}

impl Pen {
    pub(super) fn new(view: &View<'_>) -> Self {
        let (words, all) = script::layout(view);
        Self { words, all }
    }

    fn line(&self, order: &Order) -> Option<Line> {
        let line = |word: &'static Word, subject: Option<Item>, picks| {
            Some(Line {
                row: self.words.iter().position(|one| *one == word)?,
                subject,
                picks,
            })
        };
        let place = |at: &SpaceId| Some(place_item(*at));
        match order {
            Order::Activate(at) => line(&ACTIVATE, place(at), Picks::Nothing),
            Order::Repair(edge) => line(&REPAIR, Some(edge_item(*edge)), Picks::Nothing),
            Order::Move { unit, path } => {
                let row = script::march_row(&self.words, &self.all, *unit)?;
                let path = path.iter().map(|at| place_item(*at)).collect();
                Some(Line {
                    row,
                    subject: Some(unit.item()),
                    picks: Picks::List(path),
                })
            }
            Order::Boat { unit, to } => line(&BOAT, Some(unit.item()), Picks::One(place_item(*to))),
            Order::Seize { edge, by } => {
                let by = by.map(|unit| Picks::One(unit.item()));
                line(&SEIZE, Some(edge_item(*edge)), Picks::Parts(vec![by]))
            }
            Order::Assault { at, plan } => {
                let parts = vec![
                    plan.with.as_ref().map(|with| Picks::List(items(with))),
                    plan.point.map(|unit| Picks::One(unit.item())),
                    (!plan.guns.is_empty()).then(|| Picks::List(items(&plan.guns))),
                ];
                line(&ASSAULT, place(at), Picks::Parts(parts))
            }
            Order::Demolish(edge) => line(&DEMOLISH, Some(edge_item(*edge)), Picks::Nothing),
            Order::Infiltrate { to, units } => {
                line(&INFILTRATE, place(to), Picks::List(items(units)))
            }
            Order::Bombard {
                at,
                lead,
                guns,
                barrage,
                target,
            } => {
                let word = if *barrage { &BARRAGE } else { &BOMBARD };
                let parts = vec![
                    Some(Picks::One(lead.item())),
                    (!guns.is_empty()).then(|| Picks::List(items(guns))),
                    target.map(|target| {
                        Picks::One(match target {
                            Target::Unit(unit) => unit.item(),
                            Target::Marker(edge) => edge_item(edge),
                        })
                    }),
                ];
                line(word, place(at), Picks::Parts(parts))
            }
            Order::Strike { at, marker: by, .. } => {
                let by = by.map(|n| Picks::One(Item::Thing(marker(u16::try_from(n).unwrap_or(0)))));
                line(&STRIKE, place(at), Picks::Parts(vec![by, None]))
            }
            Order::Interdict(at) => line(&INTERDICT, None, Picks::One(place_item(*at))),
            Order::Land { unit, at } => line(&LAND, Some(unit.item()), Picks::One(place_item(*at))),
            Order::Drop { unit, at } => line(&DROP, Some(unit.item()), Picks::One(place_item(*at))),
            Order::Pass => line(&PASS, None, Picks::Nothing),
            Order::Stop => line(&STOP, None, Picks::Nothing),
            Order::Hold => line(&HOLD, None, Picks::Nothing),
        }
    }

    fn lines(&self, orders: &[(usize, Order)]) -> Vec<Line> {
        let lines = orders.iter().filter_map(|(_, order)| self.line(order));
        lines.collect()
    }

    /// A script of these steps, whose numbers do not matter.
    pub(super) fn script(&self, steps: &[Step]) -> Picks {
        let acts = steps.iter().filter_map(|step| match step {
            Step::Do(_, order) => self.line(order).map(Act::Do),
            Step::If {
                tests,
                then,
                otherwise,
            } => Some(Act::If(Branch {
                tests: tests.clone(),
                then: self.lines(then),
                otherwise: self.lines(otherwise),
            })),
        });
        Picks::Script(acts.collect())
    }
}
