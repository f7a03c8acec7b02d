//! Short answers: what an example needs of a long one, and the shortest there are.

use super::form::{Act, Form, Line, Pick, Picks, Row};
use super::head::HeadMatch;
use super::read::Reader;
use super::sample::{possible, sample_pick};
use super::token::TokenLine;
use super::word::Lang;

/// Lines of an example.
const LINES: usize = 3;
/// So many of the simplest answers have one name in a list.
const FEWEST: usize = 6;
/// Names in a list of an example.
const NAMES: usize = 3;

/// An answer in few words: ways by their end alone, lists by their first names. `None` if it cannot be read so.
///
/// The reader is lent, since most of the work is the folding of its names.
pub fn in_brief(
    reader: &mut Reader<'_>,
    form: &Form,
    picks: &Picks,
    lang: Lang,
) -> Option<(Vec<String>, Picks)> {
    let mut short = picks.clone();
    shorten(&form.pick, &mut short);
    let lines = reader.words(form, &short, lang);
    let written: Vec<TokenLine> = (1..)
        .zip(&lines)
        .map(|(n, line)| TokenLine::new(n, line.clone()))
        .collect();
    if form.pick.rows().is_none() {
        let [line] = written.as_slice() else {
            return None;
        };
        let HeadMatch::Form { body, .. } = reader.head(line, &[form]) else {
            return None;
        };
        let read = reader.read(form, line.tokens.get(body..).unwrap_or_default());
        return read.ok().map(|read| (lines, read.picks));
    }
    let sheet = reader.read_lines(form, &written);
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
                if let Some(row) = line.row(rows) {
                    shorten(&row.pick, &mut line.picks);
                }
            }
        }
        _ => {}
    }
}

/// The simplest answers that say something, those of one line first; about so many of each kind of line.
pub fn simplest(form: &Form, most: usize) -> Vec<Vec<Picks>> {
    match &form.pick {
        Pick::Sheet { rows, .. } => of_rows(rows, most, Picks::Sheet),
        Pick::Script { rows, .. } => of_rows(rows, most, |lines| {
            Picks::Script(lines.into_iter().map(Act::Do).collect())
        }),
        pick => vec![(0..most).map(|n| nth(pick, n)).collect()],
    }
}

/// Lines of each kind, each with one of its subjects.
fn of_rows(rows: &[Row], most: usize, answer: impl Fn(Vec<Line>) -> Picks) -> Vec<Vec<Picks>> {
    let kinds = rows.iter().filter(|kind| possible(&kind.pick));
    let line = |kind: &Row, n: usize| Line {
        word: kind.word,
        subject: match kind.subjects.len() {
            0 => None,
            len => kind.subjects.get(n % len).copied(),
        },
        picks: nth(&kind.pick, n),
    };
    kinds
        .map(|kind| {
            let single = (0..most).map(|n| vec![line(kind, n)]);
            // Where no single line will do: several, each with the next names.
            let several = SHARES.iter().filter(|_| kind.subjects.is_empty());
            let several = several.map(|(lines, names)| {
                let line = |n: usize| Line {
                    word: kind.word,
                    subject: None,
                    picks: share(&kind.pick, n, *names),
                };
                (0..*lines).map(line).collect()
            });
            single.chain(several).map(&answer).collect()
        })
        .collect()
}

/// So many lines of so many names.
const SHARES: [(usize, usize); 5] = [(2, 2), (2, 4), (2, 6), (3, 4), (4, 3)];

/// The n-th share of the choices, of so many names.
fn share(pick: &Pick, n: usize, names: usize) -> Picks {
    match pick {
        Pick::Some { of, .. } => {
            let from = (n * names).min(of.len());
            let to = (from + names).min(of.len());
            Picks::List(of.get(from..to).unwrap_or_default().to_vec())
        }
        Pick::Parts(parts) => Picks::Parts(
            parts
                .iter()
                .map(|part| possible(&part.pick).then(|| share(&part.pick, n, names)))
                .collect(),
        ),
        pick => nth(pick, n),
    }
}

/// The n-th of the simplest choices: as few as may be, but not none.
fn nth(pick: &Pick, n: usize) -> Picks {
    match pick {
        Pick::One(items) if !items.is_empty() => items
            .get(n % items.len())
            .map_or(Picks::Nothing, |item| Picks::One(*item)),
        Pick::Some { of, min, max } if !of.is_empty() && *max > 0 => {
            // One after the other, then more and more of them.
            let many = if n < FEWEST { 1 } else { 2 * (n - FEWEST + 1) };
            let many = many.clamp((*min).max(1), (*max).max(1)).min(of.len());
            let from = n % (of.len() - many + 1);
            Picks::List(of.get(from..from + many).unwrap_or_default().to_vec())
        }
        Pick::Parts(parts) => Picks::Parts(
            parts
                .iter()
                .map(|part| possible(&part.pick).then(|| nth(&part.pick, n)))
                .collect(),
        ),
        pick => {
            let mut seed = u32::try_from(n).unwrap_or(0);
            sample_pick(pick, &mut |below: u32| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) % below.max(1)
            })
        }
    }
}
