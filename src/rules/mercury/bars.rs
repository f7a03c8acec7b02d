//! Why orders are refused.

use crate::board::{SpaceId, UnitId};

crate::bars! {
    /// Why something cannot be done.
    pub enum Bar;

    /// 4.32
    TooHigh { at: SpaceId, has: i32, most: i32 } "bar-too-high" "4.31",
    /// 4.64
    SudaLeft { unit: UnitId } "bar-suda" "4.64",
    /// 13.61
    Militia { unit: UnitId } "bar-militia" "13.61",
    /// 7.12
    NotBeside { unit: UnitId, at: SpaceId } "bar-crete-not-beside" "7.11",
    /// 7.13
    NoEnemy { at: SpaceId } "bar-no-enemy" "7.11",
    /// 7.31
    NoWayOut { at: SpaceId } "bar-no-way-out" "7.31",
    /// 9.32
    OddsTooLow { at: SpaceId } "bar-odds" "9.32",
    /// 10.11
    AssaultTooHigh { has: i32, most: i32 } "bar-assault-high" "10.1",
    /// 10.12
    InBoth { unit: UnitId } "bar-in-both" "10.12",
    /// 9.11: nobody was named.
    Nobody { at: SpaceId } "bar-nobody" "9.11",
    /// 9.0: all who declared combat attack.
    Idle { unit: UnitId, at: SpaceId } "bar-idle" "9.0",
    /// 9.31
    LeadNotThere { unit: UnitId } "bar-lead" "9.31",
    /// 12.63
    OnePlane { most: i32 } "bar-one-plane" "12.63",
    /// 6.12
    DropTooHigh { at: SpaceId, has: i32, most: i32 } "bar-drop-high" "6.12",
    /// 6.52
    FieldFull { at: SpaceId, has: i32, most: i32 } "bar-field-full" "6.52",
    /// 6.53
    GroupLater { unit: UnitId, first: UnitId } "bar-group-later" "6.53",
    /// 11.21
    NobodyFires { at: SpaceId } "bar-nobody-fires" "11.21",
    /// 11.0
    NoGuns { unit: UnitId } "bar-no-guns" "11.0",
    /// 11.11
    FiredOut { unit: UnitId } "bar-fired-out" "11.11",
    /// 11.12
    TiredGuns { unit: UnitId } "is-fatigued" "11.12",
    /// 6.32
    DispersedGuns { unit: UnitId } "is-dispersed" "6.32",
    /// 11.13
    OutOfRange { unit: UnitId, at: SpaceId, far: i32, range: i32 } "bar-out-of-range" "11.13",
    /// 11.0: next to the target, and nobody but guns in the hex.
    GunsAlone { unit: UnitId, at: SpaceId } "bar-guns-alone" "11.0",
    /// 11.16
    GunsAttacked { unit: UnitId } "bar-guns-attacked" "11.16",
    /// 12.13
    ThreeSplit { unit: UnitId } "bar-three-split" "12.13",
    /// 12.87
    OneJoin { unit: UnitId } "bar-one-join" "12.87",
    /// 21.11
    EmptyConvoy "bar-empty-convoy" "21.11",
    /// 21.11
    ConvoyFull { has: i32, most: i32 } "bar-convoy-full" "21.11",
    /// 21.11
    Together { unit: UnitId } "bar-together" "21.11",
    /// 15.22
    NoReservesLeft "bar-no-reserves-left" "15.22",
    /// 15.21
    NoReserves { at: SpaceId } "bar-no-reserves" "15.21",
    /// 17.33, 17.37
    PortFull { at: SpaceId, has: i32, most: i32 } "bar-port-full" "17.37",
    /// 17.37
    NeedsPort { unit: UnitId, at: SpaceId } "bar-needs-port" "17.37",
    /// 17.24
    TwoSeas { unit: UnitId } "bar-two-seas" "21.32",
    /// 17.35
    FlotillaFull { has: i32, most: i32 } "bar-flotilla-full" "17.35",
    /// 23.44
    DearOptions { has: i32, most: i32 } "bar-dear-options" "23.44",
    /// 12.31
    NotReady { unit: UnitId } "bar-not-ready" "12.31",
}
