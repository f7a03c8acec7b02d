//! Adding up the logs: from a checkpoint, or from the first entry.

use std::fs::File;
use std::path::Path;

use super::super::disk::Disk;
use super::super::error::{Kept, StoreError};
use super::super::log::{Entry, Log, LogReader, Which};
use super::super::now::{Closed, Earlier, Notice, Pending, Proof, Wait};
use super::super::owner;
use super::checkpoint::{newest_checkpoint, read_checkpoint};
use super::create::beginning;
use super::{Keeper, Ruled, lock, parse_steps, set_up};
use crate::engine::answers::AnswerRow;
use crate::engine::dice::{Contribution, Grade};
use crate::engine::fault::Fault;
use crate::engine::files::Files;
use crate::engine::game::Game;
use crate::engine::inputs::{Inputs, SentRow, StandingRow};
use crate::engine::record::Step;
use crate::engine::run::End;
use crate::engine::tray::Brought;

/// So many origins of letters are remembered, so that none is taken twice after a crash.
const ORIGINS: usize = 256;

impl<G: Game> Keeper<G> {
    /// Opens a game: reads its newest checkpoint and what has come since.
    pub fn open(folder: &Path, disk: Disk) -> Kept<Self> {
        Self::open_with(folder, disk, None)
    }

    /// Opens a game with data given by an owner, which must be those it was made with.
    pub fn open_with(folder: &Path, disk: Disk, given: Option<Files>) -> Kept<Self> {
        if !folder.join(Which::Journal.file()).exists() {
            return Err(StoreError::user(folder, "there is no game here"));
        }
        let lock = lock(folder)?;
        match newest_checkpoint(folder)? {
            Some(path) => {
                let now = read_checkpoint::<G>(&path)?;
                let files = owner::files_for::<G>(folder, &now.terms, given.as_ref())?;
                let (data, _) = set_up::<G>(folder, &now.terms, &files)?;
                let journal = now.journal.log(Which::Journal, folder);
                let sealed = now.sealed.log(Which::Sealed, folder);
                journal.check_end()?;
                sealed.check_end()?;
                let folder = folder.to_owned();
                let mut keeper = Self {
                    folder,
                    data,
                    now,
                    disk,
                    journal,
                    sealed,
                    unpublished: None,
                    ruling: Ruled::default(),
                    given,
                    _lock: lock,
                };
                keeper.catch_up()?;
                Ok(keeper)
            }
            None => Self::from_the_start(folder, disk, given, lock),
        }
    }

    /// Adds the logs up from their first entry.
    fn from_the_start(folder: &Path, disk: Disk, given: Option<Files>, lock: File) -> Kept<Self> {
        let journal = Log::empty(Which::Journal, folder);
        let sealed = Log::empty(Which::Sealed, folder);
        let (mut entries, mut parts) = (journal.read_on()?, sealed.read_on()?);
        let (data, now) = beginning::<G>(folder, &mut entries, &mut parts, given.as_ref())?;
        let mut keeper = Self {
            folder: folder.to_owned(),
            data,
            now,
            disk,
            journal,
            sealed,
            unpublished: None,
            ruling: Ruled::default(),
            given,
            _lock: lock,
        };
        keeper.add_up(entries, parts)?;
        Ok(keeper)
    }

    /// Reads what the logs hold behind the checkpoint.
    fn catch_up(&mut self) -> Kept {
        let (entries, parts) = (self.journal.read_on()?, self.sealed.read_on()?);
        self.add_up(entries, parts)
    }

    /// Adds entries and parts, in the order in which they were written.
    ///
    /// Each public entry that belongs to a sealed part was written after it.
    fn add_up(&mut self, mut entries: LogReader, mut parts: LogReader) -> Kept {
        while let Some(entry) = entries.next().transpose()? {
            let wanted = match entry.kind() {
                "close" => "close",
                "draw" => "run",
                "ruling" => "ruling",
                // Corrections from before marks were made have no digest.
                _ if !entry.text("digest").is_empty() => "mark",
                _ => "",
            };
            while !wanted.is_empty() {
                let Some(part) = parts.next().transpose()? else {
                    let what = format!("the sealed part of draw {} is missing", entry.int("draw"));
                    return Err(StoreError::damaged(&self.sealed.path, what)
                        .at(parts.log().next)
                        .remedy("restore the file from a backup; nothing was changed"));
                };
                self.add_part(&part)?;
                let same = |name: &str| part.fields.get(name) == entry.fields.get(name);
                let key = match wanted {
                    "ruling" | "mark" => "digest",
                    _ => "draw",
                };
                if part.kind() == wanted && same(key) {
                    break;
                }
            }
            self.add_entry(&entry)?;
        }
        while let Some(part) = parts.next().transpose()? {
            self.add_part(&part)?;
        }
        self.journal = entries.log().clone();
        self.sealed = parts.log().clone();
        self.mark();
        Ok(())
    }

    pub(super) fn add_part(&mut self, part: &Entry) -> Kept {
        match part.kind() {
            "letter" => {
                let brought = brought(part).map_err(|error| {
                    StoreError::damaged(&self.sealed.path, error.to_string()).at(part.seq)
                })?;
                self.remember(part.text("origin"));
                self.add_letter(part, brought);
            }
            "close" => {
                self.now.closed = Some(Closed {
                    draw: u64::try_from(part.int("draw")).unwrap_or(0),
                    time: part.text("time").to_owned(),
                    late: part.list("late").to_vec(),
                    book: part.list("book").to_vec(),
                    absent: part.list("absent").to_vec(),
                    unasked: part.list("unasked").to_vec(),
                    letters: u32::try_from(part.int("letters")).unwrap_or(0),
                    beacon_round: part.int("beacon_round"),
                    published: false,
                });
            }
            "talk" => self.remember(part.text("origin")),
            "ruling" => {
                self.ruling = Ruled {
                    words: part.text("words").to_owned(),
                    reason: part.text("reason").to_owned(),
                    by: part.text("by").to_owned(),
                    sides: part.list("sides").to_vec(),
                };
            }
            "seat" => {
                let seat = part.text("seat").to_owned();
                if let Some(seat) = self.now.seats.iter_mut().find(|one| one.name == seat)
                    && let Ok(lang) = part.text("language").parse()
                {
                    seat.lang = lang;
                }
            }
            "run" => {
                let draw = u64::try_from(part.int("draw")).unwrap_or(0);
                self.unpublished = Some((draw, part.list("record").to_vec()));
            }
            _ => {}
        }
        Ok(())
    }

    fn remember(&mut self, origin: &str) {
        if !origin.is_empty() {
            self.now.origins.push(origin.to_owned());
            let surplus = self.now.origins.len().saturating_sub(ORIGINS);
            self.now.origins.drain(..surplus);
        }
    }

    fn add_letter(&mut self, part: &Entry, brought: Brought) {
        let now = &mut self.now;
        let pending = Pending {
            letter: u32::try_from(part.int("letter")).unwrap_or(u32::MAX),
            seat: part.text("seat").to_owned(),
            digest: part.text("digest").to_owned(),
            link: part.text("link").to_owned(),
            reseal: part.text("reseal").to_owned(),
        };
        now.letters = pending.letter;
        if part.int("retract") == 1
            && let Some(seat) = now.seats.iter().find(|seat| seat.name == pending.seat)
        {
            now.tray.retract(&seat.sides);
        }
        if part.fields.contains_key("answers") {
            now.tray.add(brought);
        } else {
            now.tray.add_old(brought.sent, brought.standing);
        }
        now.pending.push(pending);
    }

    pub(super) fn add_entry(&mut self, entry: &Entry) -> Kept {
        match entry.kind() {
            "close" => {
                if let Some(closed) = &mut self.now.closed {
                    closed.published = true;
                }
            }
            "draw" => {
                let Some((_, record)) = self.unpublished.take() else {
                    let what = "a draw without its sealed part";
                    return Err(StoreError::damaged(&self.journal.path, what).at(entry.seq));
                };
                self.settle(entry, record, None)?;
            }
            "rewind" => {
                let to = u64::try_from(entry.int("to_draw")).unwrap_or(0);
                self.go_back(to, entry.seq)?;
                self.notice(entry, to.to_string());
            }
            "ruling" => {
                let ruled = std::mem::take(&mut self.ruling);
                self.now.rulings.push(ruled.words.clone());
                self.notice(entry, entry.text("words").to_owned());
                if let Some(notice) = self.now.notices.last_mut()
                    && entry.text("words").is_empty()
                {
                    notice.hidden = true;
                    notice.what = ruled.words;
                    notice.sides = ruled.sides;
                    // In games from before they were sealed, reason and asker stand in the journal.
                    if !ruled.reason.is_empty() {
                        (notice.reason, notice.by) = (ruled.reason, ruled.by);
                    }
                }
            }
            "extend" | "pause" | "resume" | "seat" | "answer" => self.add_order(entry),
            "end" => entry.text("outcome").clone_into(&mut self.now.over),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn notice(&mut self, entry: &Entry, what: String) {
        self.now.notices.push(Notice {
            kind: entry.kind().to_owned(),
            what,
            reason: entry.text("reason").to_owned(),
            by: entry.text("by").to_owned(),
            entry: entry.seq,
            run: self.now.draw,
            hidden: false,
            sides: Vec::new(),
        });
    }

    /// Takes in a run that is done. `state` is the new position at the checkpoint, if the caller has it.
    pub(super) fn settle(
        &mut self,
        entry: &Entry,
        lines: Vec<String>,
        state: Option<Option<G::State>>,
    ) -> Kept {
        let new = parse_steps(&self.sealed.path, &lines)?;
        let mut all = parse_steps(&self.sealed.path, &self.now.record)?;
        all.extend(new.iter().cloned());
        let end = all
            .iter()
            .rposition(|step| matches!(step, Step::End { .. }));
        let state = match state {
            Some(state) => state,
            None if end.is_none() => None,
            None => {
                let inputs = Inputs::<G>::default();
                let ran = self.replay(&inputs, &all);
                if let End::Broken(fault) = ran.end
                    && !matches!(fault, Fault::NoDice(_))
                {
                    return Err(self.broken(&fault));
                }
                ran.checkpoint
            }
        };
        let now = &mut self.now;
        now.earlier = state.map(|state| Earlier {
            record: std::mem::take(&mut now.record),
            state: std::mem::replace(&mut now.state, state),
        });
        let rest = end.map_or(&all[..], |end| &all[end + 1..]);
        now.record = rest.iter().map(Step::to_string).collect();
        now.draw = u64::try_from(entry.int("draw")).unwrap_or(now.draw);
        now.rules = G::RULES;
        now.waits = entry
            .list("waits")
            .iter()
            .filter_map(|line| read_wait(line))
            .collect();
        let ruled = new
            .iter()
            .filter(|step| matches!(step, Step::Ruled { .. }))
            .count();
        now.rulings.drain(..ruled.min(now.rulings.len()));
        let open: Vec<String> = now.waits.iter().map(|wait| wait.key.clone()).collect();
        now.tray.settle(&new, &open);
        for line in entry.list("contrib") {
            if let Ok(part) = line.parse::<Contribution>()
                && part.grade == Grade::Sealed
                && let Some(seat) = now.seats.iter_mut().find(|seat| seat.name == part.seat)
            {
                seat.seal = part.value;
            }
        }
        for line in entry.list("reseal") {
            if let Some((name, seal)) = line.split_once('|')
                && let Some(seat) = now.seats.iter_mut().find(|seat| seat.name == name)
            {
                seal.clone_into(&mut seat.seal);
            }
        }
        let letters = now
            .closed
            .as_ref()
            .map_or(now.letters, |closed| closed.letters);
        now.pending
            .retain(|letter| letter.letter > letters && letter.link.is_empty());
        now.closed = None;
        now.extended = 0;
        // What was corrected since the run before is told with this one too: its report may be the first one mailed.
        let run = now.draw;
        now.notices.retain(|notice| notice.run + 1 == run);
        now.proof = Proof {
            server: entry.text("server").to_owned(),
            contrib: entry.list("contrib").to_vec(),
            rolls: entry.list("rolls").to_vec(),
        };
        now.last = lines;
        Ok(())
    }
}

/// What a letter brought, as it was kept.
fn brought(part: &Entry) -> Result<Brought, serde_json::Error> {
    fn rows<T: serde::de::DeserializeOwned>(rows: &[String]) -> Result<Vec<T>, serde_json::Error> {
        rows.iter().map(|row| serde_json::from_str(row)).collect()
    }
    let drops = part.list("drops").iter();
    Ok(Brought {
        answers: rows::<AnswerRow>(part.list("answers"))?,
        sent: rows::<SentRow>(part.list("sent"))?,
        drops: drops.filter_map(|id| id.parse().ok()).collect(),
        standing: rows::<StandingRow>(part.list("standing"))?,
    })
}

fn read_wait(line: &str) -> Option<Wait> {
    let mut parts = line.splitn(3, '|').map(str::to_owned);
    Some(Wait {
        seat: parts.next()?,
        side: parts.next()?,
        key: parts.next()?,
    })
}

/// The records of all runs, one after the other, from the sealed part.
pub fn records(folder: &Path) -> Kept<impl Iterator<Item = Kept<(u64, Vec<String>)>> + use<>> {
    let parts = Log::empty(Which::Sealed, folder).read_on()?;
    let mut last = 0;
    Ok(parts.filter_map(move |part| match part {
        Err(error) => Some(Err(error)),
        Ok(part) => {
            let draw = u64::try_from(part.int("draw")).unwrap_or(0);
            // A run repeated after a crash gives the same lines.
            let fresh = part.kind() == "run" && draw != last;
            if fresh {
                last = draw;
            }
            fresh.then(|| Ok((draw, part.list("record").to_vec())))
        }
    }))
}

/// Keeps the list of runs that no rewind has voided.
pub fn keep_live(live: &mut Vec<u64>, entry: &Entry) {
    let number = |name: &str| u64::try_from(entry.int(name)).unwrap_or(0);
    match entry.kind() {
        "draw" => live.push(number("draw")),
        "rewind" => live.retain(|draw| *draw <= number("to_draw")),
        _ => {}
    }
}
