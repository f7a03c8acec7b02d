//! Rule 10.12: towns, ports and airfields change hands.

use super::Board;
use super::air_combat::Party;
use super::data::Data;
use super::event::{Event, How, Why};
use super::flight;
use super::leaders;
use super::loss;
use super::nation::Alliance;
use super::naval_combat::{self, Evasion};
use super::norway;
use super::orders::Leave;
use super::state::Where;
use super::switches::Towns;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OneOf;
use crate::engine::table::Play;

/// Land units of an alliance have entered hexes: what stands there changes hands.
pub(super) fn enter(t: &mut Board<'_>, by: Alliance, hexes: &[SpaceId]) -> Play {
    for at in hexes {
        let hex = t.data().map.hex(*at);
        if hex.holds.is_some() || !hex.land {
            continue;
        }
        let t: &mut Board<'_> = &mut t.within(format_args!("take-{}", hex.id));
        // Enemy ships before a port that was never theirs stay where they are (8.8/b).
        let port_lost = hex.port && !super::pos(t).controls(by, *at);
        if hex.town.is_some() && !super::pos(t).controls(by, *at) {
            town(t, by, *at)?;
        }
        if t.state().lakes.contains(&(by.other(), *at)) {
            t.happen(Event::LakeGone {
                alliance: by.other(),
                at: *at,
            })?;
        }
        for unit in super::pos(t).aircraft(*at, by.other()) {
            if !super::pos(t).is_base(by.other(), *at) {
                flight::seek_base(t, unit)?;
            }
        }
        if port_lost {
            eject(t, by.other(), *at)?;
        }
        leaders::fate(t, *at, by.other())?;
    }
    norway::silence(t)?;
    norway::surrender(t)
}

/// Rules 10.12 and 10.12/b: the loser pays the value, the captor gains half of it; the Allies' towns are Norway's.
fn town(t: &mut Board<'_>, by: Alliance, at: SpaceId) -> Play {
    let value = t.data().map.hex(at).town.unwrap_or(0);
    let part = t.data().tables.town_gain_part.max(1);
    let half = (value + part - 1) / part;
    let (loss, gain) = match t.data().on.towns {
        Towns::Half => (value, half),
        Towns::Full => (value, value),
        // What Germany gained it gives back, what Norway lost it gets back.
        Towns::Undo if by == Alliance::Allies => (half, value),
        Towns::Undo => (value, half),
    };
    t.happen(Event::Town {
        at,
        by,
        loser: Data::town_nation(by.other()),
        loss,
        captor: Data::town_nation(by),
        gain,
    })
}

/// Rule 10.12/a: ships leave a captured port; if they can only go where enemies are, they must fight them.
pub(super) fn eject(t: &mut Board<'_>, own: Alliance, at: SpaceId) -> Play {
    let ships = super::pos(t).ships(at, own);
    if ships.is_empty() {
        return Ok(());
    }
    let t: &mut Board<'_> = &mut t.within("eject");
    let mut left: Vec<UnitId> = ships;
    // Together if there is room, else as many as fit.
    while !left.is_empty() {
        let free = naval_combat::free_water(super::pos(t), own, at, 1, 1);
        if free.is_empty() {
            break;
        }
        let t: &mut Board<'_> = &mut t.within(left.len());
        let owner = t.data().owner(left[0]);
        let (units, to) = (left.clone(), free);
        let to = t.ask(owner, OneOf(Leave { units, to }))?;
        let room = super::pos(t)
            .space(to, own, super::class::Arm::Naval)
            .min(left.len());
        let units: Vec<UnitId> = left.drain(..room).collect();
        t.happen(Event::Moves {
            units,
            to: Where::At(to),
            over: Vec::new(),
            how: How::Leave,
            act: false,
        })?;
    }
    if left.is_empty() {
        return Ok(());
    }
    // Only hexes with enemies are left, or none at all.
    let pos = super::pos(t);
    let map = &t.data().map;
    let blocked = map.steps(at).iter().filter(|step| {
        step.sea && !pos.at_sea(step.to, own.other()).is_empty() && map.hex(step.to).holds.is_none()
    });
    let blocked: Vec<SpaceId> = blocked.map(|step| step.to).collect();
    let to = match blocked.as_slice() {
        [] => None,
        [only] => Some(*only),
        _ => {
            let t: &mut Board<'_> = &mut t.within("through");
            let owner = t.data().owner(left[0]);
            let (units, to) = (left.clone(), blocked.clone());
            Some(t.ask(owner, OneOf(Leave { units, to }))?)
        }
    };
    let Some(to) = to else {
        for ship in left {
            loss::destroy(t, ship, Why::Trapped)?;
        }
        return Ok(());
    };
    t.happen(Event::Moves {
        units: left.clone(),
        to: Where::At(to),
        over: Vec::new(),
        how: How::Leave,
        act: false,
    })?;
    let enemies = super::pos(t).at_sea(to, own.other());
    let attackers = Party::new(own, left);
    let defenders = Party::new(own.other(), enemies);
    naval_combat::battle(t, to, attackers, defenders, (Evasion::Away, at))?;
    Ok(())
}
