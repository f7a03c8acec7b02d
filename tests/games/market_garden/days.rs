//! How long days last. The numbers expected are those of two dice, and the bounds follow from how many throws are
//! counted, not from what came out.

use fieldpost::engine::bot::{Rng, Style};
use fieldpost::engine::contest::{Contest, play};
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::inputs::{Answer, Inputs, Pace};
use fieldpost::engine::measure::{Count, Life, Measure};
use fieldpost::engine::record::LineId;
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::rules::MarketGarden;
use fieldpost::rules::market_garden::{Event, Side};

/// In how many of 36 throws two dice show less than a number.
fn below(number: usize) -> u64 {
    let sums = (1..=6).flat_map(|one| (1..=6).map(move |two| one + two));
    sums.filter(|sum| *sum < number).count() as u64
}

/// Each number ends days as often as the dice promise, within four deviations.
fn as_promised(life: &Life) {
    for (number, row) in life.rows().iter().enumerate() {
        let (due, tried) = (below(number), row.tried);
        let off = (36 * row.ended).abs_diff(due * tried);
        assert!(
            off * off <= 16 * tried * due * (36 - due),
            "at {number} {} of {tried} days ended, not {due} of 36",
            row.ended
        );
    }
}

fn life(measures: &[Measure]) -> Life {
    let found = measures.iter().find_map(|one| match &one.count {
        Count::Life(life) => Some(life.clone()),
        Count::Times(_) => None,
    });
    found.expect("days are counted")
}

/// What bots do with a day, repeat a number, shift the marker, throw again, pass, does not change how often a number of
/// the track ends it; and a day that nobody meddles with lasts 7.63 pairs of impulses.
// proves: market-garden 6.3, 6.3/b, 12.5
#[test]
fn days_of_bots_end_as_often_as_the_dice_promise() {
    for scenario in ["basic", "extended"] {
        let setup = Setup {
            scenario: scenario.to_owned(),
            ..Setup::default()
        };
        let (data, start) = MarketGarden::set_up(&setup).unwrap();
        let contest = Contest {
            style: Style::Random,
            pace: Pace::Strict,
            keep: Keep {
                record: false,
                told: true,
            },
            check: false,
        };
        let mut days = Life::default();
        for seed in 0..30 {
            let played = play::<MarketGarden>(&data, &start, contest, seed).unwrap();
            days.add(&life(&played.measures));
        }
        as_promised(&days);
        // Two dice give 7.63 with a deviation of 1.9; of the 120 days or more at least a third is left to the end.
        let mean = days.mean();
        assert!((713..=813).contains(&mean), "{mean} hundredths, {scenario}");
    }
}

/// Days without air bombardments, ties, passes and shifts last 7.63 pairs of impulses on the average.
// proves: market-garden 6.3/b
#[test]
fn a_day_lasts_seven_pairs_and_a_half() {
    // A number that is thrown again is repeated (6.3); here it is not, so that pairs are numbers.
    let setup = Setup {
        scenario: "basic".to_owned(),
        switches: vec![("sunset-tie".to_owned(), "advances".to_owned())],
        ..Setup::default()
    };
    let (data, first) = MarketGarden::set_up(&setup).unwrap();
    let (mut pairs, mut days) = (0, 0);
    let mut counted = Life::default();
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut inputs = Inputs::<MarketGarden>::default();
        let mut record = Vec::new();
        let mut state = first.clone();
        let mut told = Vec::new();
        loop {
            let ran = run(Start {
                data: &data,
                state: state.clone(),
                record: &record,
                inputs: &inputs,
                dice: DiceSource::Quick(Box::new(Rng::new(rng.seed()))),
                bot: None,
                keep: Keep {
                    record: true,
                    told: true,
                },
                watch: None,
            });
            told.extend(ran.told);
            record.extend(ran.steps.iter().cloned());
            if let Some(checkpoint) = ran.checkpoint {
                state = checkpoint;
                record.drain(..record.len() - (ran.steps.len() - ran.settled));
            }
            let questions = match ran.end {
                End::Waiting(questions) => questions,
                End::Over(_) => {
                    counted.add(&life(&MarketGarden::measures(&told)));
                    let happened = |kind: fn(&Event) -> bool| {
                        told.iter().filter(|told| kind(&told.event)).count()
                    };
                    let allied = |event: &Event| {
                        matches!(
                            event,
                            Event::Ends {
                                side: Side::Allied,
                                ..
                            }
                        )
                    };
                    pairs += happened(allied);
                    days += happened(|event| matches!(event, Event::DayEnds { .. }));
                    break;
                }
                End::Broken(fault) => panic!("{fault}"),
            };
            inputs.answers.clear();
            inputs.late_keys.clear();
            for question in questions {
                let kind = question.decision.kind().word.id();
                if kind == "orders" && question.key.contains("/part-") {
                    // An area is activated and nothing done in it: no pass, no dice but the sunset's.
                    inputs.answers.push(Answer {
                        side: question.side,
                        key: question.key,
                        ids: vec![LineId { letter: 1, line: 1 }],
                        words: vec!["activate 65".to_owned()],
                        whole: true,
                        raw: true,
                    });
                } else {
                    inputs.late_keys.insert(question.key);
                }
            }
        }
    }
    // 160 days at a deviation of 1.9: four times 0.15.
    assert_eq!(days, 160);
    let hundredths = pairs * 100 / days;
    assert!((703..=823).contains(&hundredths), "{hundredths}");
    // With nobody to meddle the table is the plain count.
    assert!(counted.mean().abs_diff(hundredths as u64) <= 1);
    assert_eq!(counted.rows()[0].tried, 160);
    as_promised(&counted);
}
