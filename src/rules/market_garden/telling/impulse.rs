//! What the actions of an impulse say.

use super::super::event::Event;
use super::super::ground::place_item;
use super::super::pulse::Via;
use super::words::{side, them, who};
use crate::orders::Phrase;

pub(super) fn telling(event: &Event) -> Phrase {
    match event {
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
            .with("order", super::super::script::line_words(line))
            .with("why", bar.phrase())
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
        Event::Infiltrates { unit, to, done, .. } => Phrase::new(if *done {
            "infiltrates"
        } else {
            "infiltrates-not"
        })
        .with("unit", unit.item())
        .with("to", place_item(*to)),
        _ => Phrase::new(""),
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
