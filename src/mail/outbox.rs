//! The outbox: letters as files, durable before anything depends on them, sent until they are gone.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::letter::{Letter, Sealed};
use super::send::{Sender, Sent};
use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError, Trouble};

/// After so long a letter that could not be sent is given up, in seconds,
const GIVE_UP: i64 = 5 * 86_400;
/// if it was tried at least so often: while we sleep nobody refuses anything.
const FEWEST_TRIES: u32 = 10;
/// The pause after a first failure, doubled each time.
const FIRST_PAUSE: i64 = 120;
/// The longest pause.
const LONGEST_PAUSE: i64 = 4 * 3600;

/// What is written above the bytes of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The Message-ID.
    pub id: String,
    /// The sender of the envelope, empty for none.
    pub from: String,
    /// To whom.
    pub to: String,
    /// The game, empty for none.
    pub game: String,
    /// The seat, empty for none.
    pub seat: String,
    /// When it was queued, in seconds.
    pub queued: i64,
    /// How often it was tried.
    pub tries: u32,
    /// When it is tried next.
    pub next: i64,
    /// What was said the last time.
    pub said: String,
    /// The letter itself as JSON, in one line, until its pictures are drawn; empty if it has none or has them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub letter: String,
}

impl Label {
    /// The letter, if its pictures are still to be drawn.
    pub fn undrawn(&self) -> Option<Letter> {
        serde_json::from_str(&self.letter).ok()
    }
}

const RULE: &str = "+++\n";

/// The outbox of a post.
#[derive(Clone, Debug)]
pub struct Outbox {
    folder: PathBuf,
    /// Whether letters were put in whose being there is not durable yet.
    fresh: Cell<bool>,
}

/// What became of the letters of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Sent.
    pub sent: usize,
    /// To be tried again.
    pub waiting: usize,
    /// Given up, with what was said.
    pub failed: Vec<Label>,
    /// What the server said that stopped the round.
    pub trouble: Option<String>,
}

impl Outbox {
    /// The outbox of a post.
    pub fn open(post: &Path, disk: &Disk) -> Kept<Self> {
        let folder = post.join("outbox");
        for part in ["sent", "failed"] {
            let path = folder.join(part);
            if !path.is_dir() {
                disk.make_folder(&path)?;
            }
        }
        Ok(Self {
            folder,
            fresh: Cell::new(false),
        })
    }

    fn name(id: &str) -> String {
        format!("{}.letter", &sha256_hex(id.as_bytes())[..24])
    }

    /// Whether a letter is known, waiting or gone.
    pub fn knows(&self, id: &str) -> bool {
        let name = Self::name(id);
        ["", "sent", "failed"]
            .iter()
            .any(|part| self.folder.join(part).join(&name).exists())
    }

    /// Puts a letter in; one that is there already, or has been sent, is left alone.
    pub fn put(&self, disk: &Disk, sealed: &Sealed, letter: &Letter, now: i64) -> Kept<bool> {
        if self.knows(&sealed.id) {
            return Ok(false);
        }
        let label = Label {
            id: sealed.id.clone(),
            from: sealed.from.clone(),
            to: sealed.to.clone(),
            game: letter.game.clone(),
            seat: letter.seat.clone(),
            queued: now,
            tries: 0,
            next: now,
            said: String::new(),
            letter: if letter.pictures.is_empty() {
                String::new()
            } else {
                serde_json::to_string(letter).unwrap_or_default()
            },
        };
        self.write(disk, &label, &sealed.bytes)?;
        Ok(true)
    }

    /// Makes durable what was put in.
    pub fn keep(&self, disk: &Disk) -> Kept {
        if self.fresh.get() {
            disk.sync_folder(&self.folder.join("letters"))?;
            self.fresh.set(false);
        }
        Ok(())
    }

    fn write(&self, disk: &Disk, label: &Label, bytes: &[u8]) -> Kept {
        let path = self.folder.join(Self::name(&label.id));
        let head = toml::to_string(label)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        let mut text = Vec::with_capacity(head.len() + bytes.len() + 8);
        text.extend_from_slice(head.as_bytes());
        text.extend_from_slice(RULE.as_bytes());
        text.extend_from_slice(bytes);
        self.fresh.set(true);
        disk.put(&path, &text, true)
    }

    fn move_to(&self, disk: &Disk, path: &Path, part: &str) -> Kept {
        let name = path.file_name().unwrap_or_default();
        disk.rename(path, &self.folder.join(part).join(name))
    }

    /// The letters that wait, oldest first.
    pub fn waiting(&self) -> Kept<Vec<PathBuf>> {
        let files = std::fs::read_dir(&self.folder)
            .map_err(|error| StoreError::disk(&self.folder, &error))?;
        let mut found: Vec<(std::time::SystemTime, PathBuf)> = files
            .flatten()
            .filter(|file| {
                file.path()
                    .extension()
                    .is_some_and(|ending| ending == "letter")
            })
            .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
            .collect();
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Sends what is due.
    ///
    /// `draw` gives a letter its pictures, which are of the position of now: a letter that cannot be sent keeps those it
    /// got when it was first looked at.
    pub fn send(
        &self,
        disk: &Disk,
        sender: &mut dyn Sender,
        now: i64,
        draw: &dyn Fn(&Label) -> Option<Vec<u8>>,
    ) -> Kept<Round> {
        let mut round = Round::default();
        for path in self.waiting()? {
            let Some((mut label, mut bytes)) = read(&path) else {
                // Nobody can send it; the referee can read it.
                self.move_to(disk, &path, "failed")?;
                continue;
            };
            if label.next > now {
                round.waiting += 1;
                continue;
            }
            let undrawn = !label.letter.is_empty();
            if undrawn {
                bytes = draw(&label).unwrap_or(bytes);
                label.letter.clear();
            }
            if round.trouble.is_some() {
                if undrawn {
                    self.write(disk, &label, &bytes)?;
                }
                round.waiting += 1;
                continue;
            }
            match sender.send(&label.from, &label.to, &bytes) {
                Sent::Done => {
                    round.sent += 1;
                    self.move_to(disk, &path, "sent")?;
                }
                Sent::Refused(said) => {
                    label.said = said;
                    self.write(disk, &label, &bytes)?;
                    self.move_to(disk, &path, "failed")?;
                    round.failed.push(label);
                }
                Sent::Later { said, whole } => {
                    label.tries += 1;
                    let pause =
                        FIRST_PAUSE.saturating_mul(1 << label.tries.min(16).saturating_sub(1));
                    label.next = now + pause.min(LONGEST_PAUSE);
                    label.said = said.clone();
                    self.write(disk, &label, &bytes)?;
                    if now - label.queued > GIVE_UP && label.tries >= FEWEST_TRIES {
                        self.move_to(disk, &path, "failed")?;
                        round.failed.push(label);
                    } else {
                        round.waiting += 1;
                    }
                    // Where no letter can be sent, the others need not be tried.
                    if whole {
                        round.trouble = Some(said);
                    }
                }
            }
        }
        self.keep(disk)?;
        Ok(round)
    }
}

/// Reads a letter that waits.
pub fn read(path: &Path) -> Option<(Label, Vec<u8>)> {
    let bytes = std::fs::read(path).ok()?;
    let at = bytes
        .windows(RULE.len() + 1)
        .position(|some| some[0] == b'\n' && &some[1..] == RULE.as_bytes())?;
    let label = toml::from_str(std::str::from_utf8(&bytes[..=at]).ok()?).ok()?;
    Some((label, bytes[at + 1 + RULE.len()..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::letter::Content;

    fn label() -> Label {
        Label {
            id: "first.0@x.example".to_owned(),
            from: String::new(),
            to: "anna@x.example".to_owned(),
            game: "first".to_owned(),
            seat: "anna".to_owned(),
            queued: 1,
            tries: 0,
            next: 1,
            said: String::new(),
            letter: String::new(),
        }
    }

    #[test]
    fn a_letter_may_contain_what_ends_its_label() {
        let dir = tempfile::tempdir().expect("a folder");
        let disk = Disk::default();
        let outbox = Outbox::open(dir.path(), &disk).expect("an outbox");
        let letter = Letter {
            to: "anna@x.example".to_owned(),
            pictures: "1.0".to_owned(),
            content: Content {
                text: "a\n+++\nb \"x'\"\n".to_owned(),
                ..Content::default()
            },
            ..Letter::default()
        };
        let sealed = Sealed {
            id: "first.0@x.example".to_owned(),
            from: String::new(),
            to: letter.to.clone(),
            bytes: b"Subject: x\r\n\r\n\n+++\n\n".to_vec(),
        };
        assert!(outbox.put(&disk, &sealed, &letter, 1).expect("put"));
        assert!(!outbox.put(&disk, &sealed, &letter, 1).expect("known"));
        let paths = outbox.waiting().expect("one");
        let (label, bytes) = read(&paths[0]).expect("it is read");
        assert_eq!(label.undrawn(), Some(letter));
        assert_eq!(bytes, sealed.bytes);
    }

    struct Deaf(Vec<Vec<u8>>);

    impl Sender for Deaf {
        fn send(&mut self, _: &str, _: &str, bytes: &[u8]) -> Sent {
            self.0.push(bytes.to_vec());
            Sent::Later {
                said: "not now".to_owned(),
                whole: true,
            }
        }
    }

    /// The pictures of a letter are of the time at which it was written, however late it is sent.
    #[test]
    fn pictures_are_drawn_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let disk = Disk::default();
        let outbox = Outbox::open(dir.path(), &disk).expect("an outbox");
        for id in ["one", "two"] {
            let label = Label {
                id: id.to_owned(),
                letter: "{}".to_owned(),
                ..label()
            };
            outbox.write(&disk, &label, b"text").expect("written");
        }
        let mut deaf = Deaf(Vec::new());
        let round = outbox.send(&disk, &mut deaf, 1, &|_| Some(b"early".to_vec()));
        assert_eq!(round.expect("a round").waiting, 2);
        let round = outbox.send(&disk, &mut deaf, 1_000, &|_| Some(b"late".to_vec()));
        assert_eq!(round.expect("a round").waiting, 2);
        assert_eq!(deaf.0, [b"early".to_vec(), b"early".to_vec()]);
        for path in outbox.waiting().expect("two") {
            let (label, bytes) = read(&path).expect("it is read");
            assert_eq!(
                (label.letter.as_str(), bytes.as_slice()),
                ("", &b"early"[..])
            );
        }
    }

    /// The pauses grow from minutes to hours; a letter is given up after days, and never because we slept.
    #[test]
    fn pauses_grow_until_a_letter_is_given_up() {
        let dir = tempfile::tempdir().expect("a folder");
        let disk = Disk::default();
        let outbox = Outbox::open(dir.path(), &disk).expect("an outbox");
        outbox.write(&disk, &label(), b"text").expect("written");
        let next = || {
            let paths = outbox.waiting().expect("a folder");
            Some(read(paths.first()?).expect("it is read").0.next)
        };
        let mut deaf = Deaf(Vec::new());
        let mut now = 1;
        let mut pauses = Vec::new();
        let mut given_up = Vec::new();
        while let Some(at) = next() {
            // Before its time it is not tried.
            let tries = deaf.0.len();
            let early = outbox
                .send(&disk, &mut deaf, at - 1, &|_| None)
                .expect("a round");
            assert_eq!((early.waiting, deaf.0.len()), (1, tries));
            pauses.push(at - now);
            now = at;
            given_up = outbox
                .send(&disk, &mut deaf, now, &|_| None)
                .expect("a round")
                .failed;
        }
        assert_eq!(
            &pauses[1..9],
            [120, 240, 480, 960, 1920, 3840, 7680, 14_400]
        );
        assert!((5 * 86_400..6 * 86_400).contains(&now), "{now}");
        assert_eq!(given_up.len(), 1);
        assert_eq!(given_up[0].said, "not now");
        // A month's sleep, and one failure on waking.
        outbox
            .write(
                &disk,
                &Label {
                    id: "other".to_owned(),
                    ..label()
                },
                b"text",
            )
            .expect("written");
        let round = outbox
            .send(&disk, &mut deaf, 30 * 86_400, &|_| None)
            .expect("a round");
        assert_eq!((round.waiting, round.failed.len()), (1, 0));
    }
}
