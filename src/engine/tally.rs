//! Tallies: how a number came about.

use serde::{Deserialize, Serialize};

use super::dice::Spec;

/// Dice as they fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    /// The label, which anybody can check in the journal.
    pub label: String,
    /// How many of which sides.
    pub spec: Spec,
    /// The values.
    pub values: Vec<u32>,
}

impl Dice {
    /// The sum.
    pub fn sum(&self) -> i32 {
        self.values
            .iter()
            .map(|value| i32::try_from(*value).unwrap_or(i32::MAX))
            .fold(0, i32::saturating_add)
    }

    /// The n-th die, from 0; nothing behind the last.
    pub fn die(&self, n: usize) -> i32 {
        self.values
            .get(n)
            .and_then(|value| i32::try_from(*value).ok())
            .unwrap_or(0)
    }
}

/// Who may read a term of a tally.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Whoever may read the tally.
    #[default]
    All,
    /// Only the side with this id: the term rests on something the others may not know.
    Only(String),
}

/// One term of a tally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The key of its name in the templates: `attack`, `leader`.
    pub name: String,
    /// Whom it comes from, by id, if that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What it adds.
    pub value: i32,
    /// The rule that gives it.
    pub rule: String,
    /// Who may read it.
    #[serde(default)]
    pub audience: Audience,
}

/// How a number came about: named terms, dice, and what they were held against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The rule of the procedure.
    pub rule: String,
    /// The terms.
    pub terms: Vec<Term>,
    /// The dice.
    pub dice: Vec<Dice>,
    /// What the total had to reach, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<i32>,
    /// What each die had to show, where dice are counted one by one and the terms say how many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<i32>,
}

impl Tally {
    /// An empty tally for a procedure.
    pub fn of_rule(rule: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            ..Self::default()
        }
    }

    /// Adds a term; a term of nothing is left out.
    pub fn term(&mut self, name: &str, value: i32, rule: &str) -> &mut Self {
        if value != 0 {
            self.terms.push(Term {
                name: name.to_owned(),
                of: None,
                value,
                rule: rule.to_owned(),
                audience: Audience::All,
            });
        }
        self
    }

    /// Adds a term that comes from somebody.
    pub fn term_of(&mut self, name: &str, of: &str, value: i32, rule: &str) -> &mut Self {
        self.term(name, value, rule);
        if value != 0
            && let Some(term) = self.terms.last_mut()
        {
            term.of = Some(of.to_owned());
        }
        self
    }

    /// Adds dice.
    pub fn dice(&mut self, dice: &Dice) -> &mut Self {
        self.dice.push(dice.clone());
        self
    }

    /// Says what the total must reach.
    pub const fn need(&mut self, needed: i32) -> &mut Self {
        self.needed = Some(needed);
        self
    }

    /// Says what each die must show; the terms then are the number of dice.
    pub const fn each(&mut self, from: i32) -> &mut Self {
        self.each = Some(from);
        self
    }

    /// How many dice show what each must show.
    pub fn hits(&self) -> i32 {
        let from = self.each.unwrap_or(0);
        let hit = |value: &&u32| i64::from(**value) >= i64::from(from);
        let hits = self
            .dice
            .iter()
            .flat_map(|dice| &dice.values)
            .filter(hit)
            .count();
        i32::try_from(hits).unwrap_or(i32::MAX)
    }

    /// The sum of terms and dice.
    pub fn total(&self) -> i32 {
        let terms = self
            .terms
            .iter()
            .map(|term| term.value)
            .fold(0, i32::saturating_add);
        self.dice
            .iter()
            .map(Dice::sum)
            .fold(terms, i32::saturating_add)
    }

    /// Whether the total reaches what is needed.
    pub fn reached(&self) -> bool {
        self.needed.is_none_or(|needed| self.total() >= needed)
    }

    /// The tally as a side may read it.
    #[must_use]
    pub fn for_side(&self, side: &str) -> Self {
        let mut tally = self.clone();
        tally.terms.retain(|term| match &term.audience {
            Audience::All => true,
            Audience::Only(only) => only == side,
        });
        tally
    }
}
