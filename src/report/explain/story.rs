//! A game told again from its record, run by run, with the position at every moment.

use std::collections::BTreeMap;

use crate::engine::event::Told;
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::engine::table::read_told;
use crate::store::error::Kept;
use crate::store::keeper::{Keeper, parse_steps, records};
use crate::store::log::Entry;

/// A run as it was made.
pub struct Run<G: Game> {
    /// Its number.
    pub draw: u64,
    /// Its entry in the journal.
    pub entry: Entry,
    /// The close before it.
    pub close: Entry,
    /// What was asked, rolled and told, in order.
    pub steps: Vec<Step>,
    /// The position before it.
    pub before: G::State,
    /// Whether a rewind has voided it.
    pub void: bool,
}

/// A moment of a run: a step, the event it told if any, and the position after it.
pub struct Moment<'r, G: Game> {
    /// The step.
    pub step: &'r Step,
    /// The event.
    pub told: Option<Told<G>>,
    /// The position after it.
    pub state: G::State,
}

impl<G: Game> Run<G> {
    /// Goes through the run step by step.
    pub fn moments<'r>(&'r self, data: &'r G::Data) -> impl Iterator<Item = Moment<'r, G>> {
        let mut state = self.before.clone();
        self.steps.iter().map(move |step| {
            let told = told::<G>(step);
            if let Some(told) = &told {
                G::apply(data, &mut state, &told.event);
            }
            Moment {
                step,
                told,
                state: state.clone(),
            }
        })
    }

    /// The position after it.
    pub fn after(&self, data: &G::Data) -> G::State {
        let mut state = self.before.clone();
        for told in self.steps.iter().filter_map(|step| told::<G>(step)) {
            G::apply(data, &mut state, &told.event);
        }
        state
    }
}

/// The event that a step told.
pub fn told<G: Game>(step: &Step) -> Option<Told<G>> {
    match step {
        Step::Told { event, open } => read_told(event, *open),
        _ => None,
    }
}

/// What a teller hears of: an entry of the journal, with its run if it is one.
pub enum Heard<G: Game> {
    /// A run.
    Run(Box<Run<G>>),
    /// Any other entry.
    Other(Entry),
}

/// Tells a game from its first entry to its last; stops where `hear` says so.
pub fn tell<G: Game>(keeper: &Keeper<G>, mut hear: impl FnMut(Heard<G>) -> Kept<bool>) -> Kept {
    let mut targets = Vec::new();
    for entry in keeper.entries()? {
        let entry = entry?;
        if entry.kind() == "rewind" {
            targets.push(number(&entry, "to_draw"));
        }
    }
    let live = keeper.live_runs()?;
    let mut state = keeper.first_state()?;
    let mut kept: BTreeMap<u64, G::State> = BTreeMap::new();
    let mut records = records(&keeper.folder)?;
    let sealed = keeper.parts()?.log().path.clone();
    let mut close = Entry::default();
    for entry in keeper.entries()? {
        let entry = entry?;
        let goes_on = match entry.kind() {
            "draw" => {
                let draw = number(&entry, "draw");
                let lines = records.next().transpose()?.map(|(_, lines)| lines);
                let steps = parse_steps(&sealed, &lines.unwrap_or_default())?;
                let run = Run {
                    draw,
                    entry,
                    close: std::mem::take(&mut close),
                    steps,
                    before: state.clone(),
                    void: !live.contains(&draw),
                };
                state = run.after(&keeper.data);
                if targets.contains(&draw) {
                    kept.insert(draw, state.clone());
                }
                hear(Heard::Run(Box::new(run)))?
            }
            "close" => {
                close = entry.clone();
                hear(Heard::Other(entry))?
            }
            "rewind" => {
                if let Some(then) = kept.get(&number(&entry, "to_draw")) {
                    state = then.clone();
                }
                hear(Heard::Other(entry))?
            }
            _ => hear(Heard::Other(entry))?,
        };
        if !goes_on {
            break;
        }
    }
    Ok(())
}

fn number(entry: &Entry, name: &str) -> u64 {
    u64::try_from(entry.int(name)).unwrap_or(0)
}
