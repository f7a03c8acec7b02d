//! The crossing.

use super::super::data::Data;
use super::super::event::Crossing;
use super::super::state::{Berth, Hidden, Mark, Open, Wake, Where};

pub(super) fn open(d: &Data, s: &mut Open, event: Crossing<'_>) {
    let first = d.land.len();
    match event {
        Crossing::Sails {
            ships, to, port, ..
        } => {
            for ship in ships {
                let now = &mut s.ships[ship.index() - first];
                // 1.1.2: which of its seas a port beside the map opens on.
                now.opens = if let Berth::Sea(from) = now.at
                    && *port
                {
                    Some(from)
                } else {
                    None
                };
                now.at = if *port {
                    Berth::Port(*to)
                } else {
                    Berth::Sea(*to)
                };
                now.stack = if *port {
                    0
                } else {
                    ships.first().map_or(0, |lead| lead.0)
                };
                now.wakes.put(Wake::Moved);
            }
        }
        Crossing::Embarks { units, zone, .. } | Crossing::Reembarks { units, zone } => {
            for unit in units {
                s.units[unit.index()].at = Where::Aboard(*zone);
            }
        }
        Crossing::Lands { units, at } => {
            for unit in units {
                let now = &mut s.units[unit.index()];
                now.at = Where::At(*at);
                now.marks.put(Mark::Landed);
                now.out = 0;
            }
            s.landed = s.landed.or(Some(s.turn));
        }
        Crossing::Declares { units, at } => {
            for unit in units {
                s.units[unit.index()].at = Where::Landing(*at);
            }
        }
        Crossing::Sinks { ships } => {
            for ship in ships {
                s.ships[ship.index() - first].at = Berth::Sunk;
            }
        }
    }
}

/// 9.5.5: the manifests.
pub(super) fn hidden(h: &mut Hidden, event: Crossing<'_>) {
    match event {
        Crossing::Embarks { cargo, .. } => h.cargo.extend(cargo.iter().cloned()),
        Crossing::Lands { units, .. } => h.cargo.retain(|cargo| !units.contains(&cargo.unit)),
        Crossing::Sinks { ships } => {
            for cargo in &mut h.cargo {
                cargo.on.retain(|ship| !ships.contains(ship));
            }
        }
        Crossing::Sails { .. } | Crossing::Reembarks { .. } | Crossing::Declares { .. } => {}
    }
}
