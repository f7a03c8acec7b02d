//! The index of a store: how each game stands, so that nothing is read that did not change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::error::{Kept, StoreError, Trouble};

const FILE: &str = "index.toml";

/// How a game stands, in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Length and time of the two logs when this was written.
    pub stamp: String,
    /// The rules module.
    pub module: String,
    /// The scenario.
    pub scenario: String,
    /// Runs made.
    pub draw: u64,
    /// The turn.
    pub turn: u32,
    /// Who is at the table.
    pub seats: Vec<String>,
    /// Who is asked.
    pub waits: Vec<String>,
    /// Who has not answered.
    pub open: Vec<String>,
    /// How it ended, empty while it goes on.
    pub over: String,
    /// Whether the referee has paused it.
    #[serde(default)]
    pub paused: bool,
    /// What is wrong with it, if it cannot be read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub trouble: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    #[serde(default)]
    game: BTreeMap<String, Row>,
}

/// What tells whether a game has changed.
fn stamp(folder: &Path) -> Option<String> {
    let one = |name: &str| {
        let data = std::fs::metadata(folder.join(name)).ok()?;
        let time = data
            .modified()
            .ok()?
            .duration_since(std::time::UNIX_EPOCH)
            .ok()?;
        Some(format!("{} {}", data.len(), time.as_nanos()))
    };
    Some(format!(
        "{} {}",
        one("journal.toml")?,
        one("sealed.toml").unwrap_or_default()
    ))
}

/// All rows, with those that changed read anew by `read`; tells how many were read.
pub fn rows(
    games: &Path,
    mut read: impl FnMut(&Path) -> Kept<Row>,
) -> Kept<(BTreeMap<String, Row>, usize)> {
    let path = games.join(FILE);
    // An index that cannot be read is made again: it holds nothing of its own.
    let mut index: Index = std::fs::read_to_string(&path)
        .ok()
        .and_then(|text| toml::from_str(&text).ok())
        .unwrap_or_default();
    let mut fresh = BTreeMap::new();
    let mut changed = 0;
    let Ok(folders) = std::fs::read_dir(games) else {
        return Ok((fresh, 0));
    };
    let mut names: Vec<(String, PathBuf)> = folders
        .flatten()
        .map(|folder| {
            (
                folder.file_name().to_string_lossy().into_owned(),
                folder.path(),
            )
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    names.sort_unstable();
    for (name, folder) in names {
        let Some(stamp) = stamp(&folder) else {
            continue;
        };
        let row = match index.game.remove(&name) {
            Some(row) if row.stamp == stamp => row,
            _ => {
                changed += 1;
                let row = read(&folder).unwrap_or_else(|error| Row {
                    trouble: error.to_string(),
                    ..Row::default()
                });
                Row { stamp, ..row }
            }
        };
        fresh.insert(name, row);
    }
    if changed > 0 || !index.game.is_empty() {
        write(
            games,
            &path,
            Index {
                game: fresh.clone(),
            },
        )?;
    }
    Ok((fresh, changed))
}

fn write(games: &Path, path: &Path, index: Index) -> Kept {
    let lock = games.join(".lock");
    let file =
        crate::store::disk::lock_file(&lock).map_err(|error| StoreError::disk(&lock, &error))?;
    // Whoever comes second need not wait: the other one writes the same.
    if file.try_lock().is_err() {
        return Ok(());
    }
    let text = toml::to_string(&index)
        .map_err(|error| StoreError::new(Trouble::Program, path, error.to_string()))?;
    Disk::default().replace(path, text.as_bytes(), true)
}
