//! The naval game.

use super::super::data::Data;
use super::super::event::Fleet;
use super::super::state::{Berth, Hidden, Open, Ship, Wake, Where};
use super::super::units::Class;
use crate::board::{SpaceId, UnitId};

pub(super) fn open(d: &Data, s: &mut Open, event: Fleet<'_>) {
    let first = d.land.len();
    match event {
        Fleet::Released {
            capital,
            cruisers,
            small,
            tally: _,
        } => s.released = [*capital, *cruisers, *small],
        Fleet::Wakes { zone: _ } => s.awake = true,
        Fleet::Mines { zone } => s.mines = Some(*zone),
        Fleet::UBoats { zones } => {
            s.uboats.clone_from(zones);
            s.uboats.sort_unstable();
        }
        Fleet::Harmed {
            unit,
            harm: _,
            sunk,
        } => {
            let now = &mut s.ships[unit.index() - first];
            if *sunk {
                now.at = Berth::Sunk;
                now.damaged = false;
                // 9.5.3: of two lost one comes back.
                let class = d.hull(*unit).class;
                if class == Class::Prahm {
                    s.box_points[0] += 1;
                } else if class == Class::Lc {
                    s.box_points[1] += 1;
                }
            } else {
                now.damaged = true;
            }
        }
        Fleet::Unmasked { ships } => {
            for ship in ships {
                s.ships[ship.index() - first].at = Berth::Sunk;
            }
        }
        Fleet::Carried { units, to, port } => {
            for unit in units {
                s.units[unit.index()].at = if *port {
                    Where::At(*to)
                } else {
                    Where::Aboard(*to)
                };
            }
        }
        Fleet::Shaken { unit, hits } => {
            s.units[unit.index()].hits = u8::try_from(*hits).unwrap_or(2);
        }
        Fleet::Intercepts { ships, .. } => {
            for ship in ships {
                s.ships[ship.index() - first].wakes.put(Wake::Intercepted);
            }
        }
        Fleet::Withdraws {
            ships,
            from,
            to,
            port,
            ..
        } => {
            for ship in ships {
                let now = &mut s.ships[ship.index() - first];
                now.at = if *port {
                    Berth::Port(*to)
                } else {
                    Berth::Sea(*to)
                };
                now.opens = port.then_some(*from);
                now.stack = if *port {
                    0
                } else {
                    ships.first().map_or(0, |lead| lead.0)
                };
                now.wakes.put(Wake::Withdrew);
                now.wakes.put(Wake::Moved);
            }
        }
        Fleet::Repairs { unit, done, .. } => {
            if *done {
                s.ships[unit.index() - first].damaged = false;
            }
        }
        Fleet::Salvaged { prahm, craft } => {
            for (n, pairs) in [prahm, craft].into_iter().enumerate() {
                let pairs = u8::try_from(*pairs).unwrap_or(0);
                s.box_points[n] = s.box_points[n].saturating_sub(2 * pairs);
                s.box_due[n] += pairs;
            }
        }
        Fleet::Launched { ships, at, craft } => {
            join(d, s, ships, *at);
            let due = &mut s.box_due[usize::from(*craft)];
            *due = due.saturating_sub(u8::try_from(ships.len()).unwrap_or(u8::MAX));
        }
        Fleet::Cued { ships, at, cue } => {
            join(d, s, ships, *at);
            s.cued.push(u8::try_from(*cue).unwrap_or(u8::MAX));
        }
        Fleet::Mined { .. }
        | Fleet::Unships { .. }
        | Fleet::Detects { .. }
        | Fleet::Battle { .. }
        | Fleet::Round { .. }
        | Fleet::Fires { .. }
        | Fleet::Volley { .. }
        | Fleet::Shells { .. } => {}
    }
    if let Fleet::Volley { points, .. } = event {
        s.guns = s.guns.saturating_sub(*points);
    }
}

fn join(d: &Data, s: &mut Open, ships: &[UnitId], at: SpaceId) {
    for ship in ships {
        s.ships[ship.index() - d.land.len()] = Ship {
            at: Berth::Port(at),
            ..Ship::default()
        };
    }
}

/// 9.5.5, 9.5.6: manifests and dummies.
pub(super) fn hidden(h: &mut Hidden, event: Fleet<'_>) {
    match event {
        Fleet::Unmasked { ships } => h.dummies.retain(|ship| !ships.contains(ship)),
        Fleet::Unships { unit, ship } => {
            for cargo in h.cargo.iter_mut().filter(|cargo| cargo.unit == *unit) {
                cargo.on.retain(|one| one != ship);
            }
            h.cargo.retain(|cargo| !cargo.on.is_empty());
        }
        Fleet::Carried { units, port, .. } => {
            if *port {
                h.cargo.retain(|cargo| !units.contains(&cargo.unit));
            }
        }
        Fleet::Released { .. }
        | Fleet::Wakes { .. }
        | Fleet::Mined { .. }
        | Fleet::Mines { .. }
        | Fleet::UBoats { .. }
        | Fleet::Harmed { .. }
        | Fleet::Shaken { .. }
        | Fleet::Detects { .. }
        | Fleet::Intercepts { .. }
        | Fleet::Battle { .. }
        | Fleet::Round { .. }
        | Fleet::Fires { .. }
        | Fleet::Volley { .. }
        | Fleet::Shells { .. }
        | Fleet::Withdraws { .. }
        | Fleet::Salvaged { .. }
        | Fleet::Launched { .. }
        | Fleet::Cued { .. }
        | Fleet::Repairs { .. } => {}
    }
}
