//! What reinforcement, supply, refit and regroup change (6.4, 6.5, 13, 18, 23).

use super::super::data::Data;
use super::super::event::Troops;
use super::super::pulse::{Sort, Via};
use super::super::state::{Level, Side, State, Where};
use super::fight::lose;
use super::impulse::cross;

pub(super) fn apply(d: &Data, s: &mut State, event: Troops<'_>) {
    match event {
        Troops::Lands { units, at } => {
            for unit in units {
                s.put(*unit, Where::At(*at));
                s.set_level(*unit, Level::Fresh);
                s.pulse.landed.push(*unit);
            }
        }
        Troops::Interdicted { unit, level, .. } => s.set_level(*unit, *level),
        Troops::Interdicts { at } => {
            s.pulse.sort = Sort::Interdiction;
            s.kept.interdiction.push(*at);
        }
        Troops::Clears => s.kept.interdiction.clear(),
        Troops::Reinforces { units, at, .. } => {
            for unit in units {
                s.put(*unit, at.map_or(Where::Uk, Where::At));
                s.set_level(*unit, Level::Fresh);
            }
        }
        Troops::Places { depot } => s.pulse.depots.push(*depot),
        Troops::Boosts { each, points } => {
            s.kept.reserve[Side::Allied.index()] -= points;
            for depot in s.pulse.depots.iter_mut().filter(|one| one.is_airborne()) {
                depot.points += each;
                depot.boosted += each;
            }
        }
        Troops::Refits {
            unit, level, from, ..
        } => {
            s.set_level(*unit, *level);
            s.pulse.refitted.push(*unit);
            pay(s, from);
        }
        Troops::Pays { from, .. } => pay(s, from),
        Troops::Stores { side, points, .. } => {
            s.kept.reserve[side.index()] += points;
            s.pulse.depots.clear();
        }
        Troops::Buys {
            side,
            spaces,
            points,
        } => {
            s.kept.reserve[side.index()] -= points;
            s.kept.bought += spaces;
        }
        Troops::Surrenders { unit, level, .. } => match level {
            Some(level) => s.set_level(*unit, *level),
            None => lose(d, s, *unit, false),
        },
        Troops::Reorganises { unit, level, by } => {
            s.set_level(*unit, *level);
            lose(d, s, *by, false);
        }
        Troops::Regroups {
            unit,
            to,
            edge,
            via,
            ..
        } => {
            s.put(*unit, Where::At(*to));
            s.pulse.regrouped.push(*unit);
            cross(d, s, *unit, *edge);
            if *via == Via::Ferry {
                s.kept.ferried.push(*edge);
            }
        }
        Troops::AirSupply => {}
    }
}

fn pay(s: &mut State, from: &[(usize, i32)]) {
    for (depot, points) in from {
        if let Some(depot) = s.pulse.depots.get_mut(*depot) {
            depot.points -= points;
        }
    }
}
