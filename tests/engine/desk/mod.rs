//! The referee's desk: explaining, verifying, correcting, replaying, and an owner's data.

mod corrections;
mod data;
mod explain;
mod publish;
mod replay;
mod shell;

use std::path::Path;
use std::process::Command;

use fieldpost::engine::game::Setup;
use fieldpost::rules::Miniature;
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, Turn};
use fieldpost::store::matches::{call, new_match};

type Game = Keeper<Miniature>;

/// A folder that is gone when the test is over; in memory where that can be had, since every write is synced.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).expect("a folder in memory")
    } else {
        tempfile::tempdir().expect("a temporary folder")
    }
}

fn skerries() -> Setup {
    Setup {
        scenario: "skerries".to_owned(),
        ..Setup::default()
    }
}

/// A new game after its first run, which waits for the ranking of reserves.
fn begun(games: &Path, id: &str) -> Game {
    let new = new_match::<Miniature>(id, &skerries(), 1);
    let mut game = Game::create(games, Disk::default(), new).expect("a good game");
    assert!(matches!(game.run(&call(0)), Ok(Turn::Ran(1))));
    game
}

/// Sends a letter that must be right in every line.
fn send(game: &mut Game, seat: &str, text: &str) {
    let receipt = game.submit(seat, text, "", &call(0)).expect("it is taken");
    assert!(receipt.is_clean(), "{:?}", receipt.verdicts);
}

fn runs(game: &mut Game) -> u64 {
    match game.run(&call(0)) {
        Ok(Turn::Ran(draw)) => draw,
        other => panic!("the game should run, but {other:?}"),
    }
}

/// A game in which the submarine lies in wait and red has moved through its box and blue's ships.
fn fought(games: &Path, id: &str) -> Game {
    let mut game = begun(games, id);
    send(&mut game, "red-bot", "reserves heron\nbid 0");
    send(
        &mut game,
        "blue-bot",
        "reserves dart\nbid 1\nlurk narrows\nmove anson: narrows\nstanding intercept: anson",
    );
    runs(&mut game);
    while game.now.waits[0].key != "t1/second/red.orders" {
        let seat = game.now.waits[0].seat.clone();
        let _ = game.submit(&seat, "none", "", &call(0));
        let mut late = call(0);
        late.late = vec![game.now.waits[0].side.clone()];
        game.run(&late).expect("it runs");
    }
    send(&mut game, "red-bot", "move Falke: narrows");
    runs(&mut game);
    game
}

fn verified(folder: &Path) -> fieldpost::store::error::Kept<fieldpost::store::verify::Verified> {
    fieldpost::store::verify::verify::<Miniature>(folder, &mut |_, _| ())
}

/// The independent script must agree, where there is a Python.
fn holds_in_script(journal: &Path) {
    let output = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify.py"))
        .arg(journal)
        .output();
    let Ok(output) = output else {
        println!("python3 is not there: verify.py is not run");
        return;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// Runs the command; gives its exit code and all it said.
fn fieldpost(store: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .current_dir(store)
        .arg("--store")
        .arg(store)
        .arg("--now")
        .arg("2026-11-16T20:00:00Z")
        .args(args)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (
        output.status.code(),
        text + &String::from_utf8_lossy(&output.stderr),
    )
}

/// Runs a command that must do what it is asked.
fn ok(store: &Path, args: &[&str]) -> String {
    let (code, text) = fieldpost(store, args);
    assert_eq!(code, Some(0), "{args:?}: {text}");
    text
}

/// Runs a command that must be refused with this code and these words.
fn refused(store: &Path, args: &[&str], code: i32, words: &[&str]) {
    let (found, text) = fieldpost(store, args);
    assert_eq!(found, Some(code), "{args:?}: {text}");
    for word in words {
        assert!(
            text.contains(word),
            "{args:?} does not say `{word}`: {text}"
        );
    }
}
