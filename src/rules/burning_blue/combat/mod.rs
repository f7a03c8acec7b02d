//! Rule 13: fights in the air. Each attack is carried to its end before the next (13.1).

mod after;
mod bout;
mod dogfight;
mod interception;
mod reaction;

pub(super) use after::{freed, go_home, spent_home, tell};
pub(super) use bout::{Hit, cohesion, cohesion_column, down, of_letter, over_england, score};
pub(super) use dogfight::dogfights;

use super::Board;
use super::data::{Column, Contact};
use super::detection;
use super::event::Event;
use super::geometry::distance;
use super::orders::fights::{Again, Aim, Letter};
use super::side::Side;
use super::state::{Aircraft, Course, Fighter, Position, RaidId, Real, Task};
use super::tally::hunts;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{OneOf, YesNo};
use crate::engine::table::Play;

/// Rule 13.3.1: nobody attacks from deeper than this below.
const BELOW: i32 = 2;

/// Who fights whom, and where (13.3.1).
#[derive(Clone, Debug)]
struct Bout {
    /// Who attacks.
    attacker: Side,
    raf: Vec<UnitId>,
    raid: RaidId,
    lw: Vec<UnitId>,
    contact: Contact,
    /// The interception point.
    at: SpaceId,
    angels: i32,
}

/// The units that fly with a leader: his Wing, or he alone (20.2.3).
pub(super) fn party(p: &Position<'_>, unit: UnitId) -> Vec<UnitId> {
    let leader = p.open.fighter(unit).and_then(|one| one.wing);
    let Some(leader) = leader else {
        return vec![unit];
    };
    let same = p.open.sky.iter().filter(|one| one.wing == Some(leader));
    same.map(|one| one.unit).collect()
}

/// Disruption of a unit.
fn disruption(p: &Position<'_>, unit: UnitId) -> i32 {
    p.hidden.log(unit).map_or(0, |log| log.disruption)
}

/// Rule 13.5.1: has as much Disruption as it can have.
fn spent(p: &Position<'_>, unit: UnitId) -> bool {
    disruption(p, unit) >= p.data.unit(unit).max_disruption
}

/// Squadrons or Gruppen in thirds or halves, rounded up or down by whoever asks: a large unit is 6.
fn sixths(p: &Position<'_>, units: &[UnitId]) -> i32 {
    let one = |unit: &UnitId| {
        let printed = p.data.unit(*unit);
        match (printed.size, printed.side) {
            (super::data::Size::Large, _) => 6,
            (super::data::Size::Small, Side::Raf) => 3,
            (super::data::Size::Small, Side::Luftwaffe) => 2,
        }
    };
    units.iter().map(one).sum()
}

/// The letter of a unit's silhouette.
fn letter(real: &Real, unit: UnitId) -> u8 {
    let one = real.units.iter().find(|one| one.unit == unit);
    one.map_or(0, |one| one.letter)
}

/// The letters of some units, as they are written.
fn letters(real: &Real, units: &[UnitId]) -> String {
    let mut all: Vec<u8> = units.iter().map(|unit| letter(real, *unit)).collect();
    all.sort_unstable();
    let names: Vec<String> = all.into_iter().map(|one| Letter(one).name()).collect();
    names.join(", ")
}

/// Rule 13.3.1: whether a unit of a raid can be attacked from there.
fn eligible(p: &Position<'_>, one: &Fighter, at: SpaceId, target: &Aircraft) -> bool {
    // 20.3.3: the attack would end where the RAF may not go.
    let open = !p.data.map.place(at).no_raf;
    open && distance(&p.data.map, one.at, at) <= 1 && one.angels >= target.angels - BELOW
}

/// Rules 13.2.2, 13.2.4: a RAF unit or Wing attacks the raid it pursues, if it can; again and again if it likes, but
/// nobody twice in a phase.
pub(super) fn raf_attack(t: &mut Board<'_>, leader: UnitId) -> Play {
    let t: &mut Board<'_> = &mut t.within(super::tally::key(t, leader));
    for round in 0.. {
        let t: &mut Board<'_> = &mut t.within(round);
        let p = super::pos(t);
        let Some(one) = p.open.fighter(leader) else {
            return Ok(());
        };
        let (Some(raid), None) = (one.quarry(), one.dogfight) else {
            return Ok(());
        };
        let Some(real) = p.hidden.real(raid) else {
            return Ok(());
        };
        let can: Vec<&Aircraft> = real
            .units
            .iter()
            .filter(|target| eligible(&p, one, real.at, target))
            .filter(|target| !one.attacked.contains(&(raid, target.letter)))
            .collect();
        let mut open: Vec<Letter> = can.iter().map(|target| Letter(target.letter)).collect();
        open.sort_unstable_by_key(|letter| preference(&p, raid, letter.0));
        let Some(first) = open.first().copied() else {
            return Ok(());
        };
        // 20.4: Flight 421 need not attack at all.
        let lone = t.data().unit(leader).lone;
        if (round > 0 || lone) && !t.ask(Side::Raf, YesNo(Again { unit: leader, raid }))? {
            return Ok(());
        }
        let chosen = match open.len() {
            1 => first,
            _ => t.ask(
                Side::Raf,
                OneOf(Aim {
                    unit: leader,
                    raid,
                    open,
                }),
            )?,
        };
        if mutual(t, leader, raid)? {
            return hunters_attack(t, raid);
        }
        attack_one(t, leader, raid, chosen.0)?;
    }
    Ok(())
}

/// What one attacks first: bombers, the least disrupted, the lowest.
fn preference(p: &Position<'_>, raid: RaidId, letter: u8) -> (bool, i32, i32, u8) {
    let shapes = p.hidden.plot(raid).map_or(&[][..], |plot| &plot.units);
    let shape = shapes.iter().find(|one| one.letter == letter);
    shape.map_or((true, 0, 0, letter), |one| {
        (!one.bomber, one.disruption, one.angels, letter)
    })
}

/// Rule 13.2.2: of two that pursue each other a die says who attacks.
fn mutual(t: &mut Board<'_>, leader: UnitId, raid: RaidId) -> Play<bool> {
    let p = super::pos(t);
    let back = p
        .hidden
        .real(raid)
        .is_some_and(|real| real.course == Course::Pursuit { quarry: leader });
    let moving = matches!(
        p.open.phase,
        super::state::Phase::RafMovement
            | super::state::Phase::LwMovement
            | super::state::Phase::Pursuit
    );
    if !back || !moving {
        return Ok(false);
    }
    let die = t.roll("mutual", 1, 6)?.sum();
    Ok(die > 3)
}

/// Rule 13.3: one attack with all that follows from it.
fn attack_one(t: &mut Board<'_>, leader: UnitId, raid: RaidId, target: u8) -> Play {
    let t: &mut Board<'_> = &mut t.within(format_args!(
        "h{:02}-{}",
        raid.0,
        Letter(target).name().to_lowercase()
    ));
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let Some(one) = real.units.iter().find(|one| one.letter == target) else {
        return Ok(());
    };
    let (unit, task) = (one.unit, one.task);
    let mut bout = Bout {
        attacker: Side::Raf,
        raf: party(&p, leader),
        raid,
        lw: vec![unit],
        contact: Contact::Miss,
        at: real.at,
        angels: one.angels,
    };
    bout.contact = interception::raf(t, leader, &bout, target)?;
    if bout.contact == Contact::Miss {
        return Ok(());
    }
    recognise(t, raid, &[unit])?;
    if task == Task::Bombing && bout.contact != Contact::Stragglers {
        return reaction::react(t, leader, bout);
    }
    bout::fight(t, &bout)?;
    after::settle(t, &bout)
}

/// Rules 13.2.5, 21.1: a raid of hunters attacks the RAF stack it pursues, if it can.
pub(super) fn hunters_attack(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let Course::Pursuit { quarry } = real.course else {
        return Ok(());
    };
    let Some(one) = p.open.fighter(quarry) else {
        return Ok(());
    };
    if !hunts(real) || real.units.iter().any(|one| one.dogfight.is_some()) {
        return Ok(());
    }
    let near = distance(&p.data.map, real.at, one.at) <= 1;
    let can = real
        .units
        .iter()
        .filter(|unit| unit.angels >= one.angels - BELOW);
    let units: Vec<UnitId> = can.map(|unit| unit.unit).collect();
    let who = super::tally::key(t, quarry);
    let again = real.struck == Some((p.open.turn, p.open.phase, quarry));
    if !near || units.is_empty() || again {
        return Ok(());
    }
    // 11.1.1/b: whoever attacks is seen.
    detection::show(t, raid)?;
    let t: &mut Board<'_> = &mut t.within(format_args!("h{:02}-on-{who}", raid.0));
    strike(t, raid, units, quarry, true)
}

/// Fighters of the Luftwaffe intercept a RAF unit or Wing: hunters, or an escort (13.3, 13.3.4).
fn strike(t: &mut Board<'_>, raid: RaidId, lw: Vec<UnitId>, on: UnitId, hunters: bool) -> Play {
    let t: &mut Board<'_> = &mut t.within(if hunters { "hunters" } else { "escort" });
    let p = super::pos(t);
    let Some(one) = p.open.fighter(on) else {
        return Ok(());
    };
    if one.dogfight.is_some() && !hunters || lw.is_empty() {
        return Ok(());
    }
    let mut bout = Bout {
        attacker: Side::Luftwaffe,
        raf: party(&p, on),
        raid,
        lw,
        contact: Contact::Miss,
        at: one.at,
        angels: one.angels,
    };
    bout.contact = interception::luftwaffe(t, on, &bout, hunters)?;
    if bout.contact == Contact::Miss {
        return Ok(());
    }
    recognise(t, raid, &bout.lw)?;
    bout::fight(t, &bout)?;
    after::settle(t, &bout)
}

/// Rules 13.3.1, 13.3.2: all silhouettes of a raid that fights are seen, and the types of those that fight.
fn recognise(t: &mut Board<'_>, raid: RaidId, units: &[UnitId]) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let (at, shapes) = (real.at, detection::silhouettes(&p, raid));
    let kinds = units
        .iter()
        .map(|unit| (letter(real, *unit), p.data.unit(*unit).craft));
    let kinds = kinds.collect();
    t.reveal(Event::Faces {
        raid,
        at,
        units: shapes,
        kinds,
    })
}

/// Rule 13.4.2: the column of a bomber.
fn bomber_column(p: &Position<'_>, unit: UnitId) -> Option<Column> {
    p.data.rating(unit).column
}
