//! What reinforcement, supply, refit and regroup say.

use super::super::event::Event;
use super::super::ground::{edge_item, place_item};
use super::words::{side, them, units, who};
use crate::orders::{Element as _, Phrase};

pub(super) fn telling(event: &Event) -> Phrase {
    match event {
        Event::Lands { units: list, at } => Phrase::new("lands")
            .with("units", units(list))
            .with("at", place_item(*at)),
        Event::Interdicted {
            unit, at, level, ..
        } => Phrase::new("interdicted")
            .with("unit", unit.item())
            .with("at", place_item(*at))
            .with("level", super::words::level(*level)),
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
        Event::Places { depot } => Phrase::new("places-depot")
            .with("source", depot.source.item())
            .with("at", place_item(depot.at))
            .with("points", depot.points),
        Event::Boosts { each, points } => Phrase::new("boosts")
            .with("each", *each)
            .with("points", *points),
        Event::Refits {
            unit, level, cost, ..
        } => Phrase::new("refits-unit")
            .with("unit", unit.item())
            .with("level", super::words::level(*level))
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
                .with("level", super::words::level(*level)),
            None => Phrase::new("gives-up").with("unit", unit.item()),
        },
        Event::Reorganises { unit, level, by } => Phrase::new("reorganises")
            .with("unit", unit.item())
            .with("level", super::words::level(*level))
            .with("by", by.item()),
        Event::Regroups { unit, from, to, .. } => Phrase::new("regroups")
            .with("unit", unit.item())
            .with("from", place_item(*from))
            .with("to", place_item(*to)),
        Event::AirSupply => Phrase::new("air-supply"),
        _ => Phrase::new(""),
    }
}
