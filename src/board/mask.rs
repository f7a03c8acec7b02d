//! Some of the spaces of a board.

use super::space::SpaceId;

/// Some of the spaces, as a set that is quick to ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask(Vec<u64>);

impl Mask {
    /// None of them.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Whether a space is one of them.
    pub fn has(&self, at: SpaceId) -> bool {
        let word = self.0.get(at.index() / 64).copied().unwrap_or(0);
        word >> (at.index() % 64) & 1 == 1
    }

    /// Adds a space; tells whether it is new.
    pub fn add(&mut self, at: SpaceId) -> bool {
        let (word, bit) = (at.index() / 64, 1 << (at.index() % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        match self.0.get_mut(word) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }
}

impl FromIterator<SpaceId> for Mask {
    fn from_iter<T: IntoIterator<Item = SpaceId>>(iter: T) -> Self {
        let mut mask = Self::new();
        for at in iter {
            mask.add(at);
        }
        mask
    }
}
