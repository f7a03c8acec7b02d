//! What all commands share: where the games are, what time it is, the disk.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::engine::files::Files;
use crate::engine::game::Game;
use crate::mail::config::Config;
use crate::rules::GameId;
use crate::store::disk::{Death, Disk, FaultPlan};
use crate::store::error::{Kept, StoreError};
use crate::store::keeper::{Call, Keeper};
pub use crate::store::module::module_of;
use crate::store::owner;

/// Options of every command.
#[derive(Debug, clap::Args)]
pub struct Context {
    /// Folder that holds the games
    #[arg(long, global = true, default_value = "games", value_name = "DIR")]
    pub store: PathBuf,
    /// Configuration of the post
    #[arg(
        long,
        global = true,
        default_value = "fieldpost.toml",
        value_name = "FILE"
    )]
    pub config: PathBuf,
    /// Owner's data: boards, counters and tables in the place of those that ship
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Time to record instead of now, for tests
    #[arg(long, global = true, hide = true, value_name = "TIME")]
    pub now: Option<jiff::Timestamp>,
}

impl Context {
    /// The time, as it is recorded.
    pub fn call(&self) -> Call {
        let now = self.now.unwrap_or_else(jiff::Timestamp::now);
        let second = jiff::Timestamp::from_second(now.as_second()).unwrap_or(now);
        Call {
            time: second.to_string(),
            seconds: now.as_second(),
            late: Vec::new(),
        }
    }

    /// The disk; a test may have it end at a certain write.
    pub fn disk(&self) -> Disk {
        let planned = |name: &str, death: Death| {
            let value = std::env::var(name).ok()?;
            let (at, half) = match value.strip_suffix("half") {
                Some(at) => (at, true),
                None => (value.as_str(), false),
            };
            let at = at.parse().ok()?;
            Some(FaultPlan { at, half, death })
        };
        planned("FIELDPOST_DIE_AT", Death::Abort)
            .or_else(|| planned("FIELDPOST_FULL_AT", Death::Refuse))
            .map_or_else(Disk::default, Disk::failing)
    }

    /// The configuration of the post.
    pub fn mail(&self) -> anyhow::Result<Config> {
        if !self.config.exists() {
            bail!(
                "there is no {}; `fieldpost init` writes one",
                self.config.display()
            );
        }
        Ok(Config::read(&self.config)?)
    }

    /// The folder of a game, and which game is played in it.
    pub fn find(&self, id: &str) -> anyhow::Result<(PathBuf, GameId)> {
        let folder = self.store.join(id);
        if !folder.join("journal.toml").exists() {
            let known = self.game_ids()?;
            let near = nearest(id, &known);
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let there = match known.as_slice() {
                [] => "there is none; `fieldpost new` makes one".to_owned(),
                // A long list helps nobody: `status` shows it.
                few if few.len() <= 12 => format!("there are {}", few.join(", ")),
                many => format!("there are {} games, see `fieldpost status`", many.len()),
            };
            bail!("no game `{id}` in {}{hint}; {there}", self.store.display());
        }
        Ok((folder.clone(), module_of(&folder)?))
    }

    /// The ids of all games, in order.
    pub fn game_ids(&self) -> anyhow::Result<Vec<String>> {
        let mut ids = Vec::new();
        let Ok(folders) = std::fs::read_dir(&self.store) else {
            return Ok(ids);
        };
        for folder in folders {
            let folder = folder.with_context(|| self.store.display().to_string())?;
            let name = folder.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') && folder.path().join("journal.toml").exists() {
                ids.push(name);
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// The owner's files for a game, if any are named that have some for it.
    pub fn files<G: Game>(&self) -> Kept<Option<Files>> {
        match &self.data {
            Some(data) if owner::folder_of::<G>(data).is_dir() => files::<G>(data).map(Some),
            Some(data) if !data.is_dir() => files::<G>(data).map(Some),
            _ => Ok(None),
        }
    }

    /// Opens a game and mends what a crash may have cut off.
    pub fn open<G: Game>(&self, folder: &Path) -> Kept<Keeper<G>> {
        let mut keeper = Keeper::<G>::open_with(folder, self.disk(), self.files::<G>()?)?;
        keeper.mend(&self.call())?;
        Ok(keeper)
    }
}

/// An owner's files for a game; an error if there are none.
pub fn files<G: Game>(data: &Path) -> Kept<Files> {
    let folder = owner::folder_of::<G>(data);
    if !folder.is_dir() {
        let what = "there is no such folder of data";
        let remedy = format!(
            "`fieldpost data write {} {}` makes one to begin with",
            G::NAME,
            data.display()
        );
        return Err(StoreError::user(&folder, what).remedy(remedy));
    }
    owner::read(G::shelf(), &folder)
}

/// The most similar of some names, if any is similar.
pub fn nearest<'a>(name: &str, names: &'a [String]) -> Option<&'a String> {
    names
        .iter()
        .map(|one| (strsim::damerau_levenshtein(name, one), one))
        .filter(|(distance, one)| *distance <= 1 + one.len() / 3)
        .min()
        .map(|(_, one)| one)
}
