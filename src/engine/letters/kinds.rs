//! The words that lines of a game begin with, and the kinds of decision they belong to.

use crate::engine::decision::Kind;
use crate::engine::game::Game;
use crate::orders::head::keyword;
use crate::orders::names::{Match, Names};
use crate::orders::token::Token;
use crate::orders::{Form, Item, Lexicon, Pick, Word};

/// The words that lines of a game begin with, and the kind each belongs to.
pub(super) fn kind_words<G: Game>() -> impl Iterator<Item = (&'static Word, &'static Kind)> {
    G::kinds().iter().flat_map(|kind| {
        std::iter::once(kind.word)
            .chain(kind.rows.iter().copied())
            .map(|word| (word, *kind))
    })
}

/// Whether a question takes one line at a time and is asked again at once, so that several lines make a list.
pub fn is_list<G: Game>(kind: &Kind, form: &Form) -> bool {
    let one = matches!(form.pick, Pick::Sheet { max: 1, .. });
    one && G::lists().iter().any(|list| std::ptr::eq(*list, kind))
}

/// The words that lines of sheets begin with.
pub fn row_words<G: Game>() -> Vec<&'static Word> {
    let rows = G::kinds().iter().flat_map(|kind| kind.rows.iter().copied());
    let mut words: Vec<&'static Word> = Vec::new();
    rows.for_each(|word| {
        if !words.contains(&word) {
            words.push(word);
        }
    });
    words
}

fn items<G: Game>() -> Vec<Item> {
    kind_words::<G>()
        .map(|(word, _)| Item::Word(word))
        .collect()
}

/// The kinds of decision whose lines begin as this one does.
pub(super) fn kinds_at<G: Game>(view: &G::View<'_>, tokens: &[Token]) -> Vec<&'static Kind> {
    let Some(word) = word_at(view, &items::<G>(), tokens) else {
        return Vec::new();
    };
    let kinds = kind_words::<G>().filter(|(one, _)| *one == word);
    kinds.map(|(_, kind)| kind).collect()
}

/// The first of them.
pub(super) fn kind_at<G: Game>(view: &G::View<'_>, tokens: &[Token]) -> Option<&'static Kind> {
    kinds_at::<G>(view, tokens).into_iter().next()
}

/// Whether a word that begins lines of the game stands here in full.
pub(super) fn begins_exactly<G: Game>(view: &G::View<'_>, tokens: &[Token]) -> bool {
    let word = tokens.first().is_some_and(|token| token.kind.is_word());
    let found = || keyword(&Names::new(view).offer(&items::<G>()), tokens);
    word && matches!(found(), Match::Found { exact: true, .. })
}

/// Whether a line begins with one of some words.
pub(super) fn named_by(view: &dyn Lexicon, words: &[Item], tokens: &[Token]) -> bool {
    word_at(view, words, tokens).is_some()
}

fn word_at(view: &dyn Lexicon, words: &[Item], tokens: &[Token]) -> Option<&'static Word> {
    let first = tokens.iter().position(|token| token.kind.is_word())?;
    match keyword(&Names::new(view).offer(words), &tokens[first..]) {
        Match::Found {
            item: Item::Word(word),
            ..
        } => Some(word),
        _ => None,
    }
}
