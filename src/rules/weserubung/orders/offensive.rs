//! Rule 10.0: offensives and their sheet.

use std::cell::OnceCell;

use super::super::class::{Arm, Class};
use super::super::combat_phase;
use super::super::event::{How, Offensive};
use super::super::nation::Nation;
use super::super::position::Position;
use super::super::words::{
    ATTACK, DOUBLE, DROP, FLY, FROM, HOLD, LAND, MARCH, OFFENSIVE_KIND, PASS, RAIL, SECOND, STRIKE,
    THERE, WITH,
};
use super::super::{View, Weserubung};
use super::air::{self, Fly, Flyer, Mission, Strike, Transfer};
use super::assault::{self, Assault, Attacker, Drop, Jumper, check_assault, targets};
use super::columns::{self, Lander, March, Rail, Rider, Walker, together};
use super::on_line;
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Sheet;
use crate::orders::choice::{Choice, any, at_least, one, up_to};
use crate::orders::lines::unless;
use crate::orders::{Below, Item, Phrase, Problem, Row, lines};

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

    /// Where it is aimed, unless it is a pass.
    pub(crate) fn at(&self) -> Option<SpaceId> {
        match self {
            Self::Attack(assault) | Self::Double(assault, _) => Some(assault.target),
            Self::March { path, .. } => path.last().copied(),
            Self::Land { at, .. } => Some(*at),
            Self::Airlift(order) => Some(order.end),
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

/// A hex that can be attacked.
pub(crate) struct Target {
    pub(crate) at: SpaceId,
    pub(crate) able: Vec<UnitId>,
    near: Vec<SpaceId>,
    /// 10.3/b: who could move in after a victory.
    holders: Vec<UnitId>,
}

/// Two hexes that a general can have attacked at once (10.9).
pub(crate) struct Pair {
    pub(crate) at: SpaceId,
    pub(crate) able: Vec<UnitId>,
    pub(crate) others: Vec<SpaceId>,
    pub(crate) there: Vec<UnitId>,
    near: Vec<SpaceId>,
}

/// What can be ordered on the ground.
pub(crate) struct Ground {
    pub(crate) targets: Vec<Target>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) jumpers: Vec<Jumper>,
    pub(crate) walkers: Vec<Walker>,
    pub(crate) landers: Vec<Lander>,
    most: usize,
}

/// What can be ordered by rail and by air.
pub(crate) struct Carried {
    pub(crate) riders: Vec<Rider>,
    pub(crate) movers: Vec<Flyer>,
    pub(crate) strikers: Vec<Flyer>,
}

fn come_from(near: &[SpaceId]) -> Choice<Vec<SpaceId>> {
    at_least(1, near).optional()
}

lines! {
    /// What one line of the Combat Phase orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum OffensiveLine from o: (&Ground, &Carried) {
        /// Rule 10.2: `attack 1204: with 159-1, 159-2 from 1205 hold 159-1`.
        ATTACK for t in &o.0.targets => Attack [at: SpaceId = [t.at]] {
            with WITH: Vec<UnitId> = any(&t.able).required(),
            from FROM: Vec<SpaceId> = come_from(&t.near),
            hold HOLD: Option<Vec<UnitId>> = up_to(o.0.most, &t.holders),
        },
        /// Rule 10.9: `double 1204: with 159-1 also 1205 using 159-2`.
        DOUBLE for p in &o.0.pairs => Double [at: SpaceId = [p.at]] {
            with WITH: Vec<UnitId> = any(&p.able).required(),
            second SECOND: SpaceId = one(&p.others),
            there THERE: Vec<UnitId> = any(&p.there).required(),
            from FROM: Vec<SpaceId> = come_from(&p.near),
        },
        /// Rule 10.8.
        DROP for j in &o.0.jumpers => Drop [unit: UnitId = [j.unit]] { how: Drop = Drop::choice(j) },
        /// Rule 10.10.
        MARCH for w in &o.0.walkers => March [unit: UnitId = [w.unit]] { how: March = March::choice(w) },
        /// Rule 10.10: `land 159-1: with 159-2`.
        LAND for l in &o.0.landers => Land [unit: UnitId = [l.unit]] {
            with WITH: Vec<UnitId> = any(&l.with),
        },
        /// Rule 10.0: nothing.
        PASS => Pass,
        /// Rule 10.10.
        RAIL for r in &o.1.riders => Rail [unit: UnitId = [r.unit]] { how: Rail = Rail::choice(r) },
        /// Rule 10.11: an airlift.
        FLY for f in &o.1.movers => Fly [lead: UnitId = [f.unit]] { how: Fly = Fly::choice(f) },
        /// Rule 10.0/a: a mission against ships or aircraft.
        STRIKE for f in &o.1.strikers => Strike [lead: UnitId = [f.unit]] { how: Strike = Strike::choice(f) },
    }
}

impl OffensiveLine {
    /// Everybody it names.
    pub(crate) fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Attack { with, hold, .. } => {
                with.iter().chain(hold.iter().flatten()).copied().collect()
            }
            Self::Double { with, there, .. } => with.iter().chain(there).copied().collect(),
            Self::Drop { unit, how } => {
                let all = how.by.iter().chain(&how.with);
                std::iter::once(*unit).chain(all.copied()).collect()
            }
            Self::March { unit, how } => together(*unit, &how.with),
            Self::Land { unit, with } => together(*unit, with),
            Self::Rail { unit, how } => together(*unit, &how.with),
            Self::Fly { lead, how } => {
                let all = how.with.iter().chain(&how.carry);
                std::iter::once(*lead).chain(all.copied()).collect()
            }
            Self::Strike { lead, how } => together(*lead, &how.with),
            Self::Pass => Vec::new(),
        }
    }
}

/// The land hexes beside some hexes, from which they can be attacked.
fn approaches(pos: Position<'_>, hexes: &[SpaceId]) -> Vec<SpaceId> {
    let map = &pos.d.map;
    let mut near: Vec<SpaceId> = hexes.iter().flat_map(|hex| map.beside(*hex)).collect();
    near.retain(|place| map.hex(*place).land);
    near.sort_unstable();
    near.dedup();
    near
}

/// Enemy-held hexes, with those who could attack them.
fn attackable(v: &View<'_>) -> Vec<Target> {
    let pos = v.pos();
    let attackers = Attacker::all(v);
    let target = |at: SpaceId| {
        let able = attackers.iter().filter(|one| one.reaches(&pos.d.map, at));
        let able: Vec<UnitId> = able.map(|one| one.unit).collect();
        let lands = |unit: &UnitId| pos.arm(*unit) == Arm::Land;
        let enters = |unit: &UnitId| lands(unit) && !pos.class(*unit).is_artillery();
        able.iter().any(lands).then(|| Target {
            at,
            near: approaches(pos, &[at]),
            holders: able.iter().copied().filter(enters).collect(),
            able,
        })
    };
    targets(v).into_iter().filter_map(target).collect()
}

/// Rule 10.9: which of them can be attacked together.
fn pairs(pos: Position<'_>, targets: &[Target]) -> Vec<Pair> {
    let general = |unit: &UnitId| pos.class(*unit) == Class::General;
    let mut pairs = Vec::new();
    for first in targets {
        let beside = |other: &&Target| pos.d.map.distance(first.at, other.at) == 1;
        let others: Vec<&Target> = targets.iter().filter(beside).collect();
        if others.is_empty() || !first.able.iter().any(general) {
            continue;
        }
        let there = others.iter().flat_map(|other| other.able.iter().copied());
        let mut there: Vec<UnitId> = there.collect();
        there.sort_unstable();
        there.dedup();
        let others: Vec<SpaceId> = others.iter().map(|other| other.at).collect();
        let mut hexes = others.clone();
        hexes.push(first.at);
        pairs.push(Pair {
            at: first.at,
            able: first.able.clone(),
            near: approaches(pos, &hexes),
            others,
            there,
        });
    }
    pairs
}

/// The sheet: one offensive, or the whole list of a phase. What it offers is found once: the position does not change
/// while it is open.
pub(crate) struct OffensiveOrders {
    most: usize,
    ground: OnceCell<Ground>,
    carried: OnceCell<Carried>,
}

impl OffensiveOrders {
    /// At most so many offensives.
    pub(crate) fn of(most: usize) -> Self {
        Self {
            most,
            ground: OnceCell::new(),
            carried: OnceCell::new(),
        }
    }

    fn ground(&self, v: &View<'_>) -> &Ground {
        self.ground.get_or_init(|| {
            let targets = attackable(v);
            Ground {
                pairs: pairs(v.pos(), &targets),
                targets,
                jumpers: assault::drop_offers(v, true),
                walkers: columns::march_offers(v, true),
                landers: columns::land_offers(v, true),
                most: v.pos().d.tables.stack_land,
            }
        })
    }

    fn carried(&self, v: &View<'_>) -> &Carried {
        self.carried.get_or_init(|| Carried {
            riders: columns::rail_offers(v),
            movers: air::fly_offers(v, true),
            strikers: air::strike_offers(v),
        })
    }

    /// Rule 10.9: both attacks of a double, or what is wrong with them.
    fn double(
        v: &View<'_>,
        n: usize,
        first: Assault,
        second: Assault,
    ) -> Result<OffensiveOrder, Vec<Problem>> {
        let pos = v.pos();
        let mut problems = check_assault(v, n, &first);
        problems.extend(check_assault(v, n, &second));
        let mut seen = first.units.clone();
        problems.extend(air::named_twice(n, &second.units, &mut seen, "3.2"));
        let mut all = first.units.iter().chain(&second.units);
        if !all.any(|unit| pos.class(*unit) == Class::General) {
            problems.push(on_line(n, Phrase::new("needs-general"), "10.9"));
        }
        unless(problems, OffensiveOrder::Double(first, second))
    }

    fn order(v: &View<'_>, n: usize, line: OffensiveLine) -> Result<OffensiveOrder, Vec<Problem>> {
        let pos = v.pos();
        let order = match line {
            OffensiveLine::Attack {
                at: target,
                with: units,
                from,
                hold,
            } => {
                let assault = Assault {
                    target,
                    units,
                    from,
                    hold,
                };
                let problems = check_assault(v, n, &assault);
                unless(problems, OffensiveOrder::Attack(assault))?
            }
            OffensiveLine::Double {
                at,
                with,
                second,
                there,
                from,
            } => {
                let assault = |target: SpaceId, units: Vec<UnitId>| {
                    let near = from.iter().copied();
                    let near = near.filter(|one| pos.d.map.distance(*one, target) == 1);
                    Assault {
                        target,
                        units,
                        from: near.collect(),
                        hold: None,
                    }
                };
                Self::double(v, n, assault(at, with), assault(second, there))?
            }
            OffensiveLine::Drop { unit, how } => {
                OffensiveOrder::Attack(assault::jump(v, n, unit, &how)?)
            }
            OffensiveLine::March { unit, how } => {
                let order = OffensiveOrder::March {
                    units: together(unit, &how.with),
                    path: how.to.to_vec(),
                    how: How::March,
                };
                unless(columns::check_march(v, n, unit, &how), order)?
            }
            OffensiveLine::Rail { unit, how } => {
                let units = together(unit, &how.with);
                let full = columns::full(v, n, &units, how.to);
                let order = OffensiveOrder::March {
                    units,
                    path: vec![how.to],
                    how: How::Rail,
                };
                unless(full.into_iter().collect(), order)?
            }
            OffensiveLine::Land { unit, with } => {
                let (units, at) = columns::landing(v, n, unit, &with)?;
                OffensiveOrder::Land { units, at }
            }
            OffensiveLine::Fly { lead, how } => {
                let mut order = air::transfer(v, n, lead, &how)?;
                order.paid = true;
                let problems = air::crowding(v, &[(n, &order)]);
                unless(problems, OffensiveOrder::Airlift(order))?
            }
            OffensiveLine::Strike { lead, how } => {
                OffensiveOrder::Strike(air::mission(v, n, lead, &how)?)
            }
            OffensiveLine::Pass => OffensiveOrder::Pass,
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
        unless(problems, order)
    }
}

impl Sheet<Weserubung> for OffensiveOrders {
    type Order = OffensiveLine;
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

    fn rows(&self, v: &View<'_>) -> Vec<Row> {
        OffensiveLine::rows((self.ground(v), self.carried(v)))
    }

    fn most(&self, _: &[Row]) -> usize {
        self.most
    }

    fn answer(
        &self,
        v: &View<'_>,
        lines: Vec<(usize, OffensiveLine)>,
    ) -> Result<Vec<OffensiveOrder>, Vec<Problem>> {
        let (mut orders, mut problems) = (Vec::new(), Vec::new());
        for (n, line) in lines {
            match Self::order(v, n, line) {
                Ok(order) => orders.push(order),
                Err(wrong) => problems.extend(wrong),
            }
        }
        unless(problems, orders)
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Vec<OffensiveLine>> {
        // Strikes come to mind seldom in the Combat Phase.
        let carried = (rng.below(6) == 0).then(|| self.carried(v));
        let (ground, most) = (self.ground(v), self.most);
        Some(super::super::ideas::offensive(
            v, ground, carried, most, rng,
        ))
    }
}
