//! What became of units and ground: what odds are about.

use std::collections::BTreeMap;

use crate::board::{Picture, SpaceId};

/// Somebody or something that a fight may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A counter: whose, its name, and which of several of that name.
    Unit(usize, String, usize),
    /// A space.
    Ground(SpaceId),
}

/// What changed: steps left of counters (0: gone), and who controls a space (its number; -1: nobody).
pub type Outcome = Vec<(Subject, i32)>;

/// How things stood before.
#[derive(Clone, Debug, Default)]
pub struct Fates {
    units: BTreeMap<(usize, String, usize), i32>,
    control: BTreeMap<SpaceId, usize>,
}

fn units(picture: &Picture) -> BTreeMap<(usize, String, usize), i32> {
    let mut alike: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut units = BTreeMap::new();
    for piece in &picture.pieces {
        let nth = alike.entry((piece.owner, &piece.name)).or_default();
        let key = (piece.owner, piece.name.clone(), *nth);
        *nth += 1;
        units.insert(key, i32::from(piece.steps.0.max(1)));
    }
    units
}

fn number(owner: Option<&usize>) -> i32 {
    owner.map_or(-1, |owner| i32::try_from(*owner).unwrap_or(-1))
}

impl Fates {
    /// How things stand in a picture.
    pub fn of(picture: &Picture) -> Self {
        Self {
            units: units(picture),
            control: picture.control.clone(),
        }
    }

    /// The steps a unit had, if it was there.
    pub fn steps(&self, subject: &Subject) -> i32 {
        match subject {
            Subject::Unit(owner, name, nth) => {
                let key = (*owner, name.clone(), *nth);
                self.units.get(&key).copied().unwrap_or(0)
            }
            Subject::Ground(at) => number(self.control.get(at)),
        }
    }

    /// What is different in another picture.
    pub fn outcome(&self, after: &Picture) -> Outcome {
        let mut outcome = Vec::new();
        let now = units(after);
        for (key, before) in &self.units {
            let left = now.get(key).copied().unwrap_or(0);
            if left != *before {
                let (owner, name, nth) = key.clone();
                outcome.push((Subject::Unit(owner, name, nth), left));
            }
        }
        let spaces = self.control.keys().chain(after.control.keys());
        let mut spaces: Vec<SpaceId> = spaces.copied().collect();
        spaces.sort_unstable();
        spaces.dedup();
        for at in spaces {
            let (before, now) = (self.control.get(&at), after.control.get(&at));
            if before != now {
                outcome.push((Subject::Ground(at), number(now)));
            }
        }
        outcome
    }
}
