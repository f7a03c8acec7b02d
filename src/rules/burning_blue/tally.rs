//! Rules 12 to 12.1.5 and 12.3: who sees whom, and who loses sight again.

use super::Board;
use super::combat;
use super::command::commanded;
use super::data::Mark;
use super::detection;
use super::event::Event;
use super::geometry::distance;
use super::orders::fights::{Confuse, Decline, Look, Looks};
use super::side::Side;
use super::state::{
    AirPicture, Course, Drop, Fighter, Order, Phase, Position, RaidId, Real, Seen, Task,
};
use super::weather::{self, Murk};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{OnSheet, OneOf, YesNo};
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::OrNo;

/// Who moves past those who orbit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    Raf(UnitId),
    Raid(RaidId),
}

/// Rule 20.3.2: raids south of this row 12 Group sees badly.
const SOUTH: i32 = 23;

/// Rule 12.1: how far one sees.
pub(super) fn sight(p: &Position<'_>, murk: Murk) -> u32 {
    let range = match murk {
        Murk::Patchy => p.data.on.patchy_range,
        other => p.data.tables.sight[other as usize],
    };
    range.unsigned_abs()
}

/// Rule 12.1/b: the weather between two stacks counts only if it hides all units of the raid.
fn through(p: &Position<'_>, from: SpaceId, angels: i32, real: &Real) -> Murk {
    let each = real.units.iter();
    let each = each.map(|one| weather::between(p, from, angels, real.at, one.angels));
    each.min().unwrap_or(Murk::Fine)
}

/// What lies between a RAF unit and a raid: hexes, and weather.
fn apart(p: &Position<'_>, one: &Fighter, real: &Real) -> (u32, Murk) {
    let far = distance(&p.data.map, one.at, real.at);
    (far, through(p, one.at, one.angels, real))
}

/// Rule 12: whether a RAF unit may try a tally at all.
pub(super) fn able(v: &Position<'_>, one: &Fighter) -> bool {
    let leads = one.wing.is_none_or(|leader| leader == one.unit);
    leads
        && !one.pancakes()
        && one.dogfight.is_none()
        && one.quarry().is_none()
        && v.data.unit(one.unit).combat > 0
}

/// Raids on the map that a unit might see, nearest first: by what the RAF knows (11.1.1: only what stands on the map).
pub(super) fn in_sight(v: &Position<'_>, one: &Fighter) -> Vec<RaidId> {
    let most = sight(v, Murk::Fine);
    let plots = v
        .hidden
        .raids
        .iter()
        .filter_map(|raid| Some((raid.id, raid.plot.as_ref()?)));
    let near = plots.filter(|(_, plot)| plot.on_map());
    let mut near: Vec<(u32, RaidId)> = near
        .map(|(id, plot)| (distance(&v.data.map, one.at, plot.at), id))
        .filter(|(far, _)| *far <= most)
        .collect();
    near.sort_unstable();
    near.into_iter().map(|(_, id)| id).collect()
}

/// Rule 5.2/i: the RAF's air combat: hidden raids nearby are shown, tallies break, then all try, then all attack.
pub(super) fn raf_phase(t: &mut Board<'_>) -> Play {
    detection::show_near(t)?;
    let pursuing: Vec<UnitId> = hunters_of(super::pos(t));
    for unit in pursuing {
        keep(t, unit)?;
    }
    for one in looks(t)? {
        match one {
            Look::Tally { unit, raids } => try_all(t, unit, &raids)?,
            Look::Drop { unit } => drop_tally(t, unit)?,
        }
    }
    let pursuing: Vec<UnitId> = hunters_of(super::pos(t));
    for unit in pursuing {
        combat::raf_attack(t, unit)?;
    }
    Ok(())
}

/// Leaders that pursue a raid.
fn hunters_of(p: Position<'_>) -> Vec<UnitId> {
    let leads = |one: &&Fighter| one.wing.is_none_or(|leader| leader == one.unit);
    let all = p.open.sky.iter().filter(leads);
    all.filter(|one| one.quarry().is_some())
        .map(|one| one.unit)
        .collect()
}

/// The sheet of tallies, if anybody could see anything.
fn looks(t: &mut Board<'_>) -> Play<Vec<Look>> {
    let v = t.state().known(t.data(), Side::Raf);
    let any = v
        .open
        .sky
        .iter()
        .any(|one| able(&v, one) && !in_sight(&v, one).is_empty());
    let drops = v.open.sky.iter().any(|one| one.quarry().is_some());
    if !any && !drops {
        return Ok(Vec::new());
    }
    t.ask(Side::Raf, OnSheet(Looks))
}

/// Rule 12.3, 12.3.1: whether a RAF unit keeps its tally.
fn keep(t: &mut Board<'_>, unit: UnitId) -> Play {
    let p = super::pos(t);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    let Some(raid) = one.quarry() else {
        return Ok(());
    };
    let Some(real) = p.hidden.real(raid) else {
        return lose(t, unit, raid, Drop::Gone, None);
    };
    if one.dogfight.is_some() {
        return Ok(());
    }
    let (far, murk) = apart(&p, one, real);
    if far > sight(&p, murk) {
        return lose(t, unit, raid, Drop::Far, None);
    }
    let most = p.data.tables.breaks[murk as usize];
    if most == 0 {
        return Ok(());
    }
    let dice = t.roll(format_args!("{}/break", key(t, unit)), 1, 6)?;
    let mut tally = Tally::of_rule("12.3.1");
    tally.dice(&dice).most = Some(most);
    if dice.sum() <= most {
        lose(t, unit, raid, Drop::Weather, Some(tally))?;
    }
    Ok(())
}

/// The id of a unit, for labels.
pub(super) fn key(t: &Board<'_>, unit: UnitId) -> String {
    t.data().unit(unit).id.clone()
}

fn lose(t: &mut Board<'_>, unit: UnitId, raid: RaidId, why: Drop, tally: Option<Tally>) -> Play {
    for unit in combat::party(&super::pos(t), unit) {
        let tally = tally.clone();
        t.happen(Event::TallyLost {
            unit,
            raid,
            why,
            tally,
        })?;
    }
    untallied(t, raid)
}

/// Rule 11.5.7 (ruling): a raid nobody sees any more stays detected, with what was last true, until a test fails.
pub(super) fn untallied(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let seen = p.open.sky.iter().any(|one| one.quarry() == Some(raid));
    let was = p
        .hidden
        .plot(raid)
        .is_some_and(|plot| plot.seen == Seen::Tallied);
    if seen || !was {
        return Ok(());
    }
    t.reveal(Event::Unsighted { raid })?;
    if t.data().on.test_on_tally_loss {
        let t: &mut Board<'_> = &mut t.within("lost-sight");
        detection::test(t, raid)?;
    }
    Ok(())
}

/// Rule 12.3/a: a tally is dropped of one's own will: here, where no dogfight holds the unit.
fn drop_tally(t: &mut Board<'_>, unit: UnitId) -> Play {
    let p = super::pos(t);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    match one.quarry() {
        Some(raid) if one.dogfight.is_none() => lose(t, unit, raid, Drop::Own, None),
        _ => Ok(()),
    }
}

/// Rule 12.1/c: each stack once, until one is seen.
fn try_all(t: &mut Board<'_>, unit: UnitId, raids: &[RaidId]) -> Play {
    for raid in raids {
        let p = super::pos(t);
        let ready = p.open.fighter(unit).is_some_and(|one| able(&p, one));
        if !ready || p.hidden.real(*raid).is_none() {
            continue;
        }
        if look(t, unit, *raid)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Rule 12.1.1: the column of the card: Poor, unless a raid is detected and the unit commanded or on a Vector.
fn column(p: &Position<'_>, one: &Fighter, raid: RaidId, at: SpaceId) -> usize {
    let detected = p
        .hidden
        .plot(raid)
        .is_some_and(|plot| plot.seen >= Seen::Detected && plot.on_map());
    let place = p.data.map.place(at);
    let south = p.data.unit(one.unit).group == 12 && !place.is_box && place.row < SOUTH;
    let led = commanded(p, one).is_ok() || matches!(one.order, Some(Order::Vector { .. }));
    let picture = match p.open.picture {
        AirPicture::Good => 0,
        AirPicture::Degraded => 1,
        AirPicture::Poor => 2,
    };
    if detected && led && !south {
        picture
    } else {
        2
    }
}

/// Rule 12.1.1: a RAF unit tries to see a raid; says whether it has a tally now.
fn look(t: &mut Board<'_>, unit: UnitId, raid: RaidId) -> Play<bool> {
    let who = key(t, unit);
    let t: &mut Board<'_> = &mut t.within(format_args!("{who}/on-h{:02}", raid.0));
    let p = super::pos(t);
    let (Some(one), Some(real)) = (p.open.fighter(unit), p.hidden.real(raid)) else {
        return Ok(false);
    };
    let (far, murk) = apart(&p, one, real);
    let at = real.at;
    if far > sight(&p, murk) {
        return t
            // 12.1: which weather counts the enemy tells, and he goes by the true heights.
            .reveal(Event::OutOfSight {
                unit,
                raid,
                far: far.cast_signed(),
            })
            .map(|()| false);
    }
    let column = column(&p, one, raid, at);
    let barrage = p
        .open
        .barrages
        .iter()
        .any(|gun| distance(&p.data.map, *gun, at) <= 1);
    let bombers = real.units.iter().filter(|one| one.task == Task::Bombing);
    let bombers = detection::gruppen(p.data, bombers.map(|one| one.unit));
    let silent = !p.hidden.plot(raid).is_some_and(super::state::Plot::on_map);
    let Some(card) = detection::draw(t, "card")? else {
        return Ok(false);
    };
    let mark = t.data().cards[usize::from(card)].tally[usize::from(murk.category() - 1)][column];
    let hit = match mark {
        Mark::Fail => false,
        // 12.1.1/c: shell bursts point the way.
        Mark::Within(n) => n + i32::from(barrage) >= far.cast_signed(),
        Mark::Bombers => bombers >= 2,
        Mark::Confusion => {
            t.reveal(Event::Looks {
                unit,
                raid,
                far: far.cast_signed(),
                card: Some(card),
            })?;
            return confusion(t, unit, raid, far, murk);
        }
    };
    if hit {
        tallies(t, unit, raid, Some(card))?;
        decline(t, unit, raid)?;
        return Ok(true);
    }
    if silent && t.data().on.hidden_orbit_fail_silent {
        super::lw(t).happen(Event::Unseen {
            raid,
            card: Some(card),
        })?;
    } else {
        t.reveal(Event::Looks {
            unit,
            raid,
            far: far.cast_signed(),
            card: Some(card),
        })?;
    }
    Ok(false)
}

/// Rule 12.1.2: a tally: pursuit, and all that the raid looks like.
pub(super) fn tallies(t: &mut Board<'_>, unit: UnitId, raid: RaidId, card: Option<u16>) -> Play {
    let party = combat::party(&super::pos(t), unit);
    for (n, one) in party.into_iter().enumerate() {
        let card = card.filter(|_| n == 0);
        t.reveal(Event::Tallies {
            unit: one,
            raid,
            card,
            first: n == 0,
        })?;
    }
    detection::sight(t, raid)
}

/// Rule 12.1.2/a: a raid that flies far above or deep below need not be pursued; nothing else is tried in this phase.
fn decline(t: &mut Board<'_>, unit: UnitId, raid: RaidId) -> Play {
    let p = super::pos(t);
    let (Some(one), Some(real)) = (p.open.fighter(unit), p.hidden.real(raid)) else {
        return Ok(());
    };
    let off = |angels: i32| angels >= one.angels + 4 || angels <= one.angels - 8;
    let far = real.units.iter().all(|other| off(other.angels));
    if far && t.ask(Side::Raf, YesNo(Decline { unit, raid }))? {
        lose(t, unit, raid, Drop::Own, None)?;
    }
    Ok(())
}

/// Rule 12.1.1/a: in a combat phase the enemy may name another stack, no farther and in no worse weather.
fn confusion(t: &mut Board<'_>, unit: UnitId, raid: RaidId, far: u32, murk: Murk) -> Play<bool> {
    let p = super::pos(t);
    if p.open.phase != Phase::RafCombat {
        return Ok(false);
    }
    let Some(one) = p.open.fighter(unit) else {
        return Ok(false);
    };
    let others = p.hidden.raids.iter().filter(|other| {
        other.id != raid
            && other.real.as_ref().is_some_and(|real| {
                let (there, fog) = apart(&p, one, real);
                there <= far && fog <= murk
            })
    });
    let raids: Vec<RaidId> = others.map(|raid| raid.id).collect();
    if raids.is_empty() {
        return Ok(false);
    }
    let chosen = super::lw(t).ask(Side::Luftwaffe, OneOf(Confuse { unit, raids }))?;
    match chosen {
        OrNo(Some(other)) => tallies(t, unit, other, None).map(|()| true),
        OrNo(None) => Ok(false),
    }
}

/// Rules 10.3.2/b, 13.2.1: who orbits must try to see who passes; who sees and can, attacks.
pub(super) fn orbiters(t: &mut Board<'_>, mover: Mover) -> Play {
    match mover {
        Mover::Raid(raid) => raf_orbiters(t, raid),
        Mover::Raf(unit) => lw_orbiters(t, unit),
    }
}

fn raf_orbiters(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(at) = p.hidden.real(raid).map(|real| real.at) else {
        return Ok(());
    };
    let near =
        |one: &&Fighter| one.orbits() && able(&p, one) && distance(&p.data.map, one.at, at) <= 1;
    let units: Vec<UnitId> = p.open.sky.iter().filter(near).map(|one| one.unit).collect();
    for unit in units {
        let t: &mut Board<'_> = &mut t.within("orbit");
        if super::pos(t).hidden.real(raid).is_none() {
            return Ok(());
        }
        let angels = super::pos(t).hidden.real(raid).map_or(0, Real::lowest);
        let t: &mut Board<'_> =
            &mut t.within(format_args!("h{:02}-{}-{angels}", raid.0, t_place(t, at)));
        // The card is drawn behind the screen: of a failure the RAF hears nothing.
        if look(t, unit, raid)? {
            combat::raf_attack(t, unit)?;
        } else {
            counter(t, raid, unit)?;
        }
    }
    Ok(())
}

fn t_place(t: &Board<'_>, at: SpaceId) -> String {
    t.data().map.place(at).id.clone()
}

/// Rule 10.3.2/a: the one who passes may look back.
fn counter(t: &mut Board<'_>, raid: RaidId, unit: UnitId) -> Play {
    let p = super::pos(t);
    let hunts = p
        .hidden
        .real(raid)
        .is_some_and(|real| hunts(real) && real.course == Course::Route);
    if hunts && hunt(t, raid, unit)? {
        combat::hunters_attack(t, raid)?;
    }
    Ok(())
}

/// Rule 12: raids that may look for fighters: Freie Jagd, or without bombs.
pub(super) fn hunts(real: &Real) -> bool {
    real.course != Course::Pancake
        && !real.units.is_empty()
        && real.units.iter().all(|one| one.task == Task::FreeHunt)
}

fn lw_orbiters(t: &mut Board<'_>, unit: UnitId) -> Play {
    let p = super::pos(t);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    let at = one.at;
    let near = p.hidden.raids.iter().filter(|raid| {
        raid.real.as_ref().is_some_and(|real| {
            hunts(real) && real.course == Course::Orbit && distance(&p.data.map, real.at, at) <= 1
        })
    });
    let raids: Vec<RaidId> = near.map(|raid| raid.id).collect();
    for raid in raids {
        let t: &mut Board<'_> =
            &mut t.within(format_args!("orbit-h{:02}-{}", raid.0, t_place(t, at)));
        if super::pos(t).open.fighter(unit).is_none() {
            return Ok(());
        }
        if hunt(t, raid, unit)? {
            combat::hunters_attack(t, raid)?;
            continue;
        }
        // The RAF looks back only at what stands on the map.
        let p = super::pos(t);
        let shown = p.hidden.plot(raid).is_some_and(super::state::Plot::on_map);
        let ready = p.open.fighter(unit).is_some_and(|one| able(&p, one));
        if shown && ready && look(t, unit, raid)? {
            combat::raf_attack(t, unit)?;
        }
    }
    Ok(())
}

/// Rules 13.2.2: pursuers whose quarry comes into their hex or beside it attack at once.
pub(super) fn pursuers(t: &mut Board<'_>, mover: Mover) -> Play {
    let p = super::pos(t);
    match mover {
        Mover::Raid(raid) => {
            let on = |one: &&Fighter| one.quarry() == Some(raid) && one.dogfight.is_none();
            let units: Vec<UnitId> = p.open.sky.iter().filter(on).map(|one| one.unit).collect();
            for unit in units {
                combat::raf_attack(t, unit)?;
            }
        }
        Mover::Raf(unit) => {
            let on = |real: &Real| real.course == Course::Pursuit { quarry: unit };
            let raids = p
                .hidden
                .raids
                .iter()
                .filter(|raid| raid.real.as_ref().is_some_and(on));
            let raids: Vec<RaidId> = raids.map(|raid| raid.id).collect();
            for raid in raids {
                combat::hunters_attack(t, raid)?;
            }
        }
    }
    Ok(())
}

/// Rule 5.2/j: the Luftwaffe's air combat: tallies break, hunters look, hunters attack, then the Channel patrols.
pub(super) fn lw_phase(t: &mut Board<'_>) -> Play {
    let with = |p: Position<'_>, wanted: &dyn Fn(&Real) -> bool| -> Vec<RaidId> {
        let raids = p.hidden.raids.iter();
        raids
            .filter(|raid| raid.real.as_ref().is_some_and(wanted))
            .map(|raid| raid.id)
            .collect()
    };
    for raid in with(super::pos(t), &|real| {
        matches!(real.course, Course::Pursuit { .. })
    }) {
        keep_hunt(t, raid)?;
    }
    let free = with(super::pos(t), &|real| {
        hunts(real)
            && matches!(real.course, Course::Route | Course::Orbit)
            && real.units.iter().all(|one| one.dogfight.is_none())
    });
    for raid in free {
        for unit in prey(&super::pos(t), raid) {
            if hunt(t, raid, unit)? {
                break;
            }
        }
    }
    for raid in with(super::pos(t), &|real| {
        matches!(real.course, Course::Pursuit { .. })
    }) {
        combat::hunters_attack(t, raid)?;
    }
    super::specials::patrols(t)
}

/// RAF stacks a raid of hunters might see, nearest first.
fn prey(p: &Position<'_>, raid: RaidId) -> Vec<UnitId> {
    let Some(real) = p.hidden.real(raid) else {
        return Vec::new();
    };
    let leads = |one: &&Fighter| one.wing.is_none_or(|leader| leader == one.unit);
    let mut near: Vec<(u32, UnitId)> = Vec::new();
    for one in p.open.sky.iter().filter(leads) {
        let (far, murk) = apart(p, one, real);
        if far <= sight(p, murk) {
            near.push((far, one.unit));
        }
    }
    near.sort_unstable();
    near.into_iter().map(|(_, unit)| unit).collect()
}

/// Rule 12.1.1: a raid of hunters looks for a RAF stack: one card for all of it (12.1.4). It is drawn behind the screen;
/// while the raid is hidden the RAF learns of its tally only when it attacks (11.1.1/d).
fn hunt(t: &mut Board<'_>, raid: RaidId, on: UnitId) -> Play<bool> {
    let p = super::pos(t);
    let (Some(one), Some(real)) = (p.open.fighter(on), p.hidden.real(raid)) else {
        return Ok(false);
    };
    let (far, murk) = apart(&p, one, real);
    if far > sight(&p, murk) {
        return Ok(false);
    }
    let (ahead, angels) = (real.ahead.clone(), real.lowest());
    let whole = combat::party(&p, on);
    let who = key(t, on);
    let t: &mut Board<'_> = &mut super::lw(t);
    let label = format!("h{:02}/on-{who}-{angels}/card", raid.0);
    let Some(card) = detection::draw(t, label)? else {
        return Ok(false);
    };
    // 12.1.1: hunters read the Poor column; nobody leads them.
    let mark = t.data().cards[usize::from(card)].tally[usize::from(murk.category() - 1)][2];
    let hit = matches!(mark, Mark::Within(n) if n >= far.cast_signed());
    t.happen(Event::Unseen {
        raid,
        card: Some(card),
    })?;
    if !hit {
        return Ok(false);
    }
    // 12.1.2/a: far above or deep below the hunters let it be.
    let p = super::pos(t);
    let off = |unit: &UnitId| {
        let up = p.open.fighter(*unit).map_or(0, |one| one.angels - angels);
        up >= 4 || up <= -8
    };
    if whole.iter().all(off) {
        return Ok(false);
    }
    t.happen(Event::Turns {
        raid,
        course: Course::Pursuit { quarry: on },
        ahead,
    })?;
    if !t.data().on.hidden_tally_secret {
        t.reveal(Event::Hunts { raid, on })?;
    }
    Ok(true)
}

/// Rules 12.3, 12.3.1: whether hunters keep their tally.
fn keep_hunt(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let Course::Pursuit { quarry } = real.course else {
        return Ok(());
    };
    let Some(one) = p.open.fighter(quarry) else {
        return end_hunt(t, raid);
    };
    if real.units.iter().any(|one| one.dogfight.is_some()) {
        return Ok(());
    }
    let (far, murk) = apart(&p, one, real);
    if far > sight(&p, murk) {
        return end_hunt(t, raid);
    }
    let most = p.data.tables.breaks[murk as usize];
    if most == 0 {
        return Ok(());
    }
    let dice = super::lw(t).roll(format_args!("h{:02}/break", raid.0), 1, 6)?;
    if dice.sum() <= most {
        end_hunt(t, raid)
    } else {
        Ok(())
    }
}

/// Rules 10.2.7, 9.3.7/a: hunters without a tally go back to their Task, straight to the next point of their route; a
/// Channel patrol goes back to its box (21.1/a).
pub(super) fn end_hunt(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    if real.patrol.is_some() {
        return super::specials::back_to_box(t, raid);
    }
    let (ahead, course) = (real.ahead.clone(), Course::Route);
    super::lw(t).happen(Event::Turns {
        raid,
        course,
        ahead,
    })
}

/// Rule 12.1.5: one step toward Poor.
pub(super) fn confuse(t: &mut Board<'_>) -> Play {
    let to = match t.state().open.picture {
        AirPicture::Good => AirPicture::Degraded,
        AirPicture::Degraded => AirPicture::Poor,
        AirPicture::Poor => return Ok(()),
    };
    t.reveal(Event::Picture { to })
}
