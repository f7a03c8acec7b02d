//! `fieldpost try`: plays cases, and prints what happened and every mismatch.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::context::Context;
use crate::engine::case::{Case, CaseReport, run_case_with};
use crate::rules::GameId;

/// Play cases, and print what happened and every mismatch
///
/// A case is a TOML file: a position, letters in the players' own words, dice scripted by label, and what must come
/// of them. Lines of the output that do not begin with `#` can be copied into the case. See docs/cases.md.
///
/// Exits with 0 if all cases hold, with 1 if one does not, with 2 if a file is no case.
#[derive(Debug, clap::Args)]
pub struct TryArgs {
    /// The case files
    #[arg(required = true, value_name = "CASE.toml")]
    pub files: Vec<PathBuf>,

    /// Print only the mismatches and the result of each case
    #[arg(short, long)]
    pub quiet: bool,

    /// Print one JSON object for each case
    #[arg(long, conflicts_with = "quiet")]
    pub json: bool,
}

/// How a file did: the worst of all is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Holds = 0,
    Mismatch = 1,
    NoCase = 2,
}

/// Plays the cases.
pub fn run(context: &Context, args: &TryArgs) -> anyhow::Result<ExitCode> {
    let grade = try_files(
        context,
        args,
        &mut std::io::stdout().lock(),
        &mut std::io::stderr().lock(),
    )?;
    Ok(ExitCode::from(grade))
}

/// Plays the cases, and gives the exit code.
fn try_files(
    context: &Context,
    args: &TryArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> std::io::Result<u8> {
    let mut worst = Grade::Holds;
    for file in &args.files {
        let grade = match play(context, file) {
            Ok((case, report)) => {
                if args.json {
                    print_json(file, &case, &report, out)?;
                } else {
                    print(file, &case, &report, args.quiet, out)?;
                }
                if report.holds() {
                    Grade::Holds
                } else {
                    Grade::Mismatch
                }
            }
            Err(why) => {
                if args.json {
                    let file = file.display().to_string();
                    let line = serde_json::json!({ "file": file, "holds": false, "error": why });
                    writeln!(out, "{line}")?;
                }
                writeln!(err, "error: {}: {why}", file.display())?;
                Grade::NoCase
            }
        };
        worst = worst.max(grade);
    }
    Ok(worst as u8)
}

/// Reads and plays one file.
fn play(context: &Context, file: &Path) -> Result<(Case, CaseReport), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot be read: {error}"))?;
    let case = Case::parse(&text).map_err(|error| error.to_string())?;
    let Some(game) = GameId::from_name(&case.game.value) else {
        let games: Vec<&str> = GameId::ALL.iter().map(|id| id.name()).collect();
        let (line, name, games) = (case.game.line, &case.game.value, games.join(", "));
        return Err(format!("line {line}: no game `{name}`; there are {games}"));
    };
    let report = crate::with_game!(game, G => {
        let files = context.files::<G>().map_err(|error| error.to_string())?;
        run_case_with::<G>(&case, files.unwrap_or_default())
    });
    Ok((case, report))
}

fn print(
    file: &Path,
    case: &Case,
    report: &CaseReport,
    quiet: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if !quiet {
        writeln!(out, "# {}", file.display())?;
        if !case.about.is_empty() {
            writeln!(out, "# {}", case.about)?;
        }
        for happening in &report.told {
            writeln!(out, "{happening}")?;
        }
        if !report.changed.is_empty() {
            writeln!(out, "\n# facts that changed")?;
        }
        for (name, old, new) in &report.changed {
            writeln!(out, "{name:?} = {}  # was {old}", toml_word(new))?;
        }
        writeln!(out)?;
    }
    for mismatch in &report.mismatches {
        writeln!(out, "{}: {mismatch}", file.display())?;
    }
    let verdict = match report.mismatches.len() {
        0 => "ok".to_owned(),
        1 => "1 mismatch".to_owned(),
        n => format!("{n} mismatches"),
    };
    writeln!(out, "{}: {verdict}", file.display())?;
    if !quiet {
        writeln!(out)?;
    }
    Ok(())
}

/// A value of a fact as TOML.
fn toml_word(value: &str) -> String {
    match value.parse::<i64>() {
        Ok(number) if number.to_string() == value => value.to_owned(),
        _ => format!("{value:?}"),
    }
}

fn print_json(
    file: &Path,
    case: &Case,
    report: &CaseReport,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let line = serde_json::json!({
        "file": file.display().to_string(),
        "about": case.about,
        "holds": report.holds(),
        "report": report,
    });
    writeln!(out, "{line}")
}
