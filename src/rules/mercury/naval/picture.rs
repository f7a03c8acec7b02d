//! The sea map as one reader knows it: the markers, and what he knows to be in them.

use super::super::picture::parties;
use super::super::side::Side;
use super::super::state::{Position, Told};
use super::super::units::Hull;
use super::ids;
use crate::board::{Marker, Picture, Piece, Spot, Symbol, UnitId};

const fn symbol(hull: Hull) -> Symbol {
    match hull {
        Hull::Bb => Symbol::Battleship,
        Hull::Cv => Symbol::Carrier,
        Hull::Cl | Hull::ClA | Hull::Ml => Symbol::Cruiser,
        Hull::Dd | Hull::Dd2 | Hull::Mas => Symbol::Destroyer,
        Hull::Transport | Hull::Convoy | Hull::Decoy => Symbol::Transport,
    }
}

/// What lies on the sea map.
pub(in super::super) fn picture(v: &Position<'_>) -> Picture {
    let map = &v.data.map;
    let mut pieces = Vec::new();
    let mut markers = Vec::new();
    for force in &v.open.forces {
        let Some(at) = map.on_sea(force.at) else {
            continue;
        };
        let name = ids::name(u16::from(force.letter.0));
        let ships = v.in_force(force.letter);
        let heaviest = ships.iter().map(|ship| v.data.ship(*ship).kind).min();
        let strength = if ships.is_empty() {
            String::new()
        } else {
            format!("{}", ships.len())
        };
        pieces.push(Piece {
            at: Spot::Space(at),
            owner: Side::Allied.index(),
            symbol: heaviest.map_or(Symbol::Unknown, symbol),
            name: name.clone(),
            short: name.clone(),
            strength,
            steps: (1, 1),
            carried: false,
        });
        if force.told > Told::Nothing {
            markers.push(Marker {
                at: Spot::Space(at),
                text: "!".to_owned(),
                meaning: name,
            });
        }
    }
    for contact in &v.open.contacts {
        let Some(at) = map.on_sea(contact.at) else {
            continue;
        };
        let ship: Option<UnitId> = contact.shown.or_else(|| v.beneath(contact.number));
        let name = match ship {
            Some(ship) => v.data.ship(ship).name.clone(),
            None => ids::name(ids::CONTACTS + u16::from(contact.number.0)),
        };
        pieces.push(Piece {
            at: Spot::Space(at),
            owner: Side::German.index(),
            symbol: ship.map_or(Symbol::Unknown, |ship| symbol(v.data.ship(ship).kind)),
            name: name.clone(),
            short: name,
            strength: String::new(),
            steps: (1, 1),
            carried: false,
        });
    }
    Picture {
        parties: parties(),
        pieces,
        markers,
        ..Picture::default()
    }
}
