//! Who answers a decision: the record, a bot, the letter, lines sent ahead, standing orders, the default; or nobody
//! yet.

use super::decision::{Asked, Decision, Search, Sought};
use super::fault::Fault;
use super::game::{Game, Side as _};
use super::inputs::{Pace, Sent, When, Wish};
use super::letters;
use super::record::{LineId, Source, Step};
use super::source::DiceSource;
use super::table::{Play, Table};
use crate::orders::{Act, Form, Lexicon, Pick, Picks, Problem, canonical};

/// Where an answer was found; what the record needs is worked out only if it is kept.
pub(crate) struct Found {
    picks: Option<Picks>,
    source: Source,
}

impl Found {
    const fn new(picks: Picks, source: Source) -> Self {
        Self {
            picks: Some(picks),
            source,
        }
    }
}

impl<G: Game> Table<'_, G> {
    pub(crate) fn resolve<D: Decision<G>>(
        &mut self,
        side: G::Side,
        key: &str,
        decision: &D,
    ) -> Play<Option<(Found, D::Answer)>> {
        self.resolve_nth(side, key, decision, 0)
    }

    /// Finds the answer of the `nth` of several asked at once; `None` where the side must be waited for.
    pub(crate) fn resolve_nth<D: Decision<G>>(
        &mut self,
        side: G::Side,
        key: &str,
        decision: &D,
        nth: usize,
    ) -> Play<Option<(Found, D::Answer)>> {
        let mut search = Search {
            decision,
            answer: None,
        };
        let Some(found) = self.seek(side, key, &mut search, nth)? else {
            return Ok(None);
        };
        match search.answer {
            Some(answer) => Ok(Some((found, answer))),
            None => self.default_refused(key, Vec::new()),
        }
    }

    fn seek(
        &mut self,
        side: G::Side,
        key: &str,
        sought: &mut dyn Sought<G>,
        nth: usize,
    ) -> Play<Option<Found>> {
        if let DiceSource::Tape(tape) = &self.dice
            && let Some((picks, source)) = tape.answered(key)
            && let Ok(()) = sought.take(&G::view(self.data, &self.state, Some(side)), picks)
        {
            return Ok(Some(Found::new(picks.clone(), source.clone())));
        }
        let found = self.find_nth(side, key, sought, nth)?;
        if let DiceSource::Tape(tape) = &mut self.dice
            && let Some(Found {
                picks: Some(picks),
                source,
            }) = &found
        {
            tape.answer(key, picks, source);
        }
        Ok(found)
    }

    fn find_nth(
        &mut self,
        side: G::Side,
        key: &str,
        sought: &mut dyn Sought<G>,
        nth: usize,
    ) -> Play<Option<Found>> {
        if let Some(owner) = self.screens.iter().find(|owner| **owner != side) {
            let (asked, owner) = (side.id().to_owned(), owner.id().to_owned());
            return self.broken(Fault::AskedBehindScreen {
                key: key.to_owned(),
                asked,
                owner,
            });
        }
        if let Some(step) = self.recorded.get(self.cursor + nth) {
            return self.read_record(side, key, sought, step).map(Some);
        }
        let brisk = sought.asked().kind().reaction && self.inputs.pace == Pace::Brisk;
        let view = G::view(self.data, &self.state, Some(side));
        if let Some(bot) = &mut self.bot {
            if !brisk {
                return match bot.answer(key, sought, &view) {
                    (picks, true) => Ok(Some(Found::new(picks, Source::Bot))),
                    (_, false) => self.default_refused(key, Vec::new()),
                };
            }
        } else {
            let late = self.is_late(side, key);
            if let Some(found) = self.answered_by_letter(side, key, sought, &view, late) {
                return Ok(Some(found));
            }
            match self.answered_by_standing(side, sought, &view) {
                Standing::Answer(found) => return Ok(Some(found)),
                Standing::AskMe if !late && self.screens.is_empty() => return Ok(None),
                Standing::AskMe | Standing::Silent => {}
            }
        }
        let source = if !self.screens.is_empty() {
            Source::Default
        } else if self.is_late(side, key) {
            Source::Late
        } else if brisk {
            Source::Default
        } else {
            return Ok(None);
        };
        if self.inputs.eager.contains(&side)
            && let Some(picks) = sought.engage(&view)
            && sought.take(&view, &picks).is_ok()
        {
            return Ok(Some(Found::new(picks, source)));
        }
        let picks = sought.asked().default(&view);
        match sought.take(&view, &picks) {
            Ok(()) => Ok(Some(Found::new(picks, source))),
            Err(problems) => self.default_refused(key, problems),
        }
    }

    fn is_late(&self, side: G::Side, key: &str) -> bool {
        self.inputs.late.contains(&side) || self.inputs.late_keys.contains(key)
    }

    fn default_refused<T>(&mut self, key: &str, problems: Vec<Problem>) -> Play<T> {
        let why = problems
            .iter()
            .map(|p| p.what.key)
            .collect::<Vec<_>>()
            .join(", ");
        self.broken(Fault::DefaultRefused {
            key: key.to_owned(),
            why,
        })
    }

    /// Reads a recorded answer through form and check, which finds records that the rules would now refuse.
    fn read_record(
        &mut self,
        side: G::Side,
        key: &str,
        sought: &mut dyn Sought<G>,
        step: &Step,
    ) -> Play<Found> {
        let Step::Answer {
            key: recorded,
            source,
            words,
        } = step
        else {
            return self.diverge(step.to_string(), format!("ask {key}"));
        };
        if recorded != key {
            return self.diverge(step.to_string(), format!("ask {key}"));
        }
        let view = G::view(self.data, &self.state, Some(side));
        let form = sought.asked().form(&view);
        let lines: Vec<&str> = words.iter().map(String::as_str).collect();
        let read = letters::read_canonical(&form, &lines, &view)
            .and_then(|picks| sought.take(&view, &picks));
        match read {
            Ok(()) => Ok(Found {
                picks: None,
                source: source.clone(),
            }),
            Err(problems) => {
                let why = problems
                    .iter()
                    .map(|p| p.what.key)
                    .collect::<Vec<_>>()
                    .join(", ");
                let (key, words) = (key.to_owned(), words.join(" ; "));
                self.broken(Fault::Refused { key, words, why })
            }
        }
    }

    fn answered_by_letter(
        &self,
        side: G::Side,
        key: &str,
        sought: &mut dyn Sought<G>,
        view: &G::View<'_>,
        late: bool,
    ) -> Option<Found> {
        let form = sought.asked().form(view);
        let mut answers = self.inputs.answers.iter();
        let said =
            answers.find(|said| said.side == side && said.key == key && (late || said.whole));
        if let Some(said) = said {
            let words: Vec<&str> = said.words.iter().map(String::as_str).collect();
            let found = if said.raw {
                let mut check = |picks: &Picks| sought.take(view, picks);
                letters::best_answer(&form, &words, view, &mut check)
            } else {
                // It was understood and checked when it came.
                let picks = letters::read_canonical(&form, &words, view).ok();
                picks.filter(|picks| sought.take(view, picks).is_ok())
            };
            if let Some(picks) = found {
                return Some(Found::new(picks, Source::Letter(said.ids.clone())));
            }
        }
        self.answered_ahead(side, sought, view, &form, late)
    }

    fn answered_ahead(
        &self,
        side: G::Side,
        sought: &mut dyn Sought<G>,
        view: &G::View<'_>,
        form: &Form,
        late: bool,
    ) -> Option<Found> {
        let asked = sought.asked().kind();
        let (kind, sheet) = (asked.word.id(), !asked.rows.is_empty());
        if letters::is_list::<G>(asked, form) {
            return self.next_of_list(side, sought, view, form, late);
        }
        let mut rows: Vec<&Sent<G::Side>> = Vec::new();
        for sent in &self.inputs.sent {
            let fits = sent.side == side && sent.kind == kind;
            if !fits || self.spent.contains(&sent.id) || !counts_now::<G>(view, &sent.when) {
                continue;
            }
            if !letters::heads(form, &sent.text, view) && !letters::forks(&sent.text) {
                continue;
            }
            if sheet {
                rows.push(sent);
            } else if let Some(picks) = read_answer(sought, view, form, &[sent]) {
                return Some(Found::new(picks, Source::Ahead(vec![sent.id])));
            }
        }
        if rows.is_empty() {
            return None;
        }
        // A script of which a line no longer stands may mean something else: its author must see it again.
        if matches!(form.pick, Pick::Script { .. }) && !late {
            let texts: Vec<&str> = rows.iter().map(|sent| sent.text.as_str()).collect();
            let picks = letters::read_canonical(form, &texts, view).ok()?;
            sought.take(view, &picks).ok()?;
            let source = Source::Ahead(rows.iter().map(|sent| sent.id).collect());
            return Some(Found::new(picks, source));
        }
        let picks = read_answer(sought, view, form, &rows)?;
        // A plan of which a part no longer stands is shown to its author again, unless his time is up.
        if matches!(picks, Picks::Sheet(_)) && !late {
            let texts: Vec<&str> = rows.iter().map(|sent| sent.text.as_str()).collect();
            let all = letters::read_canonical(form, &texts, view);
            if all.as_ref() != Ok(&picks) {
                return None;
            }
        }
        // What was left out is not used up: it may serve later, or lapses and its author is told.
        let used = rows
            .iter()
            .filter(|sent| holds(&picks, &sent.text, form, view));
        let source = Source::Ahead(used.map(|sent| sent.id).collect());
        Some(Found::new(picks, source))
    }

    /// The next of a list of lines for a question that takes one at a time: the first whose condition holds. If it cannot
    /// be carried out its author must see how things stand, unless his time is up.
    fn next_of_list(
        &self,
        side: G::Side,
        sought: &mut dyn Sought<G>,
        view: &G::View<'_>,
        form: &Form,
        late: bool,
    ) -> Option<Found> {
        let kind = sought.asked().kind().word.id();
        let mine = |sent: &&Sent<G::Side>| {
            sent.side == side && sent.kind == kind && !self.spent.contains(&sent.id)
        };
        for sent in self.inputs.sent.iter().filter(mine) {
            if !counts_now::<G>(view, &sent.when) {
                continue;
            }
            let stops = sent.text == letters::STOP.id();
            let found = match stops {
                true => None,
                false => read_answer(sought, view, form, &[sent]),
            };
            match found {
                Some(picks) => return Some(Found::new(picks, Source::Ahead(vec![sent.id]))),
                None if late && !stops => {}
                None => return None,
            }
        }
        None
    }

    fn answered_by_standing(
        &self,
        side: G::Side,
        sought: &mut dyn Sought<G>,
        view: &G::View<'_>,
    ) -> Standing {
        let kind = sought.asked().kind().word.id();
        let rules: Vec<_> = self
            .inputs
            .standing
            .iter()
            .filter(|rule| rule.side == side && rule.kind == kind)
            .collect();
        if rules.is_empty() {
            return Standing::Silent;
        }
        let form = sought.asked().form(view);
        let subject = letters::subject_words(&form, view);
        // Orders for this subject come before orders for all, later ones before earlier ones.
        let of_subject = rules.iter().rev().filter(|rule| rule.subject.is_some());
        let of_all = rules.iter().rev().filter(|rule| rule.subject.is_none());
        for rule in of_subject.chain(of_all) {
            if rule
                .subject
                .as_ref()
                .is_some_and(|wanted| *wanted != subject)
            {
                continue;
            }
            if let Some(condition) = &rule.condition
                && !letters::holds::<G>(view, condition)
            {
                continue;
            }
            let picks = match &rule.wish {
                Wish::AskMe => return Standing::AskMe,
                Wish::Default => Some(sought.asked().default(view)),
                Wish::Prefer(words) => {
                    let kind = sought.asked().kind();
                    let items = letters::wished_items::<G>(kind, &form, words, view);
                    sought.asked().policy(view, &items)
                }
            };
            if let Some(picks) = picks
                && sought.take(view, &picks).is_ok()
            {
                return Standing::Answer(Found::new(picks, Source::Standing(rule.id)));
            }
        }
        Standing::Silent
    }

    /// Puts an answer into the record.
    pub(crate) fn take_answer(
        &mut self,
        side: G::Side,
        key: String,
        decision: &dyn Asked<G>,
        found: Found,
    ) {
        let Found { picks, source } = found;
        self.spent.extend(source.lines());
        match picks {
            None => self.cursor += 1,
            Some(picks) => {
                self.counts.decisions += 1;
                if self.keep.record {
                    let view = G::view(self.data, &self.state, Some(side));
                    let words = canonical(&decision.form(&view), &picks, &view);
                    self.steps.push(Step::Answer { key, source, words });
                }
            }
        }
    }

    /// Applies rulings of the referee: at checkpoints only, where no procedure is under way that could not know them.
    pub(crate) fn apply_rulings(&mut self) -> Play {
        while let Some(Step::Ruled { words }) = self.recorded.get(self.cursor) {
            self.cursor += 1;
            self.apply_ruling(words)?;
        }
        if self.cursor < self.recorded.len() || self.ruled {
            return Ok(());
        }
        self.ruled = true;
        let inputs = self.inputs;
        for words in &inputs.rulings {
            self.note(Step::Ruled {
                words: words.clone(),
            })?;
            self.apply_ruling(words)?;
        }
        Ok(())
    }

    fn apply_ruling(&mut self, words: &str) -> Play {
        match letters::read_ruling::<G>(self.data, &self.state, words) {
            Ok(event) => self.happen(event),
            // It was legal when it was made; if it no longer is, the record shows that it had no effect.
            Err(_) => Ok(()),
        }
    }

    /// Lets lines sent ahead lapse whose phase is over.
    pub(crate) fn lapse(&mut self, before: &'static str) -> Play {
        let now = G::phase(self.data, &self.state);
        if before == now {
            return Ok(());
        }
        let over = |sent: &Sent<G::Side>| {
            let kind = G::kinds().iter().find(|kind| kind.word.id() == sent.kind);
            kind.is_none_or(|kind| {
                kind.phases.is_empty()
                    || kind.phases.contains(&before) && !kind.phases.contains(&now)
            })
        };
        let lines: Vec<LineId> = self
            .inputs
            .sent
            .iter()
            .filter(|sent| !self.spent.contains(&sent.id) && over(sent))
            .map(|sent| sent.id)
            .collect();
        if let Some(Step::Lapsed { lines }) = self.recorded.get(self.cursor) {
            self.spent.extend(lines);
            self.cursor += 1;
        } else if self.cursor >= self.recorded.len() && !lines.is_empty() {
            self.spent.extend(&lines);
            self.note(Step::Lapsed { lines })?;
        }
        Ok(())
    }
}

enum Standing {
    Answer(Found),
    AskMe,
    Silent,
}

fn counts_now<G: Game>(view: &G::View<'_>, when: &When) -> bool {
    match when {
        When::Always => true,
        When::If(words) => letters::holds::<G>(view, words),
        When::Unless(words) => !letters::holds::<G>(view, words),
    }
}

/// Whether an answer holds all that a line says; an `else` by itself goes with the `if` before it.
fn holds(picks: &Picks, text: &str, form: &Form, view: &dyn Lexicon) -> bool {
    let Ok(one) = letters::read_canonical(form, &[text], view) else {
        return letters::forks(text);
    };
    match (picks, &one) {
        (Picks::Sheet(all), Picks::Sheet(lines)) => lines.iter().all(|line| all.contains(line)),
        (Picks::Script(all), Picks::Script(acts)) => acts.iter().all(|act| match act {
            Act::Do(_) => all.contains(act),
            // Of a fork a part may have been left out.
            Act::If(_) => true,
        }),
        _ => true,
    }
}

/// Reads lines as an answer; lines of a sheet that fail are left out, so that the valid ones stand.
fn read_answer<G: Game>(
    sought: &mut dyn Sought<G>,
    view: &G::View<'_>,
    form: &Form,
    lines: &[&Sent<G::Side>],
) -> Option<Picks> {
    let texts: Vec<&str> = lines.iter().map(|sent| sent.text.as_str()).collect();
    letters::best_answer(form, &texts, view, &mut |picks| sought.take(view, picks))
}
