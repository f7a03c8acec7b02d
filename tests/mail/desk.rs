//! Corrections of the referee reach the players' mail, each with its reason.

use super::club::{ANNA, BOB, Club};

fn deadline(club: &Club) -> i64 {
    let post = std::fs::read_to_string(club.games().join("first/post.toml")).expect("a desk");
    let line = post.lines().find(|line| line.starts_with("deadline = "));
    line.expect("a deadline")["deadline = ".len()..]
        .parse()
        .expect("a number")
}

fn draws(club: &Club) -> usize {
    String::from_utf8_lossy(&club.game("first")[0])
        .matches("kind = \"draw\"")
        .count()
}

/// The newest mail of an address, on one line.
fn flat(club: &Club, address: &str) -> String {
    club.last_of(address)
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_correction_is_mailed_once_to_everybody() {
    let mut club = Club::files();
    club.begun("first");
    club.ok(&[
        "ruling",
        "first",
        "fuel red to 3",
        "--reason",
        "the tanker was late",
    ]);
    club.poll();
    for address in [ANNA, BOB] {
        let text = flat(&club, address);
        assert!(text.contains("the tanker was late"), "{address}: {text}");
    }
    let mails = club.mails_of(ANNA).len();
    club.poll();
    assert_eq!(club.mails_of(ANNA).len(), mails, "once");
}

/// A run between the correction and the poll must not swallow the reason.
#[test]
fn a_correction_before_a_run_by_hand_is_mailed_with_its_report() {
    let mut club = Club::files();
    club.begun("first");
    club.ok(&[
        "ruling",
        "first",
        "fuel red to 3",
        "--reason",
        "the tanker was late",
    ]);
    club.ok(&["run", "first", "--late", "all"]);
    let before = club.mails_of(BOB).len();
    club.poll();
    let mails = club.mails_of(BOB);
    assert_eq!(mails.len(), before + 1, "one mail for all of it");
    assert!(
        mails[before].text.contains("the tanker was late"),
        "{}",
        mails[before].text
    );
}

#[test]
fn a_hidden_ruling_is_mailed_to_those_it_concerns() {
    let mut club = Club::files();
    club.begun("first");
    club.ok(&[
        "ruling",
        "first",
        "place coral at outer",
        "--reason",
        "it lay in the wrong box",
    ]);
    club.poll();
    let (red, blue) = (flat(&club, ANNA), flat(&club, BOB));
    assert!(
        red.contains("ruling on something hidden") && !red.contains("wrong box"),
        "{red}"
    );
    assert!(blue.contains("it lay in the wrong box"), "{blue}");
}

#[test]
fn deadlines_are_put_off_and_stand_still() {
    let mut club = Club::files();
    club.begun("first");
    let (due, runs) = (deadline(&club), draws(&club));
    club.ok(&["extend", "first", "1d 6h", "--reason", "a holiday"]);
    club.poll();
    assert_eq!(deadline(&club), due + 30 * 3600);
    assert!(
        flat(&club, ANNA).contains("put off by 1 day 6 hours. Reason: a holiday"),
        "{}",
        flat(&club, ANNA)
    );
    assert!(
        flat(&club, BOB).contains("repoussée de 1 jour 6 heures"),
        "{}",
        flat(&club, BOB)
    );
    club.poll();
    assert_eq!(deadline(&club), due + 30 * 3600, "once");
    club.ok(&["pause", "first", "--reason", "bob moves house"]);
    club.poll();
    assert!(flat(&club, ANNA).contains("bob moves house"));
    let mails = club.mails_of(ANNA).len();
    club.pass(100);
    assert_eq!(
        (draws(&club), club.mails_of(ANNA).len()),
        (runs, mails),
        "no run, no reminder"
    );
    club.ok(&["resume", "first", "--reason", "he is back"]);
    club.poll();
    assert_eq!(deadline(&club), due + 130 * 3600, "the pause is added");
    assert!(flat(&club, ANNA).contains("he is back"));
    club.pass(120);
    assert_eq!(draws(&club), runs + 1, "then it passes like any other");
}

#[test]
fn a_substitute_takes_the_seat_and_the_former_player_is_told() {
    let mut club = Club::files();
    club.begun("first");
    let old = club.last_of(BOB);
    let carol = "carol@test.example";
    club.ok(&[
        "substitute",
        "first",
        "bob",
        carol,
        "--reason",
        "no answer for a month",
        "--lang",
        "en",
    ]);
    club.poll();
    let text = flat(&club, BOB);
    assert!(
        text.contains("Vous ne jouez plus le siège bob") && text.contains("no answer for a month"),
        "{text}"
    );
    assert!(flat(&club, ANNA).contains("no answer for a month"));
    // What the former player sends no longer counts.
    let before = club.game("first");
    let mail = club.answer(&old, BOB, "reserves dart, cressy\n");
    club.deliver(&mail);
    club.poll();
    assert_eq!(club.game("first"), before);
    let invitation = club.last_of(carol);
    let join = invitation
        .text
        .lines()
        .find(|line| line.starts_with("join "))
        .expect("a join line")
        .to_owned();
    club.reply(carol, &join);
    club.poll();
    assert!(
        flat(&club, carol).contains("blue"),
        "{}",
        flat(&club, carol)
    );
    club.reply(carol, "reserves dart, cressy\n");
    club.reply(ANNA, "reserves mowe, heron\n");
    let runs = draws(&club);
    club.poll();
    assert_eq!(draws(&club), runs + 1);
    assert!(club.ok(&["verify", "first"]).contains("first: holds"));
}

#[test]
fn an_ejected_player_holds_nobody_up() {
    let mut club = Club::files();
    club.begun("first");
    club.ok(&[
        "eject",
        "first",
        "bob",
        "--reason",
        "he wrote under another name",
    ]);
    club.poll();
    assert!(flat(&club, BOB).contains("he wrote under another name"));
    assert!(flat(&club, ANNA).contains("has no player now"));
    let (runs, mails) = (draws(&club), club.mails_of(BOB).len());
    club.reply(ANNA, "reserves mowe, heron\n");
    club.poll();
    assert_eq!(draws(&club), runs + 1, "his defaults answer at once");
    assert_eq!(club.mails_of(BOB).len(), mails, "and he gets no report");
    assert!(club.ok(&["verify", "first"]).contains("first: holds"));
}

/// `preview` on a line of its own: the letter is looked at and not taken, in either language.
#[test]
fn a_preview_is_answered_and_nothing_is_taken() {
    let mut club = Club::files();
    club.begun("first");
    let before = club.game("first");
    for (word, head) in [("preview", "PREVIEW."), ("aperçu", "PREVIEW.")] {
        let mails = club.mails_of(ANNA).len();
        club.reply(ANNA, &format!("{word}\nreserves heron\nreserves hiron\n"));
        club.poll();
        assert_eq!(club.mails_of(ANNA).len(), mails + 1, "one answer");
        let text = flat(&club, ANNA);
        assert!(text.contains(head), "{text}");
        assert!(text.contains("looked at and not taken"), "{text}");
        assert!(text.contains("hiron"), "what is wrong is said: {text}");
        assert!(club.game("first") == before, "nothing was taken");
    }
}
