//! Movement and railways.

use super::super::data::Data;
use super::super::event::{How, March};
use super::super::side::Side;
use super::super::state::{Hidden, Mark, Open, Where};

pub(super) fn apply(d: &Data, s: &mut Open, event: March<'_>) {
    match event {
        March::Moves {
            unit,
            path,
            how,
            cost,
        } => {
            let Some(to) = path.last() else { return };
            let printed = d.land(*unit);
            let turn = s.turn;
            let steps = u32::from(s.units[unit.index()].steps);
            if *how == How::Rail && printed.side() == Side::British {
                s.rail = s.rail.saturating_sub(steps);
            }
            let now = &mut s.units[unit.index()];
            let off_map = d.map.zone_of_box(*to).is_some();
            now.at = Where::At(*to);
            // Of what was left: an overrun after an overrun costs anew (5.6.1).
            now.spent = now
                .spent
                .saturating_add(u8::try_from(*cost).unwrap_or(u8::MAX));
            match how {
                How::Move | How::Motorised => {
                    now.marks.put(Mark::Moved);
                    // On the way to an overrun nothing is spent yet.
                    if *cost == 0 {
                        now.marks.take(Mark::Moved);
                    }
                }
                How::Rail => now.marks.put(Mark::Railed),
                How::Retreat => now.marks.put(Mark::Retreated),
                How::Ashore => {
                    now.marks.put(Mark::Landed);
                    now.grace = turn + 1;
                    now.out = 0;
                }
                How::Overrun | How::Advance => {}
            }
            if off_map && printed.side() == Side::British {
                now.marks.put(Mark::LeftMap);
                now.out = 0;
            }
            // 13.3: leaders alone in a hex are no units; those who advance bring nobody.
            if d.map.england.has(*to) && printed.side() == Side::German {
                let zone = d.map.place(*to).zone;
                s.landed = s.landed.or(Some(turn));
                if !s.entered.contains(&zone) {
                    s.entered.push(zone);
                    s.entered.sort_unstable();
                }
            }
        }
        March::Railways { steps, .. } => s.rail = *steps,
        March::Alarm { turn } => s.alarm = Some(*turn),
        March::Frees { units } => {
            for unit in units {
                s.units[unit.index()].marks.put(Mark::Freed);
            }
        }
        March::Converts { hexes } => {
            s.converted.extend(hexes);
            s.converted.sort_unstable();
            s.converted.dedup();
        }
        March::Unconverts { hexes } => s.converted.retain(|at| !hexes.contains(at)),
    }
}

/// Who stands ashore lies on no ship any more.
pub(super) fn hidden(h: &mut Hidden, event: March<'_>) {
    match event {
        March::Moves { unit, .. } => h.cargo.retain(|cargo| cargo.unit != *unit),
        March::Railways { .. }
        | March::Alarm { .. }
        | March::Frees { .. }
        | March::Converts { .. }
        | March::Unconverts { .. } => {}
    }
}
