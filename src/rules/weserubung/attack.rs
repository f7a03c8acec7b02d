//! Rules 10.2, 10.4, 10.6 to 10.9: an attack on an enemy stack, step by step.

use super::Board;
use super::air_combat::{self, Party};
use super::air_phase;
use super::capture;
use super::class::{Arm, Class};
use super::event::{Check, Event, How, Sortie, Why};
use super::flight::{self, Base, Flight};
use super::forces::{Assaulting, Defending};
use super::land_combat;
use super::leaders;
use super::loss;
use super::march::{self, Approach};
use super::nation::Alliance;
use super::norway;
use super::orders::{Assault, Defend, Occupy};
use super::state::Where;
use super::supply;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// One attacked hex, from the moves to the end of the combat (10.2, steps 2 to 7).
pub(super) fn carry_out(
    t: &mut Board<'_>,
    own: Alliance,
    assault: &Assault,
    other: Option<SpaceId>,
) -> Play {
    let mut attack = advance(t, own, assault, other)?;
    finish(t, &mut attack, assault)
}

/// Rule 10.2, step 2: everybody moves to the hex.
pub(super) fn advance(
    t: &mut Board<'_>,
    own: Alliance,
    assault: &Assault,
    other: Option<SpaceId>,
) -> Play<Assaulting> {
    let target = assault.target;
    norway::narvik(t, target, own)?;
    let ringed = supply::cut_off(super::pos(t), own.other(), target);
    let mut a = Assaulting {
        own,
        target,
        walkers: Vec::new(),
        landers: Vec::new(),
        paras: Vec::new(),
        scattered: Vec::new(),
        guns: Vec::new(),
        ships: Vec::new(),
        air: Vec::new(),
        inspired: Vec::new(),
        ringed,
        other,
        bases: super::pos(t).bases(own),
    };
    for unit in &assault.units {
        join(t, &mut a, *unit, &assault.from)?;
    }
    Ok(a)
}

/// One unit goes where it fights from.
fn join(t: &mut Board<'_>, a: &mut Assaulting, unit: UnitId, from: &[SpaceId]) -> Play {
    let pos = super::pos(t);
    let Some(at) = pos.at(unit) else {
        return Ok(());
    };
    let class = pos.class(unit);
    match class.arm() {
        Arm::Naval => {
            if at == a.target && class.bombards() {
                a.ships.push(unit);
            }
        }
        Arm::Air => a.air.push(unit),
        Arm::Land | Arm::Leader => {
            if let Some(ship) = pos.carrier(unit) {
                if at == a.target {
                    if class.arm() == Arm::Land {
                        a.landers.push((unit, ship));
                    }
                    return go(t, unit, Where::At(a.target), Vec::new(), How::Attack);
                }
                return Ok(());
            }
            let mut enemies = pos.held(a.own.other());
            enemies.retain(|place| *place != at);
            let Some(Approach { path, river, .. }) =
                march::approach(pos, unit, a.target, &enemies, from)
            else {
                // Not on foot: a paratroop that waits for its transport.
                return Ok(());
            };
            if class.is_artillery() {
                a.guns.push((unit, river));
                if let Some(to) = path.last().copied() {
                    go(t, unit, Where::At(to), path.clone(), How::Deploy)?;
                    capture::enter(t, a.own, &path)?;
                }
                return Ok(());
            }
            let before = path.len().saturating_sub(1);
            let from = path[..before].last().copied().unwrap_or(at);
            if class.arm() == Arm::Land {
                a.walkers.push((unit, from, river));
            }
            let passed = path[..before].to_vec();
            go(t, unit, Where::At(a.target), passed.clone(), How::Attack)?;
            if class.arm() == Arm::Land && !passed.is_empty() {
                let t: &mut Board<'_> = &mut t.within(&t.data().unit(unit).id);
                capture::enter(t, a.own, &passed)?;
            }
        }
    }
    Ok(())
}

fn go(t: &mut Board<'_>, unit: UnitId, to: Where, over: Vec<SpaceId>, how: How) -> Play {
    t.happen(Event::Moves {
        units: vec![unit],
        to,
        over,
        how,
        act: false,
    })
}

/// Rule 10.2, steps 3 to 7, and what follows.
pub(super) fn finish(t: &mut Board<'_>, a: &mut Assaulting, assault: &Assault) -> Play {
    let enemy = a.own.other();
    let mut d = Defending::default();
    let planes: Vec<UnitId> = {
        let pos = super::pos(t);
        a.air
            .iter()
            .copied()
            .filter(|unit| pos.class(*unit) == Class::AirTransport)
            .collect()
    };
    a.air.retain(|unit| !planes.contains(unit));
    take_off(t, a, &planes, assault)?;
    let vacant = !super::pos(t).has_land(a.target, enemy);
    let supports = defenders(t, a, vacant)?;
    let came = air_battle(t, a, &mut d, supports, &planes)?;
    drop_all(t, a, &came, vacant)?;
    home(t, a, &planes)?;
    if !vacant {
        support(t, a, &mut d)?;
    }
    let won = if super::pos(t).has_land(a.target, enemy) {
        if a.troops(super::pos(t)).is_empty() {
            false
        } else {
            land_combat::fight(t, a, &mut d)?
        }
    } else {
        true
    };
    scattered(t, a, won)?;
    // Rule 10.7/d: after a landing alone to the nearest base, else to any (10.3/d).
    let nearest = a.is_landing() && !vacant;
    let air = a.air.clone();
    home_to(t, a, &air, nearest)?;
    home_to(t, a, &d.air, nearest)?;
    if won && !a.troops(super::pos(t)).is_empty() {
        occupy(t, a, assault.hold.as_deref())?;
    }
    let t: &mut Board<'_> = &mut t.within("after");
    leaders::fate(t, a.target, a.own)?;
    // Rule 3.5/b: his men may all have died with the attackers.
    if vacant {
        return Ok(());
    }
    leaders::fate(t, a.target, enemy)
}

/// Aircraft and transports with paratroops take off; their bases stay theirs until they land.
fn take_off(t: &mut Board<'_>, a: &Assaulting, planes: &[UnitId], assault: &Assault) -> Play {
    for plane in planes {
        if let Some(from) = super::pos(t).at(*plane) {
            let waiting: Vec<UnitId> = {
                let pos = super::pos(t);
                let paras = assault.units.iter().copied();
                paras
                    .filter(|unit| {
                        pos.class(*unit) == Class::Paratroop
                            && pos.s.unit(*unit).at == Where::At(from)
                            && from != a.target
                    })
                    .collect()
            };
            air_phase::load(t, &[*plane], &waiting, from)?;
        }
    }
    if !a.air.is_empty() {
        t.happen(Event::Sorties {
            sortie: Sortie::Support,
            units: a.air.clone(),
            to: a.target,
            over: Vec::new(),
        })?;
    }
    if !planes.is_empty() {
        t.happen(Event::Sorties {
            sortie: Sortie::Drop,
            units: planes.to_vec(),
            to: a.target,
            over: Vec::new(),
        })?;
    }
    Ok(())
}

/// Rule 10.2, step 3: who joins the defence in the air.
fn defenders(t: &mut Board<'_>, a: &Assaulting, vacant: bool) -> Play<Vec<UnitId>> {
    let enemy = a.own.other();
    let pos = super::pos(t);
    let (map, data) = (&t.data().map, t.data());
    let mut able = Vec::new();
    for unit in pos.units(enemy, Arm::Air) {
        let Some(from) = pos.at(unit) else { continue };
        let lies = pos.carrier(unit).is_some() && !pos.fights_from_deck(unit);
        let useful = pos.dogfights(unit) || (data.on.all_support && !vacant && pos.other(unit) > 0);
        let near = map.distance(from, a.target) <= data.tables.air_reach;
        if near && useful && !lies && pos.may_act(unit) && !pos.s.unit(unit).attacked {
            able.push(unit);
        }
    }
    volunteers(t, a, &able)
}

/// Rule 10.2, step 6: guns beside the hex and ships in its port join the defence, when the drops are known.
fn support(t: &mut Board<'_>, a: &Assaulting, d: &mut Defending) -> Play {
    let enemy = a.own.other();
    let pos = super::pos(t);
    let map = &t.data().map;
    let mut able = Vec::new();
    for step in map.steps(a.target) {
        let guns = pos.land(step.to, enemy).into_iter();
        able.extend(guns.filter(|unit| pos.class(*unit).is_artillery() && pos.may_act(*unit)));
    }
    if map.hex(a.target).port {
        let ships = pos.ships(a.target, enemy).into_iter();
        able.extend(ships.filter(|ship| pos.class(*ship).bombards()));
    }
    able.sort_unstable();
    let joined = {
        let t: &mut Board<'_> = &mut t.within("guns");
        volunteers(t, a, &able)?
    };
    if joined.is_empty() {
        return Ok(());
    }
    let pos = super::pos(t);
    let units = joined.iter().copied();
    (d.ships, d.guns) = units.partition(|unit| pos.arm(*unit) == Arm::Naval);
    t.happen(Event::Joins {
        units: joined,
        at: a.target,
    })
}

/// Asks every player of the defence which of his units join it.
fn volunteers(t: &mut Board<'_>, a: &Assaulting, able: &[UnitId]) -> Play<Vec<UnitId>> {
    let (enemy, data) = (a.own.other(), t.data());
    let mut joined = Vec::new();
    for player in data.players(enemy) {
        let of: Vec<UnitId> = able
            .iter()
            .copied()
            .filter(|unit| data.owner(*unit) == *player)
            .collect();
        if !of.is_empty() {
            let at = a.target;
            joined.extend(t.ask(*player, Given(Defend { of, at }))?);
        }
    }
    Ok(joined)
}

/// Rule 10.2, step 4: the air battle over the hex; gives the transports that come through.
fn air_battle(
    t: &mut Board<'_>,
    a: &mut Assaulting,
    d: &mut Defending,
    joined: Vec<UnitId>,
    planes: &[UnitId],
) -> Play<Vec<UnitId>> {
    let mut came = planes.to_vec();
    if !joined.is_empty() {
        t.happen(Event::Sorties {
            sortie: Sortie::Defend,
            units: joined.clone(),
            to: a.target,
            over: Vec::new(),
        })?;
    }
    d.air = joined;
    let pos = super::pos(t);
    let fighters: Vec<UnitId> = d
        .air
        .iter()
        .copied()
        .filter(|unit| pos.dogfights(*unit))
        .collect();
    let mut intruders = a.air.clone();
    intruders.extend(planes);
    if fighters.is_empty() || intruders.is_empty() {
        return Ok(came);
    }
    let t: &mut Board<'_> = &mut t.within("over");
    let own = a.own;
    let end = air_combat::fight(
        t,
        a.target,
        Party::new(own.other(), fighters.clone()),
        Party::new(own, intruders),
    )?;
    d.air
        .retain(|unit| !fighters.contains(unit) || end.attackers.contains(unit));
    if end.fled == Some(own) {
        let gone = end.defenders;
        a.air.clear();
        came.clear();
        home(t, a, &gone)?;
        air_phase::unload(t, planes)?;
    } else {
        a.air.retain(|unit| end.defenders.contains(unit));
        came.retain(|unit| end.defenders.contains(unit));
        if end.fled == Some(own.other()) {
            d.air.retain(|unit| !fighters.contains(unit));
        }
    }
    Ok(came)
}

/// Rules 10.4 and 10.8: a die for each paratroop.
fn drop_all(t: &mut Board<'_>, a: &mut Assaulting, planes: &[UnitId], vacant: bool) -> Play {
    // Alone they are an airborne offensive (10.8), else they join a battle (10.4).
    let alone = a.walkers.is_empty() && a.landers.is_empty();
    for plane in planes {
        for unit in super::pos(t).cargo(*plane) {
            let t: &mut Board<'_> = &mut t.within(format_args!("drop-{}", t.data().unit(unit).id));
            if super::pos(t).arm(unit) == Arm::Leader {
                go(t, unit, Where::At(a.target), Vec::new(), How::Drop)?;
                continue;
            }
            let passed = drop_one(t, unit, a.target, vacant)?;
            if !super::pos(t).in_play(unit) {
                continue;
            }
            let how = if vacant { How::Drop } else { How::Attack };
            go(t, unit, Where::At(a.target), Vec::new(), how)?;
            if passed || alone {
                a.paras.push(unit);
            } else {
                a.scattered.push(unit);
            }
        }
    }
    Ok(())
}

/// The die of one drop; who fails is reduced.
pub(super) fn drop_one(t: &mut Board<'_>, unit: UnitId, at: SpaceId, vacant: bool) -> Play<bool> {
    let tables = &t.data().tables;
    let (name, most, rule) = if vacant {
        ("vacant", tables.drop_vacant, "10.8")
    } else {
        ("occupied", tables.drop_battle, "10.4")
    };
    let dice = t.roll("drop", 1, 10)?;
    let mut tally = Tally::of_rule(rule);
    tally.term(name, most, rule).dice(&dice).at_most();
    let passed = tally.reached();
    t.happen(Event::Checks {
        check: Check::Drop,
        units: vec![unit],
        at,
        tally,
        passed,
    })?;
    if !passed && !super::pos(t).s.unit(unit).reduced {
        loss::reduce(t, unit, Why::Drop)?;
    }
    Ok(passed)
}

/// Rule 10.4: scattered paratroops hold the hex with the winners, or are lost with the battle.
fn scattered(t: &mut Board<'_>, a: &mut Assaulting, won: bool) -> Play {
    let mut lost = a.scattered.clone();
    if t.data().on.drops_all_die {
        lost.extend(&a.paras);
    }
    if won {
        a.paras.append(&mut a.scattered);
        return Ok(());
    }
    for unit in lost {
        // Even who has fallen back from the hex already, if all who dropped are lost.
        if super::pos(t).in_play(unit) {
            loss::destroy(t, unit, Why::Drop)?;
        }
    }
    // Those who landed well and gave up find a hex beside.
    for unit in a.troops(super::pos(t)) {
        land_combat::back(t, unit, a, None)?;
    }
    Ok(())
}

/// Rule 10.3/d: aircraft land, but not on a base that this offensive has taken (10.2/b).
fn home(t: &mut Board<'_>, a: &Assaulting, units: &[UnitId]) -> Play {
    home_to(t, a, units, false)
}

/// The same, or on the base nearest to the battle, their own if it is as near as any.
fn home_to(t: &mut Board<'_>, a: &Assaulting, units: &[UnitId], nearest: bool) -> Play {
    for unit in units {
        let pos = super::pos(t);
        if !pos.in_play(*unit) {
            continue;
        }
        let from = pos.at(*unit).unwrap_or(a.target);
        let flown = t.data().map.distance(from, a.target);
        let closed: Vec<Base> = pos
            .bases(a.own)
            .into_iter()
            .filter(|base| !a.bases.contains(base))
            .map(Base::Field)
            .collect();
        let mut flight = Flight {
            units: vec![*unit],
            here: a.target,
            flown,
            home: None,
            fights: true,
        };
        if nearest {
            let far = |base: &Base| {
                let at = base.place(pos);
                at.map_or(u32::MAX, |at| t.data().map.distance(a.target, at))
            };
            let mut can = flight::bases(pos, *unit, a.target, flight.left(pos, *unit), true);
            can.retain(|base| !closed.contains(base));
            let own = flight::base_of(pos, *unit);
            flight.home = can
                .into_iter()
                .min_by_key(|base| (far(base), Some(*base) != own));
        }
        flight::land_except(t, &flight, How::Return, &closed)?;
    }
    Ok(())
}

/// Rules 10.3/b and 10.7/d: six units hold the hex, the others go back; then it changes hands (10.12).
fn occupy(t: &mut Board<'_>, a: &Assaulting, wanted: Option<&[UnitId]>) -> Play {
    let troops = a.troops(super::pos(t));
    let most = t.data().tables.stack_land;
    // The attacker may have said who moves in; if all of those are lost, whoever is left does.
    let said = wanted.map(|wanted| {
        let left = troops.iter().copied().filter(|unit| wanted.contains(unit));
        left.collect::<Vec<UnitId>>()
    });
    let said = said.filter(|left| !left.is_empty() || wanted.is_some_and(<[UnitId]>::is_empty));
    let hold = if let Some(said) = said {
        said
    } else if troops.len() > most {
        let who = super::fire::speaker(t, a.own, &troops);
        let ask = Occupy {
            of: troops.clone(),
            at: a.target,
            most,
        };
        t.ask(who, Given(ask))?
    } else {
        troops.clone()
    };
    for unit in troops.iter().filter(|unit| !hold.contains(unit)) {
        let walker = a.walkers.iter().find(|(one, ..)| one == unit);
        let landed = a.landers.iter().any(|(one, _)| one == unit);
        let coast = if landed { next_coast(t, a) } else { None };
        match coast {
            Some(to) => go(t, *unit, Where::At(to), Vec::new(), How::Land)?,
            None => land_combat::back(t, *unit, a, walker.map(|(_, from, _)| *from))?,
        }
    }
    if hold.is_empty() {
        return land_combat::lead_away(t, a);
    }
    t.happen(Event::Moves {
        units: hold,
        to: Where::At(a.target),
        over: Vec::new(),
        how: How::Occupy,
        act: false,
    })?;
    capture::enter(t, a.own, &[a.target])
}

/// Rule 10.7/d: the nearest coast without enemies that has room; no town or airfield falls in that way.
fn next_coast(t: &Board<'_>, a: &Assaulting) -> Option<SpaceId> {
    let pos = super::pos(t);
    let map = &t.data().map;
    let free = |place: &SpaceId| {
        let hex = map.hex(*place);
        let theirs = pos.bars_retreat(a.own, *place);
        hex.land
            && hex.sea
            && hex.holds.is_none()
            && !theirs
            && *place != a.target
            && Some(*place) != a.other
            && !pos.has_land(*place, a.own.other())
            && pos.space(*place, a.own, Arm::Land) > 0
    };
    let near = |place: &SpaceId| (map.distance(a.target, *place), *place);
    map.places().filter(free).min_by_key(near)
}
