//! The finished page of a side depends on nothing that the side may not know: twins of random games, and of the samples.

use fieldpost::engine::bot::{Bot, Rng, Style};
use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::engine::inputs::Inputs;
use fieldpost::engine::record::Step;
use fieldpost::engine::run::{Start, run};
use fieldpost::engine::source::DiceSource;
use fieldpost::engine::table::{Keep, read_told};
use fieldpost::engine::twins::positions;
use fieldpost::orders::Lang;
use fieldpost::report::dossier::tale::Run;
use fieldpost::report::dossier::{Tale, write};
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::proofs::Draw;

use super::page::sample;

fn tale<G: Game>(first: &G::State, steps: Vec<Step>) -> Tale<G> {
    let run = Run {
        draw: Draw::default(),
        steps,
        notices: Vec::new(),
    };
    Tale {
        game: "twin".to_owned(),
        over: false,
        first: first.clone(),
        runs: vec![run],
        since: Vec::new(),
    }
}

/// Plays a position to its end; the same keys are answered alike, the same labels rolled alike.
fn played<G: Game>(data: &G::Data, state: &G::State, seed: u64) -> Vec<Step> {
    let ran = run(Start::<G> {
        data,
        state: state.clone(),
        record: &[],
        inputs: &Inputs::default(),
        dice: DiceSource::ByLabel(seed),
        bot: Some(Bot::new(Style::ByKey(seed), seed)),
        keep: Keep::ALL,
        watch: None,
    });
    ran.steps
}

/// What a side sees of a step: the event, or that a phase ends.
fn seen<G: Game>(step: &Step, by: G::Side) -> Option<String> {
    match step {
        Step::Told { event, open } => {
            let told = read_told::<G>(event, *open)?;
            told.seen_by(by).map(|event| format!("{event:?}"))
        }
        Step::End { name } => Some(name.clone()),
        _ => None,
    }
}

/// The steps up to the first one that a side sees otherwise in the other game; with what it does not see before that.
fn together<G: Game>([one, other]: [&[Step]; 2], by: G::Side) -> [Vec<Step>; 2] {
    let lines = |steps: &[Step]| -> Vec<String> {
        steps
            .iter()
            .filter_map(|step| seen::<G>(step, by))
            .collect()
    };
    let (left, right) = (lines(one), lines(other));
    let same = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    [one, other].map(|steps| {
        let mut met = 0;
        let upto = steps.iter().take_while(|step| {
            met += usize::from(seen::<G>(step, by).is_some());
            met <= same
        });
        upto.cloned().collect()
    })
}

/// A leak: what was hidden is told to everybody.
fn leaked(steps: &[Step]) -> Vec<Step> {
    let open = |step: &Step| match step {
        Step::Told { event, open: false } => {
            let told: serde_json::Value = serde_json::from_str(event).expect("an event");
            Step::Told {
                event: told["event"].to_string(),
                open: true,
            }
        }
        other => other.clone(),
    };
    steps.iter().map(open).collect()
}

/// How many pairs of random games were compared, and in how many a planted leak showed.
#[derive(Debug, Default)]
struct Found {
    pairs: usize,
    events: usize,
    leaks: usize,
}

fn twins<G: Game>(setup: &Setup, by: G::Side, seeds: u64) -> Found {
    let (data, first) = G::set_up(setup).expect("good data");
    let mut found = Found::default();
    for seed in 0..seeds {
        let state = positions::<G>(&data, &first, seed, 1)
            .expect("a game")
            .remove(0);
        let mut twin = state.clone();
        let mut rng = Rng::named(seed, "dossier");
        for _ in 0..8 {
            G::scramble(&data, &mut twin, by, &mut rng);
        }
        if twin == state {
            continue;
        }
        let games = [&state, &twin].map(|state| played::<G>(&data, state, seed));
        let [left, right] = together::<G>([&games[0], &games[1]], by);
        let page = |first: &G::State, steps: &[Step]| {
            write(&data, &tale::<G>(first, steps.to_vec()), Some(by), Lang::En)
        };
        assert!(
            page(&state, &left) == page(&twin, &right),
            "seed {seed}: the dossiers of {} differ",
            by.id()
        );
        found.pairs += 1;
        found.events += left
            .iter()
            .filter(|step| seen::<G>(step, by).is_some())
            .count();
        let shown = page(&state, &leaked(&left)) != page(&twin, &leaked(&right));
        found.leaks += usize::from(shown);
    }
    println!("{}: {found:?}", by.id());
    found
}

#[test]
fn random_games_of_the_skerries() {
    let setup = Setup {
        scenario: "skerries".to_owned(),
        ..Setup::default()
    };
    for by in <Miniature as Game>::Side::ALL {
        let found = twins::<Miniature>(&setup, *by, 120);
        assert!(found.pairs >= 60, "{found:?}");
        assert!(found.events >= 5 * found.pairs, "{found:?}");
        assert!(found.leaks >= 5, "a planted leak is not seen: {found:?}");
    }
}

/// With cards instead of dice (23.7) the order of the cards to come is hidden from both.
#[test]
fn random_games_with_cards_on_the_road_to_arnhem() {
    let setup = Setup {
        scenario: "basic".to_owned(),
        switches: vec![("card-combat".to_owned(), "yes".to_owned())],
        ..Setup::default()
    };
    for by in <MarketGarden as Game>::Side::ALL {
        let found = twins::<MarketGarden>(&setup, *by, 2);
        assert!(found.pairs >= 1, "{found:?}");
    }
}

/// All that is sealed in a sample game is changed: answers, where they came from, hidden dice, lines that lapsed.
fn sealed_otherwise<G: Game>(name: &str) {
    let (_store, keeper) = sample::<G>(name);
    let mut tale = Tale::<G>::read(&keeper, false).expect("a tale");
    tale.runs.truncate(20);
    let mut other = Tale::<G> {
        game: tale.game.clone(),
        over: tale.over,
        first: tale.first.clone(),
        runs: tale.runs.clone(),
        since: Vec::new(),
    };
    for step in other.runs.iter_mut().flat_map(|run| &mut run.steps) {
        match step {
            Step::Answer { words, .. } => *words = vec!["a secret".to_owned()],
            Step::Roll {
                hidden: true,
                values,
                ..
            } => values.iter_mut().for_each(|value| *value = 1),
            Step::Lapsed { lines } => lines.clear(),
            _ => {}
        }
    }
    let page = |tale: &Tale<G>, side| write(&keeper.data, tale, side, Lang::En);
    for side in G::Side::ALL {
        let (one, two) = (page(&tale, Some(*side)), page(&other, Some(*side)));
        assert!(
            one == two,
            "{name}: the dossier of {} depends on what is sealed",
            side.id()
        );
    }
    assert!(
        page(&tale, None) != page(&other, None),
        "the referee sees it"
    );
}

#[test]
fn the_samples_with_other_letters() {
    sealed_otherwise::<Miniature>("sample-skerries");
    sealed_otherwise::<MarketGarden>("sample-market-garden");
    sealed_otherwise::<Weserubung>("sample-weserubung");
}
