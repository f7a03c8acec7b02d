//! Rule 3.0 and what follows from a loss: cargo (3.4.5/a), aircraft on carriers (3.4.2/a), leaders (3.5/b, 3.6/b).

use super::Board;
use super::class::{Arm, Class};
use super::event::{Event, Fate, Why};
use super::flight;
use super::orders::Cargo;
use crate::board::UnitId;
use crate::engine::ready::OneOf;
use crate::engine::table::Play;

/// A unit takes one loss or two at once (3.0).
pub(super) fn take(t: &mut Board<'_>, unit: UnitId, losses: i32, why: Why) -> Play {
    let steps = super::pos(t).steps(unit);
    if losses <= 0 || steps == 0 {
        return Ok(());
    }
    if losses < steps {
        reduce(t, unit, why)
    } else {
        destroy(t, unit, why)
    }
}

/// A full unit is reduced.
pub(super) fn reduce(t: &mut Board<'_>, unit: UnitId, why: Why) -> Play {
    let t: &mut Board<'_> = &mut t.within(&t.data().unit(unit).id);
    t.happen(Event::Loss {
        unit,
        fate: Fate::Reduced,
        why,
    })?;
    let pos = super::pos(t);
    let aboard: Vec<UnitId> = pos.cargo(unit);
    let counted: Vec<UnitId> = aboard
        .into_iter()
        .filter(|one| pos.arm(*one) != Arm::Leader)
        .collect();
    if counted.len() <= pos.capacity(unit) {
        return Ok(());
    }
    // The owner names the one for which there is no room left.
    let owner = t.data().owner(unit);
    let lost = t.ask(
        owner,
        OneOf(Cargo {
            ship: unit,
            aboard: counted,
        }),
    )?;
    match super::pos(t).class(unit) {
        Class::Cv => crowded(t, lost),
        _ => destroy(t, lost, Why::Carrier),
    }
}

/// Rule 3.4.2/a: an aircraft for which the carrier has no room.
fn crowded(t: &mut Board<'_>, unit: UnitId) -> Play {
    take(t, unit, 1, Why::Deck)?;
    if super::pos(t).in_play(unit) {
        flight::seek_base(t, unit)?;
    }
    Ok(())
}

/// A unit is destroyed, and what it carries shares its fate.
pub(super) fn destroy(t: &mut Board<'_>, unit: UnitId, why: Why) -> Play {
    let t: &mut Board<'_> = &mut t.within(&t.data().unit(unit).id);
    let pos = super::pos(t);
    let (class, aboard) = (pos.class(unit), pos.cargo(unit));
    let fate = if class.returns() {
        Fate::Pool
    } else {
        Fate::Gone
    };
    if class == Class::Cv {
        // The deck is lost first, so that nobody lands on it again.
        for one in &aboard {
            take(t, *one, 1, Why::Deck)?;
        }
    }
    let survivors: Vec<UnitId> = {
        let pos = super::pos(t);
        aboard
            .iter()
            .copied()
            .filter(|one| class == Class::Cv && pos.arm(*one) == Arm::Air && pos.in_play(*one))
            .collect()
    };
    for one in aboard {
        if !survivors.contains(&one) && super::pos(t).in_play(one) {
            destroy(t, one, Why::Carrier)?;
        }
    }
    for one in survivors {
        flight::seek_base(t, one)?;
    }
    t.happen(Event::Loss { unit, fate, why })
}
