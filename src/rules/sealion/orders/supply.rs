//! Rules 5.4.2 and 12: rail to convert, and who goes without.

use super::super::Sealion;
use super::super::bars::Bar;
use super::super::state::Position;
use super::super::supply::{convertible, usual_conversion};
use super::super::words::{RAILWAY, RATIONS, land_kind};
use super::{number, plain};
use crate::board::{SpaceId, UnitId};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{any, up_to};
use crate::orders::{Choice, Phrase, Problem};

/// Rule 5.4.2: which hexes of rail are converted.
pub(in super::super) struct Conversion;

pub(super) static RAILWAYS: Kind = land_kind(&RAILWAY, &[], &[], true);

/// All hexes that can be converted in one phase, one behind the other.
fn all(v: &Position<'_>) -> Vec<SpaceId> {
    let mut found: Vec<SpaceId> = Vec::new();
    for _ in 0..v.data.tables.limits.convert {
        let next = convertible(v, &found);
        if next.is_empty() {
            break;
        }
        found.extend(next);
    }
    found.sort_unstable();
    found
}

impl Give<Sealion> for Conversion {
    type Of = Vec<SpaceId>;
    const KIND: &'static Kind = &RAILWAYS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-convert").with("most", number(v.data.tables.limits.convert))
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Vec<SpaceId>> {
        up_to(v.data.tables.limits.convert, &all(v))
    }

    fn default(&self, v: &Position<'_>) -> Vec<SpaceId> {
        let mut usual = usual_conversion(v);
        usual.sort_unstable();
        usual
    }

    fn check(&self, v: &Position<'_>, given: &Vec<SpaceId>) -> Vec<Problem> {
        let mut done: Vec<SpaceId> = Vec::new();
        let mut left = given.clone();
        while let Some(n) = left
            .iter()
            .position(|at| convertible(v, &done).contains(at))
        {
            done.push(left.remove(n));
        }
        left.into_iter()
            .map(|at| plain(Bar::NotRail { at }))
            .collect()
    }
}

/// Rule 12.2.12: who is fed first, where it does not suffice for all.
pub(in super::super) struct Rations {
    pub units: Vec<UnitId>,
}

pub(super) static RATION: Kind = land_kind(&RATIONS, &[], &[], true);

impl Give<Sealion> for Rations {
    type Of = Vec<UnitId>;
    const KIND: &'static Kind = &RATION;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("eng-ask-rations").with("units", crate::engine::say::items(&self.units))
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<UnitId>> {
        any(&self.units)
    }

    fn default(&self, _: &Position<'_>) -> Vec<UnitId> {
        Vec::new()
    }
}
