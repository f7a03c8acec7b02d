//! Rule 3.1: the first position of each scenario. Both sides stand on printed hexes.

use super::data::Data;
use super::naval::ids::{Letter, Number};
use super::scenario::Scenario;
use super::side::Side;
use super::state::{
    Berth, Bin, Contact, Force, Hidden, Open, Phase, State, Supply, Told, Unit, Vessel, Where,
};
use super::units::{Aircraft, Hull, Land};
use crate::board::UnitId;

/// Where a unit on land begins.
fn unit(d: &Data, land: &Land) -> Unit {
    let scenario = &d.scenario;
    let here = plays(d, scenario, land);
    let at = match land.group.as_str() {
        _ if !here => Where::Out,

        group if group.starts_with("near-") || group == "off-map" => {
            d.map.find(&land.at).map_or(Where::Out, Where::At)
        }
        _ => Where::Waiting,
    };
    Unit {
        at,
        reduced: land.starts_reduced,
        ..Unit::default()
    }
}

/// Whether a unit is in the scenario at all.
fn plays(d: &Data, scenario: &Scenario, land: &Land) -> bool {
    if scenario.without.contains(&land.id) && !d.on.sc1_4i1 {
        return false;
    }
    if let Some(number) = land.group.strip_prefix("al")
        && let Ok(number) = number.parse::<u32>()
    {
        return number <= scenario.airlanding;
    }
    let in_group = scenario.groups.contains(&land.group);
    let is_reserve = land.group == "reserve";
    let turn_fits = |turn: u32| {
        let turns = &scenario.reserve_turns;
        let from_to = (scenario.turns[0]..=scenario.turns[1]).contains(&turn);
        from_to && (turns.is_empty() || turns.contains(&turn))
    };
    in_group
        && (!is_reserve || scenario.only.is_empty() || scenario.only.contains(&land.id))
        && (!is_reserve || land.turn.is_some_and(turn_fits))
}

/// The Air Operations card: all in Ready (12.1).
fn planes(d: &Data) -> Vec<Bin> {
    let mut left = d.scenario.air.clone();
    d.planes
        .iter()
        .map(|plane| {
            let printed = plane.group.is_empty() && plane.kind != Aircraft::HalfJu87;
            match left.get_mut(&plane.kind) {
                Some(n) if printed && *n > 0 => {
                    *n -= 1;
                    Bin::Ready
                }
                _ => Bin::Out,
            }
        })
        .collect()
}

/// Task forces and convoys; what each side is told of the other's is nothing but the markers.
fn fleet(d: &Data) -> (Vec<Force>, Vec<Contact>, Vec<Vessel>) {
    let first = d.ship_ids().next().map_or(0, |ship| ship.index());
    let mut ships = vec![Vessel::default(); d.ships.len()];
    let mut forces: Vec<Force> = Vec::new();
    if d.naval() {
        for squadron in &d.fleet {
            let letter = squadron.force.map(|letter| Letter(letter as u8 - b'A'));
            let berth = match (letter, squadron.turn) {
                (_, Some(_)) => Berth::Later,
                (Some(letter), None) => Berth::Force(letter),
                (None, None) => Berth::Ready,
            };
            for ship in &squadron.ships {
                ships[ship.index() - first].at = berth;
            }
            if let (Some(letter), Some(at), None) = (letter, squadron.at, squadron.turn) {
                forces.push(Force {
                    letter,
                    at,
                    told: Told::Nothing,
                    spent: 0,
                });
            }
        }
    }
    let mut contacts = Vec::new();
    if d.scenario.fleet.is_some() {
        for (ship, printed) in ships.iter_mut().zip(d.ships.iter()) {
            if d.scenario.convoys.contains(&printed.id) {
                ship.at = Berth::Ready;
                // 23.3: some begin elsewhere than at Athens, and everybody knows it.
                if let Some(at) = d.scenario.moored.get(&printed.id)
                    && let Some(at) = d.map.sea_named(at)
                    && d.naval()
                {
                    let number = Number(LAST - u8::try_from(contacts.len()).unwrap_or(0));
                    ship.at = Berth::Contact(number);
                    let shown = None;
                    contacts.push(Contact { number, at, shown });
                }
                // 17.35: each but the MAS Flotilla and decoys carries a reserve supply counter.
                let carries = printed.kind == Hull::Convoy && printed.id != "gs-dd-flotilla";
                ship.reserves = u8::from(carries);
            }
        }
    }
    (forces, contacts, ships)
}

/// The greatest number of a contact: those that begin at sea have it.
const LAST: u8 = 7;

/// Rule 17.35 a: what is printed beneath each convoy, which lies open; which marker it is, does not.
fn printed_cargo(d: &Data) -> Vec<(UnitId, UnitId)> {
    let convoy = |land: &Land| {
        let id = land.group.strip_prefix("cv-")?;
        d.unit_named(&format!("gs-{id}"))
    };
    let units = d
        .land_ids()
        .filter(|unit| plays(d, &d.scenario, d.land(*unit)));
    units
        .filter_map(|unit| Some((unit, convoy(d.land(unit))?)))
        .collect()
}

/// The first position.
pub(super) fn first(d: &Data) -> State {
    let mut supply = [[Supply::Adequate; 4]; 2];
    if d.scenario.supply {
        // 15.13; the scenarios on land alone know no supply (14.0).
        for side in &mut supply {
            side[3] = Supply::Insufficient;
        }
    }
    let (forces, contacts, ships) = fleet(d);
    let idle = d.scenario.idle.iter();
    let idle = idle.filter_map(|(id, turn)| Some((d.unit_named(id)?, *turn)));
    let open = Open {
        turn: d.scenario.turns[0],
        phase: Phase::Setup,
        improved: d.improved.clone(),
        supply,
        forces,
        contacts,
        idle_until: idle.collect(),
        planes: planes(d),
        units: d.land.iter().map(|land| unit(d, land)).collect(),
        ..Open::default()
    };
    let truth = Hidden {
        waiting_reserves: if d.scenario.supply {
            d.tables.supply.alexandria
        } else {
            0
        },
        cargo: if d.naval() {
            printed_cargo(d)
        } else {
            Vec::new()
        },
        ships,
        ..Hidden::default()
    };
    let told = |side: Side| {
        let mut told = truth.clone();
        if side == Side::German {
            told.waiting_reserves = 0;
        }
        for (ship, printed) in told.ships.iter_mut().zip(d.ships.iter()) {
            let moored = d.scenario.moored.contains_key(&printed.id);
            if printed.side() != side && ship.at != Berth::Out && !moored {
                *ship = Vessel {
                    at: Berth::Unknown,
                    ..Vessel::default()
                };
            }
        }
        if side == Side::German {
            told.waiting_reserves = 0;
        }
        told
    };
    let told = Side::BOTH.map(told);
    State::new(open, truth, told)
}
