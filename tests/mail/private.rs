//! What is nobody else's business stays so: files, passwords, terminals; and what one mail can bring about is bounded.

use std::fmt::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fieldpost::mail::text;

use super::club::{ANNA, BOB, BOSS, Club, GM};

fn said(done: &std::process::Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
}

/// All that others could read below a folder.
fn open_to_others(folder: &Path, found: &mut Vec<String>) {
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let mode = file.metadata().expect("it").permissions().mode();
        if mode & 0o077 != 0 {
            found.push(format!("{} {:o}", file.path().display(), mode & 0o777));
        }
        if file.path().is_dir() {
            open_to_others(&file.path(), found);
        }
    }
}

#[test]
fn a_game_is_for_its_owner_alone() {
    let mut club = Club::files();
    club.begun("first");
    club.reply(ANNA, "reserves mowe, heron\nmessage blue: hello\n");
    club.reply(BOB, "réserves dart, cressy\n");
    club.poll();
    std::fs::write(club.games().join("first/inbox/anna-1.txt"), "bid 1\n").expect("written");
    std::fs::set_permissions(
        club.games().join("first/inbox/anna-1.txt"),
        std::fs::Permissions::from_mode(0o600),
    )
    .expect("set");
    club.ok(&["run", "first"]);
    club.ok(&["status"]);
    let mut found = Vec::new();
    for part in ["games", "post", "out"] {
        open_to_others(&club.dir.path().join(part), &mut found);
        let mode = std::fs::metadata(club.dir.path().join(part)).expect("it");
        assert_eq!(mode.permissions().mode() & 0o077, 0, "{part}");
    }
    assert!(found.is_empty(), "{found:#?}");
    // A game made by an older program is found by the doctor.
    let mode = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(club.games().join("first/sealed.toml"), mode).expect("set");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(club.games(), mode.clone()).expect("set");
    std::fs::set_permissions(club.games().join("first"), mode).expect("set");
    let text = said(&club.run(&["doctor"]));
    assert!(
        text.contains("games can be read by others") && text.contains("chmod -R go-rwx"),
        "{text}"
    );
}

#[test]
fn a_password_in_the_wrong_place_is_never_printed() {
    let club = Club::files();
    let path = club.dir.path().join("fieldpost.toml");
    let base = std::fs::read_to_string(&path).expect("a file");
    let send = base
        .lines()
        .find(|line| line.starts_with("files = ") && line.contains("out"));
    let send = send.expect("the way out");
    for server in [
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password = \"hunter2\" }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password = 'hunter2 }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password = hunter2 }",
        "smtp = { host = \"localhost\", port = \"hunter2\", user = \"gm\" }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", pass = \"hunter2\" }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password.text = \"hunter2\" }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password.env = \"hunter2\" }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password.file = \"hunter2\" }",
        "smtp = { host = \"localhost\", port = 25, user = \"gm\", password.command = \"hunter2\" }",
        "smtp = { host = \"localhost\", port = 25, tls = \"hunter2\", user = \"gm\" }",
    ] {
        std::fs::write(&path, base.replace(send, server)).expect("written");
        for command in [&["doctor", "--wait", "1"][..], &["poll"], &["mail", "log"]] {
            let text = said(&club.run(command));
            assert!(!text.contains("hunter2"), "{server}: {text}");
        }
        let text = said(&club.run(&["doctor", "--wait", "1"]));
        assert!(
            text.contains("password") || text.contains("line "),
            "{server}: {text}"
        );
    }
}

#[test]
fn nothing_steers_the_terminal_of_whoever_looks() {
    let mut club = Club::files();
    club.begun("first");
    let evil = "\u{1b}[31mred\u{1b}]0;title\u{7} \u{202e}desrever\u{2066} \u{8}\u{9b}1m";
    let to = club.last_of(ANNA);
    let subject = &to.subject;
    let mail = format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nmessage blue: look {evil}\r\nreserves mowe {evil}\r\n\r\n-- \r\n{evil}\r\n"
    );
    let file = club.dir.path().join("one.eml");
    std::fs::write(&file, &mail).expect("written");
    let clean = |text: &str| {
        let steers = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{2066}".contains(c);
        assert!(!text.contains(steers), "{text:?}");
    };
    clean(&club.ok(&["mail", "text", "one.eml"]));
    club.deliver(&mail);
    clean(&club.ok(&["poll"]));
    clean(&club.ok(&["mail", "log"]));
    for address in [ANNA, BOB] {
        let raw = club.last_of(address).text;
        assert!(address == ANNA || raw.contains("look"), "{raw}");
        let bytes: Vec<u8> = club.last_of(address).raw.into_bytes();
        assert!(!bytes.contains(&0x1b), "{raw}");
    }
    std::fs::write(
        club.games().join("first/inbox/anna-1.txt"),
        format!("bid {evil}\n"),
    )
    .expect("written");
    clean(&club.ok(&["run", "first"]));
}

/// What a reader does not see in his mail program is not his order.
#[test]
fn what_html_hides_is_no_order() {
    let hidden = [
        "<div style=\"display:none\">@</div>",
        "<div style='DISPLAY : None !important'>@</div>",
        "<div style=display:none>@</div>",
        "<span style=\"visibility:hidden\">@</span>",
        "<p style=\"font-size:0\">@</p>",
        "<p style=\"font-size:0px;line-height:0\">@</p>",
        "<p style=\"font-size:1px\">@</p>",
        "<p style=\"font:0/0 a\">@</p>",
        "<p style=\"opacity:0\">@</p>",
        "<p style=\"opacity:0.0\">@</p>",
        "<p style=\"color:white\">@</p>",
        "<p style=\"color:#fff\">@</p>",
        "<p style=\"color:#fefefe\">@</p>",
        "<p style=\"color:rgb(255, 255, 255)\">@</p>",
        "<p style=\"color:transparent\">@</p>",
        "<p style=\"color:#123456;background:#123456\">@</p>",
        "<table bgcolor=black><tr><td><font color=\"#000000\">@</font></td></tr></table>",
        "<font color=white>@</font>",
        "<div style=\"position:absolute;left:-9999px\">@</div>",
        "<div style=\"text-indent:-9999px\">@</div>",
        "<div style=\"height:0;overflow:hidden\">@</div>",
        "<div style=\"max-height:0px; overflow : hidden\">@</div>",
        "<div style=\"mso-hide:all\">@</div>",
        "<div hidden>@</div>",
        "<div hidden=\"\">@</div>",
        "<noscript>@</noscript>",
        "<iframe>@</iframe>",
        "<style>.x, .y { color: red; display: none }</style><div class=\"a x\">@</div>",
        "<div style=\"display:none\"><div><b>a</b></div></b></i>@</div>",
        "<div style=\"display:none\"><p>a<p>@</div>",
        "<div style=\"display:none\"><br><img src=x>@</div>",
    ];
    for one in hidden {
        let body = one.replace('@', "reserves heron, mowe");
        let mail = format!(
            "From: <{ANNA}>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>status</p>{body}<p>message blue: seen</p></body></html>\r\n"
        );
        let reading = text::read(mail.as_bytes());
        assert!(!reading.text.contains("heron"), "{one}: {}", reading.text);
        assert!(
            reading.text.contains("status") && reading.text.contains("seen"),
            "{one}: {}",
            reading.text
        );
    }
    // What is shown is read, however it is dressed.
    for shown in [
        "<body bgcolor=\"#000000\" text=\"#ffffff\"><p style=\"color:white\">@</p></body>",
        "<div style=\"background-color:#222\"><span style=\"color:#fff\">@</span></div>",
        "<div style=\"display:block;font-size:10pt;opacity:1\">@</div>",
        "<div style=\"font-size:0.9em;color:#333\">@</div>",
        "<div style=\"font-size:100%;height:0\">@</div>",
        "<p style=\"display:none\">x<p>@",
        "<div aria-hidden=\"true\">@</div>",
        "<div title=\"hidden\">@</div>",
        "<div style=\"display:none\">x</div>@",
        "<style>@media print { .x { display: none } }</style><div class=x>@</div>",
        "<style>.x { color: red }</style><div class=x>@</div>",
        "<span style=\"color:#eee;background:black\">@</span>",
    ] {
        let body = shown.replace('@', "reserves heron, mowe");
        let mail = format!("Content-Type: text/html\r\n\r\n<html>{body}</html>\r\n");
        let reading = text::read(mail.as_bytes());
        assert!(
            reading.text.contains("reserves heron, mowe"),
            "{shown}: {}",
            reading.text
        );
    }
    // Its author is told, if he is one.
    let mut club = Club::files();
    club.begun("first");
    let subject = club.last_of(ANNA).subject;
    club.deliver(&format!(
        "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {subject}\r\nContent-Type: text/html\r\n\r\n<p>status</p><p style=\"display:none\">reserves heron, mowe</p>\r\n"
    ));
    club.poll();
    let told = club.last_of(ANNA).text.replace('\n', " ");
    assert!(told.contains("mail programs do not show"), "{told}");
    assert!(told.starts_with("NOT COMPLETE"), "{told}");
}

/// What is no file is left alone: a pipe nobody writes to would stop all games.
#[test]
fn pipes_and_devices_in_an_inbox_are_not_opened() {
    let mut club = Club::files();
    club.begun("first");
    let inbox = club.games().join("first/inbox");
    let made = Command::new("mkfifo")
        .arg(inbox.join("anna-1.txt"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    symlink("/dev/zero", inbox.join("anna-2.txt")).expect("linked");
    symlink(inbox.join("anna-1.txt"), inbox.join("anna-3.eml")).expect("linked");
    std::fs::write(inbox.join("anna-4.txt"), "reserves mowe, heron\n").expect("written");
    let mut child = club
        .command(&["run", "first"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().expect("it") {
            break status.success();
        }
        if begun.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            let _ = child.wait();
            break false;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(ended, "it hangs");
    assert!(
        inbox.join("done/anna-4.txt").exists(),
        "the letter beside them is taken"
    );
    assert!(inbox.join("anna-1.txt").exists());
}

#[test]
fn names_that_mean_something_else_are_refused() {
    let club = Club::files();
    let new = |id: &str, seat: &str| {
        let done = club.run(&[
            "new",
            "miniature/skerries",
            "--id",
            id,
            "--seat",
            &format!("{seat}=red"),
            "--seat",
            "bob=blue",
        ]);
        (done.status.success(), said(&done))
    };
    let long = "a".repeat(65);
    let (done, text) = new(&long, "anna");
    assert!(!done && text.contains("64"), "{text}");
    assert!(new(&long[..64], "anna").0);
    for (n, seat) in ["referee", "all", "arbitre", "tous", "everybody"]
        .iter()
        .enumerate()
    {
        let (done, text) = new(&format!("g{n}"), seat);
        assert!(!done && text.contains("means"), "{seat}: {text}");
    }
}

#[test]
fn one_mail_makes_few_mails() {
    let mut club = Club::files();
    club.begun("first");
    let mut text = String::new();
    for n in 0..100 {
        let _ = writeln!(text, "message referee: number {n}.");
    }
    for n in 0..50 {
        let _ = writeln!(text, "address victim{n}@x.example");
    }
    let before = std::fs::read_dir(club.dir.path().join("out"))
        .expect("it")
        .count();
    club.reply(ANNA, &text);
    club.poll();
    let sent = std::fs::read_dir(club.dir.path().join("out"))
        .expect("it")
        .count()
        - before;
    assert!(
        sent <= 3,
        "{sent} mails: an answer, one to the referee, one invitation"
    );
    let told = club.last_of(BOSS).text;
    assert!(
        told.contains("number 0.") && told.contains("number 19.") && !told.contains("number 20."),
        "{told}"
    );
    let answer = club.last_of(ANNA).text.replace('\n', " ");
    assert!(
        answer.contains("at most 20 messages") && answer.contains("one new address"),
        "{answer}"
    );
}

#[test]
fn a_letter_of_endless_lines_is_refused_and_told() {
    let mut club = Club::files();
    club.begun("first");
    for text in [
        "reserves mowe, heron\n".repeat(20_000),
        "reserves mowe ".repeat(18_000),
    ] {
        let before = club.mails_of(ANNA).len();
        let game = club.game("first");
        let mail = format!(
            "From: <{ANNA}>\r\nTo: {GM}\r\nSubject: Re: {}\r\n\r\n{text}\r\n",
            club.last_of(ANNA).subject
        );
        club.deliver(&mail);
        club.poll();
        assert_eq!(club.verdicts().pop().as_deref(), Some("too-big"));
        assert!(game == club.game("first"));
        // Told once a day.
        assert!(club.mails_of(ANNA).len() <= before + 1);
    }
    assert!(
        club.last_of(ANNA)
            .text
            .replace('\n', " ")
            .contains("too large")
    );
}
