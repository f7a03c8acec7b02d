//! Dice against the enemy, and who takes the hits (3.0, 7.3, 7.5, 8.4, 10.3).

use super::Board;
use super::event::{Event, Volley, Why};
use super::loss;
use super::nation::{Alliance, Side};
use super::orders::{Losses, Target, list_units};
use crate::board::{SpaceId, UnitId};
use crate::engine::odds::Alike;
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// One die: who throws it, his strength, and whom it can hit.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    /// Who throws, by id; a port or battery has no counter.
    pub(super) id: String,
    /// The player whose die it is (7.3/b).
    pub(super) by: Side,
    /// How the strength comes about.
    pub(super) terms: Vec<Term>,
    /// Whether its hit may go on guarded targets too.
    pub(super) wide: bool,
}

/// Hits scored, by whom they may be placed and on whom.
#[derive(Clone, Debug, Default)]
pub(super) struct Salvo {
    /// Natural ones: the player who threw them places them (7.3/b). On unguarded targets only, and on any.
    ones: Vec<(Side, [i32; 2])>,
    /// The rest: the owner of the targets places them.
    rest: [i32; 2],
}

impl Salvo {
    /// Everything that hit.
    pub(super) fn hits(&self) -> i32 {
        let ones: i32 = self.ones.iter().map(|(_, n)| n[0] + n[1]).sum();
        ones + self.rest[0] + self.rest[1]
    }

    /// The natural ones of a player.
    fn ones_of(&self, player: Side) -> [i32; 2] {
        let own = self.ones.iter().find(|(side, _)| *side == player);
        own.map_or([0; 2], |(_, n)| *n)
    }

    fn add_one(&mut self, player: Side, wide: bool) {
        if self.ones.iter().all(|(side, _)| *side != player) {
            self.ones.push((player, [0; 2]));
        }
        for (side, n) in &mut self.ones {
            if *side == player {
                n[usize::from(wide)] += 1;
            }
        }
    }
}

/// Who can be hit.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    /// All of them.
    pub(super) units: Vec<UnitId>,
    /// Those on whom only wide hits can be placed: submarines by capital ships (3.4.1), ships in port by foot
    /// soldiers (3.4/c).
    pub(super) guarded: Vec<UnitId>,
    /// Those whom the owner may name only when no other is left (3.2.3/a).
    pub(super) last: Vec<UnitId>,
}

/// Throws a die for each shot and tells it.
pub(super) fn volley(
    t: &mut Board<'_>,
    by: Alliance,
    (volley, rule): (Volley, &'static str),
    at: SpaceId,
    round: u32,
    shots: Vec<Shot>,
) -> Play<Salvo> {
    let mut salvo = Salvo::default();
    // Strength 0 never hits (3.0/a): no die is wasted on it.
    let shots: Vec<Shot> = shots
        .into_iter()
        .filter(|shot| shot.terms.iter().map(|term| term.value).sum::<i32>() > 0)
        .collect();
    if shots.is_empty() {
        return Ok(salvo);
    }
    let label = match volley {
        Volley::Air | Volley::Raid => "air",
        Volley::Bombs => "bombs",
        Volley::Flak => "flak",
        Volley::Guns => "guns",
        Volley::Torpedoes => "torpedoes",
        Volley::Land => "fire",
        Volley::Shore => "shore",
        Volley::Battery => "battery",
    };
    // A one, another hit, a miss: nothing else matters.
    let alike: Vec<Alike> = shots
        .iter()
        .map(|shot| {
            let strength: i32 = shot.terms.iter().map(|term| term.value).sum();
            Alike {
                bounds: vec![1, u32::try_from(strength).unwrap_or(0)],
                kind: shot.wide.into(),
            }
        })
        .collect();
    let dice = t.roll_alike(format_args!("{}.{label}", by.id()), 10, &alike)?;
    let mut tally = Tally::of_rule(rule);
    tally.dice(&dice);
    for (shot, die) in shots.into_iter().zip(&dice.values) {
        tally.test(&shot.id, shot.terms, *die);
        if tally
            .tests
            .last()
            .is_some_and(crate::engine::tally::Test::passed)
        {
            if *die == 1 {
                salvo.add_one(shot.by, shot.wide);
            } else {
                salvo.rest[usize::from(shot.wide)] += 1;
            }
        }
    }
    let hits = salvo.hits();
    t.happen(Event::Fires {
        by,
        volley,
        at,
        round,
        tally,
        hits,
    })?;
    Ok(salvo)
}

/// How many of some hits find a target: narrow ones only the unguarded.
fn fitting(
    t: &Board<'_>,
    [narrow, wide]: [i32; 2],
    targets: &Targets,
    taken: &[(UnitId, i32)],
) -> i32 {
    let pos = super::pos(t);
    let left = |unit: &UnitId| {
        let gone = taken.iter().filter(|(one, _)| one == unit).map(|(_, n)| n);
        (pos.steps(*unit) - gone.sum::<i32>()).max(0)
    };
    let guarded: i32 = targets.guarded.iter().map(left).sum();
    let all: i32 = targets.units.iter().map(left).sum();
    let open = all - guarded;
    let placed = narrow.min(open);
    placed + wide.min(guarded + open - placed)
}

/// Who decides for some units of an alliance: the player with most of them, else its speaker.
pub(super) fn speaker(t: &Board<'_>, alliance: Alliance, units: &[UnitId]) -> Side {
    let data = t.data();
    let count = |player: Side| {
        units
            .iter()
            .filter(|unit| data.owner(**unit) == player)
            .count()
    };
    let players = data.players(alliance);
    let mut best = players[0];
    for player in players {
        if count(*player) > count(best) {
            best = *player;
        }
    }
    best
}

/// Places hits on both parties at once (7.3/b and its like): the ones by who threw them, then the rest by the owners.
///
/// Each entry is who fired, what he scored, and at whom.
pub(super) fn settle(t: &mut Board<'_>, exchanges: &[(Alliance, Salvo, Targets)]) -> Play {
    let mut taken = place_ones(t, exchanges)?;
    let ones: Vec<Vec<(UnitId, i32)>> = taken.clone();
    let (mut asks, mut asked) = (Vec::new(), Vec::new());
    for (n, (by, salvo, targets)) in exchanges.iter().enumerate() {
        let lost = fitting(t, salvo.rest, targets, &taken[n]);
        if lost == 0 {
            continue;
        }
        let ask = Losses {
            units: room(t, targets, &taken[n]),
            guarded: targets.guarded.clone(),
            last: targets.last.clone(),
            wide: salvo.rest[1],
            lost,
        };
        match ask.forced() {
            Some(forced) => taken[n].extend(forced),
            None => {
                let owner = speaker(t, by.other(), &targets.units);
                asks.push((owner, Given(ask)));
                asked.push(n);
            }
        }
    }
    if !asks.is_empty() {
        let answers = t.ask_all(asks)?;
        for (n, answer) in asked.into_iter().zip(answers) {
            taken[n].extend(answer);
        }
    }
    for (all, ones) in taken.into_iter().zip(ones) {
        let mut units: Vec<UnitId> = list_units(&all);
        units.sort_unstable();
        units.dedup();
        for unit in units {
            let sum = |of: &[(UnitId, i32)]| -> i32 {
                of.iter()
                    .filter(|(one, _)| *one == unit)
                    .map(|(_, n)| n)
                    .sum()
            };
            let why = if sum(&ones) > 0 { Why::One } else { Why::Hit };
            loss::take(t, unit, sum(&all), why)?;
        }
    }
    Ok(())
}

/// Rule 7.3/b: whoever threw a one names who takes it; of two allied throwers the western one first.
fn place_ones(
    t: &mut Board<'_>,
    exchanges: &[(Alliance, Salvo, Targets)],
) -> Play<Vec<Vec<(UnitId, i32)>>> {
    let mut taken: Vec<Vec<(UnitId, i32)>> = vec![Vec::new(); exchanges.len()];
    for turn in 0..2 {
        let (mut asks, mut asked) = (Vec::new(), Vec::new());
        for (n, (by, salvo, targets)) in exchanges.iter().enumerate() {
            let Some(who) = t.data().players(*by).get(turn).copied() else {
                continue;
            };
            let ones = salvo.ones_of(who);
            let lost = fitting(t, ones, targets, &taken[n]);
            if lost == 0 {
                continue;
            }
            let ask = Target {
                units: room(t, targets, &taken[n]),
                guarded: targets.guarded.clone(),
                wide: ones[1],
                lost,
            };
            match ask.forced() {
                Some(forced) => taken[n].extend(forced),
                None => {
                    asks.push((who, Given(ask)));
                    asked.push(n);
                }
            }
        }
        if !asks.is_empty() {
            let answers = t.ask_all(asks)?;
            for (n, answer) in asked.into_iter().zip(answers) {
                taken[n].extend(answer);
            }
        }
    }
    Ok(taken)
}

/// Units with the steps they have left.
fn room(t: &Board<'_>, targets: &Targets, taken: &[(UnitId, i32)]) -> Vec<(UnitId, i32)> {
    let pos = super::pos(t);
    let units = targets.units.iter().map(|unit| {
        let gone: i32 = taken
            .iter()
            .filter(|(one, _)| one == unit)
            .map(|(_, n)| n)
            .sum();
        (*unit, pos.steps(*unit) - gone)
    });
    units.filter(|(_, steps)| *steps > 0).collect()
}
