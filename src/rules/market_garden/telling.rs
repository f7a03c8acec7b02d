//! What events say, which rule they follow from, and who may see them.

use super::event::{Cause, Dusk, Event, Holding, Target};
use super::ground::{edge_item, place_item};
use super::pulse::{Fought, Via};
use super::refit_orders::source_word;
use super::state::{Control, Ending, Level, Sd, Weather};
use super::units::UnitId;
use crate::engine::event::Sight;
use crate::engine::game::Side as _;
use crate::engine::tally::Tally;
use crate::orders::{Arg, Item, Phrase};

fn side(side: Sd) -> Item {
    Item::Word(side.word())
}

/// A side at the beginning of a sentence.
pub(super) fn who(side: Sd) -> Phrase {
    Phrase::new(match side {
        Sd::German => "who-germans",
        Sd::Allied => "who-allies",
    })
}

/// A side within a sentence.
fn them(side: Sd) -> Phrase {
    Phrase::new(match side {
        Sd::German => "them-germans",
        Sd::Allied => "them-allies",
    })
}

/// The guns that help, or that there are none.
fn guns_or_none(guns: &[UnitId]) -> Arg {
    if guns.is_empty() {
        Phrase::new("no-guns").into()
    } else {
        units(guns).into()
    }
}

fn units(units: &[UnitId]) -> Vec<Item> {
    units.iter().map(|unit| unit.item()).collect()
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
pub(super) fn level(level: Level) -> Phrase {
    Phrase::new(level_key(level))
}

/// The state of several units, which some languages put in the plural.
fn levels(level: Level, units: usize) -> Phrase {
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
pub(super) fn control(control: Control) -> Phrase {
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

const fn control_key(control: Control) -> &'static str {
    match control {
        Control::German => "control-german",
        Control::Airborne => "control-airborne",
        Control::Corps => "control-corps",
    }
}

const fn weather_key(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "weather-clear",
        Weather::Overcast => "weather-overcast",
    }
}

const fn via_key(via: Via) -> &'static str {
    match via {
        Via::Land => "enters",
        Via::Bridge => "enters-by-bridge",
        Via::Canal => "enters-by-canal",
        Via::Ferry => "enters-by-ferry",
        Via::Boat => "enters-by-boat",
        Via::Air => "enters-from-air",
    }
}

const fn fought_key(fought: Fought) -> &'static str {
    match fought {
        Fought::Lost => "assault-lost",
        Fought::Drawn => "assault-drawn",
        Fought::Won => "assault-won",
        Fought::Overrun => "assault-overrun",
    }
}

/// What an event says.
pub(super) fn telling(event: &Event) -> Phrase {
    match event {
        Event::Bids {
            german,
            allied,
            points,
            to,
            exchange,
            ..
        } => Phrase::new(match (to, exchange) {
            (None, false) => "side-bids-free",
            (None, true) => "side-bids-exchange",
            (Some(_), false) => "side-bids-stay",
            (Some(_), true) => "side-bids-change",
        })
        .with("german", *german)
        .with("allied", *allied)
        .with("points", *points)
        .with("side", side(to.unwrap_or(Sd::German)))
        .with("who", who(to.unwrap_or(Sd::German)))
        .with("them", them(to.unwrap_or(Sd::German))),
        Event::Begins { .. } => Phrase::new("begins"),
        Event::Activates { side: s, at } => Phrase::new("activates")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at)),
        Event::Doubles { side: s, .. } => Phrase::new("doubles")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s)),
        Event::ActivatesUk => Phrase::new("activates-uk"),
        Event::Passes { side: s } => Phrase::new("side-passes")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s)),
        Event::NotDone { line, bar, .. } => Phrase::new("not-done")
            .with("line", line.clone())
            .with("order", super::script::line_words(line))
            .with("why", Phrase::new(bar.key()))
            .with("rule", bar.rule().to_owned()),
        Event::Enters {
            unit,
            from,
            to,
            via,
            cost,
            ..
        } => Phrase::new(via_key(*via))
            .with("unit", unit.item())
            .with("from", place_item(*from))
            .with("to", place_item(*to))
            .with("cost", *cost),
        Event::Takes { at, control } => Phrase::new("takes")
            .with("at", place_item(*at))
            .with("control", Phrase::new(control_key(*control))),
        Event::Holds { edge, side: s, .. } => Phrase::new("holds")
            .with("edge", edge_item(*edge))
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s)),
        Event::Seizes {
            unit, edge, done, ..
        } => Phrase::new(if *done { "seizes" } else { "seizes-not" })
            .with("unit", unit.item())
            .with("edge", edge_item(*edge)),
        Event::Repairs {
            side: s,
            edge,
            done,
            ..
        } => Phrase::new(if *done {
            "bridge-repaired"
        } else {
            "repairs-not"
        })
        .with("side", side(*s))
        .with("who", who(*s))
        .with("them", them(*s))
        .with("edge", edge_item(*edge)),
        Event::Demolishes {
            side: s,
            edge,
            done,
            ..
        } => Phrase::new(if *done {
            "demolishes"
        } else {
            "demolishes-not"
        })
        .with("side", side(*s))
        .with("who", who(*s))
        .with("them", them(*s))
        .with("edge", edge_item(*edge)),
        Event::Assaults {
            side: s,
            at,
            units: list,
            point,
            guns,
            ..
        } => Phrase::new("assaults")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("units", units(list))
            .with("point", point.item())
            .with("guns", guns_or_none(guns)),
        Event::Bombards {
            side: s,
            at,
            lead,
            guns,
            barrage,
            target,
        } => Phrase::new(if *barrage { "barrages" } else { "bombards" })
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("lead", lead.item())
            .with("guns", guns_or_none(guns))
            .with("target", target_item(*target)),
        Event::Strikes { marker, at, target } => Phrase::new(match marker {
            0 | 1 => "strikes",
            _ => "strikes-dday",
        })
        .with(
            "marker",
            Item::Thing(super::view::marker(u16::try_from(*marker).unwrap_or(0))),
        )
        .with("at", place_item(*at))
        .with("target", target.item()),
        Event::Attacks { side: s, at, .. } => Phrase::new("attacks")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at)),
        Event::Defends { side: s, at, .. } => Phrase::new("defends")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at)),
        Event::Thrown { .. } => Phrase::new("thrown"),
        Event::Rerolls { side: s, before } => {
            let dice = before.iter().map(|die| i32::try_from(*die).unwrap_or(0));
            Phrase::new("rerolls")
                .with("side", side(*s))
                .with("who", who(*s))
                .with("them", them(*s))
                .with("dice", dice.map(Item::Number).collect::<Vec<Item>>())
        }
        Event::Fights {
            side: s,
            at,
            fought,
            points,
        } => Phrase::new(fought_key(*fought))
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("points", *points),
        Event::GoesOn { units: list, .. } => Phrase::new("goes-on").with("units", units(list)),
        Event::Batters {
            side: s,
            at,
            points,
        } => Phrase::new("batters")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("at", place_item(*at))
            .with("points", *points),
        Event::Mistakes { at, points } => Phrase::new("mistakes")
            .with("at", place_item(*at))
            .with("points", *points),
        Event::Wrecks { edge, .. } => Phrase::new("wrecks").with("edge", edge_item(*edge)),
        Event::Becomes {
            units: list, level, ..
        } => Phrase::new("becomes")
            .with("units", units(list))
            .with("level", self::level(*level))
            .with("levels", levels(*level, list.len())),
        Event::Eliminated { unit, .. } => Phrase::new("unit-lost").with("unit", unit.item()),
        Event::Retreats { unit, from, to, .. } => Phrase::new("retreats")
            .with("unit", unit.item())
            .with("from", place_item(*from))
            .with("to", place_item(*to)),
        Event::Infiltrates { unit, to, done, .. } => Phrase::new(if *done {
            "infiltrates"
        } else {
            "infiltrates-not"
        })
        .with("unit", unit.item())
        .with("to", place_item(*to)),
        Event::Sunset {
            natural,
            drm,
            number,
            over,
        } => Phrase::new(if *over { "sunset-over" } else { "sunset-on" })
            .with("natural", *natural)
            .with("drm", *drm)
            .with("number", space(*number)),
        Event::WeatherChanges { to } => {
            Phrase::new("weather-changes").with("to", Phrase::new(weather_key(*to)))
        }
        Event::Ends { advances, .. } => {
            Phrase::new(if *advances { "ends-advancing" } else { "ends" })
        }
        Event::DayEnds { why } => Phrase::new(match why {
            Dusk::Sunset => "day-ends",
            Dusk::Track => "day-ends-track",
            Dusk::Passes => "day-ends-passes",
        }),
        Event::Passed { to } => Phrase::new("advantage-passes")
            .with("side", side(*to))
            .with("who", who(*to))
            .with("them", them(*to)),
        Event::Gains { to, lost } => Phrase::new("advantage-gained")
            .with("side", side(*to))
            .with("who", who(*to))
            .with("them", them(*to))
            .with("lost", *lost),
        Event::Shifts { side: s, by, .. } => Phrase::new("shifts")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("by", *by),
        Event::Lands { units: list, at } => Phrase::new("lands")
            .with("units", units(list))
            .with("at", place_item(*at)),
        Event::Interdicted {
            unit, at, level, ..
        } => Phrase::new("interdicted")
            .with("unit", unit.item())
            .with("at", place_item(*at))
            .with("level", self::level(*level)),
        Event::Interdicts { at } => Phrase::new("interdicts").with("at", place_item(*at)),
        Event::Clears => Phrase::new("clears"),
        Event::Reinforces {
            units: list, at, ..
        } => match at {
            Some(at) => Phrase::new("reinforces")
                .with("units", units(list))
                .with("at", place_item(*at)),
            None => Phrase::new("reinforces-uk").with("units", units(list)),
        },
        Event::Readies => Phrase::new("readies"),
        Event::Weather { to, .. } => {
            Phrase::new("weather-is").with("to", Phrase::new(weather_key(*to)))
        }
        Event::Places { depot } => Phrase::new("places-depot")
            .with("source", Item::Word(source_word(depot.source)))
            .with("at", place_item(depot.at))
            .with("points", depot.points),
        Event::Boosts { each, points } => Phrase::new("boosts")
            .with("each", *each)
            .with("points", *points),
        Event::Refits {
            unit, level, cost, ..
        } => Phrase::new("refits-unit")
            .with("unit", unit.item())
            .with("level", self::level(*level))
            .with("cost", *cost),
        Event::Pays { edge, cost, .. } => Phrase::new("pays-work")
            .with("edge", edge_item(*edge))
            .with("cost", *cost),
        Event::Stores {
            side: s,
            points,
            lost,
        } => Phrase::new("stores")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("points", *points)
            .with("lost", *lost),
        Event::Buys {
            side: s,
            spaces,
            points,
        } => Phrase::new("buys")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s))
            .with("spaces", *spaces)
            .with("points", *points),
        Event::Surrenders { unit, level, .. } => match level {
            Some(level) => Phrase::new("surrenders-not")
                .with("unit", unit.item())
                .with("level", self::level(*level)),
            None => Phrase::new("gives-up").with("unit", unit.item()),
        },
        Event::Reorganises { unit, level, by } => Phrase::new("reorganises")
            .with("unit", unit.item())
            .with("level", self::level(*level))
            .with("by", by.item()),
        Event::Regroups { unit, from, to, .. } => Phrase::new("regroups")
            .with("unit", unit.item())
            .with("from", place_item(*from))
            .with("to", place_item(*to)),
        Event::Bonus => Phrase::new("bonus-won"),
        Event::Scores { tally, needed } => match needed {
            Some(needed) => Phrase::new("scores-against")
                .with("points", tally.total())
                .with("needed", *needed),
            None => Phrase::new("scores-now").with("points", tally.total()),
        },
        Event::Over { ending } => match ending {
            Ending::Breakthrough => Phrase::new("breakthrough"),
            Ending::Points { points, needed, .. } => Phrase::new("points-decide")
                .with("points", *points)
                .with("needed", *needed),
        },
        Event::AirSupply => Phrase::new("air-supply"),
        Event::Shuffled { side: s, .. } | Event::ShuffledUnseen { side: s } => {
            Phrase::new("deck-shuffled")
                .with("side", side(*s))
                .with("who", who(*s))
                .with("them", them(*s))
        }
        Event::Next { .. } => Phrase::new("next-one"),
        _ => ruled(event),
    }
}

fn target_item(target: Target) -> Item {
    match target {
        Target::Unit(unit) => unit.item(),
        Target::Marker(edge) => edge_item(edge),
    }
}

fn ruled(event: &Event) -> Phrase {
    match event {
        Event::RuledPlace { unit, at } => Phrase::new("ruled-unit-at")
            .with("unit", unit.item())
            .with("at", place_item(*at)),
        Event::RuledOff { unit, .. } => Phrase::new("ruled-unit-off").with("unit", unit.item()),
        Event::RuledLevel { unit, level } => Phrase::new("ruled-unit-level")
            .with("unit", unit.item())
            .with("level", self::level(*level)),
        Event::RuledControl { at, control } => Phrase::new("ruled-area-control")
            .with("at", place_item(*at))
            .with("control", Phrase::new(control_key(*control))),
        Event::RuledHolder { edge, side: s } => Phrase::new("ruled-holder")
            .with("edge", edge_item(*edge))
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s)),
        Event::RuledCrossing { edge, .. } | Event::RuledWork { edge, .. } => {
            Phrase::new("ruled-crossing").with("edge", edge_item(*edge))
        }
        Event::RuledNumber { what, to } => Phrase::new("ruled-number")
            .with("what", Item::Word(super::rulings::number_word(*what)))
            .with("to", *to),
        Event::RuledAdvantage { side: s } => Phrase::new("ruled-owner")
            .with("side", side(*s))
            .with("who", who(*s))
            .with("them", them(*s)),
        Event::RuledWeather { to, .. } => {
            Phrase::new("ruled-weather").with("to", Phrase::new(weather_key(*to)))
        }
        Event::RuledInterdiction { at } => {
            Phrase::new("ruled-interdiction").with("at", place_item(*at))
        }
        Event::RuledMarker { .. } => Phrase::new("ruled-marker"),
        _ => Phrase::new("ruled-empty"),
    }
}

/// How the event's numbers came about.
pub(super) const fn tally(event: &Event) -> Option<&Tally> {
    match event {
        Event::Seizes { tally, .. }
        | Event::Repairs { tally, .. }
        | Event::Demolishes { tally, .. }
        | Event::Attacks { tally, .. }
        | Event::Defends { tally, .. }
        | Event::Infiltrates { tally, .. }
        | Event::Interdicted { tally, .. }
        | Event::Surrenders { tally, .. }
        | Event::Scores { tally, .. } => Some(tally),
        Event::Weather { tally, .. } => tally.as_ref(),
        _ => None,
    }
}

/// The rule an event follows from.
pub(super) fn cites(event: &Event) -> &'static str {
    match event {
        Event::Bids { .. } => "23.51",
        Event::Activates { .. } => "8.21",
        Event::Doubles { .. } => "12.4",
        Event::ActivatesUk | Event::Lands { .. } => "18.4",
        Event::Passes { .. } => "8.24",
        Event::NotDone { bar, .. } => bar.rule(),
        Event::Enters { via, .. } => match via {
            Via::Land => "9.2",
            Via::Bridge => "9.61",
            Via::Canal => "9.3/c",
            Via::Ferry => "9.62",
            Via::Boat => "9.64",
            Via::Air => "18.4/b",
        },
        Event::Takes { .. } => "7.3",
        Event::Holds { by, .. } => match by {
            Holding::Control => "19.1/a",
            Holding::Assault => "10.4/a",
        },
        Event::Seizes { .. } => "19.3",
        Event::Repairs { .. } => "19.2",
        Event::Demolishes { .. } => "19.4",
        Event::Assaults { .. } => "10.7",
        Event::Bombards { barrage, .. } => {
            if *barrage {
                "11.111"
            } else {
                "11.11"
            }
        }
        Event::Strikes { marker, .. } => {
            if *marker < 2 {
                "16.2"
            } else {
                "20.2"
            }
        }
        // The same two sides of a contest in assaults and in bombardments.
        Event::Attacks { tally, .. } if tally.rule == "11.2" => "11.2",
        Event::Attacks { .. } => "10.72",
        Event::Defends { tally, .. } if tally.rule == "11.3" => "11.3",
        Event::Defends { .. } => "10.73",
        Event::Thrown { .. } | Event::Rerolls { .. } => "12.6",
        Event::Fights { fought, .. } => match fought {
            Fought::Lost => "10.741",
            Fought::Drawn => "10.742",
            Fought::Won => "10.743",
            Fought::Overrun => "10.5",
        },
        Event::GoesOn { .. } => "10.5",
        Event::Batters { .. } => "11.4",
        Event::Mistakes { .. } => "16.21",
        Event::Wrecks { .. } => "19.22",
        Event::Becomes { cause, .. } | Event::Eliminated { cause, .. } => match cause {
            Cause::Acted => "8.3",
            Cause::Failed => "10.741",
            Cause::Drawn => "10.742",
            Cause::Won => "10.743",
            Cause::Barrage => "11.111",
            Cause::Casualties => "10.8",
            Cause::Attrition => "11.41",
            Cause::Overrun => "10.5",
            Cause::Sector => "10.91",
            Cause::Oss => "13.511",
            Cause::Reorganisation => "23.6",
            Cause::Landing => "20.4/e",
        },
        Event::Retreats { .. } => "10.9",
        Event::Infiltrates { .. } => "8.22",
        Event::Sunset { .. } => "6.3/a",
        Event::WeatherChanges { .. } => "17.4",
        Event::Ends { .. } | Event::DayEnds { .. } => "6.3",
        Event::Passed { .. } => "12.2",
        Event::Gains { to, .. } | Event::Shifts { side: to, .. } => match to {
            Sd::German => "12.21",
            Sd::Allied => "12.22",
        },
        Event::Interdicted { .. } => "18.41",
        Event::Interdicts { .. } | Event::Clears => "16.4",
        Event::Reinforces { .. } => "18.1",
        Event::Readies => "6.2",
        Event::Weather { .. } => "6.21",
        Event::Places { .. } => "13.41",
        Event::Boosts { .. } => "23.4",
        Event::Refits { .. } => "13.3",
        Event::Pays { .. } => "19.23",
        Event::Stores { .. } => "13.43",
        Event::Buys { .. } => "6.4/a",
        Event::Surrenders { .. } => "13.7",
        Event::Reorganises { .. } => "23.6",
        Event::Regroups { .. } => "6.5",
        Event::Bonus => "21.31",
        Event::Scores { .. } => "21.3",
        Event::Over { ending } => match ending {
            Ending::Breakthrough => "21.1",
            Ending::Points { .. } => "21.2",
        },
        Event::AirSupply => "20.2",
        Event::Shuffled { .. } | Event::ShuffledUnseen { .. } => "23.71",
        _ => "",
    }
}

/// What a side sees of an event: all but the order of a deck and the enemy's orders that came to nothing.
pub(super) fn seen(event: &Event, by: Sd) -> Sight<Event> {
    match event {
        Event::Shuffled { side, .. } => Sight::Part(Event::ShuffledUnseen { side: *side }),
        Event::NotDone { side, .. } if *side != by => Sight::Nothing,
        _ => Sight::Whole,
    }
}

/// Rules 7.7 and 23.71: all stacks may be looked at; orders not carried out and the order of cards are nobody's business.
pub(super) fn may_learn(event: &Event, by: Sd) -> bool {
    match event {
        Event::Shuffled { .. } => false,
        Event::NotDone { side, .. } => *side == by,
        _ => true,
    }
}
