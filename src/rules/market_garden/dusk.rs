//! How long days last (6.3), counted so that it can be held against what the dice promise.
//!
//! Without air bombardments, which repeat an impulse number (16.2), shifts of the sunset marker (12.23) and bought
//! mornings (13.43) a day has 7.63 pairs of impulses on the average. Most days have some of that, and the longer a day
//! the likelier: to count plain days alone would count the short ones. So a day is counted as it went up to where
//! somebody meddled with it, and from there on as it would have gone on the average.

use super::data::Data;
use super::event::Dusk;
use super::state::{Phase, State};

/// In how many of 36 throws two dice are below a number.
fn below(number: i32) -> i32 {
    let throws = |sum: i32| 6 - (sum - 7).abs();
    (2..=12).filter(|sum| *sum < number).map(throws).sum()
}

/// Hundredths of pairs that are still to come on the average, the one of this number among them.
fn to_come(number: i32, track_end: i32) -> i32 {
    const PAIR: i64 = 1_000_000;
    let mut pairs = 0;
    for number in (number..=track_end).rev() {
        pairs = PAIR + i64::from(36 - below(number)) * pairs / 36;
    }
    i32::try_from((pairs * 100 + PAIR / 2) / PAIR).unwrap_or(0)
}

fn add(s: &mut State, pairs: u32, hundredths: i32) {
    s.kept.plain_days += 1;
    s.kept.plain_pairs += 100 * pairs + u32::try_from(hundredths).unwrap_or(0);
}

/// Somebody meddles with the day: what would have come is known on the average only.
pub(super) fn meddle(d: &Data, s: &mut State) {
    if !s.meddled {
        s.kept.meddled = true;
        let rest = to_come(s.impulse, d.tables.reconstructed.track_end);
        add(s, s.pair - 1, rest);
    }
}

/// The day is over.
pub(super) fn count(d: &Data, s: &mut State, why: Dusk) {
    if s.meddled {
        return;
    }
    let end = d.tables.reconstructed.track_end;
    match why {
        Dusk::Sunset | Dusk::Track => add(s, s.pair - 1, 0),
        // 8.24: two passes cut it short; the second of the Allies has no sunset roll.
        Dusk::Passes if s.phase == Phase::German => {
            add(s, s.pair.saturating_sub(2), to_come(s.impulse - 1, end));
        }
        Dusk::Passes => add(s, s.pair - 1, to_come(s.impulse, end)),
    }
}

#[cfg(test)]
mod tests {
    use super::{below, to_come};

    // proves: market-garden 6.3
    #[test]
    fn a_plain_day_has_7_63_pairs() {
        assert_eq!([below(2), below(3), below(7), below(12)], [0, 1, 15, 35]);
        assert_eq!(to_come(0, 12), 763);
        assert_eq!(to_come(0, 8), 746);
    }
}
