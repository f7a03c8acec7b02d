//! Corrections: each appends, each has a reason that those concerned are told, and each verifies.

use std::path::Path;

use super::{
    Game, begun, call, folder, fought, holds_in_script, ok, refused, runs, send, verified,
};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::{Call, Grounds, Turn};

const WHY: Grounds<'static> = Grounds {
    reason: "a letter was misread",
    by: "anna",
};

fn report(game: &Game, seat: &str) -> String {
    let seat = game.now.seat(seat).expect("a seat").clone();
    fieldpost::report::turn::report(game, &seat)
        .expect("a report")
        .replace('\n', " ")
}

fn open_rolls(game: &Game) -> Vec<String> {
    let entries = game
        .entries()
        .expect("a journal")
        .map(|entry| entry.expect("whole"));
    entries
        .flat_map(|entry| entry.list("rolls").to_vec())
        .collect()
}

/// The game is the same when it is opened again, from its checkpoint and from its journal alone, and it verifies.
fn stands(game: Game) -> Game {
    let (folder, now) = (game.folder.clone(), game.now.clone());
    drop(game);
    verified(&folder).expect("it verifies");
    holds_in_script(&folder.join("journal.toml"));
    let again = Game::open(&folder, Disk::default()).expect("it opens");
    assert_eq!(again.now, now);
    drop(again);
    let moved = folder.join("checkpoints-before");
    std::fs::rename(folder.join("checkpoints"), &moved).expect("moved");
    let again = Game::open(&folder, Disk::default()).expect("it opens from the journal");
    assert_eq!(
        again.now, now,
        "the journal leads to where the checkpoint is"
    );
    drop(again);
    std::fs::rename(&moved, folder.join("checkpoints")).expect("moved back");
    Game::open(&folder, Disk::default()).expect("it opens")
}

/// Secrets that were seen cannot be unseen: the referee is told which, and must insist.
#[test]
fn a_rewind_after_a_revelation_must_be_meant() {
    let games = folder();
    let game = fought(games.path(), "seen");
    let (draw, rolls) = (game.now.draw, open_rolls(&game));
    drop(game);
    let games = games.path();
    let back = (draw - 1).to_string();
    let rewind = [
        "rewind",
        "seen",
        "--run",
        &back,
        "--reason",
        "a letter was misread",
    ];
    refused(
        games,
        &rewind,
        2,
        &[
            "These runs would be void:",
            "What the players have seen since then, and cannot unsee:",
            "Blue has seen",
            "From a hidden die, seen by blue (entry ",
            "nothing was changed",
            "--yes",
        ],
    );
    let game = Game::open(&games.join("seen"), Disk::default()).expect("it opens");
    assert_eq!((game.now.draw, open_rolls(&game)), (draw, rolls.clone()));
    drop(game);
    let mut insist = rewind.to_vec();
    insist.push("--yes");
    let text = ok(games, &insist);
    assert!(text.contains("all dice after it are new"), "{text}");

    // Every decision is asked again, and the old dice serve nobody.
    let mut game = Game::open(&games.join("seen"), Disk::default()).expect("it opens");
    assert_eq!(game.now.waits[0].key, "t1/second/red.orders");
    for seat in ["red-bot", "blue-bot"] {
        let text = report(&game, seat);
        assert!(
            text.contains("a letter was misread") && text.contains("rolled anew"),
            "{text}"
        );
    }
    send(&mut game, "red-bot", "move Falke: narrows");
    assert_eq!(runs(&mut game), draw + 1);
    let last = game
        .entries()
        .expect("a journal")
        .map(|entry| entry.expect("whole"));
    let servers: Vec<String> = last
        .filter(|entry| entry.kind() == "draw")
        .map(|entry| entry.text("server").to_owned())
        .collect();
    let mut once = servers.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), servers.len(), "each run has a link of its own");
    assert!(
        report(&game, "red-bot").contains("a letter was misread"),
        "the next report still tells of it: it may be the first one mailed"
    );
    stands(game);
}

#[test]
fn a_rewind_goes_to_the_run_before_an_entry() {
    let games = folder();
    drop(fought(games.path(), "back"));
    let games = games.path();
    refused(
        games,
        &["rewind", "back", "--entry", "99", "--reason", "x"],
        2,
        &["there are entries 0 to"],
    );
    refused(
        games,
        &["rewind", "back", "--entry", "1", "--reason", "x"],
        2,
        &["no run was made up to entry 1"],
    );
    // A number is that of a run, whatever it is called.
    for name in ["--run", "--to"] {
        refused(
            games,
            &["rewind", "back", name, "99", "--reason", "x"],
            2,
            &["there are runs 1 to"],
        );
    }
    refused(
        games,
        &["rewind", "back", "--entry", "3", "--reason", "x"],
        2,
        &[
            "These runs would be void:",
            "run 2 (entry ",
            "nothing was changed: say --yes to go back to the end of run 1",
        ],
    );
    let text = ok(
        games,
        &["rewind", "back", "--entry", "3", "--reason", "x", "--yes"],
    );
    let agreed = |line: &&str| line.contains("miniature/skerries: run ");
    let said = text.lines().find(agreed).expect("how it stands");
    assert!(ok(games, &["status", "back"]).contains(said), "{text}");
    assert!(text.contains("back at the end of run 1"), "{text}");
    let text = ok(
        games,
        &[
            "rewind",
            "back",
            "--run",
            "1",
            "--reason",
            "again",
            "--dry-run",
        ],
    );
    assert!(!text.contains("back at the end"), "{text}");
}

/// A ruling that waits for the end of its step survives a rewind to a run before that end, also without checkpoints.
#[test]
fn a_rewind_keeps_rulings_that_stood_then() {
    let games = folder();
    let mut game = begun(games.path(), "kept");
    send(&mut game, "red-bot", "reserves heron");
    send(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    game.rule("fuel red to 3", "the tanker was late", "anna", &call(0))
        .expect("ruled");
    send(&mut game, "red-bot", "bid 1");
    send(&mut game, "blue-bot", "bid 2");
    let run = runs(&mut game);
    assert_eq!(game.now.state.fuel[0], 3);
    game.rule("fuel red to 2", "no, later", "anna", &call(0))
        .expect("ruled");
    game.rewind(run, "?", "anna", &call(0)).expect("rewound");
    assert!(
        game.now.rulings.is_empty(),
        "what came after the run is void"
    );
    let game = stands(game);
    assert_eq!(game.now.state.fuel[0], 3);
}

/// Two games that differ in a ruling on blue's submarine: red gets the same, to the letter.
#[test]
fn a_ruling_on_a_hidden_unit_tells_nothing_to_others() {
    let (one, two) = (folder(), folder());
    let play = |games: &Path, place: &str, reason: &str| {
        let mut game = begun(games, "twin");
        let words = format!("place coral at {place}");
        game.rule(&words, reason, "bob", &call(0)).expect("ruled");
        let first = report(&game, "red-bot");
        send(&mut game, "red-bot", "reserves heron");
        send(&mut game, "blue-bot", "reserves dart");
        runs(&mut game);
        (game, first)
    };
    let (outer, red_one) = play(one.path(), "outer", "Coral was put in the wrong box");
    let (north, red_two) = play(two.path(), "north", "it had fuel for one more box");
    let but_heads = |text: &str| text.split("Journal ").next().unwrap_or_default().to_owned();
    assert_eq!(but_heads(&red_one), but_heads(&red_two));
    assert_eq!(
        but_heads(&report(&outer, "red-bot")),
        but_heads(&report(&north, "red-bot"))
    );
    assert!(
        red_one.contains("a ruling on something hidden"),
        "he knows that there was one"
    );
    let journal = std::fs::read_to_string(outer.folder.join("journal.toml")).expect("a journal");
    for secret in ["outer\"", "wrong box", "bob\"", "Coral"] {
        assert!(!journal.contains(secret), "the journal tells of `{secret}`");
    }
    let blue = report(&outer, "blue-bot");
    assert!(
        blue.contains("place coral at outer") && blue.contains("wrong box"),
        "whom it concerns is told what and why: {blue}"
    );
    stands(outer);
}

#[test]
fn a_ruling_restores_a_unit_and_refuses_the_impossible() {
    let games = folder();
    let mut game = begun(games.path(), "sunk");
    game.rule("steps falke to 0", "a test", "anna", &call(0))
        .expect("ruled");
    send(&mut game, "red-bot", "reserves heron");
    send(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    assert!(game.now.state.at(fieldpost::board::UnitId(0)).is_none());
    let both = [
        "steps falke to 2".to_owned(),
        "place falke at bank".to_owned(),
    ];
    game.rule_all(&both, WHY, &call(0)).expect("restored");
    send(&mut game, "red-bot", "bid 0");
    send(&mut game, "blue-bot", "bid 1");
    runs(&mut game);
    let at = game
        .now
        .state
        .at(fieldpost::board::UnitId(0))
        .expect("afloat");
    assert_eq!(game.data.place(at).id, "bank");
    let game = stands(game);
    let folder = game.folder.parent().expect("games").to_owned();
    drop(game);
    refused(
        &folder,
        &["ruling", "sunk", "fuel red to many", "--reason", "x"],
        2,
        &["many", "write one of", "place:"],
    );
    refused(
        &folder,
        &["ruling", "sunk", "fuel red to 3"],
        2,
        &["give a --reason"],
    );
    // What the counter does not have cannot be ruled, and is not told as if it had been.
    refused(
        &folder,
        &["ruling", "sunk", "steps falke to 9", "--reason", "x"],
        2,
        &["impossible", "falke has 9 steps"],
    );
    // A ruling is taken back by its opposite: it is judged as if the one that waits had taken effect.
    ok(
        &folder,
        &["ruling", "sunk", "steps falke to 0", "--reason", "x"],
    );
    let text = ok(&folder, &["ruling", "sunk"]);
    assert!(
        text.contains("waits for the end of this step: steps falke to 0"),
        "{text}"
    );
    let both = [
        "ruling",
        "sunk",
        "steps falke to 2",
        "place falke at bank",
        "--reason",
        "undone",
    ];
    ok(&folder, &both);
    ok(&folder, &["run", "sunk", "--late", "all"]);
    let text = ok(&folder, &["explain", "sunk", "unit", "falke"]);
    assert!(text.contains("Now: in Bank, 3-2, 2 of 2 steps."), "{text}");
    ok(&folder, &["verify", "sunk"]);
    let text = ok(&folder, &["ruling", "sunk", "--lang", "fr"]);
    assert!(
        text.contains("carburant") || text.contains("fioul"),
        "{text}"
    );
}

#[test]
fn the_referee_answers_in_a_players_place() {
    let games = folder();
    let mut game = begun(games.path(), "for");
    let wrong = game
        .answer_for("blue-bot", "reserves falke", WHY, &call(0))
        .expect("read");
    assert!(!wrong.is_clean(), "the enemy's ship");
    assert_eq!(game.now.letters, 0, "nothing is entered");
    let near = game.answer_for("blu-bot", "reserves dart", WHY, &call(0));
    let near = near.err().expect("no such seat").to_string();
    assert!(near.contains("did you mean `blue-bot`?"), "{near}");
    let good = game
        .answer_for("blue-bot", "reserves dart", WHY, &call(0))
        .expect("taken");
    assert!(good.is_clean() && game.now.letters == 1);
    let red = report(&game, "red-bot");
    assert!(
        red.contains("answered in the place of blue-bot") && red.contains("a letter was misread"),
        "{red}"
    );
    assert!(!red.contains("dart"), "but not what: {red}");
    send(&mut game, "red-bot", "reserves heron");
    runs(&mut game);
    stands(game);
}

#[test]
fn a_pause_stops_runs_and_not_letters() {
    let games = folder();
    let mut game = begun(games.path(), "rest");
    game.pause(WHY, &call(0)).expect("paused");
    assert!(game.pause(WHY, &call(0)).is_err(), "once is enough");
    send(&mut game, "red-bot", "reserves heron");
    send(&mut game, "blue-bot", "reserves dart");
    assert!(matches!(game.run(&call(0)), Ok(Turn::Paused)));
    let text = report(&game, "red-bot");
    assert!(
        text.contains("The game is paused") && text.contains("a letter was misread"),
        "{text}"
    );
    let mut game = stands(game);
    let later = Call {
        seconds: call(0).seconds + 7200,
        ..call(120)
    };
    game.extend(3600, WHY, &later).expect("extended");
    assert!(
        report(&game, "red-bot").contains("put off by 1 hour."),
        "{}",
        report(&game, "red-bot")
    );
    game.resume(WHY, &later).expect("resumed");
    assert!(game.resume(WHY, &later).is_err());
    assert_eq!(
        game.now.extended,
        3600 + 7200,
        "the pause is added to the deadline"
    );
    runs(&mut game);
    assert_eq!(game.now.extended, 0, "the next deadline is its own");
    assert!(report(&game, "red-bot").contains("The game goes on"));
    stands(game);
}

#[test]
fn an_ejected_player_is_played_by_defaults_and_a_substitute_comes() {
    let games = folder();
    let mut game = begun(games.path(), "gone");
    send(
        &mut game,
        "blue-bot",
        "reserves dart\nbid 3\nstanding intercept: anson",
    );
    game.eject("blue-bot", WHY, &call(0)).expect("ejected");
    assert!(game.eject("blue-bot", WHY, &call(0)).is_err());
    let text = report(&game, "red-bot");
    assert!(text.contains("blue-bot has no player now"), "{text}");
    assert!(
        game.now.tray.sent.is_empty() && game.now.tray.standing.is_empty(),
        "his orders are void"
    );
    send(&mut game, "red-bot", "reserves heron\nbid 1");
    runs(&mut game);
    assert_eq!(
        game.now.state.fuel[1], game.data.tables.fuel[1],
        "the default bids nothing"
    );
    let mut game = stands(game);
    game.substitute("blue-bot", Some(fieldpost::orders::Lang::Fr), WHY, &call(0))
        .expect("given away");
    assert!(game.now.ejected.is_empty());
    let text = report(&game, "blue-bot");
    assert!(
        text.contains("Le siège blue-bot est confié"),
        "in his language: {text}"
    );
    let game = stands(game);
    let folder = game.folder.parent().expect("games").to_owned();
    drop(game);
    // Where no post is set up, nobody is invited by it.
    let asked = [
        "substitute",
        "gone",
        "red-bot",
        "carl@example.org",
        "--reason",
        "ill",
    ];
    let text = ok(&folder, &asked);
    assert!(
        text.contains("carl@example.org has the seat red-bot. No post is set up"),
        "{text}"
    );
    for order in ["pause", "resume"] {
        refused(
            &folder,
            &[order, "gone", "--reason", " "],
            2,
            &["give a reason"],
        );
    }
    ok(&folder, &["verify", "gone"]);
}

/// A seat that seals its part of the dice is unsealed when it changes hands: the newcomer lacks the chain.
#[test]
fn a_sealed_seat_changes_hands() {
    use fieldpost::engine::dice::Chain;
    use fieldpost::rules::Miniature;
    use fieldpost::store::matches::new_match;
    let games = folder();
    let secret = fieldpost::engine::dice::sha256_hex(b"anna's own");
    let chain = Chain::new(&secret, 100).expect("a chain");
    let mut new = new_match::<Miniature>("seal", &super::skerries(), 1);
    new.seats[0].seal = chain.seal();
    let mut game = Game::create(games.path(), Disk::default(), new).expect("a game");
    let link = |n: u64| format!("link: {}", chain.link(n).expect("a link"));
    send(&mut game, "red-bot", &link(1));
    runs(&mut game);
    send(&mut game, "blue-bot", "reserves dart");
    game.substitute("red-bot", None, WHY, &call(0))
        .expect("given away");
    send(&mut game, "red-bot", "reserves heron");
    runs(&mut game);
    stands(game);
}

/// `verify` names the first entry that does not hold, and what it should have been.
#[test]
fn verify_says_what_an_entry_should_have_been() {
    let games = folder();
    let mut game = begun(games.path(), "bad");
    game.rule("fuel red to 3", "the tanker was late", "anna", &call(0))
        .expect("ruled");
    send(&mut game, "red-bot", "reserves heron");
    send(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    let folder = game.folder.clone();
    drop(game);
    let journal = folder.join("journal.toml");
    let good = std::fs::read_to_string(&journal).expect("a journal");
    // Whoever forges an entry makes its hashes fit; what it stands for does not.
    for (from, to, words) in [
        (
            "words = \"fuel red to 3\"",
            "words = \"fuel red to 9\"",
            "entry 3: its words should be `fuel red to 3` and are `fuel red to 9`",
        ),
        (
            "kind = \"ruling\"",
            "kind = \"resume\"",
            "entry 3: its kind should be ruling and is resume",
        ),
    ] {
        assert!(good.contains(from), "{good}");
        std::fs::write(&journal, rehash(&good.replacen(from, to, 1))).expect("written");
        let error = verified(&folder).expect_err("forged").to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// A forged die: the journal's line is held against the sealed record, and the record against the seed.
#[test]
fn verify_says_what_a_die_should_have_been() {
    let games = folder();
    let game = fought(games.path(), "die");
    let folder = game.folder.clone();
    let roll = open_rolls(&game).first().expect("a roll").clone();
    drop(game);
    let value = roll.rsplit('|').next().expect("a value").to_owned();
    let other = if value == "6" { "1" } else { "6" };
    let forged = format!("{}|{other}", roll.rsplit_once('|').expect("a roll").0);
    let journal = folder.join("journal.toml");
    let good = std::fs::read_to_string(&journal).expect("a journal");
    std::fs::write(&journal, rehash(&good.replacen(&roll, &forged, 1))).expect("written");
    let error = verified(&folder).expect_err("forged").to_string();
    let words = format!("its roll 1 should be `{roll}` and is `{forged}`");
    assert!(
        error.contains(&words) && error.contains("entry 6"),
        "{error}"
    );
}

/// Recomputes the hashes of a journal, as a forger would.
fn rehash(text: &str) -> String {
    use fieldpost::engine::dice::Value;
    use fieldpost::store::log::{Entry, Log, Which};
    let table: toml::Table = text.parse().expect("TOML");
    let mut log = Log::empty(Which::Journal, Path::new("x"));
    let mut out = String::new();
    for row in table["entry"].as_array().expect("entries") {
        let mut entry = Entry::default();
        for (name, value) in row.as_table().expect("a table") {
            let value = match value {
                toml::Value::String(text) => Value::Text(text.clone()),
                toml::Value::Integer(number) => Value::Int(*number),
                toml::Value::Array(list) => Value::List(
                    list.iter()
                        .map(|item| item.as_str().expect("text").to_owned())
                        .collect(),
                ),
                other => panic!("{other} in an entry"),
            };
            if !["seq", "prev", "hash"].contains(&name.as_str()) {
                entry.set(name, value);
            }
        }
        let entry = log.seal(entry);
        out.push_str(&entry.render(Which::Journal));
        log.next += 1;
        log.head.clone_from(&entry.hash);
    }
    out
}
