//! The map as one reader knows it: the RAF's plotting table, or the Luftwaffe's own map.

use super::data::Map;
use super::event::Event;
use super::side::Side;
use super::state::{Position, Seen};
use crate::board::{Colour, Going, Marker, Party, Picture, Piece, SpaceId, Spot, Symbol, Trace};
use crate::engine::game::Side as _;

/// A hex, or a box beside the map.
pub(super) fn spot(map: &Map, at: SpaceId) -> Spot {
    match at.index().checked_sub(map.board.len()) {
        Some(off) => Spot::Off(off),
        None => Spot::Space(at),
    }
}

/// What stands on the map.
pub(super) fn picture(v: &Position<'_>) -> Picture {
    let parties = Side::ALL.iter().map(|side| Party {
        word: side.word(),
        colour: match side {
            Side::Raf => Colour::Blue,
            Side::Luftwaffe => Colour::Grey,
        },
        letter: match side {
            Side::Raf => 'R',
            Side::Luftwaffe => 'L',
        },
    });
    let (d, map) = (v.data, &v.data.map);
    let mut pieces: Vec<Piece> = Vec::new();
    for one in &v.open.sky {
        let printed = d.unit(one.unit);
        pieces.push(Piece {
            at: spot(map, one.at),
            owner: Side::Raf.index(),
            symbol: Symbol::Fighter,
            name: printed.name.clone(),
            short: printed.name.trim_end_matches(" Sqn").to_owned(),
            strength: format!("A{}", one.angels),
            steps: (1, 1),
            carried: false,
        });
    }
    let mut markers = Vec::new();
    for raid in &v.hidden.raids {
        let name = format!("H{:02}", raid.id.0);
        let plot = raid.plot.as_ref();
        // Its owner sees it where it is; the RAF where it was plotted.
        let (at, strength, symbol) = match (&raid.real, plot) {
            (Some(real), _) => {
                let bombers = real.units.iter().any(|one| d.unit(one.unit).bomber);
                let symbol = if bombers {
                    Symbol::Bomber
                } else {
                    Symbol::Fighter
                };
                (
                    real.at,
                    format!("{}/A{}", real.units.len(), real.lowest()),
                    symbol,
                )
            }
            (None, Some(plot)) if plot.on_map() => {
                let symbol = match plot.seen {
                    Seen::Tallied if plot.units.iter().any(|one| one.bomber) => Symbol::Bomber,
                    Seen::Tallied => Symbol::Fighter,
                    _ => Symbol::Unknown,
                };
                let told = match plot.seen {
                    Seen::Shown => "?".to_owned(),
                    _ => format!("{}+/A{}", plot.strength, plot.angels),
                };
                (plot.at, told, symbol)
            }
            _ => continue,
        };
        pieces.push(Piece {
            at: spot(map, at),
            owner: Side::Luftwaffe.index(),
            symbol,
            name: name.clone(),
            short: name,
            strength,
            steps: (1, 1),
            carried: false,
        });
    }
    for form in &v.hidden.forms {
        let strength = form
            .strength
            .map_or_else(|| "?".to_owned(), |n| format!("{n}+"));
        markers.push(Marker {
            at: spot(map, form.at),
            text: format!("F{strength}"),
            meaning: format!("F{:02}", form.id.0),
        });
    }
    Picture {
        parties: parties.collect(),
        pieces,
        markers,
        ..Picture::default()
    }
}

/// What an event shows on the map, to who knows the position it found.
pub(super) fn traces(v: &Position<'_>, seen: &Event) -> Vec<Trace> {
    let map = &v.data.map;
    let way = |owner: Side, from: Option<SpaceId>, to: SpaceId| -> Vec<Trace> {
        let Some(from) = from.filter(|from| *from != to) else {
            return Vec::new();
        };
        vec![Trace::Way {
            owner: owner.index(),
            going: Going::Air,
            spots: vec![spot(map, from), spot(map, to)],
        }]
    };
    match seen {
        Event::Flies { unit, to, .. } => {
            way(Side::Raf, v.open.fighter(*unit).map(|one| one.at), *to)
        }
        Event::Tracked { raid, at, .. } => way(
            Side::Luftwaffe,
            v.hidden.plot(*raid).map(|plot| plot.at),
            *at,
        ),
        _ => Vec::new(),
    }
}
