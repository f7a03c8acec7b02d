//! IV.A: drops by parachute and glider (6.1 to 6.4).

use std::collections::BTreeMap;

use super::Board;
use super::event::{Event, Fall, How};
use super::fights::still_there;
use super::flak::guns_against_aircraft;
use super::orders::combat::Retreat;
use super::orders::drops::{Jumps, Vanguard};
use super::side::Side;
use super::state::{Mark, Position, Where};
use super::tables::FreeDrop;
use super::units::Type;
use super::{assault, bombardment, moves};
use crate::board::{Dir, SpaceId, UnitId};
use crate::engine::ready::{Given, OnSheet, OneOf};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The Drop phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let mut jumps = wave(&super::pos(t));
    if !free(&super::pos(t)).is_empty() {
        jumps.extend(t.ask(Side::German, OnSheet(Jumps))?);
    }
    if jumps.is_empty() {
        return Ok(());
    }
    bombardment::before_the_drop(t)?;
    let targets = land(t, &jumps)?;
    for at in targets {
        let t: &mut Board<'_> = &mut t.within(&t.data().map.place(at).key);
        special_assault(t, Side::German, at, Mark::Dropped)?;
    }
    moves::thin_out(t, Side::German)
}

/// Units that choose where they jump, and the hexes they can choose.
pub(super) struct Stick {
    pub units: Vec<UnitId>,
    pub zone: Vec<SpaceId>,
}

/// Rule 6.12: who chooses: the reserves, and sections freed by a campaign option (23.4).
pub(super) fn free(pos: &Position<'_>) -> Vec<Stick> {
    let mut sticks = vec![Stick {
        units: reserves(pos),
        zone: drop_zone(pos),
    }];
    for freed in freed(pos) {
        let comes = |unit: &UnitId| pos.printed(*unit).group == freed.group;
        let around = pos.data.map.find(&freed.around);
        let near = around.map(|at| pos.data.map.within(at, freed.reach));
        sticks.push(Stick {
            units: due(pos).into_iter().filter(comes).collect(),
            zone: playable(pos, near.unwrap_or_default()),
        });
    }
    sticks.retain(|stick| !stick.units.is_empty() && !stick.zone.is_empty());
    sticks
}

/// Rule 23.4: what the options of the Germans free.
fn freed<'a>(pos: &Position<'a>) -> impl Iterator<Item = &'a FreeDrop> + use<'a> {
    let chosen = &pos.open.options[Side::German.index()];
    let drops = pos.data.tables.free_drops.iter();
    drops.filter(move |drop| chosen.contains(&drop.option))
}

/// Rule 6.11: the units of the wave of this turn.
fn due(pos: &Position<'_>) -> Vec<UnitId> {
    let wave = format!("w{}-", pos.open.turn);
    let comes = |unit: &UnitId| {
        pos.unit(*unit).at == Where::Waiting && pos.printed(*unit).group.starts_with(&wave)
    };
    pos.data.land_ids().filter(comes).collect()
}

/// Rule 6.12 a: those that jump where it is printed.
fn wave(pos: &Position<'_>) -> Vec<(UnitId, SpaceId)> {
    let bound = |unit: &UnitId| {
        let group = &pos.printed(*unit).group;
        !freed(pos).any(|drop| drop.group == *group)
    };
    let target = |unit: UnitId| Some((unit, pos.data.map.find(&pos.printed(unit).at)?));
    due(pos)
        .into_iter()
        .filter(bound)
        .filter_map(target)
        .collect()
}

/// Rule 6.11: the units of the reserve wave that jump this turn; by day, later ones where nobody could lead them before.
pub(super) fn reserves(pos: &Position<'_>) -> Vec<UnitId> {
    let turn = pos.open.turn;
    let second_lift = pos.data.tables.second_lift;
    let early = turn >= second_lift.turn
        && pos.open.options[Side::German.index()].contains(&second_lift.option);
    let due = |unit: &UnitId| {
        let printed = pos.printed(*unit);
        let on_time = printed
            .turn
            .is_some_and(|due| due <= turn || early && due <= second_lift.up_to);
        pos.unit(*unit).at == Where::Waiting && printed.group == "reserve" && on_time
    };
    if !pos.open.is_day() {
        return Vec::new();
    }
    pos.data.land_ids().filter(due).collect()
}

/// Rule 6.12 b: the hexes near enough to a headquarters.
pub(super) fn drop_zone(pos: &Position<'_>) -> Vec<SpaceId> {
    let reach = pos.data.tables.limits.drop_reach;
    let hqs = pos
        .units_of(Side::German)
        .filter(|unit| pos.printed(*unit).is_hq());
    let hqs = hqs.filter_map(|hq| pos.at(hq));
    let on_map = hqs.filter(|at| !pos.data.map.place(*at).zone);
    playable(
        pos,
        on_map
            .flat_map(|at| pos.data.map.within(at, reach))
            .collect(),
    )
}

/// Rule 4.58: hexes of the map alone.
fn playable(pos: &Position<'_>, mut hexes: Vec<SpaceId>) -> Vec<SpaceId> {
    hexes.retain(|at| pos.data.playable.has(*at) && !pos.data.map.place(*at).zone);
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Rule 6.2: all come down, each with its own dice; gives the hexes in which they meet enemies.
fn land(t: &mut Board<'_>, jumps: &[(UnitId, SpaceId)]) -> Play<Vec<SpaceId>> {
    let mut met: Vec<SpaceId> = Vec::new();
    for (unit, target) in jumps {
        let Some(at) = come_down(t, *unit, *target)? else {
            continue;
        };
        let pos = super::pos(t);
        if !pos.holds(at, Side::Allied) {
            continue;
        }
        // 6.41 d: guns that come down among enemies.
        let printed = pos.printed(*unit);
        if printed.is_artillery() && printed.kind != Type::Mortar {
            t.happen(Event::Overrun { unit: *unit, at })?;
        } else if !met.contains(&at) {
            met.push(at);
        }
    }
    Ok(met)
}

/// Rule 6.2: one unit jumps; gives the hex it is in at last.
pub(super) fn come_down(t: &mut Board<'_>, unit: UnitId, target: SpaceId) -> Play<Option<SpaceId>> {
    let t: &mut Board<'_> = &mut t.within(&t.data().land(unit).id);
    let pos = super::pos(t);
    let table = &t.data().tables.landing;
    let mut tally = modifiers(&pos, unit, target);
    let steps = pos.steps(unit);
    let dice = t.roll("drop", 1, 10)?;
    tally.dice(&dice);
    let fall = match tally.total() {
        n if n <= table.intact_to => Fall::Intact,
        n if n <= table.dispersed_to => Fall::Dispersed,
        n if n <= table.drift_intact_to => Fall::Adrift,
        n if n <= table.drift_dispersed_to => Fall::AdriftDispersed,
        _ => Fall::AdriftLoss,
    };
    let gone = fall == Fall::AdriftLoss && steps <= 1;
    t.happen(Event::Drops {
        unit,
        at: target,
        tally,
        fall,
        gone,
    })?;
    if matches!(fall, Fall::Intact | Fall::Dispersed) {
        return Ok(Some(target));
    }
    if gone {
        return Ok(None);
    }
    let dice = t.roll("drift", 1, 10)?;
    let to = drift(&super::pos(t), target, dice.die(0));
    let mut tally = Tally::of_rule("6.2");
    tally.dice(&dice);
    t.happen(Event::Drifts {
        unit,
        from: target,
        to,
        tally,
    })?;
    Ok(to)
}

/// The Drift Diagram: where the die leads; nowhere off the map and at sea.
fn drift(pos: &Position<'_>, from: SpaceId, die: i32) -> Option<SpaceId> {
    let mut arrows = pos.data.tables.landing.drift.split_whitespace();
    let arrow = arrows.nth(usize::try_from(die - 1).ok()?)?;
    let letters = arrow.trim_end_matches(|c: char| c.is_ascii_digit());
    let dir: Dir = letters.parse().ok()?;
    let hexes: u32 = arrow.strip_prefix(letters)?.parse().ok()?;
    let board = &pos.data.map.board;
    let to = (0..hexes).try_fold(from, |at, _| board.toward(at, dir))?;
    pos.data.playable.has(to).then_some(to)
}

/// Rule 6.2: what changes the die of a jump.
fn modifiers(pos: &Position<'_>, unit: UnitId, target: SpaceId) -> Tally {
    let table = &pos.data.tables.landing;
    let mut tally = Tally::of_rule("6.2");
    if pos.printed(unit).kind == Type::Glider {
        tally.term("glider", table.glider, "6.2");
    }
    if pos.holds(target, Side::Allied) {
        tally.term("enemy-there", table.enemy_in_hex, "6.2");
    }
    if pos.in_zone(target, Side::German) {
        tally.term("enemy-zone", table.in_zone, "6.2");
    }
    let place = pos.data.map.place(target);
    let ground = pos.data.tables.terrain.get(&place.terrain);
    tally.term(
        "landing-ground",
        ground.map_or(0, |ground| ground.drop),
        "6.2",
    );
    // The best of the guns against aircraft counts, and once.
    let worth = |(gun, from): (UnitId, SpaceId)| match pos.data.map.distance(from, target) {
        0 if pos.printed(gun).kind == Type::LightAa => table.light_flak_in_hex,
        0 => table.heavy_flak_in_hex,
        1 => table.flak_beside,
        _ => 0,
    };
    let flak = guns_against_aircraft(pos).into_iter().map(worth).max();
    tally.term("flak-there", flak.unwrap_or(0), "13.31");
    tally
}

/// Those who came down into a hex this turn, from the air or the sea, and are still in it.
fn landed(pos: &Position<'_>, side: Side, at: SpaceId, how: Mark) -> Vec<UnitId> {
    let mut units = pos.on(at, side);
    units.retain(|unit| pos.unit(*unit).marks.has(how));
    units
}

/// Rules 6.41 and 17.43: those who landed in a hex assault the enemies in it.
pub(super) fn special_assault(t: &mut Board<'_>, side: Side, at: SpaceId, how: Mark) -> Play {
    let units = landed(&super::pos(t), side, at, how);
    if units.is_empty() {
        return Ok(());
    }
    let ask = Vanguard::new(&super::pos(t), at, &units);
    let lead = if units.len() > 1 {
        Some(t.ask(side, OneOf(ask))?)
    } else {
        None
    };
    let how = assault::How {
        coordinated: true,
        landing: true,
    };
    assault::combat(t, side, at, &units, lead, how)?;
    if super::pos(t).holds(at, side.other()) {
        let left = still_there(&super::pos(t), &units);
        return escape(t, side, at, &left);
    }
    let taken = side == Side::German && super::pos(t).holds(at, side);
    if t.state().open.improved.contains(&at) && taken {
        // 9.23
        t.happen(Event::Razed { at })?;
    }
    Ok(())
}

/// Rules 6.42 and 17.43: where the defenders hold out, all who landed leave the hex, by the best way there is.
fn escape(t: &mut Board<'_>, side: Side, at: SpaceId, units: &[UnitId]) -> Play {
    let mut exits: BTreeMap<UnitId, Vec<SpaceId>> = BTreeMap::new();
    for unit in units {
        let ways = ways_out(&super::pos(t), *unit, at);
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
        ends = t.ask(side, Given(Retreat { at, ends }))?.0;
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
fn ways_out(pos: &Position<'_>, unit: UnitId, at: SpaceId) -> Vec<SpaceId> {
    let (gait, side) = (pos.printed(unit).gait, pos.side(unit));
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
