//! Conditions: `if enemy narrows and not sunk falke: ...`

use crate::engine::game::Game;
use crate::orders::read::Reader;
use crate::orders::token::TokenLine;
use crate::orders::{Clause, Lang, Problem, conditions};

/// Reads a condition from what the player knows.
fn read<G: Game>(view: &G::View<'_>, words: &str) -> Result<Vec<Clause>, Vec<Problem>> {
    let line = TokenLine::new(1, words);
    Reader::new(view).clauses(&G::conditions(view), &line, &line.tokens)
}

/// A condition as it is written in a language, or in records; as it stands if it cannot be read.
pub fn condition_words<G: Game>(view: &G::View<'_>, words: &str, lang: Option<Lang>) -> String {
    match read::<G>(view, words) {
        Ok(clauses) => conditions(&G::conditions(view), &clauses, lang, view),
        Err(_) => words.to_owned(),
    }
}

/// Whether all of the clauses hold.
pub fn all_hold<G: Game>(view: &G::View<'_>, clauses: &[Clause]) -> bool {
    clauses
        .iter()
        .all(|clause| G::holds(view, clause.word, &clause.picks) != clause.not)
}

/// Whether a condition holds; one that cannot be read does not.
pub fn holds<G: Game>(view: &G::View<'_>, words: &str) -> bool {
    read::<G>(view, words).is_ok_and(|clauses| all_hold::<G>(view, &clauses))
}

/// What is wrong with a condition.
pub fn condition_problems<G: Game>(view: &G::View<'_>, words: &str) -> Vec<Problem> {
    read::<G>(view, words).err().unwrap_or_default()
}
