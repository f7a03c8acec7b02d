//! Rehearsal: orders are checked by the procedures that carry them out.
//!
//! A procedure says what it refuses where the rules refuse it, with [`Table::refuse`] or [`Table::check`], and goes no
//! further. In play [`Table::attempt`] stands around each order: it tells the author what was refused and why, by
//! an event, and the next order follows. On a [`Stage`] the same procedure runs on what a player knows, as far as it can be
//! known: until it needs a die, an answer, a card or something hidden. What it refuses there is the problem under the
//! line in the receipt, so what is refused at once and what is refused later are the same refusal.
//!
//! # How to write an order
//!
//! A game names its reasons once (`bars!`), and says so: `impl Refuses for MyGame { type Bar = Bar; }`. Then
//!
//! ```text
//! /// Rule 9.2: a unit marches as far as it can; what stops it is told.
//! fn march(t: &mut Field<'_>, unit: UnitId, path: &[SpaceId]) -> Play {
//!     t.check(look(t).acts())?;                          // a query gives Result<T, Bar>; its value, or no further
//!     for to in path {
//!         let entry = t.check(look(t).entry(unit, *to))?;
//!         enter(t, unit, *to, entry)?;
//!     }
//!     Ok(())
//! }
//!
//! // In play, in the loop over the orders of a letter: what was refused becomes an event its author is told.
//! for order in &orders {
//!     t.attempt(
//!         |_, bar| Event::NotDone { side, order: order.clone(), bar },
//!         |t| carry_out(t, side, order),
//!     )?;
//! }
//!
//! // In the decision's check: on what the view knows.
//! let mut stage = Stage::new(view.data(), view.imagined());
//! for (n, order) in &orders {
//!     match stage.attempt(|t| carry_out(t, side, order)) {
//!         Tried::Done(()) => {}
//!         Tried::Refused(bar) => problems.push(refused(n, order, bar)),
//!         Tried::Unsure => break,                        // a die or an answer: what stands behind cannot be judged
//!     }
//! }
//! ```
//!
//! - An order some of whose units cannot go while the others do: [`Table::leave_out`] for those, and on. A stage gives
//!   them by [`Stage::left_out`].
//! - Lines that do not depend on each other (a sheet of missions) are tried with [`Stage::attempt_apart`]: one that cannot
//!   be foreseen leaves no trace, and the next is judged.
//! - A procedure that needs a hidden thing takes it with [`Table::known`]: in play it is there; on a stage it may not be.
//! - `happen` works on a stage; a bot can plan on it move by move ([`Stage::state`]).
//!
//! # Pitfalls
//! - A stage is as secret as the position it is given: give it [`Game::imagined`], or what the view holds, never the true
//!   position of a game that hides something. The twins compare receipts.
//! - In a query that both the form and the procedure use, the order of the reasons is the order of the rulebook. Do not
//!   check again around the procedure.
//! - A refusal outside of [`Table::attempt`] stops the game: nobody would be told of it.
//! - What was done before the refusal stays done, in play and on the stage.

use std::any::Any;

use super::fault::Fault;
use super::game::Game;
use super::inputs::Inputs;
use super::source::DiceSource;
use super::table::{Halt, Keep, Play, Table};

/// A game whose procedures give reasons for what they refuse.
pub trait Refuses: Game {
    /// Why something cannot be done.
    type Bar: Clone + 'static;
}

impl<G: Refuses> Table<'_, G> {
    /// Gives up the order that is being carried out, for this reason.
    pub fn refuse<T>(&mut self, bar: G::Bar) -> Play<T> {
        self.go()?;
        self.stop(Halt::Refused(Box::new(bar)))
    }

    /// The value of a check; or the order is given up for its reason.
    pub fn check<T>(&mut self, checked: Result<T, G::Bar>) -> Play<T> {
        match checked {
            Ok(value) => Ok(value),
            Err(bar) => self.refuse(bar),
        }
    }

    /// Carries out an order, or tells by an event why not; says whether all of it was done.
    pub fn attempt(
        &mut self,
        tell: impl FnOnce(&Self, G::Bar) -> G::Event,
        order: impl FnOnce(&mut Self) -> Play,
    ) -> Play<bool> {
        self.go()?;
        let (path, screens) = (self.path.len(), self.screens.len());
        let Err(stop) = order(self) else {
            return Ok(true);
        };
        match self.take_refusal() {
            Some(bar) => {
                self.path.truncate(path);
                self.screens.truncate(screens);
                let event = tell(self, bar.clone());
                self.leave_out(bar, event)?;
                Ok(false)
            }
            None => Err(stop),
        }
    }

    /// Tells by an event that part of an order is not done, and goes on with the rest.
    pub fn leave_out(&mut self, bar: G::Bar, event: G::Event) -> Play {
        if let Some(left_out) = &mut self.rehearsal {
            left_out.push(Box::new(bar));
        }
        self.happen(event)
    }

    /// The reason for which the table has just stopped, if it has; then it goes on.
    fn take_refusal(&mut self) -> Option<G::Bar> {
        if !matches!(self.halt, Some(Halt::Refused(_))) {
            return None;
        }
        let Some(Halt::Refused(bar)) = self.halt.take() else {
            return None;
        };
        as_bar::<G>(bar)
    }
}

impl<G: Game> Table<'_, G> {
    /// Something the truth has and a player's knowledge may lack: a rehearsal goes no further without it.
    pub fn known<T>(&mut self, what: Option<T>) -> Play<T> {
        match what {
            Some(what) => Ok(what),
            None if self.rehearsal.is_some() => self.unsure(),
            None => self.broken(Fault::Unknown),
        }
    }

    /// Ends a rehearsal here, since nothing behind can be judged; in play it goes on.
    pub fn cannot_foresee(&mut self) -> Play {
        if self.rehearsal.is_some() {
            return self.unsure();
        }
        Ok(())
    }
}

fn as_bar<G: Refuses>(bar: Box<dyn Any>) -> Option<G::Bar> {
    bar.downcast::<G::Bar>().ok().map(|bar| *bar)
}

/// What became of an order on a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried<T, B> {
    /// It can be done.
    Done(T),
    /// It is refused.
    Refused(B),
    /// It needs a die, an answer or something hidden: nobody can say yet.
    Unsure,
}

impl<T, B> Tried<T, B> {
    /// The reason, if it is refused.
    pub fn refused(self) -> Option<B> {
        match self {
            Self::Refused(bar) => Some(bar),
            _ => None,
        }
    }
}

/// Where orders are tried: a position somebody knows of, without dice, letters or anybody who answers.
pub struct Stage<'d, G: Game> {
    table: Table<'d, G>,
}

impl<'d, G: Refuses> Stage<'d, G> {
    /// A stage with this position: what a player knows, which need not be the truth.
    pub fn new(data: &'d G::Data, state: G::State) -> Self {
        let mut table = Table::new(data, state, Inputs::NONE, DiceSource::None, Keep::NOTHING);
        table.rehearsal = Some(Vec::new());
        Self { table }
    }

    /// The position as far as it was played.
    pub const fn state(&self) -> &G::State {
        self.table.state()
    }

    /// Takes an event for granted.
    pub fn happen(&mut self, event: &G::Event) {
        G::apply(self.table.data, &mut self.table.state, event);
    }

    /// Takes for granted what no event says: of an order that waits for dice, what it costs whatever they show.
    pub fn suppose(&mut self, change: impl FnOnce(&G::Data, &mut G::State)) {
        change(self.table.data, &mut self.table.state);
    }

    /// Tries an order; what it does before it ends stays done.
    pub fn attempt<T>(
        &mut self,
        order: impl FnOnce(&mut Table<'d, G>) -> Play<T>,
    ) -> Tried<T, G::Bar> {
        let table = &mut self.table;
        table.path.clear();
        table.screens.clear();
        table.used.clear();
        table.halt = None;
        let played = order(table);
        if let Some(bar) = table.take_refusal() {
            return Tried::Refused(bar);
        }
        match (played, table.halt.take()) {
            (Ok(value), None) => Tried::Done(value),
            // Dice and answers; and what is wrong with the program shows when it is played.
            _ => Tried::Unsure,
        }
    }

    /// Tries an order apart from those that follow: if nobody can say how it ends, the position is as it was before.
    pub fn attempt_apart<T>(
        &mut self,
        order: impl FnOnce(&mut Table<'d, G>) -> Play<T>,
    ) -> Tried<T, G::Bar> {
        let before = self.table.state.clone();
        let tried = self.attempt(order);
        if matches!(tried, Tried::Unsure) {
            self.table.state = before;
        }
        tried
    }

    /// Why parts of what was tried since the last call would be left out.
    pub fn left_out(&mut self) -> Vec<G::Bar> {
        let bars = self.table.rehearsal.as_mut().map(std::mem::take);
        bars.unwrap_or_default()
            .into_iter()
            .filter_map(as_bar::<G>)
            .collect()
    }

    /// Leaves the stage with the position.
    pub fn into_state(self) -> G::State {
        self.table.state
    }
}
