//! Standing orders: `standing withdraw: no`, `ask me intercept falke`.

use super::answer::canonical_item;
use super::condition::condition_words;
use super::words::{ABOUT, ASK, ASK_ME, DEFAULT, FORGET, IF, ME, ORDER, PERMANENT, STANDING, is};
use crate::engine::decision::Kind;
use crate::engine::game::Game;
use crate::engine::inputs::StandingRow;
use crate::orders::names::{Match, Names, Offer};
use crate::orders::phrasebook::item_text;
use crate::orders::read::{Reader, unknown_name};
use crate::orders::runs::written_out;
use crate::orders::suggest::suggest;
use crate::orders::token::span_of;
use crate::orders::token::{Kind as Mark, Token, TokenLine};
use crate::orders::word::NONE;
use crate::orders::{About, Class, Form, Item, Lang, Lexicon, Phrase, Problem, Span, Word};

/// The items a standing order prefers, as far as the question offers them.
pub fn wished_items<G: Game>(
    kind: &Kind,
    form: &Form,
    words: &[String],
    lex: &dyn Lexicon,
) -> Vec<Item> {
    let mut names = Names::new(lex);
    let offer = names.offer(&vocabulary::<G>(kind, lex));
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
        *item == Item::Word(&NONE)
            || matches!(item, Item::Number(_))
            || super::answer::offers(form, *item)
    });
    items
}

/// Everything a standing order of a kind may name.
fn vocabulary<G: Game>(kind: &Kind, lex: &dyn Lexicon) -> Vec<Item> {
    let words = kind.answers.iter().map(|word| Item::Word(word));
    let none = std::iter::once(Item::Word(&NONE));
    words
        .chain(none)
        .chain(bare::<G>(kind).map(Item::Word))
        .chain(things(kind.speaks.names, lex))
        .collect()
}

/// The words of a kind's lines that are whole answers by themselves.
fn bare<G: Game>(kind: &Kind) -> impl Iterator<Item = &'static Word> {
    let words = G::bare_lines().iter().copied();
    words.filter(|word| kind.rows.contains(word))
}

/// What is known of some classes, or all of it.
fn things(classes: Option<&'static [Class]>, lex: &dyn Lexicon) -> Vec<Item> {
    let known = lex.known().into_iter();
    known
        .filter(|thing| classes.is_none_or(|classes| classes.contains(&thing.class)))
        .map(Item::Thing)
        .collect()
}

/// Where a standing order begins that is announced as one: `standing`, `ordre permanent`.
pub(super) fn announced(tokens: &[Token]) -> Option<usize> {
    let first = tokens.first();
    if is(first, &STANDING) {
        return Some(1);
    }
    (is(first, &ORDER) && is(tokens.get(1), &PERMANENT)).then_some(2)
}

/// A standing order as it was understood and as it can be written again.
pub fn standing_words<G: Game>(row: &StandingRow, lang: Lang, view: &G::View<'_>) -> String {
    let kind = G::kinds().iter().find(|kind| kind.word.id() == row.kind);
    let mut names = Names::new(view);
    // Records have ids; a reader wants names.
    let mut named = |text: &str, items: &[Item]| {
        let line = TokenLine::new(1, text);
        match names.offer(items).find_exact(&line.tokens) {
            Match::Found { item, .. } => item_text(item, lang, view),
            _ => text.to_owned(),
        }
    };
    let word = kind.map_or(row.kind.as_str(), |kind| kind.word.print(lang));
    let mut line = format!("{} {word}", STANDING.print(lang));
    if !row.subject.is_empty() {
        let of = things(kind.and_then(|kind| kind.speaks.of), view);
        line.push(' ');
        line.push_str(&named(&row.subject, &of));
    }
    if !row.condition.is_empty() {
        let condition = condition_words::<G>(view, &row.condition, Some(lang));
        line = format!("{line} {} {condition}", IF.print(lang));
    }
    let wish = match row.wish.as_str() {
        "ask me" => match lang {
            Lang::En => format!("{} {}", ASK.print(lang), ME.print(lang)),
            Lang::Fr => ASK_ME.print(lang).to_owned(),
        },
        "default" => DEFAULT.print(lang).to_owned(),
        "forget" => FORGET.print(lang).to_owned(),
        _ => {
            let items = kind.map_or_else(Vec::new, |kind| vocabulary::<G>(kind, view));
            let wishes = row.prefer.iter().map(|text| named(text, &items));
            wishes.collect::<Vec<_>>().join(", ")
        }
    };
    format!("{line}: {wish}")
}

/// The kind a standing order is about, and how many tokens say so; `standing orders: reroll ...` is about `reroll`.
fn kind_of<G: Game>(offer: &Offer, tokens: &[Token]) -> Option<(&'static Kind, usize)> {
    let at = |from: usize| match offer.find(tokens.get(from..)?) {
        Match::Found { item, used, .. } => {
            let kind = G::kinds()
                .iter()
                .find(|kind| Item::Word(kind.word) == item)?;
            Some((*kind, from + used))
        }
        _ => None,
    };
    let says_so = |token: &Token| {
        [&ORDER, &PERMANENT, &ABOUT]
            .map(|word| is(Some(token), word))
            .contains(&true)
    };
    let talk = |token: &Token| says_so(token) || token.glue.is_some() || !token.kind.is_word();
    let habits = tokens.iter().take_while(|token| talk(token)).count();
    (1..=habits).rev().find_map(at).or_else(|| at(0))
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
    let Some((kind, used)) = kind_of::<G>(&offer, tokens) else {
        let first = tokens.get(..1).unwrap_or_default();
        let mut problem = wrong(Phrase::new("no-such-decision").with("words", kinds), first);
        problem.instead = suggest(first, &[&offer], view);
        return Err(vec![problem]);
    };
    let word = Item::Word(kind.word);
    let rest = tokens.get(used..).unwrap_or_default();
    // The wish stands behind the last colon: a condition may have one of its own.
    let colon = rest.iter().rposition(|token| token.kind == Mark::Colon);
    let (head, wish) = match colon {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None if ask_me => (rest, &rest[rest.len()..]),
        None => (&rest[..0], rest),
    };
    let condition_at = |tokens: &[Token]| tokens.iter().position(|token| is(Some(token), &IF));
    let subject = &head[..condition_at(head).unwrap_or(head.len())];
    // `reroll: yes if margin -4`: the condition may also come last.
    let (condition, wish) = match (condition_at(head), condition_at(wish)) {
        (None, Some(0)) => {
            return Err(vec![wrong(Phrase::new("condition-without-colon"), wish)]);
        }
        (None, Some(at)) => (&wish[at + 1..], &wish[..at]),
        (Some(at), _) => (&head[at + 1..], wish),
        (None, None) => (&head[..0], wish),
    };
    let subject: Vec<Token> = subject
        .iter()
        .filter(|token| token.kind.is_word())
        .cloned()
        .collect();

    let mut problems = Vec::new();
    let mut subject_words = String::new();
    if !subject.is_empty() {
        let of = things(kind.speaks.of, view);
        if of.is_empty() {
            // That nobody waits for it says enough.
            if kind.speaks.waits || !ask_me {
                let what = Phrase::new("standing-about-nothing").with("word", word);
                problems.push(wrong(what, &subject));
            }
        } else {
            let offer = names.offer(&of);
            match offer.find(&subject) {
                Match::Found { item, .. } => subject_words = canonical_item(item, view),
                _ => problems.push(unknown(&subject, &offer, view)),
            }
        }
    }
    let mut row = StandingRow {
        side: String::new(),
        letter: 0,
        line: 0,
        kind: kind.word.id().to_owned(),
        subject: subject_words,
        condition: String::new(),
        wish: "prefer".to_owned(),
        prefer: Vec::new(),
    };
    if !condition.is_empty() {
        let text = raw_text(line, condition);
        row.condition = condition_words::<G>(view, &text, None);
        for problem in super::condition_problems::<G>(view, &text) {
            // Its columns count from the condition.
            let about = span_of(condition).map_or(line.span(), |whole| match problem.about {
                About::Text(part) => Span {
                    line: whole.line,
                    from: whole.from + part.from - 1,
                    to: whole.from + part.to - 1,
                },
                _ => whole,
            });
            problems.push(problem.about(About::Text(about)));
        }
    }
    let asks = is(wish.first(), &ASK_ME) || is(wish.first(), &ASK) && is(wish.get(1), &ME);
    if ask_me || asks {
        "ask me".clone_into(&mut row.wish);
        if !kind.speaks.waits {
            let what = Phrase::new("standing-never-waits").with("word", word);
            problems.push(wrong(what, &line.tokens));
        }
    } else if is(wish.first(), &DEFAULT) {
        "default".clone_into(&mut row.wish);
    } else if is(wish.first(), &FORGET) {
        "forget".clone_into(&mut row.wish);
    } else {
        let offer = names.offer(&vocabulary::<G>(kind, view));
        row.prefer = wishes(wish, kind, &offer, view, &mut problems);
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
pub(super) fn strange_words<G: Game>(
    kind: &Kind,
    tokens: &[Token],
    lex: &dyn Lexicon,
) -> Vec<Problem> {
    let mut items = vocabulary::<G>(kind, lex);
    items.extend(things(kind.speaks.of, lex));
    items.extend(
        std::iter::once(kind.word)
            .chain(kind.rows.iter().copied())
            .map(Item::Word),
    );
    let offer = Names::new(lex).offer(&items);
    let written = written_out(&offer, tokens);
    let mut problems = Vec::new();
    let tokens = written.as_deref().unwrap_or(tokens);
    wishes(tokens, kind, &offer, lex, &mut problems);
    problems
}

/// What is wrong with a name that is none.
fn unknown(tokens: &[Token], offer: &Offer, lex: &dyn Lexicon) -> Problem {
    let first = tokens.get(..1).unwrap_or_default();
    unknown_name(&mut Reader::new(lex), offer, first)
}

/// The wishes of a standing order, as canonical words; of several words in a row that mean nothing the first is told.
fn wishes(
    tokens: &[Token],
    kind: &Kind,
    offer: &Offer,
    lex: &dyn Lexicon,
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let mut words = Vec::new();
    let mut at = 0;
    let mut lost = false;
    while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
        match offer.find_longest(rest) {
            Match::Found { item, used, .. } => {
                words.push(canonical_item(item, lex));
                at += used.max(1);
                lost = false;
            }
            _ => {
                let token = &rest[0];
                if let Some(number) = token.amount() {
                    words.push(number.to_string());
                } else if token.kind.is_word() && token.glue.is_none() {
                    if !lost {
                        problems.push(strange(rest, kind, offer, lex));
                    }
                    lost = true;
                }
                at += 1;
            }
        }
    }
    words
}

/// What is wrong with a wish; where only words can answer, which.
fn strange(tokens: &[Token], kind: &Kind, offer: &Offer, lex: &dyn Lexicon) -> Problem {
    if kind.speaks.names.is_none_or(|names| !names.is_empty()) || kind.answers.is_empty() {
        return unknown(tokens, offer, lex);
    }
    let first = tokens.get(..1).unwrap_or_default();
    let text = first.first().map(|token| token.raw.clone());
    let answers = kind.answers.iter().map(|word| Item::Word(word));
    let what = Phrase::new("no-such-wish")
        .with("text", text.unwrap_or_default())
        .with("word", Item::Word(kind.word))
        .with("words", answers.collect::<Vec<_>>());
    match span_of(first) {
        Some(span) => Problem::new(what).about(About::Text(span)),
        None => Problem::new(what),
    }
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
