//! The keeper of one game: takes letters, runs the rules, writes it all down.
//!
//! Every write can be the last one before a crash. A letter counts once it stands in the sealed part. A run begins
//! with a close, which freezes what it may use; the same run repeated after a crash gives the same bytes; its
//! public entry makes it done.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::beacon;
use super::disk::Disk;
use super::error::{Kept, StoreError, Trouble};
use super::log::{Entry, Log, Which};
use super::now::{Closed, FORMAT, Mark, Notice, Now, Pending, Proof, Terms, Wait};
use super::secrets::Secrets;
use crate::engine::decision::Question;
use crate::engine::dice::{
    Contribution, Grade, PROTOCOL, Stream, book_digest, draw_seed, opens, order_digest,
    record_digest, state_digest,
};
use crate::engine::event::Told;
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Setup, Side as _};
use crate::engine::inputs::{Inputs, Pace, SentRow, StandingRow};
use crate::engine::letters::{self, Receipt};
use crate::engine::record::{LineId, Step};
use crate::engine::run::{End, Ran, Start, run};
use crate::engine::seats::{Seat, seating_problems, who};
use crate::engine::source::DiceSource;
use crate::engine::table::{Keep, read_told};

/// The folder of checkpoints in a game's folder.
const CHECKPOINTS: &str = "checkpoints";
/// So many of the newest checkpoints are kept, and every so-manieth for good.
const KEPT: u64 = 64;

/// How often and how long the lock of a game is waited for: a run takes a few milliseconds.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: std::time::Duration = std::time::Duration::from_millis(25);

/// So many origins of letters are remembered, so that none is taken twice after a crash.
const ORIGINS: usize = 256;

/// What a new game is made from.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The game's id: `a-z 0-9 -`.
    pub id: String,
    /// Scenario and switches.
    pub setup: Setup,
    /// Who is at the table.
    pub seats: Vec<Seat>,
    /// The pace.
    pub pace: Pace,
    /// `with-orders` or `after-close`.
    pub reveal: String,
    /// `none` or `drand-quicknet`.
    pub beacon: String,
    /// `default` or `wait`.
    pub missing: String,
    /// How many draws the chains can serve.
    pub chain: u64,
    /// Two secrets of 64 hex digits, from the system's generator.
    pub secrets: [String; 2],
    /// When it was made.
    pub time: String,
}

/// How a run is asked for.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The time, as it is to be recorded.
    pub time: String,
    /// The time in seconds, for the beacon.
    pub seconds: i64,
    /// Sides whose deadline has passed, by id.
    pub late: Vec<String>,
}

/// What a run came to.
#[derive(Debug)]
pub enum Turn {
    /// Nothing to do until these seats have answered.
    Waits(Vec<String>),
    /// The orders are closed; these seats owe their link.
    WaitsForLinks(Vec<String>),
    /// The orders are closed; the beacon's round is not there yet.
    WaitsForBeacon(i64),
    /// The run with this number was made.
    Ran(u64),
    /// The game is over.
    Over,
}

/// The keeper of one game.
pub struct Keeper<G: Game> {
    /// The game's folder.
    pub folder: PathBuf,
    /// Board, counters, tables and switches.
    pub data: G::Data,
    /// Where the game stands.
    pub now: Now<G::State>,
    disk: Disk,
    journal: Log,
    sealed: Log,
    /// A run whose sealed part is written and whose public entry is not.
    unpublished: Option<(u64, Vec<String>)>,
    _lock: File,
}

/// Locks a game, so that two programs at once are harmless.
fn lock(folder: &Path) -> Kept<File> {
    let path = folder.join("lock");
    let file = File::options()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|error| StoreError::disk(&path, &error))?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(std::fs::TryLockError::Error(error)) => {
                return Err(StoreError::disk(&path, &error));
            }
        }
    }
    let what = "another fieldpost is at work on this game";
    Err(StoreError::new(Trouble::Busy, &path, what).remedy("try again in a moment"))
}

fn set_up<G: Game>(folder: &Path, terms: &Terms) -> Kept<(G::Data, G::State)> {
    let switches = terms
        .switches
        .iter()
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let setup = Setup {
        scenario: terms.scenario.clone(),
        switches,
    };
    G::set_up(&setup).map_err(|error| StoreError::user(folder, error.to_string()))
}

impl<G: Game> Keeper<G> {
    /// Makes a new game in `games/<id>`.
    pub fn create(games: &Path, disk: Disk, new: NewGame) -> Kept<Self> {
        let folder = games.join(&new.id);
        let user = |what: String| StoreError::user(&folder, what);
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if new.id.is_empty() || new.id.starts_with('-') || !new.id.chars().all(fits) {
            return Err(user(format!(
                "`{}` cannot be a game's id: a-z, 0-9 and -",
                new.id
            )));
        }
        if folder.exists() {
            return Err(user("there is such a game already".to_owned()).remedy("choose another id"));
        }
        let sides: Vec<&str> = G::Side::ALL.iter().map(|side| side.id()).collect();
        let problems = seating_problems(&new.seats, &sides);
        if !problems.is_empty() {
            return Err(user(problems.join("; ")));
        }
        let seals: Vec<&String> = new
            .seats
            .iter()
            .filter(|seat| seat.is_sealed())
            .map(|seat| &seat.seal)
            .collect();
        if (1..seals.len()).any(|n| seals[..n].contains(&seals[n])) {
            return Err(user(
                "two seats have the same seal: one of them is copied".to_owned(),
            ));
        }
        let terms = Terms {
            game: new.id.clone(),
            module: G::NAME.to_owned(),
            scenario: new.setup.scenario.clone(),
            switches: new
                .setup
                .switches
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            pace: new.pace,
            reveal: new.reveal.clone(),
            beacon: new.beacon.clone(),
            missing: new.missing.clone(),
        };
        // The data must be good before anything is written.
        set_up::<G>(&folder, &terms)?;
        let secrets = Secrets::new(&new.id, &new.secrets, new.chain)
            .map_err(|error| user(error.to_string()))?;

        // All is made in a folder of another name: after a crash there is a whole game or none.
        let draft = games.join(format!(".new-{}", new.id));
        disk.make_folder(games)?;
        if draft.exists() {
            std::fs::remove_dir_all(&draft).map_err(|error| StoreError::disk(&draft, &error))?;
        }
        disk.make_folder(&draft)?;
        disk.make_folder(&draft.join(CHECKPOINTS))?;
        disk.make_folder(&draft.join("inbox"))?;
        disk.make_folder(&draft.join("reports"))?;
        secrets.write(&disk, &draft)?;
        let mut journal = Log::empty(Which::Journal, &draft);
        journal.append(&disk, vec![genesis(&new, &terms, &secrets, G::RULES)])?;
        let mut sealed = Log::empty(Which::Sealed, &draft);
        let mut part = Entry::new("genesis");
        part.set("format", FORMAT);
        part.set("game", new.id.as_str());
        let langs = new
            .seats
            .iter()
            .map(|seat| format!("{}|{}", seat.name, seat.lang));
        part.set("languages", langs.collect::<Vec<_>>());
        sealed.append(&disk, vec![part])?;
        disk.rename(&draft, &folder)?;
        Self::open(&folder, disk)
    }

    /// Opens a game: reads its newest checkpoint and what has come since.
    pub fn open(folder: &Path, disk: Disk) -> Kept<Self> {
        if !folder.join(Which::Journal.file()).exists() {
            return Err(StoreError::user(folder, "there is no game here"));
        }
        let lock = lock(folder)?;
        match newest_checkpoint(folder)? {
            Some(path) => {
                let now = read_checkpoint::<G>(&path)?;
                let (data, _) = set_up::<G>(folder, &now.terms)?;
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
                    _lock: lock,
                };
                keeper.catch_up()?;
                Ok(keeper)
            }
            None => Self::from_the_start(folder, disk, lock),
        }
    }

    /// Adds the logs up from their first entry.
    fn from_the_start(folder: &Path, disk: Disk, lock: File) -> Kept<Self> {
        let mut journal = Log::empty(Which::Journal, folder);
        let mut sealed = Log::empty(Which::Sealed, folder);
        let (entries, parts) = (journal.read_on()?, sealed.read_on()?);
        let (data, now) = beginning::<G>(folder, &journal, &entries, &parts)?;
        let folder = folder.to_owned();
        let mut keeper = Self {
            folder,
            data,
            now,
            disk,
            journal,
            sealed,
            unpublished: None,
            _lock: lock,
        };
        keeper.add_up(&entries[1..], &parts[1..])?;
        Ok(keeper)
    }

    /// Reads what the logs hold behind the checkpoint.
    fn catch_up(&mut self) -> Kept {
        let (entries, parts) = (self.journal.read_on()?, self.sealed.read_on()?);
        self.add_up(&entries, &parts)
    }

    /// Adds entries and parts, in the order in which they were written.
    ///
    /// Each public entry that belongs to a sealed part was written after it.
    fn add_up(&mut self, entries: &[Entry], parts: &[Entry]) -> Kept {
        let mut parts = parts.iter().peekable();
        for entry in entries {
            let wanted = match entry.kind() {
                "close" => "close",
                "draw" => "run",
                _ => "",
            };
            if !wanted.is_empty() {
                let draw = entry.int("draw");
                loop {
                    let Some(part) = parts.next() else {
                        let what = format!("the sealed part of draw {draw} is missing");
                        return Err(StoreError::damaged(&self.sealed.path, what)
                            .at(self.sealed.next)
                            .remedy("restore the file from a backup; nothing was changed"));
                    };
                    self.add_part(part)?;
                    if part.kind() == wanted && part.int("draw") == draw {
                        break;
                    }
                }
            }
            self.add_entry(entry)?;
        }
        parts.try_for_each(|part| self.add_part(part))?;
        self.mark();
        Ok(())
    }

    fn mark(&mut self) {
        self.now.journal = Mark::of(&self.journal);
        self.now.sealed = Mark::of(&self.sealed);
    }

    fn add_part(&mut self, part: &Entry) -> Kept {
        match part.kind() {
            "letter" => {
                let bad = |error: serde_json::Error| {
                    StoreError::damaged(&self.sealed.path, error.to_string()).at(part.seq)
                };
                let number = u32::try_from(part.int("letter")).unwrap_or(u32::MAX);
                let rows = |name: &str| part.list(name).iter();
                let sent: Vec<SentRow> = rows("sent")
                    .map(|row| serde_json::from_str(row))
                    .collect::<Result<_, _>>()
                    .map_err(bad)?;
                let standing: Vec<StandingRow> = rows("standing")
                    .map(|row| serde_json::from_str(row))
                    .collect::<Result<_, _>>()
                    .map_err(bad)?;
                if !part.text("origin").is_empty() {
                    self.now.origins.push(part.text("origin").to_owned());
                    let surplus = self.now.origins.len().saturating_sub(ORIGINS);
                    self.now.origins.drain(..surplus);
                }
                self.add_letter(
                    Pending {
                        letter: number,
                        seat: part.text("seat").to_owned(),
                        digest: part.text("digest").to_owned(),
                        link: part.text("link").to_owned(),
                        reseal: part.text("reseal").to_owned(),
                    },
                    part.int("retract") == 1,
                    sent,
                    standing,
                );
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
            "run" => {
                let draw = u64::try_from(part.int("draw")).unwrap_or(0);
                self.unpublished = Some((draw, part.list("record").to_vec()));
            }
            _ => {}
        }
        Ok(())
    }

    fn add_letter(
        &mut self,
        pending: Pending,
        retract: bool,
        sent: Vec<SentRow>,
        standing: Vec<StandingRow>,
    ) {
        let now = &mut self.now;
        now.letters = pending.letter;
        let sides = now
            .seat(&pending.seat)
            .map(|seat| seat.sides.clone())
            .unwrap_or_default();
        if retract {
            now.sent.retain(|row| !sides.contains(&row.side));
        }
        // New lines sent ahead replace older ones of the same kind: the last plan counts.
        now.sent.retain(|old| {
            !old.bound.is_empty()
                || !sent
                    .iter()
                    .any(|new| new.bound.is_empty() && new.side == old.side && new.kind == old.kind)
        });
        now.sent.extend(sent);
        for row in standing {
            now.standing.retain(|old| {
                (&old.side, &old.kind, &old.subject, &old.condition)
                    != (&row.side, &row.kind, &row.subject, &row.condition)
            });
            if row.wish != "forget" {
                now.standing.push(row);
            }
        }
        now.pending.push(pending);
    }

    fn add_entry(&mut self, entry: &Entry) -> Kept {
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
                self.go_back(to)?;
                self.notice(entry, to.to_string());
            }
            "ruling" => {
                self.now.rulings.push(entry.text("words").to_owned());
                self.notice(entry, entry.text("words").to_owned());
            }
            "end" => entry.text("outcome").clone_into(&mut self.now.over),
            _ => {}
        }
        Ok(())
    }

    fn notice(&mut self, entry: &Entry, what: String) {
        self.now.notices.push(Notice {
            kind: entry.kind().to_owned(),
            what,
            reason: entry.text("reason").to_owned(),
            by: entry.text("by").to_owned(),
        });
    }

    /// Takes in a run that is done. `state` is the new position at the checkpoint, if the caller has it.
    fn settle(
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
        if let Some(state) = state {
            now.state = state;
        }
        let rest = end.map_or(&all[..], |end| &all[end + 1..]);
        now.record = rest.iter().map(Step::to_string).collect();
        now.draw = u64::try_from(entry.int("draw")).unwrap_or(now.draw);
        now.rules = G::RULES;
        now.waits = entry
            .list("waits")
            .iter()
            .filter_map(|line| read_wait(line))
            .collect();
        let mut spent: Vec<LineId> = Vec::new();
        let mut ruled = 0;
        for step in &new {
            match step {
                Step::Answer { source, .. } => spent.extend(source.lines()),
                Step::Lapsed { lines } => spent.extend(lines),
                Step::Ruled { .. } => ruled += 1,
                _ => {}
            }
        }
        now.rulings.drain(..ruled.min(now.rulings.len()));
        let open: Vec<String> = now.waits.iter().map(|wait| wait.key.clone()).collect();
        now.sent.retain(|row| {
            let id = LineId {
                letter: row.letter,
                line: row.line,
            };
            !spent.contains(&id) && (row.bound.is_empty() || open.contains(&row.bound))
        });
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
        now.notices.clear();
        now.proof = Proof {
            server: entry.text("server").to_owned(),
            contrib: entry.list("contrib").to_vec(),
            rolls: entry.list("rolls").to_vec(),
        };
        now.last = lines;
        Ok(())
    }

    fn replay(&self, inputs: &Inputs<G>, record: &[Step]) -> Ran<G> {
        run(Start {
            data: &self.data,
            state: self.now.state.clone(),
            record,
            inputs,
            dice: DiceSource::None,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        })
    }

    fn broken(&self, fault: &Fault) -> StoreError {
        StoreError::new(Trouble::Program, &self.sealed.path, fault.to_string())
            .at(self.sealed.next - 1)
            .remedy("the game is stopped and nothing was published; the other games go on")
    }

    /// Looks at the open questions without rolling anything.
    pub fn look(&self) -> Kept<Look<G>> {
        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let mut inputs = self.now.inputs::<G>(&[]);
        // Only what was asked, whatever has been answered since.
        inputs.sent.clear();
        let ran = self.replay(&inputs, &record);
        match ran.end {
            End::Waiting(questions) => Ok(Look {
                questions,
                state: ran.state,
            }),
            End::Over(_) => Ok(Look {
                questions: Vec::new(),
                state: ran.state,
            }),
            // Nothing has been rolled yet: the first run is still to come.
            End::Broken(Fault::NoDice(_)) => Ok(Look {
                questions: Vec::new(),
                state: ran.state,
            }),
            End::Broken(fault) => Err(self.broken(&fault)),
        }
    }

    /// The questions open for a seat.
    pub fn open_for<'l>(&self, look: &'l Look<G>, seat: &str) -> Vec<&'l Question<G>> {
        look.questions
            .iter()
            .filter(|question| {
                let desk = question.decision.kind().desk;
                who(&self.now.seats, question.side.id(), desk)
                    .is_some_and(|deciding| deciding.name == seat)
            })
            .collect()
    }

    /// Takes a letter: what of it counts is durable when this returns.
    ///
    /// `origin` says where it came from; a letter from the same origin is taken once. Empty: every time.
    pub fn submit(
        &mut self,
        seat: &str,
        text: &str,
        origin: &str,
        call: &Call,
    ) -> Kept<Receipt<G>> {
        let Some(seat) = self.now.seat(seat).cloned() else {
            let names: Vec<&str> = self
                .now
                .seats
                .iter()
                .map(|seat| seat.name.as_str())
                .collect();
            let what = format!(
                "no seat `{seat}` in this game; there are {}",
                names.join(", ")
            );
            return Err(StoreError::user(&self.folder, what));
        };
        if self.knows(origin) {
            let what = "this letter was taken before";
            return Err(StoreError::user(&self.folder, what).remedy("nothing is to be done"));
        }
        if self.now.closed.is_some() && !self.now.terms.is_late() {
            // A run was cut off: it is finished first, so that the letter meets the questions of now.
            self.run(call)?;
        }
        let number = self.now.letters + 1;
        let look = self.look()?;
        let open = self.open_for(&look, &seat.name);
        let others: Vec<&Question<G>> = look
            .questions
            .iter()
            .filter(|question| {
                seat.plays(question.side.id()) && !open.iter().any(|own| own.key == question.key)
            })
            .collect();
        let mut receipt = letters::receive::<G>(&letters::Letter {
            data: &self.data,
            state: &look.state,
            seat: &seat,
            open: &open,
            others: &others,
            seats: &self.now.seats,
            number,
            text,
            closed: self.now.closed.is_some(),
            over: !self.now.over.is_empty(),
        });
        let owed = seat.is_sealed()
            && self.now.asked().contains(&seat.name)
            && !self
                .now
                .pending
                .iter()
                .any(|one| one.seat == seat.name && !one.link.is_empty());
        receipt.link_missing = owed && receipt.link.is_none();
        if receipt.says_nothing() {
            receipt.still_open = self.still_open(&seat.name)?;
            return Ok(receipt);
        }
        let secrets = self.secrets()?;
        let blind = secrets
            .blind(&self.now.genesis, number)
            .map_err(|error| StoreError::damaged(&self.folder, error.to_string()))?;
        let draw = self.now.draw + 1;
        let digest = order_digest(&self.now.genesis, draw, &seat.name, &blind, text);
        let mut part = Entry::new("letter");
        part.set("letter", i64::from(number));
        part.set("seat", seat.name.as_str());
        part.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
        part.set("time", call.time.as_str());
        part.set("blind", blind.as_str());
        part.set("digest", digest.as_str());
        part.set("origin", origin);
        part.set("text", text);
        part.set("link", receipt.link.clone().unwrap_or_default());
        part.set("reseal", receipt.reseal.clone().unwrap_or_default());
        part.set("retract", i64::from(receipt.retract));
        let json = |row: &dyn erased::Row| row.json();
        part.set(
            "sent",
            receipt.sent.iter().map(|row| json(row)).collect::<Vec<_>>(),
        );
        part.set(
            "standing",
            receipt
                .standing
                .iter()
                .map(|row| json(row))
                .collect::<Vec<_>>(),
        );
        let done = self.sealed.append(&self.disk, vec![part])?;
        for part in &done {
            self.add_part(part)?;
        }
        self.now.sealed = Mark::of(&self.sealed);
        receipt.digest = digest;
        receipt.blind = blind;
        receipt.still_open = self.still_open(&seat.name)?;
        Ok(receipt)
    }

    /// Whether a letter of this origin was taken before.
    pub fn knows(&self, origin: &str) -> bool {
        !origin.is_empty() && self.now.origins.iter().any(|one| one == origin)
    }

    /// The keys of a seat's questions that nothing answers yet.
    pub fn still_open(&self, seat: &str) -> Kept<Vec<String>> {
        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let inputs = self.now.inputs::<G>(&[]);
        let ran = self.replay(&inputs, &record);
        let End::Waiting(questions) = ran.end else {
            return Ok(Vec::new());
        };
        if ran
            .steps
            .iter()
            .any(|step| matches!(step, Step::Answer { .. }))
        {
            return Ok(Vec::new());
        }
        let look = Look {
            questions,
            state: ran.state,
        };
        Ok(self
            .open_for(&look, seat)
            .iter()
            .map(|question| question.key.clone())
            .collect())
    }

    fn secrets(&self) -> Kept<Secrets> {
        Secrets::read(&self.folder, &self.now.terms.game)
    }

    /// Whether all that are asked have answered, or are late.
    fn is_ready(&self, late: &[String]) -> Kept<bool> {
        let has_link = |name: &str| {
            self.now
                .pending
                .iter()
                .any(|letter| letter.seat == name && !letter.link.is_empty())
        };
        if self.now.terms.reveal == "with-orders" {
            for name in self.now.asked() {
                let Some(seat) = self.now.seat(&name) else {
                    continue;
                };
                let is_late = seat.sides.iter().any(|side| late.contains(side));
                if seat.is_sealed() && !has_link(&name) && !is_late {
                    return Ok(false);
                }
            }
        }
        if self.now.draw == 0 {
            return Ok(true);
        }
        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let inputs = self.now.inputs::<G>(late);
        let ran = self.replay(&inputs, &record);
        match ran.end {
            End::Waiting(_) => Ok(!ran.steps.is_empty()),
            End::Over(_) | End::Broken(Fault::NoDice(_)) => Ok(true),
            End::Broken(fault) => Err(self.broken(&fault)),
        }
    }

    /// Runs the rules if all have answered: at most one run.
    pub fn run(&mut self, call: &Call) -> Kept<Turn> {
        if !self.now.over.is_empty() {
            return Ok(Turn::Over);
        }
        if self.now.closed.is_none() {
            if self.now.terms.missing == "wait" && !call.late.is_empty() {
                let what = "this game waits for missing players; nobody can be called late";
                return Err(StoreError::user(&self.folder, what)
                    .remedy("have the player answer, or seat a substitute"));
            }
            if !self.is_ready(&call.late)? {
                return Ok(Turn::Waits(self.unanswered(&call.late)?));
            }
            self.close(call)?;
        }
        let Some(closed) = self.now.closed.clone() else {
            return Ok(Turn::Waits(Vec::new()));
        };
        if !closed.published {
            self.publish_close(&closed)?;
        }
        self.make_draw(&closed, call)
    }

    /// Seats that have not answered.
    fn unanswered(&self, late: &[String]) -> Kept<Vec<String>> {
        let mut seats = Vec::new();
        for name in self.now.asked() {
            let Some(seat) = self.now.seat(&name) else {
                continue;
            };
            let is_late = seat.sides.iter().any(|side| late.contains(side));
            let sent_link = self
                .now
                .pending
                .iter()
                .any(|one| one.seat == name && !one.link.is_empty());
            let owes_link =
                seat.is_sealed() && self.now.terms.reveal == "with-orders" && !sent_link;
            if !is_late && (owes_link || !self.still_open(&name)?.is_empty()) {
                seats.push(name);
            }
        }
        Ok(seats)
    }

    /// Freezes what the next run may use.
    fn close(&mut self, call: &Call) -> Kept {
        let asked = self.now.asked();
        let (mut book, mut absent, mut unasked) = (Vec::new(), Vec::new(), Vec::new());
        for seat in &self.now.seats {
            let letters: Vec<&Pending> = self
                .now
                .pending
                .iter()
                .filter(|one| one.seat == seat.name)
                .collect();
            let linked = letters.iter().any(|one| !one.link.is_empty());
            let counts = !seat.is_sealed() || linked || self.now.terms.reveal == "after-close";
            if !asked.contains(&seat.name) {
                unasked.push(seat.name.clone());
            } else if let Some(last) = letters.last()
                && counts
            {
                book.push(format!("{}|{}", seat.name, last.digest));
            } else {
                absent.push(seat.name.clone());
            }
        }
        let beacon_round = match self.now.terms.beacon.as_str() {
            "none" => 0,
            _ => beacon::round_after(call.seconds),
        };
        let draw = self.now.draw + 1;
        let mut part = Entry::new("close");
        part.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
        part.set("time", call.time.as_str());
        part.set("late", call.late.clone());
        part.set("book", book);
        part.set("absent", absent);
        part.set("unasked", unasked);
        part.set("letters", i64::from(self.now.letters));
        part.set("beacon_round", beacon_round);
        let done = self.sealed.append(&self.disk, vec![part])?;
        done.iter().try_for_each(|part| self.add_part(part))
    }

    fn publish_close(&mut self, closed: &Closed) -> Kept {
        let mut entry = Entry::new("close");
        entry.set("draw", i64::try_from(closed.draw).unwrap_or(i64::MAX));
        entry.set("book", closed.book.clone());
        entry.set("absent", closed.absent.clone());
        entry.set("unasked", closed.unasked.clone());
        entry.set("beacon_round", closed.beacon_round);
        entry.set("time", closed.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        done.iter().try_for_each(|entry| self.add_entry(entry))
    }

    /// What each seat brings to the draw, and its new seals.
    fn contributions(&self, closed: &Closed) -> (Vec<Contribution>, Vec<String>, Vec<String>) {
        let (mut parts, mut reseals, mut owing) = (Vec::new(), Vec::new(), Vec::new());
        for seat in &self.now.seats {
            let pending = || self.now.pending.iter().filter(|one| one.seat == seat.name);
            let link = pending().filter(|one| opens(&one.link, &seat.seal)).last();
            let in_book = closed.book.iter().any(|row| {
                row.split_once('|')
                    .is_some_and(|(name, _)| name == seat.name)
            });
            let (grade, value) = if closed.unasked.contains(&seat.name) {
                (Grade::Unasked, String::new())
            } else if !in_book {
                (Grade::Absent, String::new())
            } else if !seat.is_sealed() {
                (Grade::Plain, String::new())
            } else if let Some(letter) = link {
                (Grade::Sealed, letter.link.clone())
            } else {
                owing.push(seat.name.clone());
                (Grade::Withheld, String::new())
            };
            parts.push(Contribution {
                seat: seat.name.clone(),
                grade,
                value,
            });
            if let Some(letter) = pending().filter(|one| !one.reseal.is_empty()).last() {
                reseals.push(format!("{}|{}", seat.name, letter.reseal));
            }
        }
        (parts, reseals, owing)
    }

    /// Makes the draw of a close: runs the rules and writes down what came of it.
    fn make_draw(&mut self, closed: &Closed, call: &Call) -> Kept<Turn> {
        let (contributions, reseals, owing) = self.contributions(closed);
        let late_link = |name: &String| {
            self.now
                .seat(name)
                .is_some_and(|seat| seat.sides.iter().any(|side| call.late.contains(side)))
        };
        if !owing.iter().all(late_link) {
            return Ok(Turn::WaitsForLinks(owing));
        }
        let beacon = match closed.beacon_round {
            0 => None,
            round => match beacon::read(&self.folder, round)? {
                Some(beacon) => Some(beacon),
                None => return Ok(Turn::WaitsForBeacon(round)),
            },
        };
        let secrets = self.secrets()?;
        let spent = |error: crate::engine::dice::ChainError| {
            StoreError::damaged(&self.folder.join(super::secrets::FILE), error.to_string())
        };
        let draw = closed.draw;
        let server = secrets.public.link(draw).map_err(spent)?;
        let server_sealed = secrets.sealed.link(draw).map_err(spent)?;
        let genesis = &self.now.genesis;
        let book = if self.now.terms.is_late() {
            let rows: Vec<(&str, &str)> = closed
                .book
                .iter()
                .filter_map(|row| row.split_once('|'))
                .collect();
            book_digest(genesis, draw, &rows)
        } else {
            String::new()
        };
        let value = beacon
            .as_ref()
            .map(|beacon| beacon.value.clone())
            .unwrap_or_default();
        let seed = |stream, link: &str| {
            draw_seed(genesis, draw, stream, link, &contributions, &book, &value)
        };
        let dice = DiceSource::Draw {
            public: seed(Stream::Public, &server),
            sealed: seed(Stream::Sealed, &server_sealed),
        };

        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let mut late = closed.late.clone();
        // Orders whose link was withheld are void: the side is as good as missing.
        late.extend(
            owing
                .iter()
                .filter_map(|name| self.now.seat(name))
                .flat_map(|seat| seat.sides.clone()),
        );
        let mut inputs = self.now.inputs::<G>(&late);
        inputs.sent.retain(|sent| sent.id.letter <= closed.letters);
        inputs.sent.retain(|sent| {
            !owing
                .iter()
                .filter_map(|name| self.now.seat(name))
                .any(|seat| seat.plays(sent.side.id()))
        });
        let ran = run(Start {
            data: &self.data,
            state: self.now.state.clone(),
            record: &record,
            inputs: &inputs,
            dice,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        });
        let (waits, outcome) = match &ran.end {
            End::Waiting(questions) => (self.waits(questions), None),
            End::Over(outcome) => (Vec::new(), Some(outcome)),
            End::Broken(fault) => return Err(self.broken(fault)),
        };
        let impossible = G::broken(&self.data, &ran.state);
        if !impossible.is_empty() {
            return Err(self.broken(&Fault::Impossible(impossible.join("; "))));
        }
        let outcome = outcome.map(|outcome| {
            let winner = outcome.winner.map_or("nobody", |side| side.id());
            format!("{winner}|{}|{}", outcome.why.key, outcome.rule)
        });
        let lines: Vec<String> = ran.steps.iter().map(Step::to_string).collect();

        // The sealed part first, then the public entry: with it the run is done.
        match &self.unpublished {
            Some((written, written_lines)) if *written == draw => {
                if *written_lines != lines {
                    let fault = Fault::Diverged {
                        recorded: format!("{} lines written before a crash", written_lines.len()),
                        now: format!("{} other lines", lines.len()),
                    };
                    return Err(self.broken(&fault));
                }
            }
            _ => {
                let mut part = Entry::new("run");
                part.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
                part.set("record", lines.clone());
                self.sealed.append(&self.disk, vec![part])?;
            }
        }
        self.unpublished = None;
        let state = ran.checkpoint.as_ref().unwrap_or(&self.now.state);
        let state_text = state_text(&self.folder, state)?;
        let public = |wanted: fn(&Step) -> bool| -> Vec<String> {
            ran.steps
                .iter()
                .filter(|step| step.is_public() && wanted(step))
                .map(Step::public_line)
                .collect()
        };
        let mut entry = Entry::new("draw");
        entry.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
        entry.set("server", server);
        entry.set(
            "contrib",
            contributions
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
        );
        entry.set("reseal", reseals);
        entry.set("beacon_round", closed.beacon_round);
        entry.set(
            "beacon_sig",
            beacon.map(|beacon| beacon.signature).unwrap_or_default(),
        );
        entry.set("beacon_value", value);
        entry.set("rolls", public(|step| matches!(step, Step::Roll { .. })));
        entry.set("events", public(|step| matches!(step, Step::Told { .. })));
        entry.set("waits", waits.iter().map(write_wait).collect::<Vec<_>>());
        entry.set("sealed_digest", record_digest(&server_sealed, &lines));
        entry.set("state", state_digest(&server_sealed, &state_text));
        entry.set("rules", G::RULES);
        let done = self.journal.append(&self.disk, vec![entry])?;
        for entry in &done {
            self.settle(entry, lines.clone(), Some(ran.checkpoint.clone()))?;
        }
        if let Some(outcome) = outcome {
            self.finish(&secrets, &outcome, &call.time)?;
        }
        self.write_checkpoint()?;
        Ok(Turn::Ran(draw))
    }

    fn waits(&self, questions: &[Question<G>]) -> Vec<Wait> {
        questions
            .iter()
            .map(|question| {
                let side = question.side.id();
                let seat = who(&self.now.seats, side, question.decision.kind().desk);
                Wait {
                    seat: seat.map(|seat| seat.name.clone()).unwrap_or_default(),
                    side: side.to_owned(),
                    key: question.key.clone(),
                }
            })
            .collect()
    }

    /// Opens the sealed chain: from now on anybody can verify everything.
    fn finish(&mut self, secrets: &Secrets, outcome: &str, time: &str) -> Kept {
        let mut records = self.all_records()?;
        // After a crash some may be open already.
        let opened = self
            .entries()?
            .iter()
            .filter(|entry| entry.kind() == "open")
            .count();
        records.drain(..opened.min(records.len()));
        let mut entries = Vec::new();
        for (draw, record) in records {
            let mut entry = Entry::new("open");
            entry.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
            let link = secrets
                .sealed
                .link(draw)
                .map_err(|error| StoreError::damaged(&self.folder, error.to_string()))?;
            entry.set("server", link);
            entry.set("rolls", record);
            entries.push(entry);
        }
        let mut end = Entry::new("end");
        end.set("outcome", outcome);
        end.set("time", time);
        entries.push(end);
        let done = self.journal.append(&self.disk, entries)?;
        done.iter().try_for_each(|entry| self.add_entry(entry))
    }

    /// The records of all runs, from the sealed part.
    fn all_records(&self) -> Kept<Vec<(u64, Vec<String>)>> {
        let mut log = Log::empty(Which::Sealed, &self.folder);
        let parts = log.read_on()?;
        let mut records: Vec<(u64, Vec<String>)> = Vec::new();
        for part in parts.iter().filter(|part| part.kind() == "run") {
            let draw = u64::try_from(part.int("draw")).unwrap_or(0);
            // A run repeated after a crash gives the same lines.
            if records.last().is_none_or(|(last, _)| *last != draw) {
                records.push((draw, part.list("record").to_vec()));
            }
        }
        Ok(records)
    }

    /// Finishes what a crash may have cut off: a close without its draw, a game over without its end, a missing
    /// checkpoint.
    pub fn mend(&mut self, call: &Call) -> Kept {
        if self.now.closed.is_some() && !self.now.terms.is_late() {
            self.run(call)?;
        }
        if self.now.over.is_empty() && self.now.draw > 0 && self.now.waits.is_empty() {
            let record = parse_steps(&self.sealed.path, &self.now.record)?;
            let ran = self.replay(&Inputs::default(), &record);
            if let End::Over(outcome) = ran.end {
                let winner = outcome.winner.map_or("nobody", |side| side.id());
                let outcome = format!("{winner}|{}|{}", outcome.why.key, outcome.rule);
                let secrets = self.secrets()?;
                self.finish(&secrets, &outcome, &call.time)?;
            }
        }
        let path = checkpoint_path(&self.folder, self.now.draw);
        if self.now.draw > 0 && !path.exists() {
            self.write_checkpoint()?;
        }
        Ok(())
    }

    fn write_checkpoint(&mut self) -> Kept {
        self.mark();
        let path = checkpoint_path(&self.folder, self.now.draw);
        let text = toml::to_string(&self.now)
            .map_err(|error| StoreError::new(Trouble::Program, &path, error.to_string()))?;
        self.disk.make_folder(&self.folder.join(CHECKPOINTS))?;
        self.disk.replace(&path, text.as_bytes(), true)?;
        if let Some(old) = self.now.draw.checked_sub(KEPT)
            && old % KEPT != 0
        {
            self.disk.remove(&checkpoint_path(&self.folder, old))?;
        }
        Ok(())
    }

    /// Goes back to the end of a run. What came after stays in the journal; every decision is asked again and every
    /// die is new.
    pub fn rewind(&mut self, to: u64, reason: &str, by: &str, call: &Call) -> Kept {
        if self.now.closed.is_some() {
            self.run(call)?;
        }
        if to == 0 || to > self.now.draw {
            let what = format!(
                "there are runs 1 to {}; {to} is none of them",
                self.now.draw
            );
            return Err(StoreError::user(&self.folder, what));
        }
        if !self.now.over.is_empty() {
            let what = "the game is over and its sealed chain is open: no die could be secret";
            return Err(StoreError::user(&self.folder, what));
        }
        // It must be possible before it is written.
        self.state_after(to)?;
        let mut entry = Entry::new("rewind");
        entry.set("to_draw", i64::try_from(to).unwrap_or(i64::MAX));
        entry.set("reason", reason);
        entry.set("by", by);
        entry.set("time", call.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        for entry in &done {
            self.add_entry(entry)?;
        }
        self.write_checkpoint()
    }

    /// Where the game stood after a run that has not been voided.
    fn state_after(&self, to: u64) -> Kept<Now<G::State>> {
        let mut journal = Log::empty(Which::Journal, &self.folder);
        let entries = journal.read_on()?;
        let live = live_draws(&entries);
        if !live.contains(&to) {
            let what = format!("run {to} was itself voided by a rewind");
            return Err(StoreError::user(&self.folder, what));
        }
        let path = checkpoint_path(&self.folder, to);
        if path.exists() {
            let then = read_checkpoint::<G>(&path)?;
            // A rewind writes its checkpoint over that of the last run before it.
            if then.draw == to && then.genesis == self.now.genesis && live_at(&entries, &then, to) {
                return Ok(then);
            }
        }
        let mut sealed = Log::empty(Which::Sealed, &self.folder);
        let parts = sealed.read_on()?;
        let (_, mut then) = beginning::<G>(&self.folder, &journal, &entries, &parts)?;
        let mut record: Vec<String> = Vec::new();
        for (draw, lines) in self.all_records()? {
            if live.contains(&draw) && draw <= to {
                record.extend(lines);
            }
        }
        let steps = parse_steps(&self.sealed.path, &record)?;
        let inputs = Inputs::<G>::default();
        let ran = run(Start {
            data: &self.data,
            state: then.state.clone(),
            record: &steps,
            inputs: &inputs,
            dice: DiceSource::None,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        });
        if let End::Broken(fault) = &ran.end {
            return Err(self.broken(fault));
        }
        if let Some(state) = ran.checkpoint {
            then.state = state;
        }
        let end = steps
            .iter()
            .rposition(|step| matches!(step, Step::End { .. }));
        record.drain(..end.map_or(0, |end| end + 1));
        then.record = record;
        if let End::Waiting(questions) = &ran.end {
            then.waits = self.waits(questions);
        }
        Ok(then)
    }

    fn go_back(&mut self, to: u64) -> Kept {
        let then = self.state_after(to)?;
        let now = &mut self.now;
        now.state = then.state;
        now.record = then.record;
        now.waits = then.waits;
        now.rulings = then.rulings;
        now.sent.clear();
        now.pending.clear();
        now.last.clear();
        Ok(())
    }

    /// Enters a ruling, which takes effect at the next checkpoint of the rules.
    pub fn rule(&mut self, words: &str, reason: &str, by: &str, call: &Call) -> Kept {
        if let Err(problems) = letters::read_ruling::<G>(&self.data, &self.now.state, words) {
            let why: Vec<String> = problems
                .iter()
                .map(|problem| letters::say_problem::<G>(&self.data, &self.now.state, problem))
                .collect();
            return Err(StoreError::user(&self.folder, why.join("; ")));
        }
        let mut entry = Entry::new("ruling");
        entry.set("words", words);
        entry.set("reason", reason);
        entry.set("by", by);
        entry.set("time", call.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        done.iter().try_for_each(|entry| self.add_entry(entry))?;
        self.mark();
        Ok(())
    }

    /// What the last run told, with what each side saw of it.
    pub fn last_told(&self) -> Vec<Told<G>> {
        self.now
            .last
            .iter()
            .filter_map(|line| told_of_line(line))
            .collect()
    }

    /// The head of the journal.
    pub fn head(&self) -> &str {
        &self.journal.head
    }

    /// The journal's entries, from the first.
    pub fn entries(&self) -> Kept<Vec<Entry>> {
        Log::empty(Which::Journal, &self.folder).read_on()
    }

    /// The sealed parts, from the first: for the referee alone.
    pub fn parts(&self) -> Kept<Vec<Entry>> {
        Log::empty(Which::Sealed, &self.folder).read_on()
    }

    /// How many fault points were passed, for tests.
    pub const fn points(&self) -> u64 {
        self.disk.points()
    }

    /// Writes a file of the game's folder as a whole.
    pub fn write_file(&self, name: &str, text: &str) -> Kept<PathBuf> {
        let path = self.folder.join(name);
        self.disk.replace(&path, text.as_bytes(), false)?;
        Ok(path)
    }

    /// Removes a file of the game's folder.
    pub fn remove_file(&self, path: &Path) -> Kept {
        self.disk.remove(path)
    }
}

/// What is open, and the position in which it is asked.
pub struct Look<G: Game> {
    /// The questions.
    pub questions: Vec<Question<G>>,
    /// The position.
    pub state: G::State,
}

/// An event of a record line, if it tells one.
pub fn told_of_line<G: Game>(line: &str) -> Option<Told<G>> {
    match line.parse().ok()? {
        Step::Told { event, open } => read_told(&event, open),
        _ => None,
    }
}

/// The position as TOML.
pub fn state_text<S: serde::Serialize>(folder: &Path, state: &S) -> Kept<String> {
    toml::to_string(state)
        .map_err(|error| StoreError::new(Trouble::Program, folder, error.to_string()))
}

/// Reads lines of a record.
pub fn parse_steps(path: &Path, lines: &[String]) -> Kept<Vec<Step>> {
    lines
        .iter()
        .map(|line| {
            line.parse()
                .map_err(|error| StoreError::damaged(path, format!("{error}")))
        })
        .collect()
}

fn read_wait(line: &str) -> Option<Wait> {
    let mut parts = line.splitn(3, '|').map(str::to_owned);
    Some(Wait {
        seat: parts.next()?,
        side: parts.next()?,
        key: parts.next()?,
    })
}

fn write_wait(wait: &Wait) -> String {
    format!("{}|{}|{}", wait.seat, wait.side, wait.key)
}

fn checkpoint_path(folder: &Path, draw: u64) -> PathBuf {
    folder.join(CHECKPOINTS).join(format!("{draw:06}.toml"))
}

fn newest_checkpoint(folder: &Path) -> Kept<Option<PathBuf>> {
    let path = folder.join(CHECKPOINTS);
    let Ok(files) = std::fs::read_dir(&path) else {
        return Ok(None);
    };
    let mut newest: Option<PathBuf> = None;
    for file in files.flatten() {
        let name = file.file_name();
        let is_one = name.to_str().is_some_and(|name| {
            name.strip_suffix(".toml")
                .is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
        });
        if is_one
            && newest.as_ref().is_none_or(|best| {
                best.file_name().map(|best| (best.len(), best)) < Some((name.len(), &name))
            })
        {
            newest = Some(file.path());
        }
    }
    Ok(newest)
}

/// Reads a checkpoint.
pub fn read_checkpoint<G: Game>(path: &Path) -> Kept<Now<G::State>> {
    let bad = |what: String| {
        StoreError::damaged(path, what).remedy(
            "move the file away: the game is then added up from an older checkpoint or from its journal; nothing was changed",
        )
    };
    let text = std::fs::read_to_string(path).map_err(|error| StoreError::disk(path, &error))?;
    // The version first: an unknown one must not be read as if it were known.
    #[derive(serde::Deserialize)]
    struct Version {
        format: i64,
        terms: Module,
    }
    #[derive(serde::Deserialize)]
    struct Module {
        module: String,
    }
    let version: Version =
        toml::from_str(&text).map_err(|error| bad(error.message().to_owned()))?;
    if version.format != FORMAT {
        return Err(
            StoreError::damaged(path, format!("unknown version {}", version.format))
                .remedy("use the version of fieldpost that wrote it; nothing was changed"),
        );
    }
    if version.terms.module != G::NAME {
        return Err(bad(format!(
            "a checkpoint of {} and not of {}",
            version.terms.module,
            G::NAME
        )));
    }
    let now: Now<G::State> =
        toml::from_str(&text).map_err(|error| bad(error.message().to_owned()))?;
    let game = path
        .parent()
        .and_then(Path::parent)
        .and_then(Path::file_name);
    if game.is_some_and(|name| name != now.terms.game.as_str()) {
        return Err(bad(format!("a checkpoint of the game {}", now.terms.game)));
    }
    Ok(now)
}

fn genesis(new: &NewGame, terms: &Terms, secrets: &Secrets, rules: i64) -> Entry {
    let mut entry = Entry::new("genesis");
    entry.set("version", PROTOCOL);
    entry.set("format", FORMAT);
    entry.set("game", new.id.as_str());
    entry.set("module", terms.module.as_str());
    entry.set("scenario", terms.scenario.as_str());
    entry.set("switches", terms.switches.clone());
    entry.set("rules", rules);
    entry.set("pace", terms.pace.name());
    entry.set("reveal", terms.reveal.as_str());
    entry.set("beacon", terms.beacon.as_str());
    entry.set("missing", terms.missing.as_str());
    entry.set("server_public", secrets.public.seal());
    entry.set("server_sealed", secrets.sealed.seal());
    let seats = &new.seats;
    entry.set(
        "seals",
        seats
            .iter()
            .map(|s| format!("{}|{}", s.name, s.seal))
            .collect::<Vec<_>>(),
    );
    let seating = |seat: &Seat| {
        format!(
            "{}|{}|{}",
            seat.name,
            seat.sides.join(" "),
            seat.desks.join(" ")
        )
    };
    entry.set("seats", seats.iter().map(seating).collect::<Vec<_>>());
    entry.set("time", new.time.as_str());
    entry
}

/// Where a game stands at its first entry.
pub(super) fn beginning<G: Game>(
    folder: &Path,
    journal: &Log,
    entries: &[Entry],
    parts: &[Entry],
) -> Kept<(G::Data, Now<G::State>)> {
    let bad = |what: &str| {
        StoreError::damaged(&journal.path, what)
            .at(0)
            .remedy("restore the file from a backup; nothing was changed")
    };
    let first = entries.first().filter(|entry| entry.kind() == "genesis");
    let first = first.ok_or_else(|| bad("it does not begin with a genesis entry"))?;
    if first.int("format") != FORMAT || first.text("version") != PROTOCOL {
        let what = format!(
            "unknown version: format {}, dice {}",
            first.int("format"),
            first.text("version")
        );
        return Err(StoreError::damaged(&journal.path, what)
            .at(0)
            .remedy("use the version of fieldpost that wrote it; nothing was changed"));
    }
    if first.text("module") != G::NAME {
        return Err(bad("a game of another module"));
    }
    let private = parts.first().filter(|part| part.kind() == "genesis");
    let private = private.ok_or_else(|| {
        StoreError::damaged(
            &folder.join(Which::Sealed.file()),
            "it does not begin with genesis",
        )
        .at(0)
    })?;
    let lang = |name: &str| {
        let row = private
            .list("languages")
            .iter()
            .find_map(|row| row.split_once('|').filter(|(seat, _)| *seat == name));
        row.and_then(|(_, lang)| lang.parse().ok())
            .unwrap_or_default()
    };
    let seals = first
        .list("seals")
        .iter()
        .filter_map(|row| row.split_once('|'));
    let seals: Vec<(&str, &str)> = seals.collect();
    let mut seats = Vec::new();
    for row in first.list("seats") {
        let mut cells = row.split('|');
        let name = cells.next().unwrap_or_default();
        let words = |cell: Option<&str>| -> Vec<String> {
            cell.unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect()
        };
        seats.push(Seat {
            name: name.to_owned(),
            sides: words(cells.next()),
            desks: words(cells.next()),
            lang: lang(name),
            seal: seals
                .iter()
                .find(|(seat, _)| *seat == name)
                .map_or("plain", |(_, seal)| seal)
                .to_owned(),
        });
    }
    let terms = Terms {
        game: first.text("game").to_owned(),
        module: first.text("module").to_owned(),
        scenario: first.text("scenario").to_owned(),
        switches: first.list("switches").to_vec(),
        pace: if first.text("pace") == "brisk" {
            Pace::Brisk
        } else {
            Pace::Strict
        },
        reveal: first.text("reveal").to_owned(),
        beacon: first.text("beacon").to_owned(),
        missing: first.text("missing").to_owned(),
    };
    let (data, state) = set_up::<G>(folder, &terms)?;
    let now = Now {
        format: FORMAT,
        rules: first.int("rules"),
        genesis: first.hash.clone(),
        draw: 0,
        letters: 0,
        over: String::new(),
        record: Vec::new(),
        last: Vec::new(),
        rulings: Vec::new(),
        terms,
        journal: Mark::default(),
        sealed: Mark::default(),
        closed: None,
        proof: Proof::default(),
        notices: Vec::new(),
        seats,
        waits: Vec::new(),
        pending: Vec::new(),
        sent: Vec::new(),
        standing: Vec::new(),
        origins: Vec::new(),
        state,
    };
    Ok((data, now))
}

/// The runs that no rewind has voided.
pub fn live_draws(entries: &[Entry]) -> Vec<u64> {
    let mut live: Vec<u64> = Vec::new();
    for entry in entries {
        match entry.kind() {
            "draw" => live.push(u64::try_from(entry.int("draw")).unwrap_or(0)),
            "rewind" => {
                let to = u64::try_from(entry.int("to_draw")).unwrap_or(0);
                live.retain(|draw| *draw <= to);
            }
            _ => {}
        }
    }
    live
}

/// Whether a checkpoint was written by run `to` itself and not by a later rewind.
fn live_at<S>(entries: &[Entry], then: &Now<S>, to: u64) -> bool {
    let last = then.journal.next - 1;
    entries
        .iter()
        .find(|entry| entry.seq == last)
        .is_some_and(|entry| entry.kind() == "draw" && u64::try_from(entry.int("draw")) == Ok(to))
}

mod erased {
    /// A row that is kept as JSON in a log.
    pub trait Row {
        /// The row as JSON.
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Row for T {
        fn json(&self) -> String {
            serde_json::to_string(self).unwrap_or_default()
        }
    }
}
