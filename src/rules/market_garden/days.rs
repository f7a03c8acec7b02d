//! How long days last (6.3), counted from what happened so that it can be held against what the dice promise.
//!
//! Without air bombardments and ties, which repeat an impulse number (16.2, 6.3), shifts of the sunset marker (12.23), bought
//! mornings (13.43) and two passes (8.24) a day has 7.63 pairs of impulses on the average. Most days have some of that, and the
//! longer a day the likelier: the mean of plain days alone would be that of the short ones. What can be counted is how
//! often each number of the track ended the day while the marker stood at 0; the mean follows from these.

use super::MarketGarden;
use super::event::Event;
use crate::engine::event::Told;
use crate::engine::measure::{Count, Life, Measure};

/// What is counted of a game.
pub(super) fn measures(told: &[Told<MarketGarden>]) -> Vec<Measure> {
    let mut impulses = 0;
    let mut days = Life::default();
    let mut thrown_again = None;
    for event in told.iter().map(|told| &told.event) {
        match event {
            Event::Begins { .. } => thrown_again = None,
            Event::Ends { .. } => impulses += 1,
            // 12.5: whoever has two dice thrown again chooses by what they show, so the first throw is counted. Those of
            // the Allies, who attack in their impulses, stand first.
            Event::Rerolls { before, .. } => {
                if let [one, two, ..] = before.as_slice() {
                    thrown_again = i32::try_from(one + two).ok();
                }
            }
            Event::Sunset {
                drm: 0,
                number,
                over,
                ..
            } => {
                if let Ok(at) = usize::try_from(*number) {
                    days.test(at, thrown_again.map_or(*over, |first| first < *number));
                }
            }
            _ => {}
        }
    }
    vec![
        Measure {
            name: "impulses",
            count: Count::Times(impulses),
        },
        Measure {
            name: "pairs of impulses a day without repeats and shifts",
            count: Count::Life(days),
        },
    ]
}
