//! Rules 5.1 to 5.5: the ways a unit may go.

use std::sync::Arc;

use super::data::Data;
use super::map::{SharedMap, Way};
use super::side::Side;
use super::state::{Hidden, Installation, Mark, Open, Phase, Position};
use super::tables::Tables;
use super::units::Type;
use crate::board::{Mask, Reach, SpaceId, Step, UnitId};
use crate::engine::hidden::Known;
use crate::orders::{Item, Net, Phrase, Ways};

/// What units that can go the same ways have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Walk {
    pub start: SpaceId,
    pub foot: bool,
    pub budget: u32,
    /// 5.4: by rail.
    pub rail: bool,
    /// 5.5: whether it may leave by the north edge, and come in by it.
    pub north: bool,
}

/// Where enemies are and what they control: the same for all units of a side.
#[derive(Clone)]
pub(super) struct Front {
    map: SharedMap,
    tables: Arc<Tables>,
    side: Side,
    enemies: Arc<Mask>,
    zones: Arc<Mask>,
    /// Hexes of England the enemy controls.
    foreign: Arc<Mask>,
    /// 10.1: home guard to be paid for.
    guards: Arc<Vec<(SpaceId, u32)>>,
    /// 5.4.1: where no British train goes.
    closed: Arc<Mask>,
    broken: Arc<Mask>,
}

impl Front {
    pub fn new(pos: &Position<'_>, side: Side) -> Self {
        let enemy = side.other();
        let map = &pos.data.map;
        let foreign: Mask = map.hexes().filter(|at| pos.control(*at) == enemy).collect();
        let guard = |at: SpaceId| {
            let guard = u32::try_from(pos.guard(at)).unwrap_or(0);
            (guard > 0).then_some((at, guard))
        };
        let guards = if side == Side::German {
            map.hexes().filter_map(guard).collect()
        } else {
            Vec::new()
        };
        let closed = |at: &SpaceId| {
            let place = map.place(*at);
            let base = place.city.is_some() || place.airbase.is_some();
            base && foreign.has(*at) || pos.open.converted.contains(at)
        };
        let broken = |at: &SpaceId| pos.open.hits(*at, Installation::Rail) > 0;
        Self {
            map: Arc::clone(map),
            tables: Arc::clone(&pos.data.tables),
            side,
            closed: Arc::new(map.hexes().filter(closed).collect()),
            broken: Arc::new(map.hexes().filter(broken).collect()),
            zones: Arc::new(pos.zones(enemy)),
            enemies: Arc::new(pos.spots(enemy).into_iter().collect()),
            foreign: Arc::new(foreign),
            guards: Arc::new(guards),
        }
    }

    /// The net of some units.
    pub fn net(&self, walk: Walk) -> Net {
        Net(Arc::new(MarchNet {
            front: self.clone(),
            walk,
        }))
    }

    /// Where a unit comes.
    pub fn reach(&self, walk: Walk) -> Reach {
        let net = MarchNet {
            front: self.clone(),
            walk,
        };
        Reach::flood(walk.start, walk.budget, |at, _, out| net.steps(at, out))
    }

    /// Rules 5.1 and 10.1: what a step costs; nothing where it cannot be taken at all.
    pub fn cost(&self, foot: bool, way: &Way, guard: bool) -> Option<u32> {
        if way.between.closed || !self.map.england.has(way.to) {
            return None;
        }
        let gait = usize::from(!foot);
        let surcharge = || {
            let found = self.guards.iter().find(|(at, _)| *at == way.to);
            found.filter(|_| guard).map_or(0, |(_, guard)| *guard)
        };
        if !foot && way.between.rail && !way.between.crossing {
            return Some(self.tables.costs.rail + surcharge());
        }
        let ground = self.tables.ground(self.map.place(way.to))?;
        let mut cost = if foot { ground.foot } else { ground.motorised };
        if way.between.river {
            cost += self.tables.costs.river[gait];
        }
        if way.between.crossing {
            cost += self.tables.costs.crossing[gait];
        }
        Some(cost + surcharge())
    }
}

struct MarchNet {
    front: Front,
    walk: Walk,
}

impl MarchNet {
    fn steps(&self, from: SpaceId, out: &mut Vec<Step>) {
        let (front, walk) = (&self.front, &self.walk);
        if let Some(zone) = front.map.zone_of_box(from) {
            return self.off_map(from, zone.side, out);
        }
        let first = from == walk.start;
        let edge = front.map.place(from).north && walk.north;
        if edge && let Some(north) = front.map.named_box("northern-england") {
            // 5.5.1: out by the edge, and no further.
            let cost = if walk.rail { front.tables.rail.edge } else { 1 };
            out.push(Step::last(north, cost));
        }
        for way in front.map.ways(from) {
            let to = way.to;
            if front.enemies.has(to) || to == walk.start {
                continue;
            }
            if walk.rail {
                if way.between.rail && !front.zones.has(to) && !front.closed.has(to) {
                    let rail = &front.tables.rail;
                    let cost = if front.broken.has(to) {
                        rail.broken
                    } else {
                        rail.hex
                    };
                    out.push(Step::on(to, cost));
                }
                continue;
            }
            // 5.1.2: from zone to zone one does not go.
            if first && front.zones.has(from) && front.zones.has(to) {
                continue;
            }
            let Some(cost) = front.cost(walk.foot, way, true) else {
                continue;
            };
            out.push(if front.zones.has(to) {
                Step::last(to, cost)
            } else {
                Step::on(to, cost)
            });
        }
    }

    /// Rules 5.4.3 and 5.5: between zones beside the map, and in by the north edge.
    fn off_map(&self, from: SpaceId, side: Side, out: &mut Vec<Step>) {
        let (front, walk) = (&self.front, &self.walk);
        let first = from == walk.start;
        if side != front.side || !first && !walk.rail {
            return;
        }
        for near in front.map.near(from) {
            let fits = front
                .map
                .zone_of_box(*near)
                .is_some_and(|zone| zone.side == side);
            if fits && front.map.is_land(*near) {
                out.push(if walk.rail {
                    Step::on(*near, front.tables.rail.zone)
                } else {
                    // The whole allowance.
                    Step::last(*near, walk.budget.max(1))
                });
            }
        }
        if !walk.north || !front.map.place(from).id.eq("northern-england") {
            return;
        }
        for at in front.map.hexes().filter(|at| front.map.place(*at).north) {
            if front.enemies.has(at) || walk.rail && !front.map.place(at).rail {
                continue;
            }
            let half = walk.budget.div_ceil(2);
            let cost = if walk.rail {
                front.tables.rail.edge
            } else {
                half
            };
            out.push(if front.zones.has(at) {
                Step::last(at, cost)
            } else {
                Step::on(at, cost)
            });
        }
    }
}

impl Ways for MarchNet {
    fn from(&self, at: Item, out: &mut Vec<(Item, u32)>) {
        let Some(from) = SpaceId::from_item(at) else {
            return;
        };
        // 5.1.2: who came into a zone of control, or beyond the edge, goes no further.
        let stopped = self.front.zones.has(from)
            || self.front.map.zone_of_box(from).is_some() && !self.walk.rail;
        if stopped && from != self.walk.start && !self.walk.rail {
            return;
        }
        let mut steps = Vec::new();
        self.steps(from, &mut steps);
        out.extend(steps.iter().map(|step| (step.to.item(), step.cost)));
    }

    fn rule(&self) -> Option<&'static str> {
        Some(if self.walk.rail { "5.4.1" } else { "5.1" })
    }

    fn bars(&self, place: Item) -> Option<(Phrase, &'static str)> {
        let at = SpaceId::from_item(place)?;
        let front = &self.front;
        let (key, rule) = if front.enemies.has(at) {
            ("eng-enemies-there", "5.1")
        } else if self.walk.rail && front.foreign.has(at) {
            ("eng-no-train", "5.4.1")
        } else if self.walk.rail && front.zones.has(at) {
            ("eng-train-in-zone", "5.4.1")
        } else if !front.map.is_land(at) {
            ("eng-no-land", "5.1")
        } else {
            return None;
        };
        Some((Phrase::new(key).with("at", at), rule))
    }
}

impl Known<'_, Data, Open, Hidden, Side> {
    /// How a unit may walk this phase; nothing if it may not move.
    pub(super) fn walk(&self, unit: UnitId) -> Option<Walk> {
        let (printed, now) = (self.printed(unit), self.unit(unit));
        let start = self.at(unit)?;
        let stays = printed.immobile
            || now.marks.has(Mark::Halted)
            || now.marks.has(Mark::Dropped)
            || printed.is_leader() && printed.faces[0].movement == 0;
        if stays || self.open.phase == Phase::Motorised && !self.moves_again(unit) {
            return None;
        }
        let budget = self.movement(unit).saturating_sub(u32::from(now.spent));
        (budget > 0).then_some(Walk {
            start,
            foot: printed.is_foot() || printed.is_leader(),
            budget,
            rail: false,
            north: printed.side() == Side::British && !now.marks.has(Mark::LeftMap),
        })
    }

    /// Rule 5.3: whether it moves in the motorised movement phase.
    fn moves_again(&self, unit: UnitId) -> bool {
        let printed = self.printed(unit);
        let Some(at) = self.at(unit) else {
            return false;
        };
        // 5.3.1: swimming tanks go only in company.
        let company = || {
            let others = self.on(at, printed.side());
            others.iter().any(|other| {
                let other = self.printed(*other);
                other.boxed && other.kind != Type::AmphibiousPanzer
            })
        };
        let swims = printed.kind == Type::AmphibiousPanzer;
        // Beyond the map there is nothing to exploit.
        self.data.map.england.has(at)
            && printed.boxed
            && self.supplied(unit)
            && (!swims || company())
    }

    /// Rule 5.4: how a unit may go by rail; nothing if it may not.
    pub(super) fn by_rail(&self, unit: UnitId) -> Option<Walk> {
        let (printed, now) = (self.printed(unit), self.unit(unit));
        let start = self.at(unit)?;
        let done = [Mark::Moved, Mark::Railed, Mark::Halted];
        let fresh = !done.into_iter().any(|mark| now.marks.has(mark));
        let boxed = self.data.map.zone_of_box(start).is_some();
        let on_rail = self.data.map.place(start).rail
            && !self.open.converted.contains(&start)
            && !self.in_zone_of(start, printed.side().other());
        let may = match printed.side() {
            Side::German => boxed,
            Side::British => boxed || on_rail,
        };
        if !fresh || !may || printed.immobile || now.out > 0 || self.open.phase != Phase::Movement {
            return None;
        }
        Some(Walk {
            start,
            foot: false,
            budget: self.data.tables.rail.points,
            rail: true,
            north: printed.side() == Side::British,
        })
    }
}
