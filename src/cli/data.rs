//! `fieldpost data`: an owner's boards, counters and tables in the place of those that ship.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Subcommand;

use super::context::{Context, files};
use super::say;
use crate::engine::bot::Style;
use crate::engine::contest::{Contest, play};
use crate::engine::data_diff::{Change, diff};
use crate::engine::files::{Files, unknown};
use crate::engine::game::{Game, Setup};
use crate::engine::inputs::Pace;
use crate::engine::table::Keep;
use crate::rules::GameId;
use crate::store::owner;
use crate::with_game;

/// Check, compare and write out the data of games: boards, counters and tables
///
/// Whoever owns a printed game may replace any file. A folder of data has a folder for each game, with the files that
/// differ: `mine/weserubung/units.toml`. `fieldpost new --data mine` makes a game with them; the game keeps them and
/// refuses all others.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what is wrong with an owner's files: file, line, and what is expected
    Check {
        /// Folder of data
        dir: PathBuf,
        /// Also let bots play so many games with them
        #[arg(long, value_name = "GAMES", default_value_t = 0)]
        play: u64,
    },
    /// Show where an owner's files differ from those that ship, or from those a game was made with
    Diff {
        /// Folder of data
        dir: PathBuf,
        /// Game to compare with
        #[arg(long, value_name = "ID")]
        game: Option<String>,
    },
    /// Write out the files that ship, to be edited
    Write {
        /// Name of the game
        game: String,
        /// Folder of data
        dir: PathBuf,
    },
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check { dir, play } => check_all(dir, *play),
        Command::Diff { dir, game } => diff_all(context, dir, game.as_deref()),
        Command::Write { game, dir } => write(game, dir),
    }
}

/// The games that a folder has data for; a folder of no known name is most likely misspelt.
fn games_in(dir: &Path) -> anyhow::Result<Vec<GameId>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(dir).with_context(|| dir.display().to_string())?;
    for entry in entries {
        let path = entry.with_context(|| dir.display().to_string())?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let known = || GameId::ALL.iter().map(|id| id.name());
        match GameId::from_name(&name) {
            Some(id) if path.is_dir() => found.push(id),
            None if path.is_dir() && !name.starts_with('.') => {
                bail!("{}: {}", path.display(), unknown("game", &name, known()));
            }
            _ if name.ends_with(".toml") => bail!(
                "{}: files stand in a folder named after their game, such as {}/{}/{name}",
                path.display(),
                dir.display(),
                GameId::ALL.last().map_or("", |id| id.name())
            ),
            _ => {}
        }
    }
    if found.is_empty() {
        let example = GameId::ALL.last().map_or("", |id| id.name());
        bail!(
            "{}: no folder of a game in it; `fieldpost data write {example} {}` makes one to begin with",
            dir.display(),
            dir.display()
        );
    }
    found.sort_unstable();
    Ok(found)
}

fn check_all(dir: &Path, games: u64) -> anyhow::Result<ExitCode> {
    let mut wrong = 0;
    for id in games_in(dir)? {
        wrong += with_game!(id, G => check::<G>(dir, games))?;
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// Checks the files of one game; tells how much is wrong.
fn check<G: Game>(dir: &Path, games: u64) -> anyhow::Result<usize> {
    let folder = owner::folder_of::<G>(dir);
    let found = match owner::read(G::shelf(), &folder) {
        Ok(found) => found,
        Err(error) => {
            say(format!("BAD   {error}"))?;
            return Ok(1);
        }
    };
    let mut problems: Vec<String> = Vec::new();
    for file in G::shelf().files() {
        if let Err(error) = found.page(file).read::<toml::Table>() {
            problems.push(error.to_string());
        }
    }
    // A file that is no TOML would only be named again.
    let scenarios = if problems.is_empty() {
        G::scenarios()
    } else {
        Vec::new()
    };
    for scenario in scenarios {
        let setup = Setup {
            scenario: scenario.clone(),
            switches: Vec::new(),
            files: found.clone(),
        };
        match G::set_up(&setup) {
            Err(error) => problems.push(error.to_string()),
            Ok((data, state)) => {
                let broken = G::broken(&data, &state).into_iter();
                problems.extend(broken.map(|what| {
                    format!(
                        "{}: the first position of {scenario} cannot be: {what}",
                        folder.display()
                    )
                }));
                problems.extend(owner::doubts::<G>(&data, &state, &found));
                if problems.is_empty() {
                    problems.extend(bots::<G>(&data, &state, games).err());
                }
            }
        }
    }
    problems.dedup();
    for problem in &problems {
        say(format!("BAD   {problem}"))?;
    }
    if problems.is_empty() {
        for name in found.names() {
            say(format!("ok    {}", folder.join(name).display()))?;
            note_provenance::<G>(&found, name)?;
        }
        let kept = G::shelf()
            .files()
            .iter()
            .filter(|file| !found.names().any(|name| name == file.name));
        let kept: Vec<&str> = kept.map(|file| file.name).collect();
        if !kept.is_empty() {
            say(format!("note  {}: {} as shipped", G::NAME, kept.join(", ")))?;
        }
    }
    Ok(problems.len())
}

/// Bots play a few games: a board on which nothing can move shows in play alone.
fn bots<G: Game>(data: &G::Data, state: &G::State, games: u64) -> Result<(), String> {
    let contest = Contest {
        style: Style::Random,
        pace: Pace::Strict,
        keep: Keep {
            record: false,
            told: true,
        },
        check: true,
    };
    for seed in 1..=games {
        play::<G>(data, state, contest, seed)
            .map_err(|fault| format!("{}: a bot game breaks: {fault}", G::NAME))?;
    }
    Ok(())
}

/// Reminds the owner to say where his values come from: reports on reconstructed data say so.
fn note_provenance<G: Game>(found: &Files, name: &str) -> anyhow::Result<()> {
    let Some(file) = G::shelf().files().iter().find(|file| file.name == name) else {
        return Ok(());
    };
    let page = found.page(file);
    let changes = compare(page.text, file.text);
    if !changes.is_empty() && page.text.contains("\"reconstructed") {
        say(format!(
            "note  {}: {} values differ from the shipped file, and its provenance still says `reconstructed`; where you copied the printed one write `owner` (`fieldpost data diff` lists them)",
            page.file,
            changes.len()
        ))?;
    }
    Ok(())
}

fn compare(mine: &str, other: &str) -> Vec<Change> {
    match (other.parse::<toml::Table>(), mine.parse::<toml::Table>()) {
        (Ok(other), Ok(mine)) => diff(&other, &mine),
        _ => Vec::new(),
    }
}

fn diff_all(context: &Context, dir: &Path, game: Option<&str>) -> anyhow::Result<ExitCode> {
    let (games, other) = match game {
        Some(id) => {
            let (folder, module) = context.find(id)?;
            (vec![module], Some(folder.join(owner::FOLDER)))
        }
        None => (games_in(dir)?, None),
    };
    let mut differs = false;
    for id in games {
        differs |= with_game!(id, G => diff_one::<G>(dir, other.as_deref()))?;
    }
    Ok(ExitCode::from(u8::from(differs)))
}

/// Prints where the files of one game differ; tells whether they do.
fn diff_one<G: Game>(dir: &Path, other: Option<&Path>) -> anyhow::Result<bool> {
    let mine = files::<G>(dir)?;
    let other = match other {
        Some(folder) if folder.is_dir() => owner::read(G::shelf(), folder)?,
        _ => Files::default(),
    };
    let mut any = false;
    for file in G::shelf().files() {
        let (theirs, own) = (other.page(file), mine.page(file));
        // A file that cannot be read cannot be compared.
        own.read::<toml::Table>()?;
        let changes = compare(own.text, theirs.text);
        if !changes.is_empty() {
            any = true;
            say(format!(
                "{}: {} differences from {}",
                own.file,
                changes.len(),
                theirs.file
            ))?;
        }
        for change in changes {
            say(format!("  {change}"))?;
        }
    }
    if !any {
        say(format!("{}: no differences", G::NAME))?;
    }
    Ok(any)
}

fn write(game: &str, dir: &Path) -> anyhow::Result<ExitCode> {
    let id = GameId::from_name(game).ok_or_else(|| {
        let known = GameId::ALL.iter().map(|id| id.name());
        anyhow::anyhow!(unknown("game", game, known))
    })?;
    with_game!(id, G => {
        let folder = owner::folder_of::<G>(dir);
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        for file in G::shelf().files() {
            let path = folder.join(file.name);
            // What somebody has typed in must not be lost.
            if path.exists() {
                say(format!("kept  {}", path.display()))?;
                continue;
            }
            std::fs::write(&path, file.text).with_context(|| path.display().to_string())?;
            say(format!("wrote {}", path.display()))?;
        }
    });
    say("files that you do not change may be removed: then those that ship count")?;
    Ok(ExitCode::SUCCESS)
}
