//! The end of a case: the last lines of the story, and what every case proves whatever it expects.

use super::facts;
use super::happen::Happening;
use super::mismatch::Mismatch;
use super::near::{did_you_mean, near};
use super::play::{Ended, Playing};
use super::skip::some;
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::Inputs;
use crate::engine::record::Step;
use crate::engine::run::{End, Start, run};
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;
use crate::orders::{Lang, outline};

impl<G: Game> Playing<'_, G> {
    /// Ends the story.
    pub(super) fn end(&mut self, ended: &Ended<G>) {
        match ended {
            Ended::Waiting(questions) => {
                for question in questions {
                    self.head();
                    let view = G::view(self.data, &self.state, Some(question.side));
                    let kind = question.decision.kind().word.id();
                    let wait = format!("{}.{kind}", question.side.id());
                    let phrase = question.decision.question(&view);
                    let form = question.decision.form(&view);
                    self.report.told.push(Happening::Waits {
                        key: question.key.clone(),
                        wait: wait.clone(),
                        question: G::phrasebook().say(&phrase, Lang::En, &view),
                        form: outline(&form, Lang::En, &view),
                    });
                    self.report.waits.push(wait);
                }
            }
            Ended::Over(outcome) => {
                let view = G::view(self.data, &self.state, None);
                let winner = outcome.winner.map_or("draw", |side| side.id());
                self.report.outcome = Some(winner.to_owned());
                self.report.outcome_rule = Some(outcome.rule.to_owned());
                self.report.told.push(Happening::Over {
                    winner: winner.to_owned(),
                    rule: outcome.rule.to_owned(),
                    why: G::phrasebook().say(&outcome.why, Lang::En, &view),
                });
            }
            Ended::Reached => {
                let step = G::step_name(self.data, &self.state);
                self.report.told.push(Happening::Reached { step });
            }
            Ended::Broken => {}
        }
    }

    /// What every case proves, whatever it expects: letters are used, the position is sound, the record replays.
    pub(super) fn check_end(&mut self, ended: &Ended<G>) {
        if matches!(ended, Ended::Broken) {
            return;
        }
        if let Some(until) = &self.case.until
            && !matches!(ended, Ended::Reached)
        {
            let steps = self.names.iter().map(String::as_str);
            let hint = did_you_mean(&near(&until.value, steps));
            let ended = match ended {
                Ended::Over(_) => "the game was over before".to_owned(),
                _ => format!("the game waits for {}", self.report.waits.join(", ")),
            };
            self.report.mismatches.push(
                Mismatch::new("until", format!("the step `{}` to begin", until.value))
                    .line(until.line)
                    .found(format!("{ended}; steps were {}", some(&self.names)))
                    .write_all(hint),
            );
        }
        for (n, letter) in self.case.letters.iter().enumerate() {
            if !self.delivered[n] {
                let found = match ended {
                    Ended::Waiting(_) => {
                        format!("the game waits for {}", self.report.waits.join(", "))
                    }
                    Ended::Over(_) => "the game was over before".to_owned(),
                    _ => "the case ended before".to_owned(),
                };
                let mismatch = Mismatch::new(format!("letter {}", n + 1), "its writer to be asked");
                let hint =
                    "take the letter out; or `at_once = true`, if it is to come before he is asked";
                self.report
                    .mismatches
                    .push(mismatch.line(letter.line).found(found).write(hint));
            }
        }
        for wrong in G::broken(self.data, &self.state) {
            let expected = "a position that the rules allow";
            let mismatch = Mismatch::new("run", expected).found(format!("at the end {wrong}"));
            self.report.mismatches.push(mismatch);
        }
        if let Some(found) = self.replayed_differently(ended) {
            let expected = "the record to give the same position when it is replayed";
            let mismatch = Mismatch::new("run", expected).found(found);
            self.report.mismatches.push(mismatch);
        }
    }

    /// Replays the whole record in one go, read back from its text, and tells what came out different.
    fn replayed_differently(&self, ended: &Ended<G>) -> Option<String> {
        let mut record = Vec::with_capacity(self.done.len());
        for step in &self.done {
            match step.to_string().parse::<Step>() {
                Ok(read) if read == *step => record.push(read),
                _ => return Some(format!("`{step}` is not read back as it was written")),
            }
        }
        let mut at_end: Option<G::State> = None;
        let mut watch = |cursor: usize, state: &G::State| {
            if cursor == record.len() && at_end.is_none() {
                at_end = Some(state.clone());
            }
        };
        let inputs = Inputs::<G>::default();
        let ran = run(Start {
            data: self.data,
            state: self.start.clone(),
            record: &record,
            inputs: &inputs,
            dice: DiceSource::None,
            bot: None,
            keep: Keep::ALL,
            watch: Some(&mut watch),
        });
        // Behind the last step of the case the replay goes on by itself: only the state at that step counts.
        let state = match ended {
            Ended::Reached if record.is_empty() => return None,
            Ended::Reached => at_end,
            _ => match ran.end {
                End::Broken(fault) => return Some(fault.to_string()),
                _ => Some(ran.state),
            },
        };
        match state {
            Some(state) if state == self.state => None,
            Some(state) => {
                let (now, then) = (
                    facts::<G>(self.data, &self.state),
                    facts::<G>(self.data, &state),
                );
                let other = now
                    .iter()
                    .find(|(name, value)| then.get(*name) != Some(value));
                Some(other.map_or_else(
                    || "another position".to_owned(),
                    |(name, value)| format!("{name} was {value}, now {:?}", then.get(name)),
                ))
            }
            None => Some("the record does not reach the end".to_owned()),
        }
    }
}
