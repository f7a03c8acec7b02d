//! Rules 6.2 and 6.3: offensives are bought, and their buyer goes first or second.

use super::super::nation::Nation;
use super::super::words::{
    AIR, COMBAT, FIRST, INITIATIVE, INITIATIVE_KIND, LAST, MOVEMENT, NAVAL, OFFENSIVES,
    OFFENSIVES_KIND,
};
use super::super::{View, Weserubung};
use super::{by_nation, may, part_item};
use crate::engine::decision::{Decision, Kind};
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem, Word};

/// Rule 6.2: how many offensives each nation buys.
pub(crate) struct Bids {
    pub(crate) nations: Vec<Nation>,
}

impl Bids {
    /// Rules 6.2/a, 6.2/b and 4.0/a: the most a nation may buy.
    fn most(v: &View<'_>, nation: Nation) -> i32 {
        let pos = v.pos();
        pos.land_units(nation)
            .min(pos.purse(nation) / pos.d.tables.offensive_price.max(1))
    }
}

impl Decision<Weserubung> for Bids {
    type Answer = Vec<(Nation, i32)>;
    const KIND: &'static Kind = &OFFENSIVES_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        let most = self.nations.iter();
        let most: Vec<_> = most.map(|one| (*one, Self::most(v, *one))).collect();
        Phrase::new("ask-offensives")
            .with("price", Item::Number(v.pos().d.tables.offensive_price))
            .with("most", by_nation(&most))
    }

    fn form(&self, v: &View<'_>) -> Form {
        let pick = match self.nations.as_slice() {
            [nation] => Pick::Number {
                min: 0,
                max: Self::most(v, *nation),
            },
            nations => {
                let of: Vec<(Item, i32)> = nations
                    .iter()
                    .map(|nation| (Item::Word(nation.word()), Self::most(v, *nation)))
                    .collect();
                let max = of.iter().map(|(_, most)| most).sum();
                Pick::Share { of, min: 0, max }
            }
        };
        Form {
            word: &OFFENSIVES,
            subject: Vec::new(),
            pick,
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let bids: Vec<(Nation, i32)> = match picks {
            Picks::Number(n) => self
                .nations
                .iter()
                .take(1)
                .map(|nation| (*nation, *n))
                .collect(),
            Picks::Share(shares) => {
                let of = |nation: &Nation| {
                    let share = shares
                        .iter()
                        .find(|(item, _)| *item == Item::Word(nation.word()));
                    (*nation, share.map_or(0, |(_, n)| *n))
                };
                self.nations.iter().map(of).collect()
            }
            _ => return Err(vec![Problem::new(Phrase::new("wrong-shape"))]),
        };
        // Rule 14.3: Britain and France pay from one purse.
        let pos = v.pos();
        for nation in &self.nations {
            let purse = pos.d.purse(*nation);
            let spent: i32 = bids
                .iter()
                .filter(|(one, _)| pos.d.purse(*one) == purse)
                .map(|(_, n)| n * pos.d.tables.offensive_price)
                .sum();
            if spent > pos.purse(*nation) {
                let what = Phrase::new("purse-short")
                    .with("needed", Item::Number(spent))
                    .with("has", Item::Number(pos.purse(*nation)));
                return Err(vec![Problem::new(what).rule("4.0")]);
            }
        }
        Ok(bids)
    }

    fn default(&self, _: &View<'_>) -> Picks {
        if self.nations.len() == 1 {
            Picks::Number(0)
        } else {
            Picks::Share(Vec::new())
        }
    }

    fn idea(&self, v: &View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let mut amount = |nation: Nation| {
            // The invader buys more: he has more to do.
            let (least, more) = if nation == Nation::Germany {
                (8, 9)
            } else {
                (0, 4)
            };
            let wish = least + i32::try_from(rng.below(more)).unwrap_or(0);
            wish.min(Self::most(v, nation))
        };
        Some(match self.nations.as_slice() {
            [nation] => Picks::Number(amount(*nation)),
            nations => {
                let shares = nations
                    .iter()
                    .map(|nation| (Item::Word(nation.word()), amount(*nation)));
                Picks::Share(shares.filter(|(_, n)| *n > 0).collect())
            }
        })
    }
}

/// Rule 6.3/a: first or second in each phase.
pub(crate) struct Initiative;

impl Decision<Weserubung> for Initiative {
    /// Whether the holder goes first in the Air, Naval, Combat and Movement Phases.
    type Answer = [bool; 4];
    const KIND: &'static Kind = &INITIATIVE_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-initiative")
    }

    fn form(&self, _: &View<'_>) -> Form {
        let choice = || Pick::One(vec![Item::Word(&FIRST), Item::Word(&LAST)]);
        let words: [&'static Word; 4] = [&AIR, &NAVAL, &COMBAT, &MOVEMENT];
        let parts = words.into_iter().map(|word| may(word, choice())).collect();
        Form {
            word: &INITIATIVE,
            subject: Vec::new(),
            pick: Pick::Parts(parts),
        }
    }

    fn answer(&self, _: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let first = |n: usize| part_item(picks, n) != Some(Item::Word(&LAST));
        Ok([first(0), first(1), first(2), first(3)])
    }

    fn default(&self, _: &View<'_>) -> Picks {
        Picks::Parts(vec![None; 4])
    }
}
