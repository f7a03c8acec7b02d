//! Reading of sheets: rows of keyword, subject and answer, on lines of their own or parted by semicolons.

use super::super::form::{Form, Line, Pick, Picks, Row};
use super::super::grammar::Glue;
use super::super::head::keyword;
use super::super::item::Item;
use super::super::names::{Match, Offer};
use super::super::phrase::{About, Phrase, Problem, Span};
use super::super::runs;
use super::super::suggest::suggest;
use super::super::token::{Kind, Token, TokenLine, span_of};
use super::super::word::Word;
use super::{LONGEST, Reader, Reading, Session, about, quoted, skip, too_long};

/// A sheet that was read: the good lines, and what is wrong with the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetReading {
    /// The good lines.
    pub reading: Reading,
    /// What is wrong with the other lines.
    pub problems: Vec<Problem>,
    /// For each line that was read, its place on the sheet; `None` if it is wrong or only says `none`.
    pub places: Vec<Option<usize>>,
}

impl Reader<'_> {
    /// Reads lines as the rows of a sheet; the good ones stand, whatever is wrong with the others.
    ///
    /// The form's own word may stand before a row, or before `none` for an empty sheet.
    /// A form of another shape is read from each line in turn, and the first good one counts.
    pub fn read_lines(&mut self, form: &Form, lines: &[TokenLine]) -> SheetReading {
        if matches!(form.pick, Pick::Script { .. }) {
            return self.read_script(form, lines);
        }
        let mut session = Session::new(self);
        let mut problems = Vec::new();
        let mut places = Vec::with_capacity(lines.len());
        let mut filled: Vec<Line> = Vec::new();
        let mut none = None;
        let Pick::Sheet { rows, max } = &form.pick else {
            return not_a_sheet(self, form, lines);
        };
        let sheet = Sheet::new(&mut session, rows, *max);
        for line in lines {
            let tokens = behind_own_word(&mut session, form, &sheet, &line.tokens);
            let first = skip(tokens, 0);
            let at = span_of(tokens).unwrap_or(line.span());
            let from = filled.len();
            if is_none(tokens, first) {
                none = none.or(Some(at));
            } else if tokens.len() > LONGEST {
                session.wrong(at, too_long());
            } else if let [_, second, ..] = pieces(tokens, &sheet).as_slice()
                && let Some(at) = span_of(second)
            {
                session.wrong(at, Phrase::new("one-per-line").with("text", quoted(second)));
            } else {
                session.row(&sheet, tokens, at, &mut filled);
            }
            places.push((from < filled.len()).then_some(from));
            // Each line has its own limit of problems, or a bad beginning would hide the rest.
            problems.append(&mut session.problems);
        }
        if let Some(at) = none
            && !filled.is_empty()
        {
            problems.push(Problem::new(Phrase::new("none-and-more")).about(about(at)));
        }
        SheetReading {
            reading: Reading {
                picks: Picks::Sheet(filled),
                spans: session.spans,
            },
            problems,
            places,
        }
    }
}

/// Whether the tokens only say `none`.
pub(super) fn is_none(tokens: &[Token], first: usize) -> bool {
    let none = tokens
        .get(first)
        .is_some_and(|t| t.glue == Some(Glue::None));
    none && skip(tokens, first + 1) == tokens.len()
}

/// The line without the form's own word before the row.
pub(super) fn behind_own_word<'t>(
    session: &mut Session<'_, '_>,
    form: &Form,
    sheet: &Sheet<'_>,
    tokens: &'t [Token],
) -> &'t [Token] {
    let first = skip(tokens, 0);
    let rest = tokens.get(first..).unwrap_or_default();
    let own = session.offer(&[Item::Word(form.word)]);
    let Match::Found { used, exact, .. } = keyword(&own, rest) else {
        return rest;
    };
    if !exact && keyword(&sheet.words, rest) != Match::Unknown {
        return rest;
    }
    let mut behind = rest.get(used..).unwrap_or_default();
    for subject in &form.subject {
        let next = behind.get(skip(behind, 0)..).unwrap_or_default();
        match session.offer(&[*subject]).find(next) {
            Match::Found { used, .. } => behind = next.get(used..).unwrap_or_default(),
            _ => break,
        }
    }
    // A row may share the form's word; then only `none` tells them apart.
    let row = matches!(sheet.words.find_exact(rest), Match::Found { .. });
    if row && !is_none(behind, skip(behind, 0)) {
        rest
    } else {
        behind
    }
}

fn not_a_sheet(reader: &mut Reader<'_>, form: &Form, lines: &[TokenLine]) -> SheetReading {
    let mut problems = Vec::new();
    for line in lines {
        match reader.read(form, &line.tokens) {
            Ok(reading) => {
                return SheetReading {
                    reading,
                    problems,
                    places: lines.iter().map(|l| (l == line).then_some(0)).collect(),
                };
            }
            Err(more) => problems.extend(more),
        }
    }
    SheetReading {
        reading: Reading {
            picks: Picks::Sheet(Vec::new()),
            spans: Vec::new(),
        },
        problems,
        places: vec![None; lines.len()],
    }
}

/// The rows of a sheet with their words at hand.
pub(super) struct Sheet<'a> {
    pub(super) rows: &'a [Row],
    pub(super) max: usize,
    pub(super) words: Offer,
    /// The keywords of the parts of its lines.
    keys: Offer,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(session: &mut Session<'_, '_>, rows: &'a [Row], max: usize) -> Self {
        let mut words: Vec<Item> = Vec::new();
        for row in rows {
            if !words.contains(&Item::Word(row.word)) {
                words.push(Item::Word(row.word));
            }
        }
        let mut keys: Vec<Item> = Vec::new();
        for row in rows {
            if let Pick::Parts(parts) = &row.pick {
                keys.extend(parts.iter().map(|part| Item::Word(part.word)));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let (words, keys) = (session.offer(&words), session.offer(&keys));
        Self {
            rows,
            max,
            words,
            keys,
        }
    }

    /// The rows that begin with a word.
    pub(super) fn named(&self, word: &Word) -> impl Iterator<Item = (usize, &'a Row)> + Clone {
        self.rows
            .iter()
            .enumerate()
            .filter(move |(_, row)| row.word == word)
    }
}

impl Session<'_, '_> {
    /// Reads a sheet written on one line, its rows parted by semicolons.
    pub(super) fn sheet(
        &mut self,
        rows: &[Row],
        max: usize,
        tokens: &[Token],
        at: Span,
    ) -> Option<Picks> {
        let mut filled = Vec::new();
        let first = skip(tokens, 0);
        if first == tokens.len() {
            self.wrong(at, Phrase::new("sheet-missing"));
            return None;
        }
        if is_none(tokens, first) {
            return Some(Picks::Sheet(filled));
        }
        let sheet = Sheet::new(self, rows, max);
        for piece in pieces(tokens, &sheet) {
            if let Some(at) = span_of(piece) {
                self.row(&sheet, piece, at, &mut filled);
            }
        }
        Some(Picks::Sheet(filled))
    }

    /// Reads one row and puts it on the sheet if it is good; if it is not, but good for each of the subjects it names,
    /// one row for each: `place U-boat 1, 2: 4813`.
    fn row(&mut self, sheet: &Sheet<'_>, tokens: &[Token], at: Span, filled: &mut Vec<Line>) {
        let mark = self.mark();
        self.row_of_one(sheet, tokens, at, filled);
        if self.problems.len() == mark.0 {
            return;
        }
        let wrong = self.problems.split_off(mark.0);
        let lines = self.row_of_several(sheet, tokens, at, filled.len());
        let again = |line: &Line| {
            let same = |old: &Line| (old.word, old.subject) == (line.word, line.subject);
            filled.iter().any(same)
        };
        let fits = lines.len() > 1
            && self.problems.len() == mark.0
            && filled.len() + lines.len() <= sheet.max
            && !lines.iter().any(again);
        if fits {
            filled.extend(lines);
        } else {
            self.back(mark);
            self.problems.extend(wrong);
        }
    }

    fn row_of_one(
        &mut self,
        sheet: &Sheet<'_>,
        tokens: &[Token],
        at: Span,
        filled: &mut Vec<Line>,
    ) {
        let mark = self.mark();
        let place = filled.len();
        let outer = self.line;
        if outer.is_none() {
            self.line = Some(place);
            self.spans.push((About::Line(place), at));
        }
        let line = self.row_line(sheet, tokens, at, filled);
        self.line = outer;
        match line {
            Some(line) if self.problems.len() == mark.0 => filled.push(line),
            _ => self.spans.truncate(mark.1),
        }
    }

    fn row_line(
        &mut self,
        sheet: &Sheet<'_>,
        tokens: &[Token],
        at: Span,
        filled: &[Line],
    ) -> Option<Line> {
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
                return None;
            }
            _ => {
                self.unknown_row(sheet, tokens, at);
                return None;
            }
        };
        let written = self.subjects_written_out(sheet, word, tokens);
        let tokens = written.as_deref().unwrap_or(tokens);
        let head = tokens.get(..used).unwrap_or_default();
        let rest = tokens.get(used..).unwrap_or_default();
        self.head = Some((word, None));
        let (row, subject, used) = self.subject(sheet, word, head, rest)?;
        self.head = Some((word, subject));
        let head = tokens.get(..head.len() + used).unwrap_or_default();
        let head_at = span_of(head).unwrap_or(at);
        let pick = &sheet.rows.get(row)?.pick;
        if let Some(item) = subject {
            self.wrote(
                item,
                span_of(rest.get(..used).unwrap_or_default()).unwrap_or(head_at),
            );
        }
        let picks = self.pick(pick, rest.get(used..).unwrap_or_default(), head_at);
        let same = |line: &&Line| line.subject == subject && line.word == word;
        if let Some(item) = subject
            && filled.iter().any(|line| same(&line))
        {
            self.wrong(
                head_at,
                Phrase::new("row-twice")
                    .with("word", word)
                    .with("item", item),
            );
        } else if filled.len() >= sheet.max {
            self.wrong(
                at,
                super::super::fits::sheet_full(filled.len() + 1, sheet.max),
            );
        }
        let picks = picks?;
        Some(Line {
            word,
            subject,
            picks,
        })
    }

    /// The tokens of a row with lists of its subjects written out: `strike Bf110 1-3 to Oslo`.
    pub(super) fn subjects_written_out(
        &mut self,
        sheet: &Sheet<'_>,
        word: &'static Word,
        tokens: &[Token],
    ) -> Option<Vec<Token>> {
        if !runs::may_be_in(tokens) {
            return None;
        }
        let rows = sheet.named(word);
        let subjects: Vec<Item> = rows.flat_map(|(_, row)| row.subjects.clone()).collect();
        let offer = self.offer(&subjects);
        runs::named_written_out(&offer, tokens)
    }

    /// Finds the row by word and subject; says how many tokens the subject takes.
    pub(super) fn subject(
        &mut self,
        sheet: &Sheet<'_>,
        word: &'static Word,
        head: &[Token],
        rest: &[Token],
    ) -> Option<(usize, Option<Item>, usize)> {
        let rows = sheet.named(word);
        let bare = rows
            .clone()
            .find(|(_, row)| row.subjects.is_empty())
            .map(|(i, _)| i);
        let mut subjects: Vec<Item> = Vec::new();
        for (_, row) in rows.clone() {
            subjects.extend(&row.subjects);
        }
        if subjects.is_empty() {
            return bare.map(|row| (row, None, 0));
        }
        let offer = self.offer(&subjects);
        let mut skipped = skip(rest, 0);
        // `move a: 5`: a small word that is a subject's name is no filling.
        if matches!(offer.find_exact(rest), Match::Found { .. }) {
            skipped = 0;
        }
        let named = rest.get(skipped..).unwrap_or_default();
        match self.look(&offer, named) {
            Match::Found { item, used, .. } => {
                let (row, _) = rows.clone().find(|(_, row)| row.subjects.contains(&item))?;
                Some((row, Some(item), skipped + used))
            }
            _ if bare.is_some() => bare.map(|row| (row, None, 0)),
            Match::Ambiguous { items, used } => {
                self.ambiguous(named.get(..used).unwrap_or_default(), items);
                None
            }
            Match::Unknown if named.first().is_some_and(|t| t.kind.is_word()) => {
                self.unknown(&offer, named);
                None
            }
            Match::Unknown => {
                let at = span_of(head).unwrap_or_default();
                let what = Phrase::new("subject-missing")
                    .with("word", word)
                    .with("items", subjects);
                self.wrong(at, what);
                None
            }
        }
    }

    pub(super) fn unknown_row(&mut self, sheet: &Sheet<'_>, tokens: &[Token], at: Span) {
        let first = tokens.get(..1.min(tokens.len())).unwrap_or_default();
        let what = Phrase::new("unknown-order")
            .with("text", quoted(first))
            .with("words", sheet.words.items());
        let mut problem = Problem::new(what).about(about(span_of(first).unwrap_or(at)));
        problem.instead = suggest(first, &[&sheet.words], self.reader.names.lexicon());
        self.problem(problem);
    }
}

/// The rows between semicolons, outside parentheses; what begins with no keyword belongs to the row before.
pub(super) fn pieces<'t>(tokens: &'t [Token], sheet: &Sheet<'_>) -> Vec<&'t [Token]> {
    let words = &sheet.words;
    let mut pieces = Vec::new();
    let mut depth = 0_usize;
    let mut from = 0;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Semicolon
                if depth == 0 && begins(tokens.get(i + 1..).unwrap_or_default(), words) =>
            {
                pieces.extend(tokens.get(from..i));
                from = i + 1;
            }
            // `move a to 5 and seize b`
            Kind::Word
                if depth == 0
                    && i > from
                    && token.glue == Some(Glue::And)
                    // `vector 2123, then orbit`: there `then` is a keyword of the line itself.
                    && !sheet.keys.is_exactly(tokens.get(i..).unwrap_or_default())
                    && words.is_exactly(tokens.get(i + 1..).unwrap_or_default()) =>
            {
                pieces.extend(tokens.get(from..i));
                from = i + 1;
            }
            _ => {}
        }
    }
    pieces.extend(tokens.get(from..));
    pieces
}

fn begins(tokens: &[Token], words: &Offer) -> bool {
    let row = tokens.get(skip(tokens, 0)..).unwrap_or_default();
    row.is_empty() || words.find_exact(row) != Match::Unknown
}
