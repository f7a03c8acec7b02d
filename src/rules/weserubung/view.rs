//! What a player knows: all counters lie open; of the enemy only bids and unsent orders are hidden, and those are
//! never part of the position.

use std::borrow::Cow;

use super::data::Data;
use super::nation::{Alliance, Side};
use super::position::Position;
use super::state::State;
use crate::board::{SpaceId, UnitId};
use crate::orders::{Class, Folded, Item, Lexicon, Phrase, Thing, Word};

/// What one player knows, or the referee.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    data: &'a Data,
    state: &'a State,
    by: Option<Side>,
}

impl<'a> View<'a> {
    pub(super) const fn new(data: &'a Data, state: &'a State, by: Option<Side>) -> Self {
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
    pub fn player(&self) -> Side {
        self.by.unwrap_or(Side::Germany)
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

    fn folded(&self) -> Option<&Folded> {
        Some(&self.data.folded)
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

    fn why_not(&self, thing: Thing) -> Option<(Phrase, &'static str)> {
        if thing.class != Class::Unit || self.by.is_none() {
            return None;
        }
        let (unit, pos) = (UnitId(thing.id), self.pos());
        let say = |key| Phrase::new(key).with("unit", unit.item());
        let nation = || Item::Word(pos.unit(unit).nation.word());
        if pos.alliance(unit) != self.alliance() {
            return Some((say("is-an-enemy").with("nation", nation()), "1.1"));
        }
        if !self.commands(unit) {
            return Some((say("is-not-yours").with("nation", nation()), "1.1"));
        }
        let bar = pos.unable(unit)?;
        Some((bar.phrase(), bar.rule()))
    }

    fn why_not_in(
        &self,
        word: &'static Word,
        subject: Option<Item>,
        thing: Thing,
    ) -> Option<(Phrase, &'static str)> {
        // The referee may name whom he likes.
        self.by?;
        super::reasons::why_not(self, word, subject, thing)
    }

    fn stands(&self, thing: Thing) -> Option<Thing> {
        let unit = (thing.class == Class::Unit).then_some(UnitId(thing.id))?;
        let known = usize::from(thing.id) < self.data.units.len();
        let at = known.then(|| self.pos().at(unit)).flatten()?;
        Some(Thing::place(at.0))
    }

    fn apart(&self, a: Thing, b: Thing) -> Option<u32> {
        let place = |thing: Thing| (thing.class == Class::Place).then_some(SpaceId(thing.id));
        let known = |place: SpaceId| usize::from(place.0) < self.data.map.hexes.len();
        let (a, b) = (place(a)?, place(b)?);
        (known(a) && known(b)).then(|| self.data.map.distance(a, b))
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
            .chain(places.map(|place: SpaceId| Thing::place(place.0)))
            .collect()
    }
}
