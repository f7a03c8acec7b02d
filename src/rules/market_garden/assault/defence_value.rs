//! Rule 10.73: the defence value, and the forward unit it begins with.

use super::super::ground::Water;
use super::super::look::Look;
use super::super::pulse::Via;
use super::super::state::Side;
use super::Attack;
use crate::board::{SpaceId, UnitId};
use crate::engine::tally::Tally;

impl Look<'_> {
    /// Rule 10.73: the defence value.
    pub(in super::super) fn defence_value(self, attack: &Attack, forward: UnitId) -> Tally {
        let table = &self.d.tables.assault;
        let (place, defender) = (self.d.ground.place(attack.at), attack.side.other());
        let mut tally = Tally::of_rule("10.73");
        let counter = self.counter(forward);
        let factor = self.defence_factor(forward);
        tally.term_of("forward-unit", &counter.id, factor, "10.73/a");
        tally.term("terrain", place.tem, "10.73/b");
        let (bridge, water) = self.crossing_bonus(attack);
        if water > 0 && water >= bridge {
            tally.term("water", water, "10.73/d");
        } else {
            tally.term("bridge", bridge, "10.73/c");
        }
        let mut fresh = 0;
        for unit in self.units(defender, attack.at) {
            let counts = counter_of(self, unit, attack.at);
            fresh += i32::from(unit != forward && self.fresh(unit) && counts);
        }
        tally.term("fresh-units", fresh * table.fresh, "10.73/e");
        tally
    }

    /// Rule 10.73A: the defence factor as it stands, less the disruption.
    pub(in super::super) fn defence_factor(self, unit: UnitId) -> i32 {
        let counter = self.counter(unit);
        let printed = if self.fresh(unit) {
            counter.defence
        } else {
            counter.spent
        };
        printed - self.level(unit).disruption()
    }

    /// Rule 10.73: what a bridge and what open water give the defender.
    fn crossing_bonus(self, attack: &Attack) -> (i32, i32) {
        let table = &self.d.tables.assault;
        let (mut bridge, mut water, mut mandatory) = (0, 0, false);
        for unit in &attack.units {
            let Some(acting) = self.acting(*unit).filter(|acting| acting.moved) else {
                continue;
            };
            mandatory |= acting.must;
            if acting.via.takes_all() {
                water = table.water;
            }
            if acting.via == Via::Bridge {
                let held = self.holder(acting.over) != attack.side;
                let river = self.d.ground.edge(acting.over).water == Water::River;
                let bonus = table.bridge
                    + if held { table.bridge_held } else { 0 }
                    + if river { table.bridge_river } else { 0 };
                bridge = bridge.max(bonus);
            }
        }
        (if mandatory { bridge } else { 0 }, water)
    }

    /// Rule 15.1: who may be forward unit; the best first.
    pub(in super::super) fn forward_units(self, side: Side, at: SpaceId) -> Vec<UnitId> {
        let guns = |unit: &UnitId| self.counter(*unit).kind.is_artillery();
        let mut units: Vec<UnitId> = self.units(side, at).filter(|unit| !guns(unit)).collect();
        if units.is_empty() {
            units = self.units(side, at).collect();
        }
        let rank = |unit: &UnitId| {
            let counter = self.counter(*unit);
            (
                std::cmp::Reverse(self.defence_factor(*unit)),
                !self.fresh(*unit),
                counter.attack,
                *unit,
            )
        };
        units.sort_by_key(rank);
        units
    }
}

/// Rule 10.73E: airborne units without a line to F do not count.
fn counter_of(look: Look<'_>, unit: UnitId, at: SpaceId) -> bool {
    look.counter(unit).airborne.is_none() || look.line_to_f(at)
}
