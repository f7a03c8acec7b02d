//! Speed of the engine; prints numbers and ratios, and fails nothing.
use fieldpost::engine::bot::Style;
use fieldpost::engine::contest::{Contest, play};
use fieldpost::engine::game::{Game, Setup};
use fieldpost::engine::inputs::Pace;
use fieldpost::engine::table::Keep;
use fieldpost::rules::Miniature;
use std::time::Instant;
fn main() {
    let (data, state) = Miniature::set_up(&Setup {
        scenario: "skerries".to_owned(),
        switches: vec![],
    })
    .expect("good");
    for (name, keep, check) in [
        ("nothing", Keep::NOTHING, false),
        ("checked", Keep::NOTHING, true),
        (
            "told",
            Keep {
                told: true,
                record: false,
            },
            true,
        ),
        ("all", Keep::ALL, true),
    ] {
        let contest = Contest {
            style: Style::Random,
            pace: Pace::Strict,
            keep,
            check,
        };
        let start = Instant::now();
        let mut n = 0;
        let mut rolls = 0;
        for seed in 0..20000 {
            match play::<Miniature>(&data, &state, contest, seed) {
                Ok(p) => {
                    n += p.counts.decisions;
                    rolls += p.counts.rolls
                }
                Err(e) => {
                    println!("{seed}: {e}");
                    return;
                }
            }
        }
        let t = start.elapsed();
        println!(
            "{name}: {n} decisions, {rolls} rolls, {} per second",
            n as u128 * 1_000_000 / t.as_micros()
        );
    }
}
