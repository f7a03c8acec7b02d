//! Rule 13.6.1: Dogfights.

use super::super::Board;
use super::super::data::{Contact, Hits};
use super::super::event::Event;
use super::super::orders::fights::{Home, HomeLw};
use super::super::side::Side;
use super::super::state::{Dogfight, Position, RaidId, Task};
use super::{Bout, after, bout, letter, letters};
use crate::board::UnitId;
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The Dogfight that goes with a raid.
pub(super) fn of_raid<'p>(p: &Position<'p>, raid: RaidId) -> Option<&'p Dogfight> {
    p.open.dogfights.iter().find(|one| one.raid == raid)
}

/// Rule 13.6/b: fighters that stay are marked; at one hex and height they join the one that is there (13.6.1/d).
pub(super) fn begin(t: &mut Board<'_>, bout: &Bout, raf: Vec<UnitId>, lw: Vec<UnitId>) -> Play {
    let p = super::super::pos(t);
    let Some(real) = p.hidden.real(bout.raid) else {
        return Ok(());
    };
    let same =
        |one: &&Dogfight| one.raid == bout.raid && one.at == bout.at && one.angels == bout.angels;
    // 13.6.1/a: whoever attacks somebody in a Dogfight from outside joins it.
    let held = real.units.iter().filter(|one| lw.contains(&one.unit));
    let held = held.filter_map(|one| one.dogfight).next();
    let there = held.or_else(|| p.open.dogfights.iter().find(same).map(|one| one.id));
    let next = p.open.dogfights.iter().map(|one| one.id).max().unwrap_or(0) + 1;
    let which = lw.iter().map(|unit| letter(real, *unit)).collect();
    let letters = letters(real, &lw);
    t.reveal(Event::Dogfight {
        id: there.unwrap_or(next),
        raid: bout.raid,
        at: bout.at,
        angels: bout.angels,
        raf,
        letters,
        which,
        units: lw,
    })
}

/// Rule 13.3.4/c: attackers are drawn into the Dogfight that goes with the raid.
pub(super) fn caught(t: &mut Board<'_>, raid: RaidId, raf: &[UnitId]) -> Play {
    let p = super::super::pos(t);
    let Some(fight) = of_raid(&p, raid).cloned() else {
        return Ok(());
    };
    t.reveal(Event::Dogfight {
        id: fight.id,
        raid,
        at: fight.at,
        angels: fight.angels,
        raf: raf.to_vec(),
        letters: String::new(),
        which: Vec::new(),
        units: Vec::new(),
    })
}

/// Rule 5.2/h: every Dogfight fights one round.
pub(in super::super) fn dogfights(t: &mut Board<'_>) -> Play {
    let ids: Vec<u16> = t.state().open.dogfights.iter().map(|one| one.id).collect();
    for id in ids {
        let t: &mut Board<'_> = &mut t.within(format_args!("dogfight-{id}"));
        round(t, id)?;
    }
    Ok(())
}

fn fight(p: &Position<'_>, id: u16) -> Option<Dogfight> {
    p.open.dogfights.iter().find(|one| one.id == id).cloned()
}

/// Who is in a Dogfight.
fn sides(p: &Position<'_>, id: u16) -> Option<Bout> {
    let fight = fight(p, id)?;
    let real = p.hidden.real(fight.raid)?;
    let held = real.units.iter().filter(|one| one.dogfight == Some(id));
    Some(Bout {
        attacker: Side::Raf,
        raf: fight.raf.clone(),
        raid: fight.raid,
        lw: held.map(|one| one.unit).collect(),
        contact: Contact::Intercept,
        at: fight.at,
        angels: fight.angels,
    })
}

/// Rule 13.6.1: a Dogfight with an escort goes where its raid goes.
fn follow(t: &mut Board<'_>, id: u16) -> Play {
    let p = super::super::pos(t);
    let Some(fight) = fight(&p, id) else {
        return Ok(());
    };
    let at = p.hidden.real(fight.raid).map_or(fight.at, |real| real.at);
    if at == fight.at {
        return Ok(());
    }
    // 20.3.3: over the closed boxes the RAF lets go.
    if p.data.map.place(at).no_raf {
        return end(t, id);
    }
    t.reveal(Event::Drifts { id, at })
}

fn round(t: &mut Board<'_>, id: u16) -> Play {
    follow(t, id)?;
    let p = super::super::pos(t);
    let Some(mut bout) = sides(&p, id) else {
        return end(t, id);
    };
    if bout.raf.is_empty() || bout.lw.is_empty() {
        return end(t, id);
    }
    let (raf, lw) = (bout::raf_total(&p, &bout, false), bout::lw_total(&p, &bout));
    bout.attacker = match raf.cmp(&lw) {
        std::cmp::Ordering::Greater => Side::Raf,
        std::cmp::Ordering::Less => Side::Luftwaffe,
        // 13.6.1/b: a die where both are alike.
        std::cmp::Ordering::Equal if t.roll("attacker", 1, 6)?.sum() <= 3 => Side::Raf,
        std::cmp::Ordering::Equal => Side::Luftwaffe,
    };
    let column = bout::head((raf - lw).abs());
    let mut hits = [Hits::default(); 2];
    for (side, label) in [
        (bout.attacker, "attack"),
        (bout.attacker.other(), "defence"),
    ] {
        let attacks = side == bout.attacker;
        let mut tally = Tally::of_rule("13.6.1");
        let dice = t.roll(label, 2, 6)?;
        tally.dice(&dice);
        let tables = &t.data().tables;
        let chart = if attacks {
            &tables.attacker
        } else {
            &tables.defender
        };
        let at = chart.named(&column).unwrap_or(0);
        let mut hit = chart.cell(dice.sum(), at).copied().unwrap_or_default();
        hit.losses = (hit.losses + 1) / 2;
        hits[side.other().index()] = hit;
        let (unit, raid) = (bout.raf[0], bout.raid);
        let (losses, cohesion, column) = (hit.losses, hit.cohesion, column.clone());
        t.reveal(Event::Fires {
            side,
            attacks,
            unit,
            raid,
            column,
            losses,
            cohesion,
            tally,
        })?;
    }
    bout::hurt_all(t, &bout, hits)?;
    leave(t, &bout, id)
}

/// Rule 13.6.1/c: who breaks off; when one side is gone it is over.
fn leave(t: &mut Board<'_>, bout: &Bout, id: u16) -> Play {
    for unit in &bout.raf {
        let p = super::super::pos(t);
        if p.open.fighter(*unit).is_some() && super::spent(&p, *unit) {
            after::go_home(t, *unit)?;
        }
    }
    after::spent_home(t, bout.raid)?;
    let [raf, lw] = after::stay(&super::super::pos(t), bout);
    if !raf.is_empty() && !lw.is_empty() {
        let raid = bout.raid;
        for unit in t.ask(Side::Raf, Given(Home { raid, units: raf }))? {
            after::go_home(t, unit)?;
        }
        let [raf, lw] = after::stay(&super::super::pos(t), bout);
        if !raf.is_empty() {
            let gone = t.ask(Side::Luftwaffe, Given(HomeLw { raid, units: lw }))?;
            after::send_home(t, raid, &gone)?;
        }
    }
    let [raf, lw] = after::stay(&super::super::pos(t), bout);
    if raf.is_empty() || lw.is_empty() {
        end(t, id)?;
    }
    after::tell(t, bout.raid)
}

/// The Dogfight is over; Top Cover climbs back above the bombers (9.3.7).
fn end(t: &mut Board<'_>, id: u16) -> Play {
    let p = super::super::pos(t);
    let Some(fight) = fight(&p, id) else {
        return Ok(());
    };
    let raid = fight.raid;
    let mut units = p
        .hidden
        .real(raid)
        .map_or_else(Vec::new, |real| real.units.clone());
    t.reveal(Event::FightEnds { id, raid })?;
    let bombers = units
        .iter()
        .filter(|one| one.task == Task::Bombing)
        .map(|one| one.angels)
        .max();
    let Some(bombers) = bombers else {
        return Ok(());
    };
    let mut changed = false;
    for one in &mut units {
        if one.dogfight == Some(id) && one.task == Task::TopCover && one.angels < bombers + ABOVE {
            one.angels = bombers + ABOVE;
            changed = true;
        }
        if one.dogfight == Some(id) {
            one.dogfight = None;
        }
    }
    if changed {
        super::super::lw(t).happen(Event::Changed { raid, units })?;
    }
    Ok(())
}

/// Rule 9.3.7: Top Cover returns to two or four Angels above the bombers; ours always takes four.
const ABOVE: i32 = 4;
