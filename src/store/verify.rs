//! Verifying a game whole: chains, seals, links, every die, every digest, and a replay of the rules.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use super::error::{Kept, StoreError};
use super::keeper::{Keeper, Replayer, beginning, keep_live, parse_steps, records, state_text};
use super::log::{Entry, Log, LogReader, Which, short};
use super::now::Now;
use super::secrets::Secrets;
use crate::engine::dice::{
    Contribution, Grade, Stream, book_digest, draw_seed, is_hex64, opens, order_digest,
    record_digest, roll, state_digest,
};
use crate::engine::game::Game;
use crate::engine::record::Step;

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

/// Told how far the work is: done and all, in bytes.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// Verifies a game; the error names the first entry that does not hold and what it should have been.
///
/// Both logs are read side by side, entry by entry: the age of a game costs no memory.
pub fn verify<G: Game>(folder: &Path, progress: Progress<'_>) -> Kept<Verified> {
    let strictly = |which| Ok(LogReader::new(&Log::empty(which, folder))?.strictly());
    let ahead = Ahead::of(&folder.join(Which::Journal.file()))?;
    let (mut entries, mut parts) = (strictly(Which::Journal)?, strictly(Which::Sealed)?);
    let (data, now) = beginning::<G>(folder, &mut entries, &mut parts)?;
    let secrets = match Secrets::read(folder, &now.terms.game) {
        Ok(secrets) => Some(secrets),
        // A finished game has opened its chain: anybody can verify it without the secrets.
        Err(_) if ahead.ended => None,
        Err(error) => return Err(error),
    };
    let mut check = Check::<G> {
        folder,
        path: entries.log().path.clone(),
        now: &now,
        secrets,
        parts: Parts::new(parts),
        server: ahead.seals.clone(),
        ahead: &ahead,
        seats: now
            .seats
            .iter()
            .map(|seat| (seat.name.clone(), seat.seal.clone()))
            .collect(),
        closed: None,
        live: Vec::new(),
        replayer: Some(Replayer::new(&data, now.state.clone())),
        kept: BTreeMap::new(),
        opened: None,
        found: Verified::default(),
    };
    check.genesis()?;
    let size = std::fs::metadata(&check.path).map_or(0, |data| data.len());
    while let Some(entry) = entries.next().transpose()? {
        check.entry(entry)?;
        if entries.log().next % 256 == 0 {
            progress(entries.log().len, size);
        }
    }
    check.end()?;
    let Check {
        mut found,
        replayer,
        mut parts,
        ..
    } = check;
    parts.finish()?;
    found.entries = usize::try_from(entries.log().next).unwrap_or(0);
    found.parts = usize::try_from(parts.reader.log().next).unwrap_or(0);
    found.head.clone_from(&entries.log().head);
    if let Some(replayer) = replayer {
        same_checkpoint::<G>(folder, &replayer.state)?;
    }
    Ok(found)
}

/// What must be known of the journal before it is read.
struct Ahead {
    /// The seals of the two chains.
    seals: [String; 2],
    /// Runs that a rewind goes back to.
    targets: Vec<u64>,
    /// The opened links of the sealed chain.
    links: BTreeMap<u64, String>,
    /// Whether the game is over.
    ended: bool,
}

impl Ahead {
    /// Scans the lines of the journal. What it finds is only a hint: every entry is checked when it is read.
    fn of(journal: &Path) -> Kept<Self> {
        let bad = |error| StoreError::disk(journal, &error);
        let mut ahead = Self {
            seals: [String::new(), String::new()],
            targets: Vec::new(),
            links: BTreeMap::new(),
            ended: false,
        };
        let text = |line: &str, name: &str| {
            let value = line.strip_prefix(name)?.strip_prefix(" = ")?;
            Some(value.trim_end().trim_matches('"').to_owned())
        };
        let (mut kind, mut draw) = (String::new(), 0);
        let mut file = BufReader::new(File::open(journal).map_err(bad)?);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if file.read_until(b'\n', &mut bytes).map_err(bad)? == 0 {
                return Ok(ahead);
            }
            let line = String::from_utf8_lossy(&bytes);
            if let Some(found) = text(&line, "kind") {
                ahead.ended |= found == "end";
                kind = found;
            } else if let Some(found) = text(&line, "draw") {
                draw = found.parse().unwrap_or(0);
            } else if let Some(found) = text(&line, "to_draw") {
                ahead.targets.extend(found.parse::<u64>());
            } else if let Some(found) = text(&line, "server_public") {
                ahead.seals[0] = found;
            } else if let Some(found) = text(&line, "server_sealed") {
                ahead.seals[1] = found;
            } else if kind == "open"
                && let Some(found) = text(&line, "server")
            {
                ahead.links.insert(draw, found);
            }
        }
    }
}

fn number(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// The newest checkpoint must be where the journal leads.
fn same_checkpoint<G: Game>(folder: &Path, state: &G::State) -> Kept {
    let keeper = Keeper::<G>::open(folder, super::disk::Disk::default())?;
    if keeper.now.state != *state {
        let path = folder.join("checkpoints");
        let what = "the newest checkpoint is not the position that the journal leads to";
        return Err(StoreError::damaged(&path, what)
            .remedy("move the checkpoints away: they are made again from the journal"));
    }
    Ok(())
}

/// The sealed parts, read along with the journal.
struct Parts {
    reader: LogReader,
    /// Letters since the last run that was read.
    letters: Vec<Entry>,
    /// The run read last.
    run: Option<Entry>,
}

impl Parts {
    const fn new(reader: LogReader) -> Self {
        Self {
            reader,
            letters: Vec::new(),
            run: None,
        }
    }

    /// Reads on; tells whether a part was there.
    fn step(&mut self) -> Kept<bool> {
        let Some(part) = self.reader.next().transpose()? else {
            return Ok(false);
        };
        match part.kind() {
            "letter" => self.letters.push(part),
            "run" => {
                let twin = self.run.as_ref();
                if let Some(twin) = twin.filter(|twin| twin.int("draw") == part.int("draw"))
                    && twin.list("record") != part.list("record")
                {
                    let what = format!("run {} stands here twice and differs", part.int("draw"));
                    return Err(StoreError::damaged(&self.reader.log().path, what).at(part.seq));
                }
                self.run = Some(part);
            }
            _ => {}
        }
        Ok(true)
    }

    /// Reads up to the close of a draw, so that its letters are known.
    fn letter(&mut self, draw: u64, seat: &str, digest: &str) -> Kept<Option<&Entry>> {
        let wanted = |letter: &Entry| {
            number(letter.int("draw")) == draw
                && letter.text("seat") == seat
                && letter.text("digest") == digest
        };
        while !self.letters.iter().any(wanted) {
            let ahead = self
                .run
                .as_ref()
                .is_some_and(|run| number(run.int("draw")) >= draw);
            if ahead || !self.step()? {
                return Ok(None);
            }
        }
        Ok(self.letters.iter().find(|letter| wanted(letter)))
    }

    /// The record of a run.
    fn record(&mut self, draw: u64) -> Kept<Option<Vec<String>>> {
        let is = |run: &Option<Entry>| {
            run.as_ref()
                .is_some_and(|run| number(run.int("draw")) == draw)
        };
        while !is(&self.run) {
            if !self.step()? {
                return Ok(None);
            }
        }
        // Letters for this run are done with; those that came after its close stay.
        self.letters
            .retain(|letter| number(letter.int("draw")) > draw);
        Ok(self.run.as_ref().map(|run| run.list("record").to_vec()))
    }

    /// Reads what is left.
    fn finish(&mut self) -> Kept {
        while self.step()? {}
        Ok(())
    }
}

/// Runs with their records, one after the other.
type Runs = Box<dyn Iterator<Item = Kept<(u64, Vec<String>)>>>;

/// The state of the checking.
struct Check<'a, G: Game> {
    folder: &'a Path,
    path: PathBuf,
    now: &'a Now<G::State>,
    secrets: Option<Secrets>,
    parts: Parts,
    ahead: &'a Ahead,
    seats: BTreeMap<String, String>,
    /// The links of the two chains shown last.
    server: [String; 2],
    closed: Option<Entry>,
    live: Vec<u64>,
    /// The game played again; `None` once rules of another program got in the way.
    replayer: Option<Replayer<'a, G>>,
    /// Positions that a rewind will go back to.
    kept: BTreeMap<u64, Replayer<'a, G>>,
    /// The sealed runs, read again for their opening.
    opened: Option<Runs>,
    found: Verified,
}

impl<G: Game> Check<'_, G> {
    fn bad<T>(&self, entry: &Entry, what: impl Into<String>) -> Kept<T> {
        Err(StoreError::damaged(&self.path, what).at(entry.seq))
    }

    fn genesis(&self) -> Kept {
        let bad = |what: String| Err(StoreError::damaged(&self.path, what).at(0));
        if let Some(secrets) = &self.secrets {
            let seals = [secrets.public.seal(), secrets.sealed.seal()];
            for (published, seal) in self.server.iter().zip(&seals) {
                if published != seal {
                    let (published, seal) = (short(published), short(seal));
                    return bad(format!("a seal is {published}, the chain's is {seal}"));
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
            return bad("a seal is copied".to_owned());
        }
        Ok(())
    }

    fn entry(&mut self, entry: Entry) -> Kept {
        match entry.kind() {
            "close" => self.close(entry),
            "draw" => self.draw(&entry),
            "rewind" => self.rewind(&entry),
            "open" => self.open(&entry),
            "genesis" => self.bad(&entry, "a second genesis"),
            _ => Ok(()),
        }
    }

    fn close(&mut self, entry: Entry) -> Kept {
        let draw = self.found.draws + 1;
        if number(entry.int("draw")) != draw {
            return self.bad(&entry, format!("a close of draw {draw} is due"));
        }
        let mut seats: Vec<&str> = Vec::new();
        for row in entry.list("book") {
            let Some((seat, digest)) = row.split_once('|') else {
                return self.bad(&entry, format!("`{row}` is no row of the book"));
            };
            seats.push(seat);
            // The book must name a letter of that seat, and the letter must have that digest.
            let path = self.parts.reader.log().path.clone();
            let Some(letter) = self.parts.letter(draw, seat, digest)? else {
                let what = format!("the book names a letter of {seat} that is not kept");
                return self.bad(&entry, what);
            };
            let (blind, text) = (letter.text("blind"), letter.text("text"));
            let right = order_digest(&self.now.genesis, draw, seat, blind, text);
            if right != digest {
                let (right, digest) = (short(&right), short(digest));
                let what = format!("the letter's digest is {right}, the book says {digest}");
                return Err(StoreError::damaged(&path, what).at(letter.seq));
            }
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
                &entry,
                "book, absent and unasked are not all seats, once each",
            );
        }
        self.closed = Some(entry);
        Ok(())
    }

    fn draw(&mut self, entry: &Entry) -> Kept {
        let draw = number(entry.int("draw"));
        let Some(closed) = self.closed.take().filter(|_| draw == self.found.draws + 1) else {
            return self.bad(entry, format!("draw {draw} was not closed"));
        };
        let server = entry.text("server");
        if !opens(server, &self.server[0]) {
            return self.bad(entry, "the referee's link does not open its seal");
        }
        server.clone_into(&mut self.server[0]);
        let parts = self.contributions(entry, &closed)?;
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
        let link = match (&self.secrets, self.ahead.links.get(&draw)) {
            (Some(secrets), _) => secrets.sealed.link(draw).map_err(|error| {
                StoreError::damaged(Path::new(super::secrets::FILE), error.to_string())
            })?,
            (None, Some(link)) => link.clone(),
            (None, None) => return self.bad(entry, "its sealed link is neither kept nor opened"),
        };
        if !opens(&link, &self.server[1]) {
            return self.bad(entry, "the sealed link does not open its seal");
        }
        self.server[1].clone_from(&link);

        let Some(lines) = self.parts.record(draw)? else {
            return self.bad(entry, "its sealed part is missing");
        };
        let digest = record_digest(&link, &lines);
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
        let record = parse_steps(&self.parts.reader.log().path, &lines)?;
        let seeds = [(Stream::Public, server), (Stream::Sealed, link.as_str())]
            .map(|(stream, link)| draw_seed(genesis, draw, stream, link, &parts, &book, value));
        self.dice(entry, &record, &seeds)?;
        self.found.draws = draw;
        self.found.steps += record.len();
        self.live.push(draw);
        self.replay(entry, record, &link)
    }

    /// Plays the run again and compares the digest of the position.
    fn replay(&mut self, entry: &Entry, record: Vec<Step>, link: &str) -> Kept {
        let draw = self.found.draws;
        let Some(replayer) = &mut self.replayer else {
            self.found.not_replayed.push(draw);
            return Ok(());
        };
        if let Err(fault) = replayer.feed(record) {
            if entry.int("rules") == G::RULES {
                return self.bad(entry, fault.to_string());
            }
            // An older program made it: the game went on from its checkpoint.
            self.replayer = None;
            self.found.not_replayed.push(draw);
            return Ok(());
        }
        let digest = state_digest(link, &state_text(self.folder, &replayer.state)?);
        if self.ahead.targets.contains(&draw) {
            self.kept.insert(draw, replayer.clone());
        }
        if digest != entry.text("state") {
            let (digest, said) = (short(&digest), short(entry.text("state")));
            let what = format!("the position has digest {digest}, the entry says {said}");
            return self.bad(entry, what);
        }
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
                    self.found.rolls += 1;
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

    fn rewind(&mut self, entry: &Entry) -> Kept {
        let to = number(entry.int("to_draw"));
        if !self.live.contains(&to) {
            return self.bad(entry, format!("run {to} is not there to go back to"));
        }
        keep_live(&mut self.live, entry);
        self.closed = None;
        if let Some(then) = self.kept.get(&to) {
            self.replayer = Some(then.clone());
        }
        Ok(())
    }

    fn open(&mut self, entry: &Entry) -> Kept {
        let mut runs = match self.opened.take() {
            Some(runs) => runs,
            None => Box::new(records(self.folder)?),
        };
        let draw = number(entry.int("draw"));
        let run = runs.next().transpose()?;
        self.opened = Some(runs);
        if run.is_none_or(|(d, record)| d != draw || record != entry.list("rolls")) {
            let what = format!("what is opened is not the sealed part of run {draw}");
            return self.bad(entry, what);
        }
        Ok(())
    }

    /// The last run must lead to what is recorded as open.
    fn end(&self) -> Kept {
        match self.replayer.as_ref().map(Replayer::look) {
            Some(Err(fault)) => Err(StoreError::damaged(&self.path, fault.to_string())),
            _ => Ok(()),
        }
    }
}
