//! What control, crossings and works change (10.4, 19).

use super::super::data::Data;
use super::super::event::Bridges;
use super::super::ground::Water;
use super::super::look::Look;
use super::super::pulse::Stage;
use super::super::state::{Mark, Side, State, Work};
use super::impulse::act;
use crate::board::{SideId, SpaceId};

pub(super) fn apply(d: &Data, s: &mut State, event: Bridges<'_>) {
    match event {
        Bridges::Takes { at, control } => {
            // 7.3: it stays dear to enter what was the enemy's; from airborne troops to XXX Corps nothing changes hands.
            if s.control[usize::from(at.0)].side() != control.side() {
                s.pulse.taken.push(*at);
            }
            s.kept.control[usize::from(at.0)] = *control;
            unmark(d, s, *at);
        }
        Bridges::Holds { edge, side, .. } => s.kept.held[usize::from(edge.0)] = Mark::of(*side),
        Bridges::Seizes {
            unit, edge, done, ..
        } => {
            let cost = d.tables.cost.seize;
            act(d, s, *unit, |acting| acting.left -= cost);
            s.pulse.stage = Stage::Act;
            s.pulse.begun = true;
            s.pulse.tried.push(*edge);
            if *done {
                s.kept.held[usize::from(edge.0)] = Mark::of(d.counter(*unit).side);
                s.pulse.seized.push((*edge, *unit));
            }
        }
        Bridges::Repairs {
            side, edge, done, ..
        } => repair(d, s, *side, *edge, *done),
        Bridges::Demolishes { edge, done, .. } => {
            s.pulse.stage = Stage::Demolish;
            s.pulse.begun = true;
            s.pulse.mined.push(*edge);
            if *done {
                s.kept.blown.push(*edge);
                // 10.4: what is left is a canal or a river, held like any other.
                s.kept.held[usize::from(edge.0)] = Mark::Unmarked;
            }
        }
        Bridges::Wrecks { edge, side } => wreck(d, s, *edge, *side),
    }
}

/// Rule 10.4: between two areas of one side a canal or ferry needs no marker.
pub(super) fn unmark(d: &Data, s: &mut State, at: SpaceId) {
    for (to, edge) in &d.ground.place(at).near {
        let printed = d.ground.edge(*edge);
        let look = Look { d, s };
        let same = look.control(*to).side() == look.control(at).side();
        if printed.water != Water::None && !look.bridged(*edge) && same {
            s.kept.held[usize::from(edge.0)] = Mark::Unmarked;
        }
    }
}

/// Rules 19.2 and 19.21.
fn repair(d: &Data, s: &mut State, side: Side, edge: SideId, done: bool) {
    s.pulse.repairs += 1;
    s.pulse.begun = true;
    let n = side.index();
    let site = s
        .works
        .iter()
        .position(|w| w.edge == edge && w.side == side);
    // every attempt takes a marker from the available ones.
    s.kept.available[n] = s.kept.available[n].saturating_sub(1);
    if done {
        s.kept.blown.retain(|one| *one != edge);
        s.kept.held[usize::from(edge.0)] = Mark::of(side);
        s.pulse.repaired.push(edge);
        s.kept.used[n] += 1;
        let gone: Vec<Work> = s.works.iter().filter(|w| w.edge == edge).copied().collect();
        for work in gone {
            s.kept.used[work.side.index()] += 1;
        }
        s.kept.works.retain(|w| w.edge != edge);
        return;
    }
    match site {
        None => s.kept.works.push(Work {
            edge,
            side,
            level: 1,
        }),
        Some(at) => {
            s.kept.used[n] += 1;
            let work = &mut s.kept.works[at];
            work.level = (work.level + 1).min(d.tables.bridges.construction_most);
        }
    }
}

/// Rules 4.7 and 19.22.
fn wreck(d: &Data, s: &mut State, edge: SideId, side: Side) {
    let site = s
        .works
        .iter()
        .position(|w| w.edge == edge && w.side == side);
    match site {
        Some(at) if s.works[at].level > 1 => s.kept.works[at].level -= 1,
        Some(at) => {
            s.kept.works.remove(at);
            s.kept.used[side.index()] += 1;
        }
        None if d.ground.edge(edge).ferry.is_some() => s.kept.sunk.push(edge),
        None => {}
    }
}
