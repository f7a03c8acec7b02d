//! Rules 17.37, 17.4 and 17.5: what comes ashore.

use std::collections::BTreeMap;

use super::super::super::Mercury;
use super::super::super::bars::Bar;
use super::super::super::orders::on_line;
use super::super::super::side::Side;
use super::super::super::state::Position;
use super::super::super::words::{BEACH, LANDINGS, SUPPLIES, UNITS, UNLOAD, sea_kind};
use super::super::{ideas, landings, unloading};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::game::Side as _;
use crate::engine::ready::Sheet;
use crate::engine::rehearse::{Stage, Tried};
use crate::orders::choice::{any, number, one};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, lines};

/// Boats of units that can go to the same beaches.
pub struct Boats {
    units: Vec<UnitId>,
    beaches: Vec<SpaceId>,
}

/// A ship that lies in a port.
pub struct Moored {
    ship: UnitId,
    units: Vec<UnitId>,
    supplies: i32,
}

/// What the orders are taken from.
pub struct Shore {
    boats: Vec<Boats>,
    moored: Vec<Moored>,
}

impl Shore {
    fn new(v: &Position<'_>, side: Side) -> Self {
        let mut by_zone: BTreeMap<SpaceId, Vec<UnitId>> = BTreeMap::new();
        let mut moored = Vec::new();
        for ship in v.vessels(side) {
            if let Some(zone) = landings::roads(v, ship) {
                let mut units = v.aboard(ship);
                units.retain(|unit| !v.is_heavy(*unit));
                by_zone.entry(zone).or_default().extend(units);
            }
            let here = unloading::quay(v, ship).is_some() || unloading::before_athens(v, ship);
            let supplies = i32::from(v.ship(ship).reserves);
            let units = v.aboard(ship);
            if here && (!units.is_empty() || supplies > 0) {
                moored.push(Moored {
                    ship,
                    units,
                    supplies,
                });
            }
        }
        let boats = by_zone.into_iter().filter(|(_, units)| !units.is_empty());
        let boats = boats.map(|(zone, units)| {
            let open = |at: &SpaceId| {
                let place = v.data.map.place(*at);
                let closed = side == Side::German && place.suda_bay;
                let coast = place.beach || place.zone;
                let near = coast && v.data.map.coast(*at).contains(&zone);
                near && v.data.playable.has(*at) && !closed
            };
            Boats {
                units,
                beaches: v.data.map.all().filter(open).collect(),
            }
        });
        Self {
            boats: boats.collect(),
            moored,
        }
    }
}

lines! {
    /// What one line orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ShoreOrder from s: &Shore {
        /// Rule 17.43: `beach 11/iii/100: W4412`.
        BEACH for boats in &s.boats => Beach [unit: UnitId = boats.units] { at: SpaceId = one(&boats.beaches) },
        /// Rule 17.37: `unload glengyle: units 1/cdo a supplies 1`; before Athens all goes ashore.
        UNLOAD for m in &s.moored => Unload [ship: UnitId = [m.ship]] {
            units UNITS: Vec<UnitId> = any(&m.units),
            supplies SUPPLIES: Option<i32> = number(1, m.supplies.max(1)),
        },
    }
}

/// What a side puts ashore.
pub struct Landings {
    pub side: Side,
}

pub(super) static LANDINGS_KIND: Kind =
    sea_kind(&LANDINGS, ShoreOrder::WORDS, ShoreOrder::PARTS, true);

impl Landings {
    /// Rules 17.41 to 17.43: what is wrong with the boats.
    fn boats(v: &Position<'_>, orders: &[(usize, ShoreOrder)]) -> Vec<Problem> {
        let mut problems = Vec::new();
        let limits = &v.data.tables.limits;
        let mut steps: BTreeMap<(bool, u16), i32> = BTreeMap::new();
        let mut height: BTreeMap<SpaceId, Vec<UnitId>> = BTreeMap::new();
        for (line, order) in orders {
            let ShoreOrder::Beach { unit, at } = order else {
                continue;
            };
            let ship = match landings::may_beach(v, *unit, *at) {
                Ok(ship) => ship,
                Err(bar) => {
                    problems.push(on_line(*line, bar));
                    continue;
                }
            };
            // 17.42: ten from a convoy, twelve from a zone.
            let german = v.side(*unit) == Side::German;
            let zone = landings::roads(v, ship).map_or(0, |zone| zone.0);
            let key = if german {
                (true, ship.0)
            } else {
                (false, zone)
            };
            let sum = steps.entry(key).or_default();
            *sum += i32::from(v.steps(*unit));
            let most = if german {
                limits.by_sea_german
            } else {
                limits.by_sea_allied
            };
            if *sum > most {
                problems.push(on_line(*line, Bar::LandsTooMany { has: *sum, most }));
            }
            let there = height.entry(*at).or_default();
            there.push(*unit);
            let count = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
            let (has, most) = (count(v.stack_of(there)), count(limits.stack));
            if has > most && !v.data.map.place(*at).zone {
                let at = *at;
                problems.push(on_line(*line, Bar::BeachTooHigh { at, has, most }));
            }
        }
        problems
    }
}

impl Sheet<Mercury> for Landings {
    type Order = ShoreOrder;
    type Answer = Vec<ShoreOrder>;
    const KIND: &'static Kind = &LANDINGS_KIND;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-landings").with("side", Item::Word(self.side.word()))
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        ShoreOrder::rows(&Shore::new(v, self.side))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, ShoreOrder)>,
    ) -> Result<Vec<ShoreOrder>, Vec<Problem>> {
        let named = |order: &ShoreOrder| match order {
            ShoreOrder::Beach { unit, .. } => vec![Item::from(*unit)],
            ShoreOrder::Unload { units, .. } => units.iter().map(|one| Item::from(*one)).collect(),
        };
        let mut problems = named_twice(&orders, named, "17.43");
        problems.extend(Self::boats(v, &orders));
        let mut stage = Stage::<Mercury>::new(v.data, v.imagined());
        for (line, order) in &orders {
            if let Tried::Refused(bar) = stage.attempt(|t| unloading::carry_out(t, order)) {
                problems.push(on_line(*line, bar));
            }
        }
        unless(
            problems,
            orders.into_iter().map(|(_, order)| order).collect(),
        )
    }

    /// All that can be unloaded is.
    fn default(&self, v: &Position<'_>) -> Vec<ShoreOrder> {
        let ships = v.vessels(self.side).into_iter();
        let mut orders = Vec::new();
        let mut stage = Stage::<Mercury>::new(v.data, v.imagined());
        for ship in ships {
            let pos = stage.state().truth(v.data);
            let Some((units, supplies)) = unloading::all_it_can(&pos, ship) else {
                continue;
            };
            let order = ShoreOrder::Unload {
                ship,
                units,
                supplies: (supplies > 0).then_some(supplies),
            };
            if let Tried::Done(()) = stage.attempt(|t| unloading::carry_out(t, &order)) {
                orders.push(order);
            }
        }
        orders
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<ShoreOrder>> {
        let mut orders = ideas::landings(v, self.side, rng);
        let taken = |unit: &UnitId| {
            orders
                .iter()
                .any(|one| matches!(one, ShoreOrder::Beach { unit: other, .. } if other == unit))
        };
        let rest = self.default(v).into_iter();
        let rest: Vec<ShoreOrder> = rest
            .filter(|order| match order {
                ShoreOrder::Unload { units, .. } => !units.iter().any(taken),
                _ => true,
            })
            .collect();
        orders.extend(rest);
        Some(orders)
    }
}
