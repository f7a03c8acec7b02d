//! II: the Air Operations card (12.2 to 12.4).

use super::Board;
use super::event::Event;
use super::flak;
use super::map::Sector;
use super::orders::air::{AirOrder, Card};
use super::scenario::Mission;
use super::side::Side;
use super::state::{Bin, Position};
use super::units::Aircraft;
use crate::board::UnitId;
use crate::engine::ready::OnSheet;
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// The Air Allocation phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let turn = t.state().open.turn;
    // 12.23 a: what was not flown is ready again.
    t.happen(Event::Recalls { turn })?;
    for (n, bin) in [Bin::Flown, Bin::Abort1, Bin::Abort2]
        .into_iter()
        .enumerate()
    {
        make_ready(t, bin, n)?;
    }
    let pos = super::pos(t);
    if !pos.open.is_day() || in_bin(&pos, Bin::Ready).is_empty() {
        return Ok(());
    }
    let mut interdiction = Vec::new();
    for order in t.ask(Side::German, OnSheet(Card))? {
        match order {
            AirOrder::Split { unit } => {
                let halves = next_halves(&super::pos(t));
                t.happen(Event::Splits { unit, halves })?;
            }
            AirOrder::Join { unit: first, with } => {
                let halves = vec![first, with];
                if let Some(unit) = spare_wholes(&super::pos(t)).first().copied() {
                    t.happen(Event::Joins { unit, halves })?;
                }
            }
            AirOrder::Ground { units } => assign(t, units, Mission::Bombardment)?,
            AirOrder::Search { units } => assign(t, units, Mission::Search)?,
            AirOrder::Strike { units } => assign(t, units, Mission::Naval)?,
            AirOrder::Interdict { sector, units } => {
                assign(t, units.clone(), Mission::Interdiction)?;
                interdiction.push((sector, units));
            }
        }
    }
    for (sector, planes) in interdiction {
        interdict(t, sector, &planes)?;
    }
    Ok(())
}

/// Rule 12.31.
fn assign(t: &mut Board<'_>, units: Vec<UnitId>, mission: Mission) -> Play {
    t.happen(Event::Assigns { units, mission })
}

/// The air units in a box.
pub(super) fn in_bin(pos: &Position<'_>, bin: Bin) -> Vec<UnitId> {
    let there = |unit: &UnitId| pos.open.plane(pos.data, *unit) == bin;
    pos.data.plane_ids().filter(there).collect()
}

/// Rule 12.23 b to d: a die for each unit in a box.
pub(super) fn make_ready(t: &mut Board<'_>, bin: Bin, row: usize) -> Play {
    let pos = super::pos(t);
    let units = in_bin(&pos, bin);
    if units.is_empty() {
        return Ok(());
    }
    let turn = pos.open.turn;
    let adds = pos.data.scenario.readiness.iter();
    let adds = adds.filter(|one| one.turn.is_none_or(|on| on == turn));
    let adds: i32 = adds.map(|one| one.adds).sum();
    let most = t.data().tables.limits.readiness[row];
    let mut tally = Tally::of_rule("12.23");
    let name = ["flown", "abort-1", "abort-2"][row];
    let n = u32::try_from(units.len()).unwrap_or(0);
    let dice = t.roll(name, n, 10)?;
    let (mut ready, mut rest) = (Vec::new(), Vec::new());
    for (unit, die) in units.into_iter().zip(&dice.values) {
        // Added to the die: taken from what it must not exceed.
        let mut terms = vec![Term::new("readiness", most, "12.23")];
        if adds != 0 {
            terms.push(Term::new("strain", -adds, "14.1"));
        }
        tally.test(&t.data().plane(unit).id, terms, *die);
        let passed = tally.tests.last().is_some_and(|test| test.passed());
        if passed {
            ready.push(unit);
        } else {
            rest.push(unit);
        }
    }
    tally.dice(&dice);
    t.happen(Event::Readies {
        from: bin,
        ready,
        rest,
        tally,
    })
}

/// Rule 12.13: the halves that the next Ju-87 is split into.
pub(super) fn next_halves(pos: &Position<'_>) -> Vec<UnitId> {
    let half = |unit: &UnitId| pos.data.plane(*unit).kind == Aircraft::HalfJu87;
    let mut halves = in_bin(pos, Bin::Out);
    halves.retain(half);
    halves.truncate(2);
    halves
}

/// Rule 12.87: the counters that can take the place of two halves: those that were split.
pub(super) fn spare_wholes(pos: &Position<'_>) -> Vec<UnitId> {
    let whole = |unit: &UnitId| {
        let printed = pos.data.plane(*unit);
        printed.kind == Aircraft::Ju87 && printed.group.is_empty()
    };
    let half = |unit: &&UnitId| pos.data.plane(**unit).kind == Aircraft::HalfJu87;
    let planes: Vec<UnitId> = pos.data.plane_ids().collect();
    let halves = planes
        .iter()
        .filter(half)
        .filter(|unit| pos.open.plane(pos.data, **unit) != Bin::Out);
    let split = halves.count() / 2;
    in_bin(pos, Bin::Out)
        .into_iter()
        .filter(whole)
        .take(split)
        .collect()
}

/// Rule 12.41: those that come through the fire set the level of a sector.
pub(super) fn interdict(t: &mut Board<'_>, sector: Sector, planes: &[UnitId]) -> Play {
    let t: &mut Board<'_> = &mut t.within(sector.id());
    let units = flak::shoot_over_sector(t, planes)?;
    let strength = units
        .iter()
        .map(|unit| t.data().plane(*unit).bombardment)
        .sum();
    let limits = &t.data().tables.limits;
    let levels = limits.interdiction.get(sector.id());
    let reached = |needs: &&i32| **needs <= strength;
    let level = levels.map_or(0, |needs| needs.iter().filter(reached).count());
    t.happen(Event::Interdicts {
        sector,
        units,
        strength,
        level: i32::try_from(level).unwrap_or(0),
    })
}
