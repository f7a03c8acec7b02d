//! What one impulse, or one phase of D-Day, must remember of itself. Empty between them.

use serde::{Deserialize, Serialize};

use super::depots::Depot;
use super::state::Side;
use crate::board::{SideId, SpaceId, UnitId};

/// The kinds of impulses (8.2), as far as one is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Nothing was done yet.
    #[default]
    None,
    /// Assault (8.21).
    Assault,
    /// Infiltration (8.22).
    Infiltration,
    /// Bombardment by guns (8.23).
    Bombardment,
    /// Bombardment from the air (16.2).
    Air,
    /// A German interdiction marker is placed (16.4).
    Interdiction,
    /// Pass (8.24).
    Pass,
}

/// The steps of an activation in their fixed order (8.21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Repairs.
    #[default]
    Repair,
    /// Seizures, moves, assaults.
    Act,
    /// Demolitions.
    Demolish,
}

/// How a boundary was crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// Over a clear boundary, or along an arrow.
    Land,
    /// Over a bridge.
    Bridge,
    /// Over a canal without a bridge.
    Canal,
    /// By ferry.
    Ferry,
    /// By boat.
    Boat,
    /// From the air.
    Air,
}

impl Via {
    /// Whether the crossing takes all movement (9.3).
    pub const fn takes_all(self) -> bool {
        matches!(self, Self::Canal | Self::Ferry | Self::Boat)
    }
}

/// What a unit has done in the impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acting {
    /// The unit.
    pub unit: UnitId,
    /// Movement factors left.
    pub left: i32,
    /// Whether it has moved.
    pub moved: bool,
    /// Whether it crossed an unbridged canal, or by ferry or boat, this impulse (10.5).
    pub wet: bool,
    /// Whether it must assault where it stands (10.2).
    pub must: bool,
    /// Whether its action is over; it is spent at the end of the impulse.
    pub done: bool,
    /// Whether it assaulted or supported an assault: it is spent at the end of the impulse, overrun or not (8.3).
    pub fought: bool,
    /// Whether it paid for the assault in the contested active area (10.6).
    pub paid: bool,
    /// Where it began the impulse.
    pub began: SpaceId,
    /// Where it entered its place from, and how; the place itself if it began there.
    pub from: SpaceId,
    /// Over which boundary; 65535 if none.
    pub over: SideId,
    /// How.
    pub via: Via,
}

/// The UK Box among what was activated.
pub const UK_BOX: SpaceId = SpaceId(u16::MAX);

/// How an assault ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fought {
    /// The attacker lost (10.741).
    Lost,
    /// A draw (10.742).
    Drawn,
    /// The attacker won (10.743).
    Won,
    /// The attacker won and overran the defenders (10.5).
    Overrun,
}

/// An assault of this impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assaulted {
    /// Where.
    pub at: SpaceId,
    /// How it ended; lost until it is resolved.
    pub fought: Fought,
    /// What units of the active area pay that move afterwards (10.6); 0 elsewhere.
    pub surcharge: i32,
}

/// A combat whose dice have fallen and may be thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Who attacks.
    pub attacker: Side,
    /// Attack total less defence total; what a die is above what it needs.
    pub margin: i32,
}

/// The impulse or phase under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pulse {
    /// Its kind.
    pub sort: Sort,
    /// Active places, in the order of their activation.
    pub active: Vec<SpaceId>,
    /// Where those of the present half begin: units of an earlier one are done (12.4).
    pub half: usize,
    /// What was activated: places, targets of bombardments, the UK Box; two at most (12.4, 14.5).
    pub slots: Vec<SpaceId>,
    /// Whether the UK Box is active (18.4).
    pub uk: bool,
    /// Whether the Advantage was spent on a second activation (12.4).
    pub doubled: bool,
    /// Where the present activation stands.
    pub stage: Stage,
    /// Whether anything was done since the last activation.
    pub begun: bool,
    /// Whether the Advantage was used and passes at the end (12.2).
    pub used: bool,
    /// Whether losses gave the Advantage to the enemy (12.21, 12.22).
    pub lost: bool,
    /// Places contested when the impulse began.
    pub contested: Vec<SpaceId>,
    /// Places that changed hands in the impulse: to enter them still costs 2 (7.3).
    pub taken: Vec<SpaceId>,
    /// Enemy-controlled places a point unit has entered (9.66).
    pub pointed: Vec<SpaceId>,
    /// Assaults.
    pub assaults: Vec<Assaulted>,
    /// Bridges somebody tried to seize (8.2121).
    pub tried: Vec<SideId>,
    /// Bridges seized, by whom.
    pub seized: Vec<(SideId, UnitId)>,
    /// Bridges somebody tried to blow up.
    pub mined: Vec<SideId>,
    /// Repairs tried (19.2).
    pub repairs: u8,
    /// Bridges repaired.
    pub repaired: Vec<SideId>,
    /// Who crossed which bridge (9.61).
    pub crossed: Vec<(SideId, UnitId)>,
    /// The area that is being infiltrated; none while empty.
    pub target: Vec<SpaceId>,
    /// Areas that were activated for an infiltration: no bridge of theirs is blown up (8.2122).
    pub raided_from: Vec<SpaceId>,
    /// Units that infiltrated (8.22).
    pub infiltrated: Vec<UnitId>,
    /// Units landed in this impulse (18.4).
    pub landed: Vec<UnitId>,
    /// Places where landers of this impulse may not be joined: full (18.41).
    pub bombarded: Vec<SpaceId>,
    /// Guns that bombarded in this impulse.
    pub fired: Vec<UnitId>,
    /// Units reduced by a bombardment in this impulse: one level each (11.41).
    pub reduced: Vec<UnitId>,
    /// What the units did.
    pub acting: Vec<Acting>,
    /// The natural sunset roll, once it has fallen; 0 before.
    pub sunset: i32,
    /// Whether it ends the day (6.3).
    pub dusk: bool,
    /// Units lost in the impulse, German and Allied.
    pub losses: [i32; 2],
    /// Spaces by which each side shifted the sunset marker (12.24).
    pub shifted: [i32; 2],
    /// Combat whose dice have fallen; at most one.
    pub pending: Vec<Pending>,
    /// Depots on the map, in a refit phase (13.41).
    pub depots: Vec<Depot>,
    /// Units refitted in it (13.3).
    pub refitted: Vec<UnitId>,
    /// Units regrouped (6.5).
    pub regrouped: Vec<UnitId>,
}

impl Pulse {
    /// What a unit has done.
    pub fn acting(&self, unit: UnitId) -> Option<&Acting> {
        self.acting.iter().find(|one| one.unit == unit)
    }

    /// The assault of a place, if there was one.
    pub fn assault(&self, at: SpaceId) -> Option<&Assaulted> {
        self.assaults.iter().find(|one| one.at == at)
    }
}
