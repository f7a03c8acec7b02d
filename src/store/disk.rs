//! The disk: every write goes through here, so that a test can end it at any one.

use std::collections::BTreeSet;
use std::fs::{DirBuilder, File, OpenOptions};
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

/// What is said of a planned death where half a write is possible as well.
pub const BEFORE_A_WRITE: &str = "killed before a write, as planned";

/// What is held back.
#[derive(Debug, Default)]
struct Held {
    /// Whether further lines are held back too.
    holding: bool,
    /// The files with lines that are not durable yet.
    files: BTreeSet<PathBuf>,
}

/// The disk. Clones share their count of fault points and what they hold back.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    plan: Option<FaultPlan>,
    count: Arc<AtomicU64>,
    /// Logs written and not yet made durable, while a batch is taken.
    held: Arc<Mutex<Held>>,
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
            held.holding = true;
        }
    }

    /// From now on lines are durable when they are written, and with them what was held back of their file.
    pub fn go_on(&self) {
        if let Ok(mut held) = self.held.lock() {
            held.holding = false;
        }
    }

    /// A file that a killed program wrote and may not have made durable: [`Disk::release`] does.
    pub fn doubt(&self, path: &Path) {
        if let Ok(mut held) = self.held.lock() {
            held.files.insert(path.to_owned());
        }
    }

    /// Makes durable what was appended since [`Disk::hold`].
    pub fn release(&self) -> Kept {
        self.go_on();
        let held = self
            .held
            .lock()
            .map(|mut held| std::mem::take(&mut held.files));
        self.settle(held.unwrap_or_default())
    }

    /// Makes files durable that were written before.
    pub fn settle(&self, paths: impl IntoIterator<Item = PathBuf>) -> Kept {
        for path in paths {
            self.point(&path)?;
            let file = File::open(&path);
            file.and_then(|file| file.sync_data())
                .map_err(|error| StoreError::disk(&path, &error))?;
        }
        Ok(())
    }

    /// Whether lines of a file are held back. If not, other files become durable before it is written: no line may
    /// outlive a power cut that one written earlier does not.
    fn holds(&self, path: &Path) -> Kept<bool> {
        let others = {
            let Ok(mut held) = self.held.lock() else {
                return Ok(false);
            };
            if held.holding {
                held.files.insert(path.to_owned());
                return Ok(true);
            }
            held.files.remove(path);
            std::mem::take(&mut held.files)
        };
        self.settle(others)?;
        Ok(false)
    }

    /// How many fault points were passed.
    pub fn points(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Passes a fault point that writes nothing.
    fn point(&self, file: &Path) -> Kept {
        self.pass(file, "killed here, as planned").map(|_| ())
    }

    /// Passes a fault point; tells whether half a write is still wanted.
    fn pass(&self, file: &Path, what: &str) -> Kept<bool> {
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
        die(plan, file, what)
    }

    fn write_all(&self, path: &Path, file: &mut File, bytes: &[u8]) -> Kept {
        let bad = |error| StoreError::disk(path, &error);
        if self.pass(path, BEFORE_A_WRITE)? {
            file.write_all(&bytes[..bytes.len() / 2]).map_err(bad)?;
            if let Some(plan) = self.plan {
                return die(plan, path, "killed in a write, as planned");
            }
        }
        file.write_all(bytes).map_err(bad)
    }

    /// Appends at `at`, which must be the file's end, and makes it durable.
    pub fn append(&self, path: &Path, at: u64, bytes: &[u8]) -> Kept {
        let bad = |error| StoreError::disk(path, &error);
        let fresh = !path.exists();
        // What lies behind the last whole entry is the torn end of a write that was never acknowledged: it goes.
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(false);
        let mut file = private(&mut options).open(path).map_err(bad)?;
        file.set_len(at).map_err(bad)?;
        file.seek(SeekFrom::Start(at)).map_err(bad)?;
        let held = self.holds(path)?;
        self.write_all(path, &mut file, bytes)?;
        if held && !fresh {
            return Ok(());
        }
        self.point(path)?;
        file.sync_data().map_err(bad)?;
        if fresh {
            self.sync_folder(path)?;
        }
        Ok(())
    }

    /// Appends what can be made again: the next line of the same file makes it durable.
    pub fn append_ahead(&self, path: &Path, at: u64, bytes: &[u8]) -> Kept {
        let bad = |error| StoreError::disk(path, &error);
        let mut file = OpenOptions::new().write(true).open(path).map_err(bad)?;
        file.set_len(at).map_err(bad)?;
        file.seek(SeekFrom::Start(at)).map_err(bad)?;
        self.write_all(path, &mut file, bytes)
    }

    /// Replaces a file as a whole; readers see the old one or the new one.
    pub fn replace(&self, path: &Path, bytes: &[u8], secret: bool) -> Kept {
        self.put(path, bytes, secret)?;
        self.sync_folder(path)
    }

    /// Writes a file that can be made again: a power cut may lose it.
    pub fn jot(&self, path: &Path, bytes: &[u8]) -> Kept {
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(true);
        let file = private(&mut options).open(path);
        let mut file = file.map_err(|error| StoreError::disk(path, &error))?;
        self.write_all(path, &mut file, bytes)
    }

    /// The same as [`Disk::replace`], but that the file is there is durable only with [`Disk::sync_folder`].
    pub fn put(&self, path: &Path, bytes: &[u8], secret: bool) -> Kept {
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
        Ok(())
    }

    /// Makes a folder for its owner alone.
    pub fn make_folder(&self, path: &Path) -> Kept {
        self.point(path)?;
        private_folders()
            .create(path)
            .map_err(|error| StoreError::disk(path, &error))
    }

    /// Makes a folder that others may look into.
    pub fn make_open_folder(&self, path: &Path) -> Kept {
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

    /// Makes durable which files there are beside a file.
    pub fn sync_folder(&self, path: &Path) -> Kept {
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

fn die<T>(plan: FaultPlan, file: &Path, what: &str) -> Kept<T> {
    if plan.death == Death::Abort {
        let _ = writeln!(std::io::stderr(), "{what}");
        std::process::abort();
    }
    Err(StoreError::new(Trouble::Disk, file, what))
}

/// What is made anew is for its owner alone: letters and reports are nobody else's business.
#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn private_folders() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_folders() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    builder
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

/// Opens a file that is there to be locked.
pub fn lock_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    private(&mut options).open(path)
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
