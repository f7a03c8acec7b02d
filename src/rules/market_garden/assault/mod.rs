//! Rule 10: assaults.
//!
//! In the order of the book: [`who`] may (10.1 to 10.3) and with which [`guns`] (15.1), [`attack_value`] (10.72),
//! [`defence_value`] (10.73), the dice of the [`contest`] (10.71) and its [`outcome`] (10.74, with 10.4 and 10.5).

mod attack_value;
mod contest;
mod defence_value;
mod guns;
mod outcome;
mod who;

pub(super) use contest::contest;
pub(super) use who::{Attack, Plan};

use super::Field;
use super::advantage;
use super::control::look;
use super::event::Event;
use super::pulse::Fought;
use super::reactions::Forward;
use super::state::Side;
use crate::board::{SpaceId, UnitId};
use crate::engine::ready::OneOf;
use crate::engine::table::Play;

/// Rule 10.7: an assault from its declaration to its last retreat.
pub(super) fn resolve(t: &mut Field<'_>, attack: Attack) -> Play<Fought> {
    let id = super::view::label(t.data(), attack.at);
    let t: &mut Field<'_> = &mut t.within(format_args!("assault/{id}"));
    let (side, at) = (attack.side, attack.at);
    let cost = surcharge(t, &attack);
    t.happen(Event::Assaults {
        side,
        at,
        units: attack.units.clone(),
        point: attack.point,
        guns: attack.guns.clone(),
        cost,
    })?;
    let forward = forward_unit(t, side.other(), at)?;
    let values = (
        look(t).attack_value(&attack),
        look(t).defence_value(&attack, forward),
    );
    let subject = vec![super::ground::place_item(at)];
    // 10.71, 12.3: both throw, perhaps again.
    let (margin, _) = contest(t, (side, at), values, subject)?;
    let result = outcome::outcome(t, &attack, forward, margin)?;
    // 12.21, 12.22: losses count when the combat is over.
    advantage::swing(t)?;
    Ok(result)
}

/// Rule 10.1: what an assault in the contested active area costs those who began there.
fn surcharge(t: &Field<'_>, attack: &Attack) -> i32 {
    let (look, table) = (look(t), &t.data().tables.cost);
    let here =
        look.active_now().contains(&attack.at) && look.s.pulse.contested.contains(&attack.at);
    match here {
        true if look.has_fresh(attack.side.other(), attack.at) => table.assault_fresh,
        true => table.assault_spent,
        false => 0,
    }
}

fn forward_unit(t: &mut Field<'_>, side: Side, at: SpaceId) -> Play<UnitId> {
    match look(t).forward_units(side, at).as_slice() {
        [only] => Ok(*only),
        _ => t.ask(side, OneOf(Forward { at })),
    }
}

pub(super) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
