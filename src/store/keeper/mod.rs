//! The keeper of one game: takes letters, runs the rules, writes it all down.
//!
//! Every write can be the last one before a crash. A letter counts once it stands in the sealed part. A run begins
//! with a close, which freezes what it may use; the same run repeated after a crash gives the same bytes; its
//! public entry makes it done.

mod add_up;
mod checkpoint;
mod correct;
mod create;
mod draw;
mod order;
mod past;
mod preview;
mod proof;
mod replayer;
mod ruling;
mod submit;
mod talk;

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

pub use add_up::{keep_live, records};
pub(super) use checkpoint::newest_checkpoint;
pub use checkpoint::read_checkpoint;
pub use create::{NewGame, beginning};
pub use order::{Grounds, NOBODY};
pub use past::Past;
pub use preview::{Preview, Why};
pub use replayer::Replayer;
pub use talk::Talk;

use super::disk::Disk;
use super::error::{Kept, StoreError, Trouble};
use super::log::{Log, LogReader, Which};
use super::now::{Mark, Now, Terms, Wait};
use super::secrets::Secrets;
use crate::engine::answers::AnswerRow;
use crate::engine::decision::Question;
use crate::engine::event::Told;
use crate::engine::fault::Fault;
use crate::engine::files::Files;
use crate::engine::game::{Game, Setup, Side as _};
use crate::engine::inputs::Inputs;
use crate::engine::record::Step;
use crate::engine::run::{End, Ran, Start, run};
use crate::engine::seats::{Seat, who};
use crate::engine::source::DiceSource;
use crate::engine::table::{Keep, read_told};

/// How often and how long the lock of a game is waited for: a run takes a few milliseconds.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: std::time::Duration = std::time::Duration::from_millis(25);

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
    /// The referee has paused the game.
    Paused,
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
    /// A ruling whose public entry is not written.
    ruling: Ruled,
    /// The data given for it, if not its own.
    given: Option<Files>,
    _lock: File,
}

/// A ruling as it stands in the sealed part.
#[derive(Clone, Debug, Default)]
struct Ruled {
    words: String,
    reason: String,
    by: String,
    sides: Vec<String>,
}

/// Locks a game, so that two programs at once are harmless.
fn lock(folder: &Path) -> Kept<File> {
    let path = folder.join("lock");
    let file =
        crate::store::disk::lock_file(&path).map_err(|error| StoreError::disk(&path, &error))?;
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

fn set_up<G: Game>(folder: &Path, terms: &Terms, files: &Files) -> Kept<(G::Data, G::State)> {
    let switches = terms
        .switches
        .iter()
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let setup = Setup {
        scenario: terms.scenario.clone(),
        switches,
        files: files.clone(),
    };
    G::set_up(&setup).map_err(|error| StoreError::user(folder, error.to_string()))
}

impl<G: Game> Keeper<G> {
    fn mark(&mut self) {
        self.now.journal = Mark::of(&self.journal);
        self.now.sealed = Mark::of(&self.sealed);
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
        let inputs = self.now.tray.inputs_to_look(self.now.terms.pace);
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

    /// All that a run may know of the world; the open questions of sides in `late` are past their deadline.
    fn inputs(&self, late: &[String]) -> Kept<Inputs<G>> {
        let mut keys = BTreeSet::new();
        if !late.is_empty() {
            let questions = self.look()?.questions;
            let late = |question: &&Question<G>| late.iter().any(|id| id == question.side.id());
            keys.extend(
                questions
                    .iter()
                    .filter(late)
                    .map(|question| question.key.clone()),
            );
        }
        let mut inputs = self.now.tray.inputs(self.now.terms.pace, keys);
        inputs.rulings.clone_from(&self.now.rulings);
        self.leave_to_defaults(&mut inputs)?;
        Ok(inputs)
    }

    /// Whoever was ejected answers nothing: his defaults count, whatever he is asked.
    fn leave_to_defaults(&self, inputs: &mut Inputs<G>) -> Kept {
        let ejected = &self.now.ejected;
        if ejected.is_empty() {
            return Ok(());
        }
        let gone = |seat: &Seat| ejected.contains(&seat.name);
        let sides = G::Side::ALL.iter().copied();
        inputs.late.extend(sides.filter(|side| {
            let mut seats = self.now.seats.iter().filter(|seat| seat.plays(side.id()));
            seats.all(gone)
        }));
        // A side that others play too: only what he would decide.
        let look = self.look()?;
        for seat in ejected {
            let open = self.open_for(&look, seat);
            inputs
                .late_keys
                .extend(open.iter().map(|question| question.key.clone()));
        }
        Ok(())
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

    /// The keys of a seat's questions that nothing answers yet, where the position has been looked at already.
    pub fn open_still(&self, look: &Look<G>, seat: &str) -> Kept<Vec<String>> {
        let now = &self.now;
        let said = |question: &&Question<G>| {
            let row = now.tray.said_to(question.side.id(), &question.key);
            row.is_some_and(AnswerRow::is_whole)
        };
        let open = self.open_for(look, seat).into_iter();
        let silent: Vec<&Question<G>> = open.filter(|question| !said(question)).collect();
        // Standing orders and lines for later answer when they are reached.
        let may = |question: &&Question<G>| {
            let (side, kind) = (question.side.id(), question.decision.kind().word.id());
            let mut ahead = now.tray.sent.iter();
            let mut standing = now.tray.standing.iter();
            ahead.any(|row| row.side == side && row.kind == kind)
                || standing.any(|row| row.side == side && row.kind == kind)
        };
        if silent.iter().any(may) || !now.ejected.is_empty() || !now.rulings.is_empty() {
            return self.still_open_played(seat);
        }
        Ok(silent.iter().map(|question| question.key.clone()).collect())
    }

    /// The keys of a seat's questions that nothing answers yet.
    pub fn still_open(&self, seat: &str) -> Kept<Vec<String>> {
        self.open_still(&self.look()?, seat)
    }

    /// The same, found by playing on.
    fn still_open_played(&self, seat: &str) -> Kept<Vec<String>> {
        let record = parse_steps(&self.sealed.path, &self.now.record)?;
        let inputs = self.inputs(&[])?;
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

    /// The data given for it, if not its own.
    pub const fn given(&self) -> Option<&Files> {
        self.given.as_ref()
    }

    /// The data files it is played with.
    pub fn files(&self) -> Kept<Files> {
        super::owner::files_for::<G>(&self.folder, &self.now.terms, self.given.as_ref())
    }

    fn secrets(&self) -> Kept<Secrets> {
        Secrets::read(&self.folder, &self.now.terms.game)
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
    pub fn entries(&self) -> Kept<LogReader> {
        Log::empty(Which::Journal, &self.folder).read_on()
    }

    /// The sealed parts, from the first: for the referee alone.
    pub fn parts(&self) -> Kept<LogReader> {
        Log::empty(Which::Sealed, &self.folder).read_on()
    }

    /// How many fault points were passed, for tests.
    pub fn points(&self) -> u64 {
        self.disk.points()
    }

    /// The disk the game is kept on.
    pub const fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Writes a file of the game's folder as a whole.
    pub fn write_file(&self, name: &str, text: &str) -> Kept<PathBuf> {
        let path = self.folder.join(name);
        self.disk.replace(&path, text.as_bytes(), true)?;
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
