//! What the referee may change by a ruling, and a case by its position.

use super::data::Data;
use super::event::Event;
use super::side::Side;
use super::state::{Installation, Phase};
use super::tables::Weather;
use super::words::{
    ABOARD, AIR, ALARM, ARMOUR_POINTS, AT, AUXILIARIES, BRANDENBURGERS, BRITONS, CLOUDY, COMBAT,
    CONTROL, DAMAGE, DETECTION, DROPPED, EMPTY, FAIR, FERRY, FLEET, FOUL, FRESH, FULL, GERMANS,
    GUNS, HIT_1, HIT_2, HITS, LANDED, LEGS, MOTORISED, MOVEMENT, NVP, ON, OUT_1, OUT_2, OVP, PHASE,
    PLACE, RAIL_STEPS, REDUCED, REINFORCE, REMOVE, REPAIR, RETURN, SHIP, SIDE, STATE, STORMY,
    SUPPLY, TANK_POINTS, TO, TRACK, TURN, UNIT, WEAK, WEATHER, WEATHER_PHASE,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{Choice, any, number, one};
use crate::orders::{elements, lines};

elements! {
    /// How a unit is.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Condition {
        Full = FULL,
        Reduced = REDUCED,
        Weak = WEAK,
        Hit1 = HIT_1,
        Hit2 = HIT_2,
        Out1 = OUT_1,
        Out2 = OUT_2,
        Dropped = DROPPED,
        Fresh = FRESH,
    }
}

elements! {
    /// Numbers kept beside the map.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tally {
        Ovp = OVP,
        Nvp = NVP,
        Leg = LEGS,
        Armour = ARMOUR_POINTS,
        Tank = TANK_POINTS,
        Guns = GUNS,
        Rail = RAIL_STEPS,
        Landed = LANDED,
        Alarm = ALARM,
        Auxiliaries = AUXILIARIES,
        Brandenburgers = BRANDENBURGERS,
    }
}

elements! { Weather: Fair = FAIR, Cloudy = CLOUDY, Foul = FOUL, Stormy = STORMY }

elements! {
    /// The phases a position can be in.
    pub(super) enum When {
        Weather = WEATHER_PHASE,
        Reinforcement = REINFORCE,
        Detection = DETECTION,
        Fleet = FLEET,
        Ferry = FERRY,
        Supply = SUPPLY,
        Movement = MOVEMENT,
        Air = AIR,
        Combat = COMBAT,
        Motorised = MOTORISED,
        Return = RETURN,
        Repair = REPAIR,
    }
}

elements! {
    /// A side.
    pub(super) enum Whose { German = GERMANS, British = BRITONS }
}

impl From<Whose> for Side {
    fn from(whose: Whose) -> Self {
        match whose {
            Whose::German => Self::German,
            Whose::British => Self::British,
        }
    }
}

fn units(d: &Data) -> Choice<UnitId> {
    one(&d.land_ids().collect::<Vec<_>>())
}

fn ships(d: &Data) -> Vec<UnitId> {
    d.hull_ids().collect()
}

fn places(d: &Data) -> Choice<SpaceId> {
    one(&d
        .map
        .all()
        .filter(|at| d.map.is_land(*at))
        .collect::<Vec<_>>())
}

fn hexes(d: &Data) -> Choice<SpaceId> {
    one(&d.map.hexes().collect::<Vec<_>>())
}

fn anywhere(d: &Data) -> Choice<SpaceId> {
    one(&d.map.hexes().chain(d.map.boxes()).collect::<Vec<_>>())
}

lines! {
    /// What the referee may change.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Ruling from d: &Data {
        /// A unit stands in a place.
        PLACE => Place { unit UNIT: UnitId = units(d), at AT: SpaceId = places(d) },
        /// A unit leaves the game.
        REMOVE => Remove { unit: UnitId = units(d) },
        /// A unit is so.
        STATE => State { unit UNIT: UnitId = units(d), state TO: Condition = one(Condition::ALL) },
        /// A side holds a hex.
        CONTROL => Control { at AT: SpaceId = hexes(d), side SIDE: Whose = one(Whose::ALL) },
        /// Nobody is anywhere.
        EMPTY => Empty,
        /// A ship lies in a port, or in a zone of sea.
        SHIP => Ship { unit UNIT: UnitId = one(&ships(d)), at AT: SpaceId = anywhere(d) },
        /// A unit is aboard ships in a zone of sea, or about to assault a hex.
        ABOARD => Aboard {
            unit UNIT: UnitId = units(d),
            at AT: SpaceId = anywhere(d),
            on ON: Vec<UnitId> = any(&ships(d)),
        },
        /// Something is damaged.
        DAMAGE => Damage {
            at AT: SpaceId = hexes(d),
            what TO: Installation = one(&[Installation::Port, Installation::Airbase, Installation::Radar, Installation::Rail]),
            hits HITS: i32 = number(0, 12),
        },
        /// A number beside the map.
        TRACK => Track { track TRACK: Tally = one(Tally::ALL), value TO: i32 = number(-20, 99) },
        /// The weather.
        WEATHER => Sky { weather: Weather = one(&Weather::ALL) },
        /// The turn and the phase.
        PHASE => When {
            turn TURN: i32 = number(1, 40),
            phase TO: When = one(When::ALL),
            side SIDE: Whose = one(Whose::ALL),
        },
    }
}

impl Ruling {
    /// The event that carries it out.
    pub fn event(self) -> Event {
        match self {
            Self::Place { unit, at } => Event::RuledPlace { unit, at },
            Self::Remove { unit } => Event::RuledRemove { unit },
            Self::State { unit, state } => Event::RuledState { unit, state },
            Self::Control { at, side } => Event::RuledControl {
                at,
                side: side.into(),
            },
            Self::Empty => Event::RuledEmpty,
            Self::Ship { unit, at } => Event::RuledShip { unit, at },
            Self::Aboard { unit, at, on } => Event::RuledAboard { unit, at, on },
            Self::Damage { at, what, hits } => Event::RuledDamage { at, what, hits },
            Self::Track { track, value } => Event::RuledTrack { track, value },
            Self::Sky { weather } => Event::RuledSky { weather },
            Self::When { turn, phase, side } => Event::Phase {
                turn: u32::try_from(turn).unwrap_or(1),
                phase: match phase {
                    When::Weather => Phase::Weather,
                    When::Reinforcement => Phase::Reinforcement,
                    When::Detection => Phase::Detection,
                    When::Fleet => Phase::Fleet,
                    When::Ferry => Phase::Ferry,
                    When::Supply => Phase::Supply,
                    When::Movement => Phase::Movement,
                    When::Air => Phase::Air,
                    When::Combat => Phase::Combat,
                    When::Motorised => Phase::Motorised,
                    When::Return => Phase::Return,
                    When::Repair => Phase::Repair,
                },
                active: side.into(),
                operations: side.into(),
            },
        }
    }
}
