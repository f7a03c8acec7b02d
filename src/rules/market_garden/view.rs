//! What one side knows: all that lies on the table (7.7). Only the order of the decks is nobody's.

use std::borrow::Cow;

use super::data::Data;
use super::look::Look;
use super::state::{Sd, State};
use crate::board::{SideId, SpaceId};
use crate::orders::{Class, Lexicon, Thing};

/// What one side knows, or the referee.
#[derive(Clone, Copy)]
pub struct View<'a> {
    data: &'a Data,
    state: &'a State,
    by: Option<Sd>,
}

impl<'a> View<'a> {
    pub(super) const fn new(data: &'a Data, state: &'a State, by: Option<Sd>) -> Self {
        Self { data, state, by }
    }

    /// What is printed.
    pub const fn data(&self) -> &'a Data {
        self.data
    }

    /// The position.
    pub const fn look(&self) -> Look<'a> {
        Look {
            d: self.data,
            s: self.state,
        }
    }

    /// The reader's side; the referee reads as the German.
    pub fn own(&self) -> Sd {
        self.by.unwrap_or(Sd::German)
    }
}

/// The markers that orders name: RAF 2 Group, RAF 83 Group, the boats.
pub(super) const MARKERS: [(&str, &str); 3] = [
    ("raf-2", "RAF 2 Group"),
    ("raf-83", "RAF 83 Group"),
    ("boats", "Boats"),
];

/// A marker as a thing.
pub(super) const fn marker(id: u16) -> Thing {
    Thing {
        class: Class::Marker,
        id,
    }
}

/// A place in labels and keys: `12`, `zone-f`.
pub(super) fn label(data: &Data, at: SpaceId) -> String {
    let place = data.ground.place(at);
    if place.zone {
        format!("zone-{}", place.id.to_ascii_lowercase())
    } else {
        place.id.clone()
    }
}

/// A boundary in labels and keys: `12-25`.
pub(super) fn edge_label(data: &Data, edge: SideId) -> String {
    data.ground.edge(edge).id.to_ascii_lowercase()
}

impl Lexicon for View<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        let (index, ground) = (usize::from(thing.id), &self.data.ground);
        match thing.class {
            Class::Place => ground.places.get(index).map(|place| {
                let kind = if place.zone { "zone " } else { "" };
                Cow::Owned(format!("{} ({kind}{})", place.name, place.id))
            }),
            Class::Unit => {
                let counters = self.data.counters.get(index);
                counters.map(|counter| Cow::Borrowed(counter.name.as_str()))
            }
            Class::Edge => ground.edges.get(index).map(|edge| {
                let name = edge.bridge.as_ref().or(edge.ferry.as_ref());
                Cow::Owned(match name {
                    Some(name) => format!("{name} ({})", edge.id),
                    None => edge.id.clone(),
                })
            }),
            Class::Marker => MARKERS.get(index).map(|(_, name)| Cow::Borrowed(*name)),
            Class::Side | Class::Card => None,
        }
        .unwrap_or(Cow::Borrowed("?"))
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        let (index, ground) = (usize::from(thing.id), &self.data.ground);
        match thing.class {
            // A bare `a` is an article, and French for `at`: zone A is written out.
            Class::Place => ground.places.get(index).map(|place| {
                if place.zone {
                    Cow::Owned(format!("zone-{}", place.id.to_ascii_lowercase()))
                } else {
                    Cow::Borrowed(place.id.as_str())
                }
            }),
            Class::Unit => {
                let counters = self.data.counters.get(index);
                counters.map(|counter| Cow::Borrowed(counter.id.as_str()))
            }
            Class::Edge => {
                let edges = ground.edges.get(index);
                edges.map(|edge| Cow::Owned(edge.id.to_ascii_lowercase()))
            }
            Class::Marker => MARKERS.get(index).map(|(id, _)| Cow::Borrowed(*id)),
            Class::Side | Class::Card => None,
        }
        .unwrap_or(Cow::Borrowed("?"))
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        let (index, ground) = (usize::from(thing.id), &self.data.ground);
        let mut also = Vec::new();
        match thing.class {
            Class::Place => {
                if let Some(place) = ground.places.get(index) {
                    also.push(Cow::Borrowed(place.name.as_str()));
                    if place.zone && place.id != "A" {
                        also.push(Cow::Borrowed(place.id.as_str()));
                    }
                }
            }
            Class::Edge => {
                if let Some(edge) = ground.edges.get(index) {
                    let ends = edge.id.split_once('-');
                    also.extend(ends.map(|(a, b)| Cow::Owned(format!("{b}-{a}"))));
                    let name = edge.bridge.as_ref().or(edge.ferry.as_ref());
                    also.extend(name.map(|name| Cow::Borrowed(name.as_str())));
                }
            }
            _ => {}
        }
        also
    }

    fn known(&self) -> Vec<Thing> {
        let ground = &self.data.ground;
        let places = ground.ids().map(|at| Thing::place(at.0));
        let units = self.data.unit_ids().map(|unit| Thing::unit(unit.0));
        let water = ground.edge_ids().filter(|edge| {
            let edge = ground.edge(*edge);
            edge.bridge.is_some() || edge.ferry.is_some()
        });
        let edges = water.map(|edge| Thing {
            class: Class::Edge,
            id: edge.0,
        });
        let markers = (0..3).map(marker);
        places.chain(units).chain(edges).chain(markers).collect()
    }
}
