//! Results of search and combat at sea, and what they are called.

use serde::{Deserialize, Serialize};

use super::super::units::Hull;
use crate::board::UnitId;
use crate::engine::say::Say;
use crate::orders::Phrase;

/// 18.33: what German aircraft found in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// All task forces, their ships and types.
    Types,
    /// All, and how many ships.
    Count,
    /// All.
    All,
    /// One.
    One,
    Nothing,
}

/// 19.21: how well aircraft work together against a task force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accord {
    Full,
    Partial,
    Poor,
}

/// 19.42, 19.74: what fire does to what it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    None,
    Damaged,
    Sunk,
    /// A convoy loses a step of what it carries.
    Step,
    /// It loses two.
    TwoSteps,
}

/// 19.77: how a German unit gets away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flight {
    /// With the loss of a step.
    Away,
    /// Under the fire of destroyers.
    Chased,
    /// It does not.
    Scattered,
}

crate::say_nothing!(Found, Accord, Effect, Flight);

impl Found {
    pub(in super::super) const fn words(self) -> &'static str {
        match self {
            Self::Types | Self::Count | Self::All => "scours-finds",
            Self::One => "scours-finds-one",
            Self::Nothing => "scours-not",
        }
    }
}

impl Accord {
    pub(in super::super) const fn words(self) -> &'static str {
        match self {
            Self::Full => "concert-full",
            Self::Partial => "concert-partial",
            Self::Poor => "concert-poor",
        }
    }

    pub(in super::super) const fn rule(self) -> &'static str {
        "19.21"
    }
}

impl Effect {
    pub(in super::super) const fn bombed(self) -> &'static str {
        match self {
            Self::None | Self::Step | Self::TwoSteps => "bombs-miss",
            Self::Damaged => "bombs-damage",
            Self::Sunk => "bombs-sink",
        }
    }

    pub(in super::super) const fn fired(self) -> &'static str {
        match self {
            Self::None => "fire-misses",
            Self::Damaged => "fire-damages",
            Self::Sunk => "fire-sinks",
            Self::Step => "fire-costs-a-step",
            Self::TwoSteps => "fire-costs-two",
        }
    }
}

impl Flight {
    pub(in super::super) const fn words(self) -> &'static str {
        match self {
            Self::Away => "breaks-off",
            Self::Chased => "breaks-off-chased",
            Self::Scattered => "breaks-off-scattered",
        }
    }
}

/// How many ships of which types: empty where nobody told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Roster(pub Vec<(Hull, u8)>);

impl Roster {
    /// Of some types, in their order.
    pub fn of(mut hulls: Vec<Hull>) -> Self {
        hulls.sort_unstable();
        let mut roster: Vec<(Hull, u8)> = Vec::new();
        for hull in hulls {
            match roster.last_mut() {
                Some((last, n)) if *last == hull => *n += 1,
                _ => roster.push((hull, 1)),
            }
        }
        Self(roster)
    }

    /// What is said of a report of so many ships, with these types and names.
    pub(in super::super) fn words(&self, ships: i32, names: &[UnitId]) -> &'static str {
        if ships == 0 {
            "reported-decoy"
        } else if !names.is_empty() {
            "reported-ships"
        } else if self.0.is_empty() {
            "reported-count"
        } else {
            "reported-types"
        }
    }

    /// As on the counters: `2 BB, 1 CL`.
    pub fn text(&self) -> String {
        let one = |(hull, n): &(Hull, u8)| format!("{n} {}", hull.letters());
        let all: Vec<String> = self.0.iter().map(one).collect();
        all.join(", ")
    }
}

impl Say for Roster {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.text())
    }
}

impl Hull {
    /// As on the counters, the same in both languages.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Bb => "BB",
            Self::Cv => "CV",
            Self::Cl => "CL",
            Self::ClA => "CL-A",
            Self::Ml => "ML",
            Self::Dd => "DD",
            Self::Dd2 => "DD×2",
            Self::Transport => "TR",
            Self::Convoy => "convoy",
            Self::Mas => "MAS",
            Self::Decoy => "decoy",
        }
    }
}
