//! Loops: robots are never answered, and bounces never make a mail.

use super::club::{ANNA, BOB, BOSS, Club, GM, OTHER, Route};

fn count(club: &Club) -> usize {
    [ANNA, BOB, BOSS, GM]
        .iter()
        .map(|address| club.mails_of(address).len())
        .sum()
}

#[test]
fn robots_are_not_answered() {
    let mut club = Club::files();
    club.begun("first");
    let report = club.last_of(ANNA);
    let before = count(&club);
    let marks = [
        "Auto-Submitted: auto-replied\r\n",
        "Auto-Submitted: auto-generated (vacation)\r\n",
        "Precedence: bulk\r\n",
        "Precedence: junk\r\n",
        "X-Autoreply: yes\r\n",
        "X-Autorespond: x\r\n",
        "Return-Path: <>\r\n",
        "List-Id: <x.example>\r\n",
        "X-Fieldpost: other/anna\r\n",
    ];
    for mark in marks {
        let mail = club.answer(&report, ANNA, "reserves heron\n");
        club.deliver(&format!("{mark}{mail}"));
    }
    for subject in [
        "Out of office: back on Monday",
        "Abwesenheitsnotiz",
        "Réponse automatique : votre courriel",
        "Automatic reply: x",
    ] {
        club.write(ANNA, subject, "reserves heron");
    }
    let game = club.game("first");
    club.poll();
    assert_eq!(count(&club), before);
    assert!(game == club.game("first"));
    let verdicts = club.verdicts();
    let robots = verdicts
        .iter()
        .filter(|verdict| *verdict == "automatic")
        .count();
    assert_eq!(robots, marks.len() + 4, "{verdicts:?}");
    // A person whose program asks others not to answer automatically is a person.
    let mail = club.answer(&report, ANNA, "reserves heron, mowe\n");
    club.deliver(&format!(
        "Auto-Submitted: no\r\nX-Auto-Response-Suppress: OOF\r\n{mail}"
    ));
    club.poll();
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some("taken"),
        "{:#?}",
        club.log()
    );
}

pub fn dsn(to: &str, action: &str, status: &str, about: &str) -> String {
    format!(
        "From: Mail Delivery System <MAILER-DAEMON@mx.example>\r\nTo: {GM}\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=r\r\n\r\n--r\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; {to}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--r\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {about}\r\nSubject: x\r\n\r\nx\r\n--r--\r\n"
    )
}

#[test]
fn bounces_of_five_kinds_make_no_mail_but_one_to_the_referee() {
    let mut club = Club::files();
    club.begun("first");
    let report = club.last_of(BOB);
    let players = |club: &Club| {
        club.mails_of(ANNA).len() + club.mails_of(BOB).len() + club.mails_of(GM).len()
    };
    let before = players(&club);
    let bounces = [
        dsn(BOB, "delayed", "4.4.1", &report.id),
        // Qmail, prose only.
        format!(
            "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {GM}\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program.\r\n\r\n<nobody@x.example>:\r\n550 no such user\r\n"
        ),
        // Exim.
        format!(
            "X-Failed-Recipients: nobody@x.example\r\nAuto-Submitted: auto-replied\r\nFrom: Mail Delivery System <Mailer-Daemon@x.example>\r\nTo: {GM}\r\nSubject: Mail delivery failed: returning message to sender\r\n\r\nA message that you sent could not be delivered.\r\n"
        ),
        // A receipt that somebody read it.
        format!(
            "From: <{BOB}>\r\nTo: {GM}\r\nSubject: Read: x\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary=r\r\n\r\n--r\r\n\r\nread\r\n--r--\r\n"
        ),
        // Forged: names anna, but comes back for bob's mail.
        dsn("eve@evil.example", "failed", "5.1.1", &report.id),
        dsn(BOB, "failed", "5.1.1", &report.id),
    ];
    for bounce in &bounces {
        club.deliver(bounce);
    }
    club.poll();
    assert_eq!(players(&club), before);
    assert_eq!(club.mails_of(BOSS).len(), 1, "the referee hears of bob");
    assert!(
        club.last_of(BOSS).text.contains("bob cannot be reached"),
        "{}",
        club.last_of(BOSS).text
    );
    let post = std::fs::read_to_string(club.games().join("first/post.toml")).expect("a desk");
    assert!(post.contains("reach = \"unreachable\""), "{post}");
    let verdicts = club.verdicts();
    assert_eq!(
        verdicts
            .iter()
            .filter(|verdict| *verdict == "bounce")
            .count(),
        5,
        "{:#?}",
        club.log()
    );
    club.poll();
    assert_eq!(club.mails_of(BOSS).len(), 1);
}

/// A player whose server answers by itself, live: he is written to as any other, and his robot is not answered.
fn silent_to(club: &mut Club, away: &str) -> usize {
    club.ok(&[
        "new",
        "miniature/skerries",
        "--id",
        "first",
        "--secret",
        "club",
        "--seat",
        "anna=red",
        "--seat",
        "bob=blue",
        "--mail",
        &format!("anna={away}"),
        "--mail",
        &format!("bob={BOB}"),
    ]);
    club.poll();
    // Whoever sits behind the robot joins by hand.
    let invitation = club.last_of(away).text;
    let line = invitation.lines().find(|line| line.starts_with("join "));
    club.reply(away, line.expect("a code"));
    for _ in 0..4 {
        club.poll();
    }
    let settled = club.mails_of(away).len();
    for _ in 0..4 {
        club.poll();
    }
    assert_eq!(club.mails_of(away).len(), settled, "{:#?}", club.log());
    let ours = club
        .mails_of(away)
        .into_iter()
        .filter(|mail| mail.raw.contains("X-Fieldpost"));
    assert!(ours.count() <= 2, "invitation and welcome");
    club.verdicts()
        .iter()
        .filter(|verdict| *verdict == "automatic")
        .count()
}

/// An Exim that answers everything, even what it should not.
#[test]
fn an_autoresponder_is_answered_once_at_most() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    let robots = silent_to(&mut club, "away@test.example");
    assert!(robots >= 1, "{:#?}", club.log());
}

/// A Sieve `vacation`, which answers people.
#[test]
fn a_sieve_vacation_and_we_are_silent_to_each_other() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    let holiday = "holiday@test.example";
    // It does answer: a person who writes to him hears of his holiday.
    let servers = club.servers.as_ref().expect("servers");
    let hello = format!(
        "From: <other@test.example>\r\nTo: {holiday}\r\nSubject: hello\r\nMessage-ID: <1@test.example>\r\n\r\nAre you there?\r\n"
    );
    servers.send(hello.as_bytes());
    let heard = club.mails_of("other@test.example");
    assert!(
        heard
            .iter()
            .any(|mail| mail.text.contains("I am on holiday")),
        "{}",
        servers.logs()
    );
    // To our mails it says nothing.
    assert_eq!(silent_to(&mut club, holiday), 0, "{:#?}", club.log());
    // And its answer to somebody else, sent on to us, is not answered.
    let answer = heard[0].raw.replace("other@test.example", GM);
    let before = club.mails_of(holiday).len();
    club.servers
        .as_ref()
        .expect("servers")
        .send(answer.as_bytes());
    club.poll();
    assert_eq!(club.mails_of(holiday).len(), before);
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some("automatic"),
        "{:#?}",
        club.log()
    );
}

/// Another fieldpost in the player's seat.
#[test]
fn two_fieldposts_do_not_talk_for_ever() {
    let mut one = Club::files();
    one.begun("first");
    let mut two = Club::files();
    two.begun("first");
    let mut mails = 0;
    for _ in 0..5 {
        for address in [ANNA, BOB] {
            let from_one = one
                .last_of(address)
                .raw
                .replace(&format!("To: {address}"), &format!("To: {GM}"));
            two.deliver(&from_one);
            let from_two = two.last_of(address).raw;
            one.deliver(&from_two);
        }
        one.poll();
        two.poll();
        mails = one.mails_of(ANNA).len() + two.mails_of(ANNA).len();
    }
    assert_eq!(
        mails, 4,
        "invitation and welcome on both sides, and nothing more"
    );
}

/// The same live: two clubs on real servers, each a player of the other.
#[test]
fn two_clubs_on_live_servers_do_not_talk_for_ever() {
    let Some(mut one) = Club::open(Route::Servers) else {
        return;
    };
    let two = one.neighbour();
    let settle = |one: &Club| one.servers.as_ref().expect("servers").settle();
    for (club, id, robot) in [(&one, "first", OTHER), (&two, "second", GM)] {
        club.ok(&[
            "new",
            "miniature/skerries",
            "--id",
            id,
            "--seat",
            "anna=red",
            "--seat",
            "bob=blue",
            "--mail",
            &format!("anna={robot}"),
            "--mail",
            &format!("bob={BOB}"),
        ]);
    }
    // Whoever runs the two clubs joins the other's game by hand.
    let join = |invitation: &str| -> String {
        let line = invitation.lines().find(|line| line.starts_with("join "));
        line.expect("a code").to_owned()
    };
    one.poll();
    let invitation = one.last_of(OTHER);
    let from_two = one.answer(&invitation, OTHER, &join(&invitation.text));
    two.poll();
    settle(&one);
    let invitation = one.last_of(GM);
    let from_one = one.answer(&invitation, GM, &join(&invitation.text));
    one.deliver(&from_two);
    one.deliver(&from_one);
    let letters = |club: &Club| {
        std::fs::read_dir(club.dir.path().join("post/outbox/sent"))
            .expect("a folder")
            .count()
    };
    let mut sent = Vec::new();
    for _ in 0..6 {
        one.poll();
        two.poll();
        settle(&one);
        sent.push((letters(&one), letters(&two)));
    }
    // An invitation to each of two players, and a welcome to the one who joined.
    assert_eq!(sent[0], (3, 3), "{:#?} {:#?}", one.log(), two.log());
    assert!(sent.iter().all(|both| *both == sent[0]), "{sent:?}");
    for club in [&one, &two] {
        let verdicts = club.verdicts();
        let count = |word: &str| verdicts.iter().filter(|one| *one == word).count();
        assert_eq!(
            (count("joined"), count("automatic"), verdicts.len()),
            (1, 2, 3),
            "{:#?}",
            club.log()
        );
    }
}
