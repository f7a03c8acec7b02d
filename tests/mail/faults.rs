//! Everything that can be cut off is: nothing is lost, nothing counts twice, everybody gets one answer.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::club::{ANNA, BOB, BOSS, Club, Route};
use fieldpost::store::disk::BEFORE_A_WRITE;

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for file in std::fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (file.path(), to.join(file.file_name()));
        if from.is_dir() {
            copy(&from, &to);
            continue;
        }
        std::fs::copy(&from, &to).expect("copied");
        // The times tell in which order mails came, and which file is which.
        let time = file.metadata().and_then(|data| data.modified());
        let copied = std::fs::File::options().write(true).open(&to);
        copied
            .and_then(|copied| copied.set_modified(time?))
            .expect("its time");
    }
}

/// What a poll came to, for anybody who cares.
#[derive(Debug, PartialEq, Eq)]
struct Came {
    letters: usize,
    talks: usize,
    draws: String,
    ids: [BTreeSet<String>; 3],
    verdicts: Vec<String>,
}

fn came(club: &Club) -> Came {
    let [journal, sealed] = club
        .game("first")
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let ids = |address: &str| {
        club.mails_of(address)
            .into_iter()
            .map(|mail| mail.id)
            .collect()
    };
    let rows = fieldpost::mail::ledger::rows(&club.dir.path().join("post")).expect("a ledger");
    let mut verdicts: Vec<String> = rows
        .iter()
        .map(|row| row.verdict.word().to_owned())
        .collect();
    verdicts.sort();
    Came {
        letters: sealed.matches("kind = \"letter\"").count(),
        talks: sealed.matches("kind = \"talk\"").count(),
        draws: journal,
        ids: [ids(ANNA), ids(BOB), ids(BOSS)],
        verdicts,
    }
}

/// A club with all sorts of mail waiting.
fn waiting() -> Club {
    let mut club = Club::files();
    club.begun("first");
    // One player with pictures is enough: they take most of the time.
    club.reply(ANNA, "mail text\n");
    club.poll();
    let report = club.last_of(ANNA);
    let mail = club.answer(
        &report,
        ANNA,
        "reserves mowe, heronn\nmessage blue: hello\n",
    );
    club.deliver(&mail);
    let mail = club.answer(&report, ANNA, "reserves mowe, heron\n");
    club.deliver(&mail);
    // Delivered twice.
    club.deliver(&mail);
    club.reply(BOB, "reserves dart, cressy\nmessage referee: hello\n");
    club.write("eve@evil.example", "hello", "reserves x");
    club.write(ANNA, "hello", "no code");
    club
}

/// Runs polls that end at a certain write, then one that does not, and compares.
fn cut_off_at_every_write(variable: &str) {
    let full = variable.contains("FULL");
    let mut club = waiting();
    let home = club.dir.path().to_owned();
    let kept = super::club::folder();
    let start = kept.path().join("start");
    copy(&home, &start);
    let restore = |club: &Club| {
        for part in ["games", "post", "in", "out"] {
            let _ = std::fs::remove_dir_all(club.dir.path().join(part));
            if start.join(part).exists() {
                copy(&start.join(part), &club.dir.path().join(part));
            }
        }
    };
    club.poll();
    let whole = came(&club);
    assert_eq!((whole.letters, whole.talks), (2, 2), "{whole:?}");
    club.advance(1);
    let mut ends = 0;
    for at in 1..400 {
        // Half a write is possible only where something is written.
        let mut halves = vec!["", "half"].into_iter();
        while let Some(half) = halves.next() {
            restore(&club);
            club.advance(-1);
            let cut = club
                .command(&["poll"])
                .env(variable, format!("{at}{half}"))
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&cut.stderr).into_owned();
            if !said.contains(BEFORE_A_WRITE) {
                halves.next();
            }
            // What was not written is written when the machine is up again.
            club.poll();
            club.advance(1);
            if full {
                // A game that could not be written to is left alone for a while.
                club.poll();
            }
            let found = came(&club);
            let when = format!("after an end at write {at}{half}: {said}");
            assert_eq!(found.verdicts, whole.verdicts, "{when}: {:#?}", club.log());
            assert_eq!(found.ids, whole.ids, "{when}");
            assert!(found == whole, "{when}");
            if cut.status.success() {
                println!("{ends} ends");
                assert!(ends > 60, "only {ends} ends");
                return;
            }
            ends += 1;
        }
    }
    panic!("it never ends");
}

#[test]
fn killed_at_every_write() {
    cut_off_at_every_write("FIELDPOST_DIE_AT");
}

#[test]
fn a_full_disk_at_every_write() {
    cut_off_at_every_write("FIELDPOST_FULL_AT");
}

/// What comes in after a crash gets an answer of its own; what was said before is not said again.
#[test]
fn a_mail_after_a_crash_repeats_nothing() {
    let mut club = waiting();
    let kept = super::club::folder();
    let start = kept.path().join("start");
    copy(club.dir.path(), &start);
    let reports = |club: &Club| {
        [(ANNA, "first, run 2:"), (BOB, "first, résolution 2 :")].map(|(address, run)| {
            club.mails_of(address)
                .iter()
                .filter(|mail| mail.text.contains(run))
                .count()
        })
    };
    for at in (1..400).step_by(6) {
        for part in ["games", "post", "in", "out"] {
            let _ = std::fs::remove_dir_all(club.dir.path().join(part));
            copy(&start.join(part), &club.dir.path().join(part));
        }
        let cut = club
            .command(&["poll"])
            .env("FIELDPOST_DIE_AT", at.to_string())
            .output()
            .expect("it runs");
        club.write(ANNA, "state", "status");
        club.poll();
        assert_eq!(
            reports(&club),
            [1, 1],
            "after an end at write {at}: {:#?}",
            club.log()
        );
        if cut.status.success() {
            return;
        }
    }
    panic!("it never ends");
}

#[test]
fn two_polls_at_once() {
    let club = waiting();
    let mut polls: Vec<_> = (0..4)
        .map(|_| {
            club.command(&["poll"])
                .stdout(std::process::Stdio::null())
                .spawn()
                .expect("it runs")
        })
        .collect();
    for poll in &mut polls {
        assert!(poll.wait().expect("it ends").success());
    }
    let found = came(&club);
    assert_eq!((found.letters, found.talks), (2, 2), "{found:?}");
    assert_eq!(
        found
            .verdicts
            .iter()
            .filter(|verdict| *verdict == "duplicate")
            .count(),
        1
    );
}

#[test]
fn the_ledger_accounts_for_every_mail_in_one_line() {
    let mut club = waiting();
    let report = club.last_of(ANNA);
    let mail = club.answer(&report, ANNA, "x\n");
    club.deliver(&format!("Auto-Submitted: auto-replied\r\n{mail}"));
    let mail = club.answer(&report, "eve@evil.example", "reserves heron, mowe\n");
    club.deliver(&mail);
    club.write(BOB, "state", "status\nmap\n");
    club.poll();
    let log = club.log().join("\n");
    insta::with_settings!({filters => vec![
        (r"[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}", "[code]"),
        (r"Z [0-9a-f]{16} ", "Z [id] "),
    ]}, {
        insta::assert_snapshot!(log);
    });
}

/// A proxy that hangs up after so many pieces have come from the server.
struct Proxy {
    port: u16,
    pieces: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Proxy {
    fn start(target: u16, cut: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (pieces, stop) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let (count, ended) = (Arc::clone(&pieces), Arc::clone(&stop));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                let server = TcpStream::connect(("127.0.0.1", target)).expect("the server");
                let (mut up_from, mut up_to) = (
                    client.try_clone().expect("it"),
                    server.try_clone().expect("it"),
                );
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut up_from, &mut up_to);
                    let _ = up_to.shutdown(Shutdown::Both);
                });
                let (mut from, mut to, count) = (server, client, Arc::clone(&count));
                std::thread::spawn(move || {
                    let mut buffer = vec![0; 16 * 1024];
                    while let Ok(read) = from.read(&mut buffer) {
                        if read == 0
                            || count.fetch_add(1, Ordering::Relaxed) >= cut
                            || to.write_all(&buffer[..read]).is_err()
                        {
                            break;
                        }
                    }
                    let _ = to.shutdown(Shutdown::Both);
                    let _ = from.shutdown(Shutdown::Both);
                });
            }
        });
        Self { port, pieces, stop }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

/// Polls through a proxy, by a second configuration.
fn poll_cut(club: &Club, port: u16, cut: usize) -> usize {
    let proxy = Proxy::start(port, cut);
    let text = std::fs::read_to_string(club.dir.path().join("fieldpost.toml")).expect("a file");
    let text = text.replace(
        &format!("port = {port}"),
        &format!("timeout = 5, port = {}", proxy.port),
    );
    std::fs::write(club.dir.path().join("cut.toml"), text).expect("written");
    club.run(&["--config", "cut.toml", "poll"]);
    proxy.pieces.load(Ordering::Relaxed)
}

fn cut_at_every_step(of: impl Fn(&Club) -> u16) {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    club.begun("first");
    let port = of(&club);
    for cut in 0..80 {
        let (annas, bobs): (BTreeSet<String>, BTreeSet<String>) =
            (ids(&club, ANNA), ids(&club, BOB));
        club.reply(ANNA, &format!("message blue: number {cut},\n"));
        let pieces = poll_cut(&club, port, cut);
        // Letters that could not be sent are tried again a little later.
        for _ in 0..2 {
            club.advance(1);
            club.poll();
        }
        let sealed = String::from_utf8_lossy(&club.game("first")[1]).into_owned();
        assert_eq!(
            sealed.matches(&format!("number {cut},")).count(),
            1,
            "cut {cut}: {:#?}",
            club.log()
        );
        let new = |address: &str, before: &BTreeSet<String>| {
            ids(&club, address).difference(before).count()
        };
        assert_eq!(new(ANNA, &annas), 1, "cut {cut}: one answer");
        assert_eq!(new(BOB, &bobs), 1, "cut {cut}: one message");
        if pieces <= cut {
            println!("{cut} cuts");
            assert!(cut > 5, "only {cut} cuts");
            return;
        }
    }
    panic!("it never ends");
}

fn ids(club: &Club, address: &str) -> BTreeSet<String> {
    club.mails_of(address)
        .into_iter()
        .map(|mail| mail.id)
        .collect()
}

#[test]
fn imap_cut_at_every_step() {
    cut_at_every_step(|club| club.servers.as_ref().expect("servers").imaps);
}

#[test]
fn smtp_cut_at_every_step() {
    cut_at_every_step(|club| club.servers.as_ref().expect("servers").smtp);
}

#[test]
fn uidvalidity_changes_and_a_mail_has_two_uids() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    club.begun("first");
    let report = club.last_of(ANNA);
    let mail = club.answer(&report, ANNA, "reserves mowe, heron\n");
    club.deliver(&mail);
    club.deliver(&mail);
    club.poll();
    let verdicts = club.verdicts();
    assert_eq!(
        verdicts
            .iter()
            .filter(|verdict| *verdict == "duplicate")
            .count(),
        1,
        "{verdicts:?}"
    );
    // The number that changes is a time in seconds.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    // The mailbox is made anew: the mails that were done with come back under other numbers.
    let servers = club.servers.as_ref().expect("servers");
    let inbox = servers.run.path().join("mail/gm");
    for part in [".Processed/cur", ".Processed/new"] {
        for old in std::fs::read_dir(inbox.join(part)).expect("it").flatten() {
            let name = old
                .file_name()
                .to_string_lossy()
                .split(':')
                .next()
                .unwrap_or_default()
                .to_owned();
            std::fs::rename(old.path(), inbox.join("new").join(name)).expect("moved back");
        }
    }
    for file in std::fs::read_dir(&inbox).expect("it").flatten() {
        if file.file_name().to_string_lossy().starts_with("dovecot") {
            std::fs::remove_file(file.path()).expect("removed");
        }
    }
    let before = (club.game("first"), ids(&club, ANNA));
    club.poll();
    assert!(before.0 == club.game("first"));
    assert_eq!(before.1, ids(&club, ANNA));
    let again = club
        .verdicts()
        .iter()
        .filter(|verdict| *verdict == "duplicate")
        .count();
    assert!(again >= 4, "joins and letter came again: {:#?}", club.log());
}

/// A mail that was dealt with and is still in its mailbox goes where its verdict says, without a second look.
#[test]
fn what_could_not_be_put_away_is_put_away_later() {
    let mut club = Club::files();
    club.begun("first");
    club.reply(ANNA, "reserves mowe, heron\n");
    club.write("eve@evil.example", "hello", "reserves x");
    club.poll();
    let folder = club.dir.path().join("in");
    let names = |part: &str| -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder.join(part))
            .expect("a folder")
            .flatten()
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let before = (names("processed"), names("rejected"));
    assert!(!before.0.is_empty() && before.1.len() == 1, "{before:?}");
    for part in ["processed", "rejected"] {
        for name in names(part) {
            let back = folder.join(&name);
            std::fs::rename(folder.join(part).join(&name), back).expect("moved back");
        }
    }
    let rows = club.verdicts().len();
    club.poll();
    assert_eq!((names("processed"), names("rejected")), before);
    assert_eq!(club.verdicts().len(), rows, "no mail has two rows");
}
