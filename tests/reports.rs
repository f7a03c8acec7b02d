//! Reports and guides as people read them, in both languages; and that no map shows what its reader may not know.

use std::path::Path;
use std::process::Command;

use fieldpost::engine::game::{Game as _, Setup};
use fieldpost::orders::Lang;
use fieldpost::report::guide::{Difference, guide};
use fieldpost::report::page;
use fieldpost::rules::Miniature;

fn fieldpost(store: &Path, args: &[&str]) -> (String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .arg("--store")
        .arg(store)
        .args(["--now", "1940-04-09T05:00:00Z"])
        .args(args)
        .output()
        .expect("the program");
    (
        String::from_utf8_lossy(&out.stdout).into_owned(),
        String::from_utf8_lossy(&out.stderr).into_owned(),
    )
}

/// The finished sample game, under its own name.
fn sample() -> tempfile::TempDir {
    let store = tempfile::tempdir().expect("a folder");
    let folder = store.path().join("skerries-26");
    std::fs::create_dir(&folder).expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/sample-skerries");
    for file in ["journal.toml", "sealed.toml"] {
        std::fs::copy(games.join(file), folder.join(file)).expect("copied");
    }
    store
}

#[test]
fn a_map_of_every_format_and_of_any_run() {
    let store = sample();
    let run = |args: &[&str]| fieldpost(store.path(), args);
    let (ascii, error) = run(&["map", "skerries-26", "--as", "red", "--phase", "9"]);
    assert_eq!(error, "");
    insta::assert_snapshot!(ascii);
    let (list, _) = run(&[
        "map",
        "skerries-26",
        "--as",
        "blue",
        "--phase",
        "3",
        "--format",
        "list",
    ]);
    insta::assert_snapshot!(list);
    let (svg, _) = run(&["map", "skerries-26", "--as", "red", "--format", "svg"]);
    roxmltree::Document::parse(&svg).expect("valid XML");
    let file = store.path().join("map.png");
    let out = file.display().to_string();
    let (said, _) = run(&[
        "map",
        "skerries-26",
        "--as",
        "red",
        "--format",
        "png",
        "--out",
        &out,
    ]);
    assert_eq!(said, format!("Wrote {out}.\n"));
    assert!(
        std::fs::read(&file)
            .expect("written")
            .starts_with(b"\x89PNG")
    );
}

#[test]
fn a_wrong_place_side_or_run_gets_near_names() {
    let store = sample();
    let said = |args: &[&str]| {
        let mut all = vec!["map", "skerries-26"];
        all.extend(args);
        let error = fieldpost(store.path(), &all).1;
        error.replace(&store.path().display().to_string(), "GAMES")
    };
    assert_eq!(
        said(&["--as", "red", "--around", "narows"]),
        "fieldpost: no place `narows` on the board; did you mean `narrows`?\n"
    );
    assert_eq!(
        said(&["--as", "red", "--around", "h"]),
        "fieldpost: `h` may be Harbour or Haven\n"
    );
    assert_eq!(
        said(&["--as", "green"]),
        "fieldpost: no seat or side `green`; the seats are red-bot, blue-bot; the sides are red, blue\n"
    );
    assert_eq!(
        said(&["--as", "bleu"]),
        "fieldpost: no seat or side `bleu`, did you mean `blue`; the seats are red-bot, blue-bot; the sides are red, blue\n"
    );
    assert_eq!(
        said(&["--as", "red", "--phase", "99"]),
        "fieldpost: GAMES/skerries-26: there is no run 99; the runs are 1 to 36\n"
    );
}

/// The submarine is hidden from red: no format of his map has it while blue's has.
#[test]
fn no_map_shows_the_submarine_to_red() {
    let store = sample();
    for run in ["3", "8", "15"] {
        for format in ["ascii", "svg", "list"] {
            let map = |side: &str| {
                let args = [
                    "map",
                    "skerries-26",
                    "--as",
                    side,
                    "--phase",
                    run,
                    "--format",
                    format,
                ];
                fieldpost(store.path(), &args).0
            };
            let (red, blue) = (map("red"), map("blue"));
            assert!(
                !red.contains("Coral") && !red.is_empty(),
                "run {run}, {format}"
            );
            if format != "ascii" {
                assert!(blue.contains("Coral"), "run {run}, {format}");
            }
        }
    }
}

#[test]
fn a_page_for_a_browser() {
    let store = sample();
    let (page, error) = fieldpost(
        store.path(),
        &["report", "skerries-26", "--as", "red", "--format", "html"],
    );
    assert_eq!(error, "");
    let start = page.find("data:image/png;base64,").expect("a picture");
    let end = start + page[start..].find('"').expect("its end");
    let shown = format!("{}PICTURE{}", &page[..start], &page[end..]);
    insta::assert_snapshot!(shown);
}

#[test]
fn guides_in_both_languages() {
    let setup = Setup {
        scenario: Miniature::scenarios()[0].clone(),
        ..Setup::default()
    };
    let differences = [Difference {
        rule: "2.2".to_owned(),
        about: "Ties of bids".to_owned(),
        ruling: "switch tie = advantage (default) or red".to_owned(),
    }];
    for lang in [Lang::En, Lang::Fr] {
        let made = guide::<Miniature>(&setup, lang, &differences).expect("good data");
        insta::assert_snapshot!(format!("guide-{}", lang.code()), page::text(&made));
    }
}

/// What players of a campaign get, in both languages: made of the demo, whose letters never change.
#[test]
fn reports_of_a_campaign_in_both_languages() {
    let store = tempfile::tempdir().expect("a folder");
    let demo = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["demo", "--dir"])
        .arg(store.path())
        .output()
        .expect("the program");
    assert!(demo.status.success());
    let game = "sample-weserubung";
    for seat in ["anna", "bob"] {
        let (report, error) = fieldpost(store.path(), &["report", game, "--as", seat]);
        assert_eq!(error, "");
        let wide = |line: &&str| {
            // A line to be sent back as it is must not be broken.
            line.chars().count() > 72 && !line.starts_with('#')
        };
        assert_eq!(report.lines().find(wide), None);
        insta::assert_snapshot!(format!("campaign-{seat}"), report);
    }
    let around = [
        "map", game, "--as", "anna", "--around", "Oslo", "--radius", "2",
    ];
    insta::assert_snapshot!("campaign-window", fieldpost(store.path(), &around).0);
    let (svg, _) = fieldpost(
        store.path(),
        &["map", game, "--as", "bob", "--format", "svg"],
    );
    roxmltree::Document::parse(&svg).expect("valid XML");
    assert!(svg.len() < 500_000, "{}", svg.len());
    let file = store.path().join("map.png");
    let out = file.display().to_string();
    let png = ["map", game, "--as", "bob", "--format", "png", "--out", &out];
    fieldpost(store.path(), &png);
    let size = std::fs::metadata(&file).expect("a picture").len();
    assert!(size < 150_000, "{size}");
}

/// A game on areas: the road to Arnhem in characters, the bridges in a list, a picture that is one.
#[test]
fn the_corridor_of_the_sample_game() {
    let store = tempfile::tempdir().expect("a folder");
    let folder = store.path().join("sample-market-garden");
    std::fs::create_dir(&folder).expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/sample-market-garden");
    for file in ["journal.toml", "sealed.toml"] {
        std::fs::copy(games.join(file), folder.join(file)).expect("copied");
    }
    let map = |side: &str, format: &str| {
        let args = [
            "map",
            "sample-market-garden",
            "--as",
            side,
            "--phase",
            "40",
            "--format",
            format,
        ];
        fieldpost(store.path(), &args).0
    };
    insta::assert_snapshot!(map("german", "ascii"));
    let list = map("allied", "list");
    assert!(list.contains("Arnhem road bridge, 12-25: "), "{list}");
    roxmltree::Document::parse(&map("allied", "svg")).expect("valid XML");
    let page = [
        "report",
        "sample-market-garden",
        "--as",
        "allied",
        "--format",
        "html",
    ];
    let (page, _) = fieldpost(store.path(), &page);
    let pictures = page.split("data:image/png;base64,").skip(1);
    let sizes: Vec<usize> = pictures
        .map(|picture| picture.find('"').unwrap_or(usize::MAX) / 4 * 3)
        .collect();
    let fits = |size: &usize| *size <= 150_000;
    assert!(!sizes.is_empty() && sizes.iter().all(fits), "{sizes:?}");
}

/// The guide of every game, in both languages: words only, no wider than a mail, and its first part on one page.
/// The first line of a receipt says what counts now.
#[test]
fn the_first_line_of_a_receipt() {
    let store = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| fieldpost(store.path(), args).0;
    run(&[
        "new",
        "market-garden/basic",
        "--id",
        "x",
        "--seat",
        "anna=allied",
        "--seat",
        "kurt=german@fr",
    ]);
    let letter = |seat: &str, text: &str| {
        let file = store.path().join("letter.txt");
        std::fs::write(&file, text).expect("a letter");
        run(&["submit", "x", "--as", seat, &file.display().to_string()])
    };
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let said = letter("anna", "target best: flak\ntarget 60: tower");
    assert!(first(&said).starts_with("COMPLETE: nothing more"), "{said}");
    let said = letter("anna", "target best: garrison\ntarget 60: nobody");
    assert!(first(&said).starts_with("NOT REPLACED: "), "{said}");
    assert!(!said.contains("before the deadline"), "{said}");
    let said = letter("kurt", "bonjour");
    assert!(first(&said).starts_with("NOTÉ"), "{said}");
    assert!(!said.contains("Voici ce que"), "{said}");
    let said = letter("kurt", "mv krafft");
    assert!(
        said.contains("gardé") || !said.contains("il y a -"),
        "{said}"
    );
    run(&["run", "x"]);
    let said = letter("anna", "standing reroll: no");
    let by_standing = "COMPLETE: your standing orders answer what was asked.";
    assert_eq!(first(&said), by_standing, "{said}");
    let (report, _) = fieldpost(store.path(), &["report", "x", "--as", "anna"]);
    assert!(report.contains("#   standing reroll: no"), "{report}");
    assert!(report.contains("total "), "{report}");
}

#[test]
fn guides_of_every_game() {
    let store = tempfile::tempdir().expect("a folder");
    for game in ["miniature", "weserubung", "market-garden"] {
        for (lang, differs) in [("en", "HOW THIS PROGRAM DIFFERS"), ("fr", "CE QUI DIFFÈRE")] {
            let (text, error) = fieldpost(store.path(), &["guide", game, "--lang", lang]);
            assert_eq!(error, "");
            let page: Vec<&str> = text
                .lines()
                .take_while(|line| !line.starts_with(differs))
                .collect();
            assert!(page.len() < 66, "{game} {lang}: {} lines", page.len());
            assert!(page.len() < text.lines().count(), "{game} {lang}");
            for line in text.lines() {
                let bare = line.contains("{{") || line.contains("guide-");
                assert!(line.chars().count() <= 72 && !bare, "{game} {lang}: {line}");
            }
            insta::assert_snapshot!(format!("guide-{game}-{lang}"), page.join("\n"));
        }
    }
}

/// A correction is told to everybody, in his language, before all else that happened.
#[test]
fn corrections_in_both_languages() {
    let store = tempfile::tempdir().expect("a folder");
    let demo = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["demo", "--dir"])
        .arg(store.path())
        .output()
        .expect("the program");
    assert!(demo.status.success());
    let game = "sample-weserubung";
    let rewind = [
        "rewind",
        game,
        "--run",
        "4",
        "--reason",
        "a typing error",
        "--yes",
    ];
    let (_, error) = fieldpost(store.path(), &rewind);
    assert_eq!(error, "");
    for seat in ["anna", "bob"] {
        let (report, _) = fieldpost(store.path(), &["report", game, "--as", seat]);
        assert!(!report.contains("\n+ "), "nothing has changed since");
        let head: Vec<&str> = report
            .lines()
            .take_while(|line| !line.starts_with("WHERE") && !line.starts_with("LA SIT"))
            .collect();
        insta::assert_snapshot!(format!("correction-{seat}"), head.join("\n"));
    }
}
