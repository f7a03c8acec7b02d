//! Playing a game again by other rules: where it first goes another way.

use std::path::Path;

use super::error::{Kept, StoreError};
use super::keeper::{Keeper, Replayer, parse_steps, records};
use crate::engine::fault::Fault;
use crate::engine::files::Files;
use crate::engine::game::{Game, Setup};
use crate::engine::record::Step;

/// What is new: switches and data; the rules are those of the program that asks.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Switches in the place of the game's own.
    pub switches: Vec<(String, String)>,
    /// Data in the place of the game's own.
    pub files: Option<Files>,
}

/// The first thing that goes another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parting {
    /// The position is another before anything is played.
    Start,
    /// A run asks, rolls or tells something else.
    Step {
        /// What the record has.
        recorded: String,
        /// What the rules do now.
        now: String,
    },
    /// The same was asked, rolled and told, but the position is another.
    Position,
    /// The new rules cannot play it.
    Fault(String),
}

/// Where a game goes another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The run; 0 is the beginning.
    pub draw: u64,
    /// Its entry in the journal.
    pub entry: i64,
    /// The rules number the run was made with.
    pub rules: i64,
    /// What parts.
    pub parting: Parting,
    /// Facts that differ: name, as it was, as it would be.
    pub facts: Vec<(String, String, String)>,
    /// Runs that stand after it.
    pub after: usize,
}

/// What a replay came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Runs that go the same way.
    pub same: usize,
    /// The first that does not.
    pub parts: Option<Divergence>,
}

/// Plays the runs that stand again, with the recorded answers and dice.
pub fn replay<G: Game>(
    keeper: &Keeper<G>,
    changes: &Changes,
    progress: &mut dyn FnMut(u64, u64),
) -> Kept<Replayed> {
    let (data, state) = changed_setup::<G>(keeper, changes)?;
    let first = keeper.first_state()?;
    let mut entries: Vec<(u64, i64, i64)> = Vec::new();
    for entry in keeper.entries()? {
        let entry = entry?;
        if entry.kind() == "draw" {
            let draw = u64::try_from(entry.int("draw")).unwrap_or(0);
            entries.push((draw, entry.seq, entry.int("rules")));
        }
    }
    let live = keeper.live_runs()?;
    let mut replayed = Replayed::default();
    let part = |draw: u64, parting, facts, same: usize| {
        let made = entries.iter().find(|(one, ..)| *one == draw);
        let (entry, rules) = made.map_or((0, 0), |(_, entry, rules)| (*entry, *rules));
        Some(Divergence {
            draw,
            entry,
            rules,
            parting,
            facts,
            after: live.len().saturating_sub(same + usize::from(draw > 0)),
        })
    };
    if state != first {
        let facts = differences::<G>(&keeper.data, &first, &data, &state);
        replayed.parts = part(0, Parting::Start, facts, 0);
        return Ok(replayed);
    }
    let mut new = Replayer::<G>::new(&data, state);
    // As it was, for comparison; rules that changed with the program may not be able to.
    let mut old = Some(Replayer::<G>::new(&keeper.data, first));
    let path = keeper.parts()?.log().path.clone();
    let all = u64::try_from(live.len()).unwrap_or(u64::MAX);
    for record in records(&keeper.folder)? {
        let (draw, lines) = record?;
        if !live.contains(&draw) {
            continue;
        }
        let steps = parse_steps(&path, &lines)?;
        let fed = feed(&mut new, steps.clone());
        if old.as_mut().is_some_and(|old| old.feed(steps).is_err()) {
            old = None;
        }
        let facts = |new: &G::State| {
            old.as_ref().map_or_else(Vec::new, |old| {
                differences::<G>(&keeper.data, &old.state, &data, new)
            })
        };
        if let Err(fault) = fed {
            let parting = match fault {
                Fault::Diverged { recorded, now } => Parting::Step { recorded, now },
                other => Parting::Fault(other.to_string()),
            };
            replayed.parts = part(draw, parting, facts(&new.state), replayed.same);
            return Ok(replayed);
        }
        if old.as_ref().is_some_and(|old| old.state != new.state) {
            replayed.parts = part(draw, Parting::Position, facts(&new.state), replayed.same);
            return Ok(replayed);
        }
        replayed.same += 1;
        progress(u64::try_from(replayed.same).unwrap_or(0), all);
    }
    Ok(replayed)
}

/// Feeds a run, and plays what is left of its last step too: a step under way may part as well.
fn feed<G: Game>(replayer: &mut Replayer<'_, G>, steps: Vec<Step>) -> Result<(), Fault> {
    replayer.feed(steps)?;
    replayer.position().map(|_| ())
}

fn changed_setup<G: Game>(keeper: &Keeper<G>, changes: &Changes) -> Kept<(G::Data, G::State)> {
    let terms = &keeper.now.terms;
    let mut switches: Vec<(String, String)> = terms
        .switches
        .iter()
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .filter(|(name, _)| !changes.switches.iter().any(|(one, _)| one == name))
        .collect();
    switches.extend(changes.switches.iter().cloned());
    let files = match &changes.files {
        Some(files) => files.clone(),
        None => keeper.files()?,
    };
    let setup = Setup {
        scenario: terms.scenario.clone(),
        switches,
        files,
    };
    let bad = |error: crate::engine::game::DataError| {
        StoreError::user(Path::new(&error.file), error.what)
    };
    G::set_up(&setup).map_err(bad)
}

/// The facts of two positions that differ.
fn differences<G: Game>(
    data: &G::Data,
    then: &G::State,
    new_data: &G::Data,
    now: &G::State,
) -> Vec<(String, String, String)> {
    let then = G::facts(data, then);
    let now = G::facts(new_data, now);
    let was = |name: &str| then.iter().find(|(one, _)| one == name);
    let mut found = Vec::new();
    for (name, value) in &now {
        let before = was(name).map_or("", |(_, value)| value.as_str());
        if before != value {
            found.push((name.clone(), before.to_owned(), value.clone()));
        }
    }
    for (name, value) in &then {
        if !now.iter().any(|(one, _)| one == name) {
            found.push((name.clone(), value.clone(), String::new()));
        }
    }
    found
}
