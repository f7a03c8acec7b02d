//! Rules 6.4 and 9.2: the Luftwaffe draws its chits and plans its raids, behind its screen.

use super::Board;
use super::bars::Bar;
use super::data::{Chit, Craft, Data, Fleet, Force, FormUp, Size};
use super::event::Event;
use super::geometry::line;
use super::orders::plan::{Attack, Means, Plans, Raid, Sweep};
use super::route;
use super::side::Side;
use super::state::{Method, Position, Program, Stop};
use super::view::{ChitId, TargetId};
use super::weather;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::InScript;
use crate::engine::table::Play;
use crate::engine::tally::Tally;
use crate::orders::{Element as _, Item};

/// A Gruppe is three Staffeln.
const THIRDS: i32 = 3;
/// Rule 9.1.3: fighters with bombs fly at most so high (9.4.4).
const JABO: i32 = 24;
/// Rule 16.2.2: dives begin between these.
const DIVE: [i32; 2] = [4, 14];

/// A chit as an item.
pub(super) fn chit_id(chit: usize) -> Item {
    ChitId(u16::try_from(chit).unwrap_or(u16::MAX)).item()
}

/// Planning Phase.
pub(super) fn phase(t: &mut Board<'_>) -> Play {
    draw_chits(t)?;
    // 6.4.6: the Luftwaffe plans whatever it drew, so that the question tells nothing.
    let programs = t.ask(Side::Luftwaffe, InScript(Plans))?;
    for program in programs {
        t.happen(Event::Programmed { program })?;
    }
    fuel(t)?;
    patrols(t)?;
    form_up_rolls(t)
}

/// Rule 6.4.2: chits are drawn until their points reach the scenario's threshold.
fn draw_chits(t: &mut Board<'_>) -> Play {
    let letters = t.data().scenario.letters.min(t.data().chits.len());
    let cup = t.shuffle("chits", (0..u16::try_from(letters).unwrap_or(0)).collect())?;
    let data = t.data();
    let mut kept: Vec<usize> = Vec::new();
    // A second look at those set aside: the last threshold is given up rather than the game.
    for strict in [true, false] {
        for chit in &cup.cards {
            let chit = usize::from(*chit);
            let most = usize::try_from(data.scenario.chits[1]).unwrap_or(1);
            if kept.len() < most && !kept.contains(&chit) && fits(data, &kept, chit, strict) {
                kept.push(chit);
            }
        }
        if points(data, &kept) >= data.scenario.points[0] {
            break;
        }
    }
    kept.sort_unstable();
    let (vp, level) = (
        points(data, &kept),
        kept.iter().map(|chit| data.chits[*chit].level).sum(),
    );
    t.happen(Event::Chits {
        chits: kept,
        vp,
        level,
    })
}

fn points(d: &Data, chits: &[usize]) -> i32 {
    chits.iter().map(|chit| d.chits[*chit].vp).sum()
}

/// Rule 6.4.2: whether a chit goes with those already held.
fn fits(d: &Data, held: &[usize], chit: usize, strict: bool) -> bool {
    let new = &d.chits[chit];
    let old = || held.iter().map(|chit| &d.chits[*chit]);
    if new.erpro && old().any(|one| one.erpro) {
        return false;
    }
    let hexes = |chit: &Chit| -> Vec<SpaceId> {
        chit.targets
            .iter()
            .map(|target| d.map.targets[*target].at)
            .collect()
    };
    let here = hexes(new);
    if old().any(|one| hexes(one).iter().any(|at| here.contains(at))) {
        return false;
    }
    let vp = points(d, held) + new.vp;
    let last = i32::try_from(held.len() + 1).is_ok_and(|n| n == d.scenario.chits[1]);
    if vp > d.scenario.points[1] || strict && last && vp < d.scenario.points[0] {
        return false;
    }
    let mut all = held.to_vec();
    all.push(chit);
    forces_suffice(d, &all)
}

/// In thirds of a Gruppe.
const fn thirds(force: &Force) -> i32 {
    force.gruppen * THIRDS + force.staffeln
}

/// Rule 6.4.2: both Luftflotten have the units their chits need; 3/2 units count once.
fn forces_suffice(d: &Data, chits: &[usize]) -> bool {
    let crafts: Vec<Craft> = d.ratings.iter().map(|rating| rating.craft).collect();
    crafts.iter().all(|craft| {
        let need = |fleet: u8| -> i32 {
            let chits = chits.iter().map(|chit| &d.chits[*chit]);
            let own = chits.filter(|chit| chit.fleet == fleet);
            let forces = own.flat_map(|chit| chit.bombers.iter().chain(&chit.fighters));
            // A Gruppe that is parted serves one Luftflotte.
            forces
                .filter(|force| force.craft == *craft)
                .map(|force| {
                    force.gruppen * THIRDS + (force.staffeln + THIRDS - 1) / THIRDS * THIRDS
                })
                .sum()
        };
        let has = |fleet: u8| -> i32 {
            let units = d.units_of(Side::Luftwaffe).filter(|unit| {
                let printed = d.unit(*unit);
                printed.of.is_none() && printed.craft == *craft && serves(d, *unit, fleet)
            });
            units.map(|unit| size(d, unit)).sum()
        };
        let both: i32 = d
            .units_of(Side::Luftwaffe)
            .filter(|unit| {
                let printed = d.unit(*unit);
                let either = serves(d, *unit, 2) && serves(d, *unit, 3);
                printed.of.is_none() && printed.craft == *craft && either
            })
            .map(|unit| size(d, unit))
            .sum();
        need(2) <= has(2) && need(3) <= has(3) && need(2) + need(3) <= has(2) + has(3) - both
    })
}

/// Thirds of a Gruppe.
pub(super) fn size(d: &Data, unit: UnitId) -> i32 {
    match d.unit(unit).size {
        Size::Large => THIRDS,
        Size::Small => 1,
    }
}

/// Rule 4.2: whether a unit can fly for a Luftflotte in this scenario.
pub(super) fn serves(d: &Data, unit: UnitId, fleet: u8) -> bool {
    match d.unit(unit).fleet {
        // Erprobungsgruppe 210 flies for that of its chit.
        _ if d.unit(unit).craft == Craft::Erpro210 => true,
        Some(Fleet::Two | Fleet::TwoLater | Fleet::Italian) => fleet == 2,
        Some(Fleet::Three) => fleet == 3,
        Some(Fleet::Either) => fleet == 3 || d.scenario.either_fleet,
        None => false,
    }
}

/// What the plan can be made of.
pub(super) fn means(v: &Position<'_>) -> Means {
    let d = v.data;
    let chits = v.hidden.plan.as_ref().map_or(&[][..], |plan| &plan.chits);
    let of = |hunt: bool| -> Vec<ChitId> {
        let chits = chits
            .iter()
            .filter(|chit| d.chits[**chit].free_hunt == hunt);
        chits
            .map(|chit| ChitId(u16::try_from(*chit).unwrap_or(u16::MAX)))
            .collect()
    };
    let wanted = |unit: UnitId, fighters: bool| {
        chits.iter().any(|chit| {
            let chit = &d.chits[*chit];
            let forces = if fighters {
                &chit.fighters
            } else {
                &chit.bombers
            };
            forces.iter().any(|force| force.craft == d.unit(unit).craft)
                && serves(d, unit, chit.fleet)
        })
    };
    let units = |fighters: bool| -> Vec<UnitId> {
        d.units_of(Side::Luftwaffe)
            .filter(|unit| wanted(*unit, fighters))
            .collect()
    };
    let mut bases: Vec<SpaceId> = chits
        .iter()
        .flat_map(|chit| bases(d, d.chits[*chit].fleet))
        .collect();
    bases.sort_unstable();
    bases.dedup();
    let mut targets: Vec<TargetId> = chits
        .iter()
        .flat_map(|chit| &d.chits[*chit].targets)
        .map(|target| TargetId(u16::try_from(*target).unwrap_or(u16::MAX)))
        .collect();
    targets.sort_unstable_by_key(|target| target.0);
    targets.dedup();
    Means {
        chits: of(false),
        hunts: of(true),
        bombers: units(false),
        fighters: units(true),
        places: d.map.spaces().collect(),
        bases,
        targets,
        last: last_turn(v),
    }
}

/// Rule 9.2.7: the last turn a raid may be programmed to form.
pub(super) fn last_turn(v: &Position<'_>) -> i32 {
    let row = v.data.tables.times.get(v.open.time);
    1 + row.map_or(18, |row| row.form_up)
}

/// Rule 9.2.4: where raids of a Luftflotte form and recover.
pub(super) fn bases(d: &Data, fleet: u8) -> Vec<SpaceId> {
    let fits = |at: &SpaceId| {
        let place = d.map.place(*at);
        let far = matches!(place.id.as_str(), "cherbourg" | "caen");
        if fleet == 3 {
            return far;
        }
        let french = place.english == Some(false);
        french && !far && (place.is_box || place.landmark || d.map.field_at(*at).is_some())
    };
    d.map.spaces().filter(fits).collect()
}

/// A line of the plan as a programme, or all that is wrong with it.
pub(super) fn program(
    v: &Position<'_>,
    order: &Raid,
    earlier: &[Program],
) -> Result<Program, Vec<Bar>> {
    let program = match order {
        Raid::Attack { chit, attack } => attack_program(usize::from(chit.0), attack),
        Raid::Sweep { chit, sweep } => sweep_program(usize::from(chit.0), sweep),
    };
    let mut bars = Vec::new();
    check_units(v, &program, earlier, &mut bars);
    check_heights(v, &program, &mut bars);
    check_route(v, &program, &mut bars);
    if bars.is_empty() {
        Ok(program)
    } else {
        Err(bars)
    }
}

fn attack_program(chit: usize, attack: &Attack) -> Program {
    Program {
        chit,
        bombers: attack.bombers.clone(),
        close: attack.escort.clone(),
        cover: attack.cover.clone(),
        hunters: Vec::new(),
        angels: attack.angels,
        cover_angels: attack.above.unwrap_or(attack.angels + 4),
        form: attack.form,
        turn: attack.turn.unsigned_abs(),
        adjusted: attack.turn.unsigned_abs(),
        route: attack.route.to_vec(),
        target: Some(usize::from(attack.target.0)),
        home: attack.back.to_vec(),
        recover: attack.recover.unwrap_or(attack.form),
        orbit: None,
        descent: attack.descent,
        method: attack
            .how
            .map_or(Method::Level, super::orders::plan::Manner::method),
        formed: false,
        missing: Vec::new(),
    }
}

fn sweep_program(chit: usize, sweep: &Sweep) -> Program {
    Program {
        chit,
        bombers: Vec::new(),
        close: Vec::new(),
        cover: Vec::new(),
        hunters: sweep.hunters.clone(),
        angels: sweep.angels,
        cover_angels: sweep.angels,
        form: sweep.form,
        turn: sweep.turn.unsigned_abs(),
        adjusted: sweep.turn.unsigned_abs(),
        route: sweep.route.to_vec(),
        target: None,
        home: sweep.back.to_vec(),
        recover: sweep.recover.unwrap_or(sweep.form),
        orbit: sweep.orbit,
        descent: None,
        method: Method::Level,
        formed: false,
        missing: Vec::new(),
    }
}

/// Rules 4.2, 6.4.3 and 9.1.3: who flies.
fn check_units(v: &Position<'_>, program: &Program, earlier: &[Program], bars: &mut Vec<Bar>) {
    let d = v.data;
    let chit = &d.chits[program.chit];
    let used: Vec<UnitId> = earlier.iter().flat_map(Program::all_units).collect();
    let mut seen: Vec<UnitId> = Vec::new();
    for unit in program.all_units() {
        let same = |one: &UnitId| {
            *one == unit || d.unit(*one).of == Some(unit) || d.unit(unit).of == Some(*one)
        };
        if used.iter().any(same) || seen.iter().any(same) {
            bars.push(Bar::UsedTwice { unit });
        }
        seen.push(unit);
        let bombs = program.bombers.contains(&unit);
        let forces = if bombs { &chit.bombers } else { &chit.fighters };
        let asked = forces.iter().any(|force| force.craft == d.unit(unit).craft);
        if !asked || !serves(d, unit, chit.fleet) {
            bars.push(Bar::WrongUnit { unit });
        }
    }
    if !chit.free_hunt && program.bombers.is_empty() {
        bars.push(Bar::NobodyBombs);
    }
    if program
        .target
        .is_some_and(|target| !chit.targets.contains(&target))
    {
        bars.push(Bar::NoTarget);
    }
}

/// Rules 8.1.4, 9.1.3, 9.4.4 and 16.2: how high, and how they bomb.
fn check_heights(v: &Position<'_>, program: &Program, bars: &mut Vec<Bar>) {
    let d = v.data;
    for angels in [program.angels, program.cover_angels] {
        if angels % 2 != 0 {
            bars.push(Bar::OddAngels { angels });
            return;
        }
    }
    for unit in program.all_units() {
        let high = program.cover.contains(&unit);
        let angels = if high {
            program.cover_angels
        } else {
            program.angels
        };
        let ceiling = d.rating(unit).ceiling;
        if angels > ceiling {
            bars.push(Bar::TooHigh {
                unit,
                angels,
                ceiling,
            });
        }
    }
    if program.cover_angels < program.angels {
        let (angels, least) = (program.cover_angels, program.angels);
        bars.push(Bar::CoverTooLow { angels, least });
    }
    let jabo = |unit: &UnitId| !d.unit(*unit).bomber;
    if program.bombers.iter().any(jabo) && program.angels > JABO {
        let (angels, most) = (program.angels, JABO);
        bars.push(Bar::JaboTooHigh { angels, most });
    }
    match program.method {
        Method::Level => {}
        Method::Dive => {
            let cannot = program.bombers.iter().find(|unit| !d.rating(**unit).dives);
            bars.extend(cannot.map(|unit| Bar::CannotDive { unit: *unit }));
            if !(DIVE[0]..=DIVE[1]).contains(&program.angels) {
                bars.push(Bar::DiveAngels {
                    angels: program.angels,
                });
            }
        }
        Method::Low => {
            let cannot = program
                .bombers
                .iter()
                .find(|unit| !d.unit(**unit).low_level);
            bars.extend(cannot.map(|unit| Bar::CannotGoLow { unit: *unit }));
        }
    }
}

/// Rules 9.2.3 to 9.2.9 and 17.2: where from, when, and whether the fighters' petrol lasts so long.
fn check_route(v: &Position<'_>, program: &Program, bars: &mut Vec<Bar>) {
    let d = v.data;
    let bases = bases(d, d.chits[program.chit].fleet);
    for at in [program.form, program.recover] {
        if !bases.contains(&at) {
            bars.push(Bar::NoFormUp { at });
        }
    }
    let (turn, most) = (
        i32::try_from(program.turn).unwrap_or(i32::MAX),
        last_turn(v),
    );
    if turn > most {
        bars.push(Bar::FormsLate { turn, most });
    }
    if d.on.opt_waypoints {
        let (has, most) = match program.hunts() {
            true => (program.route.len() + program.home.len(), 7),
            false => (program.route.len().max(program.home.len()), 2),
        };
        if has > most {
            let (has, most) = (i32::try_from(has).unwrap_or(i32::MAX), 7);
            bars.push(Bar::TooManyWaypoints { has, most });
        }
    }
    // A raid whose fighters are dry before they are there cannot be meant.
    let points = route::points(&d.map, program);
    let goal = points
        .iter()
        .position(|(_, stop)| matches!(stop, Stop::Target | Stop::Orbit));
    let out = goal.map_or(&points[..], |goal| &points[..=goal]);
    let speed = if program.hunts() { 4 } else { 3 };
    let turns = i32::try_from(route::turns(&d.map, program.form, out, speed)).unwrap_or(i32::MAX);
    for unit in program.all_units() {
        if let Some(recovery) = recovery(d, program, unit) {
            let has = recovery - i32::try_from(program.turn).unwrap_or(0);
            if turns > has {
                bars.push(Bar::OutOfEndurance { unit, turns, has });
            }
        }
    }
}

/// Rule 17.2: the turn by which a fighter of a raid must be home; bombers have fuel enough.
pub(super) fn recovery(d: &Data, program: &Program, unit: UnitId) -> Option<i32> {
    let endurance = d.rating(unit).endurance?;
    let angels = if program.cover.contains(&unit) {
        program.cover_angels
    } else {
        program.angels
    };
    let climb = d
        .tables
        .climb
        .iter()
        .rev()
        .find(|(least, _)| *least <= angels);
    let climb = climb.map_or(0, |(_, turns)| *turns);
    let turn = i32::try_from(program.turn).unwrap_or(0);
    Some(turn + endurance - climb - way_home(d, program.recover, unit))
}

/// Rule 17.2.3: turns from the recovery point to its airfield.
pub(super) fn way_home(d: &Data, from: SpaceId, unit: UnitId) -> i32 {
    let printed = d.unit(unit);
    let fields = printed.field.into_iter().chain(printed.forward);
    let cost = |field: usize| {
        let way = line(&d.map, from, d.map.fields[field].at);
        let boxes = way.iter().filter(|at| d.map.place(**at).is_box).count();
        let hexes = way.len() - boxes;
        i32::try_from(boxes + hexes / 4).unwrap_or(i32::MAX)
    };
    fields.map(cost).min().unwrap_or(0)
}

/// Rule 6.4.3: the plan uses the forces of each chit, and every target is attacked.
pub(super) fn complete(v: &Position<'_>, programs: &[Program]) -> Result<(), Bar> {
    let d = v.data;
    let chits = v.hidden.plan.as_ref().map_or(&[][..], |plan| &plan.chits);
    for chit in chits {
        let printed = &d.chits[*chit];
        let own = || programs.iter().filter(|program| program.chit == *chit);
        let attacked = |target: &usize| own().any(|program| program.target == Some(*target));
        if own().next().is_none() || !printed.targets.iter().all(attacked) {
            return Err(Bar::ChitLeftOut);
        }
        for force in printed.bombers.iter().chain(&printed.fighters) {
            let has: i32 = own()
                .flat_map(Program::all_units)
                .filter(|unit| d.unit(*unit).craft == force.craft)
                .map(|unit| size(d, unit))
                .sum();
            let forces = printed.bombers.iter().chain(&printed.fighters);
            let wanted: i32 = forces
                .filter(|one| one.craft == force.craft)
                .map(thirds)
                .sum();
            if has != wanted {
                return Err(Bar::ForcesShort { wanted, has });
            }
        }
    }
    Ok(())
}

/// Rule 6.4.5: by when each fighter must be home, whatever the Form Up roll says later.
fn fuel(t: &mut Board<'_>) -> Play {
    let v = super::pos(t);
    let programs = v.hidden.plan.iter().flat_map(|plan| &plan.programs);
    let units = programs.flat_map(|program| {
        let all = program.all_units().into_iter();
        all.filter_map(|unit| Some((unit, recovery(v.data, program, unit)?)))
            .collect::<Vec<_>>()
    });
    let units = units.collect();
    t.happen(Event::Fuelled { units })
}

/// Rule 21.1: Channel patrols, of Me109 of Luftflotte 2 that fly in no raid, each in a box of its own.
fn patrols(t: &mut Board<'_>) -> Play {
    let count = u16::try_from(t.data().patrols.len()).unwrap_or(0);
    let chit = t.shuffle("patrol-chits", (0..count).collect())?.top();
    let order = t.shuffle("patrol-boxes", (0..6).collect())?;
    let v = super::pos(t);
    let d = v.data;
    let chit = chit.and_then(|chit| d.patrols.get(usize::from(chit)));
    let (gruppen, staffeln) = chit.map_or((0, 0), |chit| {
        if d.scenario.patrol_high {
            chit.high
        } else {
            chit.low
        }
    });
    let used: Vec<UnitId> = v
        .hidden
        .plan
        .iter()
        .flat_map(|plan| &plan.programs)
        .flat_map(Program::all_units)
        .collect();
    let touches = |unit: UnitId| {
        used.iter()
            .any(|one| *one == unit || d.unit(*one).of == Some(unit))
    };
    let mut free: Vec<UnitId> = d
        .units_of(Side::Luftwaffe)
        .filter(|unit| {
            let printed = d.unit(*unit);
            printed.of.is_none()
                && printed.craft == Craft::Me109
                && serves(d, *unit, 2)
                && !touches(*unit)
        })
        .collect();
    let mut units: Vec<UnitId> = Vec::new();
    for _ in 0..gruppen {
        units.extend(free.pop());
    }
    if staffeln > 0
        && let Some(parted) = free.pop()
    {
        let parts = d.unit(parted).parts.iter().copied();
        units.extend(parts.take(usize::try_from(staffeln).unwrap_or(0)));
    }
    let mut boxes = vec![Vec::new(); 6];
    for (unit, at) in units.into_iter().zip(&order.cards) {
        boxes[usize::from(*at)].push(unit);
    }
    t.happen(Event::Patrols { boxes })
}

/// Rule 9.2.8: a secret roll for each raid: late, parted from its escort, or in order.
fn form_up_rolls(t: &mut Board<'_>) -> Play {
    let count = super::pos(t)
        .hidden
        .plan
        .as_ref()
        .map_or(0, |plan| plan.programs.len());
    for n in 0..count {
        let t: &mut Board<'_> = &mut super::lw(t);
        form_up_roll(t, n)?;
    }
    Ok(())
}

fn form_up_roll(t: &mut Board<'_>, n: usize) -> Play {
    let v = super::pos(t);
    let Some(program) = v
        .hidden
        .plan
        .as_ref()
        .and_then(|plan| plan.programs.get(n))
        .cloned()
    else {
        return Ok(());
    };
    let d = v.data;
    let mut tally = Tally::of_rule("9.2.8");
    let all: i32 = program.all_units().iter().map(|unit| size(d, *unit)).sum();
    tally.term("blue-large-raid", i32::from(all >= 4 * THIRDS), "9.2.8");
    let mut fields: Vec<_> = program
        .close
        .iter()
        .chain(&program.cover)
        .map(|unit| d.unit(*unit).field)
        .collect();
    fields.sort_unstable();
    fields.dedup();
    tally.term("blue-many-fields", i32::from(fields.len() >= 3), "9.2.8");
    tally.term("blue-hunt", -i32::from(program.hunts()), "9.2.8");
    let highest = program.angels.max(if program.cover.is_empty() {
        0
    } else {
        program.cover_angels
    });
    let sky = weather::worst_below(&v, program.form, highest);
    let dice = t.roll(format_args!("form-up-{n}"), 2, 6)?;
    tally.dice(&dice);
    let column = usize::from(sky.clamp(1, 4) - 1);
    let mut result = t.data().tables.form_up.cell(tally.total(), column).copied();
    if result == Some(FormUp::Special) {
        let die = t.roll(format_args!("special-{n}"), 1, 6)?.sum();
        let row = usize::try_from(die - 1).unwrap_or(0);
        result = t.data().tables.special.get(row).copied();
    }
    let result = result.unwrap_or(FormUp::OnTime);
    let escorts: Vec<UnitId> = program
        .cover
        .iter()
        .chain(&program.close)
        .copied()
        .collect();
    let missing: Vec<UnitId> = match result {
        FormUp::HalfEscort => escorts[..escorts.len().div_ceil(2)].to_vec(),
        FormUp::NoEscort => escorts,
        _ => Vec::new(),
    };
    let late = match result {
        FormUp::Late(turns) => turns.unsigned_abs(),
        _ => 0,
    };
    let disrupted = (result == FormUp::Disruption)
        .then(|| program.bombers.first().copied())
        .flatten();
    t.happen(Event::Assembles {
        program: n,
        result,
        adjusted: program.turn + late,
        missing,
        disrupted,
        tally,
    })
}
