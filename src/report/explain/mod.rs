//! How everything came about, for the referee: runs, rolls and units explained term by term, with the order that
//! answered each decision and what each side saw and knew.
//!
//! A [`story`] is the game told again from its record: events alone change a position, so none of the rules are
//! needed to know it at every moment.

mod entry;
mod letters;
mod log;
mod resolve;
mod revealed;
mod roll;
mod sight;
mod step;
mod story;
mod unit;

pub use log::{Filter, log};
pub use revealed::{Revealed, revealed};

use crate::engine::game::Game;
use crate::orders::{Item, Lang, Phrase};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;
use letters::Letters;

/// What is to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An entry of the journal.
    Entry(i64),
    /// A roll, by its label or the end of it.
    Roll(String),
    /// A unit, by its name.
    Unit(String),
}

/// Explains something, as lines of text; the error names what is near.
pub fn explain<G: Game>(keeper: &Keeper<G>, what: &What, lang: Lang) -> Kept<Vec<String>> {
    let teller = Teller::new(keeper, lang)?;
    match what {
        What::Entry(seq) => entry::explain(&teller, *seq),
        What::Roll(label) => roll::explain(&teller, label),
        What::Unit(name) => unit::explain(&teller, name),
    }
}

/// Whoever tells the referee: the game, his language, and the letters of the players.
struct Teller<'k, G: Game> {
    keeper: &'k Keeper<G>,
    lang: Lang,
    letters: Letters,
}

impl<'k, G: Game> Teller<'k, G> {
    fn new(keeper: &'k Keeper<G>, lang: Lang) -> Kept<Self> {
        let letters = Letters::read(keeper)?;
        Ok(Self {
            keeper,
            lang,
            letters,
        })
    }

    /// Puts a phrase into the referee's words; he knows all names.
    fn say(&self, phrase: &Phrase) -> String {
        let view = G::view(&self.keeper.data, &self.keeper.now.state, None);
        G::phrasebook().say(phrase, self.lang, &view)
    }
}

fn number(n: impl TryInto<i32>) -> Item {
    Item::Number(n.try_into().unwrap_or(i32::MAX))
}
