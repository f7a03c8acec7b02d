//! The three modes of the dice, and players who seal chains of their own.

use fieldpost::engine::dice::Chain;
use fieldpost::engine::game::Setup;
use fieldpost::store::beacon;
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Call, NewGame, Turn};
use fieldpost::store::matches::call;

use super::{Game, folder, holds_in_script, new, runs, send, send_well, verified, waits};

fn chain(word: char) -> Chain {
    Chain::new(&word.to_string().repeat(64), 64).expect("a chain")
}

/// A game in which red seals and blue does not.
fn sealed(id: &str) -> (NewGame, Chain) {
    let chain = chain('a');
    let mut new = new(id);
    new.seats[0].seal = chain.seal();
    (new, chain)
}

fn grades(game: &Game) -> Vec<String> {
    let entries = super::entries(game);
    let draws = entries.iter().filter(|entry| entry.kind() == "draw");
    draws
        .map(|entry| {
            entry
                .list("contrib")
                .iter()
                .map(|line| line.split('|').nth(1).unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

fn check(game: Game) {
    let path = game.folder.clone();
    drop(game);
    verified(&path).expect("it verifies");
    holds_in_script(&path);
}

#[test]
fn a_link_travels_with_the_orders() {
    let games = folder();
    let (new, chain) = sealed("links");
    let link = |n| format!("link: {}", chain.link(n).expect("a link"));
    let mut game = Game::create(games.path(), Disk::default(), new).expect("made");
    assert_eq!(
        waits(&mut game),
        ["red-bot"],
        "the first draw waits for its seal to be opened"
    );
    send_well(&mut game, "red-bot", &link(1));
    runs(&mut game);
    send_well(&mut game, "blue-bot", "reserves dart");
    let receipt = send(&mut game, "red-bot", "reserves heron");
    assert!(
        receipt.link_missing,
        "orders without the link are not complete"
    );
    assert_eq!(waits(&mut game), ["red-bot"]);
    let receipt = send(&mut game, "red-bot", &link(3));
    assert!(!receipt.is_clean(), "a link out of turn opens nothing");
    send_well(&mut game, "red-bot", &link(2));
    runs(&mut game);
    // Red is late: his orders fall to the default, his chain does not move.
    send_well(&mut game, "blue-bot", "bid 1");
    let late = Call {
        late: vec!["red".to_owned()],
        ..call(0)
    };
    assert!(matches!(game.run(&late), Ok(Turn::Ran(3))));
    send_well(&mut game, "blue-bot", "lurk north");
    runs(&mut game);
    assert_eq!(
        grades(&game),
        [
            "sealed unasked",
            "sealed plain",
            "absent plain",
            "unasked plain"
        ]
    );
    assert_eq!(game.now.seats[0].seal, chain.link(2).expect("a link"));
    check(game);
}

#[test]
fn a_lost_chain_is_replaced_by_a_new_seal() {
    let games = folder();
    let (new, first) = sealed("reseal");
    let second = chain('b');
    let mut game = Game::create(games.path(), Disk::default(), new).expect("made");
    let letter = format!(
        "link: {}\nseal: {}",
        first.link(1).expect("a link"),
        second.seal()
    );
    send_well(&mut game, "red-bot", &letter);
    runs(&mut game);
    send_well(&mut game, "blue-bot", "reserves dart");
    let receipt = send(
        &mut game,
        "red-bot",
        &format!("link: {}", first.link(2).expect("a link")),
    );
    assert!(!receipt.is_clean(), "the old chain opens nothing any more");
    let letter = format!("reserves heron\nlink: {}", second.link(1).expect("a link"));
    send_well(&mut game, "red-bot", &letter);
    runs(&mut game);
    assert_eq!(grades(&game), ["sealed unasked", "sealed plain"]);
    check(game);
}

#[test]
fn a_copied_seal_is_refused() {
    let games = folder();
    let (mut new, chain) = sealed("copied");
    new.seats[1].seal = chain.seal();
    assert!(Game::create(games.path(), Disk::default(), new).is_err());
}

#[test]
fn after_the_close_links_come_last() {
    let games = folder();
    let (new, chain) = sealed("after");
    let link = |n| format!("link: {}", chain.link(n).expect("a link"));
    let new = NewGame {
        reveal: "after-close".to_owned(),
        ..new
    };
    let mut game = Game::create(games.path(), Disk::default(), new).expect("made");
    // Nothing is ordered yet: the seat that seals is absent from the first draw.
    runs(&mut game);
    send_well(&mut game, "blue-bot", "reserves dart");
    send_well(&mut game, "red-bot", "reserves heron");
    let Ok(Turn::WaitsForLinks(seats)) = game.run(&call(0)) else {
        panic!("it waits for the link")
    };
    assert_eq!(seats, ["red-bot"]);
    assert!(
        !send(&mut game, "red-bot", "reserves moewe").is_clean(),
        "the orders are closed"
    );
    send_well(&mut game, "red-bot", &link(1));
    runs(&mut game);
    assert_eq!(
        game.now.state.reserves[0][0].0, 2,
        "heron comes first, as ordered before the close"
    );
    // Who withholds his link loses his orders.
    send_well(&mut game, "blue-bot", "bid 1");
    send_well(&mut game, "red-bot", "bid 3");
    assert!(matches!(game.run(&call(0)), Ok(Turn::WaitsForLinks(_))));
    let late = Call {
        late: vec!["red".to_owned()],
        ..call(0)
    };
    assert!(matches!(game.run(&late), Ok(Turn::Ran(3))));
    assert_eq!(game.now.state.fuel[0], 8, "the bid was void");
    assert_eq!(
        grades(&game),
        ["absent unasked", "sealed plain", "withheld plain"]
    );
    check(game);
}

#[test]
fn the_beacon_is_waited_for() {
    let games = folder();
    let new = NewGame {
        beacon: beacon::QUICKNET.to_owned(),
        ..new("beacon")
    };
    let mut game = Game::create(games.path(), Disk::default(), new).expect("made");
    for n in 0..2 {
        let Ok(Turn::WaitsForBeacon(round)) = game.run(&call(n)) else {
            panic!("it waits")
        };
        assert_eq!(round, beacon::round_after(call(n).seconds));
        let path = beacon::path(&game.folder, round);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        let signature = "ab".repeat(48);
        let value = "00".repeat(32);
        let json = |value: &str| {
            format!(
                "{{\"round\":{round},\"randomness\":\"{value}\",\"signature\":\"{signature}\"}}"
            )
        };
        std::fs::write(&path, json(&value)).expect("saved");
        let error = game
            .run(&call(0))
            .expect_err("a value that is not the signature's hash");
        assert!(error.file == path, "{error}");
        let bytes: Vec<u8> = vec![0xab; 48];
        std::fs::write(&path, json(&fieldpost::engine::dice::sha256_hex(&bytes))).expect("saved");
        runs(&mut game);
        let first = game.now.draw == 1;
        send_well(
            &mut game,
            "red-bot",
            if first { "reserves heron" } else { "bid 1" },
        );
        send_well(
            &mut game,
            "blue-bot",
            if first { "reserves dart" } else { "bid 0" },
        );
    }
    check(game);
}

#[test]
fn who_waits_for_missing_players_calls_nobody_late() {
    let games = folder();
    let setup = Setup {
        scenario: "skerries".to_owned(),
        ..Setup::default()
    };
    let new = NewGame {
        missing: "wait".to_owned(),
        setup,
        ..new("wait")
    };
    let mut game = super::begun(games.path(), new);
    let late = Call {
        late: vec!["red".to_owned()],
        ..call(0)
    };
    assert!(game.run(&late).is_err());
}

/// Two runs in which nothing hidden happened have different digests.
#[test]
fn an_empty_sealed_part_tells_nothing() {
    let games = folder();
    let mut game = super::begun(games.path(), new("empty"));
    send_well(&mut game, "red-bot", "reserves heron");
    send_well(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    let entries = super::entries(&game);
    let draws: Vec<_> = entries
        .iter()
        .filter(|entry| entry.kind() == "draw")
        .collect();
    assert_ne!(
        draws[0].text("sealed_digest"),
        draws[1].text("sealed_digest")
    );
    assert_ne!(
        draws[0].text("state"),
        draws[1].text("state"),
        "keyed, though the position is alike"
    );
}
