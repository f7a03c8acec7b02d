//! Reading answers: the lines of one decision.

use super::words::{ELSE, IF, is};
use crate::engine::game::Game;
use crate::orders::form::strike_out;
use crate::orders::head::HeadMatch;
use crate::orders::read::{Reader, Reading};
use crate::orders::token::TokenLine;
use crate::orders::{About, Diagnoser, Form, Item, Lang, Lexicon, Phrase, Picks, Problem};

/// Reads one line as an answer to a form, keyword and subject and all.
pub(super) fn read_line(
    reader: &mut Reader<'_>,
    form: &Form,
    line: &TokenLine,
) -> Result<Reading, Vec<Problem>> {
    match reader.head(line, &[form]) {
        HeadMatch::Form {
            body, sheet: false, ..
        } => reader.read(form, line.tokens.get(body..).unwrap_or_default()),
        HeadMatch::Form { .. } => {
            let sheet = reader.read_lines(form, std::slice::from_ref(line));
            if sheet.problems.is_empty() {
                Ok(sheet.reading)
            } else {
                Err(sheet.problems)
            }
        }
        HeadMatch::Unclear { problem, .. } | HeadMatch::Nothing { problem } => Err(vec![problem]),
    }
}

fn token_lines(texts: &[&str]) -> Vec<TokenLine> {
    texts
        .iter()
        .enumerate()
        .map(|(n, text)| TokenLine::new(n + 1, *text))
        .collect()
}

/// Reads a recorded answer.
pub fn read_canonical(
    form: &Form,
    lines: &[&str],
    lex: &dyn Lexicon,
) -> Result<Picks, Vec<Problem>> {
    let lines = token_lines(lines);
    let mut reader = Reader::new(lex);
    if form.pick.rows().is_some() {
        let sheet = reader.read_lines(form, &lines);
        return if sheet.problems.is_empty() {
            Ok(sheet.reading.picks)
        } else {
            Err(sheet.problems)
        };
    }
    match lines.as_slice() {
        [line] => read_line(&mut reader, form, line).map(|reading| reading.picks),
        _ => Err(vec![Problem::new(Phrase::new("empty-line"))]),
    }
}

/// Whether a line begins like an answer to the form.
pub fn heads(form: &Form, text: &str, lex: &dyn Lexicon) -> bool {
    let line = TokenLine::new(1, text);
    matches!(
        Reader::new(lex).head(&line, &[form]),
        HeadMatch::Form { .. }
    )
}

/// Whether a line begins with `if` or `else`, as a line of a script may.
pub fn forks(text: &str) -> bool {
    let line = TokenLine::new(1, text);
    is(line.tokens.first(), &IF) || is(line.tokens.first(), &ELSE)
}

/// The best answer that lines give: of a sheet all lines that stand, else the last line that does.
pub fn best_answer(
    form: &Form,
    texts: &[&str],
    lex: &dyn Lexicon,
    check: &mut dyn FnMut(&Picks) -> Result<(), Vec<Problem>>,
) -> Option<Picks> {
    // No lines at all are not an empty sheet.
    if texts.is_empty() {
        return None;
    }
    let lines = token_lines(texts);
    let mut reader = Reader::new(lex);
    if form.pick.rows().is_some() {
        let sheet = reader.read_lines(form, &lines);
        // Lines that are all wrong are no order to do nothing.
        if !sheet.problems.is_empty() && sheet.places.iter().all(Option::is_none) {
            return None;
        }
        return standing_lines(sheet.reading.picks, check);
    }
    lines.iter().rev().find_map(|line| {
        let picks = read_line(&mut reader, form, line).ok()?.picks;
        check(&picks).ok().map(|()| picks)
    })
}

/// Leaves out the lines that the cross check refuses, so that the others stand.
fn standing_lines(
    mut picks: Picks,
    check: &mut dyn FnMut(&Picks) -> Result<(), Vec<Problem>>,
) -> Option<Picks> {
    loop {
        let problems = match check(&picks) {
            Ok(()) => return Some(picks),
            Err(problems) => problems,
        };
        let worst = problems.iter().filter_map(|problem| match problem.about {
            About::Line(line) | About::LineItem(line, _) => Some(line),
            _ => None,
        });
        let line = worst.max()?;
        match &mut picks {
            Picks::Sheet(lines) if line < lines.len() => {
                lines.remove(line);
            }
            Picks::Script(acts) => {
                if !strike_out(acts, line) {
                    return None;
                }
            }
            _ => return None,
        }
    }
}

/// An item as it stands in records.
pub(super) fn canonical_item(item: Item, lex: &dyn Lexicon) -> String {
    match item {
        Item::Word(word) => word.id().to_owned(),
        Item::Number(number) => number.to_string(),
        Item::Thing(thing) => lex.id(thing).into_owned(),
    }
}

/// The subject of a form as canonical words.
pub fn subject_words(form: &Form, lex: &dyn Lexicon) -> String {
    let words: Vec<String> = form
        .subject
        .iter()
        .map(|item| canonical_item(*item, lex))
        .collect();
    words.join(" ")
}

/// Reads a ruling of the referee.
pub fn read_ruling<G: Game>(
    data: &G::Data,
    state: &G::State,
    words: &str,
) -> Result<G::Event, Vec<Problem>> {
    let view = G::view(data, state, None);
    let forms = G::rulings(data, state);
    let line = TokenLine::new(1, words);
    let mut reader = Reader::new(&view);
    let all: Vec<&Form> = forms.iter().collect();
    match reader.head(&line, &all) {
        HeadMatch::Form { form, body, .. } => {
            let wrong = || vec![Problem::new(Phrase::new("no-such-ruling"))];
            let chosen = forms.get(form).ok_or_else(wrong)?;
            let reading = reader.read(chosen, line.tokens.get(body..).unwrap_or_default())?;
            G::rule(data, state, chosen.word, &reading.picks).ok_or_else(wrong)
        }
        HeadMatch::Unclear { problem, .. } | HeadMatch::Nothing { problem } => Err(vec![problem]),
    }
}

/// A problem of a ruling in words, for the referee.
pub fn say_problem<G: Game>(data: &G::Data, state: &G::State, problem: &Problem) -> String {
    let view = G::view(data, state, None);
    Diagnoser {
        book: G::phrasebook(),
        lang: Lang::En,
        lex: &view,
    }
    .sentence(problem)
}

/// Whether an item is one that a form offers anywhere.
pub(super) fn offers(form: &Form, item: Item) -> bool {
    form.pick.items().contains(&item)
}
