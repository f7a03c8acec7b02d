//! Rules 9.2.1 and 9.2.2: who fires at whom in a round, and what it does; the coastal guns (13.1).

use std::collections::BTreeMap;

use super::super::event::Event;
use super::super::side::Side;
use super::super::state::Position;
use super::super::units::Class;
use super::super::{Board, pos};
use super::counters::{Counter, counters};
use super::losses::{self, Harm};
use super::orders::battle::Orders;
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// What governs a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub zone: SpaceId,
    pub attacker: Side,
    /// One side alone has found the other, or stays.
    pub single: bool,
    /// 9.2.4: somebody withdraws.
    pub withdrawal: bool,
    pub guns: i32,
}

/// A match: a target of the defender's, and who attacks it.
#[derive(Clone, Debug)]
struct Match {
    target: Counter,
    attackers: Vec<Counter>,
    /// 9.2.1: the defender's ships that join it.
    friends: Vec<Counter>,
}

/// A shot: who fires at whom, with what more.
#[derive(Clone, Debug)]
struct Fired {
    by: Counter,
    at: Counter,
    guns: i32,
}

/// What a counter needs to hit another; nothing if it cannot.
fn needs(v: &Position<'_>, by: &Counter, at: &Counter) -> Option<i32> {
    v.data
        .tables
        .naval
        .shot(by.attack, at.defence, by.torpedoes)
}

/// How much a side wants to hit a counter with another.
fn wants(v: &Position<'_>, by: &Counter, at: &Counter) -> i32 {
    needs(v, by, at).map_or(-1, |most| (most + 1) * at.worth())
}

/// Rule 9.2.1: whose turn it is to name the target of a match, counted from one.
const fn attacker_picks(single: bool, n: usize) -> bool {
    if single {
        n % 2 == 1
    } else {
        matches!(n, 3 | 5 | 7)
    }
}

/// The next target: the attacker takes what he wants most, and first what he was told to; the defender offers what
/// fights.
fn pick(
    v: &Position<'_>,
    targets: &[Counter],
    attackers: &[Counter],
    by_attacker: bool,
    aims: &[UnitId],
    guards: &[UnitId],
) -> Option<usize> {
    let named =
        |counter: &Counter, list: &[UnitId]| counter.units.iter().any(|unit| list.contains(unit));
    let best = |target: &Counter| {
        attackers
            .iter()
            .map(|by| wants(v, by, target))
            .max()
            .unwrap_or(-1)
    };
    let key = |(n, target): &(usize, &Counter)| {
        let first = if by_attacker {
            (named(target, aims), best(target))
        } else {
            (
                named(target, guards) || guards.is_empty() && target.fights(),
                target.attack,
            )
        };
        (first, std::cmp::Reverse(*n))
    };
    targets.iter().enumerate().max_by_key(key).map(|(n, _)| n)
}

/// Rule 9.2.1: the matches of a round. Ships left over join where they do most, any number to a target.
fn matches(
    v: &Position<'_>,
    round: &Round,
    fleets: &[Vec<UnitId>; 2],
    orders: &[Orders; 2],
) -> Vec<Match> {
    let (attacker, defender) = (round.attacker, round.attacker.other());
    let mut ready: Vec<Counter> = counters(v, &fleets[attacker.index()]);
    ready.retain(|one| one.fights() && one.attack > 0);
    let mut targets = counters(v, &fleets[defender.index()]);
    let (aims, guards) = (
        &orders[attacker.index()].aim,
        &orders[defender.index()].screen,
    );
    let mut made: Vec<Match> = Vec::new();
    while !ready.is_empty() && !targets.is_empty() {
        let by_attacker = attacker_picks(round.single, made.len() + 1);
        let Some(n) = pick(v, &targets, &ready, by_attacker, aims, guards) else {
            break;
        };
        let target = targets.remove(n);
        let best = (0..ready.len()).max_by_key(|n| {
            let by = &ready[*n];
            (
                needs(v, by, &target),
                std::cmp::Reverse(by.attack),
                std::cmp::Reverse(*n),
            )
        });
        let by = ready.remove(best.unwrap_or(0));
        made.push(Match {
            target,
            attackers: vec![by],
            friends: Vec::new(),
        });
    }
    for by in ready {
        let where_to = (0..made.len()).max_by_key(|n| {
            let crowd = i32::try_from(made[*n].attackers.len()).unwrap_or(0);
            (
                wants(v, &by, &made[*n].target) - 2 * crowd,
                std::cmp::Reverse(*n),
            )
        });
        if let Some(one) = where_to.and_then(|n| made.get_mut(n)) {
            one.attackers.push(by);
        }
    }
    for friend in targets
        .into_iter()
        .filter(|one| one.fights() && one.attack > 0)
    {
        let best = |one: &Match| {
            one.attackers
                .iter()
                .map(|at| wants(v, &friend, at))
                .max()
                .unwrap_or(-1)
        };
        let where_to = (0..made.len()).max_by_key(|n| (best(&made[*n]), std::cmp::Reverse(*n)));
        if let Some(one) = where_to.and_then(|n| made.get_mut(n)) {
            one.friends.push(friend);
        }
    }
    made
}

/// Every shot of a round: each ship fires once, at one enemy of its match.
fn shots(v: &Position<'_>, matches: &[Match]) -> Vec<Fired> {
    let mut fired = Vec::new();
    for one in matches {
        for by in &one.attackers {
            fired.push(Fired {
                by: by.clone(),
                at: one.target.clone(),
                guns: 0,
            });
        }
        let target = Some(&one.target).filter(|target| target.fights() && target.attack > 0);
        for by in target.into_iter().chain(&one.friends) {
            let best = one
                .attackers
                .iter()
                .max_by_key(|at| (wants(v, by, at), std::cmp::Reverse(at.lead())));
            if let Some(at) = best {
                fired.push(Fired {
                    by: by.clone(),
                    at: at.clone(),
                    guns: 0,
                });
            }
        }
    }
    fired
}

/// Rule 13.1.12: the coastal guns help German ships that fire, at most so much at one target.
fn lend(v: &Position<'_>, shots: &mut [Fired], mut points: i32) -> i32 {
    let most = v.data.tables.naval.numbers.artillery;
    let mut lent: BTreeMap<UnitId, i32> = BTreeMap::new();
    let mut spent = 0;
    for shot in shots.iter_mut() {
        if v.data.hull(shot.by.lead()).side() != Side::German || points == 0 {
            continue;
        }
        let old = lent.entry(shot.at.lead()).or_default();
        let more = (most - *old).min(points);
        *old += more;
        points -= more;
        spent += more;
        // 13.1.11: against destroyers half of them count.
        shot.guns = if shot.at.class == Class::Dd {
            more / 2
        } else {
            more
        };
    }
    spent
}

/// Rules 9.2.2 and 9.2.3: all fire, then all hits count. Whether anybody could harm anybody.
pub(super) fn round(
    t: &mut Board<'_>,
    round: &Round,
    fleets: &[Vec<UnitId>; 2],
    orders: &[Orders; 2],
) -> Play<bool> {
    let v = pos(t);
    let made = matches(&v, round, fleets, orders);
    let mut fired = shots(&v, &made);
    let spent = lend(&v, &mut fired, round.guns);
    fired.retain(|shot| {
        let by = Counter {
            attack: shot.by.attack + shot.guns,
            ..shot.by.clone()
        };
        needs(&pos(t), &by, &shot.at).is_some()
    });
    if spent > 0 {
        let points = u32::try_from(spent).unwrap_or(0);
        t.happen(Event::Guns { points })?;
    }
    let mut hits: Vec<(Counter, Harm)> = Vec::new();
    let mut unmasked: Vec<Counter> = Vec::new();
    for shot in &fired {
        if shoot(t, shot, round.withdrawal)? {
            hits.push((shot.at.clone(), Harm::Guns));
        }
        if shot.at.class == Class::Prahm && !unmasked.contains(&shot.at) {
            unmasked.push(shot.at.clone());
        }
    }
    // 9.5.6: the first shot at a dummy unmasks it, hit or not.
    for counter in unmasked {
        losses::unmask(t, &counter)?;
    }
    for (counter, harm) in hits {
        losses::hit(t, &counter, harm, false)?;
    }
    Ok(!fired.is_empty())
}

/// One shot; whether it hits.
fn shoot(t: &mut Board<'_>, shot: &Fired, withdrawal: bool) -> Play<bool> {
    let v = pos(t);
    let tables = &v.data.tables.naval;
    let most = tables.shot(
        shot.by.attack + shot.guns,
        shot.at.defence,
        shot.by.torpedoes,
    );
    let weather = tables.effects(v.open.weather).naval;
    let away = if withdrawal {
        tables.numbers.withdrawal
    } else {
        0
    };
    let name = |unit: UnitId| v.data.label(unit).1.to_owned();
    let key = format!("{}-at-{}", name(shot.by.lead()), name(shot.at.lead()));
    let (unit, target) = (shot.by.lead(), shot.at.lead());
    let (attack, guns, defence) = (shot.by.attack, shot.guns, shot.at.defence);
    let mut tally = Tally::of_rule("9.2.2");
    let die = super::low(t, &key, &mut tally)?;
    let most = most.unwrap_or(-1);
    tally
        .term("naval-table", most, "9.2.2")
        .term("weather", -weather, "3.0")
        .term("withdrawal", -away, "9.2.4")
        .at_most();
    let hit = die + weather + away <= most;
    t.happen(Event::Fires {
        unit,
        target,
        attack: attack + guns,
        defence,
        hit,
        tally,
    })?;
    Ok(hit)
}

/// Rule 13.1.11: the coastal guns alone, once: at most three points at a target, half against destroyers.
pub(super) fn volley(
    t: &mut Board<'_>,
    side: Side,
    zone: SpaceId,
    enemy: &[UnitId],
    points: i32,
) -> Play {
    let v = pos(t);
    let most = v.data.tables.naval.numbers.artillery;
    let mut targets = counters(&v, enemy);
    targets.sort_by_key(|one| (-one.worth(), one.lead()));
    let mut left = points;
    let mut plan = Vec::new();
    for at in targets {
        let given = most.min(left);
        let attack = if at.class == Class::Dd {
            given / 2
        } else {
            given
        };
        if attack > 0
            && v.data
                .tables
                .naval
                .shot(attack, at.defence, false)
                .is_some()
        {
            left -= given;
            plan.push((at, attack));
        }
    }
    let spent = u32::try_from(points - left).unwrap_or(0);
    t.happen(Event::Volley {
        side,
        zone,
        points: spent,
    })?;
    let weather = v_weather(t);
    let mut hits = Vec::new();
    for (at, attack) in plan {
        let key = format!("guns-at-{}", t.data().label(at.lead()).1);
        let needed = t
            .data()
            .tables
            .naval
            .shot(attack, at.defence, false)
            .unwrap_or(-1);
        let mut tally = Tally::of_rule("13.1.11");
        let die = super::low(t, &key, &mut tally)?;
        tally
            .term("naval-table", needed, "9.2.2")
            .term("weather", -weather, "3.0")
            .at_most();
        let hit = die + weather <= needed;
        t.happen(Event::Shells {
            target: at.lead(),
            attack,
            defence: at.defence,
            hit,
            tally,
        })?;
        if hit {
            hits.push(at);
        }
    }
    for counter in hits {
        losses::hit(t, &counter, Harm::Shore, false)?;
    }
    Ok(())
}

fn v_weather(t: &Board<'_>) -> i32 {
    let weather = t.state().open.weather;
    t.data().tables.naval.effects(weather).naval
}
