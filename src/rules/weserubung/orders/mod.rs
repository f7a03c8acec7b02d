//! The decisions of the game (the sheets of each phase, the reactions) and their words.

mod air;
mod assault;
mod bids;
mod columns;
mod conditions;
mod deploy;
mod final_phase;
mod interceptions;
mod judgements;
mod leaving;
mod movement;
mod naval;
mod offensive;
mod reactions;
mod rulings;
mod shares;

pub(super) use air::{AirOrders, Mission, Transfer, crowding, movers, passengers, strikers};
pub(super) use assault::{Assault, check_assault};
pub(super) use bids::{Bids, Initiative};
pub(super) use conditions::{conditions, holds};
pub(super) use deploy::{Deploy, Deployment};
pub(super) use final_phase::{FinalOrders, Logistics, repairable, upkeep_due};
pub(super) use interceptions::{Engage, Intercept, Meeting};
pub(super) use judgements::{Abandon, Again, Agree, BreakOff, Evade, Fight, Judged, LetGo};
pub(super) use leaving::{Leaving, Withdraw};
pub(super) use movement::{MoveOrder, MoveOrders};
pub(super) use naval::{NavalOrders, Voyage, sailors};
pub(super) use offensive::{OffensiveOrder, OffensiveOrders};
pub(super) use reactions::{
    Cargo, Course, Defend, Escape, Flag, Flee, Homing, Inspire, Leave, Occupy, ScrambleUp, Scrap,
};
pub(super) use rulings::{rule, rulings};
pub(super) use shares::{Losses, Target};

use std::cell::OnceCell;

use super::nation::Nation;
use crate::board::{SpaceId, UnitId};
use crate::orders::{About, Item, Part, Phrase, Pick, Picks, Problem, Row, Word};

/// The rows of a sheet, found once: the position does not change while a decision is open.
#[derive(Default)]
pub(super) struct Rows(OnceCell<Vec<Row>>);

impl Rows {
    fn get(&self, find: impl FnOnce() -> Vec<Row>) -> &[Row] {
        self.0.get_or_init(find)
    }
}

/// The place an item stands for.
pub(super) const fn place_of(item: Item) -> Option<SpaceId> {
    SpaceId::from_item(item)
}

/// The unit an item stands for.
pub(super) const fn unit_of(item: Item) -> Option<UnitId> {
    UnitId::from_item(item)
}

/// Units as items.
pub(super) fn items(units: &[UnitId]) -> Vec<Item> {
    units.iter().map(|unit| unit.item()).collect()
}

/// The items of a list.
fn list(picks: &Picks) -> &[Item] {
    match picks {
        Picks::List(items) => items,
        _ => &[],
    }
}

/// The units of a list.
fn units(picks: &Picks) -> Vec<UnitId> {
    list(picks)
        .iter()
        .filter_map(|item| unit_of(*item))
        .collect()
}

/// The places of a list.
fn places(picks: &Picks) -> Vec<SpaceId> {
    list(picks)
        .iter()
        .filter_map(|item| place_of(*item))
        .collect()
}

/// The units of shares.
pub(super) fn list_units(shares: &[(UnitId, i32)]) -> Vec<UnitId> {
    shares.iter().map(|(unit, _)| *unit).collect()
}

/// A part of a line that was filled in.
fn part(picks: &Picks, n: usize) -> Option<&Picks> {
    match picks {
        Picks::Parts(parts) => parts.get(n).and_then(Option::as_ref),
        _ => None,
    }
}

/// The one item of a part.
fn part_item(picks: &Picks, n: usize) -> Option<Item> {
    match part(picks, n) {
        Some(Picks::One(item)) => Some(*item),
        _ => None,
    }
}

/// The units of a part.
fn part_units(picks: &Picks, n: usize) -> Vec<UnitId> {
    part(picks, n).map_or_else(Vec::new, units)
}

const fn must(word: &'static Word, pick: Pick) -> Part {
    Part {
        word,
        pick,
        optional: false,
    }
}

const fn may(word: &'static Word, pick: Pick) -> Part {
    Part {
        word,
        pick,
        optional: true,
    }
}

/// Any of some units.
fn any_of(units: &[UnitId]) -> Pick {
    let of = items(units);
    let max = of.len();
    Pick::Some { of, min: 0, max }
}

/// All problems, or none.
fn problems_or(problems: Vec<Problem>) -> Result<(), Vec<Problem>> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// A problem with a line of a sheet.
fn on_line(n: usize, what: Phrase, rule: &'static str) -> Problem {
    Problem::new(what).about(About::Line(n)).rule(rule)
}

/// A problem with a unit in a line of a sheet.
fn on_unit(n: usize, unit: UnitId, what: Phrase, rule: &'static str) -> Problem {
    let about = About::LineItem(n, unit.item());
    Problem::new(what.with("unit", unit.item()))
        .about(about)
        .rule(rule)
}

/// `Norway 21, Britain 3`.
fn by_nation(numbers: &[(Nation, i32)]) -> Phrase {
    let Some(((nation, n), more)) = numbers.split_first() else {
        return Phrase::new("no-nation");
    };
    let key = if more.is_empty() {
        "of-nation"
    } else {
        "of-nation-and"
    };
    let phrase = Phrase::new(key)
        .with("nation", Item::Word(nation.word()))
        .with("n", Item::Number(*n));
    if more.is_empty() {
        phrase
    } else {
        phrase.with("more", by_nation(more))
    }
}

fn number(n: impl TryInto<i32>) -> Item {
    Item::Number(n.try_into().unwrap_or(i32::MAX))
}
