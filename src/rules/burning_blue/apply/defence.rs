//! Fighter Command (10, 18, 20).

use super::super::data::Data;
use super::super::event::Defence;
use super::super::state::{Fighter, Hidden, Open, Order, Readiness, Tote};
use crate::board::UnitId;

/// Puts a unit into the air, in the order of the numbers.
pub(super) fn put_up(s: &mut Open, fighter: &Fighter) {
    match s.sky.binary_search_by_key(&fighter.unit, |one| one.unit) {
        Ok(at) => s.sky[at] = fighter.clone(),
        Err(at) => s.sky.insert(at, fighter.clone()),
    }
}

fn with(s: &mut Open, unit: UnitId, change: impl FnOnce(&mut Fighter)) {
    if let Some(one) = s.sky.iter_mut().find(|one| one.unit == unit) {
        change(one);
    }
}

pub(super) fn open(d: &Data, s: &mut Open, event: Defence<'_>) {
    match event {
        Defence::Scrambles { halves, .. } => {
            s.response += halves;
            s.scrambled += 1;
        }
        Defence::TakesOff { fighter, .. } => {
            put_up(s, fighter);
            let field = d.map.field_at(fighter.at);
            if let Some(damage) = field.and_then(|field| s.fields.get_mut(field)) {
                damage.scrambled += 1;
            }
        }
        Defence::Wing {
            leader,
            units,
            balbo,
            ..
        } => {
            let one = units.len() < 2;
            for unit in units {
                with(s, *unit, |fighter| {
                    fighter.wing = (!one).then_some(*leader);
                    fighter.balbo = *balbo;
                });
            }
        }
        Defence::Balbo {
            units, successes, ..
        } => {
            for unit in units {
                with(s, *unit, |fighter| fighter.balbo = *successes);
            }
        }
        Defence::Ordered { unit, order } => with(s, *unit, |fighter| {
            fighter.order = Some(*order);
            fighter.must_change = false;
            if matches!(order, Order::Pancake { .. }) {
                fighter.wing = None;
            }
        }),
        Defence::Flies {
            unit,
            to,
            angels,
            climbed,
        } => with(s, *unit, |fighter| {
            fighter.at = *to;
            fighter.angels = *angels;
            fighter.climbed |= climbed;
        }),
        Defence::Crosses { .. } => s.group12_crossed = true,
        Defence::Parted { .. }
        | Defence::Stands { .. }
        | Defence::Called { .. }
        | Defence::Stops { .. }
        | Defence::Unheard { .. } => {}
    }
}

fn tote(s: &mut Hidden, unit: UnitId, change: impl FnOnce(&mut Tote)) {
    if let Some(one) = s.tote.iter_mut().find(|one| one.unit == unit) {
        change(one);
    }
}

pub(super) fn hidden(d: &Data, s: &mut Hidden, event: Defence<'_>) {
    match event {
        Defence::Scrambles {
            unit: Some(unit),
            order,
            wing,
            ..
        } => tote(s, *unit, |one| {
            one.state = Readiness::Scramble;
            one.order = *order;
            one.wing = *wing;
        }),
        Defence::TakesOff { fighter, recovery } => {
            s.tote.retain(|one| one.unit != fighter.unit);
            if recovery.is_some() {
                super::log(s, fighter.unit).recovery = *recovery;
            }
        }
        Defence::Parted { unit } => part(d, s, *unit),
        Defence::Stands {
            unit,
            state,
            again,
            tried,
        } => tote(s, *unit, |one| {
            one.state = *state;
            one.again = *again;
            one.tried = *tried;
            one.called &= *state == Readiness::Available;
            one.order = None;
            one.wing = None;
        }),
        Defence::Called { unit } => tote(s, *unit, |one| one.called = true),
        Defence::Scrambles { unit: None, .. }
        | Defence::Wing { .. }
        | Defence::Balbo { .. }
        | Defence::Ordered { .. }
        | Defence::Unheard { .. }
        | Defence::Flies { .. }
        | Defence::Stops { .. }
        | Defence::Crosses { .. } => {}
    }
}

/// Rule 3.3.1: two Flights stand where the squadron stood.
fn part(d: &Data, s: &mut Hidden, unit: UnitId) {
    let Some(at) = s.tote.iter().position(|one| one.unit == unit) else {
        return;
    };
    let whole = s.tote.remove(at);
    super::log(s, unit).parted = true;
    for flight in &d.unit(unit).parts {
        let unit = *flight;
        s.tote.push(Tote {
            unit,
            ..whole.clone()
        });
    }
    s.tote.sort_by_key(|one| one.unit);
}
