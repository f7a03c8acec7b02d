//! The outbox: letters as files, durable before anything depends on them, sent until they are gone.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::letter::Sealed;
use super::send::{Sender, Sent};
use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError, Trouble};

/// After so long a letter that could not be sent is given up, in seconds.
const GIVE_UP: i64 = 5 * 86_400;
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
}

const RULE: &str = "+++\n";

/// The outbox of a post.
#[derive(Clone, Debug)]
pub struct Outbox {
    folder: PathBuf,
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
        Ok(Self { folder })
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
    pub fn put(
        &self,
        disk: &Disk,
        sealed: &Sealed,
        game: &str,
        seat: &str,
        now: i64,
    ) -> Kept<bool> {
        if self.knows(&sealed.id) {
            return Ok(false);
        }
        let label = Label {
            id: sealed.id.clone(),
            from: sealed.from.clone(),
            to: sealed.to.clone(),
            game: game.to_owned(),
            seat: seat.to_owned(),
            queued: now,
            tries: 0,
            next: now,
            said: String::new(),
        };
        self.write(disk, &label, &sealed.bytes)?;
        Ok(true)
    }

    fn write(&self, disk: &Disk, label: &Label, bytes: &[u8]) -> Kept {
        let path = self.folder.join(Self::name(&label.id));
        let head = toml::to_string(label)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        let mut text = Vec::with_capacity(head.len() + bytes.len() + 8);
        text.extend_from_slice(head.as_bytes());
        text.extend_from_slice(RULE.as_bytes());
        text.extend_from_slice(bytes);
        disk.replace(&path, &text, true)
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
    pub fn send(&self, disk: &Disk, sender: &mut dyn Sender, now: i64) -> Kept<Round> {
        let mut round = Round::default();
        for path in self.waiting()? {
            let Some((mut label, bytes)) = read(&path) else {
                // Nobody can send it; the referee can read it.
                disk.rename(
                    &path,
                    &self
                        .folder
                        .join("failed")
                        .join(path.file_name().unwrap_or_default()),
                )?;
                continue;
            };
            if label.next > now || round.trouble.is_some() {
                round.waiting += 1;
                continue;
            }
            match sender.send(&label.from, &label.to, &bytes) {
                Sent::Done => {
                    round.sent += 1;
                    disk.rename(
                        &path,
                        &self
                            .folder
                            .join("sent")
                            .join(path.file_name().unwrap_or_default()),
                    )?;
                }
                Sent::Refused(said) => {
                    label.said = said;
                    self.write(disk, &label, &bytes)?;
                    disk.rename(
                        &path,
                        &self
                            .folder
                            .join("failed")
                            .join(path.file_name().unwrap_or_default()),
                    )?;
                    round.failed.push(label);
                }
                Sent::Later { said, whole } => {
                    label.tries += 1;
                    let pause =
                        FIRST_PAUSE.saturating_mul(1 << label.tries.min(16).saturating_sub(1));
                    label.next = now + pause.min(LONGEST_PAUSE);
                    label.said = said.clone();
                    self.write(disk, &label, &bytes)?;
                    if now - label.queued > GIVE_UP {
                        disk.rename(
                            &path,
                            &self
                                .folder
                                .join("failed")
                                .join(path.file_name().unwrap_or_default()),
                        )?;
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
