//! Rules 5.2, 18.2 and 20.1: who goes up, and who is up at the end of the turn.

use super::Board;
use super::bars::Bar;
use super::data::Size;
use super::event::Event;
use super::orders::scramble::{Ground, Scrambles};
use super::quiet;
use super::side::Side;
use super::state::{Fighter, Order, Position, Readiness};
use super::weather;
use crate::board::UnitId;
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::orders::Lines as _;

/// Rule 20.1.1: how many units may scramble in this turn.
pub(super) fn limit(v: &Position<'_>) -> i32 {
    (v.open.limit + v.open.limit_shift).max(0)
}

/// Scramble Phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    if quiet::passes(t, Side::Raf)? {
        return Ok(());
    }
    for order in t.ask(Side::Raf, OnSheet(Scrambles))? {
        t.attempt(
            |t, bar| Event::NotDone {
                side: Side::Raf,
                order: order.words(None, &super::pos(t)),
                bar,
            },
            |t| carry_out(t, &order),
        )?;
    }
    Ok(())
}

/// One line of the letter.
pub(super) fn carry_out(t: &mut Board<'_>, order: &Ground) -> Play {
    match order {
        Ground::Scramble { unit, launch } => {
            let wing = launch.with.map(|_| *unit);
            scramble(t, *unit, launch.order(), wing)?;
            match launch.with {
                Some(other) => {
                    t.check(pairs(&super::pos(t), *unit, other))?;
                    scramble(t, other, launch.order(), wing)
                }
                None => Ok(()),
            }
        }
        Ground::Part { unit } => part(t, *unit),
        Ground::Run { quiet } => quiet::keep(t, Side::Raf, quiet),
    }
}

/// Rule 3.3.1: a squadron on the ground becomes two Flights, once.
fn part(t: &mut Board<'_>, unit: UnitId) -> Play {
    let v = super::pos(t);
    let waits = |state| matches!(state, Readiness::Ready | Readiness::Available);
    if !v.hidden.tote(unit).is_some_and(|tote| waits(tote.state)) {
        return t.refuse(Bar::NotReady { unit });
    }
    if v.hidden.log(unit).is_some_and(|log| log.parted) {
        return t.refuse(Bar::PartedBefore { unit });
    }
    t.happen(Event::Parted { unit })
}

/// Rule 5.2, step 2: what a unit needs to go up.
fn scramble(t: &mut Board<'_>, unit: UnitId, order: Order, wing: Option<UnitId>) -> Play {
    let v = super::pos(t);
    let field = t.check(may_scramble(&v, unit))?;
    let v = super::pos(t);
    let at = v.data.map.fields[field].at;
    let one = Fighter::new(unit, at);
    t.check(super::command::allowed(&v, &one, &order))?;
    let halves = if t.data().unit(unit).size == Size::Large {
        2
    } else {
        1
    };
    t.happen(Event::Scrambles {
        unit: Some(unit),
        field,
        order: Some(order),
        wing,
        halves,
    })
}

/// Rule 20.2.5: two squadrons of one Sector that leave one airfield together are a Wing.
fn pairs(v: &Position<'_>, leader: UnitId, unit: UnitId) -> Result<(), Bar> {
    let field = |unit| v.hidden.tote(unit).map(|tote| tote.field);
    let whole = |unit| v.data.unit(unit).size == Size::Large;
    let same =
        v.data.unit(leader).sector == v.data.unit(unit).sector && field(leader) == field(unit);
    if same && leader != unit && whole(leader) && whole(unit) {
        Ok(())
    } else {
        Err(Bar::NoPair { unit, leader })
    }
}

fn may_scramble(v: &Position<'_>, unit: UnitId) -> Result<usize, Bar> {
    let tote = v
        .hidden
        .tote(unit)
        .filter(|tote| tote.state == Readiness::Ready);
    let Some(tote) = tote else {
        return Err(Bar::NotReady { unit });
    };
    if v.open.scrambled >= limit(v) {
        let limit = limit(v);
        return Err(Bar::LimitReached { unit, limit });
    }
    let boxed = |one: &&super::state::Tote| one.state == Readiness::Scramble;
    let here = v
        .hidden
        .tote
        .iter()
        .filter(boxed)
        .filter(|one| one.field == tote.field);
    let damage = &v.open.fields[tote.field];
    let capacity = (v.data.map.fields[tote.field].capacity - damage.capacity_lost).max(0);
    if i32::try_from(here.count()).unwrap_or(i32::MAX) >= capacity {
        return Err(Bar::FieldBusy { unit, capacity });
    }
    if damage.disrupted_until >= v.open.turn && damage.disrupted_until > 0 {
        return Err(Bar::FieldDisrupted { unit });
    }
    if weather::fog(v, v.data.map.fields[tote.field].at) {
        return Err(Bar::FieldFog { unit });
    }
    let whole = v.data.unit(unit).of;
    let twin = v
        .hidden
        .tote
        .iter()
        .filter(boxed)
        .find(|one| whole.is_some() && v.data.unit(one.unit).of == whole);
    match twin {
        Some(_) => Err(Bar::FlightUp { unit }),
        None => Ok(tote.field),
    }
}

/// Take-off Phase: whoever stands in a Scramble box is up.
pub(super) fn take_off(t: &mut Board<'_>) -> Play {
    let v = super::pos(t);
    let waits = v
        .hidden
        .tote
        .iter()
        .filter(|tote| tote.state == Readiness::Scramble);
    let waits: Vec<_> = waits.cloned().collect();
    for tote in &waits {
        let v = super::pos(t);
        let d = v.data;
        let at = d.map.fields[tote.field].at;
        // 19.2: in fog it waits.
        if weather::fog(&v, at) {
            continue;
        }
        let turn = i32::try_from(v.open.turn).unwrap_or(0);
        let recovery = d.rating(tote.unit).endurance.map(|turns| turn + turns);
        let fighter = Fighter {
            order: tote.order,
            ..Fighter::new(tote.unit, at)
        };
        // That somebody goes up the enemy sees only now.
        t.reveal(Event::TakesOff { fighter, recovery })?;
    }
    for tote in &waits {
        if tote.wing == Some(tote.unit) {
            pair_up(t, tote.unit, &waits)?;
        }
    }
    Ok(())
}

/// Rule 20.2.5: those that left together are a Wing as soon as they are up.
fn pair_up(t: &mut Board<'_>, leader: UnitId, waits: &[super::state::Tote]) -> Play {
    let up = |unit: UnitId| t.state().open.fighter(unit).is_some();
    let wing = waits
        .iter()
        .filter(|tote| tote.wing == Some(leader) && up(tote.unit));
    let units: Vec<UnitId> = wing.map(|tote| tote.unit).collect();
    if units.len() < 2 || !units.contains(&leader) {
        return Ok(());
    }
    t.happen(Event::Wing {
        leader,
        units,
        balbo: 0,
        tally: None,
    })
}
