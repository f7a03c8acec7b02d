//! Replaying runs one after the other, with no more in memory than the step under way.

use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::inputs::Inputs;
use crate::engine::record::Step;
use crate::engine::run::{End, Ran, Start, run};
use crate::engine::source::DiceSource;
use crate::engine::table::Keep;

/// A game that is played again from its record.
pub struct Replayer<'d, G: Game> {
    data: &'d G::Data,
    /// The position at the last checkpoint.
    pub state: G::State,
    /// What has been done since.
    pub pending: Vec<Step>,
}

impl<G: Game> Clone for Replayer<'_, G> {
    fn clone(&self) -> Self {
        Self {
            data: self.data,
            state: self.state.clone(),
            pending: self.pending.clone(),
        }
    }
}

impl<'d, G: Game> Replayer<'d, G> {
    /// A game at its first position.
    pub const fn new(data: &'d G::Data, state: G::State) -> Self {
        Self {
            data,
            state,
            pending: Vec::new(),
        }
    }

    /// Plays a run; the position moves to its last checkpoint.
    pub fn feed(&mut self, steps: Vec<Step>) -> Result<(), Fault> {
        self.pending.extend(steps);
        let is_end = |step: &Step| matches!(step, Step::End { .. });
        let Some(end) = self.pending.iter().rposition(is_end) else {
            return Ok(());
        };
        let ran = self.play();
        if let End::Broken(fault) = ran.end {
            return Err(fault);
        }
        if let Some(state) = ran.checkpoint {
            self.state = state;
        }
        self.pending.drain(..=end);
        Ok(())
    }

    /// Where it stands: what it waits for, or how it ended.
    pub fn look(&self) -> Result<End<G>, Fault> {
        match self.play().end {
            End::Broken(fault) => Err(fault),
            end => Ok(end),
        }
    }

    /// The position, with what has been done since the last checkpoint.
    pub fn position(&self) -> Result<G::State, Fault> {
        let ran = self.play();
        match ran.end {
            End::Broken(Fault::NoDice(_)) | End::Waiting(_) | End::Over(_) => Ok(ran.state),
            End::Broken(fault) => Err(fault),
        }
    }

    fn play(&self) -> Ran<G> {
        run(Start {
            data: self.data,
            state: self.state.clone(),
            record: &self.pending,
            inputs: &Inputs::default(),
            dice: DiceSource::None,
            bot: None,
            keep: Keep::ALL,
            watch: None,
        })
    }
}
