//! Heads of lines: which open question does a line answer?

use super::form::{Form, Pick};
use super::grammar::Glue;
use super::item::Item;
use super::lexicon::Lexicon;
use super::names::{Match, Offer};
use super::phrase::{About, Phrase, Problem, Span};
use super::read::{Reader, quoted, unknown_name};
use super::suggest::suggest;
use super::token::{Kind, Token, TokenLine, span_of};
use super::word::Word;

/// An abbreviated keyword has at least so many letters.
const SHORTEST: usize = 3;

/// What the beginning of a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadMatch {
    /// The line answers one of the forms.
    Form {
        /// Which form.
        form: usize,
        /// The first token of the answer, behind keyword and subject.
        body: usize,
        /// Where keyword and subject stand; all of the line if it has neither.
        span: Span,
        /// Whether the form is a sheet, so that the whole line goes to [`Reader::read_lines`].
        sheet: bool,
    },
    /// The line begins like an answer, but to which form remains open.
    Unclear {
        /// The forms it may answer.
        forms: Vec<usize>,
        /// What is wrong with it.
        problem: Problem,
    },
    /// The line begins with no keyword of these forms; perhaps it is no order at all.
    Nothing {
        /// What is wrong with it, if it was meant as an order.
        problem: Problem,
    },
}

/// Finds which of the forms a line answers.
pub fn head(line: &TokenLine, forms: &[&Form], lex: &dyn Lexicon) -> HeadMatch {
    Reader::new(lex).head(line, forms)
}

/// Finds a keyword at the beginning of the tokens; abbreviations need three letters.
pub(crate) fn keyword(words: &Offer, tokens: &[Token]) -> Match {
    let found = words.find(tokens);
    let long = tokens
        .first()
        .is_some_and(|t| t.text.chars().count() >= SHORTEST);
    let found = if long || matches!(found, Match::Found { exact: true, .. }) {
        found
    } else {
        words.find_exact(tokens)
    };
    match tokens.split_first() {
        Some((verb, rest)) if found == Match::Unknown => moods(verb)
            .map(|verb| {
                let tokens: Vec<Token> =
                    std::iter::once(verb).chain(rest.iter().cloned()).collect();
                words.find_exact(&tokens)
            })
            .find(|found| *found != Match::Unknown)
            .unwrap_or(Match::Unknown),
        _ => found,
    }
}

/// French verbs come in many moods: `placer`, `placez` and `plaçons` are `place`.
fn moods(verb: &Token) -> impl Iterator<Item = Token> {
    let stem = ["er", "ez", "ons"]
        .iter()
        .find_map(|ending| verb.text.strip_suffix(ending))
        .filter(|stem| stem.chars().count() >= SHORTEST);
    let others = stem.into_iter().flat_map(|stem| {
        let endings = ["", "e", "r", "er"];
        endings.map(|ending| verb.spelt(&format!("{stem}{ending}")))
    });
    others.collect::<Vec<_>>().into_iter()
}

impl Reader<'_> {
    /// Finds which of the forms a line answers.
    ///
    /// The subject may be left out where only one form has the word; both may be left out where only one form is
    /// open and the whole line reads as an answer to it, such as a bare `yes`.
    pub fn head(&mut self, line: &TokenLine, forms: &[&Form]) -> HeadMatch {
        let first = line.tokens.iter().take_while(|t| !t.kind.is_word()).count();
        let tokens = line.tokens.get(first..).unwrap_or_default();
        if tokens.is_empty() {
            let problem = Problem::new(Phrase::new("empty-line")).about(About::Text(line.span()));
            return HeadMatch::Nothing { problem };
        }
        let words = head_words(forms);
        let offer = self.names.offer(&words);
        let mut found = offer.find_exact(tokens);
        if found == Match::Unknown {
            if let Some(bare) = self.bare(line, first, forms) {
                return bare;
            }
            found = keyword(&offer, tokens);
        }
        match found {
            Match::Found {
                item: Item::Word(word),
                used,
                ..
            } => self.with_word(line, first, used, word, forms),
            Match::Ambiguous { items, used } => {
                let about = tokens.get(..used).unwrap_or_default();
                let words: Vec<&Word> = items.iter().filter_map(|item| word_of(*item)).collect();
                let begins = |form: &Form| words.iter().any(|word| has_word(form, word));
                let forms = (0..)
                    .zip(forms)
                    .filter(|(_, form)| begins(form))
                    .map(|(i, _)| i)
                    .collect();
                let what = Phrase::new("ambiguous")
                    .with("text", quoted(about))
                    .with("items", items);
                let problem =
                    Problem::new(what).about(About::Text(span_of(about).unwrap_or(line.span())));
                HeadMatch::Unclear { forms, problem }
            }
            _ => self.nothing(tokens, forms, words, &offer),
        }
    }

    /// Reads the whole line as an answer to the only open question.
    fn bare(&mut self, line: &TokenLine, first: usize, forms: &[&Form]) -> Option<HeadMatch> {
        let [form] = forms else { return None };
        let tokens = line.tokens.get(first..)?;
        // Where several things make the answer, one word may be talk; `Hoffmann 2 retreat Hoffmann` is none.
        let said = |token: &Token| token.kind.is_word() && token.glue.is_none();
        let several = tokens.iter().filter(|token| said(token)).count() > 1;
        let bare = match form.pick {
            Pick::One(_) | Pick::Number { .. } => true,
            Pick::Parts(_) | Pick::Share { .. } | Pick::Some { .. } | Pick::Order(_) => several,
            _ => false,
        };
        if !bare {
            return None;
        }
        self.read(form, tokens).ok()?;
        Some(HeadMatch::Form {
            form: 0,
            body: first,
            span: line.span(),
            sheet: false,
        })
    }

    fn nothing(
        &mut self,
        tokens: &[Token],
        forms: &[&Form],
        words: Vec<Item>,
        offer: &Offer,
    ) -> HeadMatch {
        let first = tokens.get(..1).unwrap_or_default();
        // Where a bare answer would do, a misspelt answer is likelier than a misspelt keyword.
        let answers = match forms {
            [form] => match &form.pick {
                Pick::One(items) => self.names.offer(items),
                _ => Offer::default(),
            },
            _ => Offer::default(),
        };
        let what = if words.is_empty() {
            Phrase::new("unknown-order-now").with("text", quoted(first))
        } else {
            Phrase::new("unknown-order")
                .with("text", quoted(first))
                .with("words", words)
        };
        let mut problem = Problem::new(what).about(About::Text(span_of(first).unwrap_or_default()));
        problem.instead = suggest(first, &[&answers, offer], self.names.lexicon());
        HeadMatch::Nothing { problem }
    }

    /// The keyword is clear; the subject decides between the forms that share it.
    fn with_word(
        &mut self,
        line: &TokenLine,
        first: usize,
        used: usize,
        word: &'static Word,
        forms: &[&Form],
    ) -> HeadMatch {
        let behind = first + used;
        let rest = line.tokens.get(behind..).unwrap_or_default();
        let having: Vec<usize> = (0..)
            .zip(forms)
            .filter(|(_, form)| has_word(form, word))
            .map(|(i, _)| i)
            .collect();
        let answer = |form: usize, subject: usize| HeadMatch::Form {
            form,
            body: behind + subject,
            span: span_of(line.tokens.get(first..behind + subject).unwrap_or_default())
                .unwrap_or(line.span()),
            sheet: forms.get(form).is_some_and(|form| is_sheet(form)),
        };
        let subjects: Vec<Item> = having
            .iter()
            .filter_map(|i| forms.get(*i))
            .flat_map(|f| subjects(f, word))
            .collect();
        let offer = self.names.offer(&subjects);
        let named: Vec<(usize, usize)> = having
            .iter()
            .filter_map(|&i| Some((i, subject_len(forms.get(i)?, word, &offer, rest)?)))
            .collect();
        if let [only] = having.as_slice()
            && let Some(form) = forms.get(*only)
        {
            let len = named.first().map_or(0, |(_, len)| *len);
            let stray = if len == 0 {
                self.stray_subject(form, &offer, rest)
            } else {
                None
            };
            return match stray {
                Some(problem) => HeadMatch::Unclear {
                    forms: having,
                    problem,
                },
                None if self.is_answer(form, rest, len) => answer(*only, 0),
                None => answer(*only, len),
            };
        }
        let longest = named.iter().map(|(_, len)| *len).max().unwrap_or(0);
        let best: Vec<usize> = named
            .iter()
            .filter(|(_, len)| *len == longest)
            .map(|(i, _)| *i)
            .collect();
        if let [form] = best.as_slice() {
            return answer(*form, longest);
        }
        let at = skip_filling(rest);
        let problem = match rest.get(at) {
            Some(token) if token.kind.is_word() && best.is_empty() => {
                unknown_name(self, &offer, rest.get(at..).unwrap_or_default())
            }
            _ => {
                let head = line.tokens.get(first..behind).unwrap_or_default();
                let what = Phrase::new("subject-missing")
                    .with("word", word)
                    .with("items", subjects);
                Problem::new(what).about(About::Text(span_of(head).unwrap_or(line.span())))
            }
        };
        HeadMatch::Unclear {
            forms: having,
            problem,
        }
    }

    /// `intercept hiper: yes`: words before a colon that are neither subject nor answer are a misspelt subject.
    fn stray_subject(&mut self, form: &Form, offer: &Offer, rest: &[Token]) -> Option<Problem> {
        let at = skip_filling(rest);
        let named = rest.get(at..)?;
        let colon = named.iter().position(|t| t.kind == Kind::Colon)?;
        let words = named.iter().take(colon).all(|t| t.kind.is_word());
        if offer.is_empty() || is_sheet(form) || !words || colon == 0 {
            return None;
        }
        let items = form.pick.items();
        let answers = self.names.offer(&items);
        let number = matches!(form.pick, Pick::Number { .. }) && named.first()?.amount().is_some();
        if number || answers.find(named) != Match::Unknown {
            return None;
        }
        Some(unknown_name(self, offer, named))
    }

    /// `target z10`: with nothing behind it, what looks like the subject is the answer.
    fn is_answer(&mut self, form: &Form, rest: &[Token], len: usize) -> bool {
        let behind = rest.get(len..).unwrap_or_default();
        if len == 0 || is_sheet(form) || behind.iter().any(|t| t.kind.is_word()) {
            return false;
        }
        self.read(form, rest).is_ok()
    }
}

fn word_of(item: Item) -> Option<&'static Word> {
    match item {
        Item::Word(word) => Some(word),
        _ => None,
    }
}

const fn is_sheet(form: &Form) -> bool {
    matches!(form.pick, Pick::Sheet { .. } | Pick::Script { .. })
}

/// Whether a line that answers the form may begin with the word.
fn has_word(form: &Form, word: &Word) -> bool {
    let rows = form.pick.rows().unwrap_or_default();
    rows.iter().any(|row| row.word == word) || form.word == word
}

/// The words that lines may begin with.
fn head_words(forms: &[&Form]) -> Vec<Item> {
    let mut words: Vec<Item> = Vec::new();
    let mut add = |word: &'static Word| {
        if !words.contains(&Item::Word(word)) {
            words.push(Item::Word(word));
        }
    };
    for form in forms {
        add(form.word);
        let rows = form.pick.rows().unwrap_or_default();
        rows.iter().for_each(|row| add(row.word));
    }
    words
}

/// The things that may stand behind the word.
fn subjects(form: &Form, word: &Word) -> Vec<Item> {
    match form.pick.rows() {
        Some(rows) if rows.iter().any(|row| row.word == word) => {
            let rows = rows.iter().filter(|row| row.word == word);
            rows.flat_map(|row| row.subjects.iter().copied()).collect()
        }
        _ => form.subject.clone(),
    }
}

/// How many tokens the subject takes, if the form may have the subject that stands here.
fn subject_len(form: &Form, word: &Word, offer: &Offer, rest: &[Token]) -> Option<usize> {
    let find = |at: usize| {
        let tokens = rest.get(at..)?;
        let filling = match offer.find_exact(tokens) {
            Match::Unknown => skip_filling(tokens),
            _ => 0,
        };
        match offer.find(tokens.get(filling..)?) {
            Match::Found { item, used, .. } => Some((item, at + filling + used)),
            _ => None,
        }
    };
    if let Some(rows) = form.pick.rows()
        && rows.iter().any(|row| row.word == word)
    {
        let mut rows = rows.iter().filter(|row| row.word == word);
        return match find(0) {
            Some((item, end)) if rows.clone().any(|row| row.subjects.contains(&item)) => Some(end),
            _ => rows.any(|row| row.subjects.is_empty()).then_some(0),
        };
    }
    let mut end = 0;
    for subject in &form.subject {
        match find(end) {
            Some((item, behind)) if item == *subject => end = behind,
            _ => return None,
        }
    }
    Some(end)
}

/// How many tokens merely fill, such as the colon.
fn skip_filling(tokens: &[Token]) -> usize {
    let filling =
        |t: &&Token| matches!(t.kind, Kind::Dash | Kind::Open) || t.glue == Some(Glue::Filler);
    tokens.iter().take_while(filling).count()
}
