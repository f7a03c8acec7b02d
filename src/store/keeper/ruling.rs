//! Rulings of the referee: they change the position at the next checkpoint of the rules.

use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::{Call, Grounds, Keeper};
use crate::engine::dice::order_digest;
use crate::engine::event::Sight;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters;
use crate::orders::{Lang, outline};

impl<G: Game> Keeper<G> {
    /// Enters a ruling, which takes effect at the next checkpoint of the rules.
    pub fn rule(&mut self, words: &str, reason: &str, by: &str, call: &Call) -> Kept {
        self.rule_all(&[words.to_owned()], Grounds { reason, by }, call)
    }

    /// Enters rulings that take effect together.
    ///
    /// If a side may not see what one does, the journal has only its digest; words, reason and who asked are sealed,
    /// and told to those who may see it.
    pub fn rule_all(&mut self, rulings: &[String], grounds: Grounds<'_>, call: &Call) -> Kept {
        if !self.now.over.is_empty() {
            let what = "the game is over: no step will end at which a ruling could take effect";
            return Err(StoreError::user(&self.folder, what));
        }
        let sights = self.try_rulings(rulings)?;
        for (words, sides) in rulings.iter().zip(sights) {
            self.enter_ruling(words, sides, grounds, call)?;
        }
        self.mark();
        Ok(())
    }

    /// Reads rulings on the position of now, and gives the sides that may see each; refuses what cannot be.
    fn try_rulings(&self, rulings: &[String]) -> Kept<Vec<Vec<String>>> {
        let before = self.look()?.state;
        let mut state = before.clone();
        let waiting = self.now.rulings.iter();
        for words in waiting {
            // One that no longer reads has no effect.
            if let Ok(event) = letters::read_ruling::<G>(&self.data, &state, words) {
                G::apply(&self.data, &mut state, &event);
            }
        }
        let mut sights = Vec::new();
        for words in rulings {
            let event =
                letters::read_ruling::<G>(&self.data, &state, words).map_err(|problems| {
                    let say = |problem| letters::say_problem::<G>(&self.data, &state, problem);
                    let why: Vec<String> = problems.iter().map(say).collect();
                    let remedy = format!(
                        "write one of\n    {}",
                        self.ruling_words(Lang::En).join("\n    ")
                    );
                    StoreError::user(&self.folder, format!("`{words}`: {}", why.join("; ")))
                        .remedy(remedy)
                })?;
            G::apply(&self.data, &mut state, &event);
            let sees =
                |side: &&G::Side| G::seen(&self.data, &state, &event, **side) == Sight::Whole;
            let sides = G::Side::ALL.iter().filter(sees);
            sights.push(sides.map(|side| side.id().to_owned()).collect());
        }
        let broken = G::broken(&self.data, &state);
        // In the middle of a step the position may be what it could not stay, ruling or not.
        if !broken.is_empty() && G::broken(&self.data, &before).is_empty() {
            let what = format!(
                "after that the position is impossible: {}",
                broken.join("; ")
            );
            return Err(StoreError::user(&self.folder, what)
                .remedy("give several rulings in one command: they are judged together"));
        }
        Ok(sights)
    }

    fn enter_ruling(
        &mut self,
        words: &str,
        sides: Vec<String>,
        grounds: Grounds<'_>,
        call: &Call,
    ) -> Kept {
        let open = sides.len() == G::Side::ALL.len();
        let number = u32::try_from(self.sealed.next).unwrap_or(u32::MAX);
        let blind = self
            .secrets()?
            .blind(&self.now.genesis, number)
            .map_err(|error| StoreError::damaged(&self.folder, error.to_string()))?;
        let digest = order_digest(&self.now.genesis, self.now.draw, "referee", &blind, words);
        let mut part = Entry::new("ruling");
        part.set("words", words);
        part.set("blind", blind);
        part.set("digest", digest.as_str());
        if !open {
            part.set("reason", grounds.reason);
            part.set("by", grounds.by);
            part.set("sides", sides);
        }
        let done = self.sealed.append(&self.disk, vec![part])?;
        done.iter().try_for_each(|part| self.add_part(part))?;
        let shown = |text: &str| if open { text.to_owned() } else { String::new() };
        let mut entry = Entry::new("ruling");
        entry.set("words", shown(words));
        entry.set("digest", digest);
        entry.set("reason", shown(grounds.reason));
        entry.set("by", shown(grounds.by));
        entry.set("time", call.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        done.iter().try_for_each(|entry| self.add_entry(entry))
    }

    /// How rulings are written, for the referee.
    pub fn ruling_words(&self, lang: Lang) -> Vec<String> {
        let view = G::view(&self.data, &self.now.state, None);
        G::rulings(&self.data, &self.now.state)
            .iter()
            .flat_map(|form| outline(form, lang, &view))
            .collect()
    }
}
