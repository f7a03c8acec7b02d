//! Rules 2.45 and 2.55: the combat phase of the active side.

use super::Board;
use super::bars::Bar;
use super::event::{Cause, Event};
use super::fights::{self, Attack};
use super::orders::combat::{AttackOrder, Attacks, Line, bound, reach};
use super::side::Side;
use super::state::{Mark, Position, Where};
use super::{beach, crossing, moves, sabotage};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::InScript;
use crate::engine::table::Play;
use crate::orders::Lines as _;

/// The attacks of the active side, in its order.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let side = t.state().open.active;
    sabotage::phase(t, &[Side::British, Side::German])?;
    let view = t.state().known(t.data(), side);
    let line = Line::new(&view);
    if !line.targets.is_empty() {
        for order in t.ask(side, InScript(Attacks))? {
            attack(t, side, &order)?;
        }
    }
    // Those who must fight do, even if nobody wrote for them.
    loop {
        let view = t.state().known(t.data(), side);
        let Some(order) = bound(&view).into_iter().next() else {
            break;
        };
        attack(t, side, &order)?;
    }
    beach::reckoning(t)?;
    crossing::back_aboard(t)?;
    for side in Side::BOTH {
        moves::thin_out(t, side)?;
    }
    Ok(())
}

/// One attack, by those of its units that can still make it.
fn attack(t: &mut Board<'_>, side: Side, order: &AttackOrder) -> Play {
    let AttackOrder::Attack {
        at,
        with,
        armour,
        guns,
        ..
    } = order;
    let pos = super::pos(t);
    let targets: Vec<SpaceId> = order
        .targets()
        .into_iter()
        .filter(|at| !pos.open.fought.contains(at) && fought_over(&pos, side, *at))
        .collect();
    let units: Vec<UnitId> = with
        .iter()
        .copied()
        .filter(|unit| {
            let near = reach(&pos, side, *unit);
            targets.iter().all(|at| near.contains(at))
        })
        .collect();
    let shots = guns
        .unwrap_or(0)
        .min(i32::try_from(pos.open.guns).unwrap_or(0));
    let strength = fights::attack_of(&pos, &units, &targets) + shots;
    let bar = if targets.is_empty() {
        Some(Bar::NoEnemy { at: *at })
    } else if units.is_empty() || strength < 1 {
        Some(Bar::NoStrength { at: *at })
    } else {
        None
    };
    if let Some(bar) = bar {
        let order = order.words(None, &pos);
        return t.happen(Event::NotDone { side, order, bar });
    }
    let attack = Attack {
        side,
        targets: targets.clone(),
        units: units.clone(),
        armour: *armour,
        guns: shots,
        overrun: false,
    };
    {
        let t: &mut Board<'_> = &mut t.within(&t.data().map.place(*at).key);
        fights::fight(t, &attack)?;
        dropped(t, &units)?;
    }
    t.happen(Event::Fought {
        side,
        at: targets,
        units,
    })
}

/// Whether there is anybody to attack in a hex: units, or home guard where troops come from the sea or the air.
fn fought_over(pos: &Position<'_>, side: Side, at: SpaceId) -> bool {
    let comes = |unit: UnitId| {
        let now = pos.unit(unit);
        now.at == Where::Landing(at) || now.at == Where::At(at) && now.marks.has(Mark::Dropped)
    };
    pos.holds(at, side.other()) || side == Side::German && pos.data.land_ids().any(comes)
}

/// Rule 8.6: who jumped and did not clear his hex leaves it, or is lost.
fn dropped(t: &mut Board<'_>, units: &[UnitId]) -> Play {
    for unit in units {
        let pos = super::pos(t);
        let Some(at) = pos.at(*unit).filter(|_| pos.has(*unit, Mark::Dropped)) else {
            continue;
        };
        let held = pos.holds(at, Side::British) || pos.control(at) == Side::British;
        if !held {
            continue;
        }
        let mut ways = super::retreat::ways(&pos, Side::German, *unit, 1, &[]);
        ways.retain(|way| {
            way.last()
                .is_some_and(|end| pos.has_room(*end, Side::German, &[*unit]))
        });
        match ways.into_iter().next() {
            Some(way) => moves::go(t, *unit, way, super::event::How::Retreat, 0)?,
            None => fights::lose(t, *unit, 9, Cause::Combat)?,
        }
    }
    Ok(())
}
