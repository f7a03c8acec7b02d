//! What the referee may change, and a case by its position; named facts; what no position may be.

use super::data::Data;
use super::event::{Event, Numbered, OffMap};
use super::ground::Water;
use super::look::Look;
use super::state::{Control, GERMAN, Level, Mark, Side, State, Weather, Where};
use super::victory;
use super::view::MarkerId;
use super::words::{
    ADVANTAGE, AIRBORNE, ALLIED_MARKERS, ALLIED_RESERVE, AT, BONUS, CLEAR, CONTROL, CORPS_DEPOT,
    CROSSING, D1, D2, DATE, DESTROYED, DRM, EMPTY, FRESH, GERMAN_MARKERS, GERMAN_RESERVE, HELD,
    IMPULSE_NUMBER, INTERDICTION, LATER, LEVEL, MARKER, NUMBER, OUT, OVERCAST, PLACE, READY,
    REMOVE, SIDE, SPENT, STANDS, STATE, TO, UK, UNIT, USED, WEATHER, WEATHER_AT_DAWN, WORKS,
};
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::game::Side as _;
use crate::orders::choice::{Choice, number, one};
use crate::orders::{elements, lines};

elements! { Numbered:
    Date = DATE,
    Impulse = IMPULSE_NUMBER,
    Drm = DRM,
    GermanReserve = GERMAN_RESERVE,
    AlliedReserve = ALLIED_RESERVE,
    GermanMarkers = GERMAN_MARKERS,
    AlliedMarkers = ALLIED_MARKERS,
    Bonus = BONUS,
}
elements! { Level: Fresh = FRESH, Spent = SPENT, D1 = D1, D2 = D2 }
elements! { Weather: Clear = CLEAR, Overcast = OVERCAST }
elements! { OffMap: Uk = UK, Later = LATER, Out = OUT }
elements! { Control: German = GERMAN, Airborne = AIRBORNE, Corps = CORPS_DEPOT }
elements! {
    /// How a crossing is.
    pub(super) enum Crossing { Stands = STANDS, Destroyed = DESTROYED }
}
elements! {
    /// How a marker is.
    pub(super) enum Readiness { Used = USED, Ready = READY }
}

const WEATHERS: [Weather; 2] = [Weather::Clear, Weather::Overcast];

fn units(d: &Data) -> Choice<UnitId> {
    one(&d.unit_ids().collect::<Vec<_>>())
}

fn places(d: &Data) -> Choice<SpaceId> {
    one(&d.ground.ids().collect::<Vec<_>>())
}

/// The boundaries that water runs along.
fn crossings(d: &Data) -> Choice<SideId> {
    let water = d.ground.edge_ids().filter(|edge| {
        let edge = d.ground.edge(*edge);
        edge.water != Water::None
    });
    one(&water.collect::<Vec<_>>())
}

lines! {
    /// What the referee may change.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Ruling from d: &Data {
        /// A unit stands in a place.
        PLACE => Place { unit UNIT: UnitId = units(d), at AT: SpaceId = places(d) },
        /// A unit is so fit.
        STATE => State { unit UNIT: UnitId = units(d), level LEVEL: Level = one(&Level::ALL) },
        /// A unit leaves the map.
        REMOVE => Remove {
            unit UNIT: UnitId = units(d),
            to TO: OffMap = one(&[OffMap::Uk, OffMap::Later, OffMap::Out]),
        },
        /// Who controls a place.
        CONTROL => Control {
            at AT: SpaceId = places(d),
            control SIDE: Control = one(&[Control::German, Control::Airborne, Control::Corps]),
        },
        /// Who holds a crossing.
        HELD => Held { edge AT: SideId = crossings(d), side SIDE: Side = one(Side::ALL) },
        /// Whether a crossing is there.
        CROSSING => Crossing {
            edge AT: SideId = crossings(d),
            to TO: Crossing = one(Crossing::ALL),
        },
        /// How far a side has come with its work at a crossing.
        WORKS => Works {
            edge AT: SideId = crossings(d),
            side SIDE: Side = one(Side::ALL),
            level LEVEL: i32 = number(0, 2),
        },
        /// What a number is.
        NUMBER => Number {
            what STATE: Numbered = one(&Numbered::ALL),
            to TO: i32 = number(-9, 99),
        },
        /// Who holds the Advantage.
        ADVANTAGE => Advantage { side: Side = one(Side::ALL) },
        /// The weather.
        WEATHER => Weather { to: Weather = one(&WEATHERS) },
        /// The weather the day began with.
        WEATHER_AT_DAWN => WeatherAtDawn { to: Weather = one(&WEATHERS) },
        /// Where interdiction lies.
        INTERDICTION => Interdiction { at: SpaceId = places(d) },
        /// Whether a marker has been used.
        MARKER => Marker {
            marker UNIT: MarkerId = one(&MarkerId::ALL),
            to TO: Readiness = one(Readiness::ALL),
        },
        /// Everybody leaves the map.
        EMPTY => Empty,
    }
}

impl Ruling {
    /// The event that carries it out.
    pub(super) fn event(self) -> Event {
        match self {
            Self::Place { unit, at } => Event::RuledPlace { unit, at },
            Self::State { unit, level } => Event::RuledLevel { unit, level },
            Self::Remove { unit, to: box_ } => Event::RuledOff { unit, box_ },
            Self::Control { at, control } => Event::RuledControl { at, control },
            Self::Held { edge, side } => Event::RuledHolder { edge, side },
            Self::Crossing { edge, to } => Event::RuledCrossing {
                edge,
                stands: to == Crossing::Stands,
            },
            Self::Works { edge, side, level } => Event::RuledWork { edge, side, level },
            Self::Number { what, to } => Event::RuledNumber { what, to },
            Self::Advantage { side } => Event::RuledAdvantage { side },
            Self::Weather { to } => Event::RuledWeather { to, began: false },
            Self::WeatherAtDawn { to } => Event::RuledWeather { to, began: true },
            Self::Interdiction { at } => Event::RuledInterdiction { at },
            Self::Marker { marker, to } => Event::RuledMarker {
                marker: marker.index(),
                used: to == Readiness::Used,
            },
            Self::Empty => Event::RuledEmpty,
        }
    }
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
