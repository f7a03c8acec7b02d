//! How long days last.

use fieldpost::engine::bot::Rng;
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::inputs::{Inputs, Sent, When};
use fieldpost::engine::record::LineId;
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::rules::MarketGarden;

/// Days without air bombardments, passes and shifts last 7.63 pairs of impulses on the average.
// proves: market-garden 6.3/b
#[test]
fn a_day_lasts_seven_pairs_and_a_half() {
    let setup = Setup {
        scenario: "basic".to_owned(),
        ..Setup::default()
    };
    let (data, first) = MarketGarden::set_up(&setup).unwrap();
    let (mut impulses, mut days) = (0, 0);
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let mut inputs = Inputs::<MarketGarden>::default();
        let mut record = Vec::new();
        let mut state = first.clone();
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
                    told: false,
                },
                watch: None,
            });
            record.extend(ran.steps.iter().cloned());
            if let Some(checkpoint) = ran.checkpoint {
                state = checkpoint;
                record.drain(..record.len() - (ran.steps.len() - ran.settled));
            }
            let questions = match ran.end {
                End::Waiting(questions) => questions,
                End::Over(_) => {
                    let counted = MarketGarden::measures(&ran.state);
                    impulses += counted[1].sum;
                    days += counted[1].of.unwrap_or(0);
                    break;
                }
                End::Broken(fault) => panic!("{fault}"),
            };
            inputs.sent.clear();
            inputs.late_keys.clear();
            for question in questions {
                let kind = question.decision.kind().word.id();
                if kind == "orders" && question.key.contains("/part-") {
                    // An area is activated and nothing done in it: no pass, no dice but the sunset's.
                    inputs.sent.push(Sent {
                        side: question.side,
                        id: LineId { letter: 1, line: 1 },
                        text: "activate 65".to_owned(),
                        bound: Some(question.key),
                        kind: kind.to_owned(),
                        when: When::Always,
                        partial: false,
                    });
                } else {
                    inputs.late_keys.insert(question.key);
                }
            }
        }
    }
    let hundredths = impulses * 100 / days;
    assert!(days >= 40, "{days} days");
    assert!(
        (703..=823).contains(&hundredths),
        "{hundredths} hundredths of a pair in {days} days"
    );
}
