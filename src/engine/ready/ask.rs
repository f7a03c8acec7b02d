//! Yes or no.

use crate::engine::decision::{Decision, Kind};
use crate::engine::game::Game;
use crate::orders::word::{NO, YES};
use crate::orders::{Below, Form, Item, Phrase, Pick, Picks, Problem};

/// Names a yes/no decision: its kind, what is asked, and what counts when nobody answers.
pub trait Ask<G: Game>: 'static {
    /// Its kind.
    const KIND: &'static Kind;
    /// What counts when nobody answers.
    const DEFAULT: bool = false;
    /// What it is about: follows the keyword.
    fn subject(&self) -> Vec<Item> {
        Vec::new()
    }
    /// What is asked.
    fn question(&self, view: &G::View<'_>) -> Phrase;
    /// How much a greedy bot likes to say yes.
    fn appeal(&self, view: &G::View<'_>) -> i32 {
        let _ = view;
        0
    }
    /// What a sensible player could say, for bots.
    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<bool> {
        let _ = (view, rng);
        None
    }
}

/// A yes/no decision.
pub struct YesNo<A>(pub A);

impl<G: Game, A: Ask<G>> Decision<G> for YesNo<A> {
    type Answer = bool;
    const KIND: &'static Kind = A::KIND;

    fn question(&self, view: &G::View<'_>) -> Phrase {
        self.0.question(view)
    }

    fn form(&self, _: &G::View<'_>) -> Form {
        let pick = Pick::One(vec![Item::Word(&YES), Item::Word(&NO)]);
        Form {
            word: A::KIND.word,
            subject: self.0.subject(),
            pick,
        }
    }

    fn answer(&self, _: &G::View<'_>, picks: &Picks) -> Result<bool, Vec<Problem>> {
        Ok(*picks == Picks::One(Item::Word(&YES)))
    }

    fn default(&self, _: &G::View<'_>) -> Picks {
        Picks::One(Item::Word(if A::DEFAULT { &YES } else { &NO }))
    }

    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32 {
        let yes = self.0.appeal(view);
        if *picks == Picks::One(Item::Word(&YES)) {
            yes
        } else {
            0
        }
    }

    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let yes = self.0.idea(view, rng)?;
        Some(Picks::One(Item::Word(if yes { &YES } else { &NO })))
    }
}
