//! What the referee may change by a ruling, and a case by its position.

use super::data::{BoxId, Data};
use super::event::Event;
use super::state::Side;
use super::words::{ADVANTAGE, AT, FUEL, PLACE, SHIP, SIDE, STEPS, TO};
use crate::board::UnitId;
use crate::engine::game::Side as _;
use crate::orders::choice::{Choice, number, one};
use crate::orders::lines;

fn ships(d: &Data) -> Choice<UnitId> {
    one(&d.ship_ids().collect::<Vec<_>>())
}

lines! {
    /// What the referee may change.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Ruling from d: &Data {
        /// A ship is in a box.
        PLACE => Place {
            ship SHIP: UnitId = ships(d),
            at AT: BoxId = one(&d.box_ids().collect::<Vec<_>>()),
        },
        /// It has so many steps.
        STEPS => Steps { ship SHIP: UnitId = ships(d), steps TO: i32 = number(0, 9) },
        /// A side has so much fuel.
        FUEL => Fuel { side SIDE: Side = one(Side::ALL), fuel TO: i32 = number(0, 99) },
        /// A side holds the Advantage.
        ADVANTAGE => Advantage { side: Side = one(Side::ALL) },
    }
}

impl Ruling {
    /// The event that carries it out.
    pub(super) fn event(self) -> Event {
        match self {
            Self::Place { ship, at } => Event::RuledPlace { ship, at },
            Self::Steps { ship, steps } => Event::RuledSteps { ship, steps },
            Self::Fuel { side, fuel } => Event::RuledFuel { side, fuel },
            Self::Advantage { side } => Event::RuledAdvantage { side },
        }
    }
}
