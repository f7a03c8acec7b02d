//! Finding what the referee means: a roll by the end of its label, a unit by any clear name.

use super::{Teller, story};
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::orders::names::{Match, find};
use crate::orders::token::TokenLine;
use crate::orders::{Class, Item, Lexicon as _, Thing};
use crate::store::error::{Kept, StoreError};

/// Rolls of one name that are listed.
const MANY: usize = 12;

impl<G: Game> Teller<'_, G> {
    fn refused(&self, what: impl Into<String>) -> StoreError {
        StoreError::user(&self.keeper.folder, what)
    }

    /// The label of a roll, given whole or by its end; with the run it fell in, the last one that stands first.
    pub(super) fn find_roll(&self, wanted: &str) -> Kept<String> {
        let mut labels: Vec<String> = Vec::new();
        story::tell(self.keeper, |heard| {
            if let story::Heard::Run(run) = heard {
                for step in &run.steps {
                    if let Step::Roll { label, .. } = step
                        && !labels.contains(label)
                    {
                        labels.push(label.clone());
                    }
                }
            }
            Ok(true)
        })?;
        let wanted = wanted.trim().trim_start_matches('/');
        if labels.iter().any(|label| label == wanted) {
            return Ok(wanted.to_owned());
        }
        let tail = format!("/{wanted}");
        let mut ends: Vec<&String> = labels.iter().filter(|one| one.ends_with(&tail)).collect();
        if ends.is_empty() {
            ends = labels.iter().filter(|one| one.contains(wanted)).collect();
        }
        match ends.as_slice() {
            [one] => Ok((*one).clone()),
            [] => {
                // The last part is what people remember.
                let last = |label: &str| label.rsplit('/').next().unwrap_or(label).to_owned();
                let goal = last(wanted);
                let near = labels
                    .iter()
                    .map(|label| (strsim::damerau_levenshtein(&goal, &last(label)), label))
                    .filter(|(far, label)| *far <= 1 + last(label).len() / 3)
                    .min();
                let what = match near {
                    Some((_, near)) => format!("no roll `{wanted}`; did you mean `{near}`?"),
                    None if labels.is_empty() => "no dice have fallen yet".to_owned(),
                    None => format!(
                        "no roll `{wanted}`; there are {} rolls, the last one `{}`",
                        labels.len(),
                        labels.last().map_or("", String::as_str)
                    ),
                };
                Err(self
                    .refused(what)
                    .remedy("`fieldpost log --full` lists all rolls"))
            }
            several => {
                // The last ones are those that people ask about.
                let from = several.len().saturating_sub(MANY);
                let shown: Vec<&str> = several[from..].iter().map(|one| one.as_str()).collect();
                let more = if from > 0 { ", the last of them" } else { "" };
                let what = format!(
                    "`{wanted}` is the name of {} rolls{more}:\n    {}",
                    several.len(),
                    shown.join("\n    ")
                );
                Err(self.refused(what).remedy("write more of the label"))
            }
        }
    }

    /// A unit by name, number or abbreviation.
    pub(super) fn find_unit(&self, wanted: &str) -> Kept<Thing> {
        let view = G::view(&self.keeper.data, &self.keeper.now.state, None);
        let units: Vec<Thing> = view
            .known()
            .into_iter()
            .filter(|thing| thing.class == Class::Unit)
            .collect();
        let items: Vec<Item> = units.iter().map(|unit| Item::Thing(*unit)).collect();
        let line = TokenLine::new(1, wanted);
        match find(&line.tokens, &items, &view) {
            Match::Found {
                item: Item::Thing(unit),
                used,
                ..
            } if used == line.tokens.len() => Ok(unit),
            Match::Ambiguous { items, .. } => {
                let names: Vec<String> = items
                    .iter()
                    .filter_map(|item| match item {
                        Item::Thing(thing) => Some(view.name(*thing).into_owned()),
                        _ => None,
                    })
                    .take(8)
                    .collect();
                let what = format!("`{wanted}` may be {}", names.join(", "));
                Err(self.refused(what).remedy("write more of the name"))
            }
            _ => {
                let names: Vec<String> = units
                    .iter()
                    .flat_map(|unit| [view.name(*unit).into_owned(), view.id(*unit).into_owned()])
                    .collect();
                let folded = crate::orders::fold::fold(wanted);
                let mut near: Vec<(usize, &str)> = names
                    .iter()
                    .map(|name| {
                        let far =
                            strsim::damerau_levenshtein(&folded, &crate::orders::fold::fold(name));
                        (far, name.as_str())
                    })
                    .collect();
                near.sort_unstable();
                let what = match near.first() {
                    Some((far, near)) if *far <= 1 + near.chars().count() / 3 => {
                        format!("no unit `{wanted}`; did you mean `{near}`?")
                    }
                    _ => {
                        let near: Vec<&str> = near.iter().take(3).map(|(_, name)| *name).collect();
                        format!(
                            "no unit `{wanted}`; the nearest names are {}",
                            near.join(", ")
                        )
                    }
                };
                Err(self
                    .refused(what)
                    .remedy("`fieldpost map GAME --format list` lists what stands where"))
            }
        }
    }
}
