//! What events change: the only place where the state does.

#![deny(clippy::wildcard_enum_match_arm)]

use super::class::{Arm, Class};
use super::data::Data;
use super::event::{Event, Fate, How, Ruling};
use super::nation::{Alliance, Nation};
use super::state::{Counter, Phase, State, Where};
use crate::board::{SpaceId, UnitId};

pub(super) fn apply(data: &Data, s: &mut State, event: &Event) {
    match event {
        Event::Phase { turn, phase } => begin(s, *turn, *phase),
        Event::Half => {
            s.half = 1;
        }
        Event::Bought { nation, offensives } => {
            s.offensives[nation.index()] += offensives;
            let price = offensives * data.tables.offensive_price;
            s.used[data.purse(*nation).index()] += price;
        }
        Event::Initiative { holder, .. } => {
            s.initiative = *holder;
            s.first = [*holder; 4];
        }
        Event::Order { first } => s.first = *first,
        Event::Moves {
            units,
            to,
            over,
            how,
            act,
        } => move_units(data, s, units, (*to, over), *how, *act),
        Event::Sorties { units, .. } => {
            for unit in units {
                act_now(s, *unit);
            }
        }
        Event::Battle {
            attackers,
            defenders,
            ..
        } => {
            for unit in attackers.iter().chain(defenders) {
                if data.unit(*unit).class.arm() == Arm::Air {
                    counter(s, *unit).attacked = true;
                }
            }
        }
        Event::Loss { unit, fate, .. } => lose(data, s, *unit, *fate),
        Event::Joins { units, .. } => {
            for unit in units {
                // A ship that fires from its port does not act (3.4/c).
                if data.unit(*unit).class.arm() != Arm::Naval {
                    act_now(s, *unit);
                }
            }
        }
        Event::Declares {
            alliance,
            units,
            pays,
            ..
        } => {
            for (nation, offensives) in pays {
                s.offensives[nation.index()] -= offensives;
            }
            for unit in units {
                if data.unit(*unit).class.arm() != Arm::Naval {
                    act_now(s, *unit);
                }
            }
            s.passes = 0;
            s.number += 1;
            s.acting = alliance.other();
        }
        Event::Passes { alliance } => {
            s.passes += 1;
            s.number += 1;
            s.acting = alliance.other();
        }
        Event::Town {
            at,
            by,
            loser,
            loss,
            captor,
            gain,
        } => {
            control(s, *at, *by);
            let level = &mut s.level;
            level[loser.index()] = (level[loser.index()] - loss).max(0);
            level[captor.index()] += gain;
            s.peak[captor.index()] = s.peak[captor.index()].max(s.level[captor.index()]);
        }
        Event::Lake { alliance, at } => {
            s.lakes.push((*alliance, *at));
            s.chose_lake.push(*alliance);
        }
        Event::LakeGone { alliance, at } => s.lakes.retain(|lake| *lake != (*alliance, *at)),
        Event::Silenced => s.silenced = true,
        Event::Checks { check, .. } => {
            if *check == super::event::Check::Narvik {
                s.narvik = true;
            }
        }
        Event::Grounded { unit, grounded } => counter(s, *unit).grounded = *grounded,
        Event::Upkeep { nation, paid, .. } => s.used[data.purse(*nation).index()] += paid,
        Event::Builds { unit, cost } => {
            spend(data, s, *unit, *cost);
            let counter = counter(s, *unit);
            counter.at = Where::Bought;
            counter.reduced = false;
        }
        Event::Repairs { unit, cost } => {
            spend(data, s, *unit, *cost);
            counter(s, *unit).reduced = false;
        }
        Event::Surrenders => s.surrendered = Some(s.turn),
        Event::Ends => s.ended = true,
        Event::Ruled { ruling } => rule(data, s, ruling),
        Event::Inspires { leader, .. } => {
            // Rule 10.0/b: a general who helps artillery to attack has taken part in the offensive.
            let printed = data.unit(*leader);
            let attacks = s.phase == Phase::Combat && printed.nation.alliance() != s.acting;
            if attacks && printed.class == Class::General {
                act_now(s, *leader);
            }
        }
        Event::Fires { .. }
        | Event::Released { .. }
        | Event::Rearguard { .. }
        | Event::Refuses { .. }
        | Event::HeldBack { .. }
        | Event::NotDone { .. }
        | Event::Lapses { .. } => {}
    }
}

fn counter(s: &mut State, unit: UnitId) -> &mut Counter {
    &mut s.units[usize::from(unit.0)]
}

fn act_now(s: &mut State, unit: UnitId) {
    let mark = s.phase.mark();
    counter(s, unit).acts |= mark;
}

fn spend(data: &Data, s: &mut State, unit: UnitId, cost: i32) {
    let purse = data.purse(data.unit(unit).nation);
    s.used[purse.index()] += cost;
}

/// Rule 5.2: a phase begins; with the first one of a turn everything used is fresh again (13.0).
fn begin(s: &mut State, turn: u32, phase: Phase) {
    if turn > s.turn {
        s.used = [0; 4];
        s.peak = s.level;
        s.offensives = [0; 4];
        for counter in &mut s.units {
            counter.acts = 0;
            counter.moved = false;
            counter.lifted = false;
        }
    }
    s.turn = turn;
    s.phase = phase;
    s.half = 0;
    for counter in &mut s.units {
        counter.attacked = false;
    }
    if phase == Phase::Combat {
        s.passes = 0;
        s.number = 0;
        s.acting = s.first[Phase::Combat.chosen()];
    }
}

/// A land unit that enters a hex controls it; towns change hands by an event of their own (10.12).
fn control(s: &mut State, place: SpaceId, by: Alliance) {
    match (s.german.binary_search(&place), by) {
        (Err(at), Alliance::Axis) => s.german.insert(at, place),
        (Ok(at), Alliance::Allies) => {
            s.german.remove(at);
        }
        _ => {}
    }
}

fn move_units(
    data: &Data,
    s: &mut State,
    units: &[UnitId],
    (to, over): (Where, &[SpaceId]),
    how: How,
    act: bool,
) {
    for unit in units {
        let printed = data.unit(*unit);
        if act {
            act_now(s, *unit);
        }
        let mark = s.phase;
        let counter = counter(s, *unit);
        counter.at = to;
        if printed.class.arm() == Arm::Naval {
            counter.moved |= !matches!(how, How::Setup | How::Arrive | How::Place);
        }
        if how == How::Airlift && mark == Phase::Air {
            counter.lifted = true;
        }
        if printed.class.arm() == Arm::Land {
            // An attacker holds the hexes he passed, but not the one he attacks before he has won (10.3).
            let end = if let Where::At(place) = to
                && how != How::Attack
            {
                Some(place)
            } else {
                None
            };
            for place in over.iter().copied().chain(end) {
                let hex = data.map.hex(place);
                if hex.land && hex.town.is_none() && hex.holds.is_none() {
                    control(s, place, printed.nation.alliance());
                }
            }
        }
    }
}

/// Rule 3.0: a loss.
fn lose(data: &Data, s: &mut State, unit: UnitId, fate: Fate) {
    let printed = data.unit(unit);
    match fate {
        Fate::Reduced => counter(s, unit).reduced = true,
        Fate::Pool | Fate::Gone => {
            let lost = counter(s, unit);
            lost.at = if fate == Fate::Pool {
                Where::Pool
            } else {
                Where::Gone
            };
            lost.reduced = false;
            lost.grounded = false;
            // Rule 15.1 counts the ships of Britain and France.
            if fate == Fate::Gone
                && printed.class.counts_for_victory()
                && matches!(printed.nation, Nation::Britain | Nation::France)
            {
                s.capitals_lost += 1;
            }
        }
    }
}

fn rule(data: &Data, s: &mut State, ruling: &Ruling) {
    match ruling {
        Ruling::Place { unit, to } => {
            counter(s, *unit).at = *to;
            let printed = data.unit(*unit);
            if let Where::At(place) = to
                && printed.class.arm() == Arm::Land
                && data.map.hex(*place).land
            {
                control(s, *place, printed.nation.alliance());
            }
        }
        Ruling::Face { unit, reduced } => counter(s, *unit).reduced = *reduced,
        Ruling::Used { unit, used } => {
            let marks = spent(data.unit(*unit).class.arm());
            counter(s, *unit).acts = if *used { marks } else { 0 };
        }
        Ruling::Control { place, by } => control(s, *place, *by),
        Ruling::Level { nation, to } => {
            let n = data.purse(*nation).index();
            s.level[n] = *to;
            s.peak[n] = s.peak[n].max(*to);
        }
        Ruling::Spent { nation, to } => {
            let n = data.purse(*nation).index();
            s.used[n] = *to;
            s.peak[n] = s.peak[n].max(*to);
        }
        Ruling::Offensives { nation, to } => s.offensives[nation.index()] = *to,
        Ruling::Turn { to } => s.turn = (*to).max(s.turn),
        Ruling::First { alliance } => {
            s.initiative = *alliance;
            s.first = [*alliance; 4];
            s.acting = *alliance;
        }
        Ruling::Capitals { to } => s.capitals_lost = *to,
        Ruling::Lake { alliance, at } => {
            s.lakes.push((*alliance, *at));
            s.chose_lake.push(*alliance);
        }
    }
}

/// Marks that leave a unit nothing to do this turn (3.2/b, 3.3/a, 3.4/b); leaders act in every phase.
const fn spent(arm: Arm) -> u8 {
    match arm {
        Arm::Land => Phase::Combat.mark(),
        Arm::Naval => Phase::Naval.mark(),
        Arm::Air => Phase::Air.mark() | Phase::Naval.mark(),
        Arm::Leader => {
            Phase::Air.mark() | Phase::Naval.mark() | Phase::Combat.mark() | Phase::Movement.mark()
        }
    }
}
