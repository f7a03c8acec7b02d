//! The house rules: who uses whom, who names whom, and that every word exists in both languages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fieldpost::orders::{Lang, Phrasebook};
use fieldpost::rules::GameId;
use fieldpost::with_game;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a source")
}

/// Dependencies point one way.
#[test]
fn rooms_use_only_the_rooms_below_them() {
    let rooms = [
        "orders", "board", "draw", "engine", "rules", "store", "report", "mail", "cli",
    ];
    for (n, room) in rooms.iter().enumerate() {
        for path in sources(&root().join("src").join(room)) {
            let text = read(&path);
            for above in &rooms[n + 1..] {
                let used = format!("crate::{above}::");
                assert!(!text.contains(&used), "{} uses {above}", path.display());
            }
        }
    }
}

/// What two games need names no game: only the list of games, the demo and a game's own folder do.
#[test]
fn the_engine_names_no_game() {
    let allowed = ["src/rules/mod.rs", "src/cli/demo.rs"];
    for path in sources(&root().join("src")) {
        let name = path
            .strip_prefix(root())
            .expect("inside")
            .display()
            .to_string();
        for id in GameId::ALL {
            let own = format!("src/rules/{}/", id.name().replace('-', "_"));
            if name.starts_with(&own) || allowed.contains(&name.as_str()) {
                continue;
            }
            let word = id.name().replace('-', "_");
            let text = read(&path);
            // Examples in comments may speak of a game.
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                assert!(!line.contains(&word), "{name} names {word}: {line}");
            }
        }
    }
}

/// The post talks to servers and makes secrets, but the time comes from its callers.
#[test]
fn the_post_does_not_look_at_the_clock() {
    for path in sources(&root().join("src/mail")) {
        let text = read(&path);
        for ambient in ["SystemTime::now", "Instant::now", "Timestamp::now"] {
            assert!(!text.contains(ambient), "{} uses {ambient}", path.display());
        }
    }
}

/// No room but the command line asks for the time, the environment or chance.
#[test]
fn nothing_below_the_command_line_is_ambient() {
    for room in [
        "orders", "board", "draw", "engine", "rules", "report", "store",
    ] {
        for path in sources(&root().join("src").join(room)) {
            let text = read(&path);
            for ambient in [
                "std::env::",
                "SystemTime::now",
                "Instant::now",
                "Timestamp::now",
                "getrandom",
            ] {
                assert!(!text.contains(ambient), "{} uses {ambient}", path.display());
            }
        }
    }
}

fn books() -> Vec<(&'static str, &'static Phrasebook)> {
    use fieldpost::engine::game::Game as _;
    GameId::ALL
        .iter()
        .map(|id| (id.name(), with_game!(*id, G => G::phrasebook())))
        .chain([
            ("the post", fieldpost::mail::speech::book()),
            ("the dossier", fieldpost::report::dossier::words::book()),
        ])
        .collect()
}

#[test]
fn both_languages_say_the_same_things() {
    for (game, book) in books() {
        let keys = |lang| book.keys(lang).map(str::to_owned).collect::<BTreeSet<_>>();
        let (en, fr) = (keys(Lang::En), keys(Lang::Fr));
        let only: Vec<_> = en.symmetric_difference(&fr).collect();
        assert!(only.is_empty(), "{game}: in one language only: {only:?}");
        for key in &en {
            let (en, fr) = (book.places(key, Lang::En), book.places(key, Lang::Fr));
            assert_eq!(en, fr, "{game}: the arguments of {key}");
        }
    }
}

/// Every template file can be read, no file overrides another's key, and every key is used somewhere.
#[test]
fn every_word_is_used() {
    let source: String = sources(&root().join("src"))
        .iter()
        .map(|path| read(path))
        .collect();
    let boards = ["weserubung", "market-garden", "miniature"]
        .map(|game| read(&root().join("scenarios").join(game).join("board.toml")));
    for lang in ["en", "fr"] {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for entry in std::fs::read_dir(root().join("templates").join(lang))
            .expect("it")
            .flatten()
        {
            let file = entry.file_name().to_string_lossy().into_owned();
            let table: toml::Table = read(&entry.path()).parse().expect("a template file");
            for key in table.keys() {
                if let Some(other) = seen.insert(key.clone(), file.clone()) {
                    panic!("{lang}: `{key}` stands in {other} and in {file}");
                }
                // Seas and countries are named on the boards.
                if let Some(label) = key.strip_prefix("label-") {
                    let named = |board: &String| {
                        board
                            .to_lowercase()
                            .replace(' ', "-")
                            .contains(&format!("text-=-\"{label}\""))
                    };
                    assert!(
                        boards.iter().any(named),
                        "{lang}/{file}: no board has `{label}`"
                    );
                    continue;
                }
                // Names of terms and commands are put together from a prefix and a name.
                let name = key
                    .strip_prefix("term-")
                    .or(key.strip_prefix("done-"))
                    .unwrap_or(key);
                let used = source.contains(&format!("\"{name}\""));
                assert!(used, "{lang}/{file}: nothing uses `{key}`");
            }
        }
    }
}

/// What players read in the guide stands in both languages.
#[test]
fn rulings_are_told_in_both_languages() {
    for id in GameId::ALL {
        let file: toml::Table = toml::from_str(id.rules()).expect("the rules");
        for row in file["rule"].as_array().expect("rows") {
            let [about, told] = ["about_fr", "ruling_fr"].map(|key| row.get(key).is_some());
            let ruled = row.get("ruling").is_some();
            assert_eq!(told, ruled, "{} {}", id.name(), row["id"]);
            // A rule may be told in French without a ruling; a ruling is nothing without its rule.
            assert!(about || !ruled, "{} {}", id.name(), row["id"]);
        }
    }
}
