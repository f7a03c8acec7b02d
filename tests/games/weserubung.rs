//! Bots play Opération Weserübung: everything happens sometime, and every switch can be set.

use std::collections::BTreeMap;

use fieldpost::engine::bot::Style;
use fieldpost::engine::contest::{Contest, Played, play};
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::inputs::Pace;
use fieldpost::engine::record::Step;
use fieldpost::engine::table::{Keep, read_told};
use fieldpost::rules::Weserubung;

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
            Step::Told { event, open } => {
                let told = read_told::<Weserubung>(event, *open).expect("an event");
                Weserubung::telling(&told.event).key.to_owned()
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

/// Bots use no ally's units, and keep enough for their ships: the cases ask these.
const SELDOM: &[&str] = &["?agree", "?scrap"];

#[test]
fn everything_happens_sometime() {
    let mut seen = BTreeMap::new();
    for seed in 0..32 {
        let three = [("players", "3"), ("free-setup", "german-first")];
        let switches = if seed % 4 == 3 { &three[..] } else { &[] };
        count(&played(switches, Keep::ALL, seed), &mut seen);
    }
    let kinds = Weserubung::kinds().iter();
    let asked = kinds.map(|kind| format!("?{}", kind.word.id()));
    let told = include_str!("../../templates/en/weserubung.toml")
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, _)| key.to_owned())
        .filter(|key| {
            let stories = ["moves-", "sorties-", "battle-", "fires-", "declares-"];
            stories.iter().any(|story| key.starts_with(story))
        });
    let never: Vec<String> = asked
        .chain(told)
        .filter(|name| !seen.contains_key(name) && !SELDOM.contains(&name.as_str()))
        .collect();
    for (name, n) in &seen {
        println!("{name} {n}");
    }
    assert!(never.is_empty(), "never in thirty-two games: {never:?}");
}

#[test]
fn every_value_of_every_switch_can_be_played() {
    let file = include_str!("../../scenarios/weserubung/campaign.toml");
    let file: toml::Table = file.parse().expect("a good file");
    let switches = file["switches"].as_table().expect("switches");
    for (name, switch) in switches {
        for value in switch["values"].as_array().expect("values") {
            let value = value.as_str().expect("a word");
            if name == "turns" && value.parse::<u32>().is_ok_and(|turns| turns > 3) {
                continue;
            }
            let mut chosen = vec![(name.as_str(), value)];
            if name != "turns" {
                chosen.push(("turns", "4"));
            }
            let game = played(&chosen, Keep::NOTHING, 5);
            assert!(game.turns <= 4, "{name} = {value}");
        }
    }
}
