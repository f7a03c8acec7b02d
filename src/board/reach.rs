//! How far something comes: by the cheapest ways, with places where it must stop; and where a retreat can lead.
//!
//! What a step costs and who bars it is the game's; it says so for one space at a time, so that zones beside the map and
//! roads are neighbours like others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::space::SpaceId;

/// A step that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it leads.
    pub to: SpaceId,
    /// What it costs.
    pub cost: u32,
    /// Whether whoever takes it goes no further: an enemy's zone of control.
    pub stops: bool,
}

impl Step {
    /// A step like any other.
    pub const fn on(to: SpaceId, cost: u32) -> Self {
        Self {
            to,
            cost,
            stops: false,
        }
    }

    /// A step that is the last one.
    pub const fn last(to: SpaceId, cost: u32) -> Self {
        Self {
            to,
            cost,
            stops: true,
        }
    }
}

/// How a space was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrival {
    cost: u32,
    from: SpaceId,
    stops: bool,
}

/// Everywhere that can be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    start: SpaceId,
    found: BTreeMap<SpaceId, Arrival>,
}

impl Reach {
    /// Floods from a space with a budget; `next` gives the steps from a space reached at a cost, best in a fixed order.
    pub fn flood(
        start: SpaceId,
        budget: u32,
        mut next: impl FnMut(SpaceId, u32, &mut Vec<Step>),
    ) -> Self {
        let mut found: BTreeMap<SpaceId, Arrival> = BTreeMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, start))]);
        let mut steps = Vec::new();
        while let Some(Reverse((cost, at))) = queue.pop() {
            let here = found.get(&at);
            if here.is_some_and(|here| here.cost < cost || here.stops) {
                continue;
            }
            steps.clear();
            next(at, cost, &mut steps);
            for step in &steps {
                let Some(cost) = cost.checked_add(step.cost).filter(|cost| *cost <= budget) else {
                    continue;
                };
                let better = |old: &Arrival| (cost, step.stops) < (old.cost, old.stops);
                if step.to != start && found.get(&step.to).is_none_or(better) {
                    let (from, stops) = (at, step.stops);
                    found.insert(step.to, Arrival { cost, from, stops });
                    queue.push(Reverse((cost, step.to)));
                }
            }
        }
        Self { start, found }
    }

    /// What it costs to get there.
    pub fn cost(&self, to: SpaceId) -> Option<u32> {
        if to == self.start {
            return Some(0);
        }
        self.found.get(&to).map(|arrival| arrival.cost)
    }

    /// Whether one gets there.
    pub fn has(&self, to: SpaceId) -> bool {
        self.cost(to).is_some()
    }

    /// Every place reached but the start, in order.
    pub fn places(&self) -> impl Iterator<Item = SpaceId> {
        self.found.keys().copied()
    }

    /// The way there: each space entered.
    pub fn way(&self, to: SpaceId) -> Option<Vec<SpaceId>> {
        let mut way = Vec::new();
        let mut at = to;
        while at != self.start {
            way.push(at);
            at = self.found.get(&at)?.from;
        }
        way.reverse();
        Some(way)
    }
}

/// The ways a retreat of exactly so many steps can go, no space twice, in the order of `next`: those that end as far
/// from the start as they are long, and only where there is none the others.
pub fn retreats(
    start: SpaceId,
    steps: u32,
    next: &dyn Fn(SpaceId, &mut Vec<SpaceId>),
    apart: &dyn Fn(SpaceId, SpaceId) -> u32,
) -> Vec<Vec<SpaceId>> {
    let mut ways: Vec<Vec<SpaceId>> = vec![Vec::new()];
    let mut near = Vec::new();
    for _ in 0..steps {
        let mut longer = Vec::new();
        for way in ways {
            near.clear();
            next(way.last().copied().unwrap_or(start), &mut near);
            for to in near.iter().filter(|to| **to != start && !way.contains(to)) {
                let mut way = way.clone();
                way.push(*to);
                longer.push(way);
            }
        }
        ways = longer;
    }
    let far = |way: &Vec<SpaceId>| way.last().is_some_and(|end| apart(start, *end) == steps);
    if ways.iter().any(far) {
        ways.retain(far);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of spaces from 0 to 9, and 20 beside 3.
    fn row(at: SpaceId, out: &mut Vec<Step>) {
        let SpaceId(n) = at;
        if n == 20 {
            return out.push(Step::on(SpaceId(3), 1));
        }
        if n > 0 {
            out.push(Step::on(SpaceId(n - 1), 2));
        }
        if n < 9 {
            out.push(Step::on(SpaceId(n + 1), 2));
        }
        if n == 3 {
            out.push(Step::last(SpaceId(20), 1));
        }
    }

    #[test]
    fn one_comes_as_far_as_the_budget_and_no_further_than_a_stop() {
        let reach = Reach::flood(SpaceId(2), 5, |at, _, out| row(at, out));
        let places: Vec<u16> = reach.places().map(|at| at.0).collect();
        assert_eq!(places, [0, 1, 3, 4, 20]);
        assert_eq!(reach.cost(SpaceId(20)), Some(3));
        assert_eq!(reach.way(SpaceId(4)), Some(vec![SpaceId(3), SpaceId(4)]));
        assert_eq!(reach.cost(SpaceId(2)), Some(0));
        assert_eq!(reach.way(SpaceId(9)), None);
        // From the stop one may start.
        let out = Reach::flood(SpaceId(20), 3, |at, _, out| row(at, out));
        assert!(out.has(SpaceId(4)) && out.has(SpaceId(2)));
    }

    #[test]
    fn a_dearer_way_that_goes_on_does_not_undo_a_stop() {
        let next = |at: SpaceId, _, out: &mut Vec<Step>| match at.0 {
            0 => out.extend([Step::last(SpaceId(1), 1), Step::on(SpaceId(2), 1)]),
            1 => out.push(Step::on(SpaceId(3), 1)),
            2 => out.push(Step::last(SpaceId(1), 1)),
            _ => {}
        };
        let reach = Reach::flood(SpaceId(0), 9, next);
        assert!(!reach.has(SpaceId(3)));
        assert_eq!(reach.cost(SpaceId(1)), Some(1));
    }

    #[test]
    fn a_retreat_goes_away_if_it_can() {
        let near = |at: SpaceId, out: &mut Vec<SpaceId>| {
            let SpaceId(n) = at;
            out.extend([n.saturating_sub(1), n + 1].map(SpaceId));
        };
        let apart = |a: SpaceId, b: SpaceId| u32::from(a.0.abs_diff(b.0));
        let ways = retreats(SpaceId(5), 2, &near, &apart);
        let spaces = |way: &[u16]| way.iter().copied().map(SpaceId).collect::<Vec<_>>();
        assert_eq!(ways, [spaces(&[4, 3]), spaces(&[6, 7])]);
        // Round a corner only where nothing else is left.
        let ring = |at: SpaceId, out: &mut Vec<SpaceId>| {
            out.extend([(at.0 + 2) % 3, (at.0 + 1) % 3].map(SpaceId));
        };
        let ways = retreats(SpaceId(0), 2, &ring, &|_, _| 1);
        assert_eq!(ways, [spaces(&[2, 1]), spaces(&[1, 2])]);
    }
}
