//! Loaded dice: what a case scripts, and what stands in where it scripts nothing.

use std::collections::BTreeMap;

use super::file::At;
use super::mismatch::Mismatch;
use super::near::{did_you_mean, near};
use super::skip::some;
use crate::engine::dice::Spec;
use crate::engine::record::Step;
use crate::engine::source::{DiceSource, Script};

/// The seed of all dice that no case scripts.
const SEED: u64 = 1940;

/// The scripted dice of a case that are not used up.
pub(super) struct Loaded {
    /// By label or its tail.
    lines: BTreeMap<String, Vec<u32>>,
    /// The line of the file of each.
    places: BTreeMap<String, usize>,
    /// Every label that was rolled.
    rolled: Vec<String>,
}

/// The value that stands in for a roll that is not scripted.
fn stand_in(label: &str, spec: Spec) -> Vec<u32> {
    // This source refuses no label.
    DiceSource::ByLabel(SEED)
        .roll(label, spec, false)
        .unwrap_or_default()
}

/// The spec that a fault names; only one that parses was ever thrown.
fn read_spec(spec: &str) -> Spec {
    spec.parse().unwrap_or(Spec::Dice { count: 1, sides: 6 })
}

/// Dice as they are written under `[dice]`.
pub(super) fn written(label: &str, values: &[u32]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    match values.as_slice() {
        [one] => format!("\"{label}\" = {one}"),
        _ => format!("\"{label}\" = [{}]", values.join(", ")),
    }
}

/// What a spec is, in words.
fn spec_words(spec: Spec) -> String {
    match spec {
        Spec::Dice { count: 1, sides } => format!("1d{sides}: one number from 1 to {sides}"),
        Spec::Dice { count, sides } => {
            format!("{count}d{sides}: {count} numbers from 1 to {sides}")
        }
        Spec::Shuffle(cards) => format!("p{cards}: each number from 1 to {cards} once"),
    }
}

impl Loaded {
    pub(super) fn new(script: &[At<(String, Vec<u32>)>]) -> Self {
        let lines = script.iter().map(|at| at.value.clone()).collect();
        let places = script
            .iter()
            .map(|at| (at.value.0.clone(), at.line))
            .collect();
        Self {
            lines,
            places,
            rolled: Vec::new(),
        }
    }

    /// The source for the next run.
    pub(super) fn source(&self) -> DiceSource {
        DiceSource::Script(Script::new(self.lines.clone()))
    }

    /// Takes out what a run has used. What it did beyond these steps does not count.
    pub(super) fn spend(&mut self, steps: &[Step]) {
        let mut source = self.source();
        for step in steps {
            if let Step::Roll {
                label,
                spec,
                hidden,
                ..
            } = step
            {
                // The run has just rolled it, so it is scripted.
                let _ = source.roll(label, *spec, *hidden);
                self.rolled.push(label.clone());
            }
        }
        if let DiceSource::Script(script) = source {
            let unused = script.unused();
            self.lines
                .retain(|label, _| unused.contains(&label.as_str()));
        }
    }

    /// The dice for a label that a skipped step rolls: scripted under its full label, or a stand-in.
    pub(super) fn while_skipping(&self, label: &str, spec: &str) -> Vec<u32> {
        let scripted = self.lines.get(label).cloned();
        scripted.unwrap_or_else(|| stand_in(label, read_spec(spec)))
    }

    /// Takes out what skipped steps have rolled: only what stands there under its full label.
    pub(super) fn spend_skipped(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Roll { label, .. } = step {
                self.lines.remove(label);
                self.rolled.push(label.clone());
            }
        }
    }

    /// Scripts a roll that the case does not, and says so.
    pub(super) fn unscripted(&mut self, step: &str, label: &str, spec: &str) -> Mismatch {
        let parsed = read_spec(spec);
        let values = stand_in(label, parsed);
        self.lines.insert(label.to_owned(), values.clone());
        let tail = label
            .strip_prefix(step)
            .map_or(label, |tail| tail.trim_start_matches('/'));
        Mismatch::new("dice", format!("a script for the roll {label}"))
            .found(format!(
                "none ({}); this run went on with the values below",
                spec_words(parsed)
            ))
            .write(format!("under [dice]: {}", written(tail, &values)))
    }

    /// Replaces a script that does not fit its roll, and says so.
    pub(super) fn misfit(&mut self, label: &str, spec: &str) -> Mismatch {
        let parsed = read_spec(spec);
        let fits = |tail: &str| {
            label == tail
                || label
                    .strip_suffix(tail)
                    .is_some_and(|head| head.ends_with('/'))
        };
        let tails = self.lines.keys().filter(|tail| fits(tail));
        let key = tails.max_by_key(|tail| tail.len()).cloned();
        let key = key.unwrap_or_else(|| label.to_owned());
        let scripted = self.lines.remove(&key).unwrap_or_default();
        let values = stand_in(label, parsed);
        self.lines.insert(label.to_owned(), values.clone());
        let mismatch = Mismatch::new(
            "dice",
            format!("{} for the roll {label}", spec_words(parsed)),
        )
        .found(written(&key, &scripted))
        .write(format!("for example {}", written(&key, &values)));
        match self.places.get(&key) {
            Some(line) => mismatch.line(*line),
            None => mismatch,
        }
    }

    /// What was scripted and never rolled.
    pub(super) fn unused(&self) -> Vec<Mismatch> {
        let rolled: Vec<&str> = self.rolled.iter().map(String::as_str).collect();
        let mut mismatches = Vec::new();
        for (label, values) in &self.lines {
            // A stand-in of a run that was cut short is nobody's script.
            let Some(line) = self.places.get(label) else {
                continue;
            };
            let mut mismatch = Mismatch::new(
                "dice",
                format!("a roll for the script {}", written(label, values)),
            )
            .line(*line);
            mismatch = mismatch.found(match rolled.as_slice() {
                [] => "nothing was rolled".to_owned(),
                _ => format!("it was never rolled; rolls were {}", some(&self.rolled)),
            });
            let tails = rolled
                .iter()
                .flat_map(|rolled| tails(rolled))
                .filter(|tail| *tail != label);
            let hint = did_you_mean(&near(label, tails));
            mismatches.push(
                mismatch.write_all(
                    hint.or_else(|| Some("take the line out, or cause the roll".into())),
                ),
            );
        }
        mismatches
    }
}

/// A label and its tails.
fn tails(label: &str) -> impl Iterator<Item = &str> {
    let cuts = label.match_indices('/').map(|(at, _)| at + 1);
    std::iter::once(0).chain(cuts).map(|at| &label[at..])
}
