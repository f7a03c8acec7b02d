//! Why orders are refused.

use crate::board::{SpaceId, UnitId};

crate::bars! {
    /// Why something cannot be done.
    pub enum Bar;

    /// 5.2
    TooHigh { at: SpaceId, has: i32, most: i32 } "eng-bar-too-high" "4.11",
    /// 5.1: the way has been closed meanwhile.
    NoWay { unit: UnitId, at: SpaceId } "eng-bar-no-way" "5.1",
    /// 5.4.1
    RailFull { has: i32, most: i32 } "eng-bar-rail-full" "5.4.1",
    /// 5.6
    NotTogether { unit: UnitId } "eng-bar-not-together" "5.6.1",
    /// 5.6: nobody is there to be overrun.
    NobodyThere { at: SpaceId } "eng-bar-nobody-there" "5.6",
    /// 5.6: not so far.
    OverrunTooFar { at: SpaceId, need: i32, left: i32 } "eng-bar-overrun-far" "5.6.1",
    /// 13.5
    Garrison { zone: SpaceId, has: i32, needs: i32 } "eng-bar-garrison" "13.5",
    /// 16.1.15
    TooManyFreed { has: i32, most: i32 } "eng-bar-too-many-freed" "16.1.15",
    /// 6.0
    NotBeside { unit: UnitId, at: SpaceId } "eng-bar-not-beside" "6.0",
    /// 6.0
    NoEnemy { at: SpaceId } "eng-bar-no-enemy" "6.0",
    /// 6.0
    AttackedTwice { at: SpaceId } "eng-bar-attacked-twice" "6.0",
    /// 6.0
    UnitTwice { unit: UnitId } "eng-bar-unit-twice" "6.0",
    /// 6.2
    NoStrength { at: SpaceId } "eng-bar-no-strength" "6.2",
    /// 8.6: who jumped attacks the hex he is in.
    OwnHexOnly { unit: UnitId, at: SpaceId } "eng-bar-own-hex" "8.6",
    /// 6.4
    NoArmour { unit: UnitId } "eng-bar-no-armour" "6.4",
    /// 13.1
    TooManyGuns { has: i32, most: i32 } "eng-bar-guns" "13.1",
    /// 13.1
    OutOfRange { at: SpaceId, far: i32, range: i32 } "eng-bar-out-of-range" "13.1",
    /// 6.2: steps and hexes together.
    WrongSum { has: i32, needs: i32 } "eng-bar-wrong-sum" "6.2",
    /// 6.2
    MustLose { at: SpaceId, least: i32 } "eng-bar-must-lose" "6.2",
    /// 6.2.1: the armour that was named loses first.
    ArmourFirst { unit: UnitId } "eng-bar-armour-first" "6.4",
    /// 6.3
    CannotAdvance { unit: UnitId, at: SpaceId } "eng-bar-cannot-advance" "6.3",
    /// 9.3.1
    NoRoomAboard { need: i32, has: i32 } "eng-bar-no-room-aboard" "9.3.1",
    /// 9.3.1: they do not lie in one port.
    NotInPort { unit: UnitId } "eng-bar-not-in-port" "9.3.1",
    /// 9.4.1
    NotOnCliffs { unit: UnitId, at: SpaceId } "eng-bar-cliffs" "9.4.1",
    /// 9.4.1
    NotByShip { unit: UnitId } "eng-bar-not-assault" "9.4.1",
    /// 3.0
    Storm { at: SpaceId } "eng-bar-storm" "3.0",
    /// 9.3.2: nobody lands there.
    NoLanding { at: SpaceId } "eng-bar-no-landing" "9.3.2",
    /// 9.1: those ships cannot come there.
    SeaTooFar { at: SpaceId, far: i32, most: i32 } "eng-bar-sea-too-far" "9.1",
    /// 12.2
    NotSupplied { unit: UnitId } "eng-bar-not-supplied" "12.2",
    /// 14.2
    NoPoints { unit: UnitId, has: i32, needs: i32 } "eng-bar-no-points" "14.2.2",
    /// 5.4.2
    NotRail { at: SpaceId } "eng-bar-not-rail" "5.4.2",
    /// 5.4.2
    TooManyRail { has: i32, most: i32 } "eng-bar-too-many-rail" "5.4.2",
    /// 8.6
    NoJump { at: SpaceId } "eng-bar-no-jump" "8.6",
    /// 8.5
    NoPlanes { unit: UnitId, has: i32, needs: i32 } "eng-bar-no-planes" "8.5",
    /// 13.2
    NoSaboteurs { has: i32, most: i32 } "eng-bar-saboteurs" "13.2",
    /// 13.2.1
    ZoneWatched { zone: SpaceId, has: i32, most: i32 } "eng-bar-zone-watched" "13.2.1",
    /// 7.2.4
    GunsOrShips { at: SpaceId } "eng-bar-guns-or-ships" "7.2.4",
    /// 9.1: a stack comes from ports of one zone, or from one stack at sea.
    NotOneFleet { unit: UnitId } "eng-bar-not-one-fleet" "9.1",
    /// 4.12, 7.2
    TooManyCounters { has: i32, most: i32 } "eng-bar-too-many-counters" "4.12",
    /// 9.1, 16.1.14
    CannotSail { unit: UnitId } "eng-bar-cannot-sail" "9.1",
    /// 9.1, 9.5.1
    NoSeaWay { at: SpaceId, unit: UnitId } "eng-bar-no-sea-way" "9.5.1",
    /// 4.22.1, 9.5.12
    NotAdmitted { unit: UnitId, at: SpaceId } "eng-bar-not-admitted" "4.22.1",
    /// 4.22.1
    PortFull { at: SpaceId, has: i32, most: i32 } "eng-bar-port-full" "4.22.1",
    /// 9.3
    MustStay { at: SpaceId } "eng-bar-must-stay" "9.3",
    /// 9.5.8
    UBoatsTogether { at: SpaceId } "eng-bar-u-boats-together" "9.5.8",
    /// 16.1.12
    UBoatsWait { at: SpaceId } "eng-bar-u-boats-wait" "16.1.12",
}
