//! Rules 9.5.7 to 9.5.10: mines, U-boats, and escorts against them.

use serde::{Deserialize, Serialize};

use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Berth, Position};
use super::super::tables::Weather;
use super::super::units::Class;
use super::super::{Board, pos};
use super::counters::{Counter, counters};
use super::losses::{self, Harm};
use super::seas;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// What lies in wait in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hazard {
    GermanMines,
    BritishMines,
    UBoats,
}

impl Hazard {
    /// The rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::GermanMines => "9.5.7",
            Self::UBoats => "9.5.8",
            Self::BritishMines => "9.5.9",
        }
    }

    /// Its name in keys.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GermanMines => "german-mines",
            Self::UBoats => "u-boats",
            Self::BritishMines => "british-mines",
        }
    }

    /// The key of its words.
    pub const fn words(self, struck: bool) -> &'static str {
        match (self, struck) {
            (Self::GermanMines | Self::BritishMines, true) => "eng-mines-strike",
            (Self::GermanMines | Self::BritishMines, false) => "eng-mines-miss",
            (Self::UBoats, true) => "eng-u-boats-strike",
            (Self::UBoats, false) => "eng-u-boats-miss",
        }
    }
}

/// What threatens the ships of a side in a zone.
pub(in super::super) fn of(v: &Position<'_>, side: Side, zone: SpaceId) -> Vec<Hazard> {
    let mut found = Vec::new();
    match side {
        Side::British => {
            if v.open.mines == Some(zone) {
                found.push(Hazard::GermanMines);
            }
            if v.open.uboats.contains(&zone) && v.open.weather != Weather::Stormy {
                found.push(Hazard::UBoats);
            }
        }
        Side::German => {
            let mined = v.data.map.zone_of_box(zone).is_some_and(|one| one.mines);
            if mined && british_capacity(v, zone) >= v.data.tables.naval.numbers.mines_need {
                found.push(Hazard::BritishMines);
            }
        }
    }
    found
}

/// Rule 9.5.9: the capacity of the ports on a zone that the British hold, with their hits.
pub(in super::super) fn british_capacity(v: &Position<'_>, zone: SpaceId) -> i32 {
    let hexes = v
        .data
        .map
        .harbours
        .iter()
        .filter(|at| v.data.map.place(**at).opens == Some(zone));
    let ports: i32 = hexes.map(|at| v.port(*at, Side::British)).sum();
    let off: i32 = v
        .data
        .map
        .boxes()
        .filter(|at| v.control(*at) == Side::British)
        .filter_map(|at| v.data.map.zone_of_box(at))
        .flat_map(|one| &one.ports)
        .filter(|(sea, _)| *sea == zone)
        .map(|(_, capacity)| *capacity)
        .sum();
    ports + off
}

/// Rule 9.5.10: the ships that have no escort: each point of destroyers or torpedo boats covers two, the greatest first.
fn unescorted(v: &Position<'_>, fleet: &[Counter]) -> Vec<UnitId> {
    let escorts = fleet
        .iter()
        .filter(|one| matches!(one.class, Class::Dd | Class::Tb));
    let covered =
        escorts.map(|one| one.units.len()).sum::<usize>() * v.data.tables.naval.numbers.escort;
    let mut ships: Vec<&Counter> = fleet.iter().filter(|one| !one.class.is_points()).collect();
    ships.sort_by_key(|one| (-one.worth(), one.lead()));
    ships.into_iter().skip(covered).map(Counter::lead).collect()
}

/// Rules 9.5.7 to 9.5.9: ships of one stack enter a zone, or lie in it when detection begins; those that are left.
pub(in super::super) fn threaten(
    t: &mut Board<'_>,
    side: Side,
    zone: SpaceId,
    ships: &[UnitId],
) -> Play<Vec<UnitId>> {
    for hazard in of(&pos(t), side, zone) {
        let fleet = here(&pos(t), zone, ships);
        strike(t, side, zone, hazard, &fleet)?;
    }
    Ok(here(&pos(t), zone, ships))
}

/// Those of some ships that are in a zone of sea.
pub(in super::super) fn here(v: &Position<'_>, zone: SpaceId, ships: &[UnitId]) -> Vec<UnitId> {
    ships
        .iter()
        .copied()
        .filter(|ship| v.ship(*ship).at == Berth::Sea(zone))
        .collect()
}

fn strike(t: &mut Board<'_>, side: Side, zone: SpaceId, hazard: Hazard, ships: &[UnitId]) -> Play {
    let v = pos(t);
    let fleet = counters(&v, ships);
    let Some(lead) = fleet.first().map(Counter::lead) else {
        return Ok(());
    };
    let numbers = &v.data.tables.naval.numbers;
    let (most, worse) = match hazard {
        Hazard::GermanMines => (numbers.german_mines, numbers.unescorted),
        Hazard::BritishMines => (numbers.british_mines, numbers.unescorted),
        Hazard::UBoats => (numbers.u_boats, numbers.unescorted),
    };
    let alone = unescorted(&v, &fleet);
    let key = v.data.label(lead).1.to_owned();
    let place = v.data.map.place(zone).key.clone();
    let count = u32::try_from(fleet.len()).unwrap_or(0);
    let dice = t.roll(format_args!("{}-{place}-{key}", hazard.name()), count, 10)?;
    let mut tally = Tally::of_rule(hazard.rule());
    let mut hit = Vec::new();
    for (n, counter) in fleet.iter().enumerate() {
        let die = dice.die(n) % 10;
        let mut terms = vec![Term::new(hazard.name(), most, hazard.rule())];
        if alone.contains(&counter.lead()) {
            terms.push(Term::new("unescorted", -worse, "9.5.10"));
        }
        let needed: i32 = terms.iter().map(|term| term.value).sum();
        let of = t.data().label(counter.lead()).1.to_owned();
        tally.test(&of, terms, u32::try_from(die).unwrap_or(0));
        if die <= needed {
            hit.push(counter.clone());
        }
    }
    tally.dice(&dice);
    let struck: Vec<UnitId> = hit.iter().map(Counter::lead).collect();
    t.happen(Event::Mined {
        side,
        zone,
        hazard,
        ships: fleet.iter().map(Counter::lead).collect(),
        struck,
        tally,
    })?;
    for counter in hit {
        losses::hit(t, &counter, Harm::of(hazard), false)?;
    }
    Ok(())
}

/// Rule 9.5.7: what befalls those who lie still when a side begins to look for its enemies.
pub(in super::super) fn lie_in_wait(t: &mut Board<'_>, side: Side) -> Play {
    let enemy = side.other();
    for zone in seas::all(t.data()) {
        let stacks: Vec<Vec<UnitId>> = pos(t)
            .stacks(enemy)
            .into_iter()
            .filter(|(at, _)| *at == zone)
            .map(|(_, ships)| ships)
            .collect();
        for ships in stacks {
            threaten(t, enemy, zone, &ships)?;
        }
    }
    Ok(())
}
