//! The seeds of every draw, so that each die can be held against the one its seed gives.

use std::collections::BTreeMap;

use super::error::{Kept, StoreError};
use super::keeper::Keeper;
use super::log::Entry;
use super::secrets::Secrets;
use crate::engine::dice::{Contribution, Spec, Stream, draw_seed, opens, roll};
use crate::engine::game::Game;

/// What the journal says of one draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draw {
    /// Its number: the run has the same.
    pub number: u64,
    /// When its orders were closed.
    pub time: String,
    /// The referee's link.
    pub link: String,
    /// What each seat brought.
    pub parts: Vec<Contribution>,
    /// Whether the referee's link opens the one shown before it.
    pub opens: bool,
    /// The seed of the open rolls.
    public: String,
    /// The seed of the hidden rolls, if the reader may have it.
    sealed: Option<String>,
}

/// How far a roll is proven to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is the roll that the draw gives.
    Holds,
    /// It came from the sealed chain, which is opened at the end of the game.
    Sealed,
    /// It is not the roll that the draw gives.
    Fails,
}

impl Draw {
    /// Holds a roll against its seed.
    pub fn proof(&self, label: &str, spec: Spec, values: &[u32], hidden: bool) -> Proof {
        let seed = if hidden {
            self.sealed.as_ref()
        } else {
            Some(&self.public)
        };
        match seed {
            None => Proof::Sealed,
            Some(seed) if self.opens && roll(seed, label, spec) == values => Proof::Holds,
            Some(_) => Proof::Fails,
        }
    }
}

impl<G: Game> Keeper<G> {
    /// All draws that were made. With `referee` hidden rolls can be checked at any time, else when the game is over.
    pub fn draws(&self, referee: bool) -> Kept<BTreeMap<u64, Draw>> {
        let secrets = if referee {
            Secrets::read(&self.folder, &self.now.terms.game).ok()
        } else {
            None
        };
        let number = |entry: &Entry| u64::try_from(entry.int("draw")).unwrap_or(0);
        let opened = self.opened_links()?;
        let mut draws = BTreeMap::new();
        let (mut before, mut closed) = (String::new(), None);
        for entry in self.entries()? {
            let entry = entry?;
            match entry.kind() {
                "genesis" => entry.text("server_public").clone_into(&mut before),
                "close" => closed = Some(entry),
                "draw" => {
                    let n = number(&entry);
                    let link = match (&secrets, opened.get(&n)) {
                        (Some(secrets), _) => secrets.sealed.link(n).ok(),
                        (None, link) => link.cloned(),
                    };
                    let draw = self.one_draw(&entry, closed.take(), &before, link.as_deref());
                    before.clone_from(&draw.link);
                    draws.insert(n, draw);
                }
                _ => {}
            }
        }
        if draws.is_empty() {
            let what = "nothing has been played yet";
            return Err(StoreError::user(&self.folder, what));
        }
        Ok(draws)
    }

    /// The links of the sealed chain that the end of the game has opened.
    fn opened_links(&self) -> Kept<BTreeMap<u64, String>> {
        let mut links = BTreeMap::new();
        if self.now.over.is_empty() {
            return Ok(links);
        }
        for entry in self.entries()? {
            let entry = entry?;
            if entry.kind() == "open" {
                let draw = u64::try_from(entry.int("draw")).unwrap_or(0);
                links.insert(draw, entry.text("server").to_owned());
            }
        }
        Ok(links)
    }

    fn one_draw(
        &self,
        entry: &Entry,
        closed: Option<Entry>,
        before: &str,
        sealed: Option<&str>,
    ) -> Draw {
        let number = u64::try_from(entry.int("draw")).unwrap_or(0);
        let closed = closed.unwrap_or_else(|| Entry::new("close"));
        let parts: Vec<Contribution> = entry
            .list("contrib")
            .iter()
            .filter_map(|line| line.parse().ok())
            .collect();
        let genesis = &self.now.genesis;
        let terms = &self.now.terms;
        let book = terms.mixed_in(genesis, number, closed.list("book"));
        let beacon = entry.text("beacon_value");
        let seed =
            |stream, link: &str| draw_seed(genesis, number, stream, link, &parts, &book, beacon);
        let link = entry.text("server");
        Draw {
            number,
            time: closed.text("time").to_owned(),
            link: link.to_owned(),
            opens: opens(link, before),
            public: seed(Stream::Public, link),
            sealed: sealed.map(|link| seed(Stream::Sealed, link)),
            parts,
        }
    }
}
