//! What the referee's rulings say.

use super::super::event::Event;
use super::super::ground::{edge_item, place_item};
use super::words::{control_key, side, them, weather_key, who};
use crate::orders::{Element as _, Phrase};

pub(super) fn telling(event: &Event) -> Phrase {
    match event {
        Event::RuledPlace { unit, at } => Phrase::new("ruled-unit-at")
            .with("unit", unit.item())
            .with("at", place_item(*at)),
        Event::RuledOff { unit, .. } => Phrase::new("ruled-unit-off").with("unit", unit.item()),
        Event::RuledLevel { unit, level } => Phrase::new("ruled-unit-level")
            .with("unit", unit.item())
            .with("level", super::words::level(*level)),
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
            .with("what", what.item())
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
