//! The position after an earlier run, played again from the record.

use super::super::error::{Kept, StoreError};
use super::create::beginning;
use super::replayer::Replayer;
use super::{Keeper, keep_live, parse_steps, records, told_of_line};
use crate::engine::event::Told;
use crate::engine::game::Game;

/// An earlier position.
pub struct Past<G: Game> {
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
        for record in records(&self.folder)? {
            let (draw, lines) = record?;
            if draw > to {
                break;
            }
            if !live.contains(&draw) {
                continue;
            }
            if draw == to {
                told = lines.iter().filter_map(|line| told_of_line(line)).collect();
            }
            let steps = parse_steps(&self.sealed.path, &lines)?;
            replayer.feed(steps).map_err(|fault| self.broken(&fault))?;
        }
        let state = replayer.position().map_err(|fault| self.broken(&fault))?;
        Ok(Past { state, told })
    }
}
