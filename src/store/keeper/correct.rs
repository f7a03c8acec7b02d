//! Corrections of the referee: they only ever append.

use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::super::now::Now;
use super::add_up::{keep_live, records};
use super::checkpoint::{checkpoint_path, read_checkpoint};
use super::create::beginning;
use super::replayer::Replayer;
use super::{Call, Keeper, parse_steps};
use crate::engine::dice::order_digest;
use crate::engine::event::Sight;
use crate::engine::game::{Game, Side as _};
use crate::engine::letters;
use crate::engine::record::Step;
use crate::engine::run::End;

impl<G: Game> Keeper<G> {
    /// Goes back to the end of a run. What came after stays in the journal; every decision is asked again and every
    /// die is new.
    pub fn rewind(&mut self, to: u64, reason: &str, by: &str, call: &Call) -> Kept {
        if self.now.closed.is_some() {
            self.run(call)?;
        }
        if to == 0 || to > self.now.draw {
            let what = format!(
                "there are runs 1 to {}; {to} is none of them",
                self.now.draw
            );
            return Err(StoreError::user(&self.folder, what));
        }
        if !self.now.over.is_empty() {
            let what = "the game is over and its sealed chain is open: no die could be secret";
            return Err(StoreError::user(&self.folder, what));
        }
        // It must be possible before it is written.
        self.state_after(to, self.journal.next)?;
        let mut entry = Entry::new("rewind");
        entry.set("to_draw", i64::try_from(to).unwrap_or(i64::MAX));
        entry.set("reason", reason);
        entry.set("by", by);
        entry.set("time", call.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        for entry in &done {
            self.add_entry(entry)?;
        }
        self.write_checkpoint()
    }

    /// Where the game stood after a run that had not been voided before the journal's entry `upto`.
    fn state_after(&self, to: u64, upto: i64) -> Kept<Now<G::State>> {
        let path = checkpoint_path(&self.folder, to);
        let then = match path.exists() {
            true => Some(read_checkpoint::<G>(&path)?),
            false => None,
        };
        let mut live = Vec::new();
        let mut sound = false;
        for entry in self.entries()? {
            let entry = entry?;
            if entry.seq >= upto {
                break;
            }
            keep_live(&mut live, &entry);
            // A rewind writes its checkpoint over that of the last run before it: only the run's own counts.
            sound |= then.as_ref().is_some_and(|then| {
                entry.seq == then.journal.next - 1 && entry.hash == then.journal.head
            }) && entry.kind() == "draw"
                && u64::try_from(entry.int("draw")) == Ok(to);
        }
        if !live.contains(&to) {
            let what = format!("run {to} was itself voided by a rewind");
            return Err(StoreError::user(&self.folder, what));
        }
        if let Some(then) = then.filter(|_| sound) {
            return Ok(then);
        }
        let (mut entries, mut parts) = (self.entries()?, self.parts()?);
        let (_, mut then) = beginning::<G>(&self.folder, &mut entries, &mut parts)?;
        let mut replayer = Replayer::<G>::new(&self.data, then.state.clone());
        for record in records(&self.folder)? {
            let (draw, lines) = record?;
            if draw > to {
                break;
            }
            if live.contains(&draw) {
                let steps = parse_steps(&self.sealed.path, &lines)?;
                replayer.feed(steps).map_err(|fault| self.broken(&fault))?;
            }
        }
        if let End::Waiting(questions) = replayer.look().map_err(|fault| self.broken(&fault))? {
            then.waits = self.waits(&questions);
        }
        then.record = replayer.pending.iter().map(Step::to_string).collect();
        then.state = replayer.state;
        Ok(then)
    }

    pub(super) fn go_back(&mut self, to: u64, upto: i64) -> Kept {
        let then = self.state_after(to, upto)?;
        let now = &mut self.now;
        now.state = then.state;
        now.record = then.record;
        now.waits = then.waits;
        now.rulings = then.rulings;
        now.tray.sent.clear();
        now.pending.clear();
        now.last.clear();
        Ok(())
    }

    /// Enters a ruling, which takes effect at the next checkpoint of the rules.
    ///
    /// Its words stand in the journal only if every side may see what it does.
    pub fn rule(&mut self, words: &str, reason: &str, by: &str, call: &Call) -> Kept {
        let event = match letters::read_ruling::<G>(&self.data, &self.now.state, words) {
            Ok(event) => event,
            Err(problems) => {
                let say = |problem| letters::say_problem::<G>(&self.data, &self.now.state, problem);
                let why: Vec<String> = problems.iter().map(say).collect();
                return Err(StoreError::user(&self.folder, why.join("; ")));
            }
        };
        let mut after = self.now.state.clone();
        G::apply(&self.data, &mut after, &event);
        let open = G::Side::ALL
            .iter()
            .all(|side| G::seen(&self.data, &after, &event, *side) == Sight::Whole);
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
        let done = self.sealed.append(&self.disk, vec![part])?;
        done.iter().try_for_each(|part| self.add_part(part))?;
        let mut entry = Entry::new("ruling");
        entry.set("words", if open { words } else { "" });
        entry.set("digest", digest);
        entry.set("reason", reason);
        entry.set("by", by);
        entry.set("time", call.time.as_str());
        let done = self.journal.append(&self.disk, vec![entry])?;
        done.iter().try_for_each(|entry| self.add_entry(entry))?;
        self.mark();
        Ok(())
    }
}
