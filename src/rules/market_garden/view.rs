//! What one side knows: all that lies on the table (7.7). Only the order of the decks is nobody's.

use std::borrow::Cow;

use super::data::Data;
use super::look::Look;
use super::state::{Phase, Side, State, Where};
use super::units::unit_of;
use crate::board::{SideId, SpaceId};
use crate::orders::{Class, Element, Folded, Item, Lexicon, Phrase, Thing};

/// What one side knows, or the referee.
#[derive(Clone, Copy)]
pub struct View<'a> {
    data: &'a Data,
    state: &'a State,
    by: Option<Side>,
}

impl<'a> View<'a> {
    pub(super) const fn new(data: &'a Data, state: &'a State, by: Option<Side>) -> Self {
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
    pub fn own(&self) -> Side {
        self.by.unwrap_or(Side::German)
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

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkerId(pub(super) u16);

impl MarkerId {
    /// The two groups of the Royal Air Force.
    pub(super) const RAF: [Self; 2] = [Self(0), Self(1)];

    /// These and the boats.
    pub(super) const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];

    /// Its place in arrays.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Element for MarkerId {
    fn item(self) -> Item {
        Item::Thing(marker(self.0))
    }

    fn from_item(item: Item) -> Option<Self> {
        match item {
            Item::Thing(Thing {
                class: Class::Marker,
                id,
            }) => Some(Self(id)),
            _ => None,
        }
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

/// Words of counters as letters have them.
const WRITTEN_OUT: [(&str, &str); 5] = [
    ("Gds", "Guards"),
    ("artillery", "artillerie"),
    ("garrison", "garnison"),
    ("Flak tower", "tour de flak"),
    ("recon", "reconnaissance"),
];

impl Lexicon for View<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        let (index, ground) = (usize::from(thing.id), &self.data.ground);
        match thing.class {
            Class::Place if index < ground.places.len() => {
                Some(Cow::Owned(ground.place_name(SpaceId(thing.id))))
            }
            Class::Unit => {
                let counters = self.data.counters.get(index);
                counters.map(|counter| Cow::Borrowed(counter.name.as_str()))
            }
            Class::Edge if index < ground.edges.len() => {
                Some(Cow::Owned(ground.edge_name(SideId(thing.id))))
            }
            Class::Marker => MARKERS.get(index).map(|(_, name)| Cow::Borrowed(*name)),
            Class::Place | Class::Edge | Class::Side | Class::Card => None,
        }
        .unwrap_or(Cow::Borrowed("?"))
    }

    fn folded(&self) -> Option<&Folded> {
        Some(&self.data.folded)
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
            Class::Unit => {
                // What counters shorten, or say in English, is written otherwise in letters.
                if let Some(counter) = self.data.counters.get(index) {
                    let spelt = WRITTEN_OUT
                        .iter()
                        .filter(|(short, _)| counter.name.contains(short))
                        .map(|(short, full)| counter.name.replace(short, full));
                    also.extend(spelt.map(Cow::Owned));
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

    fn why_not(&self, thing: Thing) -> Option<(Phrase, &'static str)> {
        let look = self.look();
        let own = self.by?;
        let refit = matches!(look.s.phase, Phase::GermanRefit | Phase::AlliedRefit);
        // Whoever is asked in the enemy's impulse orders nobody to act.
        let acts =
            look.s.phase.impulse() == Some(own) || look.s.phase.is_dday() && own == Side::Allied;
        let edge = |edge: SideId| {
            let gone = look.s.blown.contains(&edge);
            gone.then(|| (Phrase::new("absent-blown").with("edge", thing), "19.1"))
        };
        if thing.class == Class::Edge {
            return edge(SideId(thing.id));
        }
        let unit = unit_of(Item::Thing(thing))?;
        let counter = self.data.counter(unit);
        let say = |key: &'static str| Phrase::new(key).with("unit", thing);
        let date = i32::try_from(counter.date.unwrap_or(0)).unwrap_or(0);
        match look.s.unit(unit).at {
            _ if counter.side != own => Some((say("absent-enemy"), "8.1")),
            Where::Later => Some((say("absent-later").with("date", date), "4.23")),
            Where::Out => Some((say("absent-out"), "10.8")),
            Where::At(at) if !look.fresh(unit) && acts => {
                let level = super::telling::level(look.level(unit));
                let what = say("absent-spent").with("at", Thing::place(at.0));
                Some((what.with("level", level), "13.1"))
            }
            Where::At(_) if look.fresh(unit) && refit => Some((say("absent-fresh"), "13.3")),
            Where::At(_) | Where::Uk => None,
        }
    }

    fn stands(&self, thing: Thing) -> Option<Thing> {
        let unit = unit_of(Item::Thing(thing)).filter(|_| thing.class == Class::Unit)?;
        let known = usize::from(thing.id) < self.data.counters.len();
        let at = known.then(|| self.state.at(unit)).flatten()?;
        Some(Thing::place(at.0))
    }

    fn apart(&self, a: Thing, b: Thing) -> Option<u32> {
        let at = |thing: Thing| match thing.class {
            Class::Place => Some(SpaceId(thing.id)),
            Class::Unit => self.state.at(unit_of(Item::Thing(thing))?),
            Class::Edge => Some(self.data.ground.edge(SideId(thing.id)).a),
            Class::Marker | Class::Side | Class::Card => None,
        };
        Some(self.data.board.distance(at(a)?, at(b)?))
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
