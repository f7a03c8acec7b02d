//! What can happen.

use serde::{Deserialize, Serialize};

use super::bars::{Bar, Task};
use super::nation::{Alliance, Nation, Side};
use super::state::{Phase, Where};
use super::telling::count;
use crate::board::{SpaceId, UnitId};
use crate::engine::tally::Tally;

/// How units come from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// 15.2: placed before the first turn.
    Setup,
    /// 9.0: on foot.
    March,
    /// 11.0
    Rail,
    /// 10.10, 11.0: from ships.
    Land,
    /// 8.1, 8.6
    Sail,
    /// 8.2: to the hex of an interception.
    Meet,
    /// 8.5
    Evade,
    /// 8.4: attacking ships that leave.
    Break,
    /// 10.12: out of a captured port.
    Leave,
    /// 3.1: out of a hex that is too full.
    Spread,
    /// 8.7
    Embark,
    /// 10.7: back to the ships.
    Reembark,
    /// 7.6: to another base.
    Transfer,
    /// 7.1: home, or to another base after a mission.
    Return,
    /// 7.4: away from a fight, to a base.
    Escape,
    /// 3.3.3: carried by aircraft.
    Airlift,
    /// 10.4, 10.8: by parachute.
    Drop,
    /// 10.5: a defender out of a battle.
    Withdraw,
    /// 10.5: an attacker out of a battle.
    Abandon,
    /// 10.3: into the hex that was attacked.
    Occupy,
    /// 10.2: artillery to where it fires from.
    Deploy,
    /// 10.2: into battle.
    Attack,
    /// 3.5: a leader who gets away.
    Flee,
    /// 12.1
    Arrive,
    /// 12.0
    Place,
    /// 3.6: an admiral ashore.
    Transit,
}

/// Who throws dice at whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Volley {
    /// 7.3
    Air,
    /// 7.3: on aircraft that cannot defend themselves.
    Raid,
    /// 7.5: aircraft at ships.
    Bombs,
    /// 7.5: ships and the port at aircraft.
    Flak,
    /// 8.4
    Guns,
    /// 8.4.1
    Torpedoes,
    /// 10.3
    Land,
    /// 10.7
    Shore,
    /// 14.2.2
    Battery,
}

/// What a single die decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// 7.5: are the ships found?
    Locate,
    /// 8.5: does the fleet get away?
    Evade,
    /// 8.5: do the submarines get away alone?
    Slip,
    /// 10.4, 10.8: does the drop succeed?
    Drop,
    /// 3.5, 3.6: does the leader get away?
    Leader,
    /// 14.2.1: does the garrison give up?
    Narvik,
}

/// What a loss makes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// Turned to its reduced side.
    Reduced,
    /// Destroyed, to the Force Pool.
    Pool,
    /// Destroyed for good.
    Gone,
}

/// Why a unit takes a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// A hit, placed by its owner.
    Hit,
    /// A hit with a natural 1, placed by the enemy.
    One,
    /// 3.4.5/a, 3.5/b, 3.6/b: with what carried it.
    Carrier,
    /// 3.4.2/a: no room left on the carrier.
    Deck,
    /// AMB-30, 7.4: no base in reach.
    Homeless,
    /// 9.0: the ice broke.
    Thaw,
    /// 10.4, 10.8: a bad drop.
    Drop,
    /// 10.7/c
    Reembark,
    /// 13.1
    Upkeep,
    /// 14.2.1
    Narvik,
    /// 3.5/b: taken with his men.
    Leader,
    /// 10.5, 10.12/a: nowhere to go.
    Trapped,
}

/// A kind of offensive (10.0/a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offensive {
    /// 10.2, 10.6, 10.7
    Attack,
    /// 10.9
    Double,
    /// 10.8
    Airborne,
    /// 10.10: by land.
    March,
    /// 10.10: by rail.
    Rail,
    /// 10.10: from ships.
    Land,
    /// 3.3.3: by air.
    Airlift,
    /// 10.11
    Strike,
}

/// What aircraft fly for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sortie {
    /// 7.1: to attack.
    Strike,
    /// 7.2: against aircraft.
    Intercept,
    /// 8.3: against ships.
    Hunt,
    /// 7.5/b: from the carrier that is attacked.
    Scramble,
    /// 10.2: with an attack on land.
    Support,
    /// 7.2/b: with a defence on land.
    Defend,
    /// 10.4, 10.8: with paratroops.
    Drop,
}

/// A kind of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Battle {
    /// 7.3
    Air,
    /// 7.3: on a base.
    Base,
    /// 7.5
    AirNaval,
    /// 8.4
    Naval,
    /// 10.3
    Land,
    /// 10.7
    Amphibious,
}

crate::events! {
    /// What the referee rules.
    #[serde(tag = "rules", rename_all = "kebab-case")]
    pub enum Ruling;

    /// A unit is somewhere.
    Place { unit: UnitId, to: Where } => "ruled-unit-place", "";
    /// A unit is full or reduced.
    Face { unit: UnitId, reduced: bool } => if *reduced { "ruled-reduced" } else { "ruled-full" }, "";
    /// A unit has used its actions, or none.
    Used { unit: UnitId, used: bool } => if *used { "ruled-used" } else { "ruled-fresh" }, "";
    /// A place is controlled.
    Control { place as at: SpaceId, by as side: Alliance } => "ruled-control", "";
    /// A nation's level.
    Level { nation: Nation, to: i32 } => "ruled-level", "";
    /// What a nation has used.
    Spent { nation: Nation, to: i32 } => "ruled-spent", "";
    /// A nation's offensives.
    Offensives { nation: Nation, to: i32 } => "ruled-offensives", "";
    /// The turn.
    Turn { to: u32 } => "ruled-turn", "";
    /// Who acts first, everywhere.
    First { alliance as side: Alliance } => "ruled-first", "";
    /// Capital ships lost by Britain and France.
    Capitals { to: i32 } => "ruled-capitals", "";
    /// An alliance has a lake base.
    Lake { alliance as side: Alliance, at: SpaceId } => "ruled-lake", "";
}

crate::events! {
    /// What can happen.
    #[serde(tag = "is", rename_all = "kebab-case")]
    pub enum Event;

    /// A phase begins (5.2).
    Phase { turn: u32, phase: Phase } => "phase-begins", "5.2";
    /// The second half of a phase begins.
    Half => "half-begins", "5.2";
    /// Offensives were bought (6.2).
    Bought { nation: Nation, offensives: i32 } => "bought", "6.2";
    /// The initiative was found (6.3).
    Initiative { holder: Alliance, axis: i32, allies: i32 } => "initiative", "6.3";
    /// Who acts first in the Air, Naval, Combat and Movement Phases (6.3).
    Order { first as _: [Alliance; 4] } => "order-of-play", "6.3",
        air = first[0].word(), naval = first[1].word(), combat = first[2].word(), movement = first[3].word();
    /// Units moved.
    Moves {
        units: Vec<UnitId>,
        to: Where,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over as _: Vec<SpaceId>,
        how: How,
        act: bool
    } => how.words(), how.rule(), hexes = count(over.len());
    /// Aircraft took off.
    Sorties {
        sortie: Sortie,
        units: Vec<UnitId>,
        to: SpaceId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over as _: Vec<SpaceId>
    } => sortie.words(), sortie.rule();
    /// A battle began.
    Battle { battle: Battle, at: SpaceId, attackers: Vec<UnitId>, defenders: Vec<UnitId> }
        => battle.words(), battle.rule();
    /// Dice were thrown at the enemy.
    Fires { by: Alliance, volley: Volley, at: SpaceId, round: u32, tally: Tally, hits: i32 }
        => volley.words(), volley.rule();
    /// A die decided something.
    Checks { check: Check, units: Vec<UnitId>, at: SpaceId, tally: Tally, passed: bool }
        => check.words(*passed), check.rule();
    /// The attacker let the defender go (8.5/b).
    Released { units: Vec<UnitId>, at: SpaceId } => "released", "8.5";
    /// A unit took a loss.
    Loss { unit: UnitId, fate: Fate, why: Why } => fate.words(), why.rule();
    /// A leader helps units in a combat (3.5/a, 3.6/a).
    Inspires { leader: UnitId, units: Vec<UnitId> } => "inspires", "3.5";
    /// Artillery or ships join a defence (3.2.5/b, 3.4/c).
    Joins { units: Vec<UnitId>, at: SpaceId } => "joins", "10.2";
    /// A unit covers the withdrawal of others (10.5).
    Rearguard { unit: UnitId, at: SpaceId } => "rearguard", "10.5";
    /// An offensive was declared and paid (10.0).
    Declares {
        alliance as side: Alliance,
        offensive: Offensive,
        at: SpaceId,
        units: Vec<UnitId>,
        pays as _: Vec<(Nation, i32)>
    } => offensive.words(), "10.0", paid = pays.iter().map(|(_, paid)| *paid).sum::<i32>();
    /// An ally does not agree that his units are used (1.1).
    Refuses { side: Side, units: Vec<UnitId>, at: SpaceId } => "refuses", "1.1";
    /// A unit stays where it is because there is no room for it (3.1).
    HeldBack { unit: UnitId, at: SpaceId } => "held-back", "3.1";
    /// An order, or part of one, was not carried out: its own side is told why.
    NotDone { alliance as _: Alliance, order: Task, units: Vec<UnitId>, bar: Bar }
        => if units.is_empty() { "not-done-at-all" } else { "not-done" }, bar.rule();
    /// An offensive that could no longer be carried out.
    Lapses { alliance as side: Alliance, at: SpaceId } => "lapses", "10.0";
    /// A side passed (10.0).
    Passes { alliance as side: Alliance } => "passes", "10.0";
    /// A town was taken (10.12).
    Town { at: SpaceId, by as side: Alliance, loser: Nation, loss: i32, captor: Nation, gain: i32 }
        => "town-taken", "10.12";
    /// A lake base was made (9.0).
    Lake { alliance as side: Alliance, at: SpaceId } => "lake-base", "9.0";
    /// A lake base is gone: captured, or thawed.
    LakeGone { alliance as side: Alliance, at: SpaceId } => "lake-base-gone", "9.0";
    /// Both crossed hexes are German: the batteries are silent for good (14.2.2/a).
    Silenced => "batteries-silenced", "14.2.2";
    /// A fighter is grounded, or free again (3.3.1/a).
    Grounded { unit: UnitId, grounded: bool } => if *grounded { "grounded" } else { "freed" }, "3.3.1";
    /// Ships out of port were paid for (13.1).
    Upkeep { nation: Nation, ships: i32, due: i32, paid: i32 } => "upkeep", "13.1";
    /// A unit was built (13.2).
    Builds { unit: UnitId, cost: i32 } => "builds", "13.2";
    /// A unit was repaired (13.3, 13.4).
    Repairs { unit: UnitId, cost: i32 } => "repairs", "13.3";
    /// Norway surrendered (14.2).
    Surrenders => "surrenders", "14.2";
    /// The last turn is over.
    Ends => "campaign-ends", "15.1";
    /// The referee ruled.
    Ruled { ruling: Ruling } => ruling.words(), "";
}
