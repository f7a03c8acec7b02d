//! The bag: the raw bytes of every mail, durable before anything is done with it.
//!
//! One file for each month, only ever appended to: `From fieldpost ID LENGTH SECONDS VIA`, then the bytes. Of a mail that
//! is too large only the beginning is here: its `LENGTH` is `HERE/WHOLE`.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError};

/// Where a mail lies in the bag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bagged {
    /// Its id: the beginning of the hash of its bytes and of where it came from.
    pub id: String,
    /// The file it lies in.
    pub file: String,
    /// Where its bytes begin.
    pub at: u64,
    /// How many there are.
    pub len: u64,
    /// How many the mail had when it came.
    pub whole: u64,
    /// When it came, in seconds.
    pub time: i64,
    /// Where it came from: mailbox and key.
    pub via: String,
}

impl Bagged {
    /// Whether only the beginning of the mail is here.
    pub const fn is_cut(&self) -> bool {
        self.whole > self.len
    }
}

/// A mail to be put into the bag.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Where it came from: mailbox and key.
    pub via: String,
    /// Its bytes, or the first of them.
    pub bytes: Vec<u8>,
    /// How many there are.
    pub whole: u64,
}

/// The bag.
#[derive(Debug)]
pub struct Bag {
    folder: PathBuf,
    file: String,
    end: u64,
}

/// The id of a mail.
pub fn id_of(via: &str, bytes: &[u8]) -> String {
    let mut id = sha256_hex(format!("{via}\n{}", sha256_hex(bytes)).as_bytes());
    id.truncate(16);
    id
}

fn month(seconds: i64) -> String {
    let time = jiff::Timestamp::from_second(seconds).unwrap_or_default();
    time.to_zoned(jiff::tz::TimeZone::UTC)
        .strftime("%Y-%m")
        .to_string()
}

impl Bag {
    /// Opens the bag of a month; what a crash left behind the last whole mail goes with the next write.
    pub fn open(post: &Path, now: i64) -> Kept<Self> {
        let folder = post.join("bag");
        Disk::default().make_folder(&folder)?;
        let file = format!("{}.bag", month(now));
        let end = scan(&folder, &file, 0)?.1;
        Ok(Self { folder, file, end })
    }

    /// Opens it without reading what lies before a place that is known to be sound.
    pub fn open_from(post: &Path, now: i64, file: &str, from: u64) -> Kept<(Self, Vec<Bagged>)> {
        let folder = post.join("bag");
        Disk::default().make_folder(&folder)?;
        let current = format!("{}.bag", month(now));
        let mut mails = Vec::new();
        if !file.is_empty() {
            // A mail that could not be read for long lies months back, and others behind it.
            for name in names(&folder) {
                if name.as_str() >= file && name != current {
                    mails.extend(scan(&folder, &name, if name == file { from } else { 0 })?.0);
                }
            }
        }
        let from = if file == current { from } else { 0 };
        let (more, end) = scan(&folder, &current, from)?;
        mails.extend(more);
        let bag = Self {
            folder,
            file: current,
            end,
        };
        Ok((bag, mails))
    }

    /// Puts mails in, all durable when this returns.
    pub fn put(&mut self, disk: &Disk, mails: &[Incoming], now: i64) -> Kept<Vec<Bagged>> {
        let mut bytes = Vec::with_capacity(mails.iter().map(|mail| mail.bytes.len() + 200).sum());
        let mut kept = Vec::with_capacity(mails.len());
        for mail in mails {
            let via = super::envelope::short(&mail.via, 300);
            let (whole, mail) = (mail.whole, &mail.bytes);
            let id = id_of(&via, mail);
            let mut length = mail.len().to_string();
            if whole > mail.len() as u64 {
                length = format!("{length}/{whole}");
            }
            bytes.extend_from_slice(
                format!("From fieldpost {id} {length} {now} {via}\n").as_bytes(),
            );
            kept.push(Bagged {
                id,
                file: self.file.clone(),
                at: self.end + bytes.len() as u64,
                len: mail.len() as u64,
                whole,
                time: now,
                via,
            });
            bytes.extend_from_slice(mail);
            bytes.push(b'\n');
        }
        disk.append(&self.folder.join(&self.file), self.end, &bytes)?;
        self.end += bytes.len() as u64;
        Ok(kept)
    }

    /// The bytes of a mail.
    pub fn read(&self, mail: &Bagged) -> Kept<Vec<u8>> {
        let path = self.folder.join(&mail.file);
        let bad = |error: std::io::Error| StoreError::disk(&path, &error);
        let mut file = File::open(&path).map_err(bad)?;
        file.seek(SeekFrom::Start(mail.at)).map_err(bad)?;
        let mut bytes = vec![0; usize::try_from(mail.len).unwrap_or(0)];
        file.read_exact(&mut bytes).map_err(bad)?;
        Ok(bytes)
    }

    /// The file that is written to, and its end.
    pub fn end(&self) -> (&str, u64) {
        (&self.file, self.end)
    }
}

/// The files of the bag, oldest first.
fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| {
        Path::new(name)
            .extension()
            .is_some_and(|ending| ending == "bag")
    });
    names.sort_unstable();
    names
}

/// All mails in the bag, for the referee.
pub fn all(post: &Path) -> Kept<Vec<Bagged>> {
    let folder = post.join("bag");
    let mut mails = Vec::new();
    for name in names(&folder) {
        mails.extend(scan(&folder, &name, 0)?.0);
    }
    Ok(mails)
}

/// The bytes of a mail in a post's bag.
pub fn bytes_of(post: &Path, mail: &Bagged) -> Kept<Vec<u8>> {
    let bag = Bag {
        folder: post.join("bag"),
        file: mail.file.clone(),
        end: 0,
    };
    bag.read(mail)
}

/// The whole mails of a file from a place on, and where they end. Steps from head to head: bytes are not read.
fn scan(folder: &Path, name: &str, from: u64) -> Kept<(Vec<Bagged>, u64)> {
    let path = folder.join(name);
    let bad = |error: std::io::Error| StoreError::disk(&path, &error);
    let mut file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        Err(error) => return Err(bad(error)),
    };
    let size = file.metadata().map_err(bad)?.len();
    let mut mails = Vec::new();
    let mut at = from.min(size);
    while at < size {
        file.seek(SeekFrom::Start(at)).map_err(bad)?;
        let mut start = [0; 512];
        let mut read = 0;
        while read < start.len() {
            match file.read(&mut start[read..]).map_err(bad)? {
                0 => break,
                more => read += more,
            }
        }
        let Some(head) = start[..read].split(|byte| *byte == b'\n').next() else {
            break;
        };
        if head.len() == read {
            break;
        }
        let text = String::from_utf8_lossy(head);
        let mut words = text.splitn(6, ' ');
        let (Some("From"), Some("fieldpost"), Some(id), Some(len), Some(time), Some(via)) = (
            words.next(),
            words.next(),
            words.next(),
            words.next(),
            words.next(),
            words.next(),
        ) else {
            break;
        };
        let (len, whole) = len.split_once('/').unwrap_or((len, len));
        let (Ok(len), Ok(whole), Ok(time)) = (len.parse::<u64>(), whole.parse(), time.parse())
        else {
            break;
        };
        let begin = at + head.len() as u64 + 1;
        let end = begin + len + 1;
        if end > size {
            break;
        }
        mails.push(Bagged {
            id: id.to_owned(),
            file: name.to_owned(),
            at: begin,
            len,
            whole,
            time,
            via: via.to_owned(),
        });
        at = end;
    }
    Ok((mails, at))
}
