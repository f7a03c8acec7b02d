//! The position after an earlier run, played again from the record.

use super::super::error::{Kept, StoreError};
use super::create::beginning;
use super::replayer::Replayer;
use super::{Keeper, keep_live, parse_steps, records, told_of_line};
use crate::engine::event::Told;
use crate::engine::game::Game;

/// An earlier position.
pub struct Past<G: Game> {
    /// The position before the run.
    pub before: G::State,
    /// The position at the end of the run.
    pub state: G::State,
    /// What the run told.
    pub told: Vec<Told<G>>,
}

impl<G: Game> Keeper<G> {
    /// The position before the first run.
    pub fn first_state(&self) -> Kept<G::State> {
        let (mut entries, mut parts) = (self.entries()?, self.parts()?);
        let given = self.given.as_ref();
        let (_, then) = beginning::<G>(&self.folder, &mut entries, &mut parts, given)?;
        Ok(then.state)
    }

    /// The position before the last run, and what that run told.
    pub fn last_run(&self, state: G::State) -> Kept<Past<G>> {
        let (from, record) = match &self.now.earlier {
            Some(earlier) => (&earlier.state, earlier.record.as_slice()),
            // The run is the end of what has been done since the checkpoint.
            None => match self.now.record.strip_suffix(self.now.last.as_slice()) {
                Some(record) => (&self.now.state, record),
                // A checkpoint of an older program does not say.
                None => return self.after_run(self.now.draw),
            },
        };
        let mut replayer = Replayer::<G>::new(&self.data, from.clone());
        replayer.pending = parse_steps(&self.sealed.path, record)?;
        let before = replayer.position().map_err(|fault| self.broken(&fault))?;
        Ok(Past {
            before,
            state,
            told: self.last_told(),
        })
    }

    /// The position after a run that no rewind has voided.
    pub fn after_run(&self, to: u64) -> Kept<Past<G>> {
        let mut live = Vec::new();
        for entry in self.entries()? {
            keep_live(&mut live, &entry?);
        }
        if !live.contains(&to) {
            let known = match (live.first(), live.last()) {
                (Some(first), Some(last)) => format!("the runs are {first} to {last}"),
                _ => "there was no run yet".to_owned(),
            };
            let what = format!("there is no run {to}; {known}");
            return Err(StoreError::user(&self.folder, what));
        }
        let (mut entries, mut parts) = (self.entries()?, self.parts()?);
        let (_, then) =
            beginning::<G>(&self.folder, &mut entries, &mut parts, self.given.as_ref())?;
        let mut replayer = Replayer::<G>::new(&self.data, then.state);
        let mut told = Vec::new();
        let mut before = replayer.state.clone();
        for record in records(&self.folder)? {
            let (draw, lines) = record?;
            if draw > to {
                break;
            }
            if !live.contains(&draw) {
                continue;
            }
            if draw == to {
                before = replayer.position().map_err(|fault| self.broken(&fault))?;
                told = lines.iter().filter_map(|line| told_of_line(line)).collect();
            }
            let steps = parse_steps(&self.sealed.path, &lines)?;
            replayer.feed(steps).map_err(|fault| self.broken(&fault))?;
        }
        let state = replayer.position().map_err(|fault| self.broken(&fault))?;
        Ok(Past {
            before,
            state,
            told,
        })
    }
}
