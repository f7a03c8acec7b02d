//! Rules 6.2 and 6.2.3: what a side does with the points of a result: steps, hexes, or both.

use super::Board;
use super::event::Cause;
use super::fights::{alive, ashore, by_sea, lose};
use super::orders::combat::{Price, Reply};
use super::retreat;
use super::side::Side;
use super::state::{Mark, Position};
use super::tables::Blow;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// One side of a combat.
#[derive(Clone, Debug)]
pub(super) struct Party {
    pub side: Side,
    pub units: Vec<UnitId>,
    /// Where it stands.
    pub hexes: Vec<SpaceId>,
    /// Where its enemies stand.
    pub enemies: Vec<SpaceId>,
    pub armour: Option<UnitId>,
    pub attacking: bool,
    pub overrun: bool,
}

/// Who loses so many steps at the least cost: divisions are reduced before anybody is lost, the weakest first.
pub(super) fn cheapest(
    pos: &Position<'_>,
    units: &[UnitId],
    steps: i32,
    first: Option<UnitId>,
) -> Vec<(UnitId, i32)> {
    let mut order = units.to_vec();
    order.sort_by_key(|unit| {
        (
            Some(*unit) != first,
            pos.defence(*unit) + pos.attack(*unit),
            *unit,
        )
    });
    let mut lost: Vec<(UnitId, i32)> = Vec::new();
    let mut left = steps;
    let mut take = |unit: UnitId, most: i32, left: &mut i32| {
        let n = most.min(*left);
        if n <= 0 {
            return;
        }
        *left -= n;
        match lost.iter_mut().find(|(one, _)| *one == unit) {
            Some((_, sum)) => *sum += n,
            None => lost.push((unit, n)),
        }
    };
    if let Some(unit) = first.filter(|unit| units.contains(unit)) {
        take(unit, 1, &mut left);
    }
    let steps_of = |unit: UnitId| i32::from(pos.unit(unit).steps);
    for unit in &order {
        if steps_of(*unit) > 1 && Some(*unit) != first {
            take(*unit, 1, &mut left);
        }
    }
    for unit in &order {
        let spare = if Some(*unit) == first || steps_of(*unit) > 1 {
            1
        } else {
            0
        };
        take(*unit, steps_of(*unit) - spare, &mut left);
    }
    lost.sort_unstable();
    lost
}

/// What a blow leaves to choose: hexes at least and at most; nothing where nobody can retreat.
fn price(pos: &Position<'_>, party: &Party, blow: Blow) -> Price {
    let land = party
        .units
        .iter()
        .all(|unit| !by_sea(pos, *unit) && !pos.has(*unit, Mark::Dropped));
    let can = |far: u32| {
        let goes =
            |unit: &UnitId| !retreat::ways(pos, party.side, *unit, far, &party.enemies).is_empty();
        land && party.units.iter().any(goes)
    };
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let steps = number(pos.steps_of(&party.units));
    let armour = party.armour.filter(|_| party.side == Side::British);
    // *: a step of the armour; who jumped always loses one (8.6).
    let mut least =
        i32::from(blow.step) + i32::from(blow.armour && armour.is_some() && party.attacking);
    if party.units.iter().any(|unit| pos.has(*unit, Mark::Dropped)) {
        least = least.max(1);
    }
    let points = number(blow.points);
    let mut most_hexes = (points - least).max(0);
    while most_hexes > 0 && !can(u32::try_from(most_hexes).unwrap_or(0)) {
        most_hexes -= 1;
    }
    let least_hexes = i32::from(blow.retreat).min(most_hexes);
    Price {
        points,
        steps,
        hexes: [least_hexes, most_hexes],
        first: armour,
    }
}

/// A side suffers its part of a result; gives the hexes it retreated.
pub(super) fn suffer(t: &mut Board<'_>, party: &Party, blow: Blow) -> Play<u32> {
    let pos = super::pos(t);
    let party = Party {
        units: alive(&pos, &party.units),
        ..party.clone()
    };
    if party.units.is_empty() || !blow.all && blow.points == 0 {
        return Ok(0);
    }
    let t: &mut Board<'_> = &mut t.within(party.side.name());
    if blow.all {
        for unit in &party.units {
            lose(t, *unit, 9, Cause::Combat)?;
        }
        return Ok(0);
    }
    let price = price(&super::pos(t), &party, blow);
    let at = party.hexes.first().copied().unwrap_or_default();
    let pos = super::pos(t);
    let pays_all = price.points - price.hexes[1] >= price.steps;
    let forced =
        pays_all || price.hexes[1] == 0 && (party.units.len() == 1 || price.points >= price.steps);
    let ask = Reply {
        at,
        units: party.units.clone(),
        shares: party
            .units
            .iter()
            .map(|unit| (*unit, i32::from(pos.unit(*unit).steps)))
            .collect(),
        price,
        ends: retreat::ends(
            &pos,
            party.side,
            &party.units,
            u32::try_from(price.hexes[1]).unwrap_or(0),
            &party.enemies,
        ),
        attacking: party.attacking,
    };
    let answer = if forced {
        ask.usual(&pos)
    } else {
        t.ask(party.side, Given(ask))?
    };
    for (unit, steps) in &answer.losses {
        lose(t, *unit, u32::try_from(*steps).unwrap_or(0), Cause::Combat)?;
    }
    let hexes = u32::try_from(answer.hexes).unwrap_or(0);
    let left = ashore(&super::pos(t), &party.units);
    if hexes == 0 || left.is_empty() {
        return Ok(0);
    }
    let gone = retreat::retreat(t, party.side, &left, hexes, &party.enemies, answer.to)?;
    Ok(if gone { hexes } else { 0 })
}
