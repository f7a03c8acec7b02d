//! Append-only logs: `journal.toml` and `sealed.toml`.
//!
//! A log is a row of TOML tables. Each carries its number, the hash of the one before and its own, so that nothing
//! can be changed unnoticed.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::disk::{Disk, read_from};
use super::error::{Kept, StoreError};
use crate::engine::dice::{Value, entry_hash};

/// The hash before the first entry.
pub const NOTHING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Which of the two logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// What any player may be given at any time.
    Journal,
    /// Letters, answers and hidden things.
    Sealed,
}

impl Which {
    /// The file's name.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Journal => "journal.toml",
            Self::Sealed => "sealed.toml",
        }
    }

    /// The name of its tables, which is the tag of its hashes too.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Journal => "entry",
            Self::Sealed => "part",
        }
    }
}

/// One entry of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its fields by name, without `seq`, `prev` and `hash`.
    pub fields: BTreeMap<String, Value>,
    /// Its number, from 0.
    pub seq: i64,
    /// The hash of the one before.
    pub prev: String,
    /// Its own hash.
    pub hash: String,
}

impl Entry {
    /// A new entry of a kind; number and hashes come when it is appended.
    pub fn new(kind: &str) -> Self {
        let mut entry = Self::default();
        entry.set("kind", kind);
        entry
    }

    /// Sets a field.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// Its kind.
    pub fn kind(&self) -> &str {
        self.text("kind")
    }

    /// A text field; empty if it is not there.
    pub fn text(&self, name: &str) -> &str {
        match self.fields.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// A number field; 0 if it is not there.
    pub fn int(&self, name: &str) -> i64 {
        match self.fields.get(name) {
            Some(Value::Int(number)) => *number,
            _ => 0,
        }
    }

    /// A list field; empty if it is not there.
    pub fn list(&self, name: &str) -> &[String] {
        match self.fields.get(name) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    fn hash_as(&self, which: Which) -> String {
        let seq = Value::Int(self.seq);
        let fields = self
            .fields
            .iter()
            .map(|(name, value)| (name.as_str(), value));
        entry_hash(which.table(), &self.prev, fields.chain([("seq", &seq)]))
    }

    /// The entry as TOML.
    pub fn render(&self, which: Which) -> String {
        let mut text = String::with_capacity(512);
        let mut line = |name: &str, value: &str| {
            text.push_str(name);
            text.push_str(" = ");
            text.push_str(value);
            text.push('\n');
        };
        line("seq", &self.seq.to_string());
        line("prev", &quote(&self.prev));
        line("kind", &quote(self.kind()));
        for (name, value) in &self.fields {
            match value {
                _ if name == "kind" => {}
                Value::Text(text) => line(name, &quote(text)),
                Value::Int(number) => line(name, &number.to_string()),
                Value::List(list) if list.is_empty() => line(name, "[]"),
                Value::List(list) => {
                    let items: Vec<String> = list.iter().map(|item| quote(item)).collect();
                    line(name, &format!("[\n    {},\n]", items.join(",\n    ")));
                }
            }
        }
        line("hash", &quote(&self.hash));
        format!("[[{}]]\n{text}\n", which.table())
    }
}

/// A TOML 1.0 basic string.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => {
                use fmt::Write as _;
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A value read from TOML: text, number or list of texts.
struct Raw(Value);

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Raw;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a whole number or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
                Ok(Raw(Value::Text(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Raw, E> {
                Ok(Raw(Value::Text(text)))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Raw, E> {
                Ok(Raw(Value::Int(number)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = seq.next_element::<String>()? {
                    list.push(item);
                }
                Ok(Raw(Value::List(list)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, alias = "part")]
    entry: Vec<BTreeMap<String, Raw>>,
}

/// Reads entries from the text of a log.
fn read_entries(path: &Path, text: &str, first: i64) -> Kept<Vec<Entry>> {
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error
            .span()
            .map_or(0, |span| text[..span.start.min(text.len())].lines().count());
        let what = format!(
            "not a log at line {line} of the part read: {}",
            error.message()
        );
        StoreError::damaged(path, what).at(first).remedy(RESTORE)
    })?;
    let mut entries = Vec::with_capacity(file.entry.len());
    for (n, table) in file.entry.into_iter().enumerate() {
        let number = first + i64::try_from(n).unwrap_or(i64::MAX);
        let mut fields: BTreeMap<String, Value> =
            table.into_iter().map(|(name, raw)| (name, raw.0)).collect();
        let mut take = |name: &str| match fields.remove(name) {
            Some(Value::Text(text)) => Ok(text),
            _ => Err(
                StoreError::damaged(path, format!("the field `{name}` is missing"))
                    .at(number)
                    .remedy(RESTORE),
            ),
        };
        let (prev, hash) = (take("prev")?, take("hash")?);
        let Some(Value::Int(seq)) = fields.remove("seq") else {
            let error = StoreError::damaged(path, "the field `seq` is missing");
            return Err(error.at(number).remedy(RESTORE));
        };
        entries.push(Entry {
            fields,
            seq,
            prev,
            hash,
        });
    }
    Ok(entries)
}

/// What to do about a damaged log.
const RESTORE: &str =
    "restore the file from a backup, or from the copies in the players' mail; nothing was changed";

/// A log, up to its last whole entry.
#[derive(Clone, Debug)]
pub struct Log {
    /// Which one.
    pub which: Which,
    /// Where it is.
    pub path: PathBuf,
    /// How many entries it has.
    pub next: i64,
    /// The hash of the last one.
    pub head: String,
    /// How long it is in bytes.
    pub len: u64,
}

impl Log {
    /// A log that is empty so far.
    pub fn empty(which: Which, folder: &Path) -> Self {
        Self {
            which,
            path: folder.join(which.file()),
            next: 0,
            head: NOTHING.to_owned(),
            len: 0,
        }
    }

    /// Reads what stands behind the known end, entry by entry.
    ///
    /// The torn end of a write that was cut off is left out: nothing ever depended on it.
    pub fn read_on(&self) -> Kept<LogReader> {
        let on_disk = fs::metadata(&self.path).map_or(0, |data| data.len());
        if on_disk < self.len {
            let what = format!(
                "the file ends at byte {on_disk}, but {} bytes with {} entries were written",
                self.len, self.next
            );
            return Err(StoreError::damaged(&self.path, what)
                .at(self.next - 1)
                .remedy(RESTORE));
        }
        LogReader::new(self)
    }

    /// Checks that an entry is the next one and has not been changed.
    fn check(&self, entry: &Entry) -> Kept {
        let bad = |what: String| {
            Err(StoreError::damaged(&self.path, what)
                .at(self.next)
                .remedy(RESTORE))
        };
        if entry.seq != self.next {
            return bad(format!(
                "number {} stands where {} should",
                entry.seq, self.next
            ));
        }
        if entry.prev != self.head {
            return bad(format!(
                "it follows {} and not {}",
                short(&entry.prev),
                short(&self.head)
            ));
        }
        let hash = entry.hash_as(self.which);
        if entry.hash != hash {
            return bad(format!(
                "its hash is {}, it says {}: the entry was changed",
                short(&hash),
                short(&entry.hash)
            ));
        }
        Ok(())
    }

    /// Checks that the entry before the known end is the one the checkpoint was made with.
    pub fn check_end(&self) -> Kept {
        if self.len == 0 {
            return Ok(());
        }
        let tail = format!("hash = \"{}\"\n\n", self.head);
        let at = self
            .len
            .saturating_sub(u64::try_from(tail.len()).unwrap_or(0));
        let on_disk = fs::metadata(&self.path).map_or(0, |data| data.len());
        if on_disk < self.len {
            let what = format!(
                "the file has {on_disk} bytes where {} were written",
                self.len
            );
            return Err(StoreError::damaged(&self.path, what)
                .at(self.next - 1)
                .remedy(RESTORE));
        }
        let bytes = read_from(&self.path, at)?;
        if !bytes.starts_with(tail.as_bytes()) {
            let what = "the entry is not the one that was written there";
            return Err(StoreError::damaged(&self.path, what)
                .at(self.next - 1)
                .remedy(RESTORE));
        }
        Ok(())
    }

    /// Gives an entry its number and hashes.
    pub fn seal(&self, mut entry: Entry) -> Entry {
        entry.seq = self.next;
        entry.prev.clone_from(&self.head);
        entry.hash = entry.hash_as(self.which);
        entry
    }

    /// Appends sealed entries in one write and makes them durable.
    pub fn append(&mut self, disk: &Disk, entries: Vec<Entry>) -> Kept<Vec<Entry>> {
        self.put(entries, |log, text| disk.append(&log.path, log.len, text))
    }

    /// Appends entries that can be made again from the other log; they become durable with the next.
    pub fn append_ahead(&mut self, disk: &Disk, entries: Vec<Entry>) -> Kept<Vec<Entry>> {
        self.put(entries, |log, text| {
            disk.append_ahead(&log.path, log.len, text)
        })
    }

    fn put(
        &mut self,
        entries: Vec<Entry>,
        write: impl FnOnce(&Self, &[u8]) -> Kept,
    ) -> Kept<Vec<Entry>> {
        let mut text = String::new();
        let mut after = self.clone();
        let mut done = Vec::with_capacity(entries.len());
        for entry in entries {
            let entry = after.seal(entry);
            text.push_str(&entry.render(self.which));
            after.next += 1;
            after.head.clone_from(&entry.hash);
            done.push(entry);
        }
        write(self, text.as_bytes())?;
        after.len += u64::try_from(text.len()).unwrap_or(0);
        *self = after;
        Ok(done)
    }
}

/// Reads a log entry by entry, so that its length costs no memory.
pub struct LogReader {
    log: Log,
    file: Option<BufReader<fs::File>>,
    strict: bool,
    chunk: Vec<u8>,
}

impl LogReader {
    /// Reads on from the end of `log`, moving it along. A torn end is left out.
    pub fn new(log: &Log) -> Kept<Self> {
        let bad = |error| StoreError::disk(&log.path, &error);
        let file = match fs::File::open(&log.path) {
            Ok(mut file) => {
                file.seek(SeekFrom::Start(log.len)).map_err(bad)?;
                Some(BufReader::with_capacity(1 << 16, file))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(bad(error)),
        };
        Ok(Self {
            log: log.clone(),
            file,
            strict: false,
            chunk: Vec::new(),
        })
    }

    /// Also refuses what is not written exactly as it would be written now, and a torn end.
    #[must_use]
    pub const fn strictly(mut self) -> Self {
        self.strict = true;
        self
    }

    /// The log up to the entry read last.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    fn entry(&mut self) -> Kept<Option<Entry>> {
        let Some(file) = &mut self.file else {
            return Ok(None);
        };
        self.chunk.clear();
        loop {
            let before = self.chunk.len();
            let read = file
                .read_until(b'\n', &mut self.chunk)
                .map_err(|error| StoreError::disk(&self.log.path, &error))?;
            if read == 0 {
                if self.strict && !self.chunk.is_empty() {
                    let what = format!("{} bytes belong to no whole entry", self.chunk.len());
                    let error = StoreError::damaged(&self.log.path, what);
                    return Err(error.at(self.log.next).remedy(RESTORE));
                }
                return Ok(None);
            }
            // Each entry ends with its hash and an empty line.
            if self.chunk[before..] == *b"\n" && self.chunk[..before].ends_with(b"\"\n") {
                break;
            }
        }
        let damaged = |what: &str| {
            StoreError::damaged(&self.log.path, what)
                .at(self.log.next)
                .remedy(RESTORE)
        };
        let text = std::str::from_utf8(&self.chunk).map_err(|_| damaged("not text"))?;
        let mut entries = read_entries(&self.log.path, text, self.log.next)?;
        let entry = entries.pop().filter(|_| entries.is_empty());
        let entry = entry.ok_or_else(|| damaged("not one entry where one should be"))?;
        self.log.check(&entry)?;
        if self.strict && entry.render(self.log.which) != text {
            return Err(damaged(
                "the text is not as it was written, though its values are",
            ));
        }
        self.log.next = entry.seq + 1;
        self.log.head.clone_from(&entry.hash);
        self.log.len += u64::try_from(self.chunk.len()).unwrap_or(0);
        Ok(Some(entry))
    }
}

impl Iterator for LogReader {
    type Item = Kept<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entry().transpose();
        if entry.as_ref().is_none_or(Result::is_err) {
            self.file = None;
        }
        entry
    }
}

/// The first digits of a hash, for people.
pub fn short(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}
