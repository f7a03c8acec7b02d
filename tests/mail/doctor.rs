//! `fieldpost init` and `fieldpost doctor`: all is well, or what to mend.

use std::path::Path;
use std::process::{Command, Output};

use super::club::{BOSS, Club, GM, Route};

fn said(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
}

/// What the doctor finds after something was changed in the configuration.
fn with(club: &Club, from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(club.dir.path().join("fieldpost.toml")).expect("a file");
    assert!(text.contains(from), "{from} in {text}");
    std::fs::write(club.dir.path().join("sick.toml"), text.replace(from, to)).expect("written");
    let done = club.run(&["--config", "sick.toml", "doctor", "--wait", "1"]);
    let text = said(&done);
    assert_eq!(done.status.code(), Some(1), "{text}");
    assert!(text.contains("mend: "), "{text}");
    text
}

/// Lines that belong together: what is wrong, and what to mend.
fn finds(text: &str, wrong: &str, mend: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let found = lines
        .windows(2)
        .any(|two| two[0].contains(wrong) && two[1].contains(mend));
    assert!(found, "{wrong:?} and {mend:?} in {text}");
}

#[test]
fn all_is_well_against_real_servers() {
    let Some(club) = Club::open(Route::Servers) else {
        return;
    };
    let text = club.ok(&["doctor"]);
    for line in [
        "All is well.",
        "and came back by imap",
        "games can be written to",
        "post can be written to",
        "the clock says",
        "time zones are known",
        "the password of gm",
        "logged in, 0 mails wait",
        "a letter to gm@test.example was sent",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // The letter is put away: the next poll does not find it.
    club.poll();
    assert!(club.log().is_empty(), "{:?}", club.log());
}

#[test]
fn each_thing_that_is_wrong_is_told_with_its_remedy() {
    let Some(club) = Club::open(Route::Servers) else {
        return;
    };
    let servers = club.servers.as_ref().expect("servers");
    let (imap, smtp) = (
        format!("port = {}", servers.imaps),
        format!("port = {}", servers.smtp),
    );
    // A port at which nobody listens.
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = format!(
        "timeout = 3, port = {}",
        closed.local_addr().expect("it").port()
    );
    drop(closed);
    let text = with(&club, &imap, &port);
    finds(
        &text,
        "cannot connect: ",
        "does anything listen at localhost",
    );
    let text = with(&club, &smtp, &port);
    finds(
        &text,
        "no letter can be sent: ",
        "does anything listen at localhost",
    );
    // The other server's port.
    let text = with(&club, &imap, &smtp.replace("port", "timeout = 3, port"));
    finds(&text, "cannot connect: ", "check `port` and `tls`");
    // A certificate that signed nothing.
    let ca = format!("ca = \"{}\"", servers.ca().display());
    let other = club.dir.path().join("other.pem");
    let made = Command::new("openssl")
        .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -days 3 -subj /CN=other -out".split(' '))
        .arg(&other)
        .output()
        .expect("openssl runs");
    assert!(made.status.success());
    let text = with(&club, &ca, &format!("ca = \"{}\"", other.display()));
    finds(
        &text,
        "cannot connect: ",
        "must hold the certificate that signed",
    );
    finds(
        &text,
        "no letter can be sent: ",
        "must hold the certificate that signed",
    );
    let text = with(&club, &ca, "ca = \"nowhere.pem\"");
    assert!(text.contains("nowhere.pem"), "{text}");
    // A host that is not there.
    let text = with(&club, "host = \"localhost\"", "host = \"mail.invalid\"");
    finds(&text, "cannot connect: ", "check `host` (mail.invalid)");
    // A folder that is a file.
    std::fs::write(club.dir.path().join("file"), "").expect("written");
    let text = with(&club, "games = \"games\"", "games = \"file\"");
    finds(
        &text,
        "file cannot be written to",
        "give it to the user who polls",
    );
    // A line nobody understands.
    let text = with(&club, "plus = true", "pluss = true");
    assert!(text.contains("pluss") && text.contains("line "), "{text}");
    // A password others can read, one that is not there, and a wrong one.
    let password = club.dir.path().join("password");
    let mode = |mode: &str| {
        let done = Command::new("chmod").arg(mode).arg(&password).status();
        assert!(done.expect("chmod runs").success());
    };
    mode("644");
    let text = with(&club, "plus = true", "plus = false");
    finds(&text, "can be read by others", "chmod go-rwx");
    mode("600");
    std::fs::write(&password, "wrong-and-secret\n").expect("written");
    let text = with(&club, "plus = true", "plus = false");
    finds(&text, "the login of gm failed", "the password in ");
    finds(&text, "no letter can be sent: ", "the password in ");
    assert!(!text.contains("wrong-and-secret"), "{text}");
    let done = club.run(&["poll"]);
    let text = said(&done);
    assert!(
        !text.contains("wrong-and-secret") && !done.status.success(),
        "{text}"
    );
    std::fs::remove_file(&password).expect("removed");
    let text = with(&club, "plus = true", "plus = false");
    finds(
        &text,
        "the file that `password.file` names is not there",
        "put the password where",
    );
}

/// A clock that is wrong is seen by the clock of the mail server.
#[test]
fn a_wrong_clock_is_found() {
    if !Path::new("/usr/bin/faketime").exists() {
        assert!(std::env::var_os("CI").is_none(), "CI needs faketime");
        return;
    }
    let Some(club) = Club::open(Route::Servers) else {
        return;
    };
    let doctor = |clock: &str| {
        let done = Command::new("/usr/bin/faketime")
            .args(["-f", clock])
            .arg(env!("CARGO_BIN_EXE_fieldpost"))
            .arg("doctor")
            .current_dir(club.dir.path())
            .env("NO_FAKE_STAT", "1")
            .output()
            .expect("it runs");
        said(&done)
    };
    let text = doctor("+2h");
    finds(
        &text,
        "and that of the mail server differ by 7",
        "best by NTP",
    );
    let text = doctor("+0");
    assert!(
        text.contains("agrees with that of the mail server"),
        "{text}"
    );
    assert!(text.contains("All is well."), "{text}");
}

/// What `init` writes is commented, is what `doctor` reads, and is never written over.
#[test]
fn init_writes_what_doctor_reads() {
    let club = Club::files();
    let path = club.dir.path().join("fieldpost.toml");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(
        text.lines().filter(|line| line.starts_with('#')).count() > 10,
        "{text}"
    );
    let done = club.run(&["init", "--address", GM, "--referee", BOSS]);
    assert!(
        !done.status.success() && said(&done).contains("is there already"),
        "{}",
        said(&done)
    );
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    let text = club.ok(&["doctor"]);
    assert!(text.contains("All is well."), "{text}");
    std::fs::remove_file(&path).expect("removed");
    let text = club.ok(&["init", "--address", GM, "--referee", BOSS]);
    for line in [
        "*/5 * * * * ",
        " poll --quiet",
        "OnCalendar=*:0/5",
        "ExecStart=",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}
