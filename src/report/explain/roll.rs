//! A roll explained: what it was for, term by term, who decided what before it, and the proof of its dice.

use super::sight::units_of;
use super::step::names;
use super::story::{Heard, Run, tell, told};
use super::{Teller, number};
use crate::engine::dice::{Stream, roll};
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::orders::{Class, Lexicon as _, Phrase};
use crate::store::error::Kept;
use crate::store::log::short;

/// Explains a roll; one that was voided and rolled anew is told for each of its draws.
pub(super) fn explain<G: Game>(teller: &Teller<'_, G>, wanted: &str) -> Kept<Vec<String>> {
    let label = teller.find_roll(wanted)?;
    let mut lines = Vec::new();
    tell(teller.keeper, |heard| {
        if let Heard::Run(run) = heard
            && run.steps.iter().any(|step| is_roll(step, &label))
        {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(in_run(teller, &run, &label)?);
        }
        Ok(true)
    })?;
    Ok(lines)
}

fn is_roll(step: &Step, wanted: &str) -> bool {
    matches!(step, Step::Roll { label, .. } if label == wanted)
}

fn in_run<G: Game>(teller: &Teller<'_, G>, run: &Run<G>, label: &str) -> Kept<Vec<String>> {
    let mut lines = vec![teller.run_head(run)];
    // A roll rests on decisions along its own path: `t1/first/falke/narrows/intercept` on those of Falke's way.
    let scope = |key: &str| {
        let of = key.rsplit_once('/').map_or("", |(path, _)| path);
        label.starts_with(of)
    };
    let about = about(teller, run, label);
    let mut before = run.before.clone();
    let mut fallen = false;
    let mut used = false;
    for moment in run.moments(&teller.keeper.data) {
        match moment.step {
            Step::Answer { key, source, words } if scope(key) && !fallen => {
                let mut own: Vec<String> = words
                    .iter()
                    .filter(|word| about.iter().any(|(id, _)| names(word, id)))
                    .cloned()
                    .collect();
                if own.is_empty() {
                    own.clone_from(words);
                }
                let answer = teller.answer_about(key, source, &own, &spellings(&about));
                lines.extend(answer.into_iter().map(|line| format!("  {line}")));
            }
            step @ Step::Roll { .. } if is_roll(step, label) => {
                fallen = true;
                lines.extend(teller.roll(step).map(|line| format!("  {line}")));
                lines.extend(
                    proof(teller, run, step)?
                        .into_iter()
                        .map(|line| format!("      {line}")),
                );
            }
            Step::Told { .. } => {
                let rests = moment.told.as_ref().is_some_and(|told| {
                    G::tally(&told.event)
                        .is_some_and(|tally| tally.dice.iter().any(|dice| dice.label == label))
                });
                // Where no tally has the dice, the next event is what came of them.
                if let Some(told) = &moment.told
                    && (rests || (fallen && !used))
                {
                    let told = teller.event_whole(told, &before);
                    used |= !told.is_empty();
                    lines.extend(told.into_iter().map(|line| format!("  {line}")));
                }
            }
            _ => {}
        }
        before = moment.state;
    }
    Ok(lines)
}

/// Ids and names of the units a roll is about: those of what is told of it and just before it, and those in its label.
fn about<G: Game>(teller: &Teller<'_, G>, run: &Run<G>, label: &str) -> Vec<(String, String)> {
    let mut units = Vec::new();
    let mut last = Vec::new();
    for step in &run.steps {
        if is_roll(step, label) {
            units.append(&mut last);
        }
        let Some(told) = told::<G>(step) else {
            continue;
        };
        let tally = G::tally(&told.event);
        let rests = tally.is_some_and(|tally| tally.dice.iter().any(|dice| dice.label == label));
        let named = units_of(teller, &told.event);
        if rests {
            units.extend(&named);
        }
        last = named;
    }
    let view = G::view(&teller.keeper.data, &teller.keeper.now.state, None);
    let known = view.known().into_iter();
    let known = known.filter(|thing| thing.class == Class::Unit);
    let labelled = |id: &str| {
        let mut parts = label.split('/');
        parts.any(|part| part == id || part.strip_suffix(id).is_some_and(|of| of.ends_with('-')))
    };
    known
        .map(|unit| (unit, view.id(unit).into_owned()))
        .filter(|(unit, id)| units.contains(unit) || labelled(id))
        .map(|(unit, id)| (id, view.name(unit).into_owned()))
        .collect()
}

fn spellings(about: &[(String, String)]) -> Vec<String> {
    let both = about.iter().flat_map(|(id, name)| [id, name]);
    both.cloned().collect()
}

/// The links the dice follow from, and whether they do.
fn proof<G: Game>(teller: &Teller<'_, G>, run: &Run<G>, step: &Step) -> Kept<Vec<String>> {
    let Step::Roll {
        label,
        spec,
        values,
        hidden,
    } = step
    else {
        return Ok(Vec::new());
    };
    let stream = if *hidden {
        Stream::Sealed
    } else {
        Stream::Public
    };
    let seed = teller.keeper.seed(&run.entry, &run.close, stream)?;
    let right = roll(&seed, label, *spec);
    let key = if right == *values {
        "desk-proof-holds"
    } else {
        "desk-proof-fails"
    };
    let right: Vec<String> = right.iter().map(ToString::to_string).collect();
    let mut lines = vec![teller.grades(&run.entry)];
    lines.push(
        teller.say(
            &Phrase::new(key)
                .with("draw", number(run.draw))
                .with("seed", short(&seed).to_owned())
                .with("values", right.join(" ")),
        ),
    );
    Ok(lines)
}
