//! What a letter would come to: nothing of it is kept, no committed die is touched, and nothing is used but what its
//! writer knows.

use std::collections::BTreeSet;

use super::super::error::Kept;
use super::{Keeper, parse_steps};
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::{Inputs, Pace};
use crate::engine::letters::Receipt;
use crate::engine::odds::{Odds, Situation, odds};
use crate::engine::record::Step;
use crate::engine::seats::Seat;
use crate::engine::tray::Tray;

/// Why there are no odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No line answers a question that is open now.
    NothingAsked,
    /// Orders are being carried out: to play on would tell of them.
    UnderWay,
    /// The game does not say what may be imagined.
    Unimagined,
}

/// What a letter would come to.
pub struct Preview<G: Game> {
    /// What each line says.
    pub receipt: Receipt<G>,
    /// For which side.
    pub side: Option<G::Side>,
    /// What the orders lead to, or why nothing is said of it.
    pub odds: Result<Odds<G>, Why>,
}

impl<G: Game> Keeper<G> {
    /// Looks what a letter of a seat would come to, in about `effort` runs.
    pub fn preview(&self, seat: &Seat, text: &str, effort: usize) -> Kept<Preview<G>> {
        let receipt = self.read_letter(seat, text, self.now.letters + 1)?;
        let bound = receipt.brought.answers.first();
        let side = bound.and_then(|row| G::Side::from_id(&row.side));
        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let answered = record
            .iter()
            .any(|step| matches!(step, Step::Answer { .. }));
        let odds = match side {
            None => Err(Why::NothingAsked),
            // Whoever has answered, his orders may be half carried out and still secret.
            Some(_) if answered => Err(Why::UnderWay),
            Some(side) => self
                .imagine(seat, side, &receipt, effort)
                .ok_or(Why::Unimagined),
        };
        Ok(Preview {
            receipt,
            side,
            odds,
        })
    }

    /// Plays the step in a position that the side may take for the true one, with its own orders alone.
    fn imagine(
        &self,
        seat: &Seat,
        side: G::Side,
        receipt: &Receipt<G>,
        effort: usize,
    ) -> Option<Odds<G>> {
        let state = G::imagined(&self.data, &self.now.state, side)?;
        let mut tray = Tray {
            standing: self.now.tray.standing.clone(),
            ..Tray::default()
        };
        tray.add(receipt.brought.clone());
        // The standing orders of others are their secret.
        tray.standing.retain(|row| seat.plays(&row.side));
        let mine: BTreeSet<G::Side> = G::Side::ALL
            .iter()
            .copied()
            .filter(|one| seat.plays(one.id()))
            .collect();
        let all = G::Side::ALL.iter().copied();
        let inputs: Inputs<G> = Inputs {
            late: all.clone().collect(),
            eager: all.filter(|one| !mine.contains(one)).collect(),
            ..tray.inputs(Pace::Strict, BTreeSet::new())
        };
        odds(
            &Situation {
                data: &self.data,
                state: &state,
                record: &[],
                inputs: &inputs,
                side,
            },
            effort,
        )
    }
}
