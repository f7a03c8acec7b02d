//! `fieldpost verify`

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use serde_json::json;

use super::context::{Context, module_of};
use super::say;
use crate::store::error::{Kept, Trouble};
use crate::store::verify::{Verified, verify_with};
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
            Ok((folder, _)) => (folder.clone(), check(context, &folder)),
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

/// Verifies one game, with a progress bar where somebody watches.
pub fn check(context: &Context, folder: &Path) -> Kept<Verified> {
    let id = module_of(folder)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let mut bar = Bar::new(&name);
    let found = with_game!(id, G => {
        let files = context.files::<G>()?;
        verify_with::<G>(folder, files.as_ref(), &mut |done, all| bar.show(done, all))
    });
    bar.clear();
    found
}

/// Nothing is shown of work that is done before this.
const PATIENCE: Duration = Duration::from_millis(500);

/// A progress bar on a terminal; nothing elsewhere.
pub struct Bar {
    name: String,
    started: Instant,
    shown: Option<u64>,
    watched: bool,
}

impl Bar {
    /// A bar for some work.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            started: Instant::now(),
            shown: None,
            watched: std::io::stderr().is_terminal(),
        }
    }

    /// Shows how much is done, if somebody watches and has waited for a while.
    pub fn show(&mut self, done: u64, all: u64) {
        if !self.watched || self.started.elapsed() < PATIENCE {
            return;
        }
        let percent = (done.saturating_mul(100) / all.max(1)).min(100);
        if self.shown == Some(percent) {
            return;
        }
        self.shown = Some(percent);
        // Nothing depends on a bar that cannot be shown.
        let _ = write!(std::io::stderr(), "{}", Self::text(&self.name, percent));
    }

    fn text(name: &str, percent: u64) -> String {
        let bar = "#".repeat(usize::try_from(percent / 4).unwrap_or(0));
        format!("\r{name} [{bar:<25}] {percent:>3} %")
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if self.shown.is_some() {
            let wide = self.name.chars().count() + 40;
            let _ = write!(std::io::stderr(), "\r{:wide$}\r", "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bar;

    #[test]
    fn a_bar_grows_with_the_work() {
        assert_eq!(
            Bar::text("one", 0),
            "\rone [                         ]   0 %"
        );
        assert_eq!(
            Bar::text("one", 50),
            "\rone [############             ]  50 %"
        );
        assert_eq!(
            Bar::text("one", 100),
            "\rone [#########################] 100 %"
        );
    }
}
