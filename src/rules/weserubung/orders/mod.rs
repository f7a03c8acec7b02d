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

pub(super) use air::{
    AirLine, AirOrders, Fly, Flyer, Mission, Strike, Transfer, crowding, movers, passengers,
    strikers,
};
pub(super) use assault::{Assault, Drop, Jumper, check_assault};
pub(super) use bids::{Bids, Initiative, Turns};
pub(super) use columns::{Lander, March, Rail, Rider, Walker};
pub(super) use conditions::{Condition, holds};
pub(super) use deploy::{Deploy, DeployLine, Deployment};
pub(super) use final_phase::{FinalOrders, Logistics, Stores, SupplyLine, repairable, upkeep_due};
pub(super) use interceptions::{Engage, Intercept, Meeting, Sally};
pub(super) use judgements::{Abandon, Again, Agree, BreakOff, Evade, Fight, Judged, LetGo};
pub(super) use leaving::{Leaving, Withdraw, Withdrawal};
pub(super) use movement::{MoveLine, MoveOffer, MoveOrder, MoveOrders};
pub(super) use naval::{NavalLine, NavalOrders, Voyage, sailors};
pub(super) use offensive::{
    Carried, Ground, OffensiveLine, OffensiveOrder, OffensiveOrders, Pair, Target as Goal,
};
pub(super) use reactions::{
    Cargo, Course, Defend, Escape, Flag, Flee, Heading, Homing, Inspire, Leave, Occupy, ScrambleUp,
    Scrap,
};
pub(super) use rulings::Ruling;
pub(super) use shares::{Losses, Target};

use super::nation::Nation;
use crate::board::UnitId;
use crate::orders::{About, Item, Phrase, Problem};

/// Units as items.
pub(super) fn items(units: &[UnitId]) -> Vec<Item> {
    units.iter().map(|unit| unit.item()).collect()
}

/// The units of shares.
pub(super) fn list_units(shares: &[(UnitId, i32)]) -> Vec<UnitId> {
    shares.iter().map(|(unit, _)| *unit).collect()
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
