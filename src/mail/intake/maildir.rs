//! A Maildir: new mails come in `new`, mails that are done with go to `cur` of the folders Processed and Rejected.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{HEAD, IntakeError, Listed, Mailbox, Place};

/// A Maildir.
pub struct Maildir {
    name: String,
    path: PathBuf,
}

impl Maildir {
    /// Opens a Maildir.
    pub fn open(path: &Path) -> Result<Self, IntakeError> {
        let name = format!("maildir {}", path.display());
        if !path.join("new").is_dir() {
            return Err(IntakeError {
                mailbox: name,
                what: "there is no folder `new` in it".to_owned(),
                mend: "make the folder, or name the right one in [[mailbox]]".to_owned(),
            });
        }
        Ok(Self {
            name,
            path: path.to_owned(),
        })
    }

    fn bad(&self, what: impl ToString) -> IntakeError {
        IntakeError {
            mailbox: self.name.clone(),
            what: what.to_string(),
            mend: "see that the folder is there and belongs to the user who polls".to_owned(),
        }
    }

    /// Where a mail lies: in `new`, or in `cur` if some program has looked at it; its name may have got flags.
    fn find(&self, key: &str) -> Option<PathBuf> {
        let direct = self.path.join("new").join(key);
        if direct.is_file() {
            return Some(direct);
        }
        let same = |path: &Path| {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            name.is_some_and(|name| name.split(':').next() == Some(key))
        };
        let files = std::fs::read_dir(self.path.join("cur")).ok()?;
        files
            .flatten()
            .map(|file| file.path())
            .find(|path| same(path))
    }
}

impl Mailbox for Maildir {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&mut self, most: usize) -> Result<Vec<Listed>, IntakeError> {
        let mut listed: Vec<Listed> = Vec::new();
        for folder in ["new", "cur"] {
            let files = std::fs::read_dir(self.path.join(folder));
            let files = match files {
                Ok(files) => files,
                Err(_) if folder == "cur" => continue,
                Err(error) => return Err(self.bad(error)),
            };
            for file in files.flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                let Ok(data) = file.metadata() else { continue };
                if data.is_file() && !name.starts_with('.') {
                    let key = name.split(':').next().unwrap_or_default().to_owned();
                    listed.push(Listed {
                        key,
                        size: data.len(),
                    });
                }
            }
        }
        // Names begin with the time of delivery.
        listed.sort_by(|a, b| a.key.cmp(&b.key));
        listed.truncate(most);
        Ok(listed)
    }

    fn fetch(&mut self, keys: &[String]) -> Result<Vec<(String, Vec<u8>)>, IntakeError> {
        let mut fetched = Vec::new();
        for key in keys {
            if let Some(path) = self.find(key)
                && let Ok(bytes) = std::fs::read(&path)
            {
                fetched.push((key.clone(), bytes));
            }
        }
        Ok(fetched)
    }

    fn head(&mut self, key: &str) -> Result<Vec<u8>, IntakeError> {
        let path = self
            .find(key)
            .ok_or_else(|| self.bad("a mail has vanished"))?;
        read_head(&path).map_err(|error| self.bad(error))
    }

    fn put_away(&mut self, keys: &[(String, Place)]) -> Result<(), IntakeError> {
        for (key, place) in keys {
            let folder = match place {
                Place::Processed => ".Processed",
                Place::Rejected => ".Rejected",
            };
            let folder = self.path.join(folder);
            for part in ["new", "cur", "tmp"] {
                std::fs::create_dir_all(folder.join(part)).map_err(|error| self.bad(error))?;
            }
            if let Some(path) = self.find(key) {
                let to = folder.join("cur").join(format!("{key}:2,S"));
                std::fs::rename(path, to).map_err(|error| self.bad(error))?;
            }
        }
        Ok(())
    }
}

/// The first bytes of a file.
pub(super) fn read_head(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}
