//! The tray: lines and standing orders that wait to be used, kept as a stored game keeps them.

use std::collections::BTreeSet;

use crate::engine::decision::Question;
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::{Inputs, Pace, SentRow, StandingRow};
use crate::engine::letters::Receipt;
use crate::engine::record::{LineId, Step};
use crate::engine::seats::Seat;

/// Lines sent and not used, and standing orders.
#[derive(Default)]
pub(super) struct Tray {
    sent: Vec<SentRow>,
    standing: Vec<StandingRow>,
}

impl Tray {
    /// Puts in what a letter brought.
    pub(super) fn add<G: Game>(&mut self, seat: &Seat, receipt: &Receipt<G>) {
        if receipt.retract {
            self.sent.retain(|row| !seat.plays(&row.side));
        }
        // New lines sent ahead replace older ones of the same kind: the last plan counts.
        let replaced = |old: &SentRow| {
            let mut new = receipt.sent.iter().filter(|new| new.bound.is_empty());
            old.bound.is_empty() && new.any(|new| new.side == old.side && new.kind == old.kind)
        };
        self.sent.retain(|old| !replaced(old));
        self.sent.extend(receipt.sent.iter().cloned());
        for row in &receipt.standing {
            self.standing.retain(|old| {
                (&old.side, &old.kind, &old.subject, &old.condition)
                    != (&row.side, &row.kind, &row.subject, &row.condition)
            });
            if row.wish != "forget" {
                self.standing.push(row.clone());
            }
        }
    }

    /// Takes out what a run has used, and what was meant for questions that are closed.
    pub(super) fn settle<G: Game>(&mut self, steps: &[Step], open: &[Question<G>]) {
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
            let asked = || open.iter().any(|question| question.key == row.bound);
            !spent.contains(&id) && (row.bound.is_empty() || asked())
        });
    }

    /// All that a run may know of the world; `late` are the keys of questions whose deadline has passed.
    pub(super) fn inputs<G: Game>(&self, pace: Pace, late: BTreeSet<String>) -> Inputs<G> {
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
    pub(super) fn inputs_to_look<G: Game>(&self, pace: Pace) -> Inputs<G> {
        Inputs {
            sent: Vec::new(),
            ..self.inputs(pace, BTreeSet::new())
        }
    }
}
