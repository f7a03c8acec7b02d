//! What the sides are asked at sea, and what they may write.

pub mod convoys;
pub mod fleet;
pub mod search;
pub mod shore;
pub mod strikes;
pub mod surface;

use crate::engine::decision::Kind;

/// Every kind of decision of the naval segment.
pub(in super::super) const KINDS: &[&Kind] = &[
    &convoys::BEGINNING,
    &fleet::ORDERS,
    &search::SCOUTING,
    &search::FINDS,
    &search::PATROLS,
    &strikes::STRIKES_KIND,
    &strikes::TARGETS_KIND,
    &strikes::DIVES,
    &strikes::SILENCES,
    &strikes::DROWN,
    &surface::ENGAGEMENTS_KIND,
    &surface::REPLIES,
    &surface::SWAMPED,
    &surface::PRESSES,
    &surface::REFUGES,
    &convoys::ORDERS,
    &shore::LANDINGS_KIND,
];
