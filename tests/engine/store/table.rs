//! The index and the command line around the store.

use super::{begun, command, folder, new};

fn output(games: &std::path::Path, args: &[&str]) -> (Option<i32>, String) {
    let done = command(games)
        .args(args)
        .output()
        .expect("the command runs");
    let text =
        String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (done.status.code(), text)
}

#[test]
fn the_index_reads_only_what_changed() {
    let games = folder();
    for n in 0..20 {
        drop(begun(games.path(), new(&format!("game-{n}"))));
    }
    let mut read = Vec::new();
    let look = |read: &mut Vec<String>| {
        let rows = fieldpost::store::index::rows(games.path(), |folder| {
            read.push(folder.display().to_string());
            fieldpost::cli::status_row(folder)
        });
        rows.expect("an index").1
    };
    assert_eq!(look(&mut read), 20);
    assert_eq!(look(&mut read), 0);
    let letter = games.path().join("letter.txt");
    std::fs::write(&letter, "reserves heron").expect("written");
    let (code, text) = output(
        games.path(),
        &[
            "submit",
            "game-7",
            "--as",
            "red",
            &letter.display().to_string(),
        ],
    );
    assert_eq!(code, Some(0), "{text}");
    read.clear();
    assert_eq!(look(&mut read), 1);
    assert!(read[0].ends_with("game-7"));
    // A damaged index is made again.
    std::fs::write(games.path().join("index.toml"), "garbage = [").expect("written");
    assert_eq!(look(&mut read), 20);
}

#[test]
fn the_command_line_does_the_whole_job() {
    let games = folder();
    let (code, text) = output(
        games.path(),
        &[
            "new",
            "miniature/skerries",
            "--id",
            "one",
            "--seat",
            "anna=red",
            "--seat",
            "bob=blue@fr",
            "--secret",
            "x",
        ],
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("one: run 1 done; waits for anna, bob"),
        "{text}"
    );
    let letter = games.path().join("letter.txt");
    std::fs::write(&letter, "reserves heron\n").expect("written");
    let path = letter.display().to_string();
    let (code, text) = output(games.path(), &["submit", "one", "--as", "anna", &path]);
    assert!(code == Some(0) && text.starts_with("COMPLETE"), "{text}");
    std::fs::write(games.path().join("one/inbox/bob-1.eml"), "From: bob@example.org\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nr=E9serves : dart\r\n").expect("written");
    std::fs::write(games.path().join("one/inbox/stranger.txt"), "bid 3").expect("written");
    let (code, text) = output(games.path(), &["run"]);
    assert!(
        code == Some(0) && text.contains("one: run 2 done"),
        "{text}"
    );
    assert!(text.contains("stranger.txt: no seat"), "{text}");
    assert!(games.path().join("one/inbox/done/bob-1.eml").exists());
    assert!(games.path().join("one/reports/000002-bob.txt").exists());
    let (code, text) = output(games.path(), &["run", "one", "--late", "all"]);
    assert!(
        code == Some(0) && text.contains("one: run 3 done"),
        "{text}"
    );
    let (code, text) = output(games.path(), &["status", "--json"]);
    assert!(code == Some(0) && text.contains("\"draw\": 3"), "{text}");
    let (code, text) = output(games.path(), &["verify", "--all"]);
    assert!(code == Some(0) && text.contains("one: holds"), "{text}");
    let (code, text) = output(games.path(), &["log", "one", "--sealed"]);
    assert!(
        code == Some(0) && text.contains("red.reserves: reserves: heron"),
        "{text}"
    );
    let rewind = [
        "rewind",
        "one",
        "--run",
        "2",
        "--reason",
        "a letter was lost",
        "--yes",
    ];
    let (code, text) = output(games.path(), &rewind);
    assert!(
        code == Some(0) && text.contains("back at the end of run 2"),
        "{text}"
    );
    let told = text
        .lines()
        .find(|line| line.contains("anna-entry"))
        .expect("a report");
    let told = std::fs::read_to_string(told.trim()).expect("a report");
    assert!(
        told.contains("a letter was lost") && told.contains("rolled anew"),
        "{told}"
    );
    let (code, text) = output(games.path(), &["verify", "one"]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = output(games.path(), &["report", "one", "--as", "bob"]);
    assert!(
        code == Some(0) && text.contains("Pour bob (Bleu)"),
        "{text}"
    );
}

#[test]
fn wrong_commands_get_a_hint_and_a_code() {
    let games = folder();
    drop(begun(games.path(), new("skerry")));
    for (args, code, hint) in [
        (vec!["status", "skery"], 2, "did you mean `skerry`?"),
        (
            vec!["new", "miniature/skerris", "--id", "a", "--seat", "a=red"],
            2,
            "did you mean `miniature/skerries`?",
        ),
        (
            vec!["new", "miniature", "--id", "a", "--seat", "a=red"],
            2,
            "nobody plays blue",
        ),
        (
            vec![
                "new",
                "miniature",
                "--id",
                "a",
                "--seat",
                "a=red,blue",
                "--switch",
                "tie=green",
            ],
            2,
            "red or advantage",
        ),
        (vec!["rules", "minature"], 2, "did you mean `miniature`?"),
        (
            vec!["submit", "skerry", "--as", "green", "Cargo.toml"],
            2,
            "the seats are red-bot, blue-bot",
        ),
        (
            vec!["run", "skerry", "--late", "green"],
            2,
            "there are red, blue",
        ),
        (
            vec!["rewind", "skerry", "--run", "7", "--reason", "x"],
            2,
            "there are runs 1 to 1",
        ),
        (vec!["verify", "nothing"], 2, "no game `nothing`"),
    ] {
        let (found, text) = output(games.path(), &args);
        assert_eq!(found, Some(code), "{args:?}: {text}");
        assert!(text.contains(hint), "{args:?}: {text}");
    }
}

#[test]
fn players_make_seals_and_links() {
    let games = folder();
    let file = games.path().join("chain.toml").display().to_string();
    let (code, text) = output(games.path(), &["seal", "--file", &file]);
    assert_eq!(code, Some(0), "{text}");
    let seal = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("seal: "))
        .expect("a seal")
        .to_owned();
    let (_, first) = output(games.path(), &["link", "--file", &file]);
    let (_, again) = output(games.path(), &["link", "--file", &file, "--again"]);
    let (_, found) = output(games.path(), &["link", "--file", &file, "--opens", &seal]);
    assert_eq!(first, again);
    assert_eq!(first, found);
    let link = first.trim().strip_prefix("link: ").expect("a link");
    assert!(fieldpost::engine::dice::opens(link, &seal));
    let (code, _) = output(games.path(), &["seal", "--file", &file]);
    assert_eq!(code, Some(2), "a chain is never overwritten");
}

#[test]
fn the_demo_shows_the_main_job() {
    let games = folder();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["demo", "--dir"])
        .arg(games.path())
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}");
    for wanted in [
        "Did you mean `U-boat 4`",
        "WHAT HAPPENED",
        "MAP",
        "VOS ORDRES",
        "THE DICE OF THIS RUN",
        "verify: holds",
        "journal.toml",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(
        !text.contains("{{"),
        "a template has a place that nothing fills"
    );
}

/// Finished games of an earlier day: whoever changes formats or outcomes must see it.
#[test]
fn the_sample_games_still_verify() {
    let games = folder();
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut seen = Vec::new();
    for sample in std::fs::read_dir(samples).expect("the samples") {
        let sample = sample.expect("a sample").path();
        let name = sample.file_name().expect("a name").to_owned();
        let copy = games.path().join(&name);
        std::fs::create_dir_all(&copy).expect("a folder");
        for name in ["journal.toml", "sealed.toml"] {
            std::fs::copy(sample.join(name), copy.join(name)).expect("a copy");
        }
        super::holds_in_script(&copy);
        seen.push(name);
    }
    assert!(seen.len() > 1, "{seen:?}");
    // Their chains are open: nobody needs the secrets.
    let (code, said) = output(games.path(), &["verify", "--all"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.matches(": holds.").count(), seen.len(), "{said}");
}

/// The demo is the beginning of the sample campaign.
#[test]
fn the_sample_campaign_begins_as_the_demo() {
    let games = folder();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["demo", "--dir"])
        .arg(games.path())
        .output()
        .expect("the command runs");
    assert!(done.status.success());
    let read = |path: &std::path::Path| {
        std::fs::read_to_string(path.join("sample-weserubung/journal.toml")).expect("a journal")
    };
    let shown = read(games.path());
    let sample = read(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games"));
    assert!(
        sample.starts_with(shown.trim_end()),
        "make it anew: fieldpost demo --whole"
    );
}

/// A poll opens only the games in which something can be done.
#[test]
fn a_poll_touches_only_what_is_due() {
    let games = folder();
    for id in ["quiet", "ready"] {
        let made = [
            "new",
            "miniature",
            "--id",
            id,
            "--seat",
            "anna=red",
            "--seat",
            "bob=blue",
        ];
        let (code, text) = output(games.path(), &made);
        assert_eq!(code, Some(0), "{text}");
    }
    let (_, text) = output(games.path(), &["run"]);
    assert_eq!(text, "", "both wait for letters");
    for (seat, letter) in [("anna", "reserves heron"), ("bob", "reserves dart")] {
        let path = games.path().join(format!("ready/inbox/{seat}.txt"));
        std::fs::write(path, letter).expect("a letter");
    }
    // The quiet game is at work elsewhere: who touched it would find it busy.
    let held = std::fs::File::open(games.path().join("quiet/lock")).expect("a lock");
    held.lock().expect("locked");
    let (code, text) = output(games.path(), &["run"]);
    assert!(
        code == Some(0) && text.contains("ready: run 2 done"),
        "{text}"
    );
    drop(held);
    // A report that a crash has swallowed is written by the next poll.
    let report = games.path().join("ready/reports/000002-bob.txt");
    std::fs::remove_file(&report).expect("removed");
    let (code, text) = output(games.path(), &["run"]);
    assert!(code == Some(0) && report.exists(), "{text}");
}

/// A letter that says nothing valid never claims to have been taken, and what a mail quotes is never read as orders.
#[test]
fn a_letter_of_which_nothing_stands_changes_nothing() {
    let games = folder();
    let made = [
        "new",
        "miniature",
        "--id",
        "one",
        "--seat",
        "anna=red",
        "--seat",
        "bob=blue",
    ];
    assert_eq!(output(games.path(), &made).0, Some(0));
    let letter = games.path().join("letter.txt");
    let path = letter.display().to_string();
    let submit = ["submit", "one", "--as", "anna", path.as_str()];
    std::fs::write(&letter, "reserves heron").expect("written");
    assert!(output(games.path(), &submit).1.starts_with("COMPLETE"));
    std::fs::write(&letter, "reserves anson").expect("written");
    let (_, text) = output(games.path(), &submit);
    assert!(text.starts_with("NOTHING CHANGED"), "{text}");
    let mail = "Content-Type: text/html\r\n\r\n<blockquote>\r\nreserves moewe\r\n</blockquote>\r\n";
    std::fs::write(games.path().join("one/inbox/anna-1.eml"), mail).expect("written");
    let (_, text) = output(games.path(), &["run"]);
    assert!(
        text.contains("anna-1.eml") && !text.contains("reserves"),
        "{text}"
    );
}
