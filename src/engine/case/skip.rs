//! Skipping: play by defaults to the beginning of a named step.

use std::collections::BTreeMap;

use super::CaseReport;
use super::dice::Loaded;
use super::file::At;
use super::happen::Happening;
use super::mismatch::Mismatch;
use super::near::{did_you_mean, near};
use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::inputs::Inputs;
use crate::engine::record::Step;
use crate::engine::run::{End, Start, run};
use crate::engine::source::{DiceSource, Script};
use crate::engine::table::Keep;

/// A step that has not come after so many waits never will.
const MOST_WAITS: u32 = 20_000;

/// Plays by defaults until the step begins; `None` if it never does, with the reason in the report.
///
/// Only the questions that are open have their deadlines passed, so that the game stops at the next one: a run that
/// answered all by itself would go on to the end of the game.
pub(super) fn skip<G: Game>(
    data: &G::Data,
    first: G::State,
    to: &At<String>,
    dice: &mut Loaded,
    report: &mut CaseReport,
) -> Option<G::State> {
    let mut names = vec![G::step_name(data, &first)];
    let mut checkpoint = first;
    let mut record: Vec<Step> = Vec::new();
    let mut inputs = Inputs::<G>::default();
    let mut scripted: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    if names.contains(&to.value) {
        return Some(checkpoint);
    }
    let mut waits = 0;
    let why = loop {
        let mut passed: Vec<String> = Vec::new();
        let mut reached: Option<(usize, G::State)> = None;
        let mut watch = |_: usize, state: &G::State| {
            passed.push(G::step_name(data, state));
            if reached.is_none() && passed.last() == Some(&to.value) {
                reached = Some((passed.len(), state.clone()));
            }
        };
        let ran = run(Start {
            data,
            state: checkpoint.clone(),
            record: &record,
            inputs: &inputs,
            dice: DiceSource::Script(Script::new(scripted.clone())),
            bot: None,
            keep: Keep::ALL,
            watch: Some(&mut watch),
        });
        if let Some((ends, state)) = reached {
            dice.spend_skipped(until_end(&ran.steps, ends));
            let to = to.value.clone();
            report.told.push(Happening::Skipped { to });
            return Some(state);
        }
        // A run that was repeated for the sake of a die passes the same steps again.
        for name in passed {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let questions = match ran.end {
            End::Waiting(questions) => questions,
            End::Over(_) => break "the game was over before".to_owned(),
            End::Broken(Fault::Unscripted { label, spec }) => {
                let values = dice.while_skipping(&label, &spec);
                scripted.insert(label, values);
                continue;
            }
            End::Broken(Fault::BadScript { label, spec, .. }) => {
                report.mismatches.push(dice.misfit(&label, &spec));
                let values = dice.while_skipping(&label, &spec);
                scripted.insert(label, values);
                continue;
            }
            End::Broken(fault) => break fault.to_string(),
        };
        waits += 1;
        if waits > MOST_WAITS {
            break format!("it did not come in {MOST_WAITS} waits");
        }
        dice.spend_skipped(&ran.steps);
        inputs.late_keys = questions.into_iter().map(|question| question.key).collect();
        record.extend(ran.steps);
        if let Some(state) = ran.checkpoint {
            checkpoint = state;
            let end = record
                .iter()
                .rposition(|step| matches!(step, Step::End { .. }));
            record.drain(..end.map_or(0, |end| end + 1));
        }
    };
    let hint = did_you_mean(&near(&to.value, names.iter().map(String::as_str)));
    report.mismatches.push(
        Mismatch::new("skip_to", format!("a step called `{}`", to.value))
            .line(to.line)
            .found(format!("{why}; steps were {}", some(&names)))
            .write_all(hint),
    );
    None
}

/// The steps of a record up to and with the n-th end of a step.
pub(super) fn until_end(steps: &[Step], ends: usize) -> &[Step] {
    let mut places = (0..)
        .zip(steps)
        .filter(|(_, step)| matches!(step, Step::End { .. }));
    let last = ends.checked_sub(1).and_then(|n| places.nth(n));
    last.map_or(&[], |(at, _)| steps.get(..=at).unwrap_or(steps))
}

/// The first names of a list.
pub(super) fn some(names: &[String]) -> String {
    const MOST: usize = 16;
    let mut text = names.get(..MOST).unwrap_or(names).join(", ");
    if names.len() > MOST {
        text.push_str(", ...");
    }
    text
}
