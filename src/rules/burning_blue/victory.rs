//! Rule 22: who has won.

use super::data::Data;
use super::side::Side;
use super::state::State;
use crate::engine::game::Outcome;
use crate::orders::Phrase;

/// Rule 22/b: what each half squadron of Response above the level is worth, in halves: three points a squadron.
const EXCESS: i32 = 3;

/// Rules 20.1, 22/b: what the Luftwaffe scores for squadrons that Fighter Command should have kept on the ground, in
/// halves. By option the level is that of the chits alone.
pub(super) fn excess(data: &Data, state: &State) -> i32 {
    let plan = state.truth::<Data, Side>(data).hidden.plan.as_ref();
    let chits = plan.map_or(0, |plan| plan.level);
    let level = if data.on.opt_chits_only {
        chits
    } else {
        chits.max(data.scenario.response)
    };
    EXCESS * (state.open.response - level).max(0)
}

/// Rule 22: points against what the chits are worth.
pub(super) fn outcome(data: &Data, state: &State) -> Option<Outcome<Side>> {
    if !state.open.ended {
        return None;
    }
    let plan = state.truth::<Data, Side>(data).hidden.plan.as_ref();
    let worth = plan.map_or(0, |plan| 2 * plan.vp);
    let vp = state.open.vp + excess(data, state);
    // 22/c: above the total, above its half, or no more than that.
    let winner = match (vp > worth, 2 * vp > worth) {
        (true, _) => Some(Side::Luftwaffe),
        (false, true) => None,
        (false, false) => Some(Side::Raf),
    };
    let why = Phrase::new("blue-victory")
        .with("points", halves(vp))
        .with("worth", worth / 2);
    let rule = "22";
    Some(Outcome { winner, why, rule })
}

/// A number of halves as it is written: 7, 7.5, -0.5.
pub(super) fn halves(n: i32) -> String {
    let whole = n.abs() / 2;
    let sign = if n < 0 { "-" } else { "" };
    let half = if n % 2 == 0 { "" } else { ".5" };
    format!("{sign}{whole}{half}")
}
