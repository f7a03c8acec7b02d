//! Combat.

use super::super::data::{Counted, Data};
use super::super::event::{Battle, Volley};
use super::super::state::{Bin, Mark, Open};
use super::lose;

pub(super) fn apply(d: &Data, s: &mut Open, event: Battle<'_>) {
    match event {
        Battle::Fires { units, volley, .. } => {
            let mark = match volley {
                Volley::Bombardment => Mark::Bombarded,
                Volley::Attack => Mark::SupportedAttack,
                Volley::Defence => Mark::SupportedDefence,
                Volley::Barrage => Mark::FiredInDefence,
            };
            for unit in units {
                match d.counted(*unit) {
                    Counted::Land(n) => {
                        s.units[n].fire += 1;
                        s.units[n].marks.put(mark);
                    }
                    // 12.64: it has flown.
                    Counted::Plane(n) => s.planes[n] = Bin::Flown,
                    Counted::Ship(_) => {}
                }
            }
        }
        Battle::Clash { units, .. } => {
            for unit in units {
                s.units[unit.index()].marks.put(Mark::Manoeuvred);
            }
        }
        Battle::Charge { side, units, .. } => {
            if *side == s.active {
                for unit in units {
                    s.units[unit.index()].marks.put(Mark::Assaulted);
                }
            }
        }
        Battle::Loses { unit, gone, .. } => lose(d, s, *unit, *gone),
        Battle::Tires { unit, cause: _ } => s.units[unit.index()].fatigued = true,
        Battle::Fought { at } => {
            s.coordinated = None;
            s.fought.push(*at);
            s.number += 1;
            for unit in &mut s.units {
                if unit.target == Some(*at) {
                    unit.target = None;
                }
            }
        }
        Battle::Coordinates { at, result, .. } => s.coordinated = Some((*at, *result)),
        Battle::Front { .. }
        | Battle::Tested { .. }
        | Battle::Stands { .. }
        | Battle::Trapped { .. } => {}
    }
}
