//! Checking the referee's corrections.

use super::super::error::{Kept, StoreError};
use super::super::log::{Entry, short};
use super::check::Check;
use super::number;
use crate::engine::dice::{is_hex64, order_digest};
use crate::engine::game::Game;
use crate::engine::record::Step;

impl<G: Game> Check<'_, G> {
    /// The sealed part of a correction: its words must be those that its digest stands for.
    pub(super) fn sealed_part(&mut self, entry: &Entry) -> Kept<Entry> {
        let digest = entry.text("digest");
        let path = self.parts.reader.log().path.clone();
        let Some(part) = self.parts.correction(digest)? else {
            let what = format!("no sealed part has its digest {}", short(digest));
            return self.bad(entry, what);
        };
        let (words, blind) = (part.text("words"), part.text("blind"));
        let draw = self.found.draws;
        let right = order_digest(&self.now.genesis, draw, "referee", blind, words);
        if right != digest {
            let what = format!(
                "`{words}` has digest {}, the journal says {}",
                short(&right),
                short(digest)
            );
            return Err(StoreError::damaged(&path, what).at(part.seq));
        }
        Ok(part)
    }

    /// A ruling; if its words are open they are those of the sealed part.
    pub(super) fn ruling(&mut self, entry: &Entry) -> Kept {
        let part = self.sealed_part(entry)?;
        let (words, public) = (part.text("words"), entry.text("words"));
        if !public.is_empty() && public != words {
            let what = format!("its words should be `{words}` and are `{public}`");
            return self.bad(entry, what);
        }
        self.rulings.push((self.found.draws, words.to_owned()));
        Ok(())
    }

    /// The mark of any other correction; those from before marks were made have none.
    pub(super) fn mark(&mut self, entry: &Entry) -> Kept {
        if entry.text("digest").is_empty() {
            return Ok(());
        }
        let part = self.sealed_part(entry)?;
        let right = match part.kind() {
            "mark" => part.text("words"),
            other => other,
        };
        if right != entry.kind() {
            let what = format!("its kind should be {right} and is {}", entry.kind());
            return self.bad(entry, what);
        }
        Ok(())
    }

    /// Rulings take effect as they were entered, each once.
    pub(super) fn rulings_taken(&mut self, entry: &Entry, record: &[Step]) -> Kept {
        let mut taken = 0;
        for step in record {
            if let Step::Ruled { words } = step {
                let due = self.rulings.get(self.ruled + taken).map(|(_, words)| words);
                if due != Some(words) {
                    let due = due.map_or_else(|| "none".to_owned(), |due| format!("`{due}`"));
                    let what = format!("the ruling `{words}` took effect; due was {due}");
                    return self.bad(entry, what);
                }
                taken += 1;
            }
        }
        self.ruled += taken;
        self.taken.insert(number(entry.int("draw")), taken);
        Ok(())
    }

    /// Orders of the referee about clock and seats.
    pub(super) fn order(&mut self, entry: &Entry) -> Kept {
        self.mark(entry)?;
        let seat = entry.text("seat");
        let seat_known = self.seats.contains_key(seat);
        match entry.kind() {
            "extend" if entry.int("seconds") == 0 => {
                self.bad(entry, "a deadline is moved by more than nothing")
            }
            "pause" if self.paused => self.bad(entry, "the game was paused already"),
            "resume" if !self.paused => self.bad(entry, "the game was not paused"),
            "seat" | "answer" if !seat_known => {
                self.bad(entry, format!("there is no seat `{seat}`"))
            }
            "pause" | "resume" => {
                self.paused = entry.kind() == "pause";
                Ok(())
            }
            "seat" if !entry.text("seal").is_empty() => match entry.text("seal").split_once('|') {
                Some((name, seal)) if name == seat && (seal == "plain" || is_hex64(seal)) => {
                    self.seats.insert(seat.to_owned(), seal.to_owned());
                    Ok(())
                }
                _ => self.bad(entry, format!("its seal should be `{seat}|plain`")),
            },
            _ => Ok(()),
        }
    }
}
