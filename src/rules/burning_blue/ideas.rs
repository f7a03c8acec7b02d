//! Bots: a controller who sends the nearest fighters to what he is told of, and brings them home in time.

use super::command::{commanded, home};
use super::data::Size;
use super::formation::dummy_places;
use super::geometry::{distance, line};
use super::orders::control::{Control, Down};
use super::orders::deploy::{Decoy, Deploy, Height, Station};
use super::orders::raids::Lead;
use super::orders::scramble::{Aim, Ground, Launch};
use super::scramble::limit;
use super::state::{Fighter, Plot, Position, Readiness, Seen};
use crate::board::{SpaceId, UnitId};
use crate::orders::Below;

fn even(angels: i32) -> i32 {
    angels - angels.rem_euclid(2)
}

/// What the plotting table shows.
fn tracks<'a>(v: &Position<'a>) -> Vec<&'a Plot> {
    let plots = v.hidden.raids.iter().filter_map(|raid| raid.plot.as_ref());
    plots.filter(|plot| plot.on_map()).collect()
}

/// The track nearest to a place.
fn nearest<'a>(v: &Position<'a>, at: SpaceId) -> Option<&'a Plot> {
    tracks(v)
        .into_iter()
        .min_by_key(|plot| distance(&v.data.map, at, plot.at))
}

/// Where to meet a track: a little ahead of it, on land or over the sea, where the RAF may go.
fn meet(v: &Position<'_>, unit: UnitId, plot: &Plot) -> Aim {
    let map = &v.data.map;
    let mut to = plot.at;
    if let [.., (_, before), (_, last)] = plot.track[..]
        && !map.place(before).is_box
        && !map.place(last).is_box
    {
        let (b, l) = (map.place(before), map.place(last));
        let ahead = |place: &super::data::Place| {
            (place.row, place.col) == (2 * l.row - b.row, 2 * l.col - b.col)
        };
        let there = map.spaces().find(|at| ahead(map.place(*at)));
        to = there.unwrap_or(to);
    }
    let ceiling = even(v.data.rating(unit).ceiling);
    Aim {
        to,
        angels: Some(even(plot.angels + 4).clamp(4, ceiling)),
        then: None,
        line: None,
    }
}

/// Rule 20.3.2 keeps 12 Group in the north; 20.3.3 everybody out of the Channel boxes.
fn may_go(v: &Position<'_>, unit: UnitId, to: SpaceId) -> bool {
    let place = v.data.map.place(to);
    !place.no_raf && (v.data.unit(unit).group != 12 || place.is_box || place.row >= 23)
}

/// Who scrambles: the nearest to what is near.
pub(super) fn scrambles(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Ground> {
    let most = usize::try_from(limit(v) - v.open.scrambled).unwrap_or(0);
    let ready = v
        .hidden
        .tote
        .iter()
        .filter(|tote| tote.state == Readiness::Ready);
    let mut units: Vec<(u32, UnitId, Aim)> = ready
        .filter_map(|tote| {
            let at = v.data.map.fields[tote.field].at;
            let plot = nearest(v, at)?;
            let aim = meet(v, tote.unit, plot);
            let far = distance(&v.data.map, at, plot.at);
            (far <= 20 && may_go(v, tote.unit, aim.to)).then_some((far, tote.unit, aim))
        })
        .collect();
    units.sort_by_key(|(far, unit, _)| (*far, *unit));
    let mut orders = Vec::new();
    let mut used: Vec<usize> = Vec::new();
    for (_, unit, aim) in units {
        let Some(tote) = v.hidden.tote(unit) else {
            continue;
        };
        let at = v.data.map.fields[tote.field].at;
        let bad =
            super::weather::fog(v, at) || v.open.fields[tote.field].disrupted_until >= v.open.turn;
        if orders.len() < most && !used.contains(&tote.field) && !bad && rng.below(4) > 0 {
            used.push(tote.field);
            let mut launch = Launch::alone(aim);
            // 20.2.5: now and then two of a Sector go up as a Wing.
            let twin = v.hidden.tote.iter().find(|other| {
                let same = v.data.unit(other.unit).sector == v.data.unit(unit).sector;
                let whole = |unit| v.data.unit(unit).size == Size::Large;
                let ready = other.state == Readiness::Ready && other.field == tote.field;
                same && ready && other.unit != unit && whole(unit) && whole(other.unit)
            });
            if let Some(twin) = twin
                && most > orders.len() + 1
                && v.data.map.fields[tote.field].capacity - v.open.fields[tote.field].capacity_lost
                    > 1
                && rng.below(3) == 0
            {
                launch.with = Some(twin.unit);
            }
            orders.push(Ground::Scramble { unit, launch });
        }
    }
    let whole = v.hidden.tote.iter().find(|tote| {
        let printed = v.data.unit(tote.unit);
        tote.state == Readiness::Available
            && printed.size == Size::Large
            && printed.parts.len() == 2
    });
    if let Some(tote) = whole
        && rng.below(40) == 0
        && !v.hidden.log(tote.unit).is_some_and(|log| log.parted)
    {
        orders.push(Ground::Part { unit: tote.unit });
    }
    orders
}

/// Whether a unit must go home now.
fn spent(v: &Position<'_>, one: &Fighter) -> bool {
    let Some(log) = v.hidden.log(one.unit) else {
        return false;
    };
    let Some(field) = home(v, one.unit) else {
        return false;
    };
    let way = line(&v.data.map, one.at, v.data.map.fields[field].at).len();
    let needs = i32::try_from(way / 4 + 2).unwrap_or(i32::MAX);
    let turn = i32::try_from(v.open.turn).unwrap_or(0);
    let dry = log
        .recovery
        .is_some_and(|recovery| turn + needs >= recovery);
    dry || log.low_ammo || log.disruption > 0
}

/// Orders to those in the air.
pub(super) fn control(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Control> {
    let mut orders = Vec::new();
    for one in &v.open.sky {
        let follows = one.wing.is_some_and(|leader| leader != one.unit);
        if one.pancakes() || follows || one.dogfight.is_some() || one.quarry().is_some() {
            continue;
        }
        let unit = one.unit;
        if spent(v, one) {
            let down = Down { at: None };
            orders.push(Control::Pancake { unit, down });
            continue;
        }
        if commanded(v, one).is_err() {
            continue;
        }
        let Some(plot) = nearest(v, one.at).filter(|plot| plot.seen >= Seen::Shown) else {
            if v.hidden.forms.is_empty() && rng.below(3) == 0 {
                orders.push(Control::Pancake {
                    unit,
                    down: Down { at: None },
                });
            }
            continue;
        };
        let aim = meet(v, unit, plot);
        if may_go(v, unit, aim.to) {
            orders.push(Control::Vector { unit, aim });
        } else if v.data.map.place(one.at).landmark && may_go(v, unit, one.at) {
            orders.push(Control::Orbit { unit });
        }
    }
    orders
}

/// How the raids fly on: as planned; sweeps now and then go home early.
pub(super) fn leads(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Lead> {
    let mut orders = Vec::new();
    for raid in &v.hidden.raids {
        let Some(real) = &raid.real else { continue };
        if real.course == super::state::Course::Orbit && rng.below(4) == 0 {
            orders.push(Lead::Leave { raid: raid.id });
        }
    }
    orders
}

/// Dummies, now and then.
pub(super) fn dummies(v: &Position<'_>, rng: &mut dyn Below) -> Vec<Decoy> {
    let places = dummy_places(v);
    let sizes = super::deployment::free_dummies(v);
    let mut orders = Vec::new();
    for size in sizes {
        let nth = rng.below(u32::try_from(places.len()).unwrap_or(1)) as usize;
        if let Some(on) = places.get(nth)
            && rng.below(2) == 0
        {
            orders.push(Decoy::Place { on: *on, size });
        }
    }
    orders
}

/// Who is up before the first turn.
pub(super) fn deploy(v: &Position<'_>, rng: &mut dyn Below, early: i32, late: i32) -> Vec<Deploy> {
    let mut ready: Vec<UnitId> = v
        .hidden
        .tote
        .iter()
        .filter(|tote| tote.state == Readiness::Ready)
        .map(|tote| tote.unit)
        .collect();
    let mut orders = Vec::new();
    for n in 0..early + late {
        if ready.is_empty() {
            break;
        }
        let unit = ready.remove(rng.below(u32::try_from(ready.len()).unwrap_or(1)) as usize);
        let Some(tote) = v.hidden.tote(unit) else {
            continue;
        };
        let ceiling = even(v.data.rating(unit).ceiling);
        orders.push(if n < early {
            let station = Station {
                at: v.data.map.fields[tote.field].at,
                angels: Some(16.min(ceiling)),
            };
            Deploy::Early { unit, station }
        } else {
            let height = Height { angels: Some(6) };
            Deploy::Late { unit, height }
        });
    }
    orders
}
