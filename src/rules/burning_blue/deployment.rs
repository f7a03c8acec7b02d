//! Rules 6.5 and 6.6: what lies on the map before the first turn.

use super::Board;
use super::bars::Bar;
use super::data::{Size, Start};
use super::event::Event;
use super::formation;
use super::geometry::distance;
use super::orders::deploy::{Decoy, Decoys, Deploy, Deploys, Dummies};
use super::side::Side;
use super::state::{Decoying, Fighter, FormId, Forming, Order, Position, Readiness, Tote};
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::{InScript, OnSheet};
use crate::engine::table::Play;
use crate::orders::Lines as _;

/// Rule 6.6.5: turns of endurance that early and late squadrons have used.
const USED: [i32; 2] = [6, 2];
/// How high they may be.
const HEIGHTS: [i32; 2] = [16, 6];
/// How far from their airfield early ones may be.
const FAR: u32 = 4;

/// Luftwaffe Deployment (6.5): Form-Up markers and dummies.
pub(super) fn luftwaffe(t: &mut Board<'_>) -> Play {
    formation::markers(t, 0)?;
    if t.data().scenario.dummies.is_empty() {
        return Ok(());
    }
    for order in t.ask(Side::Luftwaffe, InScript(Dummies))? {
        formation::decoy(t, decoying(&order))?;
    }
    Ok(())
}

/// A line as it is kept.
pub(super) const fn decoying(order: &Decoy) -> Decoying {
    match order {
        Decoy::Place { on, size } => Decoying::Place {
            at: *on,
            size: *size,
        },
        Decoy::Take { form } => Decoying::Take { form: *form },
    }
}

/// What dummies can be and where they can lie.
pub(super) fn decoys(v: &Position<'_>) -> Decoys {
    let down = v
        .hidden
        .forms
        .iter()
        .filter(|form| matches!(form.of, Some(Forming::Dummy(_))));
    Decoys {
        sizes: free_dummies(v).into_iter().max().unwrap_or(0),
        places: formation::dummy_places(v),
        down: down.map(|form| form.id).collect(),
    }
}

/// The sizes of dummies that are not on the map.
pub(super) fn free_dummies(v: &Position<'_>) -> Vec<i32> {
    let free = v.hidden.plan.as_ref().map_or(&[][..], |plan| &plan.dummies);
    free.iter()
        .filter_map(|n| v.data.scenario.dummies.get(*n).copied())
        .collect()
}

/// The size of a dummy that lies on the map.
pub(super) fn dummy_size(v: &Position<'_>, form: FormId) -> Option<i32> {
    let marker = v.hidden.forms.iter().find(|one| one.id == form)?;
    match marker.of {
        Some(Forming::Dummy(n)) => v.data.scenario.dummies.get(n).copied(),
        _ => None,
    }
}

/// RAF Deployment (6.6): who is ready, who is up.
pub(super) fn raf(t: &mut Board<'_>) -> Play {
    ready(t)?;
    let v = super::pos(t);
    let sum: i32 = v.hidden.forms.iter().filter_map(|form| form.strength).sum();
    let row = v
        .data
        .scenario
        .warning
        .iter()
        .rev()
        .find(|row| row.0 <= sum);
    let (early, late) = row.map_or((0, 0), |row| (row.1, row.2));
    t.reveal(Event::Warning { sum, early, late })?;
    let before = t.state().open.sky.len();
    let (mut ups, mut downs) = (0, 0);
    for order in t.ask(Side::Raf, OnSheet(Deploys { early, late }))? {
        t.attempt(
            |t, bar| Event::NotDone {
                side: Side::Raf,
                order: order.words(None, &super::pos(t)),
                bar,
            },
            |t| put_up(t, &order, (&mut ups, early), (&mut downs, late)),
        )?;
    }
    // 6.6.5: for each two that are up one more is made ready.
    let up = t.state().open.sky.len() - before;
    let waiting = super::pos(t)
        .hidden
        .tote
        .iter()
        .filter(|tote| tote.state == Readiness::Available);
    let waiting: Vec<UnitId> = waiting.map(|tote| tote.unit).take(up / 2).collect();
    for unit in waiting {
        t.happen(Event::Stands {
            unit,
            state: Readiness::Ready,
            again: false,
            tried: 0,
        })?;
    }
    Ok(())
}

/// Rules 6.6.1 and 6.6.7: the die says who is ready; and whether the Duxford Wing is there.
fn ready(t: &mut Board<'_>) -> Play {
    let die = t.roll("readiness", 1, 6)?.sum();
    let column = usize::try_from((die - 1) / 2).unwrap_or(0);
    let mut guests: Vec<String> = Vec::new();
    if !t.data().scenario.duxford.is_empty() {
        let row = t.roll("duxford-wing", 2, 6)?.sum() - 2;
        let row = usize::try_from(row).unwrap_or(0);
        guests = t
            .data()
            .scenario
            .duxford
            .get(row)
            .cloned()
            .unwrap_or_default();
    }
    let d = t.data();
    let mut tote = Vec::new();
    for unit in d.units_of(Side::Raf) {
        let printed = d.unit(unit);
        if printed.of.is_some() || printed.duxford_wing && !guests.contains(&printed.id) {
            continue;
        }
        let (Some(field), Some(start)) = (printed.field, printed.start[column]) else {
            continue;
        };
        if start == Start::Airborne {
            continue;
        }
        tote.push(Tote {
            unit,
            field,
            state: match start {
                Start::Ready | Start::Airborne => Readiness::Ready,
                Start::Available => Readiness::Available,
            },
            again: false,
            order: None,
            wing: None,
            called: false,
            tried: 0,
        });
    }
    tote.sort_by_key(|one| one.unit);
    t.happen(Event::Readied { die, tote })
}

/// Rule 6.6.5: a squadron begins in the air.
pub(super) fn put_up(
    t: &mut Board<'_>,
    order: &Deploy,
    early: (&mut i32, i32),
    late: (&mut i32, i32),
) -> Play {
    let (unit, at, angels, kind) = match order {
        Deploy::Early { unit, station } => (*unit, Some(station.at), station.angels, 0),
        Deploy::Late { unit, height } => (*unit, None, height.angels, 1),
    };
    let v = super::pos(t);
    let tote = v
        .hidden
        .tote(unit)
        .filter(|tote| tote.state == Readiness::Ready)
        .cloned();
    let Some(tote) = tote else {
        return t.refuse(Bar::NotReady { unit });
    };
    let (count, most) = if kind == 0 { early } else { late };
    if *count >= most {
        let has = *count + 1;
        return t.refuse(Bar::TooManyUp { has, most });
    }
    let field = v.data.map.fields[tote.field].at;
    let at = at.unwrap_or(field);
    let angels = angels.unwrap_or(HEIGHTS[kind]);
    let high = HEIGHTS[kind].min(v.data.rating(unit).ceiling);
    t.check(stands(&super::pos(t), unit, field, at))?;
    if angels > high {
        let most = high;
        return t.refuse(Bar::TooHighEarly { unit, angels, most });
    }
    if angels % 2 != 0 {
        return t.refuse(Bar::OddAngels { angels });
    }
    *count += 1;
    let d = t.data();
    let halves = if d.unit(unit).size == Size::Large {
        2
    } else {
        1
    };
    let recovery = d.rating(unit).endurance.map(|turns| turns - USED[kind]);
    let fighter = Fighter {
        angels,
        order: Some(Order::Vector {
            to: at,
            angels,
            then: None,
        }),
        ..Fighter::new(unit, at)
    };
    t.happen(Event::Airborne {
        fighter,
        recovery,
        halves,
    })
}

/// An early squadron stands in its own Sector, or near its airfield.
fn stands(v: &Position<'_>, unit: UnitId, field: SpaceId, at: SpaceId) -> Result<(), Bar> {
    let own = v.data.unit(unit).sector;
    let place = v.data.map.place(at);
    let sector = own.is_some_and(|sector| place.zones.contains(&sector));
    if sector || distance(&v.data.map, field, at) <= FAR {
        Ok(())
    } else {
        Err(Bar::NotThere { unit, at })
    }
}
