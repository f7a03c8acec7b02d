//! Lines that leave the order's word out: `U-boat 4: 0518` where only `place U-boat 4: 0518` can be meant.

use super::answer::read_line;
use crate::orders::names::{Match, Names};
use crate::orders::read::Reader;
use crate::orders::token::{Kind, Token, TokenLine, span_of};
use crate::orders::{About, Class, Form, Item, Lang, Lexicon, Phrase, Problem, Word};

/// What a line without a word comes to.
pub(super) enum Implied {
    /// With one word, and one only, it is an answer to this form.
    Order {
        /// Which form.
        form: usize,
        /// The line with its word.
        line: TokenLine,
    },
    /// It is meant as an order, but which one is open.
    WordMissing {
        /// The form it would answer.
        form: usize,
        /// What is to be said.
        problem: Problem,
    },
    /// It does not look like an order.
    Nothing,
}

/// Reads a line that begins with the name of something that could be given an order.
pub(super) fn implied(view: &dyn Lexicon, line: &TokenLine, forms: &[Form], lang: Lang) -> Implied {
    let Some(first) = line
        .tokens
        .iter()
        .position(|token| token.kind.is_word() && token.glue.is_none())
    else {
        return Implied::Nothing;
    };
    let rest = line.tokens.get(first..).unwrap_or_default();
    let mut names = Names::new(view);
    let mut able: Vec<(usize, &'static Word)> = Vec::new();
    let mut named = 0;
    for (n, form) in forms.iter().enumerate() {
        for (word, subjects) in beginnings(form) {
            if let Match::Found { used, exact, .. } = names.offer(&subjects).find(rest)
                && (exact || numbered(rest))
                && !able.contains(&(n, word))
            {
                able.push((n, word));
                named = named.max(used);
            }
        }
    }
    if able.is_empty() {
        return Implied::Nothing;
    }
    let with = |word: &Word| {
        let text = format!("{} {}", word.print(lang), line.text.trim());
        TokenLine::new(line.number, text)
    };
    let reads = |&(form, word): &(usize, &'static Word)| {
        let line = with(word);
        read_line(&mut Reader::new(view), &forms[form], &line).is_ok()
    };
    let read: Vec<(usize, &'static Word)> = able.iter().filter(|one| reads(one)).copied().collect();
    if let [(form, word)] = read.as_slice() {
        return Implied::Order {
            form: *form,
            line: with(word),
        };
    }
    // Talk may begin with a ship's name too; what is marked like an order, or goes on like one, is none.
    let behind = rest.get(named..).unwrap_or_default();
    let marked = behind
        .first()
        .is_some_and(|token| matches!(token.kind, Kind::Colon | Kind::Arrow | Kind::Equals));
    if read.is_empty() && !marked && !leads_somewhere(view, &mut names, behind) {
        return Implied::Nothing;
    }
    let words = if read.is_empty() { able } else { read };
    let form = words.first().map_or(0, |(form, _)| *form);
    let mut items: Vec<Item> = Vec::new();
    for (_, word) in words {
        if !items.contains(&Item::Word(word)) {
            items.push(Item::Word(word));
        }
    }
    let subject = rest.get(..named).unwrap_or_default();
    let raw: Vec<&str> = subject.iter().map(|token| token.raw.as_str()).collect();
    let what = Phrase::new("word-missing")
        .with("text", raw.join(" "))
        .with("words", items);
    let about = span_of(subject).unwrap_or(line.span());
    let problem = Problem::new(what).about(About::Text(about));
    Implied::WordMissing { form, problem }
}

/// Whether a name begins with a number: `1/505`, though its unit is called more than that.
fn numbered(tokens: &[Token]) -> bool {
    let first = tokens.first();
    first.is_some_and(|token| {
        token.kind == Kind::Word && token.text.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether `to` or the like and the name of a place follow, and no more.
fn leads_somewhere(view: &dyn Lexicon, names: &mut Names<'_>, tokens: &[Token]) -> bool {
    let known = view.known().into_iter();
    let places = known
        .filter(|thing| thing.class == Class::Place)
        .map(Item::Thing);
    let places = names.offer(&places.collect::<Vec<_>>());
    let glued = tokens
        .iter()
        .take_while(|token| token.glue.is_some())
        .count();
    let rest = tokens.get(glued..).unwrap_or_default();
    matches!(places.find(rest), Match::Found { used, .. }
        if glued > 0 && rest.get(used).is_none_or(|next| !next.kind.is_word()))
}

/// The words that lines for a form begin with, each with what may stand behind it.
fn beginnings(form: &Form) -> Vec<(&'static Word, Vec<Item>)> {
    match form.pick.rows() {
        Some(rows) => rows
            .iter()
            .filter(|row| !row.subjects.is_empty())
            .map(|row| (row.word, row.subjects.clone()))
            .collect(),
        None => form
            .subject
            .first()
            .map(|subject| (form.word, vec![*subject]))
            .into_iter()
            .collect(),
    }
}
