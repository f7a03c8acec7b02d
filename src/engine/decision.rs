//! Decisions: what a side is asked.

use super::game::Game;
use crate::orders::{Below, Class, Form, Item, Phrase, Picks, Problem, Word, prefer};

/// A kind of decision: what letters, standing orders and desks call it.
#[derive(Debug)]
pub struct Kind {
    /// The keyword of its lines and standing orders.
    pub word: &'static Word,
    /// Keywords of the lines of its sheet, if it is a sheet.
    pub rows: &'static [&'static Word],
    /// Keywords that occur in answers, so that standing orders can name them.
    pub answers: &'static [&'static Word],
    /// A reaction to what another side does: at the brisk pace it does not wait.
    pub reaction: bool,
    /// The desk that decides it, where a side has several seats.
    pub desk: &'static str,
    /// The phases in which it can be asked; a line sent ahead lapses with them. Empty: with any.
    pub phases: &'static [&'static str],
    /// What its questions are about, and what its answers name.
    pub speaks: Speaks,
}

/// What standing orders of a kind may name: `son` is a bridge where only bridges can be meant.
#[derive(Clone, Copy, Debug)]
pub struct Speaks {
    /// Classes of what a question is about; `None` for any, an empty list for questions about nothing.
    pub of: Option<&'static [Class]>,
    /// Classes of what an answer names; `None` for any.
    pub names: Option<&'static [Class]>,
    /// Whether it can wait for a letter; what is asked behind a screen cannot.
    pub waits: bool,
}

impl Speaks {
    /// Of anything.
    pub const ANY: Self = Self {
        of: None,
        names: None,
        waits: true,
    };
}

/// A question to one side.
///
/// It owns its data, since it leaves the run when the side must be waited for. Fields hold ids and facts the side
/// knows; everything else comes from its view.
pub trait Decision<G: Game>: 'static {
    /// What the rules get.
    type Answer;

    /// Its kind.
    const KIND: &'static Kind;

    /// What is asked, for the report: "Hipper is sighted in the Narrows".
    fn question(&self, view: &G::View<'_>) -> Phrase;

    /// The shape of the answer.
    fn form(&self, view: &G::View<'_>) -> Form;

    /// Checks across the picks, all problems at once, then gives the typed answer.
    fn answer(&self, view: &G::View<'_>, picks: &Picks) -> Result<Self::Answer, Vec<Problem>>;

    /// What counts when nobody answers: always legal.
    fn default(&self, view: &G::View<'_>) -> Picks;

    /// The answer that follows a standing order.
    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Picks> {
        prefer(&self.form(view).pick, wish)
    }

    /// The answer of somebody who opposes with all he has, where that differs from the default: an enemy whose mind
    /// nobody knows is taken to do so when odds are worked out.
    fn engage(&self, view: &G::View<'_>) -> Option<Picks> {
        let _ = view;
        None
    }

    /// How much a greedy bot likes an answer.
    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32 {
        let _ = (view, picks);
        0
    }

    /// An answer a sensible player could give, for bots: of a large form few samples make sense.
    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let _ = (view, rng);
        None
    }
}

/// A decision of any kind, as it waits for its letter.
pub trait Asked<G: Game> {
    /// Its kind.
    fn kind(&self) -> &'static Kind;
    /// What is asked.
    fn question(&self, view: &G::View<'_>) -> Phrase;
    /// The shape of the answer.
    fn form(&self, view: &G::View<'_>) -> Form;
    /// What is wrong with an answer.
    fn check(&self, view: &G::View<'_>, picks: &Picks) -> Vec<Problem>;
    /// What counts when nobody answers.
    fn default(&self, view: &G::View<'_>) -> Picks;
    /// The answer that follows a standing order.
    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Picks>;
    /// How much a greedy bot likes an answer.
    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32;
    /// An answer a sensible player could give.
    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks>;
}

impl<G: Game, D: Decision<G>> Asked<G> for D {
    fn kind(&self) -> &'static Kind {
        D::KIND
    }

    fn question(&self, view: &G::View<'_>) -> Phrase {
        Decision::question(self, view)
    }

    fn form(&self, view: &G::View<'_>) -> Form {
        Decision::form(self, view)
    }

    fn check(&self, view: &G::View<'_>, picks: &Picks) -> Vec<Problem> {
        self.answer(view, picks).err().unwrap_or_default()
    }

    fn default(&self, view: &G::View<'_>) -> Picks {
        Decision::default(self, view)
    }

    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Picks> {
        Decision::policy(self, view, wish)
    }

    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32 {
        Decision::appeal(self, view, picks)
    }

    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        Decision::idea(self, view, rng)
    }
}

/// A decision of any kind while its answer is looked for: whoever looks need not know the type of the answer, so that
/// the search is compiled once for a game and not once for each kind.
pub(crate) trait Sought<G: Game> {
    /// The decision.
    fn asked(&self) -> &dyn Asked<G>;

    /// Takes an answer, or says what is wrong with it.
    fn take(&mut self, view: &G::View<'_>, picks: &Picks) -> Result<(), Vec<Problem>>;

    /// The answer of somebody who opposes with all he has.
    fn engage(&self, view: &G::View<'_>) -> Option<Picks>;
}

/// A decision and the last answer that was taken.
pub(crate) struct Search<'d, G: Game, D: Decision<G>> {
    pub(crate) decision: &'d D,
    pub(crate) answer: Option<D::Answer>,
}

impl<G: Game, D: Decision<G>> Sought<G> for Search<'_, G, D> {
    fn asked(&self) -> &dyn Asked<G> {
        self.decision
    }

    fn take(&mut self, view: &G::View<'_>, picks: &Picks) -> Result<(), Vec<Problem>> {
        self.answer = Some(self.decision.answer(view, picks)?);
        Ok(())
    }

    fn engage(&self, view: &G::View<'_>) -> Option<Picks> {
        Decision::engage(self.decision, view)
    }
}

/// A question that waits for its side.
pub struct Question<G: Game> {
    /// Who is asked.
    pub side: G::Side,
    /// The key: the path and the name, once in a step.
    pub key: String,
    /// What is asked.
    pub decision: Box<dyn Asked<G>>,
}

impl<G: Game> std::fmt::Debug for Question<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Question({})", self.key)
    }
}
