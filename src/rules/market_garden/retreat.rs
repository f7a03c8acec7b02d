//! Rule 10.9: retreats.

use super::Field;
use super::control::{look, settle};
use super::event::{Cause, Event};
use super::ground::Water;
use super::look::Look;
use super::reactions::Refuge;
use super::state::Side;
use super::units::Kind;
use crate::board::{SideId, SpaceId, UnitId};
use crate::engine::ready::OneOf;
use crate::engine::table::Play;

/// Where a unit may retreat to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refuges {
    /// One of these, all of one priority, each with the boundary it is left by.
    To(Vec<(SpaceId, SideId)>),
    /// Only out of its sector, which eliminates it (10.91).
    OutOfSector,
    /// Nowhere.
    Nowhere,
}

impl Look<'_> {
    /// whether a unit that retreats gets over a boundary.
    fn retreat_crosses(self, unit: UnitId, edge: SideId) -> bool {
        let counter = self.counter(unit);
        let (printed, infantry) = (self.d.ground.edge(edge), counter.kind.is_infantry());
        let road = infantry || printed.road;
        match printed.water {
            Water::None => road,
            // On foot over any canal, whoever holds its bridge.
            Water::Canal if infantry => true,
            _ if self.bridged(edge) => {
                road && self.holder(edge) == counter.side && self.bridge_has_room(unit, edge)
            }
            Water::Canal => false,
            Water::River => self.ferry(edge) && self.ferry_takes(unit, edge).is_ok(),
        }
    }

    /// Rules 10.91 and 10.92: the refuges of the first priority that offers any.
    pub(super) fn refuges(self, unit: UnitId, from: SpaceId) -> Refuges {
        if self.counter(unit).kind == Kind::Tower {
            return Refuges::Nowhere;
        }
        let mut visited = vec![from];
        match self.list(unit, from, true, &mut visited) {
            Some(list) => Refuges::To(list),
            // an airborne unit that finds room only outside its sector is lost there.
            None if self.counter(unit).airborne.is_some()
                && self.list(unit, from, false, &mut vec![from]).is_some() =>
            {
                Refuges::OutOfSector
            }
            None => Refuges::Nowhere,
        }
    }

    fn list(
        self,
        unit: UnitId,
        from: SpaceId,
        in_sector: bool,
        visited: &mut Vec<SpaceId>,
    ) -> Option<Vec<(SpaceId, SideId)>> {
        let counter = self.counter(unit);
        let (side, ground) = (counter.side, &self.d.ground);
        let near: Vec<(SpaceId, SideId)> = ground
            .place(from)
            .near
            .iter()
            .copied()
            .filter(|(to, edge)| {
                let sector = counter
                    .airborne
                    .is_none_or(|division| ground.place(*to).sector[division.index()]);
                !visited.contains(to) && (sector || !in_sector) && self.retreat_crosses(unit, *edge)
            })
            .collect();
        let those = |test: &dyn Fn(SpaceId) -> bool| -> Vec<(SpaceId, SideId)> {
            near.iter().copied().filter(|(to, _)| test(*to)).collect()
        };
        let room = |to: SpaceId| !self.full(side, to);
        // 10.92.1: of the free areas and zones (14.1) those next to the fewest enemy-controlled ones.
        let free = those(&|to| self.free(side, to) && room(to));
        let enemies = |to: SpaceId| {
            let near = ground.place(to).near.iter();
            near.filter(|(next, _)| !self.controls(side, *next)).count()
        };
        if let Some(fewest) = free.iter().map(|(to, _)| enemies(*to)).min() {
            let best = free.into_iter().filter(|(to, _)| enemies(*to) == fewest);
            return Some(best.collect());
        }
        let contested = |own: bool| {
            those(&|to| self.contested(to) && self.controls(side, to) == own && room(to))
        };
        // 10.92.2 and 10.92.3.
        for list in [contested(true), contested(false)] {
            if !list.is_empty() {
                return Some(list);
            }
        }
        // 10.92.4: a full area is passed through.
        let full = those(&|to| !room(to) && (self.free(side, to) || self.contested(to)));
        for (to, _) in &full {
            visited.push(*to);
        }
        for (to, _) in full {
            if let Some(list) = self.list(unit, to, in_sector, visited) {
                return Some(list);
            }
        }
        // 10.92.5: any area next to it that nobody defends; by another reading there is none.
        let vacant = those(&|to| {
            let area = !ground.place(to).zone;
            area && !self.d.switches.no_vacant_refuge && self.vacant(side, to) && room(to)
        });
        (!vacant.is_empty()).then_some(vacant)
    }

    /// Whether a unit may choose to retreat (10.8): it has somewhere to go, if only to its ruin.
    pub(super) fn may_retreat(self, unit: UnitId, from: SpaceId) -> bool {
        self.refuges(unit, from) != Refuges::Nowhere
    }
}

/// Rule 10.92: a defender retreats; says whether it found a way.
pub(super) fn defender(t: &mut Field<'_>, unit: UnitId, from: SpaceId) -> Play<bool> {
    let to = match look(t).refuges(unit, from) {
        Refuges::To(list) => list,
        Refuges::OutOfSector => {
            t.happen(Event::Eliminated {
                unit,
                cause: Cause::Sector,
            })?;
            return Ok(true);
        }
        Refuges::Nowhere => return Ok(false),
    };
    let chosen = match to.as_slice() {
        [only] => only.0,
        _ => {
            let id = t.data().counter(unit).id.clone();
            let side = t.data().counter(unit).side;
            let places = to.iter().map(|(to, _)| *to).collect();
            let t: &mut Field<'_> = &mut t.within(format_args!("retreat/{id}"));
            t.ask(side, OneOf(Refuge { unit, places }))?
        }
    };
    let edge = to
        .iter()
        .find(|(place, _)| *place == chosen)
        .map_or(to[0].1, |(_, edge)| *edge);
    go(t, unit, from, chosen, edge)?;
    Ok(true)
}

/// Rules 10.9 and 10.91: an attacker goes back where it came from; if that is full, by the list.
pub(super) fn go_back(t: &mut Field<'_>, unit: UnitId, to: SpaceId, edge: SideId) -> Play {
    let side: Side = t.data().counter(unit).side;
    let Some(from) = t.state().at(unit) else {
        return Ok(());
    };
    if !look(t).full(side, to) {
        return go(t, unit, from, to, edge);
    }
    defender(t, unit, from)?;
    Ok(())
}

fn go(t: &mut Field<'_>, unit: UnitId, from: SpaceId, to: SpaceId, edge: SideId) -> Play {
    t.happen(Event::Retreats {
        unit,
        from,
        to,
        edge,
    })?;
    settle(t, from)?;
    settle(t, to)
}
