//! Rule 13.6: what follows a fight.

use super::super::Board;
use super::super::command;
use super::super::data::Contact;
use super::super::detection;
use super::super::event::Event;
use super::super::orders::fights::{Home, HomeLw};
use super::super::raid_movement;
use super::super::side::Side;
use super::super::state::{Course, Order, Phase, Plot, Position, RaidId, Seen, Stop, Task};
use super::{Bout, party, spent};
use crate::board::UnitId;
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// Rule 13.6: in its order.
pub(super) fn settle(t: &mut Board<'_>, bout: &Bout) -> Play {
    for unit in &bout.raf {
        let p = super::super::pos(t);
        if p.open.fighter(*unit).is_some_and(|one| !one.pancakes()) && spent(&p, *unit) {
            go_home(t, *unit)?;
        }
    }
    spent_home(t, bout.raid)?;
    if bout.contact != Contact::Stragglers {
        decide(t, bout)?;
    }
    mend_wing(t, &bout.raf)?;
    freed(t, bout.raid)?;
    tell(t, bout.raid)
}

/// A raid whose units have changed is seen so, if it is tallied (12.1.2).
pub(in super::super) fn tell(t: &mut Board<'_>, raid: RaidId) -> Play {
    let tallied = super::super::pos(t)
        .hidden
        .plot(raid)
        .is_some_and(|plot| plot.seen == Seen::Tallied);
    if tallied {
        detection::sight(t, raid)
    } else {
        Ok(())
    }
}

/// Rule 13.6/a: units of a raid at their maximum turn home; bombers over their target bomb first (13.5.1).
pub(in super::super) fn spent_home(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    if real.course == Course::Pancake {
        return Ok(());
    }
    let target = real.target.map(|target| p.data.map.targets[target].at);
    let bombs_first = target == Some(real.at) && p.open.phase == Phase::LwMovement;
    let done = real
        .units
        .iter()
        .filter(|one| spent(&p, one.unit) && !(one.bombs && bombs_first));
    let units: Vec<UnitId> = done.map(|one| one.unit).collect();
    send_home(t, raid, &units)
}

/// Rule 13.6/b: fighters of both sides that have not turned home decide, the RAF first; those that stay are locked in a
/// Dogfight.
fn decide(t: &mut Board<'_>, bout: &Bout) -> Play {
    let [raf, lw] = stay(&super::super::pos(t), bout);
    if raf.is_empty() || lw.is_empty() {
        return Ok(());
    }
    let raid = bout.raid;
    let gone = t.ask(Side::Raf, Given(Home { raid, units: raf }))?;
    for unit in gone {
        go_home(t, unit)?;
    }
    let [raf, lw] = stay(&super::super::pos(t), bout);
    if raf.is_empty() {
        return Ok(());
    }
    let gone = t.ask(Side::Luftwaffe, Given(HomeLw { raid, units: lw }))?;
    send_home(t, raid, &gone)?;
    let [raf, lw] = stay(&super::super::pos(t), bout);
    if raf.is_empty() || lw.is_empty() {
        return Ok(());
    }
    super::dogfight::begin(t, bout, raf, lw)
}

/// Fighters of both sides that still fight.
pub(super) fn stay(p: &Position<'_>, bout: &Bout) -> [Vec<UnitId>; 2] {
    let up = |unit: &UnitId| p.open.fighter(*unit).is_some_and(|one| !one.pancakes());
    let raf = bout.raf.iter().copied().filter(up).collect();
    let real = p
        .hidden
        .real(bout.raid)
        .filter(|real| real.course != Course::Pancake);
    let flies =
        |unit: &UnitId| real.is_some_and(|real| real.units.iter().any(|one| one.unit == *unit));
    let fighter = |unit: &UnitId| p.data.unit(*unit).combat > 0 && flies(unit);
    [raf, bout.lw.iter().copied().filter(fighter).collect()]
}

/// Rules 10.2.8, 10.3.4: a RAF unit turns home after a fight.
pub(in super::super) fn go_home(t: &mut Board<'_>, unit: UnitId) -> Play {
    let p = super::super::pos(t);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    let held = one.dogfight.is_some();
    let raid = one.quarry();
    let Some(field) = command::home(&p, unit) else {
        return Ok(());
    };
    if held {
        t.happen(Event::Breaks { unit })?;
    }
    t.happen(Event::Ordered {
        unit,
        order: Order::Pancake { field },
    })?;
    let Some(raid) = raid else { return Ok(()) };
    super::super::tally::untallied(t, raid)
}

/// Rules 9.3.6, 13.6/a: units of a raid turn home: as a raid of their own, or all of it if no bomber would be left.
pub(in super::super) fn send_home(t: &mut Board<'_>, raid: RaidId, units: &[UnitId]) -> Play {
    let p = super::super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let going: Vec<UnitId> = real
        .units
        .iter()
        .map(|one| one.unit)
        .filter(|unit| units.contains(unit))
        .collect();
    if going.is_empty() || real.course == Course::Pancake {
        return Ok(());
    }
    let held = real
        .units
        .iter()
        .any(|one| going.contains(&one.unit) && one.dogfight.is_some());
    let bombers = || real.units.iter().filter(|one| one.task == Task::Bombing);
    let all = real.units.len() == going.len();
    let last = bombers().next().is_some() && bombers().all(|one| going.contains(&one.unit));
    let ends = real.patrol.is_some();
    if held {
        let which = real
            .units
            .iter()
            .filter(|one| going.contains(&one.unit))
            .map(|one| one.letter)
            .collect();
        t.reveal(Event::BreaksLw {
            raid,
            which,
            units: going.clone(),
        })?;
    }
    if ends && all {
        return super::super::specials::back_to_box(t, raid);
    }
    if all || last {
        return raid_movement::go_home(t, raid);
    }
    part(t, raid, &going)
}

/// Rule 9.3.6: some units become a raid of their own that goes home; both parts are looked for anew (11.5.6/a).
fn part(t: &mut Board<'_>, raid: RaidId, units: &[UnitId]) -> Play {
    let p = super::super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let program = p
        .hidden
        .plan
        .as_ref()
        .and_then(|plan| plan.programs.get(real.program));
    let recover = program.map_or(real.at, |program| program.recover);
    let gone: Vec<u8> = real
        .units
        .iter()
        .filter(|one| units.contains(&one.unit))
        .map(|one| one.letter)
        .collect();
    let plot = p.hidden.plot(raid).filter(|plot| plot.on_map()).cloned();
    let names: Vec<String> = gone.iter().map(|one| super::Letter(*one).name()).collect();
    let scope = format!("h{:02}-part-{}", raid.0, names.concat().to_lowercase());
    let t: &mut Board<'_> = &mut t.within(scope);
    let number =
        super::super::lw(t).draw("number", |s| &s.truth::<(), Side>(&()).hidden.numbers)?;
    let Some(into) = number.map(RaidId) else {
        return Ok(());
    };
    super::super::lw(t).happen(Event::Parts {
        raid,
        into,
        units: units.to_vec(),
        course: Course::Pancake,
        ahead: vec![(recover, Stop::Recovery)],
    })?;
    let Some(plot) = plot else { return Ok(()) };
    let tallied = plot.seen == Seen::Tallied;
    let part = Plot {
        seen: if tallied { Seen::Detected } else { plot.seen },
        units: plot
            .units
            .iter()
            .filter(|one| gone.contains(&one.letter))
            .cloned()
            .collect(),
        track: Vec::new(),
        ..plot
    };
    t.reveal(Event::Splits {
        raid,
        into,
        plot: part,
    })?;
    detection::test(t, into)?;
    // 12.1.4: who has tallied the raid stays with what is left of it.
    detection::test(t, raid)
}

/// Rule 20.2.3: a Wing that has lost its leader goes on under another.
fn mend_wing(t: &mut Board<'_>, units: &[UnitId]) -> Play {
    let p = super::super::pos(t);
    let lost = |unit: &&UnitId| {
        let one = p.open.fighter(**unit);
        one.is_some_and(|one| {
            one.wing.is_some_and(|leader| {
                p.open
                    .fighter(leader)
                    .is_none_or(|lead| lead.wing != Some(leader))
            })
        })
    };
    let Some(first) = units.iter().find(lost).copied() else {
        return Ok(());
    };
    let rest = party(&p, first);
    let balbo = if rest.len() > 2 { 2 } else { 0 };
    t.happen(Event::Wing {
        leader: first,
        units: rest,
        balbo,
        tally: None,
    })
}

/// Rules 9.4.4/a: fighters without a bomb among them left are a Freie Jagd.
pub(in super::super) fn freed(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let bombers = real
        .units
        .iter()
        .any(|one| p.data.unit(one.unit).bomber || one.bombs);
    let hunts = real.units.iter().all(|one| one.task == Task::FreeHunt);
    if bombers || hunts {
        return Ok(());
    }
    super::super::lw(t).happen(Event::Frees { raid })
}
