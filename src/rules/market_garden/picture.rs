//! The map as it is drawn: counters by nation, control, the state of the bridges, what moved and fought.

use super::event::Event;
use super::state::{Control, Level, Side, Where};
use super::units::{Kind, Nation};
use super::view::View;
use super::words::{AMERICANS, BRITISH, GERMANS};
use crate::board::{
    Colour, Crossing, Going, Marker, Party, Passage, Picture, Piece, SideId, SpaceId, Spot, Symbol,
    Trace, UnitId,
};

/// The parties by number: Germans, British, Americans.
const fn party(nation: Nation) -> usize {
    match nation {
        Nation::Wehrmacht | Nation::Ss => 0,
        Nation::British => 1,
        Nation::American => 2,
    }
}

const fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Infantry => Symbol::Infantry,
        Kind::Mech => Symbol::Motorised,
        Kind::Para => Symbol::Parachute,
        Kind::Glider => Symbol::Glider,
        Kind::Armour => Symbol::Armour,
        Kind::Guns | Kind::CorpsGuns => Symbol::Artillery,
        Kind::Flak | Kind::Tower => Symbol::AntiAir,
    }
}

/// The side of the counter that lies up: attack, defence and movement, or the defence alone (4.22).
fn strength(v: &View<'_>, unit: UnitId) -> String {
    let counter = v.data().counter(unit);
    match v.look().level(unit) {
        Level::Fresh => format!(
            "{}-{}-{}",
            counter.attack, counter.defence, counter.movement
        ),
        Level::Spent => format!("({})", counter.spent),
        Level::D1 => format!("({}) D1", counter.spent),
        Level::D2 => format!("({}) D2", counter.spent),
    }
}

/// Which of the Allies a place in their hands belongs to: XXX Corps is British, else whose sector it is (3.26).
fn allied(v: &View<'_>, at: SpaceId) -> usize {
    let british = v.data().ground.place(at).sector[0] || v.look().control(at) == Control::Corps;
    party(if british {
        Nation::British
    } else {
        Nation::American
    })
}

/// What stands on the board.
pub(super) fn picture(v: &View<'_>) -> Picture {
    let (look, d) = (v.look(), v.data());
    let parties = vec![
        Party {
            word: &GERMANS,
            colour: Colour::Grey,
            letter: 'G',
        },
        Party {
            word: &BRITISH,
            colour: Colour::Khaki,
            letter: 'B',
        },
        Party {
            word: &AMERICANS,
            colour: Colour::Green,
            letter: 'A',
        },
    ];
    // The freshest and strongest lies uppermost.
    let mut units: Vec<UnitId> = d.unit_ids().collect();
    units.sort_by_key(|unit| {
        (
            look.level(*unit),
            std::cmp::Reverse(d.counter(*unit).attack),
        )
    });
    let pieces = units.into_iter().filter_map(|unit| {
        let counter = d.counter(unit);
        let at = match look.s.unit(unit).at {
            Where::At(at) => Spot::Space(at),
            Where::Uk => Spot::Off(0),
            Where::Later | Where::Out => return None,
        };
        let left = look.level(unit).capacity();
        Some(Piece {
            at,
            owner: party(counter.nation),
            symbol: symbol(counter.kind),
            name: counter.name.clone(),
            short: counter.short.clone(),
            strength: strength(v, unit),
            steps: (u8::try_from(left).unwrap_or(0), 4),
            carried: false,
        })
    });
    let mut control = std::collections::BTreeMap::new();
    for at in d.ground.ids() {
        match look.control(at) {
            Control::German => {}
            Control::Corps => {
                control.insert(at, party(Nation::British));
            }
            Control::Airborne => {
                control.insert(at, allied(v, at));
            }
        }
    }
    Picture {
        parties,
        pieces: pieces.collect(),
        control,
        markers: markers(v),
        crossings: crossings(v),
        traces: Vec::new(),
    }
}

/// Bridges and ferries as they stand (19.1, 4.7), with the works on them (19.21).
fn crossings(v: &View<'_>) -> Vec<Crossing> {
    let (look, d) = (v.look(), v.data());
    let crossing = |side: SideId, passage: Passage, whole: bool| {
        let works = look.s.works.iter().filter(|work| work.edge == side);
        let works: Vec<String> = works.map(|work| format!("+{}", work.level)).collect();
        Crossing {
            side,
            passage,
            holder: match look.holder(side) {
                Side::German => party(Nation::Wehrmacht),
                Side::Allied => allied(v, d.ground.edge(side).a),
            },
            whole,
            note: works.join(" "),
        }
    };
    let bridges = d
        .ground
        .bridges()
        .map(|side| crossing(side, Passage::Bridge, look.bridged(side)));
    let ferries = d
        .ground
        .ferries()
        .map(|side| crossing(side, Passage::Ferry, look.ferry(side)));
    bridges.chain(ferries).collect()
}

/// German aircraft over an area (16.4).
fn markers(v: &View<'_>) -> Vec<Marker> {
    let over = v.look().s.interdiction.iter();
    over.map(|at| Marker {
        at: Spot::Space(*at),
        text: "!".to_owned(),
        meaning: "16.4".to_owned(),
    })
    .collect()
}

/// What an event shows on the map.
pub(super) fn traces(v: &View<'_>, seen: &Event) -> Vec<Trace> {
    let owner = |unit: UnitId| party(v.data().counter(unit).nation);
    let way = |unit: UnitId, from: SpaceId, to: SpaceId| Trace::Way {
        owner: owner(unit),
        going: Going::Land,
        spots: vec![Spot::Space(from), Spot::Space(to)],
    };
    match seen {
        Event::Enters { unit, from, to, .. }
        | Event::Retreats { unit, from, to, .. }
        | Event::Regroups { unit, from, to, .. }
            if from != to =>
        {
            vec![way(*unit, *from, *to)]
        }
        Event::Lands { units, at } => units
            .first()
            .map(|unit| Trace::Way {
                owner: owner(*unit),
                going: Going::Air,
                spots: vec![Spot::Off(0), Spot::Space(*at)],
            })
            .into_iter()
            .collect(),
        Event::Fights { at, .. } | Event::Batters { at, .. } => vec![Trace::Fight {
            at: Spot::Space(*at),
        }],
        _ => Vec::new(),
    }
}
