//! Rules 14 and 15: guns and balloons.

use super::Board;
use super::combat::{Hit, cohesion, down, spent_home};
use super::data::Guns;
use super::detection;
use super::event::Event;
use super::state::{Aircraft, Position, RaidId, Task};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rules 14.1.2, 14.1.3, 15: heights that heavy guns reach, and below which light ones and balloons do.
const HEAVY: std::ops::RangeInclusive<i32> = 6..=24;
const LIGHT: i32 = 4;

/// Rules 14.1.1, 15.1: guns and balloons of the hex, when a raid enters it or changes height in it.
pub(super) fn fire(t: &mut Board<'_>, raid: RaidId) -> Play {
    guns(t, raid)?;
    balloons(t, raid, false)
}

/// Rule 14.1: the guns of a place that reach a height: heavy, light or none.
pub(super) fn reach(p: &Position<'_>, at: SpaceId, lowest: i32) -> Option<bool> {
    let place = p.data.map.place(at);
    let heavy = match place.guns {
        Guns::None => false,
        Guns::All => true,
        Guns::Late => p.data.scenario.late_guns,
    };
    if heavy && HEAVY.contains(&lowest) {
        return Some(true);
    }
    (place.light_guns && lowest <= LIGHT).then_some(false)
}

/// Rule 14.1.1: one roll for the raid. What the guns fire at is seen (11.1.1/a).
pub(super) fn guns(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let (at, lowest) = (real.at, real.lowest());
    let Some(heavy) = reach(&p, at, lowest) else {
        return Ok(());
    };
    // 14.1.2: heavy guns spare the RAF's own.
    if heavy && p.open.sky.iter().any(|one| one.at == at) {
        return Ok(());
    }
    let chosen = victim(&p, &real.units);
    if t.data().on.hidden_shown_by_aa {
        detection::show(t, raid)?;
    }
    let shown = super::pos(t)
        .hidden
        .plot(raid)
        .is_some_and(super::state::Plot::on_map);
    let t: &mut Board<'_> = &mut super::lw(t);
    let t: &mut Board<'_> = &mut t.within(format_args!("guns-{lowest}"));
    let mut tally = Tally::of_rule("14.1.1");
    let dice = t.roll("fire", 2, 6)?;
    tally.dice(&dice);
    let chart = &t.data().tables.flak;
    let column = chart.named(if heavy { "haa" } else { "laa" }).unwrap_or(0);
    let shot = chart.cell(dice.sum(), column).and_then(|shot| shot.0);
    let losses = shot.map_or(0, |shot| shot.losses);
    t.reveal(Event::Flak {
        raid: shown.then_some(raid),
        at,
        heavy,
        losses,
        tally,
    })?;
    let (Some(shot), Some(unit)) = (shot, chosen) else {
        return Ok(());
    };
    let name = super::combat::of_letter(&super::pos(t), raid, unit);
    let column = super::combat::cohesion_column(&super::pos(t), unit);
    let (levels, tally) = cohesion(t, &name, column, &[("guns", shot.cohesion, "14.1.1")])?;
    let hit = Hit {
        losses,
        levels,
        fought: false,
        tally: Some(tally),
    };
    down(t, raid, unit, hit, shown)?;
    spent_home(t, raid)?;
    super::combat::tell(t, raid)
}

/// Rule 14.1.1/a: one of the lowest; a bomber if there is one; the least disrupted.
fn victim(p: &Position<'_>, units: &[Aircraft]) -> Option<UnitId> {
    let lowest = units.iter().map(|one| one.angels).min()?;
    let low = units.iter().filter(|one| one.angels == lowest);
    let order = |one: &&Aircraft| {
        let disruption = p.hidden.log(one.unit).map_or(0, |log| log.disruption);
        (!p.data.unit(one.unit).bomber, disruption, one.unit)
    };
    low.min_by_key(order).map(|one| one.unit)
}

/// Rule 15.1: each unit that is to bomb and flies so low rolls; a double may cost an aircraft.
pub(super) fn balloons(t: &mut Board<'_>, raid: RaidId, dives: bool) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    if !p.data.map.balloons(real.at) {
        return Ok(());
    }
    let at = real.at;
    let low = real
        .units
        .iter()
        .filter(|one| one.task == Task::Bombing && one.angels <= LIGHT);
    let units: Vec<UnitId> = low.map(|one| one.unit).collect();
    let points = p
        .open
        .balloons_down
        .iter()
        .find(|(hex, _)| *hex == at)
        .map_or(0, |(_, points)| *points);
    let value = |name: &str| t.data().tables.modifier("cohesion", name);
    let mut terms = vec![("balloons-down", points * value("balloons-down"), "15.2")];
    if dives {
        terms.push(("dive-entry", value("dive-entry"), "15.1"));
    }
    for unit in units {
        let shown = super::pos(t)
            .hidden
            .plot(raid)
            .is_some_and(super::state::Plot::on_map);
        let t: &mut Board<'_> = &mut super::lw(t);
        let t: &mut Board<'_> = &mut t.within(if dives { "balloons-dive" } else { "balloons" });
        let name = super::combat::of_letter(&super::pos(t), raid, unit);
        let (levels, tally) = cohesion(t, &name, "balloon", &terms)?;
        let double = tally
            .dice
            .first()
            .is_some_and(|dice| dice.die(0) == dice.die(1));
        let mut losses = 0;
        if double {
            losses = i32::from(t.roll(format_args!("{name}/cable"), 1, 6)?.sum() == 1);
        }
        let hit = Hit {
            losses,
            levels,
            fought: false,
            tally: Some(tally),
        };
        down(t, raid, unit, hit, shown)?;
    }
    spent_home(t, raid)?;
    super::combat::tell(t, raid)
}
