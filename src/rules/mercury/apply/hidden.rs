//! Ships and what they carry: what is hidden, as it is and as a side was told of it.

use super::super::data::Data;
use super::super::event::{
    Ashore, Battle, Chapter, Event, Fleet, Landing, Ruled, SeaBattle, Shore, Sighting,
};
use super::super::naval::fleet::index;
use super::super::naval::ids::Letter;
use super::super::rulings::Afloat;
use super::super::side::Side;
use super::super::state::{Ammo, Berth, Hidden, Report, Vessel};
use crate::board::UnitId;

/// What an event changes of the truth, or of what a side was told.
pub(in super::super) fn apply(d: &Data, s: &mut Hidden, event: &Event) {
    match event.chapter() {
        Chapter::Fleet(event) => fleet(d, s, event),
        Chapter::Sighting(event) => sighting(d, s, event),
        Chapter::SeaBattle(event) => battle(d, s, event),
        Chapter::Shore(event) => shore(d, s, event),
        Chapter::Ruled(event) => ruled(d, s, event),
        Chapter::Supplies(event) => super::supplies::hidden(s, event),
        Chapter::Convoys(event) => super::convoys::hidden(d, s, event),
        Chapter::Variants(event) => super::variants::hidden(d, s, event),
        Chapter::Battle(Battle::Loses {
            unit, gone: true, ..
        })
        | Chapter::Landing(Landing::Airlands { unit, .. })
        | Chapter::Ashore(
            Ashore::Wades { unit, .. }
            | Ashore::Unloads { unit, .. }
            | Ashore::BackInGreece { unit },
        ) => ashore(s, &[*unit]),
        Chapter::Course(_)
        | Chapter::Recovery(_)
        | Chapter::Leaving(_)
        | Chapter::Ashore(_)
        | Chapter::RuledStock(_)
        | Chapter::March(_)
        | Chapter::Battle(_)
        | Chapter::Air(_)
        | Chapter::Landing(_) => {}
    }
}

fn ship<'s>(d: &Data, s: &'s mut Hidden, unit: UnitId) -> &'s mut Vessel {
    &mut s.ships[index(d, unit)]
}

/// Units are in no ship any more.
fn ashore(s: &mut Hidden, units: &[UnitId]) {
    s.cargo.retain(|(unit, _)| !units.contains(unit));
}

/// What a side took to be in a task force it does not know to be there any more.
fn forget(s: &mut Hidden, letter: Letter, but: &[usize]) {
    for (n, ship) in s.ships.iter_mut().enumerate() {
        if ship.at == Berth::Force(letter) && !but.contains(&n) {
            ship.at = Berth::Unknown;
        }
    }
}

fn fleet(d: &Data, s: &mut Hidden, event: Fleet<'_>) {
    match event {
        // 18.17: who only looks on forgets what was where.
        Fleet::NightFalls { forgets: true, .. } => {
            for ship in &mut s.ships {
                if matches!(ship.at, Berth::Force(_)) {
                    ship.at = Berth::Unknown;
                }
            }
        }
        Fleet::Refits { ready, .. } | Fleet::Warps { ships: ready } => {
            for unit in ready {
                let last = if d.ship(*unit).side() == Side::Allied {
                    2
                } else {
                    3
                };
                let ship = ship(d, s, *unit);
                ship.at = if let Berth::Refit(n) = ship.at
                    && n < last
                {
                    Berth::Refit(n + 1)
                } else {
                    Berth::Ready
                };
            }
        }
        Fleet::Repairs { ships, .. } => {
            for unit in ships {
                ship(d, s, *unit).damaged = false;
            }
        }
        Fleet::Forms { force, ships, .. } | Fleet::Regroups { force, ships } => {
            for unit in ships {
                ship(d, s, *unit).at = Berth::Force(*force);
            }
        }
        Fleet::Dissolves { force } => {
            forget(s, *force, &[]);
            s.reports.retain(|report| report.letter != *force);
        }
        Fleet::TakesAboard {
            ship: carrier,
            units,
            reserves,
        } => {
            s.cargo.extend(units.iter().map(|unit| (*unit, *carrier)));
            s.cargo.sort_unstable();
            let n = u8::try_from(*reserves).unwrap_or(0);
            ship(d, s, *carrier).reserves += n;
            s.waiting_reserves = s.waiting_reserves.saturating_sub(n);
        }
        // 16.41 and 16.44: by type into the boxes, and filled up.
        Fleet::Docks { force, ships } => {
            let places: Vec<usize> = ships.iter().map(|unit| index(d, *unit)).collect();
            forget(s, *force, &places);
            for unit in ships {
                let refit = d.tables.refit(d.ship(*unit).kind);
                let ship = ship(d, s, *unit);
                ship.at = refit.map_or(Berth::Ready, |refit| Berth::Refit(refit.first_box));
                ship.ammo = Ammo::Full;
                let n = std::mem::take(&mut ship.reserves);
                s.waiting_reserves += n;
                let unit = *unit;
                s.cargo.retain(|(_, carrier)| *carrier != unit);
            }
            s.reports.retain(|report| report.letter != *force);
        }
        Fleet::PutsOut {
            ship: Some(unit),
            contact,
            ..
        } => ship(d, s, *unit).at = Berth::Contact(*contact),
        Fleet::MakesPort {
            ship: unit,
            contact,
            works,
        } => {
            for ship in &mut s.ships {
                if ship.at == Berth::Contact(*contact) {
                    ship.at = Berth::Unknown;
                }
            }
            if let (Some(unit), Some(works)) = (unit, works) {
                ship(d, s, *unit).at = if *works {
                    Berth::Refit(1)
                } else {
                    Berth::Ready
                };
            }
        }
        Fleet::Restocks { ship: unit } => ship(d, s, *unit).reserves = 1,
        Fleet::NightFalls { .. }
        | Fleet::PutsOut { .. }
        | Fleet::Steams { .. }
        | Fleet::Steers { .. } => {}
    }
}

fn sighting(d: &Data, s: &mut Hidden, event: Sighting<'_>) {
    match event {
        Sighting::Reported {
            force,
            ships,
            types,
            names,
            damaged,
            turn,
        } => {
            s.reports.retain(|report| report.letter != *force);
            s.reports.push(Report {
                letter: *force,
                turn: *turn,
                ships: u8::try_from(*ships).unwrap_or(u8::MAX),
                types: types.0.clone(),
            });
            s.reports.sort_by_key(|report| report.letter);
            if names.is_empty() {
                return;
            }
            let places: Vec<usize> = names.iter().map(|unit| index(d, *unit)).collect();
            forget(s, *force, &places);
            for unit in names {
                let ship = ship(d, s, *unit);
                ship.at = Berth::Force(*force);
                ship.damaged = damaged.contains(unit);
            }
        }
        Sighting::Unmasks {
            contact,
            ship: unit,
            decoy,
        } => {
            ship(d, s, *unit).at = if *decoy {
                Berth::Sunk
            } else {
                Berth::Contact(*contact)
            };
        }
        Sighting::Sighted { .. } | Sighting::Scours { .. } | Sighting::Seeks { .. } => {}
    }
}

fn battle(d: &Data, s: &mut Hidden, event: SeaBattle<'_>) {
    match event {
        SeaBattle::Holed {
            ship: unit, sunk, ..
        } => {
            let ship = ship(d, s, *unit);
            ship.damaged = true;
            if *sunk {
                ship.at = Berth::Sunk;
            }
        }
        SeaBattle::RunsShort { low, out, .. } => {
            for unit in low {
                ship(d, s, *unit).ammo = Ammo::Low;
            }
            for unit in out {
                ship(d, s, *unit).ammo = Ammo::Out;
            }
        }
        SeaBattle::Manifest {
            ship: carrier,
            units,
            reserves,
        } => {
            s.cargo
                .retain(|(unit, ship)| ship != carrier && !units.contains(unit));
            s.cargo.extend(units.iter().map(|unit| (*unit, *carrier)));
            s.cargo.sort_unstable();
            ship(d, s, *carrier).reserves = u8::try_from(*reserves).unwrap_or(0);
        }
        // 17.34 c: Allied counters wait at Alexandria again.
        SeaBattle::Swamps {
            ship: unit,
            reserves,
        } => {
            let n = u8::try_from(*reserves).unwrap_or(0);
            let allied = d.ship(*unit).side() == Side::Allied;
            let carrier = ship(d, s, *unit);
            let known = carrier.at != Berth::Unknown;
            carrier.reserves = carrier.reserves.saturating_sub(n);
            if allied && known {
                s.waiting_reserves += n;
            }
        }
        SeaBattle::Scatters { ship: unit, .. } => {
            let carrier = ship(d, s, *unit);
            carrier.at = Berth::Sunk;
            carrier.reserves = 0;
        }
        SeaBattle::Strikes { .. }
        | SeaBattle::Concerts { .. }
        | SeaBattle::Dives { .. }
        | SeaBattle::Bombs { .. }
        | SeaBattle::Critical { .. }
        | SeaBattle::FliesHome { .. }
        | SeaBattle::Engages { .. }
        | SeaBattle::Broadside { .. }
        | SeaBattle::BreaksOff { .. }
        | SeaBattle::FightsOn { .. }
        | SeaBattle::Screens { .. } => {}
    }
}

fn shore(d: &Data, s: &mut Hidden, event: Shore<'_>) {
    match event {
        Shore::Lightens {
            ship: carrier,
            reserves,
        } => {
            let n = u8::try_from(*reserves).unwrap_or(0);
            let carrier = ship(d, s, *carrier);
            carrier.reserves = carrier.reserves.saturating_sub(n);
        }
        Shore::Boards { unit, ship } => {
            s.cargo.push((*unit, *ship));
            s.cargo.sort_unstable();
        }
        Shore::Shells { .. } => {}
    }
}

fn ruled(d: &Data, s: &mut Hidden, event: Ruled<'_>) {
    match event {
        Ruled::RuledForce { force, ships, .. } => {
            for unit in ships {
                ship(d, s, *unit).at = Berth::Force(*force);
            }
        }
        Ruled::RuledContact {
            contact,
            ship: Some(unit),
            ..
        } => ship(d, s, *unit).at = Berth::Contact(*contact),
        Ruled::RuledShip { ship: unit, state } => {
            let ship = ship(d, s, *unit);
            match state {
                Afloat::Full => {
                    *ship = Vessel {
                        at: ship.at,
                        ..Vessel::default()
                    }
                }
                Afloat::Damaged => ship.damaged = true,
                Afloat::LowAmmo => ship.ammo = Ammo::Low,
                Afloat::NoAmmo => ship.ammo = Ammo::Out,
                Afloat::Ready => ship.at = Berth::Ready,
                Afloat::Refit1 => ship.at = Berth::Refit(1),
                Afloat::Refit2 => ship.at = Berth::Refit(2),
                Afloat::Sunk => ship.at = Berth::Sunk,
            }
        }
        Ruled::RuledCargo {
            ship: carrier,
            units,
            reserves,
        } => {
            ashore(s, units);
            s.cargo.extend(units.iter().map(|unit| (*unit, *carrier)));
            s.cargo.sort_unstable();
            ship(d, s, *carrier).reserves = u8::try_from(*reserves).unwrap_or(0);
        }
        Ruled::RuledEmpty | Ruled::RuledNobody => s.cargo.clear(),
        Ruled::RuledContact { .. }
        | Ruled::RuledTold { .. }
        | Ruled::RuledPlace { .. }
        | Ruled::RuledRemove { .. }
        | Ruled::RuledState { .. }
        | Ruled::RuledTarget { .. }
        | Ruled::RuledWait { .. }
        | Ruled::RuledPlane { .. }
        | Ruled::RuledLevel { .. } => {}
    }
}
