//! The outbox: letters as files, durable before anything depends on them, sent until they are gone.

use std::cell::Cell;
use std::collections::{BTreeSet, VecDeque};
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
/// A letter that was given up is taken up so often when its reader can be reached again. What is refused for what it
/// says must not come back for ever.
const MOST_RETURNS: u32 = 3;

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
    /// How often it was given up and taken up again by itself.
    #[serde(default)]
    pub returns: u32,
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
    /// What the server said that stopped the round, or of a round in which it took nothing.
    pub trouble: Option<String>,
}

/// A round under way.
#[derive(Default)]
struct Rounds {
    done: Round,
    /// Refused, but perhaps only because everybody is: with the files they lie in.
    doubtful: Vec<(PathBuf, Label, Vec<u8>)>,
    /// What was said of letters that wait.
    said: Vec<String>,
    /// Nothing can be sent now.
    stopped: bool,
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
            returns: 0,
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
        self.write_at(disk, &self.folder.join(Self::name(&label.id)), label, bytes)
    }

    fn write_at(&self, disk: &Disk, path: &Path, label: &Label, bytes: &[u8]) -> Kept {
        let head = toml::to_string(label)
            .map_err(|error| StoreError::new(Trouble::Program, path, error.to_string()))?;
        let mut text = Vec::with_capacity(head.len() + bytes.len() + 8);
        text.extend_from_slice(head.as_bytes());
        text.extend_from_slice(RULE.as_bytes());
        text.extend_from_slice(bytes);
        self.fresh.set(true);
        disk.put(path, &text, true)
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
        let mut rounds = Rounds::default();
        let missed: BTreeSet<String> = self
            .given_up()
            .into_iter()
            .map(|(_, label)| label.to)
            .collect();
        let mut waiting = VecDeque::from(self.waiting()?);
        while let Some(path) = waiting.pop_front() {
            let Some((mut label, mut bytes)) = read(&path) else {
                // Nobody can send it; the referee can read it.
                self.move_to(disk, &path, "failed")?;
                continue;
            };
            // A pause longer than any was reckoned by a clock that was wrong.
            if label.next > now && label.next <= now + LONGEST_PAUSE {
                rounds.done.waiting += 1;
                continue;
            }
            let undrawn = !label.letter.is_empty();
            if undrawn {
                bytes = draw(&label).unwrap_or(bytes);
                label.letter.clear();
            }
            if rounds.stopped {
                if undrawn {
                    self.write(disk, &label, &bytes)?;
                }
                rounds.done.waiting += 1;
                continue;
            }
            match sender.send(&label.from, &label.to, &bytes) {
                Sent::Done => {
                    rounds.done.sent += 1;
                    self.move_to(disk, &path, "sent")?;
                    if missed.contains(&label.to) {
                        // What could not be sent to him before follows.
                        waiting.extend(self.take_up(disk, now, |one| {
                            one.to == label.to && one.returns < MOST_RETURNS
                        })?);
                    }
                }
                Sent::Refused { said, surely } => {
                    label.said = said;
                    if surely {
                        self.give_up(disk, &path, label, &bytes, &mut rounds.done)?;
                    } else {
                        rounds.doubtful.push((path, label, bytes));
                    }
                }
                Sent::Later { said, whole } => {
                    label.said = said;
                    // Where no letter can be sent, the others need not be tried.
                    rounds.stopped |= whole;
                    self.put_off(disk, &path, label, &bytes, now, &mut rounds)?;
                }
            }
        }
        // A server that took others' letters means its refusals; one that takes none may refuse everybody.
        for (path, label, bytes) in std::mem::take(&mut rounds.doubtful) {
            if rounds.done.sent > 0 {
                self.give_up(disk, &path, label, &bytes, &mut rounds.done)?;
            } else {
                self.put_off(disk, &path, label, &bytes, now, &mut rounds)?;
            }
        }
        if rounds.stopped || rounds.done.sent == 0 {
            rounds.done.trouble = rounds.said.into_iter().next();
        }
        self.keep(disk)?;
        Ok(rounds.done)
    }

    fn give_up(
        &self,
        disk: &Disk,
        path: &Path,
        label: Label,
        bytes: &[u8],
        round: &mut Round,
    ) -> Kept {
        self.write(disk, &label, bytes)?;
        self.move_to(disk, path, "failed")?;
        round.failed.push(label);
        Ok(())
    }

    fn put_off(
        &self,
        disk: &Disk,
        path: &Path,
        mut label: Label,
        bytes: &[u8],
        now: i64,
        rounds: &mut Rounds,
    ) -> Kept {
        label.tries += 1;
        // By a clock that was wrong it would never be old.
        label.queued = label.queued.min(now);
        let pause = FIRST_PAUSE.saturating_mul(1 << label.tries.min(16).saturating_sub(1));
        label.next = now + pause.min(LONGEST_PAUSE);
        rounds.said.push(label.said.clone());
        if now - label.queued > GIVE_UP && label.tries >= FEWEST_TRIES {
            return self.give_up(disk, path, label, bytes, &mut rounds.done);
        }
        self.write(disk, &label, bytes)?;
        rounds.done.waiting += 1;
        Ok(())
    }

    /// The letters that were given up, oldest first.
    pub fn given_up(&self) -> Vec<(PathBuf, Label)> {
        let files = std::fs::read_dir(self.folder.join("failed"));
        let files = files
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.path());
        let mut found: Vec<(PathBuf, Label)> = files
            .filter_map(|path| read(&path).map(|(label, _)| (path, label)))
            .collect();
        found.sort_by(|(one, a), (other, b)| (a.queued, one).cmp(&(b.queued, other)));
        found
    }

    /// Puts letters that were given up among those that wait again; tells where they lie now.
    pub fn take_up(
        &self,
        disk: &Disk,
        now: i64,
        wanted: impl Fn(&Label) -> bool,
    ) -> Kept<Vec<PathBuf>> {
        let mut taken = Vec::new();
        for (path, mut label) in self.given_up() {
            if !wanted(&label) {
                continue;
            }
            let Some((_, bytes)) = read(&path) else {
                continue;
            };
            label.returns += 1;
            label.tries = 0;
            label.queued = now;
            label.next = now;
            // It lies in one folder at a time, whenever this ends.
            self.write_at(disk, &path, &label, &bytes)?;
            let name = path.file_name().unwrap_or_default();
            let back = self.folder.join(name);
            disk.rename(&path, &back)?;
            taken.push(back);
        }
        self.keep(disk)?;
        Ok(taken)
    }

    /// What could not be sent to the former address of a seat goes to its new one.
    pub fn follow(
        &self,
        disk: &Disk,
        seat: (&str, &str),
        addresses: (&str, &str),
        now: i64,
    ) -> Kept {
        let (old, new) = addresses;
        let concerns =
            |label: &Label| label.to == old && (label.game.as_str(), label.seat.as_str()) == seat;
        self.take_up(disk, now, concerns)?;
        for path in self.waiting()? {
            let Some((mut label, bytes)) = read(&path).filter(|(label, _)| concerns(label)) else {
                continue;
            };
            new.clone_into(&mut label.to);
            if let Some(mut letter) = label.undrawn() {
                new.clone_into(&mut letter.to);
                label.letter = serde_json::to_string(&letter).unwrap_or_default();
            }
            self.write(disk, &label, &readdressed(&bytes, old, new))?;
        }
        self.keep(disk)
    }
}

/// A letter with another address in its head.
fn readdressed(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
    let line = format!("\r\nTo: {old}\r\n");
    let at = bytes
        .windows(line.len())
        .position(|some| some.eq_ignore_ascii_case(line.as_bytes()));
    let Some(at) = at else {
        return bytes.to_vec();
    };
    let mut out = bytes[..at].to_vec();
    out.extend_from_slice(format!("\r\nTo: {new}\r\n").as_bytes());
    out.extend_from_slice(&bytes[at + line.len()..]);
    out
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
            returns: 0,
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
