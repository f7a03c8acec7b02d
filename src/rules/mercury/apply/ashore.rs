//! Landings from the sea, unloading, the coastal steamer.

use super::super::data::Data;
use super::super::event::{Ashore, Fall, Sweep};
use super::super::state::{Mark, Open, Where};
use super::{handle, lose, steps};
use crate::board::{SpaceId, UnitId};

pub(super) fn apply(d: &Data, s: &mut Open, event: Ashore<'_>) {
    match event {
        Ashore::Wades {
            unit,
            at,
            fall,
            gone,
            tally: _,
        } => {
            put(s, *unit, *at, Mark::LandedBySea);
            let now = &mut s.units[unit.index()];
            now.dispersed = matches!(fall, Fall::Dispersed | Fall::AdriftDispersed);
            if *fall == Fall::AdriftLoss {
                lose(d, s, *unit, *gone);
            }
        }
        Ashore::Swept {
            unit,
            to,
            fate,
            gone,
            ..
        } => {
            s.units[unit.index()].at = Where::At(*to);
            match fate {
                Sweep::Beach => {}
                Sweep::Rocks => lose(d, s, *unit, *gone),
                Sweep::Bay => lose(d, s, *unit, true),
            }
        }
        Ashore::Unloads { unit, at } => {
            let steps = i32::from(steps(d, s, *unit));
            handle(s, *at, steps);
            put(s, *unit, *at, Mark::Unloaded);
        }
        Ashore::UnloadsReserve { side, at, sector } => {
            handle(s, *at, d.tables.limits.reserve_steps);
            s.reserves[side.index()][sector.index()].ready += 1;
        }
        Ashore::BackInGreece { unit } => {
            s.units[unit.index()].at = Where::At(d.map.athens());
        }
        Ashore::Ferries { unit, to } => put(s, *unit, *to, Mark::BySteamer),
    }
}

fn put(s: &mut Open, unit: UnitId, at: SpaceId, mark: Mark) {
    let now = &mut s.units[unit.index()];
    now.at = Where::At(at);
    now.marks.put(mark);
}
