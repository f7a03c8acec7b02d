//! Every case under `tests/cases` and `tests/miniature`, and what the reader and player of cases say when something is wrong with one.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost::engine::case::{Case, CaseReport, run_case};
use fieldpost::rules::GameId;
use fieldpost::with_game;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

/// The folders of cases: one for each game; the miniature's stand apart, since its rules are in no rulebook.
fn folders() -> Vec<PathBuf> {
    let games = root().join("tests/cases");
    let mut folders = if games.is_dir() {
        sorted(&games)
    } else {
        Vec::new()
    };
    folders.push(root().join("tests/miniature"));
    folders
}

/// The files of a folder of cases, and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in sorted(folder) {
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.extension().is_some_and(|end| end == "toml") {
            files.push(path);
        }
    }
    files
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let below = files(folder);
    assert!(!below.is_empty(), "{}: no case", folder.display());
    below
}

fn play(text: &str) -> Result<(Case, CaseReport), String> {
    let case = Case::parse(text).map_err(|error| error.to_string())?;
    let name = &case.game.value;
    let game = GameId::from_name(name).ok_or_else(|| format!("no game `{name}`"))?;
    let report = with_game!(game, G => run_case::<G>(&case));
    Ok((case, report))
}

/// The ids in a ledger of rules.
fn rule_ids(ledger: &Path) -> Option<BTreeSet<String>> {
    let text = fs::read_to_string(ledger).ok()?;
    let table: toml::Table = text.parse().unwrap();
    let rules = table["rule"].as_array().unwrap().iter();
    let ids = rules.map(|rule| rule["id"].as_str().unwrap().to_owned());
    Some(ids.collect())
}

#[test]
fn all_cases_hold() {
    let mut failures = Vec::new();
    let mut count = 0;
    for folder in folders() {
        let game = folder.file_name().unwrap().to_string_lossy().into_owned();
        assert!(
            GameId::from_name(&game).is_some(),
            "{game}: there is no such game"
        );
        let ledger = rule_ids(&root().join(format!("scenarios/{game}/rules.toml")));
        for file in files_below(&folder) {
            count += 1;
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            let (case, report) = match play(&fs::read_to_string(&file).unwrap()) {
                Ok(played) => played,
                Err(why) => {
                    failures.push(format!("{name}: {why}"));
                    continue;
                }
            };
            if case.game.value != game {
                failures.push(format!("{name}: it is a case of {}", case.game.value));
            }
            for rule in &case.proves {
                if ledger
                    .as_ref()
                    .is_some_and(|ids| !ids.contains(&rule.value))
                {
                    let (line, rule) = (rule.line, &rule.value);
                    failures.push(format!(
                        "{name}: line {line}: scenarios/{game}/rules.toml has no rule `{rule}`"
                    ));
                }
            }
            for mismatch in &report.mismatches {
                failures.push(format!("{name}: {mismatch}"));
            }
        }
    }
    assert!(count > 0, "there are no cases");
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

/// Each case with its name, as far as its text can be read.
fn all_cases() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for file in folders().iter().flat_map(|folder| files(folder)) {
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        let case = Case::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        cases.push((name, case));
    }
    cases
}

fn mismatches(case: &Case) -> Vec<String> {
    let game = GameId::from_name(&case.game.value).unwrap();
    let report = with_game!(game, G => run_case::<G>(case));
    report.mismatches.iter().map(ToString::to_string).collect()
}

/// Nothing in a case is idle: with another fact, without a die, an event or a problem it no longer holds.
#[test]
fn cases_that_are_changed_do_not_hold() {
    let mut idle = Vec::new();
    // How cases are judged is the same for every game; the miniature's are short.
    for (name, case) in all_cases()
        .into_iter()
        .filter(|(_, case)| case.game.value == "miniature")
    {
        let mut check = |what: String, changed: &Case| {
            if mismatches(changed).is_empty() {
                idle.push(format!("{name}: holds {what}"));
            }
        };
        for (n, fact) in case.facts.iter().enumerate() {
            let mut changed = case.clone();
            changed.facts[n].value.1.push('7');
            check(format!("whatever `{}` is", fact.value.0), &changed);
        }
        for (n, roll) in case.dice.iter().enumerate() {
            // Skipped steps have dice of their own.
            let skipped = case.skip_to.is_some() && roll.value.0.contains("/cards/");
            let mut changed = case.clone();
            changed.dice.remove(n);
            if !skipped {
                check(format!("without the dice of {}", roll.value.0), &changed);
            }
            let mut changed = case.clone();
            changed.dice[n].value.1.push(99);
            check(format!("with bad dice for {}", roll.value.0), &changed);
        }
        for n in 0..case.expects.len() {
            let mut changed = case.clone();
            changed.expects[n].event.push_str("-not");
            check(format!("whatever expect {} is", n + 1), &changed);
            let mut changed = case.clone();
            changed.expects[n].args.push((
                "nonesuch".to_owned(),
                fieldpost::engine::case::Shown::One("1".to_owned()),
            ));
            check(format!("whatever expect {} has", n + 1), &changed);
            let mut changed = case.clone();
            let never = changed.expects[n].clone();
            changed.never.push(never);
            check(format!("although expect {} may never be", n + 1), &changed);
        }
        for n in 0..case.letters.len() {
            if case.letters[n].text.is_none() {
                continue;
            }
            let mut changed = case.clone();
            changed.letters[n].wrong.push("nonesuch".to_owned());
            check(format!("whatever is wrong with letter {}", n + 1), &changed);
            let mut changed = case.clone();
            changed.letters[n].says.push("nonesuch".to_owned());
            check(format!("whatever letter {} is told", n + 1), &changed);
        }
        if let Some(waits) = &case.waits {
            let mut changed = case.clone();
            let mut waits = waits.clone();
            waits.value.push("red.nothing".to_owned());
            changed.waits = Some(waits);
            check("whoever is waited for".to_owned(), &changed);
        }
        if let Some(outcome) = &case.outcome {
            let mut changed = case.clone();
            let mut outcome = outcome.clone();
            outcome.value.push('x');
            changed.outcome = Some(outcome);
            check("whoever wins".to_owned(), &changed);
        }
    }
    assert!(idle.is_empty(), "\n{}\n", idle.join("\n"));
}

const HEAD: &str = "game = \"miniature\"\nscenario = \"skerries\"\n";

/// What playing a text, put behind the usual head, has mismatched.
fn told(text: &str) -> String {
    let (_, report) = play(&format!("{HEAD}{text}")).unwrap();
    let lines: Vec<String> = report.mismatches.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn misspelt_names_get_near_misses() {
    let text = told("skip_to = \"t1/frst\"");
    has(&text, &["line 3, skip_to", "did you mean `t1/first`"]);
    let text = told("skip_to = \"t1/points\"\nuntil = \"t2/bids\"\nlate = [\"red\", \"blue\"]");
    has(&text, &["line 4, until", "did you mean `t2/bid`"]);
    let text = told(
        "skip_to = \"t1/points\"\nnever = [\"scors\"]\n[facts]\nred.fule = 8\n[[expect]]\nevent = \"scoers\"\n\
         [[expect]]\nevent = \"scores\"\nrde = 0",
    );
    has(
        &text,
        &[
            "line 4, never 1",
            "line 6, facts",
            "line 7, expect 1",
            "line 9, expect 2",
        ],
    );
    has(
        &text,
        &[
            "did you mean `scores`?",
            "did you mean `red.fuel`?",
            "did you mean `red`?",
        ],
    );
    let text = told("switches = { tye = \"red\" }");
    has(&text, &["line 3, switches", "there are turns and tie"]);
    let text = told("late = [\"rde\"]");
    has(&text, &["line 3, late", "did you mean `red`?"]);
    let text = told("position = [\n  \"place flake at bank\",\n]");
    has(
        &text,
        &[
            "line 4: place flake at bank",
            "^^^^^",
            "Did you mean `Falke`?",
            "advantage: red | blue",
        ],
    );
    let (_, report) = play("game = \"miniature\"\nscenario = \"skeries\"").unwrap();
    has(
        &report.mismatches[0].to_string(),
        &["line 2, scenario", "did you mean `skerries`?"],
    );
}

#[test]
fn dice_say_what_to_write() {
    let cards = "skip_to = \"t1/cards\"\nuntil = \"t1/submarine\"\n[dice]\n";
    let text = told(cards);
    has(
        &text,
        &[
            "a script for the roll t1/cards/open.shuffle",
            "each number from 1 to 6 once",
        ],
    );
    has(&text, &["under [dice]: \"open.shuffle\" = ["]);
    let text = told(&format!("{cards}\"open.shufle\" = [1, 2, 3, 4, 5, 6]"));
    has(
        &text,
        &[
            "line 6, dice: expected a roll for",
            "did you mean `open.shuffle`?",
        ],
    );
    let text = told(&format!("{cards}open.shuffle = [1, 2, 2, 4, 5, 6]"));
    has(
        &text,
        &[
            "line 6, dice: expected p6",
            "found: \"open.shuffle\" = [1, 2, 2, 4, 5, 6]",
        ],
    );
    // Every roll that is missing is named at once, so that one try is enough.
    let battle = "switches = { tie = \"red\" }\nskip_to = \"t1/first\"\npace = \"brisk\"\n\
        position = [\"place anson at outer\", \"place briar at outer\", \"place dart at outer\", \"place coral at harbour\"]\nuntil = \"t1/second\"\n\
        [[letter]]\nside = \"blue\"\nat_once = true\ntext = \"standing intercept: anson, briar, dart\"\n\
        [[letter]]\nside = \"red\"\ntext = \"raid falke to outer\"\n";
    let text = told(battle);
    let rolls = text.lines().filter(|line| line.contains("under [dice]: "));
    let dice: Vec<&str> = rolls
        .map(|line| line.split("under [dice]: ").nth(1).unwrap())
        .collect();
    assert!(dice.len() > 1, "{text}");
    assert_eq!(told(&format!("{battle}[dice]\n{}", dice.join("\n"))), "");
}

#[test]
fn letters_that_find_no_question_are_told() {
    let text = told(
        "skip_to = \"t1/bid\"\n[[letter]]\nside = \"red\"\ntext = \"bid 1\"\n[[letter]]\nside = \"red\"\ntext = \"bid 2\"",
    );
    has(
        &text,
        &[
            "line 7, letter 2: expected its writer to be asked",
            "waits for blue.bid",
            "at_once = true",
        ],
    );
}

#[test]
fn files_that_are_no_cases_are_shown_with_carets() {
    let wrong = |text: &str| {
        Case::parse(&format!("{HEAD}{text}"))
            .unwrap_err()
            .to_string()
    };
    has(
        &wrong("skip = \"x\""),
        &[
            "line 3, column 1: unknown field `skip`",
            "3 | skip = \"x\"\n  | ^^^^",
            "`skip_to`?",
        ],
    );
    has(
        &wrong("pace = \"brsk\""),
        &["line 3, column 8", "did you mean `brisk`?"],
    );
    has(&wrong("about = \"x"), &["line 3, column 11"]);
    has(
        &wrong("[[letter]]\nside = \"red\""),
        &["line 3, column 1: a letter has a `text`"],
    );
    has(
        &wrong("[[letter]]\ntext = \"bid 1\""),
        &["line 3, column 1: a letter has either `side"],
    );
    has(
        &wrong("[[letter]]\nside = \"red\"\nlate = true\nwrong = [\"unknown\"]"),
        &["line 3, column 1: where the deadline passes"],
    );
    has(
        &wrong("[[letter]]\nside = \"red\"\ntext = \"\"\nwaits = []"),
        &["line 6", "`waits` belongs to the case itself"],
    );
    has(
        &wrong("[dice]\nuntil = \"t1/bid\""),
        &["line 4", "`until` belongs to the case itself"],
    );
    has(
        &wrong("[[expect]]\nside = \"red\""),
        &["line 3", "`event = \"...\"` is missing"],
    );
    has(
        &wrong("[[expect]]\nevent = \"bids\"\ntotal = \"x\""),
        &["`total` is a whole number"],
    );
    has(
        &wrong("[facts]\nred.fuel = 1.5"),
        &["line 4, column 1: the fact `red.fuel`"],
    );
}

/// Runs `fieldpost try`: exit code, output, errors.
fn try_files(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    let done = command
        .current_dir(root())
        .arg("try")
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn the_command_has_constant_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = file(
        "good.toml",
        &format!("{HEAD}skip_to = \"t1/bid\"\nwaits = [\"red.bid\", \"blue.bid\"]"),
    );
    let bad = file(
        "bad.toml",
        &format!("{HEAD}skip_to = \"t1/bid\"\nwaits = []"),
    );
    let none = file("none.toml", "game = 1");
    let unknown = file("unknown.toml", "game = \"chess\"\nscenario = \"x\"");
    let (code, out, err) = try_files(&[&good]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    has(
        &out,
        &["# waits for \"red.bid\": How much", "good.toml: ok"],
    );
    let (code, out, err) = try_files(&["--quiet", &good, &bad]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    assert!(!out.contains('#'), "{out}");
    has(
        &out,
        &[
            "good.toml: ok",
            "bad.toml: line 4, waits: expected waits = []",
            "bad.toml: 1 mismatch",
        ],
    );
    let (code, out, err) = try_files(&["-q", &none, &unknown, &bad, &good, "no/such/file"]);
    assert_eq!(code, Some(2));
    has(&out, &["bad.toml: 1 mismatch", "good.toml: ok"]);
    has(
        &err,
        &[
            "none.toml: line 1, column 8",
            "no game `chess`; there are",
            "no/such/file: cannot be read",
        ],
    );
    let (code, out, _) = try_files(&["--json", &good, &bad, &none]);
    assert_eq!(code, Some(2));
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let holds: Vec<bool> = lines
        .iter()
        .map(|line| line["holds"].as_bool().unwrap())
        .collect();
    assert_eq!(holds, [true, false, false]);
    assert_eq!(lines[0]["report"]["waits"][0], "red.bid");
    assert_eq!(lines[1]["report"]["mismatches"][0]["line"], 4);
}

/// The page that teaches cases is true: its first case fails as it says, and its second one holds.
#[test]
fn the_page_is_true() {
    let page = fs::read_to_string(root().join("docs/cases.md")).unwrap();
    let blocks = |kind: &str| -> Vec<String> {
        let start = format!("```{kind}\n");
        let rest = page.split(start.as_str()).skip(1);
        rest.map(|rest| rest.split("```").next().unwrap().to_owned())
            .collect()
    };
    let cases = blocks("toml");
    let shown = blocks("text");
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| {
        let path = folder.path().join("mine.toml");
        fs::write(&path, text).unwrap();
        let (code, out, _) = try_files(&[&path.display().to_string()]);
        (code, out.replace(&path.display().to_string(), "mine.toml"))
    };
    let (code, out) = run(&cases[0]);
    assert_eq!((code, out.trim()), (Some(1), shown[0].trim()), "\n{out}");
    let (code, out) = run(&cases[1]);
    assert_eq!(code, Some(0), "\n{out}");
}

/// An owner's data is used in cases too: with another number on the paper the same letter has another end.
#[test]
fn cases_are_tried_with_an_owners_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().display().to_string();
    let fieldpost = |args: &[&str]| {
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        run.args(args).output().expect("the command runs")
    };
    let wrote = fieldpost(&["data", "write", "market-garden", &data]);
    assert!(wrote.status.success(), "{wrote:?}");
    let case = root()
        .join("tests/cases/market-garden/13.43-ten-points-a-space.toml")
        .display()
        .to_string();
    assert!(
        fieldpost(&["try", "-q", &case, "--data", &data])
            .status
            .success()
    );
    let file = folder.path().join("market-garden/tables.toml");
    let tables = std::fs::read_to_string(&file).expect("the tables");
    let dearer = tables.replace("space = 10", "space = 11");
    assert_ne!(tables, dearer);
    std::fs::write(&file, dearer).expect("written");
    let tried = fieldpost(&["try", "-q", &case, "--data", &data]);
    assert_eq!(tried.status.code(), Some(1), "{tried:?}");
}
