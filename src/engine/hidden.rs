//! Hidden things: a position of which a side knows only what it was told.
//!
//! **What a side was told about hidden things is state of its own, changed by events.** A game that hides units keeps
//! its position as a [`Veiled`]: what is open to all, what is hidden as it truly is, and beside the truth one copy of
//! the hidden things for each side, as that side was told of them. The copy has the same type as the truth; it says
//! `Unknown` or leaves a thing out where the side knows less. An event changes the truth as it happened, and the copy of
//! a side by what that side saw of it ([`Game::seen`]): nothing else can change a copy, so nobody learns by accident.
//!
//! Queries are written on [`Known`], which borrows the open part and *one* of the copies: procedures ask
//! [`Veiled::truth`], forms, checks, bots, maps and reports ask [`Veiled::known`], by the same functions. A view is four
//! references and costs nothing. [`Veiled::imagined`] makes of what a side knows a position of its own, in which the real
//! procedures can be tried ([`super::rehearse`]) and odds be worked out.
//!
//! # How to write a game with hidden things
//!
//! ```
//! use fieldpost::engine::game::Side;
//! use fieldpost::engine::hidden::{Known, Veiled};
//! use fieldpost::orders::Word;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
//! enum Fleet { Green, Orange }
//! # static GREEN: Word = Word { en: &["green"], fr: &["vert"] };
//! # static ORANGE: Word = Word { en: &["orange"], fr: &["orange"] };
//! # impl Side for Fleet {
//! #     const ALL: &'static [Self] = &[Self::Green, Self::Orange];
//! #     fn word(self) -> &'static Word { match self { Self::Green => &GREEN, Self::Orange => &ORANGE } }
//! # }
//!
//! /// What lies open.
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! struct Open { turn: u32 }
//!
//! /// What is in a force, as far as its reader knows.
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(rename_all = "kebab-case")]
//! enum Contents { Unknown, Count(usize), Ships(Vec<u16>) }
//!
//! /// What is hidden: the same type for the truth and for what a side was told.
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! struct Hidden { forces: Vec<Contents> }
//!
//! /// Queries run on both.
//! type Position<'a> = Known<'a, (), Open, Hidden, Fleet>;
//! fn strength(position: Position<'_>, force: usize) -> Option<usize> {
//!     match &position.hidden.forces[force] {
//!         Contents::Unknown => None,
//!         Contents::Count(ships) => Some(*ships),
//!         Contents::Ships(ships) => Some(ships.len()),
//!     }
//! }
//!
//! let truth = Hidden { forces: vec![Contents::Ships(vec![4, 7])] };
//! let told = [truth.clone(), Hidden { forces: vec![Contents::Unknown] }];
//! let state = Veiled::new(Open { turn: 1 }, truth, told);
//! assert_eq!(strength(state.truth(&()), 0), Some(2));
//! assert_eq!(strength(state.known(&(), Fleet::Orange), 0), None);
//! ```
//!
//! In [`Game`]:
//! - `type State = Veiled<Open, Hidden>`, `type View<'a> = Known<'a, Data, Open, Hidden, Side>`;
//! - `apply` is [`Veiled::change`] with two functions: what the event does to `Open`, what it does to `Hidden`. The second
//!   runs on the truth with the event, and on each copy with what that side saw;
//! - `view` is [`Veiled::view`], `imagined` is [`Veiled::imagined`];
//! - `seen` gives a poorer event of the same kind (`Searched { found: Count(2) }` in the place of the ships' names);
//! - in the tests, [`follows`] over games of bots, and the twins.
//!
//! # Pitfalls
//! - **An announcement is a fact of its own.** A raid told as 20 strong when it is 70 has a true strength and an announced
//!   one; the announcing event sets the second in the truth and in the copy. So one `apply` serves both, and
//!   nothing is told twice differently. In a copy the true strength is `None`.
//! - **A copy goes stale, and that is right**: where a force was last seen stays until an event that this side sees
//!   changes it. Whoever forgets (at night, say) does so by an event that all see.
//! - **But what was known once is not known now.** A rehearsal takes the copy for the truth and would refuse by it. Where a
//!   hidden thing can change unseen, its copy goes back to `Unknown` (by the `Part` of an event that only this side sees
//!   so), and what is worth remembering is kept apart.
//! - An event that a side sees nothing of must change nothing in `Open`: [`follows`] finds it, the twins do not, since the
//!   other side does the same in both.
//! - **More detail is not lost by less**: an event that counts the ships of a force runs on the truth too. Let it raise
//!   what is known and never lower it.
//! - A list of hidden things is kept by an id that tells nothing (a marker drawn among those that are free), never by the
//!   order in which they came, and a side's copy leaves out those it knows nothing of. The twins cannot see a number
//!   that tells too much, since it is first shown by news.
//! - Whether a side is asked, and whether an open die is rolled, may rest on `Open` and on *its* copy (what both know),
//!   never on the truth; else behind a screen. Event fields that only the truth has (a decoy sails) are left out of
//!   what the other side sees, even where no words show them.
//! - `seen` may read `Open` and the truth, both as they are after the event, and never what a side was told: it is asked
//!   before that changes and again after it. If it needs what was before, put it into the event. [`follows`] finds this too.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::event::{Sight, Told};
use super::game::{Game, Side};

/// A position of which part is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Veiled<O, H> {
    /// What is open to all.
    pub open: O,
    truth: H,
    /// What each side was told, in the order of [`Side::ALL`].
    told: Vec<H>,
}

/// A position as somebody knows it: the truth, or what one side was told. Queries are written on it.
#[derive(Debug)]
pub struct Known<'a, D, O, H, S> {
    /// Board, counters, tables and switches.
    pub data: &'a D,
    /// What is open to all.
    pub open: &'a O,
    /// What is hidden, as far as it is known.
    pub hidden: &'a H,
    /// Whose knowledge it is; `None` knows all.
    pub reader: Option<S>,
}

impl<D, O, H, S: Copy> Clone for Known<'_, D, O, H, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, O, H, S: Copy> Copy for Known<'_, D, O, H, S> {}

impl<D, O: Clone, H: Clone, S: Side> Known<'_, D, O, H, S> {
    /// A position of its own made of what is known here, on which orders can be rehearsed.
    pub fn imagined(&self) -> Veiled<O, H> {
        Veiled {
            open: self.open.clone(),
            truth: self.hidden.clone(),
            told: vec![self.hidden.clone(); S::ALL.len()],
        }
    }
}

impl<O, H: Clone> Veiled<O, H> {
    /// A first position, with what each side is told of it, in the order of [`Side::ALL`].
    pub fn new(open: O, truth: H, told: impl Into<Vec<H>>) -> Self {
        Self {
            open,
            truth,
            told: told.into(),
        }
    }

    /// All of it, for procedures and the referee.
    pub const fn truth<'a, D, S>(&'a self, data: &'a D) -> Known<'a, D, O, H, S> {
        Known {
            data,
            open: &self.open,
            hidden: &self.truth,
            reader: None,
        }
    }

    /// As one side knows it.
    pub fn known<'a, D, S: Side>(&'a self, data: &'a D, by: S) -> Known<'a, D, O, H, S> {
        Known {
            data,
            open: &self.open,
            hidden: &self.told[place(by)],
            reader: Some(by),
        }
    }

    /// As its reader knows it: [`Game::view`].
    pub fn view<'a, D, S: Side>(&'a self, data: &'a D, by: Option<S>) -> Known<'a, D, O, H, S> {
        match by {
            Some(by) => self.known(data, by),
            None => self.truth(data),
        }
    }

    /// Lets an event change it: [`Game::apply`]. `open` changes what all see, `hidden` the truth, and by what a side
    /// saw of the event also what that side was told.
    pub fn change<G: Game<State = Self>>(
        &mut self,
        data: &G::Data,
        event: &G::Event,
        open: impl Fn(&G::Data, &mut O, &G::Event),
        hidden: impl Fn(&G::Data, &mut H, &G::Event),
    ) {
        open(data, &mut self.open, event);
        hidden(data, &mut self.truth, event);
        for by in G::Side::ALL {
            let sight = G::seen(data, self, event, *by);
            let told = &mut self.told[place(*by)];
            match sight {
                Sight::Whole => hidden(data, told, event),
                Sight::Part(part) => hidden(data, told, &part),
                Sight::Nothing => {}
            }
        }
    }

    /// A position that a side may take for the true one, made of nothing but what it knows: [`Game::imagined`].
    #[must_use]
    pub fn imagined<S: Side>(&self, by: S) -> Self
    where
        O: Clone,
    {
        self.known(&(), by).imagined()
    }

    /// The truth, and what each side was told of it, to write another truth under the same view: for
    /// [`Game::scramble`] and for rulings' checks alone.
    pub fn scramble(&mut self) -> (&mut H, &mut [H]) {
        (&mut self.truth, &mut self.told)
    }
}

fn place<S: Side>(by: S) -> usize {
    S::ALL.iter().position(|side| *side == by).unwrap_or(0)
}

/// Whether what each side knows follows from what it saw, event by event: the picture it has after an event is its
/// picture before, changed by the sight it had of it, and by nothing else.
///
/// The twins compare what can be read; this compares all that a side's view could ever show. It gives the first event
/// for which it fails.
pub fn follows<G, O, H>(data: &G::Data, start: &G::State, told: &[Told<G>]) -> Result<(), String>
where
    G: Game<State = Veiled<O, H>>,
    O: Clone + PartialEq + Debug,
    H: Clone + PartialEq + Debug,
{
    let mut truth = start.clone();
    let mut pictures: Vec<_> = G::Side::ALL.iter().map(|by| start.imagined(*by)).collect();
    for told in told {
        G::apply(data, &mut truth, &told.event);
        for (by, picture) in G::Side::ALL.iter().zip(&mut pictures) {
            if let Some(seen) = told.seen_by(*by) {
                G::apply(data, picture, seen);
            }
            let (his, event) = (truth.known(data, *by), &told.event);
            let seen = told.seen_by(*by);
            if picture.open != *his.open {
                return Err(format!(
                    "{} sees {seen:?} of {event:?}, and what is open changes otherwise\n  from what he saw: {:?}\n  in truth:         {:?}",
                    by.id(),
                    picture.open,
                    his.open
                ));
            }
            if picture.truth != *his.hidden {
                return Err(format!(
                    "{} sees {seen:?} of {event:?}, and what he was told changes otherwise\n  from what he saw: {:?}\n  as it is kept:    {:?}",
                    by.id(),
                    picture.truth,
                    his.hidden
                ));
            }
        }
    }
    Ok(())
}
