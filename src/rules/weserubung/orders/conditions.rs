//! What a player may put before an order (`if ...:`).

use super::super::View;
use super::super::class::Arm;
use super::super::nation::{Alliance, Side};
use super::super::words::{EMPTY, ENEMY, HELD, INITIATIVE, LOST, TURN};
use super::{items, place_of, unit_of};
use crate::board::SpaceId;
use crate::engine::game::Side as _;
use crate::orders::{Form, Item, Pick, Picks, Word};

fn one(word: &'static Word, of: Vec<Item>) -> Form {
    Form {
        word,
        subject: Vec::new(),
        pick: Pick::One(of),
    }
}

/// The conditions: who has the initiative, whether enemies are in a hex, whether a hex is empty of them or ours,
/// whether a unit is lost, which turn it is.
pub(crate) fn conditions(v: &View<'_>) -> Vec<Form> {
    let pos = v.pos();
    let map = &pos.d.map;
    let places: Vec<Item> = map
        .places()
        .filter(|place| !map.hex(*place).neutral)
        .map(SpaceId::item)
        .collect();
    let units: Vec<_> = pos.d.unit_ids().collect();
    let sides = [Side::Germany, Side::Allies].map(|side| Item::Word(side.word()));
    let turns = i32::try_from(pos.d.turns).unwrap_or(i32::MAX);
    vec![
        one(&INITIATIVE, sides.to_vec()),
        one(&ENEMY, places.clone()),
        one(&EMPTY, places.clone()),
        one(&HELD, places),
        one(&LOST, items(&units)),
        Form {
            word: &TURN,
            subject: Vec::new(),
            pick: Pick::Number { min: 1, max: turns },
        },
    ]
}

/// Whether a condition holds.
pub(crate) fn holds(v: &View<'_>, which: usize, picks: &Picks) -> bool {
    let pos = v.pos();
    let own = v.alliance();
    let enemy = |place: SpaceId| {
        pos.has_land(place, own.other())
            || !pos.ships(place, own.other()).is_empty()
            || !pos.aircraft(place, own.other()).is_empty()
    };
    match (which, picks) {
        (0, Picks::One(item)) => {
            let holder = match pos.s.initiative {
                Alliance::Axis => Side::Germany,
                Alliance::Allies => Side::Allies,
            };
            *item == Item::Word(holder.word())
        }
        (1, Picks::One(item)) => place_of(*item).is_some_and(enemy),
        (2, Picks::One(item)) => place_of(*item).is_some_and(|place| !enemy(place)),
        (3, Picks::One(item)) => place_of(*item).is_some_and(|place| pos.controls(own, place)),
        (4, Picks::One(item)) => {
            unit_of(*item).is_some_and(|unit| !pos.in_play(unit) && pos.arm(unit) != Arm::Leader)
        }
        (5, Picks::Number(turn)) => i64::from(*turn) == i64::from(pos.s.turn),
        _ => false,
    }
}
