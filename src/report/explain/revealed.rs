//! What the players have been shown since a run: they cannot unsee it, whatever is rewound.

use super::story::{Heard, told};
use super::{Teller, number, story};
use crate::engine::event::Told;
use crate::engine::game::{Game, Side as _};
use crate::engine::record::Step;
use crate::orders::{Item, Lang, Phrase, Thing};
use crate::report::text::capital;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// What was shown since a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revealed {
    /// Runs that a rewind would void.
    pub runs: usize,
    /// What stands above their list.
    pub void: String,
    /// Each of them: its number, its entry, what it told.
    pub voided: Vec<String>,
    /// Whether secrets are out.
    pub secrets: bool,
    /// What stands above them.
    pub head: String,
    /// What was shown to each side, in words.
    pub lines: Vec<String>,
}

/// What the players have been shown in the runs after `to` that stand.
///
/// A secret is out if an event rests on a hidden die, if a card was drawn from a deck whose order would stand, or if a
/// unit that was hidden from a side is on its map now.
pub fn revealed<G: Game>(keeper: &Keeper<G>, to: u64, lang: Lang) -> Kept<Revealed> {
    let teller = Teller::new(keeper, lang)?;
    let mut found = Revealed {
        head: teller.say(&Phrase::new("desk-shown-head")),
        void: teller.say(&Phrase::new("desk-void-head")),
        ..Revealed::default()
    };
    let mut rolls = 0;
    let mut seen = vec![0_usize; G::Side::ALL.len()];
    let mut secrets = Secrets::default();
    let mut then = None;
    story::tell(keeper, |heard| {
        let Heard::Run(run) = heard else {
            return Ok(true);
        };
        if run.void {
            return Ok(true);
        }
        if run.draw <= to {
            then = Some(run.after(&keeper.data));
            return Ok(true);
        }
        found.runs += 1;
        let telling =
            |step: &Step| told::<G>(step).is_some_and(|told| !teller.event(&told.event).is_empty());
        let answers = |step: &&Step| matches!(step, Step::Answer { .. });
        let phrase = Phrase::new("desk-void-run")
            .with(
                "run",
                number(usize::try_from(run.draw).unwrap_or(usize::MAX)),
            )
            .with("entry", number(run.entry.seq))
            .with("answers", number(run.steps.iter().filter(answers).count()))
            .with(
                "events",
                number(run.steps.iter().filter(|step| telling(step)).count()),
            );
        found.voided.push(teller.say(&phrase));
        for step in &run.steps {
            rolls += usize::from(matches!(step, Step::Roll { hidden: false, .. }));
            let told = told::<G>(step);
            if let Some(told) = &told {
                for (side, seen) in G::Side::ALL.iter().zip(&mut seen) {
                    let words = told.seen_by(*side).map(|event| teller.event(event));
                    *seen += usize::from(words.is_some_and(|words| !words.is_empty()));
                }
            }
            secrets.hear(&teller, &run, step, told.as_ref());
        }
        Ok(true)
    })?;
    let now = keeper.look()?.state;
    for (side, seen) in G::Side::ALL.iter().zip(seen) {
        let phrase = Phrase::new("desk-shown-side")
            .with("side", Item::Word(side.word()))
            .with("events", number(seen))
            .with("rolls", number(rolls));
        found.lines.push(capital(&teller.say(&phrase)));
        // What was hidden from him then and is on his map now.
        let name = |line: &String| line.split(" (").next().unwrap_or(line).to_owned();
        let still: Vec<String> = teller.hidden_from(&now, *side).iter().map(name).collect();
        let hidden = then.as_ref().map(|then| teller.hidden_from(then, *side));
        let out: Vec<String> = hidden
            .unwrap_or_default()
            .iter()
            .map(name)
            .filter(|one| !still.contains(one))
            .collect();
        if !out.is_empty() {
            let phrase = Phrase::new("desk-shown-units").with("units", out.join(", "));
            secrets.lines.push(teller.say(&phrase));
        }
    }
    found.secrets = !secrets.lines.is_empty();
    found
        .lines
        .extend(secrets.lines.into_iter().map(|line| format!("  {line}")));
    if found.runs == 0 {
        found.lines.clear();
    }
    Ok(found)
}

/// Secrets that came out.
#[derive(Debug, Default)]
struct Secrets {
    lines: Vec<String>,
    /// Hidden rolls and shuffles of the runs in question: their order would be new.
    fresh: Vec<String>,
}

impl Secrets {
    fn hear<G: Game>(
        &mut self,
        teller: &Teller<'_, G>,
        run: &story::Run<G>,
        step: &Step,
        told: Option<&Told<G>>,
    ) {
        match step {
            Step::Roll {
                label,
                hidden: true,
                ..
            } => self.fresh.push(label.clone()),
            Step::Card { shuffle, card, .. } if !self.fresh.contains(shuffle) => {
                let phrase = Phrase::new("desk-shown-card")
                    .with("entry", number(run.entry.seq))
                    .with("card", Item::Thing(Thing::card(*card)));
                self.lines.push(teller.say(&phrase));
            }
            _ => {}
        }
        let Some(told) = told else {
            return;
        };
        let dice = G::tally(&told.event).map_or(&[][..], |tally| &tally.dice);
        if !dice.iter().any(|dice| self.fresh.contains(&dice.label)) {
            return;
        }
        for side in G::Side::ALL {
            let text = told.seen_by(*side).map(|event| teller.event(event));
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                let phrase = Phrase::new("desk-shown")
                    .with("side", Item::Word(side.word()))
                    .with("entry", number(run.entry.seq))
                    .with("text", text);
                self.lines.push(teller.say(&phrase));
            }
        }
    }
}
