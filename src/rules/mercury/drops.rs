//! IV.A: drops by parachute and glider (6.1 to 6.4).

use super::Board;
use super::ashore::{landed, special_assault};
use super::event::{Event, Fall};
use super::flak::guns_against_aircraft;
use super::orders::drops::Jumps;
use super::side::Side;
use super::state::{Mark, Position, Where};
use super::tables::{FreeDrop, Landing};
use super::units::Type;
use super::{bombardment, moves};
use crate::board::{Dir, SpaceId, UnitId};
use crate::engine::ready::OnSheet;
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
        let jumped = landed(&super::pos(t), Side::German, at, Mark::Dropped);
        special_assault(t, Side::German, at, &jumped)?;
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

/// Rule 6.11: the turn on which a unit that waits is to jump.
pub(super) fn turn_of(pos: &Position<'_>, unit: UnitId) -> Option<u32> {
    let printed = pos.printed(unit);
    let wave = printed
        .group
        .strip_prefix('w')
        .and_then(|rest| rest.split_once('-'));
    match wave {
        Some((turn, _)) => turn.parse().ok(),
        None => printed.turn.filter(|_| printed.group == "reserve"),
    }
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
    let fall = Fall::of(table, tally.total());
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

impl Fall {
    /// The Parachute/Amphibious Landing Table (6.2, 17.43).
    pub(super) const fn of(table: &Landing, die: i32) -> Self {
        match die {
            n if n <= table.intact_to => Self::Intact,
            n if n <= table.dispersed_to => Self::Dispersed,
            n if n <= table.drift_intact_to => Self::Adrift,
            n if n <= table.drift_dispersed_to => Self::AdriftDispersed,
            _ => Self::AdriftLoss,
        }
    }
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
