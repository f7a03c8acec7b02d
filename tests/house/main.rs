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

/// The command that prints who uses whom finds no cycle of rooms, and prints them all.
#[test]
fn rooms_form_no_cycle() {
    let done = std::process::Command::new("python3")
        .arg(root().join("tools/rooms"))
        .output();
    let Ok(done) = done else {
        println!("python3 is not there: tools/rooms is not run");
        return;
    };
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}");
    assert_eq!(text.lines().count(), 9, "{text}");
}

/// A line as names are looked for in it: without capitals, accents, hyphens, underscores and blanks.
fn squeezed(text: &str) -> String {
    let mut text = fieldpost::orders::fold::fold(text);
    text.retain(|c| !matches!(c, '-' | '_' | ' '));
    text
}

/// The first line of code that names a game, however it is spelt.
fn names_a_game(text: &str, id: GameId) -> Option<&str> {
    let name = squeezed(id.name());
    // Examples in comments may speak of a game.
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .find(|line| squeezed(line).contains(&name))
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
        if allowed.contains(&name.as_str()) {
            continue;
        }
        let text = read(&path);
        for id in GameId::ALL.iter().copied() {
            let own = format!("src/rules/{}/", id.name().replace('-', "_"));
            if !name.starts_with(&own) {
                let line = names_a_game(&text, id);
                assert!(line.is_none(), "{name} names {}: {line:?}", id.name());
            }
        }
    }
    let [game] = ["market-garden"].map(|name| GameId::from_name(name).expect("a game"));
    for planted in [
        "use crate::rules::market_garden::State;",
        "type G = MarketGarden;",
        "if name == \"Market-Garden\" {",
        "let title = \"Market Garden\";",
    ] {
        assert!(names_a_game(planted, game).is_some(), "{planted}");
    }
    assert_eq!(names_a_game("// as in Market Garden", game), None);
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
    // File by file: a book that is not listed below has its words in both languages too.
    assert_eq!(templates("en"), templates("fr"));
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

/// The template files of a language: name, keys.
fn templates(lang: &str) -> Vec<(String, Vec<String>)> {
    let folder = root().join("templates").join(lang);
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut files: Vec<(String, Vec<String>)> = files
        .map(|entry| {
            let table: toml::Table = read(&entry.path()).parse().expect("a template file");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, table.keys().cloned().collect())
        })
        .collect();
    files.sort();
    files
}

/// Names of terms and commands are put together from a prefix and a name.
fn bare(key: &str) -> &str {
    let name = key.strip_prefix("term-").or(key.strip_prefix("done-"));
    name.unwrap_or(key)
}

/// All that stands between quotation marks, and between literals.
fn quoted(source: &str) -> BTreeSet<&str> {
    source.split('"').collect()
}

/// Keys that no literal of the source names.
fn unused<'k>(keys: &'k [String], quoted: &BTreeSet<&str>) -> Vec<&'k String> {
    let used = |key: &&String| quoted.contains(bare(key));
    keys.iter().filter(|key| !used(key)).collect()
}

/// A game's files of data.
fn data_of(id: GameId) -> Vec<PathBuf> {
    let folder = root().join("scenarios").join(id.name());
    let files = std::fs::read_dir(folder).expect("the game's data");
    files
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect()
}

/// Every template file can be read, no file overrides another's key, and every key is used somewhere.
#[test]
fn every_word_is_used() {
    let source: String = sources(&root().join("src"))
        .iter()
        .map(|path| read(path))
        .collect();
    let boards: Vec<String> = GameId::ALL
        .iter()
        .flat_map(|id| data_of(*id))
        .map(|path| read(&path))
        .collect();
    let source = quoted(&source);
    for lang in ["en", "fr"] {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for (file, keys) in templates(lang) {
            // What every game says of itself is asked of its own file.
            let of_each = |key: &&String| {
                let own = ["guide-", "factors-"];
                !own.iter().any(|own| key.starts_with(own)) && *key != "not-done"
            };
            let common = file == "common.toml";
            for key in keys.iter().filter(|key| common || of_each(key)) {
                if let Some(other) = seen.insert(key.clone(), file.clone()) {
                    panic!("{lang}: `{key}` stands in {other} and in {file}");
                }
            }
            // Seas and countries are named on the boards.
            let (labels, keys): (Vec<String>, Vec<String>) =
                keys.into_iter().partition(|key| key.starts_with("label-"));
            for label in labels {
                let text = format!("text-=-\"{}\"", label.trim_start_matches("label-"));
                let named = |board: &String| board.to_lowercase().replace(' ', "-").contains(&text);
                assert!(
                    boards.iter().any(named),
                    "{lang}/{file}: no board has `{label}`"
                );
            }
            let unused = unused(&keys, &source);
            assert!(unused.is_empty(), "{lang}/{file}: nothing uses {unused:?}");
        }
    }
    let planted = ["report-title", "report-nobody-says-this"].map(str::to_owned);
    assert_eq!(unused(&planted, &source), ["report-nobody-says-this"]);
}

/// The string literals of a source, each with the line it begins on and the code before it; neither comments nor tests.
fn literals(text: &str) -> Vec<(usize, String, String)> {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    let chars: Vec<char> = text[..end].chars().collect();
    let at = |n: usize| chars.get(n).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let (mut n, mut line, mut code) = (0, 1, String::new());
    while n < chars.len() {
        let hashes = (n + 1..).take_while(|m| at(*m) == '#').count();
        let raw =
            at(n) == 'r' && at(n + 1 + hashes) == '"' && !code.ends_with(char::is_alphanumeric);
        if at(n) == '/' && at(n + 1) == '/' {
            while n < chars.len() && at(n) != '\n' {
                n += 1;
            }
        } else if at(n) == '\'' && at(n + 2) == '\'' {
            // A quotation mark may be a character.
            n += 3;
        } else if at(n) == '"' || raw {
            let (began, mut literal) = (line, String::new());
            n += if raw { hashes + 2 } else { 1 };
            loop {
                let closes = (0..hashes).all(|m| at(n + 1 + m) == '#');
                if n >= chars.len() || at(n) == '"' && (!raw || closes) {
                    break;
                }
                if at(n) == '\\' && !raw {
                    literal.push(at(n));
                    n += 1;
                }
                line += usize::from(at(n) == '\n');
                literal.push(at(n));
                n += 1;
            }
            n += if raw { hashes + 1 } else { 1 };
            let before = code.len().saturating_sub(120);
            let before = code.get(before..).unwrap_or(&code).to_owned();
            found.push((began, literal, before));
            code.push('_');
        } else {
            line += usize::from(at(n) == '\n');
            code.push(at(n));
            n += 1;
        }
    }
    found
}

/// What asks for a key of the templates by its name.
const ASKS: [&str; 8] = [
    "Phrase::new(",
    "said(",
    "say_key(",
    "sheet.word(",
    "words(",
    "self.key(",
    "headed(",
    "one_of(",
];

/// Literals that ask for words that no template has: said by name, or of a family of keys such as `report-`.
fn wordless(text: &str, keys: &BTreeSet<String>) -> Vec<String> {
    let families: BTreeSet<&str> = [
        "report-", "post-", "guide-", "receipt-", "map-", "help-", "preview-", "form-", "desk-",
        "grade-", "tally-", "symbol-", "packet-", "time-",
    ]
    .into();
    // Names that look like keys: a header of mails, an attribute of serde.
    let others = ["report-type", "kebab-case"];
    // In a table of events or refusals every literal of that shape is a key.
    let table = ["events! {", "bars! {"]
        .iter()
        .any(|head| text.lines().any(|line| line == format!("crate::{head}")));
    let shape = |text: &str| {
        text.contains('-')
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text
                .chars()
                .all(|c| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let known = |key: &str| {
        let put_together = ["term-", "done-"].map(|prefix| format!("{prefix}{key}"));
        keys.contains(key) || put_together.iter().any(|key| keys.contains(key))
    };
    let mut found = Vec::new();
    for (line, literal, before) in literals(text) {
        let asked = ASKS.iter().any(|ask| before.trim_end().ends_with(ask));
        let family = families.iter().any(|family| {
            literal.len() > family.len() && literal.starts_with(family) && !literal.ends_with('-')
        });
        let wanted =
            shape(&literal) && (asked || family || table) && !others.contains(&literal.as_str());
        if wanted && !known(&literal) {
            found.push(format!("line {line}: {literal}"));
        }
    }
    found
}

/// Whoever asks for words finds them.
#[test]
fn no_word_is_missing() {
    let keys: BTreeSet<String> = templates("en")
        .into_iter()
        .flat_map(|(_, keys)| keys)
        .collect();
    let mut all = Vec::new();
    for path in sources(&root().join("src")) {
        let missing = wordless(&read(&path), &keys);
        let at = path.display().to_string();
        all.extend(missing.into_iter().map(|what| format!("{at}, {what}")));
    }
    assert!(all.is_empty(), "no template has {all:#?}");
    for planted in [
        "say(Phrase::new(\"no-such-words\"))",
        "let key = match x { A => \"report-title\", B => \"report-nothing-like-it\" };",
        "sheet.word(\"map-nowhere\")",
        "crate::events! {\n    Seizes { done: bool } => \"seizes-nothing\", \"19.3\";\n}",
    ] {
        assert_eq!(wordless(planted, &keys).len(), 1, "{planted}");
    }
    assert_eq!(
        wordless("// Phrase::new(\"no-such-words\")", &keys),
        [""; 0]
    );
}

/// What stands before a sentence that no player reads: faults of the program, of data and of cases, and what is told to
/// the referee.
const NOT_FOR_PLAYERS: &[&str] = &[
    "error(",
    "expect(",
    "broken.push(",
    "Err(",
    "wrong(",
    "bad(",
    "whole(",
    "failed(",
    "refused(",
    "remedy(",
    "panic!(",
    "Mismatch",
    "let what",
    "let expected",
    "problems.push(",
    "ok_or_else(",
    "let wrong",
];

/// Rooms whose sentences are for referees, for authors of cases and boards, or are read and not written.
const OTHER_READERS: &[&str] = &[
    "src/engine/case",
    "src/engine/contest.rs",
    "src/engine/data_diff.rs",
    "src/engine/dice/",
    "src/engine/fault.rs",
    "src/engine/files.rs",
    // Courtesies that letters hold; nobody is told them.
    "src/engine/letters/manners.rs",
    "src/engine/measure.rs",
    "src/engine/run.rs",
    "src/engine/twins/",
    "src/mail/automatic.rs",
    "src/mail/auth.rs",
    "src/mail/clock/rules.rs",
    "src/mail/config.rs",
    "src/mail/desk.rs",
    "src/mail/intake/",
    "src/mail/ledger.rs",
    "src/mail/office/",
    "src/mail/poll/",
    "src/mail/send.rs",
    "src/mail/sort/",
    "src/mail/text/",
    "src/mail/trouble.rs",
    "src/report/explain/",
    // Titles of games.
    "src/rules/mod.rs",
    "src/rules/market_garden/days.rs",
    "src/rules/market_garden/proofs.rs",
    "src/rules/weserubung/audit.rs",
];

/// Sentences for the referee's ledger, or that nobody reads, in rooms that speak to players.
const SINGLE: &[&str] = &[
    // Read in letters, not told.
    "tour de flak",
    "{what}: no bridge on ",
    "was answered before a crash",
    "the game has no seat ",
    "more than {ANSWERS} mails on one day",
    "nothing to read: ",
    "mails {:?} notes {notes:?}",
    "{}: {seat} cannot be reached",
    "{}: the deadline has passed; ",
    "{} is {:?} with {} steps",
];

/// Sentences in a source: literals of three words or more that are no markup.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (line, literal, before) in literals(text) {
        let mut bare = String::new();
        let mut depth = 0;
        for c in literal.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                c if depth == 0 => bare.push(c),
                _ => {}
            }
        }
        let letters = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let words = bare.split_whitespace().filter(letters).count();
        let markup = ["<", "=\"", "{{", "viewBox", "sans-serif", ":#"].iter();
        let markup = markup.clone().any(|mark| literal.contains(mark));
        let told = NOT_FOR_PLAYERS.iter().any(|mark| before.contains(mark));
        let single = SINGLE.iter().any(|one| literal.starts_with(one));
        if words >= 3 && !markup && !told && !single {
            found.push(format!("line {line}: {literal}"));
        }
    }
    found
}

/// All words a player reads stand in the templates.
#[test]
fn no_player_is_told_a_sentence_of_the_source() {
    let mut all = Vec::new();
    for room in ["report", "mail", "engine", "orders", "draw", "rules"] {
        for path in sources(&root().join("src").join(room)) {
            let name = path
                .strip_prefix(root())
                .expect("inside")
                .display()
                .to_string();
            if OTHER_READERS.iter().any(|other| name.starts_with(other)) {
                continue;
            }
            let found = sentences(&read(&path));
            all.extend(found.into_iter().map(|what| format!("{name}, {what}")));
        }
    }
    assert!(all.is_empty(), "for the templates: {all:#?}");
    for planted in [
        "page.push(Block::Text(\"You must answer now\".to_owned()));",
        "let line = format!(\"{} attacks the town of {}\", a, b);",
        "out.push_str(\"Votre réponse est attendue\");",
    ] {
        assert_eq!(sentences(planted).len(), 1, "{planted}");
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
            let [en, fr] = ["guide", "guide_fr"].map(|key| row.get(key).is_some());
            assert_eq!(en, fr, "{} {}: the guide", id.name(), row["id"]);
            // A rule may be told in French without a ruling; a ruling is nothing without its rule.
            assert!(about || !ruled, "{} {}", id.name(), row["id"]);
        }
    }
}

/// Whether a string of the source is the number of a rule: `9.31`, `9.31[D]`, `16.4.1/a`.
fn is_rule_number(text: &str) -> bool {
    let numbers = text.split(['/', '[']).next().unwrap_or_default();
    let mut parts = numbers.split('.');
    let number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    numbers.contains('.') && parts.clone().count() <= 4 && parts.all(number)
}

/// What a player is told to look up is in his rulebook: no reason, term or event cites a number that is not there.
#[test]
fn rules_that_are_cited_exist() {
    for id in GameId::ALL {
        let file: toml::Table = toml::from_str(id.rules()).expect("the rules");
        let rows = file["rule"].as_array().expect("rows");
        let known: BTreeSet<&str> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
        let folder = root().join("src/rules").join(id.name().replace('-', "_"));
        for path in sources(&folder) {
            for (line, text, _) in literals(&read(&path)) {
                let there = !is_rule_number(&text) || known.contains(text.as_str());
                assert!(there, "{}:{line}: no rule {text}", path.display());
            }
        }
    }
    assert!(is_rule_number("9.31[D]") && is_rule_number("16.4.1/a"));
    assert!(!is_rule_number("1.2 MB") && !is_rule_number("fieldpost") && !is_rule_number("12"));
}

/// The test binaries: each costs a link after every changed line, so a new test becomes a module of one of these.
const BINARIES: [&str; 5] = ["engine", "games", "house", "mail", "pages"];

/// The sources of tests that nothing names, and those that would become a binary of their own.
fn forgotten(tests: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for path in sources(tests) {
        let inside = path.strip_prefix(tests).expect("inside");
        let parts: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
        let declared = |by: &Path, module: &str| {
            ["main.rs", "mod.rs"]
                .iter()
                .filter_map(|file| std::fs::read_to_string(by.join(file)).ok())
                .any(|text| {
                    text.lines()
                        .any(|line| line.trim_end() == format!("mod {module};"))
                })
        };
        let (folder, file) = (path.parent().expect("a folder"), path.file_stem());
        let file = file.and_then(|file| file.to_str()).unwrap_or_default();
        let stands = match (parts.as_slice(), file) {
            ([binary, "main.rs"], _) => BINARIES.contains(binary),
            ([_, .., module, "mod.rs"], _) => declared(folder.parent().expect("a folder"), module),
            (_, module) => parts.len() > 1 && declared(folder, module),
        };
        if !stands {
            found.push(inside.display().to_string());
        }
    }
    found
}

/// A test in a file that no binary names would never be run, and nobody would notice.
#[test]
fn no_test_file_is_forgotten() {
    assert_eq!(forgotten(&root().join("tests")), [""; 0]);

    let planted = tempfile::tempdir().expect("a folder");
    let write = |file: &str, text: &str| {
        let path = planted.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write("games/main.rs", "mod cases;\nmod norway;\n");
    write("games/cases.rs", "");
    write("games/norway/mod.rs", "mod bots;\n");
    write("games/norway/bots.rs", "");
    assert_eq!(forgotten(planted.path()), [""; 0]);
    write("games/norway/board.rs", "");
    write("games/crete/mod.rs", "");
    write("crete.rs", "");
    write("crete/main.rs", "");
    assert_eq!(
        forgotten(planted.path()),
        [
            "crete/main.rs",
            "crete.rs",
            "games/crete/mod.rs",
            "games/norway/board.rs"
        ]
    );
}

fn snapshots(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(snapshots(&path));
        } else if path.extension().is_some_and(|ending| ending == "snap") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Every snapshot belongs to a test that stands where the snapshot's name says.
#[test]
fn no_snapshot_is_orphaned() {
    for path in snapshots(&root().join("tests")) {
        let at = path.display();
        let text = read(&path);
        let source = text.lines().find_map(|line| line.strip_prefix("source: "));
        let source = source.unwrap_or_else(|| panic!("{at} names no source"));
        let modules = source.trim_start_matches("tests/").trim_end_matches(".rs");
        let modules = format!("{}__", modules.replace('/', "__"));
        let file = path.file_stem().and_then(|name| name.to_str());
        let name = file.and_then(|name| name.strip_prefix(&modules));
        let name = name.unwrap_or_else(|| panic!("{at}: {source} would not look for it here"));
        let code = std::fs::read_to_string(root().join(source));
        let code = code.unwrap_or_else(|_| panic!("{at}: there is no {source}"));
        // A snapshot is called like its test, with a number from the second on, or by a name whose first word is fixed.
        let test = name.split('-').next().unwrap_or_default();
        let named = code.contains(&format!("fn {test}(")) || code.contains(&format!("\"{test}-"));
        assert!(named, "{at}: nothing in {source} makes it");
    }
}
