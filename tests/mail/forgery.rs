//! Mail that is not what it says it is: refused, accounted for, and nothing changed.

use std::fmt::Write as _;

use super::club::{ANNA, BOB, Club, GM};

/// Polls, and checks that the newest mail was refused with a verdict and the game not touched.
fn refused(club: &Club, verdict: &str) {
    let before = club.game("first");
    club.poll();
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some(verdict),
        "{:#?}",
        club.log()
    );
    assert!(before == club.game("first"), "nothing may change");
}

#[test]
fn nobody_writes_in_the_name_of_another() {
    let mut club = Club::files();
    club.begun("first");
    let report = club.last_of(ANNA);
    let annas = club.mails_of(ANNA).len();

    // Right code, wrong address.
    let mail = club.answer(&report, "eve@evil.example", "reserves heron\n");
    club.deliver(&mail);
    refused(&club, "other-address");
    let notice = club.last_of(ANNA);
    assert_eq!(
        club.mails_of(ANNA).len(),
        annas + 1,
        "the registered address is told"
    );
    assert!(
        notice.text.contains("Nothing was changed"),
        "{}",
        notice.text
    );
    assert!(
        !notice.text.contains("eve"),
        "the notice is neutral: {}",
        notice.text
    );
    assert!(
        club.mails_of("eve@evil.example").is_empty(),
        "and nobody else is"
    );

    // Right address, no code: another cause, of which one notice a day is enough.
    for n in 0..3 {
        club.write(ANNA, "orders", &format!("bid {n}"));
        refused(&club, "no-code");
        assert_eq!(club.mails_of(ANNA).len(), annas + 2);
    }

    // A code of another seat.
    let bobs = club.last_of(BOB);
    let mail = club.answer(&bobs, ANNA, "reserves heron\n");
    club.deliver(&mail);
    refused(&club, "other-address");

    // The code of another game, and of no game.
    for token in [
        "other aaaa-bbbb-cccc",
        "first aaaa-bbbb-cccc",
        "../first aaaa-bbbb-cccc",
        "..%2ffirst aaaa-bbbb-cccc",
    ] {
        club.write(ANNA, &format!("Re: [{token}] orders"), "reserves heron");
        refused(&club, "wrong-code");
    }
    // Nobody knows him.
    club.write("eve@evil.example", "Re: orders", "reserves heron");
    refused(&club, "stranger");
    assert!(club.mails_of("eve@evil.example").is_empty());

    // The notice carries a code: whoever reads that mailbox may go on.
    let mail = club.answer(&notice, ANNA, "reserves heron\n");
    club.deliver(&mail);
    club.poll();
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some("taken"),
        "{:#?}",
        club.log()
    );

    // The same code again, with other orders.
    let mail = club.answer(&notice, ANNA, "reserves mowe\n");
    club.deliver(&mail);
    refused(&club, "used-code");

    // Two senders, a sender with a line break in his name, headers in the subject.
    let fresh = club.last_of(ANNA);
    let two = format!(
        "From: <{ANNA}>\r\nFrom: <eve@evil.example>\r\nTo: {GM}\r\nSubject: Re: {}\r\n\r\nreserves mowe\r\n",
        fresh.subject
    );
    club.deliver(&two);
    refused(&club, "stranger");
    let folded = format!(
        "From: \"x\r\n y\" <eve@evil.example>\r\nTo: {GM}\r\nSubject: Re: {}\r\n Bcc: victim@x.example\r\n\r\nreserves mowe\r\n",
        fresh.subject
    );
    club.deliver(&folded);
    refused(&club, "other-address");
    let encoded = "=?utf-8?Q?orders=0D=0ABcc:_victim@x.example?=";
    club.deliver(&format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: {encoded}\r\n\r\nhelp\r\n"
    ));
    club.poll();
    assert!(club.mails_of("victim@x.example").is_empty());
    let answer = club.last_of(ANNA);
    assert!(!answer.raw.contains("\nBcc:"), "{}", answer.raw);
}

#[test]
fn an_old_code_changes_nothing_and_opens_no_later_decision() {
    let mut club = Club::files();
    club.begun("first");
    let old = club.last_of(ANNA);
    club.reply(ANNA, "reserves mowe, heron\n");
    club.reply(BOB, "reserves dart, cressy\n");
    club.poll();
    let mail = club.answer(&old, ANNA, "bid 3\n");
    club.deliver(&mail);
    refused(&club, "old-code");
    assert!(
        club.last_of(ANNA).text.contains("not taken"),
        "{}",
        club.last_of(ANNA).text
    );
}

#[test]
fn mails_of_one_run_may_share_a_code_and_get_one_answer() {
    let mut club = Club::files();
    club.begun("first");
    let report = club.last_of(ANNA);
    let before = club.mails_of(ANNA).len();
    for text in [
        "reserves heronn\n",
        "reserves heron, mowe\n",
        "message blue: hello\n",
    ] {
        let mail = club.answer(&report, ANNA, text);
        club.deliver(&mail);
    }
    club.poll();
    assert_eq!(club.mails_of(ANNA).len(), before + 1);
    let answer = club.last_of(ANNA);
    assert!(answer.text.starts_with("COMPLETE"), "{}", answer.text);
    assert_eq!(
        answer.text.matches("Your letter of").count(),
        3,
        "{}",
        answer.text
    );
}

#[test]
fn monsters_are_refused() {
    let mut club = Club::files();
    club.begun("first");
    let report = club.last_of(ANNA);
    // Ten thousand parts.
    let mut parts = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
        report.subject
    );
    for _ in 0..10_000 {
        parts.push_str("--b\r\nContent-Type: text/plain\r\n\r\nreserves heron\r\n");
    }
    parts.push_str("--b--\r\n");
    club.deliver(&parts);
    refused(&club, "too-big");
    assert!(
        club.log().last().is_some_and(|line| line.contains("parts")),
        "the reason is told"
    );
    // Nested a thousand deep.
    let mut nested = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\n",
        report.subject
    );
    for n in 0..1000 {
        let _ = write!(
            nested,
            "Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"
        );
    }
    nested.push_str("\r\nreserves heron\r\n");
    club.deliver(&nested);
    refused(&club, "too-big");
    // A hundred megabytes.
    let fresh = report;
    let mut huge = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\n\r\n",
        fresh.subject
    )
    .into_bytes();
    huge.resize(100 * 1024 * 1024, b'x');
    club.deliver_bytes(&huge);
    refused(&club, "too-big");
    // Packed orders are not unpacked, whatever they are called and wherever they would go: nothing changes.
    let packed = [
        (
            "application/zip",
            "../../../etc/orders.zip",
            "UEsDBBQAAAAIAAAAIQ==",
        ),
        (
            "application/gzip",
            "orders.txt.gz",
            "H4sIAAAAAAAAA0sEAEO+t+gBAAAA",
        ),
        (
            "text/plain",
            "../../etc/orders.txt",
            "H4sIAAAAAAAAA0sEAEO+t+gBAAAA",
        ),
        (
            "application/octet-stream",
            "orders.txt",
            "H4sIAAAAAAAAA0sEAEO+t+gBAAAA",
        ),
    ];
    for (kind, name, data) in packed {
        let to = club.last_of(ANNA);
        let bomb = format!(
            "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: {kind}; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\nContent-Transfer-Encoding: base64\r\nContent-Encoding: gzip\r\n\r\n{data}\r\n--b--\r\n",
            to.subject
        );
        club.deliver(&bomb);
        refused(&club, "taken");
        let answer = club.last_of(ANNA);
        assert!(
            answer.text.starts_with("NOT COMPLETE") || answer.text.starts_with("NOTHING CHANGED"),
            "{}",
            answer.text
        );
    }
    assert!(!club.dir.path().join("etc").exists());
}

#[test]
fn a_hundred_megabytes_through_the_pipe() {
    let mut club = Club::open(super::club::Route::Pipe).expect("a pipe");
    club.begun("first");
    let report = club.last_of(ANNA);
    let mut huge = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\n\r\n",
        report.subject
    )
    .into_bytes();
    huge.resize(100 * 1024 * 1024, b'x');
    club.deliver_bytes(&huge);
    assert_eq!(club.verdicts().last().map(String::as_str), Some("too-big"));
    let kept: u64 = std::fs::read_dir(club.dir.path().join("post/large"))
        .expect("a folder")
        .flatten()
        .map(|file| file.metadata().expect("a file").len())
        .sum();
    assert_eq!(kept, huge.len() as u64, "raw bytes of every mail are kept");
}

#[test]
fn a_game_may_ask_the_senders_server() {
    let mut club = Club::files();
    let config = club.dir.path().join("fieldpost.toml");
    let text = std::fs::read_to_string(&config).expect("a file").replace(
        "# authserv = \"mx.example.org\"",
        "authserv = \"mx.test.example\"",
    );
    std::fs::write(&config, text).expect("written");
    club.begun("first");
    let house = club.games().join("first/house.toml");
    std::fs::write(&house, "trust = \"both\"\n").expect("written");
    // What `doctor` writes down when it has seen that the server can be believed.
    let seen = "authserv = \"mx.test.example\"\nseen = \"2026-11-16T20:00:00Z\"\n";
    std::fs::write(club.dir.path().join("post/authserv.toml"), seen).expect("written");
    club.reply(ANNA, "reserves heron, mowe\n");
    refused(&club, "not-authentic");
    let report = club.last_of(ANNA);
    let signed = |club: &mut Club, to, id: &str, domain: &str, text| {
        let mail = club.answer(to, ANNA, text);
        format!("Authentication-Results: {id};\r\n dkim=pass header.d={domain}\r\n{mail}")
    };
    let mail = signed(
        &mut club,
        &report,
        "mx.evil.example",
        "test.example",
        "reserves heron, mowe\n",
    );
    club.deliver(&mail);
    refused(&club, "not-authentic");
    let mail = signed(
        &mut club,
        &report,
        "mx.test.example",
        "evil.example",
        "reserves heron, mowe\n",
    );
    club.deliver(&mail);
    refused(&club, "not-authentic");
    let mail = signed(
        &mut club,
        &report,
        "mx.test.example",
        "test.example",
        "reserves heron, mowe\n",
    );
    club.deliver(&mail);
    club.poll();
    assert_eq!(club.verdicts().last().map(String::as_str), Some("taken"));
    // Where the server is enough, no code is needed.
    std::fs::write(&house, "trust = \"server\"\n").expect("written");
    let mail = format!(
        "Authentication-Results: mx.test.example; spf=pass smtp.mailfrom={ANNA}\r\nFrom: <{ANNA}>\r\nTo: {GM}\r\nSubject: orders\r\n\r\nretract\r\n"
    );
    club.deliver(&mail);
    club.poll();
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some("taken"),
        "{:#?}",
        club.log()
    );
}

#[test]
fn an_address_changes_only_with_a_code_from_the_old_one() {
    let mut club = Club::files();
    club.begun("first");
    let new = "anna2@test.example";
    club.write(ANNA, "new address", &format!("address {new}"));
    refused(&club, "no-code");
    assert!(club.mails_of(new).is_empty());
    club.reply(ANNA, &format!("address {new}\n"));
    club.poll();
    assert!(club.last_of(ANNA).text.contains("asked to confirm"));
    // Somebody else cannot confirm it.
    let invitation = club.last_of(new);
    let line = invitation
        .text
        .lines()
        .find(|line| line.starts_with("join "))
        .expect("a code")
        .to_owned();
    let mail = club.answer(&invitation, "eve@evil.example", &line);
    club.deliver(&mail);
    club.poll();
    assert_ne!(club.verdicts().last().map(String::as_str), Some("joined"));
    club.reply(new, &line);
    club.poll();
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some("joined"),
        "{:#?}",
        club.log()
    );
    assert!(
        club.last_of(ANNA).text.contains("another address"),
        "the old address hears of it"
    );
    club.reply(new, "reserves heron, mowe\n");
    club.poll();
    assert!(club.last_of(new).text.starts_with("COMPLETE"));
}

#[test]
fn a_link_proves_its_player() {
    let mut club = Club::files();
    let seal = club.ok(&["seal"]);
    let seal = seal
        .trim()
        .strip_prefix("seal: ")
        .expect("a seal")
        .to_owned();
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
        "--seal",
        &format!("anna={seal}"),
        "--mail",
        &format!("anna={ANNA}"),
        "--mail",
        &format!("bob={BOB}"),
    ]);
    club.poll();
    for address in [ANNA, BOB] {
        let invitation = club.last_of(address);
        let line = invitation
            .text
            .lines()
            .find(|line| line.starts_with("join "))
            .expect("a code")
            .to_owned();
        club.reply(address, &line);
    }
    club.poll();
    let link = club.ok(&["link"]);
    club.write("anna@elsewhere.example", "[first] my link", link.trim());
    club.poll();
    assert_eq!(
        club.verdicts().last().map(String::as_str),
        Some("taken"),
        "{:#?}",
        club.log()
    );
    club.write(
        "anna@elsewhere.example",
        "[first] my link",
        &format!("link: {}", "0".repeat(64)),
    );
    club.poll();
    assert_eq!(club.verdicts().last().map(String::as_str), Some("stranger"));
}

/// Nobody wonders why his letter had no effect: the answer says what could not be read.
#[test]
fn a_letter_with_nothing_to_read_is_answered_with_the_reason() {
    let mut club = Club::files();
    club.begun("first");
    for (typed, body, said) in [
        (
            "text/plain",
            "-----BEGIN PGP MESSAGE-----\r\n\r\nabcd\r\n-----END PGP MESSAGE-----\r\n",
            "is encrypted",
        ),
        ("image/jpeg", "AAAA\r\n", "its attachments are not read"),
        ("text/plain", "> reserves mowe, heron\r\n", "without `>`"),
        ("text/plain", "\r\n", "is empty"),
    ] {
        let to = club.last_of(ANNA);
        let mail = format!(
            "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\nContent-Type: {typed}\r\n\r\n{body}",
            to.subject
        );
        let game = club.game("first");
        club.deliver(&mail);
        club.poll();
        let answer = club.last_of(ANNA).text.replace('\n', " ");
        assert!(
            answer.starts_with("NOT COMPLETE") && answer.contains(said),
            "{said}: {answer}"
        );
        assert_eq!(game[0], club.game("first")[0]);
    }
}
