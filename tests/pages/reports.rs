//! Reports and guides as people read them, in both languages; and that no map shows what its reader may not know.

use std::path::Path;
use std::process::Command;

use fieldpost::engine::answers::AnswerRow;
use fieldpost::engine::game::{Game, Setup, Side as _};
use fieldpost::engine::seats::Seat;
use fieldpost::orders::Lang;
use fieldpost::report::guide::letter;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use fieldpost::store::disk::Disk;
use fieldpost::store::keeper::Keeper;
use fieldpost::store::matches::{call, new_match};

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

/// Sample games, under their own names.
fn samples(names: &[&str]) -> tempfile::TempDir {
    let store = tempfile::tempdir().expect("a folder");
    for name in names {
        let folder = store.path().join(name);
        std::fs::create_dir(&folder).expect("a folder");
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        for file in ["journal.toml", "sealed.toml"] {
            std::fs::copy(games.join(name).join(file), folder.join(file)).expect("copied");
        }
    }
    store
}

/// The finished sample game of the miniature, under a name of its own.
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
        said(&["--as", "blau"]),
        "fieldpost: no seat or side `blau`, did you mean `blue`; the seats are red-bot, blue-bot; the sides are red, blue\n"
    );
    assert_eq!(
        said(&["--as", "red", "--phase", "99"]),
        "fieldpost: GAMES/skerries-26: there is no run 99; the runs are 1 to 36\n"
    );
    // So too for reports, guides and rules.
    let error = |args: &[&str]| fieldpost(store.path(), args).1;
    assert_eq!(
        error(&["report", "skerries-26", "--as", "blu"]),
        "fieldpost: no seat or side `blu`, did you mean `blue`; the seats are red-bot, blue-bot; the sides are red, blue\n"
    );
    for args in [["guide", "weserubnug"], ["rules", "weserubnug"]] {
        let said = error(&args);
        assert!(said.contains("did you mean `weserubung`"), "{said}");
    }
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
    let start = page.find("data:image/svg+xml;base64,").expect("a picture");
    let end = start + page[start..].find('"').expect("its end");
    let shown = format!("{}PICTURE{}", &page[..start], &page[end..]);
    insta::assert_snapshot!(shown);
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
    let store = samples(&["sample-market-garden"]);
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
    let pictures = page.split("data:image/svg+xml;base64,").skip(1);
    let sizes: Vec<usize> = pictures
        .map(|picture| picture.find('"').unwrap_or(usize::MAX) / 4 * 3)
        .collect();
    let fits = |size: &usize| *size <= 400_000;
    assert!(!sizes.is_empty() && sizes.iter().all(fits), "{sizes:?}");
}

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
    let refused = "NOT COMPLETE: 1 of your lines does not count";
    assert!(first(&said).starts_with(refused), "{said}");
    assert!(said.contains("[in place of: target Best"), "{said}");
    let said = letter("anna", "as is");
    assert!(first(&said).starts_with("COMPLETE"), "{said}");
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

/// Lines of a page: of a printed one on both sides of a sheet.
const PAGE: usize = 132;

/// The guide of every game, in both languages: words only, no wider than a mail, and one page. The full one has every
/// ruling.
#[test]
fn guides_of_every_game_are_one_page() {
    let store = tempfile::tempdir().expect("a folder");
    for game in ["miniature", "weserubung", "market-garden"] {
        for lang in ["en", "fr"] {
            let (text, error) = fieldpost(store.path(), &["guide", game, "--lang", lang]);
            assert_eq!(error, "");
            let lines = text.lines().count();
            assert!(lines <= PAGE, "{game} {lang}: {lines} lines");
            for line in text.lines() {
                let bare = line.contains("{{") || line.contains("guide-");
                assert!(line.chars().count() <= 72 && !bare, "{game} {lang}: {line}");
            }
            let full = ["guide", game, "--lang", lang, "--full"];
            let full = fieldpost(store.path(), &full).0;
            assert!(full.lines().count() >= lines, "{game} {lang}");
            insta::assert_snapshot!(format!("guide-{game}-{lang}"), text);
        }
    }
    // What is left out of the page stands in the full guide.
    let run = |args: &[&str]| fieldpost(store.path(), args).0;
    let (page, full) = (
        run(&["guide", "weserubung"]),
        run(&["guide", "weserubung", "--full"]),
    );
    let ruling = "- 3.0/a: A die that shows 0 is a 10.";
    assert!(full.contains(ruling) && !page.contains(ruling));
}

/// A map wider than the screen: a part of it, never broken lines, and words on how to see the rest.
#[test]
fn a_map_is_windowed_to_a_narrow_screen() {
    let store = samples(&["sample-weserubung", "sample-market-garden"]);
    let map = |game: &str, args: &[&str]| {
        let mut all = vec!["map", game, "--as", "anna", "--phase", "30"];
        all.extend(args);
        let (text, error) = fieldpost(store.path(), &all);
        assert_eq!(error, "");
        text
    };
    let whole = map("sample-market-garden", &[]);
    assert!(!whole.contains("wider than this screen"), "{whole}");
    assert_eq!(
        whole,
        map("sample-market-garden", &["--width", "72"]),
        "a pipe is as wide as a mail"
    );
    insta::assert_snapshot!(
        "narrow-norway",
        map("sample-weserubung", &["--width", "28"])
    );
    let near = ["--around", "Oslo", "--width", "40"];
    insta::assert_snapshot!("narrow-oslo", map("sample-weserubung", &near));
    insta::assert_snapshot!(
        "narrow-corridor",
        map("sample-market-garden", &["--width", "40"])
    );
    let (_, error) = fieldpost(
        store.path(),
        &["map", "sample-weserubung", "--as", "anna", "--width", "20"],
    );
    assert!(error.contains("24 to 400 columns"), "{error}");
}

/// At a terminal the map asks how wide it is; the variable COLUMNS knows better. A made-up terminal is what `script`
/// gives.
#[test]
fn a_terminal_is_asked_how_wide_it_is() {
    if !Path::new("/usr/bin/script").exists() {
        eprintln!("no `script` here: no terminal was made up");
        return;
    }
    let store = samples(&["sample-weserubung"]);
    let at = |columns: &str, before: &str| {
        let command = format!(
            "stty rows 40 cols {columns}; {before} {} --store {} map sample-weserubung --as anna --phase 30",
            env!("CARGO_BIN_EXE_fieldpost"),
            store.path().display()
        );
        let out = Command::new("/usr/bin/script")
            .args(["-qec", &command, "/dev/null"])
            .env_remove("COLUMNS")
            .output()
            .expect("a terminal");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let narrow = at("28", "");
    let fits = |text: &str, wide: usize| {
        text.lines()
            .all(|line| line.trim_end().chars().count() <= wide)
    };
    assert!(
        fits(&narrow, 28) && narrow.contains("wider than"),
        "{narrow}"
    );
    assert!(!at("100", "").contains("wider than"));
    let said = at("100", "COLUMNS=27");
    assert!(fits(&said, 27) && said.contains("wider than"), "{said}");
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

/// The letter in the guide can be sent as it stands when its side is first asked: every order in it counts.
#[test]
fn the_letter_in_the_guide_is_right() {
    fn tried<G: Game>(scenario: &str) {
        let setup = Setup {
            scenario: scenario.to_owned(),
            ..Setup::default()
        };
        let store = tempfile::tempdir().expect("a folder");
        let new = new_match::<G>("guide", &setup, 1);
        let mut keeper = Keeper::<G>::create(store.path(), Disk::default(), new).expect("a game");
        keeper.run(&call(0)).expect("a run");
        for lang in Lang::ALL {
            let state = keeper.look().expect("a look").state;
            let view = G::view(&keeper.data, &state, G::Side::ALL.first().copied());
            let (side, lines) = letter::<G>(lang, &view).expect("a letter");
            let plays = |seat: &&Seat| seat.plays(side.id());
            let seat = keeper.now.seats.iter().find(plays).expect("a seat").clone();
            let receipt = keeper
                .submit(&seat.name, &lines.join("\n"), "", &call(1))
                .expect("taken");
            assert!(receipt.is_clean(), "{scenario}: {:?}", receipt.verdicts);
            assert!(
                receipt.still_open.is_empty(),
                "{scenario}: {:?}",
                receipt.still_open
            );
            assert!(receipt.brought.answers.iter().any(AnswerRow::is_whole));
        }
    }
    tried::<Miniature>("skerries");
    tried::<Weserubung>("campaign");
    tried::<MarketGarden>("basic");
}
