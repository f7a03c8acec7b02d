//! The map as it is drawn: every counter on Crete lies open; what moved and fought.

use super::event::{Event, Volley};
use super::map::Map;
use super::side::Side;
use super::state::Position;
use super::units::{Land, Type};
use crate::board::{
    Colour, Going, Marker, Party, Picture, Piece, SpaceId, Spot, Symbol, Trace, UnitId,
};
use crate::engine::game::Side as _;

/// A hex, or one of the zones and boxes beside the map.
pub(super) fn spot(map: &Map, at: SpaceId) -> Spot {
    match at.index().checked_sub(map.board.len()) {
        Some(off) => Spot::Off(off),
        None => Spot::Space(at),
    }
}

const fn symbol(kind: Type) -> Symbol {
    match kind {
        Type::Infantry | Type::Commando | Type::Mg | Type::Militia => Symbol::Infantry,
        Type::Para => Symbol::Parachute,
        Type::Glider => Symbol::Glider,
        Type::Mountain => Symbol::Mountain,
        Type::Engineer => Symbol::Engineer,
        Type::Armour | Type::LightArmour => Symbol::Armour,
        Type::AntiTank | Type::Artillery | Type::Mortar => Symbol::Artillery,
        Type::Motorcycle | Type::Recon => Symbol::Cavalry,
        Type::LightAa | Type::HeavyAa => Symbol::AntiAir,
        Type::Hq => Symbol::Headquarters,
    }
}

/// Attack or bombardment, defence, efficiency, movement.
fn strength(pos: &Position<'_>, unit: UnitId, printed: &Land) -> String {
    let now = pos.ratings(unit);
    let attack = match printed.guns {
        Some((guns, range)) => format!("({guns}/{range})"),
        None => now.attack.to_string(),
    };
    format!(
        "{attack}-{}-{}-{}",
        now.defence, now.efficiency, now.movement
    )
}

/// Whose counters there are.
pub(super) fn parties() -> Vec<Party> {
    let party = |side: Side| Party {
        word: side.word(),
        colour: match side {
            Side::German => Colour::Grey,
            Side::Allied => Colour::Khaki,
        },
        letter: match side {
            Side::German => 'G',
            Side::Allied => 'A',
        },
    };
    Side::BOTH.map(party).to_vec()
}

/// What stands on Crete.
pub(super) fn picture(pos: &Position<'_>) -> Picture {
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
            steps: (
                pos.steps(unit),
                if printed.is_hq() { 1 } else { printed.steps },
            ),
            carried: false,
        })
    });
    let mut markers = Vec::new();
    for unit in pos.data.land_ids() {
        let (now, Some(at)) = (pos.unit(unit), pos.at(unit)) else {
            continue;
        };
        let name = &pos.printed(unit).name;
        let mut mark = |text: &str| {
            markers.push(Marker {
                at: spot(map, at),
                text: text.to_owned(),
                meaning: name.clone(),
            });
        };
        if now.fatigued {
            mark("F");
        }
        if now.dispersed {
            mark("D");
        }
    }
    Picture {
        parties: parties(),
        pieces: pieces.collect(),
        markers,
        ..Picture::default()
    }
}

/// What an event shows on the map, to who knows the position it found.
pub(super) fn traces(pos: &Position<'_>, seen: &Event) -> Vec<Trace> {
    let map = &pos.data.map;
    match seen {
        Event::Moves { unit, path, .. } => {
            let from = pos.at(*unit);
            let spots: Vec<Spot> = from.iter().chain(path).map(|at| spot(map, *at)).collect();
            if spots.len() < 2 {
                return Vec::new();
            }
            vec![Trace::Way {
                owner: pos.side(*unit).index(),
                going: Going::Land,
                spots,
            }]
        }
        Event::Drifts {
            unit,
            from,
            to: Some(to),
            ..
        } => vec![Trace::Way {
            owner: pos.side(*unit).index(),
            going: Going::Air,
            spots: vec![spot(map, *from), spot(map, *to)],
        }],
        Event::Clash { at, .. }
        | Event::Charge { at, .. }
        | Event::Fires {
            at,
            volley: Volley::Bombardment,
            ..
        } => {
            vec![Trace::Fight { at: spot(map, *at) }]
        }
        _ => Vec::new(),
    }
}
