//! Judging a letter: the lines for each open question together, with those that stand from a letter before.

use super::answer::read_line;
use super::receive::{Receiving, Said};
use super::words::is;
use crate::engine::decision::Question;
use crate::engine::game::{Game, Side as _};
use crate::engine::inputs::SentRow;
use crate::orders::read::{Reader, Reading};
use crate::orders::token::TokenLine;
use crate::orders::word::NONE;
use crate::orders::{About, Item, Pick, Picks, Problem, Word, words};

/// Lines that stand from a letter before are numbered behind all of this one.
const CARRIED: usize = 100_000;

impl<G: Game> Receiving<'_, G> {
    /// Judges the lines for each open question together.
    pub(super) fn answer_questions(&mut self) {
        for (n, mut lines) in std::mem::take(&mut self.bound).into_iter().enumerate() {
            if lines.is_empty() {
                continue;
            }
            let question = self.letter.open[n];
            let good = |said: &Said| matches!(said, Said::Answers(_));
            let own = lines.len();
            lines.extend(self.corrected(question, &lines));
            let mut verdicts = self.judge(question, &lines);
            if !verdicts[own..].iter().all(good) {
                // What stood before does not go with the new lines: these count alone.
                lines.truncate(own);
                verdicts = self.judge(question, &lines);
            }
            let is_sheet = self.form(question).pick.rows().is_some();
            // On a sheet every line must be right; elsewhere the last right line replaces the ones before.
            let partial = is_sheet && verdicts.iter().any(|said| !good(said));
            for (nth, (line, said)) in lines.into_iter().zip(verdicts).enumerate() {
                if good(&said) {
                    self.receipt.sent.push(SentRow {
                        side: question.side.id().to_owned(),
                        letter: self.letter.number,
                        line: u32::try_from(line.number).unwrap_or(u32::MAX),
                        text: line.text.trim().to_owned(),
                        bound: question.key.clone(),
                        kind: question.decision.kind().word.id().to_owned(),
                        when: Vec::new(),
                        partial,
                    });
                }
                let said = match said {
                    Said::Answers(words) if nth >= own => Said::Stands(words),
                    said => said,
                };
                self.say(line, said);
            }
        }
    }

    /// The right lines of a sheet that had mistakes, as far as this letter does not speak of the same again: who
    /// mends one line need not repeat the others.
    fn corrected(&self, question: &Question<G>, lines: &[TokenLine]) -> Vec<TokenLine> {
        let form = self.form(question);
        let Pick::Sheet { .. } = &form.pick else {
            return Vec::new();
        };
        let view = self.view(Some(question.side));
        let mut reader = Reader::new(&view);
        let mut about = |line: &TokenLine| -> Vec<(&'static Word, Option<Item>)> {
            match reader
                .read_lines(&form, std::slice::from_ref(line))
                .reading
                .picks
            {
                Picks::Sheet(rows) => rows.iter().map(|row| (row.word, row.subject)).collect(),
                _ => Vec::new(),
            }
        };
        let new: Vec<Vec<(&'static Word, Option<Item>)>> = lines.iter().map(&mut about).collect();
        // `none` takes back everything.
        let nothing = |line: &TokenLine| line.tokens.iter().any(|token| is(Some(token), &NONE));
        let empties = |(line, said): (&TokenLine, &Vec<_>)| said.is_empty() && nothing(line);
        if lines.iter().zip(&new).any(empties) {
            return Vec::new();
        }
        let mine = |row: &&SentRow| row.partial && row.bound == question.key;
        let last = self
            .letter
            .earlier
            .iter()
            .filter(mine)
            .map(|row| row.letter)
            .max();
        let old = self.letter.earlier.iter().filter(mine);
        let old = old.filter(|row| Some(row.letter) == last && row.side == question.side.id());
        let new: Vec<(&'static Word, Option<Item>)> = new.into_iter().flatten().collect();
        let again = |said: &(&'static Word, Option<Item>)| {
            new.iter()
                .any(|one| one == said || (one.1.is_some() && one.1 == said.1))
        };
        old.enumerate()
            .map(|(nth, row)| TokenLine::new(CARRIED + nth, row.text.clone()))
            .filter(|line| !about(line).iter().any(again))
            .collect()
    }

    fn judge(&self, question: &Question<G>, lines: &[TokenLine]) -> Vec<Said> {
        let view = self.view(Some(question.side));
        let form = question.decision.form(&view);
        let lang = self.letter.seat.lang;
        let mut reader = Reader::new(&view);
        if form.pick.rows().is_none() {
            return lines
                .iter()
                .map(|line| match read_line(&mut reader, &form, line) {
                    Err(problems) => Said::Wrong(problems),
                    Ok(reading) => {
                        let problems = question.decision.check(&view, &reading.picks);
                        if problems.is_empty() {
                            Said::Answers(words(&form, &reading.picks, lang, &view))
                        } else {
                            Said::Wrong(located(problems, &reading, line))
                        }
                    }
                })
                .collect();
        }
        let sheet = reader.read_lines(&form, lines);
        let problems = question.decision.check(&view, &sheet.reading.picks);
        let crossed = problems.into_iter().map(|problem| {
            let about = sheet.reading.locate(&problem.about).map(About::Text);
            problem.about(about.unwrap_or(About::Whole))
        });
        // What could not be read is missing from the answer: that it is missing need not be told as well.
        let unread: Vec<usize> = sheet
            .problems
            .iter()
            .filter_map(|problem| match problem.about {
                About::Text(span) => Some(span.line),
                _ => None,
            })
            .collect();
        let nothing = sheet.places.iter().all(Option::is_none);
        let news = crossed.filter(|problem| match problem.about {
            About::Text(span) => !unread.contains(&span.line),
            _ => unread.is_empty() || !nothing,
        });
        let news: Vec<Problem> = news.collect();
        let all: Vec<Problem> = sheet.problems.into_iter().chain(news).collect();
        let of_line = |line: &TokenLine| -> Vec<Problem> {
            let here = |problem: &&Problem| match problem.about {
                About::Text(span) => span.line == line.number,
                _ => lines
                    .first()
                    .is_some_and(|first| first.number == line.number),
            };
            all.iter().filter(here).cloned().collect()
        };
        let rows = match &sheet.reading.picks {
            Picks::Sheet(rows) => rows.as_slice(),
            _ => &[],
        };
        let script = matches!(form.pick, Pick::Script { .. });
        lines
            .iter()
            .zip(&sheet.places)
            .map(|(line, place)| {
                let problems = of_line(line);
                if !problems.is_empty() {
                    return Said::Wrong(problems);
                }
                if script {
                    let alone = reader.read_lines(&form, std::slice::from_ref(line));
                    // An `else` stands behind its `if`: it is echoed as it was written.
                    return Said::Answers(if alone.problems.is_empty() {
                        words(&form, &alone.reading.picks, lang, &view)
                    } else {
                        vec![line.text.trim().to_owned()]
                    });
                }
                let row = place.and_then(|place| rows.get(place)).cloned();
                let one = Picks::Sheet(row.into_iter().collect());
                Said::Answers(words(&form, &one, lang, &view))
            })
            .collect()
    }
}

fn located(problems: Vec<Problem>, reading: &Reading, line: &TokenLine) -> Vec<Problem> {
    problems
        .into_iter()
        .map(|problem| {
            let span = reading.locate(&problem.about).unwrap_or(line.span());
            problem.about(About::Text(span))
        })
        .collect()
}
