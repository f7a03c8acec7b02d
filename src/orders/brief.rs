//! Short answers: what an example needs of a long one.

use super::form::{Form, Pick, Picks};
use super::lexicon::Lexicon;
use super::print::words;
use super::read::Reader;
use super::token::TokenLine;
use super::word::Lang;

/// Lines of an example.
const LINES: usize = 3;
/// Names in a list of an example.
const NAMES: usize = 3;

/// An answer in few words: ways by their end alone, lists by their first names. `None` if it cannot be read so.
pub fn in_brief(
    form: &Form,
    picks: &Picks,
    lang: Lang,
    lex: &dyn Lexicon,
) -> Option<(Vec<String>, Picks)> {
    let mut short = picks.clone();
    shorten(&form.pick, &mut short);
    let lines = words(form, &short, lang, lex);
    let written: Vec<TokenLine> = (1..)
        .zip(&lines)
        .map(|(n, line)| TokenLine::new(n, line.clone()))
        .collect();
    let sheet = Reader::new(lex).read_lines(form, &written);
    sheet
        .problems
        .is_empty()
        .then_some((lines, sheet.reading.picks))
}

fn shorten(pick: &Pick, picks: &mut Picks) {
    match (pick, picks) {
        (Pick::Path { .. }, Picks::List(way)) => {
            if let Some(end) = way.pop() {
                *way = vec![end];
            }
        }
        (Pick::Some { min, .. }, Picks::List(list)) => list.truncate(NAMES.max(*min)),
        (Pick::Parts(parts), Picks::Parts(said)) => {
            for (part, said) in parts.iter().zip(said) {
                if part.optional && matches!(said, Some(Picks::List(list)) if list.is_empty()) {
                    *said = None;
                } else if let Some(said) = said {
                    shorten(&part.pick, said);
                }
            }
        }
        (Pick::Sheet { rows, .. }, Picks::Sheet(lines)) => {
            lines.truncate(LINES);
            for line in lines {
                if let Some(row) = rows.get(line.row) {
                    shorten(&row.pick, &mut line.picks);
                }
            }
        }
        _ => {}
    }
}
