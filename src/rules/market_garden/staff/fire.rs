//! Bombardments by guns and aircraft (11, 16), interdiction (16.4), infiltration (8.22).

use super::super::check::Draft;
use super::super::event::Target;
use super::super::look::Look;
use super::super::script::{Battery, Order};
use super::super::state::{Side, Where};
use super::super::units::Kind;
use super::super::view::MarkerId;
use super::aims::Aims;
use super::drive::Scheme;
use super::{odds, pick};
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

fn scheme(value: i32, order: Order) -> Scheme {
    let mut scheme = Scheme::default();
    scheme.push(order);
    scheme.value = value;
    scheme
}

/// What a bombardment promises: points, if there is anybody to take them.
fn promise(look: Look<'_>, aims: &Aims, side: Side, at: SpaceId, attack: i32, air: bool) -> i32 {
    let margin = attack - look.cover(side.other(), at, air).total();
    let fresh = look.units(side.other(), at);
    let fresh = fresh.filter(|unit| look.fresh(*unit)).count();
    let takers = i32::try_from(fresh).unwrap_or(0).min(3);
    let near = look.d.ground.place(at).near.iter();
    let near = near.filter(|(to, _)| look.has_fresh(side, *to)).count();
    let follows = if near > 0 || look.has_fresh(side, at) {
        3
    } else {
        -4
    };
    if takers == 0 {
        return 0;
    }
    margin.min(2 * takers) + follows + aims.stake(at) / 3
}

/// Rule 16.2: the place where bombs promise most.
pub(super) fn strike(draft: &Draft<'_>, aims: &Aims) -> Option<Scheme> {
    let look = draft.look();
    let marker = look.s.raf_used.iter().position(|used| !used)?;
    let factor = look.d.tables.reconstructed.raf[marker];
    let places = look.d.ground.ids();
    let places = places.filter(|at| look.strike(marker, *at, None).is_ok());
    // Friends may be hit too (16.21).
    let risk = |at: SpaceId| i32::from(look.contested(at));
    let best = places
        .map(|at| {
            (
                promise(look, aims, Side::Allied, at, factor, true) - risk(at),
                at,
            )
        })
        .max()?;
    let (value, at) = best;
    let order = Order::Strike {
        at,
        marker: Some(MarkerId::RAF[marker]),
        target: None,
    };
    Some(scheme(value + 3, order))
}

/// Rules 11.1 and 11.111: a gun that leads, and all that can help.
pub(super) fn bombard(draft: &Draft<'_>, aims: &Aims, rng: &mut dyn Below) -> Option<Scheme> {
    let (look, side) = (draft.look(), draft.side());
    let guns: Vec<UnitId> = look
        .d
        .units_of(side)
        .filter(|unit| look.counter(*unit).kind.is_artillery() && look.fresh(*unit))
        .filter(|unit| look.s.at(*unit).is_some())
        .collect();
    // The guns of the corps reach farther and hit harder.
    let heavy = guns.iter().copied();
    let heavy = heavy.filter(|gun| look.counter(*gun).kind == Kind::CorpsGuns);
    let heavy: Vec<UnitId> = heavy.collect();
    let guns = if heavy.is_empty() || rng.below(2) == 0 {
        guns
    } else {
        heavy
    };
    let lead = pick(rng, &guns).copied()?;
    let from = look.s.at(lead)?;
    let counter = look.counter(lead);
    let helpers = |at: SpaceId| -> Vec<UnitId> {
        guns.iter()
            .copied()
            .filter(|gun| *gun != lead && look.counter(*gun).nation == counter.nation)
            .filter(|gun| look.may_fire(side, at, *gun).is_ok())
            .collect()
    };
    let barrage = counter.kind == Kind::CorpsGuns && rng.below(3) > 0;
    let near = look.d.ground.within_two[usize::from(from.0)]
        .iter()
        .copied();
    let best = near
        .chain([from])
        .filter(|at| !look.vacant(side, *at) && look.may_fire(side, *at, lead).is_ok())
        .map(|at| {
            let times = if barrage { 2 } else { 1 };
            let help = i32::try_from(helpers(at).len()).unwrap_or(0);
            let attack = counter.attack * times + help;
            (promise(look, aims, side, at, attack, false), at)
        })
        .max()?;
    let (value, at) = best;
    let battery = Battery {
        lead,
        guns: helpers(at),
        target: None,
    };
    let order = match barrage {
        true => Order::Barrage { at, battery },
        false => Order::Bombard { at, battery },
    };
    Some(scheme(value, order))
}

/// Rules 11.12 and 19.22: a gun aims at a ferry or at the enemy's work on a bridge beside it.
pub(super) fn wreck(draft: &Draft<'_>, rng: &mut dyn Below) -> Option<Scheme> {
    let (look, side) = (draft.look(), draft.side());
    let mut ways: Vec<Order> = Vec::new();
    let guns = look.d.units_of(side);
    for lead in guns.filter(|unit| look.counter(*unit).kind.is_artillery() && look.fresh(*unit)) {
        let Some(from) = look.s.at(lead) else {
            continue;
        };
        for (at, edge) in &look.d.ground.place(from).near {
            let battery = Battery {
                lead,
                guns: Vec::new(),
                target: Some(Target::Marker(*edge)),
            };
            if look.bombard(side, *at, &battery, false).is_ok() {
                ways.push(Order::Bombard { at: *at, battery });
            }
        }
    }
    let order = pick(rng, &ways)?.clone();
    Some(scheme(8, order))
}

/// Rule 16.4: a marker where somebody is about to land, or to be supplied from the air.
pub(super) fn interdict(draft: &Draft<'_>, rng: &mut dyn Below) -> Option<Scheme> {
    let look = draft.look();
    let places: Vec<SpaceId> = look
        .d
        .ground
        .ids()
        .filter(|at| look.interdiction_marker(*at).is_ok())
        .collect();
    let landing = |at: SpaceId| {
        let units = look.d.units_of(Side::Allied);
        let uk = units.filter(|unit| look.s.unit(*unit).at == Where::Uk);
        i32::try_from(uk.filter(|unit| look.counter(*unit).at == at).count()).unwrap_or(0)
    };
    let best = places.iter().map(|at| (landing(*at), *at)).max()?;
    let (value, at) = if best.0 > 0 {
        best
    } else {
        (0, *pick(rng, &places)?)
    };
    Some(scheme(2 * value + 2, Order::Interdict { at }))
}

/// Rule 8.22: some units of a place slip into the next.
pub(super) fn infiltrate(
    draft: &mut Draft<'_>,
    aims: &Aims,
    rng: &mut dyn Below,
) -> Option<Scheme> {
    let look = draft.look();
    let units = super::fresh_units(look, Side::German);
    let first = pick(rng, &units).copied()?;
    let from = look.s.at(first)?;
    let near: Vec<SpaceId> = look
        .d
        .ground
        .place(from)
        .near
        .iter()
        .map(|(to, _)| *to)
        .filter(|to| look.infiltration(first, *to).is_ok())
        .collect();
    let to = pick(rng, &near).copied()?;
    let mut all: Vec<UnitId> = look
        .units(Side::German, from)
        .filter(|unit| look.fresh(*unit) && look.infiltration(*unit, to).is_ok())
        .collect();
    all.truncate(1 + rng.below(4) as usize);
    let margin = odds::guess(look, Side::German, to, &all);
    let slips = look.infiltration_tally(to).total();
    let value = odds::value(margin, aims.stake(to), all.len()) + 2 * slips;
    let order = Order::Infiltrate { to, units: all };
    let stands = draft.attempt(&order).refused().is_none();
    stands.then(|| scheme(value, order))
}
