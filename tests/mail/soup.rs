//! Any bytes are read, or refused with a reason: without a panic, in little time, and with little more memory than they take.

use std::time::{Duration, Instant};

use fieldpost::mail::text::{self, Reading};
use fieldpost::mail::{auth, automatic, envelope};
use proptest::prelude::*;

/// No soup may take longer, on a slow machine and without optimisation: what grows with the square of its size takes
/// much longer.
const LONGEST: Duration = Duration::from_secs(3);

/// What mails are made of.
const PIECES: &[&str] = &[
    "\r\n",
    "\n",
    "\r",
    "\0",
    " ",
    "\t",
    ":",
    ";",
    "=",
    "<",
    ">",
    "\"",
    "(",
    ")",
    "--",
    "-- \n",
    "----\n",
    "> ",
    ">>> ",
    "From: a@b.example\r\n",
    "Subject: =?utf-8?Q?=C3?= =?utf-8?Q?=B6?=\r\n",
    "=?",
    "?=",
    "=?a?q?",
    "=?utf-8?B?",
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n",
    "Content-Type: multipart/alternative; boundary=\"c\"\r\n\r\n",
    "Content-Type: text/html; charset=utf-16\r\n\r\n",
    "Content-Type: message/rfc822\r\n\r\n",
    "Content-Type: /\r\n",
    "Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n",
    "Content-Type: text/enriched\r\n\r\n",
    "Content-Type: text/plain; charset*0=\"iso-\"; charset*1=\"2022-kr\"\r\n",
    "Content-Transfer-Encoding: base64\r\n",
    "Content-Transfer-Encoding: quoted-printable\r\n",
    "Content-Disposition: attachment; filename*=utf-8''%E2%82\r\n",
    "\r\n--b\r\n",
    "\r\n--b--\r\n",
    "\r\n--c\r\n",
    "\r\n--c--\r\n",
    "Auto-Submitted: auto-replied\r\n",
    "Authentication-Results: mx; dkim=pass header.d=b.example\r\n",
    "Return-Path: <>\r\n",
    "Received: x\r\n",
    "((((",
    "\\",
    "<a b=\"",
    "<a b='",
    "<a ",
    "<!--",
    "-->",
    "<style>",
    "</style>",
    "<blockquote style=\"border:none\">",
    "<blockquote>",
    "</blockquote>",
    "<div class=gmail_quote>",
    "</div>",
    "<pre>",
    "<td>",
    "&",
    "&#x",
    "&#1114112;",
    "&nbsp;",
    "<![if",
    "```\n",
    "On 18/11/2026 10:00, Bob wrote:\n",
    "On 18/11/2026 10:00, Bob <\n",
    "2026 10:00 a@b.example:\n",
    "Bob wrote:\n",
    "Sent from my iPhone\n",
    "From: a\n",
    "To: b@c.example\n",
    "Date: 2026\n",
    "-----Original Message-----\n",
    "begin 644 x\n",
    "end\n",
    "=ybegin x\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "=C3",
    "=\r\n",
    "=3",
    "AAAA",
    "====",
    "\u{1b}$B",
    "\u{1b}(B",
    "\u{feff}",
    "\u{202e}",
    "\u{10ffff}",
    "ö",
    "word ",
    "~{",
    "\u{e}",
    "x@y.example ",
    "join abcd-efgh-ijkl\n",
    "link: 00\n",
];

/// Bytes that are no text at all.
const BYTES: &[&[u8]] = &[b"\xff", b"\xc3", b"\xfe\xff", b"\x80\x81", b"\xed\xa0\x80"];

fn piece(at: usize) -> &'static [u8] {
    match PIECES.get(at) {
        Some(text) => text.as_bytes(),
        None => BYTES[(at - PIECES.len()) % BYTES.len()],
    }
}

/// Everything that is done with the bytes of a stranger.
fn read(bytes: &[u8]) -> Reading {
    let mail = text::parse(bytes);
    let head = envelope::Head::of(&mail);
    let _ = automatic::automatic(&mail, &head, "gm@b.example");
    let _ = auth::finding(&mail, "mx", &head.from);
    let reading = text::read_part(&mail);
    assert!(
        !reading.subject.contains(['\n', '\r']),
        "{:?}",
        reading.subject
    );
    assert!(!head.from.contains(['\n', '\r', ' ']), "{:?}", head.from);
    // A character may take four bytes where it took one; a quotation in HTML gets marks.
    assert!(
        reading.text.len() <= 64 + 40 * bytes.len(),
        "{} of {}",
        reading.text.len(),
        bytes.len()
    );
    let said = !reading.text.trim().is_empty();
    assert!(
        said || !reading.notes.is_empty(),
        "nothing is read, and nothing says why"
    );
    reading
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
    }

    #[test]
    fn any_soup_of_mail_is_read(pieces in prop::collection::vec(0..PIECES.len() + BYTES.len(), 0..80)) {
        let bytes: Vec<u8> = pieces.iter().flat_map(|at| piece(*at).to_vec()).collect();
        read(&bytes);
    }

    /// What its writer wrote is never longer than what came, and reading it again changes nothing that is an order.
    #[test]
    fn trimming_only_takes_away(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let whole: String = pieces.iter().map(|at| PIECES[*at]).collect();
        let (own, _) = text::trim(&whole);
        let mut lines = whole.lines().map(str::trim);
        for line in own.lines() {
            prop_assert!(lines.any(|one| one == line.trim()), "{line:?} of {whole:?}");
        }
    }
}

/// So much soup is cooked.
const SOUP: usize = 60_000;

/// Much of one thing, or of two, in every place where it may stand.
#[test]
fn much_of_anything_takes_little_time() {
    let heads: [&[u8]; 5] = [
        b"",
        b"Subject: ",
        b"Content-Type: text/plain\r\n\r\n",
        b"Content-Type: text/html\r\n\r\n",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
    ];
    let mut slowest = (Duration::ZERO, String::new());
    let all = PIECES.len() + BYTES.len();
    for first in 0..all {
        // Every piece by itself in every place, and with another one, that differs each time, in one of them.
        let alone = heads.iter().map(|head| (None, head));
        let mixed = (Some((first * 7 + 3) % all), &heads[first % heads.len()]);
        for (second, head) in alone.chain([mixed]) {
            let mut unit = piece(first).to_vec();
            unit.extend_from_slice(second.map(piece).unwrap_or_default());
            let bytes = [head, &*unit.repeat(SOUP / unit.len())].concat();
            let started = Instant::now();
            read(&bytes);
            let took = started.elapsed();
            if took > slowest.0 {
                let shown = |bytes: &[u8]| format!("{:?}", String::from_utf8_lossy(bytes));
                slowest = (took, format!("{} behind {}", shown(&unit), shown(head)));
            }
        }
    }
    println!("at most {:?}, for {}", slowest.0, slowest.1);
    assert!(slowest.0 < LONGEST, "{slowest:?}");
}

/// Parts without number, and parts in parts in parts.
#[test]
fn monsters_are_told_by_name() {
    let many = format!(
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n{}--b--\r\n",
        "--b\r\n\r\nbid 2\r\n".repeat(10_000)
    );
    let deep: String = (0..10_000)
        .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"))
        .collect();
    let forwarded = "Content-Type: message/rfc822\r\n\r\n".repeat(10_000);
    for (mail, said) in [(&many, "parts"), (&deep, "nested deeper")] {
        let started = Instant::now();
        let reading = read(mail.as_bytes());
        assert!(started.elapsed() < LONGEST);
        assert!(
            reading.notes.iter().any(|note| note.contains(said)),
            "{:?}",
            reading.notes
        );
    }
    let reading = read(forwarded.as_bytes());
    assert!(reading.text.is_empty() && !reading.notes.is_empty());
}
