//! Rules 10.3, 10.5 and 10.7: rounds of land combat, withdrawals, and who holds the hex in the end.

use super::Board;
use super::capture;
use super::class::{Arm, Class};
use super::data::UnitId;
use super::event::{Battle, Event, How, Volley, Why};
use super::fire::{self, Shot, Targets};
use super::leaders;
use super::loss;
use super::map::PlaceId;
use super::march;
use super::nation::Alliance;
use super::orders::{Abandon, Judged, Withdraw};
use super::position::Position;
use super::state::Where;
use super::strength::{self, Circumstances};
use super::supply;
use crate::engine::table::Play;

/// Who attacks a hex, and how each came there.
#[derive(Clone, Debug)]
pub(super) struct Assaulting {
    pub(super) own: Alliance,
    pub(super) target: PlaceId,
    /// On foot: the hex it came from, and whether across a river.
    pub(super) walkers: Vec<(UnitId, PlaceId, bool)>,
    /// From ships: the transport.
    pub(super) landers: Vec<(UnitId, UnitId)>,
    /// By parachute.
    pub(super) paras: Vec<UnitId>,
    /// By parachute, but scattered: they do not fight (10.4).
    pub(super) scattered: Vec<UnitId>,
    /// Artillery beside the hex, and whether a river lies between.
    pub(super) guns: Vec<(UnitId, bool)>,
    /// Ships that bombard.
    pub(super) ships: Vec<UnitId>,
    /// Aircraft.
    pub(super) air: Vec<UnitId>,
    /// Helped by generals.
    pub(super) inspired: Vec<UnitId>,
    /// The other hex of a double offensive (10.9/a).
    pub(super) other: Option<PlaceId>,
    /// Bases there were when the offensive began: none that it takes is one of them (10.2/b).
    pub(super) bases: Vec<PlaceId>,
}

/// Who defends it besides the units in the hex.
#[derive(Clone, Debug, Default)]
pub(super) struct Defending {
    /// Artillery beside the hex (3.2.5/b).
    pub(super) guns: Vec<UnitId>,
    /// Ships in the port (3.4/c).
    pub(super) ships: Vec<UnitId>,
    /// Aircraft (7.2/b).
    pub(super) air: Vec<UnitId>,
    /// Helped by generals.
    pub(super) inspired: Vec<UnitId>,
}

impl Assaulting {
    /// Land units in the hex that fight.
    pub(super) fn troops(&self, pos: Position<'_>) -> Vec<UnitId> {
        let walkers = self.walkers.iter().map(|(unit, ..)| *unit);
        let landers = self.landers.iter().map(|(unit, _)| *unit);
        let mut all: Vec<UnitId> = walkers
            .chain(landers)
            .chain(self.paras.iter().copied())
            .collect();
        all.retain(|unit| pos.s.unit(*unit).at == Where::At(self.target));
        all.sort_unstable();
        all
    }

    /// Rule 10.7: nobody comes overland; paratroops may drop beside those who land.
    fn is_landing(&self) -> bool {
        self.walkers.is_empty() && !self.landers.is_empty()
    }

    fn count(&mut self, pos: Position<'_>) {
        self.air.retain(|unit| pos.in_play(*unit));
        self.ships.retain(|unit| pos.in_play(*unit));
        self.guns.retain(|(unit, _)| pos.in_play(*unit));
    }

    fn shots(&self, pos: Position<'_>, round: u32, pure: bool) -> Vec<Shot> {
        let mut shots = Vec::new();
        for unit in self.troops(pos) {
            let walker = self.walkers.iter().find(|(one, ..)| *one == unit);
            let landing = self.landers.iter().any(|(one, _)| *one == unit);
            let from = walker.map_or(self.target, |(_, from, _)| *from);
            let now = Circumstances {
                river: walker.is_some_and(|(_, _, river)| *river),
                landing,
                inspired: self.inspired.contains(&unit),
                cut_off: !landing && supply::cut_off(pos, self.own, from),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, unit, true, now, false));
        }
        for (unit, river) in &self.guns {
            let from = pos.at(*unit).unwrap_or(self.target);
            let now = Circumstances {
                river: *river,
                cut_off: supply::cut_off(pos, self.own, from),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, *unit, true, now, true));
        }
        if !pure || pos.d.on.landing_air_fires {
            for unit in &self.air {
                shots.push(strength::shot(
                    pos,
                    *unit,
                    ("ground", pos.other(*unit), "10.3"),
                    false,
                    true,
                ));
            }
        }
        if !pure && round <= pos.d.tables.bombardment_rounds {
            shots.extend(self.bombardment(pos));
        }
        shots
    }

    fn bombardment(&self, pos: Position<'_>) -> Vec<Shot> {
        let shot = |ship: &UnitId| {
            strength::shot(
                pos,
                *ship,
                ("bombards", pos.other(*ship), "10.7"),
                false,
                true,
            )
        };
        self.ships.iter().map(shot).collect()
    }

    /// Rules 10.3/c and 3.2.3/a: who can be hit.
    fn targets(&self, pos: Position<'_>) -> Targets {
        let mut units = self.troops(pos);
        if pos.d.on.air_absorbs {
            units.extend(self.air.iter().copied());
        }
        let last = last_to_go(pos, &units);
        Targets {
            units,
            guarded: Vec::new(),
            last,
        }
    }
}

/// Rule 3.2.3/a: reduced paratroops are named last.
fn last_to_go(pos: Position<'_>, units: &[UnitId]) -> Vec<UnitId> {
    if pos.d.on.paras_absorb {
        return Vec::new();
    }
    let reduced = |unit: &UnitId| pos.class(*unit) == Class::Paratroop && pos.s.unit(*unit).reduced;
    units.iter().copied().filter(reduced).collect()
}

impl Defending {
    fn shots(&self, pos: Position<'_>, fight: &Assaulting, pure: bool) -> Vec<Shot> {
        let own = fight.own.other();
        let hex = pos.d.map.hex(fight.target);
        let mut shots = Vec::new();
        for unit in pos.land(fight.target, own) {
            let now = Circumstances {
                mountain: hex.mountain,
                port: pure && hex.port && pos.d.on.port_bonus,
                inspired: self.inspired.contains(&unit),
                cut_off: supply::cut_off(pos, own, fight.target),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, unit, false, now, false));
        }
        for unit in &self.guns {
            let from = pos.at(*unit).unwrap_or(fight.target);
            let now = Circumstances {
                cut_off: supply::cut_off(pos, own, from),
                ..Circumstances::default()
            };
            shots.push(strength::land_shot(pos, *unit, false, now, true));
        }
        for unit in &self.air {
            shots.push(strength::shot(
                pos,
                *unit,
                ("ground", pos.other(*unit), "10.3"),
                false,
                true,
            ));
        }
        for ship in &self.ships {
            let half = (pos.other(*ship) + 1) / 2;
            shots.push(strength::shot(
                pos,
                *ship,
                ("half-bombards", half, "3.4"),
                false,
                true,
            ));
        }
        shots
    }

    fn targets(&self, pos: Position<'_>, at: PlaceId, own: Alliance) -> Targets {
        let mut units = pos.land(at, own);
        if pos.d.on.air_absorbs {
            units.extend(self.air.iter().copied());
        }
        units.extend(self.ships.iter().copied());
        let last = last_to_go(pos, &units);
        Targets {
            units,
            guarded: self.ships.clone(),
            last,
        }
    }

    fn count(&mut self, pos: Position<'_>) {
        for list in [&mut self.air, &mut self.ships, &mut self.guns] {
            list.retain(|unit| pos.in_play(*unit));
        }
    }
}

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
        let pos = super::pos(t);
        let (generals, troops) = (pos.leaders(at, own), a.troops(pos));
        leaders::generals(t, &generals, &troops)?
    };
    d.inspired = {
        let pos = super::pos(t);
        let (generals, troops) = (pos.leaders(at, enemy), pos.land(at, enemy));
        leaders::generals(t, &generals, &troops)?
    };
    let mut alone = Alone::default();
    for round in 1_u32.. {
        let t: &mut Board<'_> = &mut t.within(round);
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
        if garrison.len() == 1 {
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
    let Some((to, rear)) = t.ask(who, ask)? else {
        return Ok(false);
    };
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
pub(super) fn back(t: &mut Board<'_>, unit: UnitId, a: &Assaulting, from: Option<PlaceId>) -> Play {
    let pos = super::pos(t);
    let map = &t.data().map;
    let fits = |place: PlaceId| {
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
        let mut free: Vec<PlaceId> = map
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
