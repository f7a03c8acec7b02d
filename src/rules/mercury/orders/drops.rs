//! Rule 6: where the reserves jump, who leads them, who is landed on airfields.

use std::collections::BTreeMap;

use super::super::Mercury;
use super::super::airlanding;
use super::super::bars::Bar;
use super::super::drops::{self, Stick};
use super::super::map::Field;
use super::super::side::Side;
use super::super::state::Position;
use super::super::words::{AIRLANDINGS, DROP, DROPS, LAND, VANGUARD, land_kind};
use super::{ask, on_line};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::{Choose, Sheet};
use crate::orders::choice::{at_least, one};
use crate::orders::lines::{named_twice, unless};
use crate::orders::{Below, Item, Lines as _, Phrase, Problem, Row, lines};

lines! {
    /// What one line of the Drop phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum DropOrder from sticks: &[Stick] {
        /// Rule 6.12 b: `drop 4-mg-7: W4215`.
        DROP for stick in sticks => Jump [unit: UnitId = stick.units] {
            at: SpaceId = one(&stick.zone)
        },
    }
}

/// The targets of the reserves.
pub(in super::super) struct Jumps;

pub(super) static JUMPS: Kind = land_kind(&DROPS, DropOrder::WORDS, DropOrder::PARTS, false);

impl Jumps {
    /// What those get who are not named: a place with room and no enemy near, in easy ground, near to the middle.
    fn usual(v: &Position<'_>, named: &[(UnitId, SpaceId)]) -> Vec<(UnitId, SpaceId)> {
        let ground = |at: SpaceId| {
            let terrain = &v.data.map.place(at).terrain;
            let ground = v.data.tables.terrain.get(terrain);
            ground.map_or(0, |ground| ground.drop)
        };
        let danger = |at: SpaceId| v.holds(at, Side::Allied) || v.in_zone(at, Side::German);
        let own = v.spots(Side::German);
        let far = |at: SpaceId| own.iter().map(|near| v.data.map.distance(at, *near)).min();
        let mut jumps: Vec<(UnitId, SpaceId)> = named.to_vec();
        for mut stick in drops::free(v) {
            let zone = &mut stick.zone;
            zone.sort_by_cached_key(|at| (danger(*at), ground(*at), far(*at), *at));
            for unit in stick.units {
                if jumps.iter().any(|(one, _)| *one == unit) {
                    continue;
                }
                let stack = v.printed(unit).stack;
                let room = |at: &&SpaceId| height(v, &jumps, **at) + stack <= most(v);
                if let Some(at) = zone.iter().find(room) {
                    jumps.push((unit, *at));
                }
            }
        }
        jumps
    }
}

fn most(v: &Position<'_>) -> u32 {
    v.data.tables.limits.stack
}

/// Stacking points that jump into a hex.
fn height(v: &Position<'_>, jumps: &[(UnitId, SpaceId)], at: SpaceId) -> u32 {
    let there = jumps.iter().filter(|(_, to)| *to == at);
    there.map(|(unit, _)| v.printed(*unit).stack).sum()
}

impl Sheet<Mercury> for Jumps {
    type Order = DropOrder;
    type Answer = Vec<(UnitId, SpaceId)>;
    const KIND: &'static Kind = &JUMPS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let units = drops::free(v).into_iter().flat_map(|stick| stick.units);
        let units: Vec<Item> = units.map(Item::from).collect();
        Phrase::new("ask-crete-drops").with("units", units)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        DropOrder::rows(&drops::free(v))
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, DropOrder)>,
    ) -> Result<Vec<(UnitId, SpaceId)>, Vec<Problem>> {
        let named = |order: &DropOrder| {
            let DropOrder::Jump { unit, .. } = order;
            vec![Item::from(*unit)]
        };
        let mut problems = named_twice(&orders, named, "6.12");
        let mut jumps: Vec<(UnitId, SpaceId)> = Vec::new();
        for (line, DropOrder::Jump { unit, at }) in &orders {
            jumps.push((*unit, *at));
            let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
            let (has, most) = (number(height(v, &jumps, *at)), number(most(v)));
            if has > most {
                let bar = Bar::DropTooHigh { at: *at, has, most };
                problems.push(on_line(*line, bar));
            }
        }
        // 6.11: they jump on their turn and on no other, unless the switch lets them wait.
        let jumps = if v.data.on.reserve_waits {
            jumps
        } else {
            Self::usual(v, &jumps)
        };
        unless(problems, jumps)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<DropOrder>> {
        let mut jumps = Vec::new();
        for stick in drops::free(v) {
            let n = u32::try_from(stick.zone.len()).unwrap_or(1).max(1);
            for unit in stick.units {
                let at = *stick.zone.get(rng.below(n) as usize)?;
                if rng.below(2) == 0 && height(v, &jumps, at) + v.printed(unit).stack <= most(v) {
                    jumps.push((unit, at));
                }
            }
        }
        let order = |(unit, at)| DropOrder::Jump { unit, at };
        Some(jumps.into_iter().map(order).collect())
    }
}

/// Rule 6.41: who leads an assault from the air; an engineer uses his skills (13.2).
pub(in super::super) struct Vanguard {
    at: SpaceId,
    units: Vec<UnitId>,
}

pub(super) static VANGUARDS: Kind = land_kind(&VANGUARD, &[], &[], true);

impl Vanguard {
    /// The best comes first.
    pub fn new(v: &Position<'_>, at: SpaceId, units: &[UnitId]) -> Self {
        let mut units = units.to_vec();
        units.sort_by_key(|unit| (-v.efficiency(*unit), -i32::from(v.steps(*unit)), *unit));
        Self { at, units }
    }
}

impl Choose<Mercury> for Vanguard {
    type Of = UnitId;
    const KIND: &'static Kind = &VANGUARDS;

    fn subject(&self) -> Vec<Item> {
        vec![self.at.item()]
    }

    fn question(&self, _: &Position<'_>) -> Phrase {
        ask("ask-vanguard", self.at)
    }

    fn options(&self, _: &Position<'_>) -> Vec<UnitId> {
        self.units.clone()
    }
}

/// Where units can be landed, and which.
pub(in super::super) struct Lift {
    hexes: Vec<SpaceId>,
    units: Vec<UnitId>,
}

lines! {
    /// What one line lands on an airfield.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) enum AirlandOrder from l: &Lift {
        /// Rule 6.5: `airland W4415: ii-100, i-100`.
        LAND => Airland [at: SpaceId = l.hexes] {
            units: Vec<UnitId> = at_least(1, &l.units)
        },
    }
}

/// Who is landed on airfields.
pub(in super::super) struct Airlandings;

pub(super) static LIFTS: Kind = land_kind(
    &AIRLANDINGS,
    AirlandOrder::WORDS,
    AirlandOrder::PARTS,
    false,
);

impl Sheet<Mercury> for Airlandings {
    type Order = AirlandOrder;
    type Answer = Vec<(UnitId, SpaceId)>;
    const KIND: &'static Kind = &LIFTS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let open = |field: &Field| airlanding::is_open(v, *field);
        let fields = Field::ALL.into_iter().filter(open);
        let hexes: Vec<Item> = fields
            .flat_map(|field| v.data.map.field(field))
            .map(Item::from)
            .collect();
        Phrase::new("ask-airlanding").with("places", hexes)
    }

    fn rows(&self, v: &Position<'_>) -> Vec<Row> {
        let open = Field::ALL
            .into_iter()
            .filter(|field| airlanding::is_open(v, *field));
        AirlandOrder::rows(&Lift {
            hexes: open.flat_map(|field| v.data.map.field(field)).collect(),
            units: airlanding::queue(v),
        })
    }

    fn answer(
        &self,
        v: &Position<'_>,
        orders: Vec<(usize, AirlandOrder)>,
    ) -> Result<Vec<(UnitId, SpaceId)>, Vec<Problem>> {
        let named = |order: &AirlandOrder| {
            let AirlandOrder::Airland { units, .. } = order;
            units.iter().map(|unit| Item::from(*unit)).collect()
        };
        let mut problems = named_twice(&orders, named, "6.53");
        let mut landed: Vec<(UnitId, SpaceId)> = Vec::new();
        let mut used: BTreeMap<usize, i32> = BTreeMap::new();
        for (line, AirlandOrder::Airland { at, units }) in &orders {
            landed.extend(units.iter().map(|unit| (*unit, *at)));
            let Some(field) = v.data.map.place(*at).field else {
                continue;
            };
            let steps: i32 = units.iter().map(|unit| i32::from(v.steps(*unit))).sum();
            let has = used.entry(field as usize).or_default();
            *has += steps;
            let (has, most) = (*has, airlanding::capacity(v, field));
            if has > most {
                problems.push(on_line(*line, Bar::FieldFull { at: *at, has, most }));
            }
        }
        // 6.53: nobody before those of an earlier group.
        let group = |unit: UnitId| airlanding::group(v, unit);
        let left = |unit: &UnitId| !landed.iter().any(|(one, _)| one == unit);
        let first = airlanding::queue(v)
            .into_iter()
            .filter(left)
            .min_by_key(|unit| group(*unit));
        for (line, AirlandOrder::Airland { units, .. }) in &orders {
            let early = |unit: &&UnitId| first.is_some_and(|first| group(**unit) > group(first));
            if let (Some(unit), Some(first)) = (units.iter().find(early), first) {
                let unit = *unit;
                problems.push(on_line(*line, Bar::GroupLater { unit, first }));
            }
        }
        unless(problems, landed)
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<AirlandOrder>> {
        let mut queue = airlanding::queue(v);
        queue.sort_by_key(|unit| (airlanding::group(v, *unit), *unit));
        let mut orders = Vec::new();
        for field in Field::ALL {
            if !airlanding::is_open(v, field) || rng.below(8) == 0 {
                continue;
            }
            let mut left = airlanding::capacity(v, field);
            let mut units: Vec<UnitId> = Vec::new();
            while let Some(unit) = queue.first().copied() {
                let steps = i32::from(v.steps(unit));
                if steps > left || v.stack_of(&units) + v.printed(unit).stack > most(v) {
                    break;
                }
                left -= steps;
                units.push(unit);
                queue.remove(0);
            }
            let hexes = v.data.map.field(field);
            if let Some(at) = hexes.first().filter(|_| !units.is_empty()) {
                orders.push(AirlandOrder::Airland { at: *at, units });
            }
        }
        Some(orders)
    }
}
