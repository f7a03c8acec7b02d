//! Rule 9.2: a naval combat, round by round.

use super::super::event::Event;
use super::super::side::Side;
use super::super::state::Position;
use super::super::{Board, pos};
use super::counters::counters;
use super::fire::{self, Round};
use super::orders::battle::{Orders, Stance, Standing};
use super::{detection, hazards, interception, withdrawal};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rounds after which a combat in which both stay is broken off, should nobody be able to harm anybody.
const LAST: u32 = 40;

/// Rule 9.2: a fleet that has come to intercept fights the one it found.
pub(super) fn fight(
    t: &mut Board<'_>,
    zone: SpaceId,
    detector: Side,
    fleet: &[UnitId],
    enemy: &[UnitId],
) -> Play {
    let mut fleets = [Vec::new(), Vec::new()];
    fleets[detector.index()] = fleet.to_vec();
    fleets[detector.other().index()] = enemy.to_vec();
    let t: &mut Board<'_> = &mut t.within("battle");
    t.happen(Event::Battle {
        zone,
        german: fleets[Side::German.index()].clone(),
        british: fleets[Side::British.index()].clone(),
    })?;
    for round in 1..=LAST {
        let t: &mut Board<'_> = &mut t.within(format_args!("round-{round}"));
        let single = (round == 1).then_some(detector);
        if !one_round(t, zone, &mut fleets, single, round)? {
            break;
        }
    }
    Ok(())
}

/// One round; whether there is another.
fn one_round(
    t: &mut Board<'_>,
    zone: SpaceId,
    fleets: &mut [Vec<UnitId>; 2],
    single: Option<Side>,
    round: u32,
) -> Play<bool> {
    for side in Side::BOTH {
        fleets[side.index()] = hazards::here(&pos(t), zone, &fleets[side.index()]);
    }
    if fleets.iter().any(Vec::is_empty) {
        return Ok(false);
    }
    let orders = stances(t, zone, fleets, round)?;
    let leaves = |side: Side| orders[side.index()].stance == Stance::Withdraw;
    let attacker = attacker(t, zone, fleets, single, &orders, round)?;
    let fought = match attacker {
        Some(attacker) => {
            let only = |side: Side| leaves(side) && !leaves(side.other());
            let one_left = Side::BOTH.into_iter().any(only);
            let plan = Round {
                zone,
                attacker,
                single: single.is_some() || one_left,
                withdrawal: Side::BOTH.into_iter().any(leaves),
                guns: orders[Side::German.index()].guns.unwrap_or(0),
            };
            fire::round(t, &plan, fleets, &orders)?
        }
        None => false,
    };
    for side in Side::BOTH {
        fleets[side.index()] = hazards::here(&pos(t), zone, &fleets[side.index()]);
    }
    let away: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| leaves(*side))
        .collect();
    for side in &away {
        let to = orders[side.index()].to;
        withdrawal::withdraw(t, *side, zone, &fleets[side.index()], to)?;
    }
    // Where no gun harms anybody there is nothing to stay for.
    Ok(away.is_empty() && fought && fleets.iter().all(|fleet| !fleet.is_empty()))
}

/// Rule 9.2.4: both say at once, and neither sees the other's word before, whether they stay.
fn stances(
    t: &mut Board<'_>,
    zone: SpaceId,
    fleets: &[Vec<UnitId>; 2],
    round: u32,
) -> Play<[Orders; 2]> {
    let v = pos(t);
    let ask = |side: Side| {
        let standing = Standing {
            zone,
            own: fleets[side.index()].clone(),
            enemy: fleets[side.other().index()].clone(),
            havens: withdrawal::choices(&v, side, zone, &fleets[side.index()]),
            guns: interception::guns(&v, side, zone),
            round,
        };
        (side, Given(standing))
    };
    let asks = Side::BOTH.map(ask).into_iter().collect();
    let mut answers = t.ask_all(asks)?.into_iter();
    let german = answers.next();
    let british = answers.next();
    let german = t.known(german)?;
    let british = t.known(british)?;
    Ok([german, british])
}

/// Whether a side has ships that fire.
fn can_attack(v: &Position<'_>, fleet: &[UnitId]) -> bool {
    counters(v, fleet)
        .iter()
        .any(|one| one.fights() && one.attack > 0)
}

/// Rules 9.2.1 and 9.2.3: who attacks in this round; nobody where neither has ships that fire.
fn attacker(
    t: &mut Board<'_>,
    zone: SpaceId,
    fleets: &[Vec<UnitId>; 2],
    single: Option<Side>,
    orders: &[Orders; 2],
    round: u32,
) -> Play<Option<Side>> {
    let leaves = |side: Side| orders[side.index()].stance == Stance::Withdraw;
    let v = pos(t);
    let able = |side: Side| can_attack(&v, &fleets[side.index()]);
    let tell = |attacker, tally| Event::Round {
        zone,
        round,
        attacker,
        german_leaves: leaves(Side::German),
        british_leaves: leaves(Side::British),
        tally,
    };
    let one = match (able(Side::German), able(Side::British)) {
        (false, false) => return Ok(None),
        (true, false) => Some(Side::German),
        (false, true) => Some(Side::British),
        (true, true) => match (leaves(Side::German), leaves(Side::British)) {
            (true, false) => Some(Side::British),
            (false, true) => Some(Side::German),
            _ => single,
        },
    };
    if let Some(side) = one {
        t.happen(tell(side, None))?;
        return Ok(Some(side));
    }
    let value = |side: Side| detection::value(&v, side, zone);
    let difference = value(Side::British) - value(Side::German);
    let most = v.data.tables.naval.numbers.attacker;
    let mut tally = Tally::of_rule("9.2.1");
    let die = super::low(t, "attacker", &mut tally)?;
    tally
        .term("german-attack", most, "9.2.1")
        .term("detection", -difference, "9.2.1")
        .at_most();
    let side = if die + difference <= most {
        Side::German
    } else {
        Side::British
    };
    t.happen(tell(side, Some(tally)))?;
    Ok(Some(side))
}

/// The key of the words for a round.
pub(in super::super) const fn round_words(german: bool, british: bool) -> &'static str {
    match (german, british) {
        (false, false) => "eng-round",
        (true, false) => "eng-round-germans-leave",
        (false, true) => "eng-round-british-leave",
        (true, true) => "eng-round-both-leave",
    }
}
