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

impl Term {
    /// A term anybody may read.
    pub fn new(name: &str, value: i32, rule: &str) -> Self {
        Self {
            name: name.to_owned(),
            of: None,
            value,
            rule: rule.to_owned(),
            audience: Audience::All,
        }
    }
}

/// One die thrown for somebody against a number of his own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// For whom, by id.
    pub of: String,
    /// How his number came about.
    pub terms: Vec<Term>,
    /// His number: the die must not be above it.
    pub most: i32,
    /// The die.
    pub die: u32,
}

impl Test {
    /// Whether the die is not above the number; against less than 1 nothing helps.
    pub fn passed(&self) -> bool {
        i64::from(self.die) <= i64::from(self.most)
    }
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
    /// What the sum of the dice must not be above, where low is good; the terms then add up to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// The dice one by one, where each is thrown for somebody against his own number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Test>,
}

impl Tally {
    /// Whether dice and terms are added up, to be held against another tally or nothing.
    pub fn is_sum(&self) -> bool {
        let counted = self.each.is_some() || self.most.is_some() || !self.tests.is_empty();
        !counted && !self.dice.is_empty() && !self.terms.is_empty()
    }

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

    /// Says that the dice must not be above the sum of the terms, where low is good.
    pub fn at_most(&mut self) -> &mut Self {
        self.most = Some(self.sum());
        self
    }

    /// Adds a die that is thrown for somebody against his own number, the sum of the terms.
    pub fn test(&mut self, of: &str, terms: Vec<Term>, die: u32) -> &mut Self {
        let most = terms
            .iter()
            .map(|term| term.value)
            .fold(0, i32::saturating_add);
        self.tests.push(Test {
            of: of.to_owned(),
            terms,
            most: most.max(0),
            die,
        });
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

    fn sum(&self) -> i32 {
        self.terms
            .iter()
            .map(|term| term.value)
            .fold(0, i32::saturating_add)
    }

    /// The sum of terms and dice; of the dice alone where they are held against the terms.
    pub fn total(&self) -> i32 {
        let terms = if self.most.is_some() { 0 } else { self.sum() };
        self.dice
            .iter()
            .map(Dice::sum)
            .fold(terms, i32::saturating_add)
    }

    /// Whether the total reaches what is needed, or is not above what it may be.
    pub fn reached(&self) -> bool {
        self.needed.is_none_or(|needed| self.total() >= needed)
            && self.most.is_none_or(|most| self.total() <= most)
    }

    /// The tally as a side may read it.
    #[must_use]
    pub fn for_side(&self, side: &str) -> Self {
        let mut tally = self.clone();
        let may = |term: &Term| match &term.audience {
            Audience::All => true,
            Audience::Only(only) => only == side,
        };
        tally.terms.retain(may);
        for test in &mut tally.tests {
            test.terms.retain(may);
        }
        tally
    }
}
