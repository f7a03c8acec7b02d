//! Landings: on beaches (17.4), in ports (17.37), and the assault of those who come down or ashore among enemies.

use std::collections::BTreeMap;

use super::Board;
use super::event::{Event, Fall, How, Sweep};
use super::fights::still_there;
use super::map::Map;
use super::orders::combat::Retreat;
use super::orders::drops::Vanguard;
use super::side::Side;
use super::state::{Mark, Position};
use super::units::{Gait, Land};
use super::{assault, moves};
use crate::board::{Dir, SpaceId, UnitId};
use crate::engine::ready::{Given, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

impl Map {
    /// The sea zones a place lies on.
    pub fn coast(&self, at: SpaceId) -> Vec<SpaceId> {
        if self.place(at).zone {
            return self.place(at).seas.clone();
        }
        let near = self.ways(at).iter().map(|way| self.place(way.to));
        let seas = near.filter(|place| place.sea);
        let mut zones: Vec<SpaceId> = seas.flat_map(|place| place.seas.iter().copied()).collect();
        zones.sort_unstable();
        zones.dedup();
        zones
    }
}

/// Rule 17.24: the hexes in which a side may land from the sea.
pub(super) fn beaches(pos: &Position<'_>, side: Side) -> Vec<SpaceId> {
    let fits = |at: &SpaceId| {
        let place = pos.data.map.place(*at);
        let open = place.beach && pos.data.playable.has(*at);
        open && (side == Side::Allied || !place.suda_bay) && !pos.data.map.coast(*at).is_empty()
    };
    pos.data.map.all().filter(fits).collect()
}

/// Rule 17.41: tanks and wheeled guns do not land on beaches.
pub(super) const fn wades(unit: &Land) -> bool {
    let wheeled_guns = unit.is_artillery() && matches!(unit.gait, Gait::Wheeled);
    !unit.is_armour() && !wheeled_guns
}

/// Rule 17.43: units land on beaches, each with its own dice; then they assault whom they meet.
pub(super) fn land(t: &mut Board<'_>, side: Side, landings: &[(UnitId, SpaceId)]) -> Play {
    for (unit, at) in landings {
        come_ashore(t, side, *unit, *at)?;
    }
    moves::thin_out(t, side)?;
    let units: Vec<UnitId> = landings.iter().map(|(unit, _)| *unit).collect();
    let mut met: Vec<SpaceId> = Vec::new();
    let pos = super::pos(t);
    for at in still_there(&pos, &units)
        .iter()
        .filter_map(|unit| pos.at(*unit))
    {
        if pos.holds(at, side.other()) && !met.contains(&at) {
            met.push(at);
        }
    }
    for at in met {
        let t: &mut Board<'_> = &mut t.within(&t.data().map.place(at).key);
        let landed = landed(&super::pos(t), side, at, Mark::LandedBySea);
        special_assault(t, side, at, &landed)?;
    }
    moves::thin_out(t, side)
}

/// 17.43 B: the condition of one unit, and where it comes ashore.
fn come_ashore(t: &mut Board<'_>, side: Side, unit: UnitId, target: SpaceId) -> Play {
    let t: &mut Board<'_> = &mut t.within(&t.data().land(unit).id);
    let table = &t.data().tables.landing;
    let pos = super::pos(t);
    let mut tally = modifiers(&pos, side, unit, target);
    let steps = pos.steps(unit);
    let dice = t.roll("landing", 1, 10)?;
    tally.dice(&dice);
    let fall = Fall::of(table, tally.total());
    let gone = fall == Fall::AdriftLoss && steps <= 1;
    t.happen(Event::Wades {
        unit,
        at: target,
        tally,
        fall,
        gone,
    })?;
    // 4.57: the coast of a zone beside the map is too long to miss.
    let zone = t.data().map.place(target).zone;
    if gone || zone || matches!(fall, Fall::Intact | Fall::Dispersed) {
        return Ok(());
    }
    let mut tally = Tally::of_rule("17.43");
    let dice = t.roll("drift", 1, 10)?;
    tally.dice(&dice);
    let pos = super::pos(t);
    let (to, fate) = drift(&pos, side, target, dice.die(0));
    let gone = fate == Sweep::Bay || fate == Sweep::Rocks && pos.steps(unit) <= 1;
    t.happen(Event::Swept {
        unit,
        from: target,
        to,
        tally,
        fate,
        gone,
    })
}

/// What changes the die of a landing on a beach.
fn modifiers(pos: &Position<'_>, side: Side, unit: UnitId, target: SpaceId) -> Tally {
    let table = &pos.data.tables.landing;
    let mut tally = Tally::of_rule("17.43");
    if pos.holds(target, side.other()) {
        tally.term("enemy-there", table.enemy_in_hex, "17.43");
    }
    if pos.in_zone(target, side) {
        tally.term("enemy-zone", table.in_zone, "17.43");
    }
    let ground = pos
        .data
        .tables
        .terrain
        .get(&pos.data.map.place(target).terrain);
    let rough = ground.map_or(0, |ground| ground.sea);
    tally.term("landing-ground", rough, "17.43");
    if pos.printed(unit).is_artillery() {
        tally.term("heavy-load", table.guns_by_sea, "17.43");
    }
    tally
}

/// The amphibious Drift Diagram: along the coast of the same sea, and no further than its beaches.
fn drift(pos: &Position<'_>, side: Side, from: SpaceId, die: i32) -> (SpaceId, Sweep) {
    let map = &pos.data.map;
    let arrow = usize::try_from(die - 1).unwrap_or(0);
    let arrow = pos
        .data
        .tables
        .landing
        .drift_by_sea
        .split_whitespace()
        .nth(arrow);
    let arrow = arrow.unwrap_or("W1");
    let ways = if arrow.starts_with('W') {
        [Dir::W, Dir::NW, Dir::SW]
    } else {
        [Dir::E, Dir::NE, Dir::SE]
    };
    let hexes: u32 = arrow.get(1..).and_then(|n| n.parse().ok()).unwrap_or(1);
    let seas = map.coast(from);
    let mut at = from;
    for _ in 0..hexes {
        let along = ways.iter().filter_map(|dir| map.board.toward(at, *dir));
        let coast = |to: &SpaceId| {
            let same = map.coast(*to).iter().any(|sea| seas.contains(sea));
            same && map.place(*to).is_land() && pos.data.playable.has(*to)
        };
        let Some(to) = along.into_iter().find(coast) else {
            return (at, Sweep::Rocks);
        };
        if side == Side::German && map.place(to).suda_bay {
            return (to, Sweep::Bay);
        }
        if !map.place(to).beach {
            return (at, Sweep::Rocks);
        }
        at = to;
    }
    (at, Sweep::Beach)
}

/// Those who landed in a hex this turn and are still in it.
pub(super) fn landed(pos: &Position<'_>, side: Side, at: SpaceId, mark: Mark) -> Vec<UnitId> {
    let mut units = pos.on(at, side);
    units.retain(|unit| pos.unit(*unit).marks.has(mark));
    units
}

/// Rules 6.41 and 17.43 D: those who came into a hex assault the enemies in it.
pub(super) fn special_assault(
    t: &mut Board<'_>,
    side: Side,
    at: SpaceId,
    units: &[UnitId],
) -> Play {
    if units.is_empty() {
        return Ok(());
    }
    let ask = Vanguard::new(&super::pos(t), at, units);
    let lead = if units.len() > 1 {
        Some(t.ask(side, OneOf(ask))?)
    } else {
        None
    };
    let how = assault::How {
        coordinated: true,
        landing: true,
    };
    assault::combat(t, side, at, units, lead, how)?;
    if super::pos(t).holds(at, side.other()) {
        let left = still_there(&super::pos(t), units);
        return escape(t, side, at, &left);
    }
    let german = side == Side::German && super::pos(t).holds(at, side);
    if german && t.state().open.improved.contains(&at) {
        // 9.23
        t.happen(Event::Razed { at })?;
    }
    Ok(())
}

/// Rules 6.42 and 17.43 D: where the defenders hold out, all who landed leave the hex, by the best way there is.
fn escape(t: &mut Board<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> Play {
    let mut exits: BTreeMap<UnitId, Vec<SpaceId>> = BTreeMap::new();
    for unit in units {
        let ways = ways_out(&super::pos(t), side, *unit, at);
        if ways.is_empty() {
            t.happen(Event::Cornered { unit: *unit, at })?;
        } else {
            exits.insert(*unit, ways);
        }
    }
    let mut ends: Vec<SpaceId> = exits.values().flatten().copied().collect();
    ends.sort_unstable();
    ends.dedup();
    let pos = super::pos(t);
    ends.sort_by_key(|end| (std::cmp::Reverse(pos.nearest(*end, side.other())), *end));
    if ends.len() > 1 {
        let ask = Retreat {
            at,
            ends,
            how: How::Escape,
        };
        ends = t.ask(side, Given(ask))?.0;
    }
    for (unit, ways) in exits {
        let pos = super::pos(t);
        let mut open = ends.iter().filter(|end| ways.contains(end));
        // 4.31 is looked at when all are down; so room comes first.
        let roomy = open.clone().find(|end| pos.has_room(**end, unit));
        if let Some(end) = roomy.or_else(|| open.next()) {
            moves::go(t, unit, vec![*end], How::Escape)?;
        }
    }
    Ok(())
}

/// Rule 6.42: the hexes a unit can leave to: of the best class of which there is one.
fn ways_out(pos: &Position<'_>, side: Side, unit: UnitId, at: SpaceId) -> Vec<SpaceId> {
    let gait = pos.printed(unit).gait;
    let class = |to: SpaceId| match (pos.in_zone(to, side), pos.holds(to, side)) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    };
    let ways = pos.data.map.ways(at).iter().map(|way| way.to);
    let open: Vec<SpaceId> = ways
        .filter(|to| pos.data.playable.has(*to) && !pos.holds(*to, side.other()))
        .filter(|to| pos.data.map.enters(&pos.data.tables, gait, at, *to))
        .collect();
    let best = open.iter().map(|to| class(*to)).min();
    open.into_iter()
        .filter(|to| Some(class(*to)) == best)
        .collect()
}

/// Rules 17.22, 17.23 and 5.25: whether a side can unload in a port: no enemy in it or controlling it; in a minor port
/// friends.
pub(super) fn may_unload(pos: &Position<'_>, side: Side, at: SpaceId) -> bool {
    let place = pos.data.map.place(at);
    let port = place.anchorage || place.minor_port && pos.holds(at, side);
    let quiet = place.zone || !pos.in_zone(at, side);
    port && quiet && pos.data.playable.has(at) && !pos.holds(at, side.other())
}

/// Rule 17.37: a unit is unloaded.
pub(super) fn unload(t: &mut Board<'_>, unit: UnitId, at: SpaceId) -> Play {
    t.happen(Event::Unloads { unit, at })
}

/// Rule 15.25 b: reserves are unloaded, but never beside the map (15.21).
pub(super) fn unload_reserve(t: &mut Board<'_>, side: Side, at: SpaceId) -> Play {
    let sector = super::pos(t).sector(at);
    t.happen(Event::UnloadsReserve { side, at, sector })
}
