//! What the referee may change by a ruling, and a case by its position.

use super::data::Data;
use super::event::Event;
use super::map::Sector;
use super::side::Side;
use super::state::{Phase, Supply};
use super::words::{
    ABORT_1, ABORT_2, ADEQUATE, AIR, ALLIES, AT, BOMBARDMENT, CLEAR, COMBAT, DECLARE, DISPERSED,
    DROPS, EMPTY, EVACUATION, FATIGUED, FINAL_FIRE, FIRST_FIRE, FLOWN, FULL, GERMANS, GROUND,
    INSUFFICIENT, INTERDICT, LANDINGS, LEVEL, LIMITED, LOST, MOVEMENT, NOBODY, PHASE, PLACE, PLANE,
    READY, REDUCED, REMOVE, RESERVES, SEARCH, SECTOR, SIDE, STATE, STRATEGIC, STRIKE, SUPPLY,
    TARGET, TO, TURN, UNIT, WAIT,
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
    /// The boxes of the Air Operations card.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Station {
        Ready = READY,
        Interdiction = INTERDICT,
        Bombing = GROUND,
        Search = SEARCH,
        Naval = STRIKE,
        Flown = FLOWN,
        Abort1 = ABORT_1,
        Abort2 = ABORT_2,
    }
}

elements! {
    /// The phases a position can be in.
    pub(super) enum When {
        Strategic = STRATEGIC,
        Air = AIR,
        Landings = LANDINGS,
        Drops = DROPS,
        Movement = MOVEMENT,
        Bombardment = BOMBARDMENT,
        Declaration = DECLARE,
        Combat = COMBAT,
    }
}

elements! {
    /// 15.12
    pub(super) enum Level { Adequate = ADEQUATE, Limited = LIMITED, Insufficient = INSUFFICIENT }
}

elements! {
    /// A side.
    pub(super) enum Whose { German = GERMANS, Allied = ALLIES }
}

impl From<Whose> for Side {
    fn from(whose: Whose) -> Self {
        match whose {
            Whose::German => Self::German,
            Whose::Allied => Self::Allied,
        }
    }
}

fn units(d: &Data) -> Choice<UnitId> {
    one(&d.land_ids().collect::<Vec<_>>())
}

fn planes(d: &Data) -> Choice<UnitId> {
    one(&d.plane_ids().collect::<Vec<_>>())
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
        /// Nobody is on the map, nor comes later.
        NOBODY => Nobody,
        /// A unit comes later.
        WAIT => Wait { unit: UnitId = units(d) },
        /// An air unit is in a box of its card.
        PLANE => Plane { unit UNIT: UnitId = planes(d), station TO: Station = one(Station::ALL) },
        /// How far a sector is interdicted.
        LEVEL => Level { sector SECTOR: Sector = one(&Sector::ALL), level TO: i32 = number(0, 2) },
        /// 15.1: how a side is supplied in a sector.
        SUPPLY => Supply {
            sector SECTOR: Sector = one(&Sector::ALL),
            side SIDE: Whose = one(Whose::ALL),
            level TO: Level = one(Level::ALL),
        },
        /// 15.2: reserves that a side has in a sector.
        RESERVES => Reserves {
            sector SECTOR: Sector = one(&Sector::ALL),
            side SIDE: Whose = one(Whose::ALL),
            n TO: i32 = number(0, 9),
        },
        /// 20.12: the turn in which the evacuation ends.
        EVACUATION => Evacuation { turn: i32 = number(1, 36) },
        /// 20.11: Allied steps lost that were not Greek.
        LOST => Lost { steps: i32 = number(0, 400) },
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
            Self::Nobody => Event::RuledNobody,
            Self::Wait { unit } => Event::RuledWait { unit },
            Self::Plane { unit, station } => Event::RuledPlane { unit, station },
            Self::Level { sector, level } => Event::RuledLevel { sector, level },
            Self::Supply {
                sector,
                side,
                level,
            } => Event::RuledSupply {
                sector,
                side: side.into(),
                level: match level {
                    Level::Adequate => Supply::Adequate,
                    Level::Limited => Supply::Limited,
                    Level::Insufficient => Supply::Insufficient,
                },
            },
            Self::Reserves { sector, side, n } => Event::RuledReserves {
                sector,
                side: side.into(),
                n,
            },
            Self::Evacuation { turn } => Event::RuledEvacuation { turn },
            Self::Lost { steps } => Event::RuledLost { steps },
            Self::When { turn, phase, side } => Event::Phase {
                turn: u32::try_from(turn).unwrap_or(1),
                phase: match phase {
                    When::Strategic => Phase::Strategic,
                    When::Air => Phase::Air,
                    When::Landings => Phase::Landings,
                    When::Drops => Phase::Drops,
                    When::Movement => Phase::Movement,
                    When::Bombardment => Phase::Bombardment,
                    When::Declaration => Phase::Declaration,
                    When::Combat => Phase::Combat,
                },
                active: side.into(),
            },
        }
    }
}
