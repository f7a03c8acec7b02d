//! Odds: how likely the outcomes of a fight are, from the rules themselves.
//!
//! The step is played again and again with the dice of a [`Tape`]. Where few enough ways differ in meaning, all are
//! played, each with its exact weight ([`explore`]); else a fixed number by chance, and the error is stated. Committed
//! dice are never touched: a tape knows no draw.

mod chance;
mod explore;
mod faces;
mod fates;
mod scan;
mod tape;

pub use chance::{RollOdds, against, odds_of};
pub use explore::{Contest, Odds, Situation, odds};
pub use faces::{Alike, Fall, ONE, SUMMED, falls};
pub use fates::{Fates, Outcome, Subject};
pub use tape::{Cut, Tape};
