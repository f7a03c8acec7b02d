//! Rules 19.1 to 19.6: German aircraft attack task forces.

use super::super::Board;
use super::super::air_phase::in_bin;
use super::super::event::{Cause, Event};
use super::super::scenario::Mission;
use super::super::side::Side;
use super::super::state::{Ammo, Bin, Position, Told};
use super::super::tables::Shot;
use super::super::units::{Aircraft, Hull};
use super::ids::Letter;
use super::orders::strikes::{Dive, Drowned, Next, Silence, Strike, Strikes, Targets};
use super::search::{scouts, sight};
use super::told::{Accord, Effect};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{Given, OnSheet};
use crate::engine::table::Play;
use crate::engine::tally::{Tally, Term};

/// Rules 19.12 to 19.15: by day, and only at those who are in sight.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    let pos = super::super::pos(t);
    if !pos.open.is_day() {
        return Ok(());
    }
    if !targets(&pos).is_empty() && !strikers(&pos).is_empty() {
        for strike in t.ask(Side::German, OnSheet(Strikes))? {
            let t: &mut Board<'_> = &mut t.within(super::force_key(strike.force));
            attack(t, &strike)?;
        }
    }
    // 19.22: those that searched and coordinated are done as well.
    let units = scouts(&super::super::pos(t));
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::FliesHome { units })
}

/// Rules 19.12 and 17.21: task forces that can be attacked from the air.
pub(super) fn targets(pos: &Position<'_>) -> Vec<Letter> {
    let home = pos.home(Side::Allied);
    let forces = pos.open.forces.iter();
    forces
        .filter(|force| force.told > Told::Nothing && force.at != home)
        .map(|force| force.letter)
        .collect()
}

/// Rule 12.8: aircraft on naval attack.
pub(super) fn strikers(pos: &Position<'_>) -> Vec<UnitId> {
    in_bin(pos, Bin::Mission(Mission::Naval))
}

/// The ships of a task force that can still be hit.
fn afloat(t: &Board<'_>, force: Letter) -> Vec<UnitId> {
    super::super::pos(t).in_force(force)
}

/// Rule 19.2: all attacks on one task force.
fn attack(t: &mut Board<'_>, strike: &Strike) -> Play {
    let Strike { force, planes, .. } = strike;
    t.happen(Event::Strikes {
        force: *force,
        units: planes.clone(),
    })?;
    let accord = concert(t, *force)?;
    // 19.21: to choose targets one must see the ships.
    sight(t, &[*force], Told::Ships)?;
    let mut raid = Raid {
        force: *force,
        accord,
        planes: i32::try_from(planes.len()).unwrap_or(0),
        attacked: 0,
        fired: Vec::new(),
        silent: Vec::new(),
    };
    if afloat(t, *force).is_empty() {
        t.happen(Event::FliesHome {
            units: planes.clone(),
        })?;
        return t.reveal(Event::Dissolves { force: *force });
    }
    match accord {
        Accord::Full => one_by_one(t, &mut raid, strike)?,
        Accord::Partial => {
            let side = Side::German;
            let ask = Targets::new(&super::super::pos(t), strike, None);
            allocated(t, &mut raid, side, ask, strike)?;
        }
        Accord::Poor => {
            let most = POOR.max(planes.len().div_ceil(afloat(t, *force).len().max(1)));
            let ask = Targets::new(&super::super::pos(t), strike, Some(most));
            allocated(t, &mut raid, Side::Allied, ask, strike)?;
        }
    }
    spend(t, &raid)?;
    if afloat(t, *force).is_empty() {
        t.reveal(Event::Dissolves { force: *force })?;
    }
    Ok(())
}

/// 19.21: aircraft against one ship where the Allies choose.
const POOR: usize = 3;

/// An attack in progress.
struct Raid {
    force: Letter,
    accord: Accord,
    planes: i32,
    attacked: i32,
    /// Ships that have fired at least once (19.33).
    fired: Vec<UnitId>,
    /// Ships that hold their fire, and against how many of the first aircraft.
    silent: Vec<(UnitId, i32)>,
}

/// Rule 19.21: how well the aircraft work together.
fn concert(t: &mut Board<'_>, force: Letter) -> Play<Accord> {
    let pos = super::super::pos(t);
    let table = &t.data().tables.search;
    let mut tally = Tally::of_rule("19.21");
    let here = |(_, zone): &&(UnitId, SpaceId)| {
        let at = pos.force(force).map(|force| force.at);
        at.is_some_and(|at| pos.in_zone_of(at, *zone))
    };
    if pos.open.scouts.iter().any(|scout| here(&scout)) {
        tally.term("scout", table.coordination_plane, "19.21");
    }
    let dice = t.roll("coordination", 1, 10)?;
    tally.dice(&dice);
    let [full, partial] = table.coordination;
    let result = match tally.total() {
        n if n <= full => Accord::Full,
        n if n <= partial => Accord::Partial,
        _ => Accord::Poor,
    };
    t.happen(Event::Concerts {
        force,
        tally,
        result,
    })?;
    Ok(result)
}

/// Rule 19.33: which ships hold their fire.
fn silence(t: &mut Board<'_>, raid: &mut Raid) -> Play {
    let ships = afloat(t, raid.force);
    let (force, planes) = (raid.force, raid.planes);
    let ask = Silence {
        force,
        ships,
        planes,
    };
    raid.silent = t.ask(Side::Allied, OnSheet(ask))?;
    Ok(())
}

/// Rule 19.21: full coordination: each attack is chosen when the one before it is over.
fn one_by_one(t: &mut Board<'_>, raid: &mut Raid, strike: &Strike) -> Play {
    silence(t, raid)?;
    let mut left = strike.planes.clone();
    while let Some(ask) = Next::new(&super::super::pos(t), raid.force, &left, &strike.wanted) {
        let round = raid.attacked + 1;
        let Dive { plane, ship } = if !strike.wanted.is_empty() || ask.is_forced() {
            ask.usual()
        } else {
            let t: &mut Board<'_> = &mut t.within(format_args!("attack-{round}"));
            t.ask(Side::German, Given(ask))?
        };
        left.retain(|one| *one != plane);
        dive(t, raid, plane, ship)?;
    }
    go_home(t, left)
}

/// Rule 19.21: all attacks are allocated before the first of them.
fn allocated(
    t: &mut Board<'_>,
    raid: &mut Raid,
    side: Side,
    ask: Targets,
    strike: &Strike,
) -> Play {
    let planned = side == Side::German && !strike.wanted.is_empty() || ask.is_forced();
    let pairs = if planned {
        ask.usual(&super::super::pos(t))
    } else {
        t.ask(side, OnSheet(ask))?
    };
    silence(t, raid)?;
    for (plane, ship) in pairs {
        dive(t, raid, plane, ship)?;
    }
    Ok(())
}

fn go_home(t: &mut Board<'_>, units: Vec<UnitId>) -> Play {
    if units.is_empty() {
        return Ok(());
    }
    t.happen(Event::FliesHome { units })
}

/// Rules 19.3 and 19.4: one air unit goes through the fire of the task force and attacks a ship.
fn dive(t: &mut Board<'_>, raid: &mut Raid, plane: UnitId, ship: UnitId) -> Play {
    let id = t.data().plane(plane).id.clone();
    let t: &mut Board<'_> = &mut t.within(id);
    raid.attacked += 1;
    let round = raid.attacked;
    let pos = super::super::pos(t);
    let quiet = |ship: &UnitId| {
        let held = raid.silent.iter().find(|(one, _)| one == ship);
        held.is_some_and(|(_, first)| round <= *first)
    };
    let mut firing = pos.in_force(raid.force);
    firing.retain(|ship| !quiet(ship) && pos.flak_of(*ship) > 0);
    let halves: i32 = firing.iter().map(|ship| pos.flak_of(*ship)).sum();
    let flak = if halves % 2 == 0 {
        (halves / 2).to_string()
    } else {
        format!("{}.5", halves / 2)
    };
    t.reveal(Event::Dives {
        unit: plane,
        ship,
        flak,
    })?;
    for ship in &firing {
        if !raid.fired.contains(ship) {
            raid.fired.push(*ship);
        }
    }
    if !shoot(t, raid, plane, halves / 2, &firing)? {
        return Ok(());
    }
    if !afloat(t, raid.force).contains(&ship) {
        // 19.21: its target went down before it came.
        return go_home(t, vec![plane]);
    }
    bomb(t, raid, plane, ship)
}

/// Rules 19.31 and 12.94: the fire of the ships; says whether the air unit goes on.
fn shoot(
    t: &mut Board<'_>,
    raid: &Raid,
    plane: UnitId,
    strength: i32,
    firing: &[UnitId],
) -> Play<bool> {
    let pos = super::super::pos(t);
    let chart = &t.data().tables.charts.flak;
    let Some(column) = chart.column(strength) else {
        return Ok(true);
    };
    let changes = &t.data().tables.modifiers.flak;
    let mut tally = Tally::of_rule("19.31");
    let big = |ship: &UnitId| matches!(pos.data.ship(*ship).kind, Hull::Bb | Hull::Cv);
    if firing.iter().any(big) {
        tally.term("big-ship", changes.big_ship, "19.31");
    }
    let at = pos.force(raid.force).map(|force| force.at);
    if at.is_some_and(|at| covered(&pos, at)) {
        tally.term("air-cover", changes.air_cover, "12.94");
    }
    let kind = pos.data.plane(plane).kind;
    let (name, change) = match kind {
        Aircraft::He111 => ("he-111", changes.he_111),
        Aircraft::Ju87 | Aircraft::HalfJu87 => ("ju-87", changes.ju_87),
        Aircraft::Do17 => ("do-17", changes.do_17),
        Aircraft::Ju88 | Aircraft::Bf109 | Aircraft::Bf110 => ("", 0),
    };
    tally.term(name, change, "12.94");
    if raid.attacked == 1 && raid.accord != Accord::Poor {
        tally.term("first-plane", changes.first_plane, "19.31");
    }
    let dice = t.roll("flak", 1, 10)?;
    tally.dice(&dice);
    let shot = chart.cell(tally.total(), column).copied();
    let shot = shot.unwrap_or(Shot::Missed);
    t.happen(Event::Flak {
        unit: plane,
        at,
        tally,
        shot,
    })?;
    Ok(shot == Shot::Missed)
}

/// Rule 12.94: whether Allied aircraft help there.
fn covered(pos: &Position<'_>, at: SpaceId) -> bool {
    let map = &pos.data.map;
    let covers = |at: SpaceId| map.water(at).is_some_and(|water| water.air_cover);
    let mut near = map.water(at).into_iter().flat_map(|water| &water.links);
    let port = map.water(at).is_some_and(|water| !water.is_zone());
    covers(at) || port && near.any(|zone| covers(*zone))
}

/// Rules 19.42 and 19.43: the attack itself.
fn bomb(t: &mut Board<'_>, raid: &Raid, plane: UnitId, ship: UnitId) -> Play {
    let pos = super::super::pos(t);
    let tables = &t.data().tables;
    let changes = &tables.modifiers.naval;
    let chart = &tables.charts.naval;
    let mut tally = Tally::of_rule("19.42");
    if raid.accord == Accord::Poor {
        tally.term("poor-concert", changes.poor, "19.21");
    }
    let at = pos.force(raid.force).map(|force| force.at);
    let zone = at.and_then(|at| pos.data.map.water(at));
    if zone.is_some_and(|water| !water.is_zone()) {
        tally.term("in-port", changes.in_port, "19.42");
    }
    // 19.64: those without ammunition hide nobody.
    let counted = pos.in_force(raid.force);
    let counted = counted
        .iter()
        .filter(|ship| pos.ship(**ship).ammo != Ammo::Out);
    let shift = match counted.count() {
        n if n >= changes.many => -1,
        n if n <= changes.few => 1,
        _ => 0,
    };
    let strength = pos.data.plane(plane).naval;
    let column = chart.column(strength).or_else(|| chart.named("shift"));
    let column = chart.shifted(column.unwrap_or(0), shift);
    let dice = t.roll("bombs", 1, 10)?;
    tally.dice(&dice);
    let hit = chart.cell(tally.total(), column).copied();
    let (number, marked) = hit.map_or((0, false), |hit| (hit.number, hit.marked));
    let effect = effect(&super::super::pos(t), ship, number);
    t.happen(Event::Bombs {
        unit: plane,
        ship,
        column: chart.head(column).to_owned(),
        tally,
        number,
        effect,
    })?;
    hurt(t, ship, effect)?;
    if marked && effect != Effect::Sunk {
        critical(t, ship)?;
    }
    Ok(())
}

/// Rules 19.42, 19.52 and 19.53: a number against the defence of a ship.
pub(super) fn effect(pos: &Position<'_>, ship: UnitId, number: i32) -> Effect {
    let defence = pos.ship_ratings(ship).defence;
    let faces = pos.data.ship(ship).ratings;
    let last = pos.ship(ship).damaged || faces[0] == faces[1];
    match number {
        n if n <= 0 || 2 * n < defence => Effect::None,
        n if n >= defence || last => Effect::Sunk,
        _ => Effect::Damaged,
    }
}

/// Rule 19.43: a second die for a lucky hit.
pub(super) fn critical(t: &mut Board<'_>, ship: UnitId) -> Play {
    let mut tally = Tally::of_rule("19.43");
    tally.terms.push(Term::new(
        "critical",
        t.data().tables.search.critical,
        "19.43",
    ));
    let dice = t.roll("critical", 1, 10)?;
    tally.dice(&dice).at_most();
    let done = tally.reached();
    t.happen(Event::Critical { ship, tally, done })?;
    if !done {
        return Ok(());
    }
    let effect = if super::super::pos(t).ship(ship).damaged {
        Effect::Sunk
    } else {
        Effect::Damaged
    };
    hurt(t, ship, effect)
}

/// Rules 19.5 and 17.34: an Allied ship is damaged or sunk, and with it what it carries.
pub(super) fn hurt(t: &mut Board<'_>, ship: UnitId, effect: Effect) -> Play {
    let sunk = match effect {
        Effect::Sunk => true,
        Effect::Damaged => false,
        Effect::None | Effect::Step | Effect::TwoSteps => return Ok(()),
    };
    let pos = super::super::pos(t);
    let at = pos.ship_place(ship);
    let (aboard, reserves) = (pos.aboard(ship), i32::from(pos.ship(ship).reserves));
    t.happen(Event::Holed {
        ship,
        sunk,
        contact: None,
    })?;
    if aboard.is_empty() && reserves == 0 {
        return Ok(());
    }
    let pos = super::super::pos(t);
    let room = if sunk {
        0
    } else {
        pos.ship_ratings(ship).capacity
    };
    let steps = pos.steps_of(&aboard);
    let five = pos.data.tables.limits.reserve_steps;
    // 17.34 c: no damaged ship carries a counter of five steps; its loss counts for one step.
    let drowned = if room < five { reserves } else { 0 };
    let excess = (steps + (reserves - drowned) * five - room).max(0);
    let lost = if sunk {
        steps
    } else {
        excess.max(1 - drowned).min(steps)
    };
    if drowned > 0 {
        t.reveal(Event::Swamps {
            ship,
            reserves: drowned,
        })?;
    }
    drown(t, ship, at, lost)
}

/// Rule 17.34: so many steps aboard an Allied ship are lost. What is aboard is hidden, so nobody is waited for: standing
/// orders say who is lost first.
fn drown(t: &mut Board<'_>, ship: UnitId, at: Option<SpaceId>, steps: i32) -> Play {
    let pos = super::super::pos(t);
    let units = pos.aboard(ship);
    let all = pos.steps_of(&units);
    let steps = steps.min(all);
    let Some(at) = at.filter(|_| steps > 0) else {
        return Ok(());
    };
    let shares = if steps == all || units.len() == 1 {
        super::super::fights::cheapest(&pos, &units, steps)
    } else {
        let t: &mut Board<'_> = &mut t.behind_screen(Side::Allied);
        let id = t.data().ship(ship).id.clone();
        let t: &mut Board<'_> = &mut t.within(id);
        t.ask(Side::Allied, Given(Drowned { ship, units, steps }))?
    };
    for (unit, steps) in shares {
        for _ in 0..steps {
            lose(t, unit, at)?;
        }
    }
    Ok(())
}

/// A unit at sea loses a step.
pub(super) fn lose(t: &mut Board<'_>, unit: UnitId, at: SpaceId) -> Play {
    let gone = super::super::pos(t).steps(unit) <= 1;
    t.reveal(Event::Loses {
        unit,
        at,
        gone,
        cause: Cause::AtSea,
    })
}

/// Rule 19.6: ships that fired run short of ammunition; how short, the Germans do not see.
fn spend(t: &mut Board<'_>, raid: &Raid) -> Play {
    let t: &mut Board<'_> = &mut t.behind_screen(Side::Allied);
    let pos = super::super::pos(t);
    let there = pos.in_force(raid.force);
    let mut fired: Vec<UnitId> = raid.fired.clone();
    fired.retain(|ship| there.contains(ship) && pos.ship(*ship).ammo != Ammo::Out);
    fired.sort_unstable();
    if fired.is_empty() {
        return Ok(());
    }
    let table = &t.data().tables.ammunition;
    let n = usize::try_from(raid.attacked).unwrap_or(0);
    let last = table.by_planes.len().saturating_sub(1);
    let change = table.by_planes.get(n.min(last)).copied().unwrap_or(0);
    let count = u32::try_from(fired.len()).unwrap_or(0);
    let dice = t.roll("ammunition", count, 10)?;
    let mut tally = Tally::of_rule("19.61");
    let (mut low, mut out) = (Vec::new(), Vec::new());
    for (ship, die) in fired.into_iter().zip(&dice.values) {
        let mut terms = vec![Term::new("ammunition", table.safe_to, "19.61")];
        if change != 0 {
            terms.push(Term::new("planes", -change, "19.61"));
        }
        tally.test(&t.data().ship(ship).id, terms, *die);
        let enough = tally.tests.last().is_some_and(|test| test.passed());
        match super::super::pos(t).ship(ship).ammo {
            _ if enough => {}
            Ammo::Full => low.push(ship),
            Ammo::Low | Ammo::Out => out.push(ship),
        }
    }
    tally.dice(&dice);
    t.happen(Event::RunsShort { low, out, tally })
}
