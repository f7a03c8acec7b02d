//! Rules 9.3 and 9.4: troops go aboard, cross, and come ashore. Nobody intercepts them here: that is the naval game's.

use super::Board;
use super::bars::Bar;
use super::control;
use super::event::{Cause, Event};
use super::fights::lose;
use super::map::ZoneKind;
use super::orders::crossing::{Carrier, CrossOrder, Crossings, Homeward};
use super::side::Side;
use super::state::{Berth, Cargo, Position, Wake, Where};
use super::tables::Weather;
use super::units::{Class, Type};
use crate::board::{Reach, SpaceId, Step, UnitId};
use crate::engine::ready::{Given, InScript};
use crate::engine::table::Play;
use crate::orders::Lines as _;

/// What a line of the crossing comes to.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub zone: SpaceId,
    pub from: Option<SpaceId>,
    pub ships: Vec<UnitId>,
    pub cargo: Vec<Cargo>,
}

/// Whether something lies aboard a naval point, as far as the reader knows.
pub(super) fn is_loaded(pos: &Position<'_>, ship: UnitId) -> bool {
    pos.hidden
        .cargo
        .iter()
        .any(|cargo| cargo.on.contains(&ship))
}

/// Rule 9.4.2: whether a unit comes by landing craft alone.
pub(super) fn by_landing_craft(pos: &Position<'_>, unit: UnitId) -> bool {
    let cargo = pos.hidden.cargo.iter().find(|cargo| cargo.unit == unit);
    cargo.is_some_and(|cargo| {
        cargo
            .on
            .iter()
            .all(|ship| pos.data.hull(*ship).class == Class::Lc)
    })
}

/// The naval points of a side that lie empty in a port beside the map.
pub(super) fn carriers(pos: &Position<'_>, from: SpaceId) -> Vec<UnitId> {
    let free = |ship: &UnitId| {
        let now = pos.open.ship(pos.data, *ship);
        let hull = pos.data.hull(*ship);
        hull.class.carries()
            && now.at == Berth::Port(from)
            && hull.side() == Side::German
            && !now.wakes.has(Wake::Moved)
            && !pos.hidden.dummies.contains(ship)
    };
    pos.data.hull_ids().filter(free).collect()
}

/// Rule 9.1: zones of sea that ships enter on their way from a port to a zone: the least number of them.
pub(super) fn voyage(pos: &Position<'_>, from: SpaceId, to: SpaceId) -> Option<u32> {
    let map = &pos.data.map;
    let opens: Vec<SpaceId> = match map.zone_of_box(from) {
        Some(zone) => zone.ports.iter().map(|(sea, _)| *sea).collect(),
        None => map.place(from).opens.into_iter().collect(),
    };
    let far = opens.into_iter().filter_map(|start| {
        let reach = Reach::flood(start, 12, |at, _, out| {
            for near in map.near(at) {
                let sea = map
                    .zone_of_box(*near)
                    .is_some_and(|zone| zone.kind == ZoneKind::Sea);
                if sea {
                    out.push(Step::on(*near, 1));
                }
            }
        });
        reach.cost(to)
    });
    far.min().map(|far| far + 1)
}

/// Rule 9.3.1: points of shipping for some units; swimming tanks find room beside others.
fn need(pos: &Position<'_>, units: &[UnitId]) -> i32 {
    let steps = |unit: &UnitId| i32::from(pos.unit(*unit).steps);
    let swims = |unit: &&UnitId| pos.printed(**unit).kind == Type::AmphibiousPanzer;
    let points: i32 = units
        .iter()
        .filter(|unit| !swims(unit))
        .map(|unit| pos.printed(*unit).need() * steps(unit))
        .sum();
    let tanks = i32::try_from(units.iter().filter(swims).count()).unwrap_or(0);
    points + 2 * (tanks - points / 2).max(0)
}

/// Rule 9.4.1: whether a unit may assault a hex.
fn may_assault(pos: &Position<'_>, unit: UnitId, at: SpaceId) -> Result<(), Bar> {
    let printed = pos.printed(unit);
    if !printed.can('d') {
        return Err(Bar::NotByShip { unit });
    }
    if pos.data.map.place(at).cliff && !printed.can('c') {
        return Err(Bar::NotOnCliffs { unit, at });
    }
    Ok(())
}

/// Rule 9.3.2: whether carriers of a class may do this.
const fn serves(class: Class, assault: bool, port: bool) -> bool {
    match class {
        Class::Ap => port && !assault,
        Class::Lc | Class::Prahm | Class::Mb => true,
        _ => false,
    }
}

/// Works out a line: which ships, what lies on them, over which sea.
pub(super) fn plan(pos: &Position<'_>, order: &CrossOrder, used: &[UnitId]) -> Result<Plan, Bar> {
    let (at, with, on, assault) = match order {
        CrossOrder::Assault { at, with, on } => (*at, with.as_slice(), on, true),
        CrossOrder::Land { at, with, on } => (*at, with.as_slice(), on, false),
        CrossOrder::Sail { zone, on, from } => return sail(pos, *zone, on, *from, used),
    };
    let map = &pos.data.map;
    let place = map.place(at);
    let port = place.port.is_some() && pos.control(at) == Side::German;
    if pos.open.weather == Weather::Stormy
        && (assault || with.iter().any(|unit| pos.at(*unit).is_some()))
    {
        return Err(Bar::Storm { at });
    }
    if assault {
        for unit in with {
            may_assault(pos, *unit, at)?;
        }
    } else if !port && (place.cliff || pos.control(at) != Side::German) {
        return Err(Bar::NoLanding { at });
    }
    let has = with
        .iter()
        .map(|unit| pos.printed(*unit).stack())
        .sum::<u32>();
    let most = pos.data.tables.limits.stack;
    if has > most {
        let (has, most) = (super::orders::number(has), super::orders::number(most));
        return Err(Bar::TooHigh { at, has, most });
    }
    let seas: Vec<SpaceId> = if port {
        place
            .opens
            .into_iter()
            .chain(place.seas.iter().copied())
            .collect()
    } else {
        place.seas.clone()
    };
    // All from one port, or all afloat in a sea beside the hex.
    let first = with.first().map(|unit| pos.unit(*unit).at);
    let apart = with.iter().find(|unit| Some(pos.unit(**unit).at) != first);
    if let Some(unit) = apart {
        return Err(Bar::NotInPort { unit: *unit });
    }
    let from = match first {
        Some(Where::Aboard(zone)) if seas.contains(&zone) => {
            return Ok(Plan {
                zone,
                from: None,
                ships: Vec::new(),
                cargo: Vec::new(),
            });
        }
        Some(Where::At(from)) if map.zone_of_box(from).is_some() => from,
        _ => {
            return Err(with
                .first()
                .map_or(Bar::NoLanding { at }, |unit| Bar::NotInPort { unit: *unit }));
        }
    };
    let reach = seas
        .iter()
        .filter_map(|sea| Some((voyage(pos, from, *sea)?, *sea)));
    let (far, zone) = reach.min().ok_or(Bar::NoLanding { at })?;
    let free: Vec<UnitId> = carriers(pos, from)
        .into_iter()
        .filter(|ship| !used.contains(ship))
        .collect();
    let need = need(pos, with);
    let ships = choose(pos, &free, on, need, |class| {
        serves(class, assault, port) && (class != Class::Mb || by_motorboat(pos, with))
    })?;
    let slowest = ships
        .iter()
        .map(|ship| pos.data.hull(*ship).movement[0])
        .min()
        .unwrap_or(0);
    if far + 1 > slowest {
        let (far, most) = (
            super::orders::number(far + 1),
            super::orders::number(slowest),
        );
        return Err(Bar::SeaTooFar { at, far, most });
    }
    Ok(Plan {
        zone,
        from: Some(from),
        cargo: stow(pos, with, &ships),
        ships,
    })
}

/// Rule 9.3.2: motor boats carry detachments and swimming tanks alone.
fn by_motorboat(pos: &Position<'_>, units: &[UnitId]) -> bool {
    let fits = |unit: &UnitId| {
        let printed = pos.printed(*unit);
        printed.parent.is_some() || printed.kind == Type::AmphibiousPanzer
    };
    units.iter().all(fits)
}

/// The ships that were named by class, or as many as are needed.
fn choose(
    pos: &Position<'_>,
    free: &[UnitId],
    on: &[(Carrier, i32)],
    need: i32,
    serves: impl Fn(Class) -> bool,
) -> Result<Vec<UnitId>, Bar> {
    let mut ships: Vec<UnitId> = Vec::new();
    let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let classes: Vec<(Class, i32)> = if on.is_empty() {
        [Class::Mb, Class::Lc, Class::Ap, Class::Prahm]
            .map(|class| (class, i32::MAX))
            .to_vec()
    } else {
        on.iter()
            .map(|(carrier, n)| (carrier.class(), *n))
            .collect()
    };
    for (class, most) in classes {
        let mut of = free
            .iter()
            .copied()
            .filter(|ship| pos.data.hull(*ship).class == class && serves(class));
        let mut taken = 0;
        while taken < most && (!on.is_empty() || number(ships.len()) < need) {
            let Some(ship) = of.next() else { break };
            ships.push(ship);
            taken += 1;
        }
    }
    let has = number(ships.len());
    if has < need || ships.is_empty() {
        return Err(Bar::NoRoomAboard { need, has });
    }
    Ok(ships)
}

/// Who lies on what, one after the other (9.5.5).
fn stow(pos: &Position<'_>, units: &[UnitId], ships: &[UnitId]) -> Vec<Cargo> {
    let mut left = ships.iter().copied();
    let mut cargo: Vec<Cargo> = Vec::new();
    for unit in units {
        let printed = pos.printed(*unit);
        let points = printed.need() * i32::from(pos.unit(*unit).steps);
        let swims = printed.kind == Type::AmphibiousPanzer;
        let points = usize::try_from(points).unwrap_or(0);
        let mut on: Vec<UnitId> = if swims {
            Vec::new()
        } else {
            left.by_ref().take(points).collect()
        };
        if on.is_empty() {
            // Beside others, if there are any.
            on = cargo.first().map_or_else(
                || left.by_ref().take(2).collect(),
                |one| one.on.iter().copied().take(2).collect(),
            );
        }
        cargo.push(Cargo { unit: *unit, on });
    }
    cargo
}

/// Empty ships that go to sea: what they bring lands as supply (12.2).
fn sail(
    pos: &Position<'_>,
    zone: SpaceId,
    on: &[(Carrier, i32)],
    from: Option<SpaceId>,
    used: &[UnitId],
) -> Result<Plan, Bar> {
    let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let need: i32 = on.iter().map(|(_, n)| *n).sum();
    let mut found = Err(Bar::NoRoomAboard { need, has: 0 });
    for home in pos
        .data
        .map
        .boxes()
        .filter(|at| from.is_none_or(|from| from == *at))
    {
        let free: Vec<UnitId> = carriers(pos, home)
            .into_iter()
            .filter(|ship| !used.contains(ship))
            .collect();
        let Some(far) = voyage(pos, home, zone).filter(|_| !free.is_empty()) else {
            continue;
        };
        let ships = match choose(pos, &free, on, need, |class| class != Class::Mb) {
            Ok(ships) => ships,
            Err(bar) => {
                if matches!(found, Err(Bar::NoRoomAboard { has: 0, .. })) {
                    found = Err(bar);
                }
                continue;
            }
        };
        let slowest = ships
            .iter()
            .map(|ship| pos.data.hull(*ship).movement[0])
            .min()
            .unwrap_or(0);
        if far > slowest {
            let (far, most) = (
                number(usize::try_from(far).unwrap_or(0)),
                number(usize::try_from(slowest).unwrap_or(0)),
            );
            found = Err(Bar::SeaTooFar {
                at: zone,
                far,
                most,
            });
            continue;
        }
        return Ok(Plan {
            zone,
            from: Some(home),
            ships,
            cargo: Vec::new(),
        });
    }
    found
}

/// 2.33: what the Germans send across.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = Side::German;
    let view = t.state().known(t.data(), side);
    if !super::orders::crossing::is_any(&view) {
        return Ok(());
    }
    for order in t.ask(side, InScript(Crossings))? {
        let plan = plan(&super::pos(t), &order, &[]);
        match plan {
            Ok(plan) => cross(t, &order, plan)?,
            Err(bar) => {
                let order = order.words(None, &super::pos(t));
                t.happen(Event::NotDone { side, order, bar })?;
            }
        }
    }
    Ok(())
}

fn cross(t: &mut Board<'_>, order: &CrossOrder, plan: Plan) -> Play {
    let side = Side::German;
    let zone = plan.zone;
    let units = order.units();
    if let Some(from) = plan.from.filter(|_| !units.is_empty()) {
        t.happen(Event::Embarks {
            units: units.clone(),
            from,
            zone,
            cargo: plan.cargo,
        })?;
    }
    if !plan.ships.is_empty() {
        t.happen(Event::Sails {
            side,
            ships: plan.ships,
            to: zone,
            port: false,
        })?;
    }
    match order {
        CrossOrder::Assault { at, .. } => t.happen(Event::Declares { units, at: *at }),
        CrossOrder::Land { at, .. } => {
            t.happen(Event::Lands { units, at: *at })?;
            control::entered(t, side, &[*at])
        }
        CrossOrder::Sail { .. } => Ok(()),
    }
}

/// Rule 9.4.2: those who did not come ashore go back aboard; motor boats wait for nobody.
pub(super) fn back_aboard(t: &mut Board<'_>) -> Play {
    let pos = super::pos(t);
    let mut back: Vec<(UnitId, SpaceId)> = Vec::new();
    let mut drowned: Vec<UnitId> = Vec::new();
    for unit in pos.data.land_ids() {
        let Where::Landing(at) = pos.unit(unit).at else {
            continue;
        };
        let cargo = pos.hidden.cargo.iter().find(|cargo| cargo.unit == unit);
        let on = cargo.and_then(|cargo| cargo.on.first().copied());
        let boats = on.is_some_and(|ship| pos.data.hull(ship).class == Class::Mb);
        let zone = on.and_then(|ship| match pos.open.ship(pos.data, ship).at {
            Berth::Sea(zone) => Some(zone),
            _ => None,
        });
        let zone = zone.or_else(|| pos.data.map.place(at).seas.first().copied());
        match zone.filter(|_| !boats) {
            Some(zone) => back.push((unit, zone)),
            None => drowned.push(unit),
        }
    }
    for (unit, zone) in back {
        t.happen(Event::Reembarks {
            units: vec![unit],
            zone,
        })?;
    }
    for unit in drowned {
        lose(t, unit, 9, Cause::Sea)?;
    }
    Ok(())
}

/// The empty naval points at sea that may go home, with the zone each lies in.
pub(super) fn idle(pos: &Position<'_>) -> Vec<(UnitId, SpaceId)> {
    let free = |ship: UnitId| {
        let (hull, now) = (pos.data.hull(ship), pos.open.ship(pos.data, ship));
        let may = hull.side() == Side::German
            && hull.class.carries()
            && !now.wakes.has(Wake::NoReturn)
            && !is_loaded(pos, ship);
        match now.at {
            Berth::Sea(zone) if may && home(pos, ship, zone).is_some() => Some((ship, zone)),
            _ => None,
        }
    };
    pos.data.hull_ids().filter_map(free).collect()
}

/// The nearest port of one's own beside the map.
fn home(pos: &Position<'_>, ship: UnitId, zone: SpaceId) -> Option<SpaceId> {
    let side = pos.data.hull(ship).side();
    let own = |at: &SpaceId| {
        pos.data
            .map
            .zone_of_box(*at)
            .is_some_and(|zone| zone.side == side && !zone.ports.is_empty())
    };
    let far = |at: SpaceId| Some((voyage(pos, at, zone)?.saturating_sub(1), at));
    let found = pos.data.map.boxes().filter(own).filter_map(far).min();
    found
        .filter(|(far, _)| *far <= pos.data.hull(ship).movement[0])
        .map(|(_, at)| at)
}

/// 2.61: empty ships go home for more; some stay to unload supply.
pub(super) fn homeward(t: &mut Board<'_>) -> Play {
    let idle = idle(&super::pos(t));
    if idle.is_empty() {
        return Ok(());
    }
    let ships: Vec<UnitId> = idle.iter().map(|(ship, _)| *ship).collect();
    let zones: Vec<SpaceId> = idle.iter().map(|(_, zone)| *zone).collect();
    let gone = t.ask(Side::German, Given(Homeward { ships, zones }))?;
    let pos = super::pos(t);
    let mut by_port: Vec<(SpaceId, Vec<UnitId>)> = Vec::new();
    for (ship, zone) in idle.into_iter().filter(|(ship, _)| gone.contains(ship)) {
        let Some(at) = home(&pos, ship, zone) else {
            continue;
        };
        match by_port.iter_mut().find(|(port, _)| *port == at) {
            Some((_, ships)) => ships.push(ship),
            None => by_port.push((at, vec![ship])),
        }
    }
    for (to, ships) in by_port {
        t.happen(Event::Sails {
            side: Side::German,
            ships,
            to,
            port: true,
        })?;
    }
    Ok(())
}
