//! Bots play all of it: every scenario, switch and option, every kind of order, event and decision, to the last day.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost::engine::bot::{Bot, Rng, Style};
use fieldpost::engine::contest::{Contest, Played, play};
use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::engine::inputs::{Inputs, Pace};
use fieldpost::engine::record::Step;
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::rules::MarketGarden;
use fieldpost::rules::market_garden::{Data, Event, Side, State};

fn set_up(scenario: &str, switches: &[(&str, &str)]) -> (Data, State) {
    let switches = switches.iter();
    let setup = Setup {
        scenario: scenario.to_owned(),
        switches: switches
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Setup::default()
    };
    MarketGarden::set_up(&setup).expect("a good setup")
}

fn contest(style: Style, pace: Pace) -> Contest {
    Contest {
        style,
        pace,
        keep: Keep::NOTHING,
        check: true,
    }
}

fn played(data: &Data, start: &State, seed: u64) -> Played<MarketGarden> {
    play::<MarketGarden>(data, start, contest(Style::Random, Pace::Strict), seed)
        .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"))
}

/// Both sides win some games, and no game is won by sitting still: XXX Corps gets up the road.
#[test]
fn either_side_can_win() {
    let (data, start) = set_up("basic", &[]);
    let (mut allied, mut points) = (0, Vec::new());
    for seed in 0..40 {
        let played = played(&data, &start, seed);
        allied += u32::from(played.outcome.winner == Some(Side::Allied));
        let state = serde_json::to_value(&played.state).expect("a position");
        points.push(state["ending"]["points"].as_i64().unwrap_or(99));
    }
    assert!((3..=28).contains(&allied), "the Allies win {allied} of 40");
    points.sort_unstable();
    assert!(points[20] >= 3, "the middle game has {} points", points[20]);
}

/// Every value of every switch, some games each, with all invariants.
#[test]
fn every_switch_is_played() {
    let switches = [
        ("sunset", "finish-impulse"),
        ("sunset-tie", "advances"),
        ("track-end", "8"),
        ("retreat-to-vacant-enemy-area", "no"),
        ("support-from", "active-area"),
        ("attrition", "rounds-up"),
        ("depot-ends-isolation", "no"),
        ("equal-points-at-end", "lose"),
        ("boats-beside-bridges", "yes"),
        ("armour-leaves-contested", "freely"),
        ("held-crossings", "as-bridges"),
        ("lines-to-f", "by-ferries-too"),
        ("free-landing", "yes"),
        ("early-reinforcement", "yes"),
        ("depot-boost", "yes"),
        ("bids", "yes"),
        ("reorganisation", "yes"),
        ("card-combat", "yes"),
    ];
    let (mut seed, mut ends) = (0, BTreeMap::new());
    for switch in switches {
        for scenario in ["basic", "extended"] {
            let (data, start) = set_up(scenario, &[switch]);
            seed += 1;
            // Greedy bots compare eight drafts each: some games are enough.
            let style = if seed % 5 == 0 {
                Style::Greedy
            } else {
                Style::Random
            };
            let pace = if scenario == "basic" {
                Pace::Strict
            } else {
                Pace::Brisk
            };
            for game in [seed, seed + 100] {
                let played = play::<MarketGarden>(&data, &start, contest(style, pace), game)
                    .unwrap_or_else(|fault| panic!("{switch:?} {scenario} seed {game}: {fault}"));
                *ends.entry(played.outcome.rule).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(ends.values().sum::<u32>(), 72, "{ends:?}");
    // A switch that nobody knows is refused with those there are.
    let setup = Setup {
        scenario: "basic".to_owned(),
        switches: vec![("sunrise".to_owned(), "yes".to_owned())],
        ..Setup::default()
    };
    let error = MarketGarden::set_up(&setup).unwrap_err().to_string();
    for (name, _) in switches {
        assert!(error.contains(name), "{name} is not named in: {error}");
    }
}

/// What games were made of: kinds of decisions, words of orders, kinds of events.
#[derive(Default)]
struct Seen {
    asked: BTreeSet<String>,
    words: BTreeSet<String>,
    events: BTreeSet<String>,
    /// Units that came into play.
    units: BTreeSet<usize>,
}

/// The name of an event without what it says.
fn name(event: &Event) -> String {
    let text = format!("{event:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

impl Seen {
    fn game(&mut self, data: &Data, start: &State, seed: u64) {
        let mut rng = Rng::new(seed);
        let ran = run(Start {
            data,
            state: start.clone(),
            record: &[],
            inputs: &Inputs::<MarketGarden>::default(),
            bot: Some(Bot::new(Style::Random, rng.seed())),
            dice: DiceSource::Quick(Box::new(Rng::new(rng.seed()))),
            keep: Keep::ALL,
            watch: None,
        });
        assert!(
            matches!(ran.end, End::Over(_)),
            "seed {seed}: {:?}",
            ran.end
        );
        for step in &ran.steps {
            if let Step::Answer { key, words, .. } = step {
                let kind = key.rsplit('.').next().unwrap_or_default();
                self.asked.insert(kind.to_owned());
                for line in words {
                    let said = line.split([' ', ':', ',', ';']);
                    self.words.extend(said.map(str::to_owned));
                }
            }
        }
        self.events
            .extend(ran.told.iter().map(|told| name(&told.event)));
        let value = serde_json::to_value(&ran.state).expect("a position");
        let units = value["units"]
            .as_array()
            .expect("a list")
            .iter()
            .enumerate();
        let came = units.filter(|(_, unit)| !unit.as_str().expect("a text").starts_with("later"));
        self.units.extend(came.map(|(n, _)| n));
    }
}

/// The events of the game, by the source, but for those of referees and what is seen of hidden ones.
fn all_events() -> BTreeSet<String> {
    let source = include_str!("../../../src/rules/market_garden/event.rs");
    let (_, body) = source
        .split_once("pub enum Event;")
        .expect("the list of events");
    let (body, _) = body.split_once("\n}").expect("the list of events");
    let names = body.lines().filter_map(|line| {
        let line = line.strip_prefix("        ")?;
        let end = line.find(' ')?;
        let name = &line[..end];
        name.starts_with(|c: char| c.is_ascii_uppercase())
            .then(|| name.to_owned())
    });
    names
        .filter(|name| !name.starts_with("Ruled") && name != "ShuffledUnseen")
        .collect()
}

/// Every kind of decision, order and event is reached by bots, and every unit comes into play.
#[test]
fn bots_try_everything() {
    let kinds = MarketGarden::kinds().iter();
    let kinds: BTreeSet<String> = kinds.map(|kind| kind.word.id().to_owned()).collect();
    let rows = MarketGarden::kinds().iter().flat_map(|kind| kind.rows);
    let rows = rows.map(|word| word.id().to_owned());
    let words: BTreeSet<String> = rows.chain(["if".to_owned()]).collect();
    let events = all_events();
    let options = [
        ("free-landing", "yes"),
        ("early-reinforcement", "yes"),
        ("depot-boost", "yes"),
        ("bids", "yes"),
        ("reorganisation", "yes"),
        ("card-combat", "yes"),
    ];
    let mut seen = Seen::default();
    let mut missing: Vec<String> = Vec::new();
    for seed in 0..40 {
        let some = if seed % 3 == 0 { &options[..] } else { &[] };
        let (mut data, start) = set_up("extended", some);
        // Nobody stops the game before its last day.
        data.scenario.checks.retain(|(day, _)| *day == 26);
        let start = match seed % 4 {
            3 => open_corridor(&data, &start, seed, 21),
            _ => start,
        };
        seen.game(&data, &start, seed);
        missing = kinds.difference(&seen.asked).cloned().collect();
        missing.extend(words.difference(&seen.words).cloned());
        missing.extend(events.difference(&seen.events).cloned());
        let units = data.counters.iter().zip(0..);
        let never = units.filter(|(_, n)| !seen.units.contains(n));
        missing.extend(never.map(|(counter, _)| counter.id.clone()));
        if missing.is_empty() {
            return;
        }
    }
    panic!("never reached in 40 long games: {missing:?}");
}

/// Rule 22: games that nobody stops on the 20th or 24th go on to the 26th, or to a breakthrough, with all invariants.
// proves: market-garden 22.0, 22.1
#[test]
fn bots_play_to_the_last_day() {
    let (mut data, start) = set_up("extended", &[]);
    data.scenario.checks.retain(|(day, _)| *day == 26);
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 100..116 {
        let played = played(&data, &start, seed);
        *ends.entry(played.outcome.rule).or_default() += 1;
        assert!(
            played.outcome.rule == "21.1" || played.state.date == 27,
            "{}",
            played.state.date
        );
    }
    assert!(ends.contains_key("22.1"), "{ends:?}");
}

/// A late position: the corps stands in Arnhem and at Deelen, the road behind it is its own, some Germans are left,
/// each game others.
fn open_corridor(data: &Data, start: &State, seed: u64, date: u32) -> State {
    let mut value = serde_json::to_value(start).expect("a position");
    let places = value["control"].as_array().expect("a list").len();
    value["control"] = vec!["corps"; places].into();
    for held in value["held"].as_array_mut().expect("a list") {
        if *held == "german" {
            *held = "allied".into();
        }
    }
    let (arnhem, deelen) = (data.named.arnhem.0, data.named.airfield.0);
    let units = value["units"].as_array_mut().expect("a list").iter_mut();
    for (unit, counter) in units.zip(&data.counters) {
        let later = counter.date.is_some_and(|date| date > 20);
        let light = counter.airborne.is_some() && counter.attack < 3;
        let left = (u64::from(counter.at.0) + seed).is_multiple_of(3 + 4 * (seed % 3));
        *unit = match counter.side {
            _ if later => "later fresh".to_owned(),
            Side::Allied if counter.id == "hcr" => format!("{deelen} fresh"),
            Side::Allied if counter.division == "Gds" => format!("{arnhem} fresh"),
            Side::Allied if light => "out fresh".to_owned(),
            Side::German if !left || counter.at == data.named.airfield => "out fresh".to_owned(),
            Side::German => format!("{} spent", counter.at.0),
            Side::Allied => format!("{} fresh", counter.at.0),
        }
        .into();
    }
    value["date"] = date.into();
    value["phase"] = "dawn".into();
    let mut state: State = serde_json::from_value(value).expect("a position");
    settle(data, &mut state);
    state
}

/// Rules 21.1 and 22.1: from late positions in which the corridor is open the Allies break through, win on points or
/// lose; exactly 10 points on the 20th and 15 on the 24th go on.
// proves: market-garden 21.1, 22.1
#[test]
fn bots_play_on_from_an_open_corridor() {
    // By these readings days last longer and tanks get on: within two dozen games all ends are met.
    let longer = [
        ("sunset", "finish-impulse"),
        ("sunset-tie", "advances"),
        ("armour-leaves-contested", "freely"),
    ];
    let (data, start) = set_up("extended", &longer);
    let mut ends: BTreeMap<(&str, u32), u32> = BTreeMap::new();
    for seed in 0..24 {
        let date = if seed % 2 == 0 { 23 } else { 20 };
        let state = open_corridor(&data, &start, seed, date);
        let played = played(&data, &state, seed);
        let end = (played.outcome.rule, played.state.date);
        *ends.entry(end).or_default() += 1;
    }
    let breaks = ends.keys().any(|(rule, _)| *rule == "21.1");
    let late = ends
        .keys()
        .any(|(rule, date)| *rule == "22.1" && *date > 24);
    assert!(breaks && late, "{ends:?}");
}

/// Lets control follow who stands where, as the rules would have had it.
fn settle(data: &Data, state: &mut State) {
    let mut value = serde_json::to_value(&*state).expect("a position");
    for at in data.ground.ids() {
        let sides: BTreeSet<Side> = state
            .stack(at)
            .iter()
            .map(|unit| data.counter(*unit).side)
            .collect();
        if sides.contains(&Side::German) && !sides.contains(&Side::Allied) {
            value["control"][usize::from(at.0)] = "german".into();
        }
    }
    *state = serde_json::from_value(value).expect("a position");
}
