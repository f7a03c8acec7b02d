//! Rules 3.5 and 3.6: generals and admirals.

use super::Board;
use super::class::{Arm, Class};
use super::event::{Check, Event, Fate, How, Why};
use super::nation::Alliance;
use super::orders::{Flag, Flee, Inspire};
use super::position::Position;
use super::state::Where;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 3.6: the ship with the highest attack.
pub(super) fn flagship(pos: Position<'_>, ships: &[UnitId]) -> Option<UnitId> {
    let best = ships.iter().map(|ship| pos.attack(*ship)).max()?;
    ships.iter().copied().find(|ship| pos.attack(*ship) == best)
}

/// The admiral with some ships.
pub(super) fn admiral_of(pos: Position<'_>, ships: &[UnitId]) -> Option<UnitId> {
    let aboard = |unit: &UnitId| {
        pos.class(*unit) == Class::Admiral
            && pos.carrier(*unit).is_some_and(|ship| ships.contains(&ship))
    };
    pos.d.unit_ids().find(aboard)
}

/// Rules 3.6 and 3.6/a: the admiral goes to the strongest ship, for the whole battle, and helps as many as his
/// strength; gives the ships he helps.
pub(super) fn flag(t: &mut Board<'_>, ships: &[UnitId]) -> Play<Vec<UnitId>> {
    let pos = super::pos(t);
    let Some(leader) = admiral_of(pos, ships) else {
        return Ok(Vec::new());
    };
    let most = ships.iter().map(|ship| pos.attack(*ship)).max();
    let best = ships.iter().copied();
    let mut best: Vec<UnitId> = best
        .filter(|ship| Some(pos.attack(*ship)) == most)
        .collect();
    // Where he is already comes first.
    best.sort_by_key(|ship| pos.carrier(leader) != Some(*ship));
    let ship = if best.len() > 1 {
        let (units, to) = (vec![leader], best);
        let owner = t.data().owner(leader);
        Some(t.ask(owner, OneOf(Flag { units, to }))?)
    } else {
        best.first().copied()
    };
    if let Some(ship) = ship
        && super::pos(t).carrier(leader) != Some(ship)
    {
        t.happen(Event::Moves {
            units: vec![leader],
            to: Where::Aboard(ship),
            over: Vec::new(),
            how: How::Transit,
            act: false,
        })?;
    }
    let fighting = {
        let pos = super::pos(t);
        ships
            .iter()
            .copied()
            .filter(|ship| pos.attack(*ship) + pos.defence(*ship) > 0)
            .collect()
    };
    inspire(t, leader, fighting)
}

/// Rules 3.5/a and 3.6/a: +1 to as many units as his strength.
fn inspire(t: &mut Board<'_>, leader: UnitId, of: Vec<UnitId>) -> Play<Vec<UnitId>> {
    let most = usize::try_from(super::pos(t).other(leader)).unwrap_or(0);
    let units = if of.len() <= most {
        of
    } else {
        let owner = t.data().owner(leader);
        let t: &mut Board<'_> = &mut t.within(&t.data().unit(leader).id);
        t.ask(owner, Given(Inspire { leader, of, most }))?
    };
    if !units.is_empty() {
        t.happen(Event::Inspires {
            leader,
            units: units.clone(),
        })?;
    }
    Ok(units)
}

/// Rule 3.5/a: in each hex from which one side fights the generals help units that are there with them, none of them
/// twice: in the attacked hex, and where artillery fires from.
pub(super) fn generals(
    t: &mut Board<'_>,
    own: Alliance,
    (at, troops): (SpaceId, Vec<UnitId>),
    guns: &[UnitId],
    attacks: bool,
) -> Play<Vec<UnitId>> {
    let mut stacks = vec![(at, troops)];
    for gun in guns {
        let Some(from) = super::pos(t).at(*gun) else {
            continue;
        };
        match stacks.iter_mut().find(|(hex, _)| *hex == from) {
            Some((_, units)) => units.push(*gun),
            None => stacks.push((from, vec![*gun])),
        }
    }
    let mut helped: Vec<UnitId> = Vec::new();
    for (hex, units) in stacks {
        for leader in super::pos(t).leaders(hex, own) {
            let pos = super::pos(t);
            // Who has led one attack leads no other from behind; to help a defence is no action.
            let spent = attacks && hex != at && !pos.may_act(leader);
            if pos.class(leader) != Class::General || spent {
                continue;
            }
            let of = units
                .iter()
                .copied()
                .filter(|unit| !helped.contains(unit))
                .collect();
            helped.extend(inspire(t, leader, of)?);
        }
    }
    Ok(helped)
}

/// Rules 3.5/b and 3.6/b: leaders ashore whose units are all gone get away on 5 to 10, or are taken.
pub(super) fn fate(t: &mut Board<'_>, at: SpaceId, alliance: Alliance) -> Play {
    let pos = super::pos(t);
    if pos.d.map.hex(at).holds.is_some() || pos.has_land(at, alliance) {
        return Ok(());
    }
    for leader in pos.leaders(at, alliance) {
        let t: &mut Board<'_> = &mut t.within(format_args!("fate-{}", t.data().unit(leader).id));
        let dice = t.roll("leader", 1, 10)?;
        let lost = t.data().tables.leader_lost;
        // He is taken on 1 to 4: the die must be above that.
        let mut tally = Tally::of_rule("3.5");
        tally.dice(&dice).need(lost + 1);
        let passed = tally.reached();
        t.happen(Event::Checks {
            check: Check::Leader,
            units: vec![leader],
            at,
            tally,
            passed,
        })?;
        let to = if passed { refuge(t, leader, at)? } else { None };
        match to {
            Some(to) => t.happen(Event::Moves {
                units: vec![leader],
                to: Where::At(to),
                over: Vec::new(),
                how: How::Flee,
                act: false,
            })?,
            None => t.happen(Event::Loss {
                unit: leader,
                fate: Fate::Gone,
                why: Why::Leader,
            })?,
        }
    }
    Ok(())
}

/// A hex three hexes away without enemies, of his owner's choice.
fn refuge(t: &mut Board<'_>, leader: UnitId, at: SpaceId) -> Play<Option<SpaceId>> {
    let pos = super::pos(t);
    let own = pos.alliance(leader);
    let map = &t.data().map;
    let flight = t.data().tables.leader_flight;
    let free = |place: &SpaceId| {
        map.hex(*place).land
            && map.distance(at, *place) == flight
            && !pos.has_land(*place, own.other())
    };
    let mut to: Vec<SpaceId> = map.places().filter(free).collect();
    // Friends first.
    to.sort_by_key(|place| {
        (
            !pos.has_land(*place, own),
            !pos.controls(own, *place),
            *place,
        )
    });
    if to.is_empty() {
        return Ok(None);
    }
    let owner = t.data().owner(leader);
    let units = vec![leader];
    t.ask(owner, OneOf(Flee { units, to })).map(Some)
}

/// Whether a unit is a leader.
pub(super) fn is_leader(pos: Position<'_>, unit: UnitId) -> bool {
    pos.arm(unit) == Arm::Leader
}
