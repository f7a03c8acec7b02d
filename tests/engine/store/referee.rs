//! Corrections only ever append.

use super::{begun, folder, holds_in_script, new, runs, send_well, told, verified, waits};
use fieldpost::store::disk::Disk;
use fieldpost::store::matches::call;

fn rolls(game: &super::Game) -> Vec<String> {
    super::entries(game)
        .iter()
        .flat_map(|entry| entry.list("rolls").to_vec())
        .collect()
}

/// A game in which Falke has just been intercepted or not.
fn after_first_roll(games: &std::path::Path) -> super::Game {
    let mut game = begun(games, new("mend"));
    send_well(&mut game, "red-bot", "reserves heron\nbid 0");
    send_well(
        &mut game,
        "blue-bot",
        "reserves dart\nbid 1\nlurk north\nmove anson: narrows\nintercept: anson",
    );
    runs(&mut game);
    send_well(&mut game, "red-bot", "move falke: narrows");
    runs(&mut game);
    assert!(!rolls(&game).is_empty(), "{:?}", told(&game));
    game
}

#[test]
fn a_rewind_asks_again_and_rolls_anew() {
    let games = folder();
    let mut game = after_first_roll(games.path());
    let (draw, before) = (game.now.draw, rolls(&game));
    game.rewind(draw - 1, "the letter was misread", "anna", &call(0))
        .expect("rewound");
    assert_eq!(game.now.waits[0].key, "t1/second/red.orders");
    assert_eq!(rolls(&game), before, "what was voided stays in the journal");
    assert_eq!(
        waits(&mut game),
        ["red-bot"],
        "the letter of then answers nothing now"
    );
    send_well(&mut game, "blue-bot", "intercept: anson");
    send_well(&mut game, "red-bot", "move falke: narrows");
    assert_eq!(runs(&mut game), draw + 1, "numbers of draws go on");
    let after = rolls(&game);
    assert_eq!(after[..before.len()], before[..]);
    assert!(after.len() > before.len());
    let seeds: Vec<String> = super::entries(&game)
        .iter()
        .filter(|entry| entry.kind() == "draw")
        .map(|entry| entry.text("server").to_owned())
        .collect();
    assert_eq!(
        seeds.len(),
        usize::try_from(draw).unwrap() + 1,
        "each run has a link of its own"
    );
    let path = game.folder.clone();
    drop(game);
    verified(&path).expect("it verifies");
    holds_in_script(&path);
    // Opened again, the game is where it was.
    let game = super::Game::open(&path, Disk::default()).expect("it opens");
    assert_eq!(game.now.draw, draw + 1);
}

#[test]
fn a_rewind_needs_a_run_that_stands() {
    let games = folder();
    let mut game = after_first_roll(games.path());
    let draw = game.now.draw;
    assert!(
        game.rewind(draw + 1, "no such run", "anna", &call(0))
            .is_err()
    );
    game.rewind(1, "from the start", "anna", &call(0))
        .expect("rewound");
    assert!(
        game.rewind(2, "that one is void", "anna", &call(0))
            .is_err()
    );
    // Without its checkpoints the game finds the way back from its journal.
    let path = game.folder.clone();
    let state = game.now.state.clone();
    drop(game);
    std::fs::remove_dir_all(path.join("checkpoints")).expect("removed");
    let mut game = super::Game::open(&path, Disk::default()).expect("it opens");
    assert_eq!(game.now.state, state);
    assert_eq!(game.now.waits.len(), 2);
    send_well(&mut game, "red-bot", "reserves heron");
    send_well(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    drop(game);
    verified(&path).expect("it verifies");
}

#[test]
fn a_ruling_waits_for_the_end_of_the_step() {
    let games = folder();
    let mut game = begun(games.path(), new("rule"));
    let fuel = game.now.state.fuel;
    game.rule("fuel red to 3", "the tanker was late", "referee", &call(0))
        .expect("ruled");
    assert_eq!(game.now.state.fuel, fuel, "a question is open");
    send_well(&mut game, "red-bot", "reserves heron");
    send_well(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    assert_eq!(game.now.state.fuel, [3, fuel[1]]);
    assert!(
        told(&game)
            .iter()
            .any(|line| line == "Ruling: red has 3 fuel."),
        "{:?}",
        told(&game)
    );
    let error = game
        .rule("fuel red to many", "?", "referee", &call(0))
        .expect_err("no number");
    assert!(error.to_string().contains("many"), "{error}");
    let path = game.folder.clone();
    drop(game);
    verified(&path).expect("it verifies");
    holds_in_script(&path);
}

/// A ruling on a hidden unit is told to those who may know of it.
#[test]
fn a_ruling_on_a_hidden_unit_stays_hidden() {
    let games = folder();
    let mut game = begun(games.path(), new("hide"));
    game.rule(
        "place coral at outer",
        "a misread letter",
        "referee",
        &call(0),
    )
    .expect("ruled");
    let journal = std::fs::read_to_string(game.folder.join("journal.toml")).expect("a journal");
    assert!(!journal.contains("outer"), "the journal tells where it is");
    let path = game.folder.clone();
    drop(game);
    // Opened again, the ruling still waits for the end of the step.
    let mut game = super::Game::open(&path, Disk::default()).expect("it opens");
    let report = |game: &super::Game, seat: usize| {
        let seat = game.now.seats[seat].clone();
        fieldpost::report::turn::report(game, &seat).expect("a report")
    };
    assert!(report(&game, 0).contains("something hidden"));
    send_well(&mut game, "red-bot", "reserves heron");
    send_well(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    let coral = game.data.submarine;
    assert_eq!(
        game.now
            .state
            .at(coral)
            .map(|at| game.data.place(at).id.as_str()),
        Some("outer")
    );
    assert!(
        !report(&game, 0).contains("Coral stands"),
        "red is not told"
    );
    assert!(
        report(&game, 1).contains("Coral stands in Outer Road"),
        "blue is"
    );
    drop(game);
    verified(&path).expect("it verifies");
    holds_in_script(&path);
}
