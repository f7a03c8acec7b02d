//! Hidden things, tried in a game that has little else: forces that may be empty, raids told wrongly. Nobody learns
//! what he may not know, what he knows follows from what he saw, and leaks of each kind are caught.

mod forces;
mod game;
mod orders;
mod raids;
mod rehearsal;

use std::collections::BTreeMap;

use fieldpost::engine::bot::{Bot, Style};
use fieldpost::engine::fault::Fault;
use fieldpost::engine::game::Side as _;
use fieldpost::engine::hidden::follows;
use fieldpost::engine::inputs::Inputs;
use fieldpost::engine::run::{End, Ran, Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::Keep;
use fieldpost::engine::twins::{Failure, What, twins};
use game::{Data, Plant, Position, Side, State, Straits};

/// A game of bots to its end.
fn played(data: &Data, seed: u64, keep: Keep) -> Ran<Straits> {
    run(Start {
        data,
        state: Straits::start(),
        record: &[],
        inputs: &Inputs::default(),
        dice: DiceSource::ByLabel(seed),
        bot: Some(Bot::new(Style::ByKey(seed), seed)),
        keep,
        watch: None,
    })
}

/// Plays pairs; gives what was compared and how often twins parted by news, or the failures.
fn pairs(plant: Plant, by: Side, count: u64) -> (BTreeMap<What, usize>, usize, Vec<Failure>) {
    let data = Data { plant };
    let (mut lines, mut parted, mut failures) = (BTreeMap::new(), 0, Vec::new());
    for seed in 0..count {
        match twins::<Straits>(&data, &Straits::start(), by, seed, 40) {
            Ok(compared) => {
                parted += usize::from(compared.parted.is_some());
                for (what, equal) in compared.lines {
                    *lines.entry(what).or_default() += equal;
                }
            }
            Err(failure) => failures.push(failure),
        }
    }
    (lines, parted, failures)
}

#[test]
fn neither_side_learns_what_it_may_not() {
    for by in Side::ALL {
        let (lines, parted, failures) = pairs(Plant::None, *by, 200);
        assert!(failures.is_empty(), "{}", failures[0]);
        println!("{}: parted {parted}, {lines:?}", by.id());
        for what in [
            What::Told,
            What::Public,
            What::Position,
            What::Form,
            What::Imagined,
        ] {
            assert!(
                lines.get(&what).is_some_and(|lines| *lines > 700),
                "{what:?}: {lines:?}"
            );
        }
    }
}

#[test]
fn what_a_side_knows_follows_from_what_it_saw() {
    let data = Data { plant: Plant::None };
    for seed in 0..60 {
        let ran = played(&data, seed, Keep::ALL);
        assert!(matches!(ran.end, End::Over(_)), "{:?}", ran.end);
        follows::<Straits, _, _>(&data, &Straits::start(), &ran.told).unwrap();
    }
}

/// What is known differs from the truth often enough to prove something.
#[test]
fn much_is_hidden_and_some_of_it_is_told_wrongly() {
    let data = Data { plant: Plant::None };
    let (mut unknown, mut known, mut wrong, mut right) = (0, 0, 0, 0);
    let mut watch = |_: usize, state: &State| {
        let truth = Position(state.truth(&data));
        let green = Position(state.known(&data, Side::Green));
        let orange = Position(state.known(&data, Side::Orange));
        for force in truth.afloat() {
            if orange.ships_of(force).is_empty() {
                unknown += 1;
            } else {
                known += 1;
            }
        }
        for (raid, plot) in green.plots() {
            let real = truth.hidden.raids.iter().find(|one| one.marker == raid);
            match real.and_then(|raid| raid.real) {
                Some(real) if real.strength == plot.strength => right += 1,
                _ => wrong += 1,
            }
        }
    };
    for seed in 0..40 {
        run(Start::<Straits> {
            data: &data,
            state: Straits::start(),
            record: &[],
            inputs: &Inputs::default(),
            dice: DiceSource::ByLabel(seed),
            bot: Some(Bot::new(Style::ByKey(seed), seed)),
            keep: Keep::NOTHING,
            watch: Some(&mut watch),
        });
    }
    println!("forces unknown {unknown}, known {known}; raids told wrong {wrong}, right {right}");
    assert!(unknown > 500 && known > 50 && wrong > 100 && right > 20);
}

/// A checkpoint is text, and reads back as it was.
#[test]
fn a_position_with_hidden_things_reads_back() {
    let data = Data { plant: Plant::None };
    let mut watch = |_: usize, state: &State| {
        let text = toml::to_string(state).expect("a position as text");
        assert_eq!(toml::from_str::<State>(&text).as_ref(), Ok(state), "{text}");
    };
    let ran = run(Start::<Straits> {
        data: &data,
        state: Straits::start(),
        record: &[],
        inputs: &Inputs::default(),
        dice: DiceSource::ByLabel(3),
        bot: Some(Bot::new(Style::ByKey(3), 3)),
        keep: Keep::NOTHING,
        watch: Some(&mut watch),
    });
    assert!(matches!(ran.end, End::Over(_)), "{:?}", ran.end);
}

/// How a planted leak must show itself.
enum Caught {
    /// The twins differ in such a line.
    Line(What),
    /// The views differ before anything is played.
    View,
    /// It was told behind a screen and not revealed.
    Screen,
    /// The secrecy rules forbid the event.
    MayNotLearn,
}

#[test]
fn planted_leaks_are_caught() {
    let plants = [
        (Plant::ViewOfTruth, Side::Green, Caught::View),
        (Plant::ViewOfTruth, Side::Orange, Caught::View),
        (Plant::ImaginedTruth, Side::Green, Caught::View),
        (Plant::ImaginedTruth, Side::Orange, Caught::View),
        (Plant::HiddenField, Side::Green, Caught::Line(What::Form)),
        (Plant::AskedOfTruth, Side::Green, Caught::Line(What::Waits)),
        (Plant::OpenRoll, Side::Green, Caught::Line(What::Public)),
        (Plant::SeesTooMuch, Side::Green, Caught::Screen),
        (Plant::TrueStrength, Side::Green, Caught::MayNotLearn),
        (Plant::EmptySails, Side::Orange, Caught::MayNotLearn),
        (Plant::CountsUnseen, Side::Orange, Caught::MayNotLearn),
    ];
    for (plant, by, how) in plants {
        let (_, _, failures) = pairs(plant, by, 120);
        println!("{plant:?} of {}: {} of 120 pairs", by.id(), failures.len());
        assert!(
            failures.len() >= 8,
            "{plant:?}: caught in {} pairs",
            failures.len()
        );
        for failure in &failures {
            let fits = match (&how, failure) {
                (Caught::Line(what), Failure::Leak(leak)) => {
                    let what = format!("{what:?}: ");
                    leak.left.starts_with(&what) || leak.right.starts_with(&what)
                }
                (Caught::View, Failure::Scramble { what, .. }) => what.contains("the views differ"),
                (Caught::Screen, Failure::Broken { fault, .. }) => {
                    matches!(fault, Fault::ToldBehindScreen { .. })
                }
                (Caught::MayNotLearn, Failure::Broken { fault, .. }) => {
                    matches!(fault, Fault::MayNotLearn { .. })
                }
                _ => false,
            };
            assert!(fits, "{plant:?}: {failure}");
        }
    }
}

/// A number in the open part that changes with what green did not see. Both twins send that raid, so they do not differ.
#[test]
fn what_changes_unseen_is_caught_event_by_event() {
    let data = Data {
        plant: Plant::OpenChange,
    };
    let ran = played(&data, 1, Keep::ALL);
    let why = follows::<Straits, _, _>(&data, &Straits::start(), &ran.told).unwrap_err();
    assert!(why.starts_with("green sees None of Launches"), "{why}");
}
