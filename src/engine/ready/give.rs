//! Any answer of one line: a set, a share, an amount, a ranking, named parts.

use super::wrong_shape;
use crate::engine::decision::{Decision, Kind};
use crate::engine::game::Game;
use crate::orders::{Answer, Below, Choice, Form, Item, Phrase, Picks, Problem, prefer};

/// Names a decision that is answered on one line by a type.
///
/// Losses by share: `type Of = Vec<(UnitId, i32)>`, [`choice::share`](crate::orders::choice::share); a priority of
/// retreat: [`Ranking`](crate::orders::Ranking), [`choice::ranked`](crate::orders::choice::ranked); an amount: `i32`,
/// [`choice::number`](crate::orders::choice::number); some units: `Vec<UnitId>`, [`choice::any`](crate::orders::choice::any).
pub trait Give<G: Game>: 'static {
    /// What is given.
    type Of: Answer;
    /// Its kind.
    const KIND: &'static Kind;
    /// What it is about: follows the keyword.
    fn subject(&self) -> Vec<Item> {
        Vec::new()
    }
    /// What is asked.
    fn question(&self, view: &G::View<'_>) -> Phrase;
    /// What it is chosen from.
    fn choice(&self, view: &G::View<'_>) -> Choice<Self::Of>;
    /// What counts when nobody answers: always legal.
    fn default(&self, view: &G::View<'_>) -> Self::Of;
    /// What is wrong with an answer of the right shape, all of it.
    fn check(&self, view: &G::View<'_>, given: &Self::Of) -> Vec<Problem> {
        let _ = (view, given);
        Vec::new()
    }
    /// The answer that follows a standing order.
    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Self::Of> {
        // A wish that says nothing about this choice is no answer, not an empty one.
        let picks = prefer(&self.choice(view).pick(), wish)?;
        Self::Of::read(Some(&picks))
    }
    /// The answer of somebody who opposes with all he has, where that differs from the default.
    fn engage(&self, view: &G::View<'_>) -> Option<Self::Of> {
        let _ = view;
        None
    }
    /// How much a greedy bot likes an answer.
    fn appeal(&self, view: &G::View<'_>, given: &Self::Of) -> i32 {
        let _ = (view, given);
        0
    }
    /// What a sensible player could give, for bots.
    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Self::Of> {
        let _ = (view, rng);
        None
    }
}

/// A decision that is answered on one line.
pub struct Given<A>(pub A);

impl<G: Game, A: Give<G>> Decision<G> for Given<A> {
    type Answer = A::Of;
    const KIND: &'static Kind = A::KIND;

    fn question(&self, view: &G::View<'_>) -> Phrase {
        self.0.question(view)
    }

    fn form(&self, view: &G::View<'_>) -> Form {
        Form {
            word: A::KIND.word,
            subject: self.0.subject(),
            pick: self.0.choice(view).pick(),
        }
    }

    fn answer(&self, view: &G::View<'_>, picks: &Picks) -> Result<A::Of, Vec<Problem>> {
        let Some(given) = A::Of::read(Some(picks)) else {
            return wrong_shape();
        };
        crate::orders::lines::unless(self.0.check(view, &given), given)
    }

    fn default(&self, view: &G::View<'_>) -> Picks {
        self.0.default(view).picks()
    }

    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Picks> {
        self.0.policy(view, wish).map(|given| given.picks())
    }

    fn engage(&self, view: &G::View<'_>) -> Option<Picks> {
        self.0.engage(view).map(|given| given.picks())
    }

    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32 {
        let given = A::Of::read(Some(picks));
        given.map_or(0, |given| self.0.appeal(view, &given))
    }

    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        self.0.idea(view, rng).map(|given| given.picks())
    }
}
