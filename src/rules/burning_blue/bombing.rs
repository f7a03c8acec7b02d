//! Rule 16: bombs, and what they do.

use super::Board;
use super::combat::{Hit, cohesion, down, freed, score, spent_home, tell};
use super::data::{Bomber, FieldClass, TargetKind};
use super::detection;
use super::event::Event;
use super::flak;
use super::state::{Method, Position, RaidId, Task};
use super::weather;
use crate::board::UnitId;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// How a raid came to drop its bombs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct How {
    pub lost: bool,
    pub decoyed: bool,
    pub foul: bool,
}

/// Rule 16.2.2: a dive begins between these heights; from the second one it is worth more; it ends at the last.
const DIVES: std::ops::RangeInclusive<i32> = 4..=14;
const STEEP: i32 = 8;
const BOTTOM: i32 = 2;
/// Level bombing from so high scatters.
const HIGH: i32 = 20;

/// A unit that bombs: from which height, and how.
struct Run {
    unit: UnitId,
    from: i32,
    method: Method,
}

/// Rule 16.2: a raid over its target drops its bombs, all at once (16.1).
pub(super) fn bomb(t: &mut Board<'_>, raid: RaidId, how: How) -> Play {
    let t: &mut Board<'_> = &mut t.within("bombs");
    let Some(runs) = runs(&super::pos(t), raid, how) else {
        return Ok(());
    };
    if runs.is_empty() {
        return Ok(());
    }
    // 11.1.1/b: bombs are noticed.
    if t.data().on.hidden_shown_by_attack {
        detection::show(t, raid)?;
    }
    let dive = runs.iter().any(|run| run.method == Method::Dive);
    if dive {
        super::lw(t).happen(Event::Dives { raid, to: BOTTOM })?;
        // The dive spends a point in the hex: guns and balloons once more.
        flak::guns(t, raid)?;
        flak::balloons(t, raid, true)?;
    }
    let all_disrupted = runs.iter().all(|run| disrupted(&super::pos(t), run.unit));
    let Some(target) = super::pos(t).hidden.real(raid).and_then(|real| real.target) else {
        return Ok(());
    };
    let mut hit = false;
    for run in &runs {
        hit |= drop_bombs(t, raid, target, run, how)?;
    }
    if hit && !how.decoyed {
        let worse = -i32::from(all_disrupted) - 3 * i32::from(how.lost);
        let precise = runs.iter().any(|run| run.method != Method::Level);
        damage(t, target, worse, precise)?;
    }
    if dive {
        for run in runs.iter().filter(|run| run.method == Method::Dive) {
            pull_out(t, raid, run.unit)?;
        }
    }
    freed(t, raid)?;
    spent_home(t, raid)?;
    tell(t, raid)
}

fn disrupted(p: &Position<'_>, unit: UnitId) -> bool {
    p.hidden.log(unit).is_some_and(|log| log.disruption > 0)
}

/// Who bombs, and how: a dive needs a height, and no Foul weather (16.2.2).
fn runs(p: &Position<'_>, raid: RaidId, how: How) -> Option<Vec<Run>> {
    let real = p.hidden.real(raid)?;
    let target = real.target.map(|target| &p.data.map.targets[target])?;
    let small = matches!(
        target.kind,
        TargetKind::Convoy | TargetKind::RdfCh | TargetKind::RdfChl
    );
    let bombs = real
        .units
        .iter()
        .filter(|one| one.task == Task::Bombing && one.bombs);
    let run = |one: &super::state::Aircraft| {
        let rating = p.data.rating(one.unit);
        let may_dive = rating.dives
            && (small || !rating.small_only)
            && DIVES.contains(&one.angels)
            && !how.foul;
        let method = match real.method {
            Method::Dive if may_dive => Method::Dive,
            Method::Low if one.angels == 0 => Method::Low,
            _ => Method::Level,
        };
        Run {
            unit: one.unit,
            from: one.angels,
            method,
        }
    };
    Some(bombs.map(run).collect())
}

/// Rule 16.3.1: one unit's bombs; the sum of the modifiers is the column.
fn drop_bombs(t: &mut Board<'_>, raid: RaidId, target: usize, run: &Run, how: How) -> Play<bool> {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(false);
    };
    if !real.units.iter().any(|one| one.unit == run.unit) {
        return Ok(false);
    }
    let at = real.at;
    let printed = p.data.unit(run.unit);
    let mut tally = Tally::of_rule("16.3.1");
    let value = |name: &str| p.data.tables.modifier("bombs", name);
    let sky = weather::worst_below(&p, at, run.from);
    if disrupted(&p, run.unit) {
        tally.term("bombs-disrupted", value("disrupted"), "16.3.1");
    }
    match sky {
        4 => tally.term("bombs-foul", value("foul"), "16.3.1"),
        3 => tally.term("bombs-broken", value("broken"), "16.3.1"),
        _ => &mut tally,
    };
    if how.decoyed {
        tally.term("bombs-decoyed", value("decoyed"), "9.3.4/c");
    } else if how.lost {
        tally.term("bombs-lost", value("lost"), "9.3.5");
    }
    let clear = !how.lost && !how.decoyed && sky < 3;
    match run.method {
        Method::Dive if clear && run.from >= STEEP => {
            tally.term("bombs-dive", value("dive"), "16.2.2")
        }
        Method::Low if clear => tally.term("bombs-low", value("low"), "16.2.3"),
        Method::Level if run.from >= HIGH => tally.term("bombs-high", value("high"), "16.2.1"),
        _ => &mut tally,
    };
    if t.data().on.opt_accounting && !accounted(&super::pos(t), raid) {
        tally.term(
            "bombs-unaccounted",
            t.data().tables.modifier("bombs", "unaccounted"),
            "22.1.1",
        );
    }
    let sum = tally.terms.iter().map(|term| term.value).sum();
    let row = if printed.bomber {
        Bomber::Level
    } else {
        Bomber::Jabo
    };
    let large = printed.size == super::data::Size::Large;
    let halves = t.data().tables.score(row, large, sum);
    let (unit, dived) = (Some(run.unit), run.method == Method::Dive);
    let letter = super::combat::of_letter(&super::pos(t), raid, run.unit).to_uppercase();
    let which = super::pos(t).hidden.real(raid).and_then(|real| {
        real.units
            .iter()
            .find(|one| one.unit == run.unit)
            .map(|one| one.letter)
    });
    let which = which.unwrap_or(0);
    let name = t.data().map.targets[target].name.clone();
    t.reveal(Event::Bombs {
        raid,
        letter,
        which,
        unit,
        at,
        target: name,
        halves,
        dived,
        tally: Some(tally),
    })?;
    Ok(true)
}

/// Rule 22.1.1, option: enough different squadrons have attacked the raid.
fn accounted(p: &Position<'_>, raid: RaidId) -> bool {
    let Some(real) = p.hidden.real(raid) else {
        return false;
    };
    let halves: i32 = real
        .attacked_by
        .iter()
        .map(|unit| {
            if p.data.unit(*unit).size == super::data::Size::Large {
                2
            } else {
                1
            }
        })
        .sum();
    let bombers = real.units.iter().filter(|one| one.task == Task::Bombing);
    let thirds: i32 = bombers
        .map(|one| {
            if p.data.unit(one.unit).size == super::data::Size::Large {
                3
            } else {
                1
            }
        })
        .sum();
    3 * halves >= 2 * p.data.scenario.accounting * thirds
}

/// Rule 16.4: once for the raid, by category.
fn damage(t: &mut Board<'_>, target: usize, worse: i32, precise: bool) -> Play {
    let target = &t.data().map.targets[target];
    let (field, station) = (target.field, target.station);
    if let Some(station) = station.filter(|_| precise) {
        let mut tally = extra("16.4.4", worse);
        let dice = t.roll("rdf", 2, 6)?;
        tally.dice(&dice);
        let out = tally.total() >= 5;
        let at = t.data().map.stations[station].at;
        t.reveal(Event::RdfHit {
            station,
            at,
            out,
            tally,
        })?;
    }
    let Some(field) = field else { return Ok(()) };
    let printed = &t.data().map.fields[field];
    if !printed.fighter_command() {
        return Ok(());
    }
    let (at, class, capacity) = (printed.at, printed.class, printed.capacity);
    let mut tally = extra("16.4.1", worse);
    let dice = t.roll("airfield", 1, 6)?;
    tally.dice(&dice);
    let wanted = match tally.total() {
        ..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    };
    let lost = t
        .state()
        .open
        .fields
        .get(field)
        .map_or(0, |damage| damage.capacity_lost);
    let lost = wanted.min(capacity - lost).max(0);
    let until = t.state().open.turn + 1;
    t.reveal(Event::FieldHit {
        field,
        at,
        lost,
        until,
        tally,
    })?;
    if class == FieldClass::Sector {
        let mut tally = extra("16.4.2", worse);
        let dice = t.roll("ops-room", 2, 6)?;
        tally.dice(&dice);
        let hit = tally.total() >= 11;
        t.reveal(Event::OpsRoom {
            field,
            at,
            hit,
            tally,
        })?;
    }
    on_the_ground(t, field, worse, "bombed")
}

fn extra(rule: &str, worse: i32) -> Tally {
    let mut tally = Tally::of_rule(rule);
    tally.term("bombs-scattered", worse, "16.4");
    tally
}

/// Rule 16.4.3: squadrons on the ground of an airfield that was attacked. Which stand there only the RAF knows.
fn on_the_ground(t: &mut Board<'_>, field: usize, worse: i32, what: &str) -> Play {
    let here: Vec<(UnitId, bool)> = super::pos(t)
        .hidden
        .tote
        .iter()
        .filter(|one| one.field == field)
        .map(|one| (one.unit, one.state == super::state::Readiness::Available))
        .collect();
    for (unit, available) in here {
        let id = t.data().unit(unit).id.clone();
        let t: &mut Board<'_> = &mut t.behind_screen(super::side::Side::Raf);
        let mut tally = Tally::of_rule("16.4.3");
        tally.term("bombs-scattered", worse, "16.4");
        let dice = t.roll(format_args!("{what}/{id}"), 2, 6)?;
        tally.dice(&dice);
        let chart = &t.data().tables.ground;
        let column = chart
            .named(if available { "available" } else { "other" })
            .unwrap_or(0);
        let losses = chart.cell(tally.total(), column).copied().unwrap_or(0);
        let p = super::pos(t);
        let lost = p.hidden.log(unit).map_or(0, |log| log.losses);
        let threshold = p.data.unit(unit).threshold;
        let losses = losses.min(threshold - lost).max(0);
        let destroyed = lost + losses >= threshold;
        t.happen(Event::OnGround {
            unit,
            losses,
            destroyed,
            tally,
        })?;
        // 22/a: half a point each; the track is open to all.
        score(t, losses, "ground")?;
    }
    Ok(())
}

/// Rule 13.5.3: who has dived pulls out, and may be scattered.
fn pull_out(t: &mut Board<'_>, raid: RaidId, unit: UnitId) -> Play {
    let p = super::pos(t);
    if !p
        .hidden
        .real(raid)
        .is_some_and(|real| real.units.iter().any(|one| one.unit == unit))
    {
        return Ok(());
    }
    let column = super::combat::cohesion_column(&p, unit);
    let name = format!("dive-{}", super::combat::of_letter(&p, raid, unit));
    let shown = p.hidden.plot(raid).is_some_and(super::state::Plot::on_map);
    let t: &mut Board<'_> = &mut super::lw(t);
    let (levels, tally) = cohesion(t, &name, column, &[])?;
    let hit = Hit {
        losses: 0,
        levels,
        fought: false,
        tally: Some(tally),
    };
    down(t, raid, unit, hit, shown)
}
