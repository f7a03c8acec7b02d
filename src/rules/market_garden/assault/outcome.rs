//! Rule 10.74: what comes of an assault, from its failure to an overrun.

use super::super::Field;
use super::super::apply::NO_EDGE;
use super::super::casualties;
use super::super::control::{look, settle};
use super::super::event::{Cause, Event, Holding};
use super::super::ground::{Terrain, Water};
use super::super::pulse::{Fought, Via};
use super::super::reactions::Withdraw;
use super::super::retreat;
use super::super::state::{Level, Phase, Side};
use super::Attack;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;

/// Rule 10.74.
pub(super) fn outcome(
    t: &mut Field<'_>,
    attack: &Attack,
    forward: UnitId,
    margin: i32,
) -> Play<Fought> {
    let (side, at) = (attack.side, attack.at);
    let place = t.data().ground.place(at);
    // 10.81.
    let high = place.terrain == Terrain::Elevated;
    let points = (margin
        - if high {
            t.data().tables.assault.elevated
        } else {
            0
        })
    .max(0);
    let capacity = casualties::capacity(look(t), side.other(), at);
    let overrun = margin > 0 && points > capacity;
    let fought = match margin {
        ..0 => Fought::Lost,
        0 => Fought::Drawn,
        _ if overrun && overrun_allowed(t, at) => Fought::Overrun,
        _ => Fought::Won,
    };
    t.happen(Event::Fights {
        side,
        at,
        fought,
        points,
    })?;
    match fought {
        Fought::Lost => lost(t, attack)?,
        Fought::Drawn => drawn(t, attack)?,
        Fought::Won | Fought::Overrun if overrun => {
            take_crossings(t, attack)?;
            casualties::overrun(t, side.other(), at)?;
            after_success(t, attack, fought)?;
        }
        Fought::Won | Fought::Overrun => {
            take_crossings(t, attack)?;
            casualties::take(t, side.other(), at, forward, points)?;
            after_success(t, attack, fought)?;
        }
    }
    Ok(fought)
}

/// Rules 10.5 and 20.4: where nobody is overrun.
fn overrun_allowed(t: &Field<'_>, at: SpaceId) -> bool {
    t.data().ground.place(at).terrain == Terrain::Open && t.state().phase != Phase::Drop
}

/// Rule 10.741: all assaulters are disrupted, guns only spent; who had to assault goes back.
fn lost(t: &mut Field<'_>, attack: &Attack) -> Play {
    t.happen(Event::Becomes {
        units: attack.units.clone(),
        level: Level::D1,
        cause: Cause::Failed,
    })?;
    spend_guns(t, attack)?;
    let mut may = Vec::new();
    for unit in &attack.units {
        let Some(acting) = look(t).acting(*unit).copied() else {
            continue;
        };
        if !can_go_back(t, attack, *unit) {
            continue;
        }
        if acting.must {
            retreat::go_back(t, *unit, acting.from, acting.over)?;
        } else {
            may.push(*unit);
        }
    }
    // Guns that followed a point unit in go back with it.
    let followers: Vec<UnitId> = look(t)
        .units(attack.side, attack.at)
        .filter(|unit| !attack.units.contains(unit))
        .filter(|unit| look(t).acting(*unit).is_some_and(|acting| acting.must))
        .filter(|unit| can_go_back(t, attack, *unit))
        .collect();
    for unit in followers {
        if let Some(acting) = look(t).acting(unit).copied() {
            retreat::go_back(t, unit, acting.from, acting.over)?;
        }
    }
    withdraw(t, attack.at, attack.side, may)
}

/// Rules 10.741, 10.6 and 18.4: who has nowhere to go back to.
fn can_go_back(t: &Field<'_>, attack: &Attack, unit: UnitId) -> bool {
    let acting = look(t).acting(unit);
    let entered = acting.is_some_and(|acting| acting.moved && acting.via != Via::Air);
    let in_f = attack.side == Side::Allied && attack.at == t.data().ground.f;
    entered && !in_f
}

/// Rule 10.742: the point unit is disrupted, the others and the guns are spent; each may go back.
fn drawn(t: &mut Field<'_>, attack: &Attack) -> Play {
    let others: Vec<UnitId> = attack
        .units
        .iter()
        .copied()
        .filter(|unit| *unit != attack.point)
        .collect();
    t.happen(Event::Becomes {
        units: vec![attack.point],
        level: Level::D1,
        cause: Cause::Drawn,
    })?;
    if !others.is_empty() {
        t.happen(Event::Becomes {
            units: others,
            level: Level::Spent,
            cause: Cause::Drawn,
        })?;
    }
    spend_guns(t, attack)?;
    take_crossings(t, attack)?;
    let may: Vec<UnitId> = attack
        .units
        .iter()
        .copied()
        .filter(|unit| can_go_back(t, attack, *unit))
        .collect();
    withdraw(t, attack.at, attack.side, may)
}

/// Rule 10.743: who did not overrun is done.
fn after_success(t: &mut Field<'_>, attack: &Attack, fought: Fought) -> Play {
    settle(t, attack.at)?;
    if fought == Fought::Overrun {
        let guns = attack.guns.clone();
        let on: Vec<UnitId> = attack
            .units
            .iter()
            .copied()
            // 10.5: not who came over open water.
            .filter(|unit| look(t).acting(*unit).is_none_or(|acting| !acting.wet))
            .collect();
        let stay: Vec<UnitId> = attack
            .units
            .iter()
            .copied()
            .filter(|unit| !on.contains(unit))
            .collect();
        t.happen(Event::GoesOn { units: on, guns })?;
        return spend(t, stay, Cause::Won);
    }
    spend_guns(t, attack)?;
    spend(t, attack.units.clone(), Cause::Won)
}

fn spend(t: &mut Field<'_>, units: Vec<UnitId>, cause: Cause) -> Play {
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::Becomes {
        units,
        level: Level::Spent,
        cause,
    })
}

/// guns that supported are spent.
fn spend_guns(t: &mut Field<'_>, attack: &Attack) -> Play {
    spend(t, attack.guns.clone(), Cause::Acted)
}

/// Rules 10.4 and 19.1: crossings used in a mandatory assault that did not fail are held now.
fn take_crossings(t: &mut Field<'_>, attack: &Attack) -> Play {
    for unit in &attack.units {
        let Some(acting) = look(t).acting(*unit).copied() else {
            continue;
        };
        let crossing = acting.over != NO_EDGE
            && t.data().ground.edge(acting.over).water != Water::None
            && acting.via != Via::Land;
        if acting.must && crossing && look(t).holder(acting.over) != attack.side {
            t.happen(Event::Holds {
                edge: acting.over,
                side: attack.side,
                by: Holding::Assault,
            })?;
        }
    }
    Ok(())
}

/// Rules 10.3 and 10.742: those who may go back where they came from.
fn withdraw(t: &mut Field<'_>, at: SpaceId, side: Side, may: Vec<UnitId>) -> Play {
    if may.is_empty() {
        return Ok(());
    }
    for unit in t.ask(side, Given(Withdraw { at, units: may }))? {
        if let Some(acting) = look(t).acting(unit).copied() {
            retreat::go_back(t, unit, acting.from, acting.over)?;
        }
    }
    Ok(())
}
