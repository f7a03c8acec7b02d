//! Rule 11.0: the sheet of the Movement Phase.

use super::super::class::Arm;
use super::super::words::{DROP, FLY, LAND, MOVE, MOVEMENT, MOVEMENT_KIND, RAIL};
use super::super::{View, Weserubung};
use super::air::{self, Transfer, named_twice};
use super::assault::{drop_order, drop_rows};
use super::columns::{land_order, land_rows, march_rows, rail_rows};
use super::{Assault, Rows, on_line, part_item, place_of, places, unit_of};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Phrase, Pick, Picks, Problem, Row};

/// One line of the sheet.
#[derive(Clone, Debug)]
pub(crate) enum MoveOrder {
    /// On foot.
    March { unit: UnitId, path: Vec<SpaceId> },
    /// By rail.
    Rail { unit: UnitId, to: SpaceId },
    /// From ships.
    Land { units: Vec<UnitId>, at: SpaceId },
    /// By air.
    Fly(Transfer),
    /// By parachute, on a vacant hex (3.2.3).
    Drop(Assault),
    /// Held back: there is no room (3.1).
    Nothing,
}

/// The sheet.
#[derive(Default)]
pub(crate) struct MoveOrders(Rows);

impl MoveOrders {
    fn rows(&self, v: &View<'_>) -> &[Row] {
        self.0.get(|| Self::find_rows(v))
    }

    fn find_rows(v: &View<'_>) -> Vec<Row> {
        let pos = v.pos();
        let mut rows = march_rows(v, &MOVE, false);
        rows.extend(rail_rows(v, false));
        rows.extend(land_rows(v, false));
        rows.extend(air::fly_rows(v, false));
        // Only on a hex without enemies.
        rows.extend(drop_rows(v).into_iter().map(|mut row| {
            if let Pick::Parts(parts) = &mut row.pick
                && let Some(Pick::One(to)) = parts.first_mut().map(|part| &mut part.pick)
            {
                to.retain(|item| {
                    place_of(*item).is_some_and(|place| !pos.has_land(place, v.alliance().other()))
                });
            }
            row
        }));
        rows
    }
}

impl Decision<Weserubung> for MoveOrders {
    type Answer = Vec<MoveOrder>;
    const KIND: &'static Kind = &MOVEMENT_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-movement")
    }

    fn form(&self, v: &View<'_>) -> Form {
        let rows = self.rows(v).to_vec();
        let max = rows.len();
        Form {
            word: &MOVEMENT,
            subject: Vec::new(),
            pick: Pick::Sheet { rows, max },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let pos = v.pos();
        let (mut orders, mut problems) = (Vec::new(), Vec::new());
        let mut seen = Vec::new();
        let mut flights: Vec<(usize, Transfer)> = Vec::new();
        // Who ends where, to see that no hex is too full (3.1).
        let mut ends: Vec<(usize, UnitId, SpaceId)> = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            let word = line.word;
            let lead = line.subject.and_then(unit_of);
            let Some(lead) = lead else { continue };
            if word == &MOVE {
                let path = places(&line.picks);
                problems.extend(named_twice(n, &[lead], &mut seen, "3.2"));
                if let Some(to) = path.last() {
                    ends.push((n, lead, *to));
                }
                orders.push(MoveOrder::March { unit: lead, path });
            } else if word == &RAIL {
                let Some(to) = part_item(&line.picks, 0).and_then(place_of) else {
                    continue;
                };
                problems.extend(named_twice(n, &[lead], &mut seen, "3.2"));
                ends.push((n, lead, to));
                orders.push(MoveOrder::Rail { unit: lead, to });
            } else if word == &LAND {
                match land_order(v, n, line) {
                    Ok((units, at)) => {
                        problems.extend(named_twice(n, &units, &mut seen, "3.2"));
                        ends.extend(units.iter().map(|unit| (n, *unit, at)));
                        orders.push(MoveOrder::Land { units, at });
                    }
                    Err(wrong) => problems.extend(wrong),
                }
            } else if word == &FLY {
                match air::transfer(v, n, line) {
                    Ok(order) => {
                        problems.extend(named_twice(n, &order.units, &mut seen, "3.3"));
                        problems.extend(named_twice(n, &order.carry, &mut seen, "7.6"));
                        if let Some(to) = place_of(order.to) {
                            ends.extend(order.carry.iter().map(|unit| (n, *unit, to)));
                        }
                        flights.push((n, order.clone()));
                        orders.push(MoveOrder::Fly(order));
                    }
                    Err(wrong) => problems.extend(wrong),
                }
            } else if word == &DROP {
                match drop_order(v, n, line) {
                    Ok(assault) => {
                        problems.extend(named_twice(n, &assault.units, &mut seen, "3.2"));
                        let land = assault
                            .units
                            .iter()
                            .filter(|unit| pos.arm(**unit) == Arm::Land);
                        ends.extend(land.map(|unit| (n, *unit, assault.target)));
                        orders.push(MoveOrder::Drop(assault));
                    }
                    Err(wrong) => problems.extend(wrong),
                }
            }
        }
        let moved: Vec<(usize, &Transfer)> = flights.iter().map(|(n, order)| (*n, order)).collect();
        problems.extend(air::crowding(v, &moved));
        problems.extend(crowded(v, &ends));
        if problems.is_empty() {
            Ok(orders)
        } else {
            Err(problems)
        }
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Sheet(Vec::new())
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Some(Picks::Sheet(super::super::ideas::movement(
            v,
            self.rows(v),
            rng,
        )))
    }
}

/// Rule 3.1: the line that leaves too many land units in a hex.
fn crowded(v: &View<'_>, ends: &[(usize, UnitId, SpaceId)]) -> Vec<Problem> {
    let pos = v.pos();
    let own = v.alliance();
    let mut problems = Vec::new();
    for (index, (n, unit, to)) in ends.iter().enumerate() {
        if pos.arm(*unit) != Arm::Land || pos.d.map.hex(*to).holds.is_some() {
            continue;
        }
        let leaves = |one: &UnitId| ends.iter().any(|(_, other, end)| other == one && end != to);
        let stay = pos
            .land(*to, own)
            .iter()
            .filter(|one| !leaves(one) && *one != unit)
            .count();
        let come = ends[..=index]
            .iter()
            .filter(|(_, one, end)| {
                end == to && pos.arm(*one) == Arm::Land && !pos.land(*to, own).contains(one)
            })
            .count();
        let has = pos.d.tables.stack_land;
        if stay + come > has {
            let what = Phrase::new("too-many-there")
                .with("at", to.item())
                .with("needed", super::number(stay + come))
                .with("has", super::number(has));
            problems.push(on_line(*n, what, "3.1"));
        }
    }
    problems
}
