//! Supply by sector.

use super::super::data::Data;
use super::super::event::Supplies;
use super::super::side::Side;
use super::super::state::{Hidden, Open, Supply};

pub(super) fn apply(d: &Data, s: &mut Open, event: Supplies<'_>) {
    match event {
        Supplies::Stocks { side, sector, n } => {
            s.reserves[side.index()][sector.index()].ready += count(*n);
        }
        Supplies::Abandons { side, sector, .. } => {
            s.reserves[side.index()][sector.index()] = super::super::state::Reserves::default();
            s.supply[side.index()][sector.index()] = Supply::Insufficient;
        }
        Supplies::Discards { side, sector, .. } => {
            s.reserves[side.index()][sector.index()].spent = 0;
        }
        Supplies::Spends {
            side,
            sector,
            level,
        } => {
            let lies = &mut s.reserves[side.index()][sector.index()];
            lies.ready = lies.ready.saturating_sub(1);
            lies.spent += 1;
            s.supply[side.index()][sector.index()] = *level;
        }
        Supplies::FliesSupplies { sector, at } => {
            s.reserves[Side::German.index()][sector.index()].ready += 1;
            s.airlifts.extend(d.map.place(*at).field);
        }
        Supplies::Supplied {
            side,
            sector,
            level,
            ..
        } => s.supply[side.index()][sector.index()] = *level,
    }
}

/// Allied counters that are spent or lost are at hand in Alexandria again (15.22).
pub(super) fn hidden(h: &mut Hidden, event: Supplies<'_>) {
    match event {
        Supplies::Abandons { side, n, .. } | Supplies::Discards { side, n, .. } => {
            if *side == Side::Allied {
                h.waiting_reserves += count(*n);
            }
        }
        Supplies::Stocks { .. }
        | Supplies::Spends { .. }
        | Supplies::FliesSupplies { .. }
        | Supplies::Supplied { .. } => {}
    }
}

fn count(n: i32) -> u8 {
    u8::try_from(n).unwrap_or(0)
}
