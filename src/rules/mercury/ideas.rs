//! Bots that play with a plan on land: towards what the scenario counts, attacks at fair odds.

use super::declare;
use super::evacuation;
use super::fights::odds;
use super::nets::{Front, reached};
use super::orders::declare::Declaration;
use super::orders::moves::MoveOrder;
use super::scenario::Victory;
use super::side::Side;
use super::state::Position;
use super::units::Type;
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

/// What is worth having.
fn aims(v: &Position<'_>) -> Vec<SpaceId> {
    let find = |id: &String| v.data.map.find(id);
    match &v.data.scenario.victory {
        Victory::Around { hex } => find(hex)
            .map(|at| v.data.map.within(at, 1))
            .unwrap_or_default(),
        Victory::Objectives { hexes, .. } => hexes.iter().filter_map(find).collect(),
        Victory::Airfields { .. } | Victory::Points { .. } => {
            v.data.map.board.tagged("airfield").collect()
        }
    }
}

/// Each unit that is not needed where it stands goes nearer to what is worth having; the Allies towards the enemy.
pub(super) fn moves(v: &Position<'_>, rng: &mut dyn Below) -> Vec<MoveOrder> {
    let side = v.own();
    let front = Front::new(v, side);
    let mut aims = aims(v);
    aims.extend(v.spots(side.other()));
    if side == Side::Allied && v.open.evacuation.is_some() {
        aims = evacuation::ports(v);
    }
    let near = |at: SpaceId| aims.iter().map(|aim| v.data.map.distance(at, *aim)).min();
    let mut orders = Vec::new();
    let mut height: std::collections::BTreeMap<SpaceId, u32> = v
        .spots(side)
        .into_iter()
        .map(|at| (at, v.stack_of(&v.on(at, side))))
        .collect();
    let mut boarded: std::collections::BTreeMap<SpaceId, i32> = std::collections::BTreeMap::new();
    let kept = v.open.suda_left;
    let mut left_suda = u32::from(kept > 0);
    for unit in v.units_of(side) {
        let Some(walk) = v.walk(unit, false) else {
            continue;
        };
        let printed = v.printed(unit);
        if side == Side::Allied && v.open.evacuation.is_some() {
            let ways = evacuation::ways(v, &front, walk);
            let open = ways.into_iter().map(|(at, _)| at).find(|at| {
                let used = boarded.get(at).copied().unwrap_or(0);
                let steps = i32::from(v.steps(unit));
                evacuation::fits(v, *at, printed) && used + steps <= evacuation::room(v, *at)
            });
            if let Some(at) = open {
                *boarded.entry(at).or_default() += i32::from(v.steps(unit));
                *height.entry(walk.start).or_default() -= printed.stack;
                orders.push(MoveOrder::Embark { unit, at });
                continue;
            }
        }
        // Guns and staffs stay where they are now and then; so does everybody.
        let lazy = if printed.is_artillery() || printed.is_hq() {
            3
        } else {
            1
        };
        let holds = aims.contains(&walk.start) && side == Side::Allied;
        if rng.below(4) < lazy || holds && rng.below(4) > 0 {
            continue;
        }
        let now = near(walk.start);
        let mut best: Option<(u32, Vec<SpaceId>)> = None;
        for (to, way) in reached(&front.net(walk), walk.start, walk.budget) {
            let room =
                height.get(&to).copied().unwrap_or(0) + printed.stack <= v.data.tables.limits.stack;
            let far = near(to).unwrap_or(u32::MAX);
            let leaves = printed.suda
                && !v.open.suda_open
                && v.data.map.place(walk.start).suda
                && way.iter().any(|at| !v.data.map.place(*at).suda);
            let strays = printed.kind == Type::Militia && v.sector(to) != v.sector(walk.start);
            if !room || strays || v.data.map.place(to).zone || leaves && left_suda > 0 {
                continue;
            }
            if best.as_ref().is_none_or(|(least, _)| far < *least) {
                best = Some((far, way));
            }
        }
        let Some((far, way)) = best.filter(|(far, _)| Some(*far) < now) else {
            continue;
        };
        let _ = far;
        let Some(&to) = way.last() else { continue };
        left_suda += u32::from(
            printed.suda && v.data.map.place(walk.start).suda && !v.data.map.place(to).suda,
        );
        *height.entry(walk.start).or_default() -= printed.stack;
        *height.entry(to).or_default() += printed.stack;
        orders.push(MoveOrder::Walk {
            unit,
            path: Way(way),
        });
    }
    orders
}

/// Attacks at fair odds, now and then at worse.
pub(super) fn declarations(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Declaration> {
    let fair = v.data.tables.charts.manoeuvre.named("1:1").unwrap_or(0);
    let mut used: Vec<UnitId> = Vec::new();
    let mut orders = Vec::new();
    for place in declare::targets(v, v.own()) {
        let mut with = place.units;
        with.retain(|unit| !used.contains(unit) && !v.printed(*unit).is_hq());
        let column = odds(v, place.at, &with);
        let enough = column.is_some_and(|column| column >= fair) || rng.below(6) == 0;
        if with.is_empty() || !enough {
            continue;
        }
        used.extend(&with);
        with.sort_unstable();
        let at = place.at;
        orders.push(Declaration::Attack { at, with });
    }
    orders
}
