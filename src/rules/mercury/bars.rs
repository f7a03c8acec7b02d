//! Why orders are refused.

use crate::board::{SpaceId, UnitId};

crate::bars! {
    /// Why something cannot be done.
    pub enum Bar;

    /// 4.32
    TooHigh { at: SpaceId, has: i32, most: i32 } "bar-too-high" "4.31",
    /// 4.64
    SudaLeft { unit: UnitId } "bar-suda" "4.64",
    /// 7.12
    NotBeside { unit: UnitId, at: SpaceId } "bar-not-beside" "7.11",
    /// 7.13
    NoEnemy { at: SpaceId } "bar-no-enemy" "7.11",
    /// 9.32
    OddsTooLow { at: SpaceId } "bar-odds" "9.32",
    /// 10.11
    AssaultTooHigh { has: i32, most: i32 } "bar-assault-high" "10.1",
    /// 10.12
    InBoth { unit: UnitId } "bar-in-both" "10.12",
    /// 9.11: nobody was named.
    Nobody { at: SpaceId } "bar-nobody" "9.11",
    /// 9.31
    LeadNotThere { unit: UnitId } "bar-lead" "9.31",
    /// 12.63
    OnePlane { most: i32 } "bar-one-plane" "12.63",
}
