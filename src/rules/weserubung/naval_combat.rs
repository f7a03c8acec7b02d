//! Rules 8.4, 8.4.1 and 8.5: ships against ships.

use super::Board;
use super::air_combat::Party;
use super::class::Class;
use super::event::{Battle, Check, Event, How, Volley};
use super::fire::{self, Shot, Targets};
use super::leaders;
use super::nation::Alliance;
use super::orders::{Escape, Evade, Judged, Leaving, LetGo};
use super::position::Position;
use super::state::Where;
use super::strength;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// How ships that evade may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evasion {
    /// After an interception: along their route or another, with so much movement left (8.5/a).
    Route(u32),
    /// After a direct attack: one hex or two, any way (8.5/a).
    Away,
}

/// How a battle ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// Ships of the defender that are left in the hex, or free to go on.
    pub(super) defenders: Vec<UnitId>,
    /// Submarines that got away alone and go on by themselves (8.5/c).
    pub(super) slipped: Vec<UnitId>,
}

/// Sea hexes within a number of steps that have no enemy at sea and room for so many ships.
pub(super) fn free_water(
    pos: Position<'_>,
    own: Alliance,
    from: SpaceId,
    steps: u32,
    ships: usize,
) -> Vec<SpaceId> {
    let map = &pos.d.map;
    let may = |place: SpaceId| {
        pos.at_sea(place, own.other()).is_empty() && map.hex(place).holds != Some(own.other())
    };
    let mut found: Vec<SpaceId> = Vec::new();
    let mut edge = vec![from];
    for _ in 0..steps {
        let mut next = Vec::new();
        for here in edge {
            for step in map.steps(here) {
                if step.sea && step.to != from && may(step.to) && !found.contains(&step.to) {
                    found.push(step.to);
                    next.push(step.to);
                }
            }
        }
        edge = next;
    }
    found.retain(|place| pos.space(*place, own, super::class::Arm::Naval) >= ships);
    found
}

/// Hexes in the order of how near they are to friendly ports.
fn toward_port(pos: Position<'_>, own: Alliance, places: &mut [SpaceId]) {
    let ports = pos.d.map.ports.iter().copied();
    let ports: Vec<SpaceId> = ports.filter(|place| pos.is_port(own, *place)).collect();
    let far = |place: &SpaceId| {
        ports
            .iter()
            .map(|port| pos.d.map.distance(*place, *port))
            .min()
            .unwrap_or(0)
    };
    places.sort_by_key(|place| (far(place), *place));
}

/// Rule 8.4: a battle until one side is gone, has evaded or has left.
pub(super) fn battle(
    t: &mut Board<'_>,
    at: SpaceId,
    attackers: Party,
    defenders: Party,
    (evasion, origin): (Evasion, SpaceId),
) -> Play<End> {
    let t: &mut Board<'_> = &mut t.within("battle");
    t.happen(Event::Battle {
        battle: Battle::Naval,
        at,
        attackers: attackers.units.clone(),
        defenders: defenders.units.clone(),
    })?;
    let (mut attackers, mut defenders) = (attackers, defenders);
    let helped = [
        leaders::flag(t, &attackers.units)?,
        leaders::flag(t, &defenders.units)?,
    ];
    let mut slipped = Vec::new();
    if evade(t, at, &attackers, (&mut defenders, &mut slipped), evasion)? {
        return Ok(End {
            defenders: defenders.units,
            slipped,
        });
    }
    for round in 1_u32.. {
        let t: &mut Board<'_> = &mut t.within(round);
        if stalemate(t, &attackers, &defenders) {
            // Nobody can hurt anybody: the attacker leaves if he can.
            let all = attackers.units.clone();
            break_off(t, at, &all, origin)?;
            break;
        }
        exchange(
            t,
            at,
            round,
            (&attackers, &helped[0]),
            (&mut defenders, &helped[1]),
        )?;
        attackers.count(t);
        defenders.count(t);
        if attackers.units.is_empty() || defenders.units.is_empty() {
            break;
        }
        if evade(t, at, &attackers, (&mut defenders, &mut slipped), evasion)? {
            break;
        }
        if defenders.units.is_empty() {
            break;
        }
        let who = fire::speaker(t, attackers.alliance, &attackers.units);
        let ask = Leaving {
            own: attackers.units.clone(),
            enemy: defenders.units.clone(),
            at,
        };
        let leaving = t.ask(who, Given(ask))?;
        if !leaving.is_empty() {
            break_off(t, at, &leaving, origin)?;
            let pos = super::pos(t);
            attackers.units.retain(|ship| pos.at(*ship) == Some(at));
            if attackers.units.is_empty() {
                break;
            }
        }
        // Torpedoes come first in the first round only: all others are alike.
        t.knot((&attackers.units, &defenders.units, &helped))?;
    }
    Ok(End {
        defenders: defenders.units,
        slipped,
    })
}

/// Whether no ship can hit any ship of the other side.
fn stalemate(t: &Board<'_>, attackers: &Party, defenders: &Party) -> bool {
    let pos = super::pos(t);
    let can = |own: &[UnitId], enemy: &[UnitId], attacks: bool| {
        let subs_only = enemy.iter().all(|ship| pos.class(*ship) == Class::Ss);
        own.iter().any(|ship| {
            let value = if attacks {
                pos.attack(*ship)
            } else {
                pos.defence(*ship)
            };
            value > 0 && !(subs_only && pos.class(*ship).is_capital())
        })
    };
    !can(&attackers.units, &defenders.units, true)
        && !can(&defenders.units, &attackers.units, false)
}

/// Rules 3.4.1 and 3.4.3: capital ships cannot hit submarines.
fn targets(pos: Position<'_>, ships: &[UnitId]) -> Targets {
    let subs = ships
        .iter()
        .copied()
        .filter(|ship| pos.class(*ship) == Class::Ss);
    Targets {
        units: ships.to_vec(),
        guarded: subs.collect(),
        last: Vec::new(),
    }
}

fn shots(
    pos: Position<'_>,
    own: &[UnitId],
    enemy: &[UnitId],
    attacks: bool,
    helped: &[UnitId],
) -> Vec<(UnitId, Shot)> {
    let subs_only = enemy.iter().all(|ship| pos.class(*ship) == Class::Ss);
    let may = own
        .iter()
        .filter(|ship| !(subs_only && pos.class(**ship).is_capital()));
    may.map(|ship| {
        let value = if attacks {
            ("attack", pos.attack(*ship), "8.4")
        } else {
            ("defence", pos.defence(*ship), "8.4")
        };
        let wide = !pos.class(*ship).is_capital();
        (
            *ship,
            strength::shot(pos, *ship, value, helped.contains(ship), wide),
        )
    })
    .collect()
}

/// Steps 2 to 4 of rule 8.4; in the first round attacking submarines hit before anybody answers (8.4.1).
fn exchange(
    t: &mut Board<'_>,
    at: SpaceId,
    round: u32,
    (attackers, inspired): (&Party, &[UnitId]),
    (defenders, stirred): (&mut Party, &[UnitId]),
) -> Play {
    let pos = super::pos(t);
    let first = round <= pos.d.tables.submarine_first_rounds;
    let all = shots(pos, &attackers.units, &defenders.units, true, inspired);
    let (boats, guns): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|(ship, _)| first && pos.class(*ship) == Class::Ss);
    let only = |shots: Vec<(UnitId, Shot)>| -> Vec<Shot> {
        shots.into_iter().map(|(_, shot)| shot).collect()
    };
    if !boats.is_empty() {
        let aim = targets(pos, &defenders.units);
        let salvo = fire::volley(
            t,
            attackers.alliance,
            (Volley::Torpedoes, "8.4.1"),
            at,
            round,
            only(boats),
        )?;
        let t: &mut Board<'_> = &mut t.within("first");
        fire::settle(t, &[(attackers.alliance, salvo, aim)])?;
        defenders.count(t);
    }
    let a = fire::volley(
        t,
        attackers.alliance,
        (Volley::Guns, "8.4"),
        at,
        round,
        only(guns),
    )?;
    let pos = super::pos(t);
    let answer = shots(pos, &defenders.units, &attackers.units, false, stirred);
    let (aim_a, aim_d) = (
        targets(pos, &defenders.units),
        targets(pos, &attackers.units),
    );
    let d = fire::volley(
        t,
        defenders.alliance,
        (Volley::Guns, "8.4"),
        at,
        round,
        only(answer),
    )?;
    fire::settle(
        t,
        &[
            (attackers.alliance, a, aim_a),
            (defenders.alliance, d, aim_d),
        ],
    )
}

/// Rule 8.5/a: how far ships evade a direct attack.
const fn most_hexes(pos: Position<'_>) -> u32 {
    pos.d.tables.evade_most
}

/// Rule 8.5: tells whether the whole fleet got away; submarines may get away alone.
fn evade(
    t: &mut Board<'_>,
    at: SpaceId,
    attackers: &Party,
    (defenders, slipped): (&mut Party, &mut Vec<UnitId>),
    evasion: Evasion,
) -> Play<bool> {
    let t: &mut Board<'_> = &mut t.within("evasion");
    let pos = super::pos(t);
    let own = defenders.alliance;
    let away = free_water(pos, own, at, most_hexes(pos), defenders.units.len());
    let possible = match evasion {
        Evasion::Route(left) => left > 0 && !free_water(pos, own, at, 1, 1).is_empty(),
        Evasion::Away => !away.is_empty(),
    };
    if !possible || defenders.units.is_empty() {
        return Ok(false);
    }
    let tables = &t.data().tables;
    let hunted = attackers
        .units
        .iter()
        .any(|ship| pos.class(*ship) == Class::Ss);
    let admiral = leaders::admiral_of(pos, &defenders.units).map_or(0, |leader| pos.other(leader));
    let mut tally = Tally::of_rule("8.5");
    // Rule 8.5/c: submarines alone get away as the fleet they are, along their route if they were intercepted.
    let boats_alone = defenders
        .units
        .iter()
        .all(|ship| pos.class(*ship) == Class::Ss);
    let base = if boats_alone {
        tables.evade_submarine
    } else {
        tables.evade
    };
    tally.term("evasion", base, "8.5");
    if hunted {
        tally.term(
            "submarine",
            tables.evade_from_submarine - tables.evade,
            "8.5",
        );
    }
    tally.term("admiral-evades", admiral, "8.5");
    tally.at_most();
    let most = tally.most.unwrap_or(0);
    let who = fire::speaker(t, own, &defenders.units);
    let ask = Evade {
        own: defenders.units.clone(),
        enemy: attackers.units.clone(),
        at,
        most,
    };
    if !t.ask(who, Judged(ask))? {
        return Ok(false);
    }
    let chaser = fire::speaker(t, attackers.alliance, &attackers.units);
    let ask = LetGo {
        own: attackers.units.clone(),
        enemy: defenders.units.clone(),
        at,
    };
    if t.ask(chaser, Judged(ask))? {
        let units = defenders.units.clone();
        t.happen(Event::Released { units, at })?;
        leave(t, at, &defenders.units, evasion)?;
        return Ok(true);
    }
    let dice = t.roll("evade", 1, 10)?;
    tally.dice(&dice);
    let passed = tally.reached();
    let die = dice.die(0);
    t.happen(Event::Checks {
        check: Check::Evade,
        units: defenders.units.clone(),
        at,
        tally,
        passed,
    })?;
    if passed {
        leave(t, at, &defenders.units, evasion)?;
        return Ok(true);
    }
    let gain = t.data().tables.evade_submarine - t.data().tables.evade;
    let pos = super::pos(t);
    let boats: Vec<UnitId> = defenders
        .units
        .iter()
        .copied()
        .filter(|ship| pos.class(*ship) == Class::Ss)
        .collect();
    let far = match evasion {
        Evasion::Route(left) => left.min(1),
        Evasion::Away => most_hexes(pos),
    };
    if die > most + gain
        || boats.is_empty()
        || boats_alone
        || free_water(pos, own, at, far, boats.len()).is_empty()
    {
        return Ok(false);
    }
    // Rule 8.5/c: the submarines get away alone.
    let mut tally = Tally::of_rule("8.5");
    tally
        .term("evasion", most, "8.5")
        .term("is-submarine", gain, "8.5")
        .dice(&dice)
        .at_most();
    t.happen(Event::Checks {
        check: Check::Slip,
        units: boats.clone(),
        at,
        tally,
        passed: true,
    })?;
    leave(t, at, &boats, evasion)?;
    if evasion != Evasion::Away {
        slipped.extend(&boats);
    }
    defenders.units.retain(|ship| !boats.contains(ship));
    Ok(defenders.units.is_empty())
}

/// Rule 8.5/a: ships that evade a direct attack go one hex or two; after an interception they go on by themselves.
fn leave(t: &mut Board<'_>, at: SpaceId, ships: &[UnitId], evasion: Evasion) -> Play {
    if evasion != Evasion::Away {
        return Ok(());
    }
    let pos = super::pos(t);
    let Some(own) = ships.first().map(|ship| pos.alliance(*ship)) else {
        return Ok(());
    };
    let mut to = free_water(pos, own, at, most_hexes(pos), ships.len());
    toward_port(pos, own, &mut to);
    let who = fire::speaker(t, own, ships);
    let units = ships.to_vec();
    let to = t.ask(who, OneOf(Escape { units, to }))?;
    t.happen(Event::Moves {
        units: ships.to_vec(),
        to: Where::At(to),
        over: Vec::new(),
        how: How::Evade,
        act: false,
    })
}

/// Rule 8.4/b: attacking ships leave to adjacent hexes, towards where they came from if they can.
fn break_off(t: &mut Board<'_>, at: SpaceId, ships: &[UnitId], origin: SpaceId) -> Play {
    for ship in ships {
        let pos = super::pos(t);
        let own = pos.alliance(*ship);
        let mut to = free_water(pos, own, at, 1, 1);
        to.sort_by_key(|place| (pos.d.map.distance(*place, origin), *place));
        if let Some(to) = to.first() {
            t.happen(Event::Moves {
                units: vec![*ship],
                to: Where::At(*to),
                over: Vec::new(),
                how: How::Break,
                act: false,
            })?;
        }
    }
    Ok(())
}
