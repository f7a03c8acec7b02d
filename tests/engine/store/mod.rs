//! The store, proven on the miniature game: crashes, damage, dice modes, corrections, letters.

mod crash;
mod damage;
mod dice_modes;
mod letters;
mod referee;
mod secrecy;
mod table;
mod unopened;

use std::path::{Path, PathBuf};
use std::process::Command;

use fieldpost::engine::game::Setup;
use fieldpost::engine::letters::Receipt;
use fieldpost::engine::seats::Seat;
use fieldpost::orders::Lang;
use fieldpost::rules::Miniature;
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Keeper, NewGame, Turn};
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

fn seat(name: &str, sides: &[&str], desk: &str) -> Seat {
    Seat {
        name: name.to_owned(),
        sides: sides.iter().map(|side| (*side).to_owned()).collect(),
        desks: vec![desk.to_owned()],
        lang: Lang::En,
        seal: "plain".to_owned(),
    }
}

fn new(id: &str) -> NewGame {
    new_match::<Miniature>(id, &skerries(), 1)
}

/// A new game after its first run, which waits for the ranking of reserves.
fn begun(games: &Path, new: NewGame) -> Game {
    let mut game = Game::create(games, Disk::default(), new).expect("a good game");
    assert!(matches!(game.run(&call(0)), Ok(Turn::Ran(1))));
    game
}

fn send(game: &mut Game, seat: &str, text: &str) -> Receipt<Miniature> {
    game.submit(seat, text, "", &call(0))
        .expect("a letter is taken")
}

/// Sends a letter that must be right in every line.
fn send_well(game: &mut Game, seat: &str, text: &str) {
    let receipt = send(game, seat, text);
    assert!(receipt.is_clean(), "{:?}", receipt.verdicts);
}

fn runs(game: &mut Game) -> u64 {
    match game.run(&call(0)) {
        Ok(Turn::Ran(draw)) => draw,
        other => panic!("the game should run, but {other:?}"),
    }
}

fn waits(game: &mut Game) -> Vec<String> {
    match game.run(&call(0)) {
        Ok(Turn::Waits(seats)) => seats,
        other => panic!("the game should wait, but {other:?}"),
    }
}

/// The English words of what the last run told everybody and the referee.
fn told(game: &Game) -> Vec<String> {
    use fieldpost::engine::game::Game as _;
    let view = Miniature::view(&game.data, &game.now.state, None);
    let book = Miniature::phrasebook();
    game.last_told()
        .iter()
        .map(|told| book.say(&Miniature::telling(&told.event), Lang::En, &view))
        .filter(|text| !text.is_empty())
        .collect()
}

fn verified(folder: &Path) -> fieldpost::store::error::Kept<fieldpost::store::verify::Verified> {
    fieldpost::store::verify::verify::<Miniature>(folder, &mut |_, _| ())
}

/// What the independent script says of journals; `None` where there is no Python.
fn script(journals: &[PathBuf]) -> Option<(bool, String)> {
    let output = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify.py"))
        .args(journals)
        .output();
    let Ok(output) = output else {
        println!("python3 is not there: verify.py is not run");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((
        output.status.success(),
        text + &String::from_utf8_lossy(&output.stderr),
    ))
}

fn holds_in_script(folder: &Path) {
    if let Some((holds, words)) = script(&[folder.join("journal.toml")]) {
        assert!(holds, "{words}");
    }
}

fn entries(game: &Game) -> Vec<fieldpost::store::log::Entry> {
    let entries = game.entries().expect("a journal");
    entries.map(|entry| entry.expect("a whole entry")).collect()
}

/// The `fieldpost` command.
fn command(store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    command
        .arg("--store")
        .arg(store)
        .arg("--now")
        .arg("2026-11-16T20:00:00Z");
    command
}
