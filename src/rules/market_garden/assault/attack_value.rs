//! Rule 10.72: the attack value.

use super::super::look::Look;
use super::super::units::Nation;
use super::{Attack, count};
use crate::board::UnitId;
use crate::engine::tally::Tally;

impl Look<'_> {
    /// Rule 10.72: the attack value.
    pub(in super::super) fn attack_value(self, attack: &Attack) -> Tally {
        let (d, table) = (self.d, &self.d.tables.assault);
        let mut tally = Tally::of_rule("10.72");
        let point = self.counter(attack.point);
        tally.term_of("point-unit", &point.id, point.attack, "10.72/a");
        let more = count(attack.units.len().saturating_sub(1));
        tally.term("more-units", more * table.more, "10.72/b");
        tally.term(
            "supporting-guns",
            count(attack.guns.len()) * table.gun,
            "10.72/c",
        );
        let all: Vec<UnitId> = attack.units.iter().chain(&attack.guns).copied().collect();
        let mut divisions: Vec<&str> = Vec::new();
        for unit in &all {
            let division = d.counter(*unit).division.as_str();
            if division.is_empty() || divisions.contains(&division) {
                continue;
            }
            let of = |one: &&UnitId| d.counter(**one).division == division;
            if all.iter().filter(of).count() >= table.division_from {
                tally.term_of("division", division, table.division, "10.72/d");
            }
            divisions.push(division);
        }
        // guns do not count.
        let has = |nation: Nation| {
            attack
                .units
                .iter()
                .any(|unit| d.counter(*unit).nation == nation)
        };
        if has(Nation::Ss) && has(Nation::Wehrmacht) {
            tally.term("mixed", table.mixed, "10.72/e");
        }
        tally
    }
}
