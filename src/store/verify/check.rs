//! Checking the entries of a journal one after the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::error::{Kept, StoreError};
use super::super::keeper::{Replayer, keep_live, parse_steps, records, state_text};
use super::super::log::{Entry, short};
use super::super::now::Now;
use super::super::secrets::{self, Secrets};
use super::ahead::Ahead;
use super::parts::Parts;
use super::{Verified, number};
use crate::engine::dice::{
    Contribution, Grade, Stream, draw_seed, is_hex64, opens, order_digest, record_digest, roll,
    state_digest,
};
use crate::engine::game::Game;
use crate::engine::record::Step;

/// The first of some lines that is not what it should be, as a sentence.
fn differs(what: &str, right: &[String], written: &[String]) -> Option<String> {
    let longest = right.len().max(written.len());
    let n = (0..longest).find(|n| right.get(*n) != written.get(*n))?;
    let nth = n + 1;
    Some(match (right.get(n), written.get(n)) {
        (Some(right), Some(written)) => {
            format!("its {what} {nth} should be `{right}` and is `{written}`")
        }
        (Some(right), None) => format!("its {what} {nth} is missing; it should be `{right}`"),
        (_, written) => {
            let written = written.map_or("", String::as_str);
            format!("its {what} {nth}, `{written}`, is none of the run's")
        }
    })
}

/// Runs with their records, one after the other.
pub(super) type Runs = Box<dyn Iterator<Item = Kept<(u64, Vec<String>)>>>;

/// The state of the checking.
pub(super) struct Check<'a, G: Game> {
    pub folder: &'a Path,
    pub path: PathBuf,
    pub now: &'a Now<G::State>,
    pub secrets: Option<Secrets>,
    pub parts: Parts,
    pub ahead: &'a Ahead,
    pub seats: BTreeMap<String, String>,
    /// The links of the two chains shown last.
    pub server: [String; 2],
    pub closed: Option<Entry>,
    pub live: Vec<u64>,
    /// The game played again; `None` once rules of another program got in the way.
    pub replayer: Option<Replayer<'a, G>>,
    /// Positions that a rewind will go back to.
    pub kept: BTreeMap<u64, Replayer<'a, G>>,
    /// The sealed runs, read again for their opening.
    pub opened: Option<Runs>,
    /// Whether the game is paused.
    pub paused: bool,
    /// Rulings that stand, each with the run before it, and how many of them have taken effect.
    pub rulings: Vec<(u64, String)>,
    pub ruled: usize,
    /// How many took effect in each run that stands.
    pub taken: BTreeMap<u64, usize>,
    pub found: Verified,
}

impl<G: Game> Check<'_, G> {
    pub(super) fn bad<T>(&self, entry: &Entry, what: impl Into<String>) -> Kept<T> {
        Err(StoreError::damaged(&self.path, what).at(entry.seq))
    }

    pub(super) fn genesis(&self) -> Kept {
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

    pub(super) fn entry(&mut self, entry: Entry) -> Kept {
        match entry.kind() {
            "close" => self.close(entry),
            "draw" => self.draw(&entry),
            "rewind" => self.rewind(&entry),
            "ruling" => self.ruling(&entry),
            "extend" | "pause" | "resume" | "seat" | "answer" => self.order(&entry),
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
        let terms = &self.now.terms;
        let book = terms.mixed_in(genesis, draw, closed.list("book"));
        let link = match (&self.secrets, self.ahead.links.get(&draw)) {
            (Some(secrets), _) => secrets.sealed.link(draw).map_err(|error| {
                StoreError::damaged(Path::new(secrets::FILE), error.to_string())
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
        if self.paused {
            return self.bad(entry, "the game was paused; it should have waited");
        }
        self.rulings_taken(entry, &record)?;
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
        if let Some(what) = differs("roll", &rolls, entry.list("rolls")) {
            return self.bad(entry, what);
        }
        if let Some(what) = differs("event", &events, entry.list("events")) {
            return self.bad(entry, what);
        }
        Ok(())
    }

    fn rewind(&mut self, entry: &Entry) -> Kept {
        self.mark(entry)?;
        let to = number(entry.int("to_draw"));
        if !self.live.contains(&to) {
            return self.bad(entry, format!("run {to} is not there to go back to"));
        }
        keep_live(&mut self.live, entry);
        self.closed = None;
        self.rulings.retain(|(after, _)| *after < to);
        self.taken.retain(|draw, _| *draw <= to);
        self.ruled = self.taken.values().sum();
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
    pub(super) fn end(&self) -> Kept {
        match self.replayer.as_ref().map(Replayer::look) {
            Some(Err(fault)) => Err(StoreError::damaged(&self.path, fault.to_string())),
            _ => Ok(()),
        }
    }
}
