//! What events say of the game's own things, the rules that depend on how something happened, and who may see an event.

use super::depots::Depot;
use super::event::{Cause, Dusk, Event, Holding, Numbered, OffMap, Target};
use super::pulse::{Fought, Via};
use super::state::{Control, Ending, Level, Phase, Side, Weather};
use crate::board::UnitId;
use crate::engine::event::Sight;
use crate::engine::game::Side as _;
use crate::engine::say::{Say, items};
use crate::orders::{Arg, Element as _, Item, Phrase};

crate::say_nothing!(Cause, Dusk, Fought, Holding, OffMap, Phase, Via);

/// A side: its name, and what it is called at the beginning of a sentence and within it.
impl Say for Side {
    fn say(&self, _: &'static str, phrase: Phrase) -> Phrase {
        phrase
            .with("side", Item::Word(self.word()))
            .with("who", who(*self))
            .with("them", them(*self))
    }
}

impl Say for Level {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, level(*self))
    }
}

impl Say for Control {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, control(*self))
    }
}

impl Say for Weather {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        let key = match self {
            Self::Clear => "weather-clear",
            Self::Overcast => "weather-overcast",
        };
        phrase.with(name, Phrase::new(key))
    }
}

impl Say for Target {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        match self {
            Self::Unit(unit) => phrase.with(name, *unit),
            Self::Marker(edge) => phrase.with(name, *edge),
        }
    }
}

impl Say for Depot {
    fn say(&self, _: &'static str, phrase: Phrase) -> Phrase {
        phrase
            .with("source", self.source.item())
            .with("at", self.at)
            .with("points", self.points)
    }
}

impl Say for Ending {
    fn say(&self, _: &'static str, phrase: Phrase) -> Phrase {
        match self {
            Self::Breakthrough => phrase,
            Self::Points { points, needed, .. } => {
                phrase.with("points", *points).with("needed", *needed)
            }
        }
    }
}

impl Say for Numbered {
    fn say(&self, name: &'static str, phrase: Phrase) -> Phrase {
        phrase.with(name, self.item())
    }
}

/// A side at the beginning of a sentence.
pub(super) const fn who(side: Side) -> Phrase {
    Phrase::new(match side {
        Side::German => "who-germans",
        Side::Allied => "who-allies",
    })
}

/// A side within a sentence.
const fn them(side: Side) -> Phrase {
    Phrase::new(match side {
        Side::German => "them-germans",
        Side::Allied => "them-allies",
    })
}

/// A space of the impulse track: below nought they are lettered, nearest first (13.43).
pub(super) fn space(number: i32) -> String {
    if number >= 0 {
        return number.to_string();
    }
    let letter = u8::try_from(-number - 1).unwrap_or(25).min(25);
    char::from(b'A' + letter).to_string()
}

/// A state in words.
pub(super) const fn level(level: Level) -> Phrase {
    Phrase::new(match level {
        Level::Fresh => "level-fresh",
        Level::Spent => "level-spent",
        Level::D1 => "level-d1",
        Level::D2 => "level-d2",
    })
}

/// The state of several units, which some languages put in the plural.
pub(super) const fn levels(of: Level, units: usize) -> Phrase {
    Phrase::new(match of {
        _ if units == 1 => return level(of),
        Level::Fresh => "levels-fresh",
        Level::Spent => "levels-spent",
        Level::D1 => "levels-d1",
        Level::D2 => "levels-d2",
    })
}

/// Who controls a place.
pub(super) const fn control(control: Control) -> Phrase {
    Phrase::new(match control {
        Control::German => "control-german",
        Control::Airborne => "control-airborne",
        Control::Corps => "control-corps",
    })
}

/// The guns that help, or that there are none.
pub(super) fn guns_or_none(guns: &[UnitId]) -> Arg {
    if guns.is_empty() {
        Phrase::new("no-guns").into()
    } else {
        items(guns).into()
    }
}

/// Whether an air marker is one of the RAF's two (16.2); the third is 8th Air (20.2).
pub(super) const fn is_raf(marker: usize) -> bool {
    marker < 2
}

/// An air marker as something to say.
pub(super) fn air_marker(marker: usize) -> Item {
    Item::Thing(super::view::marker(u16::try_from(marker).unwrap_or(0)))
}

/// How a boundary was crossed.
pub(super) const fn entering(via: Via) -> &'static str {
    match via {
        Via::Land => "enters",
        Via::Bridge => "enters-by-bridge",
        Via::Canal => "enters-by-canal",
        Via::Ferry => "enters-by-ferry",
        Via::Boat => "enters-by-boat",
        Via::Air => "enters-from-air",
    }
}

/// The rule of a crossing.
pub(super) const fn entering_rule(via: Via) -> &'static str {
    match via {
        Via::Land => "9.2",
        Via::Bridge => "9.61",
        Via::Canal => "9.3/c",
        Via::Ferry => "9.62",
        Via::Boat => "9.64",
        Via::Air => "18.4/b",
    }
}

/// How an assault ended.
pub(super) const fn ending(fought: Fought) -> &'static str {
    match fought {
        Fought::Lost => "assault-lost",
        Fought::Drawn => "assault-drawn",
        Fought::Won => "assault-won",
        Fought::Overrun => "assault-overrun",
    }
}

/// The rule of that end.
pub(super) const fn ending_rule(fought: Fought) -> &'static str {
    match fought {
        Fought::Lost => "10.741",
        Fought::Drawn => "10.742",
        Fought::Won => "10.743",
        Fought::Overrun => "10.5",
    }
}

/// What the bids came to (23.51): who gets the points, and whether sides change.
pub(super) const fn bids(to: Option<Side>, exchange: bool) -> &'static str {
    match (to, exchange) {
        (None, false) => "side-bids-free",
        (None, true) => "side-bids-exchange",
        (Some(_), false) => "side-bids-stay",
        (Some(_), true) => "side-bids-change",
    }
}

/// The rule by which losses give a side the Advantage, or shift the sunset marker.
pub(super) const fn advantage_rule(side: Side) -> &'static str {
    match side {
        Side::German => "12.21",
        Side::Allied => "12.22",
    }
}

impl Holding {
    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Control => "19.1/a",
            Self::Assault => "10.4/a",
        }
    }
}

impl Dusk {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Sunset => "day-ends",
            Self::Track => "day-ends-track",
            Self::Passes => "day-ends-passes",
        }
    }
}

impl Ending {
    /// The key of its words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Breakthrough => "breakthrough",
            Self::Points { .. } => "points-decide",
        }
    }

    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Breakthrough => "21.1",
            Self::Points { .. } => "21.2",
        }
    }
}

impl Cause {
    /// The rule.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Acted => "8.3",
            Self::Failed => "10.741",
            Self::Drawn => "10.742",
            Self::Won => "10.743",
            Self::Barrage => "11.111",
            Self::Casualties => "10.8",
            Self::Attrition => "11.41",
            Self::Overrun => "10.5",
            Self::Sector => "10.91",
            Self::Oss => "13.511",
            Self::Reorganisation => "23.6",
            Self::Landing => "20.4/e",
        }
    }
}

/// What a side sees of an event: all but the order of a deck and the enemy's orders that came to nothing.
pub(super) fn seen(event: &Event, by: Side) -> Sight<Event> {
    match event {
        Event::Shuffled { side, .. } => Sight::Part(Event::ShuffledUnseen { side: *side }),
        Event::NotDone { side, .. } if *side != by => Sight::Nothing,
        _ => Sight::Whole,
    }
}

/// Rules 7.7 and 23.71: all stacks may be looked at; orders not carried out and the order of cards are nobody's business.
pub(super) fn may_learn(event: &Event, by: Side) -> bool {
    match event {
        Event::Shuffled { .. } => false,
        Event::NotDone { side, .. } => *side == by,
        _ => true,
    }
}
