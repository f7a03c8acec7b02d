//! Rules 13.4 and 13.5: the fight itself: totals, both rolls, losses, cohesion.

use super::super::Board;
use super::super::data::{Contact, Craft, Hits};
use super::super::event::Event;
use super::super::side::Side;
use super::super::state::{Position, RaidId, Task};
use super::super::tally::confuse;
use super::{Bout, bomber_column, disruption, letter, sixths};
use crate::board::{SpaceId, UnitId};
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// The most that one side can be better than the other (13.4.2).
const EDGE: i32 = 4;
/// Rule 12.1.5: cohesion dice of so much or less confuse the Air Picture.
const CONFUSED: i32 = 3;

/// What a fight, guns or balloons do to a unit.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Hit {
    pub losses: i32,
    pub levels: i32,
    /// Burns ammunition and endurance.
    pub fought: bool,
    /// How the Disruption came about.
    pub tally: Option<Tally>,
}

/// Rule 13.4: one fight.
pub(super) fn fight(t: &mut Board<'_>, bout: &Bout) -> Play {
    let t: &mut Board<'_> = &mut t.within("combat");
    jettison(t, bout)?;
    let p = super::super::pos(t);
    let column = column(&p, bout);
    let modifiers = modifiers(&p, bout);
    let sides = [
        (bout.attacker, "attack"),
        (bout.attacker.other(), "defence"),
    ];
    let mut hits = [Hits::default(); 2];
    for (side, label) in sides {
        let attacks = side == bout.attacker;
        let mut tally = modifiers.clone();
        let dice = t.roll(label, 2, 6)?;
        tally.dice(&dice);
        let tables = &t.data().tables;
        let chart = if attacks {
            &tables.attacker
        } else {
            &tables.defender
        };
        let at = chart.named(&column).unwrap_or(0);
        let mut hit = chart.cell(tally.total(), at).copied().unwrap_or_default();
        if bout.contact == Contact::Stragglers {
            hit.losses = (hit.losses + 1) / 2;
        }
        hits[side.other().index()] = hit;
        let column = column.clone();
        let (losses, cohesion) = (hit.losses, hit.cohesion);
        let (raid, unit) = (bout.raid, bout.raf[0]);
        t.reveal(Event::Fires {
            side,
            attacks,
            unit,
            raid,
            column,
            losses,
            cohesion,
            tally,
        })?;
    }
    hurt_all(t, bout, hits)
}

/// Losses and cohesion of both sides (13.4.3, 13.5).
pub(super) fn hurt_all(t: &mut Board<'_>, bout: &Bout, hits: [Hits; 2]) -> Play {
    let [raf, lw] = [Side::Raf, Side::Luftwaffe].map(|side| hits[side.index()]);
    let straggles = |side: Side| bout.contact == Contact::Stragglers && side != bout.attacker;
    let shares = share(&super::super::pos(t), &bout.raf, raf.losses);
    for (unit, losses) in shares {
        let mut hit = Hit {
            losses,
            ..Hit::default()
        };
        if !straggles(Side::Raf) {
            let p = super::super::pos(t);
            let mut terms = Vec::new();
            terms.push(("enemy", raf.cohesion, "13.4.3"));
            if p.hidden.log(unit).is_some_and(|log| log.low_ammo) {
                terms.push((
                    "low-ammo",
                    p.data.tables.modifier("cohesion", "low-ammo"),
                    "13.5.2",
                ));
            }
            if p.data.unit(unit).green {
                terms.push((
                    "green",
                    p.data.tables.modifier("cohesion", "green"),
                    "3.2.4",
                ));
            }
            let name = p.data.unit(unit).id.clone();
            let (levels, tally) = cohesion(t, &name, "fighter", &terms)?;
            hit = Hit {
                levels,
                tally: Some(tally),
                fought: true,
                ..hit
            };
        }
        hurt(t, unit, hit)?;
    }
    let shares = share(&super::super::pos(t), &bout.lw, lw.losses);
    for (unit, losses) in shares {
        let mut hit = Hit {
            losses,
            ..Hit::default()
        };
        if !straggles(Side::Luftwaffe) {
            let p = super::super::pos(t);
            let low = p.hidden.log(unit).is_some_and(|log| log.low_ammo);
            let mut terms = vec![("enemy", lw.cohesion, "13.4.3")];
            if low {
                terms.push((
                    "low-ammo",
                    p.data.tables.modifier("cohesion", "low-ammo"),
                    "13.5.2",
                ));
            }
            let name = of_letter(&p, bout.raid, unit);
            let column = cohesion_column(&p, unit);
            let (levels, tally) = cohesion(t, &name, column, &terms)?;
            hit = Hit {
                levels,
                tally: Some(tally),
                fought: true,
                ..hit
            };
        }
        down(t, bout.raid, unit, hit, true)?;
    }
    Ok(())
}

/// A unit of a raid as labels name it.
pub(in super::super) fn of_letter(p: &Position<'_>, raid: RaidId, unit: UnitId) -> String {
    let letter = p.hidden.real(raid).map_or(0, |real| letter(real, unit));
    super::Letter(letter).name().to_lowercase()
}

/// Rule 13.5: the column of a unit of the Luftwaffe.
pub(in super::super) fn cohesion_column(p: &Position<'_>, unit: UnitId) -> &'static str {
    let printed = p.data.unit(unit);
    if printed.bomber || printed.craft == Craft::Erpro210 {
        "bomber"
    } else {
        "fighter"
    }
}

/// Rule 9.4.4/b: who carries bombs and is no Erpro 210 drops them before he fights.
fn jettison(t: &mut Board<'_>, bout: &Bout) -> Play {
    let p = super::super::pos(t);
    let Some(real) = p.hidden.real(bout.raid) else {
        return Ok(());
    };
    let drops = |one: &&super::super::state::Aircraft| {
        let printed = p.data.unit(one.unit);
        bout.lw.contains(&one.unit)
            && one.bombs
            && !printed.bomber
            && printed.craft != Craft::Erpro210
    };
    let units: Vec<UnitId> = real
        .units
        .iter()
        .filter(drops)
        .map(|one| one.unit)
        .collect();
    if units.is_empty() {
        return Ok(());
    }
    let letters = super::letters(real, &units);
    t.reveal(Event::Jettisons {
        raid: bout.raid,
        letters,
        units,
    })
}

/// Rule 13.4.2: the column of the attack.
fn column(p: &Position<'_>, bout: &Bout) -> String {
    if let Some(column) = bout.lw.iter().find_map(|unit| bomber_column(p, *unit)) {
        return column.head().to_owned();
    }
    let raf = raf_total(p, bout, bout.attacker == Side::Luftwaffe);
    let lw = lw_total(p, bout);
    let by = match bout.attacker {
        Side::Raf => raf - lw,
        Side::Luftwaffe => lw - raf,
    };
    head(by)
}

/// The head of a column by difference.
pub(super) fn head(by: i32) -> String {
    match by.clamp(-EDGE, EDGE) {
        0 => "0".to_owned(),
        by => format!("{by:+}"),
    }
}

/// Rule 13.4.1: the best total of the RAF's units; in a Vic one defends badly.
pub(super) fn raf_total(p: &Position<'_>, bout: &Bout, defends: bool) -> i32 {
    let vic = bout
        .raf
        .first()
        .is_some_and(|leader| p.data.unit(*leader).vic);
    let all = sixths(p, &bout.raf);
    let total = |unit: &UnitId| {
        let disrupted = disruption(p, *unit) > 0;
        let high = p
            .data
            .rating(*unit)
            .worse_from
            .is_some_and(|from| bout.angels >= from);
        let rating = p.data.unit(*unit).combat;
        let worse =
            i32::from(disrupted) + i32::from(high) + i32::from(defends && vic && !disrupted);
        rating - worse + (all - sixths(p, &[*unit])) / 6
    };
    bout.raf.iter().map(total).max().unwrap_or(0)
}

/// Rule 13.4.1: the best total of the Luftwaffe's units.
pub(super) fn lw_total(p: &Position<'_>, bout: &Bout) -> i32 {
    let all = sixths(p, &bout.lw);
    let units = p.hidden.real(bout.raid).map_or(&[][..], |real| &real.units);
    let total = |unit: &UnitId| {
        let one = units.iter().find(|one| one.unit == *unit);
        let close = one.is_some_and(|one| one.task == Task::CloseEscort);
        let printed = p.data.unit(*unit);
        let laden = one.is_some_and(|one| one.bombs) && printed.craft == Craft::Erpro210;
        let worse = i32::from(disruption(p, *unit) > 0) + i32::from(close) + 2 * i32::from(laden);
        printed.combat - worse + (all - sixths(p, &[*unit])) / 6
    };
    bout.lw.iter().map(total).max().unwrap_or(0)
}

/// Rule 13.4.3: both roll with the modifiers of the attacker.
fn modifiers(p: &Position<'_>, bout: &Bout) -> Tally {
    let mut tally = Tally::of_rule("13.4.3");
    let value = |name: &str| p.data.tables.modifier("combat", name);
    let leader = bout.raf.first().copied();
    let green = leader.is_some_and(|leader| p.data.unit(leader).green);
    let bombers = bout.lw.iter().any(|unit| bomber_column(p, *unit).is_some());
    if matches!(bout.contact, Contact::Bounce | Contact::Stragglers) {
        tally.term("bounce", value("bounce"), "13.3.2");
    }
    if bout.attacker == Side::Raf {
        if bout.raf.len() > 1 && bombers {
            tally.term("wing", value("wing"), "20.2.3");
        }
        if green {
            tally.term("green", value("attacker-green"), "3.2.4");
        }
        if leader
            .and_then(|leader| p.open.fighter(leader))
            .is_some_and(|one| one.climbed)
        {
            tally.term("climbed", value("climbed"), "8.1.5/f");
        }
        return tally;
    }
    if green {
        tally.term("green-enemy", value("defender-green"), "3.2.4");
    }
    let units = p.hidden.real(bout.raid).map_or(&[][..], |real| &real.units);
    if units
        .iter()
        .any(|one| bout.lw.contains(&one.unit) && one.climbed)
    {
        tally.term("climbed", value("climbed"), "8.1.5/f");
    }
    tally
}

/// Losses fall on whoever has most aircraft left (the owner's share, 13.4.3).
fn share(p: &Position<'_>, units: &[UnitId], losses: i32) -> Vec<(UnitId, i32)> {
    let left = |unit: &UnitId| {
        let lost = p.hidden.log(*unit).map_or(0, |log| log.losses);
        p.data.unit(*unit).threshold - lost
    };
    let mut shares: Vec<(UnitId, i32)> = units.iter().map(|unit| (*unit, 0)).collect();
    for _ in 0..losses {
        let most = shares
            .iter_mut()
            .max_by_key(|(unit, lost)| left(unit) - *lost);
        if let Some((_, lost)) = most {
            *lost += 1;
        }
    }
    shares
}

/// Rule 13.5: a cohesion roll: levels of Disruption; low dice confuse the Air Picture (12.1.5).
pub(in super::super) fn cohesion(
    t: &mut Board<'_>,
    name: &str,
    column: &str,
    terms: &[(&str, i32, &str)],
) -> Play<(i32, Tally)> {
    let mut tally = Tally::of_rule("13.5");
    for (name, value, rule) in terms {
        tally.term(name, *value, rule);
    }
    let dice = t.roll(format_args!("{name}/cohesion"), 2, 6)?;
    tally.dice(&dice);
    let chart = &t.data().tables.cohesion;
    let column = chart.named(column).unwrap_or(0);
    let levels = chart.cell(tally.total(), column).copied().unwrap_or(0);
    if dice.sum() <= CONFUSED {
        confuse(t)?;
    }
    Ok((levels, tally))
}

/// Whether a place counts as over England (22/d).
pub(in super::super) fn over_england(t: &Board<'_>, at: SpaceId) -> bool {
    t.data().map.place(at).over_england
}

/// What a unit can still lose, and whether that destroys it (13.4.3/a); and how much Disruption it still takes (13.5.1).
fn limited(p: &Position<'_>, unit: UnitId, hit: &Hit) -> (i32, i32, bool) {
    let printed = p.data.unit(unit);
    let log = p.hidden.log(unit);
    let lost = log.map_or(0, |log| log.losses);
    let losses = hit.losses.min(printed.threshold - lost).max(0);
    let levels = hit
        .levels
        .min(printed.max_disruption - log.map_or(0, |log| log.disruption));
    (losses, levels.max(0), lost + losses >= printed.threshold)
}

/// A RAF unit is hurt; the Luftwaffe scores (22/a).
pub(in super::super) fn hurt(t: &mut Board<'_>, unit: UnitId, hit: Hit) -> Play {
    let p = super::super::pos(t);
    let (losses, levels, destroyed) = limited(&p, unit, &hit);
    let Some(at) = p.open.fighter(unit).map(|one| one.at) else {
        return Ok(());
    };
    let each = if over_england(t, at) { 2 } else { 3 };
    let (fought, tally) = (hit.fought, hit.tally);
    t.reveal(Event::Hurt {
        unit,
        losses,
        levels,
        destroyed,
        fought,
        own: true,
        tally,
    })?;
    score(t, each * losses, "raf-lost")
}

/// A unit of a raid is hurt; the RAF takes points off (22/a). `open` where the RAF sees which one.
pub(in super::super) fn down(
    t: &mut Board<'_>,
    raid: RaidId,
    unit: UnitId,
    hit: Hit,
    open: bool,
) -> Play {
    let p = super::super::pos(t);
    let (losses, levels, destroyed) = limited(&p, unit, &hit);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let (at, which) = (real.at, letter(real, unit));
    let each = if p.data.unit(unit).bomber { 3 } else { 2 } + i32::from(over_england(t, at));
    let event = Event::Downed {
        raid,
        letter: super::Letter(which).name(),
        which,
        unit: Some(unit),
        losses,
        levels,
        destroyed,
        fought: hit.fought,
        tally: hit.tally,
    };
    if open || losses > 0 {
        t.reveal(event)?;
    } else {
        super::super::lw(t).happen(event)?;
    }
    score(t, -each * losses, "lw-lost")?;
    let empty = super::super::pos(t)
        .hidden
        .real(raid)
        .is_some_and(|real| real.units.is_empty());
    if empty {
        t.reveal(Event::Gone { raid })
    } else {
        Ok(())
    }
}

/// Rule 22/a: points, in halves.
pub(in super::super) fn score(t: &mut Board<'_>, halves: i32, why: &str) -> Play {
    if halves == 0 {
        return Ok(());
    }
    let why = why.to_owned();
    t.reveal(Event::Scores { halves, why })
}
