//! The post office: its folder, its lock, its memory. One poll at a time has it.

mod addresses;
mod agenda;
mod vouched;

pub use addresses::register;
pub use agenda::{touch, untouch};
pub use vouched::{believe, doubt};

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::bag::{Bag, Bagged};
use super::config::Config;
use super::ledger::Ledger;
use super::letter::{Content, Letter};
use super::outbox::Outbox;
use crate::engine::dice::sha256_hex;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError, Trouble};
use agenda::Agenda;

/// A clock that goes back by more than this has been set.
const JUMP: i64 = 300;

/// What the post remembers from poll to poll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The version of the file.
    pub format: i64,
    /// When the last poll was, in seconds.
    pub last: i64,
    /// The file of the bag in which all is settled up to `at`.
    pub bag: String,
    /// Where in it.
    pub at: u64,
    /// The file of the bag whose mails were last handed to the games.
    pub begun_bag: String,
    /// Up to where in it.
    pub begun: u64,
    /// By how many seconds outages have pushed all deadlines, one after the other.
    pub pushes: Vec<i64>,
    /// The last of them that count: when each began, and by how much it pushed. What lies in the future was pushed by a
    /// clock that was wrong.
    pub outages: Vec<[i64; 2]>,
}

/// So many outages are remembered.
const MOST_OUTAGES: usize = 20;

impl State {
    /// Counts an outage.
    fn push(&mut self, from: i64, gap: i64) {
        self.pushes.push(gap);
        self.outages.push([from, gap]);
        let surplus = self.outages.len().saturating_sub(MOST_OUTAGES);
        self.outages.drain(..surplus);
    }

    /// Takes back what was pushed by a clock that was ahead of now; what was a true outage stays. Tells by how much.
    fn pull(&mut self, now: i64, outage: i64) -> i64 {
        let wrong = |[from, gap]: &[i64; 2]| from + gap > now + JUMP;
        let Some([start, _]) = self.outages.iter().find(|one| wrong(one)).copied() else {
            return 0;
        };
        let pushed: i64 = self
            .outages
            .iter()
            .filter(|one| wrong(one))
            .map(|[_, gap]| gap)
            .sum();
        self.outages.retain(|one| !wrong(one));
        let true_gap = if now - start > outage { now - start } else { 0 };
        if true_gap > 0 {
            self.outages.push([start, true_gap]);
        }
        self.pushes.push(true_gap - pushed);
        pushed - true_gap
    }
}

/// The post office.
pub struct Office<'c> {
    /// Its configuration.
    pub config: &'c Config,
    /// The disk.
    pub disk: Disk,
    /// The time, in seconds.
    pub now: i64,
    /// The secret of the codes.
    pub secret: String,
    /// What it remembers.
    pub state: State,
    /// Whether it slept for longer than it should have.
    pub slept: bool,
    /// The mails of this and all other polls.
    pub ledger: Ledger,
    /// Their bytes.
    pub bag: Bag,
    /// Mails in the bag that no poll has settled.
    pub unsettled: Vec<Bagged>,
    /// Letters that wait.
    pub outbox: Outbox,
    /// What the referee is to be told, as `(key, text)`.
    pub to_referee: Vec<(String, String)>,
    agenda: Agenda,
    _lock: File,
}

impl<'c> Office<'c> {
    /// Opens the office; `Busy` if somebody else is in it.
    pub fn open(config: &'c Config, disk: Disk, now: i64) -> Kept<Self> {
        let post = &config.post;
        if !post.is_dir() {
            disk.make_folder(post)?;
        }
        let lock = lock(post)?;
        let secret = secret(&disk, post)?;
        let state = read_state(post)?;
        let (bag, unsettled) = Bag::open_from(post, now, &state.bag, state.at)?;
        let outbox = Outbox::open(post, &disk)?;
        let mut office = Self {
            config,
            disk,
            now,
            secret,
            state,
            slept: false,
            ledger: Ledger::open(post),
            bag,
            unsettled,
            outbox,
            to_referee: Vec::new(),
            agenda: Agenda::default(),
            _lock: lock,
        };
        office.read_agenda()?;
        Ok(office)
    }

    /// Looks at the clock: after an outage, or if it was set, deadlines are pushed and none expires.
    pub fn wake(&mut self) -> Kept {
        let rules = self.config.clock.settle(&Default::default(), "");
        let outage = rules.map_or(21_600, |rules| rules.outage);
        let last = self.state.last;
        if last > 0 {
            let gap = self.now - last;
            if gap > outage {
                self.slept = true;
                self.state.push(last, gap);
                self.to_referee.push((
                    format!("outage {last}"),
                    format!(
                        "Nothing ran for {} hours: all deadlines are pushed by as much.\n\nIf the clock of this machine is wrong, set it right: the next poll takes the push back. `fieldpost extend GAME TIME` and `fieldpost extend GAME --back TIME` move the deadline of one game.",
                        gap / 3600
                    ),
                ));
            } else if gap < -JUMP {
                self.slept = true;
                let back = self.state.pull(self.now, outage);
                let what = if back > 0 {
                    // Every game has to hear of it, whenever it thinks it is due.
                    self.agenda.wake_all();
                    format!(
                        "All deadlines are pulled back by the {} hours by which it had pushed them.",
                        back / 3600
                    )
                } else {
                    "Deadlines stay as they were.".to_owned()
                };
                self.to_referee.push((
                    format!("clock {last}"),
                    format!(
                        "The clock went back by {} minutes; no deadline expires in this poll. {what}\n\n`fieldpost extend GAME TIME` and `fieldpost extend GAME --back TIME` move the deadline of one game.",
                        -gap / 60
                    ),
                ));
            }
        }
        self.state.last = self.now;
        // With the push counted and not written, a crash would count it again.
        if self.slept {
            self.tell_referee()?;
            self.write_state()?;
        }
        Ok(())
    }

    /// Writes what it remembers.
    pub fn write_state(&self) -> Kept {
        let path = self.config.post.join("state.toml");
        let text = toml::to_string(&self.state)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        self.disk.replace(&path, text.as_bytes(), true)
    }

    /// All mails of the bag are settled.
    pub fn settle_bag(&mut self) {
        let (file, end) = self.bag.end();
        self.state.bag = file.to_owned();
        self.state.at = end;
    }

    /// From here on the mails of the bag are handed to the games; a crash may leave some of them half done.
    pub fn begin(&mut self) -> Kept {
        let (file, end) = self.bag.end();
        self.state.begun_bag = file.to_owned();
        self.state.begun = end;
        self.write_state()
    }

    /// Whether an earlier poll may have handed a mail to its game.
    pub fn has_begun(&self, mail: &Bagged) -> bool {
        (mail.file.as_str(), mail.at) < (self.state.begun_bag.as_str(), self.state.begun)
    }

    /// The folder of a game, if there is one of that name.
    pub fn game(&self, id: &str) -> Option<PathBuf> {
        let folder = self.config.games.join(id);
        (super::code::is_name(id) && folder.join("journal.toml").is_file()).then_some(folder)
    }

    /// What is wrong with a game that should be there: its journal is gone, or all games are.
    pub fn is_missing(&self, id: &str) -> Option<StoreError> {
        let folder = self.config.games.join(id);
        let journal = folder.join("journal.toml");
        if !super::code::is_name(id) || journal.is_file() {
            return None;
        }
        let gone = folder.join(super::desk::FILE).is_file()
            || games(&self.config.games).is_empty() && self.has_address_in(id);
        gone.then(|| {
            StoreError::damaged(&journal, "it is not there").remedy(
                "restore it, or mount the disk it lies on; mails to the game wait until then",
            )
        })
    }

    /// Tells the referee, once a day, that a game cannot be worked on.
    pub fn tell_of_trouble(&mut self, game: &str, what: &str) {
        let day = self.day();
        let text =
            format!("{game}: {what}\n\nMails to the game are kept; each poll tries them again.");
        self.to_referee
            .push((format!("trouble {game} {day}"), text));
    }

    /// Queues a letter.
    pub fn queue(&self, letter: &Letter) -> Kept<String> {
        let sealed = letter.seal(self.config, self.now).map_err(|what| {
            StoreError::new(
                Trouble::Program,
                &self.config.post,
                format!("a letter cannot be written: {what}"),
            )
        })?;
        self.outbox.put(&self.disk, &sealed, letter, self.now)?;
        Ok(sealed.id)
    }

    /// Queues what the referee is to be told.
    pub fn tell_referee(&mut self) -> Kept {
        if self.to_referee.is_empty() {
            return Ok(());
        }
        for (key, text) in std::mem::take(&mut self.to_referee) {
            let letter = Letter {
                to: self.config.referee.clone(),
                subject: text.lines().next().unwrap_or_default().to_owned(),
                key: format!("referee {key}"),
                content: Content {
                    text: text + "\n",
                    ..Content::default()
                },
                plain: true,
                ..Letter::default()
            };
            self.queue(&letter)?;
        }
        self.outbox.keep(&self.disk)
    }

    /// The day, as it is counted in limits.
    pub fn day(&self) -> String {
        let time = jiff::Timestamp::from_second(self.now).unwrap_or_default();
        time.to_zoned(jiff::tz::TimeZone::UTC)
            .strftime("%Y-%m-%d")
            .to_string()
    }

    /// The time as it is recorded.
    pub fn time(&self) -> String {
        jiff::Timestamp::from_second(self.now)
            .map(|time| time.to_string())
            .unwrap_or_default()
    }
}

/// All games of a store.
pub fn games(store: &Path) -> Vec<(String, PathBuf)> {
    let mut found: Vec<(String, PathBuf)> = std::fs::read_dir(store)
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| (file.file_name().to_string_lossy().into_owned(), file.path()))
        .filter(|(name, path)| super::code::is_name(name) && path.join("journal.toml").is_file())
        .collect();
    found.sort_unstable();
    found
}

/// Locks the post.
pub fn lock(post: &Path) -> Kept<File> {
    let path = post.join("lock");
    let file =
        crate::store::disk::lock_file(&path).map_err(|error| StoreError::disk(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            let what = "another poll is at work";
            Err(StoreError::new(Trouble::Busy, &path, what)
                .remedy("nothing is to be done: it takes all mails"))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(StoreError::disk(&path, &error)),
    }
}

/// The secret of the codes, made when it is first wanted.
pub fn secret(disk: &Disk, post: &Path) -> Kept<String> {
    let path = post.join("secret");
    match std::fs::read_to_string(&path) {
        Ok(text) if text.trim().len() == 64 => return Ok(text.trim().to_owned()),
        Ok(_) => {
            return Err(
                StoreError::damaged(&path, "it is not 64 hexadecimal digits")
                    .remedy("restore it, or remove it: all codes that are out are then void"),
            );
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(StoreError::disk(&path, &error));
        }
        Err(_) => {}
    }
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        StoreError::new(
            Trouble::Disk,
            &path,
            format!("the system gives no random numbers: {error}"),
        )
    })?;
    let secret = sha256_hex(bytes);
    disk.replace(&path, secret.as_bytes(), true)?;
    Ok(secret)
}

fn read_state(post: &Path) -> Kept<State> {
    let path = post.join("state.toml");
    match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|error| {
            StoreError::damaged(&path, error.to_string())
                .remedy("remove it: the bag is then gone through again, which harms nothing")
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(State::default()),
        Err(error) => Err(StoreError::disk(&path, &error)),
    }
}
