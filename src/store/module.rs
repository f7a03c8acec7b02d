//! Which game a folder holds.

use std::path::Path;

use super::error::{Kept, StoreError};
use crate::rules::GameId;

/// Which game is played in a folder: its journal's first entry says so.
pub fn module_of(folder: &Path) -> Kept<GameId> {
    use std::io::Read as _;
    let path = folder.join("journal.toml");
    let mut start = vec![0; 4096];
    let read = std::fs::File::open(&path)
        .and_then(|mut file| file.read(&mut start))
        .map_err(|error| StoreError::disk(&path, &error))?;
    let text = String::from_utf8_lossy(&start[..read]);
    let module = text
        .lines()
        .find_map(|line| line.strip_prefix("module = \"")?.strip_suffix('"'))
        .unwrap_or_default();
    if module.is_empty() {
        return Err(StoreError::damaged(&path, "it does not begin with a genesis entry")
            .at(0)
            .remedy("restore the file from a backup, or from the copies in the players' mail; nothing was changed"));
    }
    GameId::from_name(module).ok_or_else(|| {
        StoreError::damaged(&path, format!("a game of an unknown module `{module}`"))
            .at(0)
            .remedy("use a fieldpost that knows it; nothing was changed")
    })
}
