//! Where dice come from.

use std::collections::BTreeMap;

use super::bot::{Rng, fnv};
use super::dice::{Spec, roll};
use super::fault::Fault;
use super::odds::Tape;

/// Where the dice of a run come from.
#[derive(Clone, Debug)]
pub enum DiceSource {
    /// From nowhere: the run only looks.
    None,
    /// From a committed draw.
    Draw {
        /// The seed of the public stream.
        public: String,
        /// The seed of the sealed stream.
        sealed: String,
    },
    /// From a case file.
    Script(Script),
    /// From a bot's generator, without labels: for games that nobody needs to verify.
    Quick(Box<Rng>),
    /// From a seed and the label alone: equal labels get equal dice, in whatever game.
    ByLabel(u64),
    /// From one path through all that can fall: to find out how likely things are.
    Tape(Box<Tape>),
}

impl DiceSource {
    /// Rolls.
    pub fn roll(&mut self, label: &str, spec: Spec, hidden: bool) -> Result<Vec<u32>, Fault> {
        match self {
            Self::None => Err(Fault::NoDice(label.to_owned())),
            Self::Draw { public, sealed } => {
                Ok(roll(if hidden { sealed } else { public }, label, spec))
            }
            Self::Script(script) => script.take(label, spec),
            Self::Quick(rng) => Ok(quick(rng, spec)),
            Self::Tape(tape) => tape
                .roll(label, spec)
                .ok_or_else(|| Fault::NoDice(label.to_owned())),
            Self::ByLabel(seed) => Ok(quick(&mut Rng::new(*seed ^ fnv(label)), spec)),
        }
    }
}

pub(super) fn quick(rng: &mut Rng, spec: Spec) -> Vec<u32> {
    match spec {
        Spec::Dice { count, sides } => (0..count).map(|_| rng.below(sides) + 1).collect(),
        Spec::Shuffle(n) => {
            let mut cards: Vec<u32> = (1..=n).collect();
            for i in (1..cards.len()).rev() {
                let j = rng.below(u32::try_from(i + 1).unwrap_or(u32::MAX)) as usize;
                cards.swap(i, j);
            }
            cards
        }
    }
}

/// Dice scripted by label, or by the tail of a label where only one roll has it.
#[derive(Clone, Debug, Default)]
pub struct Script {
    lines: BTreeMap<String, (Vec<u32>, bool)>,
}

impl Script {
    /// A script of these rolls.
    pub fn new(rolls: impl IntoIterator<Item = (String, Vec<u32>)>) -> Self {
        Self {
            lines: rolls
                .into_iter()
                .map(|(label, values)| (label, (values, false)))
                .collect(),
        }
    }

    fn take(&mut self, label: &str, spec: Spec) -> Result<Vec<u32>, Fault> {
        let fits = |tail: &str| {
            label == tail
                || label
                    .strip_suffix(tail)
                    .is_some_and(|head| head.ends_with('/'))
        };
        // The longest tail is the most particular one.
        let found = self
            .lines
            .iter_mut()
            .filter(|(tail, (_, used))| !used && fits(tail))
            .max_by_key(|(tail, _)| tail.len());
        let Some((_, (values, used))) = found else {
            return Err(Fault::Unscripted {
                label: label.to_owned(),
                spec: spec.to_string(),
            });
        };
        let fits = match spec {
            Spec::Dice { count, sides } => {
                values.len() == count as usize && values.iter().all(|v| (1..=sides).contains(v))
            }
            Spec::Shuffle(n) => {
                let mut sorted = values.clone();
                sorted.sort_unstable();
                sorted.into_iter().eq(1..=n)
            }
        };
        if !fits {
            let values = values
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ");
            return Err(Fault::BadScript {
                label: label.to_owned(),
                spec: spec.to_string(),
                values,
            });
        }
        *used = true;
        Ok(values.clone())
    }

    /// What was scripted and not rolled.
    pub fn unused(&self) -> Vec<&str> {
        self.lines
            .iter()
            .filter(|(_, (_, used))| !used)
            .map(|(label, _)| label.as_str())
            .collect()
    }
}
