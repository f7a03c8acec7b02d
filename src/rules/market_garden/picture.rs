//! The map as it is drawn: counters by nation, control, the state of the bridges, what moved and fought.

use super::event::Event;
use super::state::{Control, Level, Sd, Where};
use super::units::{Kind, Nation, UnitId};
use super::view::View;
use super::words::{AMERICANS, BRITISH};
use crate::board::{
    Colour, Going, Marker, Party, Picture, Piece, SideId, SpaceId, Spot, Symbol, Trace,
};
use crate::engine::game::Side as _;

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

/// What fits on a counter.
fn short(name: &str) -> String {
    let name = name.strip_prefix("KG ").unwrap_or(name);
    name.split(" (").next().unwrap_or(name).to_owned()
}

/// What stands on the board.
pub(super) fn picture(v: &View<'_>) -> Picture {
    let (look, d) = (v.look(), v.data());
    let parties = vec![
        Party {
            word: Sd::German.word(),
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
    let pieces = d.unit_ids().filter_map(|unit| {
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
            short: short(&counter.name),
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
                let british = d.ground.place(at).sector[0];
                let nation = if british {
                    Nation::British
                } else {
                    Nation::American
                };
                control.insert(at, party(nation));
            }
        }
    }
    Picture {
        parties,
        pieces: pieces.collect(),
        control,
        markers: markers(v),
        traces: Vec::new(),
    }
}

/// Bridges that are destroyed or in Allied hands, airborne control, German aircraft.
fn markers(v: &View<'_>) -> Vec<Marker> {
    let (look, d) = (v.look(), v.data());
    let mut markers = Vec::new();
    let mut bridge = |edge: SideId, sign: &str| {
        let printed = d.ground.edge(edge);
        let name = printed.bridge.as_ref().or(printed.ferry.as_ref());
        for (at, far) in [(printed.a, printed.b), (printed.b, printed.a)] {
            markers.push(Marker {
                at: Spot::Space(at),
                text: format!("{sign}{}", d.ground.place(far).id),
                meaning: name.cloned().unwrap_or_else(|| printed.id.clone()),
            });
        }
    };
    for edge in d.ground.bridges() {
        if !look.bridged(edge) {
            bridge(edge, "X");
        } else if look.holder(edge) == Sd::Allied {
            bridge(edge, "=");
        }
    }
    for edge in d.ground.ferries().filter(|edge| !look.ferry(*edge)) {
        bridge(edge, "x");
    }
    for at in &look.s.interdiction {
        markers.push(Marker {
            at: Spot::Space(*at),
            text: "!".to_owned(),
            meaning: "16.4".to_owned(),
        });
    }
    markers
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
