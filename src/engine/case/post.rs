//! The post: which letter comes next, how it is received, and what its case wants of the reply.

use super::file::{CaseLetter, Write};
use super::happen::{Happening, LetterLine};
use super::mismatch::Mismatch;
use super::pattern::Shown;
use super::play::Playing;
use crate::engine::decision::Question;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::{Letter, Receipt, Said, Verdict, receive};
use crate::engine::run::{End, Start, run};
use crate::engine::seats::{ANY_DESK, Seat, who};
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;
use crate::orders::Diagnoser;

/// What comes next at a wait.
pub(super) enum Next {
    /// This letter.
    Letter(usize),
    /// The deadline, in the place of this letter.
    Deadline(usize),
}

impl<G: Game> Playing<'_, G> {
    /// The next letter of somebody who is asked; one that comes at once needs no question, but keeps its place.
    pub(super) fn next_letter(&self, questions: &[Question<G>]) -> Option<Next> {
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
        let ran = run(Start {
            data: self.data,
            state: self.checkpoint.clone(),
            record: &self.record,
            inputs: &inputs,
            dice: DiceSource::None,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        });
        match ran.end {
            End::Waiting(questions) => (questions, ran.state),
            _ => (Vec::new(), ran.state),
        }
    }

    /// Receives a letter as a real one is received.
    pub(super) fn deliver(&mut self, n: usize) {
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
            tray: &self.tray,
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
        if receipt.retract {
            self.tray.retract(&seat.sides);
        }
        self.tray.add(receipt.brought);
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
                Said::Stands(words) => (
                    format!("{text}  -> stands: {}", words.join(" ; ")),
                    Vec::new(),
                ),
                Said::Again(words) => (
                    format!("{text}  -> now right: {}", words.join(" ; ")),
                    Vec::new(),
                ),
                Said::Unmended => (
                    format!("{text}  -> not mended"),
                    vec!["unmended".to_owned()],
                ),
                Said::Waits => (format!("{text}  -> waits"), Vec::new()),
                Said::Kept(kind) => (format!("{text}  -> kept for {kind}"), Vec::new()),
                Said::Standing(words) => (format!("{text}  -> {words}"), Vec::new()),
                Said::Done(what) => (format!("{text}  -> {what}"), Vec::new()),
                Said::Skipped => (format!("{text}  -> no order"), Vec::new()),
                // A case holds no small talk: a line that is no order is a mistake in it.
                Said::NoOrder(_) | Said::Wrong(_) | Said::Fallen(_) => {
                    let problems: &[_] = match said {
                        Said::Wrong(problems) | Said::Fallen(problems) => problems,
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
            let right = Shown::Many(in_order.iter().map(|key| (*key).to_owned()).collect());
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
}

/// Whether a letter is from whoever plays a side.
pub(super) fn writes(letter: &CaseLetter, seats: &[Seat], side: &str) -> bool {
    match &letter.by {
        Write::Side(by) => by == side,
        Write::Seat(name) => {
            let seat = seats.iter().find(|seat| seat.name == *name);
            seat.is_some_and(|seat| seat.plays(side))
        }
    }
}
