//! The disk: every write goes through here, so that a test can end it at any one.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::error::{Kept, StoreError, Trouble};

/// What happens at a fault point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// Every later write is refused: a killed process, seen from inside a test.
    Refuse,
    /// The process aborts.
    Abort,
}

/// Where writing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultPlan {
    /// At which point, from 1.
    pub at: u64,
    /// Whether half of the bytes of that write still reach the disk.
    pub half: bool,
    /// How it ends.
    pub death: Death,
}

/// The disk. Clones share their count of fault points and what they hold back.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    plan: Option<FaultPlan>,
    count: Arc<AtomicU64>,
    /// Logs written and not yet made durable, while a batch is taken.
    held: Arc<Mutex<Option<BTreeSet<PathBuf>>>>,
}

impl Disk {
    /// A disk that fails as planned.
    pub fn failing(plan: FaultPlan) -> Self {
        Self {
            plan: Some(plan),
            ..Self::default()
        }
    }

    /// From now on appended lines are made durable together, by [`Disk::release`].
    ///
    /// Nothing may be acknowledged in between.
    pub fn hold(&self) {
        if let Ok(mut held) = self.held.lock() {
            held.get_or_insert_default();
        }
    }

    /// Makes durable what was appended since [`Disk::hold`].
    pub fn release(&self) -> Kept {
        let held = self.held.lock().ok().and_then(|mut held| held.take());
        for path in held.unwrap_or_default() {
            self.point(&path)?;
            let file = File::open(&path);
            file.and_then(|file| file.sync_data())
                .map_err(|error| StoreError::disk(&path, &error))?;
        }
        Ok(())
    }

    /// Whether lines of a file are held back.
    fn holds(&self, path: &Path) -> bool {
        let Ok(mut held) = self.held.lock() else {
            return false;
        };
        held.as_mut()
            .map(|held| held.insert(path.to_owned()))
            .is_some()
    }

    /// How many fault points were passed.
    pub fn points(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Passes a fault point; tells whether half a write is still wanted.
    fn point(&self, file: &Path) -> Kept<bool> {
        let count = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        let Some(plan) = self.plan else {
            return Ok(false);
        };
        if count < plan.at {
            return Ok(false);
        }
        if count == plan.at && plan.half {
            return Ok(true);
        }
        self.die(plan, file)
    }

    #[expect(clippy::unused_self, reason = "a death belongs to its disk")]
    fn die<T>(&self, plan: FaultPlan, file: &Path) -> Kept<T> {
        if plan.death == Death::Abort {
            std::process::abort();
        }
        Err(StoreError::new(
            Trouble::Disk,
            file,
            "killed here, as planned",
        ))
    }

    fn write_all(&self, path: &Path, file: &mut File, bytes: &[u8]) -> Kept {
        let bad = |error| StoreError::disk(path, &error);
        if self.point(path)? {
            file.write_all(&bytes[..bytes.len() / 2]).map_err(bad)?;
            if let Some(plan) = self.plan {
                return self.die(plan, path);
            }
        }
        file.write_all(bytes).map_err(bad)
    }

    /// Appends at `at`, which must be the file's end, and makes it durable.
    pub fn append(&self, path: &Path, at: u64, bytes: &[u8]) -> Kept {
        let bad = |error| StoreError::disk(path, &error);
        let fresh = !path.exists();
        // What lies behind the last whole entry is the torn end of a write that was never acknowledged: it goes.
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(bad)?;
        file.set_len(at).map_err(bad)?;
        file.seek(SeekFrom::Start(at)).map_err(bad)?;
        self.write_all(path, &mut file, bytes)?;
        if self.holds(path) && !fresh {
            return Ok(());
        }
        self.point(path)?;
        file.sync_data().map_err(bad)?;
        if fresh {
            self.sync_folder(path)?;
        }
        Ok(())
    }

    /// Replaces a file as a whole; readers see the old one or the new one.
    pub fn replace(&self, path: &Path, bytes: &[u8], secret: bool) -> Kept {
        let bad = |error| StoreError::disk(path, &error);
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut temp = tempfile::Builder::new()
            .prefix(".new-")
            .permissions(mode(secret))
            .tempfile_in(folder)
            .map_err(bad)?;
        self.write_all(path, temp.as_file_mut(), bytes)?;
        self.point(path)?;
        temp.as_file().sync_data().map_err(bad)?;
        self.point(path)?;
        temp.persist(path).map_err(|error| bad(error.error))?;
        self.sync_folder(path)
    }

    /// Makes a folder.
    pub fn make_folder(&self, path: &Path) -> Kept {
        self.point(path)?;
        std::fs::create_dir_all(path).map_err(|error| StoreError::disk(path, &error))
    }

    /// Renames a file or folder.
    pub fn rename(&self, from: &Path, to: &Path) -> Kept {
        self.point(to)?;
        std::fs::rename(from, to).map_err(|error| StoreError::disk(to, &error))?;
        self.sync_folder(to)
    }

    /// Removes a file that is no longer needed.
    pub fn remove(&self, path: &Path) -> Kept {
        self.point(path)?;
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(StoreError::disk(path, &error))
            }
            _ => Ok(()),
        }
    }

    fn sync_folder(&self, path: &Path) -> Kept {
        self.point(path)?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        File::open(folder)
            .and_then(|file| file.sync_all())
            .map_err(|error| StoreError::disk(folder, &error))
    }
}

#[cfg(unix)]
fn mode(secret: bool) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::Permissions::from_mode(if secret { 0o600 } else { 0o644 })
}

#[cfg(not(unix))]
fn mode(_: bool) -> std::fs::Permissions {
    std::fs::metadata(".")
        .map(|data| data.permissions())
        .expect("the current folder has permissions")
}

/// Reads a file from a place on; nothing if it does not exist.
pub fn read_from(path: &Path, at: u64) -> Kept<Vec<u8>> {
    let bad = |error| StoreError::disk(path, &error);
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(bad(error)),
    };
    file.seek(SeekFrom::Start(at)).map_err(bad)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(bad)?;
    Ok(bytes)
}
