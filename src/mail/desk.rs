//! The desk of a game: who plays by which address, what he wishes, which codes are out, and where the clock stands.
//!
//! `post.toml` in the game's folder is written by the program, `house.toml` beside it by the referee.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::clock::rules::{ClockRules, Missing};
use super::code::{Purpose, Scope, code, same};
use super::ledger::Verdict;
use crate::store::disk::Disk;
use crate::store::error::{Kept, StoreError, Trouble};

/// The file the program writes.
pub const FILE: &str = "post.toml";
/// The file the referee writes.
pub const HOUSE: &str = "house.toml";
/// So many mails are remembered as done, and no run has more for one game.
const DONE: usize = 512;
/// So many codes of one decision are good at a time; of a seat that gets more mails, the newest.
pub const MOST_CODES: u32 = 200;
/// So many earlier decisions are remembered: a letter that answers one of them is late, and its author is told so.
const MOST_EARLIER: usize = 50;
/// So many codes of each are looked through.
const EARLIER_CODES: u32 = 20;

/// How a seat is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Nobody has an address for it.
    #[default]
    None,
    /// An invitation is out.
    Invited,
    /// Its player has confirmed the address.
    Joined,
    /// Mail to it comes back.
    Unreachable,
}

/// A message that waits to be delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Who wrote it; empty if that is not told.
    pub from: String,
    /// The words.
    pub text: String,
}

/// A seat as the post knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Player {
    /// The seat.
    pub seat: String,
    /// Its sides, for messages and deadlines.
    pub sides: Vec<String>,
    /// The registered address.
    pub address: String,
    /// How it is reached.
    pub reach: Reach,
    /// An address that has been invited to take the seat, or to become its new address.
    pub invited: String,
    /// How often the seat was offered: a new invitation voids the older ones.
    pub invitations: u32,
    /// Whether its mail carries the address of a player who wants text only.
    pub plain: bool,
    /// He wants the page on which letters are put together with each report.
    pub page: bool,
    /// Receipts wait for the next report.
    pub digest: bool,
    /// Other addresses that get reports, without codes.
    pub copies: Vec<String>,
    /// His zone, if he named one.
    pub zone: String,
    /// He asked not to run before the deadline.
    pub wait: bool,
    /// Until when he is away, in seconds; 0 if he is there.
    pub absent: i64,
    /// Seconds of absence he has used up.
    pub absences: i64,
    /// Codes issued for the decision.
    pub issued: u32,
    /// Codes used for it, by number.
    pub used: Vec<u32>,
    /// The day of the last neutral notices, and their causes.
    pub noticed: String,
    /// The day on which answers are counted, and how many there were.
    pub answered: String,
    /// How many there were on that day.
    pub answers: u32,
    /// The Message-ID that began his thread.
    pub root: String,
    /// The last one we sent him.
    pub last: String,
    /// Receipts that wait for the next report.
    pub held: Vec<String>,
    /// Messages that wait for the next mail.
    pub notes: Vec<Note>,
    /// Deadlines missed in a row.
    pub missed: u32,
}

/// The desk of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Desk {
    /// The version of the file.
    pub format: i64,
    /// The game's fingerprint.
    pub genesis: String,
    /// The decision the codes are for.
    pub about: String,
    /// The decision before it, whose codes are merely late.
    pub before: String,
    /// Those before that one, newest last.
    pub earlier: Vec<String>,
    /// The last run whose reports were sent.
    pub reported: u64,
    /// The last journal entry that corrections were told up to.
    pub told: i64,
    /// Mails that were answered, by which seat and how, newest last, so that none is answered twice after a crash.
    pub done: Vec<String>,
    /// The clock.
    pub clock: Clock,
    /// The seats.
    #[serde(rename = "player")]
    pub players: Vec<Player>,
}

/// What a code is found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Good for the decision: seat and number.
    Good(String, u32),
    /// Used before.
    Used(String),
    /// For an earlier decision.
    Old(String),
    /// Not one of ours.
    Wrong,
}

impl Desk {
    /// Reads the desk of a game; `None` if the game is not played by mail.
    pub fn read(folder: &Path) -> Kept<Option<Self>> {
        let path = folder.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::disk(&path, &error)),
        };
        let desk: Self = toml::from_str(&text).map_err(|error| {
            StoreError::damaged(&path, error.to_string())
                .remedy("restore the file from a backup; the game itself is not concerned")
        })?;
        Ok(Some(desk))
    }

    /// Writes it.
    pub fn write(&self, disk: &Disk, folder: &Path) -> Kept {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        disk.replace(&path, text.as_bytes(), true)
    }

    /// A seat.
    pub fn player(&self, seat: &str) -> Option<&Player> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// A seat, to be changed.
    pub fn player_mut(&mut self, seat: &str) -> Option<&mut Player> {
        self.players.iter_mut().find(|player| player.seat == seat)
    }

    /// Begins a new decision: all codes of the one before are void.
    pub fn turn_to(&mut self, about: &str) {
        if self.about == about {
            return;
        }
        let before = std::mem::replace(&mut self.about, about.to_owned());
        let earlier = std::mem::replace(&mut self.before, before);
        if !earlier.is_empty() {
            self.earlier.push(earlier);
            let surplus = self.earlier.len().saturating_sub(MOST_EARLIER);
            self.earlier.drain(..surplus);
        }
        for player in &mut self.players {
            player.issued = 0;
            player.used.clear();
            player.wait = false;
        }
    }

    fn scope<'c>(&'c self, seat: &'c str, about: &'c str) -> Scope<'c> {
        Scope {
            purpose: Purpose::Answer,
            genesis: &self.genesis,
            seat,
            about,
        }
    }

    /// A fresh code for a seat.
    pub fn issue(&mut self, secret: &str, seat: &str) -> String {
        let Some(player) = self.player_mut(seat) else {
            return String::new();
        };
        player.issued += 1;
        let number = player.issued;
        player.used.retain(|used| used + MOST_CODES > number);
        code(secret, self.scope(seat, &self.about), number)
    }

    /// What a code is.
    pub fn find(&self, secret: &str, wanted: &str) -> Found {
        for player in &self.players {
            let oldest = player.issued.saturating_sub(MOST_CODES) + 1;
            for number in (oldest..=player.issued).rev() {
                if same(
                    &code(secret, self.scope(&player.seat, &self.about), number),
                    wanted,
                ) {
                    let seat = player.seat.clone();
                    return if player.used.contains(&number) {
                        Found::Used(seat)
                    } else {
                        Found::Good(seat, number)
                    };
                }
            }
        }
        for about in std::iter::once(&self.before).chain(self.earlier.iter().rev()) {
            for player in &self.players {
                for number in 1..=EARLIER_CODES {
                    if same(
                        &code(secret, self.scope(&player.seat, about), number),
                        wanted,
                    ) {
                        return Found::Old(player.seat.clone());
                    }
                }
            }
        }
        Found::Wrong
    }

    /// The code with which an address joins a seat.
    pub fn join_code(&self, secret: &str, seat: &str) -> Option<String> {
        let player = self.player(seat)?;
        let scope = Scope {
            purpose: Purpose::Join,
            genesis: &self.genesis,
            seat,
            about: &player.invited,
        };
        (!player.invited.is_empty()).then(|| code(secret, scope, player.invitations))
    }

    /// The seat whose mail carried a code, of whatever age, or its invitation.
    pub fn seat_of_code(&self, secret: &str, wanted: &str) -> Option<String> {
        if let Found::Good(seat, _) | Found::Used(seat) | Found::Old(seat) =
            self.find(secret, wanted)
        {
            return Some(seat);
        }
        let invited = self.players.iter().find(|player| {
            let code = self.join_code(secret, &player.seat);
            code.is_some_and(|code| same(&code, wanted))
        });
        invited.map(|player| player.seat.clone())
    }

    /// Remembers that a mail of a seat was dealt with.
    pub fn settle(&mut self, mail: &str, seat: &str, verdict: Verdict) {
        if !self.has_done(mail, seat) {
            self.done.push(format!("{mail} {seat} {}", verdict.word()));
            let surplus = self.done.len().saturating_sub(DONE);
            self.done.drain(..surplus);
        }
    }

    /// Whether a mail of a seat was dealt with.
    pub fn has_done(&self, mail: &str, seat: &str) -> bool {
        self.done_by(mail).is_some_and(|(one, _)| one == seat)
    }

    /// By which seat a mail was dealt with, and how.
    pub fn done_by(&self, mail: &str) -> Option<(String, Verdict)> {
        self.done.iter().rev().find_map(|row| {
            let mut words = row.split(' ');
            (words.next() == Some(mail)).then_some(())?;
            let seat = words.next()?.to_owned();
            let verdict = match words.next()? {
                "joined" => Verdict::Joined,
                "answered" => Verdict::Answered,
                _ => Verdict::Taken,
            };
            Some((seat, verdict))
        })
    }
}

/// Whether a sender must be proven, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trust {
    /// By the code of the mail he answers, or by a link.
    #[default]
    Code,
    /// By his server; no code is needed.
    Server,
    /// By both.
    Both,
}

/// Whether messages carry the name of their sender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Names {
    /// Always.
    #[default]
    Always,
    /// Unless he asks for none.
    Free,
    /// Never.
    Never,
}

/// When messages are delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Delivery {
    /// With the poll that takes them.
    #[default]
    AtOnce,
    /// With the next mail the reader gets anyway.
    NextMail,
    /// Not at all: the game is played in silence.
    Never,
}

/// How a game is played by mail, written by the referee.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct House {
    /// The clock.
    pub clock: ClockRules,
    /// Who is believed.
    pub trust: Trust,
    /// Names in messages.
    pub names: Names,
    /// Delivery of messages.
    pub talk: Delivery,
    /// What a missed deadline means; the game's own rule if left out.
    pub missing: Option<Missing>,
    /// Addresses that may be asked to take an empty seat, in this order.
    pub standby: Vec<String>,
}

impl House {
    /// Reads the house rules of a game.
    pub fn read(folder: &Path) -> Kept<Self> {
        let path = folder.join(HOUSE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(StoreError::disk(&path, &error)),
        };
        let house: Self = toml::from_str(&text).map_err(|error| {
            StoreError::damaged(&path, error.to_string()).remedy("mend the line it names")
        })?;
        house.clock.check().map_err(|what| {
            StoreError::damaged(&path, format!("[clock] {what}")).remedy("mend the line it names")
        })?;
        Ok(house)
    }
}
