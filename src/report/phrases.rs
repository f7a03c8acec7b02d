//! Phrases that several kinds of reports share.

use crate::engine::dice::Grade;
use crate::engine::game::{Outcome, Side};
use crate::orders::{Item, Phrase};

/// What a seat brought to the dice of a run.
pub const fn grade(grade: Grade) -> Phrase {
    Phrase::new(match grade {
        Grade::Sealed => "grade-sealed",
        Grade::Plain => "grade-plain",
        Grade::Absent => "grade-absent",
        Grade::Withheld => "grade-withheld",
        Grade::Unasked => "grade-unasked",
    })
}

/// Who won, and why.
pub fn outcome<S: Side>(outcome: Outcome<S>) -> Phrase {
    let phrase = match outcome.winner {
        Some(side) => Phrase::new("report-winner").with("side", Item::Word(side.word())),
        None => Phrase::new("report-draw"),
    };
    phrase
        .with("why", outcome.why)
        .with("rule", outcome.rule.to_owned())
}
