//! Replaying by other rules: the first thing that goes another way.

use super::{begun, folder, ok, refused, runs, send};

/// Both sides bid the same, which a switch decides (2.2).
fn tied(games: &std::path::Path) {
    let mut game = begun(games, "tie");
    send(&mut game, "red-bot", "reserves heron\nbid 1");
    send(&mut game, "blue-bot", "reserves dart\nbid 1\nlurk north");
    runs(&mut game);
}

#[test]
fn the_same_rules_go_the_same_way() {
    let games = folder();
    tied(games.path());
    let text = ok(games.path(), &["replay", "tie"]);
    assert!(text.contains("runs go the same way by rules 1"), "{text}");
    // Another program has its own rules built in; this one has the same.
    let program = env!("CARGO_BIN_EXE_fieldpost");
    let text = ok(games.path(), &["replay", "tie", "--with-rules", program]);
    assert!(text.contains("runs go the same way by rules 1"), "{text}");
    refused(
        games.path(),
        &["replay", "tie", "--with-rules", "no-such-program"],
        2,
        &["no-such-program cannot be run"],
    );
    refused(
        games.path(),
        &["replay", "tie", "--with-rules", "true"],
        2,
        &["true is not a fieldpost"],
    );
}

#[test]
fn changed_rules_part_where_they_first_matter() {
    let games = folder();
    tied(games.path());
    let before = std::fs::read(games.path().join("tie/journal.toml")).expect("a journal");
    refused(
        games.path(),
        &["replay", "tie", "--switch", "tie=red"],
        1,
        &[
            "1 runs go the same way; run 2 (entry 4) does not",
            "recorded, by rules 1: ",
            "blue",
            "Nothing was changed",
        ],
    );
    let after = std::fs::read(games.path().join("tie/journal.toml")).expect("a journal");
    assert_eq!(before, after);
    let (_, text) = super::fieldpost(
        games.path(),
        &["replay", "tie", "--switch", "tie=red", "--json"],
    );
    assert!(
        text.contains("\"run\": 2") && text.contains("\"same\": 1"),
        "{text}"
    );
    refused(
        games.path(),
        &["replay", "tie", "--switch", "tie=green"],
        2,
        &["red or advantage"],
    );
}

#[test]
fn changed_data_part_before_the_first_run() {
    let games = folder();
    tied(games.path());
    ok(games.path(), &["data", "write", "miniature", "mine"]);
    let path = games.path().join("mine/miniature/skerries.toml");
    let text = std::fs::read_to_string(&path).expect("a file");
    let fuel = text
        .lines()
        .find(|line| line.starts_with("fuel = "))
        .expect("fuel");
    std::fs::write(&path, text.replace(fuel, "fuel = [9, 9]")).expect("written");
    refused(
        games.path(),
        &["replay", "tie", "--with-data", "mine"],
        1,
        &[
            "the position differs before the first run",
            "red.fuel: was ",
            "would be 9",
        ],
    );
}
