//! Bots that play with a plan: the Germans land in force and go for towns and airbases; the British close in on them.

use super::fights;
use super::naval::orders::sailing::SeaOrder;
use super::nets::Front;
use super::orders::combat::{AttackOrder, Line, bound, reach};
use super::orders::moves::MoveOrder;
use super::overrun;
use super::side::Side;
use super::state::{Phase, Position, Where};
use super::units::Type;
use crate::board::{SpaceId, UnitId};
use crate::orders::{Below, Way};

/// What is worth having: towns and airbases the enemy holds, for the Germans; Germans, for the British.
fn aims(v: &Position<'_>) -> Vec<SpaceId> {
    if v.own() == Side::British {
        return v.spots(Side::German).into_iter().collect();
    }
    let worth = |at: &SpaceId| {
        let place = v.data.map.place(*at);
        let city = place.city.and_then(|city| v.data.tables.city(city));
        let prize = city.is_some_and(|city| city.points > 0 || city.guard > 2);
        v.control(*at) == Side::British
            && (prize || place.airbase.is_some() || place.port.is_some())
    };
    v.data.map.hexes().filter(worth).collect()
}

/// Units go nearer to what is worth having; now and then tanks overrun what is in their way.
pub(super) fn moves(v: &Position<'_>, units: &[UnitId], rng: &mut dyn Below) -> Vec<MoveOrder> {
    let side = v.own();
    let front = Front::new(v, side);
    let aims = aims(v);
    let near = |at: SpaceId| {
        aims.iter()
            .map(|aim| v.data.map.distance(at, *aim))
            .min()
            .unwrap_or(u32::MAX)
    };
    let mut orders = Vec::new();
    let mut height: std::collections::BTreeMap<SpaceId, u32> = v
        .spots(side)
        .into_iter()
        .map(|at| (at, v.stack_of(&v.on(at, side))))
        .collect();
    let coast = v.data.map.named_box("pas-de-calais");
    for unit in units.iter().copied() {
        let Some(walk) = v.walk(unit) else { continue };
        if v.data.map.zone_of_box(walk.start).is_some() {
            orders.extend(from_afar(v, &front, unit, coast, rng));
            continue;
        }
        if rng.below(8) == 0 || v.printed(unit).is_leader() {
            continue;
        }
        if overrun::may(v, unit)
            && rng.below(3) == 0
            && let Some((_, at)) = overrun::within_reach(v, &front, walk).first().copied()
        {
            let with = vec![unit];
            let strong =
                fights::attack_of(v, &with, &[at]) >= 3 * fights::defence_of(v, side, &[at], &with);
            if strong {
                orders.push(MoveOrder::Overrun { at, with, by: None });
                continue;
            }
        }
        // Who holds a port or a town does not leave it empty.
        let place = v.data.map.place(walk.start);
        let alone = height.get(&walk.start).copied().unwrap_or(0) <= v.printed(unit).stack();
        if side == Side::German
            && alone
            && (place.port.is_some() || place.city.is_some())
            && rng.below(3) > 0
        {
            continue;
        }
        let reach = front.reach(walk);
        let now = near(walk.start);
        let stack = v.printed(unit).stack();
        let most = v.data.tables.limits.stack;
        let fits = |to: &SpaceId| {
            height.get(to).copied().unwrap_or(0) + stack <= most && v.data.map.england.has(*to)
        };
        let best = reach
            .places()
            .filter(fits)
            .min_by_key(|to| (near(*to), *to));
        let Some(to) = best.filter(|to| near(*to) < now) else {
            continue;
        };
        let Some(path) = reach.way(to) else { continue };
        if let Some(left) = height.get_mut(&walk.start) {
            *left = left.saturating_sub(stack);
        }
        *height.entry(to).or_default() += stack;
        orders.push(MoveOrder::Walk {
            unit,
            path: Way(path),
        });
    }
    orders
}

/// From zones beside the map: the Germans to the Channel, the British now and then to the front.
fn from_afar(
    v: &Position<'_>,
    front: &Front,
    unit: UnitId,
    coast: Option<SpaceId>,
    rng: &mut dyn Below,
) -> Option<MoveOrder> {
    if v.open.phase != Phase::Movement {
        return None;
    }
    let walk = v.by_rail(unit)?;
    let reach = front.reach(walk);
    if v.own() == Side::German {
        let crowd = coast.map_or(0, |at| v.on(at, Side::German).len());
        let to = coast.filter(|to| reach.has(*to) && crowd < 16)?;
        let path = Way(reach.way(to)?);
        return (!path.is_empty()).then_some(MoveOrder::Train { unit, path });
    }
    if rng.below(3) > 0 {
        return None;
    }
    let aims = aims(v);
    let near = |at: SpaceId| {
        aims.iter()
            .map(|aim| v.data.map.distance(at, *aim))
            .min()
            .unwrap_or(u32::MAX)
    };
    let to = reach
        .places()
        .filter(|to| v.data.map.england.has(*to))
        .min_by_key(|to| (near(*to), *to))?;
    Some(MoveOrder::Train {
        unit,
        path: Way(reach.way(to)?),
    })
}

/// Attacks at fair odds, now and then at worse; those who land or jump must.
pub(super) fn attacks(v: &Position<'_>, rng: &mut dyn Below) -> Vec<AttackOrder> {
    let side = v.own();
    let line = Line::new(v);
    let mut orders = bound(v);
    let mut used: Vec<UnitId> = orders
        .iter()
        .flat_map(|AttackOrder::Attack { with, .. }| with.clone())
        .collect();
    let taken: Vec<SpaceId> = orders
        .iter()
        .map(|AttackOrder::Attack { at, .. }| *at)
        .collect();
    for at in line
        .targets
        .iter()
        .copied()
        .filter(|at| !taken.contains(at))
    {
        let mut with: Vec<UnitId> = line
            .units
            .iter()
            .copied()
            .filter(|unit| !used.contains(unit) && reach(v, side, *unit).contains(&at))
            .collect();
        let (attack, defence) = (
            fights::attack_of(v, &with, &[at]),
            fights::defence_of(v, side, &[at], &with).max(1),
        );
        let least = if rng.below(6) == 0 { 1 } else { 2 };
        if with.is_empty() || attack < least * defence {
            continue;
        }
        // No more than is needed for the best odds.
        with.sort_by_key(|unit| (std::cmp::Reverse(v.attack(*unit)), *unit));
        while with.len() > 1 && fights::attack_of(v, &with[..with.len() - 1], &[at]) >= 4 * defence
        {
            with.pop();
        }
        with.sort_unstable();
        used.extend(&with);
        let guns =
            (line.guns > 0 && fights::in_range(v, at).is_ok() && rng.below(2) == 0).then_some(1);
        let armour = line
            .tanks
            .iter()
            .copied()
            .find(|unit| with.contains(unit) && rng.below(2) == 0);
        orders.push(AttackOrder::Attack {
            at,
            with,
            also: Vec::new(),
            armour,
            guns,
        });
    }
    orders
}

/// How many divisions land on a hex.
const WAVE: usize = 3;

/// Landings: where the defence is weak and friends are near; then what follows, into ports and over beaches that are held.
pub(super) fn crossings(
    v: &Position<'_>,
    troops: &[UnitId],
    beaches: &[SpaceId],
    shores: &[SpaceId],
    rng: &mut dyn Below,
) -> Vec<SeaOrder> {
    let mut orders = Vec::new();
    let mut left: Vec<UnitId> = troops.to_vec();
    // Who is at sea lands first.
    for unit in troops {
        if let Where::Aboard(zone) = v.unit(*unit).at {
            left.retain(|one| one != unit);
            let shore = shores
                .iter()
                .find(|at| v.data.map.place(**at).seas.contains(&zone));
            let beach = beaches
                .iter()
                .find(|at| v.data.map.place(**at).seas.contains(&zone));
            let with = vec![*unit];
            match (shore, beach) {
                (Some(at), _) => orders.push(SeaOrder::land(*at, with)),
                (None, Some(at)) => orders.push(SeaOrder::assault(*at, with)),
                (None, None) => {}
            }
        }
    }
    // No landing in the first turn: the troops gather.
    if v.open.turn <= v.data.scenario.turns[0] || rng.below(4) == 0 {
        return orders;
    }
    let rank = |at: &SpaceId| {
        let guard = v.guard_against(*at, true, false);
        let units: i32 = v
            .on(*at, Side::British)
            .iter()
            .map(|unit| v.defence(*unit))
            .sum();
        let friends = v.nearest(*at, Side::German).min(9);
        let port = i32::from(v.data.map.place(*at).port.is_none());
        (units, friends / 3, guard + port, *at)
    };
    let mut targets = beaches.to_vec();
    targets.retain(|at| !v.data.map.place(*at).cliff);
    targets.sort_by_key(rank);
    targets.truncate(8);
    let mut homes: Vec<SpaceId> = left.iter().filter_map(|unit| v.at(*unit)).collect();
    homes.sort_unstable();
    homes.dedup();
    for home in homes {
        let mut here: Vec<UnitId> = left
            .iter()
            .copied()
            .filter(|unit| v.at(*unit) == Some(home))
            .collect();
        // What follows goes where friends are; heavy things cannot come otherwise.
        let heavy = |unit: &UnitId| !v.printed(*unit).can('d');
        if let Some(at) = shores
            .iter()
            .min_by_key(|at| (v.data.map.place(**at).port.is_none(), **at))
        {
            let mut follow: Vec<UnitId> = here.iter().copied().filter(heavy).collect();
            follow.sort_by_key(|unit| (v.printed(*unit).kind != Type::Panzer, *unit));
            for unit in follow.into_iter().take(2) {
                orders.push(SeaOrder::land(*at, vec![unit]));
            }
        }
        here.retain(|unit| !heavy(unit) && v.printed(*unit).is_division());
        for target in targets.iter().take(3) {
            let reachable = v
                .data
                .map
                .place(*target)
                .seas
                .iter()
                .any(|sea| super::crossing::voyage(v, home, *sea).is_some_and(|far| far <= 2));
            if !reachable || here.is_empty() {
                continue;
            }
            let with: Vec<UnitId> = here.drain(..here.len().min(WAVE)).collect();
            orders.push(SeaOrder::assault(*target, with));
        }
    }
    orders
}
