//! What the referee may change by a ruling, and a case by its position.

use super::data::Data;
use super::event::Event;
use super::side::Side;
use super::state::Phase;
use super::words::{
    ALLIES, AT, BOMBARDMENT, CLEAR, COMBAT, DECLARE, DISPERSED, EMPTY, FATIGUED, FINAL_FIRE,
    FIRST_FIRE, FULL, GERMANS, MOVEMENT, PHASE, PLACE, REDUCED, REMOVE, SIDE, STATE, STRATEGIC,
    TARGET, TO, TURN, UNIT,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{Choice, number, one};
use crate::orders::{elements, lines};

elements! {
    /// How a unit is.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Condition {
        Full = FULL,
        Reduced = REDUCED,
        Fatigued = FATIGUED,
        Dispersed = DISPERSED,
        FirstFire = FIRST_FIRE,
        FinalFire = FINAL_FIRE,
        Clear = CLEAR,
    }
}

elements! {
    /// The phases a position can be in.
    pub(super) enum When {
        Strategic = STRATEGIC,
        Movement = MOVEMENT,
        Bombardment = BOMBARDMENT,
        Declaration = DECLARE,
        Combat = COMBAT,
    }
}

elements! {
    /// A side.
    pub(super) enum Whose { German = GERMANS, Allied = ALLIES }
}

fn units(d: &Data) -> Choice<UnitId> {
    one(&d.land_ids().collect::<Vec<_>>())
}

fn places(d: &Data) -> Choice<SpaceId> {
    let playable = d.map.all().filter(|at| d.playable.has(*at));
    one(&playable.collect::<Vec<_>>())
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
        /// A unit has declared combat against a hex.
        TARGET => Target { unit UNIT: UnitId = units(d), at AT: SpaceId = places(d) },
        /// Nobody is on the map.
        EMPTY => Empty,
        /// The turn and the phase.
        PHASE => When {
            turn TURN: i32 = number(1, 36),
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
            Self::Target { unit, at } => Event::RuledTarget { unit, at },
            Self::Empty => Event::RuledEmpty,
            Self::When { turn, phase, side } => Event::Phase {
                turn: u32::try_from(turn).unwrap_or(1),
                phase: match phase {
                    When::Strategic => Phase::Strategic,
                    When::Movement => Phase::Movement,
                    When::Bombardment => Phase::Bombardment,
                    When::Declaration => Phase::Declaration,
                    When::Combat => Phase::Combat,
                },
                active: match side {
                    Whose::German => Side::German,
                    Whose::Allied => Side::Allied,
                },
            },
        }
    }
}
