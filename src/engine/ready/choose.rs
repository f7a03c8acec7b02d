//! One of several.

use super::wrong_shape;
use crate::engine::decision::{Decision, Kind};
use crate::engine::game::Game;
use crate::orders::choice::one;
use crate::orders::word::NO;
use crate::orders::{Answer as _, Below, Element, Form, Item, Phrase, Picks, Problem};

/// Names a decision for one of several: units, places, keywords, or [`OrNo`](crate::orders::OrNo) one of these.
pub trait Choose<G: Game>: 'static {
    /// What is chosen.
    type Of: Element;
    /// Its kind.
    const KIND: &'static Kind;
    /// What it is about: follows the keyword.
    fn subject(&self) -> Vec<Item> {
        Vec::new()
    }
    /// What is asked.
    fn question(&self, view: &G::View<'_>) -> Phrase;
    /// The choices; the first one counts when nobody answers. The question is not to be asked without any.
    fn options(&self, view: &G::View<'_>) -> Vec<Self::Of>;
    /// How much a greedy bot likes one of them.
    fn appeal(&self, view: &G::View<'_>, chosen: Self::Of) -> i32 {
        let _ = (view, chosen);
        0
    }
    /// What a sensible player could choose, for bots.
    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Self::Of> {
        let _ = (view, rng);
        None
    }
}

/// A decision for one of several.
pub struct OneOf<C>(pub C);

impl<G: Game, C: Choose<G>> Decision<G> for OneOf<C> {
    type Answer = C::Of;
    const KIND: &'static Kind = C::KIND;

    fn question(&self, view: &G::View<'_>) -> Phrase {
        self.0.question(view)
    }

    fn form(&self, view: &G::View<'_>) -> Form {
        Form {
            word: C::KIND.word,
            subject: self.0.subject(),
            pick: one(&self.0.options(view)).pick(),
        }
    }

    fn answer(&self, _: &G::View<'_>, picks: &Picks) -> Result<C::Of, Vec<Problem>> {
        C::Of::read(Some(picks)).map_or_else(wrong_shape, Ok)
    }

    fn default(&self, view: &G::View<'_>) -> Picks {
        let first = self.0.options(view).into_iter().next();
        Picks::One(first.map_or(Item::Word(&NO), Element::item))
    }

    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32 {
        let chosen = C::Of::read(Some(picks));
        chosen.map_or(0, |chosen| self.0.appeal(view, chosen))
    }

    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        self.0.idea(view, rng).map(|chosen| chosen.picks())
    }
}
