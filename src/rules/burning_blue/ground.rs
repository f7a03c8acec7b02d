//! Rules 17 and 18: endurance, landing, and the way back to Ready.

use super::Board;
use super::combat::{over_england, score};
use super::event::Event;
use super::planning;
use super::side::Side;
use super::state::{AirPicture, Order, Position, RaidId, Readiness, Tote};
use super::weather;
use crate::board::UnitId;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// Rule 17.2.4: so many turns late all are lost.
const LOST: i32 = 4;
/// Rule 18.2.5: a reform die of so much.
const REFORMS: i32 = 3;

/// Rules 8.2.2, 18.1.1: whether a field takes a unit now.
fn open(p: &Position<'_>, field: usize) -> bool {
    let printed = &p.data.map.fields[field];
    let Some(damage) = p.open.fields.get(field) else {
        return false;
    };
    let capacity = printed.capacity - damage.capacity_lost;
    // 18.1.1: in one turn units go up or come down.
    let goes_up = |one: &Tote| one.field == field && one.state == Readiness::Scramble;
    let up = damage.scrambled > 0 || p.hidden.tote.iter().any(goes_up);
    let busy = up || damage.landed >= capacity;
    printed.fighter_command() && !busy && !disrupted(p, field) && !weather::fog(p, printed.at)
}

/// Rule 16.4.1/a: no change of state, no landing.
pub(super) fn disrupted(p: &Position<'_>, field: usize) -> bool {
    let damage = p.open.fields.get(field);
    damage.is_some_and(|damage| {
        damage.disrupted_until >= p.open.turn.max(1) && damage.disrupted_until > 0
    })
}

/// Rules 8.2.2, 17.2.1: a unit over its field lands if it can; late, or in rain, it may lose aircraft.
pub(super) fn land(t: &mut Board<'_>, unit: UnitId) -> Play {
    let p = super::pos(t);
    let Some(one) = p.open.fighter(unit) else {
        return Ok(());
    };
    let Some(Order::Pancake { field }) = one.order else {
        return Ok(());
    };
    let at = one.at;
    if !open(&p, field) {
        return Ok(());
    }
    let now = p.open.turn.cast_signed();
    let due = p.hidden.log(unit).and_then(|log| log.recovery);
    let mut late = due.map(|due| now - due).filter(|late| *late >= 0);
    // 19.2.9: in rain every landing is rolled for.
    if weather::rains(&p, at) {
        late = Some(late.unwrap_or(0));
    }
    if let Some(late) = late {
        let id = p.data.unit(unit).id.clone();
        let t: &mut Board<'_> = &mut t.behind_screen(Side::Raf);
        let (losses, destroyed, tally) = recovery(t, unit, late, &id)?;
        t.happen(Event::ComesDown {
            unit,
            losses,
            destroyed,
            tally,
        })?;
        let each = if over_england(t, at) { 2 } else { 3 };
        score(t, each * losses, "recovery")?;
        if destroyed {
            return t.reveal(Event::Lands {
                unit,
                field: None,
                at,
            });
        }
    }
    let t: &mut Board<'_> = &mut t.within("land");
    t.happen(Event::Lands {
        unit,
        field: Some(field),
        at,
    })
}

/// Rule 17.2.4: the recovery roll: aircraft lost, whether that destroys the unit.
fn recovery(t: &mut Board<'_>, unit: UnitId, late: i32, id: &str) -> Play<(i32, bool, Tally)> {
    let p = super::pos(t);
    let printed = p.data.unit(unit);
    let left = printed.threshold - p.hidden.log(unit).map_or(0, |log| log.losses);
    let large = printed.size == super::data::Size::Large;
    let mut tally = Tally::of_rule("17.2.4");
    let losses = if late >= LOST {
        left
    } else {
        let dice = t.roll(format_args!("{id}/recovery"), 2, 6)?;
        tally.dice(&dice);
        let chart = &t.data().tables.recovery;
        let column = chart.column(late).unwrap_or(0);
        let pair = chart.cell(dice.sum(), column);
        let losses = pair.map_or(0, |pair| if large { pair.large } else { pair.small });
        losses.min(left)
    };
    Ok((losses, losses >= left, tally))
}

/// Rules 9.3.9, 17.2: a raid is home; fighters that are late may lose aircraft.
pub(super) fn recover_raid(t: &mut Board<'_>, raid: RaidId) -> Play {
    let p = super::pos(t);
    let Some(real) = p.hidden.real(raid) else {
        return Ok(());
    };
    let at = real.at;
    let now = p.open.turn.cast_signed();
    let units: Vec<UnitId> = real.units.iter().map(|one| one.unit).collect();
    let fights: Vec<u16> = p
        .open
        .dogfights
        .iter()
        .filter(|one| one.raid == raid)
        .map(|one| one.id)
        .collect();
    // Ruling: a dogfight ends where its raid lands.
    for id in fights {
        let held = super::pos(t)
            .open
            .dogfights
            .iter()
            .find(|one| one.id == id)
            .map(|one| one.raf.clone());
        t.reveal(Event::FightEnds { id, raid })?;
        for unit in held.unwrap_or_default() {
            super::combat::go_home(t, unit)?;
        }
    }
    for unit in &units {
        let p = super::pos(t);
        let due = p.hidden.log(*unit).and_then(|log| log.recovery);
        let Some(due) = due else { continue };
        // 17.2.3: away from home the petrol ends earlier.
        let late = now - (due - planning::way_home(p.data, at, *unit));
        if late < 0 {
            continue;
        }
        let id = p.data.unit(*unit).id.clone();
        let t: &mut Board<'_> = &mut super::lw(t);
        let (losses, destroyed, tally) = recovery(t, *unit, late, &id)?;
        t.happen(Event::ComesDown {
            unit: *unit,
            losses,
            destroyed,
            tally,
        })?;
        // Ruling: losses on landing are not over England.
        score(t, -2 * losses, "recovery")?;
    }
    let quarry: Vec<UnitId> = super::pos(t)
        .open
        .sky
        .iter()
        .filter(|one| one.quarry() == Some(raid))
        .map(|one| one.unit)
        .collect();
    for unit in quarry {
        let why = super::state::Drop::Gone;
        t.reveal(Event::TallyLost {
            unit,
            raid,
            why,
            tally: None,
        })?;
    }
    let t: &mut Board<'_> = &mut super::lw(t);
    t.happen(Event::Recovers { raid, units })?;
    t.reveal(Event::Gone { raid })
}

/// Rule 5.2/l: the Administrative Phase.
pub(super) fn administration(t: &mut Board<'_>) -> Play {
    burn(t)?;
    let tote: Vec<Tote> = super::pos(t).hidden.tote.clone();
    for one in tote {
        if !disrupted(&super::pos(t), one.field) {
            advance(t, &one)?;
        }
    }
    recombine(t)?;
    picture(t)
}

/// Rule 17.1.1: who fought this turn has a turn less.
fn burn(t: &mut Board<'_>) -> Play {
    for side in [Side::Raf, Side::Luftwaffe] {
        let p = super::pos(t);
        let held = |unit: UnitId| {
            let raf = p
                .open
                .fighter(unit)
                .is_some_and(|one| one.dogfight.is_some());
            let raid = p.hidden.raid_of(unit).and_then(|raid| p.hidden.real(raid));
            let lw = raid.is_some_and(|real| {
                real.units
                    .iter()
                    .any(|one| one.unit == unit && one.dogfight.is_some())
            });
            raf || lw
        };
        let logs = p
            .hidden
            .logs
            .iter()
            .filter(|log| p.data.unit(log.unit).side == side);
        let units: Vec<UnitId> = logs
            .filter(|log| log.fought || held(log.unit))
            .map(|log| log.unit)
            .collect();
        if !units.is_empty() {
            t.behind_screen(side).happen(Event::Burns { side, units })?;
        }
    }
    Ok(())
}

/// Rules 18.2.2 to 18.2.6: one box further at most.
fn advance(t: &mut Board<'_>, one: &Tote) -> Play {
    let unit = one.unit;
    let id = t.data().unit(unit).id.clone();
    let t: &mut Board<'_> = &mut t.behind_screen(Side::Raf);
    let stands = |state: Readiness, again: bool| Event::Stands {
        unit,
        state,
        again,
        tried: 0,
    };
    match one.state {
        Readiness::Available if one.called => ready(t, one, &id),
        Readiness::Rearm1 if one.again => t.happen(stands(Readiness::Rearm2, false)),
        Readiness::Rearm1 => {
            t.happen(Event::Serviced { unit })?;
            t.happen(stands(Readiness::Ready, false))
        }
        Readiness::Rearm2 => t.happen(stands(Readiness::Rearm1, one.again)),
        Readiness::Reform => {
            let dice = t.roll(format_args!("{id}/reform"), 1, 6)?;
            let done = dice.sum() >= REFORMS;
            let mut tally = Tally::of_rule("18.2.5");
            tally.dice(&dice).needed = Some(REFORMS);
            t.happen(Event::Reforms { unit, done, tally })?;
            if done {
                t.happen(stands(Readiness::Rearm2, one.again))
            } else {
                Ok(())
            }
        }
        Readiness::Landed => t.happen(stands(Readiness::Reform, one.again)),
        Readiness::Available | Readiness::Ready | Readiness::Scramble => Ok(()),
    }
}

/// Rule 18.2.2: a six makes an Available squadron Ready; by option the sixth turn does.
fn ready(t: &mut Board<'_>, one: &Tote, id: &str) -> Play {
    let unit = one.unit;
    let sixth = t.data().on.opt_sixth_attempt && one.tried >= 5;
    let tried = one.tried + 1;
    let done = sixth || t.roll(format_args!("{id}/ready"), 1, 6)?.sum() == 6;
    let state = if done {
        Readiness::Ready
    } else {
        Readiness::Available
    };
    let tried = if done { 0 } else { tried };
    t.happen(Event::Stands {
        unit,
        state,
        again: false,
        tried,
    })
}

/// Rule 3.3.1/c: two Flights of a squadron that have reformed and stand together are a squadron again.
fn recombine(t: &mut Board<'_>) -> Play {
    let p = super::pos(t);
    let whole = (0..u16::try_from(p.data.units.len()).unwrap_or(0)).map(UnitId);
    let together = |unit: &UnitId| {
        let printed = p.data.unit(*unit);
        let [a, b] = printed.parts.as_slice() else {
            return false;
        };
        let (Some(a), Some(b)) = (p.hidden.tote(*a), p.hidden.tote(*b)) else {
            return false;
        };
        let rested = !matches!(
            a.state,
            Readiness::Landed | Readiness::Reform | Readiness::Scramble
        );
        printed.side == Side::Raf && rested && a.state == b.state && a.field == b.field
    };
    let units: Vec<UnitId> = whole.filter(together).collect();
    for unit in units {
        // 3.3.1/b: they were parted to fly apart; Flights that have not flown stay apart.
        let flown = super::pos(t)
            .data
            .unit(unit)
            .parts
            .iter()
            .all(|part| super::pos(t).hidden.log(*part).is_some_and(|log| log.flown));
        if flown {
            t.behind_screen(Side::Raf)
                .happen(Event::Recombines { unit })?;
        }
    }
    Ok(())
}

/// Rule 12.1.5: below Good a six mends the Air Picture by a step.
fn picture(t: &mut Board<'_>) -> Play {
    let to = match t.state().open.picture {
        AirPicture::Good => return Ok(()),
        AirPicture::Degraded => AirPicture::Good,
        AirPicture::Poor => AirPicture::Degraded,
    };
    if t.roll("air-picture", 1, 6)?.sum() == 6 {
        t.happen(Event::Picture { to })?;
    }
    Ok(())
}
