//! The log of a game: what happened, run by run, as everybody, one side or the referee may read it.

use super::story::{Heard, Moment, Run, tell};
use super::{Teller, number};
use crate::engine::game::{Game, Side as _};
use crate::engine::record::Step;
use crate::orders::{Lang, Phrase};
use crate::report::dossier::words;
use crate::report::tally;
use crate::report::text::capital;
use crate::store::error::Kept;
use crate::store::keeper::Keeper;

/// What of a game is told.
#[derive(Clone, Debug, Default)]
pub struct Filter<S> {
    /// Only this run.
    pub run: Option<u64>,
    /// Only steps whose names begin so: `t3`, `t3/naval`.
    pub step: Option<String>,
    /// Only what this side saw.
    pub side: Option<S>,
    /// Also answers and hidden things.
    pub sealed: bool,
    /// Whole tallies, and the lines that answered.
    pub full: bool,
    /// The language.
    pub lang: Lang,
}

/// Tells a game, line by line.
pub fn log<G: Game>(
    keeper: &Keeper<G>,
    filter: &Filter<G::Side>,
    mut out: impl FnMut(String) -> Kept,
) -> Kept {
    let teller = Teller::new(keeper, filter.lang)?;
    let some = filter.run.is_some() || filter.step.is_some();
    tell(keeper, |heard| {
        match heard {
            Heard::Run(run) => {
                if filter.run.is_none_or(|wanted| wanted == run.draw) {
                    for line in teller.run_lines(&run, filter) {
                        out(line)?;
                    }
                }
            }
            // Absences are worth a line; all else of a close is for `explain`.
            Heard::Other(entry) if entry.kind() == "close" => {
                let absent = entry.list("absent");
                let wanted = filter
                    .run
                    .is_none_or(|run| u64::try_from(entry.int("draw")) == Ok(run));
                if !absent.is_empty() && wanted && filter.step.is_none() {
                    let phrase = Phrase::new("desk-close-absent")
                        .with("draw", number(entry.int("draw")))
                        .with("seats", absent.join(", "));
                    out(teller.say(&phrase))?;
                }
            }
            Heard::Other(entry) if entry.kind() == "open" || some => {}
            Heard::Other(entry)
                if entry.kind() == "ruling"
                    && entry.text("words").is_empty()
                    && !(filter.sealed || filter.full && filter.side.is_none()) =>
            {
                let phrase = Phrase::new("desk-entry-ruling").with("entry", number(entry.seq));
                out(teller.say(&phrase))?;
            }
            Heard::Other(entry) => {
                let head = number(entry.seq);
                for line in teller.entry(&entry) {
                    let phrase = Phrase::new("desk-entry-line")
                        .with("entry", head)
                        .with("text", line);
                    out(teller.say(&phrase))?;
                }
            }
        }
        Ok(true)
    })
}

impl<G: Game> Teller<'_, G> {
    /// The lines of a run; none where the filter leaves nothing of it.
    fn run_lines(&self, run: &Run<G>, filter: &Filter<G::Side>) -> Vec<String> {
        let steps = self.step_names(run);
        let mut lines = Vec::new();
        let mut before = run.before.clone();
        for (moment, name) in run.moments(&self.keeper.data).zip(&steps) {
            let wanted = filter.step.as_ref().is_none_or(|wanted| {
                name.strip_prefix(wanted.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '-']))
            });
            if wanted {
                lines.extend(self.step_lines(&moment, &before, filter));
            }
            before = moment.state;
        }
        if filter.step.is_some() && lines.is_empty() {
            return lines;
        }
        lines.insert(0, self.run_head(run));
        if filter.side.is_none() {
            lines.extend(self.waits(&run.entry).map(|line| format!("  {line}")));
        }
        lines
    }

    /// The step of the game that each step of the record belongs to.
    fn step_names(&self, run: &Run<G>) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(run.steps.len());
        let mut name = G::step_name(&self.keeper.data, &run.before);
        for moment in run.moments(&self.keeper.data) {
            if let Step::End { name: ended } = moment.step {
                // Only its end tells how the step was called throughout.
                for one in names.iter_mut().rev().take_while(|one| **one == name) {
                    one.clone_from(ended);
                }
                names.push(ended.clone());
                name = G::step_name(&self.keeper.data, &moment.state);
            } else {
                names.push(name.clone());
            }
        }
        names
    }

    fn step_lines(
        &self,
        moment: &Moment<'_, G>,
        before: &G::State,
        filter: &Filter<G::Side>,
    ) -> Vec<String> {
        let Some(side) = filter.side else {
            return self.all_lines(moment, before, filter);
        };
        let Some(event) = moment.told.as_ref().and_then(|told| told.seen_by(side)) else {
            return Vec::new();
        };
        let view = G::view(&self.keeper.data, before, Some(side));
        let book = G::phrasebook();
        let mut text = capital(&book.say(&G::telling(event), self.lang, &view));
        if text.is_empty() {
            return Vec::new();
        }
        let tally = G::tally(event).map(|tally| tally.for_side(side.id()));
        if let Some(tally) = tally.as_ref().filter(|_| !filter.full) {
            text.push(' ');
            text.push_str(&tally::short(tally, book, self.lang, &view));
        }
        let mut lines = vec![format!("  - {text}{}", rule::<G>(event))];
        if let Some(tally) = tally.filter(|_| filter.full) {
            let whole = tally::whole(&tally, book, self.lang, &view);
            lines.extend(whole.into_iter().map(|line| format!("      {line}")));
        }
        lines
    }

    /// What everybody saw, and with `sealed` or `full` what the referee alone knows.
    fn all_lines(
        &self,
        moment: &Moment<'_, G>,
        before: &G::State,
        filter: &Filter<G::Side>,
    ) -> Vec<String> {
        let hidden = filter.sealed || filter.full;
        match moment.step {
            step if filter.full => {
                let mut said = self
                    .step_whole(step, moment.told.as_ref(), before)
                    .into_iter();
                let Some(first) = said.next() else {
                    return Vec::new();
                };
                let mut lines = vec![format!("  - {first}")];
                lines.extend(said.map(|line| format!("    {line}")));
                lines
            }
            Step::Answer {
                key,
                source,
                words: lines,
            } if hidden => {
                let source = words::say(&words::source(source, self.lang), self.lang);
                vec![format!("  > {key}: {} [{source}]", lines.join("; "))]
            }
            step @ Step::Roll { hidden: true, .. } if hidden => self
                .roll(step)
                .map(|line| format!("  {line}"))
                .into_iter()
                .collect(),
            Step::Told { open, .. } if *open || hidden => {
                let Some(told) = &moment.told else {
                    return Vec::new();
                };
                let mut text = capital(&self.say(&G::telling(&told.event)));
                if text.is_empty() {
                    return Vec::new();
                }
                if let Some(tally) = G::tally(&told.event) {
                    let view = G::view(&self.keeper.data, before, None);
                    text.push(' ');
                    text.push_str(&tally::short(tally, G::phrasebook(), self.lang, &view));
                }
                vec![format!("  - {text}{}", rule::<G>(&told.event))]
            }
            _ => Vec::new(),
        }
    }
}

fn rule<G: Game>(event: &G::Event) -> String {
    match G::cites(event) {
        "" => String::new(),
        rule => format!(" ({rule})"),
    }
}
