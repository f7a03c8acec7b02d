//! What a player knows: all counters lie open; of the enemy only bids and unsent orders are hidden, and those are
//! never part of the position.

use std::borrow::Cow;

use super::data::{Data, UnitId};
use super::map::PlaceId;
use super::nation::{Alliance, Sd};
use super::position::Position;
use super::state::State;
use crate::orders::{Class, Lexicon, Thing};

/// What one player knows, or the referee.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    data: &'a Data,
    state: &'a State,
    by: Option<Sd>,
}

impl<'a> View<'a> {
    pub(super) const fn new(data: &'a Data, state: &'a State, by: Option<Sd>) -> Self {
        Self { data, state, by }
    }

    /// The position.
    pub const fn pos(&self) -> Position<'a> {
        Position {
            d: self.data,
            s: self.state,
        }
    }

    /// Who reads.
    pub fn player(&self) -> Sd {
        self.by.unwrap_or(Sd::Germany)
    }

    /// The reader's alliance.
    pub fn alliance(&self) -> Alliance {
        self.player().alliance()
    }

    /// Whether the reader commands a unit.
    pub fn commands(&self, unit: UnitId) -> bool {
        self.data.owner(unit) == self.player()
    }
}

impl Lexicon for View<'_> {
    fn name(&self, thing: Thing) -> Cow<'_, str> {
        match thing.class {
            Class::Place => {
                let Some(hex) = self.data.map.hexes.get(usize::from(thing.id)) else {
                    return Cow::Borrowed("?");
                };
                Cow::Borrowed(hex.name.as_deref().unwrap_or(&hex.id))
            }
            _ => {
                let unit = self.data.units.get(usize::from(thing.id));
                Cow::Borrowed(unit.map_or("?", |unit| unit.name.as_str()))
            }
        }
    }

    fn id(&self, thing: Thing) -> Cow<'_, str> {
        match thing.class {
            Class::Place => {
                let hex = self.data.map.hexes.get(usize::from(thing.id));
                Cow::Borrowed(hex.map_or("?", |hex| hex.id.as_str()))
            }
            _ => {
                let unit = self.data.units.get(usize::from(thing.id));
                Cow::Borrowed(unit.map_or("?", |unit| unit.id.as_str()))
            }
        }
    }

    fn also(&self, thing: Thing) -> Vec<Cow<'_, str>> {
        let spellings = match thing.class {
            Class::Place => {
                let hex = self.data.map.hexes.get(usize::from(thing.id));
                hex.map_or(&[][..], |hex| hex.also.as_slice())
            }
            _ => {
                let unit = self.data.units.get(usize::from(thing.id));
                unit.map_or(&[][..], |unit| unit.also.as_slice())
            }
        };
        let own = spellings.iter().map(|text| Cow::Borrowed(text.as_str()));
        own.chain([self.id(thing)]).collect()
    }

    fn known(&self) -> Vec<Thing> {
        let units = self.data.unit_ids().map(|unit: UnitId| Thing::unit(unit.0));
        let places = self.data.map.places();
        let places = places.filter(|place| !self.data.map.hex(*place).neutral);
        units
            .chain(places.map(|place: PlaceId| Thing::place(place.0)))
            .collect()
    }
}
