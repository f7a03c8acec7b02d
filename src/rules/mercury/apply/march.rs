//! Movement and declarations.

use super::super::data::Data;
use super::super::event::{How, March};
use super::super::side::Side;
use super::super::state::{Mark, Open, Where};
use super::super::units::Type;
use super::lose;

pub(super) fn apply(d: &Data, s: &mut Open, event: March<'_>) {
    match event {
        March::Moves { unit, path, how } => {
            let Some(to) = path.last() else { return };
            let printed = d.land(*unit);
            let from = s.units[unit.index()].at;
            let now = &mut s.units[unit.index()];
            now.at = Where::At(*to);
            let mark = match how {
                How::Move | How::Strategic => Some(Mark::Moved),
                How::Refuse => Some(Mark::Refused),
                How::Follow => Some(Mark::Followed),
                How::React => Some(Mark::Reacted),
                How::Advance | How::Occupy => Some(Mark::Advanced),
                How::Retreat | How::Escape => None,
            };
            if let Some(mark) = mark {
                now.marks.put(mark);
            }
            if matches!(how, How::Follow | How::Retreat) {
                now.target = None;
            }
            let fired = matches!(how, How::Move | How::Strategic)
                && printed.is_artillery()
                && printed.kind != Type::Mortar;
            if fired {
                now.fire += 1;
            }
            let left_suda = match from {
                Where::At(from) => d.map.place(from).suda && !d.map.place(*to).suda,
                Where::Out | Where::Waiting | Where::Lost | Where::Saved => false,
            };
            if left_suda && printed.suda && matches!(how, How::Move | How::Strategic) {
                s.suda_left += 1;
            }
        }
        March::Razed { at } => s.improved.retain(|one| one != at),
        March::SudaOpens { at: _ } => s.suda_open = true,
        March::Declares { side: _, units, at } => {
            for unit in units {
                s.units[unit.index()].target = Some(*at);
            }
        }
        March::Refusal { .. } | March::Skirmish { .. } => {}
        March::Reaction { unit, .. } => s.units[unit.index()].marks.put(Mark::Reacted),
        March::Crowded { unit, at: _ } => lose(d, s, *unit, true),
    }
    if matches!(event, March::Moves { .. } | March::Crowded { .. }) {
        // Nobody is left to be attacked.
        let empty = |at| {
            let enemy = Side::other(s.active);
            let here = |(n, unit): (usize, &super::super::state::Unit)| {
                unit.at == Where::At(at) && d.land[n].side() == enemy
            };
            !s.units.iter().enumerate().any(here)
        };
        let lapsed: Vec<usize> = (0..s.units.len())
            .filter(|n| s.units[*n].target.is_some_and(empty))
            .collect();
        for n in lapsed {
            s.units[n].target = None;
        }
    }
}
