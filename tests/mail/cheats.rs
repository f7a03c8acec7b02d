//! Attacks on what proves a sender: nobody reserves another's letter, and nobody declares another out of reach.

use super::club::{ANNA, BOB, BOSS, Club, GM};
use super::loops::dsn;

fn verdict(club: &Club) -> String {
    club.verdicts().pop().unwrap_or_default()
}

/// A reply with a Message-ID of one's choice.
fn letter(subject: &str, id: &str, text: &str) -> String {
    format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: {subject}\r\nMessage-ID: <{id}>\r\nDate: Mon, 16 Nov 2026 20:00:00 +0000\r\n\r\n{text}\r\n"
    )
}

#[test]
fn a_forger_who_knows_an_id_reserves_nothing() {
    let mut club = Club::files();
    club.begun("first");
    let subject = format!("Re: {}", club.last_of(ANNA).subject);
    // He knows the id, the time and the words; all but the code.
    club.deliver(&letter("Re: orders", "1@x.example", "reserves mowe, heron"));
    club.deliver(&letter("Re: orders", "1@x.example", "reserves heron"));
    club.poll();
    club.deliver(&letter(&subject, "1@x.example", "reserves mowe, heron"));
    club.poll();
    assert_eq!(verdict(&club), "taken", "{:#?}", club.log());
    // The same again, as servers do: once is enough.
    let count = club.mails_of(ANNA).len();
    club.deliver(&letter(&subject, "1@x.example", "reserves mowe, heron"));
    club.poll();
    assert_eq!(verdict(&club), "duplicate");
    assert_eq!(club.mails_of(ANNA).len(), count);
}

#[test]
fn a_letter_of_the_same_id_that_says_something_else_is_read() {
    let mut club = Club::files();
    club.begun("first");
    for text in ["reserves heron, mowe", "reserves mowe, heron"] {
        let subject = format!("Re: {}", club.last_of(ANNA).subject);
        club.deliver(&letter(&subject, "1@x.example", text));
        club.poll();
        assert_eq!(verdict(&club), "taken", "{:#?}", club.log());
    }
    let sealed = String::from_utf8_lossy(&club.game("first")[1]).into_owned();
    assert_eq!(sealed.matches("kind = \"letter\"").count(), 2);
}

/// Programs that write neither: their letters are two, even if they say the same.
#[test]
fn two_mails_without_id_and_date_are_two() {
    let mut club = Club::files();
    club.begun("first");
    let subject = format!("Re: {}", club.last_of(ANNA).subject);
    let mail = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: {subject}\r\n\r\nmessage blue: come on!\r\n"
    );
    club.deliver(&mail);
    club.deliver(&mail);
    club.poll();
    let verdicts = club.verdicts();
    assert_eq!(
        verdicts[verdicts.len() - 2..],
        ["taken", "taken"],
        "{:#?}",
        club.log()
    );
    assert_eq!(club.last_of(BOB).text.matches("come on!").count(), 2);
}

#[test]
fn only_what_answers_a_mail_of_ours_is_a_bounce() {
    let mut club = Club::files();
    let config = club.dir.path().join("fieldpost.toml");
    let text = std::fs::read_to_string(&config).expect("a file");
    let text = text.replace("plus = false", "plus = true").replace(
        "# bounces = \"referee-bounces@example.org\"",
        "bounces = \"bounces@test.example\"",
    );
    std::fs::write(&config, text).expect("written");
    club.begun("first");
    let desk = club.games().join("first/post.toml");
    let desk = || std::fs::read_to_string(&desk).expect("a desk");
    let bobs = club.last_of(BOB).id;
    let to = |address: &str, id: &str, sent_to: &str| {
        dsn(address, "failed", "5.1.1", id).replacen(
            &format!("To: {GM}"),
            &format!("To: {sent_to}"),
            1,
        )
    };
    for forged in [
        // Nothing of ours, an id that is made up, one of another seat's mail, an address anybody could guess.
        to(ANNA, "<x@x.example>", GM),
        to(ANNA, "<first.aaaa-bbbb-cccc.0123456789@test.example>", GM),
        to(ANNA, &bobs, GM),
        to(ANNA, "<x@x.example>", "bounces+first.anna@test.example"),
        to(
            ANNA,
            "<x@x.example>",
            "bounces+first.aaaa-bbbb-cccc@test.example",
        ),
        format!(
            "X-Failed-Recipients: {ANNA}\r\nFrom: Mailer-Daemon@x.example\r\nTo: {GM}\r\nSubject: Mail delivery failed\r\n\r\nfirst\r\n"
        ),
        format!(
            "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {GM}\r\nSubject: failure notice\r\n\r\n<{ANNA}>:\r\n550 no such user\r\n"
        ),
    ] {
        club.deliver(&forged);
        club.poll();
        assert_eq!(verdict(&club), "bounce", "{:#?}", club.log());
        assert!(!desk().contains("unreachable"), "{forged}");
        assert!(club.mails_of(BOSS).is_empty());
    }
    // The true one, by the address its envelope had, and by its id.
    let mail = club.last_of(ANNA);
    let envelope = mail
        .raw
        .lines()
        .find_map(|line| line.strip_prefix("Return-Path: <"));
    let envelope = envelope
        .expect("an envelope")
        .trim_end_matches('>')
        .to_owned();
    assert!(envelope.starts_with("bounces+first."), "{envelope}");
    club.deliver(&to(ANNA, "<x@x.example>", &envelope));
    club.poll();
    assert!(desk().contains("unreachable"), "{:#?}", club.log());
    let told = club.last_of(BOSS).text.replace('\n', " ");
    assert!(
        told.contains("anna cannot be reached") && told.contains("5.1.1"),
        "{told}"
    );
    club.reply(ANNA, "status\n");
    club.poll();
    assert!(!desk().contains("unreachable"));
    let id = club.last_of(ANNA).id;
    club.deliver(&to(ANNA, &id, GM).replace("Status: 5.1.1", "Status: "));
    club.poll();
    assert!(desk().contains("unreachable"), "{:#?}", club.log());
    let told = club.last_of(BOSS).text;
    assert!(!told.contains("status ."), "{told}");
}
