//! Rules 16.2, 16.5 and 18: who sees what at sea, and what may differ without his noticing.

use super::super::data::Data;
use super::super::event::{Chapter, Event, Fleet, Ruled, SeaBattle, Shore, Sighting};
use super::super::side::Side;
use super::super::state::{Ammo, Berth, Hidden, State, Told};
use super::super::units::Hull;
use super::fleet::index;
use super::ids::Letter;
use crate::board::UnitId;
use crate::engine::bot::Rng;
use crate::engine::event::Sight;

/// What a side sees of what happens at sea.
pub(in super::super) fn seen(event: &Event, by: Side) -> Sight<Event> {
    let german = by == Side::German;
    let owner = |side: Side| {
        if by == side {
            Sight::Whole
        } else {
            Sight::Nothing
        }
    };
    match event {
        // 18.17: the Germans do not know any more what is where.
        Event::NightFalls { turn, .. } if german => Sight::Part(Event::NightFalls {
            turn: *turn,
            forgets: true,
        }),
        Event::Refits { .. }
        | Event::Repairs { .. }
        | Event::Regroups { .. }
        | Event::RunsShort { .. } => owner(Side::Allied),
        Event::Seeks { from_air, .. } if !from_air => owner(Side::Allied),
        Event::Warps { .. } | Event::Restocks { .. } => owner(Side::German),
        Event::Forms {
            force, at, spent, ..
        } if german => Sight::Part(Event::Forms {
            force: *force,
            at: *at,
            ships: Vec::new(),
            spent: *spent,
        }),
        Event::Docks { force, .. } if german => Sight::Part(Event::Docks {
            force: *force,
            ships: Vec::new(),
        }),
        Event::PutsOut { contact, at, .. } if !german => Sight::Part(Event::PutsOut {
            ship: None,
            contact: *contact,
            at: *at,
        }),
        Event::MakesPort { contact, .. } if !german => Sight::Part(Event::MakesPort {
            ship: None,
            contact: *contact,
            works: None,
        }),
        // 19.83: the types and the strength of those that fire, and no more.
        Event::Shells {
            force,
            at,
            types,
            strength,
            column,
            tally,
            number,
            fatigues,
            ..
        } if german => Sight::Part(Event::Shells {
            force: *force,
            at: *at,
            units: Vec::new(),
            types: types.clone(),
            strength: *strength,
            column: column.clone(),
            tally: tally.clone(),
            number: *number,
            fatigues: *fatigues,
        }),
        Event::RuledForce { force, at, .. } if german => Sight::Part(Event::RuledForce {
            force: *force,
            at: *at,
            ships: Vec::new(),
        }),
        Event::RuledContact { contact, at, .. } if !german => Sight::Part(Event::RuledContact {
            contact: *contact,
            at: *at,
            ship: None,
        }),
        _ => Sight::Whole,
    }
}

/// Embarking is the owner's own affair; so is a ruling on what a ship carries.
pub(in super::super) fn owner(d: &Data, event: &Event) -> Option<Side> {
    match event {
        Event::TakesAboard { ship, .. }
        | Event::Lightens { ship, .. }
        | Event::Boards { ship, .. }
        | Event::RuledCargo { ship, .. }
        | Event::RuledShip { ship, .. } => Some(d.ship(*ship).side()),
        _ => None,
    }
}

/// Whether the rulebook lets a side learn of something that happens at sea, written from its words alone: 16.14 and 16.2
/// (ships lie on the Allied sheet), 16.16 and 18.12 (contacts lie face down), 17.32 (cargo lies beneath its ship), 18.33
/// and 19.83 (what must be told), 19.6 (ammunition markers lie with the ships).
pub(in super::super) fn may_learn(d: &Data, event: &Event, by: Side) -> bool {
    let german = by == Side::German;
    match event.chapter() {
        Chapter::Fleet(event) => match event {
            Fleet::Refits { .. } | Fleet::Repairs { .. } | Fleet::Regroups { .. } => !german,
            Fleet::Forms { ships, .. } | Fleet::Docks { ships, .. } => !german || ships.is_empty(),
            Fleet::PutsOut { ship, .. } => german || ship.is_none(),
            Fleet::MakesPort { ship, works, .. } => german || ship.is_none() && works.is_none(),
            Fleet::Warps { .. } | Fleet::Restocks { .. } => german,
            Fleet::TakesAboard { ship, .. } => d.ship(*ship).side() == by,
            Fleet::NightFalls { .. }
            | Fleet::Dissolves { .. }
            | Fleet::Steams { .. }
            | Fleet::Steers { .. } => true,
        },
        Chapter::Sighting(event) => match event {
            Sighting::Seeks { from_air, .. } => !german || *from_air,
            // 18.33: types with names, never names of a force that was not attacked.
            Sighting::Reported { types, names, .. } => names.is_empty() || !types.0.is_empty(),
            Sighting::Sighted { .. } | Sighting::Scours { .. } | Sighting::Unmasks { .. } => true,
        },
        Chapter::SeaBattle(event) => !german || !matches!(event, SeaBattle::RunsShort { .. }),
        Chapter::Shore(event) => match event {
            Shore::Shells { units, .. } => !german || units.is_empty(),
            Shore::Lightens { ship, .. } | Shore::Boards { ship, .. } => d.ship(*ship).side() == by,
        },
        Chapter::Ruled(event) => match event {
            Ruled::RuledForce { ships, .. } => !german || ships.is_empty(),
            Ruled::RuledContact { ship, .. } => german || ship.is_none(),
            Ruled::RuledCargo { ship, .. } | Ruled::RuledShip { ship, .. } => {
                d.ship(*ship).side() == by
            }
            _ => true,
        },
        _ => true,
    }
}

/// Changes what a side may not know: ships of task forces it has not seen change places, spend ammunition, take what
/// waits aboard; German counters lie beneath other markers.
pub(in super::super) fn scramble(d: &Data, state: &mut State, by: Side, rng: &mut Rng) {
    let seen: Vec<Letter> = state
        .open
        .forces
        .iter()
        .filter(|force| force.told >= Told::Count)
        .map(|force| force.letter)
        .collect();
    let shown: Vec<UnitId> = state
        .open
        .contacts
        .iter()
        .filter_map(|contact| contact.shown)
        .collect();
    let (truth, told) = state.scramble();
    match by {
        Side::German => hide_allies(d, truth, &mut told[Side::Allied.index()], &seen, rng),
        Side::Allied => {
            let known: Vec<bool> = d
                .ship_ids()
                .map(|ship| told[Side::Allied.index()].ships[index(d, ship)].at != Berth::Unknown)
                .collect();
            hide_germans(
                d,
                truth,
                &mut told[Side::German.index()],
                &shown,
                &known,
                rng,
            );
        }
    }
}

fn hide_allies(d: &Data, truth: &mut Hidden, own: &mut Hidden, seen: &[Letter], rng: &mut Rng) {
    let free = |ship: &UnitId, truth: &Hidden| {
        let at = truth.ships[index(d, *ship)].at;
        let carries = truth.cargo.iter().any(|(_, carrier)| carrier == ship)
            || truth.ships[index(d, *ship)].reserves > 0;
        d.ship(*ship).side() == Side::Allied
            && !carries
            && matches!(at, Berth::Force(letter) if !seen.contains(&letter))
    };
    let ships: Vec<UnitId> = d.ship_ids().filter(|ship| free(ship, truth)).collect();
    let n = u32::try_from(ships.len()).unwrap_or(0);
    if n < 2 {
        return;
    }
    if rng.below(3) == 0 {
        let ship = ships[rng.below(n) as usize];
        for side in [truth, own] {
            side.ships[index(d, ship)].ammo = Ammo::Low;
        }
        return;
    }
    let (a, b) = (ships[rng.below(n) as usize], ships[rng.below(n) as usize]);
    let (a, b) = (index(d, a), index(d, b));
    let (left, right) = (truth.ships[a], truth.ships[b]);
    for side in [truth, own] {
        (side.ships[a].at, side.ships[b].at) = (right.at, left.at);
    }
}

fn hide_germans(
    d: &Data,
    truth: &mut Hidden,
    own: &mut Hidden,
    shown: &[UnitId],
    known: &[bool],
    rng: &mut Rng,
) {
    let free = |ship: &UnitId| {
        let at = truth.ships[index(d, *ship)].at;
        let afloat = matches!(at, Berth::Contact(_) | Berth::Ready);
        let hull = d.ship(*ship).kind;
        let counter = matches!(hull, Hull::Convoy | Hull::Mas | Hull::Decoy);
        counter && afloat && !shown.contains(ship) && !known[index(d, *ship)]
    };
    let ships: Vec<UnitId> = d.ship_ids().filter(free).collect();
    let n = u32::try_from(ships.len()).unwrap_or(0);
    if n < 2 {
        return;
    }
    let (a, b) = (ships[rng.below(n) as usize], ships[rng.below(n) as usize]);
    let (a, b) = (index(d, a), index(d, b));
    let (left, right) = (truth.ships[a].at, truth.ships[b].at);
    for side in [truth, own] {
        (side.ships[a].at, side.ships[b].at) = (right, left);
    }
}
