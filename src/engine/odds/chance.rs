//! The exact odds of one roll, from its tally.

use super::super::dice::Spec;
use super::super::tally::{Dice, Tally};
use super::faces::{ONE, share};

/// What a roll can come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollOdds {
    /// How likely it succeeds.
    Success(u128),
    /// How likely each number of hits is, from none on.
    Hits(Vec<u128>),
}

/// The odds of the roll of a tally, before it is made; `None` where the tally does not say what is needed.
pub fn odds_of(tally: &Tally) -> Option<RollOdds> {
    let [dice] = tally.dice.as_slice() else {
        return None;
    };
    let Spec::Dice { count, sides } = dice.spec else {
        return None;
    };
    let part = |faces: i64| {
        let faces = u128::try_from(faces.clamp(0, sides.into())).unwrap_or(0);
        faces * ONE / u128::from(sides.max(1))
    };
    if !tally.tests.is_empty() {
        let chances = tally.tests.iter().map(|test| part(test.most.into()));
        return Some(RollOdds::Hits(hits(chances)));
    }
    if let Some(each) = tally.each {
        let chance = part(i64::from(sides) - i64::from(each) + 1);
        let chances = std::iter::repeat_n(chance, count as usize);
        return Some(RollOdds::Hits(hits(chances)));
    }
    let (needed, most) = (tally.needed, tally.most);
    if needed.is_none() && most.is_none() {
        return None;
    }
    let fixed = tally.total() - Dice::sum(dice);
    let good = |sum: i32| {
        let total = fixed.saturating_add(sum);
        needed.is_none_or(|needed| total >= needed) && most.is_none_or(|most| total <= most)
    };
    let sums = sums(count, sides);
    let chance = sums
        .iter()
        .filter(|(sum, _)| good(*sum))
        .map(|(_, weight)| weight)
        .sum();
    Some(RollOdds::Success(chance))
}

/// How likely each number of hits is, of dice with these chances.
fn hits(chances: impl Iterator<Item = u128>) -> Vec<u128> {
    let mut ways = vec![ONE];
    for chance in chances {
        let mut next = vec![0; ways.len() + 1];
        for (n, weight) in ways.iter().enumerate() {
            let hit = share(*weight, chance);
            next[n + 1] += hit;
            next[n] += weight - hit;
        }
        ways = next;
    }
    ways
}

/// How likely the total of one roll is higher than that of another, equal to it, and lower; `None` where one of them is
/// held against something else.
pub fn against(one: &Tally, other: &Tally) -> Option<[u128; 3]> {
    let (one, other) = (totals(one)?, totals(other)?);
    let mut chances = [0; 3];
    for (left, weight) in &one {
        for (right, part) in &other {
            let which = match left.cmp(right) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            chances[which] += share(*weight, *part);
        }
    }
    Some(chances)
}

/// How likely each total of a roll is that has no goal of its own.
fn totals(tally: &Tally) -> Option<Vec<(i32, u128)>> {
    let [dice] = tally.dice.as_slice() else {
        return None;
    };
    let Spec::Dice { count, sides } = dice.spec else {
        return None;
    };
    let goal = tally.needed.is_some() || tally.most.is_some() || tally.each.is_some();
    if goal || !tally.tests.is_empty() {
        return None;
    }
    let fixed = tally.total() - Dice::sum(dice);
    let sums = sums(count, sides).into_iter();
    Some(
        sums.map(|(sum, weight)| (fixed.saturating_add(sum), weight))
            .collect(),
    )
}

/// How likely each sum of dice is.
pub(super) fn sums(count: u32, sides: u32) -> Vec<(i32, u128)> {
    let mut ways = vec![(0, ONE)];
    for _ in 0..count {
        let mut next: std::collections::BTreeMap<i32, u128> = std::collections::BTreeMap::new();
        for (sum, weight) in &ways {
            for face in 1..=sides {
                let face = i32::try_from(face).unwrap_or(i32::MAX);
                *next.entry(sum + face).or_default() += weight / u128::from(sides);
            }
        }
        ways = next.into_iter().collect();
    }
    ways
}
