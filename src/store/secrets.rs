//! The secrets of a game: the referee's two chains, in a file of their own that is never mailed.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::error::{Kept, StoreError, Trouble};
use crate::engine::dice::{Chain, ChainError, TaggedHash};

/// The name of the file.
pub const FILE: &str = "secrets.toml";

/// The referee's two chains.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secrets {
    /// The version of the file.
    pub format: i64,
    /// The game it belongs to.
    pub game: String,
    /// The chain of the public rolls.
    pub public: Chain,
    /// The chain of the hidden rolls.
    pub sealed: Chain,
}

impl Secrets {
    /// Makes chains from two secrets of 64 hex digits.
    pub fn new(game: &str, secrets: &[String; 2], length: u64) -> Result<Self, ChainError> {
        Ok(Self {
            format: super::now::FORMAT,
            game: game.to_owned(),
            public: Chain::new(&secrets[0], length)?,
            sealed: Chain::new(&secrets[1], length)?,
        })
    }

    /// Writes the file, readable by its owner alone.
    pub fn write(&self, disk: &Disk, folder: &Path) -> Kept {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        disk.replace(&path, text.as_bytes(), true)
    }

    /// Reads the file.
    pub fn read(folder: &Path, game: &str) -> Kept<Self> {
        let path = folder.join(FILE);
        let lost = |what: String| {
            StoreError::damaged(&path, what).remedy(
                "restore the file from a backup: without its chains no further die can be rolled; nothing was changed",
            )
        };
        let text = std::fs::read_to_string(&path).map_err(|error| lost(error.to_string()))?;
        let secrets: Self =
            toml::from_str(&text).map_err(|error| lost(error.message().to_owned()))?;
        if secrets.format != super::now::FORMAT {
            return Err(lost(format!("unknown version {}", secrets.format)));
        }
        if secrets.game != game {
            return Err(lost(format!(
                "these are the secrets of the game {}",
                secrets.game
            )));
        }
        Ok(secrets)
    }

    /// The blind of a letter: 32 hex digits that nobody can guess, the same after a crash.
    pub fn blind(&self, genesis: &str, letter: u32) -> Result<String, ChainError> {
        let key = self.sealed.link(self.sealed.length())?;
        let hash = TaggedHash::new("blind")
            .field(&key)
            .field(genesis)
            .number(letter.into())
            .hex();
        Ok(hash.chars().take(32).collect())
    }
}
