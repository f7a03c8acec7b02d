//! The map as it is drawn: every counter lies open but what transports carry; what moved and fought.

use super::event::{Event, How};
use super::map::Map;
use super::side::Side;
use super::state::{Installation, Position};
use super::units::{Land, Type};
use crate::board::{
    Colour, Going, Marker, Party, Picture, Piece, SpaceId, Spot, Symbol, Trace, UnitId,
};
use crate::engine::game::Side as _;

/// A hex, or the box of a zone.
pub(super) fn spot(map: &Map, at: SpaceId) -> Spot {
    match at.index().checked_sub(map.board.len()) {
        Some(off) => Spot::Off(off),
        None => Spot::Space(at),
    }
}

const fn symbol(kind: Type) -> Symbol {
    match kind {
        Type::Infantry | Type::Mmg => Symbol::Infantry,
        Type::Mountain => Symbol::Mountain,
        Type::Airlanding => Symbol::Glider,
        Type::Parachute => Symbol::Parachute,
        Type::Panzer | Type::AmphibiousPanzer | Type::Armour | Type::ArmyTank => Symbol::Armour,
        Type::Motorised => Symbol::Motorised,
        Type::Recon => Symbol::Cavalry,
        Type::Leader => Symbol::Leader,
    }
}

/// Attack, defence, movement as they are.
fn strength(pos: &Position<'_>, unit: UnitId, printed: &Land) -> String {
    if printed.is_leader() {
        return String::new();
    }
    format!(
        "{}-{}-{}",
        pos.attack(unit),
        pos.defence(unit),
        pos.movement(unit)
    )
}

/// What stands where.
pub(super) fn picture(pos: &Position<'_>) -> Picture {
    let parties = Side::BOTH.map(|side| Party {
        word: side.word(),
        colour: match side {
            Side::German => Colour::Grey,
            Side::British => Colour::Khaki,
        },
        letter: match side {
            Side::German => 'G',
            Side::British => 'B',
        },
    });
    let map = &pos.data.map;
    let pieces = pos.data.land_ids().filter_map(|unit| {
        let at = pos.at(unit)?;
        let printed = pos.printed(unit);
        Some(Piece {
            at: spot(map, at),
            owner: printed.side().index(),
            symbol: symbol(printed.kind),
            name: printed.name.clone(),
            short: printed.name.clone(),
            strength: strength(pos, unit, printed),
            steps: (pos.unit(unit).steps, printed.steps().max(1)),
            carried: false,
        })
    });
    let mut markers = Vec::new();
    for unit in pos.data.land_ids() {
        let (now, Some(at)) = (pos.unit(unit), pos.at(unit)) else {
            continue;
        };
        let name = &pos.printed(unit).name;
        let mut mark = |text: String| {
            markers.push(Marker {
                at: spot(map, at),
                text,
                meaning: name.clone(),
            });
        };
        if now.hits > 0 {
            mark(format!("H{}", now.hits));
        }
        if now.out > 0 {
            mark(format!("S{}", now.out));
        }
    }
    for one in &pos.open.damage {
        let letter = match one.what {
            Installation::Port => 'P',
            Installation::Airbase => 'A',
            Installation::Radar => 'R',
            Installation::Rail => '#',
        };
        markers.push(Marker {
            at: spot(map, one.at),
            text: format!("{letter}{}", one.hits),
            meaning: super::telling::installation(one.what).to_owned(),
        });
    }
    Picture {
        parties: parties.to_vec(),
        pieces: pieces.collect(),
        markers,
        ..Picture::default()
    }
}

/// What an event shows on the map, to who knows the position it found.
pub(super) fn traces(pos: &Position<'_>, seen: &Event) -> Vec<Trace> {
    let map = &pos.data.map;
    match seen {
        Event::Moves {
            unit, path, how, ..
        } => {
            let from = pos.at(*unit);
            let spots: Vec<Spot> = from.iter().chain(path).map(|at| spot(map, *at)).collect();
            if spots.len() < 2 {
                return Vec::new();
            }
            let going = if *how == How::Rail {
                Going::Rail
            } else {
                Going::Land
            };
            vec![Trace::Way {
                owner: pos.side(*unit).index(),
                going,
                spots,
            }]
        }
        Event::Clash { at, .. } => at
            .iter()
            .map(|at| Trace::Fight { at: spot(map, *at) })
            .collect(),
        _ => Vec::new(),
    }
}
