//! Days played by bots to their end, with the position checked at every step.

use fieldpost::engine::bot::{Bot, Style};
use fieldpost::engine::game::Game as _;
use fieldpost::engine::inputs::Inputs;
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::rules::burning_blue::BurningBlue;

use super::day;

#[test]
fn every_scenario_ends_and_no_position_is_broken() {
    for scenario in 1..=5 {
        let (data, start) = day(&format!("scenario-{scenario}"), &[]);
        for seed in 0..6 {
            let mut broken = Vec::new();
            let mut watch = |_: usize, state: &_| {
                let now = BurningBlue::broken(&data, state);
                if broken.is_empty() && !now.is_empty() {
                    broken = now;
                }
            };
            let style = if seed % 2 == 0 {
                Style::Random
            } else {
                Style::Greedy
            };
            let ran = run(Start::<BurningBlue> {
                data: &data,
                state: start.clone(),
                record: &[],
                inputs: &Inputs::default(),
                dice: DiceSource::ByLabel(seed),
                bot: Some(Bot::new(style, seed)),
                keep: Keep::NOTHING,
                watch: Some(&mut watch),
            });
            assert!(
                matches!(ran.end, End::Over(_)),
                "scenario {scenario}, seed {seed}: {:?}",
                ran.end
            );
            assert!(
                broken.is_empty(),
                "scenario {scenario}, seed {seed}: {broken:?}"
            );
        }
    }
}
