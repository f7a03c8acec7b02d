//! Rule 6: one land combat, from the odds to the advance; overruns (5.6) and landings (9.4) are fought so too.

use super::Board;
use super::bars::Bar;
use super::event::{Cause, Event};
use super::map::City;
use super::orders::combat::Tanks;
use super::side::Side;
use super::state::{Mark, Position, Where};
use super::units::Type;
use super::{advance, beach, control, leaders, spend};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OneOf;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// An attack.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    pub side: Side,
    pub targets: Vec<SpaceId>,
    pub units: Vec<UnitId>,
    pub armour: Option<UnitId>,
    /// 13.1
    pub guns: i32,
    pub overrun: bool,
}

/// What became of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    /// No defender is left in the hexes attacked.
    pub cleared: bool,
    /// The attackers retreated, or are no more.
    pub fell_back: bool,
}

/// Those of some units that are still ashore.
pub(super) fn ashore(pos: &Position<'_>, units: &[UnitId]) -> Vec<UnitId> {
    units
        .iter()
        .copied()
        .filter(|unit| pos.at(*unit).is_some())
        .collect()
}

/// Those of some units that are still in play.
pub(super) fn alive(pos: &Position<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let lives = |unit: &UnitId| matches!(pos.unit(*unit).at, Where::At(_) | Where::Landing(_));
    units.iter().copied().filter(lives).collect()
}

/// A unit loses steps.
pub(super) fn lose(t: &mut Board<'_>, unit: UnitId, steps: u32, cause: Cause) -> Play {
    let has = u32::from(super::pos(t).unit(unit).steps);
    let steps = steps.min(has);
    if steps == 0 {
        return Ok(());
    }
    t.happen(Event::Loses {
        unit,
        steps,
        gone: steps == has,
        cause,
    })
}

/// Whether a unit comes from the sea in this combat.
pub(super) fn by_sea(pos: &Position<'_>, unit: UnitId) -> bool {
    matches!(pos.unit(unit).at, Where::Landing(_))
}

/// Rule 6.1: whether it attacks across a river or an arrow.
fn wet(pos: &Position<'_>, unit: UnitId, targets: &[SpaceId]) -> bool {
    let Some(at) = pos.at(unit) else { return false };
    targets.iter().any(|target| {
        let between = pos.data.map.between(at, *target);
        between.is_some_and(|between| between.river || between.crossing)
    })
}

/// Rule 6.2: the attack of some units: halves across rivers are added up, and a fraction is dropped once.
pub(super) fn attack_of(pos: &Position<'_>, units: &[UnitId], targets: &[SpaceId]) -> i32 {
    let halves = units.iter().map(|unit| {
        let attack = pos.attack(*unit);
        if wet(pos, *unit, targets) {
            attack
        } else {
            2 * attack
        }
    });
    halves.sum::<i32>() / 2
}

/// Rules 6.2, 6.2.32 and 10.0: the defence of some hexes against some units.
pub(super) fn defence_of(
    pos: &Position<'_>,
    side: Side,
    targets: &[SpaceId],
    units: &[UnitId],
) -> i32 {
    let mut defence = 0;
    for at in targets {
        for unit in pos.on(*at, side.other()) {
            if !pos.has(unit, Mark::Retreated) {
                defence += pos.defence(unit);
            }
        }
        if side == Side::German {
            let sea = units
                .iter()
                .any(|unit| pos.unit(*unit).at == Where::Landing(*at));
            let air = units.iter().any(|unit| pos.has(*unit, Mark::Dropped));
            defence += pos.guard_against(*at, sea, air);
        }
    }
    defence
}

/// Rule 6.4: whether armour superiority counts against some hexes.
fn tank_ground(pos: &Position<'_>, targets: &[SpaceId]) -> bool {
    targets.iter().all(|at| {
        let place = pos.data.map.place(*at);
        pos.data.tables.effects(place).all(|ground| ground.armour)
    })
}

/// Rule 6.4: the units that can lend their armour.
pub(super) fn tanks(pos: &Position<'_>, units: &[UnitId], attacking: bool) -> Vec<UnitId> {
    let eligible = |unit: &UnitId| {
        let at = pos.at(*unit);
        let bogged = at.is_some_and(|at| !tank_ground(pos, &[at])) && attacking;
        let city = at.and_then(|at| pos.data.map.place(at).city);
        // A city does not hinder who attacks out of it.
        pos.armour(*unit) > 0 && (!bogged || matches!(city, Some(City::Major | City::London)))
    };
    units.iter().copied().filter(eligible).collect()
}

/// The column of true odds, counted from 1:1; the table is clamped after the shifts.
fn true_column(attack: i32, defence: i32) -> i32 {
    let (attack, defence) = (attack.max(1), defence.max(0));
    if defence == 0 {
        return 99;
    }
    if attack >= defence {
        attack / defence - 1
    } else {
        1 - (defence + attack - 1) / attack
    }
}

/// The odds in words: `3:1`, `1:2`.
fn odds(column: i32) -> String {
    match column {
        99 => "-".to_owned(),
        0.. => format!("{}:1", column + 1),
        _ => format!("1:{}", 1 - column),
    }
}

/// Rules 6.1, 6.2.2 and 9.4.2: what shifts the column.
fn shifts(pos: &Position<'_>, attack: &Attack, armour: [Option<UnitId>; 2]) -> Tally {
    let mut tally = Tally::of_rule("6.1");
    let tables = &pos.data.tables;
    // The worst city, and else the worst ground, of the hexes attacked.
    let defended = |at: &&SpaceId| {
        pos.holds(**at, attack.side.other()) || attack.side == Side::German && pos.guard(**at) > 0
    };
    let mut worst = 0;
    let mut worst_city = 0;
    for at in attack.targets.iter().filter(defended) {
        let place = pos.data.map.place(*at);
        for ground in tables.effects(place) {
            if ground.shift <= -2 {
                worst_city = worst_city.min(ground.shift);
            } else {
                worst = worst.min(ground.shift);
            }
        }
    }
    let single = attack.targets.len() == 1;
    tally.term(
        "eng-ground",
        if single && worst_city < 0 { 0 } else { worst },
        "6.1",
    );
    tally.term("eng-city", worst_city, "6.1");
    let [own, his] = armour.map(|unit| unit.map_or(0, |unit| pos.armour(unit)));
    tally.term("eng-armour", own - his, "6.4");
    let landing: Vec<UnitId> = attack
        .units
        .iter()
        .copied()
        .filter(|unit| by_sea(pos, *unit))
        .collect();
    if !landing.is_empty() {
        let craft = landing
            .iter()
            .all(|unit| super::crossing::by_landing_craft(pos, *unit));
        tally.term("eng-landing", if craft { -1 } else { -2 }, "9.4.2");
        let beside = attack.targets.iter().any(|at| {
            let his = pos.on(*at, attack.side.other());
            let full = |unit: &UnitId| pos.is_full_division(*unit) && pos.unit(*unit).hits == 0;
            !his.iter().any(|unit| pos.printed(*unit).is_division())
                && pos.controllers(*at, attack.side.other()).iter().any(full)
        });
        tally.term("eng-landing-watched", if beside { -1 } else { 0 }, "9.4.22");
    }
    tally
}

/// Rules 6.4: which armour counts, of the attacker and of the defender.
fn armour(t: &mut Board<'_>, attack: &Attack, defenders: &[UnitId]) -> Play<[Option<UnitId>; 2]> {
    let pos = super::pos(t);
    let swims = |unit: &&UnitId| {
        pos.printed(**unit).kind == Type::AmphibiousPanzer
            && by_sea(&pos, **unit)
            && pos.unit(**unit).hits == 0
    };
    if let Some(unit) = attack.units.iter().find(swims).copied() {
        // Whatever the ground.
        let his = defenders_tank(t, attack, defenders)?;
        return Ok([Some(unit), his]);
    }
    if !tank_ground(&pos, &attack.targets) {
        return Ok([None, None]);
    }
    let own = tanks(&pos, &attack.units, true);
    let best = own
        .iter()
        .copied()
        .max_by_key(|unit| (pos.armour(*unit), std::cmp::Reverse(*unit)));
    let named = attack.armour.filter(|unit| own.contains(unit));
    // The British pay for it with the first step: they name it themselves.
    let own = match attack.side {
        Side::German => named.or(best),
        Side::British => named,
    };
    if let Some(unit) = own {
        t.happen(Event::Armour { unit })?;
    }
    let his = defenders_tank(t, attack, defenders)?;
    Ok([own, his])
}

fn defenders_tank(
    t: &mut Board<'_>,
    attack: &Attack,
    defenders: &[UnitId],
) -> Play<Option<UnitId>> {
    let pos = super::pos(t);
    let mut tanks = tanks(&pos, defenders, false);
    if tanks.is_empty() || !tank_ground(&pos, &attack.targets) {
        return Ok(None);
    }
    tanks.sort_by_key(|unit| (std::cmp::Reverse(pos.armour(*unit)), *unit));
    let side = attack.side.other();
    let at = attack.targets.first().copied().unwrap_or_default();
    let unit = if side == Side::German {
        tanks.first().copied()
    } else {
        t.ask(side, OneOf(Tanks { at, tanks }))?.0
    };
    if let Some(unit) = unit {
        t.happen(Event::Armour { unit })?;
    }
    Ok(unit)
}

/// The defenders of some hexes.
pub(super) fn defenders(pos: &Position<'_>, side: Side, targets: &[SpaceId]) -> Vec<UnitId> {
    targets
        .iter()
        .flat_map(|at| pos.on(*at, side.other()))
        .collect()
}

/// Fights an attack to its end.
pub(super) fn fight(t: &mut Board<'_>, attack: &Attack) -> Play<Outcome> {
    let side = attack.side;
    let pos = super::pos(t);
    let defenders = defenders(&pos, side, &attack.targets);
    let from: Vec<SpaceId> = ashore(&pos, &attack.units)
        .iter()
        .filter_map(|unit| pos.at(*unit))
        .collect();
    if attack.guns > 0 {
        let points = u32::try_from(attack.guns).unwrap_or(0);
        t.happen(Event::Guns { points })?;
    }
    let armour = armour(t, attack, &defenders)?;
    let mut tally = Tally::of_rule("6.0");
    let inspired = if side == Side::German && !attack.overrun {
        leaders::hearten(t, &attack.targets, &mut tally)?
    } else {
        Vec::new()
    };
    let pos = super::pos(t);
    let (strength, defence) = (
        attack_of(&pos, &attack.units, &attack.targets) + attack.guns,
        defence_of(&pos, side, &attack.targets, &attack.units),
    );
    let shifts = shifts(&pos, attack, armour);
    let chart = &t.data().tables.charts.land;
    let true_column = true_column(strength, defence);
    let even = chart
        .named("1:1")
        .and_then(|column| i32::try_from(column).ok())
        .unwrap_or(0);
    let last = chart.named("7:1").unwrap_or(usize::MAX);
    let shift: i32 = shifts.terms.iter().map(|term| term.value).sum();
    let column = usize::try_from((even + true_column + shift).max(0))
        .unwrap_or(0)
        .min(last);
    let head = t.data().tables.charts.land.head(column).to_owned();
    t.happen(Event::Odds {
        side,
        at: attack.targets.clone(),
        units: attack.units.clone(),
        attack: strength,
        defence,
        odds: odds(true_column),
        column: head.clone(),
        tally: shifts,
        overrun: attack.overrun,
    })?;
    super::d10(t, "combat", &mut tally)?;
    let die = tally.total().clamp(0, 9);
    let Some(clash) = t.data().tables.charts.land.cell(die, column).copied() else {
        return Ok(Outcome::default());
    };
    t.happen(Event::Clash {
        side,
        at: attack.targets.clone(),
        tally,
        column: head,
        result: clash.to_string(),
        overrun: attack.overrun,
    })?;
    settle(t, attack, clash, armour, &defenders, &from, &inspired)
}

/// Rules 6.2 and 6.3: losses and retreats, the defender first; then the advance.
fn settle(
    t: &mut Board<'_>,
    attack: &Attack,
    clash: super::tables::Clash,
    armour: [Option<UnitId>; 2],
    defenders: &[UnitId],
    from: &[SpaceId],
    inspired: &[super::event::Leader],
) -> Play<Outcome> {
    let side = attack.side;
    let struck = clash.defender.all || clash.defender.points > 0;
    let his = spend::Party {
        side: side.other(),
        units: defenders.to_vec(),
        hexes: attack.targets.clone(),
        enemies: from.to_vec(),
        armour: armour[1],
        attacking: false,
        overrun: attack.overrun,
    };
    let fled = spend::suffer(t, &his, clash.defender)?;
    leaders::after(t, attack, defenders, inspired)?;
    let own = spend::Party {
        side,
        units: attack.units.clone(),
        hexes: from.to_vec(),
        enemies: attack.targets.clone(),
        armour: armour[0],
        attacking: true,
        overrun: attack.overrun,
    };
    let back = spend::suffer(t, &own, clash.attacker)?;
    let pos = super::pos(t);
    // Home guard alone goes with any result against the defender (10.2).
    let held = |at: &SpaceId| pos.holds(*at, side.other());
    let cleared = struck && !attack.targets.iter().any(held);
    let left = alive(&pos, &attack.units);
    let outcome = Outcome {
        cleared,
        fell_back: back > 0 || left.is_empty(),
    };
    if attack.overrun {
        return Ok(outcome);
    }
    if defenders.is_empty() {
        beach::answers(t, attack, clash.defender)?;
    }
    let pos = super::pos(t);
    if cleared && !outcome.fell_back {
        let far = if fled > 0 && defenders.iter().any(|unit| pos.at(*unit).is_some()) {
            fled
        } else {
            2
        };
        secure(t, attack, &left)?;
        advance::advance(t, side, &left, &attack.targets, far)?;
    } else if back > 0 {
        let pos = super::pos(t);
        let stood = alive(&pos, defenders);
        let stood: Vec<UnitId> = stood
            .into_iter()
            .filter(|unit| pos.at(*unit).is_some_and(|at| attack.targets.contains(&at)))
            .collect();
        let mut empty = from.to_vec();
        empty.sort_unstable();
        empty.dedup();
        empty.retain(|at| !pos.holds(*at, side) && pos.data.map.england.has(*at));
        if !stood.is_empty() && !empty.is_empty() {
            advance::advance(t, side.other(), &stood, &empty, back)?;
        }
    }
    Ok(outcome)
}

/// Rule 1.3: airborne troops whose hex is cleared hold it.
fn secure(t: &mut Board<'_>, attack: &Attack, left: &[UnitId]) -> Play {
    for at in &attack.targets {
        let pos = super::pos(t);
        let there = left.iter().any(|unit| pos.at(*unit) == Some(*at));
        if there {
            control::entered(t, attack.side, &[*at])?;
        }
    }
    Ok(())
}

/// Rule 13.1: whether the coastal guns reach a hex.
pub(super) fn in_range(pos: &Position<'_>, at: SpaceId) -> Result<(), Bar> {
    let map = &pos.data.map;
    let gun = map.board.spaces().find(|at| map.place(*at).guns);
    let range = pos.data.tables.limits.guns[1];
    let far = gun.map_or(u32::MAX, |gun| map.distance(gun, at));
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    if far <= range {
        return Ok(());
    }
    Err(Bar::OutOfRange {
        at,
        far: number(far),
        range: number(range),
    })
}
