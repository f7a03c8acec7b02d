//! Strengths, term by term (3.0, 9.0, 10.1, 10.7, 3.5, 3.6).

use super::fire::Shot;
use super::position::Position;
use crate::board::UnitId;
use crate::engine::tally::Term;

/// What changes the strength of a land unit in a combat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Circumstances {
    /// 9.0: it attacks across a river.
    pub(super) river: bool,
    /// 10.7: it lands from ships.
    pub(super) landing: bool,
    /// 9.0: infantry defending in mountains.
    pub(super) mountain: bool,
    /// 10.7/b: defending a port against a landing alone.
    pub(super) port: bool,
    /// 3.5/a: a general is with it.
    pub(super) inspired: bool,
    /// 10.1: cut off.
    pub(super) cut_off: bool,
}

/// A land unit's strength: attack or defence, with all that changes it.
pub(super) fn land(
    pos: Position<'_>,
    unit: UnitId,
    attacks: bool,
    now: Circumstances,
) -> Vec<Term> {
    let base = if attacks {
        pos.attack(unit)
    } else {
        pos.defence(unit)
    };
    let name = if attacks { "attack" } else { "defence" };
    let mut terms = vec![Term::new(name, base, "3.0")];
    let halve = |terms: &mut Vec<Term>| {
        let sum: i32 = terms.iter().map(|term| term.value).sum();
        // Half, rounded up.
        let half = (sum.max(0) + 1) / 2;
        terms.push(Term::new("cut-off", half - sum, "10.1"));
    };
    if now.cut_off && pos.d.on.halve_first {
        halve(&mut terms);
    }
    let mut add = |name: &str, value: i32, rule: &str, applies: bool| {
        if applies {
            terms.push(Term::new(name, value, rule));
        }
    };
    let tables = &pos.d.tables;
    // Rule 3.2.3/a: nothing helps a reduced paratroop unit to hurt anybody.
    let fights = base > 0;
    add("river", tables.river_attack, "9.0", attacks && now.river);
    let lands = attacks && now.landing;
    add("landing", tables.landing_attack, "10.7", lands);
    let climbs = !attacks && now.mountain && pos.class(unit).is_infantry() && fights;
    add("mountain", tables.mountain_defence, "9.0", climbs);
    let port = !attacks && now.port && fights;
    add("port", tables.port_defence, "10.7", port);
    let led = now.inspired && fights;
    add("general", tables.leader_bonus, "3.5", led);
    if now.cut_off && !pos.d.on.halve_first {
        halve(&mut terms);
    }
    terms.retain(|term| term.value != 0 || term.name == name);
    terms
}

/// A land unit's die.
pub(super) fn land_shot(
    pos: Position<'_>,
    unit: UnitId,
    attacks: bool,
    now: Circumstances,
    wide: bool,
) -> Shot {
    Shot {
        id: pos.unit(unit).id.clone(),
        by: pos.d.owner(unit),
        terms: land(pos, unit, attacks, now),
        wide,
    }
}

/// A die of one printed value, with a leader's help or without.
pub(super) fn shot(
    pos: Position<'_>,
    unit: UnitId,
    (name, value, rule): (&str, i32, &str),
    admiral: bool,
    wide: bool,
) -> Shot {
    let mut terms = vec![Term::new(name, value, rule)];
    if admiral && value > 0 {
        terms.push(Term::new("admiral", pos.d.tables.leader_bonus, "3.6"));
    }
    Shot {
        id: pos.unit(unit).id.clone(),
        by: pos.d.owner(unit),
        terms,
        wide,
    }
}
