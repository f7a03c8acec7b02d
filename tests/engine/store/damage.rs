//! Damaged, foreign and unknown files: a clear error, nothing written, other games go on.

use std::path::Path;

use fieldpost::engine::bot::{Rng, Style};
use fieldpost::rules::Miniature;
use fieldpost::store::disk::Disk;
use fieldpost::store::error::{StoreError, Trouble};
use fieldpost::store::matches::{new_match, play_out};

use super::{Game, begun, command, folder, new, runs, script, send_well, skerries, verified};

/// All files of a folder with their bytes, to see that nothing was written.
fn snapshot(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            files.extend(snapshot(&entry.path()));
        } else {
            let name = entry.path().display().to_string();
            files.push((name, std::fs::read(entry.path()).expect("a file")));
        }
    }
    files.sort();
    files
}

fn change(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).expect("a file");
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replacen(from, to, 1)).expect("written");
}

/// A game after two runs.
fn game(games: &Path) -> std::path::PathBuf {
    let mut game = begun(games, new("hurt"));
    send_well(&mut game, "red-bot", "reserves heron");
    send_well(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    game.folder.clone()
}

fn refused(folder: &Path) -> StoreError {
    let before = snapshot(folder);
    let Err(error) = Game::open(folder, Disk::default()) else {
        panic!("it must be refused")
    };
    assert_eq!(before, snapshot(folder), "nothing may be written");
    assert!(error.to_string().contains("remedy"), "{error}");
    error
}

#[test]
fn a_truncated_journal_is_refused() {
    let games = folder();
    let folder = game(games.path());
    let path = folder.join("journal.toml");
    let bytes = std::fs::read(&path).expect("a journal");
    for keep in [bytes.len() - 1, bytes.len() - 100, bytes.len() / 2, 10] {
        std::fs::write(&path, &bytes[..keep]).expect("written");
        let error = refused(&folder);
        assert_eq!(error.trouble, Trouble::Damaged);
        assert!(error.entry.is_some() && error.file == path, "{error}");
        let verdict = verified(&folder).expect_err("it does not verify");
        assert!(verdict.file == path || verdict.entry.is_some(), "{verdict}");
    }
}

#[test]
fn an_edited_last_entry_is_refused() {
    let games = folder();
    let folder = game(games.path());
    let text = std::fs::read_to_string(folder.join("journal.toml")).expect("a journal");
    let hash = text
        .rsplit("hash = \"")
        .next()
        .expect("a hash")
        .get(..64)
        .expect("64 digits");
    let other = if hash.starts_with('0') { "1" } else { "0" };
    change(
        &folder.join("journal.toml"),
        hash,
        &format!("{other}{}", &hash[1..]),
    );
    assert_eq!(refused(&folder).trouble, Trouble::Damaged);
}

#[test]
fn an_unknown_version_is_refused() {
    let games = folder();
    let folder = game(games.path());
    let newest = folder.join("checkpoints/000002.toml");
    change(&newest, "format = 1", "format = 9");
    let error = refused(&folder);
    assert!(error.to_string().contains("unknown version 9"), "{error}");
    assert_eq!(error.file, newest);
}

/// A game is known by the first entry of its journal: its folder may have any name, as that of a packet has.
#[test]
fn a_folder_may_have_another_name() {
    let games = folder();
    let from = game(games.path());
    let to = games.path().join("renamed");
    std::fs::rename(&from, &to).expect("moved");
    for _ in 0..2 {
        let keeper = Game::open(&to, Disk::default()).expect("the same game");
        assert_eq!(keeper.now.terms.game, "hurt");
    }
}

#[test]
fn a_foreign_checkpoint_is_refused() {
    let games = folder();
    let folder = game(games.path());
    let other = play_other(games.path());
    let newest = folder.join("checkpoints/000002.toml");
    std::fs::copy(other.join("checkpoints/000002.toml"), &newest).expect("copied");
    let error = refused(&folder);
    assert!(
        error.to_string().contains("a checkpoint of the game other"),
        "{error}"
    );
    // With the right name but another journal it is found out too.
    change(&newest, "game = \"other\"", "game = \"hurt\"");
    assert_eq!(refused(&folder).trouble, Trouble::Damaged);
    // Moved away, the game is added up from what is left.
    std::fs::remove_file(&newest).expect("removed");
    let game = Game::open(&folder, Disk::default()).expect("it opens");
    assert_eq!(game.now.draw, 2);
}

fn play_other(games: &Path) -> std::path::PathBuf {
    play_out::<Miniature>(
        games,
        new_match::<Miniature>("other", &skerries(), 3),
        Style::Random,
        3,
    )
    .expect("played");
    games.join("other")
}

#[test]
fn a_changed_checkpoint_does_not_verify() {
    let games = folder();
    let folder = game(games.path());
    change(
        &folder.join("checkpoints/000002.toml"),
        "advantage = \"blue\"",
        "advantage = \"red\"",
    );
    let error = verified(&folder).expect_err("it does not verify");
    assert!(error.to_string().contains("checkpoint"), "{error}");
}

#[test]
fn missing_secrets_stop_the_dice_and_nothing_else() {
    let games = folder();
    let folder = game(games.path());
    std::fs::remove_file(folder.join("secrets.toml")).expect("removed");
    let mut game = Game::open(&folder, Disk::default()).expect("it can still be read");
    let before = snapshot(&folder);
    let Err(error) = game.submit("red-bot", "bid 1", "", &fieldpost::store::matches::call(0))
    else {
        panic!("a letter cannot be kept without the secrets")
    };
    assert!(
        error.file.ends_with("secrets.toml") && error.trouble == Trouble::Damaged,
        "{error}"
    );
    assert_eq!(before, snapshot(&folder), "nothing may be written");
}

#[cfg(unix)]
#[test]
fn secrets_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let games = folder();
    let folder = game(games.path());
    let mode = std::fs::metadata(folder.join("secrets.toml"))
        .expect("secrets")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let mode = std::fs::metadata(folder.join("checkpoints/000002.toml"))
        .expect("it")
        .permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);
}

/// An upgrade in the middle of a step meets questions other than those recorded.
#[test]
fn rules_changed_in_mid_step_stop_that_game_alone() {
    let games = folder();
    let mut game = begun(games.path(), new("hurt"));
    send_well(&mut game, "red-bot", "reserves heron\nbid 0");
    send_well(
        &mut game,
        "blue-bot",
        "reserves dart\nbid 1\nlurk north\nmove anson: north",
    );
    runs(&mut game);
    assert!(
        !game.now.record.is_empty(),
        "the game waits in the middle of a step"
    );
    let folder = game.folder.clone();
    drop(game);
    let newest = folder.join("checkpoints/000002.toml");
    // As if the old program had told another event there.
    change(&newest, "arrives", "refits");
    let before = snapshot(&folder);
    let game = Game::open(&folder, Disk::default()).expect("it can be read");
    let Err(error) = game.look() else {
        panic!("the record must not fit")
    };
    assert_eq!(error.trouble, Trouble::Program, "{error}");
    assert!(
        error
            .to_string()
            .contains("the program was changed in the middle of a step"),
        "{error}"
    );
    drop(game);

    // Another game goes on in the same run of the command.
    begun(games.path(), new("well"));
    let inbox = games.path().join("well/inbox");
    std::fs::write(inbox.join("red-bot.txt"), "reserves heron").expect("a letter");
    std::fs::write(inbox.join("blue-bot.txt"), "reserves dart").expect("a letter");
    let run = command(games.path())
        .arg("run")
        .output()
        .expect("the command runs");
    assert_eq!(run.status.code(), Some(6), "{run:?}");
    let out = String::from_utf8_lossy(&run.stdout);
    assert!(out.contains("well: run 2 done"), "{out}");
    assert_eq!(
        before,
        snapshot(&folder),
        "nothing of the broken game may be written"
    );
}

/// Whatever is changed in a log, `verify` finds it.
#[test]
fn every_random_edit_is_refused() {
    let games = folder();
    play_out::<Miniature>(
        games.path(),
        new_match::<Miniature>("edit", &skerries(), 5),
        Style::Random,
        5,
    )
    .expect("played");
    let folder = games.path().join("edit");
    verified(&folder).expect("it verifies");
    let mut rng = Rng::new(1);
    let mut scripted = Vec::new();
    for name in ["journal.toml", "sealed.toml"] {
        let path = folder.join(name);
        let good = std::fs::read(&path).expect("a log");
        for n in 0..250 {
            let mut bad = good.clone();
            let at = rng.below(u32::try_from(bad.len()).expect("small")) as usize;
            match n % 3 {
                0 => {
                    bad[at] =
                        b'0' + (bad[at].wrapping_add(1 + u8::try_from(n % 7).unwrap_or(0))) % 75;
                }
                1 => drop(bad.remove(at)),
                _ => bad.insert(at, b" 0a\"\n#="[rng.below(7) as usize]),
            }
            if bad == good {
                continue;
            }
            std::fs::write(&path, &bad).expect("written");
            let verdict = verified(&folder);
            assert!(
                verdict.is_err(),
                "{name}: the edit at byte {at} was not noticed"
            );
            if name == "journal.toml" && n % 10 == 0 && changes_values(&good, &bad) {
                let copy = games.path().join(format!("edited-{n}.toml"));
                std::fs::write(&copy, &bad).expect("written");
                scripted.push(copy);
            }
        }
        std::fs::write(&path, &good).expect("written");
    }
    verified(&folder).expect("it verifies again");
    // The script reads values alone; of those it must notice every change.
    if let Some((_, words)) = script(&scripted) {
        assert!(!words.contains("OK "), "{words}");
        assert_eq!(words.matches("FAIL").count(), scripted.len(), "{words}");
    }
}

fn changes_values(good: &[u8], bad: &[u8]) -> bool {
    let read =
        |bytes: &[u8]| -> Option<toml::Table> { std::str::from_utf8(bytes).ok()?.parse().ok() };
    read(good) != read(bad)
}
