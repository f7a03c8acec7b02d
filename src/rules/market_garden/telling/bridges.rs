//! What is said of control, crossings and works.

use super::super::event::Event;
use super::super::ground::{edge_item, place_item};
use super::words::{control_key, side, them, who};
use crate::orders::Phrase;

pub(super) fn telling(event: &Event) -> Phrase {
    match event {
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
        Event::Wrecks { edge, .. } => Phrase::new("wrecks").with("edge", edge_item(*edge)),
        _ => Phrase::new(""),
    }
}
