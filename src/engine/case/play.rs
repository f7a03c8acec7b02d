//! Playing: letters are delivered as questions come, until none is left, the game is over or a step is reached.

use std::collections::BTreeSet;

use super::dice::Loaded;
use super::file::Case;
use super::happen::{Happened, Happening};
use super::judge;
use super::mismatch::Mismatch;
use super::post::{Next, writes};
use super::skip::until_end;
use super::{CaseReport, Ready, facts};
use crate::engine::decision::Question;
use crate::engine::event::Told;
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Outcome, Side as _};
use crate::engine::record::Step;
use crate::engine::run::{End, Start, run};
use crate::engine::seats::Seat;
use crate::engine::table::Keep;
use crate::engine::tray::Tray;

/// Who leaves more rolls unscripted than this does not want them scripted.
const MOST_UNSCRIPTED: usize = 60;

/// How a stretch of play ended.
pub(super) enum Ended<G: Game> {
    /// These questions wait.
    Waiting(Vec<Question<G>>),
    /// The game is over.
    Over(Outcome<G::Side>),
    /// The step of `until` begins.
    Reached,
    /// The program or the script is at fault; a mismatch says so.
    Broken,
}

/// A case in play.
pub(super) struct Playing<'c, G: Game> {
    pub(super) case: &'c Case,
    pub(super) data: &'c G::Data,
    pub(super) seats: &'c [Seat],
    pub(super) start: G::State,
    /// The state at the last checkpoint.
    pub(super) checkpoint: G::State,
    /// What has been done since.
    pub(super) record: Vec<Step>,
    /// All that has been done.
    pub(super) done: Vec<Step>,
    /// The state where play stands.
    pub(super) state: G::State,
    pub(super) tray: Tray,
    /// Keys of questions whose deadline has passed.
    pub(super) late: BTreeSet<String>,
    pub(super) dice: Loaded,
    pub(super) delivered: Vec<bool>,
    /// Steps that began.
    pub(super) names: Vec<String>,
    /// The step that was last headed in the story.
    pub(super) headed: Option<String>,
    pub(super) unscripted: usize,
    pub(super) told: Vec<Happened>,
    pub(super) report: &'c mut CaseReport,
}

/// Plays a case that is set up, and judges it.
pub(super) fn play<G: Game>(case: &Case, ready: Ready<G>, report: &mut CaseReport) {
    let before = facts::<G>(&ready.data, &ready.start);
    let mut playing = Playing::<G> {
        case,
        data: &ready.data,
        seats: &ready.seats,
        checkpoint: ready.start.clone(),
        state: ready.start.clone(),
        names: vec![G::step_name(&ready.data, &ready.start)],
        start: ready.start,
        record: Vec::new(),
        done: Vec::new(),
        tray: Tray::default(),
        late: BTreeSet::new(),
        dice: ready.dice,
        delivered: vec![false; case.letters.len()],
        headed: None,
        unscripted: 0,
        told: Vec::new(),
        report,
    };
    let ended = playing.go();
    playing.end(&ended);
    playing.check_end(&ended);
    let Playing {
        state,
        dice,
        told,
        report,
        ..
    } = playing;
    report.mismatches.extend(dice.unused());
    for (name, value) in G::facts(&ready.data, &state) {
        if let Some(old) = before.get(&name).filter(|old| **old != value) {
            report
                .changed
                .push((name.clone(), old.clone(), value.clone()));
        }
        report.facts.push((name, value));
    }
    judge::judge(case, &told, G::phrasebook(), report);
}

impl<G: Game> Playing<'_, G> {
    /// Plays until there is nothing left to play.
    fn go(&mut self) -> Ended<G> {
        if self.is_until(&self.start) {
            return Ended::Reached;
        }
        loop {
            let questions = match self.run_on() {
                Ended::Waiting(questions) => questions,
                ended => return ended,
            };
            match self.next_letter(&questions) {
                Some(Next::Letter(n)) => self.deliver(n),
                Some(Next::Deadline(n)) => {
                    self.delivered[n] = true;
                    let letter = &self.case.letters[n];
                    let seats = self.seats;
                    self.deadline(&questions, |side| writes(letter, seats, side));
                }
                None => {
                    let case = self.case;
                    let named = |side: &str| case.late.iter().any(|one| one.value == side);
                    if !self.deadline(&questions, named) {
                        return Ended::Waiting(questions);
                    }
                }
            }
        }
    }

    fn is_until(&self, state: &G::State) -> bool {
        let until = self.case.until.as_ref();
        until.is_some_and(|until| until.value == G::step_name(self.data, state))
    }

    /// Lets the deadline pass for the questions to certain sides; tells whether there are any.
    fn deadline(&mut self, questions: &[Question<G>], passes: impl Fn(&str) -> bool) -> bool {
        let mut sides: Vec<String> = Vec::new();
        for question in questions.iter().filter(|one| passes(one.side.id())) {
            self.late.insert(question.key.clone());
            sides.push(question.side.id().to_owned());
        }
        sides.dedup();
        let any = !sides.is_empty();
        if any {
            self.report.told.push(Happening::Deadline { sides });
        }
        any
    }

    /// Runs to the next wait, going on with stand-ins where dice are not scripted, so that one try shows all of them.
    fn run_on(&mut self) -> Ended<G> {
        let inputs = self.tray.inputs::<G>(self.case.pace, self.late.clone());
        let before = self.done.len();
        loop {
            let (data, until) = (self.data, self.case.until.as_ref());
            let mut passed: Vec<String> = Vec::new();
            let mut reached: Option<(usize, G::State)> = None;
            let mut watch = |_: usize, state: &G::State| {
                passed.push(G::step_name(data, state));
                let here = until.is_some_and(|until| passed.last() == Some(&until.value));
                if here && reached.is_none() {
                    reached = Some((passed.len(), state.clone()));
                }
            };
            let mut ran = run(Start {
                data,
                state: self.checkpoint.clone(),
                record: &self.record,
                inputs: &inputs,
                dice: self.dice.source(),
                bot: None,
                keep: Keep::ALL,
                watch: Some(&mut watch),
            });
            if let Some((ends, state)) = reached {
                // The run could not know that it should stop here: what it did beyond never happened.
                passed.truncate(ends);
                ran.steps.truncate(until_end(&ran.steps, ends).len());
                ran.checkpoint = Some(state.clone());
                ran.state = state;
                self.commit(ran.steps, &ran.told, ran.checkpoint, ran.state, &passed);
                return Ended::Reached;
            }
            let fault = match ran.end {
                End::Broken(fault) => fault,
                End::Waiting(questions) => {
                    self.commit(ran.steps, &ran.told, ran.checkpoint, ran.state, &passed);
                    // Where nothing happened, lines that wait for other sides' answers stay.
                    if self.done.len() > before {
                        let keys: Vec<String> =
                            questions.iter().map(|one| one.key.clone()).collect();
                        self.tray.settle(&self.done[before..], &keys);
                    }
                    return Ended::Waiting(questions);
                }
                End::Over(outcome) => {
                    self.commit(ran.steps, &ran.told, ran.checkpoint, ran.state, &passed);
                    return Ended::Over(outcome);
                }
            };
            let step = passed.last().or(self.names.last()).cloned();
            let step = step.unwrap_or_default();
            let mismatch = match &fault {
                Fault::Unscripted { label, spec } if self.unscripted < MOST_UNSCRIPTED => {
                    self.unscripted += 1;
                    self.dice.unscripted(&step, label, spec)
                }
                Fault::BadScript { label, spec, .. } => self.dice.misfit(label, spec),
                fault => {
                    let expected = "a run without a fault of the program";
                    let mismatch = Mismatch::new("run", expected).found(fault.to_string());
                    self.report.mismatches.push(mismatch);
                    self.commit(ran.steps, &ran.told, ran.checkpoint, ran.state, &passed);
                    return Ended::Broken;
                }
            };
            self.report.mismatches.push(mismatch);
        }
    }

    /// Takes in what a run did.
    fn commit(
        &mut self,
        steps: Vec<Step>,
        told: &[Told<G>],
        checkpoint: Option<G::State>,
        state: G::State,
        passed: &[String],
    ) {
        self.dice.spend(&steps);
        let mut told = told.iter();
        let mut passed = passed.iter();
        for step in &steps {
            self.tell(step, &mut told, &state);
            if let Step::End { .. } = step {
                self.names.extend(passed.next().cloned());
            }
        }
        self.record.extend(steps.iter().cloned());
        self.done.extend(steps);
        if let Some(checkpoint) = checkpoint {
            self.checkpoint = checkpoint;
            let end = |step: &Step| matches!(step, Step::End { .. });
            let end = self.record.iter().rposition(end);
            self.record.drain(..end.map_or(0, |end| end + 1));
        }
        self.state = state;
    }

    /// Puts a heading before the first thing that happens in a step.
    pub(super) fn head(&mut self) {
        if self.headed.as_ref() != self.names.last() {
            self.headed = self.names.last().cloned();
            if let Some(name) = self.headed.clone() {
                self.report.told.push(Happening::Step { name });
            }
        }
    }

    /// Adds a step of the record to the story.
    fn tell<'t>(
        &mut self,
        step: &Step,
        told: &mut impl Iterator<Item = &'t Told<G>>,
        state: &G::State,
    ) {
        let happening = match step {
            Step::Answer { key, source, words } => Happening::Answer {
                key: key.clone(),
                source: source.to_string(),
                words: words.clone(),
            },
            Step::Roll {
                label,
                spec,
                values,
                hidden,
            } => {
                let step = self.names.last().map(String::as_str).unwrap_or_default();
                let tail = label.strip_prefix(step).unwrap_or(label);
                Happening::Roll {
                    label: label.clone(),
                    tail: tail.trim_start_matches('/').to_owned(),
                    spec: spec.to_string(),
                    values: values.clone(),
                    hidden: *hidden,
                }
            }
            Step::Told { .. } => {
                let Some(told) = told.next() else { return };
                let happened = Happened::of::<G>(self.data, state, told);
                self.told.push(happened.clone());
                Happening::Told(happened)
            }
            Step::Lapsed { lines } => Happening::Lapsed {
                lines: lines.iter().map(ToString::to_string).collect(),
            },
            // A card shows in the event that follows it.
            Step::Card { .. } | Step::End { .. } | Step::Ruled { .. } => return,
        };
        self.head();
        self.report.told.push(happening);
    }
}
