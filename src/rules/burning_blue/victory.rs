//! Rule 22: who has won.

use super::data::Data;
use super::side::Side;
use super::state::State;
use crate::engine::game::Outcome;
use crate::orders::Phrase;

/// Rule 22: points against what the chits are worth.
pub(super) fn outcome(data: &Data, state: &State) -> Option<Outcome<Side>> {
    if !state.open.ended {
        return None;
    }
    let plan = state.truth::<Data, Side>(data).hidden.plan.as_ref();
    let worth = plan.map_or(0, |plan| 2 * plan.vp);
    let vp = state.open.vp;
    let winner = match (vp > worth, 2 * vp > worth) {
        (true, _) => Some(Side::Luftwaffe),
        (false, true) => None,
        (false, false) => Some(Side::Raf),
    };
    let why = Phrase::new("blue-victory")
        .with("points", vp)
        .with("worth", worth);
    let rule = "22";
    Some(Outcome { winner, why, rule })
}
