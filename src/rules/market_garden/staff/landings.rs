//! Landings: from the UK Box (18.4), and the phases of D-Day (20).

use super::super::assault::{Attack, Plan};
use super::super::check::Draft;
use super::super::dday;
use super::super::look::Look;
use super::super::script::{Order, Step};
use super::super::state::{Side, Where};
use super::super::view::View;
use super::aims::{carries_road, on_road};
use super::{odds, pick};
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

/// Rule 18.4: the first of those that wait, three at most, where they may come down.
pub(super) fn from_uk(look: Look<'_>) -> Vec<Order> {
    let mut waiting: Vec<UnitId> = look
        .d
        .units_of(Side::Allied)
        .filter(|unit| look.s.unit(*unit).at == Where::Uk)
        .collect();
    // Guns behind those who lead them in.
    waiting.sort_by_key(|unit| (look.counter(*unit).kind.is_artillery(), *unit));
    let mut landers: Vec<(UnitId, SpaceId)> = Vec::new();
    for unit in waiting {
        let mut tried = landers.clone();
        tried.push((unit, landing_place(look, unit)));
        if look.landing(&tried, tried.len() - 1).is_ok() {
            landers = tried;
        }
    }
    let land = |(unit, at)| Order::Land { unit, at };
    landers.into_iter().map(land).collect()
}

/// Rule 18.5: as printed, or later where fewest guns wait.
fn landing_place(look: Look<'_>, unit: UnitId) -> SpaceId {
    let counter = look.counter(unit);
    let Some(division) = counter.airborne.filter(|_| look.s.date > 19) else {
        return counter.at;
    };
    let danger = |at: &SpaceId| {
        let foes = i32::try_from(look.count(Side::German, *at)).unwrap_or(0);
        let hostile = i32::from(!look.controls(Side::Allied, *at));
        look.interdiction(*at) + 2 * foes + hostile
    };
    let places = look.d.drops[division.index()].iter().copied();
    places.min_by_key(danger).unwrap_or(counter.at)
}

fn stands(orders: &[Order], order: &Order, problems: &dyn Fn(&[Step]) -> bool) -> bool {
    let all = orders.iter().chain([order]).cloned().enumerate();
    let steps: Vec<Step> = all.map(|(n, order)| Step::Do(n, order)).collect();
    !problems(&steps)
}

fn steps(orders: Vec<Order>) -> Vec<Step> {
    orders.into_iter().map(|order| Step::Do(0, order)).collect()
}

/// Option 23.2: most stay with what is printed.
pub(in super::super) fn drops(view: &View<'_>, rng: &mut dyn Below) -> Vec<Step> {
    let look = view.look();
    let mut orders = Vec::new();
    let units = look.d.units_of(Side::Allied);
    for unit in units.filter(|unit| dday::lands_first(look, *unit)) {
        let Some(division) = look.counter(unit).airborne else {
            continue;
        };
        if rng.below(5) > 0 {
            continue;
        }
        let places: Vec<SpaceId> = look
            .d
            .ground
            .ids()
            .filter(|at| look.d.ground.place(*at).sector[division.index()])
            .collect();
        let Some(at) = pick(rng, &places).copied() else {
            continue;
        };
        let order = Order::Drop { unit, at };
        if stands(&orders, &order, &|steps| {
            !dday::drop_problems(look, steps).is_empty()
        }) {
            orders.push(order);
        }
    }
    steps(orders)
}

/// Rule 20.4: fight where it promises something, try bridges, or spread out; who does nothing stays fresh.
pub(in super::super) fn landing(view: &View<'_>, rng: &mut dyn Below) -> Vec<Step> {
    let look = view.look();
    let mut orders: Vec<Order> = Vec::new();
    let mut keep = |order: Order| {
        let stands = stands(&orders, &order, &|steps| {
            !dday::landing_problems(look, steps).is_empty()
        });
        if stands {
            orders.push(order);
        }
    };
    for at in look.d.ground.ids() {
        if !look.has_fresh(Side::Allied, at) || look.d.ground.place(at).zone {
            continue;
        }
        let here: Vec<UnitId> = look
            .units(Side::Allied, at)
            .filter(|unit| look.fresh(*unit) && look.counter(*unit).kind.assaults())
            .collect();
        if look.contested(at) {
            let margin = odds::guess(look, Side::Allied, at, &here);
            if margin >= -1 || rng.below(4) == 0 {
                let plan = Plan::default();
                keep(Order::Assault { at, plan });
            }
            continue;
        }
        let near = &look.d.ground.place(at).near;
        let bridges = near.iter().filter(|(_, edge)| {
            look.bridged(*edge) && (carries_road(look.d, *edge) || rng.below(3) == 0)
        });
        let bridges: Vec<_> = bridges.map(|(_, edge)| *edge).collect();
        if let Some(unit) = here.first().filter(|_| !bridges.is_empty()) {
            for edge in bridges {
                keep(Order::Seize {
                    edge,
                    by: Some(*unit),
                });
            }
            continue;
        }
        // One or two take what lies empty beside them.
        let empty = near.iter().map(|(to, _)| *to).filter(|to| {
            look.vacant(Side::Allied, *to)
                && (on_road(look.d, *to)
                    || look.d.ground.place(*to).points > 0
                    || rng.below(8) == 0)
        });
        for (unit, to) in here.iter().zip(empty.collect::<Vec<_>>()) {
            keep(Order::Move {
                unit: *unit,
                path: vec![to].into(),
            });
        }
    }
    steps(orders)
}

/// Rule 20.5: a wave of the Guards, tanks in front, with their guns; the rest follows up in the impulses.
pub(in super::super) fn corps(view: &View<'_>) -> Vec<Step> {
    let look = view.look();
    let f = look.d.ground.f;
    let mut draft = Draft::new(look.d, look.s, Side::Allied);
    draft.happen(&super::super::event::Event::Activates {
        side: Side::Allied,
        at: f,
    });
    let now = draft.look();
    let tank = look.units(Side::Allied, f);
    let tank = tank.filter(|unit| look.fresh(*unit) && dday::is_guards_armour(look, *unit));
    let point = tank.max_by_key(|unit| look.counter(*unit).attack);
    let order = match (odds::assault(now, Side::Allied, f), point) {
        (Some(attack), Some(point)) => Order::Assault {
            at: f,
            plan: odds::wave(now, Attack { point, ..attack }).into_plan(),
        },
        _ => Order::Assault {
            at: f,
            plan: Plan::default(),
        },
    };
    steps(vec![order])
}
