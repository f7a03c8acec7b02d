//! Rule 10.0: offensives and their sheet.

use super::super::class::{Arm, Class};
use super::super::combat_phase;
use super::super::event::{How, Offensive};
use super::super::nation::Nation;
use super::super::position::Position;
use super::super::words::{
    ATTACK, DOUBLE, DROP, FLY, FROM, HOLD, LAND, MARCH, OFFENSIVE, OFFENSIVE_KIND, PASS, RAIL,
    SECOND, STRIKE, THERE, WITH,
};
use super::super::{View, Weserubung};
use super::air::{self, Mission, Transfer};
use super::assault::{Assault, Attacker, check_assault, drop_order, drop_rows, targets};
use super::columns::{land_order, land_rows, march_order, march_rows, rail_rows};
use super::{
    Rows, any_of, may, must, on_line, part, part_item, part_units, place_of, places, problems_or,
    units,
};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Line, Phrase, Pick, Picks, Problem, Row, Word};

/// One offensive (10.0/a).
#[derive(Clone, Debug)]
pub(crate) enum OffensiveOrder {
    Attack(Assault),
    Double(Assault, Assault),
    March {
        units: Vec<UnitId>,
        path: Vec<SpaceId>,
        how: How,
    },
    Land {
        units: Vec<UnitId>,
        at: SpaceId,
    },
    Airlift(Transfer),
    Strike(Mission),
    Pass,
}

impl OffensiveOrder {
    /// Everybody who takes part.
    pub(crate) fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Attack(assault) => assault.units.clone(),
            Self::Double(first, second) => {
                first.units.iter().chain(&second.units).copied().collect()
            }
            Self::March { units, .. } | Self::Land { units, .. } => units.clone(),
            Self::Airlift(order) => order.units.iter().chain(&order.carry).copied().collect(),
            Self::Strike(mission) => mission.units.clone(),
            Self::Pass => Vec::new(),
        }
    }

    /// Where it is aimed.
    pub(crate) fn at(&self) -> Option<SpaceId> {
        match self {
            Self::Attack(assault) | Self::Double(assault, _) => Some(assault.target),
            Self::March { path, .. } => path.last().copied(),
            Self::Land { at, .. } => Some(*at),
            Self::Airlift(order) => place_of(order.to),
            Self::Strike(mission) => Some(mission.target),
            Self::Pass => None,
        }
    }

    /// What it is called.
    pub(crate) fn kind(&self, pos: Position<'_>) -> Offensive {
        match self {
            Self::Attack(assault) => {
                let mut land = assault
                    .units
                    .iter()
                    .filter(|unit| pos.arm(**unit) == Arm::Land);
                let airborne = assault
                    .units
                    .iter()
                    .any(|unit| combat_phase::is_plane(pos.class(*unit)))
                    && land.all(|unit| pos.class(*unit) == Class::Paratroop);
                if airborne {
                    Offensive::Airborne
                } else {
                    Offensive::Attack
                }
            }
            Self::Double(..) => Offensive::Double,
            Self::March { how, .. } => combat_phase::kind_of(*how),
            Self::Land { .. } => Offensive::Land,
            Self::Airlift(_) => Offensive::Airlift,
            Self::Strike(_) | Self::Pass => Offensive::Strike,
        }
    }

    /// Rules 10.0/a, 10.6 and 10.9: one offensive of each nation that takes part, two of the general's in a double.
    pub(crate) fn pays(&self, pos: Position<'_>) -> Vec<(Nation, i32)> {
        let (units, tables) = (self.units(), &pos.d.tables);
        let mut pays: Vec<(Nation, i32)> = Vec::new();
        for unit in &units {
            let (nation, class) = (pos.unit(*unit).nation, pos.class(*unit));
            // Who only carries or only leads does not take part by himself.
            let counts = match class.arm() {
                Arm::Leader => false,
                Arm::Naval => class.bombards(),
                Arm::Air => !combat_phase::is_plane(class) || matches!(self, Self::Airlift(_)),
                Arm::Land => true,
            };
            if counts && !pays.iter().any(|(one, _)| *one == nation) {
                pays.push((nation, tables.multinational_price));
            }
        }
        if let Self::Double(..) = self {
            let general = units
                .iter()
                .find(|unit| pos.class(**unit) == Class::General);
            if let Some(general) = general {
                let nation = pos.unit(*general).nation;
                for pay in &mut pays {
                    pay.1 = tables.double_price_other;
                }
                match pays.iter_mut().find(|(one, _)| *one == nation) {
                    Some(pay) => pay.1 = tables.double_price,
                    None => pays.push((nation, tables.double_price)),
                }
            }
        }
        pays.sort_unstable();
        pays
    }
}

/// Rule 10.0: two players may conduct an offensive together, but nobody conducts his ally's.
fn ally_alone(v: &View<'_>, n: usize, order: &OffensiveOrder) -> Option<Problem> {
    let units = order.units();
    let own = units.is_empty() || units.iter().any(|unit| v.commands(*unit));
    (!own).then(|| on_line(n, Phrase::new("none-of-yours"), "10.0"))
}

/// The land hexes beside some hexes, from which they can be attacked.
fn approaches(pos: Position<'_>, hexes: &[SpaceId]) -> Pick {
    let map = &pos.d.map;
    let mut near: Vec<SpaceId> = hexes.iter().flat_map(|hex| map.beside(*hex)).collect();
    near.retain(|place| map.hex(*place).land);
    near.sort_unstable();
    near.dedup();
    let of: Vec<Item> = near.into_iter().map(SpaceId::item).collect();
    let max = of.len();
    Pick::Some { of, min: 1, max }
}

/// Rule 10.3/b: who could move into a hex after a victory.
fn holders(pos: Position<'_>, able: &[UnitId]) -> Pick {
    let enters = |unit: &&UnitId| pos.arm(**unit) == Arm::Land && !pos.class(**unit).is_artillery();
    let of: Vec<Item> = able.iter().filter(enters).map(|unit| unit.item()).collect();
    let max = of.len().min(pos.d.tables.stack_land);
    Pick::Some { of, min: 0, max }
}

/// The sheet: one offensive, or the whole list of a phase.
pub(crate) struct OffensiveOrders {
    most: usize,
    ground: Rows,
    carried: Rows,
}

/// Rows of the form, by kind, so that a filled line finds its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowKind {
    Attack,
    Double,
    Drop,
    March,
    Rail,
    Land,
    Fly,
    Strike,
    Pass,
}

impl RowKind {
    fn of(word: &Word) -> Self {
        if word == &ATTACK {
            Self::Attack
        } else if word == &DOUBLE {
            Self::Double
        } else if word == &DROP {
            Self::Drop
        } else if word == &MARCH {
            Self::March
        } else if word == &RAIL {
            Self::Rail
        } else if word == &LAND {
            Self::Land
        } else if word == &FLY {
            Self::Fly
        } else if word == &STRIKE {
            Self::Strike
        } else {
            Self::Pass
        }
    }
}

impl OffensiveOrders {
    /// At most so many offensives.
    pub(crate) fn of(most: usize) -> Self {
        Self {
            most,
            ground: Rows::default(),
            carried: Rows::default(),
        }
    }

    /// Rows of attacks, marches and landings; those by rail and by air follow them.
    fn ground(&self, v: &View<'_>) -> &[Row] {
        self.ground.get(|| Self::find_ground(v))
    }

    /// Rows by rail and by air.
    fn carried(&self, v: &View<'_>) -> &[Row] {
        self.carried.get(|| {
            let mut rows = rail_rows(v, true);
            rows.extend(air::fly_rows(v, true));
            rows.extend(air::strike_rows(v));
            rows
        })
    }

    fn find_ground(v: &View<'_>) -> Vec<Row> {
        let pos = v.pos();
        let mut rows = Vec::new();
        let targets = targets(v);
        let attackers = Attacker::all(v);
        let mut attackable = Vec::new();
        for target in &targets {
            let able: Vec<UnitId> = attackers
                .iter()
                .filter(|attacker| attacker.reaches(&pos.d.map, *target))
                .map(|attacker| attacker.unit)
                .collect();
            let fights = |unit: &UnitId| pos.arm(*unit) == Arm::Land;
            if !able.iter().any(fights) {
                continue;
            }
            attackable.push((*target, able));
        }
        for (target, able) in &attackable {
            rows.push(Row {
                word: &ATTACK,
                subjects: vec![target.item()],
                pick: Pick::Parts(vec![
                    must(&WITH, any_of(able)),
                    may(&FROM, approaches(pos, &[*target])),
                    may(&HOLD, holders(pos, able)),
                ]),
            });
        }
        for (target, able) in &attackable {
            let beside =
                |other: &&(SpaceId, Vec<UnitId>)| pos.d.map.distance(*target, other.0) == 1;
            let others: Vec<&(SpaceId, Vec<UnitId>)> = attackable.iter().filter(beside).collect();
            if others.is_empty() || !able.iter().any(|unit| pos.class(*unit) == Class::General) {
                continue;
            }
            let mut there: Vec<UnitId> = others
                .iter()
                .flat_map(|(_, able)| able.iter().copied())
                .collect();
            there.sort_unstable();
            there.dedup();
            let mut hexes: Vec<SpaceId> = others.iter().map(|(place, _)| *place).collect();
            hexes.push(*target);
            rows.push(Row {
                word: &DOUBLE,
                subjects: vec![target.item()],
                pick: Pick::Parts(vec![
                    must(&WITH, any_of(able)),
                    must(
                        &SECOND,
                        Pick::One(others.iter().map(|(place, _)| place.item()).collect()),
                    ),
                    must(&THERE, any_of(&there)),
                    may(&FROM, approaches(pos, &hexes)),
                ]),
            });
        }
        rows.extend(drop_rows(v));
        rows.extend(march_rows(v, &MARCH, true));
        rows.extend(land_rows(v, true));
        rows.push(Row {
            word: &PASS,
            subjects: Vec::new(),
            pick: Pick::Parts(Vec::new()),
        });
        rows
    }

    fn order(
        v: &View<'_>,
        n: usize,
        line: &Line,
        kind: RowKind,
    ) -> Result<OffensiveOrder, Vec<Problem>> {
        let pos = v.pos();
        let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.0")];
        let order = match kind {
            RowKind::Attack => {
                let target = line.subject.and_then(place_of).ok_or_else(wrong)?;
                let hold = part(&line.picks, 2).map(units);
                let assault = Assault {
                    target,
                    units: part_units(&line.picks, 0),
                    from: part(&line.picks, 1).map_or_else(Vec::new, places),
                    hold,
                };
                problems_or(check_assault(v, n, &assault))?;
                OffensiveOrder::Attack(assault)
            }
            RowKind::Double => {
                let target = line.subject.and_then(place_of).ok_or_else(wrong)?;
                let second = part_item(&line.picks, 1)
                    .and_then(place_of)
                    .ok_or_else(wrong)?;
                let from = part(&line.picks, 3).map_or_else(Vec::new, places);
                let beside = |hex: SpaceId| {
                    let near = from.iter().copied();
                    near.filter(|one| pos.d.map.distance(*one, hex) == 1)
                        .collect()
                };
                let first = Assault {
                    target,
                    units: part_units(&line.picks, 0),
                    from: beside(target),
                    hold: None,
                };
                let second = Assault {
                    target: second,
                    units: part_units(&line.picks, 2),
                    from: beside(second),
                    hold: None,
                };
                let mut problems = check_assault(v, n, &first);
                problems.extend(check_assault(v, n, &second));
                problems.extend(air::named_twice(
                    n,
                    &second.units,
                    &mut first.units.clone(),
                    "3.2",
                ));
                let led = first
                    .units
                    .iter()
                    .chain(&second.units)
                    .any(|unit| pos.class(*unit) == Class::General);
                if !led {
                    problems.push(on_line(n, Phrase::new("needs-general"), "10.9"));
                }
                problems_or(problems)?;
                OffensiveOrder::Double(first, second)
            }
            RowKind::Drop => {
                let assault = drop_order(v, n, line)?;
                OffensiveOrder::Attack(assault)
            }
            RowKind::March | RowKind::Rail => {
                let how = if kind == RowKind::Rail {
                    How::Rail
                } else {
                    How::March
                };
                let (units, path) = march_order(v, n, line, how)?;
                OffensiveOrder::March { units, path, how }
            }
            RowKind::Land => {
                let (units, at) = land_order(v, n, line)?;
                OffensiveOrder::Land { units, at }
            }
            RowKind::Fly => {
                let mut order = air::transfer(v, n, line)?;
                order.paid = true;
                problems_or(air::crowding(v, &[(n, &order)]))?;
                OffensiveOrder::Airlift(order)
            }
            RowKind::Strike => OffensiveOrder::Strike(air::mission(v, n, line)?),
            RowKind::Pass => OffensiveOrder::Pass,
        };
        let mut problems: Vec<Problem> = ally_alone(v, n, &order).into_iter().collect();
        // Rules 10.0/a and 10.6: each nation pays.
        for (nation, needed) in order.pays(pos) {
            let has = pos.s.offensives[nation.index()];
            if has < needed {
                let what = Phrase::new("no-offensives")
                    .with("nation", Item::Word(nation.word()))
                    .with("needed", Item::Number(needed))
                    .with("has", Item::Number(has));
                problems.push(on_line(n, what, "10.0"));
            }
        }
        problems_or(problems)?;
        Ok(order)
    }
}

impl Decision<Weserubung> for OffensiveOrders {
    type Answer = Vec<OffensiveOrder>;
    const KIND: &'static Kind = &OFFENSIVE_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let key = if self.most > 1 {
            "ask-offensive-list"
        } else {
            "ask-offensive"
        };
        let pos = v.pos();
        let left: i32 = Nation::ALL
            .into_iter()
            .filter(|nation| pos.d.commander(*nation) == v.player())
            .map(|nation| pos.s.offensives[nation.index()])
            .sum();
        Phrase::new(key).with("left", Item::Number(left))
    }

    fn form(&self, v: &View<'_>) -> Form {
        Form {
            word: &OFFENSIVE,
            subject: Vec::new(),
            pick: Pick::Sheet {
                rows: [self.ground(v), self.carried(v)].concat(),
                max: self.most,
            },
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Picks::Sheet(lines) = picks else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
        };
        let (mut orders, mut problems) = (Vec::new(), Vec::new());
        for (n, line) in lines.iter().enumerate() {
            let kind = RowKind::of(line.word);
            match Self::order(v, n, line, kind) {
                Ok(order) => orders.push(order),
                Err(wrong) => problems.extend(wrong),
            }
        }
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
        // Strikes come to mind seldom in the Combat Phase.
        let all;
        let rows = if rng.below(6) == 0 {
            all = [self.ground(v), self.carried(v)].concat();
            &all[..]
        } else {
            self.ground(v)
        };
        Some(Picks::Sheet(super::super::ideas::offensive(
            v, rows, self.most, rng,
        )))
    }
}
