//! Rule 13.3.4: the escort reacts, comes late, or is fended off.

use super::super::Board;
use super::super::data::{Answer, Contact, Craft};
use super::super::event::Event;
use super::super::orders::fights::Escorts;
use super::super::side::Side;
use super::super::state::{Aircraft, Position, RaidId, Task};
use super::super::weather;
use super::{Bout, after, bout, sixths, strike};
use crate::board::UnitId;
use crate::engine::ready::YesNo;
use crate::engine::table::Play;
use crate::engine::tally::{Audience, Tally, Term};

/// The escorts of a raid that no dogfight holds.
fn escorts(p: &Position<'_>, raid: RaidId) -> Vec<Aircraft> {
    let units = p.hidden.real(raid).map_or(&[][..], |real| &real.units);
    let free = |one: &&Aircraft| {
        matches!(one.task, Task::CloseEscort | Task::TopCover) && one.dogfight.is_none()
    };
    units.iter().filter(free).cloned().collect()
}

/// Rule 13.3.4: one roll for each RAF attack; then the fight, or the escort's own.
pub(super) fn react(t: &mut Board<'_>, leader: UnitId, bout: Bout) -> Play {
    let escort = escorts(&super::super::pos(t), bout.raid);
    if escort.is_empty() {
        bout::fight(t, &bout)?;
        return after::settle(t, &bout);
    }
    let (answer, close) = roll(t, leader, &bout, &escort)?;
    let raid = bout.raid;
    match answer {
        Answer::None => {
            bout::fight(t, &bout)?;
            after::settle(t, &bout)
        }
        Answer::Dogfight if super::dogfight::of_raid(&super::super::pos(t), raid).is_some() => {
            super::dogfight::caught(t, raid, &bout.raf)
        }
        Answer::React | Answer::Dogfight => {
            let chosen = choose(t, raid, leader, close)?;
            strike(t, raid, chosen, leader, false)
        }
        Answer::Late => late(t, leader, bout, close),
        Answer::Fend(n) => fend_off(t, leader, bout, n, close),
    }
}

fn roll(
    t: &mut Board<'_>,
    leader: UnitId,
    bout: &Bout,
    escort: &[Aircraft],
) -> Play<(Answer, bool)> {
    let p = super::super::pos(t);
    let value = |name: &str| p.data.tables.modifier("reaction", name);
    let mut tally = Tally::of_rule("13.3.4");
    if bout.contact == Contact::Bounce {
        tally.term("bounce", value("bounce"), "13.3.2");
    }
    match weather::category(&p, bout.at, bout.angels) {
        4 => tally.term("foul", value("foul"), "19.1.3"),
        3 => tally.term("broken", value("broken"), "19.1.3"),
        _ => &mut tally,
    };
    let units: Vec<UnitId> = escort.iter().map(|one| one.unit).collect();
    let squadrons = sixths(&p, &bout.raf);
    if sixths(&p, &units) > squadrons {
        tally.term("outnumber", value("outnumber"), "13.3.4");
    }
    if units
        .iter()
        .all(|unit| p.data.unit(*unit).craft == Craft::Me110)
    {
        // The RAF is told no types before they fight.
        tally.terms.push(Term {
            audience: Audience::Only("luftwaffe".to_owned()),
            ..Term::new("only-me110", value("only-me110"), "13.3.4")
        });
    }
    if p.open.fighter(leader).is_some_and(|one| one.climbed) {
        tally.term("climbed", value("climbed"), "8.1.5/f");
    }
    let dice = t.roll("reaction", 2, 6)?;
    tally.dice(&dice);
    let sum = dice.sum() + tally.terms.iter().map(|term| term.value).sum::<i32>();
    let chart = &t.data().tables.reaction;
    // A single unit reads the first column; Flights count half, rounded up.
    let column = if bout.raf.len() == 1 {
        1
    } else {
        (squadrons + 5) / 6
    };
    let column = chart.column(column.max(1)).unwrap_or(0);
    let result = chart.cell(sum, column).copied();
    let (answer, close) = result.map_or((Answer::None, false), |one| (one.answer, one.close));
    t.happen(Event::Reacts {
        raid: bout.raid,
        unit: leader,
        answer,
        tally,
    })?;
    Ok((answer, close))
}

/// Rule 13.3.4/f: Top Cover or Close Escort, not both; all of the chosen at one altitude attack together.
fn choose(t: &mut Board<'_>, raid: RaidId, on: UnitId, must_close: bool) -> Play<Vec<UnitId>> {
    let free = escorts(&super::super::pos(t), raid);
    let of = |task: Task| -> Vec<UnitId> {
        let same = free.iter().filter(|one| one.task == task);
        same.map(|one| one.unit).collect()
    };
    let (close, cover) = (of(Task::CloseEscort), of(Task::TopCover));
    if close.is_empty() {
        return Ok(cover);
    }
    if must_close || cover.is_empty() {
        return Ok(close);
    }
    let near = t.ask(Side::Luftwaffe, YesNo(Escorts { raid, on }))?;
    Ok(if near { close } else { cover })
}

/// Rule 13.3.4/d: the bombers first; then the escort must attack.
fn late(t: &mut Board<'_>, leader: UnitId, bout: Bout, close: bool) -> Play {
    bout::fight(t, &bout)?;
    after::settle(t, &bout)?;
    counterattack(t, leader, &bout, close, "late")
}

/// The escort's attack on those that have attacked the bombers, as far as they still fly (20.2.3).
fn counterattack(t: &mut Board<'_>, leader: UnitId, bout: &Bout, close: bool, what: &str) -> Play {
    let t: &mut Board<'_> = &mut t.within(what);
    let p = super::super::pos(t);
    let up = |unit: &&UnitId| {
        p.open
            .fighter(**unit)
            .is_some_and(|one| one.dogfight.is_none())
    };
    let first = bout.raf.iter().filter(up).find(|unit| **unit == leader);
    let Some(on) = first.or_else(|| bout.raf.iter().find(up)).copied() else {
        return Ok(());
    };
    let chosen = choose(t, bout.raid, on, close)?;
    strike(t, bout.raid, chosen, on, false)
}

/// Rule 13.3.4/e: some squadrons of the Wing hold the escort off while the others go for the bombers.
fn fend_off(t: &mut Board<'_>, leader: UnitId, mut bout: Bout, n: i32, close: bool) -> Play {
    let squadrons = bout.raf.len();
    if squadrons < 2 {
        // Ruling: a single squadron takes it as Late.
        return late(t, leader, bout, close);
    }
    let n = usize::try_from(n).unwrap_or(0).clamp(1, squadrons - 1);
    let others: Vec<UnitId> = bout
        .raf
        .iter()
        .copied()
        .filter(|unit| *unit != leader)
        .collect();
    let fenders: Vec<UnitId> = others.into_iter().rev().take(n).collect();
    let Some(first) = fenders.last().copied() else {
        return Ok(());
    };
    bout.raf.retain(|unit| !fenders.contains(unit));
    // 20.2.4: those that leave are a Wing of their own, or one squadron.
    regroup(t, &fenders, first)?;
    let rest = bout.raf.clone();
    regroup(t, &rest, leader)?;
    bout::fight(t, &bout)?;
    after::settle(t, &bout)?;
    {
        let t: &mut Board<'_> = &mut t.within("fend-off");
        let chosen = choose(t, bout.raid, first, close)?;
        strike(t, bout.raid, chosen, first, false)?;
    }
    counterattack(t, leader, &bout, close, "late")
}

fn regroup(t: &mut Board<'_>, units: &[UnitId], leader: UnitId) -> Play {
    t.happen(Event::Wing {
        leader,
        units: units.to_vec(),
        balbo: if units.len() > 2 { 2 } else { 0 },
        tally: None,
    })
}
