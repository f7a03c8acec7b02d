//! Checkpoint files: the whole position after a run.

use std::path::{Path, PathBuf};

use super::super::error::{Kept, StoreError, Trouble};
use super::super::log::{Log, Which};
use super::super::now::{FORMAT, Now};
use super::Keeper;
use crate::engine::game::Game;

/// The folder of checkpoints in a game's folder.
pub(super) const FOLDER: &str = "checkpoints";
/// So many of the newest checkpoints are kept, and every so-manieth for good.
const KEPT: u64 = 64;

impl<G: Game> Keeper<G> {
    pub(super) fn write_checkpoint(&mut self) -> Kept {
        self.mark();
        let path = checkpoint_path(&self.folder, self.now.draw);
        let text = toml::to_string(&self.now)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        self.disk.make_folder(&self.folder.join(FOLDER))?;
        // Whole if it is there; if a power cut takes it away, it is made again.
        self.disk.put(&path, text.as_bytes(), true)?;
        if let Some(old) = self.now.draw.checked_sub(KEPT)
            && old % KEPT != 0
        {
            self.disk.remove(&checkpoint_path(&self.folder, old))?;
        }
        Ok(())
    }
}

pub(super) fn checkpoint_path(folder: &Path, draw: u64) -> PathBuf {
    folder.join(FOLDER).join(format!("{draw:06}.toml"))
}

pub(in crate::store) fn newest_checkpoint(folder: &Path) -> Kept<Option<PathBuf>> {
    let path = folder.join(FOLDER);
    let Ok(files) = std::fs::read_dir(&path) else {
        return Ok(None);
    };
    let mut newest: Option<PathBuf> = None;
    for file in files.flatten() {
        let name = file.file_name();
        let is_one = name.to_str().is_some_and(|name| {
            name.strip_suffix(".toml")
                .is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
        });
        if is_one
            && newest.as_ref().is_none_or(|best| {
                best.file_name().map(|best| (best.len(), best)) < Some((name.len(), &name))
            })
        {
            newest = Some(file.path());
        }
    }
    Ok(newest)
}

/// Reads a checkpoint.
pub fn read_checkpoint<G: Game>(path: &Path) -> Kept<Now<G::State>> {
    let bad = |what: String| {
        StoreError::damaged(path, what).remedy(
            "move the file away: the game is then added up from an older checkpoint or from its journal; nothing was changed",
        )
    };
    let text = std::fs::read_to_string(path).map_err(|error| StoreError::disk(path, &error))?;
    // The version first: an unknown one must not be read as if it were known.
    #[derive(serde::Deserialize)]
    struct Version {
        format: i64,
        terms: Module,
    }
    #[derive(serde::Deserialize)]
    struct Module {
        module: String,
    }
    let version: Version =
        toml::from_str(&text).map_err(|error| bad(error.message().to_owned()))?;
    if version.format != FORMAT {
        return Err(
            StoreError::damaged(path, format!("unknown version {}", version.format))
                .remedy("use the version of fieldpost that wrote it; nothing was changed"),
        );
    }
    if version.terms.module != G::NAME {
        return Err(bad(format!(
            "a checkpoint of {} and not of {}",
            version.terms.module,
            G::NAME
        )));
    }
    let mut now: Now<G::State> =
        toml::from_str(&text).map_err(|error| bad(error.message().to_owned()))?;
    // A folder may have any name: the first entry of its journal says which game it is.
    if let Some(folder) = path.parent().and_then(Path::parent)
        && let Some(first) = Log::empty(Which::Journal, folder).read_on()?.next()
        && first?.hash != now.genesis
    {
        return Err(bad(format!("a checkpoint of the game {}", now.terms.game)));
    }
    now.tray.renew();
    Ok(now)
}
