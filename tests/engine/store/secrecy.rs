//! What a player receives does not depend on what he may not know.

use std::path::Path;

use fieldpost::draw::Window;
use fieldpost::report::map::Map;
use fieldpost::report::turn::compose;
use fieldpost::report::{html, page};

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

/// All that a seat is mailed, but for the heads of the journal, which are digests: the report as text and as a page,
/// and the map in every format.
fn mailed(game: &Game, seat: usize) -> Vec<String> {
    let seat = game.now.seats[seat].clone();
    let page = compose(game, &seat).expect("a report");
    let past = game.last_run(game.look().expect("a look").state);
    let past = past.expect("a run");
    let map = Map::new(game, &past, game.now.draw, &seat);
    let png = map.png(Window::Whole, Some(300)).expect("a picture");
    let all = [
        page::text(&page),
        html::draw(&page, &[]),
        map.ascii(Window::Whole).join("\n"),
        map.list(Window::Whole).join("\n"),
        map.svg(Window::Whole),
        format!("{png:?}"),
    ];
    let undigested = |text: String| {
        let lines = text.lines().filter(|line| !line.contains("Journal "));
        lines.collect::<Vec<_>>().join("\n")
    };
    all.map(undigested).to_vec()
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

/// The same game but for what blue keeps secret: where the submarine lies, and which reserves come first.
#[test]
fn neither_mails_nor_the_journal_tell_of_the_enemys_secrets() {
    let secrets = [
        ("reserves dart, cressy", "lurk north"),
        ("reserves dart, cressy", "lurk harbour"),
        ("reserves dart, cressy", "lurk outer"),
    ];
    let folders = secrets.map(|_| folder());
    let games: Vec<Game> = secrets
        .iter()
        .zip(&folders)
        .map(|((reserves, lurk), folder)| play(folder.path(), reserves, lurk))
        .collect();
    let [first, others @ ..] = games.as_slice() else {
        panic!("no games")
    };
    for other in others {
        assert_ne!(
            first.now.state, other.now.state,
            "the submarine lies elsewhere"
        );
        assert_eq!(mailed(first, 0), mailed(other, 0));
        assert_eq!(public(first), public(other));
        assert_eq!(first.now.waits, other.now.waits);
        // The comparison can fail, in every format: blue is told.
        for (one, two) in mailed(first, 1).iter().zip(mailed(other, 1)) {
            assert_ne!(*one, two);
        }
    }
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
