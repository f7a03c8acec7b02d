//! Why orders are refused.

use crate::board::{SpaceId, UnitId};

crate::bars! {
    /// Why something cannot be done.
    pub enum Bar;

    // Scramble (5.2, 18, 20.1).
    /// 18.2.1
    NotReady { unit: UnitId } "bar-blue-not-ready" "18.2.1",
    /// 20.1.1
    LimitReached { unit: UnitId, limit: i32 } "bar-blue-limit" "20.1.1",
    /// 18.1.1
    FieldBusy { unit: UnitId, capacity: i32 } "bar-blue-field-busy" "18.1.1",
    /// 16.4.3
    FieldDisrupted { unit: UnitId } "bar-blue-field-disrupted" "16.4.1/a",
    /// 19.2
    FieldFog { unit: UnitId } "bar-blue-field-fog" "19.2.5",
    /// 3.3.1
    FlightUp { unit: UnitId } "bar-blue-flight-up" "3.3.1",
    /// 3.3.1
    PartedBefore { unit: UnitId } "bar-blue-parted-before" "3.3.1",
    // Orders (10).
    /// 3.1
    NotUp { unit: UnitId } "bar-blue-not-up" "3.1",
    /// 10.1
    OutOfRadio { unit: UnitId, far: i32, range: i32 } "bar-blue-out-of-radio" "10.1.2",
    /// 16.4.2
    OpsRoomHit { unit: UnitId } "bar-blue-ops-room" "16.4.2",
    /// 10.2.4
    Pancaking { unit: UnitId } "bar-blue-pancaking" "10.3.4",
    /// 20.2
    FollowsWing { unit: UnitId, leader: UnitId } "bar-blue-follows-wing" "20.2.1",
    /// 13.6.1
    InDogfight { unit: UnitId } "bar-blue-dogfight" "13.6.1",
    /// 12.2
    InPursuit { unit: UnitId } "bar-blue-pursuit" "12.2",
    /// 8.1.4
    OddAngels { angels: i32 } "bar-blue-odd-angels" "8.1",
    /// 8.1.4
    TooHigh { unit: UnitId, angels: i32, ceiling: i32 } "bar-blue-ceiling" "8.1.4",
    /// 10.3.2
    NoOrbit { at: SpaceId } "bar-blue-no-orbit" "10.3.2",
    /// 10.3.3
    NoPatrol { at: SpaceId } "bar-blue-no-patrol" "10.3.3",
    /// 20.3.2
    TooFarSouth { unit: UnitId, at: SpaceId } "bar-blue-south" "20.3.2",
    /// 20.3.3
    ClosedBox { at: SpaceId } "bar-blue-closed-box" "20.3.3",
    /// 18.1.2
    NoField { at: SpaceId } "bar-blue-no-field" "18.1.2",
    /// 10.3.4
    NoDivert { unit: UnitId, at: SpaceId } "bar-blue-no-divert" "10.3.4",
    // Wings (20.2).
    /// 20.2.1
    NoWing { unit: UnitId, leader: UnitId } "bar-blue-no-wing" "20.2.1",
    /// 20.2.5
    NoPair { unit: UnitId, leader: UnitId } "bar-blue-no-pair" "20.2.5",
    // Deployment (6.6.5).
    /// 6.6.5
    TooManyUp { has: i32, most: i32 } "bar-blue-too-many-up" "6.6.5",
    /// 6.6.5
    NotThere { unit: UnitId, at: SpaceId } "bar-blue-not-there" "6.6.5",
    /// 6.6.5
    TooHighEarly { unit: UnitId, angels: i32, most: i32 } "bar-blue-too-high-early" "6.6.5",
    // Raids (9.1, 9.2).
    /// 9.1.3: of another chit, type or Luftflotte.
    WrongUnit { unit: UnitId } "bar-blue-wrong-unit" "6.4.3",
    /// 6.4.3
    UsedTwice { unit: UnitId } "bar-blue-used-twice" "6.4.3",
    /// 6.4.3
    ForcesShort { wanted: i32, has: i32 } "bar-blue-forces" "6.4.3",
    /// 9.1.3
    NobodyBombs "bar-blue-nobody-bombs" "9.1.3",
    /// 9.1.3
    CoverTooLow { angels: i32, least: i32 } "bar-blue-cover-low" "9.1.3",
    /// 9.4.4
    JaboTooHigh { angels: i32, most: i32 } "bar-blue-jabo-high" "9.4.4",
    /// 9.2.4
    NoFormUp { at: SpaceId } "bar-blue-no-form-up" "9.2.4",
    /// 9.2.7
    FormsLate { turn: i32, most: i32 } "bar-blue-forms-late" "9.2.7",
    /// 9.2.1
    NoTarget "bar-blue-no-target" "9.2.1",
    /// 16.2
    CannotDive { unit: UnitId } "bar-blue-cannot-dive" "16.2.2",
    /// 16.2.2
    DiveAngels { angels: i32 } "bar-blue-dive-angels" "16.2.2",
    /// 16.2.3
    CannotGoLow { unit: UnitId } "bar-blue-cannot-go-low" "16.2.3",
    /// 17.2
    OutOfEndurance { unit: UnitId, turns: i32, has: i32 } "bar-blue-endurance" "17.2",
    /// 9.2.9
    TooManyWaypoints { has: i32, most: i32 } "bar-blue-waypoints" "9.2.9",
    /// 6.4.3
    ChitLeftOut "bar-blue-chit-left-out" "6.4.3",
    // Raids in the air.
    /// 9.1
    NoRaid "bar-blue-no-raid" "9.1",
    /// 9.4.1
    NotOrbiting "bar-blue-not-orbiting" "9.4.1",
    /// 9.3.5
    GoesHome "bar-blue-goes-home" "9.3.5",
    /// 9.3.1/a
    NoDummy { at: SpaceId } "bar-blue-no-dummy" "9.3.1/a",
    // Tally (12).
    /// 12.1
    NoTally { unit: UnitId } "bar-blue-no-tally" "12.1.1",
    /// 12.1
    NotOnMap "bar-blue-not-on-map" "12.1.1",
}
