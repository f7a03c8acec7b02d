//! Faults while real servers run: whatever breaks off, nobody's letter is lost and none counts twice.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use fieldpost::mail::desk::{Desk, Player, Reach};
use fieldpost::mail::office::secret;
use fieldpost::store::disk::Disk;

use super::club::{ANNA, BOB, BOSS, Club, GM, Route};

fn said(done: &std::process::Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
}

fn sealed(club: &Club, game: &str) -> String {
    String::from_utf8_lossy(&club.game(game)[1]).into_owned()
}

/// The mails of an address that hold some words, by their ids: one sent twice after a crash has the same.
fn with(club: &Club, address: &str, words: &str) -> usize {
    let mails = club.mails_of(address).into_iter();
    let held = mails.filter(|mail| mail.text.contains(words));
    held.map(|mail| mail.id).collect::<BTreeSet<String>>().len()
}

/// Forty moments of polls over IMAP and SMTP at which the process is killed, or the disk is full.
#[test]
fn killed_or_out_of_room_at_forty_moments() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    club.begun("first");
    for address in [ANNA, BOB] {
        club.reply(address, "mail text\n");
    }
    club.poll();
    let mut cut = 0;
    for n in 0..40 {
        club.reply(
            ANNA,
            &format!("message blue: from anna {n}.\nmessage referee: note {n}.\n"),
        );
        club.reply(BOB, &format!("message red: from bob {n}.\n"));
        let variable = if n % 4 == 3 {
            "FIELDPOST_FULL_AT"
        } else {
            "FIELDPOST_DIE_AT"
        };
        let half = if n % 3 == 1 { "half" } else { "" };
        let done = club
            .command(&["poll"])
            .env(variable, format!("{}{half}", 1 + n * 7 % 30))
            .output()
            .expect("it runs");
        cut += usize::from(!done.status.success());
        if variable.contains("FULL") {
            // A game that could not be written to is left alone for a while, and letters wait for their turn.
            club.advance(1);
        }
        club.poll();
        let parts = sealed(&club, "first");
        for words in [
            format!("from anna {n}."),
            format!("from bob {n}."),
            format!("note {n}."),
        ] {
            assert_eq!(
                parts.matches(&words).count(),
                1,
                "{n}: {words} {:#?}",
                club.log()
            );
        }
    }
    club.advance(5);
    club.poll();
    for n in 0..40 {
        assert_eq!(with(&club, BOB, &format!("from anna {n}.")), 1, "{n}");
        assert_eq!(with(&club, ANNA, &format!("from bob {n}.")), 1, "{n}");
        assert_eq!(with(&club, BOSS, &format!("note {n}.")), 1, "{n}");
    }
    assert!(cut >= 36, "only {cut} were cut off");
    let verdicts = club.verdicts();
    assert!(
        verdicts.iter().all(|one| one == "taken" || one == "joined"),
        "{verdicts:?}"
    );
    club.ok(&["verify", "--all"]);
}

/// Three polls that begin together: one works, the others leave it alone, and nothing is done twice.
#[test]
fn polls_at_once_on_live_servers() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    club.begun("first");
    club.reply(ANNA, "reserves mowe, heron\nmessage blue: once.\n");
    club.reply(BOB, "reserves dart, cressy\n");
    let mut polls: Vec<_> = (0..3)
        .map(|_| {
            club.command(&["poll"])
                .stdout(Stdio::null())
                .spawn()
                .expect("it runs")
        })
        .collect();
    for poll in &mut polls {
        assert!(poll.wait().expect("it ends").success());
    }
    club.poll();
    let parts = sealed(&club, "first");
    assert_eq!(
        (
            parts.matches("kind = \"letter\"").count(),
            parts.matches("once.").count()
        ),
        (2, 1)
    );
    assert_eq!(with(&club, BOB, "once."), 1);
    assert_eq!(with(&club, ANNA, "first, run 2:"), 1);
}

/// A game whose players have joined and have a code; their letters.
fn dealt(club: &Club, id: &str) -> [String; 2] {
    club.ok(&[
        "new",
        "miniature/skerries",
        "--id",
        id,
        "--chain",
        "64",
        "--seat",
        "anna=red",
        "--seat",
        "bob=blue",
    ]);
    let folder = club.games().join(id);
    let secret = secret(&Disk::default(), &club.dir.path().join("post")).expect("a secret");
    let journal = std::fs::read_to_string(folder.join("journal.toml")).expect("a journal");
    let hash = journal
        .lines()
        .find_map(|line| line.strip_prefix("hash = \""));
    let player = |seat: &str, side: &str| Player {
        seat: seat.to_owned(),
        sides: vec![side.to_owned()],
        address: format!("{seat}@test.example"),
        reach: Reach::Joined,
        plain: true,
        ..Player::default()
    };
    let mut desk = Desk {
        format: 1,
        genesis: hash.expect("a hash").trim_end_matches('"').to_owned(),
        about: "1.0".to_owned(),
        reported: 1,
        told: 100,
        players: vec![player("anna", "red"), player("bob", "blue")],
        ..Desk::default()
    };
    let letters = [
        ("anna", "reserves mowe, heron"),
        ("bob", "reserves dart, cressy"),
    ];
    let letters = letters.map(|(seat, orders)| {
        let code = desk.issue(&secret, seat);
        format!(
            "From: <{seat}@test.example>\r\nTo: {GM}\r\nSubject: Re: [{id} {code}]\r\nMessage-ID: <{id}.{seat}@test.example>\r\n\r\n{orders}\r\n"
        )
    });
    desk.write(&Disk::default(), &folder).expect("written");
    letters
}

/// One damaged game among twenty: nineteen run, its letters wait and count when it is whole again. The clock jumps too.
#[test]
fn one_damaged_game_among_twenty() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    let mut letters = Vec::new();
    for n in 0..20 {
        letters.extend(dealt(&club, &format!("g{n}")));
    }
    let sealed_part = club.games().join("g7/sealed.toml");
    let whole = std::fs::read(&sealed_part).expect("a file");
    std::fs::write(&sealed_part, &whole[..whole.len() / 3]).expect("written");
    for letter in &letters {
        club.deliver(letter);
    }
    let draws = |club: &Club, n: usize| {
        let journal = String::from_utf8_lossy(
            &std::fs::read(club.games().join(format!("g{n}/journal.toml"))).expect("it"),
        )
        .into_owned();
        journal.matches("kind = \"draw\"").count()
    };
    let done = club.run(&["poll"]);
    let text = said(&done);
    assert_eq!(done.status.code(), Some(1), "{text}");
    assert!(text.contains("g7"), "{text}");
    for n in 0..20 {
        assert_eq!(draws(&club, n), if n == 7 { 1 } else { 2 }, "g{n}: {text}");
    }
    let servers = club.servers.as_ref().expect("servers");
    servers.settle();
    assert_eq!(club.mails_of(BOSS).len(), 1);
    // The clock goes wild while it is damaged, and comes back.
    let now = club.now;
    club.advance(24 * 365);
    club.run(&["poll"]);
    club.now = now;
    club.run(&["poll"]);
    std::fs::write(&sealed_part, &whole).expect("written");
    club.advance(1);
    club.poll();
    assert_eq!(draws(&club, 7), 2, "{:#?}", club.log());
    let verdicts = club.verdicts();
    assert_eq!(verdicts, vec!["taken"; 40]);
    for n in 0..20 {
        assert_eq!(draws(&club, n), 2, "g{n}");
        assert_eq!(with(&club, ANNA, &format!("g{n}, run 2:")), 1, "g{n}");
    }
}

/// A store that cannot be written to: the poll says so, and every mail stays where it is.
#[test]
fn a_store_that_is_read_only() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    let id = Command::new("id").arg("-u").output().expect("id runs");
    if String::from_utf8_lossy(&id.stdout).trim() != "0" {
        println!("only root can become somebody who may not write");
        return;
    }
    club.begun("first");
    club.reply(ANNA, "reserves mowe, heron\n");
    let done = Command::new("chmod")
        .args(["-R", "a+rX"])
        .arg(club.dir.path())
        .status();
    assert!(done.expect("chmod runs").success());
    let poll = club.command(&["poll"]);
    let done = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(poll.get_program())
        .args(poll.get_args())
        .current_dir(club.dir.path())
        .output()
        .expect("it runs");
    let text = said(&done);
    assert_eq!(done.status.code(), Some(5), "{text}");
    assert!(text.contains("remedy"), "{text}");
    let game = sealed(&club, "first");
    assert_eq!(game.matches("kind = \"letter\"").count(), 0);
    club.poll();
    assert_eq!(club.verdicts().pop().as_deref(), Some("taken"));
    assert!(club.last_of(ANNA).text.starts_with("COMPLETE"));
}
