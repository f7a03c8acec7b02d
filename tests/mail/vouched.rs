//! Senders that our own server vouches for: what it says is read as it is meant, and only if it can be believed.

use std::fmt::Write as _;

use fieldpost::mail::auth::{Outcome, Results, Value, read};
use proptest::prelude::*;

use super::club::{ANNA, BOSS, Club, Route};

const NAME: &str = "mx.test.example";
const TRUE: &str =
    "Authentication-Results: mx.test.example; spf=pass smtp.mailfrom=$sender_address";
const FALSE: &str =
    "Authentication-Results: mx.test.example; spf=fail smtp.mailfrom=$sender_address";

fn trusting() -> Option<Club> {
    let mut club = Club::open(Route::Servers)?;
    let config = club.dir.path().join("fieldpost.toml");
    let text = std::fs::read_to_string(&config).expect("a file");
    let own = "# authserv = \"mx.example.org\"";
    assert!(text.contains(own), "{text}");
    std::fs::write(
        &config,
        text.replace(own, &format!("authserv = \"{NAME}\"")),
    )
    .expect("written");
    club.begun("first");
    let house = club.games().join("first/house.toml");
    std::fs::write(house, "trust = \"server\"\n").expect("written");
    Some(club)
}

fn doctor(club: &Club) -> String {
    let done = club.run(&["doctor"]);
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn last(club: &Club) -> String {
    club.verdicts().pop().unwrap_or_default()
}

fn orders(text: &str) -> String {
    format!(
        "From: <{ANNA}>\r\nTo: gm@test.example\r\nSubject: [first] orders\r\nMessage-ID: <{}@x.example>\r\n\r\n{text}\r\n",
        text.len()
    )
}

#[test]
fn a_server_is_believed_when_doctor_has_seen_that_it_can_be() {
    let Some(club) = trusting() else { return };
    let servers = club.servers.as_ref().expect("servers");
    // Nobody has looked: the letter waits, and the referee is told.
    servers.send(orders("reserves heron, mowe").as_bytes());
    let rows = club.verdicts().len();
    let done = club.run(&["poll"]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("fieldpost doctor"), "{said}");
    assert_eq!(club.verdicts().len(), rows);
    servers.settle();
    assert!(club.last_of(BOSS).text.contains("fieldpost doctor"));
    // It writes nothing; it lets through what a forger writes; both.
    let text = doctor(&club);
    assert!(
        text.contains("in its name: anybody could vouch for himself"),
        "{text}"
    );
    servers.vouch(None, true);
    let text = doctor(&club);
    assert!(
        text.contains("writes no Authentication-Results of that name"),
        "{text}"
    );
    servers.vouch(Some(TRUE), false);
    let text = doctor(&club);
    assert!(text.contains("anybody could vouch for himself"), "{text}");
    club.run(&["poll"]);
    assert_eq!(club.verdicts().len(), rows);
    // As it should be. The letter that came before is judged by what stands in it: nothing.
    servers.vouch(Some(TRUE), true);
    let text = doctor(&club);
    assert!(text.contains("All is well."), "{text}");
    club.poll();
    assert_eq!(last(&club), "not-authentic", "{:#?}", club.log());
    servers.send(orders("reserves mowe, heron ").as_bytes());
    club.poll();
    assert_eq!(last(&club), "taken", "{:#?}", club.log());
    assert!(club.last_of(ANNA).text.starts_with("COMPLETE"));
}

/// Addresses of envelopes that a server writes down as they are.
#[test]
fn no_envelope_makes_our_server_vouch_for_a_forger() {
    let Some(club) = trusting() else { return };
    let servers = club.servers.as_ref().expect("servers");
    servers.vouch(Some(FALSE), true);
    assert!(doctor(&club).contains("All is well."), "{}", doctor(&club));
    let game = club.game("first");
    for (n, envelope) in [
        "\"x; dkim=pass header.d=test.example y\"@evil.example",
        "\"x; spf=pass smtp.mailfrom=anna@test.example; x=y\"@evil.example",
        "\"\\\"; dkim=pass header.d=test.example \\\"\"@evil.example",
        "\"(; dkim=pass header.d=test.example\"@evil.example",
        "\"x) ; dkim=pass header.d=test.example (\"@evil.example",
        "anna@test.example",
    ]
    .into_iter()
    .enumerate()
    {
        let rows = club.verdicts().len();
        let forged = format!("Authentication-Results: {NAME}; dkim=pass header.d=test.example\r\n");
        servers.submit(
            envelope,
            (forged + &orders(&"reserves mowe\r\n".repeat(n + 1))).as_bytes(),
        );
        club.poll();
        assert_eq!(
            club.verdicts().len(),
            rows + 1,
            "{envelope}: {}",
            servers.logs()
        );
        assert_eq!(
            last(&club),
            "not-authentic",
            "{envelope}: {:#?}",
            club.log()
        );
    }
    assert!(game == club.game("first"));
}

/// A word of a field, written with whatever freedom the standard leaves.
fn gap() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just(" ".to_owned()),
        "[ a-z;=\"@]{0,12}".prop_map(|text| format!(" ({}) ", text.replace('\\', ""))),
        Just(" (a (nested; dkim=pass) \\) one) ".to_owned()),
    ]
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn value() -> impl Strategy<Value = (String, Value)> {
    let plain = "[a-z0-9.-]{1,12}".prop_map(|text| {
        let value = Value {
            text: text.clone(),
            domain: text.clone(),
        };
        (text, value)
    });
    let strange = "[a-z ;=()@\"\\\\.]{0,30}";
    let string = strange.prop_map(|text| {
        let value = Value {
            text: text.clone(),
            domain: text.clone(),
        };
        (quoted(&text), value)
    });
    let address = (strange, "[a-z]{1,8}\\.[a-z]{2,3}").prop_map(|(local, domain)| {
        let value = Value {
            text: format!("{local}@{domain}"),
            domain: domain.clone(),
        };
        (format!("{}@{domain}", quoted(&local)), value)
    });
    prop_oneof![plain, string, address]
}

fn outcome() -> impl Strategy<Value = (String, Outcome)> {
    let name = prop_oneof![
        Just("header.d"),
        Just("smtp.mailfrom"),
        Just("reason"),
        Just("policy.x")
    ];
    let pair = (name, gap(), value(), gap());
    (
        prop_oneof![Just("dkim"), Just("spf"), Just("dmarc")],
        prop_oneof![Just("pass"), Just("fail"), Just("none")],
        gap(),
        proptest::collection::vec(pair, 0..4),
    )
        .prop_map(|(method, result, between, pairs)| {
            let mut text = format!("{method}{between}={between}{result} ");
            let mut properties = Vec::new();
            for (name, before, (written, value), after) in pairs {
                let _ = write!(text, "{name}{before}={before}{written} {after} ");
                properties.push((name.to_owned(), value));
            }
            let outcome = Outcome {
                method: method.to_owned(),
                result: result.to_owned(),
                properties,
            };
            (text, outcome)
        })
}

proptest! {
    /// However it is written, it is read as it was meant: nothing in quotation marks or brackets becomes a result.
    #[test]
    fn fields_are_read_as_they_were_meant(before in gap(), all in proptest::collection::vec(outcome(), 0..4)) {
        let (texts, results): (Vec<String>, Vec<Outcome>) = all.into_iter().unzip();
        let mut text = format!("{before}mx.club.org{before}");
        for one in texts {
            let _ = write!(text, ";{before}{one}");
        }
        let wanted = Results { server: "mx.club.org".to_owned(), results };
        prop_assert_eq!(read(&text), Some(wanted), "{}", text);
    }

    /// Anything at all is read, or not, and never breaks.
    #[test]
    fn anything_may_stand_in_a_field(text in "[ -~é;=\"()\\\\@]{0,80}") {
        let _ = read(&text);
        let _ = read(&format!("mx.club.org; dkim=pass {text}"));
    }
}
