//! What a sensible officer would order: drafts for bots, and the plan that counts when nobody sends one.
//!
//! Drafts are tried on a copy of the position, so that they obey the rules; what they are for is in [`aims`], what an
//! assault promises in [`odds`]. Now and then an officer has a whim, so that everything the rules allow is tried.

mod aims;
mod drive;
mod fire;
mod landings;
mod odds;
mod quarters;
mod reach;

pub(super) use landings::{corps, drops, landing};
pub(super) use quarters::{evening, refit, regroup};

use super::check::Draft;
use super::look::Look;
use super::pulse::{Pending, UK_BOX};
use super::script::{Order, Step};
use super::state::Side;
use super::view::View;
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;
use aims::Aims;
use drive::{Scheme, drive};

fn pick<'a, T>(rng: &mut dyn Below, of: &'a [T]) -> Option<&'a T> {
    let n = u32::try_from(of.len()).ok()?;
    if n == 0 {
        return None;
    }
    of.get(rng.below(n) as usize)
}

/// Units on the map that could lead an assault now.
fn fresh_units(look: Look<'_>, side: Side) -> Vec<UnitId> {
    let units = look.d.units_of(side);
    units
        .filter(|unit| {
            look.s.at(*unit).is_some() && look.fresh(*unit) && look.counter(*unit).kind.assaults()
        })
        .collect()
}

/// A draft for an impulse: of several schemes the one that promises most.
pub(super) fn impulse(view: &View<'_>, rng: &mut dyn Below) -> Vec<Step> {
    let side = view.own();
    let draft = || Draft::new(view.data(), view.look().s, side);
    let aims = Aims::new(view.look(), side);
    // In the later parts of an impulse what was begun goes on.
    let begun = !view.look().s.pulse.slots.is_empty();
    let mut schemes: Vec<Scheme> = Vec::new();
    if !begun && rng.below(16) == 0 {
        schemes.extend(whim(view, &aims, rng));
    }
    if schemes.is_empty() {
        if !begun {
            schemes.extend(fire::bombard(&draft(), &aims, rng));
            match side {
                Side::Allied => {
                    schemes.extend(fire::strike(&draft(), &aims));
                    schemes.extend(land(&mut draft(), &aims, rng));
                }
                Side::German => {
                    schemes.extend(fire::interdict(&draft(), rng));
                    schemes.extend(fire::infiltrate(&mut draft(), &aims, rng));
                }
            }
        }
        for at in candidates(view.look(), &aims, side, rng) {
            let mut active = vec![at];
            // 14.5: F comes for nothing.
            let f = view.data().ground.f;
            if side == Side::Allied && at != f && view.look().has_fresh(side, f) {
                active.push(f);
            }
            schemes.push(drive(&mut draft(), &aims, &active, rng));
        }
    }
    let noise = |rng: &mut dyn Below| i32::try_from(rng.below(5)).unwrap_or(0);
    let best = schemes
        .into_iter()
        .map(|scheme| (scheme.value + noise(rng), scheme))
        .max_by_key(|(value, _)| *value);
    match best {
        Some((value, scheme)) if value > 3 && !scheme.steps.is_empty() => {
            doubled(view, &aims, scheme, rng).steps
        }
        _ if begun => Vec::new(),
        _ => vec![Step::Do(0, Order::Pass)],
    }
}

/// Rule 12.4: the Advantage gives a second area where that promises much.
fn doubled(view: &View<'_>, aims: &Aims, mut first: Scheme, rng: &mut dyn Below) -> Scheme {
    let (look, side) = (view.look(), view.own());
    let active: Vec<SpaceId> = first
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Do(_, Order::Activate { at }) => Some(*at),
            _ => None,
        })
        .collect();
    // The Advantage is worth a point itself on a day that counts (21.3).
    let keep = side == Side::Allied && aims::counts(look);
    if active.len() != 1 || look.s.advantage != side || keep || rng.below(4) > 0 {
        return first;
    }
    let others = candidates(look, aims, side, rng);
    let Some(second) = others.into_iter().find(|at| !active.contains(at)) else {
        return first;
    };
    let mut draft = Draft::new(view.data(), look.s, side);
    let more = drive(&mut draft, aims, &[second], rng);
    if more.value > 10 {
        first.value += more.value;
        first.steps.extend(more.steps);
    }
    first
}

/// The places whose activation is worth a closer look, three at most.
fn candidates(look: Look<'_>, aims: &Aims, side: Side, rng: &mut dyn Below) -> Vec<SpaceId> {
    let mut places: Vec<SpaceId> = fresh_units(look, side)
        .into_iter()
        .filter_map(|unit| look.s.at(unit))
        .collect();
    places.sort_unstable();
    places.dedup();
    // Bridges can be blown up and repaired from places where nobody stands (8.2122, 19.2).
    match side {
        Side::German => places.extend(demolishers(look)),
        Side::Allied => places.extend(builders(look)),
    }
    let mut ranked: Vec<(i32, SpaceId)> = places
        .into_iter()
        .map(|at| {
            (
                promise(look, aims, side, at) + i32::try_from(rng.below(12)).unwrap_or(0),
                at,
            )
        })
        .collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    ranked.dedup_by_key(|(_, at)| *at);
    ranked.truncate(3);
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// Places beside bridges of the road that Germans hold and the Allies have reached.
fn demolishers(look: Look<'_>) -> Vec<SpaceId> {
    let bridges = look.d.ground.bridges();
    let bridges = bridges.filter(|edge| {
        let printed = look.d.ground.edge(*edge);
        let reached = |at| look.controls(Side::Allied, at) || look.has(Side::Allied, at);
        aims::carries_road(look.d, *edge)
            && look.bridged(*edge)
            && look.holder(*edge) == Side::German
            && (reached(printed.a) || reached(printed.b))
    });
    bridges
        .flat_map(|edge| {
            let printed = look.d.ground.edge(edge);
            [printed.a, printed.b]
        })
        .collect()
}

/// Places beside broken bridges of the road where the Allies may work.
fn builders(look: Look<'_>) -> Vec<SpaceId> {
    let broken = look.s.blown.iter();
    let broken = broken.filter(|edge| aims::carries_road(look.d, **edge));
    let ends = broken.flat_map(|edge| {
        let printed = look.d.ground.edge(*edge);
        [printed.a, printed.b]
    });
    ends.filter(|at| look.workable(Side::Allied, &[*at]).is_ok())
        .collect()
}

/// At first sight: fights under way, enemies near by, and how far there is to go.
fn promise(look: Look<'_>, aims: &Aims, side: Side, at: SpaceId) -> i32 {
    let units: Vec<UnitId> = look
        .units(side, at)
        .filter(|unit| look.fresh(*unit) && look.counter(*unit).kind.assaults())
        .collect();
    let site = side == Side::Allied
        && look.s.blown.iter().any(|edge| {
            let printed = look.d.ground.edge(*edge);
            (printed.a == at || printed.b == at) && aims::carries_road(look.d, *edge)
        });
    let Some(first) = units.first().copied() else {
        return if site { 16 } else { 10 };
    };
    if look.contested(at) {
        let margin = odds::guess(look, side, at, &units);
        return odds::value(margin, aims.stake(at), units.len());
    }
    let stay = aims.worth(look, first, at);
    let near = look.d.ground.place(at).near.iter();
    let best = near.map(|(to, _)| {
        if look.vacant(side, *to) {
            return aims.worth(look, first, *to) - stay;
        }
        let margin = odds::guess(look, side, *to, &units);
        odds::value(margin, aims.stake(*to), units.len())
    });
    let column = units.iter().any(|unit| look.counter(*unit).is_corps());
    best.max().unwrap_or(0)
        + if column { 6 } else { 0 }
        + if site { 8 } else { 0 }
        + i32::try_from(units.len()).unwrap_or(0)
}

/// Rule 18.4: who waits in the UK Box lands as soon as the sky is clear; F may act beside it.
fn land(draft: &mut Draft<'_>, aims: &Aims, rng: &mut dyn Below) -> Option<Scheme> {
    let look = draft.look();
    if look.slot(Side::Allied, UK_BOX).is_err() {
        return None;
    }
    let landers = landings::from_uk(look);
    if landers.is_empty() {
        return None;
    }
    let f = look.d.ground.f;
    let value = 6 * i32::try_from(landers.len()).unwrap_or(0);
    let mut scheme = if look.has_fresh(Side::Allied, f) {
        drive(draft, aims, &[f], rng)
    } else {
        Scheme::default()
    };
    // Behind the activation of F, before anybody moves there.
    let from = usize::from(!scheme.steps.is_empty());
    let landers = landers.into_iter().map(|order| Step::Do(0, order));
    scheme.steps.splice(from..from, landers);
    scheme.value += value;
    Some(scheme)
}

/// Something else, for once.
fn whim(view: &View<'_>, aims: &Aims, rng: &mut dyn Below) -> Option<Scheme> {
    let side = view.own();
    let mut draft = Draft::new(view.data(), view.look().s, side);
    let scheme = match (rng.below(6), side) {
        (0, _) => {
            let mut scheme = Scheme::default();
            scheme.push(Order::Pass);
            Some(scheme)
        }
        (1, _) => fire::wreck(&draft, rng).or_else(|| fire::bombard(&draft, aims, rng)),
        (2, Side::German) => fire::interdict(&draft, rng),
        (2, Side::Allied) => fire::strike(&draft, aims),
        (3, Side::German) => fire::infiltrate(&mut draft, aims, rng),
        (3, Side::Allied) => drive::boats(&mut draft, rng),
        (4, _) => {
            // He looks how the first area fares before he writes more.
            let at = candidates(view.look(), aims, side, rng).first().copied()?;
            let mut scheme = drive(&mut draft, aims, &[at], rng);
            scheme.push(Order::Hold);
            Some(scheme)
        }
        _ => {
            let places: Vec<SpaceId> = view.data().ground.ids().collect();
            let at = pick(rng, &places).copied()?;
            Some(drive(&mut draft, aims, &[at], rng))
        }
    };
    scheme.map(|scheme| Scheme {
        value: scheme.value.max(10),
        ..scheme
    })
}

/// How good a script looks.
pub(super) fn appeal(view: &View<'_>, steps: &[Step]) -> i32 {
    let (look, side) = (view.look(), view.own());
    let aims = Aims::new(look, side);
    let mut sum = 0;
    for step in steps {
        let Step::Do(_, order) = step else { continue };
        sum += match order {
            Order::Move { unit, path } => {
                let worth = |at: SpaceId| aims.worth(look, *unit, at);
                let from = look.s.at(*unit).map_or(0, worth);
                path.last().map_or(0, |to| (worth(*to) - from).max(0))
            }
            Order::Seize { .. } => 8,
            Order::Repair { .. } => 10,
            Order::Assault { at, plan } => {
                let with = plan.with.clone().unwrap_or_default();
                let margin = odds::guess(look, side, *at, &with);
                odds::value(margin, aims.stake(*at), with.len())
            }
            Order::Land { .. } => 12,
            Order::Bombard { .. } | Order::Strike { .. } | Order::Infiltrate { .. } => 6,
            Order::Demolish { .. } if side == Side::German => 4,
            Order::Pass => -20,
            _ => 0,
        };
    }
    sum
}

/// Rules 12.3 and 12.6: whether the owner of the Advantage throws again; the worse it stands, the likelier.
pub(super) fn throws_again(
    view: &View<'_>,
    pending: Option<&Pending>,
    rng: &mut dyn Below,
) -> bool {
    let own = view.own();
    let margin = pending.map_or(0, |pending| {
        if pending.attacker == own {
            pending.margin
        } else {
            -pending.margin
        }
    });
    if margin >= 0 {
        return rng.below(60) == 0;
    }
    let counts = aims::counts(view.look());
    // A point at the end is not thrown away for a trifle (21.3).
    let chance = if counts && own == Side::Allied {
        -6 * margin
    } else {
        -12 * margin
    };
    i32::try_from(rng.below(100)).unwrap_or(0) < chance.min(80)
}
