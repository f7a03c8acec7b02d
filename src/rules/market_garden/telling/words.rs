//! Sides, units, states and spaces in words.

use super::super::state::{Control, Level, Side, Weather};
use crate::board::UnitId;
use crate::engine::game::Side as _;
use crate::orders::{Item, Phrase};

pub(super) fn side(side: Side) -> Item {
    Item::Word(side.word())
}

/// A side at the beginning of a sentence.
pub(in super::super) fn who(side: Side) -> Phrase {
    Phrase::new(match side {
        Side::German => "who-germans",
        Side::Allied => "who-allies",
    })
}

/// A side within a sentence.
pub(super) fn them(side: Side) -> Phrase {
    Phrase::new(match side {
        Side::German => "them-germans",
        Side::Allied => "them-allies",
    })
}

pub(super) fn units(units: &[UnitId]) -> Vec<Item> {
    units.iter().map(|unit| unit.item()).collect()
}

/// A space of the impulse track: below nought they are lettered, nearest first (13.43).
pub(in super::super) fn space(number: i32) -> String {
    if number >= 0 {
        return number.to_string();
    }
    let letter = u8::try_from(-number - 1).unwrap_or(25).min(25);
    char::from(b'A' + letter).to_string()
}

/// A state in words.
pub(in super::super) fn level(level: Level) -> Phrase {
    Phrase::new(level_key(level))
}

/// The state of several units, which some languages put in the plural.
pub(super) fn levels(level: Level, units: usize) -> Phrase {
    let key = match level {
        _ if units == 1 => level_key(level),
        Level::Fresh => "levels-fresh",
        Level::Spent => "levels-spent",
        Level::D1 => "levels-d1",
        Level::D2 => "levels-d2",
    };
    Phrase::new(key)
}

/// Who controls a place.
pub(in super::super) fn control(control: Control) -> Phrase {
    Phrase::new(control_key(control))
}

const fn level_key(level: Level) -> &'static str {
    match level {
        Level::Fresh => "level-fresh",
        Level::Spent => "level-spent",
        Level::D1 => "level-d1",
        Level::D2 => "level-d2",
    }
}

pub(super) const fn control_key(control: Control) -> &'static str {
    match control {
        Control::German => "control-german",
        Control::Airborne => "control-airborne",
        Control::Corps => "control-corps",
    }
}

pub(super) const fn weather_key(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "weather-clear",
        Weather::Overcast => "weather-overcast",
    }
}
