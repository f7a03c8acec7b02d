//! Where a game stands: all that its logs add up to. A checkpoint file holds one.

use serde::{Deserialize, Serialize};

use super::log::{Log, Which};
use crate::engine::dice::book_digest;
use crate::engine::inputs::Pace;
use crate::engine::seats::Seat;
use crate::engine::tray::Tray;

/// The version of the files.
pub const FORMAT: i64 = 1;

/// Where a log ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// How many entries it has.
    pub next: i64,
    /// The hash of the last one.
    pub head: String,
    /// How long it is in bytes.
    pub len: u64,
}

impl Mark {
    /// The end of a log.
    pub fn of(log: &Log) -> Self {
        Self {
            next: log.next,
            head: log.head.clone(),
            len: log.len,
        }
    }

    /// The log that ends here.
    pub fn log(&self, which: Which, folder: &std::path::Path) -> Log {
        Log {
            which,
            path: folder.join(which.file()),
            next: self.next,
            head: self.head.clone(),
            len: self.len,
        }
    }
}

/// A question that waits, as far as everybody may know: who is asked, not what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// Who is asked.
    pub seat: String,
    /// For which side.
    pub side: String,
    /// The decision's key.
    pub key: String,
}

/// A letter that came since the last run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// Its number, from 1.
    pub letter: u32,
    /// Who sent it.
    pub seat: String,
    /// The digest of its text that stands in the book.
    pub digest: String,
    /// The link it carried, empty if none.
    pub link: String,
    /// The new seal it carried, empty if none.
    pub reseal: String,
}

/// A close whose draw has not been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// The draw it is for.
    pub draw: u64,
    /// When it was made.
    pub time: String,
    /// Sides whose deadline had passed.
    pub late: Vec<String>,
    /// Seats in the book with their digests.
    pub book: Vec<String>,
    /// Seats asked that sent nothing.
    pub absent: Vec<String>,
    /// Seats not asked.
    pub unasked: Vec<String>,
    /// Letters up to this number count.
    pub letters: u32,
    /// The beacon round that was announced; 0 for none.
    pub beacon_round: i64,
    /// Whether the public journal has it.
    pub published: bool,
}

/// What anybody needs to check the dice of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The referee's link.
    pub server: String,
    /// What each seat brought.
    pub contrib: Vec<String>,
    /// The open rolls.
    pub rolls: Vec<String>,
}

/// A correction that players are told of with the next report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The kind of its journal entry: `rewind`, `ruling`, `pause` and so on.
    pub kind: String,
    /// What it is about: the run it goes back to, the words of the ruling, a seat, a time.
    pub what: String,
    /// Why.
    pub reason: String,
    /// Who asked.
    pub by: String,
    /// Its entry in the journal.
    #[serde(default)]
    pub entry: i64,
    /// The last run before it.
    #[serde(default)]
    pub run: u64,
    /// Whether it is about something hidden: then only `sides` are told what and why.
    #[serde(default)]
    pub hidden: bool,
    /// The sides that may know of something hidden.
    #[serde(default)]
    pub sides: Vec<String>,
}

/// How a game is played, fixed at its creation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The game's id.
    pub game: String,
    /// The rules module.
    pub module: String,
    /// The scenario.
    pub scenario: String,
    /// Switches, as `name=value`.
    pub switches: Vec<String>,
    /// The pace.
    pub pace: Pace,
    /// When links are shown: `with-orders` or `after-close`.
    pub reveal: String,
    /// The beacon: `none` or its name.
    pub beacon: String,
    /// What a missing player means: `default` or `wait`.
    pub missing: String,
    /// Digests of the data it is made with, `file|digest` each; empty in games from before they were kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
}

impl Terms {
    /// Whether entropy arrives after the close, so that the book is mixed in.
    pub fn is_late(&self) -> bool {
        self.reveal == "after-close" || self.beacon != "none"
    }

    /// What the book of a close adds to the draw's seed: its digest if entropy arrives late, else nothing.
    pub fn mixed_in(&self, genesis: &str, draw: u64, book: &[String]) -> String {
        if !self.is_late() {
            return String::new();
        }
        let rows = book.iter().filter_map(|row| row.split_once('|'));
        book_digest(genesis, draw, &rows.collect::<Vec<_>>())
    }
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Now<S> {
    /// The version of the file.
    pub format: i64,
    /// The rules number of the program that wrote it.
    pub rules: i64,
    /// The hash of the first journal entry: the game's fingerprint.
    pub genesis: String,
    /// Draws made.
    pub draw: u64,
    /// Letters received.
    pub letters: u32,
    /// How the game ended, empty while it goes on.
    pub over: String,
    /// Since when it is paused, in seconds; 0 if it is not.
    #[serde(default)]
    pub paused: i64,
    /// By how many seconds the deadline was put off since the last run.
    #[serde(default)]
    pub extended: i64,
    /// Seats that nobody plays: their defaults answer.
    #[serde(default)]
    pub ejected: Vec<String>,
    /// What has been done since the last checkpoint of the rules, as lines of the record.
    pub record: Vec<String>,
    /// The lines of the last run.
    pub last: Vec<String>,
    /// Rulings that take effect at the next checkpoint of the rules.
    pub rulings: Vec<String>,
    /// Origins of the newest letters.
    pub origins: Vec<String>,
    /// How it is played.
    pub terms: Terms,
    /// Where the journal ends.
    pub journal: Mark,
    /// Where the sealed part ends.
    pub sealed: Mark,
    /// A close whose draw has not been made.
    pub closed: Option<Closed>,
    /// The dice of the last run.
    pub proof: Proof,
    /// Corrections since the last run.
    pub notices: Vec<Notice>,
    /// Who is at the table.
    pub seats: Vec<Seat>,
    /// Who is asked.
    pub waits: Vec<Wait>,
    /// Letters since the last run.
    pub pending: Vec<Pending>,
    /// Lines and standing orders that wait to be used.
    pub tray: Tray,
    /// The position at the last checkpoint of the rules.
    pub state: S,
    /// What `state` and `record` were before the last run, if that run passed a checkpoint of the rules.
    #[serde(default = "Option::default")]
    pub earlier: Option<Earlier<S>>,
}

/// Where the game stood before its last run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Earlier<S> {
    /// What had been done since the checkpoint.
    pub record: Vec<String>,
    /// The position at the checkpoint.
    pub state: S,
}

impl<S> Now<S> {
    /// A seat by name.
    pub fn seat(&self, name: &str) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.name == name)
    }

    /// The seats that are asked.
    pub fn asked(&self) -> Vec<String> {
        let asked: Vec<String> = if self.draw == 0 {
            // The first draw waits for those who seal it; the others have nothing to say yet.
            self.seats
                .iter()
                .filter(|seat| seat.is_sealed())
                .map(|seat| seat.name.clone())
                .collect()
        } else {
            self.waits.iter().map(|wait| wait.seat.clone()).collect()
        };
        let named = |seat: &&Seat| asked.contains(&seat.name);
        self.seats
            .iter()
            .filter(named)
            .map(|seat| seat.name.clone())
            .collect()
    }
}
