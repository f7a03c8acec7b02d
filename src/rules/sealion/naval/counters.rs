//! Rules 1.1.32 and 1.2: ships and points as the counters that move and fight.

use super::super::state::Position;
use super::super::units::Class;
use crate::board::UnitId;

/// A counter: a ship, or one or two points of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Counter {
    pub units: Vec<UnitId>,
    pub class: Class,
    pub attack: i32,
    pub defence: i32,
    pub torpedoes: bool,
}

impl Counter {
    /// What it is called by.
    pub fn lead(&self) -> UnitId {
        self.units.first().copied().unwrap_or_default()
    }

    /// 9.2.1: whether it fires; carriers are fired at.
    pub const fn fights(&self) -> bool {
        !self.class.carries()
    }

    /// How much a player minds its loss, and how much his enemy wants it.
    pub fn worth(&self) -> i32 {
        let each = match self.class {
            Class::Bb | Class::Bc => 8,
            Class::Pb | Class::Pd => 6,
            Class::Ca => 5,
            Class::Prahm | Class::Lc | Class::Mb => 4,
            Class::Cl | Class::Cla | Class::Cd | Class::Ap => 3,
            Class::Dd | Class::Tb => 2,
        };
        let points = i32::try_from(self.units.len()).unwrap_or(1);
        each * points
    }
}

/// Rule 1.2: the fewest counters that some ships and points make. Points pair by class and nation, motor boats never.
pub(in super::super) fn counters(v: &Position<'_>, units: &[UnitId]) -> Vec<Counter> {
    let mut sorted = units.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut found: Vec<Counter> = Vec::new();
    for unit in sorted {
        let hull = v.data.hull(unit);
        if hull.class.is_points() && hull.class != Class::Mb {
            let half = found.iter_mut().find(|counter| {
                counter.units.len() == 1
                    && counter.class == hull.class
                    && v.data.hull(counter.lead()).nation == hull.nation
            });
            if let Some(counter) = half {
                counter.units.push(unit);
                counter.attack = hull.faces[0].attack;
                counter.defence = hull.faces[0].defence;
                continue;
            }
        }
        let face = usize::from(hull.class.is_points() || v.ship(unit).damaged);
        found.push(Counter {
            units: vec![unit],
            class: hull.class,
            attack: hull.faces[face].attack,
            defence: hull.faces[face].defence,
            torpedoes: hull.torpedoes[face],
        });
    }
    found
}

/// How much some ships can throw at an enemy.
pub(in super::super) fn strength(v: &Position<'_>, units: &[UnitId]) -> i32 {
    let counters = counters(v, units);
    counters
        .iter()
        .filter(|one| one.fights())
        .map(|one| one.attack + one.defence)
        .sum()
}
