//! What the referee may change by a ruling, and a case by its position.

use super::super::class::Arm;
use super::super::data::Data;
use super::super::event::{Event, Ruling};
use super::super::nation::{Alliance, Nation};
use super::super::state::Where;
use super::super::words::{
    ABOARD, ACTIONS, AT, BOUGHT, BY, CAPITALS, CONTROL, FACE, FIRST, FRESH, FULL, GONE, LAKEBASE,
    LEVEL, NATION, OFFENSIVES, PLACE, POOL, REDUCED, SHIP, SPENT, STATUS, TO, TURN, UNIT, USED,
};
use super::{items, must, part, part_item, place_of, unit_of};
use crate::board::SpaceId;
use crate::orders::{Form, Item, Pick, Picks, Word};

fn two(
    word: &'static Word,
    first: (&'static Word, Vec<Item>),
    second: (&'static Word, Pick),
) -> Form {
    Form {
        word,
        subject: Vec::new(),
        pick: Pick::Parts(vec![
            must(first.0, Pick::One(first.1)),
            must(second.0, second.1),
        ]),
    }
}

const fn upto(max: i32) -> Pick {
    Pick::Number { min: 0, max }
}

/// The rulings there are.
pub(crate) fn rulings(data: &Data) -> Vec<Form> {
    let units: Vec<_> = data.unit_ids().collect();
    let ships: Vec<_> = data
        .unit_ids()
        .filter(|unit| data.unit(*unit).class.arm() == Arm::Naval)
        .collect();
    let places: Vec<Item> = data.map.places().map(SpaceId::item).collect();
    let nations: Vec<Item> = Nation::ALL
        .into_iter()
        .map(|nation| Item::Word(nation.word()))
        .collect();
    let alliances: Vec<Item> = Alliance::ALL
        .into_iter()
        .map(|side| Item::Word(side.word()))
        .collect();
    let words =
        |words: &[&'static Word]| Pick::One(words.iter().map(|word| Item::Word(word)).collect());
    let units = items(&units);
    vec![
        two(
            &PLACE,
            (&UNIT, units.clone()),
            (&AT, Pick::One(places.clone())),
        ),
        two(
            &ABOARD,
            (&UNIT, units.clone()),
            (&SHIP, Pick::One(items(&ships))),
        ),
        two(
            &STATUS,
            (&UNIT, units.clone()),
            (&TO, words(&[&POOL, &BOUGHT, &GONE])),
        ),
        two(
            &FACE,
            (&UNIT, units.clone()),
            (&TO, words(&[&FULL, &REDUCED])),
        ),
        two(&ACTIONS, (&UNIT, units), (&TO, words(&[&FRESH, &USED]))),
        two(
            &CONTROL,
            (&PLACE, places.clone()),
            (&BY, Pick::One(alliances.clone())),
        ),
        two(&LEVEL, (&NATION, nations.clone()), (&TO, upto(99))),
        two(&SPENT, (&NATION, nations.clone()), (&TO, upto(99))),
        two(&OFFENSIVES, (&NATION, nations), (&TO, upto(99))),
        Form {
            word: &TURN,
            subject: Vec::new(),
            pick: Pick::Number { min: 1, max: 21 },
        },
        Form {
            word: &FIRST,
            subject: Vec::new(),
            pick: Pick::One(alliances.clone()),
        },
        Form {
            word: &CAPITALS,
            subject: Vec::new(),
            pick: upto(40),
        },
        two(&LAKEBASE, (&BY, alliances), (&AT, Pick::One(places))),
    ]
}

fn nation_of(item: Item) -> Option<Nation> {
    Nation::ALL
        .into_iter()
        .find(|nation| Item::Word(nation.word()) == item)
}

fn alliance_of(item: Item) -> Option<Alliance> {
    Alliance::ALL
        .into_iter()
        .find(|side| Item::Word(side.word()) == item)
}

/// The event that carries out a ruling.
pub(crate) fn rule(which: usize, picks: &Picks) -> Option<Event> {
    let unit = || part_item(picks, 0).and_then(unit_of);
    let place = |n: usize| part_item(picks, n).and_then(place_of);
    let second = || part_item(picks, 1);
    let number = || match part(picks, 1) {
        Some(Picks::Number(n)) => Some(*n),
        _ => None,
    };
    let nation = || part_item(picks, 0).and_then(nation_of);
    let ruling = match which {
        0 => Ruling::Place {
            unit: unit()?,
            to: Where::At(place(1)?),
        },
        1 => Ruling::Place {
            unit: unit()?,
            to: Where::Aboard(second().and_then(unit_of)?),
        },
        2 => {
            let to = second()?;
            let to = if to == Item::Word(&POOL) {
                Where::Pool
            } else if to == Item::Word(&BOUGHT) {
                Where::Bought
            } else {
                Where::Gone
            };
            Ruling::Place { unit: unit()?, to }
        }
        3 => Ruling::Face {
            unit: unit()?,
            reduced: second()? == Item::Word(&REDUCED),
        },
        4 => Ruling::Used {
            unit: unit()?,
            used: second()? == Item::Word(&USED),
        },
        5 => Ruling::Control {
            place: place(0)?,
            by: second().and_then(alliance_of)?,
        },
        6 => Ruling::Level {
            nation: nation()?,
            to: number()?,
        },
        7 => Ruling::Spent {
            nation: nation()?,
            to: number()?,
        },
        8 => Ruling::Offensives {
            nation: nation()?,
            to: number()?,
        },
        9 | 11 => {
            let Picks::Number(n) = picks else { return None };
            if which == 9 {
                Ruling::Turn {
                    to: u32::try_from(*n).ok()?,
                }
            } else {
                Ruling::Capitals { to: *n }
            }
        }
        10 => {
            let Picks::One(item) = picks else { return None };
            Ruling::First {
                alliance: alliance_of(*item)?,
            }
        }
        12 => Ruling::Lake {
            alliance: part_item(picks, 0).and_then(alliance_of)?,
            at: place(1)?,
        },
        _ => return None,
    };
    Some(Event::Ruled { ruling })
}
