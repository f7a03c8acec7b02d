//! The naval game: bots play it to the end, nobody learns what he may not, and what a side knows follows from what it saw.

use fieldpost::engine::bot::{Bot, Style};
use fieldpost::engine::contest::{Contest, play};
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::hidden::follows;
use fieldpost::engine::inputs::{Inputs, Pace};
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::engine::twins::{compare, positions};
use fieldpost::rules::Mercury;
use fieldpost::rules::mercury::{Data, Side, State};

fn set_up(scenario: &str) -> (Data, State) {
    let setup = Setup {
        scenario: scenario.to_owned(),
        switches: vec![("naval-game".to_owned(), "yes".to_owned())],
        ..Setup::default()
    };
    Mercury::set_up(&setup).expect("a good setup")
}

/// Every invariant is checked at each step.
#[test]
fn bots_play_the_seas_to_the_end() {
    for (scenario, games) in [("scenario-4", 12), ("scenario-5", 1)] {
        let (data, start) = set_up(scenario);
        for seed in 0..games {
            let contest = Contest {
                style: Style::ByKey(seed),
                pace: Pace::Strict,
                keep: Keep::ALL,
                check: true,
            };
            play::<Mercury>(&data, &start, contest, seed)
                .unwrap_or_else(|fault| panic!("{scenario}, seed {seed}: {fault}"));
        }
    }
}

#[test]
fn what_a_side_knows_of_the_sea_follows_from_what_it_saw() {
    let (data, start) = set_up("scenario-4");
    for seed in 0..6 {
        let ran = run(Start::<Mercury> {
            data: &data,
            state: start.clone(),
            record: &[],
            inputs: &Inputs::default(),
            dice: DiceSource::ByLabel(seed),
            bot: Some(Bot::new(Style::ByKey(seed), seed)),
            keep: Keep::ALL,
            watch: None,
        });
        assert!(
            matches!(ran.end, End::Over(_)),
            "seed {seed}: {:?}",
            ran.end
        );
        follows::<Mercury, _, _>(&data, &start, &ran.told)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

/// Plays pairs of twins from positions of random games.
fn no_leak(scenario: &str, by: Side, games: u64, pairs: usize, gates: usize) {
    let (data, start) = set_up(scenario);
    let (mut changed, mut met) = (0, 0);
    for seed in 0..games {
        for position in positions::<Mercury>(&data, &start, seed, pairs).expect("a sound game") {
            match compare::<Mercury>(&data, &position, by, seed, gates) {
                Ok(compared) => {
                    changed += u32::from(compared.changed);
                    met += compared.gates;
                }
                Err(failure) => panic!("{scenario}: {failure}"),
            }
        }
    }
    println!("{scenario}: {changed} pairs, {met} waits");
    assert!(changed > 0 && met > 0, "{changed} pairs, {met} waits");
}

#[test]
fn the_germans_learn_nothing_of_task_forces_that_they_may_not() {
    no_leak("scenario-4", Side::German, 3, 2, 6);
}

#[test]
fn neither_side_learns_what_it_may_not_in_a_campaign() {
    no_leak("scenario-5", Side::German, 1, 2, 3);
    no_leak("scenario-5", Side::Allied, 1, 2, 3);
}
