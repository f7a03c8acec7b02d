//! Why something cannot be done, with the rule that says so: told when orders are checked and when they are carried out.

use serde::{Deserialize, Serialize};

use super::ground::place_item;
use crate::board::SpaceId;
use crate::orders::{Item, Phrase};

/// What a reason tells besides its words.
trait Told: Copy {
    fn item(self) -> Item;
}

impl Told for i32 {
    fn item(self) -> Item {
        Item::Number(self)
    }
}

impl Told for SpaceId {
    fn item(self) -> Item {
        place_item(self)
    }
}

macro_rules! bars {
    ($($name:ident $({ $($field:ident: $of:ty),* })? $key:literal $rule:literal),* $(,)?) => {
        /// Why something cannot be done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Bar { $($name $({ $($field: $of),* })?),* }

        impl Bar {
            /// Its words, with what they tell.
            pub fn phrase(self) -> Phrase {
                match self {
                    $(Self::$name $({ $($field),* })? => {
                        Phrase::new($key)$($(.with(stringify!($field), $field.item()))*)?
                    }),*
                }
            }

            /// The rule.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$name { .. } => $rule),* }
            }
        }
    };
}

bars! {
    NotFresh "bar-not-fresh" "13.1",
    NotActive "bar-not-active" "8.1",
    Done "bar-done" "8.3",
    Tower "bar-tower" "9.65",
    NotAdjacent "bar-not-adjacent" "9.2",
    AlreadyThere "bar-already-there" "9.2",
    OutsideSector "bar-outside-sector" "9.67",
    OnlyByRetreat "bar-only-by-retreat" "14.5",
    ZoneFromAfar "bar-zone-from-afar" "14.2",
    NoRoad "bar-no-road" "9.41",
    Full "bar-full" "7.1",
    AssaultOver "bar-assault-over" "8.212/a",
    CanalOnFoot "bar-canal-on-foot" "9.3/c",
    River "bar-river" "9.61",
    BridgeFull "bar-bridge-full" "9.61",
    FerryUsed "bar-ferry-used" "9.62",
    FerryArmour "bar-ferry-armour" "9.62/a",
    NotWhole { left: i32, of: i32 } "bar-not-whole" "9.3/c",
    ContestedExit "bar-contested-exit" "9.3/b",
    NeedsPoint "bar-needs-point" "9.66",
    NeedsPointAcross "bar-needs-point-across" "9.66/a",
    TooFar { cost: i32, left: i32 } "bar-too-far" "9.3",
    Stopped "bar-stopped" "9.2",
    StoppedInZone "bar-stopped-in-zone" "14.2",
    MustAssault "bar-must-assault" "10.2",
    Standing "bar-standing" "20.61",
    BoatsUsed "bar-boats-used" "3.10",
    BoatsWho "bar-boats-who" "9.64",
    BoatsWhere "bar-boats-where" "9.64",
    BoatsLine "bar-boats-line" "9.64",
    NothingActive "bar-nothing-active" "8.21",
    Infiltrating "bar-infiltrating" "8.22",
    Bombarding "bar-bombarding" "11.1",
    PassAlone "bar-pass-alone" "8.24",
    AirAlone "bar-air-alone" "16.2",
    InterdictAlone "bar-interdict-alone" "16.4",
    NoSecond "bar-no-second" "12.4",
    AdvantageUsed "bar-advantage-used" "12.3",
    AdvantageNew "bar-advantage-new" "12.2",
    NoThird "bar-no-third" "14.5",
    DuskFell "bar-dusk-fell" "6.3/b",
    NotForAllied "bar-not-for-allied" "8.2",
    RepairsOver "bar-repairs-over" "8.211",
    ActsOver "bar-acts-over" "8.21",
    NotDestroyed "bar-not-destroyed" "8.211",
    NotOfActive "bar-not-of-active" "8.211",
    NoWorkFromAir "bar-no-work-from-air" "18.4/a",
    NotControlled "bar-not-controlled" "8.211",
    IsolatedWork "bar-isolated-work" "19.2",
    NoLine "bar-no-line" "19.2",
    RepairsUsed "bar-repairs-used" "19.2",
    NoMarker "bar-no-marker" "3.9",
    NoBridge "bar-no-bridge" "8.2121/b",
    BridgeFriendly "bar-bridge-friendly" "8.2121",
    NotBeside "bar-not-beside" "8.2121",
    NotFreeHere "bar-not-free-here" "19.3",
    WhoSeizes "bar-who-seizes" "8.2121",
    SeizedBefore "bar-seized-before" "8.2121",
    NoMf "bar-no-mf" "8.2121",
    NothingToBlow "bar-no-bridge" "8.2122",
    BlowWhere "bar-not-of-active" "8.2122",
    NotHeld "bar-not-held" "8.2122",
    NoEnemyNear "bar-no-enemy-near" "8.2122",
    MinedBefore "bar-mined-before" "8.2122",
    NobodyThere "bar-nobody-there" "10.1",
    WhoAssaults "bar-who-assaults" "10.72",
    NotThere "bar-not-there" "10.1",
    NoneOfOurs "bar-none-of-ours" "10.1",
    PointWho "bar-point-who" "10.72/a",
    GunRange { reach: i32 } "bar-gun-range" "15.11, 15.12",
    GunContested "bar-gun-contested" "15.11, 15.12",
    GunZone "bar-gun-zone" "14.4",
    GunDivision "bar-gun-division" "15.12/a",
    GunActive "bar-gun-active" "15.12",
    NotGun "bar-not-gun" "11.2",
    GunFired "bar-gun-fired" "11.11",
    GunNations "bar-gun-nations" "11.2",
    BarrageWho "bar-barrage-who" "11.111",
    NoTarget "bar-no-target" "11.12",
    NobodyToHit "bar-nobody-to-hit" "11.12",
    GunAsTarget "bar-gun-as-target" "11.12",
    TargetMarker "bar-target-marker" "11.12/a",
    TargetBoundary "bar-target-boundary" "11.12/a",
    Overcast "bar-overcast" "17.2",
    MarkerUsed "bar-marker-used" "16.1",
    ZoneTooFar "bar-zone-too-far" "14.4",
    InterdictWhere "bar-interdict-where" "16.4",
    InterdictTwice "bar-interdict-twice" "16.4",
    InterdictNone "bar-interdict-none" "16.4",
    InfiltrateZone "bar-infiltrate-zone" "8.22",
    InfiltrateControl "bar-infiltrate-control" "8.22",
    InfiltrateContested "bar-infiltrate-contested" "8.22",
    InfiltrateNobody "bar-infiltrate-nobody" "8.22",
    InfiltrateGround "bar-infiltrate-ground" "8.22",
    InfiltrateWater "bar-infiltrate-water" "8.22",
    InfiltrateWho "bar-infiltrate-who" "8.22",
    InfiltrateOne "bar-infiltrate-one" "8.22",
    LandMost { units: i32, most: i32 } "bar-land-most" "18.4",
    LandPrinted { at: SpaceId } "bar-land-printed" "18.5",
    LandDivision "bar-land-division" "18.5",
    AirfieldShut { at: SpaceId } "bar-airfield-shut" "22.2",
    LandAirfield { at: SpaceId } "bar-land-airfield" "22.2",
    LandFull { units: i32, most: i32 } "bar-land-full" "18.4",
    LandGuns "bar-land-guns" "18.4/c",
    LandFirst "bar-land-first" "18.41/a",
    NotInUk "bar-not-in-uk" "18.4",
    DropSector "bar-drop-sector" "23.2",
    DropGround { tem: i32, most: i32 } "bar-drop-ground" "23.2",
    DropLine { not: SpaceId } "bar-drop-line" "23.2",
    DropFull { units: i32, most: i32 } "bar-drop-full" "23.2",
    NotDropArea "bar-not-drop-area" "20.4",
    OneOption "bar-one-option" "20.4",
    DropContested "bar-drop-contested" "20.4",
    DropNotContested "bar-drop-not-contested" "20.4/a",
    DropStep "bar-drop-step" "20.4/c",
    DropOccupied "bar-drop-occupied" "20.4/c",
    OneSeizer "bar-one-seizer" "20.4/b",
    GuardsMust "bar-guards-must" "20.5",
    DepotFree "bar-depot-free" "13.51",
    DepotFreeAllied "bar-depot-free" "13.61",
    DepotZone "bar-depot-zone" "13.51",
    DepotStays "bar-depot-stays" "13.61/a",
    DepotCut "bar-depot-cut" "13.61",
    DepotOss "bar-depot-oss" "13.62",
    DepotLine "bar-depot-line" "13.4/a",
    DepotNone { most: i32 } "bar-depot-none" "13.6",
    DepotNoneGerman { most: i32 } "bar-depot-none" "13.51",
    DepotHead "bar-depot-head" "13.63",
    DepotAllied "bar-depot-allied" "13.64",
    DepotTem { tem: i32, most: i32 } "bar-depot-tem" "13.64",
    DepotWeather "bar-depot-weather" "13.64",
    RefitTwice "bar-refit-twice" "13.3",
    RefitFresh "bar-refit-fresh" "13.3",
    RefitNone "bar-refit-none" "13.41",
    RefitDepots "bar-refit-depots" "13.41",
    RefitServes "bar-refit-serves" "13.6",
    RefitContested "bar-refit-contested" "13.42",
    RefitLine "bar-refit-line" "13.4",
    RefitEmpty "bar-refit-empty" "13.41",
    RefitPoints { cost: i32, points: i32 } "bar-refit-points" "13.41",
    EveningServes "bar-evening-serves" "19.23",
    BuyMost { most: i32 } "bar-buy-most" "13.43",
    BuyPoints { cost: i32, points: i32 } "bar-buy-points" "6.4/a",
    BoostDepots { depots: i32, all: i32 } "bar-boost-depots" "23.4",
    BoostWhen { worth: i32, most: i32 } "bar-boost-when" "23.4",
    BoostMost { worth: i32, most: i32 } "bar-boost-most" "23.4",
    BoostPoints { cost: i32, points: i32 } "bar-boost-points" "23.4",
    ReorganiseType "bar-reorganise-type" "23.6",
    ReorganiseTogether "bar-reorganise-together" "23.6",
    ReorganiseTwice "bar-reorganise-twice" "23.6/a",
    ReorganiseLevel "bar-reorganise-level" "23.6",
    RegroupFree "bar-regroup-free" "7.6",
    RegroupTwice "bar-regroup-twice" "6.5",
}
