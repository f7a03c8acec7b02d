//! Whether our mail server can be believed about senders: only if `doctor` has seen that it can.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Office;
use crate::mail::config::Config;
use crate::mail::desk::HOUSE;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError, Trouble};

const FILE: &str = "authserv.toml";

/// What `doctor` has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    /// The server that writes its own fields and removes those of others.
    authserv: String,
    /// When.
    seen: String,
}

/// Remembers that a server was seen to write its own fields and to remove those of others.
pub fn believe(disk: &Disk, config: &Config, time: &str) -> Kept {
    let path = config.post.join(FILE);
    let seen = Seen {
        authserv: config.authserv.clone(),
        seen: time.to_owned(),
    };
    let text = toml::to_string(&seen)
        .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
    disk.replace(&path, text.as_bytes(), true)
}

/// Forgets it.
pub fn doubt(disk: &Disk, config: &Config) -> Kept {
    disk.remove(&config.post.join(FILE))
}

impl Office<'_> {
    /// Whether the house rules of a game may trust our server; if not, what to do.
    pub fn vouched(&self, folder: &Path) -> Kept {
        let authserv = &self.config.authserv;
        let text = std::fs::read_to_string(self.config.post.join(FILE)).unwrap_or_default();
        let seen: Seen = toml::from_str(&text).unwrap_or_default();
        if !authserv.is_empty() && seen.authserv == *authserv {
            return Ok(());
        }
        let what = if authserv.is_empty() {
            "`trust` wants a mail server that vouches for senders, and none is named".to_owned()
        } else {
            format!(
                "`trust` wants a mail server that vouches for senders, and nobody has seen {authserv} do it"
            )
        };
        Err(StoreError::damaged(&folder.join(HOUSE), what).remedy(
            "name it with `authserv` in fieldpost.toml and let `fieldpost doctor` look at it; or write `trust = \"code\"`",
        ))
    }
}
