//! A unit explained: all that befell it, the orders it was given, the dice it suffered from, and what each side knew of
//! it.

use std::collections::BTreeSet;

use super::Teller;
use super::sight::{places_of, units_of};
use super::step::names;
use super::story::{Heard, Moment, Run, tell, told};
use crate::board::{Piece, Spot};
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::orders::{Item, Lexicon as _, Phrase, Thing};
use crate::store::error::Kept;

/// What is asked about.
struct Sought {
    unit: Thing,
    id: String,
    name: String,
}

/// Explains a unit.
pub(super) fn explain<G: Game>(teller: &Teller<'_, G>, name: &str) -> Kept<Vec<String>> {
    let keeper = teller.keeper;
    let unit = teller.find_unit(name)?;
    let view = G::view(&keeper.data, &keeper.now.state, None);
    let sought = Sought {
        unit,
        id: view.id(unit).into_owned(),
        name: view.name(unit).into_owned(),
    };
    let mut lines = vec![teller.say(&Phrase::new("desk-unit").with("unit", Item::Thing(unit)))];
    tell(keeper, |heard| {
        if let Heard::Run(run) = heard {
            let found = in_run(teller, &run, &sought);
            if !found.is_empty() {
                lines.push(teller.run_head(&run));
                lines.extend(found.into_iter().map(|line| format!("  {line}")));
            }
        }
        Ok(true)
    })?;
    if lines.len() == 1 {
        lines.push(teller.say(&Phrase::new("desk-unit-untold")));
    }
    lines.extend(now(teller, &sought)?);
    Ok(lines)
}

/// What befell it in a run, in the order it happened.
fn in_run<G: Game>(teller: &Teller<'_, G>, run: &Run<G>, sought: &Sought) -> Vec<String> {
    // Most runs say nothing of it.
    let about_it = |step: &Step| match step {
        Step::Answer { words, .. } => words.iter().any(|word| names(word, &sought.id)),
        step => {
            told::<G>(step).is_some_and(|told| units_of(teller, &told.event).contains(&sought.unit))
        }
    };
    if !run.steps.iter().any(about_it) {
        return Vec::new();
    }
    let wanted = wanted(teller, run, sought);
    let spellings = [sought.name.clone(), sought.id.clone()];
    let mut lines = Vec::new();
    let mut before = run.before.clone();
    for (n, moment) in run.moments(&teller.keeper.data).enumerate() {
        if wanted.contains(&n) {
            match (moment.step, &moment.told) {
                (Step::Answer { key, source, words }, _) => {
                    let own: Vec<String> = words
                        .iter()
                        .filter(|word| names(word, &sought.id))
                        .cloned()
                        .collect();
                    lines.extend(teller.answer_about(key, source, &own, &spellings));
                }
                (_, Some(told)) => lines.extend(teller.event_whole(told, &before)),
                _ => {}
            }
        }
        before = moment.state;
    }
    lines
}

/// The steps of a run that are about a unit: those that name it, and the rolls that what harmed it rests on.
fn wanted<G: Game>(teller: &Teller<'_, G>, run: &Run<G>, sought: &Sought) -> BTreeSet<usize> {
    let mut wanted = BTreeSet::new();
    // The rolls so far: which step told of it, the path of its label, the spots it was about.
    let mut rolls: Vec<(usize, String, Vec<Spot>)> = Vec::new();
    let mut before = run.before.clone();
    for (n, moment) in run.moments(&teller.keeper.data).enumerate() {
        if let Step::Answer { words, .. } = moment.step
            && words.iter().any(|word| names(word, &sought.id))
        {
            wanted.insert(n);
        }
        if let Some(told) = &moment.told {
            let units = units_of(teller, &told.event);
            let path = G::tally(&told.event)
                .and_then(|tally| tally.dice.first())
                .map(|dice| parent(&dice.label).to_owned());
            let named = units.contains(&sought.unit);
            if named {
                wanted.insert(n);
            }
            if named
                && path.is_none()
                && let Some(spot) = harmed(teller, &before, &moment, sought)
            {
                let near = |(_, _, spots): &&(usize, String, Vec<Spot>)| spots.contains(&spot);
                let cause = rolls
                    .iter()
                    .rev()
                    .find(near)
                    .map(|(_, path, _)| path.clone());
                let of_it = rolls
                    .iter()
                    .filter(|(_, path, _)| Some(path) == cause.as_ref());
                wanted.extend(of_it.map(|(n, ..)| *n));
            }
            if let Some(path) = path {
                let pieces = teller.pieces(&before);
                let mut spots = places_of(teller, &told.event);
                spots.extend(units.iter().filter_map(|unit| {
                    let name = teller.name(*unit);
                    pieces
                        .iter()
                        .find(|piece| piece.name == name)
                        .map(|piece| piece.at)
                }));
                rolls.push((n, path, spots));
            }
        }
        before = moment.state;
    }
    wanted
}

/// All of a label but its last part: rolls of one exchange share it.
fn parent(label: &str) -> &str {
    label.rsplit_once('/').map_or("", |(path, _)| path)
}

/// Where a unit stood, if something took it away or made it weaker.
fn harmed<G: Game>(
    teller: &Teller<'_, G>,
    before: &G::State,
    moment: &Moment<'_, G>,
    sought: &Sought,
) -> Option<Spot> {
    let of = |state| {
        let mut pieces = teller.pieces(state).into_iter();
        pieces.find(|piece| piece.name == sought.name)
    };
    let was: Piece = of(before)?;
    let weaker = |now: &Piece| now.steps.0 < was.steps.0 || now.strength != was.strength;
    of(&moment.state)
        .as_ref()
        .is_none_or(weaker)
        .then_some(was.at)
}

/// How it stands now: where, with what values, and what each side knows.
fn now<G: Game>(teller: &Teller<'_, G>, sought: &Sought) -> Kept<Vec<String>> {
    let state = teller.keeper.look()?.state;
    let pieces = teller.pieces(&state);
    let phrase = match pieces.iter().find(|piece| piece.name == sought.name) {
        None => Phrase::new("desk-unit-off"),
        Some(piece) => {
            let (left, of) = piece.steps;
            let key = if of > 1 {
                "desk-unit-steps"
            } else {
                "desk-unit-now"
            };
            Phrase::new(key)
                .with("where", teller.spot(piece.at))
                .with("values", piece.strength.clone())
                .with("left", super::number(left))
                .with("of", super::number(of))
        }
    };
    let mut lines = vec![teller.say(&phrase)];
    let places = teller.places_on(&teller.maps(&state), sought.unit);
    if places.iter().any(Option::is_some) {
        lines.extend(
            teller
                .known_places(&places, sought.unit, false)
                .into_iter()
                .map(|line| format!("  {line}")),
        );
    }
    Ok(lines)
}
