//! Rules 4.2 to 4.6 and 5.2: the ways a unit may go in its Movement phase.

use std::sync::Arc;

use super::data::Data;
use super::map::SharedMap;
use super::side::Side;
use super::state::{Hidden, Open, Position};
use super::tables::{POINT, Tables};
use super::units::Gait;
use crate::board::{Mask, Reach, SpaceId, UnitId};
use crate::engine::hidden::Known;
use crate::orders::{Item, Net, Phrase, Ways};

/// What units that can go the same ways have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Walk {
    pub start: SpaceId,
    pub gait: Gait,
    /// In sixths of a point.
    pub budget: u32,
    /// 4.62, 17.52: no further than the next hex.
    pub one_hex: bool,
    /// 4.64: it may not leave the Suda Special Command Zone.
    pub kept: bool,
    /// 4.4
    pub strategic: bool,
}

/// Where enemies are and what they control: the same for all units of a side.
#[derive(Clone, Debug)]
pub(super) struct Front {
    map: SharedMap,
    tables: Arc<Tables>,
    playable: Arc<Mask>,
    enemies: Arc<Mask>,
    zones: Arc<Mask>,
    /// 4.4: too near to an enemy for strategic movement.
    near: Arc<Mask>,
}

impl Front {
    pub fn new(pos: &Position<'_>, side: Side) -> Self {
        let enemies = pos.spots(side.other());
        let reach = pos.data.tables.limits.strategic_distance;
        let near = enemies
            .iter()
            .flat_map(|at| pos.data.map.within(*at, reach));
        Self {
            map: Arc::clone(&pos.data.map),
            tables: Arc::clone(&pos.data.tables),
            playable: Arc::new(pos.data.playable.clone()),
            near: Arc::new(near.collect()),
            zones: Arc::new(pos.zones(side.other())),
            enemies: Arc::new(enemies.into_iter().collect()),
        }
    }

    /// The net of some units.
    pub fn net(&self, walk: Walk) -> Net {
        Net(Arc::new(MarchNet {
            front: self.clone(),
            walk,
        }))
    }
}

struct MarchNet {
    front: Front,
    walk: Walk,
}

impl MarchNet {
    /// What a step costs; nothing where it may not be taken.
    fn cost(&self, from: SpaceId, way: &super::map::Way) -> Option<u32> {
        let (front, walk) = (&self.front, &self.walk);
        let (map, first) = (&front.map, from == walk.start);
        let to = way.to;
        // 4.55: only a zone beside the map is entered against enemies.
        let barred = front.enemies.has(to) && !map.place(to).zone;
        if to == walk.start || barred || !front.playable.has(to) {
            return None;
        }
        if walk.kept && map.place(from).suda && !map.place(to).suda {
            return None;
        }
        let cost = map.cost(&front.tables, walk.gait, from, way)?;
        if walk.strategic {
            // 4.4: along a road, never near an enemy.
            let open = way.between.road.is_some() && !front.near.has(to);
            return (open && !map.place(to).zone).then_some(cost);
        }
        if first && map.place(from).zone && map.place(to).zone {
            // 4.54: all it has.
            return Some(walk.budget);
        }
        if first && front.zones.has(from) && front.zones.has(to) {
            // 5.23: only one hex, for all it has, if that is much.
            let least = u32::try_from(front.tables.limits.zone_to_zone_movement).unwrap_or(0);
            return (walk.budget >= least * POINT).then_some(walk.budget);
        }
        // 4.15: one hex at least.
        Some(if first && !map.place(to).zone {
            cost.min(walk.budget)
        } else {
            cost
        })
    }
}

impl Ways for MarchNet {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        let Some(from) = SpaceId::from_item(at) else {
            return;
        };
        let (front, walk) = (&self.front, &self.walk);
        let first = from == walk.start;
        // 4.53, 5.21: who comes to a zone, of control or beside the map, goes no further.
        let stops = front.zones.has(from) || front.map.place(from).zone || walk.one_hex;
        if stops && !first {
            return;
        }
        for way in front.map.ways(from) {
            if let Some(cost) = self.cost(from, way) {
                out.push((way.to.item(), cost));
            }
        }
    }

    fn parts(&self) -> u32 {
        POINT
    }

    fn rule(&self) -> Option<&'static str> {
        Some(if self.walk.strategic { "4.4" } else { "4.1" })
    }

    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        let at = SpaceId::from_item(place)?;
        let front = &self.front;
        let (key, rule) = if !front.playable.has(at) {
            ("not-on-this-map", "14.0")
        } else if front.enemies.has(at) {
            ("crete-enemies-there", "4.16")
        } else if self.walk.strategic && front.near.has(at) {
            ("enemies-near", "4.4")
        } else {
            return None;
        };
        Some((Phrase::new(key).with("at", at), rule))
    }
}

/// Everywhere a net leads from a place within a budget, with the way.
pub(super) fn reached(net: &Net, from: SpaceId, max: u32) -> Vec<(SpaceId, Vec<SpaceId>)> {
    let mut steps: Vec<(Item, u32)> = Vec::new();
    let reach = Reach::flood(from, max, |at, _, out| {
        steps.clear();
        net.0.from(at.item(), &mut steps);
        let step = |(item, cost): &(Item, u32)| {
            Some(crate::board::Step::on(SpaceId::from_item(*item)?, *cost))
        };
        out.extend(steps.iter().filter_map(step));
    });
    let places: Vec<SpaceId> = reach.places().collect();
    let way = |to: SpaceId| Some((to, reach.way(to)?));
    places.into_iter().filter_map(way).collect()
}

impl Known<'_, Data, Open, Hidden, Side> {
    /// How a unit may walk this phase; nothing if it may not move, or not that way.
    pub(super) fn walk(&self, unit: UnitId, strategic: bool) -> Option<Walk> {
        let (mut budget, one_hex) = self.movement(unit)?;
        let (start, printed) = (self.at(unit)?, self.printed(unit));
        let limits = &self.data.tables.limits;
        if strategic {
            let held = self.side(unit) == Side::Allied && self.interdicted(start) > 0;
            let fresh = self.movement(unit)? == (self.whole_movement(unit), false);
            let far = self.nearest(start, self.side(unit).other()) >= limits.strategic_distance;
            if !printed.is_leg() || held || !fresh || !far || self.data.map.place(start).zone {
                return None;
            }
            budget += u32::try_from(limits.strategic_bonus).unwrap_or(0) * POINT;
        }
        let turn = self.open.turn;
        let freed = &self.data.tables.variants.suda;
        let open = self.open.suda_open
            || turn >= freed.from && super::variants::has(self, Side::Allied, freed.option);
        let kept = printed.suda && !open && (turn <= 6 || turn <= 12 && self.open.suda_left > 0);
        Some(Walk {
            start,
            gait: printed.gait,
            budget,
            one_hex,
            kept,
            strategic,
        })
    }

    fn whole_movement(&self, unit: UnitId) -> u32 {
        u32::try_from(self.ratings(unit).movement).unwrap_or(0) * POINT
    }
}
