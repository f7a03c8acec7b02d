//! The command line as people meet it: help, exit codes, names, data for other programs.

use serde_json::Value as Json;

use super::{begun, folder, fought, ok, refused, send};

#[test]
fn help_begins_with_where_to_start() {
    let games = folder();
    let text = ok(games.path(), &["--help"]);
    let at = |word: &str| {
        text.find(word)
            .unwrap_or_else(|| panic!("no {word}: {text}"))
    };
    let heads = ["Start here:", "Play:", "Referee:", "Post:", "Build:"].map(at);
    assert!(heads.is_sorted(), "{text}");
}

#[test]
fn shells_and_manuals_know_every_command() {
    let games = folder();
    for shell in ["bash", "zsh", "fish"] {
        let script = ok(games.path(), &["completions", shell]);
        assert!(script.contains("rewind") && script.contains("dossier"));
    }
    let page = ok(games.path(), &["man"]);
    assert!(page.contains(".TH fieldpost 1"), "{page}");
    ok(games.path(), &["man", "--out", "man1"]);
    let rewind = std::fs::read_to_string(games.path().join("man1/fieldpost-rewind.1"));
    assert!(rewind.expect("a page").contains("yes"));
}

#[test]
fn games_and_sides_go_by_their_names() {
    let games = folder();
    let new = |game: &str, id: &str, seats: &[&str]| {
        let mut args = vec!["new", game, "--id", id];
        args.extend(seats.iter().flat_map(|seat| ["--seat", *seat]));
        ok(games.path(), &args)
    };
    let said = new("Market Garden", "mg", &["hans=germany", "alan=alliés"]);
    assert!(said.contains("its pace is strict"), "{said}");
    new(
        "weserübung",
        "nw",
        &["hans=German", "alan=allied,norwegian"],
    );
    for (id, side) in [
        ("mg", "germans"),
        ("mg", "Allemagne"),
        ("nw", "german"),
        ("nw", "hans"),
    ] {
        ok(games.path(), &["report", id, "--as", side]);
    }
    refused(
        games.path(),
        &["guide", "chess"],
        2,
        &[
            "no scenario `chess`",
            "weserubung (Op",
            "market-garden/basic",
        ],
    );
    refused(
        games.path(),
        &["status", "nv"],
        2,
        &["no game `nv`", "did you mean `nw`", "there are mg, nw"],
    );
    refused(
        games.path(),
        &["new", "miniature", "--id", "x", "--seat", "a=green"],
        2,
        &["green"],
    );
}

#[test]
fn a_letter_with_refused_lines_has_a_code_of_its_own() {
    let games = folder();
    drop(begun(games.path(), "one"));
    let letter = |name: &str, text: &[u8]| {
        let path = games.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let right = letter("right.txt", b"reserves heron");
    let wrong = letter("wrong.txt", b"reserves heron\nmove nonsense: nowhere");
    let picture = letter("map.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let submit =
        |file: &str| super::fieldpost(games.path(), &["submit", "one", "--as", "red", file]);
    assert_eq!(submit(&right).0, Some(0));
    let (code, text) = submit(&wrong);
    assert_eq!(code, Some(7), "{text}");
    let (code, text) = submit(&picture);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("is no text") && !text.contains("IHDR"),
        "{text}"
    );
}

#[test]
fn reports_previews_and_maps_as_data() {
    let games = folder();
    let mut game = begun(games.path(), "one");
    send(&mut game, "red-bot", "reserves heron");
    drop(game);
    let data = |args: &[&str]| -> Json {
        let text = ok(games.path(), args);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
    };
    let report = data(&["report", "one", "--as", "blue", "--json"]);
    let kinds: Vec<&str> = report["sections"]
        .as_array()
        .expect("sections")
        .iter()
        .flat_map(|section| section["blocks"].as_array().expect("blocks"))
        .map(|block| block["kind"].as_str().expect("a kind"))
        .collect();
    assert!(kinds.contains(&"todo") && kinds.contains(&"form") && kinds.contains(&"row"));
    let map = data(&["map", "one", "--as", "red", "--format", "json"]);
    let names = map["pieces"].as_array().expect("pieces").iter();
    let names: Vec<&str> = names
        .map(|piece| piece["name"].as_str().expect("a name"))
        .collect();
    assert!(names.contains(&"Falke"), "{names:?}");
    drop(fought(games.path(), "two"));
    let file = games.path().join("letter.txt");
    std::fs::write(&file, "none\nfly high").expect("written");
    let file = file.display().to_string();
    let found = data(&["preview", "two", "--as", "blue", &file, "--json"]);
    assert!(
        found["lines"].as_array().expect("lines").len() == 2,
        "{found}"
    );
}

/// Whoever forgets the quotes of a ruling is understood.
#[test]
fn a_ruling_joins_its_words() {
    let games = folder();
    drop(begun(games.path(), "one"));
    let text = ok(
        games.path(),
        &[
            "ruling", "one", "place", "falke", "at", "narrows", "--reason", "misread",
        ],
    );
    assert!(text.contains("noted"), "{text}");
    let text = ok(games.path(), &["ruling", "one"]);
    assert_eq!(
        text.matches("waits for the end of this step").count(),
        1,
        "{text}"
    );
    ok(
        games.path(),
        &[
            "ruling",
            "one",
            "place falke at haven",
            "place anson at narrows",
            "--reason",
            "x",
        ],
    );
    let text = ok(games.path(), &["ruling", "one"]);
    assert_eq!(
        text.matches("waits for the end of this step").count(),
        3,
        "{text}"
    );
}

#[test]
fn what_is_not_for_the_game_is_answered_without_the_post() {
    let games = folder();
    drop(begun(games.path(), "first"));
    let letter = |text: &str| {
        let file = games.path().join("letter.txt");
        std::fs::write(&file, text).expect("a letter");
        ok(
            games.path(),
            &[
                "submit",
                "first",
                "--as",
                "red",
                file.to_str().expect("a path"),
            ],
        )
    };
    let said = letter("rule 5.4\n");
    assert!(
        said.contains("the rules are below") && said.contains("5.4  "),
        "{said}"
    );
    let said = letter("règles 99\nguide\nmap\nreport");
    for words in [
        "no rule has a number that begins with 99",
        "HOW TO WIN",
        "WHAT HAPPENED",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let said = letter("wait\nmessage blue: hello\nstatus");
    assert_eq!(
        said.matches("for games that are played by mail").count(),
        2,
        "{said}"
    );
    let said = letter("preview\nreserves heron");
    assert!(said.contains("PREVIEW"), "{said}");
    // Nothing of all this was an order.
    let said = letter("status");
    assert!(said.starts_with("NOT COMPLETE"), "{said}");
}
