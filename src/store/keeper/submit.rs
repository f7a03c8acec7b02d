//! Taking letters.

use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::super::now::Mark;
use super::{Call, Keeper};
use crate::engine::decision::Question;
use crate::engine::dice::order_digest;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters::{self, Receipt};
use crate::engine::seats::Seat;

impl<G: Game> Keeper<G> {
    /// Takes a letter: what of it counts is durable when this returns.
    ///
    /// `origin` says where it came from; a letter from the same origin is taken once. Empty: every time.
    pub fn submit(
        &mut self,
        seat: &str,
        text: &str,
        origin: &str,
        call: &Call,
    ) -> Kept<Receipt<G>> {
        let Some(seat) = self.now.seat(seat).cloned() else {
            let names: Vec<&str> = self
                .now
                .seats
                .iter()
                .map(|seat| seat.name.as_str())
                .collect();
            let what = format!(
                "no seat `{seat}` in this game; there are {}",
                names.join(", ")
            );
            return Err(StoreError::user(&self.folder, what));
        };
        if self.knows(origin) {
            let what = "this letter was taken before";
            return Err(StoreError::user(&self.folder, what).remedy("nothing is to be done"));
        }
        if self.now.closed.is_some() && !self.now.terms.is_late() {
            // A run was cut off: it is finished first, so that the letter meets the questions of now.
            self.run(call)?;
        }
        let number = self.now.letters + 1;
        let mut receipt = self.read_letter(&seat, text, number)?;
        if receipt.says_nothing() {
            receipt.still_open = self.still_open(&seat.name)?;
            return Ok(receipt);
        }
        let secrets = self.secrets()?;
        let blind = secrets
            .blind(&self.now.genesis, number)
            .map_err(|error| StoreError::damaged(&self.folder, error.to_string()))?;
        let draw = self.now.draw + 1;
        let digest = order_digest(&self.now.genesis, draw, &seat.name, &blind, text);
        let mut part = Entry::new("letter");
        part.set("letter", i64::from(number));
        part.set("seat", seat.name.as_str());
        part.set("draw", i64::try_from(draw).unwrap_or(i64::MAX));
        part.set("time", call.time.as_str());
        part.set("blind", blind.as_str());
        part.set("digest", digest.as_str());
        part.set("origin", origin);
        part.set("text", text);
        part.set("link", receipt.link.clone().unwrap_or_default());
        part.set("reseal", receipt.reseal.clone().unwrap_or_default());
        part.set("retract", i64::from(receipt.retract));
        let brought = &receipt.brought;
        part.set("answers", rows(&brought.answers));
        part.set("sent", rows(&brought.sent));
        let drops = brought.drops.iter().map(ToString::to_string);
        part.set("drops", drops.collect::<Vec<_>>());
        part.set("standing", rows(&brought.standing));
        let done = self.sealed.append(&self.disk, vec![part])?;
        for part in &done {
            self.add_part(part)?;
        }
        self.now.sealed = Mark::of(&self.sealed);
        receipt.digest = digest;
        receipt.blind = blind;
        receipt.still_open = self.still_open(&seat.name)?;
        Ok(receipt)
    }

    /// What a letter says to the questions that are open now; nothing is kept of it.
    pub fn read_letter(&self, seat: &Seat, text: &str, number: u32) -> Kept<Receipt<G>> {
        let look = self.look()?;
        let open = self.open_for(&look, &seat.name);
        let others: Vec<&Question<G>> = look
            .questions
            .iter()
            .filter(|question| {
                seat.plays(question.side.id()) && !open.iter().any(|own| own.key == question.key)
            })
            .collect();
        let mut receipt = letters::receive::<G>(&letters::Letter {
            data: &self.data,
            state: &look.state,
            seat,
            open: &open,
            others: &others,
            seats: &self.now.seats,
            tray: &self.now.tray,
            number,
            text,
            closed: self.now.closed.is_some(),
            over: !self.now.over.is_empty(),
        });
        let owed = seat.is_sealed()
            && self.now.asked().contains(&seat.name)
            && !self
                .now
                .pending
                .iter()
                .any(|one| one.seat == seat.name && !one.link.is_empty());
        receipt.link_missing = owed && receipt.link.is_none();
        Ok(receipt)
    }

    /// What was taken before may have been written by a program that was killed before it was durable.
    pub fn doubt(&self) {
        self.disk.doubt(&self.sealed.path);
    }

    /// Whether a letter of this origin was taken before.
    pub fn knows(&self, origin: &str) -> bool {
        !origin.is_empty() && self.now.origins.iter().any(|one| one == origin)
    }
}

/// Rows as they are kept in a log.
fn rows<T: serde::Serialize>(rows: &[T]) -> Vec<String> {
    let json = |row| serde_json::to_string(row).unwrap_or_default();
    rows.iter().map(json).collect()
}
