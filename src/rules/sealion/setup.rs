//! Section 16: the first position of each scenario.

use super::data::Data;
use super::map::City;
use super::side::Side;
use super::state::{Berth, Hidden, Open, Phase, Ship, State, Unit, Where};
use super::tables::Weather;
use super::units::Class;
use crate::board::{SpaceId, UnitId};

/// Where a land unit begins.
fn unit(d: &Data, n: usize, london: &[SpaceId], places: &mut usize) -> Unit {
    let land = &d.land[n];
    let Some(spot) = d.scenario.land.get(&land.id) else {
        return Unit::default();
    };
    // Those of London are spread over its hexes, leaders in the middle one.
    let at = if spot == "london" && !land.is_leader() && !london.is_empty() {
        *places += 1;
        london.get(*places % london.len()).copied()
    } else {
        d.spot(spot)
    };
    let reduced = d.scenario.reduced.contains(&land.id);
    Unit {
        at: at.map_or(Where::Out, Where::At),
        steps: if reduced { 1 } else { land.steps() },
        ..Unit::default()
    }
}

/// Ships and naval points: by name, or `pas-de-calais 8, holland 4` by type.
fn ships(d: &Data) -> Vec<Ship> {
    let mut ships = vec![Ship::default(); d.hulls.len()];
    for (id, spots) in &d.scenario.fleet {
        let named = d.hulls.iter().position(|hull| hull.id == *id);
        if let Some(n) = named {
            if let Some(at) = d.spot(spots) {
                ships[n].at = Berth::Port(at);
            }
            continue;
        }
        let mut points = d.hulls.iter().enumerate().filter(|(_, hull)| {
            let rest = hull
                .id
                .strip_prefix(id.as_str())
                .and_then(|rest| rest.strip_prefix('-'));
            rest.is_some_and(|n| n.parse::<u32>().is_ok())
        });
        for part in spots.split(',') {
            let mut words = part.split_whitespace();
            let at = words.next().and_then(|spot| d.spot(spot));
            let count = words.next().and_then(|n| n.parse().ok()).unwrap_or(1);
            let Some(at) = at else { continue };
            for (n, _) in points.by_ref().take(count) {
                ships[n].at = Berth::Port(at);
            }
        }
    }
    ships
}

/// Rule 9.5.6: the last barges of all are dummies.
fn dummies(d: &Data, ships: &mut [Ship]) -> Vec<UnitId> {
    let Some((at, count)) = d
        .scenario
        .dummies
        .as_deref()
        .and_then(|text| text.split_once(' '))
    else {
        return Vec::new();
    };
    let (Some(at), Ok(count)) = (d.spot(at), count.parse::<usize>()) else {
        return Vec::new();
    };
    let barges: Vec<UnitId> = d.hulls_of(Class::Prahm).collect();
    let dummies: Vec<UnitId> = barges.into_iter().rev().take(count).rev().collect();
    for ship in &dummies {
        ships[ship.index() - d.land.len()].at = Berth::Port(at);
    }
    dummies
}

/// The first position.
pub(super) fn first(d: &Data) -> State {
    let london = |at: &SpaceId| d.map.place(*at).city == Some(City::London);
    let london: Vec<SpaceId> = d.map.hexes().filter(london).collect();
    let mut places = 0;
    let units = (0..d.land.len())
        .map(|n| unit(d, n, &london, &mut places))
        .collect();
    let mut ships = ships(d);
    let dummies = dummies(d, &mut ships);
    let open = Open {
        turn: d.scenario.turns[0],
        phase: Phase::Setup,
        weather: Weather::Fair,
        ovp: d.scenario.ovp,
        nvp: d.scenario.nvp,
        guns: d.scenario.guns,
        auxiliaries: d.scenario.auxiliaries,
        brandenburgers: d.scenario.brandenburgers,
        western_approach: d.scenario.western_approach,
        units,
        mines: d
            .scenario
            .mines
            .as_deref()
            .and_then(|id| d.map.named_box(id)),
        ships,
        ..Open::default()
    };
    let truth = Hidden {
        dummies,
        ..Hidden::default()
    };
    let told = Side::BOTH.map(|side| match side {
        Side::German => truth.clone(),
        Side::British => Hidden::default(),
    });
    State::new(open, truth, told)
}
