//! Playing: letters are delivered as questions come, until none is left, the game is over or a step is reached.

use std::collections::BTreeSet;

use super::dice::Loaded;
use super::file::{Case, CaseLetter, Write};
use super::happen::{Happened, Happening, LetterLine};
use super::judge;
use super::mismatch::Mismatch;
use super::near::{did_you_mean, near};
use super::skip::{some, until_end};
use super::tray::Tray;
use super::{CaseReport, Ready, facts};
use crate::engine::decision::Question;
use crate::engine::event::Told;
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Outcome, Side as _};
use crate::engine::inputs::Inputs;
use crate::engine::letters::{Letter, Receipt, Said, Verdict, receive};
use crate::engine::record::Step;
use crate::engine::run::{End, Ran, Start, run};
use crate::engine::seats::{ANY_DESK, Seat, who};
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;
use crate::orders::{Diagnoser, Lang, outline};

/// Who leaves more rolls unscripted than this does not want them scripted.
const MOST_UNSCRIPTED: usize = 60;

/// How a stretch of play ended.
enum Ended<G: Game> {
    /// These questions wait.
    Waiting(Vec<Question<G>>),
    /// The game is over.
    Over(Outcome<G::Side>),
    /// The step of `until` begins.
    Reached,
    /// The program or the script is at fault; a mismatch says so.
    Broken,
}

/// What comes next at a wait.
enum Next {
    /// This letter.
    Letter(usize),
    /// The deadline, in the place of this letter.
    Deadline(usize),
}

/// A case in play.
struct Playing<'c, G: Game> {
    case: &'c Case,
    data: &'c G::Data,
    seats: &'c [Seat],
    start: G::State,
    /// The state at the last checkpoint.
    checkpoint: G::State,
    /// What has been done since.
    record: Vec<Step>,
    /// All that has been done.
    done: Vec<Step>,
    /// The state where play stands.
    state: G::State,
    tray: Tray,
    /// Keys of questions whose deadline has passed.
    late: BTreeSet<String>,
    dice: Loaded,
    delivered: Vec<bool>,
    /// Steps that began.
    names: Vec<String>,
    /// The step that was last headed in the story.
    headed: Option<String>,
    unscripted: usize,
    told: Vec<Happened>,
    report: &'c mut CaseReport,
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
                        self.tray.settle(&self.done[before..], &questions);
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
    fn head(&mut self) {
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

    /// The next letter of somebody who is asked; one that comes at once needs no question, but keeps its place.
    fn next_letter(&self, questions: &[Question<G>]) -> Option<Next> {
        let mut first = true;
        for (n, letter) in self.case.letters.iter().enumerate() {
            if self.delivered[n] {
                continue;
            }
            let asked = self.writer(letter, questions).is_some();
            if asked || letter.at_once && first {
                let late = letter.text.is_none();
                return Some(if late {
                    Next::Deadline(n)
                } else {
                    Next::Letter(n)
                });
            }
            first = false;
        }
        None
    }

    /// The seat that writes a letter because it is asked.
    fn writer(&self, letter: &CaseLetter, questions: &[Question<G>]) -> Option<&Seat> {
        questions.iter().find_map(|question| {
            let side = question.side.id();
            let seat = who(self.seats, side, question.decision.kind().desk)?;
            let his = match &letter.by {
                Write::Side(by) => by == side,
                Write::Seat(by) => *by == seat.name,
            };
            his.then_some(seat)
        })
    }

    /// The questions that are open, whatever has been answered since they were asked.
    fn look(&self) -> (Vec<Question<G>>, G::State) {
        let inputs = self.tray.inputs_to_look::<G>(self.case.pace);
        let ran = self.replay(&inputs, &self.checkpoint, &self.record);
        match ran.end {
            End::Waiting(questions) => (questions, ran.state),
            _ => (Vec::new(), ran.state),
        }
    }

    fn replay(&self, inputs: &Inputs<G>, from: &G::State, record: &[Step]) -> Ran<G> {
        run(Start {
            data: self.data,
            state: from.clone(),
            record,
            inputs,
            dice: DiceSource::None,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        })
    }

    /// Receives a letter as a real one is received.
    fn deliver(&mut self, n: usize) {
        self.delivered[n] = true;
        let letter = &self.case.letters[n];
        let (questions, state) = self.look();
        let mut seat = match (self.writer(letter, &questions), &letter.by) {
            (Some(seat), _) => seat.clone(),
            (None, Write::Seat(name)) => {
                let seat = self.seats.iter().find(|seat| seat.name == *name);
                seat.unwrap_or(&self.seats[0]).clone()
            }
            (None, Write::Side(side)) => {
                let seat = who(self.seats, side, ANY_DESK);
                seat.unwrap_or(&self.seats[0]).clone()
            }
        };
        if let Some(lang) = letter.lang {
            seat.lang = lang;
        }
        let decides = |question: &&Question<G>| {
            let desk = question.decision.kind().desk;
            let deciding = who(self.seats, question.side.id(), desk);
            deciding.is_some_and(|deciding| deciding.name == seat.name)
        };
        let open: Vec<&Question<G>> = questions.iter().filter(decides).collect();
        let others: Vec<&Question<G>> = questions
            .iter()
            .filter(|question| !decides(question) && seat.plays(question.side.id()))
            .collect();
        let receipt = receive::<G>(&Letter {
            data: self.data,
            state: &state,
            seat: &seat,
            open: &open,
            others: &others,
            seats: self.seats,
            number: u32::try_from(n + 1).unwrap_or(u32::MAX),
            text: letter.text.as_deref().unwrap_or_default(),
            closed: false,
            over: false,
        });
        let lines = self.letter_lines(&seat, &state, &receipt);
        self.head();
        self.check_letter(n, &lines);
        self.report.told.push(Happening::Letter {
            letter: n + 1,
            from: seat.name.clone(),
            lines,
        });
        self.tray.add(&seat, &receipt);
    }

    /// The lines of a letter with their verdicts, as their writer reads them.
    fn letter_lines(&self, seat: &Seat, state: &G::State, receipt: &Receipt<G>) -> Vec<LetterLine> {
        let side = seat.sides.first().and_then(|id| G::Side::from_id(id));
        let view = G::view(self.data, state, side);
        let diagnoser = Diagnoser {
            book: G::phrasebook(),
            lang: seat.lang,
            lex: &view,
        };
        let line = |Verdict { line, said }: &Verdict| {
            let text = line.text.trim_end().to_owned();
            let (verdict, problems) = match said {
                Said::Answers(words) => (format!("{text}  -> {}", words.join(" ; ")), Vec::new()),
                Said::Kept(kind) => (format!("{text}  -> kept for {kind}"), Vec::new()),
                Said::Standing => (format!("{text}  -> standing order"), Vec::new()),
                Said::Done(what) => (format!("{text}  -> {what}"), Vec::new()),
                Said::Skipped => (format!("{text}  -> no order"), Vec::new()),
                // A case holds no small talk: a line that is no order is a mistake in it.
                Said::NoOrder(_) | Said::Wrong(_) => {
                    let problems: &[_] = match said {
                        Said::Wrong(problems) => problems,
                        Said::NoOrder(problem) => std::slice::from_ref(problem),
                        _ => &[],
                    };
                    let keys = problems.iter().map(|one| one.what.key.to_owned());
                    let keys: Vec<String> = keys.collect();
                    let shown = diagnoser.show(problems, None, std::slice::from_ref(line));
                    (format!("{shown}\n  -> wrong: {}", keys.join(", ")), keys)
                }
            };
            LetterLine {
                text,
                verdict,
                problems,
            }
        };
        receipt.verdicts.iter().map(line).collect()
    }

    /// Compares the problems of a letter with those that its case wants.
    fn check_letter(&mut self, n: usize, lines: &[LetterLine]) {
        let letter = &self.case.letters[n];
        let about = format!("letter {}", n + 1);
        let mut found: Vec<&str> = lines
            .iter()
            .flat_map(|line| line.problems.iter().map(String::as_str))
            .collect();
        let in_order = found.clone();
        let mut wanted: Vec<&str> = letter.wrong.iter().map(String::as_str).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        let verdicts: Vec<&str> = lines.iter().flat_map(|line| line.verdict.lines()).collect();
        if found != wanted {
            let expected = match wanted.as_slice() {
                [] => "a letter without problems".to_owned(),
                wanted => format!("the problems {}", wanted.join(", ")),
            };
            let mut mismatch = Mismatch::new(&about, expected).line(letter.line);
            if found.is_empty() {
                mismatch = mismatch.found("no problems:");
            }
            mismatch
                .found
                .extend(verdicts.iter().map(|line| (*line).to_owned()));
            let right =
                super::pattern::Shown::Many(in_order.iter().map(|key| (*key).to_owned()).collect());
            mismatch = match in_order.as_slice() {
                [] => mismatch.write("take out `wrong`, if the letter is right"),
                _ => mismatch.write(format!(
                    "mend the letter; or, if it is meant to be wrong: wrong = {right}"
                )),
            };
            self.report.mismatches.push(mismatch);
        }
        let text = verdicts.join(" ");
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for says in &letter.says {
            if !plain(&text).contains(&plain(says)) {
                let mut mismatch =
                    Mismatch::new(&about, format!("the reply to say `{says}`")).line(letter.line);
                mismatch
                    .found
                    .extend(verdicts.iter().map(|line| (*line).to_owned()));
                self.report.mismatches.push(mismatch);
            }
        }
    }

    /// Ends the story.
    fn end(&mut self, ended: &Ended<G>) {
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
    fn check_end(&mut self, ended: &Ended<G>) {
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

/// Whether a letter is from whoever plays a side.
fn writes(letter: &CaseLetter, seats: &[Seat], side: &str) -> bool {
    match &letter.by {
        Write::Side(by) => by == side,
        Write::Seat(name) => {
            let seat = seats.iter().find(|seat| seat.name == *name);
            seat.is_some_and(|seat| seat.plays(side))
        }
    }
}
