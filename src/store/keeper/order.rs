//! Orders of the referee about the game and its seats: its clock, who plays, and answers in a player's place.

use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::{Call, Keeper};
use crate::engine::dice::order_digest;
use crate::engine::game::Game;
use crate::engine::letters::Receipt;
use crate::engine::seats::Seat;
use crate::orders::Lang;

/// Why, and who asked for it: what everybody is told.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'g> {
    /// Why.
    pub reason: &'g str,
    /// Who asked for it.
    pub by: &'g str,
}

/// Who has a seat that is left empty.
pub const NOBODY: &str = "nobody";

/// A seat changes hands. Whoever gets it does not have the chain of the one before.
fn vacated(seat: &Seat, player: &str) -> Entry {
    let mut entry = Entry::new("seat");
    entry.set("seat", seat.name.as_str());
    entry.set("player", player);
    if seat.is_sealed() {
        entry.set("seal", format!("{}|plain", seat.name));
    }
    entry
}

impl<G: Game> Keeper<G> {
    /// Puts the deadline off, or pulls it back.
    pub fn extend(&mut self, seconds: i64, grounds: Grounds<'_>, call: &Call) -> Kept {
        self.goes_on()?;
        if seconds == 0 {
            return Err(self.refused("a deadline is moved by more than nothing"));
        }
        let mut entry = Entry::new("extend");
        entry.set("seconds", seconds);
        self.enter(entry, grounds, call)
    }

    /// Stops the game until it is resumed: letters are taken, nothing runs, deadlines stand still.
    pub fn pause(&mut self, grounds: Grounds<'_>, call: &Call) -> Kept {
        self.goes_on()?;
        if self.now.paused != 0 {
            return Err(self.refused("the game is paused already"));
        }
        let mut entry = Entry::new("pause");
        entry.set("at", call.seconds.max(1));
        self.enter(entry, grounds, call)
    }

    /// Lets a paused game go on; deadlines are put off by as long as it was paused.
    pub fn resume(&mut self, grounds: Grounds<'_>, call: &Call) -> Kept {
        self.goes_on()?;
        if self.now.paused == 0 {
            return Err(self.refused("the game is not paused"));
        }
        let mut entry = Entry::new("resume");
        entry.set("at", call.seconds.max(1));
        self.enter(entry, grounds, call)
    }

    /// Gives a seat to somebody else. He does not have the chain of the one before, so that the seat is unsealed until
    /// he sends a seal of his own.
    pub fn substitute(
        &mut self,
        seat: &str,
        lang: Option<Lang>,
        grounds: Grounds<'_>,
        call: &Call,
    ) -> Kept {
        self.goes_on()?;
        let seat = self.seat_or_near(seat)?;
        self.finish_run(call)?;
        if let Some(lang) = lang.filter(|lang| *lang != seat.lang) {
            let mut part = Entry::new("seat");
            part.set("seat", seat.name.as_str());
            part.set("language", lang.code());
            let done = self.sealed.append(&self.disk, vec![part])?;
            done.iter().try_for_each(|part| self.add_part(part))?;
        }
        self.enter(vacated(&seat, "substitute"), grounds, call)
    }

    /// Takes a seat from its player: his orders are void, and defaults answer until somebody else has the seat.
    pub fn eject(&mut self, seat: &str, grounds: Grounds<'_>, call: &Call) -> Kept {
        self.goes_on()?;
        let seat = self.seat_or_near(seat)?;
        if self.now.ejected.contains(&seat.name) {
            return Err(self.refused(format!("nobody plays the seat {} already", seat.name)));
        }
        self.finish_run(call)?;
        self.enter(vacated(&seat, NOBODY), grounds, call)
    }

    /// Answers in a player's place. Everybody is told that it was done and why; the words stay as secret as his own
    /// would. Gives what became of each line; nothing is entered unless all are good and answer something.
    pub fn answer_for(
        &mut self,
        seat: &str,
        text: &str,
        grounds: Grounds<'_>,
        call: &Call,
    ) -> Kept<Receipt<G>> {
        self.goes_on()?;
        let seat = self.seat_or_near(seat)?;
        self.finish_run(call)?;
        let receipt = self.read_letter(&seat, text, self.now.letters + 1)?;
        if receipt.refused() > 0 || receipt.brought.answers.is_empty() {
            return Ok(receipt);
        }
        // Everybody is told before it counts: it must never count in silence.
        let mut entry = Entry::new("answer");
        entry.set("seat", seat.name.as_str());
        self.enter(entry, grounds, call)?;
        self.submit(&seat.name, text, "", call)
    }

    /// What such an entry changes.
    pub(super) fn add_order(&mut self, entry: &Entry) {
        let name = entry.text("seat");
        let what = match entry.kind() {
            "extend" => {
                self.now.extended += entry.int("seconds");
                entry.int("seconds").to_string()
            }
            "pause" => {
                self.now.paused = entry.int("at");
                String::new()
            }
            "resume" => {
                self.now.extended += (entry.int("at") - self.now.paused).max(0);
                self.now.paused = 0;
                String::new()
            }
            "seat" => {
                self.now.ejected.retain(|one| one != name);
                if let Some((_, seal)) = entry.text("seal").split_once('|')
                    && let Some(seat) = self.now.seats.iter_mut().find(|seat| seat.name == name)
                {
                    seal.clone_into(&mut seat.seal);
                }
                if entry.text("player") == NOBODY {
                    self.leave_empty(name);
                }
                name.to_owned()
            }
            _ => name.to_owned(),
        };
        self.notice(entry, what);
        if let Some(notice) = self.now.notices.last_mut()
            && entry.kind() == "seat"
        {
            let kind = match entry.text("player") {
                NOBODY => "eject",
                _ => "substitute",
            };
            kind.clone_into(&mut notice.kind);
        }
    }

    /// Nobody plays a seat: what its player had ordered is void.
    fn leave_empty(&mut self, name: &str) {
        self.now.ejected.push(name.to_owned());
        if let Some(seat) = self.now.seat(name).cloned() {
            self.now.tray.retract(&seat.sides);
            let own = |side: &String| seat.plays(side);
            self.now.tray.standing.retain(|row| !own(&row.side));
        }
        self.now.pending.retain(|letter| letter.seat != name);
    }

    /// Enters a correction. A mark in the sealed part says between which letters it came: an order that it voids must
    /// stay void when the logs are added up again. Its digest tells nothing, not even how many letters there are.
    pub(super) fn enter(&mut self, mut entry: Entry, grounds: Grounds<'_>, call: &Call) -> Kept {
        let number = u32::try_from(self.sealed.next).unwrap_or(u32::MAX);
        let blind = self
            .secrets()?
            .blind(&self.now.genesis, number)
            .map_err(|error| StoreError::damaged(&self.folder, error.to_string()))?;
        let kind = entry.kind().to_owned();
        let digest = order_digest(&self.now.genesis, self.now.draw, "referee", &blind, &kind);
        let mut part = Entry::new("mark");
        part.set("words", kind);
        part.set("blind", blind);
        part.set("digest", digest.as_str());
        let done = self.sealed.append(&self.disk, vec![part])?;
        done.iter().try_for_each(|part| self.add_part(part))?;
        entry.set("digest", digest);
        entry.set("reason", grounds.reason);
        entry.set("by", grounds.by);
        entry.set("time", call.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        done.iter().try_for_each(|entry| self.add_entry(entry))?;
        self.mark();
        Ok(())
    }

    fn refused(&self, what: impl Into<String>) -> StoreError {
        StoreError::user(&self.folder, what)
    }

    fn goes_on(&self) -> Kept {
        if self.now.over.is_empty() {
            return Ok(());
        }
        Err(self.refused("the game is over"))
    }

    /// A seat by its name; of an unknown one the error names the nearest.
    pub fn seat_or_near(&self, name: &str) -> Kept<Seat> {
        self.now.seat(name).cloned().ok_or_else(|| {
            let known = self.now.seats.iter().map(|seat| seat.name.as_str());
            self.refused(crate::engine::files::unknown("seat", name, known))
        })
    }
}
