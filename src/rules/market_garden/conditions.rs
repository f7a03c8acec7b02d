//! What may stand behind `if`, in scripts and standing orders.

use super::ground::{edge_item, edge_of, place_item, place_of};
use super::pulse::Fought;
use super::script::one;
use super::units::unit_of;
use super::view::View;
use super::words::{
    ADVANTAGE, ATTACKING, CLEAR, CONTESTED, DATE, DEMOLISHED, DREW, DUSK, EMPTIED, ENEMY, FREE,
    FRESH, HELD, INFILTRATED, LOST, MARGIN, OVERCAST, OVERRAN, REPAIRED, SEIZED, WON,
};
use crate::board::UnitId;
use crate::orders::{Form, Item, Pick, Picks, Word};

/// Where `seized` stands among the conditions.
pub(super) const SEIZED_TEST: usize = 5;

/// The conditions, in a fixed order.
pub(super) fn all(v: &View<'_>) -> Vec<Form> {
    let d = v.data();
    let places: Vec<Item> = d.ground.ids().map(place_item).collect();
    let bridges: Vec<Item> = d.ground.bridges().map(edge_item).collect();
    let units: Vec<Item> = d.unit_ids().map(UnitId::item).collect();
    let form = |word: &'static Word, pick: Pick| Form {
        word,
        subject: Vec::new(),
        pick,
    };
    let of = |word, items: &Vec<Item>| form(word, Pick::One(items.clone()));
    vec![
        of(&WON, &places),
        of(&DREW, &places),
        of(&LOST, &places),
        of(&OVERRAN, &places),
        of(&EMPTIED, &places),
        of(&SEIZED, &bridges),
        of(&REPAIRED, &bridges),
        of(&DEMOLISHED, &bridges),
        of(&HELD, &bridges),
        of(&INFILTRATED, &units),
        of(&FRESH, &units),
        of(&ENEMY, &places),
        of(&CONTESTED, &places),
        of(&FREE, &places),
        form(&CLEAR, Pick::Nothing),
        form(&OVERCAST, Pick::Nothing),
        form(&ADVANTAGE, Pick::Nothing),
        form(&DUSK, Pick::Nothing),
        form(&ATTACKING, Pick::Nothing),
        form(&MARGIN, Pick::Number { min: -20, max: 20 }),
        form(&DATE, Pick::Number { min: 17, max: 26 }),
    ]
}

/// Whether a condition holds.
pub(super) fn holds(v: &View<'_>, which: usize, picks: &Picks) -> bool {
    let (look, own) = (v.look(), v.own());
    let item = one(Some(picks));
    let place = item.and_then(place_of);
    let edge = item.and_then(edge_of);
    let unit = item.and_then(unit_of);
    let number = match picks {
        Picks::Number(number) => *number,
        _ => 0,
    };
    let pulse = &look.s.pulse;
    let fought = place.and_then(|at| pulse.assault(at)).map(|one| one.fought);
    let pending = pulse.pending.first();
    match which {
        0 => matches!(fought, Some(Fought::Won | Fought::Overrun)),
        1 => fought == Some(Fought::Drawn),
        2 => fought == Some(Fought::Lost),
        3 => fought == Some(Fought::Overrun),
        4 => place.is_some_and(|at| look.vacant(own, at)),
        SEIZED_TEST => edge.is_some_and(|edge| pulse.seized.iter().any(|(one, _)| *one == edge)),
        6 => edge.is_some_and(|edge| pulse.repaired.contains(&edge)),
        7 => edge.is_some_and(|edge| look.s.blown.contains(&edge)),
        8 => edge.is_some_and(|edge| look.bridged(edge) && look.holder(edge) == own),
        9 => unit.is_some_and(|unit| pulse.infiltrated.contains(&unit)),
        10 => unit.is_some_and(|unit| look.fresh(unit) && look.s.at(unit).is_some()),
        11 => place.is_some_and(|at| !look.vacant(own, at)),
        12 => place.is_some_and(|at| look.contested(at)),
        13 => place.is_some_and(|at| look.free(own, at)),
        14 => look.clear(),
        15 => !look.clear(),
        16 => look.s.advantage == own,
        17 => pulse.dusk,
        18 => pending.is_some_and(|pending| pending.attacker == own),
        // What is at stake for the reader is so much or less.
        19 => pending.is_some_and(|pending| {
            let margin = if pending.attacker == own {
                pending.margin
            } else {
                -pending.margin
            };
            margin <= number
        }),
        20 => i32::try_from(look.s.date).is_ok_and(|date| date == number),
        _ => false,
    }
}
