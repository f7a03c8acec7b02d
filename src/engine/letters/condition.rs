//! Conditions: `if enemy narrows and not sunk falke: ...`

use super::words::{AND, NOT, is};
use crate::engine::game::Game;
use crate::orders::head::HeadMatch;
use crate::orders::read::Reader;
use crate::orders::token::{Token, TokenLine};
use crate::orders::{Form, Phrase, Picks, Problem};

/// One clause: whether it is denied, which condition, with what.
type Clause = (bool, usize, Picks);

/// Reads a condition from what the player knows.
fn read<G: Game>(view: &G::View<'_>, words: &str) -> Result<Vec<Clause>, Vec<Problem>> {
    let forms = G::conditions(view);
    let all: Vec<&Form> = forms.iter().collect();
    let line = TokenLine::new(1, words);
    let mut reader = Reader::new(view);
    let (mut clauses, mut problems) = (Vec::new(), Vec::new());
    for tokens in line.tokens.split(|token| is(Some(token), &AND)) {
        let not = is(tokens.first(), &NOT);
        let tokens: Vec<Token> = tokens.iter().skip(usize::from(not)).cloned().collect();
        let clause = TokenLine {
            number: 1,
            text: line.text.clone(),
            tokens,
        };
        match reader.head(&clause, &all) {
            HeadMatch::Form { form, body, .. } => {
                let tokens = clause.tokens.get(body..).unwrap_or_default();
                match forms.get(form).map(|chosen| reader.read(chosen, tokens)) {
                    Some(Ok(reading)) => clauses.push((not, form, reading.picks)),
                    Some(Err(wrong)) => problems.extend(wrong),
                    None => problems.push(Problem::new(Phrase::new("empty-line"))),
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

/// Whether a condition holds; one that cannot be read does not.
pub fn holds<G: Game>(view: &G::View<'_>, words: &str) -> bool {
    read::<G>(view, words).is_ok_and(|clauses| {
        clauses
            .iter()
            .all(|(not, which, picks)| G::holds(view, *which, picks) != *not)
    })
}

/// What is wrong with a condition.
pub fn condition_problems<G: Game>(view: &G::View<'_>, words: &str) -> Vec<Problem> {
    read::<G>(view, words).err().unwrap_or_default()
}
