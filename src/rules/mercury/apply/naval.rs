//! Ships, task forces, convoys and what they carry: what lies open.

use super::super::data::Data;
use super::super::event::{Fleet, SeaBattle, Shore, Sighting};
use super::super::naval::ids::{Letter, Number};
use super::super::naval::told::Flight;
use super::super::state::{Bin, Contact, Force, Open, Told};
use crate::board::SpaceId;

fn force(s: &mut Open, letter: Letter) -> Option<&mut Force> {
    s.forces.iter_mut().find(|force| force.letter == letter)
}

fn contact(s: &mut Open, number: Number) -> Option<&mut Contact> {
    s.contacts
        .iter_mut()
        .find(|contact| contact.number == number)
}

/// Puts a marker on the sea map, or moves it there.
pub(super) fn place_force(s: &mut Open, letter: Letter, at: SpaceId, spent: i32) {
    let spent = u8::try_from(spent).unwrap_or(u8::MAX);
    match force(s, letter) {
        Some(force) => force.at = at,
        None => {
            s.forces.push(Force {
                letter,
                at,
                told: Told::Nothing,
                spent,
            });
            s.forces.sort_by_key(|force| force.letter);
        }
    }
}

/// The same of a German contact.
pub(super) fn place_contact(s: &mut Open, number: Number, at: SpaceId) {
    match contact(s, number) {
        Some(contact) => contact.at = at,
        None => {
            let shown = None;
            s.contacts.push(Contact { number, at, shown });
            s.contacts.sort_by_key(|contact| contact.number);
        }
    }
}

pub(super) fn fleet(s: &mut Open, event: Fleet<'_>) {
    match event {
        Fleet::NightFalls { .. } => {
            for force in &mut s.forces {
                force.told = Told::Nothing;
            }
            for contact in &mut s.contacts {
                contact.shown = None;
            }
        }
        Fleet::Forms {
            force: letter,
            at,
            spent,
            ..
        } => place_force(s, *letter, *at, *spent),
        Fleet::Dissolves { force: letter } | Fleet::Docks { force: letter, .. } => {
            s.forces.retain(|force| force.letter != *letter);
        }
        Fleet::Steams {
            force: letter,
            to,
            cost,
        } => {
            if let Some(force) = force(s, *letter) {
                force.at = *to;
                force.spent = force
                    .spent
                    .saturating_add(u8::try_from(*cost).unwrap_or(u8::MAX));
            }
        }
        Fleet::PutsOut {
            contact: number,
            at,
            ..
        } => place_contact(s, *number, *at),
        Fleet::Steers {
            contact: number,
            to,
        } => place_contact(s, *number, *to),
        Fleet::MakesPort {
            contact: number, ..
        } => s.contacts.retain(|contact| contact.number != *number),
        Fleet::Refits { .. }
        | Fleet::Repairs { .. }
        | Fleet::Regroups { .. }
        | Fleet::TakesAboard { .. }
        | Fleet::Warps { .. }
        | Fleet::Restocks { .. } => {}
    }
}

pub(super) fn sighting(s: &mut Open, event: Sighting<'_>) {
    match event {
        Sighting::Sighted { forces, told } => {
            for letter in forces {
                if let Some(force) = force(s, *letter) {
                    force.told = force.told.max(*told);
                }
            }
        }
        Sighting::Unmasks {
            contact: number,
            ship,
            decoy,
        } => {
            if *decoy {
                s.contacts.retain(|contact| contact.number != *number);
            } else if let Some(contact) = contact(s, *number) {
                contact.shown = Some(*ship);
            }
        }
        Sighting::Scours { at, unit, .. } => s.scouts.extend(unit.map(|unit| (unit, *at))),
        Sighting::Reported { .. } | Sighting::Seeks { .. } => {}
    }
}

pub(super) fn battle(d: &Data, s: &mut Open, event: SeaBattle<'_>) {
    let mut fly = |units: &[crate::board::UnitId]| {
        for unit in units {
            s.planes[unit.index() - d.land.len()] = Bin::Flown;
        }
    };
    match event {
        SeaBattle::Bombs { unit, .. } => fly(&[*unit]),
        SeaBattle::FliesHome { units } => fly(units),
        SeaBattle::Holed {
            sunk: true,
            contact: Some(number),
            ..
        }
        | SeaBattle::Scatters {
            contact: number, ..
        } => s.contacts.retain(|contact| contact.number != *number),
        SeaBattle::BreaksOff {
            contact: number,
            to,
            result: Flight::Away | Flight::Chased,
            ..
        } => {
            if let (Some(contact), Some(to)) = (contact(s, *number), to) {
                contact.at = *to;
            }
        }
        SeaBattle::Screens { has, needs } => s.points += (needs - has).max(0),
        SeaBattle::Holed { .. }
        | SeaBattle::BreaksOff { .. }
        | SeaBattle::Strikes { .. }
        | SeaBattle::Concerts { .. }
        | SeaBattle::Dives { .. }
        | SeaBattle::Critical { .. }
        | SeaBattle::RunsShort { .. }
        | SeaBattle::Engages { .. }
        | SeaBattle::Broadside { .. }
        | SeaBattle::Manifest { .. }
        | SeaBattle::Swamps { .. }
        | SeaBattle::FightsOn { .. } => {}
    }
}

pub(super) fn shore(_: &mut Open, event: Shore<'_>) {
    match event {
        Shore::Shells { .. } | Shore::Lightens { .. } | Shore::Boards { .. } => {}
    }
}
