//! Rules 12.0 and 13.0: placement, lake base, building and repairs, on one sheet.

use super::super::class::Arm;
use super::super::nation::{Alliance, Nation};
use super::super::position::Position;
use super::super::state::Where;
use super::super::words::{BUILD, FINAL_KIND, LAKEBASE, PLACE, REPAIR};
use super::super::{View, Weserubung};
use super::{by_nation, on_line};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{any, one};
use crate::orders::lines::unless;
use crate::orders::{Below, Item, Phrase, Problem, Row, lines};

/// What a sheet orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Logistics {
    pub(crate) place: Vec<(UnitId, SpaceId)>,
    pub(crate) lake: Option<(Alliance, SpaceId)>,
    pub(crate) build: Vec<UnitId>,
    pub(crate) repair: Vec<UnitId>,
}

/// A Norwegian unit that waits for its town.
pub(crate) struct Recruit {
    pub(crate) unit: UnitId,
    pub(crate) to: Vec<SpaceId>,
}

/// What the sheet offers.
pub(crate) struct Stores {
    pub(crate) recruits: Vec<Recruit>,
    pub(crate) lakes: Vec<SpaceId>,
    pub(crate) pool: Vec<UnitId>,
    pub(crate) hurt: Vec<UnitId>,
}

lines! {
    /// What one line of the sheet says.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum SupplyLine from s: &Stores {
        /// Rule 12.0: `place norway-1: oslo`.
        PLACE for r in &s.recruits => Place [unit: UnitId = [r.unit]] { at: SpaceId = one(&r.to) },
        /// Rule 9.0: `lakebase: 1807`.
        LAKEBASE => Lakebase { at: SpaceId = one(&s.lakes) },
        /// Rule 13.2: `build: norway-1, norway-2`.
        BUILD => Build { units: Vec<UnitId> = any(&s.pool) } if !s.pool.is_empty(),
        /// Rules 13.3 and 13.4: `repair: hipper`.
        REPAIR => Repair { units: Vec<UnitId> = any(&s.hurt) } if !s.hurt.is_empty(),
    }
}

/// The sheet.
pub(crate) struct FinalOrders;

/// Rules 13.3, 13.3/a and 13.4: whether a reduced unit may be repaired where it is.
pub(crate) fn repairable(pos: Position<'_>, unit: UnitId) -> bool {
    let counter = pos.s.unit(unit);
    let Some(at) = pos.at(unit) else { return false };
    let (own, hex) = (pos.alliance(unit), pos.d.map.hex(at));
    if !counter.reduced || pos.unit(unit).repair == 0 {
        return false;
    }
    match pos.arm(unit) {
        Arm::Leader => false,
        Arm::Land => {
            counter.acts == 0
                && counter.at == Where::At(at)
                && (hex.town.is_some() || hex.holds.is_some())
                && pos.controls(own, at)
        }
        Arm::Air => {
            counter.acts == 0
                && counter.at == Where::At(at)
                && (hex.airfield || hex.holds.is_some())
                && pos.controls(own, at)
        }
        Arm::Naval => !counter.moved && counter.acts == 0 && pos.in_port(unit),
    }
}

/// Rule 12.0: towns for a Norwegian unit; aircraft need an airfield.
fn sites(pos: Position<'_>, unit: UnitId) -> Vec<SpaceId> {
    let arm = pos.arm(unit);
    let fits = |place: &SpaceId| {
        let hex = pos.d.map.hex(*place);
        let ground = if arm == Arm::Air {
            hex.airfield
        } else {
            hex.town.is_some()
        };
        ground
            && hex.holds.is_none()
            && pos.controls(Alliance::Allies, *place)
            && pos.space(*place, Alliance::Allies, arm) > 0
    };
    let sites = if arm == Arm::Air {
        &pos.d.map.fields
    } else {
        &pos.d.map.towns
    };
    sites.iter().copied().filter(fits).collect()
}

/// Rule 9.0: lakes on which the alliance may make its base.
fn lakes(v: &View<'_>) -> Vec<SpaceId> {
    let pos = v.pos();
    let own = v.alliance();
    let made = pos.s.chose_lake.iter().filter(|side| **side == own).count();
    if made >= pos.d.tables.lake_bases_each_side || pos.s.turn >= pos.d.thaw {
        return Vec::new();
    }
    let garrisoned = |place: &SpaceId| {
        pos.land(*place, own).iter().any(|unit| {
            let class = pos.class(*unit);
            class.is_infantry() || class.is_artillery()
        })
    };
    let fits = |place: &SpaceId| {
        pos.d.map.hex(*place).lake
            && pos.controls(own, *place)
            && (garrisoned(place) || !pos.d.on.lake_garrison)
    };
    pos.d.map.places().filter(fits).collect()
}

impl FinalOrders {
    fn bought(v: &View<'_>) -> Vec<UnitId> {
        let pos = v.pos();
        let waits = |unit: &UnitId| {
            pos.s.unit(*unit).at == Where::Bought
                && pos.unit(*unit).nation == Nation::Norway
                && v.commands(*unit)
        };
        pos.d.unit_ids().filter(waits).collect()
    }

    fn stores(v: &View<'_>) -> Stores {
        let pos = v.pos();
        let recruit = |unit| Recruit {
            unit,
            to: sites(pos, unit),
        };
        let mine = || pos.d.unit_ids().filter(|unit| v.commands(*unit));
        let in_pool = |unit: &UnitId| pos.s.unit(*unit).at == Where::Pool;
        let pool = mine().filter(|unit| in_pool(unit) && pos.unit(*unit).build.is_some());
        Stores {
            recruits: Self::bought(v).into_iter().map(recruit).collect(),
            lakes: lakes(v),
            pool: pool.collect(),
            hurt: mine().filter(|unit| repairable(pos, *unit)).collect(),
        }
    }

    /// Rule 12.0: who is not named is placed too, in the first town that takes one more.
    fn place_the_rest(v: &View<'_>, sheet: &mut Logistics) {
        let pos = v.pos();
        for unit in Self::bought(v) {
            if sheet.place.iter().any(|(one, _)| *one == unit) {
                continue;
            }
            let takes = |at: &SpaceId| {
                let come = sheet.place.iter().filter(|(_, to)| to == at).count();
                let most = pos.d.map.hex(*at).town.unwrap_or(i32::MAX);
                i32::try_from(come).is_ok_and(|come| come < most)
                    && come < pos.space(*at, Alliance::Allies, pos.arm(unit))
            };
            let to = sites(pos, unit).into_iter().find(takes);
            sheet.place.extend(to.map(|to| (unit, to)));
        }
    }
}

/// A sheet as it is filled in, line by line.
#[derive(Default)]
struct Account {
    sheet: Logistics,
    spent: Vec<(Nation, i32)>,
    problems: Vec<Problem>,
}

impl Account {
    /// Rules 13.2 to 13.4: pays for units as far as the purse goes; gives those that are paid.
    fn pay(
        &mut self,
        v: &View<'_>,
        n: usize,
        units: Vec<UnitId>,
        cost: impl Fn(UnitId) -> i32,
    ) -> Vec<UnitId> {
        let pos = v.pos();
        let mut paid = Vec::new();
        for unit in units {
            let (nation, cost) = (pos.unit(unit).nation, cost(unit));
            let purse = pos.d.purse(nation);
            let already = self.spent.iter().filter(|(one, _)| *one == purse);
            let already: i32 = already.map(|(_, n)| n).sum();
            let has = pos.purse(nation) - upkeep_due(pos, purse) - already;
            if cost > has {
                let what = Phrase::new("purse-short")
                    .with("needed", Item::Number(cost))
                    .with("has", Item::Number(has.max(0)));
                self.problems.push(super::on_unit(n, unit, what, "13.0"));
                continue;
            }
            self.spent.push((purse, cost));
            paid.push(unit);
        }
        paid
    }

    fn add(&mut self, v: &View<'_>, n: usize, line: SupplyLine) {
        let pos = v.pos();
        match line {
            SupplyLine::Place { unit, at } => {
                self.sheet.place.push((unit, at));
                // Rule 12.0: no more units than the town is worth.
                let most = pos.d.map.hex(at).town.unwrap_or(i32::MAX);
                let there = self.sheet.place.iter().filter(|(_, place)| *place == at);
                if i32::try_from(there.count()).unwrap_or(i32::MAX) > most {
                    let what = Phrase::new("town-full")
                        .with("at", at.item())
                        .with("most", Item::Number(most));
                    self.problems.push(on_line(n, what, "12.0"));
                }
            }
            SupplyLine::Lakebase { at } => {
                if self.sheet.lake.is_some() {
                    self.problems
                        .push(on_line(n, Phrase::new("one-lake"), "9.0"));
                }
                self.sheet.lake = Some((v.alliance(), at));
            }
            SupplyLine::Build { units } => {
                let built = self.pay(v, n, units, |unit| pos.unit(unit).build.unwrap_or(0));
                self.sheet.build.extend(built);
            }
            SupplyLine::Repair { units } => {
                let repaired = self.pay(v, n, units, |unit| pos.unit(unit).repair);
                self.sheet.repair.extend(repaired);
            }
        }
    }
}

impl Sheet<Weserubung> for FinalOrders {
    type Order = SupplyLine;
    type Answer = Logistics;
    const KIND: &'static Kind = &FINAL_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let pos = v.pos();
        let purses = Nation::ALL.into_iter().filter(|nation| {
            pos.d.purse(*nation) == *nation && pos.d.commander(*nation) == v.player()
        });
        let left: Vec<(Nation, i32)> = purses
            .map(|nation| {
                let due = upkeep_due(pos, nation);
                (nation, (pos.purse(nation) - due).max(0))
            })
            .collect();
        Phrase::new("ask-supply").with("purse", by_nation(&left))
    }

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        SupplyLine::rows(&Self::stores(v))
    }

    /// One for each kind, and what is built or repaired may stand on several.
    fn most(&self, rows: &[Row]) -> usize {
        rows.len() + 4
    }

    fn answer(
        &self,
        v: &View<'_>,
        lines: Vec<(usize, SupplyLine)>,
    ) -> Result<Logistics, Vec<Problem>> {
        let mut account = Account::default();
        for (n, line) in lines {
            account.add(v, n, line);
        }
        Self::place_the_rest(v, &mut account.sheet);
        unless(account.problems, account.sheet)
    }

    /// Rule 12.1 leaves no choice for what must be placed: the first town that has room.
    fn default(&self, v: &View<'_>) -> Vec<SupplyLine> {
        let first = |one: Recruit| {
            let at = one.to.first().copied()?;
            Some(SupplyLine::Place { unit: one.unit, at })
        };
        let first = Self::stores(v).recruits.into_iter().find_map(first);
        first.into_iter().collect()
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<SupplyLine>> {
        Some(super::super::ideas::supply(v, &Self::stores(v), rng))
    }
}

/// Rule 13.1: what ships out of port will cost first.
pub(crate) fn upkeep_due(pos: Position<'_>, purse: Nation) -> i32 {
    let out = pos.d.unit_ids().filter(|unit| {
        pos.d.purse(pos.unit(*unit).nation) == purse
            && pos.arm(*unit) == Arm::Naval
            && pos.in_play(*unit)
            && !pos.in_port(*unit)
    });
    i32::try_from(out.count()).unwrap_or(0) / pos.d.tables.upkeep_every
}
