//! Messages between players: part of the game's record, sealed until its end.

use super::super::error::Kept;
use super::super::log::Entry;
use super::super::now::Mark;
use super::{Call, Keeper};
use crate::engine::game::Game;

/// A message from one seat to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk<'t> {
    /// Who wrote it.
    pub from: &'t str,
    /// To whom: a side, `all` or `referee`.
    pub to: &'t str,
    /// Whether the reader is told who wrote it.
    pub signed: bool,
    /// The words, as they were written.
    pub text: &'t str,
    /// Where it came from; a message of the same origin is entered once.
    pub origin: &'t str,
}

impl<G: Game> Keeper<G> {
    /// Enters a message. It changes nothing in the game.
    pub fn talk(&mut self, talk: &Talk<'_>, call: &Call) -> Kept {
        if self.knows(talk.origin) {
            self.doubt();
            return Ok(());
        }
        let mut part = Entry::new("talk");
        part.set("from", talk.from);
        part.set("to", talk.to);
        part.set("signed", i64::from(talk.signed));
        part.set("text", talk.text);
        part.set("time", call.time.as_str());
        part.set("origin", talk.origin);
        let done = self.sealed.append(&self.disk, vec![part])?;
        done.iter().try_for_each(|part| self.add_part(part))?;
        self.now.sealed = Mark::of(&self.sealed);
        Ok(())
    }
}
