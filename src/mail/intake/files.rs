//! A folder of `.eml` files; those that are done with go to its folders `processed` and `rejected`.

use std::path::{Path, PathBuf};

use super::maildir::read_head;
use super::{IntakeError, Listed, Mailbox, Place};

/// A folder of files.
pub struct Files {
    name: String,
    path: PathBuf,
}

impl Files {
    /// Opens a folder.
    pub fn open(path: &Path) -> Result<Self, IntakeError> {
        let name = format!("folder {}", path.display());
        if !path.is_dir() {
            let what = "there is no such folder".to_owned();
            return Err(IntakeError {
                mailbox: name,
                what,
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

    /// The file of a key. Another file of the same name is another mail, so the key has its size and time.
    fn file(&self, key: &str) -> PathBuf {
        let name = key.rsplitn(3, '.').nth(2).unwrap_or(key);
        self.path.join(name)
    }
}

impl Mailbox for Files {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&mut self, most: usize) -> Result<Vec<Listed>, IntakeError> {
        let files = std::fs::read_dir(&self.path).map_err(|error| self.bad(error))?;
        let mut listed = Vec::new();
        for file in files.flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            let is_mail = Path::new(&name)
                .extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("eml"));
            let Ok(data) = file.metadata() else { continue };
            if is_mail && data.is_file() {
                let since = data
                    .modified()
                    .ok()
                    .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
                let nanos = since.map_or(0, |since| since.as_nanos());
                listed.push(Listed {
                    key: format!("{name}.{}.{nanos}", data.len()),
                    size: data.len(),
                });
            }
        }
        listed.sort_by(|a, b| a.key.cmp(&b.key));
        listed.truncate(most);
        Ok(listed)
    }

    fn fetch(&mut self, keys: &[String]) -> Result<Vec<(String, Vec<u8>)>, IntakeError> {
        let read = |key: &String| Some((key.clone(), std::fs::read(self.file(key)).ok()?));
        Ok(keys.iter().filter_map(read).collect())
    }

    fn head(&mut self, key: &str) -> Result<Vec<u8>, IntakeError> {
        read_head(&self.file(key)).map_err(|error| self.bad(error))
    }

    fn put_away(&mut self, keys: &[(String, Place)]) -> Result<(), IntakeError> {
        for (key, place) in keys {
            let folder = self.path.join(match place {
                Place::Processed => "processed",
                Place::Rejected => "rejected",
            });
            std::fs::create_dir_all(&folder).map_err(|error| self.bad(error))?;
            let file = self.file(key);
            let name = file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let mut to = folder.join(&name);
            let mut n = 1;
            while to.exists() {
                n += 1;
                to = folder.join(format!("{n}-{name}"));
            }
            match std::fs::rename(&file, to) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(self.bad(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
