//! Reading of scripts: rows like those of a sheet, some of them behind `if` and `else`.

use std::borrow::Cow;

use super::super::form::{Act, Branch, Clause, Form, Line, Pick, Picks, Row};
use super::super::grammar::Glue;
use super::super::head::{HeadMatch, keyword};
use super::super::item::Item;
use super::super::names::Match;
use super::super::phrase::{About, Phrase, Problem, Span};
use super::super::token::{Kind, Token, TokenLine, span_of};
use super::super::word::{AND, COPULA, ELSE, IF, NOT, THEN, Word};
use super::sheet::{Sheet, SheetReading, behind_own_word, is_none, pieces};
use super::{LONGEST, Reader, Reading, Session, about, skip, too_long};

/// The subjects of a line, each with its row.
type Subjects = Vec<(usize, Option<Item>)>;

/// Whether a token is the word, in either language.
fn is(token: &Token, word: &Word) -> bool {
    token.kind.is_word() && word.spellings().any(|spelling| token.text == spelling)
}

impl Reader<'_> {
    /// Reads lines as a script; the good ones stand, whatever is wrong with the others.
    pub(super) fn read_script(&mut self, form: &Form, lines: &[TokenLine]) -> SheetReading {
        let (mut problems, mut places) = (Vec::new(), Vec::with_capacity(lines.len()));
        let (mut acts, mut count, mut none): (Vec<Act>, usize, Option<Span>) =
            (Vec::new(), 0, None);
        let mut session = Session::new(self);
        let Pick::Script { rows, tests, max } = &form.pick else {
            return SheetReading {
                reading: Reading {
                    picks: Picks::Script(acts),
                    spans: session.spans,
                },
                problems,
                places: vec![None; lines.len()],
            };
        };
        let sheet = Sheet::new(&mut session, rows, *max);
        for line in lines {
            let tokens = behind_own_word(&mut session, form, &sheet, &line.tokens);
            let first = skip(tokens, 0);
            let at = span_of(tokens).unwrap_or(line.span());
            let from = count;
            let spans = session.spans.len();
            if is_none(tokens, first) {
                none = none.or(Some(at));
            } else if tokens.len() > LONGEST {
                session.wrong(at, too_long());
            } else {
                session.act(&sheet, tests, line, tokens, &mut acts, &mut count);
            }
            // A line that does not stand has no number, or what is wrong with the next would be told of it.
            if from == count {
                session.spans.truncate(spans);
            }
            places.push((from < count).then_some(from));
            // Each line has its own limit of problems, or a bad beginning would hide the rest.
            problems.append(&mut session.problems);
        }
        if let Some(at) = none
            && !acts.is_empty()
        {
            problems.push(Problem::new(Phrase::new("none-and-more")).about(about(at)));
        }
        SheetReading {
            reading: Reading {
                picks: Picks::Script(acts),
                spans: session.spans,
            },
            problems,
            places,
        }
    }

    /// Reads conditions joined by `and`: `enemy 53 and not fresh kg1`.
    pub fn clauses(
        &mut self,
        tests: &[Form],
        line: &TokenLine,
        tokens: &[Token],
    ) -> Result<Vec<Clause>, Vec<Problem>> {
        let all: Vec<&Form> = tests.iter().collect();
        let (mut clauses, mut problems) = (Vec::new(), Vec::new());
        for tokens in tokens.split(|token| is(token, &AND)) {
            let not = tokens.iter().any(|token| is(token, &NOT));
            let tokens: Vec<Token> = tokens
                .iter()
                .filter(|token| !is(token, &NOT))
                .cloned()
                .collect();
            let tokens = self.word_first(tests, tokens);
            let clause = TokenLine {
                number: line.number,
                text: line.text.clone(),
                tokens,
            };
            match self.head(&clause, &all) {
                HeadMatch::Form { form, body, .. } => {
                    let tokens = clause.tokens.get(body..).unwrap_or_default();
                    let Some(chosen) = tests.get(form) else {
                        problems.push(Problem::new(Phrase::new("empty-line")));
                        continue;
                    };
                    match self.read(chosen, tokens) {
                        Ok(reading) => clauses.push(Clause {
                            not,
                            word: chosen.word,
                            picks: reading.picks,
                        }),
                        Err(wrong) => problems.extend(wrong),
                    }
                }
                HeadMatch::Unclear { problem, .. } | HeadMatch::Nothing { problem } => {
                    problems.push(problem);
                }
            }
        }
        if problems.is_empty() {
            Ok(clauses)
        } else {
            Err(problems)
        }
    }
}

impl Reader<'_> {
    /// `bridge 12-25 is seized` says what `seized 12-25` does.
    fn word_first(&mut self, tests: &[Form], mut tokens: Vec<Token>) -> Vec<Token> {
        let words: Vec<Item> = tests.iter().map(|form| Item::Word(form.word)).collect();
        let offer = self.names.offer(&words);
        let leads = |tokens: &[Token]| offer.find_exact(tokens) != Match::Unknown;
        let verb = |token: &Token| token.kind.is_word() && is(token, &COPULA);
        let last = tokens.len().saturating_sub(1);
        if last == 0 || leads(&tokens) || !leads(&tokens[last..]) {
            return tokens;
        }
        tokens.rotate_right(1);
        while tokens.last().is_some_and(verb) {
            tokens.pop();
        }
        tokens
    }
}

impl Session<'_, '_> {
    /// Reads one line of a script: rows parted by semicolons, or a fork.
    fn act(
        &mut self,
        sheet: &Sheet<'_>,
        tests: &[Form],
        line: &TokenLine,
        tokens: &[Token],
        acts: &mut Vec<Act>,
        count: &mut usize,
    ) {
        let first = skip(tokens, 0);
        let body = tokens.get(first..).unwrap_or_default();
        let at = span_of(body).unwrap_or(line.span());
        let before = self.problems.len();
        match body.first() {
            Some(token) if is(token, &IF) => {
                let Some(branch) = self.branch(sheet, tests, line, body, *count) else {
                    return;
                };
                *count += branch.then.len() + branch.otherwise.len();
                acts.push(Act::If(branch));
            }
            Some(token) if is(token, &ELSE) => {
                let behind = body.get(1..).unwrap_or_default();
                let lines = self.lines(sheet, behind, *count);
                match acts.last_mut() {
                    _ if self.problems.len() > before => {}
                    Some(Act::If(branch)) if branch.otherwise.is_empty() => {
                        *count += lines.len();
                        branch.otherwise = lines;
                    }
                    _ => self.wrong(at, Phrase::new("else-without-if")),
                }
            }
            _ => {
                let lines = self.lines(sheet, body, *count);
                if self.problems.len() == before {
                    *count += lines.len();
                    acts.extend(lines.into_iter().map(Act::Do));
                }
            }
        }
        if *count > sheet.max {
            self.wrong(at, super::super::fits::sheet_full(*count, sheet.max));
        }
    }

    fn branch(
        &mut self,
        sheet: &Sheet<'_>,
        tests: &[Form],
        line: &TokenLine,
        body: &[Token],
        count: usize,
    ) -> Option<Branch> {
        let ends = |token: &Token| token.kind == Kind::Colon || is(token, &THEN);
        let Some(end) = body.iter().position(ends) else {
            let at = span_of(body).unwrap_or(line.span());
            self.wrong(at, Phrase::new("condition-without-colon"));
            return None;
        };
        let condition = body.get(1..end).unwrap_or_default();
        let clauses = match self.reader.clauses(tests, line, condition) {
            Ok(clauses) => clauses,
            Err(problems) => {
                let at = span_of(condition).unwrap_or(line.span());
                for problem in problems {
                    let whole = problem.about == About::Whole;
                    self.problem(if whole {
                        problem.about(about(at))
                    } else {
                        problem
                    });
                }
                return None;
            }
        };
        let rest = body.get(end + 1..).unwrap_or_default();
        let fork = rest.iter().position(|token| is(token, &ELSE));
        let before = self.problems.len();
        let then = self.lines(sheet, rest.get(..fork.unwrap_or(rest.len()))?, count);
        let otherwise = match fork {
            Some(fork) => self.lines(sheet, rest.get(fork + 1..)?, count + then.len()),
            None => Vec::new(),
        };
        if then.is_empty() && self.problems.len() == before {
            self.wrong(
                span_of(body).unwrap_or(line.span()),
                Phrase::new("sheet-missing"),
            );
        }
        (self.problems.len() == before).then_some(Branch {
            tests: clauses,
            then,
            otherwise,
        })
    }

    /// Reads rows parted by semicolons; `count` lines of the script stand before them.
    pub(super) fn lines(&mut self, sheet: &Sheet<'_>, tokens: &[Token], count: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        for piece in pieces(tokens, sheet) {
            for piece in self.with_word(sheet, piece) {
                if skip(&piece, 0) == piece.len() {
                    continue;
                }
                let at = span_of(&piece).unwrap_or_default();
                let more = self.row_of_several(sheet, &piece, at, count + lines.len());
                lines.extend(more);
            }
        }
        lines
    }

    /// `move a to 5; b to 6`: the word holds for those behind the semicolon too.
    fn with_word<'t>(&mut self, sheet: &Sheet<'_>, tokens: &'t [Token]) -> Vec<Cow<'t, [Token]>> {
        let whole = || vec![Cow::Borrowed(tokens)];
        let body = tokens.get(skip(tokens, 0)..).unwrap_or_default();
        let several = body.iter().any(|token| token.kind == Kind::Semicolon);
        let found = several.then(|| keyword(&sheet.words, body));
        let Some(Match::Found {
            item: Item::Word(word),
            used,
            ..
        }) = found
        else {
            return whole();
        };
        let rows = sheet.named(word);
        let subjects: Vec<Item> = rows.flat_map(|(_, row)| row.subjects.clone()).collect();
        let offer = self.offer(&subjects);
        // A name, and a mark or a small word that leads from it to what it is to do.
        let begins = |tokens: &[Token]| {
            let tokens = tokens.get(skip(tokens, 0)..).unwrap_or_default();
            let Match::Found { used, .. } = offer.find(tokens) else {
                return false;
            };
            let leads = |token: &Token| {
                matches!(token.kind, Kind::Colon | Kind::Arrow | Kind::Equals)
                    || token.glue == Some(Glue::Filler)
            };
            tokens.get(used).is_some_and(leads)
        };
        let verb = body.get(..used).unwrap_or_default();
        let mut pieces: Vec<Cow<'t, [Token]>> = Vec::new();
        let mut from = 0;
        for (i, token) in body.iter().enumerate() {
            if token.kind == Kind::Semicolon && begins(body.get(i + 1..).unwrap_or_default()) {
                pieces.push(piece_with(verb, body, from, i));
                from = i + 1;
            }
        }
        pieces.push(piece_with(verb, body, from, body.len()));
        pieces
    }

    /// Reads a row that may have several subjects: one line for each.
    pub(super) fn row_of_several(
        &mut self,
        sheet: &Sheet<'_>,
        tokens: &[Token],
        at: Span,
        place: usize,
    ) -> Vec<Line> {
        let outer = self.line;
        let first = skip(tokens, 0);
        let tokens = tokens.get(first..).unwrap_or_default();
        let (word, used) = match keyword(&sheet.words, tokens) {
            Match::Found {
                item: Item::Word(word),
                used,
                ..
            } => (word, used),
            Match::Ambiguous { items, used } => {
                self.ambiguous(tokens.get(..used).unwrap_or_default(), items);
                return Vec::new();
            }
            _ => {
                self.unknown_row(sheet, tokens, at);
                return Vec::new();
            }
        };
        let written = self.subjects_written_out(sheet, word, tokens);
        let tokens = written.as_deref().unwrap_or(tokens);
        let head = tokens.get(..used).unwrap_or_default();
        let rest = tokens.get(used..).unwrap_or_default();
        let Some(named) = self.subjects(sheet, word, head, rest) else {
            return Vec::new();
        };
        let (subjects, used) = named;
        let behind = rest.get(used..).unwrap_or_default();
        let head_at = span_of(tokens.get(..head.len() + used).unwrap_or_default()).unwrap_or(at);
        // One subject is pointed at by itself; of several the whole beginning of the line speaks.
        let named_at = match subjects.as_slice() {
            [_] => span_of(rest.get(skip(rest, 0)..used).unwrap_or_default()).unwrap_or(head_at),
            _ => head_at,
        };
        let mut lines: Vec<Line> = Vec::new();
        for (row, subject) in subjects {
            self.line = outer.or(Some(place + lines.len()));
            self.head = Some((word, subject));
            if let Some(line) = self.line {
                self.spans.push((About::Line(line), at));
            }
            if let Some(item) = subject {
                self.wrote(item, named_at);
            }
            let Some(kind) = sheet.rows.get(row) else {
                continue;
            };
            match self.row_picks(kind, behind, head_at) {
                Some(picks) => lines.push(Line {
                    word,
                    subject,
                    picks,
                }),
                // What is wrong with one of them is wrong with all.
                None => break,
            }
        }
        self.line = outer;
        lines
    }

    fn row_picks(&mut self, row: &Row, tokens: &[Token], at: Span) -> Option<Picks> {
        let empty = skip(tokens, 0) == tokens.len();
        match &row.pick {
            Pick::Parts(parts) if empty && parts.iter().all(|part| part.optional) => {
                Some(Picks::Parts(vec![None; parts.len()]))
            }
            // Where there is one choice it need not be written.
            Pick::One(items) if empty && items.len() == 1 => items.first().copied().map(Picks::One),
            pick => self.pick(pick, tokens, at),
        }
    }

    /// The subjects of a row with the row of each, and how many tokens they take.
    fn subjects(
        &mut self,
        sheet: &Sheet<'_>,
        word: &'static Word,
        head: &[Token],
        rest: &[Token],
    ) -> Option<(Subjects, usize)> {
        let (row, first, mut used) = self.subject(sheet, word, head, rest)?;
        let mut subjects = vec![(row, first)];
        if first.is_none() {
            return Some((subjects, used));
        }
        let rows = sheet.named(word);
        let all: Vec<Item> = rows
            .clone()
            .flat_map(|(_, row)| row.subjects.iter().copied())
            .collect();
        let offer = self.offer(&all);
        loop {
            let behind = rest.get(used..).unwrap_or_default();
            let filling = skip(behind, 0);
            let ends = behind
                .iter()
                .take(filling)
                .any(|token| matches!(token.kind, Kind::Colon | Kind::Arrow | Kind::Equals));
            let next = behind.get(filling..).unwrap_or_default();
            let Match::Found { item, used: n, .. } = offer.find(next) else {
                break;
            };
            // `a1, b1` and `a1 and b1` go on; in `a1 to 59` the number is where it goes, whoever else is called so.
            let mut joins = behind.iter().take(filling);
            let joined = joins.any(|token| {
                matches!(token.kind, Kind::Comma | Kind::Plus) || token.glue == Some(Glue::And)
            });
            if ends || !joined {
                break;
            }
            let (row, _) = rows.clone().find(|(_, row)| row.subjects.contains(&item))?;
            if !subjects.contains(&(row, Some(item))) {
                subjects.push((row, Some(item)));
            }
            used += filling + n;
        }
        Some((subjects, used))
    }
}

/// A stretch of a line behind the word that the line begins with.
fn piece_with<'t>(verb: &[Token], body: &'t [Token], from: usize, to: usize) -> Cow<'t, [Token]> {
    let piece = body.get(from..to).unwrap_or_default();
    if from == 0 {
        Cow::Borrowed(piece)
    } else {
        Cow::Owned([verb, piece].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::lexicon::Lexicon;
    use super::super::super::print::{canonical, words};
    use super::super::super::word::Lang;
    use super::*;
    use crate::orders::Thing;

    struct Names;

    impl Lexicon for Names {
        fn name(&self, thing: Thing) -> Cow<'_, str> {
            ["Alpha", "Bravo", "Charlie (4 Div)"][usize::from(thing.id)].into()
        }
        fn id(&self, thing: Thing) -> Cow<'_, str> {
            ["a1", "b1", "c1"][usize::from(thing.id)].into()
        }
        fn known(&self) -> Vec<Thing> {
            (0..3).map(Thing::unit).collect()
        }
    }

    static GO: Word = Word {
        en: &["go"],
        fr: &["va"],
    };
    static HALT: Word = Word {
        en: &["finish"],
        fr: &["finis"],
    };
    static SEEN: Word = Word {
        en: &["seen"],
        fr: &["vu"],
    };
    static ORDERS: Word = Word {
        en: &["orders"],
        fr: &["ordres"],
    };

    fn form() -> Form {
        let units: Vec<Item> = (0..3).map(|n| Thing::unit(n).into()).collect();
        let rows = vec![
            Row {
                word: &GO,
                subjects: units.clone(),
                pick: Pick::Number { min: 1, max: 9 },
            },
            Row {
                word: &HALT,
                subjects: Vec::new(),
                pick: Pick::Nothing,
            },
        ];
        let tests = vec![Form {
            word: &SEEN,
            subject: Vec::new(),
            pick: Pick::One(units),
        }];
        Form {
            word: &ORDERS,
            subject: Vec::new(),
            pick: Pick::Script {
                rows,
                tests,
                max: 9,
            },
        }
    }

    fn read(text: &str) -> (Vec<String>, Vec<&'static str>) {
        let lines: Vec<TokenLine> = text
            .lines()
            .enumerate()
            .map(|(n, line)| TokenLine::new(n + 1, line))
            .collect();
        let form = form();
        let sheet = Reader::new(&Names).read_lines(&form, &lines);
        let written = canonical(&form, &sheet.reading.picks, &Names);
        let wrong = sheet.problems.iter().map(|problem| problem.what.key);
        (written, wrong.collect())
    }

    #[test]
    fn a_line_may_have_several_subjects_and_a_subject_several_lines() {
        let (written, wrong) = read("go a1, bravo and c1: 3\ngo a1: 4");
        assert_eq!(wrong, Vec::<&str>::new());
        assert_eq!(written, ["go a1: 3", "go b1: 3", "go c1: 3", "go a1: 4"]);
    }

    #[test]
    fn forks_are_read_in_one_line_or_two_and_in_both_languages() {
        let one = read("if seen b1 and not seen c1: go a1: 3; finish else: go b1: 4");
        let two = read("if seen b1 and not seen c1 then go a1: 3; finish\nelse: go b1: 4");
        let french = read("si vu b1 et pas vu c1 : va a1 : 3 ; finis\nsinon : va b1 : 4");
        let line = "if seen b1 and not seen c1: go a1: 3; finish else: go b1: 4";
        for (written, wrong) in [one, two, french] {
            assert_eq!(wrong, Vec::<&str>::new());
            assert_eq!(written, [line]);
        }
    }

    #[test]
    fn a_condition_may_end_with_its_word() {
        for text in [
            "if b1 seen: finish",
            "if bravo is seen then finish",
            "if unit b1 is seen: finish",
            "si b1 est vu alors finis",
        ] {
            let (written, wrong) = read(text);
            assert_eq!(wrong, Vec::<&str>::new(), "{text}");
            assert_eq!(written, ["if seen b1: finish"], "{text}");
        }
        let (written, _) = read("if b1 is not seen and seen a1: finish");
        assert_eq!(written, ["if not seen b1 and seen a1: finish"]);
    }

    #[test]
    fn what_is_printed_is_read_again() {
        let (written, _) = read("if not seen a1: finish\nelse: go c1: 2");
        assert_eq!(read(&written.join("\n")).0, written);
        let form = form();
        let lines = [TokenLine::new(1, written.join(" "))];
        let picks = Reader::new(&Names).read_lines(&form, &lines).reading.picks;
        for lang in Lang::ALL {
            let text = words(&form, &picks, lang, &Names).join("\n");
            assert_eq!(read(&text).0, written, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_not_told_of_a_bad_one_before_it() {
        let lines = ["go a1: 3", "go b1: nowhere", "go c1: 4"];
        let lines: Vec<TokenLine> = (1..)
            .zip(lines)
            .map(|(n, line)| TokenLine::new(n, line))
            .collect();
        let sheet = Reader::new(&Names).read_lines(&form(), &lines);
        let second = sheet.reading.locate(&About::Line(1)).map(|span| span.line);
        assert_eq!(second, Some(3));
    }

    #[test]
    fn a_number_behind_to_is_no_further_subject() {
        let (written, wrong) = read("go a1 to 4\ngo a1 & b1 to 4");
        assert_eq!(wrong, Vec::<&str>::new());
        assert_eq!(written, ["go a1: 4", "go a1: 4", "go b1: 4"]);
    }

    #[test]
    fn mistakes_are_told_and_the_rest_stands() {
        assert_eq!(read("go a1: 3\ngo z9: 4").0, ["go a1: 3"]);
        assert_eq!(read("else: finish").1, ["else-without-if"]);
        assert_eq!(read("if seen a1 go a1 3").1, ["condition-without-colon"]);
        assert_eq!(read("if seen a1:").1, ["sheet-missing"]);
        assert_eq!(read("go a1: 12").1.len(), 1);
    }
}
