//! What the referee may change by a ruling, and a case by its position.

use super::super::class::Arm;
use super::super::data::Data;
use super::super::event::{Event, Ruling as Ruled};
use super::super::nation::{Alliance, Nation};
use super::super::state::Where;
use super::super::words::{
    ABOARD, ACTIONS, AT, BOUGHT, BY, CAPITALS, CONTROL, FACE, FIRST, FRESH, FULL, GONE, LAKEBASE,
    LEVEL, NATION, OFFENSIVES, PLACE, POOL, REDUCED, SHIP, SPENT, STATUS, TO, TURN, UNIT, USED,
};
use crate::board::{SpaceId, UnitId};
use crate::orders::choice::{Choice, number, one};
use crate::orders::{elements, lines};

elements! {
    /// Where a unit is that is not in play.
    pub(crate) enum Status { Pool = POOL, Bought = BOUGHT, Gone = GONE }
}
elements! {
    /// A unit's side.
    pub(crate) enum Face { Full = FULL, Reduced = REDUCED }
}
elements! {
    /// Whether a unit has acted.
    pub(crate) enum Actions { Fresh = FRESH, Used = USED }
}

fn units(d: &Data) -> Choice<UnitId> {
    one(&d.unit_ids().collect::<Vec<_>>())
}

fn ships(d: &Data) -> Choice<UnitId> {
    let naval = |unit: &UnitId| d.unit(*unit).class.arm() == Arm::Naval;
    one(&d.unit_ids().filter(naval).collect::<Vec<_>>())
}

fn places(d: &Data) -> Choice<SpaceId> {
    one(&d.map.places().collect::<Vec<_>>())
}

lines! {
    /// What the referee may change.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) enum Ruling from d: &Data {
        /// A unit is in a place.
        PLACE => Place { unit UNIT: UnitId = units(d), at AT: SpaceId = places(d) },
        /// It is aboard a ship.
        ABOARD => Aboard { unit UNIT: UnitId = units(d), ship SHIP: UnitId = ships(d) },
        /// It is not in play.
        STATUS => Status { unit UNIT: UnitId = units(d), to TO: Status = one(Status::ALL) },
        /// It shows this side.
        FACE => Face { unit UNIT: UnitId = units(d), to TO: Face = one(Face::ALL) },
        /// It has acted, or not.
        ACTIONS => Actions { unit UNIT: UnitId = units(d), to TO: Actions = one(Actions::ALL) },
        /// Who controls a place.
        CONTROL => Control {
            place PLACE: SpaceId = places(d),
            by BY: Alliance = one(&Alliance::ALL),
        },
        /// The National Morale of a nation.
        LEVEL => Level { nation NATION: Nation = one(&Nation::ALL), to TO: i32 = number(0, 99) },
        /// What it has spent of it this turn.
        SPENT => Spent { nation NATION: Nation = one(&Nation::ALL), to TO: i32 = number(0, 99) },
        /// The offensives it has left.
        OFFENSIVES => Offensives {
            nation NATION: Nation = one(&Nation::ALL),
            to TO: i32 = number(0, 99),
        },
        /// The turn.
        TURN => Turn { turn: i32 = number(1, 21) },
        /// Who goes first.
        FIRST => First { alliance: Alliance = one(&Alliance::ALL) },
        /// The victory points of capital ships.
        CAPITALS => Capitals { to: i32 = number(0, 40) },
        /// A lake base.
        LAKEBASE => Lake { by BY: Alliance = one(&Alliance::ALL), at AT: SpaceId = places(d) },
    }
}

impl Ruling {
    /// The event that carries it out; none if it names a turn before the first.
    pub(crate) fn event(self) -> Option<Event> {
        let ruling = match self {
            Self::Place { unit, at } => Ruled::Place {
                unit,
                to: Where::At(at),
            },
            Self::Aboard { unit, ship } => Ruled::Place {
                unit,
                to: Where::Aboard(ship),
            },
            Self::Status { unit, to } => Ruled::Place {
                unit,
                to: match to {
                    Status::Pool => Where::Pool,
                    Status::Bought => Where::Bought,
                    Status::Gone => Where::Gone,
                },
            },
            Self::Face { unit, to } => Ruled::Face {
                unit,
                reduced: to == Face::Reduced,
            },
            Self::Actions { unit, to } => Ruled::Used {
                unit,
                used: to == Actions::Used,
            },
            Self::Control { place, by } => Ruled::Control { place, by },
            Self::Level { nation, to } => Ruled::Level { nation, to },
            Self::Spent { nation, to } => Ruled::Spent { nation, to },
            Self::Offensives { nation, to } => Ruled::Offensives { nation, to },
            Self::Turn { turn } => Ruled::Turn {
                to: u32::try_from(turn).ok()?,
            },
            Self::First { alliance } => Ruled::First { alliance },
            Self::Capitals { to } => Ruled::Capitals { to },
            Self::Lake { by, at } => Ruled::Lake { alliance: by, at },
        };
        Some(Event::Ruled { ruling })
    }
}
