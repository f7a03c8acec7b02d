//! What assaults, bombardments and their losses change (10 to 12, 16).

use super::super::data::Data;
use super::super::event::{Cause, Fight};
use super::super::look::Look;
use super::super::pulse::{Assaulted, Fought, Pending, Sort, Stage};
use super::super::state::{State, Where};
use super::impulse::{act, cross};
use crate::board::UnitId;

pub(super) fn apply(d: &Data, s: &mut State, event: Fight<'_>) {
    match event {
        Fight::Assaults {
            at,
            units,
            guns,
            cost,
            ..
        } => {
            s.pulse.stage = Stage::Act;
            s.pulse.begun = true;
            for unit in units {
                act(d, s, *unit, |acting| {
                    acting.fought = true;
                    if *cost > 0 && !acting.moved {
                        acting.left = (acting.left - cost).max(0);
                        acting.paid = true;
                    }
                });
            }
            for gun in guns {
                act(d, s, *gun, |acting| {
                    acting.done = true;
                    acting.fought = true;
                });
            }
            s.pulse.assaults.push(Assaulted {
                at: *at,
                fought: Fought::Lost,
                surcharge: *cost,
            });
        }
        Fight::Bombards {
            lead,
            guns,
            barrage,
            at,
            ..
        } => {
            if s.pulse.sort == Sort::None {
                s.pulse.sort = Sort::Bombardment;
            }
            s.pulse.slots.push(*at);
            s.pulse.begun = true;
            s.pulse.bombarded.push(*at);
            s.pulse.fired.push(*lead);
            s.pulse.fired.extend(guns);
            if *barrage {
                for gun in std::iter::once(lead).chain(guns) {
                    act(d, s, *gun, |acting| acting.done = true);
                }
            }
        }
        Fight::Strikes { marker, .. } => {
            if let Some(used) = s.kept.raf_used.get_mut(*marker) {
                *used = true;
                s.pulse.sort = Sort::Air;
            }
        }
        Fight::Attacks { side, card, .. } | Fight::Defends { side, card, .. } => {
            if card.is_some() {
                s.kept.decks[side.index()].take();
            }
            if let Fight::Defends { side, margin, .. } = event {
                s.pulse.pending = vec![Pending {
                    attacker: side.other(),
                    margin: *margin,
                }];
            }
        }
        Fight::Thrown { side, margin } => {
            s.pulse.pending = vec![Pending {
                attacker: *side,
                margin: *margin,
            }];
        }
        Fight::Rerolls { .. } => s.pulse.used = true,
        Fight::Fights { at, fought, .. } => {
            s.pulse.pending.clear();
            if let Some(one) = s.pulse.assaults.iter_mut().find(|one| one.at == *at) {
                one.fought = *fought;
            }
        }
        Fight::GoesOn { units, guns } => {
            for unit in units {
                act(d, s, *unit, |acting| acting.must = false);
            }
            for gun in guns {
                act(d, s, *gun, |acting| acting.done = false);
            }
        }
        Fight::Batters { .. } => s.pulse.pending.clear(),
        Fight::Becomes {
            units,
            level,
            cause,
        } => {
            for unit in units {
                s.set_level(*unit, *level);
                if matches!(cause, Cause::Attrition) {
                    s.pulse.reduced.push(*unit);
                }
            }
        }
        Fight::Eliminated { unit, cause } => {
            let reorganised = matches!(cause, Cause::Reorganisation);
            lose(d, s, *unit, !reorganised);
        }
        Fight::Retreats { unit, to, edge, .. } => {
            s.put(*unit, Where::At(*to));
            cross(d, s, *unit, *edge);
            // who retreats by ferry uses it.
            let look = Look { d, s };
            if look.ferry(*edge) && !look.bridged(*edge) && !s.ferried.contains(edge) {
                s.kept.ferried.push(*edge);
            }
        }
        Fight::Mistakes { .. } => {}
    }
}

pub(super) fn lose(d: &Data, s: &mut State, unit: UnitId, counts: bool) {
    s.put(unit, Where::Out);
    if counts {
        s.pulse.losses[d.counter(unit).side.index()] += 1;
    }
}
