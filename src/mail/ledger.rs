//! The mail ledger: one row for every mail that came, with what became of it and why. Only ever appended to.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError};

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A letter that was handed to its game.
    Taken,
    /// A question that was answered without touching a game.
    Answered,
    /// Somebody joined a game or confirmed an address.
    Joined,
    /// The same mail came before.
    Duplicate,
    /// It is too big.
    TooBig,
    /// No person wrote it.
    Automatic,
    /// A mail of ours could not be delivered.
    Bounce,
    /// Nobody knows the sender.
    Stranger,
    /// The sender is known, but nothing proves that it was him.
    NoCode,
    /// The code was used before.
    UsedCode,
    /// The code is for an earlier decision.
    OldCode,
    /// The code fits no seat of the game, or no game.
    WrongCode,
    /// The code is right, but the address is not the registered one.
    OtherAddress,
    /// The game asks for a proof by the sender's server, and there is none.
    NotAuthentic,
    /// The seat has had enough answers for today.
    TooMany,
    /// The game could not take it; it is tried again.
    Failed,
}

impl Verdict {
    /// Whether it was of use.
    pub const fn is_taken(self) -> bool {
        matches!(self, Self::Taken | Self::Answered | Self::Joined)
    }

    /// Whether the referee should look at it.
    pub const fn is_quarantined(self) -> bool {
        matches!(
            self,
            Self::NoCode
                | Self::UsedCode
                | Self::OldCode
                | Self::WrongCode
                | Self::OtherAddress
                | Self::NotAuthentic
                | Self::TooBig
        )
    }

    /// The word in the ledger.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Answered => "answered",
            Self::Joined => "joined",
            Self::Duplicate => "duplicate",
            Self::TooBig => "too-big",
            Self::Automatic => "automatic",
            Self::Bounce => "bounce",
            Self::Stranger => "stranger",
            Self::NoCode => "no-code",
            Self::UsedCode => "used-code",
            Self::OldCode => "old-code",
            Self::WrongCode => "wrong-code",
            Self::OtherAddress => "other-address",
            Self::NotAuthentic => "not-authentic",
            Self::TooMany => "too-many",
            Self::Failed => "failed",
        }
    }
}

/// A row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The mail's id in the bag.
    pub id: String,
    /// When it came.
    pub time: String,
    /// Where it came from.
    pub via: String,
    /// The address in its `From`, which proves nothing.
    pub from: String,
    /// Its subject.
    pub subject: String,
    /// Its Message-ID.
    pub message_id: String,
    /// The game it is for, empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The seat it is from, empty if none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seat: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub why: String,
}

#[derive(Serialize, Deserialize)]
struct Rows {
    #[serde(default)]
    mail: Vec<Row>,
}

/// What tells a mail that came before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Of mailbox and key.
    pub via: u64,
    /// Of sender, Message-ID, time, subject and words of a mail that was taken; 0 for any other, so that nobody can
    /// reserve the letter of somebody else.
    pub letter: u64,
}

impl Marks {
    fn known(&self) -> impl Iterator<Item = u64> {
        [self.via, self.letter]
            .into_iter()
            .filter(|mark| *mark != 0)
    }
}

/// A mark of texts.
pub fn mark(texts: &[&str]) -> u64 {
    let hash = sha256_hex(texts.join("\n").as_bytes());
    u64::from_str_radix(&hash[..16], 16).unwrap_or(0)
}

/// The ledger of a post.
#[derive(Debug)]
pub struct Ledger {
    folder: PathBuf,
    seen: BTreeSet<u64>,
    /// Whether the marks have been read: an idle poll does without.
    loaded: bool,
    end: u64,
}

impl Ledger {
    /// Opens the ledger of a post.
    pub fn open(post: &Path) -> Self {
        Self {
            folder: post.to_owned(),
            seen: BTreeSet::new(),
            loaded: false,
            end: 0,
        }
    }

    fn marks_file(&self) -> PathBuf {
        self.folder.join("seen")
    }

    fn load(&mut self) -> Kept {
        if self.loaded {
            return Ok(());
        }
        let path = self.marks_file();
        let bytes = crate::store::disk::read_from(&path, 0)?;
        let text = String::from_utf8_lossy(&bytes);
        // A torn last line is not counted.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        for word in text[..whole].split_ascii_whitespace() {
            if let Ok(mark) = u64::from_str_radix(word, 16) {
                self.seen.insert(mark);
            }
        }
        self.end = whole as u64;
        self.loaded = true;
        Ok(())
    }

    /// Whether a mark is known.
    pub fn knows(&mut self, mark: u64) -> Kept<bool> {
        self.load()?;
        Ok(mark != 0 && self.seen.contains(&mark))
    }

    /// What became of the mail that came this way, if it was lately.
    pub fn verdict_of(&self, via: &str) -> Kept<Option<Verdict>> {
        let line = format!("via = {}", toml::Value::String(via.to_owned()));
        for path in files(&self.folder).into_iter().rev().take(2) {
            let text =
                std::fs::read_to_string(&path).map_err(|error| StoreError::disk(&path, &error))?;
            let mut blocks = text.rsplit("\n\n");
            let found = blocks.find(|block| block.lines().any(|one| one == line));
            if let Some(row) = found
                .and_then(|block| toml::from_str::<Rows>(block).ok())
                .and_then(|rows| rows.mail.into_iter().next())
            {
                return Ok(Some(row.verdict));
            }
        }
        Ok(None)
    }

    /// Remembers marks for the rest of this poll, without writing them.
    pub fn note(&mut self, marks: &Marks) -> Kept {
        self.load()?;
        self.seen.extend(marks.known());
        Ok(())
    }

    /// Writes rows with their marks; with this the mails are accounted for.
    pub fn write(&mut self, disk: &Disk, rows: &[(Row, Marks)]) -> Kept {
        if rows.is_empty() {
            return Ok(());
        }
        self.load()?;
        let mut months: Vec<(String, String)> = Vec::new();
        for (row, _) in rows {
            let name = format!("ledger-{}.toml", row.time.get(..7).unwrap_or("0000-00"));
            let one = Rows {
                mail: vec![row.clone()],
            };
            let text = toml::to_string(&one).unwrap_or_default() + "\n";
            match months.last_mut() {
                Some((last, all)) if *last == name => all.push_str(&text),
                _ => months.push((name, text)),
            }
        }
        for (name, text) in months {
            let path = self.folder.join(name);
            let end = sound_end(&path)?;
            disk.append(&path, end, text.as_bytes())?;
        }
        // The marks come last: without them a mail is looked at again and found in the ledger's game.
        let mut lines = Vec::new();
        for (_, marks) in rows {
            let _ = writeln!(lines, "{:016x} {:016x}", marks.via, marks.letter);
            self.seen.extend(marks.known());
        }
        disk.append(&self.marks_file(), self.end, &lines)?;
        self.end += lines.len() as u64;
        Ok(())
    }
}

/// Where the whole rows of a file end: a crash may have torn the last one. Only the end of the file is read.
fn sound_end(path: &Path) -> Kept<u64> {
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    let mut piece = 64 * 1024;
    loop {
        let from = size.saturating_sub(piece);
        let bytes = crate::store::disk::read_from(path, from)?;
        let found = bytes.windows(2).rposition(|two| two == b"\n\n");
        match found {
            Some(at) => return Ok(from + at as u64 + 2),
            None if from == 0 => return Ok(0),
            // A torn row may be longer than that.
            None => piece *= 16,
        }
    }
}

/// The files of a post's ledger, oldest first.
fn files(post: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = std::fs::read_dir(post)
        .map(|files| files.flatten().map(|file| file.path()).collect())
        .unwrap_or_default();
    names.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with("ledger-")
    });
    names.sort_unstable();
    names
}

/// All rows of a post's ledger, oldest first.
pub fn rows(post: &Path) -> Kept<Vec<Row>> {
    let mut rows: Vec<Option<Row>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(post) {
        let end = usize::try_from(sound_end(&path)?).unwrap_or(0);
        let text =
            std::fs::read_to_string(&path).map_err(|error| StoreError::disk(&path, &error))?;
        let read: Rows = toml::from_str(text.get(..end).unwrap_or_default())
            .map_err(|error| StoreError::damaged(&path, error.to_string()))?;
        // A mail settled twice after a crash has one row that counts: the last.
        for row in read.mail {
            if let Some(old) = places.insert(row.id.clone(), rows.len()) {
                rows[old] = None;
            }
            rows.push(Some(row));
        }
    }
    Ok(rows.into_iter().flatten().collect())
}
