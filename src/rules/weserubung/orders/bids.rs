//! Rules 6.2 and 6.3: offensives are bought, and their buyer goes first or second.

use super::super::nation::Nation;
use super::super::words::{
    AIR, COMBAT, FIRST, INITIATIVE_KIND, LAST, MOVEMENT, NAVAL, OFFENSIVES, OFFENSIVES_KIND,
};
use super::super::{View, Weserubung};
use super::by_nation;
use crate::engine::decision::{Decision, Kind};
use crate::engine::ready::Give;
use crate::orders::choice::{Choice, number, one, share};
use crate::orders::{
    Answer as _, Below, Form, Item, Phrase, Picks, Problem, elements, named_parts,
};

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

    fn all(&self, v: &View<'_>) -> Vec<(Nation, i32)> {
        let most = |nation: &Nation| (*nation, Self::most(v, *nation));
        self.nations.iter().map(most).collect()
    }

    /// A number where one nation buys, a share where two do.
    fn read(&self, picks: &Picks) -> Option<Vec<(Nation, i32)>> {
        if let [nation] = self.nations.as_slice() {
            return Some(vec![(*nation, i32::read(Some(picks))?)]);
        }
        let bids = Vec::<(Nation, i32)>::read(Some(picks))?;
        let of = |nation: &Nation| {
            let bid = bids.iter().find(|(one, _)| one == nation);
            (*nation, bid.map_or(0, |(_, n)| *n))
        };
        Some(self.nations.iter().map(of).collect())
    }

    fn write(bids: &[(Nation, i32)]) -> Picks {
        match bids {
            [(_, n)] => n.picks(),
            bids => bids.to_vec().picks(),
        }
    }
}

impl Decision<Weserubung> for Bids {
    type Answer = Vec<(Nation, i32)>;
    const KIND: &'static Kind = &OFFENSIVES_KIND;

    fn question(&self, v: &View<'_>) -> Phrase {
        Phrase::new("ask-offensives")
            .with("price", Item::Number(v.pos().d.tables.offensive_price))
            .with("most", by_nation(&self.all(v)))
    }

    fn form(&self, v: &View<'_>) -> Form {
        let most = self.all(v);
        let pick = match most.as_slice() {
            [(_, most)] => number(0, *most).pick(),
            many => share(many, 0, many.iter().map(|(_, most)| most).sum()).pick(),
        };
        Form {
            word: &OFFENSIVES,
            subject: Vec::new(),
            pick,
        }
    }

    fn answer(&self, v: &View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>> {
        let Some(bids) = self.read(picks) else {
            return Err(vec![Problem::new(Phrase::new("wrong-shape"))]);
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
        let none: Vec<_> = self.nations.iter().map(|nation| (*nation, 0)).collect();
        Self::write(&none)
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
        let bids: Vec<_> = self
            .nations
            .iter()
            .map(|nation| (*nation, amount(*nation)))
            .collect();
        Some(Self::write(&bids))
    }
}

elements! {
    /// Before the other side, or after it.
    pub(crate) enum Turn { First = FIRST, Second = LAST }
}

named_parts! {
    /// When the holder of the initiative has his turn in each phase; first where he says nothing.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Turns from _v: &View<'_> {
        air AIR: Option<Turn> = one(Turn::ALL),
        naval NAVAL: Option<Turn> = one(Turn::ALL),
        combat COMBAT: Option<Turn> = one(Turn::ALL),
        movement MOVEMENT: Option<Turn> = one(Turn::ALL),
    }
}

impl Turns {
    /// Whether he goes first in the Air, Naval, Combat and Movement Phases.
    pub(crate) fn first(&self) -> [bool; 4] {
        let turns = [self.air, self.naval, self.combat, self.movement];
        turns.map(|turn| turn != Some(Turn::Second))
    }
}

/// Rule 6.3/a: first or second in each phase.
pub(crate) struct Initiative;

impl Give<Weserubung> for Initiative {
    type Of = Turns;
    const KIND: &'static Kind = &INITIATIVE_KIND;

    fn question(&self, _: &View<'_>) -> Phrase {
        Phrase::new("ask-initiative")
    }

    fn choice(&self, v: &View<'_>) -> Choice<Turns> {
        Turns::choice(v)
    }

    fn default(&self, _: &View<'_>) -> Turns {
        Turns::default()
    }
}
