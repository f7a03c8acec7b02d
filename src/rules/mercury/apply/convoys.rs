//! Convoys without the naval game.

use super::super::data::Data;
use super::super::event::{Convoys, Crossing, Passage};
use super::super::state::{Arrival, Berth, Hidden, Open, Returned, Slip};
use crate::board::UnitId;

pub(super) fn open(d: &Data, s: &mut Open, event: Convoys<'_>) {
    match event {
        Convoys::Announces { convoy, at, .. } => s.arrivals.push(Arrival {
            convoy: *convoy,
            at: at.clone(),
            there: false,
        }),
        Convoys::Crosses { convoy, fate, .. } => match fate {
            Crossing::Delayed => {}
            Crossing::Arrives | Crossing::Half => {
                for arrival in &mut s.arrivals {
                    arrival.there |= arrival.convoy == *convoy;
                }
            }
            Crossing::HalfBack | Crossing::Back | Crossing::Lost => gone(s, *convoy),
        },
        Convoys::Leaves { convoy } => gone(s, *convoy),
        Convoys::Sails { units, .. } => {
            s.sailed = s.turn;
            s.returned
                .retain(|back| !back.units.iter().any(|unit| units.contains(unit)));
        }
        Convoys::Passes { fate, .. } => {
            if *fate == Passage::Beaten {
                s.points += d.tables.convoys.allied_points;
            }
        }
        Convoys::Returns {
            units,
            reserves,
            from,
        } => s.returned.push(Returned {
            units: units.clone(),
            reserves: u8::try_from(*reserves).unwrap_or(0),
            from: *from,
        }),
        Convoys::Plans { .. }
        | Convoys::Loads { .. }
        | Convoys::Decoy { .. }
        | Convoys::ReservesSink { .. } => {}
    }
}

fn gone(s: &mut Open, convoy: UnitId) {
    s.arrivals.retain(|arrival| arrival.convoy != convoy);
}

pub(super) fn hidden(d: &Data, h: &mut Hidden, event: Convoys<'_>) {
    match event {
        Convoys::Plans { convoy, turn } => {
            h.schedule.push(Slip {
                convoy: *convoy,
                turn: *turn,
            });
            // 21.34: a marker that sails again carries a reserve.
            if let Some(vessel) = convoy.and_then(|convoy| vessel(d, h, convoy))
                && vessel.at == Berth::Refit(1)
            {
                vessel.at = Berth::Ready;
                vessel.reserves = 1;
            }
        }
        Convoys::Loads { convoy, units } => {
            h.cargo.extend(units.iter().map(|unit| (*unit, *convoy)));
        }
        Convoys::Decoy { convoy, planned } => {
            known(h, *convoy, *planned);
            if let Some(vessel) = vessel(d, h, *convoy) {
                vessel.at = Berth::Out;
            }
        }
        Convoys::Announces {
            convoy, planned, ..
        } => known(h, *convoy, *planned),
        Convoys::Crosses {
            convoy,
            fate,
            reserve,
            ..
        } => {
            if let Some(vessel) = vessel(d, h, *convoy) {
                if *fate == Crossing::Lost {
                    vessel.at = Berth::Sunk;
                }
                if !reserve {
                    vessel.reserves = 0;
                }
            }
        }
        Convoys::Leaves { convoy } => {
            h.cargo.retain(|(_, ship)| ship != convoy);
            if let Some(vessel) = vessel(d, h, *convoy) {
                vessel.at = Berth::Refit(1);
                vessel.reserves = 0;
            }
        }
        Convoys::Sails { reserves, .. } => {
            let n = u8::try_from(*reserves).unwrap_or(0);
            h.waiting_reserves = h.waiting_reserves.saturating_sub(n);
        }
        // 17.34 c: what sinks may be used again.
        Convoys::ReservesSink { n } | Convoys::Returns { reserves: n, .. } => {
            h.waiting_reserves += u8::try_from(*n).unwrap_or(0);
        }
        Convoys::Passes { .. } => {}
    }
}

/// A marker is turned over: it is that convoy.
fn known(h: &mut Hidden, convoy: UnitId, turn: u32) {
    let of = |slip: &Slip| slip.turn == turn && slip.convoy.is_none_or(|one| one == convoy);
    if let Some(n) = h.schedule.iter().position(of) {
        h.schedule.remove(n);
    }
}

fn vessel<'h>(
    d: &Data,
    h: &'h mut Hidden,
    ship: UnitId,
) -> Option<&'h mut super::super::state::Vessel> {
    let n = ship.index().checked_sub(d.land.len() + d.planes.len())?;
    h.ships.get_mut(n)
}
