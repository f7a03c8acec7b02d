//! Rules 9.3.22 and 11.2.1: hits on ships and points, what they carry, and what it scores.

use serde::{Deserialize, Serialize};

use super::super::event::{Cause, Event, Prize};
use super::super::side::Side;
use super::super::state::Cargo;
use super::super::units::Class;
use super::super::{Board, fights, pos};
use super::counters::Counter;
use super::hazards::Hazard;
use crate::board::UnitId;
use crate::engine::table::Play;

/// What harmed a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    Mine,
    UBoat,
    Guns,
    Shore,
}

impl Harm {
    pub(super) const fn of(hazard: Hazard) -> Self {
        match hazard {
            Hazard::UBoats => Self::UBoat,
            Hazard::GermanMines | Hazard::BritishMines => Self::Mine,
        }
    }

    /// The rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Mine => "9.5.7",
            Self::UBoat => "9.5.8",
            Self::Guns => "9.2.2",
            Self::Shore => "13.1",
        }
    }
}

/// Rule 11.2.1: a hit on a counter. A ship is damaged, then sunk; of points one is lost. A critical hit sinks at once all
/// but the greatest ships. A dummy is unmasked by the first shot (9.5.6).
pub(in super::super) fn hit(
    t: &mut Board<'_>,
    counter: &Counter,
    harm: Harm,
    critical: bool,
) -> Play {
    let v = pos(t);
    let left = counter.units.iter().rev().copied().find(|unit| {
        matches!(
            v.ship(*unit).at,
            super::super::state::Berth::Port(_) | super::super::state::Berth::Sea(_)
        )
    });
    let Some(unit) = left else { return Ok(()) };
    if v.hidden.dummies.contains(&unit) {
        return unmask(t, counter);
    }
    let capital = matches!(counter.class, Class::Bb | Class::Bc);
    let damaged = v.ship(unit).damaged;
    let sunk = counter.class.is_points() || damaged || critical && !capital;
    t.happen(Event::Harmed { unit, harm, sunk })?;
    score(t, unit, counter.class, sunk, damaged)?;
    if sunk { drown(t, unit) } else { Ok(()) }
}

/// Rule 9.5.6: a counter of barges that carried nothing is out of the game for good.
pub(in super::super) fn unmask(t: &mut Board<'_>, counter: &Counter) -> Play {
    let v = pos(t);
    let dummies = &v.hidden.dummies;
    let ships: Vec<UnitId> = counter
        .units
        .iter()
        .copied()
        .filter(|unit| dummies.contains(unit))
        .collect();
    if ships.is_empty() {
        return Ok(());
    }
    t.reveal(Event::Unmasked { ships })
}

/// Rules 15.1.1 and 15.1.2: what a British loss at sea scores.
fn score(t: &mut Board<'_>, unit: UnitId, class: Class, sunk: bool, damaged: bool) -> Play {
    if t.data().hull(unit).side() == Side::German {
        return Ok(());
    }
    let points = t.data().tables.naval.points;
    let (prize, ovp, nvp) = match class {
        Class::Ap => (Prize::Transport, 1, 0),
        Class::Dd | Class::Tb => (Prize::Destroyer, 0, points.dd),
        Class::Bb | Class::Bc if sunk => (Prize::Sunk, 0, points.bb[2]),
        Class::Bb | Class::Bc => (Prize::Damaged, 0, points.bb[0]),
        _ if sunk && !damaged => (Prize::Sunk, 0, points.critical),
        _ if sunk => (Prize::Sunk, 0, points.ca[2]),
        _ => (Prize::Damaged, 0, points.ca[0]),
    };
    t.happen(Event::Scores {
        prize,
        at: None,
        unit: Some(unit),
        ovp,
        nvp,
    })
}

/// Rule 9.3.22: what a lost point carried. A step on foot goes down with it; of a motorised step, or of swimming tanks,
/// one point of two lost is two hits, both are the end.
fn drown(t: &mut Board<'_>, ship: UnitId) -> Play {
    let v = pos(t);
    let aboard: Vec<Cargo> = v
        .hidden
        .cargo
        .iter()
        .filter(|cargo| cargo.on.contains(&ship))
        .cloned()
        .collect();
    for cargo in aboard {
        let unit = cargo.unit;
        let v = pos(t);
        let is_foot = v.printed(unit).is_foot();
        let left = cargo.on.len() - 1;
        let steps = usize::from(v.unit(unit).steps);
        let drowned = if is_foot {
            left < steps
        } else {
            left < 2 * steps && left + 2 <= 2 * steps
        };
        t.reveal(Event::Unships { unit, ship })?;
        if drowned {
            fights::lose(t, unit, 1, Cause::Sea)?;
        } else if !is_foot {
            t.reveal(Event::Shaken { unit, hits: 2 })?;
        }
    }
    Ok(())
}
