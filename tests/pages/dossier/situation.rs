//! Situations from case files: their position and their first letter, without their dice.

use std::collections::BTreeSet;
use std::path::Path;

use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::engine::inputs::{Answer, Inputs, Sent, When};
use fieldpost::engine::letters::read_ruling;
use fieldpost::engine::odds::{Contest, Odds, RollOdds, Situation, Subject, odds, odds_of};
use fieldpost::engine::record::{LineId, Step};
use fieldpost::engine::run::{End, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;

/// A position with orders.
pub struct Scene<G: Game> {
    pub data: G::Data,
    pub state: G::State,
    pub side: G::Side,
    pub inputs: Inputs<G>,
}

fn text<'t>(table: &'t toml::Table, key: &str) -> Option<&'t str> {
    table.get(key).and_then(toml::Value::as_str)
}

/// Plays by defaults to the beginning of a step.
fn skip<G: Game>(data: &G::Data, first: G::State, to: &str) -> G::State {
    let (mut state, mut record) = (first, Vec::<Step>::new());
    let mut inputs = Inputs::<G>::default();
    for _ in 0..2000 {
        if G::step_name(data, &state) == to {
            return state;
        }
        let mut reached = None;
        let mut watch = |_: usize, now: &G::State| {
            if reached.is_none() && G::step_name(data, now) == to {
                reached = Some(now.clone());
            }
        };
        let ran = run(Start {
            data,
            state: state.clone(),
            record: &record,
            inputs: &inputs,
            dice: DiceSource::ByLabel(7),
            bot: None,
            keep: Keep::ALL,
            watch: Some(&mut watch),
        });
        if let Some(reached) = reached {
            return reached;
        }
        let End::Waiting(questions) = ran.end else {
            panic!("the step {to} never comes");
        };
        inputs.late_keys = questions.into_iter().map(|one| one.key).collect();
        record.extend(ran.steps);
        if let Some(checkpoint) = ran.checkpoint {
            state = checkpoint;
            let end = record
                .iter()
                .rposition(|step| matches!(step, Step::End { .. }));
            record.drain(..end.map_or(0, |end| end + 1));
        }
    }
    panic!("the step {to} never comes");
}

/// The scene of a case: `with` are further lines of the writer of its first letter.
pub fn scene<G: Game>(file: &str, orders: Option<&str>) -> Scene<G> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let case: toml::Table = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .parse()
        .expect("a case");
    let mut setup = Setup {
        scenario: text(&case, "scenario").expect("a scenario").to_owned(),
        ..Setup::default()
    };
    if let Some(switches) = case.get("switches").and_then(toml::Value::as_table) {
        for (name, value) in switches {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            setup.switches.push((name.clone(), value));
        }
    }
    let (data, first) = G::set_up(&setup).expect("good data");
    let mut state = match text(&case, "skip_to") {
        Some(to) => skip::<G>(&data, first, to),
        None => first,
    };
    place::<G>(
        &data,
        &mut state,
        &case
            .get("position")
            .and_then(toml::Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(toml::Value::as_str)
            .collect::<Vec<_>>(),
    );
    // Letters that are read at once are standing orders.
    let at_once = |letter: &&toml::Value| letter.get("at_once").is_some();
    let letters = case["letter"].as_array().expect("letters").iter();
    let letter = letters
        .filter(|one| !at_once(one))
        .find_map(toml::Value::as_table);
    let letter = letter.expect("a letter");
    let side = text(letter, "side").and_then(G::Side::from_id);
    let side = side.expect("a side");
    let words = orders.or(text(letter, "text")).expect("words");
    let inputs = with_letter::<G>(&data, &state, side, words);
    Scene {
        data,
        state,
        side,
        inputs,
    }
}

/// Changes a position by rulings.
pub fn place<G: Game>(data: &G::Data, state: &mut G::State, lines: &[&str]) {
    for words in lines {
        let event = read_ruling::<G>(data, state, words)
            .unwrap_or_else(|problems| panic!("{words}: {problems:?}"));
        G::apply(data, state, &event);
    }
}

/// Inputs with a letter for the first open question of a side, and everybody else as a preview takes them.
pub fn with_letter<G: Game>(
    data: &G::Data,
    state: &G::State,
    side: G::Side,
    words: &str,
) -> Inputs<G> {
    let all: BTreeSet<G::Side> = G::Side::ALL.iter().copied().collect();
    let look = run(Start {
        data,
        state: state.clone(),
        record: &[],
        inputs: &Inputs::<G>::default(),
        dice: DiceSource::None,
        bot: None,
        keep: Keep::ALL,
        watch: None,
    });
    let End::Waiting(questions) = look.end else {
        panic!("nobody is asked");
    };
    let (mut sent, mut answers) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(words.lines().filter(|line| !line.trim().is_empty())) {
        let first = text.split_whitespace().next().unwrap_or_default();
        let asked = questions.iter().find(|one| one.side == side);
        // Lines of other kinds are sent ahead.
        let ahead = G::kinds()
            .iter()
            .find(|kind| kind.rows.is_empty() && kind.word.id() == first);
        let id = LineId { letter: 1, line };
        match (ahead, asked) {
            (Some(kind), _) => sent.push(Sent {
                side,
                id,
                text: text.to_owned(),
                kind: kind.word.id().to_owned(),
                when: When::Always,
            }),
            (None, Some(asked)) => {
                let key = &asked.key;
                match answers
                    .iter_mut()
                    .find(|one: &&mut Answer<G::Side>| one.key == *key)
                {
                    Some(answer) => {
                        answer.ids.push(id);
                        answer.words.push(text.to_owned());
                    }
                    None => answers.push(Answer {
                        side,
                        key: key.clone(),
                        ids: vec![id],
                        words: vec![text.to_owned()],
                        whole: true,
                        raw: true,
                    }),
                }
            }
            (None, None) => panic!("{} is not asked", side.id()),
        }
    }
    Inputs {
        answers,
        sent,
        eager: all.iter().copied().filter(|one| *one != side).collect(),
        late: all,
        ..Inputs::default()
    }
}

impl<G: Game> Scene<G> {
    pub fn odds(&self, effort: usize) -> Odds<G> {
        odds(
            &Situation {
                data: &self.data,
                state: &self.state,
                record: &[],
                inputs: &self.inputs,
                side: self.side,
            },
            effort,
        )
        .expect("odds")
    }
}

/// A weight as a number.
pub fn part(weight: u128) -> f64 {
    let digits = i32::try_from(weight / 1_000_000_000_000_000).expect("at most one");
    f64::from(digits) / 1e9
}

/// The odds of the roll whose label ends so.
pub fn roll<G: Game>(contest: &Contest<G>, tail: &str) -> RollOdds {
    let is = |label: &str| label.rsplit('/').next() == Some(tail);
    let found = contest
        .rolls
        .iter()
        .find(|tally| tally.dice.iter().any(|dice| is(&dice.label)));
    let labels: Vec<&str> = contest
        .rolls
        .iter()
        .flat_map(|tally| tally.dice.iter().map(|dice| dice.label.as_str()))
        .collect();
    let tally = found.unwrap_or_else(|| panic!("no roll {tail} among {labels:?}"));
    odds_of(tally).expect("odds")
}

/// How likely a unit is left with so many steps.
pub fn left<G: Game>(contest: &Contest<G>, name: &str, steps: i32) -> f64 {
    let fates = contest.fates();
    let of = fates
        .iter()
        .find(|(subject, _)| matches!(subject, Subject::Unit(_, unit, _) if unit == name));
    let names: Vec<&Subject> = fates.keys().collect();
    let (_, of) = of.unwrap_or_else(|| panic!("{name} is not among {names:?}"));
    of.get(&steps).copied().map_or(0.0, part)
}

pub fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-8,
        "found {found}, expected {expected}"
    );
}

/// Hits must be what counting every way gives.
pub fn same_hits(found: &RollOdds, ways: &[u64]) {
    let RollOdds::Hits(found) = found else {
        panic!("{found:?} are no hits");
    };
    let all: u64 = ways.iter().sum();
    assert_eq!(found.len(), ways.len(), "{found:?}");
    for (weight, ways) in found.iter().zip(ways) {
        let expected = *ways as f64 / all as f64;
        near(part(*weight), expected);
    }
}

pub fn same_chance(found: &RollOdds, of_ten: u32) {
    let RollOdds::Success(found) = found else {
        panic!("{found:?} is no chance");
    };
    near(part(*found), f64::from(of_ten) / 10.0);
}
