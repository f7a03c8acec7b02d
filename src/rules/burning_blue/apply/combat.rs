//! Tally, pursuit and combat (12 to 15).

use super::super::data::{Craft, Data};
use super::super::event::Combat;
use super::super::state::{
    Aircraft, Dogfight, Fighter, Hidden, Open, Order, Plot, RaidId, Real, Seen, Silhouette, Task,
};
use crate::board::{SpaceId, UnitId};

fn with(s: &mut Open, unit: UnitId, change: impl FnOnce(&mut Fighter)) {
    if let Some(one) = s.sky.iter_mut().find(|one| one.unit == unit) {
        change(one);
    }
}

/// Those that fly with a unit.
fn wing(s: &Open, unit: UnitId) -> Vec<UnitId> {
    let leader = s.fighter(unit).and_then(|one| one.wing);
    match leader {
        Some(leader) => s
            .sky
            .iter()
            .filter(|one| one.wing == Some(leader))
            .map(|one| one.unit)
            .collect(),
        None => vec![unit],
    }
}

pub(super) fn open(_: &Data, s: &mut Open, event: Combat<'_>) {
    match event {
        Combat::Tallies { unit, raid, .. } => with(s, *unit, |one| {
            one.order = Some(Order::Pursuit { raid: *raid });
            one.must_change = false;
        }),
        Combat::TallyLost { unit, .. } => with(s, *unit, |one| {
            if one.quarry().is_some() {
                one.order = None;
                one.must_change = true;
            }
        }),
        Combat::Intercepts {
            unit,
            raid,
            target,
            to,
            angels,
            climbed,
            ..
        } => {
            for unit in wing(s, *unit) {
                with(s, unit, |one| {
                    one.attacked.push((*raid, *target));
                    one.at = *to;
                    one.angels = *angels;
                    one.climbed |= *climbed;
                });
            }
        }
        Combat::Hurt {
            unit,
            destroyed: true,
            ..
        } => gone(s, *unit),
        Combat::Dogfight {
            id,
            raid,
            at,
            angels,
            raf,
            ..
        } => {
            for unit in raf {
                with(s, *unit, |one| {
                    one.dogfight = Some(*id);
                    one.wing = None;
                    one.balbo = 0;
                    one.at = *at;
                    one.angels = *angels;
                });
            }
            match s.dogfights.iter_mut().find(|one| one.id == *id) {
                Some(fight) => {
                    fight.raf.extend(raf.iter().copied());
                    fight.raf.sort_unstable();
                    fight.raf.dedup();
                }
                None => s.dogfights.push(Dogfight {
                    id: *id,
                    at: *at,
                    angels: *angels,
                    raid: *raid,
                    raf: raf.clone(),
                }),
            }
        }
        Combat::Drifts { id, at } => {
            if let Some(fight) = s.dogfights.iter_mut().find(|one| one.id == *id) {
                fight.at = *at;
            }
            for one in s.sky.iter_mut().filter(|one| one.dogfight == Some(*id)) {
                one.at = *at;
            }
        }
        Combat::Breaks { unit } => leaves(s, *unit),
        Combat::FightEnds { id, .. } => {
            s.dogfights.retain(|one| one.id != *id);
            for one in s.sky.iter_mut().filter(|one| one.dogfight == Some(*id)) {
                one.dogfight = None;
            }
        }
        Combat::Flak {
            at, heavy: true, ..
        } => {
            if !s.barrages.contains(at) {
                s.barrages.push(*at);
                s.barrages.sort_unstable();
            }
        }
        Combat::Changed { .. }
        | Combat::Looks { .. }
        | Combat::OutOfSight { .. }
        | Combat::Unsighted { .. }
        | Combat::Hunts { .. }
        | Combat::Reacts { .. }
        | Combat::Strikes { .. }
        | Combat::Faces { .. }
        | Combat::Fires { .. }
        | Combat::Hurt { .. }
        | Combat::Downed { .. }
        | Combat::Jettisons { .. }
        | Combat::Frees { .. }
        | Combat::BreaksLw { .. }
        | Combat::PatrolUp { .. }
        | Combat::PatrolBack { .. }
        | Combat::Flak { .. } => {}
    }
}

/// A unit is no longer in its Dogfight.
fn leaves(s: &mut Open, unit: UnitId) {
    with(s, unit, |one| one.dogfight = None);
    for fight in &mut s.dogfights {
        fight.raf.retain(|one| *one != unit);
    }
}

/// A unit is no longer in the sky.
pub(super) fn gone(s: &mut Open, unit: UnitId) {
    leaves(s, unit);
    s.sky.retain(|one| one.unit != unit);
}

fn real(s: &mut Hidden, raid: RaidId, change: impl FnOnce(&mut Real)) {
    let known = s.raids.iter_mut().find(|one| one.id == raid);
    if let Some(real) = known.and_then(|raid| raid.real.as_mut()) {
        change(real);
    }
}

fn plot(s: &mut Hidden, raid: RaidId, change: impl FnOnce(&mut Plot)) {
    let known = s.raids.iter_mut().find(|one| one.id == raid);
    if let Some(plot) = known.and_then(|raid| raid.plot.as_mut()) {
        change(plot);
    }
}

/// A raid that fights stands on the map, and the types of its fighters are known.
fn faces(s: &mut Hidden, raid: RaidId, at: SpaceId, shapes: &[Silhouette], kinds: &[(u8, Craft)]) {
    let plot = super::raid(s, raid).plot.get_or_insert_with(|| Plot {
        seen: Seen::Shown,
        at,
        turn: 0,
        strength: 0,
        best: 0,
        angels: 0,
        track: Vec::new(),
        units: Vec::new(),
    });
    if !plot.on_map() {
        plot.seen = Seen::Shown;
    }
    plot.at = at;
    plot.units = shapes.to_vec();
    for one in &mut plot.units {
        let known = kinds.iter().find(|(letter, _)| *letter == one.letter);
        one.craft = known.map(|(_, craft)| *craft).or(one.craft);
    }
}

/// Changes the aircraft with these letters: the truth, and the Luftwaffe's own.
fn lettered(s: &mut Hidden, raid: RaidId, which: &[u8], change: impl Fn(&mut Aircraft)) {
    real(s, raid, |real| {
        for one in real
            .units
            .iter_mut()
            .filter(|one| which.contains(&one.letter))
        {
            change(one);
        }
    });
}

pub(super) fn hidden(_: &Data, s: &mut Hidden, event: Combat<'_>) {
    match event {
        Combat::Changed { raid, units } => real(s, *raid, |real| real.units.clone_from(units)),
        Combat::Looks { card, .. } | Combat::Tallies { card, .. } => super::card_aside(s, *card),
        Combat::Unsighted { raid } => plot(s, *raid, |plot| {
            if plot.seen == Seen::Tallied {
                plot.seen = Seen::Detected;
            }
        }),
        Combat::Strikes {
            raid,
            which,
            to,
            angels,
            climbed,
            struck,
            ..
        } => {
            let at = *to;
            real(s, *raid, |real| {
                real.struck = struck.or(real.struck);
                if let Some(at) = at {
                    real.at = at;
                }
                for one in real
                    .units
                    .iter_mut()
                    .filter(|one| at.is_some() && which.contains(&one.letter))
                {
                    one.angels = *angels;
                    one.climbed |= *climbed;
                }
            });
        }
        Combat::Faces {
            raid,
            at,
            units,
            kinds,
        } => faces(s, *raid, *at, units, kinds),
        Combat::Intercepts { unit, raid, .. } => real(s, *raid, |real| {
            if !real.attacked_by.contains(unit) {
                real.attacked_by.push(*unit);
            }
        }),
        Combat::Hurt {
            unit,
            losses,
            levels,
            destroyed,
            fought,
            own: true,
            ..
        } => {
            let log = super::log(s, *unit);
            log.losses += losses;
            log.disruption += levels;
            log.destroyed |= destroyed;
            log.fought |= fought;
            log.low_ammo |= fought;
        }
        Combat::Downed {
            raid,
            which,
            unit,
            losses,
            levels,
            destroyed,
            fought,
            ..
        } => {
            if let Some(unit) = *unit {
                let log = super::log(s, unit);
                log.losses += losses;
                log.disruption += levels;
                log.destroyed |= destroyed;
                log.fought |= fought;
                log.low_ammo |= fought;
                if *destroyed {
                    real(s, *raid, |real| real.units.retain(|one| one.unit != unit));
                    if let Some(plan) = &mut s.plan {
                        plan.home.push(unit);
                    }
                }
            }
            plot(s, *raid, |plot| {
                if *destroyed {
                    plot.units.retain(|one| one.letter != *which);
                }
                for one in plot.units.iter_mut().filter(|one| one.letter == *which) {
                    one.disruption += levels;
                }
            });
        }
        Combat::Jettisons { raid, units, .. } => real(s, *raid, |real| {
            for one in real
                .units
                .iter_mut()
                .filter(|one| units.contains(&one.unit))
            {
                one.bombs = false;
            }
        }),
        Combat::Frees { raid } => real(s, *raid, |real| {
            for one in &mut real.units {
                one.task = Task::FreeHunt;
            }
        }),
        Combat::Dogfight {
            id,
            raid,
            angels,
            which,
            ..
        } => lettered(s, *raid, which, |one| {
            one.dogfight = Some(*id);
            one.angels = *angels;
        }),
        Combat::BreaksLw { raid, which, .. } => {
            lettered(s, *raid, which, |one| one.dogfight = None);
        }
        Combat::FightEnds { id, raid } => real(s, *raid, |real| {
            for one in real
                .units
                .iter_mut()
                .filter(|one| one.dogfight == Some(*id))
            {
                one.dogfight = None;
            }
        }),
        Combat::PatrolUp { raid, real } => {
            s.numbers.take();
            let at = real.patrol;
            super::raid(s, *raid).real = Some(real.clone());
            if let (Some(plan), Some(n)) = (&mut s.plan, at)
                && let Some(units) = plan.patrols.get_mut(n)
            {
                units.clear();
            }
        }
        Combat::PatrolBack { raid, n, back, out } => {
            super::raid(s, *raid).real = None;
            if let Some(plan) = &mut s.plan {
                if let Some(units) = plan.patrols.get_mut(*n) {
                    units.clone_from(back);
                }
                plan.home.extend(out.iter().copied());
            }
        }
        Combat::TallyLost { .. }
        | Combat::OutOfSight { .. }
        | Combat::Hunts { .. }
        | Combat::Reacts { .. }
        | Combat::Fires { .. }
        | Combat::Hurt { .. }
        | Combat::Drifts { .. }
        | Combat::Breaks { .. }
        | Combat::Flak { .. } => {}
    }
}
