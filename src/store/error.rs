//! Errors of the store: each names the file, the entry and the remedy.

use std::fmt;
use std::path::{Path, PathBuf};

/// What sort of trouble it is; each has a constant exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The user asked for something that cannot be.
    User,
    /// A file is damaged, foreign, missing or of an unknown version.
    Damaged,
    /// Somebody else is at work on the game.
    Busy,
    /// The disk refused.
    Disk,
    /// The program is at fault; the game stops and nothing is published.
    Program,
}

impl Trouble {
    /// The exit code of the command.
    pub const fn code(self) -> u8 {
        match self {
            Self::User => 2,
            Self::Damaged => 3,
            Self::Busy => 4,
            Self::Disk => 5,
            Self::Program => 6,
        }
    }
}

/// An error of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// What sort.
    pub trouble: Trouble,
    /// The file it concerns.
    pub file: PathBuf,
    /// The entry in it, if one is meant.
    pub entry: Option<i64>,
    /// What is wrong.
    pub what: String,
    /// What a person can do about it.
    pub remedy: String,
}

impl StoreError {
    /// An error about a file.
    pub fn new(trouble: Trouble, file: &Path, what: impl Into<String>) -> Self {
        Self {
            trouble,
            file: file.to_owned(),
            entry: None,
            what: what.into(),
            remedy: String::new(),
        }
    }

    /// A damaged file.
    pub fn damaged(file: &Path, what: impl Into<String>) -> Self {
        Self::new(Trouble::Damaged, file, what)
    }

    /// Something the user asked for that cannot be.
    pub fn user(file: &Path, what: impl Into<String>) -> Self {
        Self::new(Trouble::User, file, what)
    }

    /// An error of the disk.
    pub fn disk(file: &Path, error: &std::io::Error) -> Self {
        let trouble = match error.kind() {
            std::io::ErrorKind::NotFound => Trouble::Damaged,
            _ => Trouble::Disk,
        };
        let (what, remedy) = match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => (
                "the disk is full".to_owned(),
                "make room; nothing is lost, and the next attempt goes on where this one ended",
            ),
            std::io::ErrorKind::ReadOnlyFilesystem => (
                "the disk can only be read".to_owned(),
                "let it be written to; nothing is lost, and the next attempt goes on where this one ended",
            ),
            std::io::ErrorKind::PermissionDenied => (
                "permission denied".to_owned(),
                "give the file and its folder to the user who runs fieldpost",
            ),
            _ => (error.to_string(), ""),
        };
        Self::new(trouble, file, what).remedy(remedy)
    }

    /// Names the entry.
    #[must_use]
    pub const fn at(mut self, entry: i64) -> Self {
        self.entry = Some(entry);
        self
    }

    /// Names the remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = remedy.into();
        self
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(entry) = self.entry {
            write!(f, ", entry {entry}")?;
        }
        write!(f, ": {}", self.what)?;
        if !self.remedy.is_empty() {
            write!(f, "\n  remedy: {}", self.remedy)?;
        }
        Ok(())
    }
}

impl std::error::Error for StoreError {}

/// What the store's functions return.
pub type Kept<T = ()> = Result<T, StoreError>;
