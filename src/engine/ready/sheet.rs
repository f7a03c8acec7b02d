//! Typed lines, each subject once.

use crate::engine::decision::{Decision, Kind};
use crate::engine::game::Game;
use crate::orders::lines::{read_sheet, write_sheet};
use crate::orders::word::NONE;
use crate::orders::{Below, Form, Item, Lines, Phrase, Pick, Picks, Problem, Row, prefer};

/// More lines than anybody writes.
const MOST: usize = 1000;

/// Names a decision that is answered with a sheet of typed lines.
pub trait Sheet<G: Game>: 'static {
    /// What one line orders, declared by [`lines!`](crate::lines).
    type Order: Lines;
    /// What the rules get: the orders as they are, or what follows from them.
    type Answer;
    /// Its kind, with `rows: Order::WORDS, answers: Order::PARTS`.
    const KIND: &'static Kind;
    /// What it is about: follows the keyword.
    fn subject(&self) -> Vec<Item> {
        Vec::new()
    }
    /// What is asked.
    fn question(&self, view: &G::View<'_>) -> Phrase;
    /// The rows: `Order::rows(..)` of what the view offers.
    fn rows(&self, view: &G::View<'_>) -> Vec<Row>;
    /// At most so many lines, of these rows.
    fn most(&self, rows: &[Row]) -> usize {
        let _ = rows;
        MOST
    }
    /// Checks the orders, also against each other, and gives all that is wrong with them, by line; or what the rules
    /// get. [`unless`](crate::orders::lines::unless) ends most of them.
    fn answer(
        &self,
        view: &G::View<'_>,
        orders: Vec<(usize, Self::Order)>,
    ) -> Result<Self::Answer, Vec<Problem>>;
    /// What counts when nobody answers: always legal.
    fn default(&self, view: &G::View<'_>) -> Vec<Self::Order> {
        let _ = view;
        Vec::new()
    }
    /// What follows a standing order.
    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Vec<Self::Order>> {
        let _ = view;
        matches!(wish, [Item::Word(word)] if **word == NONE).then(Vec::new)
    }
    /// How much a greedy bot likes an answer.
    fn appeal(&self, view: &G::View<'_>, orders: &[(usize, Self::Order)]) -> i32 {
        let _ = (view, orders);
        0
    }
    /// What a sensible player could order, for bots.
    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Vec<Self::Order>> {
        let _ = (view, rng);
        None
    }
}

/// A decision that is answered with a sheet of typed lines.
pub struct OnSheet<S>(pub S);

impl<G: Game, S: Sheet<G>> Decision<G> for OnSheet<S> {
    type Answer = S::Answer;
    const KIND: &'static Kind = S::KIND;

    fn question(&self, view: &G::View<'_>) -> Phrase {
        self.0.question(view)
    }

    fn form(&self, view: &G::View<'_>) -> Form {
        let rows = self.0.rows(view);
        let max = self.0.most(&rows);
        Form {
            word: S::KIND.word,
            subject: self.0.subject(),
            pick: Pick::Sheet { rows, max },
        }
    }

    fn answer(&self, view: &G::View<'_>, picks: &Picks) -> Result<S::Answer, Vec<Problem>> {
        self.0.answer(view, read_sheet(picks)?)
    }

    fn default(&self, view: &G::View<'_>) -> Picks {
        write_sheet(&self.0.default(view))
    }

    fn policy(&self, view: &G::View<'_>, wish: &[Item]) -> Option<Picks> {
        let orders = self.0.policy(view, wish);
        let picks = orders.map(|orders| write_sheet(&orders));
        // A line that is whole by its word alone: `pass`.
        picks.or_else(|| prefer(&self.form(view).pick, wish))
    }

    fn appeal(&self, view: &G::View<'_>, picks: &Picks) -> i32 {
        read_sheet(picks).map_or(0, |orders| self.0.appeal(view, &orders))
    }

    fn idea(&self, view: &G::View<'_>, rng: &mut dyn Below) -> Option<Picks> {
        let orders = self.0.idea(view, rng)?;
        Some(write_sheet(&orders))
    }
}
