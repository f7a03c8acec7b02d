//! The files a game is made from: as they ship with the program, or an owner's in their place.
//!
//! Whoever owns the printed game may replace any board, counter or table file. A game remembers the digests of what it
//! was made with; they are taken of the values, so that a comment or a blank more changes nothing.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;

use super::dice::TaggedHash;
use super::game::DataError;
use crate::board::BoardError;

/// A file as it ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Its name: `units.toml`.
    pub name: &'static str,
    /// Where it stands in the source: `scenarios/weserubung/units.toml`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The files of a game as they ship.
#[derive(Debug)]
pub struct Shelf {
    files: &'static [DataFile],
    digests: OnceLock<Vec<String>>,
}

impl Shelf {
    /// A shelf of these files.
    pub const fn new(files: &'static [DataFile]) -> Self {
        Self {
            files,
            digests: OnceLock::new(),
        }
    }

    /// The files.
    pub const fn files(&self) -> &'static [DataFile] {
        self.files
    }

    /// The digests of the files as they ship, `name|digest` each.
    pub fn digests(&self) -> &[String] {
        self.digests.get_or_init(|| {
            let digest = |file: &DataFile| digest_line(file.name, file.text);
            self.files.iter().map(digest).collect()
        })
    }
}

/// An owner's files, by name; empty where a game is played with what ships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The folder they stand in, for messages.
    folder: String,
    texts: BTreeMap<String, Arc<str>>,
}

impl Files {
    /// No file yet, from a folder.
    pub fn of_folder(folder: impl Into<String>) -> Self {
        Self {
            folder: folder.into(),
            texts: BTreeMap::new(),
        }
    }

    /// Puts in a file.
    pub fn put(&mut self, name: &str, text: &str) {
        self.texts.insert(name.to_owned(), text.into());
    }

    /// Whether nothing is replaced.
    pub fn are_shipped(&self) -> bool {
        self.texts.is_empty()
    }

    /// The names of the replaced files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// A file to be read: the owner's, else the one that ships.
    pub fn page(&self, shipped: &DataFile) -> Page<'_> {
        match self.texts.get(shipped.name) {
            Some(text) => Page {
                file: format!("{}/{}", self.folder, shipped.name),
                text,
            },
            None => Page {
                file: shipped.path.to_owned(),
                text: shipped.text,
            },
        }
    }

    /// The digests of all files of a game, `name|digest` each.
    pub fn digests(&self, shelf: &Shelf) -> Vec<String> {
        if self.are_shipped() {
            return shelf.digests().to_vec();
        }
        let files = shelf.files().iter().zip(shelf.digests());
        files
            .map(|(file, shipped)| match self.texts.get(file.name) {
                Some(text) => digest_line(file.name, text),
                None => shipped.clone(),
            })
            .collect()
    }
}

/// The text of a file, and what it is called when something is wrong with it.
#[derive(Clone, Debug)]
pub struct Page<'p> {
    /// The file.
    pub file: String,
    /// Its text.
    pub text: &'p str,
}

impl Page<'_> {
    /// Reads the file as TOML.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        toml::from_str(self.text).map_err(|error| {
            let what = error.message().trim_end().replace('\n', "; ");
            match error.span() {
                Some(span) => self.wrong(&span, what),
                None => self.whole(what),
            }
        })
    }

    /// Something wrong at a place of the file.
    pub fn wrong(&self, at: &Range<usize>, what: impl AsRef<str>) -> DataError {
        let before = self.text.as_bytes().get(..at.start).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        self.whole(format!("line {line}: {}", what.as_ref()))
    }

    /// Something wrong with the value of a key: of the `nth` of that name, from 0.
    pub fn at_key(&self, key: &str, nth: usize, what: impl AsRef<str>) -> DataError {
        let is = |line: &&str| {
            let rest = line.trim_start().strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        match self.text.lines().filter(is).nth(nth) {
            Some(line) => {
                let start = line.as_ptr() as usize - self.text.as_ptr() as usize;
                self.wrong(&(start..start), what)
            }
            None => self.whole(what.as_ref()),
        }
    }

    /// Something wrong with the file as a whole.
    pub fn whole(&self, what: impl Into<String>) -> DataError {
        DataError {
            file: self.file.clone(),
            what: what.into(),
        }
    }

    /// Something wrong with a board file.
    pub fn board(&self, error: BoardError) -> DataError {
        // The file is named already.
        let error = BoardError {
            file: String::new(),
            ..error
        };
        let what = error.to_string();
        self.whole(what.trim_start_matches([',', ':', ' ']).to_owned())
    }
}

/// A word that is not one of those expected, as a sentence with the nearest of them.
pub fn unknown<'w>(what: &str, word: &str, among: impl Iterator<Item = &'w str>) -> String {
    let known: Vec<&str> = among.collect();
    let near = known
        .iter()
        .map(|one| (strsim::damerau_levenshtein(word, one), *one))
        .filter(|(far, one)| *far <= 1 + one.len() / 3)
        .min();
    match near {
        Some((_, near)) => format!("no {what} `{word}`; did you mean `{near}`?"),
        None if known.len() <= 12 => {
            format!("no {what} `{word}`; expected one of {}", known.join(", "))
        }
        None => format!(
            "no {what} `{word}`; expected one of {} known ones",
            known.len()
        ),
    }
}

/// `name|digest` of a file's values; of its text where it is not TOML.
fn digest_line(name: &str, text: &str) -> String {
    let hash = TaggedHash::new("data").field(name);
    let hash = match text.parse::<toml::Table>() {
        Ok(table) => table
            .iter()
            .fold(hash, |hash, (key, value)| feed(hash.field(key), value)),
        Err(_) => hash.field(text),
    };
    format!("{name}|{}", hash.hex())
}

/// Adds a value to a hash: its kind, its length if it holds others, then what is in it.
fn feed(hash: TaggedHash, value: &toml::Value) -> TaggedHash {
    let size = |n: usize| n.to_string();
    match value {
        toml::Value::Table(table) => table.iter().fold(
            hash.field("table").field(&size(table.len())),
            |hash, (key, value)| feed(hash.field(key), value),
        ),
        toml::Value::Array(array) => array
            .iter()
            .fold(hash.field("array").field(&size(array.len())), feed),
        toml::Value::String(text) => hash.field("text").field(text),
        toml::Value::Integer(number) => hash.field("integer").field(&number.to_string()),
        other => hash.field("other").field(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_of_values_and_not_of_comments() {
        let one = digest_line("a.toml", "# mine\nb = [1, 2]\na = 'x'\n");
        assert_eq!(one, digest_line("a.toml", "a = \"x\"\nb = [1,2]"));
        assert_ne!(one, digest_line("a.toml", "a = \"x\"\nb = [12]"));
        assert_ne!(one, digest_line("b.toml", "a = \"x\"\nb = [1,2]"));
        assert_ne!(
            digest_line("a.toml", "a = [['x'], []]"),
            digest_line("a.toml", "a = [[], ['x']]")
        );
    }

    #[test]
    fn what_is_wrong_stands_in_a_line() {
        let page = Page {
            file: "mine/units.toml".to_owned(),
            text: "a = 1\nb = = 2\n",
        };
        let error = page.read::<toml::Table>().expect_err("no TOML");
        assert!(
            error.to_string().starts_with("mine/units.toml: line 2: "),
            "{error}"
        );
    }
}
