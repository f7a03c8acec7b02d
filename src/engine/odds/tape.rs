//! A tape of dice: a run is repeated with the dice of one path through the tree of all that can fall.

use std::collections::BTreeMap;

use super::super::bot::Rng;
use super::super::dice::Spec;
use super::super::record::Source;
use super::super::source::quick;
use super::faces::{Alike, Fall, falls};
use crate::orders::Picks;

/// Which contest a roll belongs to: by the name of the step and the rest of the label.
pub type ContestOf = for<'l> fn(&str, &'l str) -> &'l str;

/// What other fights are decided by: it is never a game's seed.
const SEED: u64 = 0x0dd5;

/// A roll was asked for that the tape cannot give: the run ends here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The contest is over: what comes next belongs to another.
    Over,
    /// More can fall than can be listed.
    Wide,
    /// It goes on for too long.
    Long,
    /// From here on only the position and what the rules say matters.
    Knot,
}

/// What dice fall in a run.
#[derive(Clone, Debug)]
pub struct Tape {
    of: ContestOf,
    step: String,
    /// The contest whose dice vary.
    contest: String,
    /// The path: which of all ways the dice of each roll fall.
    pub path: Vec<usize>,
    /// What could have fallen at each roll of the contest.
    pub asked: Vec<Vec<Fall>>,
    /// Dice by chance instead of a path.
    pub chance: Option<Rng>,
    /// Knots to pass before the run ends at one; `None`: pass them all.
    pub knots: Option<usize>,
    /// What the rules say at the knot where the run ended.
    pub knot: String,
    /// How many rolls there were.
    rolls: usize,
    /// Why the run ended.
    pub cut: Option<Cut>,
    /// What was answered before the contest began. Up to there every run is the same, and letters need not be read again.
    pub answers: BTreeMap<String, (Picks, Source)>,
    /// What the dice of the next roll mean.
    alike: Option<Vec<Alike>>,
    passed: usize,
    at: usize,
    begun: bool,
    longest: usize,
}

impl Tape {
    /// A tape for one contest of a step.
    pub fn new(of: ContestOf, step: &str, contest: &str, longest: usize) -> Self {
        Self {
            of,
            step: step.to_owned(),
            contest: contest.to_owned(),
            path: Vec::new(),
            asked: Vec::new(),
            chance: None,
            knots: None,
            knot: String::new(),
            rolls: 0,
            cut: None,
            answers: BTreeMap::new(),
            alike: None,
            passed: 0,
            at: 0,
            begun: false,
            longest,
        }
    }

    /// How a question was answered in an earlier run that came to it in the same way.
    pub fn answered(&self, key: &str) -> Option<&(Picks, Source)> {
        self.answers.get(key).filter(|_| !self.begun)
    }

    /// Keeps an answer for the next runs.
    pub fn answer(&mut self, key: &str, picks: &Picks, source: &Source) {
        if !self.begun {
            self.answers
                .insert(key.to_owned(), (picks.clone(), source.clone()));
        }
    }

    /// Says what the dice of the next roll mean.
    pub fn mean(&mut self, alike: Vec<Alike>) {
        self.alike = Some(alike);
    }

    /// The contest that a label belongs to.
    pub fn contest_of<'l>(&self, label: &'l str) -> &'l str {
        let rest = label.strip_prefix(&self.step).unwrap_or(label);
        (self.of)(&self.step, rest.trim_start_matches('/'))
    }

    /// Whether the run ends at this knot.
    pub fn knot(&mut self, locals: impl FnOnce() -> String) -> bool {
        if !self.begun {
            return false;
        }
        self.passed += 1;
        match self.knots {
            Some(knots) if self.passed > knots => {
                self.knot = locals();
                self.cut = Some(Cut::Knot);
                true
            }
            _ => false,
        }
    }

    /// How many knots the run has passed or ended at.
    pub const fn passed(&self) -> usize {
        self.passed
    }

    /// The dice of a roll; nothing if the run ends here.
    pub fn roll(&mut self, label: &str, spec: Spec) -> Option<Vec<u32>> {
        // The order of a deck matters where a card is drawn, and there each may come.
        if let Spec::Shuffle(cards) = spec {
            return Some((1..=cards).collect());
        }
        let alike = self.alike.take();
        let own = self.contest_of(label) == self.contest;
        if self.rolls >= self.longest {
            self.cut = Some(Cut::Long);
            return None;
        }
        self.rolls += 1;
        if !own {
            if self.begun {
                self.cut = Some(Cut::Over);
                return None;
            }
            // Other fights go the same way each time.
            return Some(quick(&mut Rng::named(SEED, label), spec));
        }
        self.begun = true;
        if let Some(rng) = &mut self.chance {
            return Some(quick(rng, spec));
        }
        let Some(falls) = falls(spec, alike.as_deref()) else {
            self.cut = Some(Cut::Wide);
            return None;
        };
        let chosen = self.path.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        let values = falls.get(chosen).map(|fall| fall.values.clone());
        self.asked.push(falls);
        values
    }
}
