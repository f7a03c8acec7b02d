//! Going back to the end of a run: what came after is void, and stays in the journal.

use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::super::now::Now;
use super::add_up::{keep_live, records};
use super::checkpoint::{checkpoint_path, read_checkpoint};
use super::create::beginning;
use super::replayer::Replayer;
use super::{Call, Grounds, Keeper, parse_steps};
use crate::engine::game::Game;
use crate::engine::record::Step;
use crate::engine::run::End;

impl<G: Game> Keeper<G> {
    /// Goes back to the end of a run. What came after stays in the journal; every decision is asked again and every
    /// die is new.
    pub fn rewind(&mut self, to: u64, reason: &str, by: &str, call: &Call) -> Kept {
        self.finish_run(call)?;
        // It must be possible before it is written.
        self.can_go_back(to)?;
        let mut entry = Entry::new("rewind");
        entry.set("to_draw", i64::try_from(to).unwrap_or(i64::MAX));
        self.enter(entry, Grounds { reason, by }, call)?;
        self.write_checkpoint()
    }

    /// Whether a rewind could go to the end of this run.
    pub fn can_go_back(&self, to: u64) -> Kept {
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
        self.state_after(to, self.journal.next).map(|_| ())
    }

    /// The last run that stands at an entry of the journal.
    pub fn run_at(&self, entry: i64) -> Kept<u64> {
        let last = self.journal.next - 1;
        if !(0..=last).contains(&entry) {
            let what = format!("there are entries 0 to {last}; {entry} is none of them");
            return Err(StoreError::user(&self.folder, what));
        }
        let mut live = Vec::new();
        for one in self.entries()? {
            let one = one?;
            if one.seq > entry {
                break;
            }
            keep_live(&mut live, &one);
        }
        live.last().copied().ok_or_else(|| {
            let what = format!("no run was made up to entry {entry}");
            StoreError::user(&self.folder, what)
        })
    }

    /// The runs that no rewind has voided.
    pub fn live_runs(&self) -> Kept<Vec<u64>> {
        let mut live = Vec::new();
        for entry in self.entries()? {
            keep_live(&mut live, &entry?);
        }
        Ok(live)
    }

    /// Finishes a run that was closed; refuses where it waits for links or a beacon.
    pub(super) fn finish_run(&mut self, call: &Call) -> Kept {
        if self.now.closed.is_some() {
            self.run(call)?;
        }
        if self.now.closed.is_some() {
            let what = "the orders are closed and the dice are not drawn yet";
            return Err(StoreError::user(&self.folder, what)
                .remedy("wait for the links or the beacon, then try again"));
        }
        Ok(())
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
        let (_, mut then) =
            beginning::<G>(&self.folder, &mut entries, &mut parts, self.given.as_ref())?;
        let mut ruled = 0;
        let mut replayer = Replayer::<G>::new(&self.data, then.state.clone());
        for record in records(&self.folder)? {
            let (draw, lines) = record?;
            if draw > to {
                break;
            }
            if live.contains(&draw) {
                let steps = parse_steps(&self.sealed.path, &lines)?;
                ruled += steps
                    .iter()
                    .filter(|step| matches!(step, Step::Ruled { .. }))
                    .count();
                replayer.feed(steps).map_err(|fault| self.broken(&fault))?;
            }
        }
        if let End::Waiting(questions) = replayer.look().map_err(|fault| self.broken(&fault))? {
            then.waits = self.waits(&questions);
        }
        then.rulings = self
            .rulings_before(to, upto)?
            .into_iter()
            .skip(ruled)
            .collect();
        then.record = replayer.pending.iter().map(Step::to_string).collect();
        then.state = replayer.state;
        Ok(then)
    }

    /// The words of all rulings that stood when a run was made, whether or not they had taken effect.
    fn rulings_before(&self, to: u64, upto: i64) -> Kept<Vec<String>> {
        let mut standing: Vec<(u64, String)> = Vec::new();
        let mut draw = 0;
        for entry in self.entries()? {
            let entry = entry?;
            let number = |name: &str| u64::try_from(entry.int(name)).unwrap_or(0);
            match entry.kind() {
                _ if entry.seq >= upto => break,
                "draw" => draw = number("draw"),
                "rewind" => standing.retain(|(after, _)| *after < number("to_draw")),
                "ruling" => standing.push((draw, entry.text("digest").to_owned())),
                _ => {}
            }
        }
        let mut words = Vec::new();
        for part in self.parts()? {
            let part = part?;
            let stood = |(after, digest): &(u64, String)| {
                *after < to && digest.as_str() == part.text("digest")
            };
            if part.kind() == "ruling" && standing.iter().any(stood) {
                words.push(part.text("words").to_owned());
            }
        }
        Ok(words)
    }

    pub(super) fn go_back(&mut self, to: u64, upto: i64) -> Kept {
        let then = self.state_after(to, upto)?;
        let now = &mut self.now;
        now.state = then.state;
        now.record = then.record;
        now.waits = then.waits;
        now.rulings = then.rulings;
        now.tray.clear();
        now.pending.clear();
        now.last.clear();
        now.earlier = None;
        now.extended = 0;
        Ok(())
    }
}
