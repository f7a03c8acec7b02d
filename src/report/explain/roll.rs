//! A roll explained: what it was for, term by term, who decided what before it, and the proof of its dice.

use super::story::{Heard, Run, tell};
use super::{Teller, number};
use crate::engine::dice::{Stream, roll};
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::orders::Phrase;
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
    let mut before = run.before.clone();
    let mut fallen = false;
    let mut used = false;
    for moment in run.moments(&teller.keeper.data) {
        match moment.step {
            Step::Answer { key, source, words } if scope(key) && !fallen => {
                let answer = teller.answer(key, source, words);
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
