//! Bots play Opération Weserübung: everything happens sometime, and every switch can be set.

use std::collections::BTreeMap;

use fieldpost::engine::bot::Style;
use fieldpost::engine::contest::{Contest, Played, play};
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::inputs::Pace;
use fieldpost::engine::record::Step;
use fieldpost::engine::table::Keep;
use fieldpost::rules::Weserubung;
use fieldpost::rules::weserubung::Event;

fn setup(switches: &[(&str, &str)]) -> Setup {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Setup {
        scenario: "campaign".to_owned(),
        switches: switches.iter().map(owned).collect(),
        ..Setup::default()
    }
}

fn played(switches: &[(&str, &str)], keep: Keep, seed: u64) -> Played<Weserubung> {
    let (data, state) = Weserubung::set_up(&setup(switches)).expect("good data");
    let contest = Contest {
        style: Style::Random,
        pace: Pace::Strict,
        keep,
        check: true,
    };
    match play::<Weserubung>(&data, &state, contest, seed) {
        Ok(played) => played,
        Err(fault) => panic!("{switches:?}, seed {seed}: {fault:?}"),
    }
}

/// What happened in a game, and what was asked.
fn count(game: &Played<Weserubung>, seen: &mut BTreeMap<String, u32>) {
    for step in &game.steps {
        let name = match step {
            Step::Told { event, .. } => {
                let event: Event = serde_json::from_str(event).expect("an event");
                Weserubung::telling(&event).key.to_owned()
            }
            Step::Answer { key, .. } => {
                let kind = key.rsplit('.').next().unwrap_or(key);
                format!("?{kind}")
            }
            _ => continue,
        };
        *seen.entry(name).or_default() += 1;
    }
}

#[test]
fn measure() {
    let (data, _) = Weserubung::set_up(&setup(&[])).expect("good data");
    let mut towns: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..30 {
        let game = played(&[], Keep::NOTHING, seed);
        let pos = fieldpost::rules::weserubung::Position {
            d: &data,
            s: &game.state,
        };
        let mut left = Vec::new();
        for town in &data.map.towns {
            if !pos.controls(fieldpost::rules::weserubung::Alliance::Axis, *town) {
                let name = data.map.hex(*town).name.clone().unwrap();
                *towns.entry(name.clone()).or_default() += 1;
                left.push(format!(
                    "{name}:{}",
                    pos.land(*town, fieldpost::rules::weserubung::Alliance::Allies)
                        .len()
                ));
            }
        }
        let ger = data
            .unit_ids()
            .filter(|u| {
                pos.unit(*u).nation == fieldpost::rules::weserubung::Nation::Germany
                    && pos.steps(*u) > 0
                    && pos.unit(*u).class.arm() == fieldpost::rules::weserubung::Arm::Land
            })
            .count();
        let boxed = pos
            .land(
                data.map
                    .box_of(fieldpost::rules::weserubung::Alliance::Axis),
                fieldpost::rules::weserubung::Alliance::Axis,
            )
            .len();
        println!(
            "{seed}: {} {:?} turns {} ger {ger} box {boxed} level {:?} lost {} left {left:?}",
            game.outcome.why.key,
            game.outcome.winner,
            game.turns,
            game.state.level,
            game.state.capitals_lost
        );
    }
    println!("{towns:?}");
}
