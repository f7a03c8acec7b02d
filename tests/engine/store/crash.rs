//! Every write can be the last one before a crash.

use std::path::Path;

use fieldpost::engine::bot::Style;
use fieldpost::rules::Miniature;
use fieldpost::store::disk::{Death, Disk, FaultPlan};
use fieldpost::store::error::{Kept, StoreError};
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, letter, new_match, play_out};

use super::{Game, command, folder, holds_in_script, new, skerries, verified};

/// The seed of the players' choices.
const SEED: u64 = 7;

/// Plays on until the game is over or a write fails.
fn play_on(game: &mut Game, seed: u64) -> Kept {
    loop {
        match game.run(&call(0))? {
            Turn::Ran(_) => {}
            Turn::Over => return Ok(()),
            _ => answer(game, seed)?,
        }
    }
}

fn answer(game: &mut Game, seed: u64) -> Kept {
    for name in game.now.asked() {
        if game.still_open(&name)?.is_empty() {
            continue;
        }
        let seat = game.now.seat(&name).expect("a seat that is asked").clone();
        let look = game.look()?;
        let open = game.open_for(&look, &name);
        let text = letter::<Miniature>(
            &game.data,
            &look.state,
            &seat,
            &open,
            Style::Random,
            seed,
            seat.lang,
        );
        // Sent again after a crash, it is the same mail with the same Message-ID.
        let keys: Vec<&str> = open.iter().map(|question| question.key.as_str()).collect();
        let origin = format!("mail {} {}", game.now.draw, keys.join(" "));
        if !game.knows(&origin) {
            game.submit(&name, &text, &origin, &call(0))?;
        }
    }
    Ok(())
}

fn logs(games: &Path) -> [String; 2] {
    ["journal.toml", "sealed.toml"]
        .map(|name| std::fs::read_to_string(games.join("crash").join(name)).expect("a log"))
}

/// What a power cut may do besides: a close that the journal repeats from the sealed part was not durable yet.
fn lose_last_close(games: &Path) {
    let path = games.join("crash/journal.toml");
    let Ok(text) = std::fs::read_to_string(&path) else {
        return;
    };
    let last = text.rfind("[[entry]]").unwrap_or(0);
    if text[last..].contains("kind = \"close\"") {
        std::fs::write(&path, &text[..last]).expect("written");
    }
}

/// Plays a game in which the disk fails as planned, restarts it, and plays it to its end.
fn play(games: &Path, plan: Option<FaultPlan>, power: bool) -> u64 {
    let disk = plan.map_or_else(Disk::default, Disk::failing);
    let first = Game::create(games, disk, new("crash"));
    let mut points = 0;
    if let Ok(mut game) = first {
        let done = play_on(&mut game, SEED);
        points = game.points();
        if done.is_ok() {
            return points;
        }
    }
    if power {
        lose_last_close(games);
    }
    // The machine is up again, and the disk is well.
    let mut game = match Keeper::open(&games.join("crash"), Disk::default()) {
        Ok(game) => game,
        Err(_) => Game::create(games, Disk::default(), new("crash")).expect("a new game"),
    };
    game.mend(&call(0)).expect("mended");
    play_on(&mut game, SEED).expect("played to the end");
    points
}

#[test]
fn a_crash_at_any_write_loses_nothing_and_counts_nothing_twice() {
    let whole = folder();
    let points = play(whole.path(), None, false);
    let expected = logs(whole.path());
    assert!(points > 150, "only {points} writes");
    for at in 1..=points {
        for half in [false, true] {
            let games = folder();
            play(
                games.path(),
                Some(FaultPlan {
                    at,
                    half,
                    death: Death::Refuse,
                }),
                at % 2 == 0,
            );
            let found = logs(games.path());
            for (expected, found) in expected.iter().zip(&found) {
                let differs = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
                assert!(
                    expected == found,
                    "after a crash at write {at} (half: {half}): {differs:?}"
                );
            }
            if at % 16 == 0 {
                verified(&games.path().join("crash")).expect("it verifies");
            }
        }
    }
    holds_in_script(&whole.path().join("crash"));
    println!("{points} writes, each cut off before and in the middle");
}

#[test]
fn a_killed_process_is_taken_up_by_the_next() {
    let games = folder();
    let made = command(games.path())
        .args([
            "new",
            "miniature/skerries",
            "--id",
            "kill",
            "--secret",
            "kill",
        ])
        .args(["--seat", "anna=red", "--seat", "bob=blue"])
        .output()
        .expect("the command runs");
    assert!(made.status.success(), "{made:?}");
    let inbox = games.path().join("kill/inbox");
    std::fs::write(inbox.join("anna.txt"), "reserves moewe, heron\nbid 2\n").expect("a letter");
    std::fs::write(inbox.join("bob.txt"), "reserves dart\nbid 1\n").expect("a letter");
    let mut killed = 0;
    // Each run dies one write later than the last one; in the end all is done.
    for at in 1..200 {
        let run = command(games.path())
            .args(["run"])
            .env("FIELDPOST_DIE_AT", at.to_string())
            .output()
            .expect("the command runs");
        if run.status.success() {
            break;
        }
        killed += 1;
    }
    assert!(killed > 4, "only {killed} deaths");
    let found = verified(&games.path().join("kill")).expect("it verifies");
    assert_eq!(found.draws, 2);
    let sealed = std::fs::read_to_string(games.path().join("kill/sealed.toml")).expect("a log");
    assert_eq!(
        sealed.matches("kind = \"letter\"").count(),
        2,
        "no letter lost, none twice"
    );
    holds_in_script(&games.path().join("kill"));
}

/// Restarted from disk at every decision, with letters in English and French by turns, a game is the same.
#[test]
fn stopping_at_every_decision_changes_no_byte() {
    for seed in 0..12 {
        let (one, many) = (folder(), folder());
        play_out::<Miniature>(
            one.path(),
            new_match::<Miniature>("same", &skerries(), seed),
            Style::Random,
            seed,
        )
        .expect("played");
        in_pieces(many.path(), seed).expect("played in pieces");
        for name in ["journal.toml", "sealed.toml"] {
            let read = |games: &Path| std::fs::read_to_string(games.join("same").join(name)).ok();
            assert!(read(one.path()).is_some());
            assert_eq!(read(one.path()), read(many.path()), "seed {seed}, {name}");
        }
        verified(&one.path().join("same")).expect("it verifies");
        holds_in_script(&one.path().join("same"));
    }
}

fn in_pieces(games: &Path, seed: u64) -> Result<(), StoreError> {
    let made = new_match::<Miniature>("same", &skerries(), seed);
    drop(Game::create(games, Disk::default(), made)?);
    let path = games.join("same");
    let (mut runs, mut letters) = (0, 0);
    loop {
        let turn = Game::open(&path, Disk::default())?.run(&call(runs))?;
        match turn {
            Turn::Ran(_) => runs += 1,
            Turn::Over => return Ok(()),
            _ => {
                let mut game = Game::open(&path, Disk::default())?;
                letters += fieldpost::store::matches::write_letters(
                    &mut game,
                    Style::Random,
                    seed,
                    letters,
                )?;
            }
        }
    }
}

#[test]
fn two_at_once_are_harmless() {
    let games = folder();
    let game = super::begun(games.path(), new("busy"));
    let second = Game::open(&game.folder, Disk::default());
    let Err(error) = second else {
        panic!("the second must wait")
    };
    assert_eq!(error.trouble.code(), 4, "{error}");
}

/// The referee's commands, each given until the journal has it.
fn correct(game: &mut Game) -> Kept {
    let has = |game: &Game, kind: &str| {
        super::entries(game)
            .iter()
            .any(|entry| entry.kind() == kind)
    };
    while !has(game, "rewind") && game.now.draw < 3 {
        if !matches!(game.run(&call(0))?, Turn::Ran(_)) {
            answer(game, SEED)?;
        }
    }
    if !has(game, "rewind") {
        game.rewind(2, "a letter was misread", "anna", &call(0))?;
    }
    if !has(game, "ruling") {
        game.rule("fuel red to 5", "as agreed", "bob", &call(0))?;
    }
    while game.now.draw < 6 {
        if !matches!(game.run(&call(0))?, Turn::Ran(_)) {
            answer(game, SEED)?;
        }
    }
    Ok(())
}

#[test]
fn a_crash_in_a_correction_leaves_it_done_or_undone() {
    let open_or_make = |games: &Path, disk: Disk| match games.join("crash").exists() {
        true => Game::open(&games.join("crash"), disk),
        false => Game::create(games, disk, new("crash")),
    };
    let whole = folder();
    let mut game = open_or_make(whole.path(), Disk::default()).expect("made");
    correct(&mut game).expect("corrected");
    let points = game.points();
    for at in 1..=points {
        let games = folder();
        let plan = FaultPlan {
            at,
            half: at % 2 == 0,
            death: Death::Refuse,
        };
        if let Ok(mut broken) = open_or_make(games.path(), Disk::failing(plan)) {
            let _ = correct(&mut broken);
        }
        let mut mended = open_or_make(games.path(), Disk::default()).expect("it opens");
        mended.mend(&call(0)).expect("mended");
        correct(&mut mended).expect("corrected");
        assert_eq!(
            mended.now.state, game.now.state,
            "after a crash at write {at}"
        );
        assert_eq!(
            mended.now.waits, game.now.waits,
            "after a crash at write {at}"
        );
        drop(mended);
        verified(&games.path().join("crash")).expect("it verifies");
    }
    println!("{points} writes");
}
