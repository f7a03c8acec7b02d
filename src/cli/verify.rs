//! `fieldpost verify`

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use serde_json::json;

use super::context::{Context, module_of};
use super::say;
use crate::store::error::{Kept, Trouble};
use crate::store::verify::{Verified, verify};
use crate::with_game;

/// Check chains, seals, every die and digest, and play the game again
///
/// Exits with 1 if a game does not hold; the message names the first entry and what it should have been.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Id of the game
    #[arg(required_unless_present = "all")]
    game: Option<String>,
    /// Check all games
    #[arg(long, conflicts_with = "game")]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let ids = match &args.game {
        Some(id) => vec![id.clone()],
        None => context.game_ids()?,
    };
    if ids.is_empty() {
        bail!("no games in {}", context.store.display());
    }
    let mut all_hold = true;
    let mut rows = Vec::new();
    for id in &ids {
        let (folder, checked) = match context.find(id) {
            Ok((folder, _)) => (folder.clone(), check(&folder)),
            // A journal too damaged to tell its module is a finding, not a wrong command.
            Err(error) if context.store.join(id).join("journal.toml").exists() => {
                all_hold = false;
                say(format!("{id}: DOES NOT HOLD: {error}"))?;
                continue;
            }
            Err(error) => return Err(error),
        };
        match &checked {
            Ok(found) if !args.json => say(words(id, found))?,
            Ok(_) => {}
            Err(error) => {
                if error.trouble == Trouble::Busy {
                    return Err(error.clone().into());
                }
                all_hold = false;
                if !args.json {
                    say(format!("{id}: DOES NOT HOLD: {error}"))?;
                }
            }
        }
        rows.push(json!({
            "game": id,
            "folder": folder.display().to_string(),
            "holds": checked.is_ok(),
            "entries": checked.as_ref().map_or(0, |found| found.entries),
            "runs": checked.as_ref().map_or(0, |found| found.draws),
            "rolls": checked.as_ref().map_or(0, |found| found.rolls),
            "head": checked.as_ref().map_or("", |found| found.head.as_str()),
            "entry": checked.as_ref().err().and_then(|error| error.entry),
            "error": checked.as_ref().err().map(ToString::to_string),
        }));
    }
    if args.json {
        say(serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(if all_hold {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn words(id: &str, found: &Verified) -> String {
    let mut text = format!(
        "{id}: holds. {} entries, {} sealed parts, {} runs, {} rolls, {} steps replayed; head {}",
        found.entries, found.parts, found.draws, found.rolls, found.steps, found.head
    );
    if !found.not_replayed.is_empty() {
        let runs: Vec<String> = found.not_replayed.iter().map(ToString::to_string).collect();
        text.push_str("; made by older rules and not repeated: runs ");
        text.push_str(&runs.join(", "));
    }
    text
}

/// Verifies one game, with a progress line where somebody watches.
pub fn check(folder: &Path) -> Kept<Verified> {
    let id = module_of(folder)?;
    let watched = std::io::stderr().is_terminal();
    let mut shown = false;
    let mut progress = |done: u64, all: u64| {
        if watched && all > 1 << 20 {
            shown = true;
            let percent = done * 100 / all.max(1);
            let bar = "#".repeat(usize::try_from(percent / 4).unwrap_or(0));
            let _ = write!(std::io::stderr(), "\r[{bar:<25}] {percent:>3} %");
        }
    };
    let found = with_game!(id, G => verify::<G>(folder, &mut progress));
    if shown {
        let _ = write!(std::io::stderr(), "\r{:40}\r", "");
    }
    found
}
