//! Every case under `tests/cases`, and what the reader and player of cases say when something is wrong with one.

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
    for folder in sorted(&root().join("tests/cases")) {
        let game = folder.file_name().unwrap().to_string_lossy().into_owned();
        assert!(
            GameId::from_name(&game).is_some(),
            "tests/cases/{game}: there is no such game"
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
