//! Rule 23.4: the campaign options.

use super::super::Mercury;
use super::super::bars::Bar;
use super::super::side::Side;
use super::super::state::Position;
use super::super::variants::cost;
use super::super::words::{
    AIRCRAFT, ARGYLLS, CAIQUES, CONCENTRATE, CRATERS, DIVISION, EARLY, FREE_SUDA, LIGHTER, OPTIONS,
    SECOND_LIFT, STORES, THIRD_BATTALION, TO_HERAKLION, TO_RETIMO, setup_kind,
};
use super::plain;
use crate::engine::decision::Kind;
use crate::engine::ready::Give;
use crate::orders::choice::{any, up_to};
use crate::orders::{Below, Choice, Element as _, Item, Phrase, Problem, elements};

elements! {
    /// Options of the Germans, by number.
    pub(in super::super) enum German {
        Concentrate = CONCENTRATE,
        Division = DIVISION,
        SecondLift = SECOND_LIFT,
        Caiques = CAIQUES,
        Aircraft = AIRCRAFT,
        ToHeraklion = TO_HERAKLION,
        ToRetimo = TO_RETIMO,
    }
}

elements! {
    /// Options of the Allies, by number.
    pub(in super::super) enum Allied {
        Craters = CRATERS,
        ThirdBattalion = THIRD_BATTALION,
        Early = EARLY,
        Stores = STORES,
        Lighter = LIGHTER,
        Argylls = ARGYLLS,
        FreeSuda = FREE_SUDA,
    }
}

impl From<German> for u32 {
    fn from(option: German) -> Self {
        option as Self + 1
    }
}

impl From<Allied> for u32 {
    fn from(option: Allied) -> Self {
        option as Self + 1
    }
}

/// Options by number, in words.
pub(in super::super) fn words(side: Side, options: &[u32]) -> Vec<Item> {
    let word = |option: &u32| {
        let n = usize::try_from(*option).ok()?.checked_sub(1)?;
        match side {
            Side::German => German::ALL.get(n).map(|option| option.item()),
            Side::Allied => Allied::ALL.get(n).map(|option| option.item()),
        }
    };
    options.iter().filter_map(word).collect()
}

/// Rule 23.43: up to three.
pub(in super::super) struct GermanOptions;

pub(super) static CHOICES: Kind = setup_kind(
    &OPTIONS,
    &[],
    &[
        &CONCENTRATE,
        &DIVISION,
        &SECOND_LIFT,
        &CAIQUES,
        &AIRCRAFT,
        &TO_HERAKLION,
        &TO_RETIMO,
        &CRATERS,
        &THIRD_BATTALION,
        &EARLY,
        &STORES,
        &LIGHTER,
        &ARGYLLS,
        &FREE_SUDA,
    ],
);

impl Give<Mercury> for GermanOptions {
    type Of = Vec<German>;
    const KIND: &'static Kind = &CHOICES;

    fn question(&self, v: &Position<'_>) -> Phrase {
        let most = i32::try_from(v.data.tables.variants.most).unwrap_or(0);
        Phrase::new("ask-german-options").with("most", most)
    }

    fn choice(&self, v: &Position<'_>) -> Choice<Vec<German>> {
        // Faster caiques are of use at sea alone.
        let useful = |option: &German| v.data.naval() || *option != German::Caiques;
        let all: Vec<German> = German::ALL.iter().copied().filter(useful).collect();
        up_to(v.data.tables.variants.most, &all)
    }

    fn default(&self, _: &Position<'_>) -> Vec<German> {
        Vec::new()
    }
}

/// Rule 23.44: as many as the Germans have paid for.
pub(in super::super) struct AlliedOptions {
    pub most: i32,
}

impl Give<Mercury> for AlliedOptions {
    type Of = Vec<Allied>;
    const KIND: &'static Kind = &CHOICES;

    fn question(&self, _: &Position<'_>) -> Phrase {
        Phrase::new("ask-allied-options").with("most", self.most)
    }

    fn choice(&self, _: &Position<'_>) -> Choice<Vec<Allied>> {
        any(Allied::ALL)
    }

    fn default(&self, _: &Position<'_>) -> Vec<Allied> {
        Vec::new()
    }

    fn check(&self, v: &Position<'_>, given: &Vec<Allied>) -> Vec<Problem> {
        let numbers: Vec<u32> = given.iter().map(|option| (*option).into()).collect();
        let (has, most) = (cost(v, Side::Allied, &numbers), self.most);
        if has > most {
            return vec![plain(Bar::DearOptions { has, most })];
        }
        Vec::new()
    }

    fn idea(&self, v: &Position<'_>, rng: &mut dyn Below) -> Option<Vec<Allied>> {
        let mut chosen: Vec<Allied> = Vec::new();
        for option in Allied::ALL {
            let mut more: Vec<u32> = chosen.iter().map(|one| (*one).into()).collect();
            more.push((*option).into());
            if rng.below(2) == 0 && cost(v, Side::Allied, &more) <= self.most {
                chosen.push(*option);
            }
        }
        Some(chosen)
    }
}
