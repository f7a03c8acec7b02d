//! Verifying a game whole: chains, seals, links, every die, every digest, and a replay of the rules.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::{Kept, StoreError};
use super::keeper::{Keeper, beginning, parse_steps, state_text};
use super::log::{Entry, Log, Which, short};
use super::now::Now;
use super::secrets::Secrets;
use crate::engine::dice::{
    Contribution, Grade, Stream, book_digest, draw_seed, is_hex64, opens, order_digest,
    record_digest, roll, state_digest,
};
use crate::engine::game::Game;
use crate::engine::inputs::Inputs;
use crate::engine::record::Step;
use crate::engine::run::{End, Start, run};
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;

/// What was verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Entries of the journal.
    pub entries: usize,
    /// Parts of the sealed log.
    pub parts: usize,
    /// Runs.
    pub draws: u64,
    /// Rolls, open and hidden.
    pub rolls: usize,
    /// Steps of the record that were replayed.
    pub steps: usize,
    /// The head of the journal.
    pub head: String,
    /// Runs that an older program made and this one could not repeat.
    pub not_replayed: Vec<u64>,
}

/// A run as the logs give it.
struct Drawn {
    entry: i64,
    draw: u64,
    rules: i64,
    record: Vec<Step>,
    state: String,
    sealed_link: String,
}

/// Told how far the work is: done and all.
pub type Progress<'p> = &'p mut dyn FnMut(usize, usize);

/// Verifies a game; the error names the first entry that does not hold and what it should have been.
pub fn verify<G: Game>(folder: &Path, progress: Progress<'_>) -> Kept<Verified> {
    let mut journal = Log::empty(Which::Journal, folder);
    let mut sealed = Log::empty(Which::Sealed, folder);
    let (entries, parts) = (journal.read_on()?, sealed.read_on()?);
    same_bytes(&journal, &entries)?;
    same_bytes(&sealed, &parts)?;
    let (data, now) = beginning::<G>(folder, &journal, &entries, &parts)?;
    let open = entries.iter().any(|entry| entry.kind() == "end");
    let secrets = match Secrets::read(folder, &now.terms.game) {
        Ok(secrets) => Some(secrets),
        // A finished game has opened its chain: anybody can verify it without the secrets.
        Err(_) if open => None,
        Err(error) => return Err(error),
    };
    let mut check = Check {
        journal: &journal,
        now: &now,
        secrets,
        parts: Parts::of(&sealed, &parts)?,
        opened: entries
            .iter()
            .filter(|entry| entry.kind() == "open")
            .map(|entry| (number(entry.int("draw")), entry))
            .collect(),
        seats: now
            .seats
            .iter()
            .map(|seat| (seat.name.clone(), seat.seal.clone()))
            .collect(),
        server: [
            entries[0].text("server_public").to_owned(),
            entries[0].text("server_sealed").to_owned(),
        ],
        closed: None,
        draws: 0,
        rolls: 0,
        live: Vec::new(),
        branches: Vec::new(),
    };
    check.genesis(&entries[0])?;
    let total = entries.len() * 2;
    for (n, entry) in entries.iter().enumerate().skip(1) {
        check.entry(entry)?;
        if n % 256 == 0 {
            progress(n, total);
        }
    }
    let Check {
        draws,
        rolls,
        live,
        mut branches,
        ..
    } = check;
    branches.push(live);
    let mut not_replayed = Vec::new();
    let mut steps = 0;
    let mut last_state = None;
    for branch in &branches {
        let replayed = replay::<G>(folder, &data, &now, &journal.path, branch)?;
        steps += branch.iter().map(|drawn| drawn.record.len()).sum::<usize>();
        not_replayed.extend(replayed.missed);
        last_state = replayed.state;
        progress(entries.len() + steps.min(entries.len()), total);
    }
    if not_replayed.is_empty() {
        same_checkpoint::<G>(folder, last_state)?;
    }
    Ok(Verified {
        entries: entries.len(),
        parts: parts.len(),
        draws,
        rolls,
        steps,
        head: journal.head,
        not_replayed,
    })
}

fn number(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// A log must be exactly what its entries print as: even a blank that was added is found.
fn same_bytes(log: &Log, entries: &[Entry]) -> Kept {
    let bytes = super::disk::read_from(&log.path, 0)?;
    let mut at = 0;
    for entry in entries {
        let text = entry.render(log.which);
        if bytes.get(at..at + text.len()) != Some(text.as_bytes()) {
            let what = "the text is not as it was written, though its values are";
            return Err(StoreError::damaged(&log.path, what).at(entry.seq));
        }
        at += text.len();
    }
    if at != bytes.len() {
        let what = format!(
            "{} bytes behind the last entry belong to none",
            bytes.len() - at
        );
        return Err(StoreError::damaged(&log.path, what).at(log.next));
    }
    Ok(())
}

/// The newest checkpoint must be where the journal leads.
fn same_checkpoint<G: Game>(folder: &Path, state: Option<G::State>) -> Kept {
    let keeper = Keeper::<G>::open(folder, super::disk::Disk::default())?;
    let Some(state) = state else { return Ok(()) };
    if keeper.now.state != state {
        let path = folder.join("checkpoints");
        let what = "the newest checkpoint is not the position that the journal leads to";
        return Err(StoreError::damaged(&path, what)
            .remedy("move the checkpoints away: they are made again from the journal"));
    }
    Ok(())
}

/// The sealed parts by what they belong to.
struct Parts<'a> {
    path: &'a Path,
    runs: BTreeMap<u64, &'a Entry>,
    letters: BTreeMap<(u64, String), Vec<&'a Entry>>,
}

impl<'a> Parts<'a> {
    fn of(log: &'a Log, parts: &'a [Entry]) -> Kept<Self> {
        let mut found = Self {
            path: &log.path,
            runs: BTreeMap::new(),
            letters: BTreeMap::new(),
        };
        for part in parts {
            match part.kind() {
                "run" => {
                    let draw = number(part.int("draw"));
                    if let Some(first) = found.runs.get(&draw)
                        && first.list("record") != part.list("record")
                    {
                        let what = format!("run {draw} stands here twice and differs");
                        return Err(StoreError::damaged(&log.path, what).at(part.seq));
                    }
                    found.runs.insert(draw, part);
                }
                "letter" => {
                    let key = (number(part.int("draw")), part.text("seat").to_owned());
                    found.letters.entry(key).or_default().push(part);
                }
                _ => {}
            }
        }
        Ok(found)
    }
}

/// The state of the checking.
struct Check<'a, S> {
    journal: &'a Log,
    now: &'a Now<S>,
    secrets: Option<Secrets>,
    parts: Parts<'a>,
    opened: BTreeMap<u64, &'a Entry>,
    seats: BTreeMap<String, String>,
    /// The links of the two chains shown last.
    server: [String; 2],
    closed: Option<&'a Entry>,
    draws: u64,
    rolls: usize,
    live: Vec<Drawn>,
    branches: Vec<Vec<Drawn>>,
}

impl<'a, S> Check<'a, S> {
    fn bad<T>(&self, entry: &Entry, what: impl Into<String>) -> Kept<T> {
        Err(StoreError::damaged(&self.journal.path, what).at(entry.seq))
    }

    fn genesis(&self, entry: &Entry) -> Kept {
        if let Some(secrets) = &self.secrets {
            for (name, seal) in [
                ("public", secrets.public.seal()),
                ("sealed", secrets.sealed.seal()),
            ] {
                let published = entry.text(&format!("server_{name}"));
                if published != seal {
                    return self.bad(
                        entry,
                        format!(
                            "the {name} seal is {}, the chain's is {}",
                            short(published),
                            short(&seal)
                        ),
                    );
                }
            }
        }
        let mut seals: Vec<&String> = self
            .seats
            .values()
            .filter(|seal| *seal != "plain")
            .collect();
        seals.extend(&self.server);
        seals.sort_unstable();
        if seals.windows(2).any(|pair| pair[0] == pair[1]) {
            return self.bad(entry, "a seal is copied");
        }
        Ok(())
    }

    fn entry(&mut self, entry: &'a Entry) -> Kept {
        match entry.kind() {
            "close" => self.close(entry),
            "draw" => self.draw(entry),
            "rewind" => self.rewind(entry),
            "open" => self.open(entry),
            "genesis" => self.bad(entry, "a second genesis"),
            _ => Ok(()),
        }
    }

    fn close(&mut self, entry: &'a Entry) -> Kept {
        if number(entry.int("draw")) != self.draws + 1 {
            return self.bad(entry, format!("a close of draw {} is due", self.draws + 1));
        }
        let mut seats: Vec<&str> = Vec::new();
        for row in entry.list("book") {
            let Some((seat, digest)) = row.split_once('|') else {
                return self.bad(entry, format!("`{row}` is no row of the book"));
            };
            seats.push(seat);
            self.check_book(entry, seat, digest)?;
        }
        seats.extend(entry.list("absent").iter().map(String::as_str));
        seats.extend(entry.list("unasked").iter().map(String::as_str));
        seats.sort_unstable();
        if !seats
            .iter()
            .copied()
            .eq(self.seats.keys().map(String::as_str))
        {
            return self.bad(
                entry,
                "book, absent and unasked are not all seats, once each",
            );
        }
        self.closed = Some(entry);
        Ok(())
    }

    /// The book must name a letter of that seat, and the letter must have that digest.
    fn check_book(&self, entry: &Entry, seat: &str, digest: &str) -> Kept {
        let draw = self.draws + 1;
        let letters = self.parts.letters.get(&(draw, seat.to_owned()));
        let Some(letter) = letters
            .into_iter()
            .flatten()
            .find(|letter| letter.text("digest") == digest)
        else {
            return self.bad(
                entry,
                format!("the book names a letter of {seat} that is not kept"),
            );
        };
        let blind = letter.text("blind");
        let right = order_digest(&self.now.genesis, draw, seat, blind, letter.text("text"));
        if right != digest {
            return Err(StoreError::damaged(
                self.parts.path,
                format!(
                    "the letter's digest is {}, the book says {}",
                    short(&right),
                    short(digest)
                ),
            )
            .at(letter.seq));
        }
        Ok(())
    }

    fn draw(&mut self, entry: &'a Entry) -> Kept {
        let draw = number(entry.int("draw"));
        let Some(closed) = self.closed.take().filter(|_| draw == self.draws + 1) else {
            return self.bad(entry, format!("draw {draw} was not closed"));
        };
        let server = entry.text("server");
        if !opens(server, &self.server[0]) {
            return self.bad(entry, "the referee's link does not open its seal");
        }
        server.clone_into(&mut self.server[0]);
        let parts = self.contributions(entry, closed)?;
        let (value, signature) = (entry.text("beacon_value"), entry.text("beacon_sig"));
        let wants_beacon = self.now.terms.beacon != "none";
        if entry.int("beacon_round") != closed.int("beacon_round")
            || wants_beacon == value.is_empty()
            || wants_beacon == signature.is_empty()
        {
            return self.bad(entry, "the beacon is not the one announced at the close");
        }
        let genesis = &self.now.genesis;
        let book = if self.now.terms.is_late() {
            let rows: Vec<(&str, &str)> = closed
                .list("book")
                .iter()
                .filter_map(|row| row.split_once('|'))
                .collect();
            book_digest(genesis, draw, &rows)
        } else {
            String::new()
        };
        let link = match (&self.secrets, self.opened.get(&draw)) {
            (Some(secrets), _) => secrets.sealed.link(draw).map_err(|error| {
                StoreError::damaged(Path::new(super::secrets::FILE), error.to_string())
            })?,
            (None, Some(opened)) => opened.text("server").to_owned(),
            (None, None) => return self.bad(entry, "its sealed link is neither kept nor opened"),
        };
        if !opens(&link, &self.server[1]) {
            return self.bad(entry, "the sealed link does not open its seal");
        }
        self.server[1].clone_from(&link);

        let Some(part) = self.parts.runs.get(&draw).copied() else {
            return self.bad(entry, "its sealed part is missing");
        };
        let lines = part.list("record");
        let digest = record_digest(&link, lines);
        if digest != entry.text("sealed_digest") {
            return self.bad(
                entry,
                format!(
                    "the sealed part has digest {}, the entry says {}",
                    short(&digest),
                    short(entry.text("sealed_digest"))
                ),
            );
        }
        let record = parse_steps(self.parts.path, lines)?;
        let seeds = [(Stream::Public, server), (Stream::Sealed, link.as_str())]
            .map(|(stream, link)| draw_seed(genesis, draw, stream, link, &parts, &book, value));
        self.dice(entry, &record, &seeds)?;
        self.live.push(Drawn {
            entry: entry.seq,
            draw,
            rules: entry.int("rules"),
            record,
            state: entry.text("state").to_owned(),
            sealed_link: link,
        });
        self.draws = draw;
        Ok(())
    }

    fn contributions(&mut self, entry: &Entry, closed: &Entry) -> Kept<Vec<Contribution>> {
        let mut parts = Vec::new();
        for line in entry.list("contrib") {
            let Ok(part) = line.parse::<Contribution>() else {
                return self.bad(entry, format!("`{line}` is no contribution"));
            };
            parts.push(part);
        }
        let names: Vec<&str> = parts.iter().map(|part| part.seat.as_str()).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(self.seats.keys().map(String::as_str)) {
            return self.bad(entry, "the contributors are not all seats, once each");
        }
        for part in &parts {
            let seal = self.seats.get(&part.seat).cloned().unwrap_or_default();
            let absent = closed.list("absent").contains(&part.seat);
            let unasked = closed.list("unasked").contains(&part.seat);
            let fits = match part.grade {
                Grade::Absent => absent,
                Grade::Unasked => unasked,
                Grade::Plain => !absent && !unasked && seal == "plain",
                Grade::Withheld => {
                    !absent && !unasked && seal != "plain" && self.now.terms.reveal == "after-close"
                }
                Grade::Sealed => !absent && !unasked && seal != "plain",
            };
            if !fits {
                return self.bad(
                    entry,
                    format!("{} cannot be graded {}", part.seat, part.grade),
                );
            }
            if part.grade == Grade::Sealed {
                if !opens(&part.value, &seal) {
                    return self.bad(
                        entry,
                        format!("the link of {} does not open the seal", part.seat),
                    );
                }
                self.seats.insert(part.seat.clone(), part.value.clone());
            }
        }
        for row in entry.list("reseal") {
            match row.split_once('|') {
                Some((seat, seal)) if self.seats.contains_key(seat) && is_hex64(seal) => {
                    self.seats.insert(seat.to_owned(), seal.to_owned());
                }
                _ => return self.bad(entry, format!("`{row}` is no new seal")),
            }
        }
        Ok(parts)
    }

    /// Every die must be the one its seed gives, and the public lines those of the record.
    fn dice(&mut self, entry: &Entry, record: &[Step], seeds: &[String; 2]) -> Kept {
        let mut labels: Vec<&str> = Vec::new();
        let (mut rolls, mut events) = (Vec::new(), Vec::new());
        for step in record {
            match step {
                Step::Roll {
                    label,
                    spec,
                    values,
                    hidden,
                } => {
                    let right = roll(&seeds[usize::from(*hidden)], label, *spec);
                    if right != *values {
                        return self.bad(
                            entry,
                            format!("the roll {label} should be {right:?} and is {values:?}"),
                        );
                    }
                    labels.push(label);
                    if !hidden {
                        rolls.push(step.public_line());
                    }
                    self.rolls += 1;
                }
                Step::Told { open: true, .. } => events.push(step.public_line()),
                _ => {}
            }
        }
        labels.sort_unstable();
        if let Some(twice) = labels.windows(2).find(|pair| pair[0] == pair[1]) {
            return self.bad(entry, format!("the label {} occurs twice", twice[0]));
        }
        if rolls != entry.list("rolls") {
            return self.bad(entry, "its rolls are not those of the run");
        }
        if events != entry.list("events") {
            return self.bad(entry, "its events are not those of the run");
        }
        Ok(())
    }

    fn rewind(&mut self, entry: &'a Entry) -> Kept {
        let to = number(entry.int("to_draw"));
        let Some(at) = self.live.iter().position(|drawn| drawn.draw == to) else {
            return self.bad(entry, format!("run {to} is not there to go back to"));
        };
        self.closed = None;
        // What is voided was played too: it is replayed as it was.
        let kept: Vec<Drawn> = self.live[..=at].iter().map(Drawn::copy).collect();
        self.branches.push(std::mem::replace(&mut self.live, kept));
        Ok(())
    }

    fn open(&self, entry: &Entry) -> Kept {
        let draw = number(entry.int("draw"));
        let part = self.parts.runs.get(&draw);
        if part.is_none_or(|part| part.list("record") != entry.list("rolls")) {
            return self.bad(
                entry,
                format!("what is opened is not the sealed part of run {draw}"),
            );
        }
        Ok(())
    }
}

impl Drawn {
    fn copy(&self) -> Self {
        Self {
            entry: self.entry,
            draw: self.draw,
            rules: self.rules,
            record: self.record.clone(),
            state: self.state.clone(),
            sealed_link: self.sealed_link.clone(),
        }
    }
}

struct Replayed<S> {
    state: Option<S>,
    missed: Vec<u64>,
}

/// Plays a row of runs again from the first position, and compares the digest of each checkpoint.
fn replay<G: Game>(
    folder: &Path,
    data: &G::Data,
    now: &Now<G::State>,
    journal: &Path,
    branch: &[Drawn],
) -> Kept<Replayed<G::State>> {
    let record: Vec<Step> = branch
        .iter()
        .flat_map(|drawn| drawn.record.iter().cloned())
        .collect();
    // For each run: how much of the record lies before the checkpoint that its digest is of.
    let mut wanted: BTreeMap<usize, Vec<&Drawn>> = BTreeMap::new();
    let (mut count, mut last_end) = (0, 0);
    for drawn in branch {
        for step in &drawn.record {
            count += 1;
            if matches!(step, Step::End { .. }) {
                last_end = count;
            }
        }
        wanted.entry(last_end).or_default().push(drawn);
    }
    let mut wrong: Option<StoreError> = None;
    let mut compare = |at: usize, state: &G::State| {
        let Some(runs) = wanted.get(&at).filter(|_| wrong.is_none()) else {
            return;
        };
        match state_text(folder, state) {
            Err(error) => wrong = Some(error),
            Ok(text) => {
                for drawn in runs {
                    let digest = state_digest(&drawn.sealed_link, &text);
                    if digest != drawn.state && wrong.is_none() {
                        let what = format!(
                            "the position has digest {}, the entry says {}",
                            short(&digest),
                            short(&drawn.state)
                        );
                        wrong = Some(StoreError::damaged(journal, what).at(drawn.entry));
                    }
                }
            }
        }
    };
    compare(0, &now.state);
    let inputs = Inputs::<G>::default();
    let ran = run(Start {
        data,
        state: now.state.clone(),
        record: &record,
        inputs: &inputs,
        dice: DiceSource::None,
        bot: None,
        keep: Keep::ALL,
        watch: Some(&mut compare),
    });
    if let Some(error) = wrong {
        return Err(error);
    }
    if let End::Broken(fault) = ran.end {
        let old = branch.iter().filter(|drawn| drawn.rules != G::RULES);
        let missed: Vec<u64> = old.map(|drawn| drawn.draw).collect();
        if !missed.is_empty() {
            return Ok(Replayed {
                state: None,
                missed,
            });
        }
        let entry = branch.last().map_or(0, |drawn| drawn.entry);
        return Err(StoreError::damaged(journal, fault.to_string()).at(entry));
    }
    let state = ran.checkpoint.or_else(|| Some(now.state.clone()));
    Ok(Replayed {
        state,
        missed: Vec::new(),
    })
}
