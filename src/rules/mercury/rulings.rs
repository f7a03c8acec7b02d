//! What the referee may change by a ruling, and a case by its position.

use super::data::Data;
use super::event::Event;
use super::map::Sector;
use super::naval::ids::{Letter, Number};
use super::side::Side;
use super::state::{Phase, Supply, Told};
use super::words::{
    ABORT_1, ABORT_2, ADEQUATE, AIR, ALLIES, AT, BOMBARDMENT, CARGO, CLEAR, COMBAT, CONTACT,
    CONVOYS, COUNT, DAMAGED, DECLARE, DETECTED, DISPERSED, DROPS, EMPTY, EVACUATION, FATIGUED,
    FINAL_FIRE, FIRST_BATTLE, FIRST_FIRE, FLEET, FLOWN, FORCE, FULL, GERMANS, GROUND, INSUFFICIENT,
    INTERDICT, LANDINGS, LEVEL, LIMITED, LOST, LOW_AMMO, MOVEMENT, NO_AMMO, NOBODY, NOTHING, PHASE,
    PLACE, PLANE, READY, REDUCED, REFIT_1, REFIT_2, REMOVE, RESERVES, SEARCH, SECOND_BATTLE,
    SECTOR, SHIPS, SIDE, STATE, STRATEGIC, STRIKE, SUNK, SUPPLIES, SUPPLY, TARGET, TO, TURN, TYPES,
    UNIT, VESSEL, WAIT, WITH,
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
    /// How a ship is.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Afloat {
        Full = FULL,
        Damaged = DAMAGED,
        LowAmmo = LOW_AMMO,
        NoAmmo = NO_AMMO,
        Ready = READY,
        Refit1 = REFIT_1,
        Refit2 = REFIT_2,
        Sunk = SUNK,
    }
}

elements! {
    /// How deep the Germans have looked into a task force.
    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Depth { Nothing = NOTHING, Detected = DETECTED, Count = COUNT, Types = TYPES, Ships = SHIPS }
}

impl Depth {
    pub(super) const fn told(self) -> Told {
        match self {
            Self::Nothing => Told::Nothing,
            Self::Detected => Told::Detected,
            Self::Count => Told::Count,
            Self::Types => Told::Types,
            Self::Ships => Told::Ships,
        }
    }
}

elements! {
    /// The phases a position can be in.
    pub(super) enum When {
        Strategic = STRATEGIC,
        Air = AIR,
        Fleet = FLEET,
        FirstBattle = FIRST_BATTLE,
        Convoys = CONVOYS,
        SecondBattle = SECOND_BATTLE,
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

fn letters(d: &Data) -> Vec<Letter> {
    let most = u8::try_from(d.tables.limits.task_forces).unwrap_or(12);
    (0..most).map(Letter).collect()
}

fn numbers() -> Vec<Number> {
    (0..8).map(Number).collect()
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
        /// A task force is in a place of the sea map, with these ships.
        FORCE => Force {
            force UNIT: Letter = one(&letters(d)),
            at AT: SpaceId = one(&d.map.seas().collect::<Vec<_>>()),
            ships SHIPS: Vec<UnitId> = any(&d.ship_ids().collect::<Vec<_>>()),
        },
        /// A contact is in a place of the sea map, with this beneath it.
        CONTACT => Contact {
            contact UNIT: Number = one(&numbers()),
            at AT: SpaceId = one(&d.map.seas().collect::<Vec<_>>()),
            ship SHIPS: Option<UnitId> = one(&d.ship_ids().collect::<Vec<_>>()),
        },
        /// How deep the Germans have looked into a task force.
        DETECTED => Told { force UNIT: Letter = one(&letters(d)), depth TO: Depth = one(Depth::ALL) },
        /// A ship is so.
        VESSEL => Vessel { ship UNIT: UnitId = one(&d.ship_ids().collect::<Vec<_>>()), state TO: Afloat = one(Afloat::ALL) },
        /// Units and supplies are aboard a ship.
        CARGO => Cargo {
            ship UNIT: UnitId = one(&d.ship_ids().collect::<Vec<_>>()),
            units WITH: Vec<UnitId> = any(&d.land_ids().collect::<Vec<_>>()),
            reserves SUPPLIES: Option<i32> = number(0, 2),
        },
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
            Self::Force { force, at, ships } => Event::RuledForce { force, at, ships },
            Self::Contact { contact, at, ship } => Event::RuledContact { contact, at, ship },
            Self::Told { force, depth } => Event::RuledTold { force, depth },
            Self::Vessel { ship, state } => Event::RuledShip { ship, state },
            Self::Cargo {
                ship,
                units,
                reserves,
            } => Event::RuledCargo {
                ship,
                units,
                reserves: reserves.unwrap_or(0),
            },
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
                    When::Fleet => Phase::AlliedFleet,
                    When::FirstBattle => Phase::FirstBattle,
                    When::Convoys => Phase::Convoys,
                    When::SecondBattle => Phase::SecondBattle,
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
