//! Why orders are refused.

use super::naval::ids::{Letter, Number};
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
    /// 7.14
    NoAttack { unit: UnitId } "bar-no-attack" "7.14[a]",
    /// 7.14
    TiredAttack { unit: UnitId } "is-fatigued" "7.14[b]",
    /// 7.32
    HasFollowed { unit: UnitId } "bar-has-followed" "7.32",
    /// 7.14
    NoWayThere { unit: UnitId, at: SpaceId } "bar-no-way-there" "4.2",
    /// 7.33
    EnemyThere { at: SpaceId } "crete-enemies-there" "4.16",
    /// 7.33
    UnderAttack { at: SpaceId } "bar-under-attack" "7.33[a-d]",
    /// 7.33
    InZone { at: SpaceId } "bar-in-zone" "7.33[a-d]",
    /// 7.41
    TooFarToHelp { unit: UnitId, at: SpaceId } "bar-too-far-to-help" "7.41",
    /// 7.42
    TiredHelp { unit: UnitId } "is-fatigued" "7.42[a-e]",
    /// 7.42
    DispersedHelp { unit: UnitId } "is-dispersed" "7.42[a-e]",
    /// 7.41
    TooSlowToHelp { unit: UnitId, has: i32, least: i32 } "bar-too-slow-to-help" "7.41",
    /// 7.42
    AttackedItself { unit: UnitId } "bar-attacked-itself" "7.42[a-e]",
    /// 7.42
    HasGivenWay { unit: UnitId } "bar-has-given-way" "7.42[a-e]",
    /// 7.41
    HasReacted { unit: UnitId } "bar-has-reacted" "7.41",
    /// 7.42
    NoWayToHelp { unit: UnitId, at: SpaceId } "bar-no-way-there" "7.42[a-e]",
    /// 7.42
    NoRoom { at: SpaceId } "bar-crete-no-room" "7.42[a-e]",
    /// 7.31
    NoWayOut { at: SpaceId } "bar-no-way-out" "7.31",
    /// 9.32
    OddsTooLow { at: SpaceId } "bar-odds" "9.32",
    /// 10.1
    AssaultTooHigh { has: i32, most: i32 } "bar-assault-high" "10.1[A]",
    /// 10.22
    InBoth { unit: UnitId } "bar-in-both" "10.22",
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
    NoWhole { unit: UnitId } "bar-no-whole" "12.87",
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
    /// 16.43, 17.13
    NoSuchShip { ship: UnitId } "bar-no-ship" "16.43",
    /// 16.34
    InUse { force: Letter } "bar-letter-in-use" "16.34",
    /// 16.34: a force without ships, and no word on where.
    WhereTo { force: Letter } "bar-where-to" "16.34",
    /// 16.34
    NoForceThere { at: SpaceId } "bar-no-force-there" "16.34",
    /// 16.33
    DecoysOut { most: i32 } "bar-decoys" "16.33",
    /// 16.35
    ShipElsewhere { ship: UnitId, at: SpaceId } "bar-ship-elsewhere" "16.35",
    /// 17.13
    EntersAlone { ship: UnitId } "bar-enters-alone" "17.13",
    /// 16.33
    TooManyShips { force: Letter, has: i32, most: i32 } "bar-ships" "16.33",
    /// 16.33
    NoSuchForce { force: Letter } "bar-no-force" "16.3",
    /// 16.15
    HasShips { force: Letter } "bar-has-ships" "16.15",
    /// 17.32
    NotAtAlexandria { ship: UnitId } "bar-not-alexandria" "17.32",
    /// 17.32
    NotWaiting { unit: UnitId } "bar-not-waiting" "17.32",
    /// 17.31
    NoRoomAboard { ship: UnitId, has: i32, most: i32 } "bar-no-room-aboard" "17.31",
    /// 15.25
    NoSupplies { has: i32 } "bar-no-supplies" "15.25",
    /// 17.12
    TooFarToSail { at: SpaceId, far: i32, most: i32 } "bar-too-far-to-sail" "17.12",
    /// 17.21 to 17.23
    NoWayByWater { at: SpaceId } "bar-no-way-by-water" "17.2",
    /// 17.22
    NotYourPort { at: SpaceId } "bar-not-your-port" "17.22",
    /// 17.12
    SailedAlready { force: Letter } "bar-sailed" "17.12",
    /// 23.3
    SailsLater { ship: UnitId, turn: i32 } "bar-sails-later" "23.3",
    /// 17.35
    StillLoaded { ship: UnitId } "bar-still-loaded" "17.35",
    /// 18.31
    TooManyZones { has: i32, most: i32 } "bar-zones" "18.31",
    /// 18.31
    OneScout { at: SpaceId } "bar-one-scout" "18.31",
    /// 19.21
    TooManyOnOne { ship: UnitId, has: i32, most: i32 } "bar-on-one-ship" "19.21",
    /// 19.15
    MustAttack { unit: UnitId } "bar-must-attack" "19.15",
    /// 19.74
    NobodyEngages { force: Letter } "bar-nobody-engages" "19.74",
    /// 19.74
    NotInForce { ship: UnitId, force: Letter } "bar-not-in-force" "19.74",
    /// 19.72
    ForceElsewhere { force: Letter, contact: Number } "bar-force-elsewhere" "19.72",
    /// 19.74
    WrongLosses { ship: UnitId, has: i32, most: i32 } "bar-wrong-losses" "19.74",
    /// 17.41
    TooHeavy { unit: UnitId } "bar-too-heavy" "17.41",
    /// 17.24
    NotThisCoast { unit: UnitId, at: SpaceId } "bar-not-this-coast" "17.24",
    /// 17.42
    LandsTooMany { has: i32, most: i32 } "bar-lands-too-many" "17.42",
    /// 17.43
    BeachTooHigh { at: SpaceId, has: i32, most: i32 } "bar-beach-high" "17.43",
    /// 17.37
    NoPortHere { ship: UnitId } "bar-no-port-here" "17.37",
    /// 5.25
    PortInZone { at: SpaceId } "bar-port-in-zone" "5.25",
    /// 17.37 b
    QuayFull { at: SpaceId, has: i32, most: i32 } "bar-quay-full" "17.37",
    /// 17.37
    NotAboard { unit: UnitId, ship: UnitId } "bar-not-aboard" "17.37",
    /// 15.21
    NoSuppliesThere { at: SpaceId } "bar-no-supplies-there" "15.21",
    /// 17.33
    NoShipThere { unit: UnitId, at: SpaceId } "bar-no-ship-there" "17.33",
    /// 19.82
    TwoForces { at: SpaceId } "bar-two-forces" "19.82",
    /// 19.81
    ShipOutOfRange { ship: UnitId, at: SpaceId } "bar-ship-out-of-range" "19.81",
}
