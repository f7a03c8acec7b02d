//! The clock: deadlines, outages, jumps, summer time.

use std::path::Path;

use super::club::{ANNA, BOB, BOSS, Club};

fn deadline(club: &Club) -> i64 {
    let post = std::fs::read_to_string(club.games().join("first/post.toml")).expect("a desk");
    let line = post
        .lines()
        .find(|line| line.starts_with("deadline = "))
        .expect("a deadline");
    line["deadline = ".len()..].parse().expect("a number")
}

fn at(time: &str) -> i64 {
    time.parse::<jiff::Timestamp>().expect("a time").as_second()
}

fn draws(club: &Club) -> usize {
    String::from_utf8_lossy(&club.game("first")[0])
        .matches("kind = \"draw\"")
        .count()
}

fn configure(club: &Club, from: &str, to: &str) {
    let path = club.dir.path().join("fieldpost.toml");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from), "{text}");
    std::fs::write(path, text.replace(from, to)).expect("written");
}

#[test]
fn a_week_without_a_poll_expires_nothing() {
    let mut club = Club::files();
    club.begun("first");
    let (due, runs) = (deadline(&club), draws(&club));
    club.advance(7 * 24);
    club.poll();
    assert_eq!(draws(&club), runs, "nothing runs on waking");
    assert_eq!(
        deadline(&club),
        due + 7 * 86_400,
        "the deadline is pushed by the outage"
    );
    assert!(
        club.last_of(BOSS)
            .text
            .contains("Nothing ran for 168 hours")
    );
    club.poll();
    assert_eq!(deadline(&club), due + 7 * 86_400, "and only once");
    club.pass(90);
    assert_eq!(draws(&club), runs + 1, "then it passes like any other");
}

#[test]
fn a_clock_set_back_and_forward_expires_nothing() {
    let mut club = Club::files();
    club.begun("first");
    let (due, runs) = (deadline(&club), draws(&club));
    club.advance(-48);
    club.poll();
    assert_eq!((deadline(&club), draws(&club)), (due, runs));
    // And forward again, as if nothing had been: the program cannot know, and pushes.
    club.advance(48);
    club.poll();
    club.pass(95);
    assert_eq!(
        (deadline(&club), draws(&club)),
        (due + 48 * 3600, runs),
        "the old deadline has passed and did not expire"
    );
    club.advance(24 * 365);
    club.poll();
    assert_eq!(draws(&club), runs, "a clock gone wild runs nothing");
}

/// A clock that was a year ahead and is right again: what it pushed comes back, and what was made meanwhile too.
#[test]
fn deadlines_come_back_with_a_clock_that_is_right_again() {
    let mut club = Club::files();
    club.begun("first");
    let (due, start) = (deadline(&club), club.now);
    club.advance(24 * 365);
    club.poll();
    assert_eq!(deadline(&club), due + 365 * 86_400);
    // It runs on for a while, even past another outage, and a letter is queued that cannot be sent now.
    club.advance(8);
    club.poll();
    club.begun("second");
    club.now = start;
    club.advance(1);
    club.poll();
    assert_eq!(deadline(&club), due, "as if nothing had been");
    let told = club.last_of(BOSS).text;
    assert!(told.contains("fieldpost extend"), "{told}");
    let second = std::fs::read_to_string(club.games().join("second/post.toml")).expect("a desk");
    let line = second.lines().find(|line| line.starts_with("deadline = "));
    let second: i64 = line.expect("a deadline")["deadline = ".len()..]
        .parse()
        .expect("a number");
    assert!(
        (0..=4 * 86_400).contains(&(second - club.now.as_second())),
        "{second}"
    );
    let runs = draws(&club);
    club.pass(90);
    assert_eq!(draws(&club), runs + 1, "and it passes as it should");
}

#[test]
fn a_clock_right_again_after_a_true_outage_pushes_by_that() {
    let mut club = Club::files();
    club.begun("first");
    let (due, start) = (deadline(&club), club.now);
    club.advance(24 * 365);
    club.poll();
    club.now = start;
    club.advance(48);
    club.poll();
    assert_eq!(deadline(&club), due + 48 * 3600);
}

#[test]
fn a_deadline_can_be_pulled_back() {
    let mut club = Club::files();
    club.begun("first");
    let due = deadline(&club);
    club.ok(&["extend", "first", "30d", "--reason", "a slip"]);
    club.poll();
    assert_eq!(deadline(&club), due + 30 * 86_400);
    club.ok(&["extend", "first", "--back", "29d", "--reason", "mended"]);
    club.poll();
    assert_eq!(deadline(&club), due + 86_400);
    let told = club.last_of(ANNA).text.replace('\n', " ");
    assert!(told.contains("pulled back by 29 days"), "{told}");
    let told = club.last_of(BOB).text.replace('\n', " ");
    assert!(told.contains("avancée de 29 jours"), "{told}");
    club.ok(&["verify", "first"]);
    // Nobody is late because of it: a day at least is left.
    club.ok(&["extend", "first", "--back", "60d", "--reason", "too much"]);
    club.poll();
    assert!(deadline(&club) >= club.now.as_second() + 86_400);
}

#[test]
fn one_step_at_a_time_after_a_sleep() {
    let mut club = Club::files();
    club.begun("first");
    club.reply(ANNA, "reserves mowe, heron\nbid 1\n");
    club.reply(BOB, "reserves dart, cressy\nbid 2\n");
    let runs = draws(&club);
    club.advance(24);
    club.poll();
    assert_eq!(
        draws(&club),
        runs + 1,
        "not two phases on one poll that slept"
    );
}

#[test]
fn settling_waiting_and_going() {
    let mut club = Club::files();
    configure(&club, "settle = \"0s\"", "settle = \"1h\"");
    club.begun("first");
    let runs = draws(&club);
    club.reply(ANNA, "reserves mowe, heron\n");
    club.reply(BOB, "reserves dart, cressy\n");
    club.poll();
    assert_eq!(draws(&club), runs, "the orders settle for an hour");
    club.reply(ANNA, "reserves heron, mowe\nwait\n");
    club.poll();
    club.advance(2);
    club.poll();
    assert_eq!(draws(&club), runs, "anna asked to wait");
    club.reply(ANNA, "go\n");
    club.advance(2);
    club.poll();
    assert_eq!(draws(&club), runs + 1);
}

#[test]
fn absence_has_a_cap_and_puts_the_deadline_off() {
    let mut club = Club::files();
    club.begun("first");
    let due = deadline(&club);
    club.reply(BOB, "absent jusqu'au 2027-03-01\n");
    club.poll();
    assert!(
        club.last_of(BOB).text.contains("plus long que permis"),
        "{}",
        club.last_of(BOB).text
    );
    assert_eq!(deadline(&club), due);
    club.reply(BOB, "absent jusqu'au 2026-11-25\n");
    club.poll();
    assert!(deadline(&club) > due + 4 * 86_400);
    let reminders = club.mails_of(BOB).len();
    club.pass(7 * 24);
    assert_eq!(
        club.mails_of(BOB).len(),
        reminders,
        "nobody reminds him while he is away"
    );
}

#[test]
fn a_game_that_waits_asks_for_a_substitute() {
    let mut club = Club::files();
    club.begun("first");
    let house = "missing = \"substitute\"\nstandby = [\"carol@test.example\"]\n";
    std::fs::write(club.games().join("first/house.toml"), house).expect("written");
    club.reply(ANNA, "reserves mowe, heron\n");
    let runs = draws(&club);
    club.pass(100);
    assert_eq!(draws(&club), runs, "the game waits");
    assert!(
        club.last_of(BOSS).text.contains("bob did not answer"),
        "{}",
        club.last_of(BOSS).text
    );
    assert!(
        club.last_of(ANNA).text.contains("the game waits"),
        "{}",
        club.last_of(ANNA).text
    );
    let carol = "carol@test.example";
    let line = club
        .last_of(carol)
        .text
        .lines()
        .find(|line| line.starts_with("rejoindre "))
        .expect("an invitation")
        .to_owned();
    club.reply(carol, &line);
    club.poll();
    assert!(
        club.last_of(carol).text.contains("VOS ORDRES"),
        "{}",
        club.last_of(carol).text
    );
    club.reply(carol, "réserves dart, cressy\n");
    club.poll();
    assert_eq!(draws(&club), runs + 1);
}

#[test]
fn house_rules_for_messages() {
    let mut club = Club::files();
    club.begun("first");
    let house = club.games().join("first/house.toml");
    let bobs = club.mails_of(BOB).len();
    club.reply(ANNA, "whisper blue: psst\n");
    club.poll();
    assert!(
        club.last_of(ANNA)
            .text
            .contains("carries its sender's name")
    );
    assert_eq!(club.mails_of(BOB).len(), bobs);
    std::fs::write(&house, "names = \"free\"\ntalk = \"next-mail\"\n").expect("written");
    club.reply(ANNA, "whisper blue: psst\nmessage purple: x\n");
    club.poll();
    assert_eq!(club.mails_of(BOB).len(), bobs, "it waits for the next mail");
    assert!(
        club.last_of(ANNA).text.contains("one of red, blue"),
        "{}",
        club.last_of(ANNA).text
    );
    club.reply(BOB, "status\n");
    club.poll();
    let mail = club.last_of(BOB);
    assert!(
        mail.text.contains("| psst")
            && mail.text.contains("non signé")
            && !mail.text.contains("anna :"),
        "{}",
        mail.text
    );
    std::fs::write(&house, "talk = \"never\"\n").expect("written");
    club.reply(ANNA, "message all: hello\n");
    club.poll();
    assert!(club.last_of(ANNA).text.contains("in silence"));
}

#[test]
fn questions_need_no_code_and_wishes_about_mail_are_kept() {
    let mut club = Club::files();
    club.begun("first");
    club.write(ANNA, "hello", "help\nstatus\nmap\nreport");
    club.poll();
    let answer = club.last_of(ANNA);
    for wanted in [
        "HOW TO WRITE ORDERS",
        "Turn 1 of 4",
        "WHAT YOU MUST DO NOW",
        "NOT COMPLETE",
    ] {
        assert!(answer.text.contains(wanted), "{wanted}: {}", answer.text);
    }
    // In the subject alone, and politely; in the writer's language.
    for (subject, text) in [
        ("aide", ""),
        ("question", "Bonjour,\r\n\r\naide\r\n\r\nMerci\r\nBob"),
    ] {
        club.write(BOB, subject, text);
        club.poll();
        assert_eq!(club.verdicts().last().map(String::as_str), Some("answered"));
        let help = club.last_of(BOB).text;
        assert!(help.contains("COMMENT"), "{help}");
        assert!(!help.contains("est vide"), "{help}");
    }
    let copy = "phone@test.example";
    club.reply(
        ANNA,
        &format!("mail digest\nmail copy {copy}\nmail text\nreserves mowe, heron\n"),
    );
    club.poll();
    let before = club.mails_of(ANNA).len();
    assert!(
        club.last_of(ANNA).id == answer.id,
        "the receipt waits for the report"
    );
    let answer = club.answer(&answer, ANNA, "reserves heron, mowe\n");
    club.deliver(&answer);
    club.poll();
    assert_eq!(
        club.mails_of(ANNA).len(),
        before + usize::from(club.verdicts().last().map(String::as_str) == Some("used-code"))
    );
    club.reply(BOB, "reserves dart, cressy\n");
    club.poll();
    let report = club.last_of(ANNA);
    assert!(
        report.text.contains("noted: you hear of your letters"),
        "{}",
        report.text
    );
    let copied = club.last_of(copy);
    assert!(copied.text.contains("WHAT HAPPENED"));
    assert!(
        fieldpost::mail::code::tokens(&copied.subject).is_empty(),
        "a copy carries no code: {}",
        copied.subject
    );
    assert!(fieldpost::mail::code::tokens(&copied.id).is_empty());
}

/// Behind the deadline everybody is told; whoever answers in the grace has answered.
#[test]
fn an_answer_in_the_grace_counts() {
    let mut club = Club::files();
    club.begun("first");
    let runs = draws(&club);
    club.reply(ANNA, "reserves mowe, heron\n");
    club.pass(75);
    let now = club.now.as_second();
    assert!(now > deadline(&club) && now < deadline(&club) + 12 * 3600);
    assert_eq!(draws(&club), runs, "the grace has not passed");
    assert!(
        club.last_of(ANNA)
            .text
            .contains("without an answer from bob")
    );
    assert!(
        club.last_of(BOB).subject.contains("passé"),
        "{}",
        club.last_of(BOB).subject
    );
    club.reply(BOB, "réserves dart, cressy\n");
    club.poll();
    assert_eq!(draws(&club), runs + 1);
    let report = club.last_of(BOB).text;
    assert!(report.contains("CE QUI S'EST PASSÉ"), "{report}");
    let post = std::fs::read_to_string(club.games().join("first/post.toml")).expect("a desk");
    assert!(
        !post.contains("missed = 1"),
        "nobody missed anything: {post}"
    );
}

/// A deadline falls when each of those who are asked is awake, where he lives.
#[test]
fn each_player_has_his_own_hours() {
    let mut club = Club::files();
    configure(&club, "hours = \"0-24\"", "hours = \"8-20\"");
    configure(&club, "days = \"mon-sun\"", "days = \"mon-fri\"");
    club.begun("first");
    // Monday 20:00 and three days: Thursday evening, when Tokyo sleeps until Friday, 8 o'clock there.
    assert_eq!(deadline(&club), at("2026-11-19T20:00:00Z"));
    club.reply(ANNA, "mail zone Asia/Tokyo\nreserves mowe, heron\n");
    club.reply(BOB, "réserves dart, cressy\n");
    club.poll();
    assert_eq!(deadline(&club), at("2026-11-19T23:00:00Z"));
    let mail = club.last_of(ANNA).text;
    assert!(
        mail.contains("Friday 20 November 2026, 08:00 (Asia/Tokyo)"),
        "{mail}"
    );
    let mail = club.last_of(BOB).text;
    assert!(
        mail.contains("jeudi 19 novembre 2026 à 23") || mail.contains("23:00"),
        "{mail}"
    );
}

/// Phases may have times of their own, in the club's file and in the game's.
#[test]
fn phases_have_times_of_their_own() {
    let mut club = Club::files();
    configure(
        &club,
        "# [clock.phase]\n# bid = \"1d\"",
        "[clock.phase]\nreserves = \"1d\"\nbid = \"30h\"",
    );
    club.begun("first");
    let hours = |club: &Club| (deadline(club) - club.now.as_second()) / 3600;
    assert_eq!(hours(&club), 24);
    club.reply(ANNA, "reserves mowe, heron\n");
    club.reply(BOB, "réserves dart, cressy\n");
    club.poll();
    assert_eq!(hours(&club), 30);
    let house = "[clock]\ntime = \"50h\"\n";
    std::fs::write(club.games().join("first/house.toml"), house).expect("written");
    club.reply(ANNA, "bid 1\n");
    club.reply(BOB, "enchère 2\n");
    club.poll();
    assert_eq!(
        hours(&club),
        50,
        "the game's own rules go before the club's"
    );
}

/// Of several reminders each is sent once, and only to those who have not answered.
#[test]
fn reminders_come_once_each() {
    let mut club = Club::files();
    configure(
        &club,
        "remind = [\"24h\"]",
        "remind = [\"48h\", \"24h\", \"5h\"]",
    );
    club.begun("first");
    club.reply(ANNA, "reserves mowe, heron\n");
    club.poll();
    let (annas, bobs) = (club.mails_of(ANNA).len(), club.mails_of(BOB).len());
    for (hours, sum) in [(20, 0), (10, 1), (15, 1), (5, 2), (15, 2), (5, 3)] {
        club.pass(hours);
        assert_eq!(club.mails_of(BOB).len(), bobs + sum, "{}", club.now);
    }
    assert_eq!(club.mails_of(ANNA).len(), annas);
    assert!(club.last_of(BOB).subject.contains("Rappel"));
}

/// A game that waits for its players waits: the referee hears of it once, and whoever answers late has answered.
#[test]
fn a_game_may_wait_for_its_players() {
    let mut club = Club::files();
    club.begun("first");
    std::fs::write(
        club.games().join("first/house.toml"),
        "missing = \"wait\"\n",
    )
    .expect("written");
    club.reply(ANNA, "reserves mowe, heron\n");
    let runs = draws(&club);
    club.pass(30 * 24);
    assert_eq!(draws(&club), runs);
    assert_eq!(
        club.mails_of(BOSS).len(),
        1,
        "{:?}",
        club.last_of(BOSS).text
    );
    club.reply(BOB, "réserves dart, cressy\n");
    club.poll();
    assert_eq!(draws(&club), runs + 1);
}

/// The real clock, turned by faketime.
#[test]
fn under_a_false_clock() {
    if !Path::new("/usr/bin/faketime").exists() {
        assert!(std::env::var_os("CI").is_none(), "CI needs faketime");
        println!("faketime is not installed: the real clock is not turned");
        return;
    }
    let at = |club: &Club, time: &str, args: &[&str]| {
        let done = std::process::Command::new("/usr/bin/faketime")
            .args(["-f", &format!("@{time}")])
            .arg(env!("CARGO_BIN_EXE_fieldpost"))
            .args(args)
            .current_dir(club.dir.path())
            .env("TZ", "UTC")
            .output()
            .expect("it runs");
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
    };
    // Summer time begins on 29 March 2026 and ends on 25 October.
    for (id, start, due) in [
        ("spring", "2026-03-26 06:30:00", "2026-03-29T06:30:00Z"),
        (
            "spring-night",
            "2026-03-26 01:30:00",
            "2026-03-29T06:00:00Z",
        ),
        ("autumn", "2026-10-22 05:30:00", "2026-10-25T07:00:00Z"),
        ("autumn-day", "2026-10-22 12:30:00", "2026-10-25T12:30:00Z"),
    ] {
        let mut club = Club::files();
        configure(&club, "zone = \"UTC\"", "zone = \"Europe/Paris\"");
        configure(&club, "hours = \"0-24\"", "hours = \"8-22\"");
        at(
            &club,
            start,
            &[
                "new",
                "miniature/skerries",
                "--id",
                id,
                "--seat",
                "anna=red",
                "--seat",
                "bob=blue",
                "--mail",
                &format!("anna={ANNA}"),
                "--mail",
                &format!("bob={BOB}"),
            ],
        );
        // Each command starts its own clock, and none may start before the one before it ended.
        let later = |seconds: &str| format!("{}{seconds}", start.trim_end_matches("00"));
        at(&club, &later("30"), &["poll"]);
        for address in [ANNA, BOB] {
            let line = club
                .last_of(address)
                .text
                .lines()
                .find(|line| line.starts_with("join "))
                .expect("a code")
                .to_owned();
            club.reply(address, &line);
        }
        at(&club, &later("59"), &["poll"]);
        let post =
            std::fs::read_to_string(club.games().join(id).join("post.toml")).expect("a desk");
        let line = post
            .lines()
            .find(|line| line.starts_with("deadline = "))
            .expect("a deadline");
        let found: i64 = line["deadline = ".len()..].parse().expect("a number");
        let due = due.parse::<jiff::Timestamp>().expect("a time").as_second();
        assert!((found - due).abs() < 120, "{id}: {found} and {due}");
        // Back by a year, and forward by two: nothing runs.
        at(&club, "2025-10-22 13:00:00", &["poll"]);
        at(&club, "2027-11-01 13:00:00", &["poll"]);
        let journal = String::from_utf8_lossy(&club.game(id)[0]).into_owned();
        assert_eq!(journal.matches("kind = \"draw\"").count(), 1);
    }
}
