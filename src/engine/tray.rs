//! The tray: lines and standing orders that wait to be used.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::game::{Game, Side as _};
use super::inputs::{Inputs, Pace, SentRow, StandingRow};
use super::record::{LineId, Step};

/// Lines sent and not used, and standing orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tray {
    /// Lines sent and not used, in the order they came.
    pub sent: Vec<SentRow>,
    /// Standing orders, in the order they were given.
    pub standing: Vec<StandingRow>,
}

impl Tray {
    /// Takes out all lines of some sides.
    pub fn retract(&mut self, sides: &[String]) {
        self.sent.retain(|row| !sides.contains(&row.side));
    }

    /// Puts in what a letter brought.
    pub fn add(&mut self, sent: Vec<SentRow>, standing: Vec<StandingRow>) {
        // New lines sent ahead replace older ones of the same kind: the last plan counts.
        let replaced = |old: &SentRow| {
            let mut new = sent.iter().filter(|new| new.bound.is_empty());
            old.bound.is_empty() && new.any(|new| new.side == old.side && new.kind == old.kind)
        };
        self.sent.retain(|old| !replaced(old));
        self.sent.extend(sent);
        for row in standing {
            // `forget` without a condition takes back those with one too.
            let all = row.wish == "forget" && row.condition.is_empty();
            self.standing.retain(|old| {
                if all {
                    return (&old.side, &old.kind, &old.subject)
                        != (&row.side, &row.kind, &row.subject);
                }
                (&old.side, &old.kind, &old.subject, &old.condition)
                    != (&row.side, &row.kind, &row.subject, &row.condition)
            });
            if row.wish != "forget" {
                self.standing.push(row);
            }
        }
    }

    /// Takes out what a run has used, and what was meant for questions that are no longer open.
    pub fn settle(&mut self, steps: &[Step], open: &[String]) {
        let mut spent: BTreeSet<LineId> = BTreeSet::new();
        for step in steps {
            match step {
                Step::Answer { source, .. } => spent.extend(source.lines()),
                Step::Lapsed { lines } => spent.extend(lines),
                _ => {}
            }
        }
        self.sent.retain(|row| {
            let id = LineId {
                letter: row.letter,
                line: row.line,
            };
            !spent.contains(&id) && (row.bound.is_empty() || open.contains(&row.bound))
        });
    }

    /// All that a run may know of the world; `late` are the keys of questions whose deadline has passed.
    pub fn inputs<G: Game>(&self, pace: Pace, late: BTreeSet<String>) -> Inputs<G> {
        let side = |id: &str| G::Side::from_id(id);
        Inputs {
            sent: self
                .sent
                .iter()
                .filter_map(|row| Some(row.sent(side(&row.side)?)))
                .collect(),
            standing: self
                .standing
                .iter()
                .filter_map(|row| Some(row.standing(side(&row.side)?)))
                .collect(),
            late_keys: late,
            pace,
            ..Inputs::default()
        }
    }

    /// The same, but without lines: only what is asked, whatever has been answered since.
    pub fn inputs_to_look<G: Game>(&self, pace: Pace) -> Inputs<G> {
        Inputs {
            sent: Vec::new(),
            ..self.inputs(pace, BTreeSet::new())
        }
    }
}
