//! Rules 10.10 and 11.0: units on foot, by rail and from ships, in the Combat and in the Movement Phase.

use super::super::View;
use super::super::class::{Arm, Class};
use super::super::nets;
use super::super::rail::Rails;
use super::super::state::Where;
use super::super::words::{TO, WITH};
use super::air;
use super::{number, on_line, on_unit};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{any, one, way};
use crate::orders::lines::unless;
use crate::orders::{Net, Phrase, Problem, Way, named_parts};

/// A unit on foot.
pub(crate) struct Walker {
    pub(crate) unit: UnitId,
    pub(super) from: SpaceId,
    pub(super) most: u32,
    pub(super) ways: Net,
    /// Others of its hex.
    with: Vec<UnitId>,
}

/// A unit on a railway.
pub(crate) struct Rider {
    pub(crate) unit: UnitId,
    pub(crate) to: Vec<SpaceId>,
    with: Vec<UnitId>,
}

/// A unit that can go ashore where its ship is.
pub(crate) struct Lander {
    pub(crate) unit: UnitId,
    pub(crate) with: Vec<UnitId>,
}

named_parts! {
    /// Rule 10.10: `march 159-1: to 1204 1205 with 159-2`.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct March from w: &Walker {
        pub(crate) to TO: Way<SpaceId> = way(w.from, w.most, w.ways.clone()),
        pub(crate) with WITH: Vec<UnitId> = any(&w.with),
    }
}

named_parts! {
    /// Rule 10.10: `rail 159-1: to oslo with 159-2`.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Rail from r: &Rider {
        pub(crate) to TO: SpaceId = one(&r.to),
        pub(crate) with WITH: Vec<UnitId> = any(&r.with),
    }
}

/// Land units of the reader that may move, ashore.
pub(super) fn walkers(v: &View<'_>) -> Vec<UnitId> {
    let pos = v.pos();
    let own = v.alliance();
    let mut able = pos.units(own, Arm::Land);
    able.extend(pos.units(own, Arm::Leader));
    able.retain(|unit| {
        let ashore = matches!(pos.s.unit(*unit).at, Where::At(place) if pos.d.map.hex(place).land);
        v.commands(*unit) && ashore && pos.may_act(*unit)
    });
    able
}

/// Rules 10.10 and 11.0/move: units on foot; an offensive is nothing for a leader by himself.
pub(super) fn march_offers(v: &View<'_>, offensive: bool) -> Vec<Walker> {
    let pos = v.pos();
    let own = v.alliance();
    let able = walkers(v);
    let enemies = pos.held(own.other());
    let mut known: Vec<(Class, Net)> = Vec::new();
    let mut offers = Vec::with_capacity(able.len());
    for unit in &able {
        let class = pos.class(*unit);
        let Some(from) = pos.at(*unit) else { continue };
        if offensive && class.arm() == Arm::Leader {
            continue;
        }
        let ways = match known.iter().find(|(one, _)| *one == class) {
            Some((_, net)) => net.clone(),
            None => {
                let net = nets::land(&pos.d.map, pos.d.ground, class, &enemies);
                known.push((class, net.clone()));
                net
            }
        };
        // An admiral ashore goes where he likes (3.6).
        let most = if class == Class::Admiral {
            999
        } else {
            pos.movement(*unit)
        };
        offers.push(Walker {
            unit: *unit,
            from,
            most,
            ways,
            with: air::beside(pos, *unit, &able),
        });
    }
    offers
}

/// Rule 11.0/rail: units on a railway.
pub(super) fn rail_offers(v: &View<'_>) -> Vec<Rider> {
    let pos = v.pos();
    let able = walkers(v);
    let rails = Rails::open(pos, v.alliance());
    let rider = |unit: &UnitId| {
        let walks = pos.class(*unit) != Class::Admiral;
        let at = pos.at(*unit).filter(|_| walks)?;
        Some(Rider {
            unit: *unit,
            to: rails.from(at).collect(),
            with: air::beside(pos, *unit, &able),
        })
    };
    let offers = able.iter().filter_map(rider);
    offers.filter(|one| !one.to.is_empty()).collect()
}

/// Rules 10.10 and 11.0/land: embarked units whose transport lies before a coast without enemies; outside the Combat
/// Phase only before a friendly one.
pub(super) fn land_offers(v: &View<'_>, offensive: bool) -> Vec<Lander> {
    let pos = v.pos();
    let own = v.alliance();
    let mut able = pos.units(own, Arm::Land);
    able.extend(pos.units(own, Arm::Leader));
    able.retain(|unit| {
        let Some(at) = pos.at(*unit) else {
            return false;
        };
        let hex = pos.d.map.hex(at);
        let shore =
            hex.land && !pos.has_land(at, own.other()) && (offensive || pos.controls(own, at));
        let box_shore = hex.holds == Some(own);
        pos.carrier(*unit).is_some()
            && v.commands(*unit)
            && pos.may_act(*unit)
            && (shore || box_shore && !offensive)
    });
    let lander = |unit: &UnitId| Lander {
        unit: *unit,
        with: air::beside(pos, *unit, &able),
    };
    able.iter().map(lander).collect()
}

/// What is wrong with a march: who is too slow for it, and no room at its end.
pub(super) fn check_march(v: &View<'_>, n: usize, lead: UnitId, march: &March) -> Vec<Problem> {
    let mut problems = Vec::new();
    for unit in &march.with {
        problems.extend(too_slow(v, n, *unit, &march.to));
    }
    if let Some(to) = march.to.last() {
        problems.extend(full(v, n, &together(lead, &march.with), *to));
    }
    problems
}

/// The unit a line is about, and those it names.
pub(crate) fn together(lead: UnitId, with: &[UnitId]) -> Vec<UnitId> {
    let mut units = vec![lead];
    units.extend(with);
    units
}

/// Rule 9.0: a unit that cannot pay for a way.
fn too_slow(v: &View<'_>, n: usize, unit: UnitId, path: &[SpaceId]) -> Option<Problem> {
    let pos = v.pos();
    let mut here = pos.at(unit)?;
    let mut needed = 0;
    for to in path {
        let step = pos.d.map.step(here, *to)?;
        match pos.d.ground.cost(&pos.d.map, pos.class(unit), step) {
            Some(cost) => needed += cost,
            None => {
                return Some(on_unit(
                    n,
                    unit,
                    Phrase::new("cannot-reach")
                        .with("at", to.item())
                        .with("has", number(pos.movement(unit))),
                    "9.0",
                ));
            }
        }
        here = *to;
    }
    let has = pos.movement(unit);
    (needed > has).then(|| {
        let what = Phrase::new("too-far-for")
            .with("needed", number(needed))
            .with("has", number(has));
        on_unit(n, unit, what, "9.0")
    })
}

/// Rule 3.1: no room in a hex.
pub(super) fn full(v: &View<'_>, n: usize, units: &[UnitId], to: SpaceId) -> Option<Problem> {
    let pos = v.pos();
    let come = units
        .iter()
        .filter(|unit| pos.arm(**unit) == Arm::Land && pos.s.unit(**unit).at != Where::At(to))
        .count();
    let room = pos.space(to, v.alliance(), Arm::Land);
    (come > room).then(|| {
        let what = Phrase::new("too-many-there")
            .with("at", to.item())
            .with("needed", number(come))
            .with("has", number(room));
        on_line(n, what, "3.1")
    })
}

/// Who goes ashore and where, or what is wrong with that.
pub(super) fn landing(
    v: &View<'_>,
    n: usize,
    lead: UnitId,
    with: &[UnitId],
) -> Result<(Vec<UnitId>, SpaceId), Vec<Problem>> {
    let pos = v.pos();
    let units = together(lead, with);
    let Some(at) = pos.at(lead) else {
        let bar = pos.absent(lead).into_iter();
        return Err(bar
            .map(|bar| on_line(n, bar.phrase(), bar.rule()))
            .collect());
    };
    unless(full(v, n, &units, at).into_iter().collect(), (units, at))
}
