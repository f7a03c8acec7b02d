//! What a player receives does not depend on what he may not know.

use std::path::Path;

use super::{Game, begun, entries, folder, new, runs, send_well};

/// Plays a turn in which blue's secrets are `lurk` and `reserves`; red's letters are the same.
fn play(games: &Path, reserves: &str, lurk: &str) -> Game {
    let mut game = begun(games, new("twin"));
    send_well(&mut game, "red-bot", "reserves heron\nbid 3");
    send_well(&mut game, "blue-bot", reserves);
    runs(&mut game);
    send_well(&mut game, "blue-bot", "bid 1");
    runs(&mut game);
    send_well(&mut game, "blue-bot", lurk);
    runs(&mut game);
    send_well(&mut game, "red-bot", "move falke: bank\nmove greif: bank");
    runs(&mut game);
    game
}

/// All that a seat is mailed, but for the heads of the journal, which are digests.
fn mailed(game: &Game, seat: usize) -> String {
    let seat = game.now.seats[seat].clone();
    let report = fieldpost::report::turn::report(game, &seat).expect("a report");
    let lines = report.lines().filter(|line| !line.starts_with("Journal "));
    lines.collect::<Vec<_>>().join("\n")
}

/// The public journal, but for digests.
fn public(game: &Game) -> Vec<String> {
    entries(game)
        .into_iter()
        .map(|mut entry| {
            entry.prev.clear();
            entry.hash.clear();
            for digest in ["sealed_digest", "state", "book"] {
                entry.fields.remove(digest);
            }
            format!("{entry:?}")
        })
        .collect()
}

#[test]
fn neither_mails_nor_the_journal_tell_of_the_enemys_secrets() {
    let (one, two) = (folder(), folder());
    let north = play(one.path(), "reserves dart, cressy", "lurk north");
    let harbour = play(two.path(), "reserves dart, cressy", "lurk harbour");
    assert_ne!(
        north.now.state, harbour.now.state,
        "the submarine lies elsewhere"
    );
    assert_eq!(mailed(&north, 0), mailed(&harbour, 0));
    assert_eq!(public(&north), public(&harbour));
    assert_eq!(north.now.waits, harbour.now.waits);
    // The comparison can fail: blue is told.
    assert_ne!(mailed(&north, 1), mailed(&harbour, 1));
}

/// No file that a player is given names what is sealed.
#[test]
fn secrets_stay_in_their_files() {
    let games = folder();
    let game = play(games.path(), "reserves dart, cressy", "lurk north");
    let journal = std::fs::read_to_string(game.folder.join("journal.toml")).expect("a journal");
    for secret in [
        "lurks",
        "ranked",
        "taken",
        "shuffled",
        "bid: 3",
        "reserves:",
    ] {
        assert!(!journal.contains(secret), "the journal tells of `{secret}`");
    }
}
