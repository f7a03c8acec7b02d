//! Standing orders: `standing withdraw: no`, `ask me intercept falke`.

use super::answer::canonical_item;
use super::words::{ASK, ASK_ME, DEFAULT, FORGET, IF, ME, is};
use crate::engine::decision::Kind;
use crate::engine::game::Game;
use crate::engine::inputs::StandingRow;
use crate::orders::names::{Match, Names, Offer};
use crate::orders::read::{Reader, unknown_name};
use crate::orders::suggest::suggest;
use crate::orders::token::span_of;
use crate::orders::token::{Kind as Mark, Token, TokenLine};
use crate::orders::{About, Form, Item, Lexicon, Phrase, Problem};

/// The items a standing order prefers, as far as the question offers them.
pub fn wished_items(kind: &Kind, form: &Form, words: &[String], lex: &dyn Lexicon) -> Vec<Item> {
    let mut names = Names::new(lex);
    let offer = names.offer(&vocabulary(kind, lex));
    let mut items = Vec::new();
    for word in words {
        let line = TokenLine::new(1, word.as_str());
        match offer.find_exact(&line.tokens) {
            Match::Found { item, .. } => items.push(item),
            _ => items.extend(
                line.tokens
                    .first()
                    .and_then(Token::amount)
                    .map(Item::Number),
            ),
        }
    }
    // An empty list stays a wish for nothing; anything else must be on offer.
    items.retain(|item| {
        *item == Item::Word(&crate::orders::word::NONE)
            || matches!(item, Item::Number(_))
            || super::answer::offers(form, *item)
    });
    items
}

/// Everything a standing order of a kind may name.
fn vocabulary(kind: &Kind, lex: &dyn Lexicon) -> Vec<Item> {
    let words = kind.answers.iter().map(|word| Item::Word(word));
    let none = std::iter::once(Item::Word(&crate::orders::word::NONE));
    words
        .chain(none)
        .chain(lex.known().into_iter().map(Item::Thing))
        .collect()
}

/// Reads a standing order; `rest` is what follows `standing` or `ask me`.
pub(super) fn read<G: Game>(
    view: &G::View<'_>,
    line: &TokenLine,
    from: usize,
    ask_me: bool,
) -> Result<StandingRow, Vec<Problem>> {
    let wrong = |what: Phrase, tokens: &[Token]| {
        let about = About::Text(span_of(tokens).unwrap_or_else(|| line.span()));
        Problem::new(what).about(about)
    };
    let tokens = line.tokens.get(from..).unwrap_or_default();
    let kinds: Vec<Item> = G::kinds()
        .iter()
        .map(|kind| Item::Word(kind.word))
        .collect();
    let mut names = Names::new(view);
    let offer = names.offer(&kinds);
    let (kind, used) = match offer.find(tokens) {
        Match::Found { item, used, .. } => {
            let kind = G::kinds().iter().find(|kind| Item::Word(kind.word) == item);
            (kind.copied(), used)
        }
        _ => (None, 0),
    };
    let Some(kind) = kind else {
        let first = tokens.get(..1).unwrap_or_default();
        let mut problem = wrong(Phrase::new("no-such-decision").with("words", kinds), first);
        problem.instead = suggest(first, &[&offer], view);
        return Err(vec![problem]);
    };
    let rest = tokens.get(used..).unwrap_or_default();
    // The wish stands behind the last colon: a condition may have one of its own.
    let colon = rest.iter().rposition(|token| token.kind == Mark::Colon);
    let (head, wish) = match colon {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None if ask_me => (rest, &rest[rest.len()..]),
        None => (&rest[..0], rest),
    };
    let condition_at = head.iter().position(|token| is(Some(token), &IF));
    let subject = &head[..condition_at.unwrap_or(head.len())];
    let subject: Vec<Token> = subject
        .iter()
        .filter(|token| token.kind.is_word())
        .cloned()
        .collect();
    let condition = condition_at
        .map(|at| raw_text(line, &head[at + 1..]))
        .unwrap_or_default();

    let mut problems = Vec::new();
    let known: Vec<Item> = view.known().into_iter().map(Item::Thing).collect();
    let things = names.offer(&known);
    let mut subject_words = String::new();
    if !subject.is_empty() {
        match things.find(&subject) {
            Match::Found { item, .. } => subject_words = canonical_item(item, view),
            _ => problems.push(unknown(&subject, &things, view)),
        }
    }
    if !condition.is_empty() {
        for problem in super::condition_problems::<G>(view, &condition) {
            // Its columns count from the condition: the whole line is meant.
            problems.push(problem.about(About::Text(line.span())));
        }
    }
    let mut row = StandingRow {
        side: String::new(),
        letter: 0,
        line: 0,
        kind: kind.word.id().to_owned(),
        subject: subject_words,
        condition,
        wish: "prefer".to_owned(),
        prefer: Vec::new(),
    };
    let asks = is(wish.first(), &ASK_ME) || is(wish.first(), &ASK) && is(wish.get(1), &ME);
    if ask_me || asks {
        "ask me".clone_into(&mut row.wish);
    } else if is(wish.first(), &DEFAULT) {
        "default".clone_into(&mut row.wish);
    } else if is(wish.first(), &FORGET) {
        "forget".clone_into(&mut row.wish);
    } else {
        let offer = names.offer(&vocabulary(kind, view));
        row.prefer = wishes(wish, &offer, view, &mut problems);
        if row.prefer.is_empty() && problems.is_empty() {
            problems.push(wrong(Phrase::new("wish-missing"), &line.tokens));
        }
    }
    if problems.is_empty() {
        Ok(row)
    } else {
        Err(problems)
    }
}

/// Words of a line sent ahead that no answer of its kind can hold: misspelt names are found now, not in a week.
pub(super) fn strange_words(kind: &Kind, tokens: &[Token], lex: &dyn Lexicon) -> Vec<Problem> {
    let mut items = vocabulary(kind, lex);
    items.extend(
        std::iter::once(kind.word)
            .chain(kind.rows.iter().copied())
            .map(Item::Word),
    );
    let offer = Names::new(lex).offer(&items);
    let mut problems = Vec::new();
    wishes(tokens, &offer, lex, &mut problems);
    problems
}

/// What is wrong with a name that is none.
fn unknown(tokens: &[Token], offer: &Offer, lex: &dyn Lexicon) -> Problem {
    let first = tokens.get(..1).unwrap_or_default();
    unknown_name(&mut Reader::new(lex), offer, first)
}

/// The wishes of a standing order, as canonical words.
fn wishes(
    tokens: &[Token],
    offer: &Offer,
    lex: &dyn Lexicon,
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
        match offer.find(rest) {
            Match::Found { item, used, .. } => {
                words.push(canonical_item(item, lex));
                at += used.max(1);
            }
            _ => {
                let token = &rest[0];
                if let Some(number) = token.amount() {
                    words.push(number.to_string());
                } else if token.kind.is_word() && token.glue.is_none() {
                    problems.push(unknown(rest, offer, lex));
                }
                at += 1;
            }
        }
    }
    words
}

/// The player's own words between tokens.
pub(super) fn raw_text(line: &TokenLine, tokens: &[Token]) -> String {
    let Some(span) = span_of(tokens) else {
        return String::new();
    };
    line.text
        .chars()
        .skip(span.from - 1)
        .take(span.to - span.from)
        .collect()
}
