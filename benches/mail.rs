//! How fast a poll is: a thousand mails for a hundred games against a bare loop, and an idle poll among ten thousand
//! games. Dovecot is started for it; without Dovecot nothing is measured.

#[path = "../tests/mail/club.rs"]
#[expect(dead_code, reason = "a benchmark needs less than the tests")]
mod club;
#[path = "../tests/mail/servers.rs"]
#[expect(dead_code, reason = "a benchmark needs less than the tests")]
mod servers;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use club::{Club, GM, Route};
use fieldpost::mail::config::Config;
use fieldpost::mail::desk::{Desk, Player, Reach};
use fieldpost::mail::intake;
use fieldpost::mail::office::Office;
use fieldpost::mail::poll::{Source, poll};
use fieldpost::store::disk::Disk;

const GAMES: usize = 100;
const MAILS: usize = 10;
const ROUNDS: usize = 3;

fn main() {
    // `cargo test --benches` asks for nothing but that it runs.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    // The disk is shared with whatever else runs: each round measures both, and the best of each counts.
    let (mut bare, mut took) = (Duration::MAX, Duration::MAX);
    let mut last = None;
    for _ in 0..ROUNDS {
        // On a real disk: in memory nothing has to be made durable.
        let disk = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let Some(club) = Club::open_in(Route::Servers, disk) else {
            return;
        };
        let (one, other) = round(&club);
        println!("bare {one:?}, poll {other:?}");
        bare = bare.min(one);
        took = took.min(other);
        last = Some(club);
    }
    println!("a bare loop over {} mails: {bare:?}", GAMES * MAILS);
    println!(
        "a poll of them, {GAMES} games adjudicated: {took:?}, {} hundredths of the bare loop",
        took.as_micros() * 100 / bare.as_micros()
    );
    println!("peak memory: {}", peak());
    if let Some(club) = last {
        idle(&club);
    }
}

/// How long the bare loop takes, and how long a poll, over the same mails.
fn round(club: &Club) -> (Duration, Duration) {
    let secret = fieldpost::mail::office::secret(&Disk::default(), &club.dir.path().join("post"))
        .expect("a secret");
    let mut mails = Vec::new();
    for n in 0..GAMES {
        let id = format!("g{n}");
        club.ok(&[
            "new",
            "miniature/skerries",
            "--id",
            &id,
            "--chain",
            "512",
            "--seat",
            "anna=red",
            "--seat",
            "bob=blue",
        ]);
        write_desk(club, &id, &secret, &mut mails);
    }
    deliver(club, &mails);
    let config = Config::read(&club.dir.path().join("fieldpost.toml")).expect("a configuration");
    // The same disk for both.
    let bare = bare_loop(&config, club.dir.path());
    let now = club.now.as_second();
    let started = Instant::now();
    let mut office = Office::open(&config, Disk::default(), now).expect("an office");
    let done = poll(&mut office, Source::Mailboxes(&config.mailboxes), false).expect("a poll");
    let took = started.elapsed();
    drop(office);
    let taken = done
        .rows
        .iter()
        .filter(|row| row.verdict.is_taken())
        .count();
    assert_eq!(
        (taken, done.troubles.len()),
        (GAMES * MAILS, 0),
        "{:?}",
        done.troubles
    );
    (bare, took)
}

/// Everything is ready for the mails: the players have joined and have a code.
fn write_desk(club: &Club, id: &str, secret: &str, mails: &mut Vec<String>) {
    let folder = club.games().join(id);
    let journal = std::fs::read_to_string(folder.join("journal.toml")).expect("a journal");
    let hash = journal
        .lines()
        .find_map(|line| line.strip_prefix("hash = \""))
        .expect("a hash");
    let player = |seat: &str, side: &str| Player {
        seat: seat.to_owned(),
        sides: vec![side.to_owned()],
        address: format!("{seat}@test.example"),
        reach: Reach::Joined,
        ..Player::default()
    };
    let mut desk = Desk {
        format: 1,
        genesis: hash.trim_end_matches('"').to_owned(),
        about: "1.0".to_owned(),
        reported: 1,
        told: 100,
        players: vec![player("anna", "red"), player("bob", "blue")],
        ..Desk::default()
    };
    for (seat, orders) in [
        ("anna", "reserves mowe, heron"),
        ("bob", "reserves dart, cressy"),
    ] {
        let code = desk.issue(secret, seat);
        for n in 0..MAILS / 2 {
            mails.push(format!(
                "From: <{seat}@test.example>\r\nTo: {GM}\r\nSubject: Re: [{id} {code}] run 1\r\nMessage-ID: <{id}.{seat}.{n}@test.example>\r\nDate: Mon, 16 Nov 2026 20:00:{n:02} +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello,\r\n{orders}\r\n\r\nOn Mon, 16 Nov 2026, fieldpost <{GM}> wrote:\r\n> {}\r\n",
                "a quoted report goes on for a while\r\n> ".repeat(60)
            ));
        }
    }
    desk.write(&Disk::default(), &folder).expect("written");
}

/// Puts mails where Exim would have put them.
fn deliver(club: &Club, mails: &[String]) {
    let servers = club.servers.as_ref().expect("servers");
    servers.send(
        format!("From: <anna@test.example>\r\nTo: {GM}\r\nSubject: first\r\n\r\nx\r\n").as_bytes(),
    );
    let folder = servers.run.path().join("mail/gm/new");
    for old in std::fs::read_dir(&folder).expect("a Maildir").flatten() {
        std::fs::remove_file(old.path()).expect("removed");
    }
    for (n, mail) in mails.iter().enumerate() {
        std::fs::write(folder.join(format!("1000000000.{n:06}.bench")), mail).expect("written");
    }
    let owner = Command::new("stat")
        .args(["-c", "%u:%g"])
        .arg(&folder)
        .output()
        .expect("stat runs");
    let owner = String::from_utf8_lossy(&owner.stdout).trim().to_owned();
    let done = Command::new("chown")
        .arg("-R")
        .arg(owner)
        .arg(&folder)
        .status()
        .expect("chown runs");
    assert!(done.success());
}

/// Fetches each mail and makes it durable in a file of its own.
fn bare_loop(config: &Config, folder: &Path) -> Duration {
    let folder = folder.join("bare");
    std::fs::create_dir_all(&folder).expect("a folder");
    let started = Instant::now();
    let mut mailbox = intake::open(&config.mailboxes[0]).expect("a mailbox");
    let listed = mailbox.list(5000).expect("a list");
    assert_eq!(listed.len(), GAMES * MAILS);
    for one in &listed {
        let fetched = mailbox
            .fetch(std::slice::from_ref(&one.key))
            .expect("a mail");
        let mut file = std::fs::File::create(folder.join(&one.key)).expect("a file");
        file.write_all(&fetched[0].1).expect("written");
        file.sync_all().expect("synced");
    }
    mailbox.close();
    started.elapsed()
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(
        || "not known here".to_owned(),
        |line| line.trim().to_owned(),
    )
}

/// An idle poll with ten thousand games stored.
fn idle(club: &Club) {
    let quiet = Club::files();
    let game = club.games().join("g0");
    let games = quiet.games();
    std::fs::create_dir_all(&games).expect("a folder");
    let mut agenda = String::new();
    for n in 0..10_000 {
        let folder = games.join(format!("idle{n}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        for name in ["journal.toml", "sealed.toml", "post.toml"] {
            std::fs::copy(game.join(name), folder.join(name)).expect("copied");
        }
        let _ = writeln!(agenda, "{} idle{n}", quiet.now.as_second() + 86_400);
    }
    std::fs::write(quiet.dir.path().join("post/agenda"), agenda).expect("written");
    quiet.poll();
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let started = Instant::now();
        quiet.poll();
        best = best.min(started.elapsed());
    }
    println!("an idle poll among 10,000 games, process and all: {best:?}");
}
