//! Runs: from a checkpoint and a record to the next wait, or to the end of the game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::bot::Bot;
use super::decision::Question;
use super::event::Told;
use super::fault::Fault;
use super::game::{Game, Outcome};
use super::inputs::Inputs;
use super::record::Step;
use super::source::DiceSource;
use super::table::{Counts, Halt, Keep, Table};

/// What a run starts from.
pub struct Start<'r, G: Game> {
    /// Board, counters, tables and switches.
    pub data: &'r G::Data,
    /// The state at the last checkpoint.
    pub state: G::State,
    /// What has been done since.
    pub record: &'r [Step],
    /// All that the run may know of the world.
    pub inputs: &'r Inputs<G>,
    /// Where new dice come from.
    pub dice: DiceSource,
    /// Who answers instead of letters.
    pub bot: Option<Bot>,
    /// What to keep.
    pub keep: Keep,
    /// Told of each checkpoint: how much of the given record lies before it, and the state.
    pub watch: Option<Watch<'r, G>>,
}

/// Somebody who is told of each checkpoint.
pub type Watch<'r, G> = &'r mut dyn FnMut(usize, &<G as Game>::State);

/// How a run ended.
#[derive(Debug)]
pub enum End<G: Game> {
    /// The game is over.
    Over(Outcome<G::Side>),
    /// These questions wait for letters.
    Waiting(Vec<Question<G>>),
    /// The program is at fault: nothing of this run may be published.
    Broken(Fault),
}

/// What a run did.
#[derive(Debug)]
pub struct Ran<G: Game> {
    /// The new steps of the record.
    pub steps: Vec<Step>,
    /// The new events, with what each side saw.
    pub told: Vec<Told<G>>,
    /// The state at the last checkpoint, if the run passed one and kept a record.
    pub checkpoint: Option<G::State>,
    /// How many of `steps` lie before that checkpoint.
    pub settled: usize,
    /// The state where the run ended.
    pub state: G::State,
    /// How it ended.
    pub end: End<G>,
    /// What was counted.
    pub counts: Counts,
    /// The dice source, with what is left of a script.
    pub dice: DiceSource,
}

/// Runs a game until it waits, ends or breaks.
pub fn run<G: Game>(start: Start<'_, G>) -> Ran<G> {
    let mut watch = start.watch;
    // Only the last checkpoint matters; those that the record has left behind are not copied.
    let last_end = start
        .record
        .iter()
        .rposition(|step| matches!(step, Step::End { .. }));
    let mut table = Table {
        bot: start.bot,
        recorded: start.record,
        ..Table::new(
            start.data,
            start.state,
            start.inputs,
            start.dice,
            start.keep,
        )
    };
    let mut checkpoint = None;
    let mut settled = 0;
    let end = loop {
        if let Some(outcome) = G::over(table.data, &table.state) {
            if let Some(step) = table.recorded.get(table.cursor) {
                break End::Broken(Fault::Leftover(step.to_string()));
            }
            break End::Over(outcome);
        }
        match one_step(&mut table) {
            Ok(()) => {
                if let Some(watch) = &mut watch {
                    watch(table.cursor, &table.state);
                }
                if table.keep.record && last_end.is_none_or(|end| table.cursor > end) {
                    checkpoint = Some(table.state.clone());
                    settled = table.steps.len();
                }
                // Odds are found for one step alone.
                if matches!(table.dice, DiceSource::Tape(_)) {
                    break End::Waiting(Vec::new());
                }
            }
            Err(end) => break end,
        }
    };
    Ran {
        steps: table.steps,
        told: table.told,
        checkpoint,
        settled,
        state: table.state,
        end,
        counts: table.counts,
        dice: table.dice,
    }
}

/// Plays one step of the game up to its checkpoint.
fn one_step<G: Game>(table: &mut Table<'_, G>) -> Result<(), End<G>> {
    let name = G::step_name(table.data, &table.state);
    let phase = G::phase(table.data, &table.state);
    table.path.clear();
    table.path.push_str(&name);
    table.path.push('/');
    let before = table.operations;
    let played = catch_unwind(AssertUnwindSafe(|| G::step(table)));
    let played = match played {
        Ok(played) => played,
        Err(panic) => return Err(End::Broken(Fault::Panicked(panic_words(&*panic)))),
    };
    match (played, table.halt.take()) {
        (Err(_), Some(Halt::Waiting(questions))) => {
            if let Some(step) = table.recorded.get(table.cursor) {
                return Err(End::Broken(Fault::Leftover(step.to_string())));
            }
            return Err(End::Waiting(questions));
        }
        (Err(_), Some(Halt::Broken(fault))) => return Err(End::Broken(fault)),
        (_, Some(Halt::Refused(_) | Halt::Unsure)) => {
            return Err(End::Broken(Fault::Unheard(name)));
        }
        (Ok(()), Some(Halt::Waiting(questions))) => {
            let key = questions
                .first()
                .map(|question| question.key.clone())
                .unwrap_or_default();
            return Err(End::Broken(Fault::Swallowed(key)));
        }
        (Ok(()), Some(Halt::Broken(fault))) => {
            return Err(End::Broken(Fault::Swallowed(fault.to_string())));
        }
        // Only the table makes a stop, and it says why.
        (Err(_), None) => return Err(End::Broken(Fault::Swallowed(name))),
        (Ok(()), None) => {}
    }
    table.operations = before.max(table.operations);
    table.counts.steps += 1;
    if G::step_name(table.data, &table.state) == name && G::over(table.data, &table.state).is_none()
    {
        return Err(End::Broken(Fault::StepTwice(name)));
    }
    // Names of steps differ, so the names of the next step cannot meet these.
    table.used.clear();
    let noted = table
        .lapse(phase)
        .and_then(|()| table.apply_rulings())
        .and_then(|()| {
            if table.keep.record || table.cursor < table.recorded.len() {
                table.note(Step::End { name })
            } else {
                Ok(())
            }
        });
    match (noted, table.halt.take()) {
        (Ok(()), None) => Ok(()),
        (_, Some(Halt::Broken(fault))) => Err(End::Broken(fault)),
        _ => Err(End::Broken(Fault::Swallowed(
            "the end of a step".to_owned(),
        ))),
    }
}

/// What a panic said.
pub fn panic_words(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| {
            panic
                .downcast_ref::<&str>()
                .map(|words| (*words).to_owned())
        })
        .unwrap_or_else(|| "no words".to_owned())
}
