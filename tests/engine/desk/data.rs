//! An owner's data: checked, compared, kept with the game, and refused where it is not the game's.

use std::path::{Path, PathBuf};

use super::{fieldpost, folder, ok, refused};

fn edit(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).expect("a file");
    assert!(text.contains(from), "{} has no `{from}`", path.display());
    std::fs::write(path, text.replacen(from, to, 1)).expect("written");
}

/// A folder of data that is as shipped.
fn owned(store: &Path, game: &str) -> PathBuf {
    let text = ok(store, &["data", "write", game, "mine"]);
    assert!(text.contains("wrote mine/"), "{text}");
    store.join("mine").join(game)
}

const NEW: [&str; 9] = [
    "new",
    "miniature/skerries",
    "--id",
    "own",
    "--seat",
    "anna=red",
    "--seat",
    "bob=blue",
    "--data",
];

#[test]
fn a_game_is_made_with_an_owners_data_and_refuses_all_others() {
    let games = folder();
    let games = games.path();
    let mine = owned(games, "miniature");
    let text = ok(games, &["data", "check", "mine", "--play", "1"]);
    assert!(text.contains("ok    mine/miniature/board.toml"), "{text}");
    assert!(ok(games, &["data", "diff", "mine"]).contains("no differences"));
    edit(
        &mine.join("skerries.toml"),
        "id = \"falke\"\nname = \"Falke\"\nside = \"red\"\nguns = 3",
        "id = \"falke\"\nname = \"Falke\"\nside = \"red\"\nguns = 5",
    );
    let (code, text) = fieldpost(games, &["data", "diff", "mine"]);
    assert!(
        code == Some(1) && text.contains("ship falke, guns: 3 -> 5"),
        "{text}"
    );

    let mut new = NEW.to_vec();
    new.push("mine");
    ok(games, &new);
    // The game keeps its data: later commands need not name them.
    assert!(ok(games, &["report", "own", "--as", "anna"]).contains("Falke"));
    assert!(ok(games, &["verify", "own"]).contains("own: holds"));
    assert!(ok(games, &["verify", "own", "--data", "mine"]).contains("own: holds"));
    let journal = std::fs::read_to_string(games.join("own/journal.toml")).expect("a journal");
    assert!(
        journal.contains("skerries.toml|"),
        "players can see that other data are used"
    );

    // Other data are refused, wherever they come from; the message names the file and the remedy.
    edit(&mine.join("skerries.toml"), "guns = 5", "guns = 6");
    for command in ["run", "verify", "status", "log"] {
        let (code, text) = fieldpost(games, &[command, "own", "--data", "mine"]);
        if command == "status" {
            continue;
        }
        assert_ne!(code, Some(0), "{command}: {text}");
        assert!(
            text.contains("skerries.toml is not the file this game was made with")
                && text.contains("leave out --data"),
            "{command}: {text}"
        );
    }
    let (code, text) = fieldpost(games, &["data", "diff", "mine", "--game", "own"]);
    assert!(
        code == Some(1) && text.contains("ship falke, guns: 5 -> 6"),
        "{text}"
    );
    edit(
        &games.join("own/data/skerries.toml"),
        "guns = 5",
        "guns = 7",
    );
    refused(
        games,
        &["run", "own"],
        3,
        &[
            "own/data/skerries.toml",
            "is not the file this game was made with",
            "restore the file from a backup",
        ],
    );
    std::fs::remove_dir_all(games.join("own/data")).expect("removed");
    refused(
        games,
        &["run", "own"],
        3,
        &[
            "skerries.toml is not the file this game was made with",
            "name the folder of its data with --data",
        ],
    );
    // A comment more changes nothing.
    edit(
        &mine.join("skerries.toml"),
        "guns = 6",
        "guns = 5 # as printed",
    );
    assert!(ok(games, &["run", "own", "--data", "mine"]).contains("own: waits for"));
}

#[test]
fn a_game_made_with_what_ships_refuses_an_owners_data() {
    let games = folder();
    let games = games.path();
    ok(games, &NEW[..8]);
    let mine = owned(games, "miniature");
    assert!(
        ok(games, &["run", "own", "--data", "mine"]).contains("waits for"),
        "the same values"
    );
    edit(&mine.join("board.toml"), "points 1", "points 2");
    refused(
        games,
        &["run", "own", "--data", "mine"],
        2,
        &[
            "board.toml is not the file this game was made with",
            "leave out --data",
            "nothing was changed",
        ],
    );
    refused(
        games,
        &["run", "own", "--data", "nowhere"],
        2,
        &[
            "there is no such folder of data",
            "fieldpost data write miniature nowhere",
        ],
    );
}

/// Each kind of damage is named with its file, its line and what is expected.
#[test]
fn damaged_files_are_named_with_line_and_expectation() {
    let cases: [(&str, &str, &str, &str, &[&str]); 31] = [
        (
            "miniature",
            "skerries.toml",
            "guns = 3",
            "guns = = 3",
            &["skerries.toml: line "],
        ),
        (
            "miniature",
            "skerries.toml",
            "guns = 3",
            "guns = \"three\"",
            &["line ", "invalid type", "expected i32"],
        ),
        (
            "miniature",
            "skerries.toml",
            "guns = 3",
            "gunz = 3",
            &["line ", "unknown field `gunz`", "expected one of"],
        ),
        (
            "miniature",
            "skerries.toml",
            "at = \"haven\"",
            "at = \"heaven\"",
            &["line ", "no box `heaven`; did you mean `haven`?"],
        ),
        (
            "miniature",
            "skerries.toml",
            "side = \"red\"",
            "side = \"rad\"",
            &["line ", "no side `rad`; did you mean `red`?"],
        ),
        (
            "miniature",
            "skerries.toml",
            "submarine = true",
            "submarine = false",
            &["no ship is the submarine; expected"],
        ),
        (
            "miniature",
            "board.toml",
            "points 1",
            "pionts 1",
            &["board.toml: line ", "pionts"],
        ),
        (
            "miniature",
            "board.toml",
            "port red",
            "port green",
            &["port of `haven`: no side `green`"],
        ),
        (
            "miniature",
            "board.toml",
            "harbour = \"north fjord\"",
            "harbour = \"north\"",
            &["the ways of", "expected one for each"],
        ),
        (
            "weserubung",
            "units.toml",
            "class = \"general\"",
            "class = \"admiral-general\"",
            &["units.toml: line ", "unknown variant", "expected one of"],
        ),
        (
            "weserubung",
            "units.toml",
            "id = \"tittel\"",
            "id = \"dietl\"",
            &["units.toml: line ", "a second unit `dietl`"],
        ),
        (
            "weserubung",
            "campaign.toml",
            "\"dietl\"",
            "\"ditl\"",
            &[
                "campaign.toml: line ",
                "no unit `ditl`; did you mean `dietl`?",
            ],
        ),
        (
            "weserubung",
            "campaign.toml",
            "germany = 30",
            "germany = thirty",
            &["campaign.toml: line "],
        ),
        (
            "weserubung",
            "board.toml",
            "name Narvik",
            "name Narwik",
            &[
                "campaign.toml: line ",
                "setup at `hex:Narvik`: no such place; expected denmark",
            ],
        ),
        (
            "weserubung",
            "board.toml",
            "0101 = \"sea\"",
            "0101 = \"see\"",
            &["board.toml: line ", "`see` is no terrain", "perhaps `sea`"],
        ),
        (
            "weserubung",
            "board.toml",
            "0102 = \"sea\"",
            "9999 = \"sea\"",
            &["board.toml: line ", "9999 touches no other space"],
        ),
        (
            "weserubung",
            "units.toml",
            "name = \"Horn\"",
            "name = \"Dietl\"",
            &["units.toml: line ", "a second unit named `Dietl`"],
        ),
        (
            "weserubung",
            "units.toml",
            "full = [2]",
            "full = [2, 3]",
            &["units.toml: line ", "expected 1 of each"],
        ),
        (
            "weserubung",
            "campaign.toml",
            "infantry = { build = 4",
            "infantry = { build = -4",
            &["campaign.toml: line ", "infantry: a cost below 0"],
        ),
        (
            "weserubung",
            "campaign.toml",
            "turns = 21 ",
            "turns = 22 ",
            &["campaign.toml: line ", "21 turns have dates"],
        ),
        (
            "weserubung",
            "campaign.toml",
            "n = 2\n",
            "n = 3\n",
            &["campaign.toml: line ", "n = 3; expected turn 2"],
        ),
        (
            "weserubung",
            "campaign.toml",
            "[levels]",
            "[level]",
            &["campaign.toml: line ", "unknown field `level`", "`levels`"],
        ),
        (
            "market-garden",
            "board.toml",
            "name Ede, tem 2",
            "name Ede, tem two",
            &["board.toml: line ", "1: `two` is no number"],
        ),
        (
            "market-garden",
            "board.toml",
            "name Ede, tem 2",
            "name Ede",
            &["board.toml: line ", "1: no `tem`; expected"],
        ),
        (
            "market-garden",
            "board.toml",
            "name Ede, tem 2, sector RD",
            "name Ede, tem 2, sector RE",
            &["board.toml: line ", "no division `RE`; did you mean `RD`?"],
        ),
        (
            "market-garden",
            "units.toml",
            "fresh = \"3-4-4\"",
            "fresh = \"3-4\"",
            &["units.toml: line ", "expected attack-defence-movement"],
        ),
        (
            "market-garden",
            "units.toml",
            "date = 17",
            "date = 77",
            &[
                "units.toml: line ",
                "date = 77; expected a day from 17 to 26",
            ],
        ),
        (
            "market-garden",
            "units.toml",
            "id = \"br-para-2\"",
            "id = \"br para 2\"",
            &["units.toml: line 10", "the id `br para 2` is not one word"],
        ),
        (
            "market-garden",
            "units.toml",
            "name = \"2 Para Bn\"",
            "name = \"1 Para Bn\"",
            &["units.toml: line 10", "a second unit named `1 Para Bn`"],
        ),
        (
            "market-garden",
            "tables.toml",
            "armour = [3, 2, 2]",
            "armour = [3, 2]",
            &["tables.toml: line ", "expected an array of length 3"],
        ),
        (
            "market-garden",
            "tables.toml",
            "mixed = -1",
            "mixd = -1",
            &["tables.toml: line ", "unknown field `mixd`"],
        ),
    ];
    let games = folder();
    for (game, file, from, to, words) in cases {
        let store = games.path();
        let mine = owned(store, game);
        edit(&mine.join(file), from, to);
        let (code, text) = fieldpost(store, &["data", "check", "mine"]);
        assert_eq!(code, Some(1), "{file}: {from} -> {to}: {text}");
        assert!(text.starts_with("BAD   mine/"), "{text}");
        for word in words {
            assert!(
                text.contains(word),
                "{file}: {from} -> {to} does not say `{word}`: {text}"
            );
        }
        assert!(!text.contains("panicked"), "{text}");
        // No game is made with it either.
        let scenario = match game {
            "miniature" => "miniature/skerries",
            "weserubung" => "weserubung/campaign",
            _ => "market-garden/basic",
        };
        let make = ["new", scenario, "--id", "none", "--data", "mine"];
        let (code, text) = fieldpost(store, &make);
        assert!(code != Some(0) && !store.join("none").exists(), "{text}");
        std::fs::remove_dir_all(store.join("mine")).expect("removed");
    }
}

#[test]
fn files_that_are_none_are_named() {
    let games = folder();
    let store = games.path();
    refused(store, &["data", "check", "mine"], 2, &["mine"]);
    std::fs::create_dir_all(store.join("mine/wesserubung")).expect("a folder");
    refused(
        store,
        &["data", "check", "mine"],
        2,
        &["no game `wesserubung`; did you mean `weserubung`?"],
    );
    std::fs::remove_dir_all(store.join("mine")).expect("removed");
    let mine = owned(store, "miniature");
    std::fs::rename(mine.join("board.toml"), mine.join("bord.toml")).expect("renamed");
    refused(
        store,
        &["data", "check", "mine"],
        1,
        &["bord.toml", "did you mean `board.toml`?"],
    );
    std::fs::remove_file(mine.join("bord.toml")).expect("removed");
    std::fs::write(mine.join("skerries.toml"), b"# f\xfcr mich\n").expect("written");
    refused(
        store,
        &["data", "check", "mine"],
        1,
        &[
            "skerries.toml: line 1: not UTF-8 text",
            "save the file as UTF-8",
        ],
    );
    std::fs::write(mine.join("skerries.toml"), "").expect("written");
    refused(
        store,
        &["data", "check", "mine"],
        1,
        &["skerries.toml: line 1: missing field"],
    );
    std::fs::remove_file(mine.join("skerries.toml")).expect("removed");
    std::fs::create_dir_all(mine.join("skerries.toml")).expect("a folder");
    let (code, text) = fieldpost(store, &["data", "check", "mine"]);
    assert!(
        code == Some(1) && text.contains("BAD   mine/miniature/skerries.toml"),
        "{text}"
    );
}

/// A single file may be replaced; the others are those that ship.
#[test]
fn one_file_may_be_replaced_alone() {
    let games = folder();
    let store = games.path();
    let mine = owned(store, "weserubung");
    for name in ["board.toml", "campaign.toml"] {
        std::fs::remove_file(mine.join(name)).expect("removed");
    }
    edit(
        &mine.join("units.toml"),
        "id = \"tittel\"\nname = \"Tittel\"",
        "id = \"tittel\"\nname = \"Tittel II\"",
    );
    let text = ok(store, &["data", "check", "mine"]);
    assert!(
        text.contains("note  weserubung: board.toml, campaign.toml as shipped"),
        "{text}"
    );
    assert!(
        text.contains("its provenance still says `reconstructed`"),
        "{text}"
    );
    ok(
        store,
        &[
            "new",
            "weserubung/campaign",
            "--id",
            "norway",
            "--seat",
            "anna=germany",
            "--seat",
            "bob=allies,norway",
            "--data",
            "mine",
        ],
    );
    let kept = store.join("norway/data");
    for name in ["board.toml", "campaign.toml", "units.toml"] {
        assert!(
            kept.join(name).exists(),
            "{name}: the game must not depend on what a later program ships"
        );
    }
    assert!(ok(store, &["status", "norway"]).contains("weserubung/campaign"));
    refused(
        store,
        &["data", "write", "wesserubung", "mine"],
        2,
        &["did you mean `weserubung`?"],
    );
    let text = ok(store, &["data", "write", "weserubung", "mine"]);
    assert!(
        text.contains("kept  mine/weserubung/units.toml"),
        "nothing typed in is lost: {text}"
    );
}
