//! Events as they are told: what happened, and what each side saw of it.

use super::game::{Game, Side as _};

/// What a side sees of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight<E> {
    /// All of it.
    Whole,
    /// Only this much: another, poorer event.
    Part(E),
    /// Nothing.
    Nothing,
}

/// An event that has been told.
#[derive(Clone, Debug)]
pub struct Told<G: Game> {
    /// What happened.
    pub event: G::Event,
    /// What each side saw, in the order of [`Side::ALL`].
    pub sights: Vec<Sight<G::Event>>,
    /// Whether it was revealed: news a side was entitled to, from something hidden before.
    pub news: bool,
}

impl<G: Game> Told<G> {
    /// Whether every side saw all of it, so that it may stand in the public journal.
    pub fn is_open(&self) -> bool {
        self.sights
            .iter()
            .all(|sight| matches!(sight, Sight::Whole))
    }

    /// What `by` saw.
    pub fn seen_by(&self, by: G::Side) -> Option<&G::Event> {
        let index = G::Side::ALL.iter().position(|side| *side == by)?;
        match self.sights.get(index)? {
            Sight::Whole => Some(&self.event),
            Sight::Part(part) => Some(part),
            Sight::Nothing => None,
        }
    }
}
