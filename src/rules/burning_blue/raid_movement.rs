//! Rules 9.3 and 9.4: the raids fly, hex by hex, as they were programmed; most of it behind the Luftwaffe's screen.

use super::Board;
use super::bars::Bar;
use super::bombing::{self, How};
use super::data::{Bearing, TargetKind, Zone};
use super::detection::{self, bombs};
use super::event::Event;
use super::flak;
use super::geometry::fan;
use super::ground;
use super::orders::raids::{Lead, Leads};
use super::quiet;
use super::route;
use super::side::Side;
use super::state::{Course, Decoying, Position, RaidId, Real, Stop};
use super::tally::{self, Mover};
use super::weather;
use crate::board::SpaceId;
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::Lines as _;

/// Rule 8.1.2: what bombs flies so far, fighters one hex more.
const SPEED: i32 = 3;
/// Foul weather.
const FOUL: u8 = 4;

/// Luftwaffe Movement Phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let mut slow = Vec::new();
    let mut decoys = Vec::new();
    if !quiet::passes(t, Side::Luftwaffe)? {
        for order in t.ask(Side::Luftwaffe, OnSheet(Leads))? {
            if let Lead::Speed { raid, pace } = &order
                && pace.to == SPEED
            {
                slow.push(*raid);
            }
            match order {
                Lead::Place { on, size } => decoys.push(Decoying::Place { at: on, size }),
                Lead::Take { form } => decoys.push(Decoying::Take { form }),
                _ => {}
            }
            t.attempt(
                |t, bar| Event::NotDone {
                    side: Side::Luftwaffe,
                    order: order.words(None, &super::pos(t)),
                    bar,
                },
                |t| carry_out(t, &order),
            )?;
        }
    }
    if !decoys.is_empty() {
        t.happen(Event::Decoys { orders: decoys })?;
    }
    let raids = super::pos(t)
        .hidden
        .raids
        .iter()
        .filter(|raid| raid.real.is_some());
    let raids: Vec<RaidId> = raids.map(|raid| raid.id).collect();
    for raid in raids {
        let t: &mut Board<'_> = &mut t.within(format_args!("h{:02}", raid.0));
        fly(t, raid, slow.contains(&raid))?;
    }
    Ok(())
}

/// Whether a raid can be told so.
pub(super) fn may(v: &Position<'_>, order: &Lead) -> Result<(), Bar> {
    let real = |raid: &RaidId| v.hidden.real(*raid).ok_or(Bar::NoRaid);
    match order {
        Lead::Pancake { raid } if real(raid)?.course == Course::Pancake => Err(Bar::GoesHome),
        Lead::Leave { raid } if real(raid)?.course != Course::Orbit => Err(Bar::NotOrbiting),
        Lead::Place { on, size } if super::formation::dummy(v, *size).is_none() => {
            Err(Bar::NoDummy { at: *on })
        }
        Lead::Pancake { .. }
        | Lead::Leave { .. }
        | Lead::Speed { .. }
        | Lead::Place { .. }
        | Lead::Take { .. }
        | Lead::Run { .. } => Ok(()),
    }
}

fn carry_out(t: &mut Board<'_>, order: &Lead) -> Play {
    let may = may(&super::pos(t), order);
    t.check(may)?;
    match order {
        Lead::Pancake { raid } => go_home(t, *raid),
        Lead::Leave { raid } => leave(t, *raid),
        Lead::Speed { .. } | Lead::Place { .. } | Lead::Take { .. } => Ok(()),
        Lead::Run { quiet } => quiet::keep(t, Side::Luftwaffe, quiet),
    }
}

/// Rule 9.3.5: a raid goes straight home, and does nothing else any more.
pub(super) fn go_home(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid) else {
        return Ok(());
    };
    let recover = v
        .hidden
        .plan
        .as_ref()
        .and_then(|plan| plan.programs.get(real.program));
    let at = recover.map_or(real.at, |program| program.recover);
    t.happen(Event::Turns {
        raid,
        course: Course::Pancake,
        ahead: vec![(at, Stop::Recovery)],
    })
}

/// Rule 9.4.1: a raid leaves its orbit point.
fn leave(t: &mut Board<'_>, raid: RaidId) -> Play {
    let t: &mut Board<'_> = &mut super::lw(t);
    let Some(ahead) = super::pos(t)
        .hidden
        .real(raid)
        .map(|real| real.ahead.clone())
    else {
        return Ok(());
    };
    t.happen(Event::Turns {
        raid,
        course: Course::Route,
        ahead,
    })
}

/// Rule 9.4.1: nobody orbits until he falls from the sky: with petrol for the way home and one turn more he leaves.
fn must_leave(v: &Position<'_>, real: &Real) -> bool {
    let turn = i32::try_from(v.open.turn).unwrap_or(i32::MAX);
    let home = route::turns(&v.data.map, real.at, &real.ahead, SPEED.unsigned_abs() + 1);
    let home = i32::try_from(home).unwrap_or(i32::MAX - turn);
    let mut due = real
        .units
        .iter()
        .filter_map(|one| v.hidden.log(one.unit)?.recovery);
    due.any(|due| turn + home >= due)
}

/// One raid's move.
fn fly(t: &mut Board<'_>, raid: RaidId, slow: bool) -> Play {
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid) else {
        return Ok(());
    };
    match real.course {
        Course::Orbit if must_leave(&v, real) => leave(t, raid)?,
        // 12.2: who pursues moves in the Pursuit Phase.
        Course::Orbit | Course::Pursuit { .. } => return detection::follow(t, raid),
        Course::Route | Course::Pancake => {}
    }
    let mut left = speed(&super::pos(t), raid, slow);
    let mut spent = 0;
    while left > 0 {
        let v = super::pos(t);
        let Some(real) = v.hidden.real(raid) else {
            return Ok(());
        };
        if !matches!(real.course, Course::Route | Course::Pancake) {
            break;
        }
        let Some((to, flown, passed)) = route::next(&v.data.map, real) else {
            break;
        };
        left = if v.data.map.place(to).is_box {
            0
        } else {
            left - 1
        };
        spent += 1;
        let t: &mut Board<'_> = &mut t.within(spent);
        if !enter(t, raid, to, flown, passed)? {
            break;
        }
    }
    home(t, raid)?;
    detection::follow(t, raid)
}

/// Rules 8.1.2 and 19.2.8: how far it flies.
fn speed(v: &Position<'_>, raid: RaidId, slow: bool) -> i32 {
    let Some(real) = v.hidden.real(raid) else {
        return 0;
    };
    let bombers = real.units.iter().any(|one| v.data.unit(one.unit).bomber);
    let hurries = !bombers && !slow && (real.fighters_only() || real.course == Course::Pancake);
    let speed = SPEED + i32::from(hurries);
    let Some((to, _)) = real.ahead.first() else {
        return speed;
    };
    let headwind = v.open.wind < 0 && real.lowest() > 0;
    speed
        + if headwind {
            fan(&v.data.map, real.at, *to)
        } else {
            0
        }
}

/// Rule 9.3.3: a hex is entered, and all that follows in its order. Says whether the raid may go on.
fn enter(t: &mut Board<'_>, raid: RaidId, to: SpaceId, flown: u32, passed: usize) -> Play<bool> {
    let stops: Vec<Stop> = match super::pos(t).hidden.real(raid) {
        Some(real) => real
            .ahead
            .iter()
            .take(passed)
            .map(|(_, stop)| *stop)
            .collect(),
        None => return Ok(false),
    };
    {
        let t: &mut Board<'_> = &mut super::lw(t);
        t.happen(Event::Goes {
            raid,
            to,
            flown,
            passed,
            angels: Vec::new(),
        })?;
    }
    flak::fire(t, raid)?;
    tally::orbiters(t, Mover::Raid(raid))?;
    tally::pursuers(t, Mover::Raid(raid))?;
    let goes_on = |t: &Board<'_>| {
        let real = super::pos(t).hidden.real(raid).cloned();
        real.filter(|real| matches!(real.course, Course::Route | Course::Pancake))
    };
    let Some(real) = goes_on(t) else {
        return Ok(false);
    };
    if real.course == Course::Route && bombs(&real) {
        if stops.contains(&Stop::Target) {
            at_target(t, raid)?;
        } else if stops.contains(&Stop::Waypoint) {
            navigate(t, raid, false)?;
        } else if real.lost && !real.rerolled && landmark(t, to) {
            navigate(t, raid, true)?;
        }
    }
    if stops.contains(&Stop::Orbit) && real.course == Course::Route {
        let t: &mut Board<'_> = &mut super::lw(t);
        let ahead = super::pos(t)
            .hidden
            .real(raid)
            .map_or_else(Vec::new, |real| real.ahead.clone());
        t.happen(Event::Turns {
            raid,
            course: Course::Orbit,
            ahead,
        })?;
        return Ok(false);
    }
    Ok(goes_on(t).is_some() && !stops.contains(&Stop::Recovery))
}

fn landmark(t: &Board<'_>, at: SpaceId) -> bool {
    t.data().map.place(at).landmark
}

/// Rule 9.3.4: navigation, behind the screen; a second look for those that are lost.
fn navigate(t: &mut Board<'_>, raid: RaidId, again: bool) -> Play<Bearing> {
    let t: &mut Board<'_> = &mut super::plants::screen(t);
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid) else {
        return Ok(Bearing::OnCourse);
    };
    let d = v.data;
    let at = real.at;
    let high = real
        .units
        .iter()
        .filter(|one| one.task == super::state::Task::Bombing);
    let high = high.map(|one| one.angels).max().unwrap_or(0);
    let mut tally = Tally::of_rule("9.3.4");
    let crosswind = v.open.wind > 0 && high >= v.open.wind;
    tally.term("blue-crosswind", i32::from(crosswind), "19.2.8");
    let disrupted = real
        .units
        .iter()
        .all(|one| v.hidden.log(one.unit).is_some_and(|log| log.disruption > 0));
    tally.term("blue-disrupted", i32::from(disrupted), "9.3.4");
    let big = |target: &usize| {
        let target = &d.map.targets[*target];
        let london = d.map.place(target.at).zones.contains(&Zone::London);
        target.at == at && (target.kind == TargetKind::Port || london)
    };
    tally.term(
        "blue-big-target",
        -i32::from(real.target.as_ref().is_some_and(big)),
        "9.3.4",
    );
    tally.term("blue-was-lost", i32::from(real.lost), "9.3.4");
    let sky = weather::worst_below(&v, at, high);
    let dice = t.roll(if again { "bearings" } else { "navigation" }, 2, 6)?;
    tally.dice(&dice);
    let column = usize::from(sky.clamp(1, 4) - 1);
    let chart = &t.data().tables.navigation;
    let mut result = chart
        .cell(tally.total(), column)
        .copied()
        .unwrap_or(Bearing::OnCourse);
    let at_target = super::pos(t).hidden.real(raid).is_some_and(|real| {
        real.target
            .is_some_and(|target| t.data().map.targets[target].at == at)
    });
    if result == Bearing::Decoy && (again || !at_target) {
        result = Bearing::Lost;
    }
    t.happen(Event::Navigates {
        raid,
        at,
        result,
        again,
        tally,
    })?;
    Ok(result)
}

/// Over the target the Luftwaffe is never asked anything; but if that is the leak, it is.
fn asked(t: &mut Board<'_>, raid: RaidId) -> Play {
    let lost = super::pos(t)
        .hidden
        .real(raid)
        .is_some_and(|real| real.lost);
    if lost && super::plants::planted(t.data(), super::plants::Plant::OpenQuestion) {
        t.ask(Side::Luftwaffe, OnSheet(Leads))?;
    }
    Ok(())
}

/// Rules 9.3.4 and 9.3.5: over the target: bombs, a decoy, or off to the secondary one.
fn at_target(t: &mut Board<'_>, raid: RaidId) -> Play {
    let bearing = navigate(t, raid, false)?;
    asked(t, raid)?;
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid).cloned() else {
        return Ok(());
    };
    let foul = weather::worst_below(&v, real.at, real.lowest()) >= FOUL;
    let lost = real.lost && bearing != Bearing::Decoy;
    let how = How {
        lost,
        decoyed: bearing == Bearing::Decoy,
        foul,
    };
    let diverts = !real.diverted
        && !how.decoyed
        && if lost {
            let t: &mut Board<'_> = &mut super::lw(t);
            t.roll("divert", 1, 6)?.sum() > SPEED
        } else {
            foul
        };
    if diverts {
        divert(t, raid)
    } else {
        bombing::bomb(t, raid, how)
    }
}

/// Rule 9.3.5: to the secondary target, then home; where there is none, home.
fn divert(t: &mut Board<'_>, raid: RaidId) -> Play {
    let v = super::pos(t);
    let Some(real) = v.hidden.real(raid) else {
        return Ok(());
    };
    let d = v.data;
    let program = v
        .hidden
        .plan
        .as_ref()
        .and_then(|plan| plan.programs.get(real.program));
    let Some(program) = program else {
        return Ok(());
    };
    let Some(target) = d.chits[program.chit].secondary else {
        return go_home(t, raid);
    };
    let ahead = vec![
        (d.map.targets[target].at, Stop::Target),
        (program.recover, Stop::Recovery),
    ];
    let here = d.map.targets[target].at == real.at;
    let t: &mut Board<'_> = &mut super::lw(t);
    if here {
        return go_home(t, raid);
    }
    t.happen(Event::Diverts {
        raid,
        target: Some(target),
        ahead,
    })
}

/// Rule 9.3.5: a raid that has come to its recovery point leaves the map.
fn home(t: &mut Board<'_>, raid: RaidId) -> Play {
    let there = super::pos(t)
        .hidden
        .real(raid)
        .is_some_and(|real| real.ahead.is_empty());
    if there {
        return ground::recover_raid(t, raid);
    }
    Ok(())
}
