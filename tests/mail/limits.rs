//! A poll stays small, whatever the mailbox holds.

use super::club::{ANNA, Club, GM, Route};

/// How much more memory a poll may ever have than one that finds nothing to do, in KiB. The program itself, unoptimised and
/// with the data of every game, is not counted: it grows with the games, not with the mails.
const MOST: u64 = 32 * 1024;

/// Polls, and tells the most memory it had at any time, in KiB.
fn peak(club: &Club) -> u64 {
    let command = club.command(&["poll"]);
    let script = "import resource, subprocess, sys\n\
        done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n\
        print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
    let done = std::process::Command::new("python3")
        .args(["-c", script])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(club.dir.path())
        .output()
        .expect("python3 runs");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let (code, peak) = text.trim().split_once(' ').expect("two numbers");
    assert_eq!(code, "0", "{}", String::from_utf8_lossy(&done.stderr));
    peak.parse().expect("a number")
}

fn large(club: &Club, n: usize, size: usize) -> Vec<u8> {
    let mut mail = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {} {n}\r\nMessage-ID: <large.{n}@x.example>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhello\r\n--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n",
        club.last_of(ANNA).subject
    )
    .into_bytes();
    while mail.len() < size {
        mail.extend_from_slice(&[b'A'; 76]);
        mail.extend_from_slice(b"\r\n");
    }
    mail.extend_from_slice(b"--b--\r\n");
    mail
}

/// Photographs by the dozen, one that is far too big, and a thousand short mails; then the report with its pictures.
fn stays_small(route: Route) {
    let Some(mut club) = Club::open(route) else {
        return;
    };
    club.begun("first");
    let alone = peak(&club);
    for n in 0..25 {
        let mail = large(&club, n, 1_000_000);
        club.deliver_bytes(&mail);
    }
    let mail = large(&club, 25, 40_000_000);
    club.deliver_bytes(&mail);
    let found = peak(&club);
    println!("{found} KiB, {alone} KiB with nothing to do");
    assert!(found < alone + MOST, "{found} KiB, alone {alone} KiB");
    let verdicts = club.verdicts();
    let count = |word: &str| verdicts.iter().filter(|one| *one == word).count();
    // Of the one that is far too big the text is read.
    assert_eq!((count("taken"), count("too-big")), (26, 0), "{verdicts:?}");
}

#[test]
fn a_folder_of_large_mails() {
    stays_small(Route::Files);
}

#[test]
fn an_imap_mailbox_of_large_mails() {
    stays_small(Route::Servers);
}
