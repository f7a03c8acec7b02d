//! A unit explained: all that befell it, the orders it was given, and what each side knew of it.

use super::Teller;
use super::sight::units_of;
use super::story::{Heard, tell};
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::orders::fold::fold;
use crate::orders::{Item, Lexicon as _, Phrase, Thing};
use crate::store::error::Kept;

/// Explains a unit.
pub(super) fn explain<G: Game>(teller: &Teller<'_, G>, name: &str) -> Kept<Vec<String>> {
    let keeper = teller.keeper;
    let unit = teller.find_unit(name)?;
    let view = G::view(&keeper.data, &keeper.now.state, None);
    let id = view.id(unit).into_owned();
    let spellings = [view.name(unit).into_owned(), id.clone()];
    let mut lines = vec![teller.say(&Phrase::new("desk-unit").with("unit", Item::Thing(unit)))];
    let mut told_of = false;
    tell(keeper, |heard| {
        let Heard::Run(run) = heard else {
            return Ok(true);
        };
        let mut found = Vec::new();
        let mut before = run.before.clone();
        for moment in run.moments(&keeper.data) {
            match (moment.step, &moment.told) {
                (Step::Answer { key, source, words }, _)
                    if words.iter().any(|word| names(word, &id)) =>
                {
                    let own: Vec<String> = words
                        .iter()
                        .filter(|word| names(word, &id))
                        .cloned()
                        .collect();
                    found.extend(teller.answer_about(key, source, &own, &spellings));
                }
                (_, Some(told)) if units_of(teller, &told.event).contains(&unit) => {
                    found.extend(teller.event_whole(told, &before));
                }
                _ => {}
            }
            before = moment.state;
        }
        if !found.is_empty() {
            told_of = true;
            lines.push(teller.run_head(&run));
            lines.extend(found.into_iter().map(|line| format!("  {line}")));
        }
        Ok(true)
    })?;
    if !told_of {
        lines.push(teller.say(&Phrase::new("desk-unit-untold")));
    }
    lines.extend(now(teller, unit, &id)?);
    Ok(lines)
}

/// Whether a line of an answer names an id.
fn names(line: &str, id: &str) -> bool {
    let id = fold(id);
    let line = fold(line);
    line.split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | ';' | '(' | ')'))
        .any(|word| word == id)
}

/// How it stands now: its facts, and what each side knows.
fn now<G: Game>(teller: &Teller<'_, G>, unit: Thing, id: &str) -> Kept<Vec<String>> {
    let keeper = teller.keeper;
    let state = keeper.look()?.state;
    let prefix = format!("{id}.");
    let facts: Vec<String> = G::facts(&keeper.data, &state)
        .into_iter()
        .filter_map(|(name, value)| {
            let name = name.strip_prefix(&prefix)?.to_owned();
            Some(format!("{name} {value}"))
        })
        .collect();
    let mut lines = vec![teller.say(&Phrase::new("desk-unit-now").with("facts", facts.join(", ")))];
    let places = teller.places_on(&teller.maps(&state), unit);
    lines.extend(
        teller
            .known_places(&places, unit, false)
            .into_iter()
            .map(|line| format!("  {line}")),
    );
    Ok(lines)
}
