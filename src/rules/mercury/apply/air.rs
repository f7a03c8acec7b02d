//! The Air Operations card.

use super::super::data::Data;
use super::super::event::Air;
use super::super::state::{Bin, Open};
use super::super::tables::Shot;
use crate::board::UnitId;

pub(super) fn apply(d: &Data, s: &mut Open, event: Air<'_>) {
    match event {
        Air::Recalls { turn: _ } => {
            s.interdiction = [0; 4];
            if s.is_day() {
                s.raided = [0; 4];
            }
            for plane in &mut s.planes {
                if matches!(plane, Bin::Mission(_)) {
                    *plane = Bin::Ready;
                }
            }
        }
        Air::Readies { from, ready, .. } => {
            let better = match from {
                Bin::Abort1 => Bin::Flown,
                Bin::Abort2 => Bin::Abort1,
                Bin::Out | Bin::Ready | Bin::Mission(_) | Bin::Flown => Bin::Ready,
            };
            put(d, s, ready, better);
        }
        Air::Splits { unit, halves } => {
            put(d, s, &[*unit], Bin::Out);
            put(d, s, halves, Bin::Ready);
        }
        Air::Joins { unit, halves } => {
            put(d, s, halves, Bin::Out);
            put(d, s, &[*unit], Bin::Ready);
        }
        Air::Assigns { units, mission } => put(d, s, units, Bin::Mission(*mission)),
        Air::Flak { unit, shot, .. } => {
            let bin = match shot {
                Shot::Missed => return,
                Shot::Flown => Bin::Flown,
                Shot::Abort1 => Bin::Abort1,
                Shot::Abort2 => Bin::Abort2,
            };
            put(d, s, &[*unit], bin);
        }
        Air::Interdicts {
            sector,
            units,
            level,
            ..
        } => {
            let level = u8::try_from(*level).unwrap_or(0);
            s.interdiction[sector.index()] = level;
            s.raided[sector.index()] = level;
            put(d, s, units, Bin::Flown);
        }
    }
}

fn put(d: &Data, s: &mut Open, planes: &[UnitId], bin: Bin) {
    for plane in planes {
        s.planes[plane.index() - d.land.len()] = bin;
    }
}
