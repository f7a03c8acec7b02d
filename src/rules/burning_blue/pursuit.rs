//! Rule 12.2: the Pursuit Phase.

use super::Board;
use super::combat;
use super::event::Event;
use super::flak;
use super::geometry::line;
use super::raf_movement::SPEED;
use super::state::{Course, Fighter, Position, RaidId, Real};
use super::tally::{self, Mover};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// Rule 8.1.5: at this height or below each climb gains four; above the second one two.
const THICK: i32 = 6;
const THIN: i32 = 20;
/// Rule 8.1.5: climbs in a phase.
const CLIMBS: i32 = 2;

/// A pursuer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hunter {
    Raf(UnitId),
    Raid(RaidId),
}

/// Rule 5.2/g: pursuers of pursuers wait for their quarry; then the RAF's, then the Luftwaffe's.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let mut left = hunters(&super::pos(t));
    while let Some(next) = pick(t, &left)? {
        left.retain(|one| *one != next);
        match next {
            Hunter::Raf(unit) => chase(t, unit)?,
            Hunter::Raid(raid) => hunt(t, raid)?,
        }
    }
    Ok(())
}

/// All that pursue, the RAF's first.
fn hunters(p: &Position<'_>) -> Vec<Hunter> {
    let leads = |one: &&Fighter| one.wing.is_none_or(|leader| leader == one.unit);
    let free = |one: &&Fighter| one.quarry().is_some() && one.dogfight.is_none();
    let raf = p
        .open
        .sky
        .iter()
        .filter(leads)
        .filter(free)
        .map(|one| Hunter::Raf(one.unit));
    let hunts = |real: &Real| {
        matches!(real.course, Course::Pursuit { .. })
            && real.units.iter().all(|one| one.dogfight.is_none())
    };
    let raids = p
        .hidden
        .raids
        .iter()
        .filter(|raid| raid.real.as_ref().is_some_and(hunts));
    raf.chain(raids.map(|raid| Hunter::Raid(raid.id))).collect()
}

/// Whom a pursuer pursues, if that one is a pursuer too.
fn quarry(p: &Position<'_>, hunter: Hunter) -> Option<Hunter> {
    match hunter {
        Hunter::Raf(unit) => p.open.fighter(unit)?.quarry().map(Hunter::Raid),
        Hunter::Raid(raid) => match p.hidden.real(raid)?.course {
            Course::Pursuit { quarry } => Some(Hunter::Raf(quarry)),
            Course::Route | Course::Orbit | Course::Pancake => None,
        },
    }
}

/// Rule 5.2/g: the next to move: the end of a chain; of two that pursue each other the RAF's on 1 to 3 (13.2.2).
fn pick(t: &mut Board<'_>, left: &[Hunter]) -> Play<Option<Hunter>> {
    let p = super::pos(t);
    let Some(mut at) = left.first().copied() else {
        return Ok(None);
    };
    let mut seen = Vec::new();
    while let Some(next) = quarry(&p, at).filter(|next| left.contains(next)) {
        if seen.contains(&next) {
            let pair = [at, next];
            let hidden = pair.iter().any(|one| match one {
                Hunter::Raid(raid) => !p.hidden.plot(*raid).is_some_and(super::state::Plot::on_map),
                Hunter::Raf(_) => false,
            });
            let label = format!("first-{}", name(t, at));
            let raf_first = if hidden {
                super::lw(t).roll(label, 1, 6)?.sum() <= 3
            } else {
                t.roll(label, 1, 6)?.sum() <= 3
            };
            let is_raf = |one: &&Hunter| matches!(one, Hunter::Raf(_));
            return Ok(pair
                .iter()
                .find(|one| is_raf(one) == raf_first)
                .copied()
                .or(Some(at)));
        }
        seen.push(at);
        at = next;
    }
    Ok(Some(at))
}

fn name(t: &Board<'_>, hunter: Hunter) -> String {
    match hunter {
        Hunter::Raf(unit) => tally::key(t, unit),
        Hunter::Raid(raid) => format!("h{:02}", raid.0),
    }
}

/// Angels gained by climbing for so many points (8.1.5): fighters near the ground climb fast, a Balbo slowly.
fn climb(from: i32, want: i32, ceiling: i32, slow: bool, points: i32) -> (i32, i32) {
    let (mut angels, mut spent) = (from, 0);
    while spent < points.min(CLIMBS) && angels < want {
        let quick = !slow && (from <= THICK || spent > 0) && angels + 4 <= THIN;
        angels += if quick && want - angels >= 4 { 4 } else { 2 };
        spent += 1;
    }
    (angels.min(ceiling), spent)
}

/// Rule 12.2: a RAF unit or Wing goes for its raid: up to its height, then straight to its hex.
fn chase(t: &mut Board<'_>, unit: UnitId) -> Play {
    let t: &mut Board<'_> = &mut t.within(tally::key(t, unit));
    let p = super::pos(t);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    let Some(real) = one.quarry().and_then(|raid| p.hidden.real(raid)) else {
        return Ok(());
    };
    let party = combat::party(&p, unit);
    let ceiling = party
        .iter()
        .map(|unit| p.data.rating(*unit).ceiling)
        .min()
        .unwrap_or(0);
    let slow = party.len() > 2;
    let want = real
        .units
        .iter()
        .map(|one| one.angels)
        .max()
        .unwrap_or(0)
        .min(ceiling);
    let (angels, spent) = climb(one.angels, want, ceiling, slow, SPEED);
    let to = real.at;
    let from = one.at;
    if angels != one.angels {
        fly(t, &party, from, angels, true)?;
    }
    let way = line(&t.data().map, from, to);
    let points = usize::try_from(SPEED - spent).unwrap_or(0);
    for (n, at) in way.into_iter().take(points).enumerate() {
        let t: &mut Board<'_> = &mut t.within(n);
        let place = t.data().map.place(at);
        // 20.3.3: the outer Channel is closed.
        if place.no_raf {
            break;
        }
        let stops = place.is_box;
        fly(t, &party, at, angels, false)?;
        crossing(t, unit, at)?;
        tally::orbiters(t, Mover::Raf(unit))?;
        tally::pursuers(t, Mover::Raf(unit))?;
        let p = super::pos(t);
        let still = p
            .open
            .fighter(unit)
            .is_some_and(|one| one.quarry().is_some() && one.dogfight.is_none());
        if !still || stops {
            break;
        }
    }
    combat::raf_attack(t, unit)
}

fn fly(t: &mut Board<'_>, party: &[UnitId], to: SpaceId, angels: i32, climbed: bool) -> Play {
    for unit in party {
        let unit = *unit;
        if t.state().open.fighter(unit).is_some() {
            t.happen(Event::Flies {
                unit,
                to,
                angels,
                climbed,
            })?;
        }
    }
    Ok(())
}

/// Rule 20.3.2/b: the first of 12 Group to go south, a pursuer too, costs the Air Picture a step.
fn crossing(t: &mut Board<'_>, unit: UnitId, at: SpaceId) -> Play {
    let p = super::pos(t);
    let place = p.data.map.place(at);
    let south = !place.is_box && place.row < super::command::SOUTH;
    if !p.data.scenario.crossing
        || p.open.group12_crossed
        || !south
        || p.data.unit(unit).group != 12
    {
        return Ok(());
    }
    t.happen(Event::Crosses { unit })?;
    tally::confuse(t)
}

/// Rule 12.2: hunters go for a RAF stack.
fn hunt(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut t.within(format_args!("h{:02}", raid.0));
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let Course::Pursuit { quarry } = real.course else {
        return Ok(());
    };
    let Some(prey) = p.open.fighter(quarry) else {
        return tally::end_hunt(t, raid);
    };
    let (from, to, low) = (real.at, prey.at, real.lowest());
    let ceiling = real
        .units
        .iter()
        .map(|one| p.data.rating(one.unit).ceiling)
        .min()
        .unwrap_or(low);
    let (angels, spent) = climb(low, prey.angels.min(ceiling), ceiling, false, SPEED);
    let heights: Vec<(UnitId, i32)> = real
        .units
        .iter()
        .filter(|one| one.angels < angels)
        .map(|one| (one.unit, angels))
        .collect();
    if !heights.is_empty() {
        go(t, raid, from, heights)?;
    }
    let way = line(&t.data().map, from, to);
    let points = usize::try_from(SPEED - spent).unwrap_or(0);
    for (n, at) in way.into_iter().take(points).enumerate() {
        let t: &mut Board<'_> = &mut t.within(n);
        let stops = t.data().map.place(at).is_box;
        go(t, raid, at, Vec::new())?;
        flak::fire(t, raid)?;
        tally::orbiters(t, Mover::Raid(raid))?;
        tally::pursuers(t, Mover::Raid(raid))?;
        let p = super::pos(t);
        let still = p
            .hidden
            .real(raid)
            .is_some_and(|real| matches!(real.course, Course::Pursuit { .. }));
        if !still || stops {
            break;
        }
    }
    combat::hunters_attack(t, raid)?;
    super::detection::follow(t, raid)
}

fn go(t: &mut Board<'_>, raid: RaidId, to: SpaceId, angels: Vec<(UnitId, i32)>) -> Play {
    super::lw(t).happen(Event::Goes {
        raid,
        to,
        flown: 0,
        passed: 0,
        angels,
    })
}
