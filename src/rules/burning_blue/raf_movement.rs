//! Rules 8.1, 8.2 and 10: orders to those in the air, and how they fly.

use super::Board;
use super::bars::Bar;
use super::chance;
use super::command::{allowed, commanded};
use super::event::Event;
use super::geometry::{distance, fan, line};
use super::ground;
use super::orders::control::{Control, Controls};
use super::quiet;
use super::side::Side;
use super::state::{Fighter, Follow, Order, Position};
use super::tally::{self, Mover};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Lines as _;

/// Rule 8.1.2: fighters move so many hexes.
pub(super) const SPEED: i32 = 4;
/// Rule 8.1.5: so many climbs in a phase.
const CLIMBS: i32 = 2;
/// Rule 8.1.5: above this a climb gains least; from this or below it gains most.
const THIN: i32 = 20;
const THICK: i32 = 6;
/// Rule 10.3.4: a raid so near threatens an airfield.
const NEAR: u32 = 6;
/// Rule 8.2.2: a unit lands from this height or below.
pub(super) const LANDS: i32 = 2;

/// Patrol Phase: the letter with orders to all that fly; orbits and patrol lines begin (10.3).
pub(super) fn patrol(t: &mut Board<'_>) -> Play {
    follow_ons(t)?;
    if t.state().open.sky.is_empty() || quiet::passes(t, Side::Raf)? {
        return Ok(());
    }
    let shun = super::plants::hidden_field(t);
    for order in t.ask(Side::Raf, OnSheet(Controls { shun }))? {
        t.attempt(
            |t, bar| Event::NotDone {
                side: Side::Raf,
                order: order.words(None, &super::pos(t)),
                bar,
            },
            |t| give(t, &order),
        )?;
    }
    Ok(())
}

/// Rule 10.3.1: who has arrived goes over into the orbit or patrol line that was laid for him.
fn follow_ons(t: &mut Board<'_>) -> Play {
    let arrived: Vec<(UnitId, Order)> = t
        .state()
        .open
        .sky
        .iter()
        .filter_map(|one| match one.order {
            Some(Order::Vector {
                to,
                angels,
                then: Some(then),
            }) if to == one.at && angels == one.angels => {
                let order = match then {
                    Follow::Orbit => Order::Orbit,
                    Follow::Patrol(end) => Order::Patrol {
                        ends: [to, end],
                        to_second: true,
                    },
                };
                Some((one.unit, order))
            }
            _ => None,
        })
        .collect();
    for (unit, order) in arrived {
        t.happen(Event::Ordered { unit, order })?;
    }
    Ok(())
}

/// Rule 10.2: an order is given.
pub(super) fn give(t: &mut Board<'_>, order: &Control) -> Play {
    let unit = order.unit();
    let v = super::pos(t);
    let Some(one) = v.open.fighter(unit).cloned() else {
        return t.refuse(Bar::NotUp { unit });
    };
    t.check(free(&super::pos(t), &one, order))?;
    if let Control::Wing { joins, .. } = order {
        return wing(t, &one, &joins.with);
    }
    let v = super::pos(t);
    let Some(new) = order.order(&v) else {
        return t.refuse(Bar::NotUp { unit });
    };
    // 10.2.2: home anybody may go at any time.
    if !matches!(new, Order::Pancake { .. }) {
        t.check(commanded(&v, &one))?;
    }
    let v = super::pos(t);
    t.check(allowed(&v, &one, &new))?;
    if t.data().on.opt_vector_die && matches!(new, Order::Vector { .. }) && !hears(t, &one)? {
        return Ok(());
    }
    for unit in together(&super::pos(t), &one) {
        t.happen(Event::Ordered { unit, order: new })?;
    }
    Ok(())
}

/// Why a unit can be told nothing.
fn free(v: &Position<'_>, one: &Fighter, order: &Control) -> Result<(), Bar> {
    let unit = one.unit;
    if one.pancakes() {
        return diverts(v, one, order);
    }
    // 10.2.6: home one may send even those that pursue.
    if matches!(order, Control::Pancake { .. }) && one.dogfight.is_none() {
        return leads(one);
    }
    if one.dogfight.is_some() {
        return Err(Bar::InDogfight { unit });
    }
    if one.quarry().is_some() {
        return Err(Bar::InPursuit { unit });
    }
    leads(one)
}

/// Rule 20.2: a Wing is ordered by its leader.
fn leads(one: &Fighter) -> Result<(), Bar> {
    let unit = one.unit;
    match one.wing {
        Some(leader) if leader != unit => Err(Bar::FollowsWing { unit, leader }),
        _ => Ok(()),
    }
}

/// Rule 10.3.4: who goes home is sent to another field only if his own is shut, or a raid is near it.
fn diverts(v: &Position<'_>, one: &Fighter, order: &Control) -> Result<(), Bar> {
    let unit = one.unit;
    let (Control::Pancake { down, .. }, Some(Order::Pancake { field })) = (order, one.order) else {
        return Err(Bar::Pancaking { unit });
    };
    let Some(at) = down.at else {
        return Err(Bar::Pancaking { unit });
    };
    commanded(v, one)?;
    let home = v.data.map.fields[field].at;
    let damage = &v.open.fields[field];
    let shut = damage.disrupted_until >= v.open.turn || super::weather::fog(v, home);
    let near =
        |plot: &super::state::Plot| plot.on_map() && distance(&v.data.map, plot.at, home) <= NEAR;
    let plots = v.hidden.raids.iter().filter_map(|raid| raid.plot.as_ref());
    let threatened = plots.into_iter().any(near);
    if shut || threatened || v.data.on.divert_always {
        Ok(())
    } else {
        Err(Bar::NoDivert { unit, at })
    }
}

/// Rule 10.3.1, option: a Vector may not be heard.
fn hears(t: &mut Board<'_>, one: &Fighter) -> Play<bool> {
    let id = t.data().unit(one.unit).id.clone();
    let dice = t.roll(format_args!("vector-{id}"), 1, 6)?;
    let mut tally = Tally::of_rule("10.3.1");
    tally.dice(&dice);
    if dice.sum() > 1 {
        return Ok(true);
    }
    let unit = one.unit;
    t.happen(Event::Unheard { unit, tally })?;
    Ok(false)
}

/// A unit, or all of the Wing it leads.
fn together(v: &Position<'_>, one: &Fighter) -> Vec<UnitId> {
    if one.wing != Some(one.unit) {
        return vec![one.unit];
    }
    let wing = v.open.sky.iter().filter(|other| other.wing == one.wing);
    wing.map(|other| other.unit).collect()
}

/// Whether a unit can be put into a Wing.
fn idle(one: &Fighter) -> bool {
    !one.pancakes() && one.dogfight.is_none() && one.quarry().is_none()
}

/// Rule 20.2.1: squadrons of one Group low over one airfield become a Wing on 4 or less.
fn wing(t: &mut Board<'_>, leader: &Fighter, with: &[UnitId]) -> Play {
    let v = super::pos(t);
    let d = v.data;
    let fits = |unit: UnitId| -> bool {
        v.open.fighter(unit).is_some_and(|one| {
            let same = one.at == leader.at && one.angels == leader.angels && idle(one);
            same && d.unit(unit).group == d.unit(leader.unit).group && unit != leader.unit
        })
    };
    let low = leader.angels <= 10 && d.map.field_at(leader.at).is_some();
    let wrong = with.iter().copied().find(|unit| !fits(*unit));
    if !low || wrong.is_some() || with.is_empty() {
        let (leader, unit) = (leader.unit, wrong.unwrap_or(leader.unit));
        return t.refuse(Bar::NoWing { unit, leader });
    }
    let mut units = vec![leader.unit];
    units.extend(with);
    units.sort_unstable();
    let foul = super::weather::category(&v, leader.at, leader.angels) == 4;
    let balbo = units.len() > 2;
    let id = d.unit(leader.unit).id.clone();
    let dice = t.roll(format_args!("wing-{id}"), 1, 6)?;
    let mut tally = Tally::of_rule("20.2.1");
    tally.dice(&dice);
    let done = dice.sum() <= if foul { 1 } else { 4 };
    let leader_unit = leader.unit;
    if balbo {
        let successes = leader.balbo + u8::from(done);
        if successes < 2 {
            return t.happen(Event::Balbo {
                leader: leader_unit,
                units,
                successes,
                tally,
            });
        }
    } else if !done {
        let units = vec![leader_unit];
        return t.happen(Event::Wing {
            leader: leader_unit,
            units,
            balbo: 0,
            tally: Some(tally),
        });
    }
    t.happen(Event::Wing {
        leader: leader_unit,
        units,
        balbo: if balbo { 2 } else { 0 },
        tally: Some(tally),
    })
}

/// RAF Movement Phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let units: Vec<UnitId> = t.state().open.sky.iter().map(|one| one.unit).collect();
    for unit in units {
        let Some(one) = t.state().open.fighter(unit).cloned() else {
            continue;
        };
        if one.wing.is_some_and(|leader| leader != unit) || one.dogfight.is_some() {
            continue;
        }
        compulsory(t, &one)?;
        let id = t.data().unit(unit).id.clone();
        let t: &mut Board<'_> = &mut t.within(&id);
        fly(t, unit)?;
    }
    Ok(())
}

/// Rule 10.2.3: who has no order, or has lost his quarry, or is there: stays if he can be commanded, else goes home.
fn compulsory(t: &mut Board<'_>, one: &Fighter) -> Play {
    let v = super::pos(t);
    let idle = match one.order {
        None => true,
        Some(Order::Vector { to, angels, .. }) => to == one.at && angels == one.angels,
        _ => one.must_change,
    };
    if !idle {
        return Ok(());
    }
    let order = if commanded(&v, one).is_ok() {
        Order::Vector {
            to: one.at,
            angels: one.angels,
            then: None,
        }
    } else {
        let Some(field) = super::command::home(&v, one.unit) else {
            return Ok(());
        };
        Order::Pancake { field }
    };
    if one.order == Some(order) && !one.must_change {
        return Ok(());
    }
    for unit in together(&super::pos(t), one) {
        t.happen(Event::Ordered { unit, order })?;
    }
    Ok(())
}

/// Where a unit goes, and how high it means to be there.
fn goal(v: &Position<'_>, one: &Fighter) -> Option<(SpaceId, i32)> {
    match one.order? {
        Order::Vector { to, angels, .. } => Some((to, angels)),
        Order::Patrol { ends, to_second } => Some((ends[usize::from(to_second)], one.angels)),
        Order::Pancake { field } => Some((v.data.map.fields[field].at, one.angels.min(LANDS))),
        Order::Orbit | Order::Pursuit { .. } => None,
    }
}

/// Rule 8.1: a unit flies all its movement points.
fn fly(t: &mut Board<'_>, unit: UnitId) -> Play {
    let v = super::pos(t);
    let Some(one) = v.open.fighter(unit).cloned() else {
        return Ok(());
    };
    // 20.2.6: while a Balbo gathers nobody of it moves.
    if one.balbo == 1 && !one.pancakes() {
        return Ok(());
    }
    let Some((to, high)) = goal(&v, &one) else {
        return Ok(());
    };
    let mut left = SPEED + wind(&v, &one, to);
    let from = (one.at, one.angels);
    left = climb(t, unit, to, high, left)?;
    let mut spent = 0;
    while left > 0 {
        let Some(one) = t.state().open.fighter(unit).cloned() else {
            return Ok(());
        };
        let v = super::pos(t);
        // Its order may have changed on the way: a fight, a tally.
        let Some((to, high)) = goal(&v, &one) else {
            break;
        };
        let Some(next) = line(&v.data.map, one.at, to).first().copied() else {
            left = arrive(t, &one, high, left)?;
            if left == 0 { break } else { continue }
        };
        if v.data.map.place(next).no_raf {
            break;
        }
        let far = line(&v.data.map, next, to).len();
        let low = descend(&one, high, far);
        left = if v.data.map.place(next).is_box {
            0
        } else {
            left - 1
        };
        spent += 1;
        let t: &mut Board<'_> = &mut t.within(spent);
        step(t, &one, next, low)?;
    }
    if let Some(one) = t.state().open.fighter(unit)
        && (one.at, one.angels) != from
    {
        let (at, angels) = (one.at, one.angels);
        t.happen(Event::Stops { unit, at, angels })?;
    }
    tally_group(t, unit)?;
    land(t, unit)
}

/// Rule 19.2.8: wind helps or hinders by the hex that is meant to be reached.
fn wind(v: &Position<'_>, one: &Fighter, to: SpaceId) -> i32 {
    if v.open.wind >= 0 || one.angels == 0 {
        return 0;
    }
    let way = line(&v.data.map, one.at, to);
    let last = way
        .iter()
        .take(usize::try_from(SPEED).unwrap_or(0))
        .next_back();
    last.map_or(0, |last| fan(&v.data.map, one.at, *last))
}

/// Rules 8.1.4 and 8.1.5: what the next climb gains, the first or the second of a phase.
fn gain(start: i32, now: i32, nth: i32, wing: bool, balbo: bool) -> i32 {
    if now >= THIN || balbo {
        return 2;
    }
    let most = if start <= THICK && !wing || nth > 1 {
        4
    } else {
        2
    };
    most.min(THIN - now).max(2)
}

/// Rule 8.1.5: it climbs before it moves.
fn climb(t: &mut Board<'_>, unit: UnitId, to: SpaceId, high: i32, mut left: i32) -> Play<i32> {
    let v = super::pos(t);
    let Some(one) = v.open.fighter(unit) else {
        return Ok(left);
    };
    let (start, at) = (one.angels, one.at);
    let home = one.pancakes() || matches!(one.order, Some(Order::Patrol { .. }));
    // 8.1.6: into a box nobody climbs.
    let into_box = line(&v.data.map, at, to)
        .first()
        .is_some_and(|next| v.data.map.place(*next).is_box);
    let ceiling = v.data.rating(unit).ceiling;
    let high = high.min(ceiling);
    let mut now = start;
    let mut nth = 0;
    while now < high && nth < CLIMBS && left > 0 && !home && !into_box {
        nth += 1;
        now = high.min(now + gain(start, now, nth, one.wing.is_some(), one.balbo > 1));
        left -= 1;
    }
    if now > start {
        for unit in together(&super::pos(t), &one.clone()) {
            t.happen(Event::Flies {
                unit,
                to: at,
                angels: now,
                climbed: true,
            })?;
        }
    }
    Ok(left)
}

/// Rule 8.1.3: two Angels down with each hex cost nothing.
fn descend(one: &Fighter, high: i32, far: usize) -> i32 {
    let needs = 2 * i32::try_from(far).unwrap_or(i32::MAX / 4);
    let keeps = matches!(one.order, Some(Order::Pancake { .. }));
    let over = one.angels - high;
    if over > 0 && (!keeps || over > needs) {
        (one.angels - 2).max(high)
    } else {
        one.angels
    }
}

/// There: it dives by a movement point, turns at the end of its line, or stays.
fn arrive(t: &mut Board<'_>, one: &Fighter, high: i32, left: i32) -> Play<i32> {
    if one.angels > high {
        for unit in together(&super::pos(t), one) {
            t.happen(Event::Flies {
                unit,
                to: one.at,
                angels: high,
                climbed: false,
            })?;
        }
        return Ok(left - 1);
    }
    match one.order {
        Some(Order::Patrol { ends, to_second }) if ends[0] != ends[1] => {
            let order = Order::Patrol {
                ends,
                to_second: !to_second,
            };
            for unit in together(&super::pos(t), one) {
                t.happen(Event::Ordered { unit, order })?;
            }
            Ok(left)
        }
        _ => Ok(0),
    }
}

/// A hex: the Wing goes together; enemies that wait there see it.
fn step(t: &mut Board<'_>, one: &Fighter, to: SpaceId, angels: i32) -> Play {
    for unit in together(&super::pos(t), one) {
        t.happen(Event::Flies {
            unit,
            to,
            angels,
            climbed: false,
        })?;
    }
    tally::orbiters(t, Mover::Raf(one.unit))?;
    tally::pursuers(t, Mover::Raf(one.unit))
}

/// Rule 20.3.2: the first of 12 Group that goes south confuses the picture.
fn tally_group(t: &mut Board<'_>, unit: UnitId) -> Play {
    let v = super::pos(t);
    let number = v.data.scenario.number;
    let Some(one) = v.open.fighter(unit) else {
        return Ok(());
    };
    let place = v.data.map.place(one.at);
    let south = !place.is_box && place.row < 23;
    if v.data.unit(unit).group != 12 || number > 4 || !south || v.open.group12_crossed {
        return Ok(());
    }
    t.happen(Event::Crosses { unit })?;
    chance::picture(t, false)
}

/// Rule 8.2.2: whoever goes home and is there, low enough, lands.
fn land(t: &mut Board<'_>, unit: UnitId) -> Play {
    let v = super::pos(t);
    let Some(one) = v.open.fighter(unit) else {
        return Ok(());
    };
    let Some(Order::Pancake { field }) = one.order else {
        return Ok(());
    };
    if v.data.map.fields[field].at == one.at && one.angels <= LANDS && one.dogfight.is_none() {
        ground::land(t, unit)?;
    }
    Ok(())
}
