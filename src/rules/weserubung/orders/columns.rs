//! Rules 10.10 and 11.0: units on foot, by rail and from ships, in the Combat and in the Movement Phase.

use super::super::View;
use super::super::class::{Arm, Class};
use super::super::event::How;
use super::super::nets;
use super::super::rail::Rails;
use super::super::state::Where;
use super::super::words::{LAND, RAIL, TO, WITH};
use super::air;
use super::{
    any_of, may, must, number, on_line, on_unit, part, part_item, part_units, place_of, places,
    problems_or, unit_of,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::{Item, Line, Phrase, Pick, Problem, Row, Word};

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

/// Rules 10.10 and 11.0/move: rows of units on foot; alone, or with others of their hex.
pub(super) fn march_rows(v: &View<'_>, word: &'static Word, together: bool) -> Vec<Row> {
    let pos = v.pos();
    let own = v.alliance();
    let able = walkers(v);
    let enemies = pos.held(own.other());
    let mut nets: Vec<(Class, crate::orders::Net)> = Vec::new();
    let mut rows = Vec::with_capacity(able.len());
    for unit in &able {
        let class = pos.class(*unit);
        if together && class.arm() == Arm::Leader {
            continue;
        }
        let net = match nets.iter().find(|(one, _)| *one == class) {
            Some((_, net)) => net.clone(),
            None => {
                let net = nets::land(&pos.d.map, pos.d.ground, class, &enemies);
                nets.push((class, net.clone()));
                net
            }
        };
        // An admiral ashore goes where he likes (3.6).
        let max = if class == Class::Admiral {
            999
        } else {
            pos.movement(*unit)
        };
        let path = Pick::Path {
            from: pos.at(*unit).map_or(Item::Number(0), SpaceId::item),
            max,
            stay: false,
            net,
        };
        let pick = if together {
            Pick::Parts(vec![
                must(&TO, path),
                may(&WITH, any_of(&air::beside(pos, *unit, &able))),
            ])
        } else {
            path
        };
        rows.push(Row {
            word,
            subjects: vec![unit.item()],
            pick,
        });
    }
    rows
}

/// Rule 11.0/rail: rows of units on a railway.
pub(super) fn rail_rows(v: &View<'_>, together: bool) -> Vec<Row> {
    let pos = v.pos();
    let able = walkers(v);
    let mut rows = Vec::new();
    let rails = Rails::open(pos, v.alliance());
    for unit in &able {
        let Some(at) = pos.at(*unit) else { continue };
        if pos.class(*unit) == Class::Admiral {
            continue;
        }
        let to: Vec<Item> = rails.from(at).map(SpaceId::item).collect();
        if to.is_empty() {
            continue;
        }
        let mut parts = vec![must(&TO, Pick::One(to))];
        if together {
            parts.push(may(&WITH, any_of(&air::beside(pos, *unit, &able))));
        }
        rows.push(Row {
            word: &RAIL,
            subjects: vec![unit.item()],
            pick: Pick::Parts(parts),
        });
    }
    rows
}

/// Rules 10.10 and 11.0/land: rows of units that can go ashore where their ship is.
pub(super) fn land_rows(v: &View<'_>, offensive: bool) -> Vec<Row> {
    let pos = v.pos();
    let own = v.alliance();
    let able: Vec<UnitId> = landing(v, offensive);
    let mut rows = Vec::new();
    for unit in &able {
        if pos.alliance(*unit) != own {
            continue;
        }
        rows.push(Row {
            word: &LAND,
            subjects: vec![unit.item()],
            pick: Pick::Parts(vec![may(&WITH, any_of(&air::beside(pos, *unit, &able)))]),
        });
    }
    rows
}

/// Embarked units whose transport lies before a coast without enemies; outside the Combat Phase only before a
/// friendly one (11.0/land).
fn landing(v: &View<'_>, offensive: bool) -> Vec<UnitId> {
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
    able
}

/// What a `march` or `rail` line orders.
pub(super) fn march_order(
    v: &View<'_>,
    n: usize,
    line: &Line,
    how: How,
) -> Result<(Vec<UnitId>, Vec<SpaceId>), Vec<Problem>> {
    let pos = v.pos();
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.10")];
    let lead = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let mut units = vec![lead];
    units.extend(part_units(&line.picks, 1));
    let path = match how {
        How::Rail => part_item(&line.picks, 0)
            .and_then(place_of)
            .into_iter()
            .collect(),
        _ => part(&line.picks, 0).map_or_else(Vec::new, places),
    };
    let to = path.last().copied().ok_or_else(wrong)?;
    let mut problems = Vec::new();
    if how != How::Rail {
        for unit in &units[1..] {
            problems.extend(too_slow(v, n, *unit, &path));
        }
    }
    problems.extend(full(v, n, &units, to));
    problems_or(problems)?;
    let _ = pos;
    Ok((units, path))
}

/// Rule 9.0: a unit that cannot pay for a way.
pub(super) fn too_slow(v: &View<'_>, n: usize, unit: UnitId, path: &[SpaceId]) -> Option<Problem> {
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

/// What a `land` line orders.
pub(super) fn land_order(
    v: &View<'_>,
    n: usize,
    line: &Line,
) -> Result<(Vec<UnitId>, SpaceId), Vec<Problem>> {
    let wrong = || vec![on_line(n, Phrase::new("wrong-shape"), "10.10")];
    let lead = line.subject.and_then(unit_of).ok_or_else(wrong)?;
    let at = v.pos().at(lead).ok_or_else(wrong)?;
    let mut units = vec![lead];
    units.extend(part_units(&line.picks, 0));
    let problems: Vec<Problem> = full(v, n, &units, at).into_iter().collect();
    problems_or(problems)?;
    Ok((units, at))
}
