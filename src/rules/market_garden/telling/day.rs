//! What the course of the days says.

use super::super::event::{Dusk, Event};
use super::super::state::{Ending, Side};
use super::words::{side, space, them, weather_key, who};
use crate::orders::Phrase;

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
        .with("side", side(to.unwrap_or(Side::German)))
        .with("who", who(to.unwrap_or(Side::German)))
        .with("them", them(to.unwrap_or(Side::German))),
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
        Event::Readies => Phrase::new("readies"),
        Event::Weather { to, .. } => {
            Phrase::new("weather-is").with("to", Phrase::new(weather_key(*to)))
        }
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
        Event::Shuffled { side: s, .. } | Event::ShuffledUnseen { side: s } => {
            Phrase::new("deck-shuffled")
                .with("side", side(*s))
                .with("who", who(*s))
                .with("them", them(*s))
        }
        Event::Next { .. } => Phrase::new("next-one"),
        _ => Phrase::new(""),
    }
}
