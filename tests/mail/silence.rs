//! Nobody wonders whether his letter came: what is refused is told at the registered address, and all of it is logged.

use super::club::{ANNA, BOB, Club, Received};

/// Plays a run, so that older codes get older.
fn play(club: &mut Club, anna: &str, bob: &str) {
    club.reply(ANNA, anna);
    club.reply(BOB, bob);
    club.poll();
}

fn said(mail: &Received) -> String {
    mail.text.replace('\n', " ")
}

#[test]
fn a_code_of_any_age_is_answered_with_what_to_do() {
    let mut club = Club::files();
    club.begun("first");
    let oldest = club.last_of(ANNA);
    play(
        &mut club,
        "reserves mowe, heron\n",
        "reserves dart, cressy\n",
    );
    play(&mut club, "bid 1\n", "bid 2\n");
    play(&mut club, "retract\n", "retract\n");
    let before = club.mails_of(ANNA).len();
    let mail = club.answer(&oldest, ANNA, "bid 3\n");
    let game = club.game("first");
    club.deliver(&mail);
    club.poll();
    assert_eq!(
        club.verdicts().pop().as_deref(),
        Some("old-code"),
        "{:#?}",
        club.log()
    );
    assert!(game == club.game("first"));
    assert_eq!(club.mails_of(ANNA).len(), before + 1);
    let told = said(&club.last_of(ANNA));
    assert!(
        told.contains("not taken") && told.contains("earlier mail"),
        "{told}"
    );
    // And the code of that notice is good.
    club.reply(ANNA, "message blue: sorry, that was the wrong mail\n");
    club.poll();
    assert_eq!(club.verdicts().pop().as_deref(), Some("taken"));
}

#[test]
fn a_forged_mail_uses_up_no_notice_of_another_cause() {
    let mut club = Club::files();
    club.begun("first");
    let old = club.last_of(ANNA);
    club.reply(ANNA, "reserves mowe, heron\n");
    club.poll();
    let before = club.mails_of(ANNA).len();
    // A forger without a code, twice: one notice.
    for n in 0..2 {
        club.write(ANNA, "Re: orders", &format!("bid {n}"));
        club.poll();
    }
    assert_eq!(club.mails_of(ANNA).len(), before + 1);
    // Her own second letter with a code that is used up is told, for its own reason; a third is not.
    for text in ["reserves heron\n", "reserves heron, mowe\n"] {
        let mail = club.answer(&old, ANNA, text);
        club.deliver(&mail);
        club.poll();
        assert_eq!(club.verdicts().pop().as_deref(), Some("used-code"));
    }
    assert_eq!(club.mails_of(ANNA).len(), before + 2);
    let told = said(&club.last_of(ANNA));
    assert!(told.contains("answered already"), "{told}");
    // The log has them all.
    let log = club.ok(&["mail", "log", "--game", "first", "--quarantined"]);
    assert_eq!(log.lines().count(), 4, "{log}");
    // Tomorrow is another day.
    club.advance(5);
    club.write(ANNA, "Re: orders", "bid 3");
    club.poll();
    assert_eq!(club.mails_of(ANNA).len(), before + 3);
}

#[test]
fn a_mangled_code_is_told_to_whom_it_concerns() {
    let mut club = Club::files();
    club.begun("first");
    club.begun("second");
    let before = (club.mails_of(ANNA).len(), club.mails_of(BOB).len());
    for subject in [
        "Re: [first abcd-efgh-ijk",
        "Re: [first abcd-efgh-ijkl] run 1",
    ] {
        club.write(ANNA, subject, "reserves mowe, heron");
    }
    club.poll();
    // Two causes, one mail, and no word about the game that is not meant.
    assert_eq!(club.mails_of(ANNA).len(), before.0 + 1);
    assert_eq!(club.mails_of(BOB).len(), before.1);
    let notice = club.last_of(ANNA);
    assert!(notice.subject.contains("[first "), "{}", notice.subject);
    assert!(notice.text.contains("code"), "{}", notice.text);
    let log = club.ok(&["mail", "log", "--game", "first", "--quarantined"]);
    assert_eq!(log.lines().count(), 2, "{log}");
}

#[test]
fn a_mail_without_code_is_logged_under_the_game_it_names() {
    let mut club = Club::files();
    club.begun("first");
    club.begun("second");
    club.write(ANNA, "Re: [second] my orders", "reserves mowe, heron");
    club.write(
        "eve@evil.example",
        "orders for first",
        "reserves mowe, heron",
    );
    club.poll();
    let log = |game: &str| club.ok(&["mail", "log", "--game", game]);
    assert!(log("second").contains("second/anna"), "{}", log("second"));
    assert!(
        log("second")
            .lines()
            .last()
            .is_some_and(|line| line.contains("no-code"))
    );
    assert!(!log("first").contains("no-code"), "{}", log("first"));
    assert!(log("first").contains("stranger"), "{}", log("first"));
}

/// However many mails one player gets for one decision, the code of the newest is good.
#[test]
fn codes_do_not_run_out() {
    let mut club = Club::files();
    club.begun("first");
    let path = club.games().join("first/post.toml");
    let text = std::fs::read_to_string(&path).expect("a desk");
    let used: Vec<String> = (1..=199).map(|n: u32| n.to_string()).collect();
    let text = text.replacen("issued = 1", "issued = 199", 1);
    let text = text.replacen("used = []", &format!("used = [{}]", used.join(", ")), 1);
    std::fs::write(&path, text).expect("written");
    for n in 0..5 {
        club.write(ANNA, "Re: [first]", "status");
        club.poll();
        club.reply(ANNA, &format!("message blue: {n}\n"));
        club.poll();
        assert_eq!(
            club.verdicts().pop().as_deref(),
            Some("taken"),
            "{:#?}",
            club.log()
        );
    }
}
