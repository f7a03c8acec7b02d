//! Rules 12.0 and 13.0: placement, lake base, building and repairs, on one sheet.

use super::super::class::Arm;
use super::super::nation::{Alliance, Nation};
use super::super::position::Position;
use super::super::state::Where;
use super::super::words::{BUILD, FINAL, FINAL_KIND, LAKEBASE, PLACE, REPAIR};
use super::super::{View, Weserubung};
use super::{any_of, by_nation, on_line, place_of, unit_of, units};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem, Row};

/// What a sheet orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Logistics {
    pub(crate) place: Vec<(UnitId, SpaceId)>,
    pub(crate) lake: Option<(Alliance, SpaceId)>,
    pub(crate) build: Vec<UnitId>,
    pub(crate) repair: Vec<UnitId>,
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

    fn rows(v: &View<'_>) -> Vec<Row> {
        let pos = v.pos();
        let mut rows = Vec::new();
        for unit in Self::bought(v) {
            let to: Vec<Item> = sites(pos, unit).into_iter().map(SpaceId::item).collect();
            if !to.is_empty() {
                rows.push(Row {
                    word: &PLACE,
                    subjects: vec![unit.item()],
                    pick: Pick::One(to),
                });
            }
        }
        let lakes: Vec<Item> = lakes(v).into_iter().map(SpaceId::item).collect();
        if !lakes.is_empty() {
            rows.push(Row {
                word: &LAKEBASE,
                subjects: Vec::new(),
                pick: Pick::One(lakes),
            });
        }
        let mine = |unit: &UnitId| v.commands(*unit);
        let pool: Vec<UnitId> = pos
            .d
            .unit_ids()
            .filter(mine)
            .filter(|unit| pos.s.unit(*unit).at == Where::Pool && pos.unit(*unit).build.is_some())
            .collect();
        if !pool.is_empty() {
            rows.push(Row {
                word: &BUILD,
                subjects: Vec::new(),
                pick: any_of(&pool),
            });
        }
        let hurt: Vec<UnitId> = pos
            .d
            .unit_ids()
            .filter(mine)
            .filter(|unit| repairable(pos, *unit))
            .collect();
        if !hurt.is_empty() {
            rows.push(Row {
                word: &REPAIR,
                subjects: Vec::new(),
                pick: any_of(&hurt),
            });
        }
        rows
    }
}

impl Decision<Weserubung> for FinalOrders {
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

    fn form(&self, v: &View<'_>) -> Form {
        let rows = Self::rows(v);
        let max = rows.len() + 4;
        Form {
            word: &FINAL,
            subject: Vec::new(),
            pick: Pick::Sheet { rows, max },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Logistics, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let pos = v.pos();
        let mut sheet = Logistics::default();
        let mut problems = Vec::new();
        let mut spent: Vec<(Nation, i32)> = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            let word = line.word;
            if word == &PLACE {
                if let (Some(unit), Picks::One(item)) =
                    (line.subject.and_then(unit_of), &line.picks)
                    && let Some(at) = place_of(*item)
                {
                    sheet.place.push((unit, at));
                    // Rule 12.0: no more units than the town is worth.
                    let most = pos.d.map.hex(at).town.unwrap_or(i32::MAX);
                    let there = sheet.place.iter().filter(|(_, place)| *place == at).count();
                    if i32::try_from(there).unwrap_or(i32::MAX) > most {
                        let what = Phrase::new("town-full")
                            .with("at", at.item())
                            .with("most", Item::Number(most));
                        problems.push(on_line(n, what, "12.0"));
                    }
                }
            } else if word == &LAKEBASE {
                if let Picks::One(item) = &line.picks {
                    if sheet.lake.is_some() {
                        problems.push(on_line(n, Phrase::new("one-lake"), "9.0"));
                    }
                    sheet.lake = place_of(*item).map(|at| (v.alliance(), at));
                }
            } else {
                let builds = word == &BUILD;
                for unit in units(&line.picks) {
                    let printed = pos.unit(unit);
                    let cost = if builds {
                        printed.build.unwrap_or(0)
                    } else {
                        printed.repair
                    };
                    let purse = pos.d.purse(printed.nation);
                    let already: i32 = spent
                        .iter()
                        .filter(|(one, _)| *one == purse)
                        .map(|(_, n)| n)
                        .sum();
                    let has = pos.purse(printed.nation) - upkeep_due(pos, purse) - already;
                    if cost > has {
                        let what = Phrase::new("purse-short")
                            .with("needed", Item::Number(cost))
                            .with("has", Item::Number(has.max(0)));
                        problems.push(super::on_unit(n, unit, what, "13.0"));
                        continue;
                    }
                    spent.push((purse, cost));
                    if builds {
                        sheet.build.push(unit);
                    } else {
                        sheet.repair.push(unit);
                    }
                }
            }
        }
        // Rule 12.0: who is not named is placed too, in the first town that takes one more.
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
            if let Some(to) = to {
                sheet.place.push((unit, to));
            }
        }
        if problems.is_empty() {
            Ok(sheet)
        } else {
            Err(problems)
        }
    }

    fn default(&self, v: &View<'_>) -> Picks {
        // Rule 12.1 leaves no choice for what must be placed: the first town that has room.
        let rows = Self::rows(v);
        let mut lines = Vec::new();
        for one in &rows {
            if one.word == &PLACE
                && let Pick::One(to) = &one.pick
                && let Some(first) = to.first()
            {
                lines.push(crate::orders::Line {
                    word: one.word,
                    subject: one.subjects.first().copied(),
                    picks: Picks::One(*first),
                });
            }
        }
        lines.truncate(1);
        Picks::Sheet(lines)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let rows = Self::rows(v);
        Some(Picks::Sheet(super::super::ideas::supply(v, &rows, rng)))
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
