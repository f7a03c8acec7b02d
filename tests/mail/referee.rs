//! What the referee does by hand: looking at mails, taking one after all, sending by another way.

use std::os::unix::fs::PermissionsExt as _;

use super::club::{ANNA, BOB, BOSS, Club, Route};

#[test]
fn a_mail_that_was_not_taken_can_be_looked_at_and_taken_after_all() {
    let mut club = Club::files();
    club.begun("first");
    club.write(
        ANNA,
        "orders",
        "reserves mowe, heron\r\n\r\n-- \r\nAnna\r\nFleet command",
    );
    club.poll();
    let line = club.ok(&["mail", "log", "--quarantined"]);
    assert_eq!(line.lines().count(), 1, "{line}");
    let id = line.split_whitespace().nth(1).expect("an id").to_owned();
    let raw = club.ok(&["mail", "show", &id]);
    assert!(raw.contains("Fleet command"), "{raw}");
    let file = club.dir.path().join("one.eml");
    std::fs::write(&file, &raw).expect("written");
    insta::assert_snapshot!(club.ok(&["mail", "text", "one.eml"]));
    let receipt = club.ok(&["mail", "accept", &id, "first", "anna"]);
    assert!(receipt.starts_with("COMPLETE"), "{receipt}");
    let again = club.run(&["mail", "accept", &id, "first", "anna"]);
    assert!(!again.status.success(), "once is enough");
    club.reply(BOB, "reserves dart, cressy\n");
    club.poll();
    assert!(club.last_of(ANNA).text.contains("WHAT HAPPENED"));
}

/// A `sendmail` that writes down what it is told, and ends as a file beside it says.
#[test]
fn letters_go_out_by_sendmail() {
    let mut club = Club::files();
    let path = |name: &str| club.dir.path().join(name);
    let script = "#!/bin/sh\ncd \"$(dirname \"$0\")\"\necho \"$@\" >> args\ncat > last\nexit \"$(cat code)\"\n";
    std::fs::write(path("sendmail"), script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path("sendmail"), mode).expect("set");
    let config = std::fs::read_to_string(path("fieldpost.toml")).expect("a file");
    let out = format!("files = \"{}\"", path("out").display());
    assert!(config.contains(&out), "{config}");
    let sendmail = format!("sendmail = \"{}\"", path("sendmail").display());
    std::fs::write(path("fieldpost.toml"), config.replace(&out, &sendmail)).expect("written");
    let code = |code: &str| std::fs::write(path("code"), code).expect("written");
    // Not now: everything waits, and nothing is lost.
    code("75");
    club.ok(&[
        "new",
        "miniature/skerries",
        "--id",
        "first",
        "--seat",
        "anna=red",
        "--seat",
        "bob=blue",
        "--mail",
        &format!("anna={ANNA}"),
        "--mail",
        &format!("bob={BOB}"),
    ]);
    // A poll that could send nothing says so, and ends with 1.
    let done = club.run(&["poll"]);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(said.contains("0 letters sent, 2 waiting"), "{said}");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("sendmail: ended with 75"), "{said}");
    club.advance(1);
    std::fs::write(club.dir.path().join("code"), "0").expect("written");
    let said = club.ok(&["poll"]);
    assert!(said.contains("2 letters sent, 0 waiting"), "{said}");
    let args = std::fs::read_to_string(club.dir.path().join("args")).expect("arguments");
    assert!(args.contains(&format!("-i -f <> -- {ANNA}")), "{args}");
    let last = std::fs::read_to_string(club.dir.path().join("last")).expect("a letter");
    assert!(
        last.contains("Auto-Submitted: auto-generated") && !last.contains('\r'),
        "{last}"
    );
    // Nobody of that name: the referee hears of it, by the same way.
    club.ok(&["invite", "first", "bob", "nobody@test.example"]);
    let script = "#!/bin/sh\ncd \"$(dirname \"$0\")\"\ncat > \"$5\"\ncase \"$5\" in nobody*) exit 67;; esac\n";
    std::fs::write(club.dir.path().join("sendmail"), script).expect("written");
    club.run(&["poll"]);
    let told = std::fs::read_to_string(club.dir.path().join(BOSS)).expect("a letter");
    assert!(told.contains("nobody@test.example"), "{told}");
    let failed = club.dir.path().join("post/outbox/failed");
    assert_eq!(std::fs::read_dir(failed).expect("a folder").count(), 1);
}

/// A server that refuses an address for good: the referee hears of it once, and the seat is marked; a letter from the
/// player takes the mark away.
#[test]
fn an_address_that_the_server_refuses_is_told_to_the_referee() {
    let Some(mut club) = Club::open(Route::Servers) else {
        return;
    };
    club.begun("first");
    let desk = club.games().join("first/post.toml");
    let read = || std::fs::read_to_string(&desk).expect("a desk");
    let nobody = "nobody@test.example";
    let annas = club.last_of(ANNA);
    std::fs::write(&desk, read().replace(ANNA, nobody)).expect("written");
    club.reply(BOB, "message red: are you there?\n");
    let done = club.run(&["poll"]);
    let said =
        String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("is given up"), "{said}");
    club.poll();
    let told = club.mails_of(BOSS);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0]
            .text
            .contains("anna cannot be reached at nobody@test.example"),
        "{}",
        told[0].text
    );
    assert!(read().contains("reach = \"unreachable\""), "{}", read());
    std::fs::write(&desk, read().replace(nobody, ANNA)).expect("written");
    let mail = club.answer(&annas, ANNA, "reserves mowe, heron\n");
    club.deliver(&mail);
    club.poll();
    assert!(!read().contains("unreachable"), "{}", read());
    assert!(club.last_of(ANNA).text.starts_with("COMPLETE"));
}
