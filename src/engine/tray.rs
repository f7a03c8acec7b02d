//! The tray: what was said to open questions, lines for later and standing orders, until they are used.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::answers::AnswerRow;
use super::game::{Game, Side as _};
use super::inputs::{Inputs, Pace, SentRow, StandingRow};
use super::record::{LineId, Step};

/// What players have sent and the game has not used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tray {
    /// Lines sent ahead, in the order they came.
    pub sent: Vec<SentRow>,
    /// Standing orders, in the order they were given.
    pub standing: Vec<StandingRow>,
    /// What was said to open questions.
    #[serde(default)]
    pub answers: Vec<AnswerRow>,
    /// Lines sent ahead that the last run let lapse.
    #[serde(default)]
    pub lapsed: Vec<SentRow>,
}

/// What a letter brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// For each question it speaks of, all that is now said to it.
    pub answers: Vec<AnswerRow>,
    /// Lines sent ahead.
    pub sent: Vec<SentRow>,
    /// Lines sent ahead before that it takes back or replaces.
    pub drops: Vec<LineId>,
    /// Standing orders.
    pub standing: Vec<StandingRow>,
}

const fn id(row: &SentRow) -> LineId {
    LineId {
        letter: row.letter,
        line: row.line,
    }
}

impl Tray {
    /// Takes out all lines of some sides.
    pub fn retract(&mut self, sides: &[String]) {
        self.sent.retain(|row| !sides.contains(&row.side));
        self.answers.retain(|row| !sides.contains(&row.side));
    }

    /// Takes out everything but the standing orders.
    pub fn clear(&mut self) {
        self.sent.clear();
        self.answers.clear();
        self.lapsed.clear();
    }

    /// What a side has said to a question.
    pub fn said_to(&self, side: &str, key: &str) -> Option<&AnswerRow> {
        let mut rows = self.answers.iter();
        rows.find(|row| row.side == side && row.key == key)
    }

    /// Puts in what a letter brought.
    pub fn add(&mut self, brought: Brought) {
        for row in brought.answers {
            self.answer(row);
        }
        self.sent.retain(|old| !brought.drops.contains(&id(old)));
        self.sent.extend(brought.sent);
        self.stand(brought.standing);
    }

    /// A set takes the place of what was said to its question before.
    fn answer(&mut self, row: AnswerRow) {
        let mut rows = self.answers.iter_mut();
        let old = rows.find(|old| old.side == row.side && old.key == row.key);
        match old {
            Some(old) => *old = row,
            None => self.answers.push(row),
        }
        self.answers.retain(|row| !row.lines.is_empty());
    }

    /// Puts in what a letter brought when every letter stood for itself.
    pub fn add_old(&mut self, sent: Vec<SentRow>, standing: Vec<StandingRow>) {
        // New lines sent ahead replaced older ones of the same kind.
        let replaced = |old: &SentRow| {
            let mut new = sent.iter().filter(|new| new.bound.is_empty());
            new.any(|new| new.side == old.side && new.kind == old.kind)
        };
        self.sent.retain(|old| !replaced(old));
        self.sent.extend(sent);
        self.renew();
        self.stand(standing);
    }

    /// Makes sets of lines that were kept one by one: the last letter without mistakes counted, else the last one.
    pub fn renew(&mut self) {
        let (bound, ahead): (Vec<SentRow>, Vec<SentRow>) = std::mem::take(&mut self.sent)
            .into_iter()
            .partition(|row| !row.bound.is_empty());
        self.sent = ahead;
        for letter in bound.chunk_by(|a, b| (a.letter, &a.bound) == (b.letter, &b.bound)) {
            let Some(row) = AnswerRow::old(&letter.iter().collect::<Vec<_>>()) else {
                continue;
            };
            let before = self.said_to(&row.side, &row.key);
            if row.is_whole() || before.is_none_or(|before| !before.is_whole()) {
                self.answer(row);
            }
        }
    }

    fn stand(&mut self, standing: Vec<StandingRow>) {
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
        let mut lapsed: BTreeSet<LineId> = BTreeSet::new();
        for step in steps {
            match step {
                Step::Answer { source, .. } => spent.extend(source.lines()),
                Step::Lapsed { lines } => lapsed.extend(lines),
                _ => {}
            }
        }
        self.lapsed = std::mem::take(&mut self.sent);
        self.sent.clone_from(&self.lapsed);
        self.sent
            .retain(|row| !spent.contains(&id(row)) && !lapsed.contains(&id(row)));
        self.lapsed.retain(|row| lapsed.contains(&id(row)));
        self.answers.retain(|row| open.contains(&row.key));
    }

    /// All that a run may know of the world; `late` are the keys of questions whose deadline has passed.
    pub fn inputs<G: Game>(&self, pace: Pace, late: BTreeSet<String>) -> Inputs<G> {
        let side = |id: &str| G::Side::from_id(id);
        Inputs {
            answers: self
                .answers
                .iter()
                .filter_map(|row| row.answer(side(&row.side)?))
                .collect(),
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
            answers: Vec::new(),
            sent: Vec::new(),
            ..self.inputs(pace, BTreeSet::new())
        }
    }
}
