//! What a player has said to an open question: the lines of all his letters as one set.

use serde::{Deserialize, Serialize};

use super::inputs::{Answer, SentRow};
use super::record::LineId;

/// What a line of a set is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stand {
    /// It counts.
    Counts,
    /// There is nothing wrong with it, but it cannot stand without one that was refused.
    Waits,
    /// It was refused among others that count, and waits to be mended.
    Refused,
    /// It was refused, and so was all of its letter: whoever answers otherwise need not come back to it.
    Tried,
}

/// One line of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// The letter it came with.
    pub letter: u32,
    /// The line in it.
    pub line: u32,
    /// The canonical words; of a line that could not be read, what was written.
    pub words: String,
    /// What it is worth.
    pub stand: Stand,
}

impl AnswerLine {
    /// Which line of which letter.
    pub const fn id(&self) -> LineId {
        LineId {
            letter: self.letter,
            line: self.line,
        }
    }
}

/// A player's lines for one open question, in the order in which they are carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerRow {
    /// For which side.
    pub side: String,
    /// The key of the question.
    pub key: String,
    /// The kind of decision it is.
    pub kind: String,
    /// The lines.
    pub lines: Vec<AnswerLine>,
    /// Whether its words are as they were written, in games from before they were kept as they were understood.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub raw: bool,
}

impl AnswerRow {
    /// The lines that count.
    pub fn counting(&self) -> impl Iterator<Item = &AnswerLine> {
        self.lines.iter().filter(|line| line.stand == Stand::Counts)
    }

    /// Whether the question need not wait: some line of it counts, and none waits to be mended.
    pub fn is_whole(&self) -> bool {
        let holds = |line: &AnswerLine| matches!(line.stand, Stand::Waits | Stand::Refused);
        self.counting().next().is_some() && !self.lines.iter().any(holds)
    }

    /// The set as a run reads it, for its side; `None` where no line counts.
    pub fn answer<S>(&self, side: S) -> Option<Answer<S>> {
        let mut ids: Vec<LineId> = self.counting().map(AnswerLine::id).collect();
        if ids.is_empty() {
            return None;
        }
        ids.sort_unstable();
        ids.dedup();
        Some(Answer {
            side,
            key: self.key.clone(),
            ids,
            words: self.counting().map(|line| line.words.clone()).collect(),
            whole: self.is_whole(),
            raw: self.raw,
        })
    }

    /// The lines of one letter for one question, from before sets were kept.
    pub(super) fn old(rows: &[&SentRow]) -> Option<Self> {
        let first = rows.first()?;
        let line = |row: &&SentRow| AnswerLine {
            letter: row.letter,
            line: row.line,
            words: row.text.clone(),
            stand: Stand::Counts,
        };
        let mut lines: Vec<AnswerLine> = rows.iter().map(line).collect();
        // Other lines of that letter had mistakes: it waits for the deadline.
        if rows.iter().any(|row| row.partial) {
            lines.push(AnswerLine {
                letter: first.letter,
                line: u32::MAX,
                words: "?".to_owned(),
                stand: Stand::Refused,
            });
        }
        Some(Self {
            side: first.side.clone(),
            key: first.bound.clone(),
            kind: first.kind.clone(),
            lines,
            raw: true,
        })
    }
}
