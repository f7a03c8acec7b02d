//! Rule 15.1: who has won.

use super::data::Data;
use super::nation::Side;
use super::state::State;
use crate::engine::game::Outcome;
use crate::orders::{Item, Phrase};

/// Rule 15.1: surrender in time is a German victory, later a draw; without it the Allies win, unless they lost too
/// many capital ships.
pub(super) fn outcome(data: &Data, state: &State) -> Option<Outcome<Side>> {
    let turn = |n: u32| Item::Number(i32::try_from(n).unwrap_or(i32::MAX));
    if let Some(surrendered) = state.surrendered {
        let in_time = surrendered <= data.last_german_win;
        let key = if in_time {
            "won-surrender"
        } else {
            "drawn-surrender"
        };
        return Some(Outcome {
            winner: in_time.then_some(Side::Germany),
            why: Phrase::new(key).with("turn", turn(surrendered)),
            rule: "15.1",
        });
    }
    if !state.ended {
        return None;
    }
    let lost = Item::Number(state.capitals_lost);
    let spoiled = state.capitals_lost >= data.tables.capital_losses_draw;
    let key = if spoiled { "drawn-ships" } else { "won-allies" };
    Some(Outcome {
        winner: (!spoiled).then_some(Side::Allies),
        why: Phrase::new(key).with("lost", lost),
        rule: "15.1",
    })
}
