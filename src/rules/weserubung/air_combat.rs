//! Rules 7.3 and 7.4: air combat.

use super::Board;
use super::event::{Battle, Event, Volley};
use super::fire::{self, Shot, Targets};
use super::flight;
use super::nation::Alliance;
use super::orders::{BreakOff, Judged};
use super::strength;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;

/// One side of a fight.
#[derive(Clone, Debug)]
pub(super) struct Party {
    pub(super) alliance: Alliance,
    pub(super) units: Vec<UnitId>,
    /// Those of them who fight in the air alone, to protect the others (3.3.1).
    pub(super) escort: Vec<UnitId>,
}

impl Party {
    pub(super) const fn new(alliance: Alliance, units: Vec<UnitId>) -> Self {
        Self {
            alliance,
            units,
            escort: Vec::new(),
        }
    }

    /// Those who attack what is on the ground or at sea.
    pub(super) fn strikers(&self) -> Vec<UnitId> {
        let all = self.units.iter().copied();
        all.filter(|unit| !self.escort.contains(unit)).collect()
    }

    /// Leaves out who is no more.
    pub(super) fn count(&mut self, t: &Board<'_>) {
        self.units.retain(|unit| super::pos(t).in_play(*unit));
    }

    fn targets(&self) -> Targets {
        Targets {
            units: self.units.clone(),
            ..Targets::default()
        }
    }
}

/// How a fight ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) attackers: Vec<UnitId>,
    pub(super) defenders: Vec<UnitId>,
    /// Who left the fight, if both sides have somebody left.
    pub(super) fled: Option<Alliance>,
}

/// Rule 7.3: rounds until one side is gone or leaves.
pub(super) fn fight(
    t: &mut Board<'_>,
    at: SpaceId,
    attackers: Party,
    defenders: Party,
) -> Play<End> {
    rounds(t, at, attackers, defenders, false)
}

/// The rounds; `caught` says that the defenders are on their base, which they can leave only for another (7.4).
fn rounds(
    t: &mut Board<'_>,
    at: SpaceId,
    attackers: Party,
    defenders: Party,
    caught: bool,
) -> Play<End> {
    let t: &mut Board<'_> = &mut t.within("dogfight");
    t.happen(Event::Battle {
        battle: Battle::Air,
        at,
        attackers: attackers.units.clone(),
        defenders: defenders.units.clone(),
    })?;
    let (mut attackers, mut defenders) = (attackers, defenders);
    for round in 1_u32.. {
        let t: &mut Board<'_> = &mut t.within(round);
        let first = shots(t, &attackers, true);
        let second = shots(t, &defenders, false);
        if first.is_empty() && second.is_empty() {
            return Ok(end(&attackers, &defenders, None));
        }
        let a = fire::volley(
            t,
            attackers.alliance,
            (Volley::Air, "7.3"),
            at,
            round,
            first,
        )?;
        let d = fire::volley(
            t,
            defenders.alliance,
            (Volley::Air, "7.3"),
            at,
            round,
            second,
        )?;
        fire::settle(
            t,
            &[
                (attackers.alliance, a, defenders.targets()),
                (defenders.alliance, d, attackers.targets()),
            ],
        )?;
        attackers.count(t);
        defenders.count(t);
        if attackers.units.is_empty() || defenders.units.is_empty() {
            return Ok(end(&attackers, &defenders, None));
        }
        // Rule 7.4: the defender first, then the attacker.
        for (own, enemy) in [(&defenders, &attackers), (&attackers, &defenders)] {
            // On the ground on the first turn, or with no other base in reach, nobody can leave (14.2/a, 7.4).
            let pos = super::pos(t);
            let on_base = caught && own.alliance == defenders.alliance;
            let stuck = own.units.iter().any(|unit| {
                pos.is_grounded_nation(*unit) || on_base && flight::refuges(pos, *unit).is_empty()
            });
            if !stuck && leaves(t, at, own, enemy)? {
                return Ok(end(&attackers, &defenders, Some(own.alliance)));
            }
        }
        t.knot((&attackers.units, &defenders.units))?;
    }
    Ok(end(&attackers, &defenders, None))
}

fn end(attackers: &Party, defenders: &Party, fled: Option<Alliance>) -> End {
    End {
        attackers: attackers.units.clone(),
        defenders: defenders.units.clone(),
        fled,
    }
}

fn leaves(t: &mut Board<'_>, at: SpaceId, own: &Party, enemy: &Party) -> Play<bool> {
    let who = fire::speaker(t, own.alliance, &own.units);
    let ask = BreakOff {
        own: own.units.clone(),
        enemy: enemy.units.clone(),
        at,
        air: true,
    };
    t.ask(who, Judged(ask))
}

/// Rule 7.3/a: fighters throw, bombers, Swordfish and transports do not.
fn shots(t: &Board<'_>, party: &Party, attacks: bool) -> Vec<Shot> {
    let pos = super::pos(t);
    let fighters = party
        .units
        .iter()
        .copied()
        .filter(|unit| pos.dogfights(*unit));
    let shot = |unit: UnitId| {
        let value = if attacks {
            ("attack", pos.attack(unit), "7.3")
        } else {
            ("defence", pos.defence(unit), "7.3")
        };
        strength::shot(pos, unit, value, false, true)
    };
    fighters
        .map(shot)
        .filter(|shot| shot.terms[0].value > 0)
        .collect()
}

/// Rules 7.3 and 7.3/a: aircraft are attacked on their base: fighters fight, the others suffer two rounds.
///
/// Gives back who is left of the attackers.
pub(super) fn raid(
    t: &mut Board<'_>,
    at: SpaceId,
    attackers: Party,
    enemy: Alliance,
) -> Play<Party> {
    let mut attackers = attackers;
    let fighters: Vec<UnitId> = {
        let pos = super::pos(t);
        let here = pos.aircraft(at, enemy).into_iter();
        here.filter(|unit| pos.dogfights(*unit)).collect()
    };
    let escorts: Vec<UnitId> = {
        let pos = super::pos(t);
        let fight = attackers.units.iter().copied();
        fight.filter(|unit| pos.dogfights(*unit)).collect()
    };
    if !fighters.is_empty() {
        let on_base = Party::new(enemy, fighters);
        let end = rounds(t, at, attackers.clone(), on_base, true)?;
        attackers.units = end.attackers;
        if end.fled == Some(attackers.alliance) || attackers.units.is_empty() {
            return Ok(attackers);
        }
        if end.fled == Some(enemy) {
            for unit in end.defenders {
                flight::seek_base(t, unit)?;
            }
        }
    } else if escorts.is_empty() && attackers.units.is_empty() {
        return Ok(attackers);
    }
    let helpless: Vec<UnitId> = {
        let pos = super::pos(t);
        let here = pos.aircraft(at, enemy).into_iter();
        here.filter(|unit| !pos.dogfights(*unit)).collect()
    };
    if helpless.is_empty() || attackers.strikers().is_empty() {
        return Ok(attackers);
    }
    let t: &mut Board<'_> = &mut t.within("base");
    t.happen(Event::Battle {
        battle: Battle::Base,
        at,
        attackers: attackers.strikers(),
        defenders: helpless.clone(),
    })?;
    let mut helpless = Party::new(enemy, helpless);
    for round in 1..=t.data().tables.base_raid_rounds {
        let t: &mut Board<'_> = &mut t.within(round);
        let pos = super::pos(t);
        let shots = attackers
            .strikers()
            .into_iter()
            .map(|unit| strength::shot(pos, unit, ("ground", pos.other(unit), "7.3"), false, true));
        let shots = shots.collect();
        let salvo = fire::volley(
            t,
            attackers.alliance,
            (Volley::Raid, "7.3"),
            at,
            round,
            shots,
        )?;
        fire::settle(t, &[(attackers.alliance, salvo, helpless.targets())])?;
        helpless.count(t);
        if helpless.units.is_empty() {
            break;
        }
    }
    Ok(attackers)
}

/// Whether there is anything to attack on a base.
pub(super) fn is_target(t: &Board<'_>, at: SpaceId, enemy: Alliance) -> bool {
    !super::pos(t).aircraft(at, enemy).is_empty() && super::pos(t).d.map.hex(at).holds.is_none()
}
