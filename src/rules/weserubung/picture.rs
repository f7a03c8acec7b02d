//! The map as it is drawn: every counter lies open; what moved and fought.

use super::class::Class;
use super::event::{Battle, Event, How};
use super::nation::{Alliance, Nation};
use super::state::Where;
use super::view::View;
use crate::board::{Colour, Going, Party, Picture, Piece, SpaceId, Spot, Symbol, Trace, UnitId};

/// A hex, or one of the boxes behind the last hex.
fn spot(v: &View<'_>, place: SpaceId) -> Spot {
    let hexes = v.pos().d.map.board.len();
    match usize::from(place.0).checked_sub(hexes) {
        Some(off) => Spot::Off(off),
        None => Spot::Space(place),
    }
}

const fn symbol(class: Class) -> Symbol {
    match class {
        Class::General | Class::Admiral => Symbol::Leader,
        Class::Infantry => Symbol::Infantry,
        Class::MountainInfantry => Symbol::Mountain,
        Class::Paratroop => Symbol::Parachute,
        Class::Cavalry => Symbol::Cavalry,
        Class::Motorised => Symbol::Motorised,
        Class::Artillery => Symbol::Artillery,
        Class::MountainArtillery => Symbol::MountainArtillery,
        Class::Fighter => Symbol::Fighter,
        Class::Bomber => Symbol::Bomber,
        Class::AirTransport => Symbol::AirTransport,
        Class::Bb => Symbol::Battleship,
        Class::Ca | Class::Cl => Symbol::Cruiser,
        Class::Cv => Symbol::Carrier,
        Class::Dd => Symbol::Destroyer,
        Class::Ss => Symbol::Submarine,
        Class::Tr => Symbol::Transport,
    }
}

/// What fits on a counter: its colour says the nation, and counters of one kind look alike.
fn short(name: &str, class: Class) -> String {
    let name = ["Ger ", "Nor ", "GB ", "Fr "]
        .iter()
        .find_map(|nation| name.strip_prefix(nation))
        .unwrap_or(name);
    let alike = matches!(
        class,
        Class::Fighter | Class::Bomber | Class::AirTransport | Class::Dd | Class::Ss | Class::Tr
    );
    match name.rsplit_once(' ') {
        Some((kind, number)) if alike && number.parse::<u8>().is_ok() => kind.to_owned(),
        _ => name.to_owned(),
    }
}

/// The printed values of the side of the counter that lies up.
pub(super) fn strength(v: &View<'_>, unit: UnitId) -> String {
    let pos = v.pos();
    let class = pos.class(unit);
    match symbol(class) {
        Symbol::Leader => pos.other(unit).to_string(),
        kind => {
            let mut values = vec![pos.attack(unit).to_string(), pos.defence(unit).to_string()];
            if kind.domain() != crate::board::Domain::Land {
                values.push(pos.other(unit).to_string());
            }
            values.push(pos.movement(unit).to_string());
            values.join("-")
        }
    }
}

/// What stands on the board.
pub(super) fn picture(v: &View<'_>) -> Picture {
    let pos = v.pos();
    let parties = Nation::ALL.map(|nation| Party {
        word: nation.word(),
        colour: match nation {
            Nation::Germany => Colour::Grey,
            Nation::Norway => Colour::Red,
            Nation::Britain => Colour::Khaki,
            Nation::France => Colour::Blue,
        },
        letter: match nation {
            Nation::Germany => 'G',
            Nation::Norway => 'N',
            Nation::Britain => 'B',
            Nation::France => 'F',
        },
    });
    let pieces = pos.d.unit_ids().filter_map(|unit| {
        let at = pos.at(unit)?;
        let printed = pos.d.unit(unit);
        let leader = symbol(printed.class) == Symbol::Leader;
        let left = u8::try_from(pos.steps(unit)).unwrap_or(0);
        Some(Piece {
            at: spot(v, at),
            owner: printed.nation.index(),
            symbol: symbol(printed.class),
            name: printed.name.clone(),
            short: short(&printed.name, printed.class),
            strength: strength(v, unit),
            steps: if leader { (1, 1) } else { (left, 2) },
            carried: pos.carrier(unit).is_some(),
        })
    });
    // Norway holds all that is not shown as taken.
    let taken = pos
        .d
        .map
        .places()
        .filter(|place| pos.d.map.hex(*place).land && pos.controls(Alliance::Axis, *place));
    let control = taken.filter_map(|place| match spot(v, place) {
        Spot::Space(at) => Some((at, Nation::Germany.index())),
        Spot::Off(_) => None,
    });
    Picture {
        parties: parties.to_vec(),
        pieces: pieces.collect(),
        control: control.collect(),
        ..Picture::default()
    }
}

/// What an event shows on the map, to who knows the position it found.
pub(super) fn traces(v: &View<'_>, seen: &Event) -> Vec<Trace> {
    let way = |units: &[UnitId], over: &[SpaceId], to: Option<SpaceId>, going: Going| {
        // From where they stood, unless they are there already.
        let from = units.first().and_then(|unit| v.pos().at(*unit));
        let from = from.filter(|from| Some(*from) != to);
        let ways = from.iter().chain(over).copied().chain(to);
        let mut spots: Vec<Spot> = ways.map(|place| spot(v, place)).collect();
        spots.dedup();
        let owner = units
            .first()
            .map(|unit| v.pos().d.unit(*unit).nation.index());
        match owner {
            Some(owner) if spots.len() > 1 => vec![Trace::Way {
                owner,
                going,
                spots,
            }],
            _ => Vec::new(),
        }
    };
    match seen {
        Event::Moves {
            units,
            to,
            over,
            how,
            ..
        } => {
            let to = match to {
                Where::At(place) => Some(*place),
                Where::Aboard(ship) => v.pos().at(*ship),
                _ => None,
            };
            let going = match how {
                How::Rail => Going::Rail,
                How::Sail | How::Meet | How::Evade | How::Break | How::Leave => Going::Sea,
                How::Transfer | How::Return | How::Escape | How::Airlift | How::Drop => Going::Air,
                _ => Going::Land,
            };
            way(units, over, to, going)
        }
        Event::Sorties {
            units, to, over, ..
        } => way(units, over, Some(*to), Going::Air),
        Event::Battle { battle, at, .. } if *battle != Battle::Air => {
            vec![Trace::Fight { at: spot(v, *at) }]
        }
        _ => Vec::new(),
    }
}
