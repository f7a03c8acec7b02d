//! Rule 15.2: what is done with reserve supplies.

use super::super::Mercury;
use super::super::map::Sector;
use super::super::side::Side;
use super::super::state::{Position, Supply};
use super::super::supply;
use super::super::words::{AIRLIFT, SPEND, STOCKS, recovery_kind};
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{any, share};
use crate::orders::{Below, Choice, Item, Phrase};

/// Rule 15.25 a: where the first reserves of the Allies lie.
pub(in super::super) struct Stock {
    pub sectors: Vec<Sector>,
    pub n: i32,
}

pub(super) static STOCK: Kind = recovery_kind(&STOCKS, &[], &[]);

impl Give<Mercury> for Stock {
    type Of = Vec<(Sector, i32)>;
    const KIND: &'static Kind = &STOCK;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-stocks").with("n", self.n)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<(Sector, i32)>> {
        let all: Vec<(Sector, i32)> = self.sectors.iter().map(|one| (*one, self.n)).collect();
        share(&all, self.n, self.n)
    }

    /// One in each, from the west, and what is left in the first.
    fn default(&self, _: &Position<'_>) -> Vec<(Sector, i32)> {
        let mut left = self.n;
        let mut shares: Vec<(Sector, i32)> = Vec::new();
        for sector in &self.sectors {
            if left > 0 {
                shares.push((*sector, 1));
                left -= 1;
            }
        }
        if let Some((_, n)) = shares.first_mut() {
            *n += left;
        }
        shares
    }
}

/// Rule 15.26 a: in which sectors a reserve is spent.
pub(in super::super) struct Spend {
    pub side: Side,
    pub sectors: Vec<Sector>,
}

pub(super) static SPENDS: Kind = recovery_kind(&SPEND, &[], &[]);

impl Give<Mercury> for Spend {
    type Of = Vec<Sector>;
    const KIND: &'static Kind = &SPENDS;

    fn question(&self, _: &Position<'_>) -> Phrase {
        let sectors: Vec<Item> = self
            .sectors
            .iter()
            .map(|one| Item::Word(one.word()))
            .collect();
        Phrase::new("ask-spend").with("sectors", sectors)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<Sector>> {
        any(&self.sectors)
    }

    /// Where something is wanting.
    fn default(&self, v: &Position<'_>) -> Vec<Sector> {
        let short = |sector: &&Sector| {
            **sector != Sector::SouthCrete
                && supply::status(v, self.side, **sector) != Supply::Adequate
        };
        self.sectors.iter().filter(short).copied().collect()
    }
}

/// Rule 15.25 c: which airfields take a reserve instead of five steps.
pub(in super::super) struct Airlift {
    pub sectors: Vec<Sector>,
}

pub(super) static AIRLIFTS: Kind = recovery_kind(&AIRLIFT, &[], &[]);

impl Give<Mercury> for Airlift {
    type Of = Vec<Sector>;
    const KIND: &'static Kind = &AIRLIFTS;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let sectors: Vec<Item> = self
            .sectors
            .iter()
            .map(|one| Item::Word(one.word()))
            .collect();
        let steps = v.data.tables.limits.reserve_steps;
        Phrase::new("ask-airlift")
            .with("sectors", sectors)
            .with("steps", steps)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<Sector>> {
        any(&self.sectors)
    }

    /// Where supply is not adequate and no reserve lies.
    fn default(&self, v: &Position<'_>) -> Vec<Sector> {
        let side = Side::German;
        let short = |sector: &&Sector| {
            supply::status(v, side, **sector) != Supply::Adequate
                && supply::lies(v, side, **sector).ready == 0
        };
        self.sectors.iter().filter(short).copied().collect()
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Sector>> {
        (rng.below(4) > 0).then(|| self.default(v))
    }
}
