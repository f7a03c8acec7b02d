//! Why an order cannot be carried out.

use super::Miniature;
use crate::board::UnitId;
use crate::engine::rehearse::Refuses;

crate::bars! {
    /// Why something cannot be done.
    pub enum Bar;

    /// The ship is not on the board any more.
    Afloat { ship: UnitId } "not-afloat" "5.1",
    /// A raid burns more than there is.
    FuelShort { needed: i32, has: i32 } "fuel-short" "5.3",
}

impl Refuses for Miniature {
    type Bar = Bar;
}
