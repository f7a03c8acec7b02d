//! The seeds of the dice, for whoever explains them.

use super::super::error::{Kept, StoreError};
use super::super::log::Entry;
use super::Keeper;
use crate::engine::dice::{Contribution, Stream, draw_seed};
use crate::engine::game::Game;

impl<G: Game> Keeper<G> {
    /// The seed of a run's dice. That of hidden dice is the referee's alone while the game goes on.
    pub fn seed(&self, draw: &Entry, close: &Entry, stream: Stream) -> Kept<String> {
        let number = u64::try_from(draw.int("draw")).unwrap_or(0);
        let parts: Vec<Contribution> = draw
            .list("contrib")
            .iter()
            .filter_map(|line| line.parse().ok())
            .collect();
        let link = match stream {
            Stream::Public => draw.text("server").to_owned(),
            Stream::Sealed => self.sealed_link(number)?,
        };
        let terms = &self.now.terms;
        let book = terms.mixed_in(&self.now.genesis, number, close.list("book"));
        let beacon = draw.text("beacon_value");
        Ok(draw_seed(
            &self.now.genesis,
            number,
            stream,
            &link,
            &parts,
            &book,
            beacon,
        ))
    }

    /// A link of the sealed chain: from the secrets, or opened in the journal at the end.
    fn sealed_link(&self, draw: u64) -> Kept<String> {
        if let Ok(secrets) = self.secrets() {
            let link = secrets.sealed.link(draw);
            return link.map_err(|error| StoreError::damaged(&self.folder, error.to_string()));
        }
        for entry in self.entries()? {
            let entry = entry?;
            if entry.kind() == "open" && u64::try_from(entry.int("draw")) == Ok(draw) {
                return Ok(entry.text("server").to_owned());
            }
        }
        // Without its chain a game that goes on cannot tell; reading the secrets again says why.
        self.secrets().map(|_| String::new())
    }
}
