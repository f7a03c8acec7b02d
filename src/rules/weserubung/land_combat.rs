//! Rules 10.3, 10.5 and 10.7: rounds of land combat, withdrawals, and who holds the hex in the end.

use super::Board;
use super::capture;
use super::class::Arm;
use super::event::{Battle, Event, How, Volley, Why};
use super::fire;
use super::forces::{Assaulting, Defending};
use super::leaders;
use super::loss;
use super::march;
use super::orders::{Abandon, Judged, Withdraw};
use super::state::Where;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// How long the last defender has held out alone (10.5).
#[derive(Default)]
struct Alone {
    rounds: u32,
    covered: bool,
}

/// Fights until one side is gone from the hex or gives it up; tells whether the attacker has won it.
pub(super) fn fight(t: &mut Board<'_>, a: &mut Assaulting, d: &mut Defending) -> Play<bool> {
    let t: &mut Board<'_> = &mut t.within("combat");
    let (at, own) = (a.target, a.own);
    let enemy = own.other();
    let pure = a.is_landing();
    {
        let pos = super::pos(t);
        let battle = if pure {
            Battle::Amphibious
        } else {
            Battle::Land
        };
        let mut attackers = a.troops(pos);
        attackers.extend(a.guns.iter().map(|(unit, _)| *unit));
        attackers.extend(&a.air);
        attackers.extend(&a.ships);
        let mut defenders = pos.land(at, enemy);
        defenders.extend(d.guns.iter().chain(&d.air).chain(&d.ships));
        t.happen(Event::Battle {
            battle,
            at,
            attackers,
            defenders,
        })?;
    }
    a.inspired = {
        let troops = a.troops(super::pos(t));
        let guns: Vec<UnitId> = a.guns.iter().map(|(unit, _)| *unit).collect();
        leaders::generals(t, own, (at, troops), &guns, true)?
    };
    d.inspired = {
        let troops = super::pos(t).land(at, enemy);
        leaders::generals(t, enemy, (at, troops), &d.guns, false)?
    };
    let mut alone = Alone::default();
    for round in 1_u32.. {
        let t: &mut Board<'_> = &mut t.within(round);
        // Rule 10.5: a round counts for the last defender if he was alone when it began.
        let single = super::pos(t).land(at, enemy).len() == 1;
        if pure {
            landing_round(t, a, d, round)?;
        } else {
            round_of(t, a, d, round)?;
        }
        let pos = super::pos(t);
        a.count(pos);
        d.count(pos);
        let (troops, garrison) = (a.troops(pos), pos.land(at, enemy));
        if garrison.is_empty() || troops.is_empty() {
            return Ok(garrison.is_empty() && !troops.is_empty());
        }
        if single {
            alone.rounds += 1;
        } else {
            alone = Alone::default();
        }
        if withdraw(t, a, &garrison, &mut alone)? {
            return Ok(true);
        }
        if abandon(t, a)? {
            return Ok(false);
        }
        if round > 200 {
            // Neither side can hurt the other and neither will go: the attacker falls back.
            fall_back(t, a)?;
            return Ok(false);
        }
        // The next rounds are alike: who is there and how long the last defender has held out is all that counts.
        t.knot((
            (&a.paras, &a.scattered, &a.inspired, &d.inspired),
            (&a.air, &a.ships, &a.guns, &d.air, &d.ships, &d.guns),
            (
                alone.rounds.min(t.data().tables.lone_defender_rounds),
                alone.covered,
            ),
        ))?;
    }
    Ok(false)
}

/// Rule 10.3: both fire, losses at once.
fn round_of(t: &mut Board<'_>, a: &Assaulting, d: &Defending, round: u32) -> Play {
    let pos = super::pos(t);
    let (first, second) = (a.shots(pos, round, false), d.shots(pos, a, false));
    let aim = (d.targets(pos, a.target, a.own.other()), a.targets(pos));
    let by = (a.own, a.own.other());
    let hits = fire::volley(t, by.0, (Volley::Land, "10.3"), a.target, round, first)?;
    let answer = fire::volley(t, by.1, (Volley::Land, "10.3"), a.target, round, second)?;
    fire::settle(t, &[(by.0, hits, aim.0), (by.1, answer, aim.1)])
}

/// Rule 10.7: ships, then defenders, then those who have landed; each loses before the next one fires.
fn landing_round(t: &mut Board<'_>, a: &Assaulting, d: &mut Defending, round: u32) -> Play {
    let (own, enemy) = (a.own, a.own.other());
    let aim = |t: &Board<'_>, d: &Defending| d.targets(super::pos(t), a.target, enemy);
    if round <= t.data().tables.bombardment_rounds {
        let shots = a.bombardment(super::pos(t));
        let hits = fire::volley(t, own, (Volley::Shore, "10.7"), a.target, round, shots)?;
        let targets = aim(t, d);
        let t: &mut Board<'_> = &mut t.within("shore");
        fire::settle(t, &[(own, hits, targets)])?;
    }
    d.count(super::pos(t));
    let shots = d.shots(super::pos(t), a, true);
    let hits = fire::volley(t, enemy, (Volley::Land, "10.7"), a.target, round, shots)?;
    let targets = a.targets(super::pos(t));
    fire::settle(t, &[(enemy, hits, targets)])?;
    let mut left = a.clone();
    left.count(super::pos(t));
    let shots = left.shots(super::pos(t), round, true);
    let hits = fire::volley(t, own, (Volley::Land, "10.7"), a.target, round, shots)?;
    let targets = aim(t, d);
    let t: &mut Board<'_> = &mut t.within("ashore");
    fire::settle(t, &[(own, hits, targets)])
}

/// Rule 10.5: the defender may go, leaving a rearguard; tells whether nobody is left to defend.
fn withdraw(
    t: &mut Board<'_>,
    a: &Assaulting,
    garrison: &[UnitId],
    alone: &mut Alone,
) -> Play<bool> {
    let enemy = a.own.other();
    let pos = super::pos(t);
    let going = garrison.len().max(2) - 1;
    let may =
        garrison.len() > 1 || alone.covered || alone.rounds >= pos.d.tables.lone_defender_rounds;
    let to = march::retreats(pos, enemy, a.target, going, a.other);
    if !may || to.is_empty() {
        return Ok(false);
    }
    let who = fire::speaker(t, enemy, garrison);
    let ask = Withdraw {
        at: a.target,
        to,
        own: garrison.to_vec(),
        enemy: a.troops(pos),
    };
    let chosen = t.ask(who, Given(ask))?;
    let Some(to) = chosen.to.0 else {
        return Ok(false);
    };
    // The weakest unit covers the others where nobody is named.
    let pos = super::pos(t);
    let weakest = |unit: &UnitId| (pos.steps(*unit), pos.defence(*unit));
    let weakest = garrison.iter().copied().min_by_key(weakest);
    let rear = chosen.rear.or(weakest).filter(|_| garrison.len() > 1);
    let mut units: Vec<UnitId> = garrison
        .iter()
        .copied()
        .filter(|unit| Some(*unit) != rear)
        .collect();
    units.extend(super::pos(t).leaders(a.target, enemy));
    t.happen(Event::Moves {
        units,
        to: Where::At(to),
        over: Vec::new(),
        how: How::Withdraw,
        act: false,
    })?;
    capture::enter(t, enemy, &[to])?;
    match rear {
        Some(unit) => {
            t.happen(Event::Rearguard { unit, at: a.target })?;
            *alone = Alone {
                rounds: 0,
                covered: true,
            };
            Ok(false)
        }
        None => Ok(true),
    }
}

/// Rules 10.5/b and 10.7/c: the attacker may give up; tells whether nobody of his is left to attack.
fn abandon(t: &mut Board<'_>, a: &Assaulting) -> Play<bool> {
    let pos = super::pos(t);
    let who = fire::speaker(t, a.own, &a.troops(pos));
    let ask = Abandon {
        own: a.troops(pos),
        enemy: pos.land(a.target, a.own.other()),
        at: a.target,
        afloat: a.is_landing(),
    };
    if !t.ask(who, Judged(ask))? {
        return Ok(false);
    }
    fall_back(t, a)?;
    Ok(a.troops(super::pos(t)).is_empty())
}

/// Attackers go back where they came from; those who landed back to their ships, at the price of a step.
fn fall_back(t: &mut Board<'_>, a: &Assaulting) -> Play {
    for unit in a.troops(super::pos(t)) {
        let pos = super::pos(t);
        if let Some((_, ship)) = a.landers.iter().find(|(one, _)| *one == unit) {
            let room = pos.in_play(*ship) && pos.at(*ship) == Some(a.target) && pos.room(*ship) > 0;
            if room && !pos.s.unit(unit).reduced {
                loss::reduce(t, unit, Why::Reembark)?;
                t.happen(Event::Moves {
                    units: vec![unit],
                    to: Where::Aboard(*ship),
                    over: Vec::new(),
                    how: How::Reembark,
                    act: false,
                })?;
            }
            continue;
        }
        let from = a
            .walkers
            .iter()
            .find(|(one, ..)| *one == unit)
            .map(|(_, from, _)| *from);
        back(t, unit, a, from)?;
    }
    lead_away(t, a)
}

/// Generals go with their men, to where the first of them went.
pub(super) fn lead_away(t: &mut Board<'_>, a: &Assaulting) -> Play {
    let pos = super::pos(t);
    if a.troops(pos).is_empty() {
        let generals = pos.leaders(a.target, a.own);
        let to = a
            .walkers
            .iter()
            .find_map(|(unit, ..)| match pos.s.unit(*unit).at {
                Where::At(place) => Some(Where::At(place)),
                _ => None,
            });
        let ship = a.landers.iter().find_map(|(unit, ship)| {
            (pos.s.unit(*unit).at == Where::Aboard(*ship)).then_some(Where::Aboard(*ship))
        });
        if let (Some(to), false) = (to.or(ship), generals.is_empty()) {
            t.happen(Event::Moves {
                units: generals,
                to,
                over: Vec::new(),
                how: How::Abandon,
                act: false,
            })?;
        }
    }
    Ok(())
}

/// A unit goes back to a hex, or to the nearest one that has room; without any it is lost.
pub(super) fn back(t: &mut Board<'_>, unit: UnitId, a: &Assaulting, from: Option<SpaceId>) -> Play {
    let pos = super::pos(t);
    let map = &t.data().map;
    let fits = |place: SpaceId| {
        map.hex(place).land
            && !pos.has_land(place, a.own.other())
            && Some(place) != a.other
            && pos.space(place, a.own, Arm::Land) > 0
    };
    let beside = || {
        march::retreats(pos, a.own, a.target, 1, a.other)
            .into_iter()
            .find(|place| fits(*place))
    };
    let near = || {
        let mut free: Vec<SpaceId> = map
            .places()
            .filter(|place| pos.controls(a.own, *place) && fits(*place))
            .collect();
        free.sort_by_key(|place| (map.distance(a.target, *place), *place));
        free.first().copied()
    };
    match from
        .filter(|place| fits(*place))
        .or_else(beside)
        .or_else(near)
    {
        Some(to) => {
            t.happen(Event::Moves {
                units: vec![unit],
                to: Where::At(to),
                over: Vec::new(),
                how: How::Abandon,
                act: false,
            })?;
            let t: &mut Board<'_> = &mut t.within(&t.data().unit(unit).id);
            capture::enter(t, a.own, &[to])
        }
        None => loss::destroy(t, unit, Why::Trapped),
    }
}
