//! Nothing is lost to a passing fault of ours or of a server: what was refused is sent, what could not be read is read.

use super::club::{ANNA, BOB, BOSS, Club, GM, Route};

fn stderr(done: &std::process::Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

fn desk(club: &Club) -> String {
    std::fs::read_to_string(club.games().join("first/post.toml")).expect("a desk")
}

fn given_up(club: &Club) -> usize {
    std::fs::read_dir(club.dir.path().join("post/outbox/failed"))
        .expect("a folder")
        .count()
}

fn with(club: &Club, address: &str, words: &str) -> usize {
    let mails = club.mails_of(address);
    mails.iter().filter(|one| one.text.contains(words)).count()
}

/// A server that refuses everybody: a policy, whatever number it has.
#[test]
fn a_server_that_refuses_everybody_for_an_hour_loses_nothing() {
    for answer in [
        "554 5.7.1 Your host is on a list",
        "550 administrative prohibition",
    ] {
        let Some(mut club) = Club::open(Route::Servers) else {
            return;
        };
        club.begun("first");
        club.reply(ANNA, "reserves mowe, heron\n");
        club.reply(BOB, "reserves dart, cressy\nmessage red: good luck\n");
        let refuse = |on: Option<&str>| club.servers.as_ref().expect("servers").refuse(on);
        refuse(Some(answer));
        for _ in 0..3 {
            let done = club.run(&["poll"]);
            let said = stderr(&done);
            if !said.is_empty() {
                assert_eq!(done.status.code(), Some(1), "{said}");
                assert!(
                    said.contains("localhost") && said.contains(&answer[..3]),
                    "it says who refused, and how: {said}"
                );
            }
        }
        assert_eq!(given_up(&club), 0, "nothing is given up");
        assert!(!desk(&club).contains("unreachable"), "{}", desk(&club));
        refuse(None);
        club.pass(10);
        for (address, run) in [(ANNA, "first, run 2:"), (BOB, "first, résolution 2 :")] {
            assert_eq!(
                with(&club, address, run),
                1,
                "{answer}: the report of {address}"
            );
        }
        assert_eq!(with(&club, ANNA, "good luck"), 1);
        assert_eq!(club.mails_of(BOSS).len(), 0, "and nobody was out of reach");
    }
}

const LATE: &str = "late@test.example";

/// A club in which a message to anna was given up: her address does not exist yet.
fn refused() -> Option<Club> {
    let mut club = Club::open(Route::Servers)?;
    club.begun("first");
    let path = club.games().join("first/post.toml");
    std::fs::write(&path, desk(&club).replace(ANNA, LATE)).expect("written");
    club.reply(BOB, "message red: are you there?\n");
    let said = stderr(&club.run(&["poll"]));
    assert!(said.contains("given up"), "{said}");
    assert_eq!(given_up(&club), 1);
    assert!(desk(&club).contains("unreachable"));
    club.servers.as_ref().expect("servers").settle();
    club.servers.as_ref().expect("servers").appoint("late");
    Some(club)
}

#[test]
fn a_letter_given_up_goes_out_with_the_next_that_arrives() {
    let Some(mut club) = refused() else { return };
    club.reply(BOB, "message red: hello again\n");
    club.poll();
    assert_eq!(with(&club, LATE, "hello again"), 1);
    assert_eq!(with(&club, LATE, "are you there?"), 1, "{}", desk(&club));
    assert_eq!(given_up(&club), 0);
    club.advance(1);
    club.poll();
    assert_eq!(with(&club, LATE, "are you there?"), 1, "and once only");
}

#[test]
fn a_letter_given_up_can_be_sent_again() {
    let Some(club) = refused() else { return };
    let list = club.ok(&["mail", "resend", "--dry-run"]);
    assert!(list.contains(LATE) && list.contains("first/anna"), "{list}");
    assert!(club.ok(&["mail", "resend", "first", "anna"]).contains('1'));
    club.poll();
    assert_eq!(with(&club, LATE, "are you there?"), 1);
    let list = club.ok(&["mail", "resend", "--dry-run"]);
    assert!(!list.contains(LATE), "{list}");
}

#[test]
fn what_could_not_be_sent_follows_its_reader_to_another_address() {
    let Some(mut club) = refused() else { return };
    let other = "other@test.example";
    club.ok(&["invite", "first", "anna", other]);
    club.poll();
    let text = club.last_of(other).text;
    let line = text.lines().find(|line| line.starts_with("join "));
    club.reply(other, line.expect("a code"));
    club.poll();
    assert_eq!(with(&club, other, "are you there?"), 1);
    let letter = club.mails_of(other);
    let letter = letter
        .iter()
        .find(|one| one.text.contains("are you there?"));
    let raw = &letter.expect("a letter").raw;
    assert!(
        raw.contains(&format!("To: {other}")) && !raw.contains(&format!("To: {LATE}")),
        "{raw}"
    );
}

/// Orders wait for the referee to mend his file, and count when he has.
fn a_game_that_cannot_be_read(spoil: impl Fn(&Club) -> Box<dyn Fn(&Club)>) {
    let mut club = Club::files();
    club.begun("first");
    club.begun("second");
    club.ok(&["poll"]);
    let first = |club: &Club, address: &str| {
        let mut mails = club.mails_of(address).into_iter();
        mails
            .rfind(|one| one.subject.contains("[first "))
            .expect("a mail")
    };
    let (anna, bob) = (first(&club, ANNA), first(&club, BOB));
    let mend = spoil(&club);
    let mail = club.answer(&anna, ANNA, "reserves mowe, heron\n");
    club.deliver(&mail);
    let mail = club.answer(&bob, BOB, "reserves dart, cressy\nmessage red: hello\n");
    club.deliver(&mail);
    // Without a code, and about another game: it is answered.
    club.write(BOB, "[second]", "status");
    let rows = club.verdicts().len();
    let told = club.mails_of(ANNA).len();
    for _ in 0..2 {
        let done = club.run(&["poll"]);
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains("first") && said.contains("remedy"), "{said}");
    }
    assert_eq!(club.verdicts().len(), rows + 1, "{:#?}", club.log());
    assert_eq!(
        club.mails_of(ANNA).len(),
        told,
        "nobody is told that he erred"
    );
    assert_eq!(club.mails_of(BOSS).len(), 1, "the referee is, once a day");
    let waiting = std::fs::read_dir(club.dir.path().join("in"));
    let waiting = waiting.expect("a folder").flatten();
    let waiting = waiting.filter(|one| one.path().is_file()).count();
    assert_eq!(waiting, 2, "they stay where they are");
    mend(&club);
    club.advance(1);
    club.poll();
    let verdicts = club.verdicts();
    assert_eq!(
        verdicts[verdicts.len() - 2..],
        ["taken", "taken"],
        "{:#?}",
        club.log()
    );
    assert!(club.last_of(ANNA).text.contains("first, run 2:"));
    assert_eq!(with(&club, ANNA, "hello"), 1);
}

#[test]
fn a_slip_in_the_house_rules_costs_no_order() {
    a_game_that_cannot_be_read(|club| {
        let path = club.games().join("first/house.toml");
        std::fs::write(&path, "trust = \"cod\"\n").expect("written");
        Box::new(move |_| std::fs::write(&path, "trust = \"code\"\n").expect("written"))
    });
}

#[test]
fn a_torn_desk_costs_no_order() {
    a_game_that_cannot_be_read(|club| {
        let path = club.games().join("first/post.toml");
        let whole = std::fs::read(&path).expect("a desk");
        std::fs::write(&path, &whole[..whole.len() / 2]).expect("written");
        Box::new(move |_| std::fs::write(&path, &whole).expect("written"))
    });
}

#[test]
fn a_store_that_is_not_there_costs_no_order() {
    a_game_that_cannot_be_read(|club| {
        let (games, away) = (club.games(), club.dir.path().join("away"));
        // `second` is answered before the disk goes.
        club.ok(&["poll"]);
        std::fs::rename(games.join("first/journal.toml"), &away).expect("moved");
        Box::new(move |club| {
            std::fs::rename(&away, club.games().join("first/journal.toml")).expect("moved");
        })
    });
}

/// A mail with a photograph beside its orders.
fn with_photo(club: &Club, text: &str, before: bool) -> Vec<u8> {
    let words = format!("--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n");
    let mut photo = String::from(
        "--b\r\nContent-Type: image/jpeg; name=\"board.jpg\"\r\nContent-Transfer-Encoding: base64\r\n\r\n",
    );
    while photo.len() < 1_400_000 {
        photo.push_str(&"A".repeat(76));
        photo.push_str("\r\n");
    }
    let (one, other) = if before {
        (words, photo)
    } else {
        (photo, words)
    };
    let subject = club.last_of(ANNA).subject;
    format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {subject}\r\nMessage-ID: <photo.{before}@x.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{one}{other}--b--\r\n"
    )
    .into_bytes()
}

#[test]
fn orders_beside_a_photograph_are_read() {
    for route in [Route::Files, Route::Maildir, Route::Pipe, Route::Servers] {
        let Some(mut club) = Club::open(route) else {
            continue;
        };
        club.begun("first");
        let mail = with_photo(&club, "reserves mowe, heron", true);
        club.deliver_bytes(&mail);
        club.poll();
        let answer = club.last_of(ANNA).text.replace('\n', " ");
        assert!(answer.starts_with("COMPLETE"), "{route:?}: {answer}");
        assert!(
            answer.contains("too large to be read whole"),
            "he is told: {answer}"
        );
        assert_eq!(club.verdicts().last().map(String::as_str), Some("taken"));
    }
}

#[test]
fn whoever_writes_a_letter_too_large_to_be_read_is_told() {
    let mut club = Club::files();
    club.begun("first");
    let mail = with_photo(&club, "reserves mowe, heron", false);
    club.deliver_bytes(&mail);
    let before = club.mails_of(ANNA).len();
    club.poll();
    assert_eq!(club.verdicts().last().map(String::as_str), Some("too-big"));
    assert_eq!(club.mails_of(ANNA).len(), before + 1);
    let told = club.last_of(ANNA).text.replace('\n', " ");
    assert!(told.contains("too large"), "{told}");
    // A text that is cut off in its middle is no letter either.
    let mut club = Club::files();
    club.begun("first");
    let subject = club.last_of(ANNA).subject;
    let mut mail = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {subject}\r\n\r\nreserves mowe, heron\r\n"
    );
    while mail.len() < 1_200_000 {
        mail.push_str("# and so on\r\n");
    }
    club.deliver(&mail);
    let game = club.game("first");
    club.poll();
    assert_eq!(club.verdicts().last().map(String::as_str), Some("too-big"));
    assert!(game == club.game("first"));
    let told = club.last_of(ANNA).text.replace('\n', " ");
    assert!(told.contains("too large"), "{told}");
    // Nobody else's is answered.
    club.deliver(&mail.replace(ANNA, "eve@evil.example"));
    club.poll();
    assert!(club.mails_of("eve@evil.example").is_empty());
}

#[test]
fn a_mail_taken_after_all_does_all_it_says() {
    let mut club = Club::files();
    club.begun("first");
    club.write(
        ANNA,
        "orders",
        "message blue: a word with you\r\nreserves mowe, heron\r\nmail text\r\nabsent until 2026-11-20",
    );
    club.poll();
    let line = club.ok(&["mail", "log", "--quarantined"]);
    let id = line.split_whitespace().nth(1).expect("an id").to_owned();
    let said = club.ok(&["mail", "accept", &id, "first", "anna"]);
    assert!(said.starts_with("COMPLETE"), "{said}");
    assert!(!said.contains("not read as an order"), "{said}");
    club.poll();
    assert_eq!(with(&club, BOB, "a word with you"), 1);
    assert!(desk(&club).contains("plain = true"), "{}", desk(&club));
    assert!(desk(&club).contains("absent = 1"), "{}", desk(&club));
    let log = club.log();
    let row = log.iter().find(|row| row.contains(&id)).expect("a row");
    assert!(row.contains("taken") && row.contains("first/anna"), "{row}");
    assert!(
        !club
            .run(&["mail", "accept", &id, "first", "anna"])
            .status
            .success()
    );
    club.reply(BOB, "reserves dart, cressy\n");
    club.poll();
    assert!(club.last_of(ANNA).text.contains("WHAT HAPPENED"));
}
