//! Judging a letter: a letter is a running understanding, so its lines for a question are judged together with those
//! that stand from letters before.

use super::alike::{Matter, corrects, matters, mends};
use super::answer::read_line;
use super::kinds::is_list;
use super::receive::{Gone, Mended, Receiving, Said};
use super::words::is;
use crate::engine::answers::{AnswerLine, AnswerRow, Stand};
use crate::engine::decision::Question;
use crate::engine::game::{Game, Side as _};
use crate::engine::record::LineId;
use crate::orders::form::Act;
use crate::orders::read::{Reader, Reading};
use crate::orders::token::TokenLine;
use crate::orders::word::{ELSE, NONE};
use crate::orders::{About, Form, Lang, Lexicon, Pick, Picks, Problem, canonical, words};

/// Lines of letters before are numbered behind all of this one.
const CARRIED: usize = 10_000_000;
/// So often lines are left out until the rest stands together.
const TRIES: usize = 40;
/// Of longer sets nobody asks which line mends which: every line of the letter joins.
const LONGEST: usize = 500;

/// A line of this letter, with the `else` that belongs to it; or one of a letter before.
#[derive(Clone)]
struct Piece {
    lines: Vec<TokenLine>,
    /// What it says by itself, if it can be read.
    picks: Option<Picks>,
    matters: Vec<Matter>,
    /// The line of a letter before, if it is one.
    old: Option<AnswerLine>,
    /// What is wrong with it.
    problems: Vec<Problem>,
    stand: Stand,
}

impl Piece {
    fn text(&self) -> String {
        let texts = self.lines.iter().map(|line| line.text.trim());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Whether it only says `none`.
    fn is_none(&self) -> bool {
        let none = |line: &TokenLine| line.tokens.iter().any(|token| is(Some(token), &NONE));
        let empty = match &self.picks {
            Some(Picks::Sheet(lines)) => lines.is_empty(),
            Some(Picks::Script(acts)) => acts.is_empty(),
            _ => false,
        };
        empty && self.lines.iter().any(none)
    }

    /// A fork up to what is done in it.
    fn fork(&self) -> Option<String> {
        let Some(Picks::Script(acts)) = &self.picks else {
            return None;
        };
        let forks = acts.iter().any(|act| matches!(act, Act::If(_)));
        let text = self.text();
        forks.then(|| text.split(':').next().unwrap_or_default().trim().to_owned())
    }

    fn is_refused(&self) -> bool {
        matches!(self.stand, Stand::Refused | Stand::Tried)
    }

    fn counts(&self) -> bool {
        self.stand == Stand::Counts
    }
}

impl<G: Game> Receiving<'_, G> {
    /// Judges the lines for each open question together.
    pub(super) fn answer_questions(&mut self) {
        for (n, lines) in std::mem::take(&mut self.bound).into_iter().enumerate() {
            let question = self.letter.open[n];
            let before = self.before(question);
            let left_out = self.as_is && before.iter().any(|old| old.stand == Stand::Refused);
            if lines.is_empty() && !self.changed.contains(&n) && !left_out {
                continue;
            }
            if self.form(question).pick.rows().is_none() {
                self.answer_one(question, lines, &before);
            } else {
                self.answer_sheet(question, lines, before);
            }
        }
    }

    /// The lines for a question that stand from letters before.
    pub(super) fn before(&self, question: &Question<G>) -> Vec<AnswerLine> {
        if self.receipt.retract {
            return Vec::new();
        }
        let mut rows = self.letter.tray.answers.iter();
        let row = rows.find(|row| row.side == question.side.id() && row.key == question.key);
        let lines = row.map_or(&[][..], |row| &row.lines).iter();
        let raw = row.is_some_and(|row| row.raw);
        lines
            .filter(|line| !(raw && line.stand == Stand::Refused))
            .filter(|line| {
                !self
                    .taken_back
                    .contains(&(question.key.clone(), line.words.clone()))
            })
            .cloned()
            .collect()
    }

    fn put(&mut self, question: &Question<G>, lines: Vec<AnswerLine>) {
        self.receipt.brought.answers.push(AnswerRow {
            side: question.side.id().to_owned(),
            key: question.key.clone(),
            kind: question.decision.kind().word.id().to_owned(),
            lines,
            raw: false,
        });
    }

    fn id(&self, line: &TokenLine) -> LineId {
        LineId {
            letter: self.letter.number,
            line: u32::try_from(line.number).unwrap_or(u32::MAX),
        }
    }

    /// One answer: the last right line counts, and takes the place of every one before it.
    fn answer_one(&mut self, question: &Question<G>, lines: Vec<TokenLine>, before: &[AnswerLine]) {
        let view = self.view(Some(question.side));
        let form = question.decision.form(&view);
        let lang = self.letter.seat.lang;
        let mut reader = Reader::new(&view);
        let mut good: Vec<(LineId, Picks)> = Vec::new();
        for line in lines {
            let read = read_line(&mut reader, &form, &line).and_then(|reading| {
                let problems = question.decision.check(&view, &reading.picks);
                if problems.is_empty() {
                    Ok(reading.picks)
                } else {
                    Err(located(problems, &reading, &line))
                }
            });
            let said = match read {
                Ok(picks) => {
                    let said = Said::Answers(words(&form, &picks, lang, &view));
                    good.push((self.id(&line), picks));
                    said
                }
                Err(problems) => Said::Wrong(problems),
            };
            self.say(line, said);
        }
        let Some((id, picks)) = good.pop() else {
            if self
                .changed
                .iter()
                .any(|n| self.letter.open[*n].key == question.key)
            {
                self.put(question, before.to_vec());
            }
            return;
        };
        let said = canonical(&form, &picks, &view).join(" ");
        let mut was: Vec<Vec<String>> = Vec::new();
        for old in before.iter().filter(|old| old.words != said) {
            was.push(self.spoken(&form, &old.words, &view));
        }
        for (_, old) in good.iter().filter(|(_, old)| *old != picks) {
            was.push(words(&form, old, lang, &view));
        }
        let was = was.into_iter().map(|was| Mended { id, was });
        self.receipt.mended.extend(was);
        let line = AnswerLine {
            letter: id.letter,
            line: id.line,
            words: said,
            stand: Stand::Counts,
        };
        self.put(question, vec![line]);
    }

    /// A line of a set in the reader's words; as it is if it cannot be read.
    pub(super) fn spoken(&self, form: &Form, text: &str, view: &G::View<'_>) -> Vec<String> {
        spoken(form, text, self.letter.seat.lang, view)
    }

    /// Several lines: each mends a line that stands, or joins them.
    fn answer_sheet(
        &mut self,
        question: &Question<G>,
        lines: Vec<TokenLine>,
        before: Vec<AnswerLine>,
    ) {
        let view = self.view(Some(question.side));
        let form = question.decision.form(&view);
        let mut reader = Reader::new(&view);
        let (lines, waiting) = self.first_of_list(question, &form, lines, &before);
        let mut news: Vec<Piece> = Vec::new();
        for line in lines {
            let fork = line.tokens.iter().find(|token| token.kind.is_word());
            match news.last_mut() {
                Some(last) if is(fork, &ELSE) => last.lines.push(line),
                _ => news.push(piece(vec![line], None)),
            }
        }
        let mut olds: Vec<Piece> = Vec::with_capacity(before.len());
        for (n, old) in before.into_iter().enumerate() {
            let line = TokenLine::new(CARRIED + n, old.words.clone());
            olds.push(piece(vec![line], Some(old)));
        }
        for one in news.iter_mut().chain(&mut olds) {
            let sheet = reader.read_lines(&form, &one.lines);
            if sheet.problems.is_empty() {
                one.matters = matters(&form, &sheet.reading.picks);
                one.picks = Some(sheet.reading.picks);
            } else {
                let number = one.lines[0].number;
                let known = self.known.iter().find(|(at, _)| *at == number);
                one.problems = known.map_or(sheet.problems, |(_, what)| vec![what.clone()]);
            }
        }
        let was: Vec<AnswerLine> = olds.iter().filter_map(|old| old.old.clone()).collect();
        let single = matches!(form.pick, Pick::Sheet { max: 1, .. });
        let none = news.iter().any(Piece::is_none);
        let anew = |one: &Matter| {
            let there = olds.iter().filter(|old| old.counts());
            G::begins_anew(one.word())
                && there
                    .flat_map(|old| &old.matters)
                    .all(|old| one.is_other(old))
        };
        let anew = news.first().is_some_and(|new| new.matters.iter().any(anew));
        let all = !news.is_empty() && (self.replaced || none || single || anew);
        // What is refused takes the place of nothing that counts.
        let mut barred: Vec<usize> = Vec::new();
        // Nor is an answer whole now that was not.
        let mut hold = false;
        let (set, mended) = loop {
            let (mut set, mended) = merge(news.clone(), olds.clone(), all, &barred);
            self.settle(question, &form, &mut set);
            if all {
                if set.iter().all(Piece::is_refused) {
                    // Nothing of it can stand: what counted before still does.
                    hold = olds
                        .iter()
                        .any(|old| matches!(old.stand, Stand::Refused | Stand::Waits));
                    olds.retain(Piece::counts);
                    set.splice(0..0, olds);
                    break (set, Vec::new());
                }
                break (set, mended);
            }
            let refused = |one: &&Piece| one.old.is_none() && one.is_refused();
            let refused = set.iter().filter(refused).map(|one| one.lines[0].number);
            let now: Vec<usize> = refused.filter(|number| !barred.contains(number)).collect();
            if now.is_empty() {
                break (set, mended);
            }
            barred.extend(now);
        };
        let set = holding(set, &mended, hold);
        let mut lines = self.tell(question, set, &mended, &view);
        lines.extend(waiting);
        self.told_gone(&form, &was, &lines, &mended, &view);
        self.put(question, lines);
    }

    /// Of several lines for a question that takes one the first is for now; the others are kept until it is asked again,
    /// in the place of those that were kept before. If the first is wrong, all of them wait until it is mended: they are
    /// given beside what is left.
    fn first_of_list(
        &mut self,
        question: &Question<G>,
        form: &Form,
        mut lines: Vec<TokenLine>,
        before: &[AnswerLine],
    ) -> (Vec<TokenLine>, Vec<AnswerLine>) {
        let view = self.view(Some(question.side));
        let kind = question.decision.kind();
        let Some(first) = lines.first().filter(|_| is_list::<G>(kind, form)) else {
            return (lines, Vec::new());
        };
        let read = read_line(&mut Reader::new(&view), form, first);
        let wrong = read.map_or(true, |reading| {
            !question.decision.check(&view, &reading.picks).is_empty()
        });
        let waited = before.iter().filter(|line| line.stand == Stand::Waits);
        let waited: Vec<AnswerLine> = waited.cloned().collect();
        let rest = lines.split_off(1);
        if wrong {
            if rest.is_empty() {
                return (lines, waited);
            }
            let waits = rest.into_iter().map(|line| {
                let id = self.id(&line);
                let words = line.text.trim().to_owned();
                self.say(line, Said::Waits);
                AnswerLine {
                    letter: id.letter,
                    line: id.line,
                    words,
                    stand: Stand::Waits,
                }
            });
            return (lines, waits.collect());
        }
        // Who sends one line mends the one that stood in the way; who sends more sends a new list.
        self.drop_list(question, rest.is_empty());
        let rest = match rest.is_empty() {
            true => waited
                .iter()
                .zip(CARRIED..)
                .map(|(line, n)| TokenLine::new(n, line.words.clone()))
                .collect(),
            false => rest,
        };
        for line in rest {
            let text = line.text.trim().to_owned();
            let strange = super::standing::strange_words::<G>(kind, &line.tokens, &view);
            if strange.is_empty() {
                self.keep(line, question.side, kind, text, Vec::new());
            } else {
                self.say(line, Said::Wrong(strange));
            }
        }
        // What waited is still the line of the letter it came with.
        for row in &mut self.receipt.brought.sent {
            let carried = usize::try_from(row.line).unwrap_or(0).checked_sub(CARRIED);
            if let Some(old) = carried.and_then(|n| waited.get(n)) {
                (row.letter, row.line) = (old.letter, old.line);
            }
        }
        (lines, Vec::new())
    }

    /// Finds what is wrong with the lines of a set, and which of them stand together.
    fn settle(&self, question: &Question<G>, form: &Form, set: &mut [Piece]) {
        let revive: Vec<usize> = (0..set.len())
            .filter(|n| set[*n].old.is_some() && set[*n].stand == Stand::Refused)
            .filter(|n| set[*n].picks.is_some())
            .collect();
        for one in set
            .iter_mut()
            .filter(|one| one.picks.is_none() && one.old.is_none())
        {
            one.stand = Stand::Refused;
        }
        let refused = |one: &Piece| one.picks.is_none() || one.old.is_some() && one.is_refused();
        let firm: Vec<usize> = (0..set.len()).filter(|n| !refused(&set[*n])).collect();
        let wrong = self.judge(question, form, set, &firm);
        let unread = |one: &Piece| one.picks.is_none() && one.old.is_none();
        let clean = wrong.iter().all(Vec::is_empty) && !set.iter().any(unread);
        for (n, problems) in firm.iter().zip(wrong) {
            set[*n].stand = if !problems.is_empty() {
                Stand::Refused
            } else {
                Stand::Counts
            };
            set[*n].problems = problems;
        }
        if clean && !revive.is_empty() {
            // What was refused for the sake of others may be right beside what has come since.
            let mut all: Vec<usize> = firm.iter().chain(&revive).copied().collect();
            all.sort_unstable();
            if self
                .judge(question, form, set, &all)
                .iter()
                .all(Vec::is_empty)
            {
                for n in revive {
                    set[n].stand = Stand::Counts;
                }
            }
        }
        // At the deadline the rest counts as far as it stands without the lines that do not.
        for turn in 0..TRIES {
            let counts: Vec<usize> = (0..set.len())
                .filter(|n| set[*n].stand == Stand::Counts)
                .collect();
            let wrong = self.judge(question, form, set, &counts);
            if wrong.iter().all(Vec::is_empty) {
                break;
            }
            let last = turn + 1 == TRIES;
            for (n, problems) in counts.iter().zip(wrong) {
                if last || !problems.is_empty() {
                    set[*n].stand = Stand::Waits;
                }
            }
        }
    }

    /// What is wrong with each of some lines of a set, taken together.
    fn judge(
        &self,
        question: &Question<G>,
        form: &Form,
        set: &[Piece],
        of: &[usize],
    ) -> Vec<Vec<Problem>> {
        let view = self.view(Some(question.side));
        let lines: Vec<TokenLine> = of.iter().flat_map(|n| set[*n].lines.clone()).collect();
        if lines.is_empty() {
            return Vec::new();
        }
        let sheet = Reader::new(&view).read_lines(form, &lines);
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
        let mut wrong = vec![Vec::new(); of.len()];
        // What is about no line is said of the first new one.
        let new = of.iter().position(|n| set[*n].old.is_none());
        for problem in sheet.problems.into_iter().chain(news) {
            let line = match problem.about {
                About::Text(span) => Some(span.line),
                _ => None,
            };
            let has = |n: &usize| set[*n].lines.iter().any(|one| Some(one.number) == line);
            let at = of.iter().position(has).or(new).unwrap_or(0);
            wrong[at].push(problem);
        }
        wrong
    }

    /// Says what became of each line, and gives the set as it is kept.
    fn tell(
        &mut self,
        question: &Question<G>,
        set: Vec<Piece>,
        mended: &[(usize, AnswerLine)],
        view: &G::View<'_>,
    ) -> Vec<AnswerLine> {
        let form = question.decision.form(view);
        let lang = self.letter.seat.lang;
        let mut kept = Vec::with_capacity(set.len());
        for one in set {
            let spoken = |picks: &Picks| words(&form, picks, lang, view);
            if let Some(old) = one.old {
                let line = one.lines.into_iter().next();
                let line = line.unwrap_or_else(|| TokenLine::new(CARRIED, ""));
                if self.as_is && one.stand != Stand::Counts && one.stand != Stand::Waits {
                    continue;
                }
                let said = match (one.stand, old.stand) {
                    (Stand::Refused, Stand::Refused) => Said::Unmended,
                    (Stand::Tried, _) => continue,
                    (Stand::Refused, _) => Said::Fallen(one.problems),
                    (_, Stand::Refused) => {
                        Said::Again(one.picks.as_ref().map_or_else(Vec::new, spoken))
                    }
                    _ => Said::Stands(one.picks.as_ref().map_or_else(Vec::new, spoken)),
                };
                let stand = one.stand;
                self.say(line, said);
                kept.push(AnswerLine { stand, ..old });
                continue;
            }
            let first = one.lines.first().map_or(0, |line| line.number);
            let id = self.id(&one.lines[0]);
            let text = one.text();
            let mut was = mended.iter().filter(|(at, _)| *at == first);
            let refused = one.is_refused();
            let canonical = match &one.picks {
                Some(picks) => canonical(&form, picks, view),
                None => vec![text],
            };
            for (_, old) in &mut was {
                if !refused && !canonical.contains(&old.words) {
                    let was = self.spoken(&form, &old.words, view);
                    self.receipt.mended.push(Mended { id, was });
                }
            }
            let forks = one.lines.len() > 1;
            let mut problems = one.problems;
            for line in one.lines {
                let here = |problem: &Problem| match problem.about {
                    About::Text(span) => span.line == line.number,
                    _ => line.number == first,
                };
                let mine: Vec<Problem> = problems.iter().filter(|one| here(one)).cloned().collect();
                problems.retain(|one| !here(one));
                let said = match (&one.picks, refused) {
                    (_, true) if mine.is_empty() => Said::Waits,
                    (_, true) => Said::Wrong(mine),
                    (Some(picks), false) if !forks => Said::Answers(spoken(picks)),
                    _ => Said::Answers(vec![line.text.trim().to_owned()]),
                };
                self.say(line, said);
            }
            if self.as_is && refused {
                continue;
            }
            kept.extend(canonical.into_iter().map(|words| AnswerLine {
                letter: id.letter,
                line: id.line,
                words,
                stand: one.stand,
            }));
        }
        kept
    }

    /// Says which lines of letters before are no longer there, if nothing took their place.
    fn told_gone(
        &mut self,
        form: &Form,
        was: &[AnswerLine],
        now: &[AnswerLine],
        mended: &[(usize, AnswerLine)],
        view: &G::View<'_>,
    ) {
        for old in was {
            let there = now.iter().any(|line| line.words == old.words);
            let mended = mended.iter().any(|(_, one)| one.words == old.words);
            if !there && !mended && old.stand != Stand::Tried {
                let was = self.spoken(form, &old.words, view);
                let refused = old.stand == Stand::Refused;
                self.receipt.gone.push(Gone { was, refused });
            }
        }
    }
}

/// Which refused lines the question waits for: those of a letter that was right in others, or that mend such.
fn holding(mut set: Vec<Piece>, mended: &[(usize, AnswerLine)], hold: bool) -> Vec<Piece> {
    let right = set.iter().any(|one| one.old.is_none() && !one.is_refused());
    for one in &mut set {
        let number = one.lines[0].number;
        let mends = mended
            .iter()
            .any(|(at, old)| *at == number && old.stand != Stand::Tried);
        if one.old.is_none() && one.is_refused() && !right && !mends && !hold {
            one.stand = Stand::Tried;
        }
    }
    // An older attempt is forgotten with the next one.
    set.retain(|one| one.old.is_none() || one.stand != Stand::Tried);
    set
}

/// A line of a set in a reader's words; as it is if it cannot be read.
pub fn spoken(form: &Form, text: &str, lang: Lang, lex: &dyn Lexicon) -> Vec<String> {
    let line = TokenLine::new(1, text);
    let mut reader = Reader::new(lex);
    let picks = if form.pick.rows().is_some() {
        let sheet = reader.read_lines(form, std::slice::from_ref(&line));
        sheet.problems.is_empty().then_some(sheet.reading.picks)
    } else {
        let read = read_line(&mut reader, form, &line);
        read.ok().map(|reading| reading.picks)
    };
    match picks {
        Some(picks) => words(form, &picks, lang, lex),
        None => vec![text.to_owned()],
    }
}

fn piece(lines: Vec<TokenLine>, old: Option<AnswerLine>) -> Piece {
    Piece {
        lines,
        picks: None,
        matters: Vec::new(),
        stand: old.as_ref().map_or(Stand::Counts, |old| old.stand),
        old,
        problems: Vec::new(),
    }
}

/// Puts the new lines among those that stand: what mends a line goes where it stood, what is new joins at the end.
/// Gives the whole, and which line took the place of which.
fn merge(
    mut news: Vec<Piece>,
    olds: Vec<Piece>,
    all: bool,
    barred: &[usize],
) -> (Vec<Piece>, Vec<(usize, AnswerLine)>) {
    let short = news.len() + olds.len() <= LONGEST;
    let mut by: Vec<Option<usize>> = vec![None; olds.len()];
    for (j, new) in news.iter().enumerate().filter(|_| short) {
        let barred = barred.contains(&new.lines[0].number);
        for matter in &new.matters {
            let same = |i: &usize| {
                by[*i].is_none()
                    && !(barred && olds[*i].counts())
                    && olds[*i].matters.iter().any(|old| mends(matter, old))
            };
            let near = |i: &usize| {
                (
                    super::alike::alike(&new.text(), &olds[*i].text()),
                    usize::MAX - i,
                )
            };
            if let Some(i) = (0..olds.len()).filter(same).max_by_key(near) {
                by[i] = Some(j);
            }
            for (i, old) in olds.iter().enumerate() {
                let speaks = old.matters.iter().any(|old| mends(matter, old));
                if speaks && old.is_refused() && by[i].is_none() {
                    by[i] = Some(j);
                }
            }
        }
        for (i, old) in olds.iter().enumerate() {
            let fork = new.fork().is_some() && new.fork() == old.fork();
            let fork = fork && !(barred && old.counts());
            let slip = old.is_refused() && corrects(&new.text(), &old.text());
            if by[i].is_none() && (fork || slip) {
                by[i] = Some(j);
            }
        }
    }
    let (mut mended, mut rest) = (Vec::new(), Vec::new());
    // Who writes it all again also says in what order.
    let again = all || by.iter().all(Option::is_some);
    let mut set: Vec<(Option<usize>, Piece)> = Vec::new();
    for (old, by) in olds.into_iter().zip(by) {
        if let Some(by) = by {
            let number = news[by].lines.first().map_or(0, |line| line.number);
            mended.extend(old.old.map(|line| (number, line)));
            if !again && !set.iter().any(|(at, _)| *at == Some(by)) {
                set.push((Some(by), piece(Vec::new(), None)));
            }
        } else if !(all || old.is_none() && !news.is_empty()) {
            set.push((None, old));
        }
    }
    for (j, new) in news.drain(..).enumerate() {
        match set.iter_mut().find(|(at, _)| *at == Some(j)) {
            Some((_, place)) => *place = new,
            None => rest.push(new),
        }
    }
    let set = set.into_iter().map(|(_, one)| one).chain(rest);
    (set.collect(), mended)
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
