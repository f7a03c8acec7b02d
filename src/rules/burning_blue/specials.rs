//! Rules 21.1 and 20.4: Channel patrols.

use super::Board;
use super::combat;
use super::data::Zone;
use super::event::Event;
use super::geometry::distance;
use super::side::Side;
use super::state::{Aircraft, Course, Fighter, Method, Position, RaidId, Real, Task};
use crate::board::UnitId;
use crate::engine::table::Play;

/// Rule 21.1: so near to the French coast patrols come; they come from so far above.
const NEAR: u32 = 4;
const ABOVE: i32 = 4;

/// Rule 21.1: a die for each RAF stack near France; a patrol in that box attacks it.
pub(super) fn patrols(t: &mut Board<'_>) -> Play {
    let p = super::pos(t);
    let leads = |one: &&Fighter| one.wing.is_none_or(|leader| leader == one.unit);
    let far = |one: &&Fighter| one.dogfight.is_none() && exposed(&p, one);
    let units: Vec<UnitId> = p
        .open
        .sky
        .iter()
        .filter(leads)
        .filter(far)
        .map(|one| one.unit)
        .collect();
    for unit in units {
        let t: &mut Board<'_> = &mut t.within(super::tally::key(t, unit));
        let mut die = t.roll("patrol", 1, 6)?.sum();
        let found = |t: &Board<'_>, die: i32| !boxed(&super::pos(t), die).is_empty();
        if found(t, die) && t.data().unit(unit).lone {
            // 20.4/a: Flight 421 is found only twice.
            die = t.roll("patrol-again", 1, 6)?.sum();
        }
        if found(t, die) && t.state().open.fighter(unit).is_some() {
            attack(t, unit, die)?;
        }
    }
    Ok(())
}

/// The units in a box of the display.
fn boxed(p: &Position<'_>, die: i32) -> Vec<UnitId> {
    let n = usize::try_from(die - 1).unwrap_or(0);
    let boxes = p.hidden.plan.as_ref().map(|plan| &plan.patrols);
    boxes
        .and_then(|boxes| boxes.get(n))
        .cloned()
        .unwrap_or_default()
}

/// Whether a stack is where patrols come: the Dover Strait, France, or near its coast.
fn exposed(p: &Position<'_>, one: &Fighter) -> bool {
    let map = &p.data.map;
    let place = map.place(one.at);
    if place.zones.contains(&Zone::DoverStrait) || place.zones.contains(&Zone::France) {
        return true;
    }
    !place.is_box
        && map.spaces().any(|at| {
            let there = map.place(at);
            let coast =
                there.terrain == super::data::Terrain::Coast && there.english == Some(false);
            coast && !there.is_box && distance(map, one.at, at) <= NEAR
        })
}

/// The patrol comes down on a stack.
fn attack(t: &mut Board<'_>, unit: UnitId, die: i32) -> Play {
    let p = super::pos(t);
    let units = boxed(&p, die);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    let (at, angels) = (one.at, one.angels + ABOVE);
    let ceiling = units
        .iter()
        .map(|unit| p.data.rating(*unit).ceiling)
        .min()
        .unwrap_or(angels);
    let number = super::lw(t).draw("patrol-number", |s| {
        &s.truth::<(), Side>(&()).hidden.numbers
    })?;
    let Some(raid) = number.map(RaidId) else {
        return Ok(());
    };
    let letters = 0..u8::try_from(units.len()).unwrap_or(0);
    let aircraft = units.iter().zip(letters).map(|(unit, letter)| Aircraft {
        unit: *unit,
        letter,
        task: Task::FreeHunt,
        angels: angels.min(ceiling),
        bombs: false,
        climbed: false,
        dived: false,
        dogfight: None,
    });
    let real = Real {
        at,
        units: aircraft.collect(),
        program: usize::MAX,
        course: Course::Pursuit { quarry: unit },
        from: at,
        flown: 0,
        ahead: Vec::new(),
        target: None,
        method: Method::Level,
        lost: false,
        rerolled: false,
        diverted: false,
        bombed: false,
        card: None,
        formed_as: 0,
        attacked_by: Vec::new(),
        tried: Vec::new(),
        patrol: usize::try_from(die - 1).ok(),
        struck: None,
    };
    super::lw(t).happen(Event::PatrolUp { raid, real })?;
    combat::hunters_attack(t, raid)?;
    let p = super::pos(t);
    let free = p
        .hidden
        .real(raid)
        .is_some_and(|real| real.units.iter().all(|one| one.dogfight.is_none()));
    if free { back_to_box(t, raid) } else { Ok(()) }
}

/// Rule 21.1/a: the patrol goes back to its box; units at their maximum are out of the game.
pub(super) fn back_to_box(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let Some(n) = real.patrol else { return Ok(()) };
    let all: Vec<UnitId> = real.units.iter().map(|one| one.unit).collect();
    let spent = |unit: &UnitId| {
        let disruption = p.hidden.log(*unit).map_or(0, |log| log.disruption);
        disruption >= p.data.unit(*unit).max_disruption
    };
    let (out, back): (Vec<UnitId>, Vec<UnitId>) = all.into_iter().partition(spent);
    let seen = p.hidden.plot(raid).is_some();
    super::lw(t).happen(Event::PatrolBack { raid, n, back, out })?;
    if seen {
        t.reveal(Event::Gone { raid })
    } else {
        super::lw(t).happen(Event::Gone { raid })
    }
}
