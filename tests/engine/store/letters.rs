//! Letters: what counts, what is kept, what is said.

use fieldpost::engine::inputs::Pace;
use fieldpost::engine::letters::Said;
use fieldpost::orders::Lang;
use fieldpost::report::receipt::receipt;
use fieldpost::store::keeper::{Call, NewGame};
use fieldpost::store::matches::call;

use super::{Game, begun, folder, new, runs, seat, send, send_well, told, waits};

/// A game at the bids.
fn at_bids(games: &std::path::Path, new: NewGame) -> Game {
    let mut game = begun(games, new);
    for name in game.now.asked() {
        let text = if game.now.seat(&name).is_some_and(|seat| seat.plays("red")) {
            "reserves heron, moewe"
        } else {
            "reserves dart, cressy"
        };
        send_well(&mut game, &name, text);
    }
    runs(&mut game);
    game
}

#[test]
fn the_last_valid_letter_counts() {
    let games = folder();
    let mut game = at_bids(games.path(), new("last"));
    send_well(&mut game, "red-bot", "bid 1");
    send_well(&mut game, "red-bot", "bid 3");
    assert!(!send(&mut game, "red-bot", "bid 9").is_clean());
    send_well(&mut game, "blue-bot", "bid 2");
    runs(&mut game);
    assert!(
        told(&game)[0].starts_with("The bids are opened: red 3, blue 2"),
        "{:?}",
        told(&game)
    );
    assert!(
        game.now.tray.sent.is_empty(),
        "no line is left to answer a later question: {:?}",
        game.now.tray.sent
    );
}

#[test]
fn retract_takes_back_what_was_sent() {
    let games = folder();
    let mut game = at_bids(games.path(), new("back"));
    send_well(&mut game, "red-bot", "bid 1");
    send_well(&mut game, "blue-bot", "bid 2");
    send_well(&mut game, "red-bot", "retract");
    assert_eq!(waits(&mut game), ["red-bot"]);
}

/// Who answered ahead is not waited for, until he takes it back.
#[test]
fn an_answer_sent_ahead_may_be_taken_back() {
    let games = folder();
    let mut game = begun(games.path(), new("take"));
    send_well(&mut game, "red-bot", "reserves heron\nbid 2");
    send_well(&mut game, "blue-bot", "reserves dart");
    runs(&mut game);
    assert_eq!(waits(&mut game), ["blue-bot"]);
    let seat = game.now.seats[0].clone();
    let report = fieldpost::report::turn::report(&game, &seat).expect("a report");
    assert!(report.contains("Answered"), "{report}");
    send_well(&mut game, "red-bot", "retract");
    assert_eq!(waits(&mut game), ["red-bot", "blue-bot"]);
    send_well(&mut game, "blue-bot", "bid 1");
    assert_eq!(waits(&mut game), ["red-bot"]);
    send_well(&mut game, "red-bot", "bid 3");
    runs(&mut game);
    assert!(
        told(&game)[0].starts_with("The bids are opened: red 3, blue 1"),
        "{:?}",
        told(&game)
    );
}

#[test]
fn lines_sent_ahead_are_used_once_and_lapse_with_their_phase() {
    let games = folder();
    let mut game = at_bids(games.path(), new("ahead"));
    send_well(
        &mut game,
        "red-bot",
        "bid 2\nmove falke: outer\nif enemy narrows: move greif: bank\nelse: move greif: outer",
    );
    send_well(&mut game, "blue-bot", "bid 0\nlurk north\nwithdraw: no");
    runs(&mut game);
    // Both moves were made by the lines sent ahead; the sheet was asked once.
    let lines = told(&game);
    assert!(
        lines.contains(&"Falke enters Outer Road.".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"Greif enters Outer Road.".to_owned()),
        "{lines:?}"
    );
    assert!(
        !lines.contains(&"Greif enters Bank.".to_owned()),
        "{lines:?}"
    );
    assert_eq!(waits(&mut game), ["blue-bot"], "now blue moves");
    // The line for the other case and the withdrawal wait no longer than their phase.
    send_well(&mut game, "blue-bot", "orders none");
    runs(&mut game);
    assert_eq!(game.now.tray.sent, []);
    assert_eq!(game.now.state.turn, 2);
}

#[test]
fn standing_orders_answer_until_they_are_forgotten() {
    let games = folder();
    let mut game = at_bids(games.path(), new("stand"));
    send_well(
        &mut game,
        "blue-bot",
        "bid 1\nstanding lurk: north\nstanding intercept: none\nmove anson: narrows",
    );
    send_well(&mut game, "red-bot", "bid 0");
    runs(&mut game);
    assert_eq!(
        waits(&mut game),
        ["red-bot"],
        "lurk was answered by the standing order"
    );
    send_well(&mut game, "blue-bot", "standing intercept: forget");
    assert_eq!(game.now.tray.standing.len(), 1);
    send_well(&mut game, "red-bot", "move falke: narrows");
    runs(&mut game);
    assert_eq!(
        waits(&mut game),
        ["blue-bot"],
        "the interception is asked again"
    );
    assert!(game.now.waits[0].key.ends_with("blue.intercept"));
    // What a run has used is never worked out again: other standing orders change nothing of the past.
    let before = game.now.record.clone();
    send_well(
        &mut game,
        "blue-bot",
        "standing lurk: harbour\nask me intercept",
    );
    assert_eq!(game.now.record, before);
    assert_eq!(game.look().expect("it fits its record").questions.len(), 1);
}

#[test]
fn at_the_brisk_pace_reactions_do_not_wait_unless_told_to() {
    let games = folder();
    for (id, letter, waits_for) in [
        ("brisk", "", "red-bot"),
        ("asked", "\nask me intercept falke", "blue-bot"),
    ] {
        let mut game = at_bids(
            games.path(),
            NewGame {
                pace: Pace::Brisk,
                ..new(id)
            },
        );
        send_well(
            &mut game,
            "blue-bot",
            &format!("bid 1\nlurk north\nmove anson: narrows{letter}"),
        );
        send_well(&mut game, "red-bot", "bid 0");
        runs(&mut game);
        send_well(&mut game, "red-bot", "move falke: narrows");
        runs(&mut game);
        let mut asked = waits(&mut game);
        asked.sort();
        assert!(asked.contains(&waits_for.to_owned()), "{id}: {asked:?}");
    }
}

#[test]
fn who_is_late_gets_the_default_and_his_valid_lines() {
    let games = folder();
    let mut game = at_bids(games.path(), new("late"));
    send_well(&mut game, "blue-bot", "bid 0");
    send_well(&mut game, "red-bot", "bid 1");
    runs(&mut game);
    send_well(&mut game, "blue-bot", "lurk north");
    runs(&mut game);
    // One line is right and one is wrong: the right one waits for the deadline.
    let receipt = send(&mut game, "red-bot", "move falke: outer\nmove gref: bank");
    assert!(!receipt.is_clean());
    assert_eq!(waits(&mut game), ["red-bot"]);
    let late = Call {
        late: vec!["red".to_owned()],
        ..call(0)
    };
    game.run(&late).expect("it runs");
    assert!(
        told(&game).contains(&"Falke enters Outer Road.".to_owned()),
        "{:?}",
        told(&game)
    );
}

#[test]
fn several_seats_share_a_side_by_desks() {
    let games = folder();
    let seats = vec![
        seat("anna", &["red"], "*"),
        seat("bob", &["blue"], "fleet"),
        seat("carol", &["blue"], "staff"),
    ];
    let mut game = at_bids(
        games.path(),
        NewGame {
            seats,
            ..new("desks")
        },
    );
    assert_eq!(game.now.asked(), ["anna", "carol"], "the staff bids");
    let receipt = send(&mut game, "bob", "bid 2");
    let Said::Wrong(problems) = &receipt.verdicts[0].said else {
        panic!("{:?}", receipt.verdicts)
    };
    assert_eq!(problems[0].what.key, "not-your-desk");
    send_well(&mut game, "carol", "bid 2");
    send_well(&mut game, "anna", "bid 0");
    runs(&mut game);
    assert_eq!(game.now.asked(), ["bob"], "the fleet moves the submarine");
}

#[test]
fn one_hand_may_play_several_sides() {
    let games = folder();
    let seats = vec![seat("dora", &["red", "blue"], "*")];
    let mut game = begun(
        games.path(),
        NewGame {
            seats,
            ..new("hand")
        },
    );
    let receipt = send(&mut game, "dora", "reserves heron");
    assert!(
        receipt.is_clean(),
        "only red has a Heron: {:?}",
        receipt.verdicts
    );
    assert_eq!(waits(&mut game), ["dora"]);
    send_well(
        &mut game,
        "dora",
        "as blue\nreserves dart\nas red\nreserves moewe\nbid 1",
    );
    runs(&mut game);
    assert_eq!(
        game.now.state.reserves[0][0].0, 3,
        "the later letter counts"
    );
    send_well(&mut game, "dora", "pour bleu\nenchere 2");
    runs(&mut game);
    assert!(
        told(&game)[0].starts_with("The bids are opened: red 1, blue 2"),
        "{:?}",
        told(&game)
    );
}

#[test]
fn a_bare_answer_is_understood() {
    let games = folder();
    let mut game = at_bids(games.path(), new("bare"));
    send_well(&mut game, "red-bot", "2");
    send_well(&mut game, "blue-bot", "trois");
    runs(&mut game);
    assert!(
        told(&game)[0].starts_with("The bids are opened: red 2, blue 3"),
        "{:?}",
        told(&game)
    );
}

/// What a player reads when he got things wrong, in both languages.
#[test]
fn receipts_say_what_to_do() {
    let games = folder();
    let mut seats = new("say").seats;
    seats[1].lang = Lang::Fr;
    let mut game = at_bids(
        games.path(),
        NewGame {
            seats,
            ..new("say")
        },
    );
    let text = |game: &mut Game, name: &str, letter: &str| {
        let given = send(game, name, letter);
        let seat = game.now.seat(name).expect("a seat").clone();
        let text = receipt(game, &seat, &given).expect("a receipt");
        let digest = text
            .lines()
            .filter(|line| !line.starts_with("Receipt") && !line.starts_with("Reçu"));
        digest.collect::<Vec<_>>().join("\n").trim_end().to_owned()
    };
    insta::assert_snapshot!(text(
        &mut game,
        "red-bot",
        "bid 9\nmove falke: narows\nhelo"
    ));
    insta::assert_snapshot!(text(
        &mut game,
        "blue-bot",
        "Bonjour !\nenchère : deux\nembusk north\nconsigne intercepte : ansn"
    ));
    insta::assert_snapshot!(text(&mut game, "red-bot", "hello"));
    insta::assert_snapshot!(text(&mut game, "blue-bot", "aide"));
}

/// A game at red's orders, of which the first letter has two mistakes.
fn half_ordered(games: &std::path::Path, lang: Lang) -> Game {
    let mut seats = new("mend").seats;
    seats[0].lang = lang;
    let switches = vec![("tie".to_owned(), "red".to_owned())];
    let setup = fieldpost::engine::game::Setup {
        switches,
        ..super::skerries()
    };
    let made =
        fieldpost::store::matches::new_match::<fieldpost::rules::Miniature>("mend", &setup, 1);
    let mut game = at_bids(games, NewGame { seats, ..made });
    send_well(&mut game, "blue-bot", "bid 0\nlurk north");
    send_well(&mut game, "red-bot", "bid 1");
    runs(&mut game);
    assert_eq!(waits(&mut game), ["red-bot"]);
    game
}

fn answer(game: &mut Game, letter: &str) -> String {
    let given = send(game, "red-bot", letter);
    let seat = game.now.seat("red-bot").expect("a seat").clone();
    let text = receipt(game, &seat, &given).expect("a receipt");
    let digest = |line: &&str| !line.starts_with("Receipt") && !line.starts_with("Reçu");
    text.lines()
        .filter(digest)
        .collect::<Vec<_>>()
        .join("\n")
        .trim_end()
        .to_owned()
}

/// What a player reads who mends a line, joins one, takes one back and replaces them all: each time the whole set.
#[test]
fn every_receipt_ends_with_all_that_stands() {
    for lang in Lang::ALL {
        let games = folder();
        let mut game = half_ordered(games.path(), lang);
        let letters = [
            "move falke: outer\nmove greif: harbour\nlurk south",
            "move greif: outer",
            "move falke: bank",
            "retract move greif",
            "instead\nmove greif: bank",
            "move greif: nowhere",
            "as is",
        ];
        let said: Vec<String> = letters
            .iter()
            .map(|letter| format!("> {letter}\n{}", answer(&mut game, letter)))
            .collect();
        insta::assert_snapshot!(format!("stands-{lang}"), said.join("\n\n"));
    }
}

#[test]
fn the_form_sent_back_unchanged_is_harmless() {
    let games = folder();
    let mut game = at_bids(games.path(), new("form"));
    let seat = game.now.seats[0].clone();
    let report = fieldpost::report::turn::report(&game, &seat).expect("a report");
    insta::assert_snapshot!(
        report
            .lines()
            .filter(|line| !line.contains("ournal "))
            .collect::<Vec<_>>()
            .join("\n")
    );
    let form = report
        .split("YOUR ORDERS")
        .nth(1)
        .expect("a form")
        .split("THE DICE")
        .next()
        .expect("it");
    let letter: String = form
        .lines()
        .skip(2)
        .map(|line| format!("{line}\n"))
        .collect();
    let receipt = send(&mut game, "red-bot", &letter);
    assert!(
        receipt.says_nothing() && receipt.is_clean(),
        "{:?}",
        receipt.verdicts
    );
}

/// A hundred thousand letters of noise: never a panic, always an answer.
#[test]
fn noise_gets_an_answer() {
    let games = folder();
    let game = at_bids(games.path(), new("noise"));
    let look = game.look().expect("a look");
    let seat = game.now.seats[0].clone();
    let open = game.open_for(&look, &seat.name);
    let mut rng = fieldpost::engine::bot::Rng::new(9);
    let words = [
        "bid", "if", "enemy", "narrows", ":", "else", "standing", "ask", "me", "as", "red", "link",
        "#", ">", "3", "move", "falke", "é", "\u{a0}", "move", "raid", "orders", "none", ",", "\n",
        "\n", "seal", "retract",
    ];
    for n in 0..100_000u32 {
        let mut text = String::new();
        for _ in 0..rng.below(12) {
            if n % 2 == 0 {
                text.push_str(rng.pick(&words).expect("a word"));
                text.push(' ');
            } else {
                let bytes: Vec<u8> = (0..rng.below(9))
                    .map(|_| u8::try_from(rng.below(256)).unwrap_or(0))
                    .collect();
                text.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
        let given = fieldpost::engine::letters::receive::<fieldpost::rules::Miniature>(
            &fieldpost::engine::letters::Letter {
                data: &game.data,
                state: &look.state,
                seat: &seat,
                open: &open,
                others: &[],
                seats: &game.now.seats,
                tray: &game.now.tray,
                number: n,
                text: &text,
                closed: false,
                over: false,
            },
        );
        for verdict in &given.verdicts {
            if let Said::Wrong(problems) = &verdict.said {
                assert!(!problems.is_empty(), "{text:?}");
            }
        }
    }
}
