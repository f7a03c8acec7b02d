//! What the referee may change, and a case by its position; named facts; what no position may be.

use super::data::Data;
use super::event::{Event, Numbered, OffMap};
use super::ground::{Water, edge_item, edge_of, place_item, place_of};
use super::look::Look;
use super::script::{one, part};
use super::state::{Control, Level, Mark, Side, State, Weather, Where};
use super::units::unit_of;
use super::victory;
use super::view::marker;
use super::words::{
    ADVANTAGE, AIRBORNE, ALLIED_MARKERS, ALLIED_RESERVE, AT, BONUS, CLEAR, CONTROL, CORPS_DEPOT,
    CROSSING, D1, D2, DATE, DESTROYED, DRM, EMPTY, FRESH, GERMAN_MARKERS, GERMAN_RESERVE, HELD,
    IMPULSE_NUMBER, INTERDICTION, LATER, LEVEL, MARKER, NUMBER, OUT, OVERCAST, PLACE, READY,
    REMOVE, SIDE, SPENT, STANDS, STATE, TO, UK, UNIT, USED, WEATHER, WEATHER_AT_DAWN, WORKS,
};
use crate::board::{SideId, UnitId};
use crate::engine::game::Side as _;
use crate::orders::{Form, Item, Part, Pick, Picks, Word};

fn form(word: &'static Word, pick: Pick) -> Form {
    Form {
        word,
        subject: Vec::new(),
        pick,
    }
}

fn parts(word: &'static Word, parts: Vec<(&'static Word, Pick)>) -> Form {
    let parts = parts.into_iter().map(|(word, pick)| Part {
        word,
        pick,
        optional: false,
    });
    form(word, Pick::Parts(parts.collect()))
}

fn words(words: &[&'static Word]) -> Pick {
    Pick::One(words.iter().map(|word| Item::Word(word)).collect())
}

static NUMBERS: [(&Word, Numbered); 8] = [
    (&DATE, Numbered::Date),
    (&IMPULSE_NUMBER, Numbered::Impulse),
    (&DRM, Numbered::Drm),
    (&GERMAN_RESERVE, Numbered::GermanReserve),
    (&ALLIED_RESERVE, Numbered::AlliedReserve),
    (&GERMAN_MARKERS, Numbered::GermanMarkers),
    (&ALLIED_MARKERS, Numbered::AlliedMarkers),
    (&BONUS, Numbered::Bonus),
];
/// The word for a number that may be set.
pub(super) fn number_word(what: Numbered) -> &'static Word {
    let found = NUMBERS.iter().find(|(_, one)| *one == what);
    found.map_or(&NUMBER, |(word, _)| word)
}

static LEVELS: [(&Word, Level); 4] = [
    (&FRESH, Level::Fresh),
    (&SPENT, Level::Spent),
    (&D1, Level::D1),
    (&D2, Level::D2),
];
static WEATHERS: [(&Word, Weather); 2] = [(&CLEAR, Weather::Clear), (&OVERCAST, Weather::Overcast)];

/// What the referee may change.
pub(super) fn forms(d: &Data) -> Vec<Form> {
    let units = Pick::One(d.unit_ids().map(UnitId::item).collect());
    let places = Pick::One(d.ground.ids().map(place_item).collect());
    let water = d.ground.edge_ids().filter(|edge| {
        let edge = d.ground.edge(*edge);
        edge.water != Water::None
    });
    let edges = Pick::One(water.map(edge_item).collect());
    let sides = Pick::One(
        Side::ALL
            .iter()
            .map(|side| Item::Word(side.word()))
            .collect(),
    );
    let markers = Pick::One((0..3).map(|n| Item::Thing(marker(n))).collect());
    let levels = Pick::One(LEVELS.iter().map(|(word, _)| Item::Word(word)).collect());
    let weathers = || words(&[&CLEAR, &OVERCAST]);
    let control = Pick::One(vec![
        Item::Word(Side::German.word()),
        Item::Word(&AIRBORNE),
        Item::Word(&CORPS_DEPOT),
    ]);
    let numbers = Pick::One(NUMBERS.iter().map(|(word, _)| Item::Word(word)).collect());
    let number = Pick::Number { min: -9, max: 99 };
    vec![
        parts(&PLACE, vec![(&UNIT, units.clone()), (&AT, places.clone())]),
        parts(&STATE, vec![(&UNIT, units.clone()), (&LEVEL, levels)]),
        parts(
            &REMOVE,
            vec![(&UNIT, units), (&TO, words(&[&UK, &LATER, &OUT]))],
        ),
        parts(&CONTROL, vec![(&AT, places.clone()), (&SIDE, control)]),
        parts(&HELD, vec![(&AT, edges.clone()), (&SIDE, sides.clone())]),
        parts(
            &CROSSING,
            vec![(&AT, edges.clone()), (&TO, words(&[&STANDS, &DESTROYED]))],
        ),
        parts(
            &WORKS,
            vec![
                (&AT, edges),
                (&SIDE, sides.clone()),
                (&LEVEL, Pick::Number { min: 0, max: 2 }),
            ],
        ),
        parts(&NUMBER, vec![(&STATE, numbers), (&TO, number)]),
        form(&ADVANTAGE, sides),
        form(&WEATHER, weathers()),
        form(&WEATHER_AT_DAWN, weathers()),
        form(&INTERDICTION, places),
        parts(
            &MARKER,
            vec![(&UNIT, markers), (&TO, words(&[&USED, &READY]))],
        ),
        form(&EMPTY, Pick::Nothing),
    ]
}

/// The event of a ruling.
pub(super) fn rule(which: usize, picks: &Picks) -> Option<Event> {
    let item = |n: usize| one(part(picks, n));
    let number = |n: usize| match part(picks, n) {
        Some(Picks::Number(number)) => Some(*number),
        _ => None,
    };
    let is = |item: Option<Item>, word: &'static Word| item == Some(Item::Word(word));
    let side = |item: Option<Item>| {
        Side::ALL
            .iter()
            .copied()
            .find(|side| item == Some(Item::Word(side.word())))
    };
    let weather = |item: Option<Item>| {
        let found = WEATHERS.iter().find(|(word, _)| is(item, word));
        found.map(|(_, weather)| *weather)
    };
    Some(match which {
        0 => Event::RuledPlace {
            unit: unit_of(item(0)?)?,
            at: place_of(item(1)?)?,
        },
        1 => Event::RuledLevel {
            unit: unit_of(item(0)?)?,
            level: LEVELS.iter().find(|(word, _)| is(item(1), word))?.1,
        },
        2 => Event::RuledOff {
            unit: unit_of(item(0)?)?,
            box_: match item(1) {
                to if is(to, &UK) => OffMap::Uk,
                to if is(to, &LATER) => OffMap::Later,
                _ => OffMap::Out,
            },
        },
        3 => Event::RuledControl {
            at: place_of(item(0)?)?,
            control: match item(1) {
                by if is(by, &AIRBORNE) => Control::Airborne,
                by if is(by, &CORPS_DEPOT) => Control::Corps,
                _ => Control::German,
            },
        },
        4 => Event::RuledHolder {
            edge: edge_of(item(0)?)?,
            side: side(item(1))?,
        },
        5 => Event::RuledCrossing {
            edge: edge_of(item(0)?)?,
            stands: is(item(1), &STANDS),
        },
        6 => Event::RuledWork {
            edge: edge_of(item(0)?)?,
            side: side(item(1))?,
            level: number(2)?,
        },
        7 => Event::RuledNumber {
            what: NUMBERS.iter().find(|(word, _)| is(item(0), word))?.1,
            to: number(1)?,
        },
        8 => Event::RuledAdvantage {
            side: side(one(Some(picks)))?,
        },
        9 | 10 => Event::RuledWeather {
            to: weather(one(Some(picks)))?,
            began: which == 10,
        },
        11 => Event::RuledInterdiction {
            at: place_of(one(Some(picks))?)?,
        },
        12 => Event::RuledMarker {
            marker: match item(0)? {
                Item::Thing(thing) => usize::from(thing.id),
                _ => return None,
            },
            used: is(item(1), &USED),
        },
        13 => Event::RuledEmpty,
        _ => return None,
    })
}

/// Named facts of the position.
pub(super) fn facts(d: &Data, s: &State) -> Vec<(String, String)> {
    let look = Look { d, s };
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let place = |at: crate::board::SpaceId| d.ground.place(at).id.clone();
    let mut facts = vec![
        fact("date", s.date.to_string()),
        fact("phase", s.phase.name().to_owned()),
        fact("impulse", super::telling::space(s.impulse)),
        fact("advantage", s.advantage.id().to_owned()),
        fact("weather", s.weather.id().to_owned()),
        fact("dawn-weather", s.began.id().to_owned()),
        fact("drm", s.drm.to_string()),
        fact("bought", s.bought.to_string()),
        fact("vp", victory::points(look).total().to_string()),
        fact("bonus", s.eindhoven.to_string()),
        fact(
            "boats",
            if s.boats_used { "used" } else { "ready" }.to_owned(),
        ),
        fact(
            "interdiction",
            s.interdiction
                .iter()
                .map(|at| place(*at))
                .collect::<Vec<_>>()
                .join(" "),
        ),
    ];
    for (n, name) in ["raf-2", "raf-83"].iter().enumerate() {
        let used = if s.raf_used[n] { "used" } else { "fresh" };
        facts.push(fact(name, used.to_owned()));
    }
    for side in Side::ALL {
        let n = side.index();
        let id = side.id();
        facts.push(fact(&format!("{id}.reserve"), s.reserve[n].to_string()));
        facts.push(fact(&format!("{id}.markers"), s.available[n].to_string()));
        facts.push(fact(&format!("{id}.used"), s.used[n].to_string()));
    }
    for unit in d.unit_ids() {
        let (id, one) = (&d.counter(unit).id, s.unit(unit));
        let at = match one.at {
            Where::At(at) => place(at),
            Where::Uk => "uk".to_owned(),
            Where::Later => "later".to_owned(),
            Where::Out => "out".to_owned(),
        };
        facts.push(fact(&format!("{id}.at"), at));
        facts.push(fact(&format!("{id}.state"), one.level.id().to_owned()));
    }
    for at in d.ground.ids() {
        let control = look.control(at).id().to_owned();
        facts.push(fact(&format!("control.{}", place(at)), control));
    }
    for edge in d.ground.edge_ids() {
        let printed = d.ground.edge(edge);
        if printed.water == Water::None {
            continue;
        }
        let gone = s.blown.contains(&edge) || s.sunk.contains(&edge);
        let state = if gone {
            "destroyed"
        } else {
            look.holder(edge).id()
        };
        facts.push(fact(&format!("crossing.{}", printed.id), state.to_owned()));
        for work in s.works.iter().filter(|work| work.edge == edge) {
            facts.push(fact(
                &format!("construction.{}.{}", printed.id, work.side.id()),
                work.level.to_string(),
            ));
        }
    }
    facts
}

/// What is wrong with a position.
pub(super) fn broken(d: &Data, s: &State) -> Vec<String> {
    let look = Look { d, s };
    let mut broken = Vec::new();
    for at in d.ground.ids() {
        let id = &d.ground.place(at).id;
        for side in Side::ALL {
            let count = look.count(*side, at);
            if !d.ground.place(at).zone && count > d.tables.stacking.area {
                broken.push(format!("{} has {count} units in {id}", side.id()));
            }
        }
        if let Some(control) = look.settled(at) {
            broken.push(format!("{id} should be under {} control", control.id()));
        }
    }
    for side in Side::ALL {
        let n = side.index();
        let on_sites = s.works.iter().filter(|work| work.side == *side).count();
        let markers = usize::from(s.available[n] + s.used[n]) + on_sites;
        if markers != usize::from(d.tables.reconstructed.construction[n]) {
            broken.push(format!("{} has {markers} construction markers", side.id()));
        }
        if s.reserve[n] < 0 {
            broken.push(format!("{} has less than no reserve", side.id()));
        }
    }
    for unit in d.unit_ids() {
        let (counter, one) = (d.counter(unit), s.unit(unit));
        if let (Where::At(at), Some(division)) = (one.at, counter.airborne)
            && !d.ground.place(at).sector[division.index()]
        {
            broken.push(format!("{} is outside its sector", counter.id));
        }
    }
    for edge in d.ground.bridges() {
        let printed = d.ground.edge(edge);
        let held = s.held[usize::from(edge.0)];
        if held == Mark::Unmarked && look.bridged(edge) {
            broken.push(format!("bridge {} has no holder", printed.id));
        }
    }
    broken.extend(wrong_edges(d, &s.blown, "blown"));
    if s.impulse > d.tables.reconstructed.track_end {
        broken.push(format!("impulse {} is off the track", s.impulse));
    }
    broken
}

fn wrong_edges(d: &Data, edges: &[SideId], what: &str) -> Vec<String> {
    edges
        .iter()
        .filter(|edge| d.ground.edge(**edge).bridge.is_none())
        .map(|edge| format!("{what}: no bridge on {}", d.ground.edge(*edge).id))
        .collect()
}
