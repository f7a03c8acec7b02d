//! Rule 4.55: combat for a zone beside the map.

use super::Board;
use super::event::{Cause, Event, How};
use super::fights::{losses, side_segment, still_there};
use super::moves::go;
use super::orders::combat::Retreat;
use super::side::Side;
use super::state::Position;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::Given;
use crate::engine::table::Play;
use crate::engine::tally::Tally;

/// A unit that came into a zone, and from where.
pub(super) type Came = (UnitId, SpaceId);

/// Every zone that units of a side have entered and where enemies are.
pub(super) fn combats(t: &mut Board<'_>, side: Side, came: &[Came]) -> Play {
    let map = &t.data().map;
    for zone in map.all().filter(|at| map.place(*at).zone) {
        let here = |(unit, _): &&Came| super::pos(t).at(*unit) == Some(zone);
        let came: Vec<Came> = came.iter().filter(here).copied().collect();
        if !came.is_empty() && super::pos(t).holds(zone, side.other()) {
            let t: &mut Board<'_> = &mut t.within(&map.place(zone).key);
            combat(t, side, zone, &came)?;
        }
    }
    Ok(())
}

fn combat(t: &mut Board<'_>, side: Side, at: SpaceId, came: &[Came]) -> Play {
    let pos = super::pos(t);
    let units: Vec<UnitId> = came.iter().map(|(unit, _)| *unit).collect();
    let defenders = pos.on(at, side.other());
    let chart = &t.data().tables.charts.off_map;
    let Some(column) = chart.odds(pos.attack_of(&units), pos.defence_of(&defenders)) else {
        return Ok(());
    };
    let mut tally = Tally::of_rule("4.55");
    let dice = t.roll("combat", 1, 10)?;
    tally.dice(&dice);
    let Some(rout) = chart.cell(tally.total(), column).copied() else {
        return Ok(());
    };
    t.happen(Event::Skirmish {
        side,
        at,
        units: units.clone(),
        odds: chart.head(column).to_owned(),
        tally,
        won: !rout.attackers,
    })?;
    if !rout.attackers {
        losses(
            t,
            side.other(),
            at,
            &defenders,
            rout.steps,
            None,
            Cause::OffMap,
        )?;
        let pos = super::pos(t);
        let left = still_there(&pos, &defenders);
        let ends = exits(&pos, side, at, came);
        let to = match ends.as_slice() {
            _ if left.is_empty() => return Ok(()),
            [] => None,
            [only] => Some(*only),
            _ => {
                let enemy = side.other();
                let t: &mut Board<'_> = &mut t.within(side_segment(enemy));
                t.ask(
                    enemy,
                    Given(Retreat {
                        at,
                        ends,
                        how: How::Retreat,
                    }),
                )?
                .first()
                .copied()
            }
        };
        if let Some(to) = to {
            for unit in left {
                go(t, unit, vec![to], How::Retreat)?;
            }
            return Ok(());
        }
        // They cannot go: a step is lost, and they stay (ruling 22).
        let t: &mut Board<'_> = &mut t.within("trapped");
        losses(t, side.other(), at, &left, 1, None, Cause::Trapped)?;
        if !super::pos(t).holds(at, side.other()) {
            return Ok(());
        }
    } else {
        losses(t, side, at, &units, rout.steps, None, Cause::OffMap)?;
    }
    for (unit, from) in came {
        if super::pos(t).at(*unit).is_some() {
            go(t, *unit, vec![*from], How::Retreat)?;
        }
    }
    Ok(())
}

/// The zones next to one without enemies, but not those that the attackers came from.
fn exits(pos: &Position<'_>, side: Side, at: SpaceId, came: &[Came]) -> Vec<SpaceId> {
    let map = &pos.data.map;
    let near = map.ways(at).iter().map(|way| way.to);
    let free = |to: &SpaceId| {
        map.place(*to).zone && !pos.holds(*to, side) && !came.iter().any(|(_, from)| from == to)
    };
    near.filter(free).collect()
}
